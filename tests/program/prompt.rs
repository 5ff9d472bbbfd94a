//! What is asked of whoever sits at a terminal, and of nobody else.

use crate::environment::{Environment, case};
use crate::pane::{Pane, has_tmux};

#[test]
fn the_program_alone_says_what_it_can_do_and_offers_cases() {
    if !has_tmux() {
        return;
    }
    let env = Environment::new();
    env.write("mine.txt", "2 2 2\nDEFAULT\nAA\nBB\n");
    std::fs::create_dir_all(env.path("cases/maze")).unwrap();
    std::fs::copy(case("maze/two-ways.txt"), env.path("cases/maze/two-ways.txt")).unwrap();
    let pane = Pane::open(&env, (90, 40), &[]);
    let text = pane.wait_for_text("Solve which?");
    for part in ["polyomino", "lockpick", "voracity", "snakes", "maze", "mine.txt", "cases/maze/two-ways.txt"] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    pane.type_in("1");
    pane.press(&["Enter"]);
    pane.wait_for_text("1 solution found");
    pane.wait_for_text("Save this solution?");
    pane.press(&["Enter"]);
    assert_eq!(pane.end(), 0);
    drop(pane);
    // Whoever wants nothing gets the usual help, and the usual code.
    let pane = Pane::open(&env, (90, 40), &[]);
    pane.wait_for_text("Solve which?");
    pane.press(&["Escape"]);
    assert_eq!(pane.end(), 2);
}

#[test]
fn solve_asks_for_a_case_and_completes_its_path() {
    if !has_tmux() {
        return;
    }
    let env = Environment::new();
    env.write("square-one.txt", "2 2 2\nDEFAULT\nAA\nBB\n");
    env.write("square-two.txt", "2 2 2\nDEFAULT\nAA\nBB\n");
    let pane = Pane::open(&env, (90, 40), &["solve", "--all"]);
    pane.wait_for_text("Which case?");
    pane.type_in("sq");
    pane.press(&["Tab"]);
    pane.wait_for_text("Which case? square-");
    pane.press(&["Tab"]);
    pane.wait_for_text("square-two.txt");
    pane.type_in("x");
    pane.press(&["Enter"]);
    pane.wait_for_text("there is no file square-x");
    pane.type_in("square-o");
    pane.press(&["Tab"]);
    pane.wait_for_text("Which case? square-one.txt");
    pane.press(&["Enter"]);
    pane.wait_for_text("4 solutions");
    pane.wait_for_text("Save this solution?");
    pane.type_in("y");
    pane.press(&["Enter"]);
    assert_eq!(pane.end(), 0);
    let saved = env.read("square-one-solution.txt");
    assert!(saved.contains("Solution 4\n") && !saved.contains('\u{1b}'), "{saved}");
    // What was saved is an answer like any other.
    env.succeed(&["check", "square-one.txt", "square-one-solution.txt"]);
}

#[test]
fn a_prompt_that_is_left_leaves_the_terminal_as_it_was() {
    if !has_tmux() {
        return;
    }
    let env = Environment::new();
    for (key, signal, code) in [(Some("C-c"), None, 130), (Some("C-d"), None, 2), (None, Some("TERM"), 143)] {
        let pane = Pane::open(&env, (80, 24), &["solve"]);
        pane.wait_for_text("Which case?");
        key.into_iter().for_each(|key| pane.press(&[key]));
        signal.into_iter().for_each(|name| pane.signal(name));
        assert_eq!(pane.end(), code, "{key:?} {signal:?}");
    }
    let pane = Pane::open(&env, (80, 24), &["solve"]);
    pane.wait_for_text("Which case?");
    pane.close();
    // The question at the end is no reason to stay, either.
    let pane = Pane::open(&env, (80, 24), &["solve", &case("polyomino/paper-5x5.txt")]);
    pane.wait_for_text("Save this solution?");
    pane.signal("TERM");
    assert_eq!(pane.end(), 143);
    let pane = Pane::open(&env, (80, 24), &["solve", &case("polyomino/paper-5x5.txt")]);
    pane.wait_for_text("Save this solution?");
    pane.close();
}

#[test]
fn nothing_is_asked_without_a_terminal_or_where_it_is_not_wanted() {
    let env = Environment::new();
    let run = env.run(&["solve"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("required arguments were not provided"), "{}", run.stderr);
    assert_eq!(env.run(&[]).code, Some(2));
    if !has_tmux() {
        return;
    }
    let pane = Pane::open(&env, (80, 24), &["solve", "-u"]);
    assert_eq!(pane.end(), 2);
    let case = case("polyomino/paper-5x5.txt");
    for args in [&["solve", "-u", &case][..], &["solve", "--format", "json", &case], &["solve", &case, "-o", "x.txt"]] {
        let pane = Pane::open(&env, (80, 24), args);
        assert_eq!(pane.end(), 0, "{args:?}");
        assert!(!pane.text().contains("Save this"), "{args:?}");
    }
}
