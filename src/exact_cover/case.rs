//! A problem that is searched.

use serde_json::json;

use crate::{
    family::{self, Error},
    report::{Fact, Finding, Solution},
    search::Strategy,
    session::{Job, Present, Question, Session, Task, Telling},
};

use super::{
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

/// How a strategy chooses the next item.
pub(super) fn order_of(strategy: &Strategy) -> Order {
    if strategy.name == STRATEGIES[0].name { Order::Fewest } else { Order::First }
}

impl Case {
    pub fn description(&self) -> String {
        let Problem { items, primary, options, .. } = &self.problem;
        let secondary = match items.len() - primary {
            0 => String::new(),
            count => format!(", {count} secondary"),
        };
        format!("{primary} items{secondary}, {} options", options.len())
    }
}

impl family::Case for Case {
    fn search(&self, task: &Task, session: &mut Session<'_>) -> Result<Finding, Error> {
        self.notes.iter().for_each(|note| session.note(note));
        let strategy = task.strategy.unwrap_or(&STRATEGIES[0]);
        let reason = if task.strategy.is_some() { "as asked" } else { "the item with the fewest options decides most" };
        session.begin(strategy, &self.description(), reason)?;
        if task.options.has("estimate") {
            session.refuse_beside_estimate(task)?;
            let forecast = session.forecast(CoverTree::new(&self.problem, order_of(strategy)), task)?;
            return session.tell_forecast(&forecast);
        }
        let range = session.path_range()?;
        let job = Job { range: range.clone(), ..Job::new([self.problem.text()], task.question.quest()) };
        let job = Job { keep_answers: false, ..job };
        let tree = CoverTree::new(&self.problem, order_of(strategy));
        let present = |cover: &Cover, tell: &mut dyn FnMut(&dyn Solution)| {
            tell(&Chosen { cover, problem: &self.problem, strategy: strategy.name });
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
            session.fact(&unique_fact(outcome.found))?;
        }
        let count = if task.question == Question::Count { outcome.tally.answers } else { outcome.found as u64 };
        Ok(Finding::of(task.question, outcome.stop, count, &range).with_work(outcome.tally, Some(outcome.share)))
    }
}

fn unique_fact(covers: usize) -> Fact {
    let text = match covers {
        0 => "Unique: no, there is no cover",
        1 => "Unique: yes, there is just this cover",
        _ => "Unique: no, there are at least two covers",
    };
    Fact { name: "unique", value: json!(covers == 1), text: text.to_owned() }
}
