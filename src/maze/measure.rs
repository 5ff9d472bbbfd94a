//! The figures people compare mazes by, on top of what [`super::certify`] verifies.

use serde::Serialize;

use super::{
    certify::{Certificate, certify},
    grid::{Direction, Maze},
    solve::{Answer, Method, bfs, solve},
};
use crate::diagnostics::Diagnostic;

/// What a maze is like.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measures {
    /// Rows of cells.
    pub rows: usize,
    /// Columns of cells.
    pub cols: usize,
    /// What kind of maze it is, as verified.
    pub kind: &'static str,
    /// Cells that exist.
    pub cells: u64,
    /// Cells of the grid that do not.
    pub missing: u64,
    /// Pairs of neighbours that are joined.
    pub passages: u64,
    /// Parts without any way between them.
    pub parts: u64,
    /// Independent loops.
    pub loops: u64,
    /// Cells with one way.
    pub dead_ends: u64,
    /// Cells with three ways or four.
    pub junctions: u64,
    /// Cells with four ways.
    pub crossings: u64,
    /// The mean length of the blind alleys, in cells from the dead end up to the fork. Long ones are a river with few
    /// arms.
    pub river: f64,
    /// The share of the cells with two ways where the way goes straight on.
    pub straightness: f64,
    /// Steps of the longest way between any two cells, if there is only one way between any two.
    pub longest_path: Option<u64>,
    /// Steps of the shortest way from the start to the goal; `None` if there is none.
    pub solution: Option<u64>,
    /// Whether there is exactly one way between any two cells.
    pub perfect: bool,
    /// Whether there are no dead ends.
    pub braid: bool,
    /// Whether there are loops and dead ends.
    pub partial_braid: bool,
    /// Whether there is one way without any fork.
    pub unicursal: bool,
    /// Whether it is perfect and leaves cells out.
    pub sparse: bool,
}

/// Measures a maze.
pub fn measure(maze: &Maze) -> Result<Measures, Diagnostic> {
    let found: Certificate = certify(maze)?;
    let [from, to] = maze.ends.unwrap_or(maze.corners());
    let solution = match solve(maze, from, to, Method::Bfs).answer {
        Answer::Way(moves) => Some(moves.len() as u64),
        _ => None,
    };
    let longest_path = found.is_perfect().then(|| {
        let end = bfs::flood(maze, from, None).last;
        bfs::flood(maze, end, None).distance
    });
    let share = |part: u64, whole: u64| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    Ok(Measures {
        rows: maze.size().rows(),
        cols: maze.size().cols(),
        kind: found.kind(),
        cells: found.cells,
        missing: found.missing,
        passages: found.passages,
        parts: found.parts,
        loops: found.loops,
        dead_ends: found.dead_ends(),
        junctions: found.junctions(),
        crossings: found.by_ways[4],
        river: share(blind_alley_cells(maze), found.dead_ends()),
        straightness: share(found.straights, found.by_ways[2]),
        longest_path,
        solution,
        perfect: found.is_perfect(),
        braid: found.is_braid(),
        partial_braid: found.is_partial_braid(),
        unicursal: found.is_unicursal(),
        sparse: found.is_sparse(),
    })
}

/// The cells from every dead end up to, but without, the first fork or the other dead end.
fn blind_alley_cells(maze: &Maze) -> u64 {
    let mut total = 0;
    for end in maze.cells().filter(|&cell| maze.exits(cell).count_ones() == 1) {
        let mut cell = end;
        let mut back = 0;
        loop {
            total += 1;
            let onward = maze.exits(cell) & !back;
            let way = Direction::from_number(onward.trailing_zeros() as u8);
            let next = maze.step(cell, way);
            if maze.exits(next).count_ones() != 2 {
                break;
            }
            back = way.opposite().bit();
            cell = next;
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maze::{generate::Algorithm, grid::Size, recipe::Recipe};

    #[test]
    fn a_comb_is_measured() {
        // The first row is open, and every column hangs from it.
        let size = Size::new(4, 5).unwrap();
        let mut comb = Maze::closed(size, None);
        (0..4).for_each(|col| comb.open(col, Direction::East));
        (0..15).for_each(|cell| comb.open(cell, Direction::South));
        let found = measure(&comb).unwrap();
        assert_eq!((found.kind, found.cells, found.passages), ("perfect", 20, 19));
        assert_eq!((found.dead_ends, found.junctions, found.crossings), (5, 3, 0));
        // The outer columns go round their corner up to the next column.
        assert_eq!(found.river, (4.0 + 3.0 + 3.0 + 3.0 + 4.0) / 5.0);
        assert_eq!(found.straightness, 10.0 / 12.0);
        assert_eq!((found.longest_path, found.solution), (Some(10), Some(7)));
    }

    #[test]
    fn dfs_has_longer_alleys_than_prim() {
        let river = |algorithm| {
            let recipe = Recipe { algorithm, ..Recipe::new(Size::new(60, 60).unwrap(), 3) };
            measure(&recipe.make().unwrap()).unwrap().river
        };
        assert!(river(Algorithm::Dfs) > river(Algorithm::Prim));
    }
}
