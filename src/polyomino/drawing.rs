//! Boards for the eye: lines around the pieces and colours in them, the layers of a solid side by side.

use crate::report::{Canvas, palette};

use super::{
    Arrangement, Compiled, slanted,
    solution::{Owner, owners},
};

/// The marks of a crossing, by which of its arms are there: up 1, down 2, left 4, right 8.
const CROSSINGS: [char; 16] = [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'];
/// Columns between two layers.
const GAP: usize = 2;

/// A drawing of one layer: lines that are equally wide on the screen.
struct Picture {
    lines: Vec<String>,
    width: usize,
}

/// The board with its pieces, in as many columns as there are.
pub fn drawing(arrangement: &Arrangement, compiled: &Compiled, canvas: &Canvas) -> String {
    let layers = owners(arrangement, compiled);
    let widest = layers.iter().map(|rows| rows.first().map_or(0, Vec::len)).max().unwrap_or(0);
    let board = &compiled.puzzle.board;
    if board.lattice().is_staggered() && !canvas.is_compact && slanted::width(board) < canvas.columns {
        return slanted_text(arrangement, compiled, canvas);
    }
    let letters: Vec<char> = compiled.puzzle.pieces.iter().map(|piece| piece.letter).collect();
    let is_outlined = !canvas.is_compact && 4 * widest < canvas.columns;
    let pictures: Vec<Picture> = layers
        .iter()
        .map(|rows| {
            let layer = Layer { rows, letters: &letters, has_colour: canvas.has_colour };
            match is_outlined {
                // Rows that are staggered are as wide as they are high.
                _ if board.lattice().is_staggered() => layer.in_columns(1),
                true => layer.outlined(),
                false => layer.compact(),
            }
        })
        .collect();
    if let [only] = &pictures[..] {
        return only.lines.iter().map(|line| format!("{line}\n")).collect();
    }
    side_by_side(&pictures, canvas.columns)
}

/// A board with staggered rows, with lines around the pieces.
fn slanted_text(arrangement: &Arrangement, compiled: &Compiled, canvas: &Canvas) -> String {
    let layers = owners(arrangement, compiled);
    let letters: Vec<char> = compiled.puzzle.pieces.iter().map(|piece| piece.letter).collect();
    let layer = Layer { rows: &layers[0], letters: &letters, has_colour: canvas.has_colour };
    let mut text = String::new();
    for line in slanted::slanted(&compiled.puzzle.board, &layers[0], &|owner| layer.letter(owner)).lines {
        line.iter().for_each(|(mark, owner)| layer.push(&mut text, mark.encode_utf8(&mut [0; 4]), *owner));
        text.push('\n');
    }
    text
}

/// As many layers in a row as fit, each under its number.
fn side_by_side(pictures: &[Picture], columns: usize) -> String {
    let mut text = String::new();
    let mut first = 0;
    while first < pictures.len() {
        let (mut last, mut width) = (first, 0);
        while last < pictures.len() {
            width += pictures[last].column_width() + GAP;
            if last > first && width - GAP > columns {
                break;
            }
            last += 1;
        }
        let row = &pictures[first..last];
        let titles = (first..last).map(|layer| format!("Z: {layer}"));
        push_padded(&mut text, row.iter().zip(titles).map(|(picture, title)| (title.clone(), title.len(), picture)));
        for line in 0..row.iter().map(|picture| picture.lines.len()).max().unwrap_or(0) {
            push_padded(
                &mut text,
                row.iter().map(|picture| match picture.lines.get(line) {
                    Some(drawn) => (drawn.clone(), picture.width, picture),
                    None => (String::new(), 0, picture),
                }),
            );
        }
        first = last;
    }
    text
}

/// A line of parts, each as wide as its picture.
fn push_padded<'a>(text: &mut String, parts: impl Iterator<Item = (String, usize, &'a Picture)>) {
    let mut owed = 0;
    for (part, width, picture) in parts {
        // Blanks at the end of a line are nobody's business.
        if !part.is_empty() {
            text.extend(std::iter::repeat_n(' ', owed));
            text.push_str(&part);
            owed = 0;
        }
        owed += picture.column_width() - width + GAP;
    }
    text.push('\n');
}

impl Picture {
    /// The columns it takes, with room for its number.
    fn column_width(&self) -> usize {
        self.width.max(4)
    }
}

struct Layer<'a> {
    rows: &'a [Vec<Owner>],
    letters: &'a [char],
    has_colour: bool,
}

