//! Walking, touching and what comes of it.

use super::*;
use crate::{
    diagnostics::Source,
    lockpick::{colour::Colour, complex::Axis, input},
};

fn terrain(text: &str) -> Terrain {
    Terrain::new(input::parse(&Source::new("test", format!("level x\n{text}"))).unwrap().level)
}

fn play(terrain: &Terrain, steps: &[(&str, Action)]) -> Option<State> {
    let mut state = terrain.start().unwrap();
    let mut after = state.clone();
    for (name, action) in steps {
        let node = terrain.level.find(name).unwrap();
        let step = Move { node, action: *action, at: None };
        if !terrain.is_at_hand(&state, node) || terrain.act(&state, &mut after, step) != Ok(true) {
            return None;
        }
        std::mem::swap(&mut state, &mut after);
    }
    Some(state)
}

fn moves(terrain: &Terrain, state: &State) -> Vec<String> {
    let mut scratch = state.clone();
    let mut told = Vec::new();
    terrain.for_each_turn(state, &mut scratch, |step, _| {
        told.push(format!("{} {}", step.action.word(), terrain.level.nodes[step.node].name));
    });
    told
}

const TAKE: Action = Action::Take;
const OPEN: Action = Action::Open(Axis::Real);

#[test]
fn a_drop_cannot_be_undone() {
    let terrain =
        terrain("start a\njunction a\njunction b\nkey k 1 white\nkey l 1 red\ngoal g\npath a - k\npath a > b - l\n");
    let below = play(&terrain, &[("l", TAKE)]).unwrap();
    assert!(!terrain.is_at_hand(&below, terrain.level.find("k").unwrap()));
    assert!(play(&terrain, &[("k", TAKE), ("l", TAKE)]).is_some());
}

#[test]
fn a_gate_is_open_while_its_locks_are_content() {
    let terrain = terrain(
        "start a\njunction a\njunction b\nkey k 2 white\nkey l 1 red\ngate g 2 white\ndoor d 1 white\ngoal out\n\
         path a - k\npath a - g - b - l\npath a - d\n",
    );
    assert!(play(&terrain, &[("l", TAKE)]).is_none());
    assert!(play(&terrain, &[("k", TAKE), ("l", TAKE), ("d", OPEN)]).is_some());
    assert!(play(&terrain, &[("k", TAKE), ("d", OPEN), ("l", TAKE)]).is_none());
}

#[test]
fn a_floor_holds_while_it_stands() {
    let terrain = terrain(
        "start a\njunction a\njunction up\nkey k 1 white\nkey l 1 red\ndoor f 1 white\ngoal g\npath a - k\npath a - f\n\
         path a - up - l while f\npath a - g after f\n",
    );
    let state = play(&terrain, &[("k", TAKE), ("f", OPEN)]).unwrap();
    assert!(terrain.is_won(&state));
    assert!(!terrain.is_at_hand(&state, terrain.level.find("l").unwrap()));
    assert!(play(&terrain, &[("l", TAKE), ("k", TAKE), ("f", OPEN)]).is_some());
}

#[test]
fn a_touched_floor_opens_by_itself() {
    let terrain = terrain(
        "start a\njunction a\njunction top\ndoor f blank orange\nkey o 1 orange\ngoal g\npath a - o\npath a - top\n\
         path top - g while f\ntouching top f\n",
    );
    let start = terrain.start().unwrap();
    assert!(moves(&terrain, &start).contains(&"walk top".to_owned()));
    let fallen = play(&terrain, &[("top", Action::Walk)]).unwrap();
    assert!(!fallen.doors[0].stands() && !terrain.is_won(&fallen));
    // With an orange key the blank door stays, and the way over it is free.
    assert!(terrain.is_won(&play(&terrain, &[("o", TAKE)]).unwrap()));
}

#[test]
fn what_is_near_is_cursed_on_the_way() {
    let terrain = terrain(
        "start a\njunction a\njunction c\nkey b 1 brown\nkey l 1 red\ndoor d 1 white\ngoal g\npath a - b\npath a - c - l\n\
         path c - d - g\nnear c d\n",
    );
    let state = play(&terrain, &[("b", TAKE)]).unwrap();
    assert_eq!(moves(&terrain, &state), ["walk c"]);
    let state = play(&terrain, &[("b", TAKE), ("c", Action::Walk)]).unwrap();
    assert!(state.doors[0].cursed);
    assert!(!play(&terrain, &[("l", TAKE)]).unwrap().doors[0].cursed);
}

