//! Solutions by their numbers: the K-th one, or some by chance.

use std::{ops::ControlFlow, time::Instant};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{
    polyomino::{Arrangement, Compiled, Plan},
    report::{CaseSummary, Report},
    search::{Event, Ledger, Outcome, Quest, Range, Settings, StopReason, Tally},
};

use super::{
    super::{args::OutputArgs, failure::Failure, options::SearchOptions, progress::ProgressView},
    args::PickArgs,
    case::status_of,
    solution::Placed,
};

/// A search for solutions with certain numbers.
pub(super) struct Numbered<'a> {
    pub plan: &'a Plan,
    pub compiled: &'a Compiled,
    pub options: &'a SearchOptions,
    pub pick: &'a PickArgs,
}

impl Numbered<'_> {
    /// Finds the solutions and tells them.
    pub fn tell(&self, output: &OutputArgs, report: &mut dyn Report, started: Instant) -> Result<CaseSummary, Failure> {
        let (total, mut tally, stop) = match self.plan.graph() {
            Some(graph) => {
                let states = graph.states_met();
                (graph.count(), Tally { nodes: states, cases: states, answers: 0 }, StopReason::Complete)
            }
            None => {
                let counted = self.run(Quest::Count, output, &mut |_| ())?;
                (u128::from(counted.tally.answers), counted.tally, counted.stop)
            }
        };
        let mut found = Vec::new();
        if stop.is_final() {
            let numbers = self.numbers(total)?;
            match self.plan.graph() {
                Some(graph) => found.extend(numbers.iter().filter_map(|number| graph.solution(*number))),
                None => {
                    let listed = self.list(&numbers, output)?;
                    tally.nodes += listed.1.nodes;
                    tally.cases += listed.1.cases;
                    found = listed.0;
                }
            }
            for (arrangement, number) in found.iter().zip(numbers) {
                report.solution(&Placed { arrangement, compiled: self.compiled, number: Some((number, total)) })?;
            }
        }
        Ok(CaseSummary {
            status: status_of(Quest::Lowest(u64::MAX), stop, found.len() as u128, false),
            stop: if stop.is_final() && total > 0 { StopReason::SolutionLimit } else { stop },
            reason: None,
            count: found.len().into(),
            tally,
            elapsed: started.elapsed(),
            share: if stop.is_final() { 1.0 } else { 0.0 },
            range: None,
        })
    }

    /// The numbers of the solutions wanted, of so many.
    fn numbers(&self, total: u128) -> Result<Vec<u128>, Failure> {
        if let Some(nth) = self.pick.nth {
            return match total {
                0 => Ok(Vec::new()),
                _ if nth < total => Ok(vec![nth]),
                _ => Err(Failure::Usage(format!("--nth {nth}: there are {total} solutions, with numbers from 0 on"))),
            };
        }
        let wanted = u128::from(self.pick.random.unwrap_or(0)).min(total);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.options.args.seed);
        // Robert Floyd's way: every set of so many numbers is as likely as any other.
        let mut numbers: Vec<u128> = Vec::new();
        for last in total - wanted..total {
            let number = random.random_range(0..=last);
            numbers.push(if numbers.contains(&number) { last } else { number });
        }
        Ok(numbers)
    }

    /// The solutions with these numbers, in this order, by going through all up to the highest.
    fn list(&self, numbers: &[u128], output: &OutputArgs) -> Result<(Vec<Arrangement>, Tally), Failure> {
        let Some(highest) = numbers.iter().max() else { return Ok((Vec::new(), Tally::default())) };
        let mut found: Vec<Option<Arrangement>> = vec![None; numbers.len()];
        let mut at = 0;
        let wanted = u64::try_from(highest + 1).unwrap_or(u64::MAX);
        let outcome = self.run(Quest::Lowest(wanted), output, &mut |arrangement| {
            for (place, _) in numbers.iter().enumerate().filter(|(_, number)| **number == at) {
                found[place] = Some(arrangement.clone());
            }
            at += 1;
        })?;
        Ok((found.into_iter().flatten().collect(), outcome.tally))
    }

    fn run(
        &self,
        quest: Quest,
        output: &OutputArgs,
        take: &mut dyn FnMut(&Arrangement),
    ) -> Result<Outcome<Arrangement>, Failure> {
        let mut progress = ProgressView::new(output);
        let settings = Settings { quest, keep_answers: false, ..self.options.settings() };
        let outcome = self.plan.search(self.compiled, &settings, Ledger::new(Range::everything()), &mut |event| {
            match event {
                Event::Answer(arrangement) => take(arrangement),
                Event::Progress(state) => progress.show(&state),
                Event::CheckpointFailed(_) => {}
            }
            ControlFlow::Continue(())
        });
        progress.clear();
        Ok(outcome?)
    }
}
