//! The search that the engine is measured against: plain recursion, written as one would without an engine.

use std::hint::black_box;

use fathom::{polyomino::Compiled, search::Tally};

/// First empty cell.
pub struct Recursion {
    starting_at: Vec<Vec<(u64, u64)>>,
    full: u64,
}

impl Recursion {
    /// The tables of a compiled puzzle of up to 64 cells.
    pub fn new(compiled: &Compiled) -> Self {
        let order = compiled.puzzle.board.scan_order();
        let mut starting_at = vec![Vec::new(); order.len()];
        for open in compiled.open_kinds() {
            for placement in open.placements {
                let cells = &compiled.pieces[open.piece].placements[placement];
                let bits = (0..order.len()).filter(|at| cells[order[*at]]).fold(0u64, |bits, at| bits | 1 << at);
                starting_at[bits.trailing_zeros() as usize].push((bits, 1u64 << open.piece));
            }
        }
        Self { full: u64::MAX >> (64 - order.len()), starting_at }
    }

    /// Counts solutions, nodes and cases, as the engine does.
    fn count(&self, filled: u64, used: u64, tally: &mut Tally) {
        let candidates = &self.starting_at[filled.trailing_ones() as usize];
        tally.cases += candidates.len() as u64;
        for &(cells, piece) in candidates {
            if (piece & used == 0) & (cells & filled == 0) {
                let filled = filled | cells;
                tally.nodes += 1;
                if filled == self.full {
                    tally.answers += 1;
                } else {
                    self.count(filled, used | piece, tally);
                }
            }
        }
    }

    /// The number of solutions.
    pub fn solutions(&self) -> u64 {
        let mut tally = Tally::default();
        self.count(0, 0, &mut tally);
        black_box(tally).answers
    }
}
