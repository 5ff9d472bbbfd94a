//! The account a tree keeps when it searches a subtree by itself.

use super::{ledger::Found, tally::Tally};

/// Where a tree enters what it does and finds in one sweep over a subtree.
pub struct Sweep<'a, A> {
    /// The work: nodes visited and cases tried are for the tree to add.
    pub tally: &'a mut Tally,
    /// Beyond this many nodes the sweep is given up, or has to pause.
    pub(super) most_nodes: u64,
    /// The solutions, if anybody wants more than their number.
    pub(super) found: Option<&'a mut Vec<Found<A>>>,
    /// The best score met in the range so far, if only the best solution counts.
    pub(super) best: Option<&'a mut Option<i64>>,
    /// How many solutions of that score there were, and how many of them are kept, if all of them are wanted.
    pub(super) equals: Option<(&'a mut u64, usize)>,
    /// The way from the node that is being swept to where the sweep has paused. Empty if it has not.
    pub(super) way: &'a mut Vec<u32>,
}

impl<A> Sweep<'_, A> {
    /// Has the sweep become too long? Then the tree pauses, if it [can](super::Tree::pauses), or else comes back at
    /// once, and what it entered is forgotten.
    #[inline]
    pub fn is_too_long(&self) -> bool {
        self.tally.nodes > self.most_nodes
    }

    /// Enters a solution. Everything up to it must have been added to the tally.
    #[inline]
    pub fn answer(&mut self, make: impl FnOnce() -> A) {
        self.scored_answer(0, make);
    }

    /// Is the number of solutions all that is wanted?
    pub fn only_counts(&self) -> bool {
        self.found.is_none()
    }

    /// Are all solutions with the highest score wanted, and not only the first of them?
    pub fn wants_equals(&self) -> bool {
        self.equals.is_some()
    }

    /// The least score that a solution after one with this score must have to matter.
    pub fn floor_after(&self, score: u32) -> u32 {
        if self.wants_equals() { score } else { score + 1 }
    }

    /// How many more nodes the sweep may have before it is too long.
    pub fn room(&self) -> u64 {
        self.most_nodes.saturating_sub(self.tally.nodes)
    }

    /// Says where the sweep pauses: at the node `way` leads to from the one that is being swept. That node and all
    /// before it have been searched, nothing below it nor after it. It lies below where the sweep began, or a search
    /// that is paused again and again would get nowhere. The cursor must be back where the sweep began.
    pub fn pause_at(&mut self, way: impl IntoIterator<Item = u32>) {
        self.way.extend(way);
        debug_assert!(!self.way.is_empty(), "a sweep gets further than where it begins");
    }

    /// Lets a cursor that this tree is built around do the sweep, and makes our solutions of what it finds.
    pub fn within<B>(&mut self, sweep: impl FnOnce(&mut Sweep<'_, B>), wrap: impl Fn(B) -> A) {
        let mut met = Vec::new();
        let before = self.best.as_ref().and_then(|best| **best);
        sweep(&mut Sweep {
            tally: self.tally,
            most_nodes: self.most_nodes,
            found: self.found.is_some().then_some(&mut met),
            best: self.best.as_deref_mut(),
            equals: self.equals.as_mut().map(|(count, kept)| (&mut **count, *kept)),
            way: self.way,
        });
        let Some(found) = &mut self.found else { return };
        // What was the best before stays only beside its equals.
        if self.best.as_ref().is_some_and(|best| **best > before) {
            found.clear();
        }
        let room = self.equals.as_ref().map_or(usize::MAX, |(_, kept)| kept.saturating_sub(found.len()));
        let wrapped = met.into_iter().map(|Found { at, score, answer }| Found { at, score, answer: wrap(answer) });
        found.extend(wrapped.take(room));
    }

    /// Enters a solution with a score. Everything up to it must have been added to the tally. Where only the best
    /// counts, one that is no better than those before it is counted and dropped.
    #[inline]
    pub fn scored_answer(&mut self, score: i64, make: impl FnOnce() -> A) {
        self.tally.answers += 1;
        let Some(found) = &mut self.found else { return };
        if let Some(best) = &mut self.best {
            match &mut self.equals {
                _ if best.is_some_and(|best| score < best) => return,
                None if **best == Some(score) => return,
                Some((count, kept)) if **best == Some(score) => {
                    **count += 1;
                    if found.len() >= *kept {
                        return;
                    }
                }
                equals => {
                    **best = Some(score);
                    found.clear();
                    equals.iter_mut().for_each(|(count, _)| **count = 1);
                }
            }
        }
        found.push(Found { at: *self.tally, score, answer: make() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sweeps that look for the best numbers, with the best that is known before.
    struct Search {
        tally: Tally,
        found: Vec<Found<String>>,
        best: Option<i64>,
        equals: u64,
        way: Vec<u32>,
    }

    impl Search {
        fn knowing(score: i64) -> Self {
            let found = vec![Found { at: Tally::default(), score, answer: format!("old {score}") }];
            Self { tally: Tally::default(), found, best: Some(score), equals: 1, way: Vec::new() }
        }

        /// Numbers that a cursor within finds, each a solution whose score it is; `kept` equals are wanted, if any.
        fn sweep_within(mut self, numbers: &[i64], kept: Option<usize>) -> (Vec<String>, u64) {
            let mut sweep = Sweep {
                tally: &mut self.tally,
                most_nodes: 100,
                found: Some(&mut self.found),
                best: Some(&mut self.best),
                equals: kept.map(|kept| (&mut self.equals, kept)),
                way: &mut self.way,
            };
            let look = |within: &mut Sweep<'_, i64>| numbers.iter().for_each(|&n| within.scored_answer(n, || n));
            sweep.within(look, |number| format!("new {number}"));
            assert_eq!(self.tally.answers, numbers.len() as u64);
            (self.found.into_iter().map(|found| found.answer).collect(), self.equals)
        }
    }

    #[test]
    fn what_a_cursor_within_finds_takes_the_place_of_what_is_worse() {
        assert_eq!(Search::knowing(5).sweep_within(&[4, 5, 3], None).0, ["old 5"]);
        assert_eq!(Search::knowing(5).sweep_within(&[4, 6, 7, 7], None).0, ["new 7"]);
        assert_eq!(Search::knowing(5).sweep_within(&[], None).0, ["old 5"]);
    }

    #[test]
    fn equals_that_a_cursor_within_finds_stand_beside_those_before() {
        let answers = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let sweep = |numbers: &[i64], kept| Search::knowing(5).sweep_within(numbers, Some(kept));
        assert_eq!(sweep(&[5, 4, 5], 9), (answers(&["old 5", "new 5", "new 5"]), 3));
        assert_eq!(sweep(&[5, 5], 2), (answers(&["old 5", "new 5"]), 3));
        assert_eq!(sweep(&[5, 6, 6, 6], 2), (answers(&["new 6", "new 6"]), 3));
    }

    #[test]
    fn a_sweep_knows_what_is_wanted_of_it() {
        let (mut tally, mut found, mut equals) = (Tally { nodes: 7, ..Tally::default() }, Vec::<Found<()>>::new(), 0);
        let mut sweep = Sweep {
            tally: &mut tally,
            most_nodes: 10,
            found: Some(&mut found),
            best: None,
            equals: Some((&mut equals, 2)),
            way: &mut Vec::new(),
        };
        assert_eq!((sweep.only_counts(), sweep.room(), sweep.floor_after(3)), (false, 3, 3));
        (sweep.found, sweep.equals) = (None, None);
        assert_eq!((sweep.only_counts(), sweep.room(), sweep.floor_after(3)), (true, 3, 4));
        sweep.tally.nodes = 10;
        assert_eq!((sweep.room(), sweep.is_too_long()), (0, false));
        sweep.tally.nodes = 11;
        assert_eq!((sweep.room(), sweep.is_too_long()), (0, true));
    }
}
