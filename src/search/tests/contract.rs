//! The contract of trees, tried on trees that are made for it.

use std::ops::Range as Digits;

use proptest::prelude::*;

use super::{
    super::{
        contract::{keep, trials},
        control::Control,
        ledger::Ledger,
    },
    HashTree, Path, PausingTree, Quest, Range, Sweep, Tree, trees, walk,
};
use crate::search::worker::{Pause, Task, Worker};

/// Hash trees whose scores never rise on the way down, so that children below the floor can be passed over: when they
/// are entered, and in sweeps, which raise the floor with all they find. Sweeps pause, or are given up.
#[derive(Clone, Debug)]
struct FloorTree<const PAUSES: bool> {
    tree: HashTree,
    floor: i64,
}

impl<const PAUSES: bool> FloorTree<PAUSES> {
    fn new(tree: &HashTree) -> Self {
        Self { tree: tree.clone(), floor: i64::MIN }
    }

    /// Sweeps below the current node, and comes back with the way to where it has to end.
    fn sweep_below(&mut self, sweep: &mut Sweep<'_, Path>) -> Option<Vec<u32>> {
        for digit in 0..self.tree.fanout() {
            sweep.tally.cases += 1;
            if self.enter(digit..digit + 1).is_none() {
                continue;
            }
            sweep.tally.nodes += 1;
            if self.is_answer() {
                sweep.scored_answer(self.score(), || self.answer());
                self.floor = self.floor.max(self.score() + i64::from(!sweep.wants_equals()));
            }
            let way = if sweep.is_too_long() { Some(Vec::new()) } else { self.sweep_below(sweep) };
            self.leave();
            if let Some(mut way) = way {
                way.insert(0, digit);
                return Some(way);
            }
        }
        None
    }
}

impl<const PAUSES: bool> Tree for FloorTree<PAUSES> {
    type Answer = Path;

    fn pauses(&self) -> bool {
        PAUSES
    }

    fn sweeps_only_for_best(&self) -> bool {
        true
    }

    fn fanout(&self) -> u32 {
        self.tree.fanout()
    }

    fn enter(&mut self, mut digits: Digits<u32>) -> Option<u32> {
        while let Some(digit) = self.tree.enter(digits.clone()) {
            if self.score() >= self.floor {
                return Some(digit);
            }
            self.tree.leave();
            digits.start = digit + 1;
        }
        None
    }

    fn leave(&mut self) {
        self.tree.leave();
    }

    fn is_answer(&self) -> bool {
        self.tree.is_answer()
    }

    fn answer(&self) -> Path {
        self.tree.answer()
    }

    fn can_sweep(&self) -> bool {
        self.tree.can_sweep()
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, Path>) {
        if let Some(way) = self.sweep_below(sweep)
            && PAUSES
        {
            sweep.pause_at(way);
        }
    }

    /// The lowest score on the way from the root.
    fn score(&self) -> i64 {
        let mut above = self.tree.clone();
        let mut lowest = above.score();
        while above.digits.pop().is_some() {
            lowest = lowest.min(above.score());
        }
        lowest
    }

    fn set_floor(&mut self, floor: i64) {
        self.floor = floor;
    }
}

proptest! {
    #![proptest_config(crate::soak::laws(150))]

    #[test]
    fn hash_trees_keep_it(tree in trees(), trial in trials()) {
        keep(&tree, &trial)?;
    }

    #[test]
    fn pausing_trees_keep_it(tree in trees(), trial in trials()) {
        keep(&PausingTree(tree), &trial)?;
    }

    #[test]
    fn trees_with_floors_keep_it(tree in trees(), trial in trials()) {
        keep(&FloorTree::<false>::new(&tree), &trial)?;
        keep(&FloorTree::<true>::new(&tree), &trial)?;
    }
}

/// One worker searches ranges one after the other, as a run would let it.
fn best_by_worker(tree: &HashTree, longest_sweep: u64, ranges: &[Range]) -> Vec<Path> {
    let mut worker = Worker::new(FloorTree::<false>::new(tree), Quest::Best, Control::default());
    worker.longest_sweep = longest_sweep;
    let mut ledger = Ledger::new(Range::everything());
    for range in ranges {
        worker.open(Task { range: range.clone(), span: (0.0, 1.0), branches: 1 });
        loop {
            let best = ledger.best_score().unwrap_or(i64::MIN);
            worker.set_floor(worker.best_here().map_or(best, |here| best.max(here + 1)));
            let pause = worker.search(&mut { 1_000 });
            worker.close_segment().into_iter().for_each(|segment| ledger.enter(segment, Quest::Best));
            if pause == Pause::Exhausted {
                break;
            }
        }
    }
    assert!(ledger.is_complete());
    ledger.into_answers(Quest::Best)
}

/// Trees whose nodes can all be swept, and the solutions of each with their scores, the best first.
fn swept_trees() -> impl Iterator<Item = (HashTree, Vec<(i64, Path)>)> {
    (0..200).map(|seed| {
        let tree = HashTree { swept: 8, ..HashTree::new(seed, 5, 6) };
        let scored = |id: Path| {
            let mut cursor = FloorTree::<false>::new(&tree);
            for &digit in id.digits() {
                assert_eq!(cursor.enter(digit..digit + 1), Some(digit));
            }
            (cursor.score(), id)
        };
        let mut answers: Vec<_> = walk(&tree).answers.into_iter().map(|(id, _)| scored(id)).collect();
        answers.sort_by_key(|(score, id)| (-score, id.clone()));
        (tree, answers)
    })
}

/// A sweep that is given up has found nothing: not a best score either, and no floor.
#[test]
fn a_sweep_that_is_given_up_takes_its_finds_with_it() {
    let mut tried = 0;
    for (tree, answers) in swept_trees() {
        tried += usize::from(answers.len() > 50);
        let best: Vec<_> = answers.into_iter().take(1).map(|(_, id)| id).collect();
        for longest_sweep in [0, 1, 5, 20, 100] {
            let found = best_by_worker(&tree, longest_sweep, &[Range::everything()]);
            assert_eq!(found, best, "seed {}, {longest_sweep} nodes", tree.seed);
        }
    }
    assert!(tried > 20, "only {tried} trees are large enough");
}

/// Of two solutions that are equally good the first counts, also if the worker found the second before: the floor that
/// was right for the later range must not bar the way into the earlier one.
#[test]
fn a_floor_ends_with_its_range() {
    let mut tried = 0;
    for (tree, answers) in swept_trees() {
        let [(highest, first), (score, second), ..] = &answers[..] else { continue };
        if highest != score || first.depth() < 2 || first == second {
            continue;
        }
        tried += 1;
        let cut = |from: &Path, to: Option<&Path>| Range { from: from.clone(), to: to.cloned() };
        let root = Path::root();
        let ranges = [cut(second, None), cut(first, Some(second)), cut(&root, Some(first))];
        assert_eq!(best_by_worker(&tree, 1_000, &ranges).first(), Some(first), "seed {}", tree.seed);
    }
    assert!(tried > 20, "only {tried} trees have two best solutions");
}
