//! The game with a choice: which choices end it certainly, what they are worth, and how a policy is improved.

use num_bigint::BigUint;
use num_traits::Zero;

use super::{Best, Choice, NoChoice};
use crate::{
    search::{Control, StopReason},
    snakes::{
        chain::Chain,
        odds::exact::{self, Fraction},
    },
};

/// What the states of the game are worth under a policy.
pub(super) enum Values {
    /// Above a common line, and what is below it.
    Exact((BigUint, Vec<BigUint>)),
    Floats(Vec<f64>),
}

impl Values {
    fn float(&self, state: usize) -> f64 {
        match self {
            Self::Exact((below, above)) => exact::quotient(&above[state], below),
            Self::Floats(values) => values[state],
        }
    }
}

/// The game with a choice: a chain a die, all with the same states.
pub(super) struct Game<'a> {
    pub(super) chains: &'a [Chain],
    pub(super) control: &'a Control,
    /// For every state and die, whether the game certainly ends if it is chosen and the right ones are afterwards.
    pub(super) allowed: Vec<bool>,
    /// The states from which the right choices end the game certainly.
    pub(super) safe: Vec<bool>,
}

impl<'a> Game<'a> {
    pub(super) fn new(chains: &'a [Chain], control: &'a Control) -> Result<Self, NoChoice> {
        let (states, dice) = (chains[0].len(), chains.len());
        let mut game = Self { chains, control, allowed: vec![true; states * dice], safe: vec![true; states] };
        // What cannot come to the goal is not to be entered, which may cut others off in turn.
        loop {
            let distance = game.distances()?;
            let lost: Vec<usize> = (0..states).filter(|&state| game.safe[state] && distance[state].is_none()).collect();
            if lost.is_empty() {
                break;
            }
            lost.iter().for_each(|&state| game.safe[state] = false);
            for state in 0..game.goal() {
                for (die, chain) in chains.iter().enumerate() {
                    let leads_astray = chain.next(state).iter().any(|&to| !game.safe[to as usize]);
                    game.allowed[state * dice + die] &= !leads_astray;
                }
            }
        }
        if game.safe[chains[0].start()] { Ok(game) } else { Err(NoChoice::MayNeverEnd) }
    }

    fn goal(&self) -> usize {
        self.chains[0].goal()
    }

    fn is_allowed(&self, state: usize, die: usize) -> bool {
        self.allowed[state * self.chains.len() + die]
    }

