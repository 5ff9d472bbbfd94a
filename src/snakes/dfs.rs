//! The paper's own run: depth-first with a list used as a stack, as its program did it and not as it should be.
//!
//! The neighbours of a square are put in front of the list in ascending order if they have not been visited *then*; a
//! square may be in the list many times and be visited again. Landing square and jump target are marked when they
//! leave the list. A square without neighbours is taken off the path again: that is a backtrack. The list's order makes
//! the search walk one square at a time, which is why its path is so long.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::board::{Case, Expected};
use crate::search::{Steps, Stopped};

/// One line of the run's table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Iteration {
    /// Counted from 1.
    pub number: u64,
    /// The square the piece rests on.
    pub square: u32,
    /// The list after this square has left it.
    pub queue_length: u64,
    /// Whether the square was a dead end.
    pub backtrack: bool,
}

/// A whole run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The path found; empty if the goal was not reached.
    pub path: Vec<u32>,
    /// How many squares were looked at.
    pub iterations: u64,
    /// How many of them were dead ends.
    pub backtracks: u64,
}

impl Run {
    /// How many rolls the path takes: the first square is where it begins.
    pub fn rolls(&self) -> usize {
        self.path.len().saturating_sub(1)
    }
}

/// The run between two iterations.
#[derive(Clone, Debug)]
pub struct Machine {
    visited: Vec<bool>,
    list: VecDeque<u32>,
    run: Run,
    is_at_goal: bool,
}

impl Machine {
    /// The run before its first iteration.
    pub fn new(case: &Case) -> Self {
        Self {
            visited: vec![false; case.board.squares as usize + 1],
            list: case.dfs.initial.iter().copied().collect(),
            run: Run::default(),
            is_at_goal: false,
        }
    }

    /// Does the next iteration, if there is one. `case` must be the one that the run began with.
    #[inline]
    pub fn step(&mut self, case: &Case) -> Option<Iteration> {
        let Self { visited, list, run, is_at_goal } = self;
        if *is_at_goal {
            return None;
        }
        let (board, landed) = (&case.board, list.pop_front()?);
        run.iterations += 1;
        let square = board.jump_from(landed).map_or(landed, |jump| jump.to);
        visited[landed as usize] = true;
        visited[square as usize] = true;
        run.path.push(square);
        let last = board.squares.min(square.saturating_add(case.dfs.step_limit));
        let ahead = square + 1..=last;
        *is_at_goal = square == board.goal;
        let dead_end = !*is_at_goal && ahead.clone().all(|next| visited[next as usize]);
        let (number, queue_length) = (run.iterations, list.len() as u64);
        if dead_end {
            run.backtracks += 1;
            run.path.pop();
        }
        if !*is_at_goal {
            ahead.rev().filter(|&next| !visited[next as usize]).for_each(|next| list.push_front(next));
        }
        Some(Iteration { number, square, queue_length, backtrack: dead_end })
    }

    /// How many iterations have been done.
    pub fn iterations(&self) -> u64 {
        self.run.iterations
    }

    /// The list, its `length` last squares: those that were there before the last iteration put others in front of
    /// them.
    pub fn last_of_list(&self, length: u64) -> impl Iterator<Item = u32> {
        let added = self.list.len().saturating_sub(usize::try_from(length).unwrap_or(usize::MAX));
        self.list.iter().skip(added).copied()
    }

    /// The run, if it has come to the goal.
    pub fn finished(&self) -> Option<&Run> {
        self.is_at_goal.then_some(&self.run)
    }
}

/// Runs the search and shows every iteration, with the list as it stands then, to `watch`. The path is empty if the
/// goal was not reached.
pub fn run(case: &Case, steps: &mut Steps<'_>, mut watch: impl FnMut(&Iteration, &Machine)) -> Result<Run, Stopped> {
    let mut pace = steps.pace();
    let mut machine = Machine::new(case);
    loop {
        pace.spend(1)?;
        let Some(iteration) = machine.step(case) else { break };
        watch(&iteration, &machine);
    }
    let run = machine.finished().cloned();
    Ok(run.unwrap_or_else(|| Run { path: Vec::new(), ..machine.run }))
}

/// What a case file may have expected of the iterations of a run.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    backtrack_at: Vec<u64>,
    queue_lengths: Vec<u64>,
}

