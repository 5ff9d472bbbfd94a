//! What every tree has to keep to, in one place for all families.
//!
//! A plain walk, digit by digit, says what a tree is: its nodes, its cases, its solutions in the order of ids and their
//! scores. Whatever else there is to search with (ids entered afresh, sweeps, pauses, ranges, threads, floors) must
//! find the same. A family puts each of its trees through [`keep`] with small puzzles of every kind.

mod runs;
mod sweeps;
mod walk;

use std::fmt::Debug;

use proptest::{prelude::*, test_runner::TestCaseError};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{path::Path, quest::Quest, settings::Settings, tree::Tree};
use crate::chance::below;
use walk::Walk;

/// How many nodes of a tree are looked at one by one.
const SAMPLES: usize = 40;

/// Does the tree keep the contract? A tree that is too large to be walked is rejected: the case does not count.
pub(crate) fn keep<T>(tree: &T, trial: &Trial) -> Result<(), TestCaseError>
where
    T: Tree,
    T::Answer: PartialEq + Debug,
{
    let walk = Walk::of(tree.clone()).ok_or_else(|| TestCaseError::reject("too large to be walked"))?;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(trial.seed);
    ids_are_pure(tree, &walk, &mut random)?;
    sweeps::find_what_a_walk_finds(tree, &walk, trial, &mut random)?;
    runs::workers_do_their_ranges(tree, &walk, trial, &mut random)?;
    runs::settings_change_nothing(tree, &walk, trial)?;
    runs::ranges_add_up(tree, &walk, trial, &mut random)?;
    runs::floors_lose_nothing(tree, &walk, trial)
}

/// How a tree is tried.
#[derive(Clone, Debug)]
pub(crate) struct Trial {
    threads: usize,
    branches: usize,
    poll_every: u64,
    /// How many solutions are wanted, where not all are.
    wanted: u64,
    /// After how many nodes sweeps pause or are given up.
    longest_sweep: u64,
    /// Into how many ranges the ids are cut.
    parts: usize,
    /// How far below the best score the floor lies.
    below_best: i64,
    /// Decides about what is tried beside this.
    seed: u64,
}

impl Trial {
    fn settings(&self, quest: Quest) -> Settings {
        Settings { threads: self.threads, branches: self.branches, poll_every: self.poll_every, ..Settings::new(quest) }
    }
}

/// All ways to try a tree.
pub(crate) fn trials() -> impl Strategy<Value = Trial> {
    let threads = prop_oneof![Just(1usize), Just(2), Just(3), Just(8)];
    let poll_every = prop_oneof![1u64..40, Just(4096)];
    let longest_sweep = prop_oneof![0u64..6, 0u64..200];
    (threads, 1usize..70, poll_every, 1u64..12, longest_sweep, 1usize..6, 0i64..4, any::<u64>()).prop_map(
        |(threads, branches, poll_every, wanted, longest_sweep, parts, below_best, seed)| Trial {
            threads,
            branches,
            poll_every,
            wanted,
            longest_sweep,
            parts,
            below_best,
            seed,
        },
    )
}

/// The numbers of some of the nodes of a walk, the root and the last among them.
fn samples<A>(walk: &Walk<A>, random: &mut Xoshiro256PlusPlus) -> Vec<usize> {
    let nodes = walk.nodes.len();
    if nodes <= SAMPLES {
        return (0..nodes).collect();
    }
    (2..SAMPLES).map(|_| below(random, nodes)).chain([0, nodes - 1]).collect()
}

/// A cursor of its own on a node.
fn cursor_at<T: Tree>(tree: &T, id: &Path) -> T {
    let mut cursor = tree.clone();
    for &digit in id.digits() {
        assert_eq!(cursor.enter(digit..digit + 1), Some(digit), "{id} was there before");
    }
    cursor
}

/// Two cursors agree on what an id means, and to enter a child and leave it again changes nothing.
fn ids_are_pure<T>(tree: &T, walk: &Walk<T::Answer>, random: &mut Xoshiro256PlusPlus) -> Result<(), TestCaseError>
where
    T: Tree,
    T::Answer: PartialEq + Debug,
{
    for number in samples(walk, random) {
        let node = &walk.nodes[number];
        let mut cursor = cursor_at(tree, &node.id);
        node.is_where(&cursor)?;
        // The first child among some digits is the first one that a walk meets among them.
        let from = below(random, node.fanout as usize + 1) as u32;
        let to = from + below(random, (node.fanout - from) as usize + 1) as u32;
        let child = cursor.enter(from..to);
        prop_assert_eq!(child, walk.first_child(number, from..to), "{}: {}..{}", &node.id, from, to);
        if child.is_some() {
            cursor.leave();
        }
        node.is_where(&cursor)?;
        let again = Walk::below(&mut cursor, &node.id);
        prop_assert_eq!(again.as_deref(), Some(&walk.nodes[walk.subtree(number)]), "below {}", &node.id);
        node.is_where(&cursor)?;
    }
    Ok(())
}
