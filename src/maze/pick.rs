//! The best of many seeds: a tree whose leaves are seeds, searched as every other tree is, on all threads and within
//! limits. Of equals, the lowest seed is the best.

use std::{
    ops::{ControlFlow, Range},
    sync::{Arc, Mutex, PoisonError},
};

use crate::{
    destination::Destination,
    family::{Error, Generation, Options},
    search::{Control, Ledger, Quest, Settings, StopReason, Tree, run},
    words::counted,
};

use super::{book::made, generate::request, graph::measure::Figures};

/// Seeds below one node of the first level.
const BLOCK: u64 = 256;

/// More seeds are not tried in one go.
const MOST: u64 = 1 << 36;

/// What makes a maze the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    /// The greatest difficulty.
    Hardest,
    /// A way that passes most of the page, and few short blind alleys.
    Nicest,
    /// The longest way.
    Longest,
}

impl Wish {
    fn of(self, figures: &Figures) -> i64 {
        let score = match self {
            Self::Hardest => figures.difficulty * 1000.0,
            Self::Nicest => (figures.spread - figures.short_alleys) * 1e6,
            Self::Longest => figures.solution.map_or(-1.0, |steps| steps as f64),
        };
        score.round() as i64
    }
}

/// A tree of seeds.
#[derive(Clone)]
struct Seeds {
    options: Arc<Options>,
    wish: Wish,
    first: u64,
    count: u64,
    control: Control,
    /// The digits that led here: a block, and a seed of it.
    path: Vec<u32>,
    score: i64,
    /// What went wrong with a seed, should it do so.
    failure: Arc<Mutex<Option<Error>>>,
}

impl Seeds {
    fn seeds_of(&self, block: u32) -> u64 {
        (self.count - u64::from(block) * BLOCK).min(BLOCK)
    }

    /// The number of the seed the cursor stands on.
    fn number(&self) -> u64 {
        self.path.iter().fold(0, |number, &digit| number * BLOCK + u64::from(digit))
    }

    fn rate(&self) -> Result<i64, Error> {
        let (maze, _) = made(&self.options, self.first.wrapping_add(self.number()), &self.control)?;
        Ok(self.wish.of(&Figures::new(&maze, &self.control)?))
    }
}

impl Tree for Seeds {
    type Answer = (u64, i64);

    fn has_slow_nodes(&self) -> bool {
        true
    }

    fn fanout(&self) -> u32 {
        match self.path[..] {
            [] => self.count.div_ceil(BLOCK) as u32,
            [block] => self.seeds_of(block) as u32,
            _ => 0,
        }
    }

    fn is_slow(&self, _: u32) -> bool {
        self.path.len() == 1
    }

    fn watch(&mut self, control: &Control) {
        self.control = control.clone();
    }

    fn enter(&mut self, digits: Range<u32>) -> Option<u32> {
        let digit = Some(digits.start).filter(|&digit| digit < digits.end.min(self.fanout()))?;
        self.path.push(digit);
        if self.path.len() == 2 {
            self.score = match self.rate() {
                Ok(score) => score,
                // What came out during a stop is forgotten.
                Err(_) if self.control.is_stopped() => i64::MIN,
                Err(error) => {
                    self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    self.control.stop(StopReason::Interrupted);
                    i64::MIN
                }
            };
        }
        Some(digit)
    }

    fn leave(&mut self) {
        self.path.pop();
    }

    fn is_answer(&self) -> bool {
        self.path.len() == 2
    }

    fn answer(&self) -> Self::Answer {
        (self.number(), self.score)
    }

    fn score(&self) -> i64 {
        self.score
    }
}

/// Finds the best seed and makes its maze.
pub(super) fn generate(generation: &Generation<'_>, seed: u64, place: &mut Destination) -> Result<(), Error> {
    let options = generation.options;
    let count = options.number("of", 1..=MOST)?.unwrap_or(1);
    let wish = options.read("pick", "hardest, nicest or longest", |text| match text {
        "hardest" => Some(Wish::Hardest),
        "nicest" => Some(Wish::Nicest),
        "longest" => Some(Wish::Longest),
        _ => None,
    })?;
    let wish = wish.unwrap_or(Wish::Hardest);
    let failure = Arc::new(Mutex::new(None));
    let tree = Seeds {
        options: Arc::new(options.clone()),
        wish,
        first: seed,
        count,
        control: generation.control.clone(),
        path: Vec::new(),
        score: i64::MIN,
        failure: Arc::clone(&failure),
    };
    let mut settings = Settings::new(Quest::Best);
    settings.threads = generation.threads;
    settings.branches = generation.threads * 8;
    settings.control = generation.control.clone();
    let outcome =
        run(tree, &settings, Ledger::new(crate::search::Range::everything()), &mut |_| ControlFlow::Continue(()))?;
    if let Some(error) = failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(error);
    }
    let Some(&(number, _)) = outcome.answers.first() else { return Err(Error::from(outcome.stop)) };
    let best = seed.wrapping_add(number);
    let (maze, _) = made(options, best, &Control::default())?;
    let figures = Figures::new(&maze, &Control::default())?;
    let (steps, tried) = (figures.solution.unwrap_or(0), outcome.tally.answers);
    let (difficulty, spread) = (figures.difficulty, figures.spread * 100.0);
    let told = format!("difficulty {difficulty:.1}, {}, {spread:.0} % of the page", counted(steps, "step"));
    if outcome.stop.is_final() {
        place.say(&format!("the best of {count} seeds is {best}: {told}"));
        return request::one(generation, best, place);
    }
    // A limit ends the search, not the writing of what it found.
    place.say(&format!("stopped: the best of the {tried} seeds tried is {best}: {told}"));
    let unlimited = Control::default();
    let rest = Generation { control: &unlimited, case: None, ..*generation };
    request::one(&rest, best, place)?;
    Err(Error::from(outcome.stop))
}
