use super::*;
use crate::lockpick::{
    colour::Colour,
    complex::Complex,
    geometry::GeometryOptions,
    import,
    level::{Auras, Door, Gate, Key, KeyEffect, Lock, Need, NodeKind, Salvage},
};

/// A room with some instances, each given as `object x y code scaleX scaleY`.
fn room_text(instances: &[(&str, i32, i32, &str, &str)]) -> String {
    let mut text = String::from(
        "<!--This is a room-->\n<room>\n  <caption></caption>\n  <width>320</width>\n  <height>96</height>\n  \
         <code>global.roomID = 0;</code>\n  <instances>\n",
    );
    for (object, x, y, code, scale) in instances {
        let code = code.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;").replace('\n', "&#xA;");
        let (scale_x, scale_y) = scale.split_once('x').unwrap_or(("1", "1"));
        text += &format!(
            "    <instance objName=\"{object}\" x=\"{x}\" y=\"{y}\" name=\"inst\" locked=\"0\" code=\"{code}\" \
             scaleX=\"{scale_x}\" scaleY=\"{scale_y}\" colour=\"4294967295\" rotation=\"0\"/>\n"
        );
    }
    text + "  </instances>\n  <tiles>\n    <tile bgName=\"t\" x=\"0\" y=\"0\" w=\"32\" h=\"32\"/>\n  </tiles>\n</room>\n"
}

fn read_room(instances: &[(&str, i32, i32, &str, &str)]) -> Result<Room, Diagnostic> {
    let mut all = vec![("objPlayerStart", 32, 32, "", "")];
    all.extend_from_slice(instances);
    read(&Source::new("rooms/r77.room.gmx", room_text(&all))).map(|(room, _)| room)
}

fn kinds(instances: &[(&str, i32, i32, &str, &str)]) -> Vec<NodeKind> {
    read_room(instances).unwrap().things.into_iter().map(|thing| thing.kind).collect()
}

fn error(instances: &[(&str, i32, i32, &str, &str)]) -> String {
    read_room(instances).unwrap_err().to_string()
}

#[test]
fn walls_start_and_goal_have_their_places() {
    let room = read_room(&[
        ("objBlock", 0, 0, "", "10x1"),
        ("oBlockTile", 0, 64, "", "10x0.5"),
        ("oGoal", 256, 32, "type = 1;", ""),
        ("oBG01", 0, 0, "this is := no code", ""),
        ("oKeyHandle", 32, 96, "show[0] = key_WHITE;", ""),
    ])
    .unwrap();
    assert_eq!((room.title.as_str(), room.width, room.height), ("r77", 320, 96));
    assert_eq!(room.walls, [Area::new(0, 0, 320, 32), Area::new(0, 64, 320, 16)]);
    assert_eq!(room.spawn, Area::new(44, 43, 11, 21));
    assert_eq!(room.things, [Thing { area: Area::new(256, 32, 32, 32), kind: NodeKind::Goal }]);
}

#[test]
fn every_kind_of_key_is_read() {
    let key = |colour, effect| NodeKind::Key(Key { colour, effect, infinite: false });
    let codes = [
        "",
        "count=-3;\n",
        "icount = 2; count=0",
        "type=1;count=4;",
        "type=3",
        "type=4;",
        "type=5;",
        "type=6;",
        "type=7;",
    ];
    let instances: Vec<_> = codes.iter().map(|code| ("oKeyWhite", 0, 0, *code, "")).collect();
    let effects = [
        KeyEffect::Add(Complex::ONE),
        KeyEffect::Add(Complex::real(-3)),
        KeyEffect::Add(Complex::new(0, 2)),
        KeyEffect::Exact(Complex::real(4)),
        KeyEffect::Star,
        KeyEffect::Unstar,
        KeyEffect::Flip,
        KeyEffect::Rotor,
        KeyEffect::BackRotor,
    ];
    assert_eq!(kinds(&instances), effects.map(|effect| key(Colour::White, effect)));
    let add = KeyEffect::Add(Complex::ONE);
    let found = kinds(&[
        ("oKeyMaster", 0, 0, "", ""),
        ("oKeyGold", 0, 0, "", ""),
        ("oKeyCopy", 0, 0, "", ""),
        ("oKeyGlitch", 0, 0, "", ""),
        ("oKeyBulk", 0, 0, "color = key_STONE;", ""),
        ("oKeyBrown", 0, 0, "inf = 1; // for ever", ""),
    ]);
    let infinite = NodeKind::Key(Key { colour: Colour::Brown, effect: add, infinite: true });
    let colours = [Colour::Master, Colour::Master, Colour::Glitch, Colour::Glitch, Colour::Stone];
    let mut expected: Vec<_> = colours.into_iter().map(|colour| key(colour, add)).collect();
    expected.push(infinite);
    assert_eq!(found, expected);
}

