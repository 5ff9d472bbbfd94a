//! A polyomino case that is searched: which strategy, what is told, and what the result is called.

use std::{
    cell::RefCell,
    sync::{Arc, Mutex, PoisonError},
};

use num_bigint::BigUint;
use serde_json::json;

use crate::{
    family::{self, Error},
    report::{Fact, Finding, Solution, View},
    search::{Control, Outcome, Path, PathError, Quest, Range, StopReason, Tally},
    session::{self, Job, Present, Question, Session, Task, Telling},
    words::counted,
};

use super::{
    Arrangement, Compiled, Plan, Puzzle, Strategy, Wish, draw,
    estimate::Forecasting,
    family::STRATEGIES,
    forced::{Forced, forced_pieces},
    frontier::{CountRecord, Counted, NoGraph},
    numbered::{Numbered, Pick},
    path::Paths,
    render::{Pen, Renderer},
    solution::{Placed, unfinished},
};

/// Tables may take this much where nobody says how much memory there is.
const DEFAULT_TABLES: u64 = 4 << 30;

/// A case that is ready to be searched.
pub struct Case {
    compiled: Compiled,
    by_classes: bool,
    /// What is odd about the case.
    notes: Vec<String>,
}

impl Case {
    /// Compiles a puzzle; of solutions that are symmetric to each other only one may count.
    pub fn new(puzzle: Puzzle, by_classes: bool, control: &Control) -> Result<Self, StopReason> {
        Ok(Self { compiled: Compiled::under(puzzle, control)?, by_classes, notes: Vec::new() })
    }

    /// The same, with what whoever asks should know about it.
    pub fn with_notes(self, notes: Vec<String>) -> Self {
        Self { notes, ..self }
    }

    fn description(&self) -> String {
        let puzzle = &self.compiled.puzzle;
        let pieces = counted(puzzle.pieces.len(), "piece");
        let classes = if self.by_classes { ", up to symmetry" } else { "" };
        format!("{}, {pieces}{classes}", puzzle.board.description())
    }

    fn wish(&self, task: &Task, session: &Session<'_>) -> Wish {
        let only_number =
            task.question == Question::Count && task.range.is_none() && !session.control().has_node_limit();
        let asked = task.strategy.and_then(|info| Strategy::ALL.into_iter().find(|it| it.name() == info.name));
        Wish { strategy: asked, by_classes: self.by_classes, seed: task.seed(), only_number }
    }

    /// What the ids of the search depend on.
    fn identity(&self, strategy: Strategy, task: &Task) -> [String; 3] {
        let classes = if self.by_classes { "classes" } else { "all" };
        let special = match strategy {
            // Only a portfolio leaves something to chance.
            Strategy::Portfolio => task.seed().to_string(),
            // A count of everything by windows has no ids, or just one.
            Strategy::Frontier if task.question == Question::Count && task.range.is_none() && !self.by_classes => {
                "windows".to_owned()
            }
            _ => String::new(),
        };
        [format!("{:?}", self.compiled.puzzle), classes.to_owned(), special]
    }

    /// Keeps a count that is finished in the checkpoint, if there is one.
    fn record(&self, counted: &Counted, task: &Task, session: &mut Session<'_>) -> Result<(), Error> {
        if session.wants_checkpoint() {
            let job = Job::new(self.identity(Strategy::Frontier, task), Quest::Count);
            session.search_tree(CountRecord::new(counted), &job, &mut |(), _| Ok(()))?;
        }
        Ok(())
    }

    fn path(&self, strategy: Strategy, text: &str) -> Result<Path, Error> {
        let Ok(id) = text.parse::<BigUint>() else {
            return text.parse().map_err(|error: PathError| Error::Id(error));
        };
        let path = strategy.path_of_placement_id(&id, &self.compiled);
        path.ok_or_else(|| {
            let name = strategy.name();
            let text = format!("placement ids need strategy brute; the ids of {name} are paths such as /3/0");
            Error::Unsupported(text)
        })
    }

