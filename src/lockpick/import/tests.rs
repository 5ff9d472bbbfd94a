//! Packs as a whole, and the files in `cases/lockpick/import/`, which are drawn here.

use std::{fs, path::Path};

use super::{
    lvl::{DoorRecord, File, KeyRecord, LevelRecord, LockRecord, Point, SalvageRecord, versions},
    *,
};
use crate::lockpick::{
    input,
    level::Condition,
    play::Terrain,
    search::{Settings, Strategy, Verdict, solve},
};

/// A level drawn in tiles of 32 pixels: `#` wall, `@` start, `$` goal, letters keys and doors, `%` a gate, `&` a
/// salvage point. A rectangle of the same letter is one thing.
fn drawn(title: &str, name: &str, drawing: &str) -> LevelRecord {
    let rows: Vec<Vec<char>> = drawing.lines().map(|line| line.trim().chars().collect()).collect();
    let mut level = LevelRecord {
        title: title.to_owned(),
        name: name.to_owned(),
        author: "fathom".to_owned(),
        size: (rows[0].len() as u32 * 32, rows.len() as u32 * 32),
        exitable: true,
        arrangements: versions::NO_ARRANGEMENTS.to_vec(),
        ..LevelRecord::default()
    };
    let letter = |x: usize, y: usize| rows.get(y).and_then(|row: &Vec<char>| row.get(x)).copied().unwrap_or('.');
    for (y, row) in rows.iter().enumerate() {
        for (x, &here) in row.iter().enumerate() {
            let (left, top) = (x as u32 * 32, y as u32 * 32);
            match here {
                '.' => {}
                '#' => level.tiles.push((x as u32, y as u32)),
                '@' => level.spawn = (left + 14, top + 32),
                '$' => level.goal = Some((left, top)),
                '&' => level.salvage_points.push(SalvageRecord { at: (left, top), output: false, id: 7 }),
                _ if here.is_ascii_lowercase() => level.keys.push(key(here, (left, top))),
                // Only the upper left corner of a door makes one.
                _ if (x > 0 && letter(x - 1, y) == here) || (y > 0 && letter(x, y - 1) == here) => {}
                _ => {
                    let width = (x..).take_while(|&x| letter(x, y) == here).count() as u32 * 32;
                    let height = (y..).take_while(|&y| letter(x, y) == here).count() as u32 * 32;
                    level.doors.push(door(here, (left, top), (width, height)));
                }
            }
        }
    }
    level
}

fn colour(letter: char) -> u8 {
    match letter.to_ascii_lowercase() {
        'w' | '%' => 1,
        'k' => 2,
        'o' => 3,
        'p' => 4,
        'c' => 5,
        'r' => 7,
        'g' => 8,
        'b' => 10,
        'm' => 11,
        other => panic!("no colour is drawn as {other}"),
    }
}

fn key(letter: char, at: Point) -> KeyRecord {
    KeyRecord { amount: (1, 0), at, colour: colour(letter), kind: 0, infinite: false }
}

fn door(letter: char, at: Point, size: Point) -> DoorRecord {
    let lock = LockRecord { at: (7, 7), size: (18, 18), magnitude: 1, colour: colour(letter), ..LockRecord::default() };
    let colour = if letter == '%' { 15 } else { lock.colour };
    DoorRecord { copies: (1, 0), at, size, colour, locks: vec![lock], ..DoorRecord::default() }
}

fn pack_of(version: u16, levels: Vec<LevelRecord>) -> File {
    let (name, author) = ("Small rooms".to_owned(), "fathom".to_owned());
    let description = "Rooms that show how geometry becomes a graph".to_owned();
    let levels = levels.into_iter().enumerate().map(|(id, level)| LevelRecord { id: id as u16, ..level }).collect();
    versions::as_of(version, File { version, editor: "fathom".to_owned(), name, author, description, id: 1, levels })
}

fn corridor() -> LevelRecord {
    drawn(
        "1",
        "Corridor",
        "##########
         #@w.W.oO$#
         ##########",
    )
}

fn hall() -> LevelRecord {
    drawn(
        "2",
        "Hall of doors",
        "############
         #o..WW..###
         #...WW..p.#
         #@..#######
         #.w....OO$#
         ############",
    )
}

/// The ledge is too high without the white door, which is gone once it is opened.
fn step() -> LevelRecord {
    drawn(
        "3",
        "Do not open the step",
        "##########
         #.....O$.#
         #....#####
         #........#
         #........#
         #..WW....#
         #........#
         #........#
         #@..#w..o#
         ##########",
    )
}

