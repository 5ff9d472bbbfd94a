//! Pictures of small cases of every family, line by line: whatever changes in a picture is seen in its snapshot.

use crate::{
    environment::{Environment, case},
    lockpick_rooms::room,
};

#[test]
fn solutions_of_small_cases_are_drawn_like_this() {
    let env = Environment::new();
    let cases = [
        ("polyomino", "2 3 2\nDEFAULT\nGIVEN\nAA.\nA..\nAA\nA\nB\nBB\n"),
        ("box", "2 2 2 2\nDEFAULT\nZ: 0\nAA\nA.\nZ: 1\nA.\n..\nZ: 0\nBB\nB.\nZ: 1\nB.\n..\n"),
        ("pyramid", "2 2 2\nPYRAMID\nAA\nA\nBB\n"),
        ("hexagons", "2 2 2\nHEXAGON\nA A\nB B\n"),
        ("triangles", "1 3 2\nTRIANGLE\nAAA\nBBB\n"),
        ("voracity", "1 2 1\n1 @ 2\n2 1 1\n"),
        ("snakes", "size 3x3\nstart 1\n2 > 6\n8 > 4\n"),
        (
            "lockpick_graph",
            "level Small\nstart s\njunction s\nkey k 1 white\ndoor d 1 white\ngoal g\npath s - k\npath s - d > g\n",
        ),
        ("maze", "# #####\n#   # #\n# # # #\n# #   #\n##### #\n"),
    ];
    for (name, content) in cases {
        env.write("case.txt", content);
        env.succeed(&["solve", "case.txt", "-q", "-t", "1", "-o", "out.svg"]);
        insta::assert_snapshot!(name, env.read("out.svg"));
    }
}

#[test]
fn a_room_is_drawn_like_this() {
    let env = Environment::new();
    let file = room(&env, "flat.room.gmx", "######\n#@wW$#\n######");
    for (name, verb) in [("lockpick_room", "draw"), ("lockpick_room_solved", "solve")] {
        env.succeed(&[verb, &file, "-q", "-o", "out.svg"]);
        insta::assert_snapshot!(name, env.read("out.svg"));
    }
}

/// Each grid of mazes: the picture, and the drawing in characters.
#[test]
fn mazes_of_every_grid_are_drawn_like_this() {
    let env = Environment::new();
    let small = ["--rows", "3", "--cols", "3"];
    let grids: [(&str, &[&str]); 6] = [
        ("hex", &["--grid", "hex"]),
        ("triangle", &["--grid", "triangle"]),
        ("theta", &["--grid", "theta"]),
        ("weave", &["--grid", "weave", "--crossings", "0.3"]),
        ("floors", &["--floors", "2"]),
        ("rounded", &["--rounded"]),
    ];
    for (name, grid) in grids {
        let make = |output: &str| {
            let args = [&["generate", "maze", "-q", "--seed", "4", "--solve"], &small[..], grid, &["-o", output]];
            env.succeed(&args.concat());
            env.read(output)
        };
        insta::assert_snapshot!(format!("maze_{name}"), make("out.svg"));
        if name != "rounded" {
            insta::assert_snapshot!(format!("maze_{name}_text"), make("out.txt"));
        }
    }
}

#[test]
fn an_exact_cover_has_no_picture_and_says_so() {
    let env = Environment::new();
    for verb in ["solve", "draw"] {
        let run = env.run(&[verb, &case("exact-cover/queens-8.dlx"), "-o", "out.svg"]);
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        assert!(run.stderr.contains("its items could be anything"), "{}", run.stderr);
        assert!(!env.path("out.svg").exists());
    }
}
