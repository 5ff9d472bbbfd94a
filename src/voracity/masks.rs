//! Sets of cells as bits, every arc as the set of cells it covers, and what can be reached over arcs.

use multiversion::multiversion;

use super::board::Board;
use crate::bits::WordSet;

/// A set of cells.
pub(super) type Cells<const N: usize> = WordSet<N>;

/// A move from one cell, if no cell on its way is covered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc<const N: usize> {
    /// The cells it covers. An arc that leads off the board has the last bit of all, which is always covered.
    pub cells: Cells<N>,
    pub end: u16,
    pub length: u8,
}

/// All arcs of a board with `D` directions.
#[derive(Clone, Debug)]
pub(super) struct Masks<const N: usize, const D: usize> {
    pub arcs: Vec<[Arc<N>; D]>,
    /// The distance from a cell to the next one in each direction.
    pub steps: [isize; D],
    /// The distance from a cell to the one below it.
    width: u32,
    /// The cells of one colour of a chessboard.
    pub dark: Cells<N>,
    /// Only for boards with small values, and with rows that are shorter than a word.
    sources: Option<Box<Sources<N, D>>>,
}

/// What can be reached from a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach<const N: usize> {
    /// The cells of all arcs that can be reached.
    pub cells: Cells<N>,
    /// The cells from which such an arc goes on to the next cell, for each of four directions; nothing for eight.
    pub edges: [Cells<N>; 4],
}

/// Arcs of up to this length are followed as sets.
const FEW_LENGTHS: usize = 4;

/// The cells where arcs of each direction and length begin.
#[derive(Clone, Debug)]
struct Sources<const N: usize, const D: usize> {
    lengths: usize,
    cells: [[Cells<N>; FEW_LENGTHS]; D],
}

/// The boards of so many cells fit into `N` words.
pub(super) const fn most_cells(words: usize) -> usize {
    words * 64 - 1
}

impl<const N: usize, const D: usize> Masks<N, D> {
    /// The arcs of a board with so many directions, and the cells that are covered at the start.
    pub fn compile(board: &Board) -> (Self, Cells<N>) {
        debug_assert!(board.cells() <= most_cells(N), "the board fits");
        let mut covered = Cells::of([most_cells(N)]);
        let barred = Arc { cells: covered, end: 0, length: 0 };
        let directions = board.directions().list();
        debug_assert_eq!(directions.len(), D, "the board has as many directions");
        let mut arcs = vec![[barred; D]; board.cells()];
        for (cell, arcs) in arcs.iter_mut().enumerate() {
            if !board.is_free(cell) {
                covered.insert(cell);
            }
            for (arc, &direction) in arcs.iter_mut().zip(directions) {
                let Some((end, length)) = board.arc(cell, direction) else { continue };
                let passed = (1..=usize::from(length)).filter_map(|far| board.cell_at_distance(cell, direction, far));
                *arc = Arc { cells: Cells::of(passed), end: end as u16, length };
            }
        }
        let steps = std::array::from_fn(|digit| {
            let (down, right) = directions.get(digit).map_or((0, 0), |direction| direction.step());
            down as isize * board.columns() as isize + right as isize
        });
        let dark = Cells::of((0..board.cells()).filter(|&cell| {
            let (row, column) = board.position(cell);
            (row + column) % 2 == 0
        }));
        let lengths = usize::from(board.largest_value());
        let sources = (lengths <= FEW_LENGTHS && board.columns() < 64).then(|| {
            let mut sources = Sources { lengths, cells: [[Cells::EMPTY; FEW_LENGTHS]; D] };
            for (cell, arcs) in arcs.iter().enumerate() {
                for (digit, arc) in arcs.iter().enumerate().filter(|(_, arc)| arc.length > 0) {
                    sources.cells[digit][usize::from(arc.length) - 1].insert(cell);
                }
            }
            Box::new(sources)
        });
        (Self { arcs, steps, width: board.columns() as u32, dark, sources }, covered)
    }

    /// Is the move possible?
    #[inline(always)]
    pub fn is_open(&self, cell: usize, digit: usize, covered: &Cells<N>) -> bool {
        self.arcs[cell][digit].cells.is_disjoint(covered)
    }

    /// The longest path from a cell over so many dark and light cells: it comes to them in turn.
    pub fn longest_alternation(&self, from: usize, dark: u32, light: u32) -> u32 {
        let (next, after) = if self.dark.contains(from) { (light, dark) } else { (dark, light) };
        if next > after { 2 * after + 1 } else { 2 * next }
    }

    /// Four sets moved by one cell: down, left, right and up.
    #[inline(always)]
    fn neighbours(&self, sets: [&Cells<N>; 4]) -> [Cells<N>; 4] {
        let width = self.width;
        [sets[0].raised(width), sets[1].lowered(1), sets[2].raised(1), sets[3].lowered(width)]
    }

