//! Rooms of the editor and the game as players and designers meet them: drawn, walked, analysed, exported, in batches.

use crate::environment::{Environment, case, fathom};
use serde_json::Value;

/// A room of the game from a drawing of tiles: `#` wall, `@` start, `$` goal, `w` white key, `W` white door, `o`, `O`
/// the same in orange.
pub fn room(env: &Environment, name: &str, drawing: &str) -> String {
    let rows: Vec<&str> = drawing.trim().lines().map(str::trim).collect();
    let (width, height) = (rows[0].len() * 32, rows.len() * 32);
    let mut instances = String::new();
    for (row, line) in rows.iter().enumerate() {
        for (column, letter) in line.chars().enumerate() {
            let object = match letter {
                '#' => "objBlock",
                '@' => "objPlayerStart",
                '$' => "oGoal",
                'w' => "oKeyWhite",
                'W' => "oDoorWhite",
                'o' => "oKeyOrange",
                'O' => "oDoorOrange",
                _ => continue,
            };
            let (x, y) = (column * 32, row * 32);
            instances += &format!("<instance objName=\"{object}\" x=\"{x}\" y=\"{y}\" scaleX=\"1\" scaleY=\"1\"/>");
        }
    }
    let text =
        format!("<room><width>{width}</width><height>{height}</height><instances>{instances}</instances></room>");
    env.write(name, text)
}

fn walkable(env: &Environment, file: &str) -> Value {
    let out = env.succeed(&["solve", file, "--format", "json"]);
    let result: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(result["status"], "solved", "{out}");
    result["walkable"].clone()
}

#[test]
fn the_verdict_says_whether_a_room_can_be_walked() {
    let env = Environment::new();
    let flat = room(&env, "flat.room.gmx", "########\n#......#\n#@.w.W$#\n########");
    assert_eq!(walkable(&env, &flat), "proved");
    let high = room(&env, "high.room.gmx", "######\n#...$#\n#..###\n#..###\n#..###\n#..###\n#..###\n#@.###\n######");
    assert_eq!(walkable(&env, &high), "by flying only");
    let told = env.succeed(&["solve", &high]);
    assert!(told.contains("Walkable: by flying only. No jump leads to the goal"), "{told}");
    // With gravity there is no way, which is no proof for the game.
    let run = env.run(&["solve", &high, "--gravity", "--format", "json"]);
    assert!(run.stdout.contains("\"unknown\"") && !run.stdout.contains("unsolvable"), "{}", run.stdout);
}

#[test]
fn rooms_are_drawn_with_all_that_is_in_them() {
    let env = Environment::new();
    let file = room(&env, "flat.room.gmx", "########\n########\n#@.w.W$#\n########");
    env.succeed(&["draw", &file, "-o", "room.svg"]);
    let svg = env.read("room.svg");
    for text in ["start", "goal", "1 white", ">8<", ">4<"] {
        assert!(svg.contains(text), "{text} is not in the picture");
    }
    env.succeed(&["draw", &file, "--solve", "-o", "route.svg"]);
    let svg = env.read("route.svg");
    for text in ["in hand: none", "1. take key key1 (1 white; column 4, row 3)", "2. open door door1"] {
        assert!(svg.contains(text), "{text} is not in the picture");
    }
    env.succeed(&["draw", &file, "--solve", "-o", "route.png"]);
    assert!(std::fs::read(env.path("route.png")).unwrap().starts_with(b"\x89PNG"));
    env.succeed(&["solve", &file, "-o", "route.html"]);
    let page = env.read("route.html");
    assert!(page.contains("\"cleared\":[[0],[1]]"), "the page knows what is gone after each step");
}

#[test]
fn levels_go_out_to_the_editor_and_come_back() {
    let env = Environment::new();
    let file = room(&env, "flat.room.gmx", "########\n#......#\n#@.w.W$#\n########");
    let steps = |file: &str| {
        let out = env.succeed(&["solve", file, "--shortest", "--format", "json"]);
        serde_json::from_str::<Value>(&out).unwrap()["solutions"][0]["length"].clone()
    };
    env.succeed(&["draw", &file, "-o", "flat.lvl"]);
    assert_eq!(steps("flat.lvl"), steps(&file));
    // A level of the editor is written as it is: what is written again is the same.
    env.succeed(&["draw", &case("lockpick/import/small-rooms.lvl"), "--level", "2", "-o", "hall.lvl"]);
    env.succeed(&["draw", "hall.lvl", "-o", "again.lvl"]);
    assert_eq!(std::fs::read(env.path("hall.lvl")).unwrap(), std::fs::read(env.path("again.lvl")).unwrap());
    // A graph without circles becomes a room.
    let graph = case("lockpick/paper/3-4_cargo_lift.txt");
    let run = env.run(&["draw", &graph, "-o", "lift.lvl"]);
    if run.code == Some(0) {
        assert_eq!(steps("lift.lvl"), steps(&graph));
    } else {
        assert!(run.stderr.contains("cannot be laid out"), "{}", run.stderr);
    }
    let run = env.run(&["draw", &file, "--solve", "-o", "route.lvl"]);
    assert!(run.code == Some(2) && run.stderr.contains("does not hold that"), "{}", run.stderr);
}

