//! A player who may choose a die before every roll: the choice that reaches the goal soonest, and a proof that no other
//! does.
//!
//! Policies are improved step by step. On boards of usual size every policy is valued in whole numbers, so that the last
//! one, which cannot be improved, is proved to be the best. On larger boards floats are used, and the value has bounds.

use num_bigint::BigUint;
use num_traits::Zero;
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

/// What the states of the game are worth under a policy.
enum Values {
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
struct Game<'a> {
    chains: &'a [Chain],
    control: &'a Control,
    /// For every state and die, whether the game certainly ends if it is chosen and the right ones are afterwards.
    allowed: Vec<bool>,
    /// The states from which the right choices end the game certainly.
    safe: Vec<bool>,
}

impl<'a> Game<'a> {
    fn new(chains: &'a [Chain], control: &'a Control) -> Result<Self, NoChoice> {
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
    fn any_proper_policy(&self) -> Result<Vec<usize>, StopReason> {
        Ok(self.distances()?.into_iter().map(|known| known.map_or(0, |(_, die)| die)).collect())
    }

    /// Changes a policy wherever another die is better, and tells whether it is anywhere. By floats something that is
    /// better by rounding alone is not.
    fn improve(&self, policy: &mut [usize], values: &Values) -> Result<bool, StopReason> {
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
    fn about(&self, state: usize, die: usize, values: &[f64]) -> f64 {
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

    fn told(&self, policy: &[usize], values: &Values, rounds: u32) -> Best {
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
    fn met(&self, policy: &[usize]) -> Vec<bool> {
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
    /// If no choice anywhere takes more than 1 + a times its own turns off the values x, then x is at most 1 + a times what
    /// any policy takes; if the policy takes at least 1 − b times its turns off everywhere, it takes at most x / (1 − b).
    /// Rounding is counted in.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::snakes::odds::tests::{case, chain, milton_bradley};

    fn dice(texts: &[&str]) -> Vec<Die> {
        texts.iter().map(|text| case(&format!("squares 9\ndie {text}")).rules.die).collect()
    }

    fn found(case: &Case, dice: &[Die]) -> Best {
        best(case, dice, &Control::default()).unwrap()
    }

    #[test]
    fn one_die_is_no_choice() {
        let board = milton_bradley("");
        let best = found(&board, &dice(&["6"]));
        let chain = chain(&board);
        let alone = exact::solve(&chain, &Structure::of(&chain).unwrap()).unwrap().expected.unwrap();
        assert_eq!(best.exact.unwrap(), alone);
        assert!(best.choices.iter().all(|choice| choice.die == 0) && best.rounds == 1);
    }

    #[test]
    fn a_choice_is_never_worse_than_one_of_the_dice() {
        let board = milton_bradley("");
        let all = dice(&["4", "6", "2d6"]);
        let best = found(&board, &all);
        assert!(best.turns < 39.2, "{}", best.turns);
        for choice in &best.choices {
            let least = choice.with_each.iter().flatten().copied().fold(f64::INFINITY, f64::min);
            assert!((choice.turns - least).abs() < 1e-9 && choice.with_each[choice.die].is_some());
        }
        // Near the goal a small die hits it sooner.
        assert_eq!(best.choices.last().unwrap().die, 0, "{:?}", best.choices.last());
    }

    #[test]
    fn what_cannot_be_chosen_well_is_refused() {
        let two = dice(&["2 2"]);
        let odd = case("squares 5\nstart 0");
        assert_eq!(best(&odd, &two, &Control::default()), Err(NoChoice::MayNeverEnd));
        // With a 1 beside it the goal can be reached, and twos are not taken where they would be the end of it.
        let both = found(&odd, &dice(&["2 2", "1 1"]));
        assert_eq!(both.exact.unwrap().to_string(), "3");
        let remembers = case("squares 30\nagain 6\nthree-sixes undo");
        assert_eq!(best(&remembers, &dice(&["6"]), &Control::default()), Err(NoChoice::RemembersTurns));
        let captures = case("squares 30\ncapture yes");
        assert_eq!(best(&captures, &dice(&["6"]), &Control::default()), Err(NoChoice::Captures));
        let many = dice(&["97", "89", "83"]);
        assert_eq!(best(&odd, &many, &Control::default()), Err(NoChoice::TooManyCases));
    }

    #[test]
    fn a_large_board_has_bounds() {
        use std::fmt::Write;
        let mut text = "size 60x60\n".to_owned();
        for at in 0..110 {
            let _ = writeln!(text, "{} > {}", 120 + 30 * at, 40 + 30 * at + at % 7);
        }
        let board = case(&text);
        let best = found(&board, &dice(&["4", "6", "2d6"]));
        let [low, high] = best.bounds.unwrap();
        assert!(low <= best.turns && best.turns <= high && high - low < 1e-6 * high, "{low} {} {high}", best.turns);
        assert!(best.exact.is_none());
    }

    /// Boards so small that every policy can be tried.
    fn small() -> impl Strategy<Value = Case> {
        let jumps = prop::collection::vec((1u32..7, 1u32..8), 0..3);
        (5u32..8, jumps, 0..3usize, any::<bool>()).prop_map(|(squares, jumps, overshoot, again)| {
            let mut text = format!("squares {squares}\nstart 1\nchains rest\n");
            text += &format!("overshoot {}\n", ["stay", "bounce", "win"][overshoot]);
            if again {
                text += "die 1 2 3\nagain 2\n";
            }
            let mut used = Vec::new();
            for (from, to) in jumps {
                if from != to && from > 1 && from < squares && to <= squares && !used.contains(&from) {
                    used.push(from);
                    text += &format!("{from} > {to}\n");
                }
            }
            case(&text)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]
        #[test]
        fn no_policy_of_all_is_better(board in small()) {
            let dice = dice(&["3", "1 1 2", "2:1 4:2"]);
            let control = Control::default();
            let chains: Vec<Chain> = dice.iter().map(|die| one_die(&board, die, &control).unwrap()).collect();
            let states = chains[0].goal();
            let mut least = f64::INFINITY;
            for number in 0..3usize.pow(states as u32) {
                let mut rest = number;
                let policy: Vec<usize> = (0..=states)
                    .map(|_| {
                        let die = rest % 3;
                        rest /= 3;
                        die
                    })
                    .collect();
                // A game that might not end is no good, and what is never met does not matter.
                let mut values = vec![0.0; states + 1];
                let mut change = 1.0;
                let game = Game { chains: &chains, control: &control, allowed: Vec::new(), safe: Vec::new() };
                let met = game.met(&policy);
                let mixed = Chain::mixed(&chains, &policy, 12).unwrap();
                let live = mixed.live().unwrap();
                if (0..states).any(|state| met[state] && !live[state]) {
                    continue;
                }
                for _ in 0..3000 {
                    change = 0.0f64;
                    for state in (0..states).filter(|&state| met[state]) {
                        let value = game.about(state, policy[state], &values);
                        change = change.max((value - values[state]).abs());
                        values[state] = value;
                    }
                    if change < 1e-12 || values[mixed.start()] > least + 1.0 {
                        break;
                    }
                }
                if change < 1e-12 {
                    least = least.min(values[mixed.start()]);
                }
            }
            match best(&board, &dice, &control) {
                Ok(best) => {
                    prop_assert!((best.turns - least).abs() < 1e-7, "{} {least}", best.turns);
                    prop_assert!((best.exact.unwrap().to_f64() - best.turns).abs() < 1e-12);
                }
                Err(error) => prop_assert!(error == NoChoice::MayNeverEnd && least.is_infinite(), "{error} {least}"),
            }
        }
    }
}