    /// The longest path from a cell over what it can reach, as far as dead ends tell; see [`without_dead_ends`].
    #[inline]
    pub fn without_dead_ends(&self, from: usize, reach: &Reach<N>, needed: u32) -> u32 {
        without_dead_ends(self, from, reach, needed)
    }

    /// All that can be reached from a cell over arcs that are possible now.
    #[inline]
    pub fn reach(&self, from: usize, covered: &Cells<N>) -> Reach<N> {
        reach(self, from, covered)
    }

    /// Follows one arc after the other: for boards with large values.
    #[inline(always)]
    fn follow(&self, from: usize, covered: &Cells<N>) -> Reach<N> {
        let mut reach = Reach { cells: Cells::EMPTY, edges: [Cells::EMPTY; 4] };
        let mut stops = Cells::<N>::EMPTY;
        let mut waiting = [[0u16; 64]; N];
        let waiting = waiting.as_flattened_mut();
        waiting[0] = from as u16;
        let mut top = 1;
        while top > 0 {
            top -= 1;
            let cell = usize::from(waiting[top]);
            for digit in 0..D {
                let arc = &self.arcs[cell][digit];
                if !arc.cells.is_disjoint(covered) {
                    continue;
                }
                reach.cells = reach.cells.union(&arc.cells);
                let mut at = cell;
                for _ in 0..arc.length {
                    if D == 4 {
                        reach.edges[digit].insert(at);
                    }
                    at = at.wrapping_add_signed(self.steps[digit]);
                }
                if stops.insert(at) {
                    waiting[top] = arc.end;
                    top += 1;
                }
            }
        }
        reach
    }

    /// Follows all arcs of a direction and a length at once, as sets: a few operations for each kind of arc. There must
    /// be no arcs longer than `L`.
    #[inline(always)]
    fn flood<const L: usize>(&self, sources: &Sources<N, D>, from: usize, covered: &Cells<N>) -> Reach<N> {
        let width = self.width;
        let open = [
            sources.open::<L>(0, covered, |cells| cells.lowered(width)),
            sources.open::<L>(1, covered, |cells| cells.raised(1)),
            sources.open::<L>(2, covered, |cells| cells.lowered(1)),
            sources.open::<L>(3, covered, |cells| cells.raised(width)),
        ];
        let mut stops = Cells::of([from]);
        loop {
            // Two directions at a time: what was found just now is followed at once, and yet two things go on together.
            let (left, ends_left) = follow(&stops, &open[1], |cells| cells.lowered(1));
            let (right, ends_right) = follow(&stops, &open[2], |cells| cells.raised(1));
            let beside = stops.union(&ends_left.union(&ends_right));
            let (down, ends_down) = follow(&beside, &open[0], |cells| cells.raised(width));
            let (up, ends_up) = follow(&beside, &open[3], |cells| cells.lowered(width));
            let next = beside.union(&ends_down.union(&ends_up));
            if next == stops {
                let [a, b, c, d] = self.neighbours([&down, &left, &right, &up]);
                return Reach { cells: a.union(&b).union(&c.union(&d)), edges: [down, left, right, up] };
            }
            stops = next;
        }
    }

    /// The same for eight directions, one after the other.
    #[inline(always)]
    fn flood_everywhere(&self, sources: &Sources<N, D>, from: usize, covered: &Cells<N>) -> Reach<N> {
        let moved = |cells: &Cells<N>, step: isize| match step {
            0.. => cells.raised(step as u32),
            _ => cells.lowered(step.unsigned_abs() as u32),
        };
        let open: [[Cells<N>; FEW_LENGTHS]; D] = std::array::from_fn(|digit| {
            sources.open::<FEW_LENGTHS>(digit, covered, |cells| moved(cells, -self.steps[digit]))
        });
        let mut stops = Cells::of([from]);
        loop {
            let (before, mut cells) = (stops, Cells::EMPTY);
            for (open, &step) in open.iter().zip(&self.steps) {
                let ahead = |cells: &Cells<N>| moved(cells, step);
                let (edges, ends) = follow(&stops, open, ahead);
                cells = cells.union(&ahead(&edges));
                stops = stops.union(&ends);
            }
            if stops == before {
                return Reach { cells, edges: [Cells::EMPTY; 4] };
            }
        }
    }
}

