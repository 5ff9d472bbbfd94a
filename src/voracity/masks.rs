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
}

/// What can be reached from a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach<const N: usize> {
    /// The cells of all arcs that can be reached.
    pub cells: Cells<N>,
    /// Where those arcs end.
    pub stops: Cells<N>,
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
        (Self { arcs, steps }, covered)
    }

    /// Is the move possible?
    #[inline(always)]
    pub fn is_open(&self, cell: usize, digit: usize, covered: &Cells<N>) -> bool {
        !meet(&self.arcs[cell][digit].cells, covered)
    }

    /// All that can be reached from a cell over arcs that are possible now.
    pub fn reach(&self, from: usize, covered: &Cells<N>) -> Reach<N> {
        let mut reach = Reach { cells: [0; N], stops: [0; N] };
        let mut waiting = [[0u16; 64]; N];
        let waiting = waiting.as_flattened_mut();
        waiting[0] = from as u16;
        let mut top = 1;
        while top > 0 {
            top -= 1;
            let cell = usize::from(waiting[top]);
            for digit in 0..4 {
                let arc = &self.arcs[cell][digit];
                if !meet(&arc.cells, covered) {
                    reach.cells = union(&reach.cells, &arc.cells);
                    if insert(&mut reach.stops, usize::from(arc.end)) {
                        waiting[top] = arc.end;
                        top += 1;
                    }
                }
            }
        }
        reach
    }
}
