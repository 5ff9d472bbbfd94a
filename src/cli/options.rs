//! Turns the flags of a search into what the engine needs.

use std::sync::{Arc, atomic::AtomicBool};

use crate::{
    search::{self, CheckpointPlan, Fingerprint, Ledger, Limits, Quest, Range, Settings},
    whole_file,
};

use super::{args::SearchArgs, failure::Failure};

/// How a search is to be carried out, checked.
#[derive(Debug)]
pub struct SearchOptions {
    pub args: SearchArgs,
    pub quest: Quest,
    pub threads: usize,
    pub branches: usize,
    pub interrupt: Arc<AtomicBool>,
}

impl SearchOptions {
    /// Fills in the defaults.
    pub fn new(args: SearchArgs, quest: Quest, cases: usize) -> Result<Self, Failure> {
        if args.checkpoint.is_some() && cases > 1 {
            return Err(Failure::Usage("--checkpoint keeps one search: give it one case at a time".to_owned()));
        }
        if let Some(file) = &args.checkpoint {
            whole_file::ensure_writable(file)
                .map_err(|error| Failure::Usage(format!("cannot write checkpoint {}: {error}", file.display())))?;
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = args.threads.unwrap_or(cores);
        let branches = args.branches.unwrap_or(8 * threads);
        Ok(Self { args, quest, threads, branches, interrupt: Arc::default() })
    }

    /// From here on SIGINT and SIGTERM end the search cleanly. A second signal ends the program as it would without us.
    pub fn catch_signals(&self) -> Result<(), Failure> {
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            // The order matters: the default action must be registered first, to see the flag of the signal before.
            signal_hook::flag::register_conditional_default(signal, Arc::clone(&self.interrupt))?;
            signal_hook::flag::register(signal, Arc::clone(&self.interrupt))?;
        }
        Ok(())
    }

    /// Where the search with this fingerprint is to be kept.
    pub fn checkpoint_plan(&self, fingerprint: Fingerprint) -> Option<CheckpointPlan> {
        let file = self.args.checkpoint.clone()?;
        Some(CheckpointPlan { file, every: self.args.checkpoint_every, fingerprint })
    }

    /// The engine's settings, without a checkpoint.
    pub fn settings(&self) -> Settings {
        let args = &self.args;
        Settings {
            threads: self.threads,
            branches: self.branches,
            quest: self.quest,
            least_score: None,
            keep_answers: true,
            limits: Limits { time: args.time_limit, nodes: args.node_limit, memory: args.memory_limit },
            poll_every: args.poll_every,
            checkpoint: None,
            interrupt: Arc::clone(&self.interrupt),
        }
    }

    /// The ledger to begin with: an empty one, or that of the checkpoint. Tells whether it goes on from one.
    pub fn ledger<A: serde::de::DeserializeOwned>(
        &self,
        fingerprint: Fingerprint,
        range: Range,
    ) -> Result<(Ledger<A>, bool), Failure> {
        let fresh = Ledger::new(range);
        match &self.args.checkpoint {
            Some(file) if file.exists() && self.args.resume => Ok((search::load_checkpoint(file, fingerprint)?, true)),
            Some(file) if file.exists() => Err(Failure::Usage(format!(
                "the checkpoint {} is there already: add --resume to go on from it, or remove it to begin anew",
                file.display()
            ))),
            _ => Ok((fresh, false)),
        }
    }
}
