//! Workers and whole runs find what a walk finds, however the ids are cut and whoever searches them.

use std::{fmt::Debug, ops::ControlFlow};

use proptest::{prelude::*, test_runner::TestCaseError};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{
    super::{
        control::Control,
        ledger::Ledger,
        limits::StopReason,
        outcome::Outcome,
        path::Path,
        quest::Quest,
        range::Range,
        run::run,
        settings::Settings,
        tally::Tally,
        tree::Tree,
        worker::{Pause, Task, Worker},
    },
    Trial,
    walk::Walk,
};
use crate::chance::below;

const ALL: Quest = Quest::Lowest(u64::MAX);

fn search<T: Tree>(tree: &T, settings: &Settings, range: Range) -> Outcome<T::Answer> {
    run(tree.clone(), settings, Ledger::new(range), &mut |_| ControlFlow::Continue(())).expect("no range panics")
}

fn everything<T: Tree>(tree: &T, settings: &Settings) -> Outcome<T::Answer> {
    search(tree, settings, Range::everything())
}

/// Cuts all ids into ranges: at ids that are tried, and at some that nobody tries.
fn cut<A: PartialEq + Debug>(walk: &Walk<A>, parts: usize, random: &mut Xoshiro256PlusPlus) -> Vec<Range> {
    let mut cuts: Vec<Path> = (1..parts)
        .map(|_| {
            let node = &walk.nodes[below(random, walk.nodes.len())];
            let case = node.id.child(below(random, node.fanout as usize + 2) as u32);
            if below(random, 4) == 0 { case.child(below(random, 3) as u32) } else { case }
        })
        .collect();
    cuts.sort();
    cuts.dedup();
    let from = std::iter::once(Path::root()).chain(cuts.iter().cloned());
    let to = cuts.iter().cloned().map(Some).chain([None]);
    from.zip(to).map(|(from, to)| Range { from, to }).collect()
}

/// One worker searches range after range, with sweeps that pause or are given up after a few nodes.
pub(super) fn workers_do_their_ranges<T>(
    tree: &T,
    walk: &Walk<T::Answer>,
    trial: &Trial,
    random: &mut Xoshiro256PlusPlus,
) -> Result<(), TestCaseError>
where
    T: Tree,
    T::Answer: PartialEq + Debug,
{
    let mut ranges = cut(walk, trial.parts, random);
    for quest in [Quest::Count, ALL, Quest::Best, Quest::AllBest(trial.wanted), Quest::AllBest(u64::MAX)] {
        // Those who come after need not have later ids.
        let first = below(random, ranges.len());
        ranges.rotate_left(first);
        if below(random, 2) == 0 {
            ranges.reverse();
        }
        let mut worker = Worker::new(tree.clone(), quest, Control::default());
        worker.longest_sweep = trial.longest_sweep;
        let mut ledger = Ledger::new(Range::everything());
        for range in &ranges {
            worker.open(Task { range: range.clone(), span: (0.0, 1.0), branches: 1 });
            loop {
                if quest.is_for_best() {
                    // A range need not find what is worse than another's best, nor what is not better than its own,
                    // unless all of the best are wanted.
                    let best = ledger.best_score().unwrap_or(i64::MIN);
                    let more = i64::from(quest == Quest::Best);
                    worker.set_floor(worker.best_here().map_or(best, |here| best.max(here + more)));
                }
                let pause = worker.search(&mut { trial.poll_every });
                if pause != Pause::Budget || below(random, 3) == 0 {
                    worker.close_segment().into_iter().for_each(|segment| ledger.enter(segment, quest));
                }
                if pause == Pause::Exhausted {
                    break;
                }
            }
        }
        let what = format!("{quest:?} in {} ranges", ranges.len());
        prop_assert!(ledger.is_complete() && ledger.is_sound(), "{}: {:?} left", what, ledger.left());
        compare_tallies(tree, ledger.total(), walk, quest, &what)?;
        compare_answers(&ledger.into_answers(quest), walk, quest, &what)?;
    }
    Ok(())
}

/// The number of threads, of branches and of nodes between two looks change nothing.
pub(super) fn settings_change_nothing<T>(tree: &T, walk: &Walk<T::Answer>, trial: &Trial) -> Result<(), TestCaseError>
where
    T: Tree,
    T::Answer: PartialEq + Debug,
{
    let lists = [Quest::Lowest(trial.wanted), Quest::Any(trial.wanted), ALL];
    let best = [Quest::Best, Quest::AllBest(trial.wanted), Quest::AllBest(u64::MAX)];
    for quest in [Quest::Count].into_iter().chain(lists).chain(best) {
        let outcome = everything(tree, &trial.settings(quest));
        if matches!(quest, Quest::AllBest(_)) {
            prop_assert_eq!(outcome.found, walk.all_best().len());
        }
        let what = format!("{quest:?}");
        let is_enough =
            matches!(quest, Quest::Lowest(wanted) | Quest::Any(wanted) if walk.answers().len() as u64 >= wanted);
        let stop = if is_enough { StopReason::SolutionLimit } else { StopReason::Complete };
        prop_assert_eq!(outcome.stop, stop, "{}", &what);
        if !matches!(quest, Quest::Any(_)) || !is_enough {
            compare_tallies(tree, outcome.tally, walk, quest, &what)?;
        }
        compare_answers(&outcome.answers, walk, quest, &what)?;
    }
    Ok(())
}