    /// Tells the answer to a question about all solutions where none was found, or none had to be looked for.
    fn tell_of_none(&self, question: Question, session: &mut Session<'_>) -> Result<(), Error> {
        match question {
            Question::Unique => session.fact(&session::unique_fact("solution", 0)),
            Question::Forced(_) => {
                let text = "Forced: no piece; there is no solution".to_owned();
                session.fact(&Fact { name: "forced", value: json!([]), text })
            }
            _ => Ok(()),
        }
    }

    /// Tells which of the first pieces lie in every solution as they do in this one. Those that are given do.
    fn tell_forced(&self, solution: &Arrangement, first: usize, session: &mut Session<'_>) -> Result<Forced, Error> {
        let settings = session.settings(Quest::Lowest(1));
        let forced = forced_pieces(&self.compiled, solution, first, &settings)?;
        let names: Vec<char> = forced.pieces.iter().map(|piece| self.compiled.puzzle.pieces[*piece].letter).collect();
        let list = names.iter().map(char::to_string).collect::<Vec<_>>().join(", ");
        let text = match (forced.stopped, names.is_empty()) {
            (Some(_), _) => "Forced: not known, the search was stopped".to_owned(),
            (None, true) => "Forced: no piece; each can lie in another way".to_owned(),
            (None, false) => format!("Forced: {list} (the same in every solution)"),
        };
        let value = if forced.stopped.is_none() { json!(names) } else { json!(null) };
        session.fact(&Fact { name: "forced", value, text })?;
        Ok(forced)
    }

    /// Searches with a plan that is ready, tells the solutions, and answers what was asked about them.
    fn run(&self, plan: &Plan, task: &Task, session: &mut Session<'_>) -> Result<Finding, Error> {
        let strategy = plan.strategy();
        let range = session.range(&|text| self.path(strategy, text))?;
        if let Some(pick) = Pick::of(task.question) {
            let numbered =
                Numbered { plan, compiled: &self.compiled, pick, seed: task.seed(), tells_paths: task.is_verbose };
            return numbered.tell(session);
        }
        if let Some(counted) = plan.counted() {
            self.record(counted, task, session)?;
            let tally = Tally { nodes: counted.states_met, cases: counted.states_met, answers: 0 };
            let finding = Finding::of(task.question, StopReason::Complete, counted.solutions.clone(), &range);
            return Ok(finding.with_work(tally, None));
        }
        let mut outcome = self.search_plan(plan, task, range.clone(), session)?;
        if task.question == Question::Unique && outcome.stop.is_final() {
            session.fact(&session::unique_fact("solution", outcome.found))?;
        }
        if let Question::Forced(first) = task.question {
            match outcome.answers.first() {
                Some(solution) => {
                    let forced = self.tell_forced(solution, usize::from(first), session)?;
                    // A solution is only where this question begins.
                    outcome.stop = forced.stopped.unwrap_or(outcome.stop);
                    outcome.tally.nodes += forced.tally.nodes;
                    outcome.tally.cases += forced.tally.cases;
                }
                None if outcome.stop.is_final() => self.tell_of_none(task.question, session)?,
                None => {}
            }
        }
        let count = match task.question {
            Question::Count => outcome.tally.answers,
            _ => outcome.found as u64,
        };
        let finding = Finding::of(task.question, outcome.stop, count, &range);
        Ok(finding.with_work(outcome.tally, Some(outcome.share)))
    }

