//! A player who may choose a die before every roll: the choice that reaches the goal soonest, and a proof that no other
//! does.
//!
//! Policies are improved step by step. On boards of usual size every policy is valued in whole numbers, so that the
//! last one, which cannot be improved, is proved to be the best. On larger boards floats are used, and the value has
//! bounds.

mod policy;
#[cfg(test)]
mod tests;

use serde::Serialize;

use super::{
    elimination::Structure,
    exact::{self, Fraction},
    moments,
};
use crate::{
    search::{Control, StopReason},
    snakes::{
        board::Case,
        chain::{Chain, Scope},
        rules::{Again, Die, Third},
    },
};
use policy::{Game, Values};

/// More cases of all dice together have no common measure that is worth having.
pub const MAX_CASES: u64 = 4096;

/// So many squares times cases are the most.
const MAX_ARCS: u64 = 50_000_000;

/// A best way to choose.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// Expected turns from the start, if they are known exactly.
    pub exact: Option<Fraction>,
    /// The same as a float.
    pub turns: f64,
    /// Where the float lies between, proved.
    pub bounds: Option<[f64; 2]>,
    /// What to choose on every square the game can come to, in ascending order of squares.
    pub choices: Vec<Choice>,
    /// Policies that were valued.
    pub rounds: u32,
}

/// What to choose on a square.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// The square.
    pub square: u32,
    /// The number of the die, from 0 on.
    pub die: usize,
    /// Expected turns from here with the best choices.
    pub turns: f64,
    /// Expected turns from here if each die is taken now, and the best ones from then on; `None` if the game might then
    /// never end.
    pub with_each: Vec<Option<f64>>,
}

/// Why there is no best choice.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum NoChoice {
    #[error("after three extra rolls more than the square matters: a choice of dice goes with `three-sixes play` only")]
    RemembersTurns,
    #[error(
        "players who capture play against each other: a choice of dice is for one who plays alone, by `capture no`"
    )]
    Captures,
    #[error("the dice have too many cases together: {MAX_CASES} is the most for their common multiple")]
    TooManyCases,
    #[error("the board is too large for a choice of these dice: {most} squares are the most")]
    TooLarge { most: u64 },
    #[error("whatever is chosen, a game may never end")]
    MayNeverEnd,
    #[error("stopped: {}", .0.text())]
    Stopped(StopReason),
}

impl From<StopReason> for NoChoice {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

/// Finds a best choice of dice.
pub fn best(case: &Case, dice: &[Die], control: &Control) -> Result<Best, NoChoice> {
    if case.rules.third != Third::Plays && case.rules.again != Again::Never {
        return Err(NoChoice::RemembersTurns);
    }
    if case.rules.capture {
        return Err(NoChoice::Captures);
    }
    let chains = dice.iter().map(|die| one_die(case, die, control)).collect::<Result<Vec<_>, _>>()?;
    let game = Game::new(&chains, control)?;
    let first = game.any_proper_policy()?;
    let common = common_cases(&chains).ok_or(NoChoice::TooManyCases)?;
    if common * chains[0].len() as u64 > MAX_ARCS {
        return Err(NoChoice::TooLarge { most: MAX_ARCS / common });
    }
    control.allow_memory(9 * common * chains[0].len() as u64)?;
    let mut policy = first;
    let mut rounds = 0;
    let values = loop {
        rounds += 1;
        let chain = Chain::mixed(&chains, &policy, common)?;
        let structure = Structure::of(&chain)?;
        let values = if exact::work(&chain, &structure) <= exact::WORK_LIMIT {
            Values::Exact(exact::values(&chain, &structure)?)
        } else {
            Values::Floats(moments::means(&chain, &structure)?.ok_or(NoChoice::MayNeverEnd)?)
        };
        if !game.improve(&mut policy, &values)? {
            break values;
        }
    };
    Ok(game.told(&policy, &values, rounds))
}

/// The game with one of the dice. A die that never shows what gives another roll never gives one.
pub fn with_die(case: &Case, die: &Die) -> Case {
    let mut rules = case.rules.clone();
    match die.clone().with_again(case.rules.again) {
        Some(die) => rules.die = die,
        None => (rules.die, rules.again) = (die.clone(), Again::Never),
    }
    case.with_rules(rules)
}

fn one_die(case: &Case, die: &Die, control: &Control) -> Result<Chain, StopReason> {
    Chain::compile(&with_die(case, die), Scope::AllSquares, control)
}

/// The smallest number that the cases of every die divide.
fn common_cases(chains: &[Chain]) -> Option<u64> {
    chains.iter().try_fold(1u64, |common, chain| {
        let both = common.checked_mul(chain.total())? / num_integer::gcd(common, chain.total());
        Some(both).filter(|both| *both <= MAX_CASES)
    })
}
