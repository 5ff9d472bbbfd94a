use proptest::prelude::*;

use super::{
    versions::{NO_ARRANGEMENTS, as_of, encode, encode_picture},
    *,
};
use crate::lockpick::import;

/// A level with every feature the format has.
fn full_level() -> LevelRecord {
    let mut keys = Vec::new();
    for kind in 0..7 {
        for infinite in [false, true] {
            let colour = 1 + (keys.len() as u8 % 14);
            let at = (32 * keys.len() as u32, 96);
            keys.push(KeyRecord { amount: (i64::MIN + 1, -3), at, colour, kind, infinite });
        }
    }
    let lock = |kind: u8, colour: u8, flags: u8| LockRecord {
        at: (1, 2),
        size: (14, 14),
        arrangement: 0xFFFF,
        magnitude: 1 << 40,
        negative: flags & 1 != 0,
        imaginary: flags & 2 != 0,
        hidden: flags & 4 != 0,
        colour,
        kind,
    };
    let door = |colour: u8, locks: Vec<LockRecord>| DoorRecord {
        copies: (2, -1),
        at: (64, 160),
        size: (80, 32),
        colour,
        locks,
        ..DoorRecord::default()
    };
    let locks: Vec<_> = (0..4).flat_map(|kind| (0..8).map(move |flags| lock(kind, 1 + flags, flags))).collect();
    let mut doors = vec![door(1, Vec::new()), door(15, locks.clone()), door(14, locks)];
    doors[0].ice = true;
    doors[1].erosion = true;
    doors[2].paint = true;
    doors.push(DoorRecord { copies: (i64::MAX, 0), ice: true, erosion: true, paint: true, ..door(13, Vec::new()) });
    LevelRecord {
        fault: None,
        id: 65535,
        title: "Puzzle 1".to_owned(),
        name: "Ünïcode 鍵".to_owned(),
        label: "1-A".to_owned(),
        author: "nobody".to_owned(),
        description: "two\nlines".to_owned(),
        size: (800, 608),
        arrangements: NO_ARRANGEMENTS.to_vec(),
        goal: Some((704, 64)),
        exitable: false,
        spawn: (46, 128),
        tiles: vec![(0, 0), (24, 18), (u32::MAX, 5)],
        keys,
        doors,
        counters: vec![Counter { at: (1, 2), length: 200, colours: vec![1, 2, 15] }, Counter::default()],
        entrances: vec![Entrance { at: (32, 64), skin: 3, target: 513 }],
        salvage_points: vec![
            SalvageRecord { at: (32, 64), output: true, id: -1 },
            SalvageRecord { at: (96, 64), output: false, id: 99 },
        ],
    }
}

fn full_file(version: u16) -> File {
    let second = LevelRecord { goal: None, exitable: true, id: 7, name: "second".to_owned(), ..full_level() };
    let file = File {
        version,
        editor: "0.4.2".to_owned(),
        name: "A pack".to_owned(),
        author: "its author".to_owned(),
        description: "with words".to_owned(),
        id: -12345,
        levels: vec![full_level(), second],
    };
    as_of(version, file)
}

#[test]
fn every_version_is_read_without_loss() {
    for version in 1..=LATEST_VERSION {
        let file = full_file(version);
        assert_eq!(decode(&encode(&file), false), Ok(file), "version {version}");
    }
}

#[test]
fn a_picture_holds_the_same_bytes() {
    for version in 1..=LATEST_VERSION {
        let file = full_file(version);
        let picture = encode_picture(&encode(&file));
        assert!(import::is_level_file(&picture));
        assert_eq!(decode(&bytes_in_picture(&picture).unwrap(), true), Ok(file), "version {version}");
    }
}