#[test]
fn every_kind_of_door_is_read() {
    let one = Need::Normal(Complex::ONE);
    let found = kinds(&[
        ("oDoorWhite", 0, 0, "", ""),
        ("oDoorGold", 0, 0, "type=1;", ""),
        ("oDoorRed", 0, 0, "count = -2; type=2; copies=-3; icopies = 1;", ""),
        ("oDoorCopy", 0, 0, "type=3; aura[0]=1; aura[2] = 1;", ""),
        ("oDoorSimple", 0, 0, "color=key_WHITE;colorSpend=color_STONE;count=0;icount=5;", ""),
        ("oDoorBlue", 0, 0, "browned = 1; aura[1] = 1", ""),
    ]);
    let doors = [
        Door::simple(Colour::White, one),
        Door::simple(Colour::Master, Need::Blank),
        Door { copies: Complex::new(-3, 1), ..Door::simple(Colour::Red, Need::Blast(Complex::real(-1))) },
        Door { auras: Auras { ice: true, erosion: false, paint: true }, ..Door::simple(Colour::Glitch, Need::All) },
        Door::combo(Colour::Stone, vec![Lock { colour: Colour::White, need: Need::Normal(Complex::new(0, 5)) }]),
        Door {
            auras: Auras { ice: false, erosion: true, paint: false },
            cursed: true,
            ..Door::simple(Colour::Blue, one)
        },
    ];
    assert_eq!(found, doors.map(NodeKind::Door));
}

#[test]
fn combos_gates_and_salvage_points_are_read() {
    let locks = vec![
        Lock { colour: Colour::Red, need: Need::Normal(Complex::ONE) },
        Lock { colour: Colour::Stone, need: Need::Blank },
        Lock { colour: Colour::Pink, need: Need::Blast(Complex::new(0, -1)) },
    ];
    let code = "w=3;h=2.5;colorSpend=4;\nscrComboAdd(4,1,0,0,0,0,sprLock1A);\n/* two\nmore */\n\
                scrComboAdd(key_STONE, 0, 0, 1, 32, 0, sprLockAny)\nscrComboAdd(7,0,-6,2,0,32,sprLock6A);\n";
    let room = read_room(&[
        ("oDoorCombo", 64, 0, code, ""),
        ("oGate", 0, 0, "h=2;scrComboAdd(4,1,0,0,0,0,sprLock1A);", ""),
        ("oDoorCombo", 0, 0, "", ""),
        ("oSalvageIn", 96, 64, "ID = 12;", ""),
        ("oSalvageOut", 96, 64, "", ""),
    ])
    .unwrap();
    assert_eq!(room.things[0].area, Area::new(64, 0, 96, 80));
    assert_eq!(room.things[0].kind, NodeKind::Door(Door::combo(Colour::Red, locks.clone())));
    assert_eq!(room.things[1].area, Area::new(0, 0, 32, 64));
    assert_eq!(room.things[1].kind, NodeKind::Gate(Gate { locks: locks[..1].to_vec() }));
    assert_eq!(room.things[2].kind, NodeKind::Door(Door::combo(Colour::Master, Vec::new())));
    assert_eq!(room.things[3].area, Area::new(80, 32, 32, 32));
    assert_eq!(room.things[3].kind, NodeKind::Salvage(Salvage { id: 12, output: false }));
    assert_eq!(room.things[4].kind, NodeKind::Salvage(Salvage { id: -1, output: true }));
}

