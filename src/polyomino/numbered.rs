//! Solutions by their numbers: the K-th one, or some by chance.

use std::collections::{HashMap, HashSet};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{
    family::Error,
    report::Finding,
    search::{Control, Outcome, Quest, Range, StopReason, Tally},
    session::{Job, Question, Session, Telling},
};

use super::{
    Arrangement, Compiled, Plan,
    solution::{Placed, unfinished},
};

/// Which solutions are wanted.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pick {
    /// The one with this number.
    Nth(u128),
    /// So many by chance.
    Random(u64),
}

impl Pick {
    /// The pick of a question, if it is for numbers.
    pub fn of(question: Question) -> Option<Self> {
        match question {
            Question::Nth(number) => Some(Self::Nth(number)),
            Question::Random(wanted) => Some(Self::Random(wanted)),
            _ => None,
        }
    }
}

/// A search for solutions with certain numbers.
pub(super) struct Numbered<'a> {
    pub plan: &'a Plan,
    pub compiled: &'a Compiled,
    pub pick: Pick,
    pub seed: u64,
    /// Are the digits that lead to a solution told with it?
    pub tells_paths: bool,
}

impl Numbered<'_> {
    /// Finds the solutions and tells them.
    pub fn tell(&self, session: &mut Session<'_>) -> Result<Finding, Error> {
        if let (Pick::Nth(number), None) = (self.pick, self.plan.graph()) {
            return self.tell_nth(number, session);
        }
        let (total, mut tally, mut stop) = match self.plan.graph() {
            Some(graph) => {
                let states = graph.states_met();
                (graph.count(), Tally { nodes: states, cases: states, answers: 0 }, StopReason::Complete)
            }
            None => {
                let counted = self.run(Quest::Count, session, &mut |_| ())?;
                (u128::from(counted.tally.answers), counted.tally, counted.stop)
            }
        };
        let mut told = 0;
        if stop.is_final() {
            let numbers = self.numbers(total, session.control())?;
            // What comes out of a graph is told at once; a search brings all that was drawn before any can be told.
            let mut listed = Vec::new();
            if self.plan.graph().is_none() && !numbers.is_empty() {
                let (found, outcome) = self.list(&numbers, session)?;
                tally.nodes += outcome.tally.nodes;
                tally.cases += outcome.tally.cases;
                listed = found;
            }
            let mut paths = if self.tells_paths { self.plan.paths(self.compiled, session.control()) } else { None };
            for (index, number) in numbers.iter().enumerate() {
                let arrangement = match self.plan.graph() {
                    Some(graph) => graph.solution(*number),
                    None => listed.get_mut(index).and_then(Option::take),
                };
                let Some(arrangement) = arrangement.filter(|_| !session.control().look()) else { continue };
                told += 1;
                let path = paths.as_mut().and_then(|paths| paths.locate(&arrangement)).map(|path| path.to_string());
                let placed = Placed::new(&arrangement, self.compiled);
                session.solution(&Placed { number: Some(*number), of: Some(total), path, ..placed })?;
            }
            if told < numbers.len() {
                stop = session.control().reason().unwrap_or(StopReason::Interrupted);
            }
        }
        let is_all = told as u128 == total;
        let stop = match stop {
            StopReason::Complete if !is_all => StopReason::SolutionLimit,
            stop => stop,
        };
        let everything = Range::everything();
        Ok(Finding::of(Question::FIRST, stop, told, &everything).with_work(tally, None))
    }

    /// Finds the solution with a number by going through those before it, however many there are after it.
    fn tell_nth(&self, number: u128, session: &mut Session<'_>) -> Result<Finding, Error> {
        let (mut found, outcome) = self.list(&[number], session)?;
        let arrangement = found.pop().flatten();
        // Where there are fewer all of them were met.
        if outcome.stop == StopReason::Complete && arrangement.is_none() {
            self.numbers(outcome.found as u128, session.control())?;
        }
        if let Some(arrangement) = &arrangement {
            let mut paths = if self.tells_paths { self.plan.paths(self.compiled, session.control()) } else { None };
            let path = paths.as_mut().and_then(|paths| paths.locate(arrangement)).map(|path| path.to_string());
            let of = (outcome.stop == StopReason::Complete).then_some(outcome.found as u128);
            let placed = Placed::new(arrangement, self.compiled);
            session.solution(&Placed { number: Some(number), of, path, ..placed })?;
        }
        let stop = match outcome.stop {
            StopReason::Complete if arrangement.is_some() && number > 0 => StopReason::SolutionLimit,
            stop => stop,
        };
        let told = usize::from(arrangement.is_some());
        Ok(Finding::of(Question::FIRST, stop, told, &Range::everything()).with_work(outcome.tally, None))
    }

    /// The numbers of the solutions wanted, of so many.
    fn numbers(&self, total: u128, control: &Control) -> Result<Vec<u128>, Error> {
        match self.pick {
            Pick::Nth(_) if total == 0 => Ok(Vec::new()),
            Pick::Nth(number) if number < total => Ok(vec![number]),
            Pick::Nth(number) => {
                let plural = if total == 1 { "is 1 solution" } else { &format!("are {total} solutions") };
                let text = format!("there is no solution {number}: there {plural}, numbered from 0 to {}", total - 1);
                Err(Error::Unsupported(text))
            }
            Pick::Random(wanted) => {
                let wanted = u128::from(wanted).min(total);
                let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
                // Robert Floyd's way: every set of so many numbers is as likely as any other.
                let (mut numbers, mut drawn) = (Vec::new(), HashSet::new());
                let mut lookout = control.lookout();
                for last in total - wanted..total {
                    // None of the numbers is told then: whoever tells them looks as well.
                    if lookout.spend(100).is_err() {
                        break;
                    }
                    let number = random.random_range(0..=last);
                    let number = if drawn.contains(&number) { last } else { number };
                    drawn.insert(number);
                    numbers.push(number);
                }
                Ok(numbers)
            }
        }
    }

    /// The solutions with these numbers, in this order, by going through all up to the highest.
    fn list(
        &self,
        numbers: &[u128],
        session: &mut Session<'_>,
    ) -> Result<(Vec<Option<Arrangement>>, Outcome<Arrangement>), Error> {
        let highest = numbers.iter().max().copied().unwrap_or_default();
        let places: HashMap<u128, usize> = numbers.iter().copied().zip(0..).collect();
        let mut found: Vec<Option<Arrangement>> = vec![None; numbers.len()];
        let mut at = 0;
        let wanted = u64::try_from(highest.saturating_add(1)).unwrap_or(u64::MAX);
        let outcome = self.run(Quest::Lowest(wanted), session, &mut |arrangement| {
            if let Some(place) = places.get(&at) {
                found[*place] = Some(arrangement.clone());
            }
            at += 1;
        })?;
        Ok((found, outcome))
    }

    fn run(
        &self,
        quest: Quest,
        session: &mut Session<'_>,
        take: &mut dyn FnMut(&Arrangement),
    ) -> Result<Outcome<Arrangement>, Error> {
        let job = Job { keep_answers: false, ..Job::new(["numbered"], quest) };
        session.search_with(
            &job,
            Telling::solutions(&mut |arrangement, _| {
                take(arrangement);
                Ok(())
            })
            .with_sketch(&|arrangement| Some(unfinished(arrangement, self.compiled))),
            &mut |settings, ledger, observe| Ok(self.plan.search(self.compiled, settings, ledger, observe)?),
        )
    }
}
