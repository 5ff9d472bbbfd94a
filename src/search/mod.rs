//! The engine: searches trees of numbered candidates, a range of numbers at a time.
//!
//! A puzzle gives a [`Tree`]: a cursor that can enter a child by its digit and leave it again. The digits from the
//! root are a node's id ([`Path`]), and a half-open [`Range`] of ids is a unit of work. Everything else is written
//! here once, for all puzzles:
//!
//! - a worker searches one range with an explicit stack; what it has left is always one range;
//! - the pool gives ranges to threads, and makes a busy worker halve its range when another has none;
//! - the [`Ledger`] holds the ranges that are done and what they brought: what is left is what it lacks;
//! - a checkpoint is a ledger on disk, and resuming is searching what it lacks.
//!
//! Where the same state can be reached in many ways, a puzzle gives [`states`] instead, of which each is looked at
//! once.
//!
//! Answers are put together by id, so they do not depend on how many threads found them.

mod any_tree;
mod branch;
mod capabilities;
mod checkpoint;
#[cfg(test)]
pub(crate) mod contract;
mod control;
mod cut;
mod estimate;
mod incumbent;
mod ledger;
mod limits;
mod outcome;
mod outlook;
mod path;
mod pool;
mod quest;
mod queue;
mod range;
mod reporter;
mod run;
mod settings;
pub mod states;
mod steps;
mod sweep;
mod tally;
#[cfg(test)]
mod tests;
mod threads;
mod told;
mod tree;
mod worker;

pub use any_tree::AnyTree;
pub use branch::Branch;
pub use capabilities::{Ability, Kernel, Refusal, Strategy, refuse};
pub use checkpoint::{
    CheckpointError, CheckpointLock, CheckpointPlan, Fingerprint, Journal, JournalReader, load as load_checkpoint,
    load_without_told, save as save_checkpoint,
};
pub use control::{Control, Lookout};
pub use cut::{Piece, cut_evenly};
pub use estimate::{Estimate, Figure, Rounds, estimate};
pub use incumbent::Incumbent;
pub use ledger::{Ledger, Overlap, Stretch, WriteDown, Written};
pub use limits::{Limits, StopReason};
pub use outcome::{Event, Outcome, Progress, SearchError};
pub use outlook::{Outlook, Weighing};
pub use path::{Path, PathError};
pub use quest::Quest;
pub use range::{Range, divide};
pub use run::{run, run_writing};
pub use settings::{Settings, Work};
pub use steps::{Pace, Steps, Stopped};
pub use sweep::Sweep;
pub use tally::Tally;
pub use threads::own_pool;
pub use told::file_beside as told_file_beside;
pub use tree::Tree;

/// Where the queue takes its locks and atomics from.
mod sync {
    pub use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, atomic};
}

/// Rises when ids or ledgers change their meaning, so that older checkpoints are refused.
const ENGINE_VERSION: u32 = 3;