/// In the game such points appear when something was done elsewhere.
#[test]
fn a_salvage_point_under_conditions_is_left_out() {
    let hidden = "ID = 3;\nif !(global.perk[0] || global.all){y+=2000;}\n";
    let text = room_text(&[
        ("objPlayerStart", 32, 32, "", ""),
        ("oSalvageIn", 96, 64, hidden, ""),
        ("oSalvageIn", 160, 64, "ID = 4;", ""),
    ]);
    let (room, notes) = read(&Source::new("r77.room.gmx", text)).unwrap();
    assert_eq!(room.things.len(), 1);
    assert_eq!(room.things[0].kind, NodeKind::Salvage(Salvage { id: 4, output: false }));
    assert!(notes[0].contains("left out"), "{notes:?}");
    assert!(read_room(&[("oSalvageOut", 96, 64, hidden, "")]).is_err());
    assert!(read_room(&[("oDoorRed", 96, 64, "if global.all{count=2;}", "")]).is_err());
}

#[test]
fn a_room_becomes_a_level() {
    let text = room_text(&[
        ("objBlock", 0, 0, "", "10x1"),
        ("objBlock", 0, 64, "", "10x1"),
        ("objBlock", 0, 32, "", "1x1"),
        ("objBlock", 288, 32, "", "1x1"),
        ("objPlayerStart", 32, 32, "", ""),
        ("oKeyOrange", 96, 32, "", ""),
        ("oDoorOrange", 160, 32, "", ""),
        ("oGoal", 224, 32, "", ""),
    ]);
    assert!(import::is_level_file(text.as_bytes()));
    let pack = import::open("r77.room.gmx", text.as_bytes()).unwrap();
    assert_eq!((pack.entries[0].keys, pack.entries[0].doors, pack.entries[0].size), (1, 1, (320, 96)));
    let level = pack.level(None, &GeometryOptions::default()).unwrap();
    assert_eq!(level.title, "r77");
    let names: Vec<_> = level.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["key1", "door1", "goal", "start"]);
    let edges: Vec<_> = level.edges.iter().map(|edge| (edge.from, edge.to, edge.one_way)).collect();
    assert_eq!(edges, [(0, 1, false), (0, 3, false), (1, 2, false)]);
}

#[test]
fn errors_point_at_the_code() {
    let shown = error(&[("oKeyWhite", 0, 0, "count=3;\ntype=2;", "")]);
    assert!(shown.contains("there is no kind 2 of keys"), "{shown}");
    assert!(shown.contains("r77.room.gmx:9:94"), "{shown}");
    assert!(shown.contains("^ expected 0 add, 1 exact"), "{shown}");
    let cases = [
        (("oKeyWhite", 0, 0, "count=;", ""), "expected a number"),
        (("oKeyWhite", 0, 0, "count 3", ""), "expected '=' and a number"),
        (("oKeyWhite", 0, 0, "count==3", ""), "expected '=' and a number"),
        (("oKeyWhite", 0, 0, "count=3 type=1", ""), "expected ';'"),
        (("oKeyWhite", 0, 0, "if (x) { count=3 }", ""), "only plain assignments are understood"),
        (("oKeyWhite", 0, 0, "count=1.5", ""), "not a whole number"),
        (("oKeyWhite", 0, 0, "count=99999999999999999999", ""), "not a whole number that can be counted"),
        (("oKeyWhite", 0, 0, "color=key_PLAID", ""), "expected a number or a colour"),
        (("oKeyWhite", 0, 0, "color=14", ""), "there is no colour 14"),
        (("oKeyWhite", 0, 0, "inf=2", ""), "inf is 2"),
        (("oKeyWhite", 0, 0, "count = global.number", ""), "expected a number"),
        (("oDoorWhite", 0, 0, "aura[3]=1", ""), "sets aura[3], which is not known"),
        (("oDoorWhite", 0, 0, "copies=0", ""), "no copies"),
        (("oDoorWhite", 0, 0, "count=0", ""), "not both and not 0"),
        (("oDoorWhite", 0, 0, "icount=1", ""), "not both and not 0"),
        (("oDoorWhite", 0, 0, "type=4", ""), "there is no kind 4 of locks"),
        (("oDoorWhite", 0, 0, "w=0", ""), "this has no size"),
        (("oDoorCombo", 0, 0, "scrComboAdd(1,1,0)", ""), "a lock needs a colour"),
        (("oDoorCombo", 0, 0, "scrComboAdd(1,1,0,0", ""), "expected ',' or ')'"),
        (("oDoorCombo", 0, 0, "scrComboAdd", ""), "expected '('"),
        (("oSalvageIn", 0, 0, "ID=9999999999", ""), "too large"),
    ];
    for (instance, expected) in cases {
        let shown = error(&[instance]);
        assert!(shown.contains(expected), "{}: {shown}", instance.3);
        assert!(shown.contains("rooms/r77.room.gmx:9:"), "{}: {shown}", instance.3);
    }
}

