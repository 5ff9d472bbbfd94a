//! Prices that make the strips of a board agree.
//!
//! Every strip chooses its own moves, and counts for a move a part of its length; the parts of all strips that a move
//! touches add up to its length. So the best choices of all strips together are worth no less than the best game. Where
//! strips do not agree about a move, its price is raised for those that do not choose it and lowered for the others
//! (subgradient steps). A board is cut into columns and into rows, and each of the two counts for a half. That the
//! path has only one end is priced in the same way. Prices are whole numbers, so that nothing is lost by rounding.

use rayon::{ThreadPool, prelude::*};

use super::{super::terrain::Terrain, diagram::Diagram, window::Window};

/// What a cell is worth, in prices.
const SCALE: i64 = 1 << 14;
/// How much of the last step goes into the next.
const MOMENTUM: f64 = 0.6;
/// Steps become shorter by this factor if so many of them brought nothing.
const SHORTER: f64 = 0.7;
const PATIENCE: u32 = 12;
/// Edges that one thread looks at by itself.
const WORK_FOR_ONE: u64 = 20_000;
/// Where what the last steps did nearly cancels out, a step would be without end: none is longer than this.
const LONGEST_STEP: f64 = (1u64 << 30) as f64;
/// No price is larger than this: sums over all cells of a board stay far below what 64 bits hold, and a sum that does
/// not fit would be a false bound. Prices that have run away so far say nothing any more, either.
const MOST: i64 = 1 << 40;
/// The first price of an end of the path, in cells.
const FIRST_END_PRICE: i64 = 4;

/// A strip with its diagram.
pub(super) struct Strip {
    pub window: Window,
    pub diagram: Diagram,
    /// Is it one of the columns?
    pub is_column: bool,
}

/// A strip, what its moves are worth to it, and what it chose.
struct Bidder {
    strip: Strip,
    /// The worth of each move; then that of nothing, and of an end of the path.
    worth: Vec<i64>,
    value: i64,
    chosen: Vec<bool>,
    /// What the last steps did to the worth.
    drift: Vec<f64>,
    ends: i64,
}

/// A move in one of the strips: the strip and the number of the move there.
type Copy = (u32, u32);

/// The strips of a board and their prices.
pub(super) struct Prices {
    bidders: Vec<Bidder>,
    /// Moves that several strips choose, and their lengths.
    shared: Vec<(i64, Vec<Copy>)>,
    /// The price of an end of the path, for the rows and for the columns, and what the last steps did to it.
    ends: [(i64, f64); 2],
    best: i64,
    step: f64,
    idle: u32,
}

impl Prices {
    /// The first prices.
    pub fn new(terrain: &Terrain, strips: Vec<Strip>) -> Self {
        let kinds = [false, true].map(|is_column| strips.iter().any(|strip| strip.is_column == is_column));
        let share = if kinds == [true, true] { 2 } else { 1 };
        let bidder = |strip: Strip| {
            let part = |cell: usize| i64::from(strip.window.place(cell).is_some());
            let worth_of = |arc: &super::window::Arc| {
                terrain.passed(arc.origin, arc.direction).map(part).sum::<i64>() * SCALE / share
            };
            let mut worth: Vec<i64> = strip.window.arcs.iter().map(worth_of).collect();
            let arcs = worth.len();
            worth.extend([0, 0]);
            Bidder { strip, worth, value: 0, chosen: vec![false; arcs + 2], drift: vec![0.0; arcs], ends: 0 }
        };
        let mut bidders: Vec<Bidder> = strips.into_iter().map(bidder).collect();
        let sides = terrain.directions.len();
        let mut copies: Vec<Vec<Copy>> = vec![Vec::new(); terrain.cells() * sides];
        for (index, bidder) in bidders.iter().enumerate() {
            for (number, arc) in bidder.strip.window.arcs.iter().enumerate() {
                copies[arc.origin * sides + arc.direction].push((index as u32, number as u32));
            }
        }
        let lengths = (0..copies.len()).map(|arc| SCALE * i64::from(terrain.lengths[arc / sides][arc % sides]));
        let mut shared: Vec<(i64, Vec<Copy>)> = lengths.zip(copies).filter(|(_, copies)| !copies.is_empty()).collect();
        shared.iter().for_each(|(length, copies)| balance(&mut bidders, *length, copies));
        shared.retain(|(_, copies)| copies.len() > 1);
        let ends = kinds.map(|is_there| (if is_there { FIRST_END_PRICE * SCALE / share } else { 0 }, 0.0));
        Self { bidders, shared, ends, best: i64::MAX, step: 1.0, idle: 0 }
    }

