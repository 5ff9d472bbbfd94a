//! One search of one case, whatever its family: what was asked, the limits, the report, the progress and the
//! checkpoint. A family says what is to be searched; everything around it happens here.

mod divided;
mod estimate;
mod facts;
mod monitor;
mod task;
mod tree_search;

use std::{
    io,
    ops::ControlFlow,
    time::{Duration, Instant},
};

use num_bigint::BigUint;

use crate::{
    family::{Error, Family},
    input::Input,
    report::{CaseHead, Fact, Finding, Report, Solution, Status},
    search::{
        self, Ability, CheckpointLock, CheckpointPlan, Control, Fingerprint, Kernel, Path, PathError, Progress, Quest,
        Range, Settings, Steps, StopReason, Stopped, Strategy, Tally,
    },
    words::counted,
};

pub use divided::Sharded;
pub use estimate::{Forecast, time_text};
pub use facts::{tables_too_large, unique_fact};
pub use monitor::{BranchView, Draw, Monitor, Sketch, Tell, Telling, Unwatched};
pub use task::{Checkpoint, Conditions, Question, Shards, Task};
pub use tree_search::{Job, Present};

/// One search of one case while it goes on.
pub struct Session<'a> {
    family: &'static dyn Family,
    case: &'a str,
    task: &'a Task,
    conditions: Conditions,
    report: &'a mut dyn Report,
    monitor: &'a mut dyn Monitor,
    strategy: Option<&'static Strategy>,
    head: Option<CaseHead>,
    /// Has the report heard of the case?
    is_begun: bool,
    lock: Option<CheckpointLock>,
    /// Is there a whole checkpoint to go on from?
    has_checkpoint: bool,
    /// Why the last one could not be written.
    lost_checkpoint: Option<String>,
    sharded: Option<Sharded>,
    started: Instant,
}

impl<'a> Session<'a> {
    /// A session for a case of a family.
    pub fn new(
        family: &'static dyn Family,
        case: &'a str,
        task: &'a Task,
        mut conditions: Conditions,
        report: &'a mut dyn Report,
        monitor: &'a mut dyn Monitor,
    ) -> Self {
        let affordable = conditions.control.affordable_threads(conditions.threads);
        if affordable < conditions.threads {
            let wanted = conditions.threads;
            monitor.note(&format!("the memory limit has room for {} of {wanted}", counted(affordable, "thread")));
            conditions.threads = affordable;
        }
        Self {
            family,
            case,
            task,
            conditions,
            report,
            monitor,
            strategy: None,
            head: None,
            is_begun: false,
            lock: None,
            has_checkpoint: false,
            lost_checkpoint: None,
            sharded: None,
            started: Instant::now(),
        }
    }

    /// The control of the search: everything that can last looks at it.
    pub fn control(&self) -> &Control {
        &self.conditions.control
    }

    /// The threads the strategy may use.
    pub fn threads(&self) -> usize {
        self.head.as_ref().map_or(self.conditions.threads, |head| head.threads)
    }

    /// Is the state of the search to be kept?
    pub fn wants_checkpoint(&self) -> bool {
        self.conditions.checkpoint.as_ref().is_some_and(|checkpoint| !checkpoint.is_optional)
    }

    /// Is it about a search that is divided into pieces, and therefore has to be walked?
    pub fn is_divided(&self) -> bool {
        self.conditions.shards.is_some()
    }

    /// Says which strategy it is and why, and refuses what it cannot do. Nothing is told of the case before.
    pub fn begin(&mut self, strategy: &'static Strategy, description: &str, why: &str) -> Result<(), Error> {
        self.refuse(strategy)?;
        if !strategy.can(Ability::Checkpoint) {
            self.conditions.checkpoint = None;
        }
        if let Some(checkpoint) = &self.conditions.checkpoint {
            self.lock = Some(CheckpointLock::take(&checkpoint.file)?);
            if checkpoint.file.exists() && !checkpoint.resume {
                return Err(Error::CheckpointExists(checkpoint.file.clone()));
            }
            if !checkpoint.file.exists() && checkpoint.resume && !checkpoint.is_optional {
                self.monitor.note("there is no checkpoint yet: starting at the beginning");
            }
        }
        self.monitor.detail(&format!("strategy {}: {why}", strategy.name));
        self.strategy = Some(strategy);
        self.set_head(strategy.name, description);
        Ok(())
    }

