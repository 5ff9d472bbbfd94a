//! Brute force, pure: pieces in file order, all placements in order, past a whole subtree as soon as two pieces meet.
//!
//! A digit is a placement of the next piece, so ids in the search tree are placement ids; where pieces may be left
//! over, the first digit leaves the piece out. Nothing is left out that a plain loop over all placements would look
//! at, and each is counted as a case; but 64 of them are looked at at once: for each placement the table holds which
//! placements of the later pieces keep clear of it, as bits, and the words of the pieces placed so far are combined on
//! the way down.

use std::{ops::Range, sync::Arc};

use bitvec::prelude::*;

use crate::{
    bits::first_in,
    search::{Control, StopReason, Sweep, Tree},
};

use super::{
    arrangement::{Arrangement, Arranger},
    placements::Compiled,
};

/// One level of the tree: a piece and its bits in every row of the table.
#[derive(Debug)]
struct Level {
    piece: usize,
    /// The first piece of its kind.
    kind: usize,
    /// What can be done with the piece, in the order of digits: the placements that keep clear of given pieces, and
    /// before them, where that is allowed, none at all.
    choices: Vec<Option<usize>>,
    /// The cells it covers if it is placed.
    size: usize,
    /// Where its bits are: words of a row.
    words: Range<usize>,
    /// The number of the row of its first placement.
    first_row: usize,
}

#[derive(Debug)]
struct Table {
    levels: Vec<Level>,
    /// Words in a row.
    stride: usize,
    /// For each placement a row: the placements of later pieces that keep clear of it.
    clear: Vec<u64>,
    /// Do all pieces have to be placed? Their areas then tell that the board is full.
    is_exact: bool,
    /// How many cells the pieces have to cover.
    least_covered: usize,
    arranger: Arranger,
}

/// With so few pieces left, the rest is searched by recursion: it costs less than the engine's stack does.
const SWEPT_PIECES: usize = 4;

/// The cursor of the brute-force tree.
#[derive(Clone, Debug)]
pub struct Brute {
    table: Arc<Table>,
    depth: usize,
    /// One row for each depth: the placements that keep clear of all pieces placed above.
    free: Vec<u64>,
    /// The placement taken at each depth.
    taken: Vec<u32>,
}

/// The bytes the table takes.
pub(super) fn table_bytes(compiled: &Compiled) -> u64 {
    let rows: usize = compiled.pieces.iter().map(|piece| piece.placements.len()).sum();
    let words: usize = compiled.pieces.iter().map(|piece| piece.placements.len().div_ceil(64)).sum();
    rows as u64 * words as u64 * 8
}

impl Brute {
    /// The root of the tree of a compiled puzzle.
    #[cfg(test)]
    pub fn new(compiled: &Compiled) -> Self {
        Self::under(compiled, &Control::default()).expect("nothing stops it")
    }

    /// The same, unless the run has to stop: tables may take gigabytes.
    pub fn under(compiled: &Compiled, control: &Control) -> Result<Self, StopReason> {
        let table = Table::under(compiled, control)?;
        let mut free = vec![0; (table.levels.len() + 1) * table.stride];
        for level in &table.levels {
            free[level.words.clone()].view_bits_mut::<Lsb0>()[..level.choices.len()].fill(true);
        }
        let taken = vec![0; table.levels.len()];
        Ok(Self { table: Arc::new(table), depth: 0, free, taken })
    }
}

impl Table {
    fn under(compiled: &Compiled, control: &Control) -> Result<Self, StopReason> {
        let mut lookout = control.lookout();
        let mut levels: Vec<Level> = Vec::new();
        let (mut stride, mut rows) = (0, 0);
        for (piece, choices) in choices(compiled) {
            let words = stride..stride + choices.len().div_ceil(64);
            let first_row = rows;
            stride = words.end;
            rows += choices.len();
            let size = compiled.puzzle.pieces[piece].cells.len();
            levels.push(Level { piece, kind: compiled.pieces[piece].kind, choices, size, words, first_row });
        }
        // For each cell, the placements of any piece that avoid it.
        let mut avoiding = vec![bitvec![u64, Lsb0; 1; stride * 64]; compiled.puzzle.board.cells()];
        let cells_of = |level: &Level, at: usize| {
            let placement = level.choices[at].map(|placement| &compiled.pieces[level.piece].placements[placement]);
            placement.into_iter().flat_map(|cells| cells.iter_ones())
        };
        for level in &levels {
            for at in 0..level.choices.len() {
                for cell in cells_of(level, at) {
                    avoiding[cell].set(level.words.start * 64 + at, false);
                }
            }
        }
        control.allow_memory((rows * stride * 8) as u64)?;
        let mut clear = vec![u64::MAX; rows * stride];
        for (depth, level) in levels.iter().enumerate() {
            for at in 0..level.choices.len() {
                lookout.spend((stride * level.size) as u64)?;
                let row = &mut clear[(level.first_row + at) * stride..][..stride];
                for cell in cells_of(level, at) {
                    let words = row.iter_mut().zip(avoiding[cell].as_raw_slice());
                    words.for_each(|(word, avoiding)| *word &= avoiding);
                }
                // A copy of a piece comes after it: what is left out first, and then by placement.
                for copy in levels[depth + 1..].iter().filter(|copy| copy.kind == level.kind) {
                    row[copy.words.clone()].view_bits_mut::<Lsb0>()[..at].fill(false);
                }
            }
        }
        let given: usize = compiled.given_cells().count_ones();
        let least_covered = (compiled.puzzle.board.cells() - given).saturating_sub(compiled.puzzle.rules.holes);
        let is_exact = !compiled.puzzle.rules.spare_pieces;
        Ok(Self { levels, stride, clear, is_exact, least_covered, arranger: Arranger::new(compiled) })
    }
}

