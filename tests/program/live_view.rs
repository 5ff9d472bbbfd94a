//! The live view, driven in a real terminal.

use std::{thread::sleep, time::Duration};

use crate::environment::{Environment, case, sample};
use crate::pane::{Pane, has_tmux};
use fathom::family::FAMILIES;

/// A search of hours with solutions from the first second on.
fn long_search() -> Vec<String> {
    let case = case("polyomino/one-sided-pentominoes-9x10.txt");
    let rest = ["solve", "-c", "--all", "--strategy", "cover", "-t", "2", "--time-limit", "10m"];
    rest.into_iter().map(str::to_owned).chain([case]).collect()
}

fn open<'a>(env: &'a Environment, size: (u16, u16), args: &[String]) -> Pane<'a> {
    Pane::open(env, size, &args.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The number before a word, without the commas in it.
fn number_before(text: &str, word: &str) -> Option<u64> {
    let before = &text[..text.find(word)?];
    let digits: String = before.chars().rev().take_while(|mark| mark.is_ascii_digit() || *mark == ',').collect();
    digits.chars().rev().filter(char::is_ascii_digit).collect::<String>().parse().ok()
}

/// Which solution is shown.
fn shown(text: &str) -> Option<u64> {
    let (_, rest) = text.split_once(" Solution ")?;
    rest.split(' ').next()?.parse().ok()
}

#[test]
fn branches_move_solutions_are_browsed_and_the_terminal_is_left_as_it_was() {
    if !has_tmux() {
        return;
    }
    let env = Environment::new();
    let pane = open(&env, (100, 30), &long_search());
    let text = pane.wait_for("a solution and two branches", |text| {
        text.contains(" Solution ") && text.contains("╭ 1 /") && text.contains("╭ 2 /")
    });
    for part in ["one-sided-pentominoes-9x10.txt", "strategy cover", "2 threads", "MiB", "% ", "/s", "found"] {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
    // The search goes on.
    let before = number_before(&text, " nodes").expect("nodes are told");
    pane.wait_for("more nodes", |text| number_before(text, " nodes") > Some(before));
    // Solutions, one after the other.
    pane.press(&["Home"]);
    pane.wait_for("the first solution", |text| shown(text) == Some(1));
    pane.press(&["Right", "Right"]);
    pane.wait_for("the third solution", |text| shown(text) == Some(3));
    pane.press(&["Left"]);
    pane.wait_for("the second solution", |text| shown(text) == Some(2));
    // A pause is a pause.
    pane.press(&["p"]);
    pane.wait_for_text("paused");
    sleep(Duration::from_millis(400));
    let nodes = number_before(&pane.text(), " nodes");
    sleep(Duration::from_millis(400));
    assert_eq!(number_before(&pane.text(), " nodes"), nodes, "nobody searches in a pause");
    pane.press(&["Space"]);
    pane.wait_for("the end of the pause", |text| !text.contains("paused") && number_before(text, " nodes") > nodes);
    // Other sizes.
    pane.resize(80, 24);
    pane.wait_for("a smaller screen", |text| text.contains("╭ 2 /") && text.contains(" Solution 2 of"));
    pane.resize(40, 12);
    pane.wait_for("branches only", |text| text.contains("╭ Branches") && text.contains("1 ") && text.contains("/s"));
    pane.press(&["Tab"]);
    pane.wait_for("solutions only", |text| shown(text) == Some(2) && !text.contains("Branches"));
    pane.press(&["?"]);
    pane.wait_for_text("pause, go on");
    pane.press(&["Escape"]);
    pane.resize(12, 3);
    pane.wait_for("a few figures", |text| text.contains('%') && !text.contains('╭'));
    pane.resize(80, 24);
    pane.wait_for_text(" Solution 2 of");
    pane.press(&["q"]);
    assert_eq!(pane.end(), 3);
    assert!(pane.text().contains("Incomplete: interrupted"), "{}", pane.text());
}

#[test]
fn a_signal_ends_the_view_and_leaves_the_terminal_as_it_was() {
    if !has_tmux() {
        return;
    }
    for name in ["TERM", "HUP", "INT"] {
        let env = Environment::new();
        let pane = open(&env, (80, 24), &long_search());
        pane.wait_for_text("╭ 2 /");
        pane.signal(name);
        assert_eq!(pane.end(), 3, "SIG{name}");
    }
    // In a pause, too; and a second one may end the program at once.
    let env = Environment::new();
    let pane = open(&env, (80, 24), &long_search());
    pane.wait_for_text("╭ 2 /");
    pane.press(&["p"]);
    pane.wait_for_text("paused");
    pane.signal("TERM");
    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| pane.signal("TERM")));
    let code = pane.end();
    assert!(matches!(code, 3 | 143), "{code}");
}

#[test]
fn sleep_and_waking_up_do_no_harm() {
    if !has_tmux() {
        return;
    }
    let env = Environment::new();
    let pane = open(&env, (80, 24), &long_search());
    pane.wait_for_text("╭ 2 /");
    pane.signal("TSTP");
    // Whoever started the program sees the screen as it was.
    pane.wait_for("the other screen", |text| !text.contains('╭'));
    pane.signal("CONT");
    pane.wait_for_text("╭ 2 /");
    pane.press(&["C-c"]);
    assert_eq!(pane.end(), 3);
}

