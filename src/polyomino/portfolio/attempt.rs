//! One attempt: fills the first empty cell of some order, tries awkward pieces first, and gives up in time.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{bits::WordSet, chance, search::Control};

use super::super::{
    arrangement::{Arrangement, Arranger},
    board::{Board, Point},
    cover::scan_order,
    placements::{Compiled, OpenKind},
    puzzle::Piece,
    supply::Supply,
};

/// Steps of the shortest attempts.
const UNIT: u64 = 20_000;
/// The longest attempts have so many times more.
const LONGEST: u64 = 64;
/// Steps between two looks at the run's control.
const PACE: u64 = 4096;
/// How much chance there is in the order of pieces, against how awkward they are.
const CHANCE: f64 = 6.0;

/// How an attempt ended.
pub(super) enum Attempted {
    Solved(Arrangement),
    /// Everything was tried: there is no solution.
    Exhausted,
    /// The steps were used up, or the run was stopped.
    GivenUp,
}

/// What all attempts share.
#[derive(Debug)]
pub(super) struct Attempts<const N: usize> {
    tables: Vec<Table<N>>,
    supply: Supply,
    /// How hard each kind is to place. Holes come last: they are left where nothing else goes.
    awkwardness: Vec<f64>,
    /// Every empty part of the board has an area that is a multiple of the first and not below the second.
    grain: usize,
    smallest: usize,
    arranger: Arranger,
    seed: u64,
}

/// The placements, for one order of the cells.
#[derive(Debug)]
struct Table<const N: usize> {
    /// By first cell, and then by kind.
    candidates: Vec<Candidate<N>>,
    /// Where the candidates of each cell and kind begin; those of the next kind follow.
    first_of_kind: Vec<u32>,
    /// The cells that touch each cell.
    near: Vec<WordSet<N>>,
    start: WordSet<N>,
}

#[derive(Debug)]
struct Candidate<const N: usize> {
    cells: WordSet<N>,
    /// The cells that touch it.
    near: WordSet<N>,
    /// Its kind and placement; `None` for a hole.
    placed: Option<(usize, usize)>,
}

impl<const N: usize> Attempts<N> {
    pub fn new(compiled: &Compiled, seed: u64) -> Self {
        let kinds = compiled.open_kinds();
        let supply = compiled.supply(&kinds);
        let tables = orders(&compiled.puzzle.board).iter().map(|order| Table::new(compiled, &kinds, order)).collect();
        let pieces: Vec<&Piece> = kinds.iter().map(|kind| &compiled.puzzle.pieces[kind.piece]).collect();
        let shapes = kinds.iter().map(|kind| compiled.pieces[kind.piece].shapes);
        let awkwardness = pieces.iter().zip(shapes).map(|(piece, shapes)| awkwardness(piece, shapes));
        // Where cells may stay empty, areas tell nothing.
        let has_holes = compiled.puzzle.holes().is_some_and(|holes| holes > 0);
        let sizes = || pieces.iter().map(|piece| if has_holes { 1 } else { piece.cells.len() });
        Self {
            tables,
            supply,
            awkwardness: awkwardness.chain([f64::NEG_INFINITY]).collect(),
            grain: sizes().fold(0, num_integer::gcd).max(1),
            smallest: sizes().min().unwrap_or(1),
            arranger: Arranger::new(compiled),
            seed,
        }
    }

    /// Makes the attempt with this number, unless the run is stopped.
    pub fn make(&self, number: u32, control: &Control) -> Attempted {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ (u64::from(number) << 32 | 0x5EED));
        let drawn = self.awkwardness.iter().map(|awkward| awkward + CHANCE * chance::fraction(&mut random));
        let mut kinds: Vec<(f64, usize)> = drawn.zip(0..).collect();
        kinds.sort_by(|a, b| b.0.total_cmp(&a.0));
        let orders = self.tables.len() as u32;
        let mut attempt = Attempt {
            shared: self,
            table: &self.tables[(number % orders) as usize],
            kinds: kinds.into_iter().map(|(_, kind)| kind).collect(),
            turn: random.next_u64(),
            control,
            steps_left: UNIT * luby(u64::from(number / orders) + 1).min(LONGEST),
            taken: Vec::new(),
        };
        let is_found = attempt.fill(attempt.table.start, self.supply.start);
        let taken = || attempt.taken.iter().filter_map(|index| attempt.table.candidates[*index as usize].placed);
        match (is_found, attempt.steps_left) {
            (true, _) => Attempted::Solved(self.arranger.arrange(taken())),
            (false, 0) => Attempted::GivenUp,
            (false, _) => Attempted::Exhausted,
        }
    }
}

