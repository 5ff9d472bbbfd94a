//! Runs everybody in turns, and takes the time.

use std::{
    process::{Child, Command, Stdio},
    sync::{Arc, atomic::AtomicBool},
    time::Instant,
};

use crate::{
    family::{Error, Family},
    input::Input,
    report::{JsonRecord, Status},
    search::{Control, Limits, StopReason},
    session::{Conditions, Question, Task, Unwatched, search_input},
};

use super::samples::Samples;

/// What is added to a result that may not be the best.
const UNPROVED: &str = ", not proved";

/// Somebody who takes part: a way to search a case.
#[derive(Clone)]
pub struct Contestant {
    /// The case's name, as it is given to other programs too.
    pub case: String,
    /// The case.
    pub input: Arc<Input>,
    /// Who it is.
    pub kind: Kind,
}

/// A way to search, or another program.
#[derive(Clone)]
pub enum Kind {
    /// A strategy of a family.
    Own {
        /// The family.
        family: &'static dyn Family,
        /// What is to be done.
        task: Box<Task>,
        /// Threads.
        threads: usize,
        /// Branches.
        branches: usize,
    },
    /// A command for the shell, with the case's name in it.
    Other {
        /// As it was given, with `{case}` for the case.
        command: String,
    },
}

impl Contestant {
    /// What it is called in a table.
    pub fn name(&self) -> String {
        match &self.kind {
            Kind::Own { task, .. } => task.strategy.map_or("auto", |strategy| strategy.name).to_owned(),
            Kind::Other { command } => command.clone(),
        }
    }

    /// Threads and branches, where there are any.
    pub fn division(&self) -> Option<(usize, usize)> {
        match self.kind {
            Kind::Own { threads, branches, .. } => Some((threads, branches)),
            Kind::Other { .. } => None,
        }
    }
}

/// What came of a contestant.
#[derive(Clone, Debug)]
pub enum Measured {
    /// It did all that was asked, every time.
    Done {
        /// The times of its runs.
        samples: Samples,
        /// Nodes that it visited in each.
        nodes: Option<u64>,
        /// What it found: the number of solutions, or their score.
        found: String,
    },
    /// It did not, and why.
    Failed(String),
}

impl Measured {
    /// What was found, if it is certain: others must have found the same.
    pub fn certain(&self) -> Option<&str> {
        match self {
            Self::Done { found, .. } if !found.is_empty() && !found.ends_with(UNPROVED) => Some(found),
            _ => None,
        }
    }
}

/// A contestant with what came of it.
#[derive(Clone)]
pub struct Measurement {
    /// Who.
    pub contestant: Contestant,
    /// What.
    pub measured: Measured,
}

/// Runs everybody so many times in turns, after some rounds to warm up. `tell` hears of every round.
pub fn measure(
    contestants: Vec<Contestant>,
    warm_up: u32,
    rounds: u32,
    limits: &Limits,
    interrupt: &Arc<AtomicBool>,
    tell: &mut dyn FnMut(&str),
) -> Vec<Measurement> {
    let mut states: Vec<State> = contestants.iter().map(|_| State::default()).collect();
    for round in 0..warm_up + rounds.max(1) {
        let what = if round < warm_up { "warming up" } else { "measuring" };
        for (index, (contestant, state)) in contestants.iter().zip(&mut states).enumerate() {
            if state.failure.is_some() || interrupt.load(std::sync::atomic::Ordering::Relaxed) {
                continue;
            }
            tell(&format!(
                "{what}: round {} of {}, {} of {}",
                round + 1,
                warm_up + rounds,
                index + 1,
                contestants.len()
            ));
            let started = Instant::now();
            let outcome = run(contestant, limits, interrupt);
            let seconds = started.elapsed().as_secs_f64();
            state.enter(outcome, seconds, round >= warm_up);
        }
    }
    contestants
        .into_iter()
        .zip(states)
        .map(|(contestant, state)| Measurement { contestant, measured: state.measured() })
        .collect()
}

