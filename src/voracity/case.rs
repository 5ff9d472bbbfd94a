//! A board that is searched: which strategy, what is told, and what the result is called.

use crate::{
    family::{self, Error},
    report::{Finding, View},
    session::{Question, Session, Task},
};

use super::{
    attempt_search,
    board::{Board, Directions},
    draw,
    estimate::{Estimate, Probes, estimate, estimate_starts},
    estimate_report, input,
    layout::Layout,
    numbered,
    solution::Played,
    step_search,
    strategy::Strategy,
    tree_search::TreeSearch,
};

/// A board that is ready to be searched.
pub(super) struct Case {
    /// The board; if the best start is to be found, that of the first one.
    pub board: Board,
    /// What the games from all starts are played on, if the best start is to be found.
    pub layout: Option<Layout>,
}

impl Case {
    /// The best game from where the target is.
    pub fn new(board: Board) -> Self {
        Self { board, layout: None }
    }

    /// The best game from anywhere.
    pub fn with_all_starts(layout: Layout) -> Option<Self> {
        let board = layout.board_from(*layout.starts().first()?)?;
        Some(Self { board, layout: Some(layout) })
    }

    /// What the ids of a search depend on.
    pub fn identity(&self) -> [String; 2] {
        match &self.layout {
            None => [input::write(&self.board), "one start".to_owned()],
            Some(layout) => [input::write_layout(layout), "all starts".to_owned()],
        }
    }

    pub fn description(&self) -> String {
        let board = &self.board;
        let eight = if board.directions() == Directions::Eight { ", 8 directions" } else { "" };
        let starts = if self.layout.is_some() { ", all starts" } else { "" };
        let values = self.layout.as_ref().map_or(board.values(), Layout::values);
        let largest = values.iter().max().copied().unwrap_or(0);
        format!("{}x{}, values up to {largest}{eight}{starts}", board.rows(), board.columns())
    }

    /// How large the tree is.
    pub fn estimate(&self, probes: Probes, task: &Task, session: &Session<'_>) -> Estimate {
        match &self.layout {
            None => estimate(&self.board, probes, task.seed(), session.control()),
            Some(layout) => estimate_starts(layout, probes, task.seed(), session.control()),
        }
    }

    /// The strategy that was asked for, or the one that suits the board and what is asked.
    pub fn choose(
        &self,
        size: &Estimate,
        task: &Task,
        session: &Session<'_>,
    ) -> Result<(Strategy, &'static str), Error> {
        let has_starts = self.layout.is_some();
        // Whoever asks for a part of the ids or a checkpoint wants to search to the end, however long that takes.
        let is_exact = task.range.is_some() || session.wants_checkpoint() || session.is_divided();
        let can = |strategy: Strategy| {
            let is_tree = strategy.is_tree() || !has_starts;
            session.suits(strategy.info()) && is_tree && !(is_exact && strategy == Strategy::Anytime)
        };
        let Some(asked) = task.strategy.and_then(|info| Strategy::named(info.name)) else {
            let seconds = session.control().time_left().map(|left| left.as_secs_f64());
            return Ok(match task.question {
                Question::Count => (Strategy::Dfs, "games are counted one by one"),
                _ => Strategy::choose(&self.board, size, seconds, &can),
            });
        };
        if has_starts && !asked.is_tree() {
            let trees = Strategy::ALL.into_iter().filter(|strategy| strategy.is_tree());
            let names: Vec<&str> = trees.map(Strategy::name).collect();
            return Err(Error::Unsupported(format!(
                "strategy {} searches the games from one start: option `best-start` needs a tree of them ({})",
                asked.name(),
                names.join(", ")
            )));
        }
        match asked.objection(&self.board) {
            Some(reason) => Err(Error::Unsuitable(reason)),
            None => Ok((asked, "as asked for")),
        }
    }
}

impl family::Case for Case {
    fn view(&self) -> View {
        draw::view(&self.board, self.layout.is_some())
    }

    fn search(&self, task: &Task, session: &mut Session<'_>) -> Result<Finding, Error> {
        if task.options.has("estimate") {
            return estimate_report::tell(self, task, session);
        }
        let size = self.estimate(Probes::FEW, task, session);
        let (strategy, why) = self.choose(&size, task, session)?;
        let range = session.path_range()?;
        let why = format!("{why}; about {:.1e} nodes", size.nodes);
        session.begin(strategy.info(), &self.description(), &why)?;
        let mut verdict = match strategy {
            Strategy::Dfs | Strategy::Bounded | Strategy::Enumerate => {
                TreeSearch { case: self, strategy, size, task, range: &range }.run(session)?
            }
            Strategy::Dp => step_search::by_subproblems(&self.board, session)?,
            Strategy::Frontier => step_search::by_frontier(&self.board, session)?,
            Strategy::Anytime => attempt_search::anytime(&self.board, task, &range, session)?,
        };
        let numbers = numbered::pick(&mut verdict, task)?;
        // How many there are is all that is told of them.
        let told = if task.question == Question::CountBest { &[][..] } else { &verdict.games[..] };
        for (index, (score, game)) in told.iter().enumerate() {
            let has_start = self.layout.is_some();
            let started = self.layout.as_ref().and_then(|layout| layout.board_from(game.start));
            let board = started.as_ref().unwrap_or(&self.board);
            let (score, bound) = (*score, verdict.bound);
            let number = numbers.get(index).copied().zip(verdict.best_games);
            session.solution(&Played { board, moves: &game.moves, score, bound, has_start, number })?;
        }
        match (task.question, verdict.games.first()) {
            // Counts of parts can be put together only by those who know of how good games they are.
            (Question::CountBest, Some((score, _))) => session.fact(&numbered::score_fact(*score))?,
            (Question::CountBest, None) => {}
            _ => {
                if let Some(count) = verdict.best_games {
                    session.fact(&numbered::fact(count, verdict.stop))?;
                }
            }
        }
        Ok(verdict.finding(task.question, &range))
    }
}
