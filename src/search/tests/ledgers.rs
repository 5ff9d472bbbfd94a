//! What is entered into a ledger comes out of it, however it was put together.

use std::cell::Cell;

use super::whole;
use crate::search::{
    Ledger, Overlap, Path, Quest, Range, Tally, Written,
    ledger::{Found, Segment, Settled},
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

#[test]
fn as_many_stretches_are_told_apart_as_are_allowed() {
    let of = |first: usize, count: usize| {
        let mut ledger = Ledger::new(range(".."));
        for number in first..first + count {
            ledger.enter(segment(&format!("/{number}../{}", number + 1), &[0]), ALL);
        }
        ledger
    };
    assert_eq!(of(0, 256).stretches().count(), 256);
    assert_eq!(of(0, 257).stretches().count(), 129);
    let (mut one, other) = (of(0, 200), of(200, 200));
    one.add(other, ALL).unwrap();
    assert_eq!((one.stretches().count(), one.total().nodes), (200, 400));
}

#[test]
fn the_front_is_where_the_first_gap_begins() {
    let front = |whole: &str, parts: &[(&str, &[i64])]| ledger(whole, parts, ALL).front().map(Path::to_string);
    assert_eq!(front("/2..", &[]).as_deref(), Some("/2"));
    assert_eq!(front("/2..", &[("/3../4", &[])]).as_deref(), Some("/2"));
    assert_eq!(front("/2..", &[("/3../4", &[]), ("/2../3", &[])]).as_deref(), Some("/4"));
    assert_eq!(front("/2..", &[("/2..", &[])]), None);
}

#[test]
fn no_solution_counts_beyond_the_last_one_that_is_wanted() {
    let parts: [(&str, &[i64]); 3] = [("/../2", &[0, 0]), ("/3../5", &[0]), ("/6..", &[0])];
    let ledger = ledger("..", &parts, ALL);
    let cutoff = |wanted| ledger.cutoff(wanted).map(Path::to_string);
    assert_eq!(
        [cutoff(1).as_deref(), cutoff(2).as_deref(), cutoff(3).as_deref()],
        [Some("/2"), Some("/2"), Some("/5")]
    );
    assert_eq!([cutoff(4), cutoff(5)], [None, None]);
    assert!(!ledger.is_complete());
    assert_eq!(ledger.left(), [range("/2../3"), range("/5../6")]);
}

#[test]
fn a_file_whose_ranges_hold_nothing_is_not_sound() {
    let good = ledger("..", &[("/1../2", &[]), ("/3../4", &[])], ALL);
    let text = serde_json::to_string(&good).unwrap();
    let read = |text: &str| serde_json::from_str::<Ledger<Path>>(text).unwrap();
    assert!(read(&text).is_sound());
    // The second range ends where it begins.
    let damaged = text.replace(r#""range":{"from":[3],"to":[4]},"tally""#, r#""range":{"from":[3],"to":[3]},"tally""#);
    assert!(damaged != text && !read(&damaged).is_sound());
}

/// Writes solutions down, one after the other, each with its own end.
fn write(all: &mut dyn Iterator<Item = &Path>, written: &mut Written) {
    for path in all {
        written.text.extend_from_slice(path.to_string().as_bytes());
        written.end();
    }
}

/// The same segment with its solutions written down, and the room they took.
fn written(text: &str, count: usize, has_time: impl Fn() -> bool) -> (Segment<Path>, Vec<Found<Path>>, bool) {
    let mut segment = segment(text, &vec![0; count]);
    let (room, is_whole) = segment.write_down(&write, Written::default, has_time);
    (segment, room, is_whole)
}

#[test]
fn what_is_written_down_takes_the_place_of_solutions() {
    let mut whole = segment("/1../2", &[0, 0, 0]);
    assert_eq!(whole.bytes(), 3 * size_of::<Found<Path>>());
    let (room, is_whole) = whole.write_down(&write, Written::default, || true);
    assert!(is_whole && room.is_empty() && room.capacity() >= 3);
    assert_eq!((whole.found(), whole.bytes()), (3, "/1/0/1/1/1/2".len()));
    // There is time for one of them only: then it is of no use.
    let asked = Cell::new(0);
    let (_, _, is_whole) = written("/1../2", 3, || asked.replace(asked.get() + 1) < 1);
    assert!(!is_whole && asked.get() == 2);
    assert!(written("/1../2", 0, || false).2, "where there is nothing, there is always time");
}

#[test]
fn what_was_told_is_forgotten_and_its_buffer_given_back() {
    let mut ledger = Ledger::new(range(".."));
    ledger.enter(written("/4../5", 1, || true).0, ALL);
    ledger.enter(written("/../2", 2, || true).0, ALL);
    let texts = |ledger: &Ledger<Path>| {
        let told = ledger.settled_from(0).map(|settled| match settled {
            Settled::Written(written) => String::from_utf8(written.text.clone()).unwrap(),
            Settled::Answer(_) => panic!("all were written down"),
        });
        told.collect::<Vec<_>>()
    };
    assert_eq!((texts(&ledger), ledger.settled()), (vec!["/0/1".to_owned()], 2));
    let mut given_back = Vec::new();
    assert_eq!(ledger.forget_settled(|buffer| given_back.push(buffer)), "/0/1".len());
    assert_eq!(given_back.iter().map(|buffer| buffer.each().count()).collect::<Vec<_>>(), [2]);
    assert_eq!((texts(&ledger), ledger.settled(), ledger.found()), (vec![], 2, 3));
    assert_eq!(ledger.forget_settled(|_| panic!("nothing is left to be given back")), 0);
    // What lies beyond the gap comes out once.
    let beyond: Vec<_> = ledger.take_written().into_iter().map(|written| written.text).collect();
    assert_eq!(beyond, [b"/4/0"]);
    assert!(ledger.take_written().is_empty());
}

#[test]
fn equals_of_several_segments_are_kept_up_to_the_number_wanted() {
    let quest = Quest::AllBest(3);
    let parts: [(&str, &[i64]); 4] = [("/../1", &[7, 7]), ("/1../2", &[7, 7]), ("/2../3", &[5]), ("/3../4", &[7])];
    let answers = |ledger: Ledger<Path>| {
        (ledger.equals(), ledger.into_answers(quest).iter().map(Path::to_string).collect::<Vec<_>>())
    };
    let (equals, kept) = answers(ledger("..", &parts, quest));
    assert_eq!((equals, kept), (5, vec!["/0".to_owned(), "/1".to_owned(), "/1/0".to_owned()]));
    // A better one makes all of them needless.
    let mut better = ledger("..", &parts, quest);
    better.enter(segment("/4..", &[9]), quest);
    assert_eq!(answers(better), (1, vec!["/4/0".to_owned()]));
    // Of the best one only the first is kept.
    let best = ledger("..", &parts, Quest::Best);
    assert_eq!(best.found(), 2, "what one worker has found stays together");
    assert_eq!(best.into_answers(Quest::Best), ["/0".parse::<Path>().unwrap()]);
}
