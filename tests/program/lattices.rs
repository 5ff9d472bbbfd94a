//! Triangles and hexagons, by the program as a person uses it.

use crate::environment::{self, Environment, case};

fn count(env: &Environment, file: &str, flags: &[&str]) -> String {
    let text = env.succeed(&[&["count", file][..], flags].concat());
    let line = text.lines().find(|line| line.contains("solution") && !line.contains("polyomino")).unwrap_or_default();
    line.split(' ').next().unwrap_or_default().replace("No", "0")
}

#[test]
fn known_counts_by_every_strategy_that_counts() {
    let env = Environment::new();
    for (name, all, classes) in [
        ("hexiamonds-6x6", "624", "156"),
        ("hexiamonds-4x9", "148", "74"),
        ("hexiamonds-3x12", "0", "0"),
        ("hexiamonds-2x18", "0", "0"),
        ("tetrahexes-4x7", "18", "9"),
        ("tetrahexes-2x14", "0", "0"),
    ] {
        let file = case(&format!("polyomino/{name}.txt"));
        assert_eq!(count(&env, &file, &[]), all, "{name}");
        for strategy in ["cover", "constrained"] {
            assert_eq!(count(&env, &file, &["--strategy", strategy]), all, "{name} {strategy}");
        }
        assert_eq!(count(&env, &file, &["--classes"]), classes, "{name}");
    }
    let file = case("polyomino/tetrahexes-4x7.txt");
    for strategy in ["brute", "frontier"] {
        assert_eq!(count(&env, &file, &["--strategy", strategy]), "18", "{strategy}");
    }
}

#[test]
fn answers_do_not_depend_on_threads_and_branches() {
    let env = Environment::new();
    let file = case("polyomino/hexiamonds-4x9.txt");
    let grids = |flags: &[&str]| {
        let text = env.succeed(&[&["solve", &file, "-s", "20", "--format", "json"][..], flags].concat());
        let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
        answer["solutions"].clone()
    };
    let alone = grids(&["-t", "1", "-b", "1"]);
    assert_eq!(alone, grids(&["-t", "8", "-b", "64"]));
    assert_eq!(alone, grids(&["-t", "3"]));
}

/// What `solve` writes in every format is judged to be right, and what is doctored is not.
#[test]
fn answers_are_judged_in_every_format() {
    let env = Environment::new();
    let copies = env.write("copies.txt", "3 4 1\nTRIANGLE\nAA\nCOPIES 12\n");
    let rings = env.write(
        "rings.txt",
        "5 9 2\nHEXAGON CUSTOM\n  X X X\n X X X X\nX X X X X\n X X X X\n  X X X\nA\nCOPIES 13\nB B\nCOPIES 3\n",
    );
    let cases = [
        (case("polyomino/hexiamonds-6x6.txt"), &["-s", "20"][..]),
        (case("polyomino/tetrahexes-4x7.txt"), &["--all"]),
        (copies, &["-s", "5"]),
        (rings, &["-s", "5"]),
    ];
    for (file, flags) in cases {
        for format in ["txt", "json", "jsonl"] {
            let answer = format!("answer.{format}");
            env.succeed(&[&["solve", &file, "-q", "-o", &answer][..], flags].concat());
            let judged = env.succeed(&["check", &file, &answer]);
            assert!(judged.starts_with("right:"), "{file} {format}: {judged}");
            // The last of all letters belongs to a solution, whatever stands in the head of the report. In JSON lines
            // the name of the case, which may have any letters, comes again at the end.
            let mut doctored = env.read(&answer);
            let end = if format == "jsonl" { doctored.rfind("\"case\"").unwrap() } else { doctored.len() };
            let last = doctored[..end].rfind('A').expect("every solution has a piece A");
            doctored.replace_range(last..=last, "_");
            env.write(&answer, doctored);
            assert_eq!(env.run(&["check", &file, &answer]).code, Some(2), "{file} {format}");
        }
    }
}

#[test]
fn copies_have_lines_between_them() {
    let env = Environment::new();
    let file = env.write("case.txt", "2 2 1\nHEXAGON\nA A\nCOPIES 2\n");
    let text = env.succeed(&["solve", &file, "--all"]);
    let boards = text.split_once("\n\n").map(|(_, boards)| environment::without_times(boards));
    insta::assert_snapshot!(boards.unwrap_or_default());
    let json: serde_json::Value = serde_json::from_str(&env.succeed(&["solve", &file, "--format", "json"])).unwrap();
    assert_eq!(json["solutions"][0]["grid"][0], serde_json::json!(["A.A.", ".A.A"]));
    assert_eq!(json["solutions"][0]["placements"][1]["copy"], 2);
}