#[test]
fn a_search_is_saved_left_and_gone_on_with() {
    if !has_tmux() {
        return;
    }
    let env = Environment::new();
    let mut args = long_search();
    args.extend(["--checkpoint", "state"].map(str::to_owned));
    let pane = open(&env, (80, 24), &args);
    pane.wait_for_text("╭ 2 /");
    pane.press(&["p"]);
    pane.wait_for_text("paused");
    assert!(!env.path("state").exists());
    pane.press(&["s"]);
    pane.wait_for_text("the checkpoint is written");
    assert!(env.path("state").exists());
    pane.press(&["q"]);
    assert_eq!(pane.end(), 75);
    drop(pane);
    args.push("--resume".to_owned());
    let pane = open(&env, (80, 24), &args);
    pane.wait_for_text("╭ 2 /");
    pane.press(&["q"]);
    assert_eq!(pane.end(), 75);
}

#[test]
fn every_family_has_a_view_that_stays_until_it_was_seen() {
    if !has_tmux() {
        return;
    }
    for family in FAMILIES {
        for strategy in family.strategies() {
            // These need a while on the sample.
            let is_long = matches!(strategy.name, "anytime" | "portfolio" | "brute");
            let mut args = vec!["solve".to_owned(), "-c".to_owned(), sample(family.name(), strategy.name)];
            args.extend(["--strategy", strategy.name].map(str::to_owned));
            args.extend(is_long.then(|| ["--time-limit", "1s"].map(str::to_owned)).into_iter().flatten());
            let env = Environment::new();
            let pane = open(&env, (80, 24), &args);
            let text = pane.wait_for("the end", |text| text.contains(" done, ") || text.contains("EXIT"));
            assert!(text.contains(" done, "), "{} {}:\n{text}", family.name(), strategy.name);
            assert!(text.contains(&format!("strategy {}", strategy.name)), "{text}");
            assert!(text.contains(" Solution 1 of") || is_long, "{} {}:\n{text}", family.name(), strategy.name);
            pane.press(&["q"]);
            let code = pane.end();
            assert!(code == 0 || (is_long && code == 3), "{} {}: {code}", family.name(), strategy.name);
        }
    }
}

#[test]
fn hostile_names_do_nothing_to_the_terminal() {
    if !has_tmux() {
        return;
    }
    let env = Environment::new();
    let title = "\u{1b}]0;owned\u{7}\u{202e}<script>\u{1b}[2J".to_owned() + &"long".repeat(100);
    let level =
        format!("level {title}\nstart s\njunction s\nkey k 1 white\ndoor d 1 white\ngoal g\npath s - k - d - g\n");
    env.write("case", level);
    let name = "bad\u{1b}]0;owned\u{7}name\u{202e}.txt";
    std::fs::rename(env.path("case"), env.path(name)).unwrap();
    for size in [(80, 24), (40, 12), (12, 3)] {
        let pane = Pane::open(&env, size, &["solve", "-c", "--family", "lockpick", name]);
        pane.record("sent");
        pane.wait_for("the end", |text| text.contains("done") || text.contains("EXIT"));
        pane.resize(79, 23);
        pane.wait_for("the name and the title", |text| {
            text.contains("╭ fathom · bad\\u{1b}]0;owned") && text.contains("\\u{1b}]0;owned\\u{7}\\u{202e}<script>")
        });
        pane.press(&["q"]);
        assert_eq!(pane.end(), 0);
    }
    let sent = String::from_utf8_lossy(&std::fs::read(env.path("sent")).unwrap()).into_owned();
    assert!(!sent.is_empty() && !sent.contains("\u{1b}]0;owned") && !sent.contains('\u{202e}'), "{sent:?}");
}

#[test]
fn where_there_is_no_terminal_the_view_is_refused() {
    let env = Environment::new();
    let case = case("polyomino/paper-5x5.txt");
    let run = env.run(&["solve", "-c", &case]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("--virtual-console needs a terminal"), "{}", run.stderr);
    assert_eq!(run.stdout, "");
    for other in [&["-q"][..], &["-u"], &["--progress", "json"]] {
        let mut args = vec!["solve", "-c", &case];
        args.extend(other);
        let run = env.run(&args);
        assert_eq!(run.code, Some(2), "{other:?}");
        assert!(run.stderr.contains("cannot be used with"), "{}", run.stderr);
    }
}

#[test]
fn several_cases_and_pipes_are_refused_in_a_terminal_too() {
    if !has_tmux() {
        return;
    }
    let env = Environment::new();
    let case = case("polyomino/paper-5x5.txt");
    let pane = Pane::open(&env, (100, 20), &["solve", "-c", &case, &case]);
    assert_eq!(pane.end(), 2);
    assert!(pane.text().contains("one case at a time"), "{}", pane.text());
}

/// As when a connection breaks: the search ends, and what it has is kept.
#[test]
fn a_terminal_that_is_closed_ends_the_search_with_its_checkpoint() {
    if !has_tmux() {
        return;
    }
    let env = Environment::new();
    let mut args = long_search();
    args.extend(["--checkpoint", "state"].map(str::to_owned));
    let pane = open(&env, (100, 30), &args);
    pane.wait_for("a solution", |text| text.contains(" Solution "));
    pane.close();
    assert!(env.path("state").exists());
}
