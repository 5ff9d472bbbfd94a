//! Fills the first empty cell, always: every placement that covers it and nothing before it is a child.

use std::{cmp::Reverse, ops::Range, sync::Arc};

use crate::search::{Sweep, Tree};

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
}

#[derive(Debug)]
struct Table<const N: usize> {
    /// The placements, by the first cell they cover in scan order.
    candidates: Vec<Candidate<N>>,
    /// The numbers of those placements. Only answers need them, so they stay out of the way of the search.
    placements: Vec<u32>,
    /// For each cell, in scan order, where its candidates begin; those of the next cell follow. A full board has none.
    first_of_cell: Vec<u32>,
    given: Vec<Option<usize>>,
}

/// With so few pieces left, the rest is searched by recursion: it costs less than the engine's stack does.
const SWEPT_PIECES: usize = 9;

/// What is known at a node: what is filled, which pieces are used, and which placements can fill the next cell.
#[derive(Clone, Copy, Debug)]
struct Node<const N: usize> {
    filled: Mask<N>,
    used: u64,
    /// The candidates of the first empty cell.
    first: u32,
    count: u32,
    /// The candidate that led here.
    taken: u32,
}

impl<const N: usize> Node<N> {
    #[inline(always)]
    fn new(table: &Table<N>, filled: Mask<N>, used: u64, taken: u32) -> Self {
        let cell = filled.first_free();
        let first = table.first_of_cell[cell];
        Self { filled, used, first, count: table.first_of_cell[cell + 1] - first, taken }
    }
}

/// The cursor of the cover tree.
#[derive(Clone, Debug)]
pub struct Cover<const N: usize> {
    table: Arc<Table<N>>,
    /// The nodes from the root to the current one, and room for those below.
    nodes: Vec<Node<N>>,
    depth: usize,
}

impl<const N: usize> Cover<N> {
    /// The root of the tree of a compiled puzzle.
    pub fn new(compiled: &Compiled) -> Self {
        let order = scan_order(&compiled.puzzle.board);
        let mut rank = vec![0; order.len()];
        for (at, cell) in order.iter().enumerate() {
            rank[*cell] = at;
        }
        let mut starting_at: Vec<Vec<(Candidate<N>, u32)>> = (0..order.len()).map(|_| Vec::new()).collect();
        for open in compiled.open_pieces() {
            for placement in open.placements {
                let ranks = || compiled.pieces[open.index].placements[placement].iter_ones().map(|cell| rank[cell]);
                let first = ranks().min().expect("a piece has cells");
                let candidate = Candidate { cells: Mask::of(ranks()), piece: 1 << open.index };
                starting_at[first].push((candidate, placement as u32));
            }
        }
        let mut first_of_cell = vec![0];
        first_of_cell.extend(starting_at.iter().scan(0, |end, candidates| {
            *end += candidates.len() as u32;
            Some(*end)
        }));
        // A full board looks like one whose first empty cell is the last one of the mask.
        first_of_cell.resize(N * 64 + 2, *first_of_cell.last().expect("it begins with 0"));
        let given = compiled.pieces.iter().map(|piece| piece.given).collect();
        let (candidates, placements) = starting_at.into_iter().flatten().unzip();
        let table = Table { candidates, placements, first_of_cell, given };

        let beyond = order.len()..N * 64;
        let filled = Mask::of(compiled.given_cells().iter_ones().map(|cell| rank[cell]).chain(beyond));
        // Every level places a piece.
        let nodes = vec![Node::new(&table, filled, 0, 0); compiled.pieces.len() + 1];
        Self { table: Arc::new(table), nodes, depth: 0 }
    }
}

/// The order in which cells are filled. The longest side comes last, so that the border between filled and empty
/// cells stays short; a pyramid is filled from its top.
pub fn scan_order(board: &Board) -> Vec<usize> {
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
        self.nodes[self.depth].count
    }

    #[inline(always)]
    fn enter(&mut self, digits: Range<u32>) -> Option<u32> {
        let [node, child] = self.nodes.get_mut(self.depth..self.depth + 2)? else { return None };
        let Node { filled, used, first, .. } = *node;
        let untried = (first + digits.start) as usize..(first + digits.end) as usize;
        let untried = self.table.candidates.get(untried)?;
        let found =
            untried.iter().position(|candidate| (candidate.piece & used) | candidate.cells.common(&filled) == 0)?;
        let candidate = &untried[found];
        let digit = digits.start + found as u32;
        *child = Node::new(&self.table, filled.union(&candidate.cells), used | candidate.piece, first + digit);
        self.depth += 1;
        Some(digit)
    }

    #[inline]
    fn leave(&mut self) {
        self.depth -= 1;
    }

    #[inline]
    fn is_answer(&self) -> bool {
        self.nodes[self.depth].filled.is_full()
    }

    #[inline]
    fn can_sweep(&self) -> bool {
        self.depth + SWEPT_PIECES >= self.nodes.len() - 1
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, Arrangement>) {
        let (table, depth) = (Arc::clone(&self.table), self.depth);
        let Node { filled, used, .. } = self.nodes[depth];
        sweep_below(&table, (filled, used), (&mut self.nodes, depth), sweep);
    }

    fn answer(&self) -> Arrangement {
        self.table.arrangement(&self.nodes[1..=self.depth])
    }
}

/// Fills the rest of the board by plain recursion. Of the nodes below only what was taken is filled in.
fn sweep_below<const N: usize>(
    table: &Table<N>,
    (filled, used): (Mask<N>, u64),
    (nodes, depth): (&mut [Node<N>], usize),
    sweep: &mut Sweep<'_, Arrangement>,
) {
    let cell = filled.first_free();
    let first = table.first_of_cell[cell];
    let mut untried = &table.candidates[first as usize..table.first_of_cell[cell + 1] as usize];
    let mut index = first;
    let is_free = |candidate: &Candidate<N>| (candidate.piece & used) | candidate.cells.common(&filled) == 0;
    while let Some(found) = untried.iter().position(is_free) {
        let candidate = &untried[found];
        untried = &untried[found + 1..];
        index += found as u32 + 1;
        sweep.tally.nodes += 1;
        sweep.tally.cases += found as u64 + 1;
        nodes[depth + 1].taken = index - 1;
        let filled = filled.union(&candidate.cells);
        if filled.is_full() {
            sweep.answer(|| table.arrangement(&nodes[1..depth + 2]));
        } else {
            sweep_below(table, (filled, used | candidate.piece), (nodes, depth + 1), sweep);
        }
        if sweep.is_too_long() {
            return;
        }
    }
    sweep.tally.cases += untried.len() as u64;
}

impl<const N: usize> Table<N> {
    /// What the nodes below the root, down to a solution, say.
    fn arrangement(&self, nodes: &[Node<N>]) -> Arrangement {
        let mut placements = self.given.clone();
        for index in nodes.iter().map(|node| node.taken as usize) {
            let piece = self.candidates[index].piece.trailing_zeros();
            placements[piece as usize] = Some(self.placements[index] as usize);
        }
        Arrangement::new(placements)
    }
}