    /// Says that the case needs no search.
    pub fn begin_without_search(&mut self, description: &str) -> Result<(), Error> {
        self.set_head("none", description);
        Ok(())
    }

    fn set_head(&mut self, strategy: &'static str, description: &str) {
        let can = |ability| self.strategy.is_some_and(|strategy| strategy.can(ability));
        let is_tree = self.strategy.is_some_and(|strategy| strategy.kernel == Kernel::Tree);
        self.head = Some(CaseHead {
            family: self.family.name(),
            case: self.case.to_owned(),
            description: description.to_owned(),
            strategy,
            threads: if can(Ability::Threads) { self.conditions.threads } else { 1 },
            branches: if is_tree { self.conditions.branches } else { 1 },
        });
        if let Some(head) = &self.head {
            self.monitor.case(head);
        }
    }

    /// Tells the report of the case, once it is certain that there is something to tell: a checkpoint that cannot be
    /// used leaves no half of a report.
    fn tell_head(&mut self) -> io::Result<()> {
        match &self.head {
            Some(head) if !self.is_begun => {
                self.is_begun = true;
                self.monitor.clear_the_way();
                self.report.begin(head)
            }
            _ => Ok(()),
        }
    }

    /// Refuses what a strategy cannot do, before any work is done for it.
    pub fn refuse(&self, strategy: &Strategy) -> Result<(), Error> {
        let is_numbered = matches!(self.task.question, Question::Nth(_) | Question::Random(_));
        if is_numbered && (self.task.range.is_some() || self.wants_checkpoint()) {
            let text = "solutions by their numbers are found by counting all of them first: neither a range of ids \
                        nor a checkpoint goes together with that";
            return Err(Error::Unsupported(text.to_owned()));
        }
        let is_about_all = matches!(self.task.question, Question::Unique | Question::Forced(_));
        if is_about_all && (self.task.range.is_some() || self.is_divided()) {
            let text = "whether a solution is the only one, and what all of them have in common, is not to be seen \
                        from a part of them: a range of ids does not go together with that";
            return Err(Error::Unsupported(text.to_owned()));
        }
        Ok(search::refuse(self.family.name(), self.family.strategies(), strategy, self.asked())?)
    }

    /// All that was asked and that not every strategy can do.
    fn asked(&self) -> Vec<Ability> {
        let control = &self.conditions.control;
        let mut asked = self.task.question.abilities();
        let conditions = [
            (Ability::Range, self.task.range.is_some() || self.is_divided()),
            // What cannot be shared by threads cannot be cut into pieces, either.
            (Ability::Threads, self.is_divided()),
            (Ability::Checkpoint, self.wants_checkpoint()),
            (Ability::NodeLimit, control.has_node_limit()),
            (Ability::MemoryLimit, control.memory_limit().is_some()),
            // Solutions are drawn by chance whatever finds them.
            (Ability::Seed, self.task.seed.is_some() && !matches!(self.task.question, Question::Random(_))),
        ];
        asked.extend(conditions.into_iter().filter(|(_, is_asked)| *is_asked).map(|(ability, _)| ability));
        asked
    }

    /// Could a strategy do all that is asked?
    pub fn suits(&self, strategy: &Strategy) -> bool {
        self.asked().into_iter().all(|ability| strategy.can(ability))
    }

    /// The range of ids that was asked for, if any; `path` reads ids that are no paths.
    pub fn range(&self, path: &dyn Fn(&str) -> Result<Path, Error>) -> Result<Range, Error> {
        let Some(text) = self.task.range.as_deref() else { return Ok(Range::everything()) };
        let wrong = |what: &str| Error::Unsupported(format!("range {text}: {what}"));
        let (from, to) = text.split_once("..").ok_or_else(|| wrong("expected FROM..TO; either may be left out"))?;
        let from = if from.is_empty() { Path::root() } else { path(from)? };
        let to = if to.is_empty() { None } else { Some(path(to)?) };
        let range = Range { from, to };
        // Numbers in order may have no candidate between them: that is found out by searching.
        if range.is_empty() && !are_numbers_in_order(text) {
            return Err(wrong("there is nothing between FROM and TO"));
        }
        Ok(range)
    }