#[test]
fn designers_are_told_what_a_level_asks() {
    let env = Environment::new();
    let file = room(&env, "two.room.gmx", "#########\n#########\n#@.w.W.$#\n#.....###\n#w.o....#\n#########");
    let told = env.succeed(&["show", &file, "--analyse"]);
    for line in ["solvable: yes", "fewest steps: 2, proved", "not needed, each by itself"] {
        assert!(told.contains(line), "{line} is not in\n{told}");
    }
    let run = env.run(&["show", &file, "--analyse", "--format", "level"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    let hard = case("lockpick/hard/curses-100.txt");
    let run = env.run(&["show", &hard, "--analyse", "--time-limit", "1s"]);
    assert!(run.stdout.contains("solvable: "), "{}", run.stdout);
    // With 3 if the time was over before everything was found out.
    assert!(matches!(run.code, Some(0 | 3)), "{}", run.stdout);
    assert!(run.at_work < std::time::Duration::from_secs(5), "{:?}", run.at_work);
}

#[test]
fn a_batch_over_a_pack_ends_with_a_table() {
    let env = Environment::new();
    std::fs::copy(case("lockpick/import/small-rooms.lvl"), env.path("pack.lvl")).unwrap();
    let run = env.run(&["batch", "pack.lvl", "-o", "out.jsonl", "--time-limit", "20s"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines.len(), 6, "{}", run.stdout);
    assert!(lines[0].starts_with("pack.lvl, level 1 (Corridor)") && lines[0].contains("solved"), "{}", lines[0]);
    // Resumed, it tells the same table and does nothing again.
    let again = env.run(&["batch", "pack.lvl", "-o", "out.jsonl", "--time-limit", "20s", "--resume"]);
    assert_eq!((again.code, &again.stdout), (Some(0), &run.stdout), "{}", again.stderr);
    assert!(again.stderr.contains("6 done before"), "{}", again.stderr);
    // Options hold for all levels; the records come first where there is no file for them.
    let run = env.run(&["batch", "pack.lvl", "--shortest", "-t", "1"]);
    assert_eq!(run.stdout.lines().count(), 6, "{}", run.stdout);
    assert!(run.stderr.contains("level 2 (Hall of doors)"), "{}", run.stderr);
}

/// A corridor with a thing in each tile, as a room of the game.
fn corridor(things: &[&str]) -> String {
    let tiles = things.len() + 2;
    let block = |x: usize, y: usize, wide: usize| {
        format!("<instance objName=\"objBlock\" x=\"{x}\" y=\"{y}\" scaleX=\"{wide}\" scaleY=\"1\"/>")
    };
    let walls = [block(0, 0, tiles), block(0, 64, tiles), block(0, 32, 1), block(32 * (tiles - 1), 32, 1)].concat();
    let things = things.iter().enumerate().map(|(index, thing)| {
        let (name, code) = thing.split_once(' ').unwrap_or((thing, ""));
        let left = 32 * (index + 1);
        // Salvage points are told by the middle of their lower edge.
        let (x, y) = if name.starts_with("oSalvage") { (left + 16, 64) } else { (left, 32) };
        format!("<instance objName=\"{name}\" x=\"{x}\" y=\"{y}\" code=\"{code}\"/>")
    });
    let width = 32 * tiles;
    let things: String = things.collect();
    format!("<room><width>{width}</width><height>96</height><instances>{walls}{things}</instances></room>")
}

#[test]
fn a_door_from_another_level_is_fetched_by_a_visit() {
    let env = Environment::new();
    let target = corridor(&["objPlayerStart", "oKeyWhite", "oSalvageOut ID=3;", "oDoorWhite type=1;", "oGoal"]);
    let source = corridor(&["oDoorWhite", "objPlayerStart", "oKeyWhite", "oSalvageIn ID=3;", "oGoal"]);
    let target = env.write("target.room.gmx", target);
    let source = env.write("source.room.gmx", source);
    let (code, out, _) = fathom(&["solve", &target]);
    assert!(code == 3 && out.contains("it depends on the door stored as number 3"), "{out}");
    for ending in ["txt", "json"] {
        let answer = env.path(&format!("answer.{ending}")).display().to_string();
        let (code, _, err) = fathom(&["solve", &target, "--visit", &source, "-o", &answer]);
        assert_eq!(code, 0, "{err}");
        let (code, out, err) = fathom(&["check", &target, &answer, "--visit", &source]);
        assert!(code == 0 && out.contains("after a visit that stores a door"), "{out}{err}");
        let (code, out, _) = fathom(&["check", &target, &answer]);
        assert!(code == 2 && out.contains("visit 1, source"), "{out}");
    }
    let folder = env.path("").display().to_string();
    let (code, out, err) = fathom(&["solve", &target, "--visit", &folder]);
    assert!(code == 0 && out.contains("Visit 1 stores door1 as number 3, level source"), "{out}{err}");
}
