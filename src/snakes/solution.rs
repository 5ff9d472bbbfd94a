//! How games on a board are told.

use std::io;

use num_bigint::BigUint;
use serde_json::{Map, Value, json};

use super::{
    board::Case,
    dfs,
    draw::{self, Route},
    odds::text::shortened,
    paths::Game,
};
use crate::{
    page::Performance,
    picture::Scene,
    report::{Fact, Solution},
    words::counted,
};

/// Numbers with blanks between them.
pub(super) fn numbers(list: &[u32]) -> String {
    list.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

/// One of the shortest games.
pub(super) struct Shortest<'a> {
    pub case: &'a Case,
    pub number: &'a BigUint,
    pub game: &'a Game,
    /// How many there are.
    pub all: &'a BigUint,
}

impl Solution for Shortest<'_> {
    fn fields(&self) -> Map<String, Value> {
        let fields = [
            ("id", json!(self.number.to_string())),
            ("length", json!(self.game.rolls.len())),
            ("rolls", json!(self.game.rolls)),
            ("squares", json!(self.game.squares)),
            ("sequences", json!(self.all.to_string())),
        ];
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    fn write_text(&self, out: &mut dyn io::Write, _: bool) -> io::Result<()> {
        let all = shortened(&self.all.to_string());
        writeln!(out, "Game {} of {all} with {}", self.number, counted(self.game.rolls.len(), "roll"))?;
        writeln!(out, "Rolls: {}", numbers(&self.game.rolls))?;
        writeln!(out, "Squares: {}", numbers(&self.game.squares))
    }

    fn caption(&self) -> String {
        format!("game {}: {}", self.number, counted(self.game.rolls.len(), "roll"))
    }

    fn scene(&self) -> Option<Scene> {
        Some(draw::board(self.case, Some(&Route::from(self.game.clone()))))
    }

    fn performance(&self) -> Performance {
        draw::performance(self.case, &Route::from(self.game.clone()))
    }
}

/// A game that was drawn from somewhere else.
pub(super) struct Drawn<'a> {
    pub case: &'a Case,
    pub route: Route,
}

impl Solution for Drawn<'_> {
    fn fields(&self) -> Map<String, Value> {
        Map::from_iter([("squares".to_owned(), json!(self.route.squares))])
    }

    fn write_text(&self, out: &mut dyn io::Write, _: bool) -> io::Result<()> {
        writeln!(out, "Squares: {}", numbers(&self.route.squares))
    }

    fn caption(&self) -> String {
        counted(self.route.squares.len().saturating_sub(1), "roll")
    }

    fn scene(&self) -> Option<Scene> {
        Some(draw::board(self.case, Some(&self.route)))
    }

    fn performance(&self) -> Performance {
        draw::performance(self.case, &self.route)
    }
}

/// The paper's run.
pub(super) struct PaperRun<'a> {
    pub case: &'a Case,
    pub run: &'a dfs::Run,
    /// Every iteration with its queue, if that is asked for.
    pub trace: &'a [(dfs::Iteration, Vec<u32>)],
}

impl PaperRun<'_> {
    /// Where the piece goes; by which rolls is not known.
    fn route(&self) -> Route {
        Route { squares: self.run.path.clone(), rolls: Vec::new() }
    }

    /// What the run did, where its path is no game.
    pub fn as_fact(&self) -> io::Result<Fact> {
        let mut text = Vec::new();
        self.write_text(&mut text, false)?;
        let text = String::from_utf8_lossy(&text).trim_end().to_owned();
        Ok(Fact { name: "run", value: Value::Object(self.fields()), text })
    }
}

impl Solution for PaperRun<'_> {
    fn fields(&self) -> Map<String, Value> {
        let mut fields = vec![
            ("length", json!(self.run.rolls())),
            ("path", json!(self.run.path)),
            ("iterations", json!(self.run.iterations)),
            ("backtracks", json!(self.run.backtracks)),
        ];
        if !self.trace.is_empty() {
            let rows = self.trace.iter().map(|(iteration, list)| json!({"iteration": iteration, "queue": list}));
            fields.push(("trace", rows.collect()));
        }
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    fn write_text(&self, out: &mut dyn io::Write, _: bool) -> io::Result<()> {
        if !self.trace.is_empty() {
            writeln!(out, "Iteration  Square  Queue")?;
        }
        for (iteration, list) in self.trace {
            let mark = if iteration.backtrack { "  (backtrack)" } else { "" };
            writeln!(out, "{:>9}  {:>6}  {}{mark}", iteration.number, iteration.square, numbers(list))?;
        }
        let run = self.run;
        writeln!(out, "{}, {}", counted(run.iterations, "iteration"), counted(run.backtracks, "backtrack"))?;
        let (squares, rolls) = (counted(run.path.len(), "square"), counted(run.rolls(), "roll"));
        writeln!(out, "Path of {squares}, {rolls}: {}", numbers(&run.path))
    }

    fn caption(&self) -> String {
        format!("{}, {}", counted(self.run.rolls(), "roll"), counted(self.run.iterations, "iteration"))
    }

    fn scene(&self) -> Option<Scene> {
        Some(draw::board(self.case, Some(&self.route())))
    }

    fn performance(&self) -> Performance {
        draw::performance(self.case, &self.route())
    }
}
