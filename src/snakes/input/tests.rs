//! What must be read, what must be refused, and where the refusal points.

use proptest::prelude::*;

use super::*;
use crate::snakes::{
    board::Jump,
    rules::{Again, Chains, Overshoot, Third},
};

fn read(text: &str) -> Result<Case, String> {
    parse(&Source::new("case", text)).map_err(|error| error.to_string())
}

#[test]
fn the_papers_case_and_its_readable_form_are_the_same_board() {
    let paper = read(include_str!("../../../cases/snakes/paper-8x8.txt")).unwrap();
    let readable = read("size 8x8\nstart 1\n5 > 20\n41>57\n39 -> 27 46→30\n49 > 33\n60 > 44\n").unwrap();
    assert_eq!(paper.board, readable.board);
    assert_eq!(paper.rules, readable.rules);
    assert_eq!((paper.dfs.step_limit, paper.dfs.initial.len()), (7, 7));
    assert_eq!((readable.dfs.step_limit, readable.dfs.initial.len()), (6, 1));
}

#[test]
fn a_drawing_is_a_board() {
    let case = read(include_str!("../../../cases/snakes/drawn-5x6.txt")).unwrap();
    assert_eq!((case.board.squares, case.board.columns, case.board.rows()), (30, 6, 5));
    let jumps: Vec<_> = case.board.jumps.iter().map(|jump| (jump.from, jump.to)).collect();
    assert_eq!(jumps, [(3, 14), (11, 23), (21, 9), (28, 16)]);
}

#[test]
fn every_rule_can_be_said() {
    let text = "snakes and ladders 4x5\ndie 2d6\novershoot bounce\nagain doubles\nthree-sixes undo\nchains follow\n\
                players 4\ncapture yes\n3 > 7\n7 > 12\n";
    let case = read(text).unwrap();
    assert_eq!(case.rules.overshoot, Overshoot::Bounce);
    assert_eq!((case.rules.again, case.rules.third), (Again::Doubles, Third::Undoes));
    assert_eq!((case.rules.chains, case.rules.players, case.rules.capture), (Chains::Follow, 4, true));
    assert_eq!(case.board.resting_squares(Chains::Follow)[3], 12);
    assert_eq!(case.board.resting_squares(Chains::Rest)[3], 7);
    assert_eq!(case.board.jump_from(7), Some(Jump { from: 7, to: 12 }));
}

#[test]
fn refusals_point_at_the_place() {
    let refused = [
        ("", "case:1:1", "has no size"),
        ("size 10x10\n100 > 3\n", "case:2:1", "jump from the goal"),
        ("size 10x10\n5 > 20\n5 > 30\n", "case:3:1", "two jumps begin on square 5"),
        ("size 10x10\n5 > 20\n20 > 30\n", "case:2:1", "ends where 20 > 30 begins"),
        ("size 10x10\nchains follow\n5 > 20\n20 > 5\n", "case:3:1", "in a circle"),
        ("size 10x10\n5 > 5\n", "case:2:1", "leads nowhere"),
        ("size 10x10\n5 > 101\n", "case:2:1", "ends beside the board"),
        ("size 10x10\n0 > 10\n", "case:2:1", "begins beside the board"),
        ("size 10x10\nladder 20 5\n", "case:2:8", "does not lead up"),
        ("size 10x10\nsnake 5 20\n", "case:2:7", "does not lead down"),
        ("size 10x10\n5 >\n", "case:2:3", "without an end"),
        ("size 10x10\n5 > x\n", "case:2:5", "not a whole number"),
        ("size 10x10\n  5\n", "case:2:3", "no jump"),
        ("size 10x\n", "case:1:6", "no size"),
        ("size 99999x99999\n", "case:1:6", "no size"),
        ("size 10x10\nsize 8x8\n", "case:2:1", "said twice"),
        ("squares 64\nsize 10x10\n", "case:1:9", "does not fit the size"),
        ("squares 0\n", "case:1:9", "without squares"),
        ("squares 99999999999\n", "case:1:9", "too large"),
        ("squares ten\n", "case:1:9", "not a whole number"),
        ("size 10x10\nstart 100\n", "case:2:7", "not before the goal"),
        ("size 10x10\ngoal 101\n", "case:2:6", "goal is not on the board"),
        ("size 10x10\ndie 0\n", "case:2:5", "die"),
        ("size 10x10\ndie 9d9\n", "case:2:5", "die"),
        ("size 10x10\ndie 5000\n", "case:2:5", "die"),
        ("size 1000x1000\ndie 200\n", "case:2:5", "too large for a die"),
        ("size 1000x1000\nagain 6\nthree-sixes stop\n", "case:3:13", "too large for this rule"),
        ("size 10x10\ndie\n", "case:2:4", "die"),
        ("size 10x10\nagain 7\n", "case:2:7", "never shows"),
        ("size 10x10\nagain doubles\n", "case:2:7", "never shows"),
        ("size 10x10\novershoot never\n", "case:2:11", "expected `stay`"),
        ("size 10x10\nplayers 0\n", "case:2:9", "without players"),
        ("size 10x10\nlader 3 5\n", "case:2:1", "no key"),
        ("4 3\n1 2 5\n", "case:2:1", "differ in length"),
        ("4 3\n1 1\n", "case:2:3", "drawn twice"),
        ("4 3\n1 7\n", "case:2:3", "not on the board"),
        ("size 3x2\n4 3\n1 2\n", "case:1:6", "another size"),
        ("size 8x8\ndfs-initial-list 70\n", "case:2:18", "beyond the goal"),
    ];
    for (text, place, words) in refused {
        let error = read(text).expect_err(text);
        assert!(error.contains(place) && error.contains(words), "{text:?} gave\n{error}");
    }
}

