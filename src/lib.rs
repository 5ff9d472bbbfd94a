//! Solves puzzles by exhaustive search and proves its answers.
//!
//! Every puzzle is compiled into a space whose candidates are numbered; a contiguous range of numbers is a unit of
//! work, and any range can be searched anywhere, at any time, in any order. Threads, branches, progress and checkpoints
//! are all the same thing: lists of ranges.
//!
//! # The way of the data
//!
//! An [`input`] is read once. The [`family`] that recognises it loads a case; the case compiles its tables, chooses a
//! strategy, and hands its search to a [`session`]: limits, progress, checkpoint and report are the same for all. The
//! engine in [`search`] does the work and knows nothing of any puzzle: its kernels are trees of numbered candidates
//! ([`search::Tree`]), spaces of states ([`search::states`]) and plain steps ([`search::Steps`]). What is found goes to
//! a [`report`], and every family has a checker that shares nothing with its strategies.
//!
//! # A first search
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use fathom::{
//!     diagnostics::Source,
//!     polyomino::{Compiled, Plan, Rules, Wish, input},
//!     search::{Ledger, Quest, Range, Settings},
//! };
//!
//! let source = Source::new("dominoes", "2 2 2\nDEFAULT\nAA\nBB\n");
//! let compiled = Compiled::new(input::parse(&source, Rules::default())?);
//! let settings = Settings::new(Quest::Lowest(u64::MAX));
//! let (plan, _) = Plan::new(&compiled, Wish::default(), &settings).expect("nothing stops it");
//! let everything = Ledger::new(Range::everything());
//! let outcome = plan.search(&compiled, &settings, everything, &mut |_| ControlFlow::Continue(()))?;
//! assert_eq!(outcome.answers.len(), 4);
//! assert_eq!(outcome.answers[0].grid(&compiled), [["AA", "BB"]]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Threads
//!
//! With one thread, everything happens on the thread that calls. With more, workers run on a rayon pool of the engine's
//! own that is started once in the life of the process, or on the pool around the caller (`pool.install(|| …)`), if
//! there is one.

pub mod batch;
pub mod bench;
pub mod bits;
pub mod chance;
#[cfg(feature = "cli")]
pub mod cli;
pub mod destination;
pub mod diagnostics;
pub mod exact_cover;
pub mod family;
pub mod input;
pub mod lockpick;
pub mod maze;
pub mod memory;
pub mod packed;
pub mod page;
pub mod picture;
pub mod polyomino;
pub mod report;
pub mod search;
pub mod session;
pub mod shards;
pub mod snakes;
#[cfg(test)]
mod soak;
mod steady_table;
#[cfg(feature = "cli")]
mod terminal;
pub mod voracity;
pub mod whole_file;
mod words;