/// Ranges that were searched one by one bring together what the whole brings.
pub(super) fn ranges_add_up<T>(
    tree: &T,
    walk: &Walk<T::Answer>,
    trial: &Trial,
    random: &mut Xoshiro256PlusPlus,
) -> Result<(), TestCaseError>
where
    T: Tree,
    T::Answer: PartialEq + Debug,
{
    let ranges = cut(walk, trial.parts, random);
    for quest in [Quest::Count, ALL] {
        let (mut tally, mut answers) = (Tally::default(), Vec::new());
        for range in &ranges {
            let outcome = search(tree, &trial.settings(quest), range.clone());
            prop_assert_eq!(outcome.stop, StopReason::Complete);
            tally += outcome.tally;
            answers.extend(outcome.answers);
        }
        let what = format!("{quest:?} over {ranges:?}");
        compare_tallies(tree, tally, walk, quest, &what)?;
        compare_answers(&answers, walk, quest, &what)?;
    }
    Ok(())
}

/// Who knows of a solution as good as the best one, or worse, finds the same best one.
pub(super) fn floors_lose_nothing<T>(tree: &T, walk: &Walk<T::Answer>, trial: &Trial) -> Result<(), TestCaseError>
where
    T: Tree,
    T::Answer: PartialEq + Debug,
{
    let Some((highest, _)) = walk.best() else { return Ok(()) };
    for least in [*highest, highest - trial.below_best, i64::MIN] {
        let settings = Settings { least_score: Some(least), ..trial.settings(Quest::Best) };
        let outcome = everything(tree, &settings);
        prop_assert_eq!(outcome.stop, StopReason::Complete);
        compare_answers(&outcome.answers, walk, Quest::Best, &format!("at least {least}"))?;
    }
    Ok(())
}

fn compare_tallies<T>(
    tree: &T,
    tally: Tally,
    walk: &Walk<T::Answer>,
    quest: Quest,
    what: &str,
) -> Result<(), TestCaseError>
where
    T: Tree,
    T::Answer: PartialEq + Debug,
{
    let last = match quest {
        Quest::Lowest(wanted) => {
            let number = usize::try_from(wanted).ok().and_then(|wanted| wanted.checked_sub(1));
            number.and_then(|number| walk.with_answers().nth(number))
        }
        Quest::Any(_) | Quest::Count | Quest::Best | Quest::AllBest(_) => None,
    };
    let expected = last.map_or(walk.total, |last| walk.up_to(last));
    if quest.is_for_best() && tree.sweeps_only_for_best() {
        prop_assert!(tally.nodes <= expected.nodes && tally.answers <= expected.answers, "{}: {:?}", what, tally);
    } else {
        prop_assert_eq!(tally, expected, "{}", what);
    }
    Ok(())
}

fn compare_answers<A: PartialEq + Debug>(
    answers: &[A],
    walk: &Walk<A>,
    quest: Quest,
    what: &str,
) -> Result<(), TestCaseError> {
    let all = walk.answers();
    let answers: Vec<&A> = answers.iter().collect();
    match quest {
        Quest::Count => prop_assert!(answers.is_empty(), "{}", what),
        Quest::Lowest(wanted) => {
            let wanted = usize::try_from(wanted).unwrap_or(usize::MAX).min(all.len());
            prop_assert_eq!(&answers[..], &all[..wanted], "{}", what);
        }
        Quest::Any(wanted) => {
            prop_assert_eq!(answers.len() as u64, wanted.min(all.len() as u64), "{}", what);
            // Whichever they are, they come in the order of ids.
            let mut all = all.into_iter();
            prop_assert!(answers.iter().all(|answer| all.any(|other| other == *answer)), "{}: {:?}", what, answers);
        }
        Quest::AllBest(_) => {
            let best: Vec<&A> = walk.all_best().into_iter().take(quest.equals_kept()).collect();
            prop_assert_eq!(answers, best, "{}", what);
        }
        Quest::Best => {
            prop_assert_eq!(answers, walk.best().map(|(_, answer)| answer).into_iter().collect::<Vec<_>>(), "{}", what);
        }
    }
    Ok(())
}
