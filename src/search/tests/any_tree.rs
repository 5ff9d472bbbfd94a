//! A tree behind a pointer says of itself what the tree says.

use std::ops::Range as Digits;

use crate::search::{Control, StopReason, Sweep, Tally, Tree};

/// A tree that gives an answer of its own to every question, one that no default gives.
#[derive(Clone, Debug, Default)]
struct Telling {
    digits: Vec<u32>,
    floor: i64,
    control: Control,
    /// What is asked with yes or no.
    yes: bool,
}

impl Tree for Telling {
    type Answer = Vec<u32>;

    fn fanout(&self) -> u32 {
        9
    }

    fn enter(&mut self, digits: Digits<u32>) -> Option<u32> {
        let digit = digits.filter(|digit| digit % 5 == 4).min()?;
        self.digits.push(digit);
        Some(digit)
    }

    fn leave(&mut self) {
        self.digits.pop();
    }

    fn is_answer(&self) -> bool {
        self.yes
    }

    fn answer(&self) -> Vec<u32> {
        self.digits.clone()
    }

    fn so_far(&self) -> Option<Vec<u32>> {
        Some(self.answer()).filter(|_| self.yes)
    }

    fn has_slow_nodes(&self) -> bool {
        self.yes
    }

    fn is_slow(&self, digit: u32) -> bool {
        digit == 4
    }

    fn divisible_depth(&self) -> usize {
        7
    }

    fn watch(&mut self, control: &Control) {
        self.control = control.clone();
    }

    fn pauses(&self) -> bool {
        self.yes
    }

    fn sweeps_only_for_best(&self) -> bool {
        self.yes
    }

    fn can_sweep(&self) -> bool {
        self.yes
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, Vec<u32>>) {
        sweep.tally.nodes += 5;
        sweep.scored_answer(self.score(), || self.answer());
    }

    /// The floor, and whether the run was stopped.
    fn score(&self) -> i64 {
        self.floor * 10 + i64::from(self.control.is_stopped())
    }

    fn set_floor(&mut self, floor: i64) {
        self.floor = floor;
    }
}

#[test]
fn a_tree_behind_a_pointer_says_what_the_tree_says() {
    for yes in [false, true] {
        let mut tree = Telling { yes, ..Telling::default() }.into_any();
        let control = Control::default();
        tree.watch(&control);
        assert_eq!((tree.fanout(), tree.divisible_depth(), tree.score()), (9, 7, 0));
        assert_eq!([tree.is_slow(3), tree.is_slow(4)], [false, true]);
        let said =
            [tree.is_answer(), tree.has_slow_nodes(), tree.pauses(), tree.sweeps_only_for_best(), tree.can_sweep()];
        assert_eq!(said, [yes; 5]);
        assert_eq!((tree.enter(5..9), tree.enter(3..9), tree.enter(5..10)), (None, Some(4), Some(9)));
        let at = tree.clone();
        tree.leave();
        assert_eq!((tree.answer(), at.answer()), (vec![4], vec![4, 9]), "a copy stands where it was made");
        assert_eq!(tree.so_far(), yes.then(|| vec![4]));
        tree.set_floor(3);
        control.stop(StopReason::Interrupted);
        assert_eq!((tree.score(), at.score()), (31, 1), "both watch the run");
        let (mut tally, mut found) = (Tally::default(), Vec::new());
        tree.into_any().sweep(&mut Sweep {
            tally: &mut tally,
            most_nodes: 10,
            found: Some(&mut found),
            best: None,
            equals: None,
            way: &mut Vec::new(),
        });
        assert_eq!((tally.nodes, found.len(), found[0].score), (5, 1, 31));
    }
}