#[test]
fn coming_near_can_be_enough() {
    let terrain = terrain(
        "start a\njunction a\nkey r 1 red\ndoor t 1 red\ndoor d 1 white ice\ngoal g\npath a - r\npath a - t\npath a - d - g\n",
    );
    let near = Action::Approach;
    assert!(play(&terrain, &[("d", near)]).is_none(), "nothing happens");
    let state = play(&terrain, &[("r", TAKE), ("d", near), ("t", OPEN)]).unwrap();
    assert!(state.doors[1].auras.is_clear() && state.inventory.count(Colour::Red).is_zero());
}

#[test]
fn an_infinite_key_is_taken_at_every_visit() {
    let terrain = terrain("start a\njunction a\njunction b\nkey k infinite 2 white\ngoal g\npath a - k - b\n");
    let state = play(&terrain, &[("k", TAKE), ("k", TAKE), ("k", TAKE)]).unwrap();
    assert_eq!(state.inventory.count(Colour::White).re, 6);
}

#[test]
fn salvage_ends_the_level() {
    let terrain = terrain(
        "start a\nobjective salvage 3 door e\njunction a\nsalvage s 3\nsalvage t 4\ndoor d none spends white\n\
         door e none spends white\npath a - s\npath a - t\npath a - d\npath a - e\n",
    );
    let walk = Action::Walk;
    assert!(terrain.is_won(&play(&terrain, &[("s", walk), ("e", OPEN)]).unwrap()));
    assert!(!terrain.is_won(&play(&terrain, &[("s", walk), ("d", OPEN)]).unwrap()));
    assert!(!terrain.is_won(&play(&terrain, &[("s", walk), ("t", walk), ("e", OPEN)]).unwrap()), "the last one wins");
    assert!(terrain.is_won(&play(&terrain, &[("d", OPEN), ("s", walk), ("e", OPEN)]).unwrap()));
    let over = play(&terrain, &[("s", walk), ("d", OPEN)]).unwrap();
    assert!(moves(&terrain, &over).is_empty());
}

#[test]
fn glitch_follows_every_ordinary_opening_but_no_master() {
    let terrain = terrain(
        "start a\nhave 2 master\nhave 1 orange\njunction a\ndoor w 9 white\ndoor o 1 orange\nkey k 3 glitch\ngoal g\n\
         path a - w\npath a - o\npath a - k\n",
    );
    let held = |steps: &[(&str, Action)]| {
        let state = play(&terrain, steps).unwrap();
        (state.inventory.count(Colour::Glitch).re, state.inventory.count(Colour::Orange).re)
    };
    assert_eq!(held(&[("w", Action::Master(Axis::Real)), ("k", TAKE)]), (3, 1));
    assert_eq!(held(&[("o", OPEN), ("k", TAKE)]), (0, 3));
}

#[test]
fn states_are_read_as_they_are_written() {
    use crate::lockpick::generate::{Mechanic, Recipe, wild};
    for seed in 0..300 {
        let mechanics = Mechanic::NAMED.into_iter().map(|(_, mechanic)| mechanic).collect();
        let terrain = Terrain::new(wild(&Recipe { nodes: 15, colours: 3, mechanics, seed }));
        let plain = codec::Codec::new(&terrain, &[], &[]);
        let codec = if seed % 2 == 0 { plain } else { plain.pooling(&codec::Pool::of_at_least(&terrain.level, 2)) };
        let mut state = terrain.start().unwrap();
        let (mut scratch, mut read) = (state.clone(), state.clone());
        for depth in 0..12 {
            let mut bytes = Vec::new();
            codec.write(&terrain, &state, &mut bytes);
            codec.read(&terrain, &bytes, &mut read);
            let mut again = Vec::new();
            codec.write(&terrain, &read, &mut again);
            assert_eq!(bytes, again);
            assert_eq!((read.inventory, &read.taken, &read.region), (state.inventory, &state.taken, &state.region));
            let mut turns = Vec::new();
            terrain.for_each_turn(&state, &mut scratch, |_, after| turns.extend(after.cloned()));
            match turns.len() {
                0 => break,
                count => state = turns.swap_remove((seed as usize + depth) % count),
            }
        }
    }
}
