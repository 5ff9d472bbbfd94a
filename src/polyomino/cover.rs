//! Fills the first empty cell, always: every placement that covers it and nothing before it is a child. Where cells
//! may stay empty, so is to leave it: a hole is a piece of one cell.

use std::{ops::Range, sync::Arc};

use crate::{
    bits::WordSet,
    search::{Control, StopReason, Sweep, Tally, Tree},
};

use super::{
    arrangement::{Arrangement, Arranger},
    placements::Compiled,
    supply::Used,
};

/// A placement that begins at some cell.
#[derive(Debug)]
struct Candidate<const N: usize, U> {
    cells: WordSet<N>,
    /// The bit that tells that no piece of its kind is left.
    none_left: U,
}

/// What a candidate stands for. Only taking it needs this, so it stays out of the way of the search.
#[derive(Clone, Copy, Debug)]
struct Origin<U> {
    /// What it takes from the supply.
    unit: U,
    /// Its kind and placement; `None` for a hole.
    placed: Option<(u32, u32)>,
}

#[derive(Debug)]
struct Table<const N: usize, U> {
    /// The placements, by the first cell they cover in scan order.
    candidates: Vec<Candidate<N, U>>,
    origins: Vec<Origin<U>>,
    /// For each cell, in scan order, where its candidates begin; those of the next cell follow. A full board has none.
    first_of_cell: Vec<u32>,
    /// Is there a kind with several pieces, or are there holes?
    has_copies: bool,
    /// How many steps a solution can have.
    most_steps: usize,
    arranger: Arranger,
}

/// With so few pieces left, the rest is searched by recursion: it costs less than the engine's stack does.
const SWEPT_PIECES: usize = 9;

/// What is known at a node: what is filled, which pieces are used, and which placements can fill the next cell.
#[derive(Clone, Copy, Debug)]
struct Node<const N: usize, U> {
    filled: WordSet<N>,
    used: U,
    /// The candidates of the first empty cell.
    first: u32,
    count: u32,
    /// The candidate that led here.
    taken: u32,
}

impl<const N: usize, U: Used> Node<N, U> {
    #[inline(always)]
    fn new(table: &Table<N, U>, filled: WordSet<N>, used: U, taken: u32) -> Self {
        let cell = filled.first_free();
        let first = table.first_of_cell[cell];
        Self { filled, used, first, count: table.first_of_cell[cell + 1] - first, taken }
    }
}

/// The cursor of the cover tree, for as many pieces as one word can count.
pub type Cover<const N: usize> = CoverTree<N, u64>;

/// The same for as many pieces as there can be.
pub type WideCover<const N: usize> = CoverTree<N, u128>;

/// The cursor of the cover tree.
#[derive(Clone, Debug)]
pub struct CoverTree<const N: usize, U> {
    table: Arc<Table<N, U>>,
    /// The nodes from the root to the current one, and room for those below.
    nodes: Vec<Node<N, U>>,
    depth: usize,
}

impl<const N: usize, U: Used> CoverTree<N, U> {
    /// The root of the tree of a compiled puzzle.
    #[cfg(test)]
    pub fn new(compiled: &Compiled) -> Self {
        Self::under(compiled, &Control::default()).expect("nothing stops it")
    }

    /// The same, unless the run has to stop: there may be millions of placements.
    pub fn under(compiled: &Compiled, control: &Control) -> Result<Self, StopReason> {
        let mut lookout = control.lookout();
        let order = compiled.puzzle.board.scan_order();
        let mut rank = vec![0; order.len()];
        for (at, cell) in order.iter().enumerate() {
            rank[*cell] = at;
        }
        let given = compiled.given_cells();
        let kinds = compiled.open_kinds();
        let supply = compiled.supply(&kinds);
        // First only where each begins: the candidates then take their places without being moved.
        let mut beginnings: Vec<(u32, Option<u32>, u32)> = Vec::new();
        let ranks = |kind: u32, placement: u32| {
            let cells = &compiled.pieces[kinds[kind as usize].piece].placements[placement as usize];
            cells.iter_ones().map(|cell| rank[cell])
        };
        for (number, kind) in (0..).zip(&kinds) {
            for &placement in &kind.placements {
                lookout.spend(order.len() as u64)?;
                let first = ranks(number, placement as u32).min().expect("a piece has cells");
                beginnings.push((first as u32, Some(number), placement as u32));
            }
        }
        let holes = compiled.puzzle.holes().unwrap_or(0);
        if holes > 0 {
            beginnings.extend(given.iter_zeros().map(|cell| (rank[cell] as u32, None, 0)));
        }
        beginnings.sort_by_key(|(first, ..)| *first);
        control.allow_memory((beginnings.len() * size_of::<(Candidate<N, U>, Origin<U>)>()) as u64)?;
        let mut candidates = Vec::with_capacity(beginnings.len());
        let mut origins = Vec::with_capacity(beginnings.len());
        for &(first, kind, placement) in &beginnings {
            lookout.spend(order.len() as u64)?;
            let field = supply.fields[kind.map_or(kinds.len(), |kind| kind as usize)];
            let cells = match kind {
                Some(kind) => WordSet::of(ranks(kind, placement)),
                None => WordSet::of([first as usize]),
            };
            candidates.push(Candidate { cells, none_left: U::of(field.none_left) });
            let placed = kind.map(|kind| (kinds[kind as usize].piece as u32, placement));
            origins.push(Origin { unit: U::of(field.unit), placed });
        }
        // A full board looks like one whose first empty cell is the last one of the mask.
        let first_of_cell = (0..N * 64 + 2)
            .map(|cell| beginnings.partition_point(|(first, ..)| (*first as usize) < cell) as u32)
            .collect();
        let most_steps = kinds.iter().map(|kind| kind.copies).sum::<usize>() + holes;
        let has_copies = holes > 0 || kinds.iter().any(|kind| kind.copies > 1);
        let arranger = Arranger::new(compiled);
        let table = Table { candidates, origins, first_of_cell, has_copies, most_steps, arranger };

        let beyond = order.len()..N * 64;
        let filled = WordSet::of(given.iter_ones().map(|cell| rank[cell]).chain(beyond));
        let nodes = vec![Node::new(&table, filled, U::of(supply.start), 0); most_steps + 1];
        Ok(Self { table: Arc::new(table), nodes, depth: 0 })
    }
}

