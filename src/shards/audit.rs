//! Searches again what others say they have searched: a machine that computes wrongly is found out.

use rand::{SeedableRng, seq::index};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Map, Value};

use crate::{
    family::{self, Error, Family},
    search::{Control, Quest, Range, Stretch},
    session::{Ended, Question, Sharded, Shards, Task},
};

use super::{Merged, ShardError, Silent, Whole, solutions_in};

/// What is compared, and how.
pub struct Auditor<'a> {
    silent: Silent<'a>,
    whole: &'a Whole<'a>,
    families: &'static [&'static dyn Family],
    sharded: Sharded,
    /// All solutions that were merged.
    solutions: Vec<Value>,
}

/// What came of searching some parts again.
#[derive(Clone, Debug)]
pub enum Sampled {
    /// Nothing has been searched yet.
    Nothing,
    /// No part is different.
    Same {
        /// The parts that were searched again.
        compared: usize,
        /// The parts there are.
        parts: usize,
        /// The share of the nodes that were searched again.
        share: f64,
        /// Did a limit or a signal end it?
        is_stopped: bool,
    },
    /// What was claimed of this range is not so, and why.
    Different(Range, String),
}

/// What came of comparing the whole with another strategy.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Some ranges have not been searched to their ends.
    Unfinished,
    /// A limit or a signal ended it.
    Stopped,
    /// Both strategies find the same: what it is.
    Same(String),
    /// They do not: what was claimed, and what was found.
    Different(String, String),
}

impl<'a> Auditor<'a> {
    /// Puts together what is to be compared.
    pub fn new(
        whole: &'a Whole<'a>,
        families: &'static [&'static dyn Family],
        control: Control,
        threads: usize,
    ) -> Result<Self, Error> {
        let Merged { sharded, solutions } = whole.merge(&control)?;
        let sharded = sharded.ok_or(ShardError::Undivided)?;
        let silent = Silent { family: whole.family, case: whole.case, control, threads };
        Ok(Self { silent, whole, families, sharded, solutions })
    }

    /// Searches so many parts again, chosen by chance.
    pub fn sample(&self, count: u64, seed: u64) -> Result<Sampled, Error> {
        let stretches = &self.sharded.stretches[..];
        // Nothing that was compared must not look like nothing that is wrong.
        if stretches.is_empty() {
            return Ok(Sampled::Nothing);
        }
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let sample = usize::try_from(count).unwrap_or(usize::MAX).min(stretches.len());
        let mut chosen = index::sample(&mut random, stretches.len(), sample).into_vec();
        chosen.sort_unstable();
        let (mut compared, mut nodes) = (0, 0);
        let common = self.whole.folder.common();
        // Each part is searched as if nothing was known.
        let piece = common.search().map(|fingerprint| Shards::Piece { fingerprint, incumbent: None });
        let control = &self.silent.control;
        for index in chosen {
            let stretch = &stretches[index];
            let before = stretches[..index].iter().map(|stretch| stretch.tally.answers).sum::<u64>();
            let (_, task) = common.task(self.families, &stretch.range.to_string())?;
            let (ended, record) = self.silent.run(&task, piece.clone())?;
            if control.is_stopped() {
                break;
            }
            (compared, nodes) = (compared + 1, nodes + ended.finding.tally.nodes);
            if let Err(difference) = self.compare(stretch, before, &ended, &record) {
                return Ok(Sampled::Different(stretch.range.clone(), difference));
            }
        }
        let total: u64 = stretches.iter().map(|stretch| stretch.tally.nodes).sum();
        // Without what the tasks knew of each other more may be searched than was searched then.
        let share = (nodes as f64 / total.max(1) as f64).min(1.0);
        Ok(Sampled::Same { compared, parts: stretches.len(), share, is_stopped: control.is_stopped() })
    }

    /// Is what came out now what came out then?
    fn compare(&self, stretch: &Stretch, before: u64, now: &Ended, record: &Map<String, Value>) -> Result<(), String> {
        let found = solutions_in(record);
        if self.is_for_best() {
            // How much is searched depends on what was known of the best one; but nothing better may be there.
            let (known, here) = (score_of(self.solutions.first()), score_of(found.first()));
            return if here > known {
                Err(format!("it has a solution of score {here:?}, above {known:?}"))
            } else {
                Ok(())
            };
        }
        let (then, now) = (stretch.tally, now.finding.tally);
        // A search for some solutions ends with the last of them: then only the solutions can be compared.
        if searches_everything(self.sharded.quest) && then != now {
            return Err(format!(
                "{} solutions in {} nodes were claimed, {} in {} were found",
                then.answers, then.nodes, now.answers, now.nodes
            ));
        }
        let Ok(before) = usize::try_from(before) else { return Ok(()) };
        let claimed = self.solutions.get(before..).unwrap_or(&[]);
        let compared = claimed.len().min(found.len());
        if matches!(self.sharded.quest, Quest::Lowest(_)) && claimed[..compared] != found[..compared] {
            return Err("other solutions were found than were claimed".to_owned());
        }
        Ok(())
    }

    /// Does another strategy find as many solutions, or as good a one, in the whole?
    pub fn compare_whole(&self, strategy: &str) -> Result<Verdict, Error> {
        let common = self.whole.folder.common();
        if strategy == common.strategy {
            return Err(ShardError::SameStrategy(strategy.to_owned()).into());
        }
        if !self.sharded.left.is_empty() {
            return Ok(Verdict::Unfinished);
        }
        let is_best = self.is_for_best();
        if !is_best && !searches_everything(self.sharded.quest) {
            return Err(ShardError::SomeOnly.into());
        }
        let task = Task {
            strategy: family::strategy_named(self.whole.family, strategy)?,
            options: common.options.clone(),
            ..Task::new(if is_best { Question::FIRST } else { Question::Count })
        };
        let (ended, record) = self.silent.run(&task, None)?;
        if !ended.finding.stop.is_final() {
            return Ok(Verdict::Stopped);
        }
        let (then, now) = if is_best {
            (score_of(self.solutions.first()), score_of(solutions_in(&record).first()))
        } else {
            let answers: u64 = self.sharded.stretches.iter().map(|stretch| stretch.tally.answers).sum();
            let count = record.get("count").and_then(Value::as_str).and_then(|count| count.parse().ok());
            (i64::try_from(answers).ok(), count)
        };
        let what = if is_best { "a best score of" } else { "a count of" };
        let told = |number: Option<i64>| number.map_or_else(|| "nothing".to_owned(), |number| number.to_string());
        let claimed = format!("{what} {}", told(then));
        Ok(if then == now { Verdict::Same(claimed) } else { Verdict::Different(claimed, told(now)) })
    }

    fn is_for_best(&self) -> bool {
        matches!(self.sharded.quest, Quest::Best | Quest::AllBest(_))
    }
}

/// The score of a solution, where it has one.
fn score_of(solution: Option<&Value>) -> Option<i64> {
    solution.and_then(|solution| solution.get("score")?.as_i64())
}

/// Does a search end only when all solutions are known?
fn searches_everything(quest: Quest) -> bool {
    !matches!(quest, Quest::Lowest(wanted) | Quest::Any(wanted) if wanted != u64::MAX)
}
