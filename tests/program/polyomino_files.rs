//! Case files of polyominoes as people write them, and those that fathom makes.

use crate::{
    environment::{Environment, case},
    polyomino::{counts_of, json},
};

#[test]
fn files_as_people_write_them() {
    // Cells that touch at a corner, or not at all.
    counts_of("2 2 2\nDEFAULT\nA.\n.A\nB.\n.B\n", &[], "2");
    counts_of("1 4 2\nDEFAULT\nA.A\nB.B\n", &[], "2");
    counts_of("2 2 3 2\nDEFAULT\nZ: 0\nA.\n..\nZ: 1\n..\nAA\nZ: 0\nB\n", &["--holes", "99"], "432");
    // A board drawn with #, with a comment of the same width before it.
    counts_of("# no\n2 4 2\nCUSTOM\n####\n##..\nAAA\nA\nBB\n", &[], "1");
    counts_of("#### \n2 4 2\nCUSTOM\nXXXX\n####\nXX..\nAAA\nA\nBB\n", &[], "1");
    // One letter for two pieces.
    counts_of("1 3 3\nDEFAULT\nA\nB\nA\n", &[], "6");
    counts_of("1 3 2\nDEFAULT\nAA\n\nA\n", &[], "2");
    // Words in small letters.
    counts_of("1 4 1\ndefault\nAA\ncopies 2\n", &[], "1");
    let env = Environment::new();
    let loose = env.write("loose.txt", "2 2 2\nDEFAULT\nA.\n.A\nB.\n.B\n");
    let run = env.run(&["solve", &loose, "--all", "-o", "answer.json"]);
    assert!(run.stderr.contains("piece A is in several parts"), "{}", run.stderr);
    env.succeed(&["check", &loose, "answer.json"]);
    let twice = env.write("twice.txt", "1 3 3\nDEFAULT\nA\nB\nA\n");
    assert!(env.run(&["solve", &twice]).stderr.contains("the one in line 5 is called C"));
}

#[test]
fn boards_drawn_with_hashes_and_comments_of_them() {
    // The first piece is called X: its rows would be a board as well.
    counts_of("2 3 2\nCUSTOM\n###\n###\nX..\nXX.\nX..\nAA\n", &[], "0");
    counts_of("1 3 1\nCUSTOM\n###\nX..\nX..\nX..\n", &[], "1");
    counts_of("2 4 2\nTRIANGLE CUSTOM\n####\n####\nX\nX\nX\nX\nAAAA\n", &[], "0");
    // Lines of hashes before, behind and within the board.
    counts_of("###\n2 3 2\nCUSTOM\n###\n###\nAAA\nBBB\n", &[], "2");
    counts_of("2 3 2\n###\nCUSTOM\n# two rows\n###\n#..\nAAA\n###\nB\n", &[], "1");
    counts_of("#\n# Hexagons\n2 3 2\nHEXAGON CUSTOM\n# #\n #\nA A\n B\n", &[], "3");
    counts_of("1 3 2\nCUSTOM\n###\nXXX\nAA\nB\n", &[], "2");
}

#[test]
fn a_challenge_has_one_solution_by_the_rules_that_it_names() {
    let env = Environment::new();
    let loose = env.write("loose.txt", "1 3 2\nDEFAULT\nAA\nB\n");
    let challenge = |rest: &[&str]| env.run(&[&["generate", "polyomino"], rest].concat());
    for seed in ["1", "8", "9"] {
        let flags = ["--holes", "1", "--spare-pieces"];
        let run = challenge(&[&[&loose[..], "--seed", seed, "-o", "made.txt"], &flags[..]].concat());
        if run.code == Some(0) {
            let unique = json(&env, &[&["solve", "made.txt", "--unique"], &flags[..]].concat());
            assert_eq!(unique["unique"], true, "{}", env.read("made.txt"));
        } else {
            assert!(run.stderr.contains("pieces may be left over"), "{}", run.stderr);
        }
    }
    let sided = case("polyomino/one-sided-pentominoes-3x30.txt");
    let run = challenge(&[&sided, "--no-mirror", "--tries", "1", "-o", "sided.txt"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(env.read("sided.txt").contains("\n# it has one solution with --no-mirror\n"));
    assert_eq!(json(&env, &["solve", "sided.txt", "--unique", "--no-mirror"])["unique"], true);
    let plain = case("polyomino/paper-5x5.txt");
    assert_eq!(challenge(&[&plain, "-o", "plain.txt"]).code, Some(0));
    assert!(!env.read("plain.txt").contains("--"));
}
