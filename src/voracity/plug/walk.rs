//! Goes from one profile over a stretch of cells of one row, in all possible ways.

use multiversion::multiversion;

use super::arcs::Arcs;
use super::profile::{Exit, FIELD, OUTWARD_OR_STEPS, PLUG, STEPS, expand};

/// Bits of an exit where several are packed into one word, the first cell's lowest.
pub(super) const EXIT_BITS: u32 = 3;

/// The cells `from..to` of one row.
pub(super) struct Stretch<'a> {
    /// The board.
    pub arcs: &'a Arcs,
    /// The first cell.
    pub from: usize,
    /// One more than the last cell.
    pub to: usize,
}

/// A way that was gone in part.
#[derive(Clone, Copy)]
struct Part {
    column: usize,
    profile: u64,
    covered: u16,
    exits: u32,
}

impl Stretch<'_> {
    /// Calls `arrive` for every way over the stretch: the profile behind it, the cells covered on it and the exits.
    pub fn walk(&self, profile: u64, arrive: &mut impl FnMut(u64, u16, u32)) {
        let column = self.from % self.arcs.width;
        go_on(self, Part { column, profile, covered: 0, exits: 0 }, arrive);
    }

    /// The lines that pass the stretch from above: what the plugs below it look like whichever way is gone. Zero
    /// where nothing is known. Only for stretches that are whole rows.
    pub fn foreseen(profile: u64) -> u64 {
        let passing = (profile >> 1 | profile >> 2 | profile >> 3) & super::profile::EVERY_FIELD;
        (profile & (passing * OUTWARD_OR_STEPS)) - passing
    }
}

/// Goes the rest of a way. Profiles are taken apart by shifts, of which newer processors have better ones.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn go_on(stretch: &Stretch<'_>, mut part: Part, arrive: &mut impl FnMut(u64, u16, u32)) {
    let row = stretch.from - stretch.from % stretch.arcs.width;
    let end = stretch.to - row;
    // First over the cells at which there is nothing to decide: lines that began earlier pass them.
    loop {
        if part.column == end {
            let is_row_done = end == stretch.arcs.width;
            arrive(if is_row_done { part.profile << FIELD } else { part.profile }, part.covered, part.exits);
            return;
        }
        let shift = FIELD * part.column as u32;
        let left = (part.profile >> shift) & PLUG;
        let above = (part.profile >> (shift + FIELD)) & PLUG;
        if left & STEPS > 1 {
            let passed = ((left & STEPS) as usize - 1).min(end - part.column);
            part.profile ^= left << shift;
            part.profile |= (left - passed as u64) << (shift + FIELD * passed as u32);
            part.column += passed;
            part.covered += passed as u16;
        } else if above & STEPS > 1 {
            part.profile ^= above << (shift + FIELD) | (above - 1) << shift;
            part.column += 1;
            part.covered += 1;
        } else {
            break;
        }
    }
    let exit_shift = EXIT_BITS * (row + part.column - stretch.from) as u32;
    expand(&stretch.arcs.cells[row + part.column], part.column, part.profile, |profile, covered, exit: Exit| {
        let exits = part.exits | (exit as u32) << exit_shift;
        let covered = part.covered + covered;
        go_on(stretch, Part { column: part.column + 1, profile, covered, exits }, arrive);
    });
}