/// The game itself has typing errors, and code that only matters to the eye.
#[test]
fn what_means_nothing_is_noted_and_left_out() {
    let code = "count=2; oclor = key_MASTER; mask_index = maskDoor2x2; x += 5; color = key_PINK;";
    let source =
        Source::new("r.room.gmx", room_text(&[("objPlayerStart", 32, 32, "", ""), ("oDoorWhite", 0, 0, code, "")]));
    let (room, notes) = read(&source).unwrap();
    let NodeKind::Door(door) = &room.things[0].kind else { panic!("{:?}", room.things) };
    let lock = Lock { colour: Colour::Pink, need: Need::Normal(Complex::real(2)) };
    assert_eq!((&door.locks, door.spend), (&vec![lock], Colour::White));
    assert_eq!(notes.len(), 3, "{notes:?}");
    for (note, name) in notes.iter().zip(["oclor", "mask_index", "x"]) {
        assert!(note.contains(&format!("'{name}' means nothing")) && note.starts_with("r.room.gmx, line"), "{note}");
    }
}

#[test]
fn errors_point_at_the_xml() {
    let show = |text: &str| read(&Source::new("x.room.gmx", text)).unwrap_err().to_string();
    assert!(show("<room>\n  <width>5</width>\n  <height>no</height>\n</room>").contains("x.room.gmx:3:3"));
    assert!(show("<room>\n  <width>5</wid>\n</room>").contains("x.room.gmx:2:11"));
    assert!(show("<rooms/>").contains("begins with <room>"));
    assert!(show("<room><width>5</width></room>").contains("no <height>"));
    assert!(show("<room><width>5</width><height>5</height></room>").contains("where the player starts"));
    let start = "<instance objName=\"objPlayerStart\" x=\"0\" y=\"0\"/>";
    let twice = format!("<room><width>5</width><height>5</height>{start}{start}</room>");
    assert!(show(&twice).contains("a second time"));
    let nowhere = "<room><width>5</width><height>5</height><instance objName=\"oGoal\" x=\"1e9\" y=\"0\"/></room>";
    assert!(show(nowhere).contains("x is not a number of pixels"));
    assert!(show(&nowhere.replace("1e9", "NaN")).contains("x is not a number of pixels"));
    assert!(show(&"<a>".repeat(1_000_000)).contains("nested too deeply"));
    let laughs = "<!DOCTYPE room [<!ENTITY a \"aaaaaaaaaa\">]><room>&a;</room>";
    assert!(show(laughs).contains("cannot be read"));
    for text in ["", "<", "<room", "<room>", "<room x=\"&#xFFFFFFFF;\">", "<room>\u{0}</room>"] {
        show(text);
    }
}

#[test]
fn rooms_are_told_from_other_texts() {
    assert!(looks_like_room("\u{FEFF}<?xml version=\"1.0\"?>\n<!-- words -->\n<room>"));
    for text in ["", "room", "<rooms>", "<!-- <room> ", "<sprite>", "5 5\n<room>"] {
        assert!(!looks_like_room(text), "{text}");
    }
}

mod any {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(crate::soak::unrecorded_laws(300))]

        #[test]
        fn no_code_panics(code in "[a-z0-9=;()\\[\\].,&#x \n*/<-]{0,40}") {
            let _ = read_room(&[("oDoorCombo", 0, 0, code.as_str(), "")]);
            let raw = format!("<room><width>9</width><height>9</height><instance objName=\"oKeyRed\" x=\"1\" y=\"1\" code=\"{code}\"/></room>");
            let _ = read(&Source::new("raw", raw));
        }

        #[test]
        fn no_change_panics(at in any::<prop::sample::Index>(), put in "[<>&;\"'/ a0é]{0,3}", drop in 0..40usize) {
            let mut text = room_text(&[("oDoorCombo", 0, 0, "w=2;scrComboAdd(1,1,0,0,0,0,sprLock1A);", ""), ("oGoal", 0, 0, "", "")]);
            let at = at.index(text.len());
            text.replace_range(at..(at + drop).min(text.len()), &put);
            let _ = read(&Source::new("changed", text));
        }
    }
}
