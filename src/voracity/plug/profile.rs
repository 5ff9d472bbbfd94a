//! The profile: what the part of the board that was swept tells the rest, packed into one word.
//!
//! Between swept and unswept cells there are `width + 1` edges; the path may cross each of them once. A crossing is a
//! *plug* of seven bits: steps left to the stop at the far end of its line (4 bits), the heading (1 bit: does the path
//! leave the swept part here or enter it?), and how it is joined to the other plugs inside the swept part (2 bits).
//! Paths do not cross, so joined plugs nest like brackets; a plug joined to the path's start or to its end stands
//! alone. The edge to the left of the next cell is field `column`, the one above it `column + 1`.

use super::arcs::{Cell, RightLine};

/// Bits of a plug.
pub(super) const FIELD: u32 = 7;
/// The heading bit: the path leaves the swept part.
pub(super) const OUTWARD: u64 = 1 << 4;

/// A whole plug.
pub(super) const PLUG: u64 = (1 << FIELD) - 1;
/// The steps of a plug.
pub(super) const STEPS: u64 = 0b1111;
/// The part of a plug that belongs to its line: all but how it is joined to others.
pub(super) const OUTWARD_OR_STEPS: u64 = OUTWARD | STEPS;

const OPENING: u64 = 0b01 << 5;
const CLOSING: u64 = 0b10 << 5;
/// Joined to the start of the path if its heading is outward, else to the end.
const TERMINAL: u64 = 0b11 << 5;
const JOINT: u64 = 0b11 << 5;

/// One bit for each of the nine fields.
pub(super) const EVERY_FIELD: u64 = 0x0102_0408_1020_4081;

/// Which way the path leaves a cell, in the sweep's directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Exit {
    /// The path does not stop here, or ends here.
    None,
    Down,
    Left,
    Right,
    Up,
}

/// Is there a plug that leads to the end of the path?
#[inline]
fn has_end(profile: u64) -> bool {
    let terminals = (profile >> 5) & (profile >> 6) & EVERY_FIELD;
    terminals & !(profile >> 4) != 0
}

/// Where the plug joined to the one at `shift` is.
#[inline]
fn mate(profile: u64, shift: u32) -> u32 {
    let low = (profile >> 5) & EVERY_FIELD;
    let high = (profile >> 6) & EVERY_FIELD;
    let openings = low & !high;
    let closings = high & !low;
    let mut depth = 0;
    if (profile >> shift) & JOINT == OPENING {
        let mut brackets = (openings | closings) >> shift << shift;
        while brackets != 0 {
            let at = brackets.trailing_zeros();
            depth += if closings >> at & 1 == 1 { -1 } else { 1 };
            if depth == 0 {
                return at;
            }
            brackets &= brackets - 1;
        }
    } else {
        let mut brackets = (openings | closings) & ((1 << shift) | ((1 << shift) - 1));
        while brackets != 0 {
            let at = 63 - brackets.leading_zeros();
            depth += if closings >> at & 1 == 1 { 1 } else { -1 };
            if depth == 0 {
                return at;
            }
            brackets ^= 1 << at;
        }
    }
    unreachable!("brackets of a profile are balanced")
}

/// Can a line to the right begin here? What comes from above must let it pass and must fit its far end.
#[inline]
fn is_clear(line: &RightLine, profile: u64) -> bool {
    if profile & line.passed != 0 {
        return false;
    }
    let above = (profile >> line.stop_shift) & PLUG;
    if above == 0 { line.may_end_alone } else { above & STEPS == 1 && (above ^ line.plug) & OUTWARD != 0 }
}