impl Seen {
    /// Takes note of an iteration, if the file says anything about iterations.
    pub fn note(&mut self, iteration: &Iteration, expected: &Expected) {
        if !expected.queue_lengths.is_empty() {
            self.queue_lengths.push(iteration.queue_length);
        }
        if iteration.backtrack && !expected.backtrack_at.is_empty() {
            self.backtrack_at.push(iteration.number);
        }
    }
}

/// What a run did that a case file did not expect, in words. Empty if all is as expected.
pub fn surprises(expected: &Expected, run: &Run, seen: &Seen) -> Vec<String> {
    let Seen { backtrack_at, queue_lengths } = seen;
    let mut found = Vec::new();
    let mut compare = |what: &str, wanted: Option<u64>, got: u64| {
        if let Some(wanted) = wanted.filter(|&wanted| wanted != got) {
            found.push(format!("{what}: {got}, expected {wanted}"));
        }
    };
    compare("iterations", expected.iterations, run.iterations);
    compare("backtracks", expected.backtracks, run.backtracks);
    compare("squares of the path", expected.path_entries, run.path.len() as u64);
    compare("rolls", expected.rolls, run.rolls() as u64);
    for &(iteration, length) in &expected.queue_lengths {
        let got = usize::try_from(iteration).ok().and_then(|at| queue_lengths.get(at.checked_sub(1)?));
        compare(&format!("list after iteration {iteration}"), Some(length), got.copied().unwrap_or(0));
    }
    if !expected.path.is_empty() && expected.path != run.path {
        found.push(format!("path {:?}, expected {:?}", run.path, expected.path));
    }
    if !expected.backtrack_at.is_empty() && expected.backtrack_at != *backtrack_at {
        found.push(format!("backtracks at {backtrack_at:?}, expected at {:?}", expected.backtrack_at));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{diagnostics::Source, search::Control, snakes::input};

    fn run(case: &Case, watch: impl FnMut(&Iteration, &Machine)) -> Run {
        Steps::unwatched(&Control::default(), |steps| super::run(case, steps, watch)).unwrap()
    }

    fn surprises(case: &Case) -> Vec<String> {
        let mut seen = Seen::default();
        let run = run(case, |iteration, _| seen.note(iteration, &case.expected));
        super::surprises(&case.expected, &run, &seen)
    }

    fn paper() -> Case {
        input::parse(&Source::new("paper", include_str!("../../cases/snakes/paper-8x8.txt"))).unwrap()
    }

    #[test]
    fn the_papers_run_comes_out() {
        let case = paper();
        assert_eq!(surprises(&case), Vec::<String>::new());
        let run = run(&case, |_, _| ());
        assert_eq!((run.iterations, run.backtracks, run.path.len(), run.rolls()), (45, 3, 42, 41));
        assert_eq!(case.expected.queue_lengths.len(), 16);
    }

    #[test]
    fn the_papers_table_comes_out() {
        let mut lists = Vec::new();
        run(&paper(), |iteration, machine| {
            lists.push(machine.last_of_list(iteration.queue_length).collect::<Vec<_>>());
        });
        assert_eq!(lists[0], [2, 3, 4, 5, 6, 7]);
        assert_eq!(lists[3], [5, 6, 7, 8, 9, 10, 4, 5, 6, 7, 8, 9, 3, 4, 5, 6, 7, 8, 2, 3, 4, 5, 6, 7]);
        assert_eq!(lists[43][..12], [64, 63, 64, 62, 63, 61, 62, 56, 61, 55, 56, 54]);
    }

    #[test]
    fn a_wrong_expectation_is_a_surprise() {
        let mut case = paper();
        case.expected.backtracks = Some(4);
        case.expected.queue_lengths.push((46, 1));
        assert_eq!(surprises(&case), ["backtracks: 3, expected 4", "list after iteration 46: 0, expected 1"]);
    }

    #[test]
    fn a_goal_out_of_reach_gives_an_empty_path() {
        let text = "squares 20\nstart 1\ndie 2\n18 > 2\n19 > 3\n";
        let case = input::parse(&Source::new("walled", text)).unwrap();
        assert_eq!(run(&case, |_, _| ()).path, Vec::<u32>::new());
    }
}
