//! Boards with staggered rows as text, with lines between what belongs to different pieces:
//!
//! ```text
//!    / \ / \              +-----+-----+
//!   | A   A |              \ A / \ B /
//!    \   / \ / \            \ /   \ /
//!     | A | B   B |          +-----+
//! ```

use super::{board::Board, lattice::Lattice, solution::Owner};

/// A mark of such a text, and whose it is.
pub(super) type Mark = (char, Owner);

/// The lines of a text.
pub(super) struct Slanted {
    pub lines: Vec<Vec<Mark>>,
}

/// Where a triangle's letter stands, counted from the upper left of its surroundings.
const TRIANGLE_MIDDLE: usize = 3;

/// How many columns a drawing takes.
pub(super) fn width(board: &Board) -> usize {
    let columns = board.layer_sizes().map(|(_, width)| width).max().unwrap_or(0);
    if board.lattice() == Lattice::Triangles { 3 * columns + 4 } else { 2 * columns + 3 }
}

/// Does the triangle at a place of the drawing point down?
fn points_down(board: &Board, row: usize, column: usize) -> bool {
    (row + column + usize::from(board.shift() == 1)).is_multiple_of(2)
}

/// Draws a board, by what each place of the drawing belongs to.
pub(super) fn slanted(board: &Board, owners: &[Vec<Owner>], letter: &dyn Fn(Owner) -> char) -> Slanted {
    let is_triangles = board.lattice() == Lattice::Triangles;
    let (per_row, height) = (if is_triangles { 3 } else { 2 }, owners.len());
    let mut lines = vec![vec![(' ', Owner::Outside); width(board)]; per_row * height + 1];
    let mut put = |line: usize, column: usize, mark: char, owner: Owner| lines[line][column] = (mark, owner);
    for (row, places) in owners.iter().enumerate() {
        let top = per_row * row;
        if places.iter().all(|owner| *owner == Owner::Outside) {
            // Nothing is drawn in this row, but it is one.
            (top + 1..top + per_row).for_each(|line| put(line, 0, '.', Owner::Outside));
        }
        for (column, &owner) in places.iter().enumerate().filter(|(_, owner)| **owner != Owner::Outside) {
            let differs = |down: isize, right: isize| {
                let other = row.checked_add_signed(down).and_then(|row| owners.get(row));
                let other = column.checked_add_signed(right).and_then(|column| other?.get(column));
                other.copied().unwrap_or(Owner::Outside) != owner
            };
            let mut line = |marks: &[(usize, usize, char)], is_there: bool| {
                for &(down, right, mark) in marks.iter().filter(|_| is_there) {
                    put(top + down, if is_triangles { 3 } else { 2 } * column + right, mark, Owner::Outside);
                }
            };
            if !is_triangles {
                line(&[(1, 0, '|')], differs(0, -2));
                line(&[(1, 4, '|')], differs(0, 2));
                line(&[(0, 1, '/')], differs(-1, -1));
                line(&[(0, 3, '\\')], differs(-1, 1));
                line(&[(2, 1, '\\')], differs(1, -1));
                line(&[(2, 3, '/')], differs(1, 1));
                put(top + 1, 2 * column + 2, letter(owner), owner);
                continue;
            }
            let is_down = points_down(board, row, column);
            let (left, right, level) = if is_down {
                (
                    [(0, 0, '+'), (1, 1, '\\'), (2, 2, '\\'), (3, 3, '+')],
                    [(0, 6, '+'), (1, 5, '/'), (2, 4, '/'), (3, 3, '+')],
                    0,
                )
            } else {
                (
                    [(0, 3, '+'), (1, 2, '/'), (2, 1, '/'), (3, 0, '+')],
                    [(0, 3, '+'), (1, 4, '\\'), (2, 5, '\\'), (3, 6, '+')],
                    3,
                )
            };
            line(&left, differs(0, -1));
            line(&right, differs(0, 1));
            let side: Vec<_> = (0..7).map(|at| (level, at, if at % 6 == 0 { '+' } else { '-' })).collect();
            line(&side, differs(if is_down { -1 } else { 1 }, 0));
            put(top + if is_down { 1 } else { 2 }, 3 * column + TRIANGLE_MIDDLE, letter(owner), owner);
        }
    }
    for line in &mut lines {
        let end = line.iter().rposition(|(mark, _)| *mark != ' ').map_or(0, |last| last + 1);
        line.truncate(end);
    }
    Slanted { lines }
}

