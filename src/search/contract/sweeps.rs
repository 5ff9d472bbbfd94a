//! A sweep finds what a walk finds below the node it begins on, whether it gets to the end, pauses or is given up.

use std::fmt::Debug;

use proptest::{prelude::*, test_runner::TestCaseError};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{
    super::{ledger::Found, path::Path, quest::Quest, sweep::Sweep, tally::Tally, tree::Tree},
    Trial, cursor_at, samples,
    walk::{Visited, Walk, best_of},
};

/// What was counted before the sweep.
const BEFORE: Tally = Tally { nodes: 7, cases: 31, answers: 3 };

/// So many nodes beyond its limit are taken for "at once".
const SLACK: u64 = 300;

/// What a sweep brought.
struct Swept<A> {
    tally: Tally,
    found: Vec<Found<A>>,
    best: Option<i64>,
    way: Vec<u32>,
}

fn sweep<T: Tree>(cursor: &mut T, quest: Quest, room: u64, best: Option<i64>) -> Swept<T::Answer> {
    let mut swept = Swept { tally: BEFORE, found: Vec::new(), best, way: Vec::new() };
    cursor.sweep(&mut Sweep {
        tally: &mut swept.tally,
        most_nodes: BEFORE.nodes + room,
        found: (quest != Quest::Count).then_some(&mut swept.found),
        best: (quest == Quest::Best).then_some(&mut swept.best),
        equals: None,
        way: &mut swept.way,
    });
    swept
}

pub(super) fn find_what_a_walk_finds<T>(
    tree: &T,
    walk: &Walk<T::Answer>,
    trial: &Trial,
    random: &mut Xoshiro256PlusPlus,
) -> Result<(), TestCaseError>
where
    T: Tree,
    T::Answer: PartialEq + Debug,
{
    let quests: &[Quest] = if tree.sweeps_only_for_best() {
        &[Quest::Best]
    } else {
        &[Quest::Count, Quest::Lowest(u64::MAX), Quest::Best]
    };
    for number in samples(walk, random) {
        let node = &walk.nodes[number];
        let mut cursor = cursor_at(tree, &node.id);
        if !cursor.can_sweep() {
            continue;
        }
        let highest = best_of(&walk.nodes[walk.subtree(number)]).map(|(score, _)| *score);
        for room in [u64::MAX / 2, trial.longest_sweep, 0] {
            for &quest in quests {
                // Sometimes there is a good solution already, and only a better one matters.
                let known = highest.map(|score| score - trial.below_best).filter(|_| trial.below_best > 0);
                cursor.set_floor(known.map_or(i64::MIN, |known| known + 1));
                let swept = sweep(&mut cursor, quest, room, known);
                judge(tree, walk, number, quest, room, known, &swept)?;
                cursor.set_floor(i64::MIN);
                node.is_where(&cursor)?;
            }
        }
        let again = Walk::below(&mut cursor, &node.id);
        prop_assert_eq!(again.as_deref(), Some(&walk.nodes[walk.subtree(number)]), "after sweeps at {}", &node.id);
    }
    Ok(())
}

fn judge<T>(
    tree: &T,
    walk: &Walk<T::Answer>,
    number: usize,
    quest: Quest,
    room: u64,
    known: Option<i64>,
    swept: &Swept<T::Answer>,
) -> Result<(), TestCaseError>
where
    T: Tree,
    T::Answer: PartialEq + Debug,
{
    let start = &walk.nodes[number].id;
    let subtree = walk.subtree(number);
    let nodes = swept.tally.nodes - BEFORE.nodes;
    if !tree.pauses() {
        prop_assert!(swept.way.is_empty(), "{} pauses, and cannot", start);
        prop_assert!(nodes <= room.saturating_add(SLACK), "{} nodes below {}, {} were allowed", nodes, start, room);
        if nodes > room {
            return Ok(());
        }
    }
    let mut last = subtree.end - 1;
    if !swept.way.is_empty() {
        let pause = Path::from([start.digits(), &swept.way].concat());
        let paused = walk.number_of(&pause);
        prop_assert!(paused.is_some(), "{} pauses at {}, which is no node", start, pause);
        last = paused.unwrap_or(number);
    }
    let is_paused = !swept.way.is_empty();
    let searched: &[Visited<T::Answer>] = &walk.nodes[number + 1..=last];
    let mut expected = walk.between(number, last);
    if !is_paused {
        // The digits after the last node have been tried, too.
        expected.cases = walk.nodes[number..=last].iter().map(|node| u64::from(node.fanout)).sum();
    }
    let what = format!("{quest:?} below {start}, room for {room} nodes, paused at {:?}", swept.way);
    if tree.sweeps_only_for_best() {
        prop_assert!(swept.tally.nodes <= (BEFORE + expected).nodes, "{}", what);
        prop_assert!(swept.tally.answers <= (BEFORE + expected).answers, "{}", what);
    } else {
        prop_assert_eq!(swept.tally, BEFORE + expected, "{}", &what);
    }
    let found: Vec<_> = swept.found.iter().map(|found| (found.score, &found.answer)).collect();
    if quest == Quest::Best {
        let best = best_of(searched).filter(|(score, _)| known.is_none_or(|known| *score > known));
        prop_assert_eq!(
            found,
            best.map(|(score, answer)| (*score, answer)).into_iter().collect::<Vec<_>>(),
            "{}",
            &what
        );
        prop_assert_eq!(swept.best, best.map(|(score, _)| *score).or(known), "{}", &what);
        return Ok(());
    }
    let answers = searched.iter().filter_map(|node| node.answer.as_ref().map(|(score, answer)| (*score, answer)));
    let wanted: Vec<_> = if quest == Quest::Count { Vec::new() } else { answers.collect() };
    prop_assert_eq!(found, wanted, "{}", &what);
    // How much work leads to a solution is part of what is found.
    let with_answers = (number + 1..=last).filter(|&other| walk.nodes[other].answer.is_some());
    for (found, other) in swept.found.iter().zip(with_answers) {
        prop_assert_eq!(found.at, BEFORE + walk.between(number, other), "{} up to node {}", &what, other);
    }
    Ok(())
}