/// The open pieces in file order, and for each what a digit means.
pub(super) fn choices(compiled: &Compiled) -> Vec<(usize, Vec<Option<usize>>)> {
    let kinds = compiled.open_kinds();
    let none = compiled.puzzle.rules.spare_pieces.then_some(None);
    let open = compiled.pieces.iter().enumerate().filter(|(_, piece)| piece.given.is_none());
    let with_choices = open.map(|(index, piece)| {
        let kind = kinds.iter().find(|kind| kind.piece == piece.kind).expect("every open piece is of a kind");
        (index, none.into_iter().chain(kind.placements.iter().copied().map(Some)).collect())
    });
    with_choices.collect()
}

impl Tree for Brute {
    type Answer = Arrangement;

    #[inline]
    fn fanout(&self) -> u32 {
        self.table.levels.get(self.depth).map_or(0, |level| level.choices.len() as u32)
    }

    #[inline]
    fn enter(&mut self, digits: Range<u32>) -> Option<u32> {
        let table = &*self.table;
        let level = table.levels.get(self.depth)?;
        let (above, below) = self.free[self.depth * table.stride..].split_at_mut(table.stride);
        let digit = first_in(&above[level.words.clone()], digits)?;
        let clear = &table.clear[(level.first_row + digit as usize) * table.stride..][..table.stride];
        let later = level.words.end..table.stride;
        let words = below[later.clone()].iter_mut().zip(&above[later.clone()]).zip(&clear[later]);
        words.for_each(|((below, above), clear)| *below = above & clear);
        self.taken[self.depth] = digit;
        self.depth += 1;
        Some(digit)
    }

    #[inline]
    fn leave(&mut self) {
        self.depth -= 1;
    }

    #[inline]
    fn is_answer(&self) -> bool {
        self.depth == self.table.levels.len() && self.table.covers_enough(&self.taken)
    }

    #[inline]
    fn can_sweep(&self) -> bool {
        self.depth + SWEPT_PIECES >= self.table.levels.len() && self.depth < self.table.levels.len()
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, Arrangement>) {
        let rows = &mut self.free[self.depth * self.table.stride..];
        self.table.sweep_below(self.depth, rows, &mut self.taken, sweep);
    }

    fn answer(&self) -> Arrangement {
        self.table.arrangement(&self.taken[..self.depth])
    }

    fn so_far(&self) -> Option<Arrangement> {
        Some(self.answer())
    }
}

impl Table {
    /// Places the piece of `depth` and all later ones in every way. The first row says where they still can be.
    fn sweep_below(&self, depth: usize, rows: &mut [u64], taken: &mut [u32], sweep: &mut Sweep<'_, Arrangement>) {
        let level = &self.levels[depth];
        let (row, below) = rows.split_at_mut(self.stride);
        let later = level.words.end..self.stride;
        let mut counted = 0;
        for (index, word) in row[level.words.clone()].iter().enumerate() {
            let mut word = *word;
            while word != 0 {
                let digit = index * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                sweep.tally.nodes += 1;
                sweep.tally.cases += (digit + 1 - counted) as u64;
                counted = digit + 1;
                taken[depth] = digit as u32;
                if depth + 1 == self.levels.len() {
                    if self.covers_enough(taken) {
                        sweep.answer(|| self.arrangement(taken));
                    }
                    continue;
                }
                let clear = &self.clear[(level.first_row + digit) * self.stride..][..self.stride];
                let words = below[later.clone()].iter_mut().zip(&row[later.clone()]).zip(&clear[later.clone()]);
                words.for_each(|((below, above), clear)| *below = above & clear);
                self.sweep_below(depth + 1, below, taken, sweep);
                if sweep.is_too_long() {
                    return;
                }
            }
        }
        sweep.tally.cases += (level.choices.len() - counted) as u64;
    }

    /// Do the pieces leave no more cells empty than they may? Where all have to be placed, their areas tell before.
    fn covers_enough(&self, taken: &[u32]) -> bool {
        let covered = self.levels.iter().zip(taken).filter(|(level, taken)| level.choices[**taken as usize].is_some());
        self.is_exact || covered.map(|(level, _)| level.size).sum::<usize>() >= self.least_covered
    }

    fn arrangement(&self, taken: &[u32]) -> Arrangement {
        let placed = self.levels.iter().zip(taken);
        self.arranger.arrange(placed.filter_map(|(level, taken)| Some((level.kind, level.choices[*taken as usize]?))))
    }
}
