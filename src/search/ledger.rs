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

/// Solutions that follow each other, as they came from a worker. When segments are joined, chunks are handed on whole:
/// there may be millions of solutions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Chunk<A> {
    /// The work of the segment before the chunk's own tallies begin.
    before: Tally,
    found: Vec<Found<A>>,
    /// Solutions that were here until they had been told, or written down.
    forgotten: usize,
    /// What was written down of them and has not been told yet. Never part of a checkpoint: solutions are kept for
    /// that.
    #[serde(skip)]
    written: Written,
}

/// Solutions as a worker has written them down, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// All of them.
    pub text: Vec<u8>,
    /// Where each ends in the text.
    pub ends: Vec<usize>,
}

impl Written {
    /// Whatever was added to the text since the last end is a solution.
    pub fn end(&mut self) {
        self.ends.push(self.text.len());
    }

    /// Each by itself.
    pub fn each(&self) -> impl Iterator<Item = &[u8]> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        begins.zip(&self.ends).map(|(begin, end)| &self.text[begin..*end])
    }
}

/// How solutions that follow each other are written down: what they have in common need not be made anew for each of
/// them.
pub type WriteDown<'a, A> = &'a (dyn Fn(&mut dyn Iterator<Item = &A>, &mut Written) + Sync);

/// What can be told: a solution, or several that were written down.
pub(super) enum Settled<'a, A> {
    Answer(&'a A),
    Written(&'a Written),
}

impl<A> Chunk<A> {
    fn len(&self) -> usize {
        self.forgotten + self.found.len()
    }
}

/// A part of a searched range and the work it took, so that it can be searched again and compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stretch {
    /// The ids.
    pub range: Range,
    /// The work.
    pub tally: Tally,
}

/// The most stretches that are told apart in a segment.
const MOST_STRETCHES: usize = 256;

/// A range that has been searched to its end.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Segment<A> {
    /// The ids searched.
    pub range: Range,
    /// The work that took.
    pub tally: Tally,
    /// The solutions, in id order.
    chunks: Vec<Chunk<A>>,
    /// The part of the tree this was, for progress reports.
    pub share: f64,
    /// The parts it was put together from, neighbours joined where they were too many.
    stretches: Vec<Stretch>,
    /// How many solutions have the highest score, kept or not, if all of them are wanted.
    equals: u64,
}

impl<A> Segment<A> {
    /// What a worker did in a range.
    pub fn new(range: Range, tally: Tally, found: Vec<Found<A>>, share: f64, equals: u64) -> Self {
        let chunk = Chunk { before: Tally::default(), found, forgotten: 0, written: Written::default() };
        let chunks = if chunk.len() == 0 { Vec::new() } else { vec![chunk] };
        let stretches = vec![Stretch { range: range.clone(), tally }];
        Self { range, tally, chunks, share, stretches, equals }
    }

    /// Puts what is written down in the place of the solutions, and gives back the room they took. The buffers for the
    /// texts are given, too: both are megabytes, and to get fresh ones for every segment takes as long as to fill them.
    /// Tells also whether there was time for all of them; if not, the segment is of no use any more.
    pub fn write_down(
        &mut self,
        write: WriteDown<'_, A>,
        spare: impl Fn() -> Written,
        has_time: impl Fn() -> bool,
    ) -> (Vec<Found<A>>, bool) {
        let (mut room, mut is_whole) = (Vec::new(), true);
        for chunk in &mut self.chunks {
            room = std::mem::take(&mut chunk.found);
            chunk.forgotten += room.len();
            chunk.written = spare();
            let mut in_time = room.iter().take_while(|_| has_time()).map(|found| &found.answer);
            write(&mut in_time, &mut chunk.written);
            is_whole &= chunk.written.ends.len() == room.len();
        }
        room.clear();
        (room, is_whole)
    }

    /// What its solutions take in memory, about: what lies behind pointers of their own is not counted.
    pub fn bytes(&self) -> usize {
        let sizes =
            self.chunks.iter().map(|chunk| chunk.written.text.len() + chunk.found.len() * size_of::<Found<A>>());
        sizes.sum()
    }

    /// Adds the segment that begins where this one ends.
    fn append(&mut self, mut later: Self, quest: Quest) {
        for chunk in &mut later.chunks {
            chunk.before += self.tally;
        }
        self.tally += later.tally;
        self.share += later.share;
        if !quest.is_for_best() {
            self.chunks.append(&mut later.chunks);
        } else if self.best_score() < later.best_score() {
            (self.chunks, self.equals) = (later.chunks, later.equals);
        } else if self.best_score() == later.best_score() && quest != Quest::Best {
            self.equals += later.equals;
            for mut chunk in later.chunks {
                let room = quest.equals_kept() - self.found();
                chunk.found.truncate(room);
                self.chunks.extend(Some(chunk).filter(|chunk| !chunk.found.is_empty()));
            }
        }
        self.range.to = later.range.to;
        self.stretches.append(&mut later.stretches);
        if self.stretches.len() > MOST_STRETCHES {
            self.join_stretches();
        }
    }