/// Is it a line of such a text that has no letters in it?
pub(super) fn is_between_rows(board: &Board, line: &str) -> bool {
    let marks: &[char] = if board.lattice() == Lattice::Triangles { &['+', '-'] } else { &['/', '\\'] };
    line.contains(marks) && line.chars().all(|mark| mark == ' ' || marks.contains(&mark))
}

/// How many lines with letters each row has.
pub(super) fn lines_per_row(board: &Board) -> usize {
    if board.lattice() == Lattice::Triangles { 2 } else { 1 }
}

/// The row that lines with letters were made of.
pub(super) fn row_of(board: &Board, row: usize, lines: &[&str], width: usize) -> String {
    let lines: Vec<Vec<char>> = lines.iter().map(|line| line.chars().collect()).collect();
    let mark = |column: usize| {
        let (line, at) = match board.lattice() {
            Lattice::Triangles => (usize::from(!points_down(board, row, column)), 3 * column + TRIANGLE_MIDDLE),
            _ => (0, 2 * column + 2),
        };
        lines.get(line).and_then(|line| line.get(at)).copied().filter(|mark| !matches!(mark, '/' | '\\' | '|'))
    };
    (0..width).map(|column| mark(column).unwrap_or(' ')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(board: &Board, owners: &[&str]) -> Vec<String> {
        let owner = |mark: char| match mark {
            ' ' => Owner::Outside,
            '_' => Owner::Nobody,
            mark => Owner::Piece(mark as usize),
        };
        let owners: Vec<Vec<Owner>> = owners.iter().map(|row| row.chars().map(owner).collect()).collect();
        let letter = |owner: Owner| match owner {
            Owner::Piece(piece) => piece as u8 as char,
            _ => '_',
        };
        let lines = slanted(board, &owners, &letter).lines;
        lines.iter().map(|line| line.iter().map(|(mark, _)| *mark).collect()).collect()
    }

    #[test]
    fn lines_run_between_pieces() {
        let hexagons = Board::parallelogram(Lattice::Hexagons, 2, 2);
        assert_eq!(
            drawn(&hexagons, &["A A ", " A B"]),
            [" / \\ / \\", "| A   A |", " \\     / \\", "  | A | B |", "   \\ / \\ /"]
        );
        let triangles = Board::parallelogram(Lattice::Triangles, 2, 1);
        assert_eq!(
            drawn(&triangles, &["AB ", " B_"]),
            ["+-----+", " \\ A / \\", "  \\ / B \\", "   +     +", "    \\ B / \\", "     \\ / _ \\", "      +-----+"]
        );
    }

    #[test]
    fn rows_are_read_back() {
        for (lattice, rows) in [(Lattice::Hexagons, ["A A ", " A _"]), (Lattice::Triangles, ["AB ", " B_"])] {
            let board = Board::parallelogram(lattice, 2, if lattice == Lattice::Hexagons { 2 } else { 1 });
            let lines = drawn(&board, &rows);
            let lines: Vec<&str> =
                lines.iter().map(String::as_str).filter(|line| !is_between_rows(&board, line)).collect();
            let read: Vec<String> = lines
                .chunks(lines_per_row(&board))
                .enumerate()
                .map(|(row, lines)| row_of(&board, row, lines, rows[0].len()))
                .collect();
            assert_eq!(read, rows);
        }
    }
}
