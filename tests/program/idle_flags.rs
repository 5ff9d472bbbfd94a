//! What could mean nothing where it is said is refused, with the name of the flag and the reason.

use crate::environment::{Environment, case};

#[test]
fn what_would_mean_nothing_is_refused() {
    let env = Environment::new();
    let (snakes, level) = (case("snakes/milton-bradley.txt"), case("lockpick/paper/3-4_cargo_lift.txt"));
    let pack = case("lockpick/import/small-rooms.lvl");
    env.succeed(&["generate", "maze", "--rows", "4", "--cols", "4", "--seed", "1", "-o", "maze.txt"]);
    env.succeed(&["solve", "maze.txt", "-o", "way.json", "-q"]);
    let number = ["generate", "maze", "--rows", "4", "--cols", "4"];
    for (command, reason) in [
        (&["solve", &snakes, "--rule", "players 3"][..], "a search is about one player"),
        (&["solve", &snakes, "--rule", "capture yes"], "a search is about one player"),
        (&["odds", &snakes, "--rule", "three-sixes undo"], "nobody rolls a third time"),
        (&["odds", &snakes, "--full", "--format", "json"], "--full"),
        (&["bench", &snakes, "--preset", "fair", "-t", "2"], "--threads"),
        (&["bench", &case("polyomino/paper-5x5.txt"), "--estimate", "--runs", "1"], "--estimate"),
        (
            &["solve", &case("polyomino/paper-5x5.txt"), "--estimate", "-o", "x.svg"],
            "an estimate is nothing to look at",
        ),
        (&["batch", &snakes, "-o", "results.txt"], "JSON lines"),
        (&["solve", &snakes, "-o", "{}.json"], "{} stands for the numbers of several files"),
        (&["odds", &snakes, "-o", "{}.json"], "{} stands for the numbers of several files"),
        (&["count", &case("polyomino/paper-5x5.txt"), "--estimate", "--exit-code"], "--exit-code"),
        (&["draw", &level, "--solve", "--id", "/0", "-o", "x.svg"], "does not go together with an id"),
        (&["show", &pack, "--format", "list", "--have", "1 red"], "--have"),
        (&["show", &pack, "--have", "1 red"], "--level chooses it"),
        (&["check", "maze.txt", "--from", "0,0"], "--from"),
        (&["draw", "maze.txt", "--id", "3"], "no ids"),
        (&["draw", "maze.txt", "way.json", "--solve"], "does not go together with an answer"),
        (&["draw", "maze.txt", "--theme", "dark", "--path-width", "0.2", "-o", "x.svg"], "--path-width"),
        (&[&number[..], &["--id", "3", "--parallel", "tiles"]].concat(), "--parallel"),
        (&[&number[..], &["--ids", "0..3", "--scale", "3", "-o", "x.txt"]].concat(), "--scale"),
        (&[&number[..], &["--ids", "0..3", "--style", "box", "-o", "x.jsonl"]].concat(), "--style"),
    ] {
        let run = env.run(command);
        assert_eq!(run.code, Some(2), "{command:?}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(reason), "{command:?}: {}", run.stderr);
    }
    for name in ["x.svg", "x.txt", "x.jsonl", "results.txt", "{}.json"] {
        assert!(!env.path(name).exists(), "{name} was left behind");
    }
}

#[test]
fn numbered_mazes_obey_what_is_said_of_their_ends_and_of_figures() {
    let env = Environment::new();
    let command =
        ["generate", "maze", "--rows", "3", "--cols", "3", "--ids", "5..7", "--entrances", "farthest", "--stats"];
    let run = env.run(&[&command[..], &["-o", "m.jsonl"]].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("2 mazes made"), "{}", run.stderr);
    let corners = env.succeed(&["generate", "maze", "--rows", "3", "--cols", "3", "--ids", "5..7"]);
    let farthest = env.succeed(&command[..command.len() - 1]);
    assert_ne!(corners, farthest);
}
