//! The paper's run as a tree for the engine: a node is an iteration.
//!
//! Iterations come one after the other, so their numbers, counted from 0, are their ids. The run is cut into blocks:
//! the first iteration of each is a child of the root, and the others of a block are children of that. What an
//! iteration does follows from all before it. A cursor goes through them once, forwards; where it is sent elsewhere it
//! begins again.

use std::{ops::Range, sync::Arc};

use super::{
    board::Case,
    dfs::{Machine, Run},
};
use crate::search::{Control, Path, Sweep, Tree};

/// Iterations of a block.
const BLOCK: u64 = 1 << 12;

/// The id of an iteration, counted from 0.
pub fn path_of(iteration: u64) -> Path {
    let block = u32::try_from(iteration / BLOCK).unwrap_or(u32::MAX);
    let inside = (iteration % BLOCK) as u32;
    Path::from(if inside == 0 { vec![block] } else { vec![block, inside - 1] })
}

/// The cursor.
#[derive(Clone, Debug)]
pub struct RunTree {
    case: Arc<Case>,
    machine: Machine,
    control: Control,
    /// The digits that lead here.
    digits: Vec<u32>,
    blocks: u32,
}

impl RunTree {
    /// A cursor on the root: before the first iteration.
    pub fn new(case: Arc<Case>) -> Self {
        // A square is put into the list once by each square from which it can be seen.
        let seen_from = u64::from(case.dfs.step_limit.min(case.board.squares));
        let most =
            (case.dfs.initial.len() as u64).saturating_add(u64::from(case.board.squares).saturating_mul(seen_from));
        let blocks = u32::try_from(most / BLOCK + 1).unwrap_or(u32::MAX);
        let machine = Machine::new(&case);
        Self { case, machine, control: Control::default(), digits: Vec::new(), blocks }
    }

    /// The number of the iterations up to and with that of a child.
    fn iterations_with(&self, digit: u32) -> u64 {
        match self.digits.first() {
            None => u64::from(digit) * BLOCK + 1,
            Some(block) => u64::from(*block) * BLOCK + u64::from(digit) + 2,
        }
    }

    /// Goes to the state after so many iterations; `false` if the run ends before.
    fn go_to(&mut self, iterations: u64) -> bool {
        if self.machine.iterations() > iterations {
            self.machine = Machine::new(&self.case);
        }
        let mut lookout = self.control.lookout();
        while self.machine.iterations() < iterations {
            // Whoever is stopped on the way is not asked where it stands.
            if lookout.spend(u64::from(self.case.dfs.step_limit)).is_err() {
                return true;
            }
            if self.machine.step(&self.case).is_none() {
                return false;
            }
        }
        true
    }

    /// The iterations up to and with the current one.
    fn here(&self) -> u64 {
        match self.digits[..] {
            [] => 0,
            [block] => u64::from(block) * BLOCK + 1,
            [block, inside, ..] => u64::from(block) * BLOCK + u64::from(inside) + 2,
        }
    }
}

impl Tree for RunTree {
    type Answer = Run;

    // To come to an iteration all before it have to be gone through.
    fn has_slow_nodes(&self) -> bool {
        true
    }

    fn is_slow(&self, _: u32) -> bool {
        true
    }

    fn divisible_depth(&self) -> usize {
        0
    }

    fn watch(&mut self, control: &Control) {
        self.control = control.clone();
    }

    fn fanout(&self) -> u32 {
        match self.digits.len() {
            0 => self.blocks,
            1 => BLOCK as u32 - 1,
            _ => 0,
        }
    }

    fn enter(&mut self, digits: Range<u32>) -> Option<u32> {
        // Later digits are later iterations: if the first one is beyond the end of the run, all are.
        if digits.is_empty() || !self.go_to(self.iterations_with(digits.start)) {
            return None;
        }
        self.digits.push(digits.start);
        Some(digits.start)
    }

    fn leave(&mut self) {
        self.digits.pop();
    }

    fn is_answer(&self) -> bool {
        self.machine.iterations() == self.here() && self.machine.finished().is_some()
    }

    fn answer(&self) -> Run {
        self.machine.finished().cloned().unwrap_or_default()
    }

    fn can_sweep(&self) -> bool {
        self.digits.len() == 1
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, Run>) {
        // The state of another node may be the last one it was asked for.
        self.go_to(self.here());
        let end = (self.here() / BLOCK + 1) * BLOCK;
        while self.machine.iterations() < end && !sweep.is_too_long() {
            if self.machine.step(&self.case).is_none() {
                break;
            }
            sweep.tally.nodes += 1;
            sweep.tally.cases += 1;
            if let Some(run) = self.machine.finished() {
                sweep.answer(|| run.clone());
            }
        }
        // What was not there has been tried as well.
        sweep.tally.cases += end - self.machine.iterations().min(end);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        diagnostics::Source,
        search::contract::{keep, trials},
        snakes::input,
    };

    fn boards() -> impl Strategy<Value = Case> {
        let jumps = prop::collection::vec((2u32..29, 2u32..29), 0..6);
        (jumps, 1u32..8).prop_filter_map("a board that is no board", |(jumps, step)| {
            let jumps: String = jumps.iter().map(|(from, to)| format!("{from} > {to}\n")).collect();
            let text = format!("squares 30\nstart 1\ndie 6\ndfs-step-limit {step}\n{jumps}");
            input::parse(&Source::new("made", text)).ok()
        })
    }

    proptest! {
        #![proptest_config(crate::soak::laws(60))]

        #[test]
        fn the_run_keeps_the_contract(case in boards(), trial in trials()) {
            keep(&RunTree::new(Arc::new(case)), &trial)?;
        }
    }

    #[test]
    fn ids_are_the_numbers_of_iterations() {
        let case = input::parse(&Source::new("paper", include_str!("../../cases/snakes/paper-8x8.txt"))).unwrap();
        let case = Arc::new(case);
        for (number, is_end) in [(0, false), (1, false), (43, false), (44, true)] {
            let mut cursor = RunTree::new(Arc::clone(&case));
            for digit in path_of(number).digits() {
                assert_eq!(cursor.enter(*digit..digit + 1), Some(*digit));
            }
            assert_eq!((cursor.here(), cursor.is_answer()), (number + 1, is_end));
        }
        assert_eq!((path_of(BLOCK).to_string(), path_of(BLOCK + 7).to_string()), ("/1".to_owned(), "/1/6".to_owned()));
    }
}
