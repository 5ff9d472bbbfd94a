//! Solves the linear equations of a chain.
//!
//! With W the total weight of the die and C the weights of the arcs between live states, all questions about a game
//! are equations (W·I − C)·x = b. Most arcs lead up the board. Going down from the goal, the value of a state is then a
//! sum of values already known, except for arcs that lead back: those values stay unknown until the end. So every
//! value becomes a number plus a combination of a few unknowns (the feet of the snakes, mostly), and only a
//! small dense system is left for them. All of it keeps to sums of terms of one sign, so floats lose almost nothing.

use super::{super::chain::Chain, arithmetic::Arithmetic};
use crate::search::StopReason;

/// Which states count and which of them stay unknown until the end.
#[derive(Clone, Debug)]
pub struct Structure {
    /// For each state whether the goal can be reached from it.
    live: Vec<bool>,
    /// The live states arcs lead back to.
    unknowns: Vec<u32>,
    /// The place of a state among the unknowns, or [`KNOWN`].
    place: Vec<u32>,
    /// Whether the game ends with certainty, wherever it goes.
    certain: bool,
}

const KNOWN: u32 = u32::MAX;

impl Structure {
    /// Looks at a chain.
    pub fn of(chain: &Chain) -> Result<Self, StopReason> {
        let live = chain.live()?;
        let mut place = vec![KNOWN; chain.len()];
        let mut unknowns = Vec::new();
        for state in (0..chain.goal()).filter(|&state| live[state]) {
            for &to in chain.next(state) {
                let to_state = to as usize;
                if to_state < state && live[to_state] && place[to_state] == KNOWN {
                    place[to_state] = 0;
                    unknowns.push(to);
                }
            }
        }
        unknowns.sort_unstable();
        for (at, &state) in unknowns.iter().enumerate() {
            place[state as usize] = at as u32;
        }
        let certain = live.iter().all(|&live| live);
        Ok(Self { live, unknowns, place, certain })
    }

    /// How many values stay unknown until the end.
    pub fn unknowns(&self) -> usize {
        self.unknowns.len()
    }

    /// For each state whether the goal can be reached from it.
    pub fn live(&self) -> &[bool] {
        &self.live
    }

    /// Whether the goal can be reached from every state, so that every game ends.
    pub fn certain(&self) -> bool {
        self.certain
    }

    /// How many equations there are.
    pub fn equations(&self) -> usize {
        self.live.iter().filter(|&&live| live).count() - 1
    }
}

/// The equations of a chain, factored in some arithmetic.
pub struct Elimination<'a, A: Arithmetic> {
    arithmetic: A,
    chain: &'a Chain,
    structure: &'a Structure,
    weights: Vec<A::Number>,
    /// 1 / (W − weight of staying), per state.
    pivot: Vec<A::Number>,
    /// Per state, the coefficients of the unknowns.
    rows: Vec<A::Number>,
    /// I − (rows of the unknowns), in LU form without exchanges of rows.
    small: Vec<A::Number>,
    small_pivot: Vec<A::Number>,
    determinant: A::Number,
}

