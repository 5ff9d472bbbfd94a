//! Fills the first empty cell, always: every placement that covers it and nothing before it is a child.

use std::{cmp::Reverse, ops::Range, sync::Arc};

use crate::search::Tree;

use super::{
    arrangement::Arrangement,
    board::{Board, BoardKind},
    mask::Mask,
    placements::Compiled,
};

/// A placement that begins at some cell.
#[derive(Debug)]
struct Candidate<const N: usize> {
    cells: Mask<N>,
    /// The piece, as a bit.
    piece: u64,
    placement: u32,
}

#[derive(Debug)]
struct Table<const N: usize> {
    /// For each cell, in scan order, the placements whose first cell it is.
    starting_at: Vec<Vec<Candidate<N>>>,
    given: Vec<Option<usize>>,
}

/// What is known at a node: what is filled, which pieces are used, and which cell comes next.
#[derive(Clone, Copy, Debug)]
struct Node<const N: usize> {
    filled: Mask<N>,
    used: u64,
    cell: usize,
    /// The candidate that led here.
    taken: u32,
}

/// The cursor of the cover tree.
#[derive(Clone, Debug)]
pub(super) struct Cover<const N: usize> {
    table: Arc<Table<N>>,
    node: Node<N>,
    above: Vec<Node<N>>,
}

impl<const N: usize> Cover<N> {
    pub fn new(compiled: &Compiled) -> Self {
        let order = scan_order(&compiled.puzzle.board);
        let mut rank = vec![0; order.len()];
        for (at, cell) in order.iter().enumerate() {
            rank[*cell] = at;
        }
        let mut starting_at: Vec<Vec<Candidate<N>>> = (0..order.len()).map(|_| Vec::new()).collect();
        for open in compiled.open_pieces() {
            for placement in open.placements {
                let ranks = || compiled.pieces[open.index].placements[placement].iter_ones().map(|cell| rank[cell]);
                let first = ranks().min().expect("a piece has cells");
                let candidate =
                    Candidate { cells: Mask::of(ranks()), piece: 1 << open.index, placement: placement as u32 };
                starting_at[first].push(candidate);
            }
        }
        let beyond = order.len()..N * 64;
        let given = compiled.given_cells();
        let filled = Mask::of(given.iter_ones().map(|cell| rank[cell]).chain(beyond));
        let given = compiled.pieces.iter().map(|piece| piece.given).collect();
        let node = Node { filled, used: 0, cell: filled.first_free(), taken: 0 };
        Self { table: Arc::new(Table { starting_at, given }), node, above: Vec::with_capacity(64) }
    }
}

/// The order in which cells are filled. The longest side comes last, so that the border between filled and empty
/// cells stays short; a pyramid is filled from its top.
pub(super) fn scan_order(board: &Board) -> Vec<usize> {
    let mut axes = [(board.depth(), 0), (board.height(), 1), (board.width(), 2)];
    if board.kind() != BoardKind::Pyramid {
        axes.sort_by_key(|(length, _)| Reverse(*length));
    }
    let mut order: Vec<usize> = (0..board.cells()).collect();
    order.sort_by_key(|cell| {
        let spot = board.spots()[*cell];
        let coordinates = [spot.layer, spot.row, spot.column];
        axes.map(|(_, axis)| coordinates[axis])
    });
    order
}

impl<const N: usize> Tree for Cover<N> {
    type Answer = Arrangement;

    #[inline]
    fn fanout(&self) -> u32 {
        self.table.starting_at.get(self.node.cell).map_or(0, |candidates| candidates.len() as u32)
    }

    #[inline]
    fn enter(&mut self, digits: Range<u32>) -> Option<u32> {
        let node = self.node;
        let candidates = self.table.starting_at.get(node.cell)?;
        let range = digits.start as usize..digits.end as usize;
        let found = candidates
            .get(range)?
            .iter()
            .position(|candidate| (candidate.piece & node.used == 0) & candidate.cells.is_disjoint(&node.filled))?;
        let digit = digits.start + found as u32;
        let candidate = &candidates[digit as usize];
        let filled = node.filled.union(&candidate.cells);
        self.above.push(node);
        self.node = Node { filled, used: node.used | candidate.piece, cell: filled.first_free(), taken: digit };
        Some(digit)
    }

    #[inline]
    fn leave(&mut self) {
        if let Some(above) = self.above.pop() {
            self.node = above;
        }
    }

    #[inline]
    fn is_answer(&self) -> bool {
        self.node.cell == N * 64
    }

    fn answer(&self) -> Arrangement {
        let mut placements = self.table.given.clone();
        let below = self.above.iter().skip(1).chain([&self.node]);
        for (node, child) in self.above.iter().zip(below) {
            let candidate = &self.table.starting_at[node.cell][child.taken as usize];
            placements[candidate.piece.trailing_zeros() as usize] = Some(candidate.placement as usize);
        }
        Arrangement::new(placements)
    }
}
