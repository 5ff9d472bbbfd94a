//! A problem that is searched.

use crate::{
    family::{self, Error},
    report::{Finding, Solution},
    search::{AnyTree, Control, Range, StopReason, Strategy, Tree},
    session::{self, Job, Present, Question, Session, Task, Telling},
    words::counted,
};

use super::{
    bitwise::{self, BitwiseTree},
    family::STRATEGIES,
    problem::Problem,
    solution::{Chosen, unfinished},
    tree::{Cover, CoverTree, Order},
};

/// A problem that is ready to be searched.
pub(super) struct Case {
    pub problem: Problem,
    pub notes: Vec<String>,
}

/// Where nothing else is said, tables larger than this do not pay: they fall out of every cache.
const MOST_TABLE_BYTES: u64 = 256 << 20;

impl Case {
    /// The strategy that is likely to be the fastest, and why.
    pub fn best_strategy(&self) -> (&'static Strategy, &'static str) {
        let [bitwise, constrained, _] = &STRATEGIES;
        if !bitwise::pays(&self.problem) {
            (constrained, "a choice rules out few options, and lists are shorter than rows of bits")
        } else if bitwise::table_bytes(&self.problem) > MOST_TABLE_BYTES {
            (constrained, "rows of bits for all options would be too large")
        } else {
            (bitwise, "rows of bits are shorter than lists of what a choice rules out")
        }
    }

    /// The tree that a strategy searches, unless its tables take longer, or more memory, than they may.
    pub fn tree(&self, strategy: &Strategy, control: &Control) -> Result<AnyTree<Cover>, StopReason> {
        let [bitwise, constrained, _] = &STRATEGIES;
        if self.tables_too_large(strategy, control.memory_limit()).is_some() {
            return Err(StopReason::MemoryLimit);
        }
        Ok(match strategy.name {
            name if name == bitwise.name => BitwiseTree::under(&self.problem, control)?.into_any(),
            name if name == constrained.name => CoverTree::new(&self.problem, Order::Fewest).into_any(),
            _ => CoverTree::new(&self.problem, Order::First).into_any(),
        })
    }

    /// Would the strategy's tables alone break the memory limit?
    fn tables_too_large(&self, strategy: &Strategy, limit: Option<u64>) -> Option<String> {
        let needed = if strategy.name == STRATEGIES[0].name { bitwise::table_bytes(&self.problem) } else { 0 };
        session::tables_too_large(strategy.name, needed, limit.unwrap_or(MOST_TABLE_BYTES * 16))
    }

    pub fn description(&self) -> String {
        let Problem { items, primary, options, .. } = &self.problem;
        let secondary = match items.len() - primary {
            0 => String::new(),
            count => format!(", {count} secondary"),
        };
        format!("{}{secondary}, {}", counted(*primary, "item"), counted(options.len(), "option"))
    }
}

impl family::Case for Case {
    fn search(&self, task: &Task, session: &mut Session<'_>) -> Result<Finding, Error> {
        self.notes.iter().for_each(|note| session.note(note));
        let (strategy, reason) = match task.strategy {
            Some(strategy) => (strategy, "as asked"),
            None => self.best_strategy(),
        };
        session.begin(strategy, &self.description(), reason)?;
        if let Some(reason) = self.tables_too_large(strategy, session.control().memory_limit()) {
            let finding = Finding::of(task.question, StopReason::MemoryLimit, 0u32, &Range::everything());
            return Ok(finding.because(reason));
        }
        let tree = match self.tree(strategy, session.control()) {
            Ok(tree) => tree,
            Err(stop) => return Ok(Finding::of(task.question, stop, 0u32, &Range::everything())),
        };
        if task.options.has("estimate") {
            session.refuse_beside_estimate(task)?;
            let forecast = session.forecast(tree, task)?;
            return session.tell_forecast(&forecast);
        }
        let range = session.path_range()?;
        let job = Job { range: range.clone(), ..Job::new([self.problem.text()], task.question.quest()) };
        let job = Job { keep_answers: false, ..job };
        let present = |covers: &mut dyn Iterator<Item = &Cover>, tell: &mut dyn FnMut(&dyn Solution)| {
            covers.for_each(|cover| tell(&Chosen { cover, problem: &self.problem, strategy: strategy.name }));
        };
        let present: Present<'_, Cover> = &present;
        let outcome = session.search_writing(
            &job,
            Telling::solutions(&mut |cover, tell| {
                tell(&Chosen { cover, problem: &self.problem, strategy: strategy.name })
            })
            .with_sketch(&|cover| Some(unfinished(cover, &self.problem))),
            Some(present),
            &mut |settings, ledger, write, observe| {
                Ok(crate::search::run_writing(tree.clone(), settings, ledger, write, observe)?)
            },
        )?;
        if task.question == Question::Unique && outcome.stop.is_final() {
            session.fact(&session::unique_fact("cover", outcome.found))?;
        }
        let count = if task.question == Question::Count { outcome.tally.answers } else { outcome.found as u64 };
        Ok(Finding::of(task.question, outcome.stop, count, &range).with_work(outcome.tally, Some(outcome.share)))
    }
}
