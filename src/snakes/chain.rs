//! A case compiled: the states a player can be in between two rolls, and where each outcome of the die leads.
//!
//! A state is a square; where the third roll of a turn is special it is also how many extra rolls the turn has had, and
//! where it began if the piece may have to go back. States are numbered in ascending order of squares, but the goal is
//! the last one: there may be squares past it. Every state has one arc per outcome of the die, in the die's order.

use std::collections::BTreeSet;

use super::{
    board::Case,
    rules::{Outcome, Overshoot, Rules, Third},
};
use crate::search::{Control, Lookout, StopReason};

/// A roll that moves no piece lands nowhere.
pub const NOWHERE: u32 = u32::MAX;

/// Which states a chain has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Those a game can come to.
    Reachable,
    /// All squares, whether a game can come to rest there or not.
    AllSquares,
}

/// Where a player stands between two rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    /// The square.
    pub square: u32,
    /// How many rolls of this turn gave another one; 0 where that does not matter.
    streak: u8,
    /// Where the turn began; the square itself where that does not matter.
    origin: u32,
}

impl State {
    fn between_turns(square: u32) -> Self {
        Self { square, streak: 0, origin: square }
    }
}

/// What an outcome does in a state.
struct Step {
    to: State,
    lands: u32,
    ends_turn: bool,
}

/// The compiled case, and the control of all that is done with it: a board may have millions of squares.
#[derive(Clone, Debug)]
pub struct Chain {
    control: Control,
    states: Vec<State>,
    start: usize,
    outcomes: Vec<Outcome>,
    total: u64,
    /// The state an arc leads to.
    next: Vec<u32>,
    /// The square an arc lands on, before any jump is taken.
    lands: Vec<u32>,
    ends_turn: Vec<bool>,
}

/// What one roll does, by the rules alone.
struct Moves<'a> {
    rules: &'a Rules,
    goal: u32,
    /// The last square: past the goal, or the goal itself.
    last: u32,
    rests: Vec<u32>,
}

impl Moves<'_> {
    /// The square a piece lands on, before any jump.
    fn landing(&self, square: u32, pips: u32) -> u32 {
        let target = square.saturating_add(pips);
        match self.rules.overshoot {
            _ if pips == 0 => NOWHERE,
            Overshoot::Win if square < self.goal && target >= self.goal => self.goal,
            _ if target <= self.last => target,
            Overshoot::Stay | Overshoot::Win => NOWHERE,
            // Whoever bounces off both ends of a tiny board stops at the first square.
            Overshoot::Bounce => self.last.saturating_sub(target - self.last).max(1),
        }
    }

    fn step(&self, from: State, outcome: Outcome) -> Step {
        let third = self.rules.third;
        if outcome.again && from.streak == 2 {
            let square = if third == Third::Undoes { from.origin } else { from.square };
            return Step { to: State::between_turns(square), lands: NOWHERE, ends_turn: true };
        }
        let lands = self.landing(from.square, outcome.pips);
        let square = if lands == NOWHERE { from.square } else { self.rests[lands as usize] };
        let ends_turn = !outcome.again || square == self.goal;
        let to = if ends_turn || third == Third::Plays {
            State::between_turns(square)
        } else {
            let origin = if third == Third::Undoes { from.origin } else { square };
            State { square, streak: from.streak + 1, origin }
        };
        Step { to, lands, ends_turn }
    }
}

impl Chain {
    /// Compiles a case.
    pub fn compile(case: &Case, scope: Scope, control: &Control) -> Result<Self, StopReason> {
        let (board, rules) = (&case.board, &case.rules);
        let mut lookout = control.lookout();
        let places = u64::from(board.squares) + 1;
        control.allow_memory(places * (16 + 9 * rules.die.outcomes().len() as u64))?;
        let rests = board.resting_squares(rules.chains);
        let moves = Moves { rules, goal: board.goal, last: board.squares, rests };
        let outcomes = rules.die.outcomes().to_vec();
        let squares_only = rules.one_roll_per_turn() || rules.third == Third::Plays;
        let mut id_of_square = Vec::new();
        let states = if squares_only {
            let states = reachable_squares(case, &moves, &outcomes, scope, &mut lookout)?;
            id_of_square = vec![NOWHERE; board.squares as usize + 1];
            for (id, state) in states.iter().enumerate() {
                id_of_square[state.square as usize] = id as u32;
            }
            states
        } else {
            reachable_states(case, &moves, &outcomes, scope, &mut lookout)?
        };
        let transient = states.len() - 1;
        let id = |state: State| {
            if squares_only {
                id_of_square[state.square as usize]
            } else if state.square == board.goal {
                transient as u32
            } else {
                states[..transient].binary_search(&state).unwrap_or(0) as u32
            }
        };
        let arcs = transient * outcomes.len();
        let (mut next, mut lands) = (Vec::with_capacity(arcs), Vec::with_capacity(arcs));
        let mut ends_turn = Vec::with_capacity(arcs);
        for &state in &states[..transient] {
            lookout.spend(8 * outcomes.len() as u64)?;
            for &outcome in &outcomes {
                let step = moves.step(state, outcome);
                next.push(id(step.to));
                lands.push(step.lands);
                ends_turn.push(step.ends_turn);
            }
        }
        let start = id(State::between_turns(board.start)) as usize;
        let control = control.clone();
        Ok(Self { control, start, total: rules.die.total(), states, outcomes, next, lands, ends_turn })
    }

