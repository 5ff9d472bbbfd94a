//! A game as it is told: its score, its moves, and the board with the order in which the cells were covered.

use std::{fmt::Write as _, io};

use serde_json::{Map, Value, json};

use super::{
    board::Board,
    draw::scene,
    moves::{Direction, move_string, play},
};
use crate::{
    family::Error,
    page::{Performance, Step},
    picture::Scene,
    report::{Canvas, Solution, palette},
    words::counted,
};

/// A game and the board it is played on.
pub(super) struct Played<'a> {
    pub board: &'a Board,
    pub moves: &'a [Direction],
    pub score: u32,
    /// No game covers more cells than this.
    pub bound: u32,
    /// Was the start chosen, too?
    pub has_start: bool,
    /// Its number among all best games, counted from 0, and how many there are, if that was asked.
    pub number: Option<(u64, u64)>,
}

impl Played<'_> {
    /// The moves; where the start was chosen, with that before them: `0,3:RDDL`.
    fn id(&self) -> String {
        let (row, column) = self.board.position(self.board.target());
        let start = if self.has_start { format!("{row},{column}:") } else { String::new() };
        format!("{start}{}", move_string(self.moves))
    }
}

/// Where a game starts, if it says so, and its moves.
type Named = (Option<(usize, usize)>, Vec<Direction>);

/// What an id says: the start, if it has one, and the moves.
pub(super) fn parse_id(id: &str) -> Result<Named, Error> {
    let parse = || {
        let (start, moves) = match id.split_once(':') {
            Some((start, moves)) => (Some(start.split_once(',')?), moves),
            None => (None, id),
        };
        let start = match start {
            Some((row, column)) => Some((row.trim().parse().ok()?, column.trim().parse().ok()?)),
            None => None,
        };
        Some((start, moves.trim().chars().map(Direction::from_letter).collect::<Option<_>>()?))
    };
    let help = "a game is a string of moves, such as RDDL, or has its start before them, such as 0,3:RDDL";
    parse().ok_or_else(|| Error::Unsupported(format!("id {id}: {help}")))
}

impl Played<'_> {
    /// The lines above the board.
    fn write_head(&self, out: &mut dyn io::Write) -> io::Result<()> {
        if let Some((number, of)) = self.number {
            writeln!(out, "Number {number} of {of}, counted from 0")?;
        }
        writeln!(out, "Score: {}", self.score)?;
        if self.bound > self.score {
            let gap = 100.0 * f64::from(self.bound - self.score) / f64::from(self.bound);
            writeln!(out, "Bound: {} (the score is within {gap:.1} % of it)", self.bound)?;
        }
        if self.has_start {
            let (row, column) = self.board.position(self.board.target());
            writeln!(out, "Start: {row},{column}")?;
        }
        writeln!(out, "Moves: {}", move_string(self.moves))
    }
}

impl Solution for Played<'_> {
    fn fields(&self) -> Map<String, Value> {
        let stops = play(self.board, self.moves).map_or_else(|_| Vec::new(), |game| game.stops);
        let place = |cell: usize| {
            let (row, column) = self.board.position(cell);
            json!([row, column])
        };
        let mut fields = vec![
            ("id", json!(self.id())),
            ("score", json!(self.score)),
            ("bound", json!(self.bound)),
            ("moves", json!(move_string(self.moves))),
            ("path", stops.iter().copied().map(place).collect()),
        ];
        if self.has_start {
            fields.push(("start", place(self.board.target())));
        }
        if let Some((number, of)) = self.number {
            fields.push(("number", json!(number.to_string())));
            fields.push(("of", json!(of.to_string())));
        }
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    fn write_text(&self, out: &mut dyn io::Write, colour: bool) -> io::Result<()> {
        self.write_head(out)?;
        out.write_all(board_text(self.board, self.moves, colour).as_bytes())
    }

    fn write_drawing(&self, out: &mut dyn io::Write, canvas: &Canvas) -> io::Result<()> {
        self.write_head(out)?;
        out.write_all(drawing(self.board, self.moves, canvas).as_bytes())
    }

    fn caption(&self) -> String {
        let start = if self.has_start { " from the best start" } else { "" };
        format!("{} in {}{start}", counted(self.score, "cell"), counted(self.moves.len(), "move"))
    }

    fn scene(&self) -> Option<Scene> {
        Some(scene(self.board, self.moves))
    }

    fn performance(&self) -> Performance {
        let Ok(game) = play(self.board, self.moves) else { return Performance::Still };
        let score = |from: usize, to: usize| {
            let ((a, b), (c, d)) = (self.board.position(from), self.board.position(to));
            a.abs_diff(c).max(b.abs_diff(d))
        };
        let mut sum = 0;
        let steps = self.moves.iter().zip(game.stops.windows(2)).map(|(direction, stops)| {
            sum += score(stops[0], stops[1]);
            Step::to(stops[1], format!("{} {}: {sum} cells", direction.letter(), score(stops[0], stops[1])))
        });
        Performance::Steps { start: self.board.target(), steps: steps.collect() }
    }
}