    /// The same where all ids are paths.
    pub fn path_range(&self) -> Result<Range, Error> {
        self.range(&|text| text.parse().map_err(|error: PathError| Error::Id(error)))
    }

    /// The engine's settings for a quest, without a checkpoint.
    pub fn settings(&self, quest: Quest) -> Settings {
        Settings {
            threads: self.threads(),
            branches: self.head.as_ref().map_or(1, |head| head.branches),
            control: self.conditions.control.clone(),
            poll_every: self.conditions.poll_every,
            ..Settings::new(quest)
        }
    }

    /// Where the search with this identity is kept, and whether it goes on from there.
    pub fn checkpoint(&self, identity: &[&str]) -> Option<(CheckpointPlan, bool)> {
        let checkpoint = self.conditions.checkpoint.as_ref()?;
        let fingerprint = self.fingerprint(identity);
        let plan = CheckpointPlan {
            file: checkpoint.file.clone(),
            every: checkpoint.every,
            fingerprint,
            only_unfinished: checkpoint.is_optional,
        };
        Some((plan, checkpoint.resume && checkpoint.file.exists()))
    }

    /// What stands for all that the ids of a search depend on.
    fn fingerprint(&self, identity: &[&str]) -> Fingerprint {
        let strategy = self.strategy.map_or("none", |strategy| strategy.name);
        let parts: Vec<&str> = [self.family.name(), strategy].into_iter().chain(identity.iter().copied()).collect();
        Fingerprint::of(&parts)
    }

