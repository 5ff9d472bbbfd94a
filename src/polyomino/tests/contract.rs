//! The contract of trees, kept by all trees of polyomino puzzles.

use std::sync::Arc;

use proptest::{prelude::*, test_runner::TestCaseError};

use super::{
    super::{
        brute::Brute,
        classes::Classes,
        constrained::Constrained,
        cover::{Cover, WideCover},
        frontier::{Allowance, Frontier, FrontierTree},
        portfolio::Portfolio,
    },
    Arrangement, Compiled, Puzzle, puzzles,
};
use crate::search::{
    Control, Tree,
    contract::{Trial, keep, trials},
};

/// The tree itself, and the one of its solutions up to symmetry.
fn keep_with_classes(
    tree: &impl Tree<Answer = Arrangement>,
    compiled: &Compiled,
    trial: &Trial,
) -> Result<(), TestCaseError> {
    keep(tree, trial)?;
    let classes = Classes::under(tree.clone(), compiled, &Control::default()).expect("nothing stops it");
    keep(&classes, trial)
}

fn frontier(puzzle: Puzzle) -> Result<(Compiled, FrontierTree), TestCaseError> {
    let compiled = Compiled::new(puzzle);
    let plenty = Allowance { threads: 1, bytes: u64::MAX, windows: u64::MAX };
    let graph = Frontier::build(&compiled, plenty, &Control::default());
    let graph = graph.map_err(|reason| TestCaseError::fail(format!("{reason:?}")))?;
    Ok((compiled, FrontierTree::new(Arc::new(graph))))
}

fn portfolio<const N: usize>(compiled: &Compiled, seed: u64, attempts: u32) -> Portfolio<N> {
    Portfolio::with_attempts(compiled, seed, attempts, &Control::default()).expect("nothing stops it")
}

proptest! {
    #![proptest_config(crate::soak::laws(40))]

    #[test]
    fn brute_keeps_it(puzzle in puzzles(), trial in trials()) {
        let compiled = Compiled::new(puzzle);
        keep_with_classes(&Brute::new(&compiled), &compiled, &trial)?;
    }

    #[test]
    fn cover_keeps_it(puzzle in puzzles(), trial in trials()) {
        let compiled = Compiled::new(puzzle);
        keep_with_classes(&Cover::<1>::new(&compiled), &compiled, &trial)?;
        keep(&Cover::<2>::new(&compiled), &trial)?;
        keep(&WideCover::<1>::new(&compiled), &trial)?;
    }

    #[test]
    fn constrained_keeps_it(puzzle in puzzles(), trial in trials()) {
        let compiled = Compiled::new(puzzle);
        keep_with_classes(&Constrained::<1>::new(&compiled), &compiled, &trial)?;
        keep(&Constrained::<2>::new(&compiled), &trial)?;
    }

    #[test]
    fn frontier_keeps_it(puzzle in puzzles(), trial in trials()) {
        let (compiled, tree) = frontier(puzzle)?;
        keep_with_classes(&tree, &compiled, &trial)?;
    }

    #[test]
    fn portfolio_keeps_it(puzzle in puzzles(), trial in trials(), seed in any::<u64>(), attempts in 0u32..14) {
        let compiled = Compiled::new(puzzle);
        keep_with_classes(&portfolio::<1>(&compiled, seed, attempts), &compiled, &trial)?;
        keep(&portfolio::<2>(&compiled, seed, attempts), &trial)?;
    }
}
