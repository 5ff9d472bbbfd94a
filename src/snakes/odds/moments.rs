//! The chance to finish and the first two moments of the number of turns, in any arithmetic.

use super::{
    arithmetic::{Arithmetic, Floats},
    elimination::{Elimination, Structure},
};
use crate::{search::StopReason, snakes::chain::Chain};

/// For every state: the chance to finish, and E(T; finished), E(T²; finished), where T counts the turns still to come.
pub struct Moments<N> {
    /// The chance that the game ends.
    pub finishes: Vec<N>,
    /// The turns of games that end, times the chance of that.
    pub first: Vec<N>,
    /// Their squares, times the chance of that.
    pub second: Vec<N>,
}

/// Solves for the moments. An arc that ends a turn adds one to T:
/// E(T) = Σ p·(h' + T') over such arcs, and E(T²) = Σ p·(h' + 2T' + T²').
pub fn solve<A: Arithmetic>(
    a: &A,
    chain: &Chain,
    structure: &Structure,
    elimination: &Elimination<'_, A>,
) -> Result<Moments<A::Number>, StopReason> {
    let weights = elimination.weights();
    let goal = chain.goal() as u32;
    let mut finishes = if structure.certain() {
        vec![a.whole(1); chain.len()]
    } else {
        elimination.solve(|state| {
            let wins = chain.next(state).iter().zip(weights).filter(|(to, _)| **to == goal);
            wins.fold(a.zero(), |sum, (_, &weight)| a.add(sum, weight))
        })?
    };
    finishes[chain.goal()] = a.whole(1);
    let over_turns = |state: usize, value: &dyn Fn(usize) -> A::Number| {
        let arcs = chain.next(state).iter().zip(weights).zip(chain.ends_turn(state));
        arcs.filter(|arc| *arc.1)
            .fold(a.zero(), |sum, ((&to, &weight), _)| a.add(sum, a.mul(weight, value(to as usize))))
    };
    let first = elimination.solve(|state| over_turns(state, &|to| finishes[to]))?;
    let second =
        elimination.solve(|state| over_turns(state, &|to| a.add(finishes[to], a.add(first[to], first[to]))))?;
    Ok(Moments { finishes, first, second })
}

/// The same in floats, for one chain.
pub fn floats(chain: &Chain, structure: &Structure) -> Result<Option<Moments<f64>>, StopReason> {
    let Some(elimination) = Elimination::new(Floats, chain, structure)? else { return Ok(None) };
    solve(&Floats, chain, structure, &elimination).map(Some)
}

/// The chance to finish, and mean and standard deviation of the turns of games that end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length {
    /// The chance that a game ends.
    pub finishes: f64,
    /// Expected number of turns, given that the game ends.
    pub mean: f64,
    /// Its standard deviation.
    pub deviation: f64,
}

/// The length of a game in floats. `None` if no game ends, or the numbers outgrow floats.
pub fn length(chain: &Chain, structure: &Structure) -> Result<Option<Length>, StopReason> {
    let start = chain.start();
    if !structure.live()[start] {
        return Ok(None);
    }
    let Some(moments) = floats(chain, structure)? else { return Ok(None) };
    let finishes = moments.finishes[start];
    let mean = moments.first[start] / finishes;
    let deviation = (moments.second[start] / finishes - mean * mean).max(0.0).sqrt();
    Ok((mean.is_finite() && deviation.is_finite()).then_some(Length { finishes, mean, deviation }))
}

/// The expected turns from every state whose games all end; what is said of the others means nothing.
pub fn first<A: Arithmetic>(
    a: &A,
    chain: &Chain,
    elimination: &Elimination<'_, A>,
) -> Result<Vec<A::Number>, StopReason> {
    let weights = elimination.weights();
    elimination.solve(|state| {
        let arcs = weights.iter().zip(chain.ends_turn(state));
        arcs.filter(|arc| *arc.1).fold(a.zero(), |sum, (&weight, _)| a.add(sum, weight))
    })
}

/// The same in floats. `None` if they cannot be had.
pub fn means(chain: &Chain, structure: &Structure) -> Result<Option<Vec<f64>>, StopReason> {
    let Some(elimination) = Elimination::new(Floats, chain, structure)? else { return Ok(None) };
    first(&Floats, chain, &elimination).map(Some)
}

/// The expected number of turns alone: half the work of [`length`]. Infinite if some games never end.
pub fn mean(chain: &Chain) -> Result<f64, StopReason> {
    let structure = Structure::of(chain)?;
    if !structure.certain() {
        return Ok(f64::INFINITY);
    }
    Ok(means(chain, &structure)?.map_or(f64::INFINITY, |means| means[chain.start()]))
}