/// The white key is in the way to the orange one, and whoever has it opens the step by standing on it.
fn forced() -> LevelRecord {
    drawn(
        "6",
        "The step opens",
        "##########
         #.....O$.#
         #....#####
         #........#
         #........#
         #..WW....#
         #........#
         #....#####
         #@....wo.#
         ##########",
    )
}

/// Whoever passes below the door with the red key melts its ice.
fn frozen() -> LevelRecord {
    let mut level = drawn(
        "4",
        "Meltwater",
        "#########
         #w...W$##
         #.###.###
         #@..r..##
         #########",
    );
    level.doors[0].ice = true;
    level
}

fn gate() -> LevelRecord {
    drawn(
        "5",
        "Through the gate",
        "##########
         #@w.%..W$#
         ##########",
    )
}

fn case_files() -> Vec<(&'static str, Vec<u8>)> {
    let all = || vec![corridor(), hall(), step(), frozen(), gate(), forced()];
    vec![
        ("small-rooms.lvl", versions::encode(&pack_of(6, all()))),
        ("small-rooms-v3.lvl", versions::encode(&pack_of(3, all()))),
        ("corridor-v1.lvl", versions::encode(&pack_of(1, vec![corridor()]))),
        ("hall-v5.png", versions::encode_picture(&versions::encode(&pack_of(5, vec![hall()])))),
    ]
}

fn case_folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/cases/lockpick/import"))
}

#[test]
fn case_files_are_what_is_drawn_here() {
    for (name, bytes) in case_files() {
        let found = fs::read(case_folder().join(name)).unwrap();
        assert!(is_level_file(&found), "{name}");
        let (found, drawn) = (open(name, &found).unwrap(), open(name, &bytes).unwrap());
        assert_eq!(found.entries.len(), drawn.entries.len(), "{name}");
        for index in 0..found.entries.len() {
            assert_eq!(found.room(index).unwrap(), drawn.room(index).unwrap(), "{name}");
        }
    }
}

fn small_rooms() -> Pack {
    let levels = vec![corridor(), hall(), step(), frozen(), gate(), forced()];
    open("small.lvl", &versions::encode(&pack_of(6, levels))).unwrap()
}

#[test]
fn levels_are_found_by_number_name_and_title() {
    let pack = small_rooms();
    for selector in ["2", "Hall of doors", " hall OF doors "] {
        assert_eq!(pack.select(Some(selector)).unwrap(), 1, "{selector}");
    }
    let error = pack.select(None).unwrap_err().to_string();
    assert!(error.contains("holds 6 levels") && error.contains("level 3 (Do not open the step)"), "{error}");
    let error = pack.select(Some("Cellar")).unwrap_err().to_string();
    assert!(error.contains("has no level \"Cellar\"") && error.contains("level 1 (Corridor)"), "{error}");
    assert!(pack.select(Some("0")).is_err());
    assert!(pack.select(Some("7")).is_err());
    let twins = open("t.lvl", &versions::encode(&pack_of(6, vec![corridor(), corridor()]))).unwrap();
    let error = twins.select(Some("corridor")).unwrap_err().to_string();
    assert!(error.contains("2 levels") && error.contains("by its number: 1, 2"), "{error}");
    assert_eq!(twins.select(Some("2")).unwrap(), 1);
    let one = open("o.lvl", &versions::encode(&pack_of(2, vec![hall()]))).unwrap();
    assert_eq!(one.select(None).unwrap(), 0);
    let none = open("n.lvl", &versions::encode(&pack_of(6, vec![]))).unwrap();
    assert!(none.select(None).unwrap_err().to_string().contains("holds no levels"));
}

#[test]
fn broken_files_are_told_what_they_should_be() {
    let error = |name: &str, bytes: &[u8]| open(name, bytes).unwrap_err().to_string();
    assert!(error("a.lvl", b"").contains("format version: found 0 bytes, then the end"));
    assert!(error("a.LVL", b"hello").contains("format version: found 25960"));
    assert!(error("a.room.gmx", b"hello").contains("this XML cannot be read"));
    assert!(error("a.room.gmx", b"<room>\xFF").contains("this is not a text file"));
    assert!(error("a.txt", b"hello").contains("a.txt is not a level file"));
    assert!(!is_level_file(b"") && !is_level_file(b"5 5\n") && !is_level_file(&[0, 0, 0]));
}

