//! One attempt: fills the first empty cell of some order, tries awkward pieces first, and gives up in time.
//!
//! How awkward a piece is, is found out by trying: the board is filled at random as if there were any number of each
//! piece, and at every first empty cell it is counted in how many ways each piece would go there. What hardly ever goes
//! anywhere is placed first; what goes everywhere is kept for the end, where there is no choice left.

use std::sync::OnceLock;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{
    bits::WordSet,
    chance,
    search::{Control, StopReason},
};

use super::super::{
    arrangement::{Arrangement, Arranger},
    board::{Board, Point},
    placements::{Compiled, OpenKind},
    puzzle::Piece,
};

/// Steps of the shortest attempts.
const UNIT: u64 = 20_000;
/// The longest attempts have so many times more.
const LONGEST: u64 = 64;
/// Steps between two looks at the run's control.
const PACE: u64 = 4096;
/// How much chance there is in the order of pieces, against how awkward they are: as much as between a piece and one
/// that goes to this many times more places.
const CHANCE: f64 = 1.6;
/// Placements that are tried to find out how awkward the pieces are.
const TRIED: u64 = 400_000;
/// But so many cells are filled at least.
const LEAST_FILLED: u64 = 100;

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
    /// How many there are of each kind, and of holes.
    copies: Vec<u16>,
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
    /// How hard each kind is to place, once somebody has asked.
    awkwardness: OnceLock<Vec<f64>>,
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
    pub fn under(compiled: &Compiled, seed: u64, control: &Control) -> Result<Self, StopReason> {
        let kinds = compiled.open_kinds();
        let holes = compiled.puzzle.holes().unwrap_or(0);
        let copies = kinds.iter().map(|kind| kind.copies).chain([holes]);
        let orders = orders(&compiled.puzzle.board);
        let tables: Result<_, StopReason> =
            orders.iter().map(|order| Table::under(compiled, &kinds, order, control)).collect();
        let pieces: Vec<&Piece> = kinds.iter().map(|kind| &compiled.puzzle.pieces[kind.piece]).collect();
        // Where cells may stay empty, areas tell nothing.
        let sizes = || pieces.iter().map(|piece| if holes > 0 { 1 } else { piece.cells.len() });
        Ok(Self {
            copies: copies.map(|copies| copies as u16).collect(),
            tables: tables?,
            grain: sizes().fold(0, num_integer::gcd).max(1),
            smallest: sizes().min().unwrap_or(1),
            arranger: Arranger::new(compiled),
            seed,
        })
    }

    /// Makes the attempt with this number, unless the run is stopped.
    pub fn make(&self, number: u32, control: &Control) -> Attempted {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ (u64::from(number) << 32 | 0x5EED));
        let orders = self.tables.len() as u32;
        let table = &self.tables[(number % orders) as usize];
        let Some(awkwardness) = self.awkwardness(table, control) else { return Attempted::GivenUp };
        let drawn = awkwardness.iter().map(|awkward| awkward + CHANCE * chance::fraction(&mut random));
        let mut kinds: Vec<(f64, usize)> = drawn.zip(0..).collect();
        kinds.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut attempt = Attempt {
            shared: self,
            table,
            kinds: kinds.into_iter().map(|(_, kind)| kind).collect(),
            left: self.copies.clone(),
            turn: random.next_u64(),
            control,
            steps_left: UNIT * luby(u64::from(number / orders) + 1).min(LONGEST),
            taken: Vec::new(),
        };
        let is_found = attempt.fill(table.start);
        let taken = || attempt.taken.iter().filter_map(|index| attempt.table.candidates[*index as usize].placed);
        match (is_found, attempt.steps_left) {
            (true, _) => Attempted::Solved(self.arranger.arrange(taken())),
            (false, 0) => Attempted::GivenUp,
            (false, _) => Attempted::Exhausted,
        }
    }

    /// How hard each kind is to place, as a logarithm. Holes come last: they are left where nothing else goes. `None`
    /// if the run is stopped before that is known.
    fn awkwardness<'t>(&self, table: &'t Table<N>, control: &Control) -> Option<&'t [f64]> {
        if let Some(known) = table.awkwardness.get() {
            return Some(known);
        }
        let kinds = self.copies.len();
        let (mut ways, mut filled_cells, mut tried) = (vec![0u64; kinds], 0, 0);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let (mut filled, mut fitting) = (table.start, Vec::new());
        while tried < TRIED || filled_cells < LEAST_FILLED {
            if control.look() {
                return None;
            }
            if filled.is_full() {
                filled = table.start;
            }
            let cell = filled.first_free();
            fitting.clear();
            // The last kind is a hole: it goes anywhere.
            for (kind, ways) in ways.iter_mut().enumerate().take(kinds - 1) {
                let at = cell * kinds + kind;
                for index in table.first_of_kind[at]..table.first_of_kind[at + 1] {
                    let candidate = &table.candidates[index as usize];
                    tried += 1;
                    if candidate.cells.overlap(&filled) == 0
                        && self.has_good_areas(table, &filled.union(&candidate.cells), &candidate.near)
                    {
                        *ways += 1;
                        fitting.push(index);
                    }
                }
            }
            filled_cells += 1;
            tried += 1;
            filled = match fitting.len() {
                0 => table.start,
                count => {
                    let index = fitting[chance::below(&mut random, count)];
                    filled.union(&table.candidates[index as usize].cells)
                }
            };
        }
        let awkwardness = ways.iter().map(|ways| -(*ways as f64 + 0.5).ln());
        let awkwardness = awkwardness.take(kinds - 1).chain([f64::NEG_INFINITY]).collect();
        Some(table.awkwardness.get_or_init(|| awkwardness))
    }

    /// Can the empty parts that touch the last piece be filled, as far as areas tell? Large parts are not measured.
    fn has_good_areas(&self, table: &Table<N>, filled: &WordSet<N>, near: &WordSet<N>) -> bool {
        let (grain, smallest) = (self.grain, self.smallest);
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
                    next = next.union(&table.near[cell]);
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

/// An attempt while it is made.
struct Attempt<'a, const N: usize> {
    shared: &'a Attempts<N>,
    table: &'a Table<N>,
    /// The kinds in the order in which they are tried.
    kinds: Vec<usize>,
    /// How many are left of each kind.
    left: Vec<u16>,
    /// Decides with which placement of a kind to begin.
    turn: u64,
    control: &'a Control,
    steps_left: u64,
    taken: Vec<u32>,
}

