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

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    fn kinds(all: &[(usize, usize)]) -> impl Iterator<Item = Kind> {
        all.iter().map(|&(size, copies)| Kind { size, copies })
    }

    #[test]
    fn areas_are_those_of_pieces_put_together() {
        let pockets = Pockets::<u64>::new(4, kinds(&[(3, 2), (7, 1)])).unwrap();
        let areas: Vec<usize> = (0..=64).filter(|&area| pockets.fillable[area]).collect();
        assert_eq!(areas, [0, 3, 6, 7, 10, 13]);
        assert!(Pockets::<u64>::new(4, kinds(&[(1, 64)])).is_none(), "every area can be filled");
        assert!(Pockets::<u64>::new(4, kinds(&[(1, 63)])).is_some());
        assert!(Pockets::<u64>::new(64, kinds(&[(3, 2)])).is_none(), "a line does not fit a window");
        assert!(Pockets::<u64>::new(63, kinds(&[(3, 2)])).is_some());
        assert!(Pockets::<u128>::new(64, kinds(&[(3, 2)])).is_some());
    }

    /// The same by looking at one cell after the other.
    fn is_dead(line: usize, position: usize, cells: u64, walls: u64, fillable: &[bool]) -> bool {
        if cells == 0 {
            return false;
        }
        let highest = 63 - cells.leading_zeros() as usize;
        let is_filled = |at: usize| at < 64 && (cells | walls) >> at & 1 != 0;
        let mut region_of = vec![false; highest + 1];
        for start in 0..=highest {
            if is_filled(start) || region_of[start] {
                continue;
            }
            let (mut waiting, mut area, mut is_open) = (vec![start], 0, false);
            region_of[start] = true;
            while let Some(at) = waiting.pop() {
                area += 1;
                let place = (position + at) % line;
                let left = (place > 0 && at > 0).then(|| at - 1);
                let right = (place + 1 < line).then_some(at + 1);
                for next in [left, right, at.checked_sub(line), Some(at + line)].into_iter().flatten() {
                    if is_filled(next) {
                        continue;
                    }
                    if next > highest {
                        is_open = true;
                    } else if !std::mem::replace(&mut region_of[next], true) {
                        waiting.push(next);
                    }
                }
            }
            if !is_open && !fillable[area] {
                return true;
            }
        }
        false
    }

    #[test]
    fn regions_are_found_as_by_looking_at_every_cell() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut dead = 0;
        for line in 1..9 {
            let pockets = Pockets::<u64>::new(line, kinds(&[(3, 2), (4, 5)])).unwrap();
            let wide = Pockets::<u128>::new(line, kinds(&[(3, 2), (4, 5)])).unwrap();
            for _ in 0..1000 {
                let position = random.random_range(0..3 * line);
                let length = random.random_range(1..60);
                let mut bits = |chance: u32, length: u32| {
                    (1..length).filter(|_| random.random_range(0..8) < chance).fold(0u64, |set, at| set | 1 << at)
                };
                let (cells, walls) = (bits(4, length), bits(1, 64));
                let walls = walls & !cells;
                let expected = is_dead(line, position, cells, walls, &pockets.fillable);
                assert_eq!(pockets.is_dead(position, cells, walls), expected, "{line} {position} {cells:b} {walls:b}");
                assert_eq!(wide.is_dead(position, cells.into(), walls.into()), expected);
                dead += usize::from(expected);
            }
        }
        assert!((1_000..7_000).contains(&dead), "{dead} of 8000");
    }
}
