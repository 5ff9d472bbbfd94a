//! Levels as text: what is read is what was meant, and what is wrong is pointed at.

use std::{fs, path::Path};

use proptest::prelude::*;

use super::*;
use crate::lockpick::{
    colour::Colour,
    complex::Complex,
    generate::{Mechanic, Recipe, wild},
    level::{Condition, Door, Edge, Key, KeyEffect, Need, NodeKind, Objective},
};

fn level(text: &str) -> Level {
    parse(&Source::new("test", text)).unwrap_or_else(|error| panic!("{error}")).level
}

#[test]
fn everything_can_be_said() {
    let level = level(
        "# a comment\nlevel The title # with a remark\nstart a\nhave 2-i red\nstarred blue\nlens off\n\
         objective salvage 7 door d\njunction a\nkey k infinite exact 2+3i pure\nkey f flip white\nkey one white\n\
         door d 3 white + blank red + blast -i blue + all pink + green spends stone copies -2i endless ice erosion \
         paint cursed\ngate g -4 gold\nsalvage in 7\nsalvage out output -1\ngoal end\n\
         path a - k > d while d after d\nnear a d\ntouching k d\n",
    );
    assert_eq!((level.title.as_str(), level.lens, level.start), ("The title", false, 0));
    assert_eq!(level.start_counts[Colour::Red.index()], Complex::new(2, -1));
    assert!(level.start_stars[Colour::Blue.index()]);
    assert_eq!(level.objective, Objective::Salvage { id: 7, door: Some(4) });
    let key = Key { colour: Colour::Pure, effect: KeyEffect::Exact(Complex::new(2, 3)), infinite: true };
    assert_eq!(level.nodes[1].kind, NodeKind::Key(key));
    assert_eq!(level.nodes[3].kind, NodeKind::Key(Key::adding(Colour::White, Complex::ONE)));
    let NodeKind::Door(Door { spend, locks, copies, endless, auras, cursed }) = &level.nodes[4].kind else { panic!() };
    assert_eq!((*spend, *copies, *endless, *cursed), (Colour::Stone, Complex::new(0, -2), true, true));
    assert!(auras.ice && auras.erosion && auras.paint);
    let needs: Vec<_> = locks.iter().map(|lock| lock.need).collect();
    let one = Complex::ONE;
    assert_eq!(
        needs,
        [Need::Normal(Complex::real(3)), Need::Blank, Need::Blast(Complex::new(0, -1)), Need::All, Need::Normal(one)]
    );
    let conditions = vec![Condition::While(4), Condition::After(4)];
    let edge = |from, to, one_way| Edge { from, to, one_way, conditions: conditions.clone() };
    assert_eq!(level.edges, [edge(0, 1, false), edge(1, 4, true)]);
    assert_eq!((&level.nodes[0].near, &level.nodes[1].touching), (&vec![4], &vec![4]));
    assert_eq!(parse(&Source::new("again", write(&level))).unwrap().level, level);
}

#[test]
fn the_paper_is_read_as_the_paper_means_it() {
    let text = "3\nkey white 2 1\ndoor cyan 0 0\ndoor cyan 5 1\n2\n0 1\n1 4\n";
    let parsed = parse(&Source::new("paper", text)).unwrap();
    assert!(parsed.is_paper);
    let kinds: Vec<_> = parsed.level.nodes.iter().map(|node| &node.kind).collect();
    let exact = Key { colour: Colour::White, effect: KeyEffect::Exact(Complex::real(2)), infinite: false };
    assert_eq!(*kinds[1], NodeKind::Key(exact));
    assert_eq!(*kinds[2], NodeKind::Door(Door::simple(Colour::Cyan, Need::Blank)));
    assert_eq!(*kinds[3], NodeKind::Door(Door::simple(Colour::Cyan, Need::Blast(Complex::ONE))));
    assert_eq!((*kinds[0] == NodeKind::Junction, *kinds[4] == NodeKind::Goal), (true, true));
    assert_eq!(parsed.level.edges, [Edge::between(0, 1), Edge::between(1, 4)]);
}

/// Every file in `cases/lockpick/bad` is refused, and this is what is said.
#[test]
fn bad_files_are_pointed_at() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/lockpick/bad");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 30);
    let mut messages = String::new();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let source = Source::new(name.as_str(), fs::read_to_string(&file).unwrap());
        let error = parse(&source).err().unwrap_or_else(|| panic!("{name} is accepted"));
        messages += &format!("{error}\n\n");
    }
    insta::assert_snapshot!(messages);
}

proptest! {
    /// No text makes the readers panic.
    #[test]
    fn any_text_is_read_or_refused(words in prop::collection::vec(0usize..40, 0..60)) {
        const WORDS: [&str; 40] = [
            "level", "start", "key", "door", "gate", "junction", "goal", "salvage", "path", "near", "touching", "have",
            "starred", "lens", "objective", "white", "master", "1", "-2", "3i", "i", "0", "+", "-", ">", "while", "after",
            "copies", "spends", "blast", "blank", "all", "exact", "infinite", "a", "b", "\n", "\n", "\n", "endless",
        ];
        let text = words.iter().map(|&word| WORDS[word]).collect::<Vec<_>>().join(" ");
        let _ = parse(&Source::new("any", text.as_str()));
        let _ = parse(&Source::new("any", format!("level x\n{text}")));
        let _ = parse(&Source::new("any", format!("2\nkey {text}")));
    }

    #[test]
    fn levels_are_read_as_they_are_written(seed: u64, nodes in 3usize..30) {
        let mechanics = Mechanic::NAMED.into_iter().map(|(_, mechanic)| mechanic).collect();
        let level = wild(&Recipe { nodes, colours: 6, mechanics, seed });
        prop_assert_eq!(parse(&Source::new("written", write(&level))).unwrap().level, level);
    }
}