/// An attempt while it is made.
struct Attempt<'a, const N: usize> {
    shared: &'a Attempts<N>,
    table: &'a Table<N>,
    /// The kinds in the order in which they are tried.
    kinds: Vec<usize>,
    /// Decides with which placement of a kind to begin.
    turn: u64,
    control: &'a Control,
    steps_left: u64,
    taken: Vec<u32>,
}

impl<const N: usize> Attempt<'_, N> {
    /// Fills the rest of the board. `false` if that is impossible, or the steps are used up.
    fn fill(&mut self, filled: WordSet<N>, used: u64) -> bool {
        if filled.is_full() {
            return true;
        }
        let (table, shared) = (self.table, self.shared);
        let cell = filled.first_free();
        for place in 0..self.kinds.len() {
            let kind = self.kinds[place];
            let field = shared.supply.fields[kind];
            if used & field.none_left != 0 {
                continue;
            }
            let at = cell * self.kinds.len() + kind;
            let candidates = table.first_of_kind[at]..table.first_of_kind[at + 1];
            let count = candidates.len() as u64;
            // Each attempt goes through the placements of a kind from another one on.
            let turn = (self.turn ^ at as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33;
            for step in 0..count {
                let index = candidates.start + ((step + turn) % count) as u32;
                let candidate = &table.candidates[index as usize];
                if candidate.cells.overlap(&filled) != 0 {
                    continue;
                }
                if self.steps_left.is_multiple_of(PACE) && self.control.look() {
                    self.steps_left = 0;
                }
                if self.steps_left == 0 {
                    return false;
                }
                self.steps_left -= 1;
                let filled = filled.union(&candidate.cells);
                if !self.has_good_areas(&filled, &candidate.near) {
                    continue;
                }
                self.taken.push(index);
                if self.fill(filled, used + field.unit) {
                    return true;
                }
                self.taken.pop();
            }
        }
        false
    }

    /// Can the empty parts that touch the last piece be filled, as far as areas tell? Large parts are not measured.
    fn has_good_areas(&self, filled: &WordSet<N>, near: &WordSet<N>) -> bool {
        let (grain, smallest) = (self.shared.grain, self.shared.smallest);
        if smallest == 1 && grain == 1 {
            return true;
        }
        let most = 4 * grain.max(smallest);
        let mut seen = *filled;
        // What was seen of parts that are too large to be measured: what is connected to it is as large.
        let mut large = WordSet::EMPTY;
        for start in near.without(filled).elements() {
            let mut border = WordSet::of([start]);
            if border.overlap(&seen) != 0 {
                continue;
            }
            let mut area = 0;
            let mut part = WordSet::EMPTY;
            let mut is_large = false;
            while !is_large && !border.is_empty() {
                part = part.union(&border);
                let mut next = WordSet::EMPTY;
                for cell in border.elements() {
                    area += 1;
                    next = next.union(&self.table.near[cell]);
                }
                is_large = area > most || next.overlap(&large) != 0;
                border = next.without(&part).without(filled);
            }
            seen = seen.union(&part);
            if is_large {
                large = large.union(&part);
            } else if area < smallest || !area.is_multiple_of(grain) {
                return false;
            }
        }
        true
    }
}

