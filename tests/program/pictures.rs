//! Pictures and pages of every family: they are made, they can be read, and nothing that a file is called does harm.

use crate::environment::{Environment, case};

/// A case of each family with few solutions, and flags that make its search short.
const CASES: [(&str, &str, &[&str]); 6] = [
    ("flat", "polyomino/paper-5x5.txt", &[]),
    ("pyramid", "polyomino/pyramid-3.txt", &[]),
    ("lockpick", "lockpick/paper/3-6_profit_margin.txt", &[]),
    ("voracity", "voracity/with-size.txt", &[]),
    ("snakes", "snakes/drawn-5x6.txt", &[]),
    ("maze", "maze/two-ways.txt", &[]),
];

fn is_svg(text: &str) -> bool {
    roxmltree::Document::parse(text).is_ok_and(|document| document.root_element().has_tag_name("svg"))
}

/// Width and height of a PNG file.
fn size_of(bytes: &[u8]) -> (u32, u32) {
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

/// How many pages a PDF file has whose table is where it says.
fn pages_of(bytes: &[u8]) -> usize {
    assert!(bytes.starts_with(b"%PDF-1.7"));
    let text = String::from_utf8_lossy(bytes);
    let place = text.rsplit("startxref\n").next().unwrap().lines().next().unwrap();
    assert!(bytes[place.parse::<usize>().unwrap()..].starts_with(b"xref\n"));
    assert!(!text.contains("/JavaScript") && !text.contains("/OpenAction"));
    text.matches("/Type /Page\n").count()
}

#[test]
fn every_family_draws_what_it_solves() {
    let env = Environment::new();
    for (name, file, flags) in CASES {
        for ending in ["svg", "png", "pdf", "html"] {
            let out = format!("{name}.{ending}");
            let file = case(file);
            let args: Vec<&str> = ["solve", &file, "-o", &out].into_iter().chain(flags.iter().copied()).collect();
            let run = env.run(&args);
            assert_eq!(run.code, Some(0), "{args:?}: {}", run.stderr);
        }
        assert!(is_svg(&env.read(&format!("{name}.svg"))), "{name}");
        let (width, height) = size_of(&std::fs::read(env.path(&format!("{name}.png"))).unwrap());
        assert!(width > 50 && height > 50, "{name}: {width} x {height}");
        // The case and its solution.
        assert_eq!(pages_of(&std::fs::read(env.path(&format!("{name}.pdf"))).unwrap()), 2, "{name}");
        let page = env.read(&format!("{name}.html"));
        assert!(page.contains("class=\"solutions\"") && page.len() < 300 << 10, "{name}: {} bytes", page.len());
        // Without scripts there are pictures of the case and of a solution.
        assert!(page.matches("<svg ").count() >= 2, "{name}");
    }
}

#[test]
fn every_family_draws_cases_and_answers() {
    let env = Environment::new();
    for (name, file, flags) in CASES {
        let (file, answer, out) = (case(file), format!("{name}.json"), format!("{name}-answer.svg"));
        env.succeed(&["draw", &file, "-q", "-o", &format!("{name}.svg")]);
        assert!(is_svg(&env.read(&format!("{name}.svg"))), "{name}");
        if name == "maze" {
            env.succeed(&["draw", &file, "--solve", "-q", "-o", &out]);
        } else {
            let args: Vec<&str> =
                ["solve", &file, "-q", "-o", &answer].into_iter().chain(flags.iter().copied()).collect();
            env.succeed(&args);
            env.succeed(&["draw", &file, &answer, "-q", "-o", &out]);
        }
        assert!(is_svg(&env.read(&out)), "{name}");
        let page = format!("{name}.html");
        if name == "maze" {
            env.succeed(&["draw", &file, "--solve", "-q", "-o", &page]);
        } else {
            env.succeed(&["draw", &file, &answer, "-q", "-o", &page]);
        }
        assert!(env.read(&page).contains("\"count\":1"), "{name}");
        env.succeed(&["draw", &file, "-q", "-o", &page]);
        assert!(env.read(&page).contains("\"count\":0"), "{name}");
        assert_ne!(env.read(&out), env.read(&format!("{name}.svg")), "{name}");
    }
}

#[test]
fn copies_are_told_apart_by_their_borders() {
    let env = Environment::new();
    env.write("dominoes.txt", "2 2 1\nDEFAULT\nAA\nCOPIES 2\n");
    env.succeed(&["solve", "dominoes.txt", "--all", "-q", "-o", "{}.svg"]);
    let [first, second] = ["0001.svg", "0002.svg"].map(|name| env.read(name));
    assert_ne!(first, second);
    assert_eq!(first.matches(">A</text>").count(), 2);
}

#[test]
fn many_solutions_are_a_sheet_that_says_what_it_lacks() {
    let env = Environment::new();
    let dominoes = case("polyomino/dominoes-8x8.txt");
    let run = env.run(&["solve", &dominoes, "-s", "130", "-o", "sheet.svg"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stderr.contains("the sheet shows the first 120 of 130"), "{}", run.stderr);
    let sheet = env.read("sheet.svg");
    assert!(is_svg(&sheet) && sheet.contains("the first 120 of 130"));
    // Each has its number and its id.
    assert!(sheet.contains(">120 · id "), "ids");
    env.succeed(&["solve", &dominoes, "-s", "3", "-q", "-o", "few.png"]);
    assert!(size_of(&std::fs::read(env.path("few.png")).unwrap()).0 > 500);
}

#[test]
fn what_cannot_be_drawn_is_refused_plainly() {
    let env = Environment::new();
    let plus = case("polyomino/paper-plus.txt");
    let run = env.run(&["count", &plus, "-o", "x.svg"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("a number is nothing to look at"), "{}", run.stderr);
    let run = env.run(&["solve", &plus, "-o", "x.gif"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains(".svg, .png, .pdf or .html"), "{}", run.stderr);
    let run = env.run(&["solve", &plus, "-o", "none/{}.svg"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    env.write("wrong.txt", "AAAAA\n");
    assert_eq!(env.run(&["draw", &plus, "wrong.txt", "-o", "x.svg"]).code, Some(2));
}

#[test]
fn no_solution_is_a_picture_of_the_case_and_a_line() {
    let env = Environment::new();
    env.write("none.txt", "1 3 2\nDEFAULT\nAA\nBB\n");
    for ending in ["svg", "png", "pdf", "html"] {
        let run = env.run(&["solve", "none.txt", "-o", &format!("none.{ending}")]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
    }
    assert!(env.read("none.svg").contains("no solution"));
    assert!(env.read("none.html").contains("No solution"));
}

#[test]
fn a_picture_of_a_search_that_was_cut_short_claims_nothing() {
    let env = Environment::new();
    let (paper, board) = (case("polyomino/paper-5x5.txt"), case("voracity/v9-3-1.txt"));
    let maze = env.write("maze.txt", "#####\n#   #\n# ###\n#   #\n#####\n");
    let ring = case("maze/no-way.txt");
    let cut: [(&[&str], &str); 6] = [
        (&[&paper, "--strategy", "cover", "--node-limit", "5"], "no solution found so far: the node limit was reached"),
        (&[&paper, "--strategy", "cover", "--range", "/99.."], "no solution in the range /99.."),
        (&[&board, "--node-limit", "0"], "no solution found so far: the node limit was reached"),
        (&[&board, "--strategy", "dfs", "--range", "/5.."], "in the range /5.."),
        (&[&maze, "--node-limit", "1"], "no solution found so far: the node limit was reached"),
        (&[&ring, "--strategy", "wall-follower"], "no solution found: the wall led back to the start"),
    ];
    for (flags, text) in cut {
        for ending in ["svg", "png", "pdf"] {
            let run = env.run(&[&["solve"], flags, &["-o", &format!("cut.{ending}")]].concat());
            assert!(run.stderr.contains(text) && !run.stderr.contains(": no solution\n"), "{flags:?}: {}", run.stderr);
        }
        assert!(!env.read("cut.svg").contains("no solution<"), "{flags:?}");
    }
    // What was asked besides is told as well.
    let run = env.run(&["solve", &paper, "--unique", "-o", "unique.svg"]);
    assert!(run.stderr.contains("Unique: no"), "{}", run.stderr);
}

/// What files, levels and nodes may be called.
const HOSTILE: &str =
    "</title></script><script>alert(1)</script><img src=x onerror=alert(1)>'\"&\u{1b}]0;x\u{7}\u{202e}\u{9b}2J";

#[test]
fn names_do_no_harm() {
    let env = Environment::new();
    let word = "W".repeat(5000);
    for title in [HOSTILE, word.as_str()] {
        let level = format!(
            "level {title}\nstart s\njunction s\nkey k 1 white\ndoor d 1 white\ngoal g\npath s - k\npath s - d > g\n"
        );
        env.write("level.txt", &level);
        for ending in ["svg", "png", "html", "json"] {
            let out = format!("level.{ending}");
            let run = env.run(&["solve", "level.txt", "-o", &out]);
            assert_eq!(run.code, Some(0), "{}", run.stderr);
            assert!(!run.stderr.contains(['\u{1b}', '\u{202e}', '\u{9b}']));
            if ending == "png" {
                continue;
            }
            let text = env.read(&out);
            assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{9b}', '\u{7}']), "{ending}");
            match ending {
                "svg" => assert!(is_svg(&text) && !text.contains("<script"), "{text}"),
                "html" => assert!(!text.contains("<img") && !text.contains("<script>alert"), "{text}"),
                _ => drop(serde_json::from_str::<serde_json::Value>(&text).unwrap()),
            }
        }
    }
}

#[test]
fn all_solutions_of_a_case_are_one_booklet() {
    let env = Environment::new();
    let (dominoes, covers) = (case("polyomino/dominoes-8x8.txt"), case("exact-cover/queens-8.dlx"));
    let run = env.run(&["solve", &dominoes, "-s", "130", "-o", "book.pdf"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    // The case, and nine boards a page.
    let pages = pages_of(&std::fs::read(env.path("book.pdf")).unwrap());
    assert_eq!(pages, 1 + 130usize.div_ceil(9));
    assert!(run.stderr.contains(&format!("{pages} pages")), "{}", run.stderr);
    for ending in ["pdf", "svg", "png"] {
        let out = format!("cover.{ending}");
        let run = env.run(&["solve", &covers, "-o", &out]);
        assert_eq!(run.code, Some(2), "{ending}");
        assert!(run.stderr.contains("its items could be anything"), "{}", run.stderr);
        assert!(!env.path(&out).exists());
    }
    let plus = case("polyomino/paper-5x5.txt");
    env.succeed(&["draw", &plus, "-q", "-o", "case.pdf"]);
    assert_eq!(pages_of(&std::fs::read(env.path("case.pdf")).unwrap()), 1);
}

#[test]
fn challenges_are_sheets_with_their_solutions_behind() {
    let env = Environment::new();
    let pentominoes = case("polyomino/pentominoes-3x20.txt");
    let make = |more: &[&str]| {
        let args: Vec<&str> =
            ["generate", "polyomino", &pentominoes, "--tries", "1"].into_iter().chain(more.iter().copied()).collect();
        env.run(&args)
    };
    assert_eq!(make(&["-o", "one.pdf"]).code, Some(0));
    assert_eq!(pages_of(&std::fs::read(env.path("one.pdf")).unwrap()), 2);
    assert_eq!(make(&["--count", "3", "-o", "three.pdf"]).code, Some(0));
    assert_eq!(pages_of(&std::fs::read(env.path("three.pdf")).unwrap()), 4);
    // What was made before a limit was reached is not lost.
    let run = make(&["--count", "10000", "--time-limit", "2s", "-o", "some.pdf"]);
    assert!(run.code == Some(3) && run.stderr.contains("stopped: "), "{}", run.stderr);
    assert!(pages_of(&std::fs::read(env.path("some.pdf")).unwrap()) > 1);
    let run = make(&["--count", "3", "-o", "three.txt"]);
    assert!(run.code == Some(2) && run.stderr.contains(".pdf"), "{}", run.stderr);
    env.succeed(&["generate", "snakes", "-q", "-o", "board.pdf"]);
    assert_eq!(pages_of(&std::fs::read(env.path("board.pdf")).unwrap()), 1);
}

/// Every family, every format: whatever a file is called, nothing of it is obeyed.
#[cfg(unix)]
#[test]
fn file_names_do_no_harm() {
    let env = Environment::new();
    let hidden = "hid\u{200b}den\u{feff}\u{e0041}\u{ad}".to_owned();
    let names =
        [HOSTILE.replace('/', "|"), "W".repeat(240), "\u{68cb}\u{645} \u{1f9e9}\u{200f}'\"`$(x)".to_owned(), hidden];
    let marks = ['\u{1b}', '\u{202e}', '\u{9b}', '\u{7}', '\u{200f}', '\u{200b}', '\u{feff}', '\u{e0041}', '\u{ad}'];
    for (family, file, flags) in CASES {
        let content = std::fs::read(case(file)).unwrap();
        for name in &names {
            env.write(name, &content);
            for ending in ["svg", "html", "png", "pdf", "json", "jsonl", "txt"] {
                let out = format!("{family}.{ending}");
                let args: Vec<&str> = ["solve", name, "-o", &out].into_iter().chain(flags.iter().copied()).collect();
                let run = env.run(&args);
                assert_eq!(run.code, Some(0), "{family} {ending}: {}", run.stderr);
                assert!(!run.stderr.contains(marks), "{family} {ending}");
                let bytes = std::fs::read(env.path(&out)).unwrap();
                match ending {
                    "png" => assert!(size_of(&bytes).0 > 50),
                    "pdf" => assert_eq!(pages_of(&bytes), 2),
                    _ => {
                        let text = String::from_utf8(bytes).unwrap();
                        assert!(!text.contains(marks), "{family} {ending}: {text}");
                        let is_markup = matches!(ending, "svg" | "html");
                        assert!(!is_markup || !(text.contains("<img") || text.contains("<script>alert")), "{family}");
                        assert!(ending != "svg" || is_svg(&text), "{family}");
                        let is_json = |line: &str| serde_json::from_str::<serde_json::Value>(line).is_ok();
                        assert!(ending != "json" || is_json(&text), "{family}");
                        assert!(ending != "jsonl" || text.lines().all(is_json), "{family}");
                    }
                }
            }
            let told = env.run(&["solve", name, "--color", "always"]);
            assert!(!told.stdout.contains(['\u{202e}', '\u{9b}', '\u{7}', '\u{200f}']), "{family}");
            assert!(!told.stdout.contains("\u{1b}]"), "{family}");
            std::fs::remove_file(env.path(name)).unwrap();
        }
    }
}

#[test]
fn routes_games_and_ways_move() {
    let env = Environment::new();
    for (name, file, _) in CASES {
        let run = env.run(&["solve", &case(file), "--animate", "-q", "-o", "x.svg"]);
        if matches!(name, "flat" | "pyramid") {
            assert_eq!(run.code, Some(2), "{name}: {}", run.stderr);
            assert!(run.stderr.contains("nothing moves"), "{}", run.stderr);
            continue;
        }
        assert_eq!(run.code, Some(0), "{name}: {}", run.stderr);
        let text = env.read("x.svg");
        assert!(is_svg(&text) && text.contains("repeatCount=\"indefinite\""), "{name}");
    }
    let run = env.run(&["solve", &case("maze/two-ways.txt"), "--animate", "-o", "x.png"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    let run = env.run(&["count", &case("maze/two-ways.txt"), "--animate"]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
}

#[test]
fn odds_are_a_page_with_a_plot() {
    let env = Environment::new();
    env.succeed(&["odds", &case("snakes/paper-8x8.txt"), "-q", "-o", "odds.html"]);
    let page = env.read("odds.html");
    assert!(page.contains("\"kind\":\"chances\"") && page.contains("turns on average"));
    assert!(page.len() < 300 << 10, "{}", page.len());
}

#[test]
fn a_hundred_thousand_solutions_take_little_room() {
    let env = Environment::new();
    env.succeed(&["solve", &case("polyomino/dominoes-8x8.txt"), "-s", "20000", "-q", "-o", "many.html"]);
    let page = env.read("many.html");
    // 64 cells and a caption of about 80 digits each.
    assert!(page.len() < 20_000 * 180, "{}", page.len());
    assert!(page.contains("\"count\":20000"));
}