    /// The fewest rolls to the goal by allowed choices, and the first die of them.
    fn distances(&self) -> Result<Vec<Option<(u32, usize)>>, StopReason> {
        let mut distance: Vec<Option<(u32, usize)>> = vec![None; self.chains[0].len()];
        distance[self.goal()] = Some((0, 0));
        let arcs: usize = self.chains.iter().map(|chain| chain.len() * chain.outcomes().len()).sum();
        self.control.allow_memory(16 * arcs as u64)?;
        let mut arcs_into: Vec<Vec<(u32, u32)>> = vec![Vec::new(); self.chains[0].len()];
        let mut lookout = self.control.lookout();
        for state in (0..self.goal()).filter(|&state| self.safe[state]) {
            for (die, chain) in self.chains.iter().enumerate().filter(|(die, _)| self.is_allowed(state, *die)) {
                lookout.spend(8 * chain.outcomes().len() as u64)?;
                for &to in chain.next(state) {
                    arcs_into[to as usize].push((state as u32, die as u32));
                }
            }
        }
        let mut layer = vec![self.goal()];
        for rolls in 1.. {
            let mut next = Vec::new();
            for state in layer {
                lookout.spend(arcs_into[state].len() as u64)?;
                for &(from, die) in &arcs_into[state] {
                    if distance[from as usize].is_none() {
                        distance[from as usize] = Some((rolls, die as usize));
                        next.push(from as usize);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        Ok(distance)
    }

    /// Some policy by which every game ends: the one that may come to the goal in the fewest rolls.
    pub(super) fn any_proper_policy(&self) -> Result<Vec<usize>, StopReason> {
        Ok(self.distances()?.into_iter().map(|known| known.map_or(0, |(_, die)| die)).collect())
    }

    /// Changes a policy wherever another die is better, and tells whether it is anywhere. By floats something that is
    /// better by rounding alone is not.
    pub(super) fn improve(&self, policy: &mut [usize], values: &Values) -> Result<bool, StopReason> {
        let mut is_better = false;
        let mut lookout = self.control.lookout();
        for state in (0..self.goal()).filter(|&state| self.safe[state]) {
            let allowed = (0..self.chains.len()).filter(|&die| self.is_allowed(state, die));
            let now = policy[state];
            for die in allowed.filter(|&die| die != now) {
                lookout.spend(64 * self.chains[die].outcomes().len() as u64)?;
                let beats = match values {
                    Values::Exact(values) => {
                        self.exactly(state, die, values) * self.chains[policy[state]].total()
                            < self.exactly(state, policy[state], values) * self.chains[die].total()
                    }
                    Values::Floats(values) => {
                        self.about(state, die, values) < self.about(state, policy[state], values) * (1.0 - 1e-12)
                    }
                };
                if beats {
                    (policy[state], is_better) = (die, true);
                }
            }
        }
        Ok(is_better)
    }

    /// Turns to come if a die is chosen, times what is below the line and the cases of the die.
    fn exactly(&self, state: usize, die: usize, (below, above): &(BigUint, Vec<BigUint>)) -> BigUint {
        let chain = &self.chains[die];
        let mut sum = BigUint::zero();
        for ((&to, &ends), outcome) in chain.next(state).iter().zip(chain.ends_turn(state)).zip(chain.outcomes()) {
            if ends {
                sum += below * outcome.weight;
            }
            if to as usize != self.goal() {
                sum += &above[to as usize] * outcome.weight;
            }
        }
        sum
    }

    /// Turns to come if a die is chosen.
    pub(super) fn about(&self, state: usize, die: usize, values: &[f64]) -> f64 {
        let chain = &self.chains[die];
        let arcs = chain.next(state).iter().zip(chain.ends_turn(state)).zip(chain.outcomes());
        let sum: f64 = arcs
            .map(|((&to, &ends), outcome)| {
                let then = if to as usize == self.goal() { 0.0 } else { values[to as usize] };
                (f64::from(u8::from(ends)) + then) * f64::from(outcome.weight)
            })
            .sum();
        sum / chain.total() as f64
    }

    pub(super) fn told(&self, policy: &[usize], values: &Values, rounds: u32) -> Best {
        let chain = &self.chains[0];
        let floats: Vec<f64> = (0..self.goal()).map(|state| values.float(state)).collect();
        let met = self.met(policy);
        let choices = (0..self.goal()).filter(|&state| met[state]).map(|state| Choice {
            square: chain.square(state),
            die: policy[state],
            turns: floats[state],
            with_each: (0..self.chains.len())
                .map(|die| self.is_allowed(state, die).then(|| self.about(state, die, &floats)))
                .collect(),
        });
        let choices = choices.collect();
        let exact = match values {
            Values::Exact((below, above)) => Some(Fraction::new(above[chain.start()].clone(), below.clone())),
            Values::Floats(_) => None,
        };
        let bounds = if exact.is_none() { self.bounds(policy, &floats) } else { None };
        Best { exact, turns: floats[chain.start()], bounds, choices, rounds }
    }

    /// The states that games come to under a policy.
    pub(super) fn met(&self, policy: &[usize]) -> Vec<bool> {
        let start = self.chains[0].start();
        let mut met = vec![false; self.chains[0].len()];
        met[start] = true;
        let mut open = vec![start];
        while let Some(state) = open.pop() {
            for &to in self.chains[policy[state]].next(state) {
                if to as usize != self.goal() && !std::mem::replace(&mut met[to as usize], true) {
                    open.push(to as usize);
                }
            }
        }
        met
    }

    /// Bounds of the least expected turns from the start.
    ///
    /// If no choice anywhere takes more than 1 + a times its own turns off the values x, then x is at most 1 + a times
    /// what any policy takes; if the policy takes at least 1 − b times its turns off everywhere, it takes at most x /
    /// (1 − b). Rounding is counted in.
    fn bounds(&self, policy: &[usize], values: &[f64]) -> Option<[f64; 2]> {
        let (mut most, mut least) = (0.0f64, f64::INFINITY);
        for state in (0..self.goal()).filter(|&state| self.safe[state]) {
            for die in (0..self.chains.len()).filter(|&die| self.is_allowed(state, die)) {
                let chain = &self.chains[die];
                let total = chain.total() as f64;
                let (mut turns, mut gain, mut size) = (0.0, 0.0, 0.0);
                let arcs = chain.next(state).iter().zip(chain.ends_turn(state)).zip(chain.outcomes());
                for ((&to, &ends), outcome) in arcs {
                    let then = if to as usize == self.goal() { 0.0 } else { values[to as usize] };
                    let (difference, weight) = (values[state] - then, f64::from(outcome.weight) / total);
                    turns += f64::from(u8::from(ends)) * weight;
                    gain += weight * difference;
                    size += weight * difference.abs();
                }
                if turns == 0.0 {
                    return None;
                }
                let rounding = (size + turns) * f64::EPSILON * (chain.outcomes().len() as f64 + 4.0);
                most = most.max((gain + rounding) / turns);
                if die == policy[state] {
                    least = least.min((gain - rounding) / turns);
                }
            }
        }
        let value = values[self.chains[0].start()];
        // The last division rounds, too.
        let wider = [value / most * (1.0 - 1e-15), value / least * (1.0 + 1e-15)];
        (least > 0.0 && wider.iter().all(|bound| bound.is_finite())).then_some(wider)
    }
}
