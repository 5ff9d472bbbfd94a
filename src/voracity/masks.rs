//! Sets of cells as bits, every arc as the set of cells it covers, and what can be reached over arcs.

use super::{board::Board, moves::Direction};

/// A set of cells.
pub(super) type Cells<const N: usize> = [u64; N];

/// A move from one cell, if no cell on its way is covered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc<const N: usize> {
    /// The cells it covers. An arc that leads off the board has the last bit of all, which is always covered.
    pub cells: Cells<N>,
    pub end: u16,
    pub length: u8,
}

/// All arcs of a board with four directions.
#[derive(Clone, Debug)]
pub(super) struct Masks<const N: usize> {
    pub arcs: Vec<[Arc<N>; 4]>,
    /// The distance from a cell to the next one in each direction.
    pub steps: [isize; 4],
    /// Only for boards with small values, and with rows that are shorter than a word.
    sources: Option<Box<Sources<N>>>,
}

/// What can be reached from a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach<const N: usize> {
    /// The cells of all arcs that can be reached.
    pub cells: Cells<N>,
    /// The cells from which such an arc goes on to the next cell, for each direction.
    pub edges: [Cells<N>; 4],
}

/// Arcs of up to this length are followed as sets.
const FEW_LENGTHS: usize = 4;

/// The cells where arcs of each direction and length begin.
#[derive(Clone, Debug)]
struct Sources<const N: usize> {
    lengths: usize,
    cells: [[Cells<N>; FEW_LENGTHS]; 4],
}

/// The boards of so many cells fit into `N` words.
pub(super) const fn most_cells(words: usize) -> usize {
    words * 64 - 1
}

#[inline(always)]
fn meet<const N: usize>(a: &Cells<N>, b: &Cells<N>) -> bool {
    let mut common = 0;
    for word in 0..N {
        common |= a[word] & b[word];
    }
    common != 0
}

#[inline(always)]
pub(super) fn union<const N: usize>(a: &Cells<N>, b: &Cells<N>) -> Cells<N> {
    std::array::from_fn(|word| a[word] | b[word])
}

#[inline(always)]
fn both<const N: usize>(a: &Cells<N>, b: &Cells<N>) -> Cells<N> {
    std::array::from_fn(|word| a[word] & b[word])
}

#[inline(always)]
fn without<const N: usize>(a: &Cells<N>, b: &Cells<N>) -> Cells<N> {
    std::array::from_fn(|word| a[word] & !b[word])
}

/// All cells of a set moved by a distance of less than a word.
#[inline(always)]
pub(super) fn shifted<const N: usize>(cells: &Cells<N>, distance: isize) -> Cells<N> {
    let bits = distance.unsigned_abs();
    std::array::from_fn(|word| {
        // Shifted in two steps: a shift by a whole word is none.
        if distance > 0 {
            let carry = if word > 0 { cells[word - 1] >> 1 >> (63 - bits) } else { 0 };
            cells[word] << bits | carry
        } else {
            let carry = if word + 1 < N { cells[word + 1] << 1 << (63 - bits) } else { 0 };
            cells[word] >> bits | carry
        }
    })
}

pub(super) fn contains<const N: usize>(cells: &Cells<N>, cell: usize) -> bool {
    cells[cell / 64] >> (cell % 64) & 1 != 0
}

pub(super) fn count<const N: usize>(cells: &Cells<N>) -> u32 {
    cells.iter().map(|word| word.count_ones()).sum()
}

/// Adds a cell and tells whether it is new.
#[inline(always)]
fn insert<const N: usize>(cells: &mut Cells<N>, cell: usize) -> bool {
    let (word, bit) = (cell / 64, 1 << (cell % 64));
    let is_new = cells[word] & bit == 0;
    cells[word] |= bit;
    is_new
}

impl<const N: usize> Masks<N> {
    /// The arcs of a board, and the cells that are covered at the start.
    pub fn compile(board: &Board) -> (Self, Cells<N>) {
        debug_assert!(board.cells() <= most_cells(N), "the board fits");
        let mut covered = [0; N];
        covered[N - 1] = 1 << 63;
        let barred = Arc { cells: covered, end: 0, length: 0 };
        let mut arcs = vec![[barred; 4]; board.cells()];
        for (cell, arcs) in arcs.iter_mut().enumerate() {
            if !board.is_free(cell) {
                insert(&mut covered, cell);
            }
            for (arc, &direction) in arcs.iter_mut().zip(&Direction::FOUR) {
                let Some((end, length)) = board.arc(cell, direction) else { continue };
                let mut cells = [0; N];
                for passed in (1..=usize::from(length)).filter_map(|far| board.cell_at_distance(cell, direction, far)) {
                    insert(&mut cells, passed);
                }
                *arc = Arc { cells, end: end as u16, length };
            }
        }
        let steps = Direction::FOUR.map(|direction| {
            let (down, right) = direction.step();
            down as isize * board.columns() as isize + right as isize
        });
        let lengths = usize::from(board.largest_value());
        let sources = (lengths <= FEW_LENGTHS && board.columns() < 64).then(|| {
            let mut sources = Sources { lengths, cells: [[[0; N]; FEW_LENGTHS]; 4] };
            for (cell, arcs) in arcs.iter().enumerate() {
                for (digit, arc) in arcs.iter().enumerate().filter(|(_, arc)| arc.length > 0) {
                    insert(&mut sources.cells[digit][usize::from(arc.length) - 1], cell);
                }
            }
            Box::new(sources)
        });
        (Self { arcs, steps, sources }, covered)
    }

