//! How large the search of a case is, how many solutions it has and how long it takes, without searching it.

use std::time::Duration;

use num_traits::ToPrimitive;

use crate::{
    family::Error,
    report::Finding,
    search::{Figure, Quest, Range, StopReason},
    session::{Forecast, Session, Task},
};

use super::{
    Compiled, Plan, Strategy, Wish,
    case::tables_too_large,
    family::STRATEGIES,
    frontier::{self, NoGraph},
    strategy::{allowance, has_too_many_windows},
};

/// A count by windows is tried for so long; many end within it.
const TRIAL: Duration = Duration::from_millis(1000);

/// What is to be estimated.
pub(super) struct Forecasting<'a> {
    pub compiled: &'a Compiled,
    pub wish: Wish,
    pub description: &'a str,
}

impl Forecasting<'_> {
    /// Tells it.
    pub fn tell(&self, task: &Task, session: &mut Session<'_>) -> Result<Finding, Error> {
        session.refuse_beside_estimate(task)?;
        let asked = self.wish.strategy;
        if asked == Some(Strategy::Portfolio) {
            let text = "option `estimate`: the attempts of strategy portfolio have no end that could be foreseen; \
                        brute, cover, constrained and frontier have one";
            return Err(Error::Unsupported(text.to_owned()));
        }
        let mut why = "as asked".to_owned();
        let by_windows = match asked {
            Some(asked) => asked == Strategy::Frontier,
            None => !has_too_many_windows(self.compiled),
        };
        if by_windows && !self.wish.by_classes {
            session.phase("trying a count by windows");
            match self.by_windows(session) {
                Ok((forecast, known)) => {
                    let why =
                        if known.is_some() { "it was counted at once" } else { "some of its layers were counted" };
                    session.begin(&STRATEGIES[Strategy::Frontier as usize], self.description, why)?;
                    let solutions = match known {
                        Some(known) => Some(known),
                        // Layers say nothing about solutions: random ways through a tree do.
                        None => self.of_tree(Strategy::without_graph(self.compiled), task, session)?.solutions,
                    };
                    return session.tell_forecast(&Forecast { solutions, ..forecast });
                }
                Err(NoGraph::TooLarge(reason)) => why = format!("no graph of the board's states: {reason}"),
                Err(NoGraph::Stopped) => why = "its windows take too long to be tried".to_owned(),
            }
        }
        let searching = Strategy::without_graph(self.compiled);
        let strategy = asked.filter(|asked| *asked != Strategy::Frontier).unwrap_or(searching);
        if asked.is_some_and(|asked| asked != strategy) {
            session.note(&format!("strategy {} instead: {why}", strategy.name()));
        }
        session.begin(&STRATEGIES[strategy as usize], self.description, &why)?;
        if let Some(reason) = tables_too_large(strategy, self.compiled, session) {
            let finding = Finding::of(task.question, StopReason::MemoryLimit, 0u32, &Range::everything());
            return Ok(finding.because(reason));
        }
        let forecast = self.of_tree(strategy, task, session)?;
        session.tell_forecast(&forecast)
    }

    /// A count by windows: what it takes, and what it brought if it was done at once.
    fn by_windows(&self, session: &Session<'_>) -> Result<(Forecast, Option<Figure>), NoGraph> {
        let (settings, control) = (session.settings(Quest::Count), session.control());
        let allowance = allowance(&settings);
        let begun = session.elapsed();
        match frontier::count(self.compiled, allowance, &control.for_at_most(TRIAL)) {
            Ok(counted) => {
                let nodes = Figure::exact(counted.states_met as f64);
                let seconds = Figure::exact((session.elapsed() - begun).as_secs_f64());
                let solutions = counted.solutions.to_f64().map(Figure::exact);
                let forecast = Forecast { nodes, unit: "states", solutions, seconds: Some(seconds), rounds: 0 };
                Ok((forecast, solutions))
            }
            Err(NoGraph::Stopped) if !control.look() => {
                let expected = frontier::estimate(self.compiled, allowance, &control.for_at_most(2 * TRIAL))?;
                let (nodes, seconds) = (expected.states, Some(expected.seconds));
                Ok((Forecast { nodes, unit: "states", solutions: None, seconds, rounds: 0 }, None))
            }
            Err(reason) => Err(reason),
        }
    }

    fn of_tree(&self, strategy: Strategy, task: &Task, session: &Session<'_>) -> Result<Forecast, Error> {
        let wish = Wish { strategy: Some(strategy), ..self.wish };
        let plan = Plan::new(self.compiled, wish, &session.settings(Quest::Count));
        let (plan, _) = plan.map_err(|reason| match reason {
            NoGraph::TooLarge(reason) => Error::Unsuitable(reason.to_owned()),
            NoGraph::Stopped => Error::Stopped("there was no time to begin"),
        })?;
        plan.forecast(self.compiled, task, session)
    }
}