/// The board with the number of the move that covers each cell, `@` at the start and `.` where no move comes.
pub(super) fn board_text(board: &Board, moves: &[Direction], colour: bool) -> String {
    let order = order_of_cells(board, moves);
    let width = moves.len().max(1).to_string().len();
    let mut text = String::new();
    for (row, cells) in order.chunks(board.columns()).enumerate() {
        for (column, &number) in cells.iter().enumerate() {
            let mark = match number {
                _ if board.cell(row, column) == board.target() => "@".to_owned(),
                0 => ".".to_owned(),
                number => number.to_string(),
            };
            let gap = width - mark.len() + usize::from(column > 0);
            text.extend(std::iter::repeat_n(' ', gap));
            if colour && number > 0 {
                mark.chars().for_each(|digit| palette::paint(&mut text, digit, number - 1));
            } else {
                let _ = write!(text, "{mark}");
            }
        }
        text.push('\n');
    }
    text
}

/// A game as it is drawn for whoever watches the search.
pub(super) fn sketch(board: &Board, moves: &[Direction]) -> String {
    // A panel is hardly wider than this.
    drawing(board, moves, &Canvas { columns: 24, ..Canvas::SKETCH })
}

/// The board for the eyes of whoever sits at a terminal: with numbers if they fit, else a column a cell with the line
/// of the game.
pub(super) fn drawing(board: &Board, moves: &[Direction], canvas: &Canvas) -> String {
    let width = board.columns() * (moves.len().max(1).to_string().len() + 1) - 1;
    if width <= canvas.columns { board_text(board, moves, canvas.has_colour) } else { line_text(board, moves, canvas) }
}

/// The board with `@` at the start, a line along the game with a dot where each move ends, and `.` where no move comes.
fn line_text(board: &Board, moves: &[Direction], canvas: &Canvas) -> String {
    let order = order_of_cells(board, moves);
    let stops = play(board, moves).map_or_else(|_| Vec::new(), |game| game.stops);
    let mut text = String::new();
    for (cell, &number) in order.iter().enumerate() {
        let mark = match number.checked_sub(1).and_then(|index| moves.get(index)) {
            _ if cell == board.target() => '@',
            None => '.',
            Some(_) if stops.get(number) == Some(&cell) => '●',
            Some(direction) => direction.stroke(),
        };
        if canvas.has_colour && number > 0 {
            palette::paint(&mut text, mark, number - 1);
        } else {
            text.push(mark);
        }
        if (cell + 1) % board.columns() == 0 {
            text.push('\n');
        }
    }
    text
}

/// For every cell the move that covers it, counted from 1, or 0.
fn order_of_cells(board: &Board, moves: &[Direction]) -> Vec<usize> {
    let mut order = vec![0; board.cells()];
    let Ok(game) = play(board, moves) else { return order };
    for (number, (&direction, stops)) in moves.iter().zip(game.stops.windows(2)).enumerate() {
        let mut at = stops[0];
        while at != stops[1] {
            let Some(next) = board.neighbour(at, direction) else { break };
            at = next;
            order[at] = number + 1;
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::voracity::input::parse;

    #[test]
    fn where_numbers_do_not_fit_there_is_a_line() {
        let source = crate::diagnostics::Source::new("x", "@ 2 1\n1 1 1\n2 1 1\n");
        let board = parse(&source, crate::voracity::input::Wishes::default()).unwrap();
        let moves = [Direction::Right];
        let canvas = |columns| Canvas { has_colour: false, columns, is_compact: false };
        assert_eq!(drawing(&board, &moves, &canvas(5)), board_text(&board, &moves, false));
        assert_eq!(drawing(&board, &moves, &canvas(4)), "@─●\n...\n...\n");
    }
}
