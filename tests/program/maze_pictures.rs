//! Mazes as pictures: drawn, and read from pictures.

use crate::{
    environment::{Environment, case},
    maze::made,
};

#[test]
fn ends_inside_a_picture_are_kept() {
    let env = Environment::new();
    let flags = ["--rows", "6", "--cols", "7", "--seed", "3", "--entrances", "farthest"];
    let lengths = ["far.txt", "far.png", "far.json"].map(|name| {
        env.succeed(&[&["generate", "maze", "-o", name], &flags[..]].concat());
        let text = env.succeed(&["solve", name]);
        text.lines().find(|line| line.starts_with("Length: ")).map(str::to_owned)
    });
    assert!(lengths[0].is_some() && lengths[0] == lengths[1] && lengths[1] == lengths[2], "{lengths:?}");
}

#[test]
fn pictures_are_drawn() {
    let env = Environment::new();
    let file = case("maze/islands.txt");
    for output in ["maze.svg", "maze.png", "maze.txt", "maze.json"] {
        let has_colours = output.ends_with("svg") || output.ends_with("png");
        let distance: &[&str] = if has_colours { &["--distance"] } else { &[] };
        env.succeed(&[&["draw", &file, "--solve", "-o", output], distance].concat());
    }
    let refused = env.run(&["draw", &file, "--distance", "-o", "other.txt"]);
    assert_eq!(refused.code, Some(2), "colours have no place in text");
    assert!(env.read("maze.svg").contains("<path"));
    assert!(env.read("maze.txt").contains('.'));
    // A picture with a way and colours in it is still a maze.
    let before = env.succeed(&["show", &file]);
    assert_eq!(env.succeed(&["show", "maze.png"]), before);
    assert_eq!(env.succeed(&["show", "maze.json"]), before);
}

