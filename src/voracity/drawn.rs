//! Judges the board that is drawn below the moves of a game: with the number of the move that covers each cell, or with
//! the line of the game, as a narrow terminal shows it.

/// The cells of a game that is played for the drawing, row by row.
pub(super) struct Drawing {
    /// The mark of each cell with numbers.
    numbers: Vec<Vec<String>>,
    /// The mark of each cell with the line of the game.
    line: Vec<Vec<char>>,
}

impl Drawing {
    /// A board of so many rows and columns without moves, and where the game starts.
    pub fn new(rows: usize, columns: usize, (row, column): (usize, usize)) -> Self {
        let mut own = Self { numbers: vec![vec![".".to_owned(); columns]; rows], line: vec![vec!['.'; columns]; rows] };
        own.numbers[row][column] = "@".to_owned();
        own.line[row][column] = '@';
        own
    }

    /// A move with a number covers these cells.
    pub fn cover(&mut self, number: usize, (down, right): (i64, i64), cells: &[(i64, i64)]) {
        let stroke = match (down, right) {
            (0, _) => '─',
            (_, 0) => '│',
            _ if down == right => '╲',
            _ => '╱',
        };
        for (index, &(row, column)) in cells.iter().enumerate() {
            let (row, column) = (row as usize, column as usize);
            self.numbers[row][column] = number.to_string();
            self.line[row][column] = if index + 1 == cells.len() { '●' } else { stroke };
        }
    }

    /// Are these the rows of one of the two drawings?
    pub fn is_drawn_as(&self, rows: &[String]) -> bool {
        let has_numbers = |(row, drawn): (&Vec<String>, &String)| drawn.split_whitespace().eq(row);
        let has_line = |(row, drawn): (&Vec<char>, &String)| drawn.trim().chars().eq(row.iter().copied());
        rows.len() == self.numbers.len()
            && (self.numbers.iter().zip(rows).all(has_numbers) || self.line.iter().zip(rows).all(has_line))
    }
}