    /// Is the move possible?
    #[inline(always)]
    pub fn is_open(&self, cell: usize, digit: usize, covered: &Cells<N>) -> bool {
        !meet(&self.arcs[cell][digit].cells, covered)
    }

    /// All that can be reached from a cell over arcs that are possible now.
    pub fn reach(&self, from: usize, covered: &Cells<N>) -> Reach<N> {
        match &self.sources {
            Some(sources) => self.flood(sources, from, covered),
            None => self.follow(from, covered),
        }
    }

    /// Follows one arc after the other: for boards with large values.
    fn follow(&self, from: usize, covered: &Cells<N>) -> Reach<N> {
        let mut reach = Reach { cells: [0; N], edges: [[0; N]; 4] };
        let mut stops = [0; N];
        let mut waiting = [[0u16; 64]; N];
        let waiting = waiting.as_flattened_mut();
        waiting[0] = from as u16;
        let mut top = 1;
        while top > 0 {
            top -= 1;
            let cell = usize::from(waiting[top]);
            for digit in 0..4 {
                let arc = &self.arcs[cell][digit];
                if meet(&arc.cells, covered) {
                    continue;
                }
                reach.cells = union(&reach.cells, &arc.cells);
                let mut at = cell;
                for _ in 0..arc.length {
                    insert(&mut reach.edges[digit], at);
                    at = at.wrapping_add_signed(self.steps[digit]);
                }
                if insert(&mut stops, at) {
                    waiting[top] = arc.end;
                    top += 1;
                }
            }
        }
        reach
    }

    /// Follows all arcs of a direction and a length at once, as sets: a few operations for each kind of arc.
    fn flood(&self, sources: &Sources<N>, from: usize, covered: &Cells<N>) -> Reach<N> {
        let lengths = sources.lengths;
        let mut open = [[[0; N]; FEW_LENGTHS]; 4];
        for (digit, open) in open.iter_mut().enumerate() {
            let (mut seen, mut barred) = (*covered, [0; N]);
            for (open, sources) in open.iter_mut().zip(&sources.cells[digit]).take(lengths) {
                seen = shifted(&seen, -self.steps[digit]);
                barred = union(&barred, &seen);
                *open = without(sources, &barred);
            }
        }
        let mut stops = [0; N];
        insert(&mut stops, from);
        loop {
            let mut next = stops;
            for (open, &step) in open.iter().zip(&self.steps) {
                let mut moving = [0; N];
                for open in open[..lengths].iter().rev() {
                    moving = shifted(&union(&moving, &both(&stops, open)), step);
                }
                next = union(&next, &moving);
            }
            if next == stops {
                break;
            }
            stops = next;
        }
        let mut reach = Reach { cells: [0; N], edges: [[0; N]; 4] };
        for (digit, open) in open.iter().enumerate() {
            for gone in 0..lengths {
                let mut going = [0; N];
                for open in &open[gone..lengths] {
                    going = union(&going, &both(&stops, open));
                }
                for _ in 0..gone {
                    going = shifted(&going, self.steps[digit]);
                }
                reach.edges[digit] = union(&reach.edges[digit], &going);
            }
            reach.cells = union(&reach.cells, &shifted(&reach.edges[digit], self.steps[digit]));
        }
        reach
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::voracity::generate;

    proptest! {
        #[test]
        fn sets_reach_what_single_arcs_reach(seed in any::<u64>(), rows in 1usize..12, columns in 1usize..12, largest in 1u8..5) {
            let board = generate(rows, columns, largest, seed).unwrap();
            let (masks, mut covered) = Masks::<3>::compile(&board);
            // Some cells more, anywhere.
            for word in &mut covered[..2] {
                *word |= seed.rotate_left(7) & seed.rotate_right(11) & seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            }
            let sources = masks.sources.as_ref().unwrap();
            let flooded = masks.flood(sources, board.target(), &covered);
            let followed = masks.follow(board.target(), &covered);
            prop_assert_eq!(flooded.cells, followed.cells);
            prop_assert_eq!(flooded.edges, followed.edges);
        }
    }
}
