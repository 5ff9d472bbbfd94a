//! What was asked about the odds of a board, and the answer as text, as JSON or as a plot.

use std::time::Instant;

use serde_json::{Value, json};

use super::{
    distribution::Distribution,
    report::{Questions, Report, report},
    text,
};
use crate::{
    destination::Destination,
    family::Error,
    search::{Control, own_pool},
    snakes::{
        board::Case,
        chain::{Chain, Scope},
        draw,
    },
};

/// How the odds are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people; the whole distribution and the chances of all squares if it is to be full.
    Text {
        /// Is it?
        is_full: bool,
    },
    /// An object on many lines.
    Json,
    /// An object on one line.
    JsonLine,
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// What the case is called.
    pub name: &'a str,
    /// The board and its rules.
    pub case: &'a Case,
    /// What is asked beyond the usual.
    pub questions: Questions,
    /// How it is told.
    pub format: Format,
    /// Threads that may be used.
    pub threads: usize,
    /// Limits and the switch that stops the work.
    pub control: &'a Control,
}

impl Request<'_> {
    /// Answers and writes the answer. If the work was stopped, what was found out is written all the same.
    pub fn deliver(&self, place: &mut Destination) -> Result<(), Error> {
        let pool = own_pool(self.threads)?;
        let started = Instant::now();
        let report = pool.install(|| report(self.case, self.questions, self.control));
        let elapsed = started.elapsed();
        if let Some(simulation) = &report.simulation {
            let (speed, threads) = (simulation.per_second / 1e6, pool.current_num_threads());
            place.say(&format!("simulation: {speed:.2} M games/s on {threads} threads"));
        }
        let text = match self.format {
            Format::Text { is_full } => format!("{}: snakes\n\n{}", self.name, text::text(&report, is_full)),
            Format::Json => format!("{:#}\n", self.object(&report, elapsed.as_secs_f64())),
            Format::JsonLine => format!("{}\n", self.object(&report, elapsed.as_secs_f64())),
        };
        place.text(&text)
    }

    fn object(&self, report: &Report, seconds: f64) -> Value {
        json!({
            "fathom": env!("CARGO_PKG_VERSION"),
            "family": "snakes",
            "case": self.name,
            "command": "odds",
            "odds": report,
            "stop": self.control.reason().map_or("complete".into(), |reason| json!(reason)),
            "elapsed_ms": seconds * 1e3,
        })
    }
}

/// Draws how likely every number of turns is.
pub fn plot(case: &Case, control: &Control, place: &mut Destination) -> Result<(), Error> {
    let chain = Chain::compile(case, Scope::Reachable, control)?;
    place.picture(&draw::distribution(&Distribution::of(case, &chain, &chain.live()?)?))
}
