//! Closed regions of empty cells: if no pieces have their area together, a window leads nowhere.

use super::strip::{Kind, Window};

/// What is needed to find closed regions on a rectangle.
#[derive(Debug)]
pub(super) struct Pockets<W> {
    line: usize,
    /// By the place of the first position in its line: the positions that are not the first of their line.
    not_first: Vec<W>,
    not_last: Vec<W>,
    /// The areas that pieces can have together.
    fillable: Vec<bool>,
}

impl<W: Window> Pockets<W> {
    /// `None` if every area can be filled, or lines are too long for windows.
    pub fn new(line: usize, kinds: impl Iterator<Item = Kind>) -> Option<Self> {
        let mut fillable = vec![false; W::BITS + 1];
        fillable[0] = true;
        for kind in kinds {
            for _ in 0..kind.copies.min(W::BITS) {
                for area in (kind.size..fillable.len()).rev() {
                    fillable[area] |= fillable[area - kind.size];
                }
            }
        }
        let bits = |is_in: &dyn Fn(usize) -> bool| {
            (0..W::BITS).filter(|at| is_in(*at)).fold(W::zero(), |set, at| set | W::one() << at)
        };
        let not_first = (0..line).map(|at| bits(&|bit| (at + bit) % line != 0)).collect();
        let not_last = (0..line).map(|at| bits(&|bit| (at + bit + 1) % line != 0)).collect();
        let is_useful = line < W::BITS && fillable.contains(&false);
        is_useful.then_some(Self { line, not_first, not_last, fillable })
    }

    /// Is there a closed region whose area no pieces have? Whatever touches the cells beyond the window is open.
    #[inline]
    pub fn is_dead(&self, position: usize, cells: W, walls: W) -> bool {
        if cells.is_zero() {
            return false;
        }
        let filled = cells | walls;
        let highest = W::BITS - 1 - cells.leading_zeros() as usize;
        let ahead = !W::zero() >> (W::BITS - 1 - highest);
        let empty = !filled & ahead;
        // Those whose neighbour in the next line lies beyond all that is filled.
        let mut open = empty & !(ahead >> self.line) & !(filled >> self.line);
        let place = position % self.line;
        loop {
            let grown = (open | self.spread(place, open)) & empty;
            if grown == open {
                break;
            }
            open = grown;
        }
        let mut closed = empty & !open;
        while !closed.is_zero() {
            let mut part = W::one() << closed.trailing_zeros() as usize;
            loop {
                let grown = (part | self.spread(place, part)) & closed;
                if grown == part {
                    break;
                }
                part = grown;
            }
            if !self.fillable[part.count_ones() as usize] {
                return true;
            }
            closed = closed & !part;
        }
        false
    }

    /// The neighbours of a set.
    #[inline]
    fn spread(&self, place: usize, set: W) -> W {
        ((set & self.not_last[place]) << 1)
            | ((set & self.not_first[place]) >> 1)
            | (set << self.line)
            | (set >> self.line)
    }
}