    /// Does work that goes step by step. Comes back with what it brought, unless the run was stopped, and with the
    /// tally.
    pub fn run_steps<A>(
        &mut self,
        work: impl FnOnce(&mut Steps<'_>) -> Result<A, Stopped>,
    ) -> (Result<A, StopReason>, Tally) {
        let control = self.conditions.control.clone();
        if self.tell_head().is_err() {
            control.stop(StopReason::Interrupted);
        }
        let mut observe = |progress: &Progress| {
            self.monitor.progress(progress);
            ControlFlow::Continue(())
        };
        let mut steps = Steps::new(&control, &mut observe);
        let brought = work(&mut steps);
        let tally = steps.tally();
        self.monitor.clear_the_way();
        (brought.map_err(|Stopped| control.reason().unwrap_or(StopReason::Interrupted)), tally)
    }

    /// Takes note of whether the last checkpoint was written.
    pub fn note_checkpoint(&mut self, failure: Option<String>) {
        self.has_checkpoint = failure.is_none();
        self.lost_checkpoint = failure;
    }

    /// Takes note of a checkpoint that was written while the search goes on.
    pub fn checkpoint_written(&mut self) {
        self.monitor.checkpoint_written();
    }

    /// Says what is being done that has no share: building, reading, checking.
    pub fn phase(&mut self, what: &str) {
        self.monitor.phase(what);
    }

    /// Tells how far a search has come that does not go through [`search_tree`](Self::search_tree).
    pub fn progress(&mut self, progress: &Progress) -> Result<(), Error> {
        self.tell_head()?;
        self.monitor.progress(progress);
        Ok(())
    }

    /// Tells a solution.
    pub fn solution(&mut self, solution: &dyn Solution) -> Result<(), Error> {
        self.tell_head()?;
        self.monitor.clear_the_way();
        Ok(tell_both(solution, self.report, self.monitor)?)
    }

    /// Tells something else about the case.
    pub fn fact(&mut self, fact: &Fact) -> Result<(), Error> {
        self.tell_head()?;
        self.monitor.clear_the_way();
        Ok(self.report.fact(fact)?)
    }

    /// Says something that whoever asked should know.
    pub fn note(&mut self, text: &str) {
        self.monitor.note(text);
    }

    /// Says something for those who want to know more.
    pub fn detail(&mut self, text: &str) {
        self.monitor.detail(text);
    }

    /// Time since the session began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Tells that the search was stopped before it began.
    fn end_unsearched(mut self, description: &str) -> Result<Ended, Error> {
        if self.head.is_none() {
            self.begin_without_search(description)?;
        }
        if self.conditions.checkpoint.as_ref().is_some_and(|it| it.resume && it.file.exists()) {
            self.has_checkpoint = true;
            self.note("stopped before the search went on: what it had found before is still in the checkpoint");
        }
        let reason = self.control().reason().unwrap_or(StopReason::Interrupted);
        let mut finding = Finding::new(Status::Unknown, reason);
        finding.range.clone_from(&self.task.range);
        self.end(finding)
    }

    /// Tells the verdict.
    fn end(mut self, mut finding: Finding) -> Result<Ended, Error> {
        let elapsed = self.started.elapsed();
        if let (Some(told), Some(asked)) = (&mut finding.range, &self.task.range) {
            // As it was asked for: numbers say more than paths, and paths may be long.
            told.clone_from(asked);
        }
        finding.missing_score = self.sharded.as_ref().and_then(|sharded| sharded.missing_score);
        if finding.missing_score.is_some() && matches!(finding.status, Status::Optimal | Status::Unsolvable) {
            finding.status = Status::Unknown;
        }
        self.tell_head()?;
        self.monitor.clear_the_way();
        if let Some(head) = &self.head {
            self.report.end(head, &finding, elapsed)?;
        }
        let (strategy, has_checkpoint) = (self.strategy, self.has_checkpoint);
        let lost_checkpoint = self.lost_checkpoint;
        Ok(Ended { finding, elapsed, strategy, has_checkpoint, lost_checkpoint, sharded: self.sharded })
    }
}

/// What came of a session.
#[derive(Debug)]
pub struct Ended {
    /// The verdict.
    pub finding: Finding,
    /// The time it took.
    pub elapsed: Duration,
    /// The strategy, if the case needed a search.
    pub strategy: Option<&'static Strategy>,
    /// Is there a whole checkpoint to go on from?
    pub has_checkpoint: bool,
    /// Why the last checkpoint could not be written, if it could not.
    pub lost_checkpoint: Option<String>,
    /// What is known of the pieces, if the search was divided into some.
    pub sharded: Option<Sharded>,
}

/// Loads a case and searches it.
pub fn search_input(
    family: &'static dyn Family,
    input: &Input,
    task: &Task,
    conditions: Conditions,
    report: &mut dyn Report,
    monitor: &mut dyn Monitor,
) -> Result<Ended, Error> {
    monitor.begin(&conditions.control);
    monitor.phase(&format!("reading {}", input.name()));
    let case = match family.load(input, &task.options, &conditions.control) {
        // A limit that is reached while a case is read ends the search as any other limit does.
        Err(Error::Stopped(_)) if conditions.control.is_stopped() => {
            let session = Session::new(family, input.name(), task, conditions, report, monitor);
            return session.end_unsearched("stopped while it was read");
        }
        loaded => loaded?,
    };
    if report.wants_view() {
        report.view(case.view());
    }
    conditions.control.keep_time(report.time_to_finish());
    monitor.phase("preparing the search");
    let mut session = Session::new(family, input.name(), task, conditions, report, monitor);
    if let Some(strategy) = task.strategy {
        session.refuse(strategy)?;
    }
    match case.search(task, &mut session) {
        // A limit that is reached while a search is prepared ends it as any other limit does.
        Err(Error::Stopped(_)) if session.control().is_stopped() => {
            session.end_unsearched("stopped while it was prepared")
        }
        finding => session.end(finding?),
    }
}

/// Does a range go from a whole number to a higher one?
fn are_numbers_in_order(range: &str) -> bool {
    let (from, to) = range.split_once("..").unwrap_or_default();
    match (from.parse::<BigUint>(), to.parse::<BigUint>()) {
        (Ok(from), Ok(to)) => from < to,
        _ => false,
    }
}

/// Tells a solution to whoever keeps it and to whoever watches.
fn tell_both(solution: &dyn Solution, report: &mut dyn Report, monitor: &mut dyn Monitor) -> io::Result<()> {
    monitor.solution(solution);
    report.solution(solution)
}

/// An error with what caused it.
fn with_causes(error: &dyn std::error::Error) -> String {
    crate::diagnostics::with_causes(error.to_string(), error)
}
