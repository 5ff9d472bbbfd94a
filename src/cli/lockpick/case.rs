//! `fathom solve` for levels.

use std::{ops::ControlFlow, sync::Arc, time::Instant};

use num_bigint::BigUint;

use crate::{
    lockpick::{
        input,
        level::NodeKind,
        play::Terrain,
        search::{self, Outcome, Settings, SolveError, Strategy, Verdict, outcome::Doubt, paper::objection},
    },
    report::{CaseHead, CaseSummary, Report, Status},
    search::{
        CheckpointLock, Control, Fingerprint, Limits, Quest, StopReason, Tally,
        states::{StateEvent, StatesError},
    },
};

use super::{
    super::{
        args::{OutputArgs, PuzzleArgs},
        exit::Exit,
        failure::Failure,
        options::SearchOptions,
        output::say,
    },
    learned::learned,
    load::Given,
    route::Route,
    walk::{Walked, walk},
};

/// A level that is ready to be searched.
pub struct Case {
    name: String,
    terrain: Terrain,
    strategy: Strategy,
}

impl Case {
    pub fn load(given: &Given, args: &PuzzleArgs, strategy: &str) -> Result<Self, Failure> {
        let strategy: Strategy = strategy.parse().map_err(|error| Failure::Usage(format!("{error}")))?;
        let level = given.level(args)?;
        if let Some(reason) = strategy.is_papers().then(|| objection(&level)).flatten() {
            return Err(Failure::Usage(format!("{}: {reason}: leave --strategy out", given.name())));
        }
        Ok(Self { name: given.name().to_owned(), terrain: Terrain::new(level), strategy })
    }

    /// Searches the level and reports the route, or that there is none, or that it could not be told.
    pub fn search(
        &self,
        options: &SearchOptions,
        output: &OutputArgs,
        report: &mut dyn Report,
    ) -> Result<Exit, Failure> {
        self.refuse_what_makes_no_sense(options)?;
        let head = CaseHead {
            family: "lockpick",
            case: self.name.clone(),
            description: self.description(),
            strategy: self.strategy.resolved(options.args.shortest).name(),
            threads: options.threads,
            branches: if self.strategy == Strategy::Dfs { options.branches } else { 1 },
        };
        report.begin(&head)?;
        let started = Instant::now();
        let Walked { outcome, id, share, range, has_checkpoint } = match self.strategy {
            Strategy::Dfs => walk(&self.terrain.level, options, output)?,
            _ => self.solve(options, output)?,
        };
        if let Verdict::Solved { route, is_shortest } = &outcome.verdict {
            report.solution(&Route {
                level: &self.terrain.level,
                route,
                is_shortest: *is_shortest,
                id,
                has_inventory: output.verbose,
            })?;
        }
        let mut summary = summary(&outcome, range, started.elapsed());
        if self.strategy == Strategy::Dfs && !summary.stop.is_final() {
            // Here the ids tell how much is left.
            (summary.share, summary.reason) = (share, None);
        }
        if !summary.stop.is_final() || matches!(outcome.verdict, Verdict::Unknown(_)) {
            report.fact(&learned(&self.terrain, &outcome))?;
        }
        report.end(&head, &summary)?;
        if output.stats && !output.quiet {
            say(statistics(&outcome));
        }
        Ok(match outcome.verdict {
            Verdict::Unknown(Doubt::Overflow) => Exit::Incomplete,
            _ => Exit::of(&summary, has_checkpoint, output.exit_code),
        })
    }

    /// Searches with a strategy that keeps a table.
    fn solve(&self, options: &SearchOptions, output: &OutputArgs) -> Result<Walked, Failure> {
        let strategy = self.strategy.resolved(options.args.shortest);
        let parts = ["lockpick", &input::write(&self.terrain.level), strategy.name(), env!("CARGO_PKG_VERSION")];
        let checkpoint = options.checkpoint_plan(Fingerprint::of(&parts));
        let file = checkpoint.as_ref().map(|plan| plan.file.as_path());
        let _lock = file.map(CheckpointLock::take).transpose()?;
        match file {
            Some(file) if file.exists() && !options.args.resume => {
                return Err(Failure::Usage(format!(
                    "the checkpoint {} is there already: add --resume to go on from it, or remove it to begin anew",
                    file.display()
                )));
            }
            Some(file) if !file.exists() && options.args.resume && !output.quiet => {
                say("note: there is no checkpoint yet: starting at the beginning");
            }
            _ => {}
        }
        let limits = Limits {
            time: options.args.time_limit,
            nodes: options.args.node_limit,
            memory: options.args.memory_limit.or_else(most_memory),
        };
        let settings = Settings {
            control: Control::with_interrupt(&limits, Arc::clone(&options.interrupt)),
            threads: options.threads,
            shortest: options.args.shortest,
            checkpoint,
            resume: options.args.resume,
        };
        let mut observe = |event| {
            if let StateEvent::CheckpointFailed(error) = event {
                let cause = std::error::Error::source(&error).map(|cause| format!(": {cause}"));
                say(format!("warning: {error}{}", cause.unwrap_or_default()));
            }
            ControlFlow::Continue(())
        };
        let found = search::solve_observed(&self.terrain, strategy, &settings, &mut observe);
        let mut outcome = found.map_err(|error| match error {
            SolveError::States(StatesError::Checkpoint(error)) => Failure::Checkpoint(error),
            SolveError::Tree(error) => Failure::Search(error),
            other => Failure::Usage(other.to_string()),
        })?;
        let has_checkpoint = match outcome.checkpoint.take() {
            Some(Err(error)) => {
                // The result is there all the same, and comes first.
                Failure::Checkpoint(error).print();
                false
            }
            saved => saved.is_some(),
        };
        if has_checkpoint && !outcome.stop().is_final() && !output.quiet {
            say("checkpoint written: run again with --resume to go on");
        }
        Ok(Walked { outcome, id: None, share: 0.0, range: None, has_checkpoint })
    }