#[test]
fn pieces_turn_as_the_lattice_does() {
    let env = Environment::new();
    let shapes = |text: &str, flags: &[&str]| {
        let file = env.write("case.txt", text);
        let shown = env.succeed(&[&["show", &file][..], flags].concat());
        let line = shown.lines().find(|line| line.starts_with("Piece A")).unwrap().to_owned();
        line.split_whitespace().nth(2).unwrap().to_owned()
    };
    // A chiral piece of four triangles, and one of hexagons.
    let (bar, hook) = ("6 6 1\nTRIANGLE\nAAAA\n", "6 6 1\nHEXAGON\nA A A\n     A\n");
    for (text, expected) in [(bar, ["6", "3", "2", "1"]), (hook, ["12", "6", "2", "1"])] {
        let found = [&[][..], &["--no-mirror"], &["--no-rotate"], &["--no-mirror", "--no-rotate"]];
        assert_eq!(found.map(|flags| shapes(text, flags)), expected, "{text}");
    }
    // A triangle that may not be turned keeps pointing where it points.
    assert_eq!(shapes("1 1 1\nTRIANGLE\nA\n", &[]), "2");
    assert_eq!(shapes("1 1 1\nTRIANGLE\nA\n", &["--no-rotate"]), "1");
}

#[test]
fn drawings_that_hang_together_only_the_other_way_are_read_so() {
    let env = Environment::new();
    // A triangle of side 3, at the left margin: its top points up.
    let large = "3 5 1\nTRIANGLE CUSTOM\n  X\n XXX\nXXXXX\n  A\n AAA\nAAAAA\n";
    assert_eq!(count(&env, &env.write("large.txt", large), &[]), "1");
    // The same drawing of six triangles is a hexagon after a blank, and two trapezia at the margin.
    let hexagon = "2 4 1\nTRIANGLE CUSTOM\n.XXX\n.XXX\n AAA\n AAA\n";
    assert_eq!(count(&env, &env.write("hexagon.txt", hexagon), &[]), "1");
    let trapezia = "2 4 1\nTRIANGLE CUSTOM\n.XXX\n.XXX\nAAA\nAAA\n";
    assert_eq!(count(&env, &env.write("trapezia.txt", trapezia), &[]), "0");
    // The kind may take two lines; hexagons may begin in the first column or the second.
    let ring = "3 5 2\nHEXAGON\nCUSTOM\n.X.X\nX.X.X\n X X\n A A\nA   A\n A A\nB\n";
    assert_eq!(count(&env, &env.write("ring.txt", ring), &[]), "1");
}

#[test]
fn given_pieces_spares_and_holes() {
    let env = Environment::new();
    let text = env.succeed(&["solve", &case("polyomino/tetrahexes-4x7.txt"), "-q"]);
    let rows: Vec<&str> = text.lines().filter(|line| !line.contains(':') && !line.contains("olution")).collect();
    let rows: Vec<&str> = rows.into_iter().filter(|line| !line.is_empty()).take(4).collect();
    let keep =
        |letter: char| rows.iter().map(move |row| row.replace(|mark: char| mark != letter && mark != ' ', ".") + "\n");
    let given: String = keep('A').collect();
    let source = std::fs::read_to_string(case("polyomino/tetrahexes-4x7.txt")).unwrap();
    let file = env.write("given.txt", source.replacen("HEXAGON\n", &format!("HEXAGON\nGIVEN\n{given}"), 1));
    let fewer: u32 = count(&env, &file, &[]).parse().unwrap();
    assert!((1..18).contains(&fewer), "{fewer}");
    assert_eq!(count(&env, &file, &["--strategy", "brute"]), fewer.to_string());
    // A hole, and a piece that is left over.
    let holes = env.write("holes.txt", "1 2 1\nTRIANGLE\nAAA\n");
    assert_eq!(count(&env, &holes, &["--holes", "1"]), "2");
    let spare = env.write("spare.txt", "1 2 2\nTRIANGLE\nAAAA\nBB\n");
    assert_eq!(count(&env, &spare, &["--spare-pieces"]), "1");
    assert_eq!(count(&env, &spare, &["--spare-pieces", "--strategy", "brute"]), "1");
}

#[test]
fn challenges_pictures_and_pages() {
    let env = Environment::new();
    for name in ["hexiamonds-4x9", "tetrahexes-4x7"] {
        let file = case(&format!("polyomino/{name}.txt"));
        env.succeed(&["generate", "polyomino", &file, "--seed", "4", "--tries", "2", "-q", "-o", "challenge.txt"]);
        let unique = env.succeed(&["solve", "challenge.txt", "--unique"]);
        assert!(unique.contains("Unique: yes"), "{unique}");
        for ending in ["svg", "png", "html", "txt"] {
            let picture = format!("out.{ending}");
            env.succeed(&["solve", &file, "-q", "-o", &picture]);
            env.succeed(&["draw", "challenge.txt", "-q", "-o", &picture]);
        }
        // As many areas as there are pieces, and a letter on each.
        env.succeed(&["solve", &file, "-q", "-o", "out.svg"]);
        let svg = env.read("out.svg");
        // And the caption.
        let texts = 1 + if name.starts_with("hexi") { 12 } else { 7 };
        assert_eq!(svg.matches("<text").count(), texts, "{svg}");
        let page = {
            env.succeed(&["solve", &file, "-q", "-o", "out.html"]);
            env.read("out.html")
        };
        assert!(page.contains("\"corners\":[["), "the page knows the corners");
    }
}