impl<const N: usize> Attempt<'_, N> {
    /// Fills the rest of the board. `false` if that is impossible, or the steps are used up.
    fn fill(&mut self, filled: WordSet<N>) -> bool {
        if filled.is_full() {
            return true;
        }
        let (table, shared) = (self.table, self.shared);
        let cell = filled.first_free();
        for place in 0..self.kinds.len() {
            let kind = self.kinds[place];
            if self.left[kind] == 0 {
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
                if !shared.has_good_areas(table, &filled, &candidate.near) {
                    continue;
                }
                self.taken.push(index);
                self.left[kind] -= 1;
                if self.fill(filled) {
                    return true;
                }
                self.left[kind] += 1;
                self.taken.pop();
            }
        }
        false
    }
}

impl<const N: usize> Table<N> {
    fn under(compiled: &Compiled, kinds: &[OpenKind], order: &[usize], control: &Control) -> Result<Self, StopReason> {
        let mut lookout = control.lookout();
        let board = &compiled.puzzle.board;
        let mut rank = vec![0; order.len()];
        for (at, cell) in order.iter().enumerate() {
            rank[*cell] = at;
        }
        let neighbours = board.neighbours();
        let near: Vec<WordSet<N>> =
            order.iter().map(|cell| WordSet::of(neighbours[*cell].iter().map(|cell| rank[*cell]))).collect();
        let given = compiled.given_cells();
        // First only where each begins, by cell and kind: the candidates then take their places without being moved.
        let mut beginnings: Vec<(u32, u32, u32)> = Vec::new();
        let ranks = |kind: u32, placement: u32| {
            let cells = &compiled.pieces[kinds[kind as usize].piece].placements[placement as usize];
            cells.iter_ones().map(|cell| rank[cell])
        };
        for (number, kind) in (0..).zip(kinds) {
            for &placement in &kind.placements {
                lookout.spend(order.len() as u64)?;
                let first = ranks(number, placement as u32).min().expect("a placement has cells");
                beginnings.push((first as u32, number, placement as u32));
            }
        }
        let hole = kinds.len() as u32;
        if compiled.puzzle.holes().is_some_and(|holes| holes > 0) {
            beginnings.extend(given.iter_zeros().map(|cell| (rank[cell] as u32, hole, 0)));
        }
        beginnings.sort_by_key(|(first, kind, _)| (*first, *kind));
        control.allow_memory((beginnings.len() * size_of::<Candidate<N>>()) as u64)?;
        let mut candidates = Vec::with_capacity(beginnings.len());
        for &(first, kind, placement) in &beginnings {
            lookout.spend(order.len() as u64)?;
            let (cells, placed) = match kinds.get(kind as usize) {
                Some(open) => (WordSet::of(ranks(kind, placement)), Some((open.piece, placement as usize))),
                None => (WordSet::of([first as usize]), None),
            };
            let around = cells.elements().fold(WordSet::EMPTY, |all, rank| all.union(&near[rank]));
            candidates.push(Candidate { cells, near: around.without(&cells), placed });
        }
        let places = (0..order.len() as u32).flat_map(|cell| (0..=hole).map(move |kind| (cell, kind)));
        let first_of_kind = places.map(|place| beginnings.partition_point(|(first, kind, _)| (*first, *kind) < place));
        let first_of_kind = first_of_kind.chain([beginnings.len()]).map(|first| first as u32).collect();
        let start = WordSet::of(given.iter_ones().map(|cell| rank[cell]).chain(order.len()..N * 64));
        Ok(Self { candidates, first_of_kind, near, start, awkwardness: OnceLock::new() })
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
    vec![board.scan_order(), around, slantwise]
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