#[test]
fn arrangements_of_locks_are_stepped_over_and_kept() {
    // { "a": [1, 2.0, true, null], (3, 4): bytes 5, 6, 7 } and more.
    let mut value: Vec<u8> = Vec::new();
    let mut number = |number: u32| value.extend(number.to_le_bytes());
    number(27);
    number(3);
    number(4);
    number(1);
    number(u32::from(b'a'));
    number(28);
    number(4);
    number(2);
    number(1);
    number(3 | 1 << 16);
    number(0);
    number(0);
    number(1);
    number(1);
    number(0);
    number(6);
    number(3);
    number(4);
    number(29);
    number(3);
    number(0x0007_0605);
    number(2 | 1 << 16);
    number(9);
    number(0);
    number(34);
    number(1);
    number(2);
    number(0x0000_4142);
    for version in [1, 2, 3] {
        let mut file = full_file(version);
        file.levels[0].arrangements.clone_from(&value);
        assert_eq!(decode(&encode(&file), false), Ok(file), "version {version}");
    }
}

#[test]
fn values_that_nest_for_ever_are_refused() {
    let mut file = full_file(2);
    // An array in an array in an array …
    file.levels[0].arrangements =
        [28u32, 1].iter().flat_map(|number| number.to_le_bytes()).cycle().take(80_000).collect();
    let fault = decode(&encode(&file), false).unwrap_err();
    assert!(fault.found.contains("nested"), "{fault}");
}

#[test]
fn lengths_beyond_the_file_are_refused_at_once() {
    // The lengths of a small file, one after the other, become 2^32 - 1.
    let file = as_of(6, File { levels: vec![LevelRecord::default()], ..File::default() });
    let bytes = encode(&file);
    let mut refused = 0;
    for at in 0..bytes.len() - 3 {
        let mut hostile = bytes.clone();
        hostile[at..at + 4].fill(0xFF);
        if let Err(fault) = decode(&hostile, false) {
            assert!(fault.offset <= bytes.len(), "{fault}");
            refused += usize::from(fault.found.contains("a length of"));
        }
    }
    assert!(refused >= 12, "{refused} lengths");
}