/// What is known of a contestant so far.
#[derive(Default)]
struct State {
    times: Vec<f64>,
    nodes: Option<u64>,
    found: Option<String>,
    failure: Option<String>,
}

impl State {
    fn enter(&mut self, outcome: Result<(Option<u64>, String), String>, seconds: f64, counts: bool) {
        match outcome {
            Err(failure) => self.failure = Some(failure),
            Ok((_, found)) if self.found.as_ref().is_some_and(|before| *before != found) => {
                self.failure = Some(format!("found {found}, and something else before"));
            }
            Ok((nodes, found)) => {
                (self.nodes, self.found) = (nodes, Some(found));
                if counts {
                    self.times.push(seconds);
                }
            }
        }
    }

    fn measured(self) -> Measured {
        match (self.failure, Samples::new(self.times)) {
            (Some(failure), _) => Measured::Failed(failure),
            (None, None) => Measured::Failed("interrupted".to_owned()),
            (None, Some(samples)) => {
                Measured::Done { samples, nodes: self.nodes, found: self.found.unwrap_or_default() }
            }
        }
    }
}

/// One run: the nodes visited and what was found.
fn run(contestant: &Contestant, limits: &Limits, interrupt: &Arc<AtomicBool>) -> Result<(Option<u64>, String), String> {
    match &contestant.kind {
        Kind::Own { family, task, threads, branches } => {
            let control = Control::with_interrupt(limits, Arc::clone(interrupt));
            // The table would speak of threads that were not there.
            if control.affordable_threads(*threads) < *threads {
                return Err(format!("the memory limit has no room for {threads} threads"));
            }
            let conditions = Conditions { threads: *threads, branches: *branches, control, ..Conditions::default() };
            let mut record = JsonRecord::default();
            let ended = search_input(*family, &contestant.input, task, conditions, &mut record, &mut Unwatched)
                .map_err(|error: Error| error.to_string())?;
            let finding = ended.finding;
            if !finding.stop.is_final() {
                return Err(finding.stop.text().to_owned());
            }
            let record = record.take().unwrap_or_default();
            let score = record.get("solutions").and_then(|it| it.get(0)?.get("score").cloned());
            let found = match (score, task.question) {
                (Some(score), Question::Solutions { .. }) if finding.status == Status::Optimal => {
                    format!("score {score}")
                }
                (Some(score), Question::Solutions { .. }) => format!("score {score}{UNPROVED}"),
                _ => finding.count.to_string(),
            };
            Ok((Some(finding.tally.nodes), found))
        }
        Kind::Other { command } => other(command, &contestant.case, limits, interrupt).map(|()| (None, String::new())),
    }
}

/// Ends a shell that leads a group of its own, and what it has started: that would go on beside all that is measured
/// after it.
fn end_with_children(shell: &mut Child) {
    #[cfg(unix)]
    let _ = rustix::process::kill_process_group(rustix::process::Pid::from_child(shell), rustix::process::Signal::KILL);
    let _ = shell.kill();
    let _ = shell.wait();
}

/// Runs another program to its end. It gets the case's name as an argument of the shell, so that no name can be a
/// command.
fn other(command: &str, case: &str, limits: &Limits, interrupt: &Arc<AtomicBool>) -> Result<(), String> {
    let script = command.replace("{case}", "\"$1\"");
    let mut shell = Command::new("sh");
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut shell, 0);
    let mut child = shell
        .args(["-c", &script, "sh", case])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("cannot be started: {error}"))?;
    let control = Control::with_interrupt(limits, Arc::clone(interrupt));
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(()),
            Ok(Some(status)) => return Err(status.to_string()),
            Err(error) => return Err(format!("cannot be waited for: {error}")),
            Ok(None) if control.look() => {
                end_with_children(&mut child);
                return Err(control.reason().unwrap_or(StopReason::Interrupted).text().to_owned());
            }
            Ok(None) => std::thread::sleep(std::time::Duration::from_micros(200)),
        }
    }
}
