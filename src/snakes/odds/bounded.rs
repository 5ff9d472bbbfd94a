//! Expected lengths on boards too large for exact answers: floats with a bound on their error that is proved, not hoped
//! for.
//!
//! Any x whatever gives a bound. Let c > 0 be the right side of the equations and r = c − (W·I − C)·x what x leaves of
//! it, with a·c ≤ r ≤ b·c in every state. The inverse has no negative entry, so the true solution lies between x/(1 −
//! a) and x/(1 − b).

use super::skyline::Skyline;
use crate::{search::StopReason, snakes::chain::Chain};

/// An expected number of turns, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounded {
    /// The value.
    pub mean: f64,
    /// The true value is not below this.
    pub low: f64,
    /// The true value is not above this.
    pub high: f64,
    /// The standard deviation; its error is not bounded.
    pub deviation: f64,
    /// How often the iteration went over the board.
    pub iterations: u32,
}

/// More steps of the iteration than this do not help either.
const MAX_ITERATIONS: u32 = 400;

/// How often a solution is improved by what it leaves over.
const REFINEMENTS: u32 = 2;

/// Solves a chain in which every game ends. `None` if the bound could not be proved: the numbers outgrow floats.
pub fn length(chain: &Chain) -> Result<Option<Bounded>, StopReason> {
    let Some(skyline) = Skyline::new(chain)? else { return Ok(None) };
    length_with(chain, &skyline)
}

/// The same with a skyline of one's choice.
pub fn length_with(chain: &Chain, skyline: &Skyline) -> Result<Option<Bounded>, StopReason> {
    let equations = Equations::of(chain, skyline);
    let count = chain.goal();
    let over_turns = |state: usize, value: &dyn Fn(usize) -> f64| -> f64 {
        let arcs = chain.next(state).iter().zip(&equations.weights).zip(chain.ends_turn(state));
        arcs.filter(|arc| *arc.1).map(|((&to, weight), _)| weight * value(to as usize)).sum()
    };
    let ones: Vec<f64> = (0..count).map(|state| over_turns(state, &|_| 1.0)).collect();
    let (mut turns, mut iterations) = equations.solve(&ones)?;
    // What the first solution leaves over is solved for again: the bound gets as narrow as floats allow.
    for _ in 0..REFINEMENTS {
        let (correction, more) = equations.solve(&equations.rest(&turns, &ones))?;
        iterations += more;
        turns.iter_mut().zip(correction).for_each(|(value, more)| *value += more);
    }
    let value = |values: &[f64], state: usize| if state == count { 0.0 } else { values[state] };
    let squares: Vec<f64> = (0..count).map(|state| over_turns(state, &|to| 1.0 + 2.0 * value(&turns, to))).collect();
    let (second, more) = equations.solve(&squares)?;
    let start = chain.start();
    let mean = turns[start];
    let Some((least, most)) = equations.left_over(&turns, &ones) else { return Ok(None) };
    let deviation = (second[start] - mean * mean).max(0.0).sqrt();
    let (low, high) = (mean / (1.0 - least), mean / (1.0 - most));
    Ok(Some(Bounded { mean, low: low.min(mean), high: high.max(mean), deviation, iterations: iterations + more }))
}

/// The equations with their short arcs eliminated.
struct Equations<'a> {
    chain: &'a Chain,
    skyline: &'a Skyline,
    weights: Vec<f64>,
    /// Arcs the skyline does not have: from, to, weight.
    far: Vec<(u32, u32, f64)>,
}

impl<'a> Equations<'a> {
    fn of(chain: &'a Chain, skyline: &'a Skyline) -> Self {
        let weights: Vec<f64> = chain.outcomes().iter().map(|outcome| f64::from(outcome.weight)).collect();
        let mut far = Vec::new();
        for state in 0..chain.goal() {
            for (&to, &weight) in chain.next(state).iter().zip(&weights) {
                if to as usize != chain.goal() && (to as usize).abs_diff(state) > skyline.reach() {
                    far.push((state as u32, to, weight));
                }
            }
        }
        Self { chain, skyline, weights, far }
    }

    /// Solves the equations by stabilised biconjugate gradients on what the long arcs add to the short ones.
    fn solve(&self, right: &[f64]) -> Result<(Vec<f64>, u32), StopReason> {
        let mut lookout = self.chain.control().lookout();
        let mut solve_short = |values: &[f64]| {
            let mut solution = values.to_vec();
            self.skyline.solve(&mut solution, &mut lookout)?;
            Ok(solution)
        };
        if self.far.is_empty() {
            return Ok((solve_short(right)?, 1));
        }
        // y − (long arcs)·(short arcs solved for y).
        let mut apply = |values: &[f64]| {
            let solution = solve_short(values)?;
            let mut result = values.to_vec();
            for &(from, to, weight) in &self.far {
                result[from as usize] -= weight * solution[to as usize];
            }
            Ok(result)
        };
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let largest = |values: &[f64]| values.iter().fold(0.0f64, |most, value| most.max(value.abs()));
        let mut solution = right.to_vec();
        let mut rest: Vec<f64> = right.iter().zip(apply(&solution)?).map(|(right, got)| right - got).collect();
        let shadow = rest.clone();
        let mut direction = rest.clone();
        let mut rho = dot(&shadow, &rest);
        let enough = largest(right) * 1e-15;
        let mut iterations = 0;
        while iterations < MAX_ITERATIONS && largest(&rest) > enough && rho != 0.0 {
            iterations += 1;
            let moved = apply(&direction)?;
            let alpha = rho / dot(&shadow, &moved);
            let half: Vec<f64> = rest.iter().zip(&moved).map(|(rest, moved)| rest - alpha * moved).collect();
            let turned = apply(&half)?;
            let norm = dot(&turned, &turned);
            let omega = if norm > 0.0 { dot(&turned, &half) / norm } else { 0.0 };
            if !alpha.is_finite() || !omega.is_finite() {
                break;
            }
            for (at, value) in solution.iter_mut().enumerate() {
                *value += alpha * direction[at] + omega * half[at];
                rest[at] = half[at] - omega * turned[at];
            }
            let next = dot(&shadow, &rest);
            let beta = if omega == 0.0 { 0.0 } else { next / rho * (alpha / omega) };
            rho = next;
            for (at, direction) in direction.iter_mut().enumerate() {
                *direction = rest[at] + beta * (*direction - omega * moved[at]);
            }
        }
        Ok((solve_short(&solution)?, iterations + 1))
    }

