//! Judges a claimed way through a maze by walking it, and claims about its length by a search of its own that shares
//! nothing with the solvers.

use std::collections::VecDeque;

use super::{
    certify::leads,
    grid::{Direction, Maze},
};

/// What is true of a claimed way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the steps lead from the start to the goal without crossing a wall.
    pub leads: bool,
    /// Steps of a shortest way; `None` if there is no way at all.
    pub shortest: Option<u64>,
}

/// Judges steps from one cell to another.
pub fn judge(maze: &Maze, from: usize, to: usize, moves: &[Direction]) -> Verdict {
    Verdict { leads: leads(maze, from, moves, to), shortest: distance(maze, from, to) }
}

/// Steps of a shortest way, by plain breadth-first search with a number for every cell.
pub fn distance(maze: &Maze, from: usize, to: usize) -> Option<u64> {
    let mut distances = vec![u64::MAX; maze.size().cells()];
    let mut queue = VecDeque::from([from]);
    distances[from] = 0;
    while let Some(cell) = queue.pop_front() {
        if cell == to {
            return Some(distances[cell]);
        }
        for way in Direction::ALL {
            if !maze.is_open(cell, way) {
                continue;
            }
            let next = maze.step(cell, way);
            if distances[next] == u64::MAX {
                distances[next] = distances[cell] + 1;
                queue.push_back(next);
            }
        }
    }
    None
}

/// Steps as text: `3R2D` is three to the right and two down.
pub fn write_moves(moves: &[Direction]) -> String {
    moves.chunk_by(|one, other| one == other).map(|run| format!("{}{}", run.len(), run[0].letter())).collect()
}

/// Reads steps; a letter without a number is one step. The error is what is wrong.
pub fn read_moves(text: &str) -> Result<Vec<Direction>, String> {
    /// More than any maze that fits into memory has.
    const MAX_STEPS: usize = 1 << 36;
    let mut moves = Vec::new();
    let mut number = String::new();
    for mark in text.chars() {
        if mark.is_ascii_digit() {
            number.push(mark);
            continue;
        }
        let way = Direction::ALL.into_iter().find(|way| way.letter() == mark.to_ascii_uppercase());
        let way = way.ok_or_else(|| format!("'{mark}' is no step: expected U, R, D or L"))?;
        let count = if number.is_empty() { Ok(1) } else { number.parse::<usize>() };
        let count =
            count.ok().filter(|count| *count <= MAX_STEPS.min(isize::MAX as usize) && moves.len() + count <= MAX_STEPS);
        let count = count.ok_or_else(|| format!("{number} steps are too many"))?;
        if moves.try_reserve(count).is_err() {
            return Err(format!("{number} steps are too many"));
        }
        moves.extend(std::iter::repeat_n(way, count));
        number.clear();
    }
    if number.is_empty() { Ok(moves) } else { Err(format!("{number} steps in no direction")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maze::{
        grid::Size,
        recipe::Recipe,
        routing::Routing,
        solve::{Answer, Method, solve},
    };

    #[test]
    fn ways_are_judged() {
        let size = Size::new(12, 17).unwrap();
        let maze = Recipe { routing: Routing::Braid, ..Recipe::new(size, 3) }.make().unwrap();
        let [from, to] = maze.ends.unwrap();
        let Answer::Way(moves) = solve(&maze, from, to, Method::Bfs).answer else { panic!("a braid") };
        let verdict = judge(&maze, from, to, &moves);
        assert_eq!(verdict, Verdict { leads: true, shortest: Some(moves.len() as u64) });
        assert!(!judge(&maze, from, to, &moves[1..]).leads);
        assert!(!judge(&maze, from, to, &moves[..moves.len() - 1]).leads);
        assert_eq!(distance(&Maze::closed(size, None), from, to), None);
    }

    #[test]
    fn steps_are_written_and_read() {
        let moves = read_moves("3R2dU").unwrap();
        assert_eq!(write_moves(&moves), "3R2D1U");
        assert_eq!(read_moves(&write_moves(&moves)).unwrap(), moves);
        for wrong in ["3X", "3", "99999999999999999999R", "999999999999999R"] {
            assert!(read_moves(wrong).is_err(), "{wrong}");
        }
    }
}
