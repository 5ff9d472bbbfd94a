//! A bound from strips of the board that are solved exactly.
//!
//! A board is cut into strips of some columns, and again into strips of some rows. In a strip all that a path could do
//! there is searched (`diagram`): no cell is covered twice, a move begins where another one ended, and the path ends
//! once. What lies outside is taken for granted, and so is that the moves are one path and not a path and some rings.
//! Prices (`prices`) make the strips agree as far as possible. Every price gives a bound, so it can be stopped at any
//! time.

mod diagram;
mod prices;
mod state;
#[cfg(test)]
mod tests;
mod window;

use std::time::Duration;

use rayon::{ThreadPool, prelude::*};

use self::{
    diagram::{Diagram, NoDiagram, Room},
    prices::{Prices, Strip},
    window::Window,
};
use super::terrain::Terrain;
use crate::search::Control;

/// Strips are at least and at most so wide.
const NARROWEST: usize = 2;
const WIDEST: usize = 7;
/// Rounds with every width, before a wider one is tried.
const FIRST_ROUNDS: usize = 4;
/// How many times as long it takes to build strips that are wider by one, and of what is left, the part that may take.
const GROWTH: f64 = 6.0;
const SHARE_OF_BUILDING: f64 = 0.35;
/// The same once strips of a width prove no more.
const MOST_OF_BUILDING: f64 = 0.8;
/// To build an edge takes as long as to look at so many.
const COST_OF_BUILDING: u64 = 40;
/// Edges of the diagram of one strip, before those that lead nowhere are taken off.
const MOST_EDGES: usize = 8_000_000;

/// Boards with fewer cells are cut by one thread.
const CELLS_FOR_ONE: usize = 64;

/// What may be spent on a bound.
#[derive(Clone, Copy, Debug)]
pub(super) enum Budget {
    Time(Duration),
    /// Edges looked at: for answers that do not depend on the clock.
    Edges(u64),
}

/// What is spent on a bound.
struct Spending<'a> {
    budget: Budget,
    control: &'a Control,
    began: Duration,
    edges: u64,
}

impl Spending<'_> {
    /// The part of the budget that is spent.
    fn share(&self) -> f64 {
        let part = match self.budget {
            Budget::Time(time) => (self.control.elapsed() - self.began).as_secs_f64() / time.as_secs_f64().max(1e-9),
            Budget::Edges(edges) => self.edges as f64 / edges.max(1) as f64,
        };
        if self.control.look() { f64::INFINITY } else { part }
    }
}

/// The bound that strips prove, if there is time to build any; `reached` is the score of a game.
pub(super) fn upper_bound(
    terrain: &Terrain,
    columns: usize,
    reached: u32,
    budget: Budget,
    pool: &ThreadPool,
    control: &Control,
) -> Option<u32> {
    let mut spending = Spending { budget, control, began: control.elapsed(), edges: 0 };
    let longest = terrain.lengths.iter().flatten().copied().max().map_or(1, usize::from);
    let widest = WIDEST.min(Window::widest(longest)).min(columns.max(terrain.cells() / columns));
    let mut best = u32::MAX;
    let mut prices: Option<Prices> = None;
    // Wider strips prove more and take several times as long.
    for width in NARROWEST.min(widest)..=widest {
        let before = spending.share();
        let Ok(strips) = build(terrain, columns, width, pool, &spending) else { break };
        spending.edges += strips.iter().map(|strip| COST_OF_BUILDING * strip.diagram.edges_built() as u64).sum::<u64>();
        let wider = GROWTH * (spending.share() - before);
        let current = prices.insert(Prices::new(terrain, strips));
        let is_done = (0..FIRST_ROUNDS).any(|_| {
            spending.edges += current.work();
            let goes_on = spending.share() < 1.0 && current.round(reached, pool);
            best = best.min(current.bound());
            !goes_on
        });
        if is_done {
            break;
        }
        if wider > SHARE_OF_BUILDING * (1.0 - spending.share()) {
            best = best.min(settle(current, reached, pool, &mut spending));
            // Where they prove no more before the time is over, wider ones are the only way on.
            if best <= reached || wider > MOST_OF_BUILDING * (1.0 - spending.share()) {
                return Some(best);
            }
        }
    }
    if let Some(prices) = &mut prices {
        best = best.min(settle(prices, reached, pool, &mut spending));
    }
    (best < u32::MAX).then_some(best)
}

/// Changes the prices until that proves no more, or all is spent.
fn settle(prices: &mut Prices, reached: u32, pool: &ThreadPool, spending: &mut Spending<'_>) -> u32 {
    while spending.share() < 1.0 && prices.bound() > reached && prices.round(reached, pool) {
        spending.edges += prices.work();
    }
    prices.bound()
}

/// All strips of a width and their diagrams: columns, and rows.
fn build(
    terrain: &Terrain,
    columns: usize,
    width: usize,
    pool: &ThreadPool,
    spending: &Spending<'_>,
) -> Result<Vec<Strip>, NoDiagram> {
    let most = match spending.budget {
        Budget::Time(_) => MOST_EDGES,
        Budget::Edges(edges) => MOST_EDGES.min((edges / COST_OF_BUILDING) as usize),
    };
    let lanes = |sides: usize| {
        let strips = sides.div_ceil(width);
        (0..strips).map(move |strip| strip * sides / strips..(strip + 1) * sides / strips)
    };
    let columns_and_rows: Vec<_> = lanes(columns)
        .map(|lanes| (lanes, true))
        .chain(lanes(terrain.cells() / columns).map(|lanes| (lanes, false)))
        .collect();
    let room = Room::new(most, spending.control.memory_left());
    let strip = |(lanes, is_column)| {
        let window = Window::new(terrain, columns, lanes, is_column);
        let diagram = Diagram::new(terrain, &window, &room, &|| spending.share() >= 1.0)?;
        Ok(Strip { window, diagram, is_column })
    };
    match terrain.cells() < CELLS_FOR_ONE || pool.current_num_threads() == 1 {
        true => columns_and_rows.into_iter().map(strip).collect(),
        false => pool.install(|| columns_and_rows.into_par_iter().map(strip).collect()),
    }
}