    /// Joins each second stretch with the one before it.
    fn join_stretches(&mut self) {
        let stretches = std::mem::take(&mut self.stretches);
        let mut pairs = stretches.into_iter();
        while let Some(mut first) = pairs.next() {
            if let Some(second) = pairs.next() {
                first.range.to = second.range.to;
                first.tally += second.tally;
            }
            self.stretches.push(first);
        }
    }

    /// How many solutions it has brought.
    pub fn found(&self) -> usize {
        self.chunks.iter().map(Chunk::len).sum()
    }

    /// Its solutions that are not forgotten.
    pub fn into_found(self) -> impl Iterator<Item = Found<A>> {
        self.chunks.into_iter().flat_map(|chunk| chunk.found)
    }

    fn best_score(&self) -> Option<i64> {
        self.chunks.first()?.found.first().map(|found| found.score)
    }
}

/// Two ledgers hold the same ids.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the ids {0} are there twice")]
pub struct Overlap(pub Range);

/// The searched part of a range, as segments that neither touch nor overlap.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ledger<A> {
    whole: Range,
    /// By their first ids.
    #[serde(with = "as_list", bound(serialize = "A: Serialize", deserialize = "A: Deserialize<'de>"))]
    done: BTreeMap<Path, Segment<A>>,
    /// The highest score that somebody else was said to have while this was searched: what cannot reach it was left
    /// out.
    relied_on: Option<i64>,
}

/// Segments are written down as a list: each knows its first id.
mod as_list {
    use serde::{Deserializer, Serializer};

    use super::*;

    pub fn serialize<A: Serialize, S: Serializer>(
        done: &BTreeMap<Path, Segment<A>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(done.values())
    }

    pub fn deserialize<'de, A: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BTreeMap<Path, Segment<A>>, D::Error> {
        let segments = Vec::<Segment<A>>::deserialize(deserializer)?;
        Ok(segments.into_iter().map(|segment| (segment.range.from.clone(), segment)).collect())
    }
}