/// The longest path from a cell over what it can reach, as far as dead ends tell. A path that enters a cell from one
/// neighbour must leave it to another one, or end there. What leads to such ends only is taken off, layer by
/// layer: of all that a path covers at most as many cells as there were layers, on its last way. A bound below what
/// is needed is not made any lower.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn without_dead_ends<const N: usize, const D: usize>(
    masks: &Masks<N, D>,
    from: usize,
    reach: &Reach<N>,
    needed: u32,
) -> u32 {
    let mut kept = reach.cells;
    let mut layers = 0;
    let mut most = u32::MAX;
    let [mut down, mut left, mut right, mut up] = reach.edges;
    loop {
        let dark = kept.intersection(&masks.dark).len();
        most = most.min(masks.longest_alternation(from, dark, kept.len() - dark) + layers);
        if most < needed {
            return most;
        }
        // Which neighbours a cell can be entered from, named by the direction in which they lie.
        let [above, beside_right, beside_left, below] = masks.neighbours([&down, &left, &right, &up]);
        let (left_or_right, up_or_down) = (left.union(&right), up.union(&down));
        let out = left_or_right.union(&up_or_down);
        let (beside, over) = (beside_left.union(&beside_right), above.union(&below));
        let into = beside.union(&over);
        let out_twice =
            left.intersection(&right).union(&up.intersection(&down)).union(&left_or_right.intersection(&up_or_down));
        let into_twice = beside_left
            .intersection(&beside_right)
            .union(&above.intersection(&below))
            .union(&beside.intersection(&over));
        let same_beside = left.intersection(&beside_left).union(&right.intersection(&beside_right));
        let same = same_beside.union(&up.intersection(&above).union(&down.intersection(&below)));
        let has_other_way = out_twice.union(&into_twice).union(&out.without(&same));
        let passed = out.intersection(&into).intersection(&has_other_way);
        let ends = kept.without(&passed);
        if ends.is_empty() {
            return most;
        }
        layers += 1;
        kept = kept.without(&ends);
        // Neither from a dead end nor into one.
        let [under, at_left, at_right, atop] = masks.neighbours([&ends; 4]);
        down = down.without(&ends.union(&atop));
        left = left.without(&ends.union(&at_right));
        right = right.without(&ends.union(&at_left));
        up = up.without(&ends.union(&under));
    }
}

/// All that can be reached from a cell. Sets of four words are one register where the processor has such registers.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn reach<const N: usize, const D: usize>(masks: &Masks<N, D>, from: usize, covered: &Cells<N>) -> Reach<N> {
    match &masks.sources {
        Some(sources) if D == 8 => masks.flood_everywhere(sources, from, covered),
        Some(sources) => match sources.lengths {
            1 => masks.flood::<1>(sources, from, covered),
            2 => masks.flood::<2>(sources, from, covered),
            3 => masks.flood::<3>(sources, from, covered),
            _ => masks.flood::<FEW_LENGTHS>(sources, from, covered),
        },
        None => masks.follow(from, covered),
    }
}

impl<const N: usize, const D: usize> Sources<N, D> {
    /// The cells where arcs of a direction begin that are possible now, for each length. `back` moves a set by a cell
    /// against the direction.
    #[inline(always)]
    fn open<const L: usize>(
        &self,
        digit: usize,
        covered: &Cells<N>,
        back: impl Fn(&Cells<N>) -> Cells<N>,
    ) -> [Cells<N>; L] {
        let mut open = [Cells::EMPTY; L];
        let (mut seen, mut barred) = (*covered, Cells::EMPTY);
        for (open, sources) in open.iter_mut().zip(&self.cells[digit]) {
            seen = back(&seen);
            barred = barred.union(&seen);
            *open = sources.without(&barred);
        }
        open
    }
}

/// Follows the arcs of a direction from all stops. Tells the cells from which one of them goes on to the next cell,
/// and those where one ends.
#[inline(always)]
fn follow<const N: usize, const L: usize>(
    stops: &Cells<N>,
    open: &[Cells<N>; L],
    ahead: impl Fn(&Cells<N>) -> Cells<N>,
) -> (Cells<N>, Cells<N>) {
    let (mut moving, mut edges) = (Cells::EMPTY, Cells::EMPTY);
    for open in open.iter().rev() {
        moving = ahead(&moving).union(&stops.intersection(open));
        edges = edges.union(&moving);
    }
    (edges, ahead(&moving))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::voracity::{Directions, generate};

    proptest! {
        #[test]
        fn sets_reach_what_single_arcs_reach(seed in any::<u64>(), rows in 1usize..12, columns in 1usize..12, largest in 1u8..5) {
            let board = generate(rows, columns, largest, seed).unwrap();
            let (masks, mut covered) = Masks::<3, 4>::compile(&board);
            // Some cells more, anywhere.
            for word in &mut covered.words_mut()[..2] {
                *word |= seed.rotate_left(7) & seed.rotate_right(11) & seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            }
            prop_assert!(masks.sources.is_some());
            let flooded = masks.reach(board.target(), &covered);
            let followed = masks.follow(board.target(), &covered);
            prop_assert_eq!(flooded.cells, followed.cells);
            prop_assert_eq!(flooded.edges, followed.edges);
            let board = board.with_directions(Directions::Eight);
            let (masks, _) = Masks::<3, 8>::compile(&board);
            let flooded = masks.reach(board.target(), &covered);
            prop_assert_eq!(flooded.cells, masks.follow(board.target(), &covered).cells);
        }
    }
}