impl<const N: usize, U: Used> Tree for CoverTree<N, U> {
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
        let found = untried
            .iter()
            .position(|candidate| candidate.none_left.common(used) | candidate.cells.overlap(&filled) == 0)?;
        let candidate = &untried[found];
        let digit = digits.start + found as u32;
        let used = used + self.table.origins[(first + digit) as usize].unit;
        *child = Node::new(&self.table, filled.union(&candidate.cells), used, first + digit);
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
        self.depth + SWEPT_PIECES >= self.table.most_steps
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, Arrangement>) {
        let (table, depth) = (Arc::clone(&self.table), self.depth);
        let Node { filled, used, .. } = self.nodes[depth];
        if sweep.only_counts() {
            let most_nodes = sweep.tally.nodes + sweep.room();
            let count = if table.has_copies { count_below::<N, true, U> } else { count_below::<N, false, U> };
            return count(&table, filled, used, sweep.tally, most_nodes);
        }
        sweep_below(&table, (filled, used), (&mut self.nodes, depth), sweep);
    }

    fn answer(&self) -> Arrangement {
        self.table.arrangement(&self.nodes[1..=self.depth])
    }

    fn so_far(&self) -> Option<Arrangement> {
        Some(self.answer())
    }
}

/// Counts the ways to fill the rest of the board by plain recursion. A count that has become too long comes back: every
/// call that follows returns at once.
fn count_below<const N: usize, const COPIES: bool, U: Used>(
    table: &Table<N, U>,
    filled: WordSet<N>,
    used: U,
    tally: &mut Tally,
    most_nodes: u64,
) {
    if tally.nodes > most_nodes {
        return;
    }
    let cell = filled.first_free();
    let first = table.first_of_cell[cell] as usize;
    let candidates = &table.candidates[first..table.first_of_cell[cell + 1] as usize];
    tally.cases += candidates.len() as u64;
    for (index, candidate) in candidates.iter().enumerate() {
        if candidate.none_left.common(used) | candidate.cells.overlap(&filled) == 0 {
            let filled = filled.union(&candidate.cells);
            tally.nodes += 1;
            if filled.is_full() {
                tally.answers += 1;
            } else {
                // A piece without copies is used up by being used.
                let unit = if COPIES { table.origins[first + index].unit } else { candidate.none_left };
                count_below::<N, COPIES, U>(table, filled, used + unit, tally, most_nodes);
            }
        }
    }
}

/// Fills the rest of the board by plain recursion. Of the nodes below only what was taken is filled in.
fn sweep_below<const N: usize, U: Used>(
    table: &Table<N, U>,
    (filled, used): (WordSet<N>, U),
    (nodes, depth): (&mut [Node<N, U>], usize),
    sweep: &mut Sweep<'_, Arrangement>,
) {
    let cell = filled.first_free();
    let first = table.first_of_cell[cell];
    let mut untried = &table.candidates[first as usize..table.first_of_cell[cell + 1] as usize];
    let mut index = first;
    let is_free =
        |candidate: &Candidate<N, U>| candidate.none_left.common(used) | candidate.cells.overlap(&filled) == 0;
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
            let used = used + table.origins[index as usize - 1].unit;
            sweep_below(table, (filled, used), (nodes, depth + 1), sweep);
        }
        if sweep.is_too_long() {
            return;
        }
    }
    sweep.tally.cases += untried.len() as u64;
}

impl<const N: usize, U> Table<N, U> {
    /// What the nodes below the root, down to a solution, say.
    fn arrangement(&self, nodes: &[Node<N, U>]) -> Arrangement {
        self.arranger.arrange(nodes.iter().filter_map(|node| {
            let (kind, placement) = self.origins[node.taken as usize].placed?;
            Some((kind as usize, placement as usize))
        }))
    }
}