#[test]
fn boards_are_told_from_other_puzzles() {
    let is_board = |text: &str| recognise(&Source::new("case", text));
    assert!(is_board(include_str!("../../../cases/snakes/paper-8x8.txt")));
    assert!(is_board(include_str!("../../../cases/snakes/milton-bradley.txt")));
    assert!(is_board(include_str!("../../../cases/snakes/drawn-5x6.txt")));
    assert!(is_board("size 3x3\n"));
    for key in draft::RULE_KEYS.into_iter().chain(draft::BOARD_KEYS) {
        assert!(is_board(&format!("{key} 1\n3 > 5\n")), "{key}");
        let error = read(&format!("size 3x3\n{key} yes\n")).err().unwrap_or_default();
        assert!(!error.contains("no key"), "{key}: {error}");
    }
    for other in ["5 5 7\nDEFAULT\nAAA\n", "1 2 3\n4 @ 5\n", "#####\n#...#\n#####\n", ""] {
        assert!(!is_board(other), "{other:?}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "(size [0-9x]{1,4}|[a-z-]{0,8}|[0-9 >:d-]{0,12}|\n){0,12}") {
        let _ = read(&text);
    }

    #[test]
    fn no_words_make_the_reader_panic(text in "((size|squares|start|goal|die|again|ladder|chains|dfs-initial-list|expect-queue-length) ?[0-9xd: ]{0,6}\n){0,6}") {
        let _ = read(&text);
    }
}

proptest! {
    #[test]
    fn what_is_written_reads_back_the_same(case in crate::snakes::odds::tests::any_case()) {
        prop_assert_eq!(read(&write(&case)).unwrap(), case);
    }
}

fn with_rules(text: &str, rules: &str) -> Result<Case, String> {
    let (file, rules) = (Source::new("case", text), Source::new("option `rule`", rules));
    parse_with_rules(&file, &rules).map_err(|error| error.to_string())
}

#[test]
fn rules_given_beside_the_file_count_instead_of_its_own() {
    let file = "size 5x5\nstart 1\ndie 6\nexact yes\nagain 6\n3 > 7\n";
    let said = read("size 5x5\nstart 2\ndie 2d4\novershoot bounce\nagain doubles\n3 > 7\n").unwrap();
    let given = with_rules(file, "overshoot bounce\ndice 2d4\nagain doubles\nstart 2").unwrap();
    assert_eq!(given, said);
    assert_eq!(with_rules(file, "").unwrap(), read(file).unwrap());
}

#[test]
fn an_error_in_a_rule_points_at_the_rule() {
    let file = "size 5x5\nstart 1\n3 > 7\n";
    let wrong = [
        ("overshoot never", "option `rule`:1:11", "expected `stay`"),
        ("start 1\nagain 7", "option `rule`:2:7", "the die never shows this"),
        ("overshoot win\nexact yes", "option `rule`:2:1", "said twice"),
        ("start 25", "option `rule`:1:7", "not before the goal"),
        ("5 > 20", "option `rule`:1:1", "this is no rule"),
        ("size 3x3", "option `rule`:1:1", "this is no rule"),
        ("ladder 3 9", "option `rule`:1:1", "the rules are: start"),
    ];
    for (rules, place, words) in wrong {
        let error = with_rules(file, rules).expect_err(rules);
        assert!(error.contains(place) && error.contains(words), "{rules}: {error}");
    }
}