/// All ways to treat the next cell, in `column`, if no line passes it: the profiles after it, the cells covered by it
/// (0 or 1) and the way the path leaves it.
#[inline]
pub(super) fn expand(cell: &Cell, column: usize, profile: u64, mut emit: impl FnMut(u64, u16, Exit)) {
    let left_shift = FIELD * column as u32;
    let above_shift = left_shift + FIELD;
    let left = (profile >> left_shift) & PLUG;
    let above = (profile >> above_shift) & PLUG;
    let others = profile & !(PLUG << left_shift | PLUG << above_shift);
    // After the cell, the edge below it is where the left one was, and the one to its right where the upper one was.
    let (below_shift, right_shift) = (left_shift, above_shift);

    if left == 0 && above == 0 {
        if cell.is_start {
            if others == 0 {
                emit(0, 0, Exit::None);
            }
            for line in cell.right_out.iter().filter(|line| is_clear(line, others)) {
                emit(others | (line.plug | TERMINAL) << right_shift, 0, Exit::Right);
            }
            for plug in &cell.down_out {
                emit(others | (plug | TERMINAL) << below_shift, 0, Exit::Down);
            }
            return;
        }
        emit(others, 0, Exit::None);
        if others == 0 && cell.is_after_start {
            return; // The path is complete.
        }
        for line in cell.right_out.iter().filter(|line| is_clear(line, others)) {
            for below in &cell.down_in {
                emit(others | (line.plug | CLOSING) << right_shift | (below | OPENING) << below_shift, 1, Exit::Right);
            }
        }
        let may_end = !has_end(others);
        for line in cell.right_in.iter().filter(|line| is_clear(line, others)) {
            for below in &cell.down_out {
                emit(others | (line.plug | CLOSING) << right_shift | (below | OPENING) << below_shift, 1, Exit::Down);
            }
            if may_end {
                emit(others | (line.plug | TERMINAL) << right_shift, 1, Exit::None);
            }
        }
        if may_end {
            for below in &cell.down_in {
                emit(others | (below | TERMINAL) << below_shift, 1, Exit::None);
            }
        }
    } else if left != 0 && above != 0 {
        let is_joint = left & STEPS == 1 && above & STEPS == 1 && (left ^ above) & OUTWARD != 0;
        let is_cycle = left & JOINT == OPENING && above & JOINT == CLOSING;
        if !is_joint || is_cycle || cell.is_start {
            return;
        }
        let exit = if left & OUTWARD == 0 { Exit::Left } else { Exit::Up };
        let joined = match (left & JOINT, above & JOINT) {
            (TERMINAL, TERMINAL) => {
                if others == 0 {
                    emit(0, 1, exit);
                }
                return;
            }
            (TERMINAL, _) => with_joint(others, mate(profile, above_shift), TERMINAL),
            (_, TERMINAL) => with_joint(others, mate(profile, left_shift), TERMINAL),
            (OPENING, OPENING) => with_joint(others, mate(profile, above_shift), OPENING),
            (CLOSING, CLOSING) => with_joint(others, mate(profile, left_shift), CLOSING),
            _ => others,
        };
        emit(joined, 1, exit);
    } else {
        let (plug, shift, backward) =
            if left != 0 { (left, left_shift, Exit::Left) } else { (above, above_shift, Exit::Up) };
        let joint = plug & JOINT;
        if cell.is_start {
            if joint != TERMINAL {
                emit(with_joint(others, mate(profile, shift), TERMINAL), 0, backward);
            } else if others == 0 {
                emit(0, 0, backward);
            }
            return;
        }
        if plug & OUTWARD != 0 {
            if joint == TERMINAL {
                if others == 0 {
                    emit(0, 1, Exit::None);
                }
            } else if !has_end(others) {
                emit(with_joint(others, mate(profile, shift), TERMINAL), 1, Exit::None);
            }
            for line in cell.right_out.iter().filter(|line| is_clear(line, others)) {
                emit(others | (line.plug | joint) << right_shift, 1, Exit::Right);
            }
            for below in &cell.down_out {
                emit(others | (below | joint) << below_shift, 1, Exit::Down);
            }
        } else {
            for line in cell.right_in.iter().filter(|line| is_clear(line, others)) {
                emit(others | (line.plug | joint) << right_shift, 1, backward);
            }
            for below in &cell.down_in {
                emit(others | (below | joint) << below_shift, 1, backward);
            }
        }
    }
}

/// The profile with a plug joined otherwise.
#[inline]
fn with_joint(profile: u64, shift: u32, joint: u64) -> u64 {
    profile & !(JOINT << shift) | joint << shift
}
