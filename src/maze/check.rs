//! Judges a claimed way through a maze by walking it, and claims about its length by a search of its own that shares
//! nothing with the solvers.

use std::collections::VecDeque;

use super::{
    certify::leads,
    grid::{Direction, Maze},
    moves::Moves,
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
pub fn judge(maze: &Maze, from: usize, to: usize, moves: &Moves) -> Verdict {
    Verdict { leads: leads(maze, from, moves, to), shortest: distance(maze, from, to) }
}

/// Steps of a shortest way, by plain breadth-first search with a number for every cell.
pub fn distance(maze: &Maze, from: usize, to: usize) -> Option<u64> {
    let (last, steps) = search(maze, from, Some(to));
    (last == to).then_some(steps)
}

/// Steps of the longest way of a maze without loops and in one part.
pub fn longest(maze: &Maze) -> u64 {
    let (end, _) = search(maze, maze.corners()[0], None);
    search(maze, end, None).1
}

/// The last cell that is reached, and in how many steps; the search ends at the cell it looks for.
fn search(maze: &Maze, from: usize, to: Option<usize>) -> (usize, u64) {
    let mut distances = vec![u64::MAX; maze.size().cells()];
    let mut queue = VecDeque::from([from]);
    distances[from] = 0;
    let mut last = from;
    while let Some(cell) = queue.pop_front() {
        last = cell;
        if Some(cell) == to {
            break;
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
    (last, distances[last])
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
        assert!(!judge(&maze, from, to, &moves.iter().skip(1).collect()).leads);
        assert!(!judge(&maze, from, to, &moves.iter().take(moves.len() - 1).collect()).leads);
        assert_eq!(distance(&Maze::closed(size, None), from, to), None);
    }
}