    fn search_plan(
        &self,
        plan: &Plan,
        task: &Task,
        range: Range,
        session: &mut Session<'_>,
    ) -> Result<Outcome<Arrangement>, Error> {
        let identity = self.identity(plan.strategy(), task);
        // Told is told: only what forced pieces are compared with is needed afterwards.
        let keep_answers = matches!(task.question, Question::Forced(_));
        let job = Job { range, keep_answers, ..Job::new(identity, task.question.quest()) };
        let renderer = Renderer::new(&self.compiled).map(Arc::new);
        let paths = if task.is_verbose { plan.paths(&self.compiled, session.control()) } else { None }.map(Mutex::new);
        // Every worker has a pen and a cursor of its own.
        let new_pen = || renderer.as_ref().map(|renderer| RefCell::new(Pen::new(renderer)));
        let new_paths = || paths.as_ref().map(|paths| paths.lock().unwrap_or_else(PoisonError::into_inner).clone());
        let locate = |paths: &mut Option<Paths>, solution: &Arrangement| {
            paths.as_mut().and_then(|paths| paths.locate(solution)).map(|path| path.to_string())
        };
        let present = |solutions: &mut dyn Iterator<Item = &Arrangement>, tell: &mut dyn FnMut(&dyn Solution)| {
            let (pen, mut paths) = (new_pen(), new_paths());
            for solution in solutions {
                let path = locate(&mut paths, solution);
                tell(&Placed { path, pen: pen.as_ref(), ..Placed::new(solution, &self.compiled) });
            }
        };
        let present: Present<'_, Arrangement> = &present;
        let (pen, mut paths) = (new_pen(), new_paths());
        session.search_writing(
            &job,
            Telling::solutions(&mut |arrangement, tell| {
                let path = locate(&mut paths, arrangement);
                tell(&Placed { path, pen: pen.as_ref(), ..Placed::new(arrangement, &self.compiled) })
            })
            .with_sketch(&|arrangement| Some(unfinished(arrangement, &self.compiled))),
            Some(present),
            &mut |settings, ledger, write, observe| {
                Ok(plan.search_writing(&self.compiled, settings, ledger, write, observe)?)
            },
        )
    }
}

impl family::Case for Case {
    fn view(&self) -> View {
        draw::view(&self.compiled)
    }

    fn search(&self, task: &Task, session: &mut Session<'_>) -> Result<Finding, Error> {
        self.notes.iter().for_each(|note| session.note(note));
        let rules = &self.compiled.puzzle.rules;
        if !rules.mirror && rules.rotate && !self.compiled.puzzle.board.is_planar() {
            session.note("pieces that must not be turned over are no restriction in space: turning over is a rotation");
        }
        session.detail(&format!("placement ids: {}", self.compiled.id_space()));
        let description = self.description();
        let wish = self.wish(task, session);
        if let Some(reason) = self.compiled.impossibility() {
            // No range is searched, but what is no range is refused all the same.
            session.range(&|text| self.path(wish.strategy.unwrap_or(Strategy::Brute), text))?;
            session.begin_without_search(&description)?;
            self.tell_of_none(task.question, session)?;
            let finding = Finding::of(task.question, StopReason::Complete, 0u32, &Range::everything());
            return Ok(finding.because(reason));
        }
        if task.options.has("estimate") {
            return Forecasting { compiled: &self.compiled, wish, description: &description }.tell(task, session);
        }
        session.phase("choosing a strategy and building its tables");
        let (plan, reason) = match Plan::new(&self.compiled, wish, &session.settings(task.question.quest())) {
            Ok(plan) => plan,
            // Nothing has been searched yet, and that is what comes out, and what a checkpoint says.
            Err(NoGraph::Stopped) => {
                (Plan::stopped(Strategy::Frontier), "stopped while its graph was built".to_owned())
            }
            Err(NoGraph::TooLarge(reason)) => {
                return Err(Error::Unsuitable(format!("strategy frontier cannot take this: {reason}")));
            }
        };
        let strategy = plan.strategy();
        if wish.strategy.is_some_and(|asked| asked != strategy) {
            session.note(&format!("strategy {} instead: {reason}", strategy.name()));
        }
        session.begin(&STRATEGIES[strategy as usize], &description, &reason)?;
        if let Some(reason) = tables_too_large(strategy, &self.compiled, session) {
            let finding = Finding::of(task.question, StopReason::MemoryLimit, 0u32, &Range::everything());
            return Ok(finding.because(reason));
        }
        self.run(&plan, task, session)
    }
}

/// Would the strategy's tables alone break the memory limit?
pub(super) fn tables_too_large(strategy: Strategy, compiled: &Compiled, session: &Session<'_>) -> Option<String> {
    let limit = session.control().memory_limit().unwrap_or(DEFAULT_TABLES);
    session::tables_too_large(strategy.name(), strategy.table_bytes(compiled), limit)
}