    /// What a solution leaves of the right side.
    fn rest(&self, solution: &[f64], right: &[f64]) -> Vec<f64> {
        let rest_of = |(state, &value): (usize, &f64)| {
            let arcs = self.chain.next(state).iter().zip(&self.weights);
            // Differences first: neighbours have nearly the same value, and what is left is far smaller than both.
            let inflow = arcs.map(|(&to, weight)| {
                let there = if to as usize == self.chain.goal() { 0.0 } else { solution[to as usize] };
                weight * (there - value)
            });
            right[state] + inflow.sum::<f64>()
        };
        solution.iter().enumerate().map(rest_of).collect()
    }

    /// The least and the largest share of the right side that a solution leaves over, rounding included. `None` if the
    /// bound they give is worth nothing.
    fn left_over(&self, solution: &[f64], right: &[f64]) -> Option<(f64, f64)> {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for (state, rest) in self.rest(solution, right).into_iter().enumerate() {
            // A difference of two floats is off by at most half a unit in its last place; so is every product and sum.
            let mut size = right[state];
            for (&to, weight) in self.chain.next(state).iter().zip(&self.weights) {
                let there = if to as usize == self.chain.goal() { 0.0 } else { solution[to as usize] };
                size += weight * (there - solution[state]).abs();
            }
            let rounding = size * f64::EPSILON * (self.weights.len() as f64 + 3.0);
            least = least.min((rest - rounding) / right[state]);
            most = most.max((rest + rounding) / right[state]);
        }
        (least.is_finite() && most < 1.0).then_some((least, most))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::snakes::odds::{
        elimination::Structure,
        exact, moments,
        tests::{any_case, case, chain, milton_bradley},
    };

    #[test]
    fn the_bound_holds_the_exact_value() {
        let chain = chain(&milton_bradley(""));
        let exact = exact::solve(&chain, &Structure::of(&chain).unwrap()).unwrap().expected.unwrap().to_f64();
        for reach in [1, 6, 10, 30, 100] {
            let skyline = Skyline::with_reach(&chain, reach).unwrap().unwrap();
            let bounded = length_with(&chain, &skyline).unwrap().unwrap();
            assert!(bounded.low <= exact && exact <= bounded.high, "{reach}: {bounded:?}");
            assert!(bounded.high - bounded.low < 1e-9, "{reach}: {bounded:?}");
            assert!((bounded.deviation - 25.2249571128).abs() < 1e-8, "{reach}: {bounded:?}");
        }
    }

    #[test]
    fn a_million_squares_are_solved_with_a_narrow_bound() {
        use std::fmt::Write;
        let mut text = String::from("size 1000x1000\nstart 1\n");
        // Short snakes and ladders everywhere, and a few that go half across the board.
        for at in 0..4000u32 {
            let square = 200 + at * 240;
            let _ = writeln!(text, "{} > {}", square + 100, square + 7 + at % 60);
            let _ = writeln!(text, "{} > {}", square + 120, square + 130 + at % 70);
        }
        for at in 0..5u32 {
            let _ = writeln!(text, "{} > {}", 500_003 + at * 2400, 1_003 + at * 2400);
            let _ = writeln!(text, "{} > {}", 20_003 + at * 2400, 700_003 + at * 2400);
        }
        let chain = chain(&case(&text));
        let bounded = length(&chain).unwrap().unwrap();
        assert!((bounded.high - bounded.low) / bounded.mean < 1e-6, "{bounded:?}");
        assert!((50_000.0..400_000.0).contains(&bounded.mean), "{bounded:?}");
    }

    proptest! {
        #[test]
        fn large_board_methods_agree_with_elimination(case in any_case(), reach in 1usize..20) {
            let chain = chain(&case);
            let structure = Structure::of(&chain).unwrap();
            prop_assume!(structure.certain());
            let length = moments::length(&chain, &structure).unwrap().unwrap();
            let skyline = Skyline::with_reach(&chain, reach).unwrap().unwrap();
            if let Some(bounded) = length_with(&chain, &skyline).unwrap() {
                prop_assert!(bounded.low <= length.mean * (1.0 + 1e-11));
                prop_assert!(bounded.high >= length.mean * (1.0 - 1e-11));
            }
        }
    }
}