/// The size of a PNG, from its header.
fn png_size(env: &Environment, name: &str) -> (u32, u32) {
    let bytes = std::fs::read(env.path(name)).unwrap();
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn half_blocks_drew_no_way() {
    let env = Environment::new();
    let plain = made(&env, &["--rows", "9", "--cols", "14", "--seed", "3", "--style", "half"]);
    let solved = made(&env, &["--rows", "9", "--cols", "14", "--seed", "3", "--style", "half", "--solve"]);
    assert!(!plain.contains(['▌', '▘', '▖', '▛', '▙']), "{plain}");
    assert!(solved.contains('▌') && solved.contains('▘') && solved.contains('▛'), "{solved}");
    // The walls are the same: it is read as the same maze.
    env.write("plain.txt", &plain);
    env.write("solved.txt", &solved);
    let number = |file| env.succeed(&["show", file]).lines().last().map(str::to_owned);
    assert_eq!(number("solved.txt"), number("plain.txt"));
}

#[test]
fn cells_of_a_picture_had_seams_between_them() {
    let env = Environment::new();
    made(&env, &["--rows", "5", "--cols", "6", "--seed", "1", "-o", "maze.txt"]);
    env.succeed(&["draw", "maze.txt", "--distance", "-o", "maze.svg"]);
    let picture = std::fs::read_to_string(env.path("maze.svg")).unwrap();
    let crisp = picture.split("<g shape-rendering=\"crispEdges\">").nth(1).expect("edges that are not smoothed");
    assert_eq!(crisp.split("</g>").next().unwrap().matches("<rect").count(), 30, "{picture}");
}

#[test]
fn pictures_had_a_pixel_to_a_square() {
    let env = Environment::new();
    for (rows, cols, size) in [("20", "30", (976, 656)), ("100", "100", (804, 804)), ("600", "10", (21, 1201))] {
        made(&env, &["--rows", rows, "--cols", cols, "--seed", "1", "-o", "maze.png"]);
        assert_eq!(png_size(&env, "maze.png"), size, "{rows}x{cols}");
        std::fs::remove_file(env.path("maze.png")).unwrap();
    }
    made(&env, &["--rows", "20", "--cols", "30", "--seed", "1", "--scale", "1", "-o", "small.png"]);
    assert_eq!(png_size(&env, "small.png"), (61, 41));
}

#[test]
fn the_outside_of_a_mask_was_solid_wall() {
    let env = Environment::new();
    let plus = "...X...\n.XXXXX.\nXXXXXXX\n.XXXXX.\n...X...\n";
    let masks = [plus, "XX..\nXX..\n..XX\n..XX\n", "XXX\nX.X\nXXX\n"];
    for (mask, (verdict, parts)) in masks.into_iter().zip([("19 cells", 1), ("8 cells", 2), ("8 cells", 1)]) {
        let mask = env.write("mask.txt", mask);
        // The goal of two parts lies inside, where half blocks cannot show it.
        let styles = if parts == 2 { &["ascii", "box"][..] } else { &["ascii", "box", "half"] };
        for style in styles {
            let text = made(&env, &["--mask", &mask, "--seed", "4", "--style", style]);
            env.write("maze.txt", &text);
            let right = env.succeed(&["check", "maze.txt"]);
            assert!(right.contains(verdict) && right.contains("loops: 0"), "{right}{text}");
        }
        made(&env, &["--mask", &mask, "--seed", "4", "-o", "maze.svg"]);
        assert!(!env.read("maze.svg").contains("#5a5a5a"));
        std::fs::remove_file(env.path("maze.svg")).unwrap();
    }
    let mask = env.write("mask.txt", plus);
    let plus = made(&env, &["--mask", &mask, "--seed", "4"]);
    assert!(plus.starts_with("      #"), "{plus}");
    made(&env, &["--mask", &mask, "--seed", "4", "-o", "maze.png", "--scale", "3"]);
    assert!(env.succeed(&["check", "maze.png"]).contains("19 cells"));
}

#[test]
fn a_large_picture_is_read_bit_by_bit() {
    let env = Environment::new();
    let args = ["--rows", "1500", "--cols", "1501", "--seed", "1", "--algorithm", "eller", "--stream", "--scale", "1"];
    made(&env, &[&args[..], &["-o", "big.png"]].concat());
    let right = env.succeed(&["check", "big.png"]);
    assert_eq!(right, "right: perfect: 2251500 cells, 2251499 passages, parts: 1, loops: 0\n");
    // Colours, a margin and another thickness of walls come out the same.
    made(&env, &["--rows", "30", "--cols", "41", "--seed", "1", "--solve", "--distance", "-o", "coloured.png"]);
    assert!(env.succeed(&["check", "coloured.png"]).starts_with("right: perfect: 1230 cells, 1229 passages"));
}

#[test]
fn the_way_of_an_answer_is_drawn() {
    let env = Environment::new();
    for grid in [&[][..], &["--grid", "hex"]] {
        env.succeed(
            &[&["generate", "maze", "--rows", "7", "--cols", "7", "--seed", "1", "-o", "m.txt"], grid].concat(),
        );
        for strategy in ["bfs", "wall-follower"] {
            for answer in ["way.txt", "way.json", "way.jsonl"] {
                env.succeed(&["solve", "m.txt", "--strategy", strategy, "-q", "-o", answer]);
                env.succeed(&["draw", "m.txt", answer, "-o", &format!("{answer}.svg"), "-q"]);
                env.succeed(&["draw", "m.txt", answer, "-o", "way.pdf", "-q"]);
            }
            let drawn = env.read("way.txt.svg");
            assert!(drawn == env.read("way.json.svg") && drawn == env.read("way.jsonl.svg"), "{grid:?} {strategy}");
            env.succeed(&["draw", "m.txt", "-o", "maze.svg", "-q"]);
            assert_ne!(drawn, env.read("maze.svg"), "{grid:?} {strategy}: there is no way in the picture");
        }
        // A shortest way is what --solve draws.
        env.succeed(&["solve", "m.txt", "-q", "-o", "way.json"]);
        env.succeed(&["draw", "m.txt", "way.json", "-o", "told.svg", "-q"]);
        env.succeed(&["draw", "m.txt", "--solve", "-o", "solved.svg", "-q"]);
        assert_eq!(env.read("told.svg"), env.read("solved.svg"), "{grid:?}");
    }
    // Another maze's way is refused, and so is what holds none.
    env.succeed(&["generate", "maze", "--rows", "7", "--cols", "7", "--seed", "2", "-o", "other.txt"]);
    env.write("none.json", "{\"solutions\": []}");
    for answer in ["way.json", "none.json"] {
        let run = env.run(&["draw", "other.txt", answer, "-o", "x.svg"]);
        assert!(run.code == Some(2) && run.stderr.contains(answer), "{answer}: {}", run.stderr);
    }
    assert!(!env.path("x.svg").exists());
}