    /// The chain in which every state follows one of several others, which have the same states: `choice` says which.
    /// Its die has `cases` equally likely cases, a multiple of those of every other.
    pub(super) fn mixed(chains: &[Self], choice: &[usize], cases: u64) -> Result<Self, StopReason> {
        let first = &chains[0];
        let outcomes = vec![Outcome { pips: 0, weight: 1, again: false }; cases as usize];
        let arcs = first.goal() * outcomes.len();
        let (mut next, mut lands) = (Vec::with_capacity(arcs), Vec::with_capacity(arcs));
        let mut ends_turn = Vec::with_capacity(arcs);
        let mut lookout = first.control.lookout();
        for (state, &choice) in choice.iter().enumerate().take(first.goal()) {
            lookout.spend(4 * cases)?;
            let chain = &chains[choice];
            let times = cases / chain.total;
            for (at, outcome) in chain.outcomes.iter().enumerate() {
                let count = (times * u64::from(outcome.weight)) as usize;
                next.extend(std::iter::repeat_n(chain.next(state)[at], count));
                lands.extend(std::iter::repeat_n(chain.lands(state)[at], count));
                ends_turn.extend(std::iter::repeat_n(chain.ends_turn(state)[at], count));
            }
        }
        let (control, states) = (first.control.clone(), first.states.clone());
        Ok(Self { control, start: first.start, total: cases, states, outcomes, next, lands, ends_turn })
    }

    /// The control of all that is done with the chain.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// How many states there are, the goal included.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Never: a board has a start and a goal.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The state a game begins in.
    pub fn start(&self) -> usize {
        self.start
    }

    /// The state that wins: the last one.
    pub fn goal(&self) -> usize {
        self.states.len() - 1
    }

    /// The square of a state.
    pub fn square(&self, state: usize) -> u32 {
        self.states[state].square
    }

    /// The state between two turns on a square, if the chain has it.
    pub fn state_on(&self, square: u32) -> Option<usize> {
        if square == self.square(self.goal()) {
            return Some(self.goal());
        }
        self.states[..self.goal()].binary_search(&State::between_turns(square)).ok()
    }

    /// What can be rolled.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// The weights of the outcomes added up.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Where the outcomes lead from a state, which must not be the goal.
    pub fn next(&self, state: usize) -> &[u32] {
        &self.next[state * self.outcomes.len()..][..self.outcomes.len()]
    }

    /// The squares the outcomes land on, before any jump; [`NOWHERE`] if the piece does not move.
    pub fn lands(&self, state: usize) -> &[u32] {
        &self.lands[state * self.outcomes.len()..][..self.outcomes.len()]
    }

    /// Whether the outcomes end the turn.
    pub fn ends_turn(&self, state: usize) -> &[bool] {
        &self.ends_turn[state * self.outcomes.len()..][..self.outcomes.len()]
    }

    /// Whether every roll ends the turn.
    pub fn one_roll_per_turn(&self) -> bool {
        self.outcomes.iter().all(|outcome| !outcome.again)
    }

    /// For each state whether the goal can be reached from it.
    pub fn live(&self) -> Result<Vec<bool>, StopReason> {
        let mut lookout = self.control.lookout();
        // Arcs sorted by where they lead, so that they can be followed backwards.
        let mut first = vec![0u32; self.len() + 1];
        self.next.iter().for_each(|&to| first[to as usize + 1] += 1);
        for state in 0..self.len() {
            first[state + 1] += first[state];
        }
        let mut fill = first.clone();
        let mut from = vec![0u32; self.next.len()];
        for (arc, &to) in self.next.iter().enumerate() {
            lookout.spend(8)?;
            from[fill[to as usize] as usize] = (arc / self.outcomes.len()) as u32;
            fill[to as usize] += 1;
        }
        let mut live = vec![false; self.len()];
        live[self.goal()] = true;
        let mut open = vec![self.goal()];
        while let Some(state) = open.pop() {
            let before = &from[first[state] as usize..first[state + 1] as usize];
            lookout.spend(8 * (before.len() as u64 + 1))?;
            for &before in before {
                if !std::mem::replace(&mut live[before as usize], true) {
                    open.push(before as usize);
                }
            }
        }
        Ok(live)
    }

    /// The same chain in which every arc that `wins` says so leads to the goal.
    pub fn with_more_wins(&self, mut wins: impl FnMut(u32) -> bool) -> Self {
        let mut chain = self.clone();
        let goal = self.goal() as u32;
        for (arc, &lands) in self.lands.iter().enumerate() {
            if lands != NOWHERE && wins(lands) {
                chain.next[arc] = goal;
                chain.ends_turn[arc] = true;
            }
        }
        chain
    }
}