    fn refuse_what_makes_no_sense(&self, options: &SearchOptions) -> Result<(), Failure> {
        match options.quest {
            Quest::Count => {
                return Err(Failure::Usage("routes of a lockpick level are not counted: use solve".to_owned()));
            }
            Quest::Lowest(1) | Quest::Any(1) | Quest::Best => {}
            _ => {
                return Err(Failure::Usage(
                    "a lockpick level is solved by one route: leave -s and --all out".to_owned(),
                ));
            }
        }
        let strategy = self.strategy.resolved(options.args.shortest);
        let name = strategy.name();
        if options.args.range.is_some() && strategy != Strategy::Dfs {
            return Err(Failure::Usage(format!(
                "--range needs ids that are known beforehand, and strategy {name} has none, because it keeps a table of \
                 states: only --strategy dfs searches by ids"
            )));
        }
        if options.args.shortest && !strategy.finds_shortest() {
            return Err(Failure::Usage(format!(
                "strategy {name} takes the first route it meets: for --shortest use auto, shortest, exhaustive or bfs"
            )));
        }
        Ok(())
    }

    fn description(&self) -> String {
        let level = &self.terrain.level;
        let count = |is_it: fn(&NodeKind) -> bool| level.nodes.iter().filter(|node| is_it(&node.kind)).count();
        let keys = count(|kind| matches!(kind, NodeKind::Key(_)));
        let doors = count(|kind| matches!(kind, NodeKind::Door(_)));
        let gates = count(|kind| matches!(kind, NodeKind::Gate(_)));
        let title = if level.title.is_empty() { String::new() } else { format!("\"{}\", ", level.title) };
        let several = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let gates = if gates > 0 { format!(", {}", several(gates, "gate")) } else { String::new() };
        format!("{title}{}, {}{gates}", several(keys, "key"), several(doors, "door"))
    }
}

/// Without a limit of the user's, three quarters of the memory that is free: some levels have no end of states.
fn most_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024 / 4 * 3)
}

fn summary(outcome: &Outcome, range: Option<String>, elapsed: std::time::Duration) -> CaseSummary {
    let depth = if outcome.depth > 0 { format!(", up to {} moves deep", outcome.depth) } else { String::new() };
    let reached = format!("{} states{depth}", outcome.states);
    let (status, stop, reason) = match &outcome.verdict {
        Verdict::Solved { .. } => match outcome.unproved {
            Some(stop) => {
                let reason = format!("{} before it was proved that no route is shorter", stop_words(stop));
                (Status::Solved, stop, Some(reason))
            }
            None => (Status::Solved, StopReason::SolutionLimit, None),
        },
        // Only a part was looked at.
        Verdict::Unsolvable if range.is_some() => (Status::Unknown, StopReason::Complete, None),
        Verdict::Unsolvable if outcome.states == 0 => {
            let reason = "the goal is out of reach, even if nothing more were spent than must be".to_owned();
            (Status::Unsolvable, StopReason::Complete, Some(reason))
        }
        Verdict::Unsolvable => {
            let reason = format!("every state was looked at or is a dead end ({reached})");
            (Status::Unsolvable, StopReason::Complete, Some(reason))
        }
        Verdict::Unknown(Doubt::Overflow) => {
            let reason = format!("in some states a number outgrows 64 bits; all others were looked at ({reached})");
            (Status::Unknown, StopReason::Complete, Some(reason))
        }
        Verdict::Unknown(Doubt::Stopped(stop)) => {
            let reason = format!("{}, and no route is among {reached}", stop_words(*stop));
            (Status::Unknown, *stop, Some(reason))
        }
    };
    CaseSummary {
        status,
        stop,
        reason,
        count: BigUint::from(u32::from(status == Status::Solved)),
        tally: Tally { nodes: outcome.expansions, cases: outcome.expansions, answers: 0 },
        elapsed,
        share: 1.0,
        range,
    }
}

fn stop_words(stop: StopReason) -> &'static str {
    match stop {
        StopReason::Complete | StopReason::SolutionLimit => "done",
        StopReason::TimeLimit => "the time limit was reached",
        StopReason::NodeLimit => "the node limit was reached",
        StopReason::MemoryLimit => "the memory limit was reached",
        StopReason::Interrupted => "interrupted",
    }
}

fn statistics(outcome: &Outcome) -> String {
    let cap = outcome.cap.map_or(String::new(), |cap| format!(", numbers up to {cap}"));
    format!("{} states expanded, {} met, {} moves deep{cap}", outcome.expansions, outcome.states, outcome.depth)
}