impl<const N: usize> Table<N> {
    fn new(compiled: &Compiled, kinds: &[OpenKind], order: &[usize]) -> Self {
        let board = &compiled.puzzle.board;
        let mut rank = vec![0; order.len()];
        for (at, cell) in order.iter().enumerate() {
            rank[*cell] = at;
        }
        let near: Vec<WordSet<N>> =
            order.iter().map(|cell| WordSet::of(board.neighbours(*cell).map(|cell| rank[cell]))).collect();
        let given = compiled.given_cells();
        let mut starting_at: Vec<Vec<Vec<Candidate<N>>>> =
            order.iter().map(|_| (0..=kinds.len()).map(|_| Vec::new()).collect()).collect();
        let mut add = |ranks: &[usize], kind: usize, placed| {
            let cells = WordSet::of(ranks.iter().copied());
            let around = ranks.iter().fold(WordSet::EMPTY, |all, rank| all.union(&near[*rank])).without(&cells);
            let first = ranks.iter().min().expect("a placement has cells");
            starting_at[*first][kind].push(Candidate { cells, near: around, placed });
        };
        for (number, kind) in kinds.iter().enumerate() {
            for &placement in &kind.placements {
                let cells = compiled.pieces[kind.piece].placements[placement].iter_ones();
                add(&cells.map(|cell| rank[cell]).collect::<Vec<_>>(), number, Some((kind.piece, placement)));
            }
        }
        if compiled.puzzle.holes().is_some_and(|holes| holes > 0) {
            given.iter_zeros().for_each(|cell| add(&[rank[cell]], kinds.len(), None));
        }
        let mut first_of_kind = vec![0];
        let mut candidates = Vec::new();
        for list in starting_at.into_iter().flatten() {
            candidates.extend(list);
            first_of_kind.push(candidates.len() as u32);
        }
        let start = WordSet::of(given.iter_ones().map(|cell| rank[cell]).chain(order.len()..N * 64));
        Self { candidates, first_of_kind, near, start }
    }
}

/// The orders in which attempts fill the cells: along the longest side, around the middle, and slantwise.
fn orders(board: &Board) -> Vec<Vec<usize>> {
    let points: Vec<Point> = board.spots().iter().map(|spot| board.point(*spot)).collect();
    let middle = |part: fn(&Point) -> i32| points.iter().map(part).sum::<i32>() as f64 / points.len() as f64;
    let (x, y) = (middle(|point| point.x), middle(|point| point.y));
    let by = |key: &dyn Fn(&Point) -> f64| {
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.sort_by(|a, b| key(&points[*a]).total_cmp(&key(&points[*b])).then(a.cmp(b)));
        order
    };
    let around = by(&|point| (f64::from(point.y) - y).atan2(f64::from(point.x) - x));
    let slantwise = by(&|point| f64::from(point.x + point.y + point.z));
    vec![around, scan_order(board), slantwise]
}

/// How hard a piece is to place: it has many neighbours, spreads over much room, and cannot be turned into much else.
fn awkwardness(piece: &Piece, shapes: usize) -> f64 {
    let steps = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)];
    let is_flat = piece.cells.iter().all(|cell| cell.z == piece.cells[0].z);
    let steps = if is_flat { &steps[..4] } else { &steps[..] };
    let around: std::collections::BTreeSet<Point> = piece
        .cells
        .iter()
        .flat_map(|cell| steps.iter().map(|(x, y, z)| cell.plus(Point::new(*x, *y, *z))))
        .filter(|cell| !piece.cells.contains(cell))
        .collect();
    let extent = |part: fn(&Point) -> i32| {
        let parts = || piece.cells.iter().map(part);
        f64::from(parts().max().unwrap_or(0) - parts().min().unwrap_or(0) + 1)
    };
    let room = extent(|cell| cell.x) * extent(|cell| cell.y) * extent(|cell| cell.z);
    around.len() as f64 + 0.5 * room - 0.3 * shapes as f64
}

/// Luby's sequence, from 1 on: 1 1 2 1 1 2 4 1 1 2 …
fn luby(mut number: u64) -> u64 {
    loop {
        let power = (number + 1).next_power_of_two();
        if power == number + 1 {
            return power / 2;
        }
        number -= power / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lubys_sequence() {
        assert_eq!((1..=15).map(luby).collect::<Vec<_>>(), [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