fn reachable_squares(
    case: &Case,
    moves: &Moves<'_>,
    outcomes: &[Outcome],
    scope: Scope,
    lookout: &mut Lookout<'_>,
) -> Result<Vec<State>, StopReason> {
    let (start, goal) = (case.board.start, case.board.goal);
    let mut known = vec![scope == Scope::AllSquares; case.board.squares as usize + 1];
    if scope == Scope::AllSquares {
        known[..start.min(1) as usize].fill(false);
    } else {
        known[start as usize] = true;
        let mut open = vec![start];
        while let Some(square) = open.pop() {
            lookout.spend(8 * outcomes.len() as u64)?;
            for &outcome in outcomes {
                let to = moves.step(State::between_turns(square), outcome).to.square;
                if to != goal && !std::mem::replace(&mut known[to as usize], true) {
                    open.push(to);
                }
            }
        }
    }
    known[goal as usize] = false;
    let squares = known.iter().enumerate().filter(|known| *known.1).map(|(square, _)| square as u32);
    Ok(squares.chain([goal]).map(State::between_turns).collect())
}

fn reachable_states(
    case: &Case,
    moves: &Moves<'_>,
    outcomes: &[Outcome],
    scope: Scope,
    lookout: &mut Lookout<'_>,
) -> Result<Vec<State>, StopReason> {
    let (start, goal) = (case.board.start, case.board.goal);
    let seeds = if scope == Scope::AllSquares { start.min(1)..=case.board.squares } else { start..=start };
    let mut open: Vec<State> = seeds.filter(|&square| square != goal).map(State::between_turns).collect();
    let mut known: BTreeSet<State> = open.iter().copied().collect();
    while let Some(state) = open.pop() {
        lookout.spend(64 * outcomes.len() as u64)?;
        for &outcome in outcomes {
            let to = moves.step(state, outcome).to;
            if to.square != goal && known.insert(to) {
                open.push(to);
            }
        }
    }
    Ok(known.into_iter().chain([State::between_turns(goal)]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{diagnostics::Source, snakes::input};

    fn chain(text: &str) -> Chain {
        let case = input::parse(&Source::new("case", text)).unwrap();
        Chain::compile(&case, Scope::Reachable, &Control::default()).unwrap()
    }

    #[test]
    fn every_overshoot_rule_does_what_it_says() {
        let squares = |rule: &str| {
            let chain = chain(&format!("squares 8\nstart 6\ndie 6\novershoot {rule}\n"));
            let next: Vec<_> = chain.next(chain.start()).iter().map(|&to| chain.square(to as usize)).collect();
            next
        };
        assert_eq!(squares("stay"), [7, 8, 6, 6, 6, 6]);
        assert_eq!(squares("bounce"), [7, 8, 7, 6, 5, 4]);
        assert_eq!(squares("win"), [7, 8, 8, 8, 8, 8]);
    }

    #[test]
    fn pieces_go_past_a_goal_that_is_not_the_last_square() {
        let squares = |rule: &str| {
            let chain = chain(&format!("squares 10\ngoal 8\nstart 6\ndie 6\novershoot {rule}\n10 > 5\n"));
            assert_eq!(chain.square(chain.goal()), 8);
            let next: Vec<_> = chain.next(chain.start()).iter().map(|&to| chain.square(to as usize)).collect();
            next
        };
        assert_eq!(squares("stay"), [7, 8, 9, 5, 6, 6]);
        assert_eq!(squares("bounce"), [7, 8, 9, 5, 9, 8]);
        assert_eq!(squares("win"), [7, 8, 8, 8, 8, 8]);
    }

    #[test]
    fn squares_a_game_never_rests_on_are_no_states() {
        let chain = chain("squares 10\nstart 1\n3 > 7\n");
        let squares: Vec<_> = (0..chain.len()).map(|state| chain.square(state)).collect();
        assert_eq!(squares, [1, 2, 4, 5, 6, 7, 8, 9, 10]);
    }

    #[test]
    fn the_third_six_can_undo_the_turn() {
        let chain = chain("squares 30\nstart 1\nagain 6\nthree-sixes undo\n");
        let six = |state: usize| (chain.next(state)[5] as usize, chain.ends_turn(state)[5]);
        let (once, ended) = six(chain.start());
        assert_eq!((chain.square(once), ended), (7, false));
        let (twice, ended) = six(once);
        assert_eq!((chain.square(twice), ended), (13, false));
        assert_eq!(six(twice), (chain.start(), true));
    }

    #[test]
    fn states_that_never_reach_the_goal_are_known() {
        // Only 2s are rolled, so from square 3 of 4 every roll overshoots.
        let chain = chain("squares 4\nstart 1\ndie 2 2\n");
        assert_eq!(chain.live(), Ok(vec![false, false, true]));
    }
}