impl<A> Ledger<A> {
    /// A ledger of a range of which nothing has been searched.
    pub fn new(whole: Range) -> Self {
        Self { whole, done: BTreeMap::new(), relied_on: None }
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

    /// From here on, what cannot reach a score is left out: somebody else is said to have that.
    pub(super) fn rely_on(&mut self, score: i64) {
        self.relied_on = self.relied_on.max(Some(score));
    }

    /// The score that was relied on, if nothing in here reaches it.
    pub fn missing_score(&self) -> Option<i64> {
        self.relied_on.filter(|score| self.best_score() < Some(*score))
    }

    /// Adds what another ledger of the same search holds. No id may be in both.
    pub fn add(&mut self, other: Self, quest: Quest) -> Result<(), Overlap> {
        self.relied_on = self.relied_on.max(other.relied_on);
        for (from, segment) in other.done {
            let before = self.done.range(..=&from).next_back();
            let reaches_in = before.is_some_and(|(_, it)| it.range.to.as_ref().is_none_or(|to| *to > from));
            let after = self.done.range(&from..).next();
            let is_reached = after.is_some_and(|(next, _)| segment.range.to.as_ref().is_none_or(|to| to > next));
            if reaches_in || is_reached {
                return Err(Overlap(segment.range));
            }
            self.enter(segment, quest);
        }
        Ok(())
    }

    /// The parts that were searched, each with the work it took.
    pub fn stretches(&self) -> impl Iterator<Item = &Stretch> {
        self.done.values().flat_map(|segment| &segment.stretches)
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

    /// Where what is known to be the first part of the range ends; `None` if that is all of it.
    pub(super) fn front(&self) -> Option<&Path> {
        self.head().map_or(Some(&self.whole.from), |head| head.range.to.as_ref())
    }

    /// How many solutions are known to be the first ones in id order, because everything before them has been
    /// searched.
    pub(super) fn settled(&self) -> usize {
        self.head().map_or(0, Segment::found)
    }

    /// Those of them from a number on.
    pub(super) fn settled_from(&self, first: usize) -> impl Iterator<Item = Settled<'_, A>> {
        let mut before = 0;
        let chunks = self.head().map_or(&[][..], |head| &head.chunks).iter();
        chunks.flat_map(move |chunk| {
            let skipped = first.saturating_sub(before + chunk.forgotten).min(chunk.found.len());
            before += chunk.len();
            let written = Some(Settled::Written(&chunk.written)).filter(|_| !chunk.written.ends.is_empty());
            written.into_iter().chain(chunk.found[skipped..].iter().map(|found| Settled::Answer(&found.answer)))
        })
    }

    /// Forgets the solutions that are settled, all but their number, and gives back the buffers they were written in.
    /// Tells how many bytes all of that was.
    pub(super) fn forget_settled(&mut self, mut give_back: impl FnMut(Written)) -> usize {
        let Some(head) = self.done.get_mut(&self.whole.from) else { return 0 };
        let bytes = head.bytes();
        for chunk in &mut head.chunks {
            chunk.forgotten += chunk.found.len();
            chunk.found = Vec::new();
            if !chunk.written.ends.is_empty() {
                give_back(std::mem::take(&mut chunk.written));
            }
        }
        // Of what is forgotten only the number counts: one chunk tells it, however many there were.
        let forgotten = head.chunks.iter().map(Chunk::len).sum();
        head.chunks.truncate(1);
        head.chunks.iter_mut().for_each(|chunk| chunk.forgotten = forgotten);
        bytes
    }

    /// Takes out the solutions that are settled; their number stays.
    pub(super) fn take_settled(&mut self) -> Vec<Found<A>> {
        let Some(head) = self.done.get_mut(&self.whole.from) else { return Vec::new() };
        let first = head.chunks.iter().rposition(|chunk| chunk.found.is_empty()).map_or(0, |last| last + 1);
        let mut taken = Vec::new();
        for chunk in &mut head.chunks[first..] {
            chunk.forgotten += chunk.found.len();
            taken.append(&mut chunk.found);
            chunk.found.shrink_to_fit();
        }
        taken
    }

    /// How many solutions have been taken out.
    pub(super) fn forgotten(&self) -> usize {
        self.done.values().flat_map(|segment| &segment.chunks).map(|chunk| chunk.forgotten).sum()
    }

    /// Puts solutions back that have been taken out, all of them in id order.
    pub(super) fn restore(&mut self, taken: Vec<Found<A>>) {
        let mut taken = taken.into_iter();
        for chunk in self.done.values_mut().flat_map(|segment| &mut segment.chunks) {
            let mut found: Vec<Found<A>> = taken.by_ref().take(std::mem::take(&mut chunk.forgotten)).collect();
            found.append(&mut chunk.found);
            chunk.found = found;
        }
    }

    /// What was written down and lies beyond a gap, in id order.
    pub(super) fn take_written(&mut self) -> Vec<Written> {
        let chunks = self.done.values_mut().flat_map(|segment| &mut segment.chunks);
        chunks.map(|chunk| std::mem::take(&mut chunk.written)).filter(|written| !written.ends.is_empty()).collect()
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
            known += segment.found() as u64;
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

    /// The best solution met, with its score; of several the first.
    pub(super) fn best(&self) -> Option<(i64, &A)> {
        let firsts = self.done.values().filter_map(|segment| segment.chunks.first()?.found.first());
        // Of equals `max_by_key` takes the last.
        firsts.rev().max_by_key(|found| found.score).map(|found| (found.score, &found.answer))
    }

    /// The work that leads up to the `wanted`-th solution in id order, or all of it if there are fewer. It depends on
    /// the tree alone, not on what other workers did beyond that solution.
    pub(super) fn tally_up_to(&self, wanted: u64) -> Tally {
        let last = usize::try_from(wanted).ok().and_then(|wanted| wanted.checked_sub(1));
        last.and_then(|last| self.settled_at(last)).unwrap_or_else(|| self.total())
    }

    /// The work that leads up to a settled solution that is not forgotten.
    fn settled_at(&self, mut number: usize) -> Option<Tally> {
        for chunk in &self.head()?.chunks {
            if number < chunk.len() {
                let found = chunk.found.get(number.checked_sub(chunk.forgotten)?)?;
                return Some(chunk.before + found.at);
            }
            number -= chunk.len();
        }
        None
    }

    /// The number of solutions that have the highest score.
    pub(super) fn equals(&self) -> u64 {
        let best = self.best_score();
        self.done.values().filter(|segment| segment.best_score() == best).map(|segment| segment.equals).sum()
    }

    /// The number of solutions.
    pub(super) fn found(&self) -> usize {
        self.done.values().map(Segment::found).sum()
    }

    /// The solutions that are not forgotten, in id order; for a quest for the best one, the best.
    pub(super) fn into_answers(self, quest: Quest) -> Vec<A> {
        let wanted = usize::try_from(quest.wanted()).unwrap_or(usize::MAX);
        // Of equal scores the first counts: `max_by_key` would give the last.
        let best = self.best_score();
        let found = self.done.into_values().flat_map(Segment::into_found);
        if quest.is_for_best() {
            let best = found.filter(|found| Some(found.score) == best).map(|found| found.answer);
            return best.take(quest.equals_kept()).collect();
        }
        found.map(|found| found.answer).take(wanted).collect()
    }
}