#[test]
fn packs_of_a_million_levels_are_refused() {
    let mut bytes = encode(&File { version: 3, ..File::default() });
    // The version, three empty texts, and the number of levels.
    assert_eq!(bytes, [3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes[14..].copy_from_slice(&1_000_000u32.to_le_bytes());
    bytes.resize(61_000_000, 0);
    let fault = decode(&bytes, false).unwrap_err();
    assert_eq!((fault.found.as_str(), fault.expected.as_str()), ("1000000", "at most 65536"));
}

#[test]
fn faults_say_where_and_what() {
    let show = |bytes: &[u8]| decode(bytes, false).unwrap_err().to_string();
    assert_eq!(show(&[7, 0]), "byte 0 (0x0), format version: found 7, expected 1 to 6");
    assert_eq!(show(&[6]), "byte 0 (0x0), format version: found 1 bytes, then the end, expected 2 bytes");
    let long = show(&[6, 0, 0xFF, 0xFF, 0xFF, 0xFF]);
    assert_eq!(
        long,
        "byte 2 (0x2), editor version: found a length of 4294967295, expected at most 0: no more fit into the 0 bytes left"
    );
    assert!(show(&[6, 0, 2, 0, 0, 0, b'a', 0xFF]).starts_with("byte 7 (0x7), editor version: found byte 0xFF"));
    let mut extra = encode(&full_file(6));
    let length = extra.len();
    extra.push(0);
    assert!(show(&extra).starts_with(&format!("byte {length} (0x{length:X}), end of the file: found 1 more bytes")));
    assert!(decode(&extra, true).is_ok());
    extra.push(1);
    assert!(decode(&extra, true).is_err());
}

#[test]
fn bad_kinds_are_named_with_their_place() {
    let mut file = full_file(6);
    file.levels[1].doors[1].locks[2].kind = 9;
    // The other level is there all the same.
    let decoded = decode(&encode(&file), false).unwrap();
    assert_eq!(decoded.levels[0], file.levels[0]);
    let fault = decoded.levels[1].fault.clone().unwrap();
    assert_eq!(fault.field, "level 2, door 2, lock 3, kind");
    assert_eq!(fault.expected, "0 normal, 1 blast, 2 blank or 3 all");
    let mut file = full_file(6);
    file.levels.truncate(1);
    file.levels[0].keys[3].kind = 7;
    assert_eq!(decode(&encode(&file), false).unwrap_err().field, "level 1, key 4, kind");
    let mut file = full_file(2);
    file.levels[0].keys[0].infinite = true;
    assert_eq!(decode(&encode(&file), false).unwrap_err().field, "key 1, kind");
}

#[test]
fn every_truncation_is_an_error() {
    for version in 1..=LATEST_VERSION {
        let bytes = encode(&full_file(version));
        for length in 0..bytes.len() {
            let fault = decode(&bytes[..length], false).unwrap_err();
            assert!(fault.offset <= length, "version {version}, {length} bytes: {fault}");
        }
    }
}

#[test]
fn pictures_that_hold_no_level_are_refused() {
    let mut picture = Vec::new();
    let mut encoder = png::Encoder::new(&mut picture, 3, 2);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&[6; 18]).unwrap();
    assert!(!import::is_level_file(&picture));
    let error = import::open("x.png", &picture).unwrap_err().to_string();
    assert!(error.contains("3 by 2 pixels"), "{error}");
    let whole = encode_picture(&encode(&full_file(6)));
    for length in 0..whole.len().min(200) {
        assert!(import::open("x.png", &whole[..length]).is_err());
    }
    let white = encode_picture(&[255; 300]);
    assert!(!import::is_level_file(&white));
}

#[test]
fn what_the_game_does_not_know_is_named() {
    let pack = |change: &dyn Fn(&mut LevelRecord)| {
        let mut level = LevelRecord { keys: vec![], doors: vec![], ..full_level() };
        change(&mut level);
        let file = as_of(6, File { levels: vec![level], ..File::default() });
        let pack = import::open("p.lvl", &encode(&file)).unwrap();
        pack.room(0).unwrap_err().to_string()
    };
    let key = || KeyRecord { colour: 1, ..KeyRecord::default() };
    let door = || DoorRecord { copies: (1, 0), size: (32, 32), colour: 1, ..DoorRecord::default() };
    let errors = [
        (
            pack(&|level: &mut LevelRecord| level.keys = vec![KeyRecord { colour: 0, ..key() }]),
            "key 1: it has no colour",
        ),
        (
            pack(&|level: &mut LevelRecord| level.keys = vec![key(), KeyRecord { colour: 15, ..key() }]),
            "key 2: it has the colour of gates",
        ),
        (
            pack(&|level: &mut LevelRecord| level.keys = vec![KeyRecord { at: (1 << 31, 0), ..key() }]),
            "outside of any level",
        ),
        (
            pack(&|level: &mut LevelRecord| level.doors = vec![DoorRecord { copies: (0, 0), ..door() }]),
            "door 1: it has no copies",
        ),
        (
            pack(&|level: &mut LevelRecord| level.doors = vec![DoorRecord { size: (0, 32), ..door() }]),
            "nothing can touch it",
        ),
        (
            pack(&|level: &mut LevelRecord| {
                let lock = LockRecord { colour: 1, ..LockRecord::default() };
                level.doors = vec![DoorRecord { locks: vec![lock], ..door() }];
            }),
            "door 1, lock 1: it asks for 0 keys",
        ),
    ];
    for (error, expected) in errors {
        assert!(error.contains(expected), "{error}");
    }
}

fn text() -> impl Strategy<Value = String> {
    "[a-zé鍵 \n]{0,8}"
}

fn point() -> impl Strategy<Value = Point> {
    (any::<u32>(), any::<u32>())
}

prop_compose! {
    fn key()(amount in any::<(i64, i64)>(), at in point(), colour in 0..16u8, kind in 0..7u8, infinite in any::<bool>())
    -> KeyRecord {
        KeyRecord { amount, at, colour, kind, infinite }
    }
}

prop_compose! {
    fn lock()(
        at in point(), size in point(), arrangement in any::<u16>(), magnitude in any::<i64>(),
        flags in any::<(bool, bool, bool)>(), colour in 0..16u8, kind in 0..4u8,
    ) -> LockRecord {
        let (negative, imaginary, hidden) = flags;
        LockRecord { at, size, arrangement, magnitude, negative, imaginary, hidden, colour, kind }
    }
}

prop_compose! {
    fn door()(
        copies in any::<(i64, i64)>(), at in point(), size in point(), colour in 0..16u8,
        auras in any::<(bool, bool, bool)>(), locks in prop::collection::vec(lock(), 0..4),
    ) -> DoorRecord {
        DoorRecord { copies, at, size, colour, ice: auras.0, erosion: auras.1, paint: auras.2, locks }
    }
}

prop_compose! {
    fn level()(
        id in any::<u16>(), texts in (text(), text(), text(), text(), text()), size in point(),
        goal in prop::option::of(point()), exitable in any::<bool>(), spawn in point(),
        tiles in prop::collection::vec(point(), 0..6), keys in prop::collection::vec(key(), 0..6),
        doors in prop::collection::vec(door(), 0..6),
        counters in prop::collection::vec((point(), any::<u32>(), any::<Vec<u8>>()), 0..3),
        entrances in prop::collection::vec((point(), any::<u32>(), any::<u32>()), 0..3),
        salvage_points in prop::collection::vec((point(), any::<bool>(), any::<i32>()), 0..3),
    ) -> LevelRecord {
        let (title, name, label, author, description) = texts;
        LevelRecord {
            id, title, name, label, author, description, size, goal, exitable, spawn, tiles, keys, doors,
            arrangements: NO_ARRANGEMENTS.to_vec(),
            fault: None,
            counters: counters.into_iter().map(|(at, length, colours)| Counter { at, length, colours }).collect(),
            entrances: entrances.into_iter().map(|(at, skin, target)| Entrance { at, skin, target }).collect(),
            salvage_points: salvage_points.into_iter()
                .map(|(at, output, id)| SalvageRecord { at, output, id }).collect(),
        }
    }
}

prop_compose! {
    fn file()(
        version in 1..=LATEST_VERSION, texts in (text(), text(), text(), text()), id in any::<i64>(),
        levels in prop::collection::vec(level(), 1..4),
    ) -> File {
        let (editor, name, author, description) = texts;
        as_of(version, File { version, editor, name, author, description, id, levels })
    }
}

proptest! {
    #![proptest_config(crate::soak::unrecorded_laws(200))]

    #[test]
    fn random_files_are_read_without_loss(file in file()) {
        prop_assert_eq!(decode(&encode(&file), false), Ok(file));
    }

    #[test]
    fn flipped_bytes_never_panic(file in file(), flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8)) {
        let mut bytes = encode(&file);
        for (at, byte) in flips {
            let at = at.index(bytes.len());
            bytes[at] ^= byte;
        }
        if let Ok(pack) = import::open("flipped.lvl", &bytes) {
            for index in 0..pack.entries.len() {
                let _ = pack.level(Some(&(index + 1).to_string()), &Default::default());
            }
        }
    }

    #[test]
    fn any_bytes_never_panic(mut bytes in any::<Vec<u8>>(), version in 0..8u8) {
        let _ = import::open("any", &bytes);
        let _ = import::is_level_file(&bytes);
        bytes.splice(0..0, [version, 0, 0, 0, 0, 0]);
        let _ = import::open("any.lvl", &bytes);
    }
}
