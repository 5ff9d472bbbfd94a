//! What has been searched, and what it brought. Everything not in the ledger is what is left.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{path::Path, quest::Quest, range::Range, tally::Tally};

/// A solution, and how much work its segment had done when it was met.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Found<A> {
    /// The tally from the start of the segment up to this solution.
    pub at: Tally,
    /// The solution's score; 0 where scores do not matter.
    pub score: i64,
    /// The solution.
    pub answer: A,
}

/// A range that has been searched to its end.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Segment<A> {
    /// The ids searched.
    pub range: Range,
    /// The work that took.
    pub tally: Tally,
    /// The solutions kept, in id order.
    pub found: Vec<Found<A>>,
    /// The part of the tree this was, for progress reports.
    pub share: f64,
}

impl<A> Segment<A> {
    /// Adds the segment that begins where this one ends.
    fn append(&mut self, mut later: Self, quest: Quest) {
        for found in &mut later.found {
            found.at += self.tally;
        }
        self.tally += later.tally;
        self.share += later.share;
        if quest != Quest::Best {
            self.found.append(&mut later.found);
        } else if self.best_score() < later.best_score() {
            self.found = later.found;
        }
        self.range.to = later.range.to;
    }

    fn best_score(&self) -> Option<i64> {
        self.found.first().map(|found| found.score)
    }
}

/// The searched part of a range, as segments that neither touch nor overlap.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ledger<A> {
    whole: Range,
    done: BTreeMap<Path, Segment<A>>,
}

impl<A> Ledger<A> {
    /// A ledger of a range of which nothing has been searched.
    pub fn new(whole: Range) -> Self {
        Self { whole, done: BTreeMap::new() }
    }

    /// Do the segments lie in the whole range, in order, without overlap? A ledger read from a file might lie.
    pub(super) fn is_sound(&self) -> bool {
        let mut from = Some(&self.whole.from);
        let ordered = self.done.iter().all(|(key, segment)| {
            let fits = *key == segment.range.from
                && !segment.range.is_empty()
                && from.is_some_and(|from| *from <= segment.range.from);
            from = segment.range.to.as_ref();
            fits
        });
        ordered
            && (self.whole.to.is_none()
                || self.done.is_empty()
                || from.is_some_and(|from| Some(from) <= self.whole.to.as_ref()))
    }

    /// The range the ledger is about.
    pub fn whole(&self) -> &Range {
        &self.whole
    }

    /// Enters a searched segment and joins it with its neighbours.
    pub(super) fn enter(&mut self, mut segment: Segment<A>, quest: Quest) {
        if segment.range.is_empty() {
            return;
        }
        if let Some(to) = &segment.range.to
            && let Some(next) = self.done.remove(to)
        {
            segment.append(next, quest);
        }
        if let Some((_, before)) = self.done.range_mut(..=&segment.range.from).next_back()
            && before.range.to.as_ref() == Some(&segment.range.from)
        {
            before.append(segment, quest);
            return;
        }
        let clash = self.done.insert(segment.range.from.clone(), segment);
        debug_assert!(clash.is_none(), "no id is searched twice");
    }

    /// The ranges that have not been searched, in order.
    pub fn left(&self) -> Vec<Range> {
        let mut left = Vec::new();
        let mut from = Some(self.whole.from.clone());
        for segment in self.done.values() {
            let gap =
                Range { from: from.expect("no segment follows the last id"), to: Some(segment.range.from.clone()) };
            if !gap.is_empty() {
                left.push(gap);
            }
            from = segment.range.to.clone();
        }
        if let Some(from) = from {
            let gap = Range { from, to: self.whole.to.clone() };
            if !gap.is_empty() {
                left.push(gap);
            }
        }
        left
    }

    /// The searched segment at the very start of the range.
    fn head(&self) -> Option<&Segment<A>> {
        self.done.get(&self.whole.from)
    }

    /// The solutions known to be the first ones in id order, because everything before them has been searched.
    pub(super) fn settled(&self) -> &[Found<A>] {
        self.head().map_or(&[], |head| &head.found)
    }

    /// Has the whole range been searched?
    pub fn is_complete(&self) -> bool {
        self.left().is_empty()
    }

    /// All the work done so far.
    pub fn total(&self) -> Tally {
        self.done.values().fold(Tally::default(), |sum, segment| sum + segment.tally)
    }

    /// The part of the tree searched so far, between 0 and 1.
    pub fn share(&self) -> f64 {
        self.done.values().fold(0.0, |sum, segment| sum + segment.share).min(1.0)
    }

    /// An id at or after which no solution can be among the `wanted` first ones, and the count of those before it.
    pub(super) fn cutoff(&self, wanted: u64) -> Option<&Path> {
        let mut known = 0;
        for segment in self.done.values() {
            known += segment.found.len() as u64;
            if known >= wanted {
                return segment.range.to.as_ref();
            }
        }
        None
    }

    /// The highest score met.
    pub(super) fn best_score(&self) -> Option<i64> {
        self.done.values().filter_map(Segment::best_score).max()
    }

    /// The work that leads up to the `wanted`-th solution in id order, or all of it if there are fewer. It depends on
    /// the tree alone, not on what other workers did beyond that solution.
    pub(super) fn tally_up_to(&self, wanted: u64) -> Tally {
        let last = usize::try_from(wanted).ok().and_then(|wanted| self.settled().get(wanted.checked_sub(1)?));
        last.map_or_else(|| self.total(), |found| found.at)
    }

    /// The number of solutions kept.
    pub(super) fn found(&self) -> usize {
        self.done.values().map(|segment| segment.found.len()).sum()
    }

    /// The solutions, in id order; for a quest for the best one, the best.
    pub(super) fn into_answers(self, quest: Quest) -> Vec<A> {
        let wanted = usize::try_from(quest.wanted()).unwrap_or(usize::MAX);
        // Of equal scores the first counts: `max_by_key` would give the last.
        let best = self.best_score();
        let found = self.done.into_values().flat_map(|segment| segment.found);
        if quest == Quest::Best {
            return found.filter(|found| Some(found.score) == best).map(|found| found.answer).take(1).collect();
        }
        found.map(|found| found.answer).take(wanted).collect()
    }
}