impl<'a, A: Arithmetic> Elimination<'a, A> {
    /// Factors the equations. `None` if the arithmetic is a prime that happens to divide a pivot.
    pub fn new(arithmetic: A, chain: &'a Chain, structure: &'a Structure) -> Result<Option<Self>, StopReason> {
        let mut lookout = chain.control().lookout();
        let a = &arithmetic;
        let width = structure.unknowns.len();
        let weights: Vec<_> = chain.outcomes().iter().map(|outcome| a.whole(outcome.weight.into())).collect();
        let numbers = (chain.len() as u64 + width as u64) * (width as u64 + 1);
        chain.control().allow_memory(numbers * size_of::<A::Number>() as u64)?;
        let mut pivot = vec![a.zero(); chain.len()];
        let mut rows = vec![a.zero(); chain.len() * width];
        let mut determinant = a.whole(1);
        // Nearly all pivots are W itself: invert that once.
        let Some(plain_inverse) = a.inverse(a.whole(chain.total())) else { return Ok(None) };
        for state in (0..chain.goal()).rev().filter(|&state| structure.live[state]) {
            lookout.spend(chain.outcomes().len() as u64 * (width as u64 + 4))?;
            let (below, above) = rows.split_at_mut((state + 1) * width);
            let row = &mut below[state * width..];
            let mut staying = 0u64;
            for (outcome, &to) in chain.next(state).iter().enumerate() {
                let to = to as usize;
                if to == state {
                    staying += u64::from(chain.outcomes()[outcome].weight);
                } else if structure.place[to] != KNOWN {
                    let entry = &mut row[structure.place[to] as usize];
                    *entry = a.add(*entry, weights[outcome]);
                } else if to != chain.goal() && structure.live[to] {
                    let source = &above[(to - state - 1) * width..][..width];
                    for (entry, &term) in row.iter_mut().zip(source) {
                        *entry = a.add(*entry, a.mul(weights[outcome], term));
                    }
                }
            }
            let leaving = a.whole(chain.total() - staying);
            determinant = a.mul(determinant, leaving);
            let inverse = if staying == 0 { Some(plain_inverse) } else { a.inverse(leaving) };
            let Some(inverse) = inverse else { return Ok(None) };
            pivot[state] = inverse;
            row.iter_mut().for_each(|entry| *entry = a.mul(*entry, pivot[state]));
        }
        let mut small = vec![a.zero(); width * width];
        for (at, &state) in structure.unknowns.iter().enumerate() {
            let row = &rows[state as usize * width..][..width];
            for (column, &entry) in row.iter().enumerate() {
                small[at * width + column] = a.sub(a.whole(u64::from(at == column)), entry);
            }
        }
        let mut small_pivot = vec![a.zero(); width];
        for column in 0..width {
            determinant = a.mul(determinant, small[column * width + column]);
            let Some(inverse) = a.inverse(small[column * width + column]) else { return Ok(None) };
            small_pivot[column] = inverse;
            let (done, todo) = small.split_at_mut((column + 1) * width);
            let top = &done[column * width..];
            for row in todo.chunks_exact_mut(width) {
                lookout.spend(width as u64)?;
                if row[column] == a.zero() {
                    continue;
                }
                let factor = a.mul(row[column], small_pivot[column]);
                row[column] = factor;
                for at in column + 1..width {
                    row[at] = a.sub(row[at], a.mul(factor, top[at]));
                }
            }
        }
        Ok(Some(Self { arithmetic, chain, structure, weights, pivot, rows, small, small_pivot, determinant }))
    }

    /// The determinant of W·I − C.
    pub fn determinant(&self) -> A::Number {
        self.determinant
    }

    /// The weights of the outcomes as numbers of the arithmetic.
    pub fn weights(&self) -> &[A::Number] {
        &self.weights
    }

    /// Solves (W·I − C)·x = b. States that are not live, and the goal, get 0.
    pub fn solve(&self, b: impl Fn(usize) -> A::Number) -> Result<Vec<A::Number>, StopReason> {
        let mut lookout = self.chain.control().lookout();
        let outcomes = self.chain.outcomes().len() as u64;
        let a = &self.arithmetic;
        let width = self.structure.unknowns.len();
        let goal = self.chain.goal();
        let live = |state: &usize| self.structure.live[*state];
        let mut x = vec![a.zero(); self.chain.len()];
        for state in (0..goal).rev().filter(live) {
            lookout.spend(2 * outcomes + 4)?;
            let mut sum = b(state);
            for (outcome, &to) in self.chain.next(state).iter().enumerate() {
                let to = to as usize;
                // Only what is known already: higher states that are no unknowns.
                if to > state && to != goal && self.structure.place[to] == KNOWN {
                    sum = a.add(sum, a.mul(self.weights[outcome], x[to]));
                }
            }
            x[state] = a.mul(sum, self.pivot[state]);
        }
        if width == 0 {
            return Ok(x);
        }
        let mut unknown: Vec<_> = self.structure.unknowns.iter().map(|&state| x[state as usize]).collect();
        for row in 0..width {
            lookout.spend(width as u64)?;
            for column in 0..row {
                let term = a.mul(self.small[row * width + column], unknown[column]);
                unknown[row] = a.sub(unknown[row], term);
            }
        }
        for row in (0..width).rev() {
            for column in row + 1..width {
                let term = a.mul(self.small[row * width + column], unknown[column]);
                unknown[row] = a.sub(unknown[row], term);
            }
            unknown[row] = a.mul(unknown[row], self.small_pivot[row]);
        }
        for state in (0..goal).filter(live) {
            lookout.spend(width as u64 + 1)?;
            let row = &self.rows[state * width..][..width];
            x[state] = row.iter().zip(&unknown).fold(x[state], |sum, (&entry, &value)| a.add(sum, a.mul(entry, value)));
        }
        Ok(x)
    }
}