#[test]
fn a_level_without_a_goal_is_refused() {
    let pack = open("g.lvl", &versions::encode(&pack_of(6, vec![LevelRecord { goal: None, ..hall() }]))).unwrap();
    let error = pack.level(None, &GeometryOptions::default()).unwrap_err().to_string();
    assert!(error.contains("g.lvl, level 1 (Hall of doors): there is no goal, and no salvage point"), "{error}");
}

#[test]
fn the_step_is_a_floor_only_with_gravity() {
    let pack = small_rooms();
    let flying = pack.level(Some("3"), &GeometryOptions::default()).unwrap();
    assert!(flying.edges.iter().all(|edge| !edge.one_way && edge.conditions.is_empty()));
    let falling = pack.level(Some("3"), &GeometryOptions { gravity: true, ..GeometryOptions::default() }).unwrap();
    let step = falling.find("door2").unwrap();
    assert!(falling.edges.iter().any(|edge| edge.conditions.contains(&Condition::While(step))));
    assert!(falling.nodes.iter().any(|node| node.touching == [step]));
    // Without the door there is no way to the goal: every way in comes from the ledge.
    let goal = falling.find("goal").unwrap();
    let start = falling.start;
    let mut seen = vec![start];
    let mut at = 0;
    while at < seen.len() {
        for edge in &falling.edges {
            let is_open = edge.conditions.iter().all(|condition| matches!(condition, Condition::After(_)));
            let ways = [(edge.from, edge.to), if edge.one_way { (edge.from, edge.to) } else { (edge.to, edge.from) }];
            for (from, to) in ways {
                if is_open && from == seen[at] && !seen.contains(&to) {
                    seen.push(to);
                }
            }
        }
        at += 1;
    }
    assert!(!seen.contains(&goal));
}

#[test]
fn passing_the_frozen_door_is_noted() {
    let level = small_rooms().level(Some("Meltwater"), &GeometryOptions::default()).unwrap();
    let door = level.find("door1").unwrap();
    // There is no way to the goal but past it, and nothing else is near it.
    let near: Vec<_> = level.nodes.iter().filter(|node| !node.near.is_empty()).collect();
    let touching = level.edges.iter().filter(|edge| edge.from == door || edge.to == door).count();
    assert!(near.iter().all(|node| node.near == [door]) && near.len() + touching >= 2, "{near:?}");
}

#[test]
fn gates_stay_gates() {
    let level = small_rooms().level(Some("5"), &GeometryOptions::default()).unwrap();
    let names: Vec<&str> = level.nodes.iter().map(|node| node.name.as_str()).collect();
    assert!(names.contains(&"gate1") && names.contains(&"door1"), "{names:?}");
}

/// Whether a level can be solved, by looking at everything.
fn is_solvable(level: Level) -> bool {
    match solve(&Terrain::new(level), Strategy::Exhaustive, &Settings::default()).unwrap().verdict {
        Verdict::Solved { .. } => true,
        Verdict::Unsolvable => false,
        Verdict::Unknown(doubt) => panic!("{doubt:?}"),
    }
}

#[test]
fn imported_levels_can_be_solved() {
    let pack = small_rooms();
    let falling = GeometryOptions { gravity: true, ..GeometryOptions::default() };
    for index in 1..=pack.entries.len() {
        let level = |options: &GeometryOptions| pack.level(Some(&index.to_string()), options).unwrap();
        assert!(is_solvable(level(&GeometryOptions::default())), "level {index}, flying");
        // The last one only looks as if it could be solved.
        assert_eq!(is_solvable(level(&falling)), index != 6, "level {index}, falling");
    }
}

#[test]
fn imported_levels_can_be_written_and_read_again() {
    let pack = small_rooms();
    for gravity in [false, true] {
        for index in 1..=pack.entries.len() {
            let options = GeometryOptions { gravity, ..GeometryOptions::default() };
            let level = pack.level(Some(&index.to_string()), &options).unwrap();
            let again = input::parse(&Source::new("again", input::write(&level))).unwrap().level;
            assert_eq!(input::write(&again), input::write(&level), "level {index}");
        }
    }
}

#[test]
fn the_room_of_the_game_among_the_cases_can_be_solved() {
    let path = case_folder().join("two-halves.room.gmx");
    let pack = open("two-halves.room.gmx", &fs::read(path).unwrap()).unwrap();
    for gravity in [false, true] {
        let options = GeometryOptions { gravity, ..GeometryOptions::default() };
        let level = pack.level(None, &options).unwrap();
        assert!(level.lens);
        assert!(is_solvable(level), "gravity {gravity}");
    }
}