impl Layer<'_> {
    fn width(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// Who owns a cell; rows and columns are counted from 1, for there is something around the board.
    fn owner(&self, row: usize, column: usize) -> Owner {
        let line = row.checked_sub(1).and_then(|row| self.rows.get(row));
        column.checked_sub(1).and_then(|column| line?.get(column)).copied().unwrap_or(Owner::Outside)
    }

    fn push(&self, line: &mut String, marks: &str, owner: Owner) {
        match owner {
            Owner::Piece(piece) if self.has_colour => marks.chars().for_each(|mark| palette::paint(line, mark, piece)),
            _ => line.push_str(marks),
        }
    }

    fn letter(&self, owner: Owner) -> char {
        match owner {
            Owner::Outside => ' ',
            Owner::Nobody => '_',
            Owner::Piece(piece) => self.letters.get(piece).copied().unwrap_or('?'),
        }
    }

    /// Two columns for each cell.
    fn compact(&self) -> Picture {
        self.in_columns(2)
    }

    fn in_columns(&self, of: usize) -> Picture {
        let line = |row: &Vec<Owner>| {
            let mut line = String::new();
            let mark = |owner: &Owner| format!("{:of$}", self.letter(*owner));
            row.iter().for_each(|owner| self.push(&mut line, &mark(owner), *owner));
            line
        };
        Picture { lines: self.rows.iter().map(line).collect(), width: of * self.width() }
    }

    /// Lines around everything that belongs together:
    ///
    /// ```text
    /// ┌───────┬───┐
    /// │ A   A │ B │
    /// ├───┐   │   │
    /// │ C │ A │ B │
    /// └───┴───┴───┘
    /// ```
    fn outlined(&self) -> Picture {
        let mut lines = Vec::new();
        for row in 1..=self.rows.len() + 1 {
            lines.push(self.line_above(row));
            if row <= self.rows.len() {
                lines.push(self.line_through(row));
            }
        }
        Picture { lines, width: 4 * self.width() + 1 }
    }

    fn line_above(&self, row: usize) -> String {
        let mut line = String::new();
        for column in 1..=self.width() + 1 {
            let [[a, b], [c, d]] = [row - 1, row].map(|row| [column - 1, column].map(|column| self.owner(row, column)));
            let arms = [a != b, c != d, a != c, b != d];
            let crossing =
                arms.iter().zip([1, 2, 4, 8]).map(|(is_there, arm)| usize::from(*is_there) * arm).sum::<usize>();
            let around = if crossing == 0 { a } else { Owner::Outside };
            self.push(&mut line, &CROSSINGS[crossing].to_string(), around);
            if column <= self.width() {
                let is_border = b != d;
                self.push(&mut line, if is_border { "───" } else { "   " }, if is_border { Owner::Outside } else { d });
            }
        }
        line
    }

    fn line_through(&self, row: usize) -> String {
        let mut line = String::new();
        for column in 1..=self.width() + 1 {
            let (before, owner) = (self.owner(row, column - 1), self.owner(row, column));
            let is_border = before != owner;
            self.push(&mut line, if is_border { "│" } else { " " }, if is_border { Owner::Outside } else { owner });
            if column <= self.width() {
                self.push(&mut line, &format!(" {} ", self.letter(owner)), owner);
            }
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use crate::{
        diagnostics::Source,
        polyomino::{Rules, input},
    };

    use super::*;

    fn drawn(case: &str, id: &str, columns: usize, is_compact: bool) -> String {
        let compiled = Compiled::new(input::parse(&Source::new("case", case), Rules::default()).unwrap());
        let id: BigUint = id.parse().unwrap();
        let arrangement = Arrangement::from_placement_id(&id, &compiled).unwrap();
        drawing(&arrangement, &compiled, &Canvas { has_colour: false, columns, is_compact })
    }

    const DOMINOES: &str = "2 2 2\nDEFAULT\nAA\nBB\n";

    #[test]
    fn pieces_have_lines_around_them() {
        let text = drawn(DOMINOES, "9", 80, false);
        assert_eq!(text, "┌───────┐\n│ A   A │\n├───────┤\n│ B   B │\n└───────┘\n");
        assert_eq!(drawn(DOMINOES, "5", 80, false), "┌───────┐\n│ A   A │\n├───────┤\n│ _   _ │\n└───────┘\n");
        assert_eq!(drawn(DOMINOES, "9", 8, false), "A A \nB B \n", "too narrow for lines");
        assert_eq!(drawn(DOMINOES, "9", 80, true), "A A \nB B \n");
    }

    #[test]
    fn layers_stand_side_by_side_and_never_wrap() {
        let case = "3 3 1\nPYRAMID\nA\n";
        let compiled = input::parse(&Source::new("case", case), Rules::default()).map(Compiled::new);
        let Ok(compiled) = compiled else { return };
        let arrangement = Arrangement::from_placement_id(&BigUint::ZERO, &compiled).unwrap();
        for columns in [5, 14, 20, 30, 80] {
            let canvas = Canvas { has_colour: false, columns, is_compact: false };
            let text = drawing(&arrangement, &compiled, &canvas);
            assert!(text.lines().all(|line| line.chars().count() <= columns.max(6)), "{columns}:\n{text}");
            assert_eq!(text.matches("Z:").count(), 3);
        }
        let wide = drawing(&arrangement, &compiled, &Canvas { has_colour: false, columns: 80, is_compact: false });
        assert!(wide.starts_with("Z: 0"), "{wide}");
        assert!(wide.lines().next().unwrap().contains("Z: 2"), "{wide}");
    }
}
