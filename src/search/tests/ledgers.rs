//! What is entered into a ledger comes out of it, however it was put together.

use super::whole;
use crate::search::{
    Ledger, Overlap, Path, Quest, Range, Tally,
    ledger::{Found, Segment},
};

const ALL: Quest = Quest::Lowest(u64::MAX);

fn range(text: &str) -> Range {
    text.parse().unwrap()
}

/// A searched range with solutions of these scores, each after one node.
fn segment(text: &str, scores: &[i64]) -> Segment<Path> {
    let range = range(text);
    let tally = |nodes: usize| Tally { nodes: nodes as u64, cases: nodes as u64, answers: nodes as u64 };
    let found = scores.iter().enumerate().map(|(number, &score)| {
        let answer = range.from.child(number as u32);
        Found { at: tally(number + 1), score, answer }
    });
    Segment::new(range.clone(), tally(scores.len()), found.collect(), 0.0, scores.len() as u64)
}

fn ledger(whole: &str, segments: &[(&str, &[i64])], quest: Quest) -> Ledger<Path> {
    let mut ledger = Ledger::new(range(whole));
    segments.iter().for_each(|(text, scores)| ledger.enter(segment(text, scores), quest));
    ledger
}

#[test]
fn ledgers_of_one_search_are_added_unless_they_overlap() {
    let mine = || ledger("..", &[("/2../4", &[0]), ("/6../8", &[0, 0])], ALL);
    for text in ["/4../6", "/../2", "/8..", "/../1", "/9..", "/5../6", "/4../5"] {
        let mut sum = mine();
        assert_eq!(sum.add(ledger("..", &[(text, &[0])], ALL), ALL), Ok(()), "{text}");
        assert_eq!((sum.found(), sum.is_sound()), (4, true));
        assert!(!sum.left().iter().any(|left| left.contains(&range(text).from)));
    }
    for text in ["/2../4", "/3../5", "/1../3", "/3../3/5", "/1..", "/..", "/7..", "/5../7", "/4../6/0"] {
        let overlap = Err(Overlap(range(text)));
        assert_eq!(mine().add(ledger("..", &[(text, &[0])], ALL), ALL), overlap, "{text}");
    }
    let mut open = ledger("..", &[("/8..", &[0])], ALL);
    assert!(
        open.add(ledger("..", &[("/9..", &[])], ALL), ALL).is_err(),
        "a range without an end holds all that follows"
    );
    let text = Overlap(range("/3../5")).to_string();
    assert_eq!(text, "the ids /3../5 are there twice");
    assert_eq!(Overlap(range("/3..")).to_string(), "the ids /3.. are there twice");
}

#[test]
fn a_ledger_that_holds_more_than_its_range_is_not_sound() {
    let holds = |whole: &str, segments: &[(&str, &[i64])]| ledger(whole, segments, ALL).is_sound();
    assert!(holds("/2../6", &[]) && holds("/2../6", &[("/2../6", &[])]) && holds("/2../6", &[("/3../5", &[])]));
    assert!(holds("/2..", &[("/3..", &[])]));
    assert!(!holds("/2../6", &[("/3../7", &[])]) && !holds("/2../6", &[("/3..", &[])]));
    assert!(!holds("/2../6", &[("/1../3", &[])]));
    assert!(!holds("..", &[("/1../5", &[]), ("/3../7", &[])]) && !holds("..", &[("/1..", &[]), ("/3../7", &[])]));
}

#[test]
fn solutions_that_were_taken_out_can_be_put_back() {
    let parts: [(&str, &[i64]); 3] = [("/../2", &[0, 0]), ("/2../3", &[0]), ("/5../6", &[0])];
    let expected = ledger("..", &parts, ALL).into_answers(ALL);
    let mut full = ledger("..", &parts[..1], ALL);
    let mut taken = full.take_settled();
    assert_eq!(taken.len(), 2);
    full.enter(segment("/2../3", &[0]), ALL);
    full.enter(segment("/5../6", &[0]), ALL);
    assert_eq!((full.settled(), full.found(), full.forgotten()), (3, 4, 2));
    taken.extend(full.take_settled());
    assert_eq!((taken.len(), full.forgotten(), full.found()), (3, 3, 4), "what lies beyond a gap stays");
    assert!(full.take_settled().is_empty());
    assert_eq!(full.clone().into_answers(ALL), expected[3..]);
    full.restore(taken);
    assert_eq!((full.forgotten(), full.found()), (0, 4));
    assert_eq!(full.into_answers(ALL), expected);
}

#[test]
fn the_best_of_all_segments_is_the_first_of_the_highest() {
    let parts: [(&str, &[i64]); 3] = [("/1../2", &[3]), ("/3../4", &[7]), ("/5../6", &[7])];
    let best = ledger("..", &parts, Quest::Best);
    assert_eq!(best.best().map(|(score, answer)| (score, answer.to_string())), Some((7, "/3/0".to_owned())));
    assert_eq!(best.best_score(), Some(7));
    assert!(whole().best().is_none());
    let all = ledger("..", &parts, Quest::AllBest(5));
    assert_eq!((all.equals(), all.into_answers(Quest::AllBest(5)).len()), (2, 2));
}

#[test]
fn stretches_are_joined_when_they_are_many_and_lose_nothing() {
    let mut ledger = whole();
    for number in 0..1000 {
        let from = if number == 0 { "/".to_owned() } else { format!("/{number}") };
        ledger.enter(segment(&format!("{from}../{}", number + 1), &[0]), ALL);
    }
    let stretches: Vec<_> = ledger.stretches().collect();
    assert!(stretches.len() <= 256 && stretches.len() > 64, "{}", stretches.len());
    assert_eq!(stretches.iter().map(|stretch| stretch.tally.nodes).sum::<u64>(), 1000);
    assert!(stretches.windows(2).all(|pair| pair[0].range.to.as_ref() == Some(&pair[1].range.from)));
    assert_eq!(ledger.tally_up_to(700).nodes, 700);
    assert_eq!(ledger.tally_up_to(u64::MAX).nodes, 1000);
}