#[test]
fn sheets_of_pieces() {
    let env = Environment::new();
    for (lattice, size, flags, expected) in [
        ("triangle", "6", &[][..], "# 12 free pieces of 6 triangles"),
        ("triangle", "6", &["--one-sided"], "# 19 one-sided pieces of 6 triangles"),
        ("hexagon", "4", &[], "# 7 free pieces of 4 hexagons"),
        ("square", "5", &["--fixed"], "# 63 fixed pieces of 5 squares"),
        ("cube", "4", &[], "# 7 free pieces of 4 cubes"),
        ("hexagon", "1", &[], "# 1 free piece of 1 hexagon"),
    ] {
        let text =
            env.succeed(&[&["generate", "pieces", "--lattice", lattice, "--size", size, "-q"][..], flags].concat());
        assert_eq!(text.lines().next(), Some(expected));
    }
    // The sheet is a list that can be pasted into a case, and a whole case with a board.
    let list = env.succeed(&["generate", "pieces", "--lattice", "square", "--size", "5", "-q"]);
    let pasted = env.write("pasted.txt", format!("3 20 12\nDEFAULT\n{list}"));
    assert_eq!(count(&env, &pasted, &[]), "8");
    env.succeed(&[
        "generate",
        "pieces",
        "--lattice",
        "cube",
        "--size",
        "3",
        "--board",
        "1x2x3",
        "-q",
        "-o",
        "cubes.txt",
    ]);
    assert_eq!(count(&env, "cubes.txt", &[]), "0");
    env.succeed(&["generate", "pieces", "--lattice", "hexagon", "--size", "5", "-q", "-o", "sheet.svg"]);
    assert_eq!(env.read("sheet.svg").matches("<text").count(), 22);
}

#[test]
fn sheets_that_cannot_be_made_are_refused() {
    let env = Environment::new();
    for (args, expected) in [
        (&["--lattice", "triangle"][..], "--size"),
        (&["--lattice", "octagon", "--size", "3"], "square, cube, triangle or hexagon"),
        (&["--size", "0"], "a number from 1"),
        (&["--size", "3", "--one-sided", "--fixed"], "not both"),
        (&["--size", "3", "--board", "6"], "rows and columns"),
        (&["--size", "3", "--board", "99999999999x99999999999"], "rows and columns"),
        (&["--size", "3", "--lattice", "cube", "--board", "2x3"], "rows and columns"),
        (&["--size", "3", "--seed", "4"], "--seed"),
        (&["--size", "7", "--one-sided", "--board", "14x98"], "rows and columns"),
        (&["--size", "7", "--one-sided", "--board", "14x70"], "more than 116"),
        (&["--size", "3", "-o", "x.html"], "ending"),
    ] {
        let run = env.run(&[&["generate", "pieces"][..], args].concat());
        assert_eq!(run.code, Some(2), "{args:?}: {}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(expected), "{args:?}: {}", run.stderr);
    }
    let stopped = env.run(&["generate", "pieces", "--size", "40", "--time-limit", "300ms"]);
    assert_eq!(stopped.code, Some(3), "{}", stopped.stderr);
}

#[test]
fn more_pieces_than_latin_letters() {
    let env = Environment::new();
    env.succeed(&["generate", "pieces", "--size", "7", "--board", "27x28", "-q", "-o", "heptominoes.txt"]);
    let letters: std::collections::BTreeSet<char> =
        env.read("heptominoes.txt").lines().skip(3).flat_map(str::chars).filter(|mark| mark.is_alphabetic()).collect();
    assert_eq!(letters.len(), 108);
    // 60 dominoes that are told apart, one of which fits a board of two.
    let names: Vec<char> = fathom::polyomino::input::LETTERS.chars().take(60).collect();
    let pieces: String = names.iter().map(|letter| format!("{letter}{letter}\n")).collect();
    let file = env.write("many.txt", format!("1 2 60\nDEFAULT\n{pieces}"));
    for strategy in ["brute", "cover", "constrained", "frontier"] {
        assert_eq!(count(&env, &file, &["--spare-pieces", "--strategy", strategy]), "60", "{strategy}");
    }
    env.succeed(&["solve", &file, "--spare-pieces", "--all", "-q", "-o", "answer.json"]);
    env.succeed(&["check", &file, "answer.json", "--spare-pieces"]);
    // All of them on a long board, with the last given.
    let row: String = (0..118).map(|_| '.').chain([names[59], names[59]]).collect();
    let file = env.write("long.txt", format!("1 120 60\nDEFAULT\nGIVEN\n{row}\n{pieces}"));
    for format in ["txt", "jsonl"] {
        let answer = format!("answer.{format}");
        env.succeed(&["solve", &file, "-q", "-o", &answer]);
        assert!(env.succeed(&["check", &file, &answer]).starts_with("right: 1 solution"));
    }
}