    /// The edges that a round looks at.
    pub fn work(&self) -> u64 {
        self.bidders.iter().map(|bidder| bidder.strip.diagram.edges() as u64).sum()
    }

    /// The best bound so far.
    pub fn bound(&self) -> u32 {
        u32::try_from((self.best / SCALE).max(0)).unwrap_or(u32::MAX)
    }

    /// Lets all strips choose and changes the prices; `reached` is a score that no bound can be below. Returns whether
    /// another round may bring anything.
    pub fn round(&mut self, reached: u32, pool: &ThreadPool) -> bool {
        let ends = self.ends;
        let choose = |bidder: &mut Bidder| bidder.choose(ends[usize::from(bidder.strip.is_column)].0);
        // What takes no time is not worth waking anybody.
        match self.work() < WORK_FOR_ONE || pool.current_num_threads() == 1 {
            true => self.bidders.iter_mut().for_each(choose),
            false => pool.install(|| self.bidders.par_iter_mut().for_each(choose)),
        }
        let total = self.ends.iter().map(|end| end.0).sum::<i64>()
            + self.bidders.iter().map(|bidder| bidder.value).sum::<i64>();
        self.idle = if total < self.best - SCALE / 64 { 0 } else { self.idle + 1 };
        self.best = self.best.min(total);
        if self.idle >= PATIENCE {
            (self.idle, self.step) = (0, self.step * SHORTER);
        }
        let gap = (total - SCALE * i64::from(reached)) as f64;
        gap > 0.0 && self.step > 1e-4 && self.change(gap)
    }

    /// Changes the prices where strips do not agree. If they agree everywhere, nothing is left to change; if prices run
    /// away, nothing is to be hoped for. Both end the rounds.
    fn change(&mut self, gap: f64) -> bool {
        let mut norm = 0.0;
        for (_, copies) in &self.shared {
            let count =
                copies.iter().filter(|&&(strip, arc)| self.bidders[strip as usize].chosen[arc as usize]).count();
            let agreed = count as f64 / copies.len() as f64;
            for &(strip, arc) in copies {
                let bidder = &mut self.bidders[strip as usize];
                let too_much = f64::from(u8::from(bidder.chosen[arc as usize])) - agreed;
                let drift = &mut bidder.drift[arc as usize];
                *drift = MOMENTUM * *drift + too_much;
                norm += *drift * *drift;
            }
        }
        for (kind, (_, drift)) in self.ends.iter_mut().enumerate() {
            let of_kind = self.bidders.iter().filter(|bidder| usize::from(bidder.strip.is_column) == kind);
            let ends = of_kind.map(|bidder| bidder.ends).reduce(|a, b| a + b);
            let Some(ends) = ends else { continue };
            *drift = MOMENTUM * *drift + (ends - 1) as f64;
            norm += *drift * *drift;
        }
        if norm == 0.0 {
            return false;
        }
        let length = (self.step * gap / norm).min(LONGEST_STEP);
        let Self { bidders, shared, ends, .. } = self;
        for (length_of_move, copies) in shared {
            for &(strip, arc) in copies.iter() {
                let bidder = &mut bidders[strip as usize];
                bidder.worth[arc as usize] -= (length * bidder.drift[arc as usize]) as i64;
            }
            balance(bidders, *length_of_move, copies);
        }
        for (price, drift) in ends.iter_mut() {
            *price += (length * *drift) as i64;
        }
        let mut worths = bidders.iter().flat_map(|bidder| &bidder.worth);
        ends.iter().all(|(price, _)| price.abs() <= MOST) && worths.all(|worth| worth.abs() <= MOST)
    }
}

/// Makes the parts of a move's length add up.
fn balance(bidders: &mut [Bidder], length: i64, copies: &[Copy]) {
    let sum: i64 = copies.iter().map(|&(strip, arc)| bidders[strip as usize].worth[arc as usize]).sum();
    if let Some(&(strip, arc)) = copies.first() {
        bidders[strip as usize].worth[arc as usize] += length - sum;
    }
}

impl Bidder {
    fn choose(&mut self, price_of_end: i64) {
        let Self { strip, worth, chosen, ends, .. } = self;
        let (_, end) = Diagram::labels(strip.window.arcs.len());
        worth[end as usize] = -price_of_end;
        chosen.fill(false);
        *ends = 0;
        self.value = strip.diagram.best(worth, |label| {
            chosen[label as usize] = true;
            *ends += i64::from(label == end);
        });
    }
}
