//! Says how large a search is, how many solutions it would find and how long it would take, and does not search.

use std::{ops::ControlFlow, time::Duration};

use serde_json::{Value, json};

use crate::{
    family::Error,
    report::{Fact, Finding, Status},
    search::{self, Estimate, Event, Figure, Ledger, Quest, Range, Rounds, Settings, StopReason, Tree},
};

use super::{Question, Session, Task};

/// Rounds end after this time, however few there were.
const MOST_TIME: Duration = Duration::from_secs(3);
/// How long the speed of the machine is measured.
const TRIAL: Duration = Duration::from_millis(300);

/// What is known of a search that has not been made.
#[derive(Clone, Copy, Debug)]
pub struct Forecast {
    /// What the search visits: nodes, states.
    pub nodes: Figure,
    /// What `nodes` are called.
    pub unit: &'static str,
    /// The solutions, where something is known of them.
    pub solutions: Option<Figure>,
    /// How long it takes.
    pub seconds: Option<Figure>,
    /// How often chance was asked; 0 if nothing was left to it.
    pub rounds: u32,
}

impl Session<'_> {
    /// Refuses what makes no sense where nothing is searched.
    pub fn refuse_beside_estimate(&self, task: &Task) -> Result<(), Error> {
        let question = match task.question {
            Question::FIRST | Question::Count => None,
            Question::Solutions { any: true, .. } => Some("whichever solution comes first"),
            Question::Solutions { wanted: u64::MAX, .. } => Some("a list of all solutions"),
            Question::Solutions { .. } => Some("a number of solutions to be listed"),
            Question::CountBest => Some("the number of best games (option `best`)"),
            Question::Nth(_) => Some("a solution by its number"),
            Question::Random(_) => Some("a choice of solutions by chance"),
            Question::Unique => Some("whether there is exactly one solution"),
            Question::Forced(_) => Some("what all solutions have in common"),
        };
        let given = [
            (question.unwrap_or_default(), question.is_some()),
            ("a range of ids", task.range.is_some()),
            ("a checkpoint", self.wants_checkpoint()),
            ("a limit of nodes", self.control().has_node_limit()),
        ];
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((what, _)) => Err(Error::Unsupported(format!(
                "option `estimate` searches nothing: {what} does not go together with it"
            ))),
            None => Ok(()),
        }
    }

    /// Estimates a search of all of a tree: by random rounds, and by searching for a moment.
    pub fn forecast<T: Tree>(&self, tree: T, task: &Task) -> Result<Forecast, Error> {
        let tree = tree.into_any();
        let settings = self.settings(Quest::Count);
        let begun = Ledger::new(Range::everything());
        let observe = &mut |event: Event<'_, T::Answer>| match event {
            Event::Progress(progress) if progress.elapsed >= TRIAL => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let trial = search::run(tree.clone(), &Settings { poll_every: 256, ..settings }, begun, observe)?;
        let (nodes, seconds) = (trial.tally.nodes as f64, trial.elapsed.as_secs_f64().max(1e-6));
        if trial.stop == StopReason::Complete {
            return Ok(Forecast {
                nodes: Figure::exact(nodes),
                unit: "nodes",
                solutions: Some(Figure::exact(trial.tally.answers as f64)),
                seconds: Some(Figure::exact(seconds)),
                rounds: 0,
            });
        }
        let Estimate { nodes: expected, answers, rounds, is_exact } =
            search::estimate(tree, Rounds::USUAL, task.seed(), &self.control().for_at_most(MOST_TIME));
        Ok(Forecast {
            nodes: expected,
            unit: "nodes",
            solutions: (rounds > 1).then_some(answers),
            seconds: (nodes > 0.0 && rounds > 1).then(|| expected.times(seconds / nodes)),
            rounds: if is_exact { 0 } else { rounds },
        })
    }

    /// Tells it.
    pub fn tell_forecast(&mut self, forecast: &Forecast) -> Result<Finding, Error> {
        let Forecast { nodes, unit, solutions, seconds, rounds } = *forecast;
        let threads = self.threads();
        let mut text = match rounds {
            _ if nodes.mean == 0.0 => format!("how many {unit} there are is not known"),
            _ if nodes.likely.0 == nodes.likely.1 => format!("{} {unit}: that is certain", number_text(nodes.mean)),
            0 => format!("about {}", with_bounds(nodes, &|it| format!("{} {unit}", number_text(it)))),
            rounds => format!(
                "about {} ({rounds} random rounds)",
                with_bounds(nodes, &|it| format!("{} {unit}", number_text(it)))
            ),
        };
        text += &match solutions {
            None => String::new(),
            Some(all) if all.likely.0 == all.likely.1 && rounds == 0 => {
                format!("\n{} solutions: that is certain", number_text(all.mean))
            }
            Some(all) if all.mean == 0.0 => "\nno solution was met: there are few, or none".to_owned(),
            Some(all) => format!("\nabout {}", with_bounds(all, &|it| format!("{} solutions", number_text(it)))),
        };
        text += &match seconds {
            None => "\nhow long all of it would take is not known".to_owned(),
            Some(time) => {
                let plural = if threads == 1 { "" } else { "s" };
                format!(
                    "\na search of all of it here: about {} on {threads} thread{plural}",
                    with_bounds(time, &time_text)
                )
            }
        };
        let figure = |figure: Figure| json!({"about": figure.mean, "least": figure.likely.0, "most": figure.likely.1});
        let value = json!({
            unit: figure(nodes),
            "solutions": solutions.map_or(Value::Null, figure),
            "seconds": seconds.map_or(Value::Null, figure),
            "rounds": rounds,
            "threads": threads,
        });
        self.fact(&Fact { name: "estimate", value, text })?;
        Ok(Finding::new(Status::Unknown, self.control().reason().unwrap_or(StopReason::Complete)))
    }
}

/// A figure with what it is likely to be, unless that is all the same.
fn with_bounds(figure: Figure, text: &dyn Fn(f64) -> String) -> String {
    let [mean, least, most] = [figure.mean, figure.likely.0, figure.likely.1].map(text);
    if least == most { mean } else { format!("{mean}, likely {least} to {most}") }
}

/// A number as people say it.
fn number_text(number: f64) -> String {
    if number < 1e6 { format!("{number:.0}") } else { format!("{number:.2e}") }
}

/// A time in the unit that suits it.
pub fn time_text(seconds: f64) -> String {
    const UNITS: [(f64, &str); 4] = [(60.0, "minutes"), (3600.0, "hours"), (86_400.0, "days"), (31_557_600.0, "years")];
    match UNITS.into_iter().rev().find(|(length, _)| seconds >= 2.0 * length) {
        Some((length, unit)) if seconds < 1e4 * length => format!("{:.1} {unit}", seconds / length),
        Some((length, unit)) => format!("{:.1e} {unit}", seconds / length),
        None if seconds < 1.0 => format!("{:.0} ms", seconds * 1e3),
        None => format!("{seconds:.1} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_are_told_in_few_words() {
        let told = [0.02, 3.0, 500.0, 8000.0, 1e6, 1e9, 1e14].map(time_text);
        assert_eq!(told, ["20 ms", "3.0 s", "8.3 minutes", "2.2 hours", "11.6 days", "31.7 years", "3.2e6 years"]);
        assert_eq!([0.4, 999_999.0, 1.5e9].map(number_text), ["0", "999999", "1.50e9"]);
        let wide = Figure { mean: 2.0, likely: (1.0, 4.0) };
        assert_eq!(with_bounds(wide, &number_text), "2, likely 1 to 4");
    }
}
