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
    page::{CasePage, Stage},
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
    /// A page to look at.
    Page,
}

/// More numbers of turns have no room on a page.
const MOST_TURNS: usize = 20_000;

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
            Format::Page => return self.page(&report, place),
        };
        match self.format {
            Format::Json | Format::JsonLine => place.json(&text),
            Format::Text { .. } | Format::Page => place.text(&text),
        }
    }

    /// The board, the distribution as a plot, the most important figures, and all others in words.
    fn page(&self, report: &Report, place: &mut Destination) -> Result<(), Error> {
        let number = |number: &Option<super::report::Number>| number.as_ref().map(|it| format!("{:.6}", it.value));
        let median = report.distribution.as_ref().and_then(|spread| {
            let (_, median) = spread.quantiles.iter().find(|(share, _)| *share == 0.5)?;
            median.map(|turns| turns.to_string())
        });
        let figures = [
            ("Expected turns", number(&report.expected)),
            ("Standard deviation", number(&report.deviation)),
            ("Median", median),
            ("Fewest rolls", report.shortest.as_ref().map(|(rolls, _)| rolls.to_string())),
            ("Ends with chance", number(&report.finishes)),
        ];
        let figures = figures.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        let mut chances = report.distribution.as_ref().map_or_else(Vec::new, |spread| spread.chances.clone());
        chances.truncate(shown_turns(&chances));
        let expected = number(&report.expected).map_or("The goal is not always reached.".to_owned(), |turns| {
            format!("A game lasts {turns} turns on average.")
        });
        let plot = (!chances.is_empty()).then(|| Distribution { ends: chances.clone(), never: 0.0, cut_off: 0.0 });
        let pictures = plot.map(|plot| ("How likely each number of turns is".to_owned(), draw::distribution(&plot)));
        let page = CasePage {
            name: self.name.to_owned(),
            description: format!("snakes, {} squares", self.case.board.squares),
            verdict: expected,
            figures: figures.collect(),
            backdrop: draw::view(self.case).backdrop,
            stage: if chances.is_empty() { Stage::Still } else { Stage::Chances { chances } },
            pictures: pictures.into_iter().collect(),
            text: text::text(report, false),
            ..CasePage::default()
        };
        place.page(&page)
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

/// How many numbers of turns a page shows: the tail has no end.
fn shown_turns(chances: &[f64]) -> usize {
    let all: f64 = chances.iter().sum();
    let mut sum = 0.0;
    let last = chances.iter().position(|chance| {
        sum += chance;
        sum >= 0.9999 * all
    });
    last.map_or(chances.len(), |last| last + 1).min(MOST_TURNS)
}

/// Draws how likely every number of turns is.
pub fn plot(case: &Case, control: &Control, place: &mut Destination) -> Result<(), Error> {
    let chain = Chain::compile(case, Scope::Reachable, control)?;
    place.picture(&draw::distribution(&Distribution::of(case, &chain, &chain.live()?)?))
}
