//! Rooms that are searched as graphs and looked at pixel by pixel: both must come to the same.

use proptest::prelude::*;

use super::{check_in_room, explore::is_solvable};
use crate::lockpick::{
    answer::Claim,
    geometry::{
        GeometryOptions, level_of,
        room::{Area, PLAYER_HEIGHT, PLAYER_WIDTH, Room},
        tests::drawing::room,
    },
    level::{Level, NodeKind},
    play::Terrain,
    search::{Settings, Strategy as Search, Verdict, solve},
};

/// What a search of the graph says, with its route checked in the room; none if it does not know.
fn verdict(room: &Room, level: &Level, strategy: Search) -> Option<bool> {
    match solve(&Terrain::new(level.clone()), strategy, &Settings::with_node_limit(2_000)).unwrap().verdict {
        Verdict::Solved { route, .. } => {
            let judged = check_in_room(room, level, &Claim::of(level, &route));
            assert!(judged.is_ok(), "{judged:?}\n{}\n{route:?}", crate::lockpick::input::write(level));
            Some(true)
        }
        Verdict::Unsolvable => Some(false),
        Verdict::Unknown(_) => None,
    }
}

#[track_caller]
fn assert_solvable(drawn: &Room, expected: bool) {
    let level = level_of(drawn, &GeometryOptions::default()).unwrap();
    assert_eq!(is_solvable(drawn, &level, 100_000), Some(expected), "by pixels");
    for strategy in [Search::Exhaustive, Search::Auto] {
        assert_eq!(verdict(drawn, &level, strategy), Some(expected), "{}", crate::lockpick::input::write(&level));
    }
}

/// Two gates side by side fill the corridor: both have to be open at once to get through between them.
#[test]
fn two_gates_that_touch_are_passed_together() {
    let one = room(32, "#########\n#@w%!..$#\n#########");
    // The second gate wants what the first one does not let the player have.
    assert_solvable(&one, false);
    let both = room(32, "##########\n#@wo%!..$#\n##########");
    assert_solvable(&both, true);
}

/// A key beside a gate is taken while standing in the gate, which then stays open: the way back is not shut.
#[test]
fn a_key_beside_a_gate_can_be_taken_from_inside() {
    // The gate wants no white key; the key behind it is one. The way to the goal is back, through the gate.
    let drawn = room(32, "########\n#$W@?w##\n########");
    assert_solvable(&drawn, true);
    // With a free tile between them the player has to leave the gate, and is shut in.
    let apart = room(32, "#########\n#$W@?.w##\n#########");
    assert_solvable(&apart, false);
}

/// A key can be taken from the side that is not near the door, so the door is not cursed.
#[test]
fn a_key_is_near_a_door_only_if_all_of_it_is() {
    // Brown is given and taken back before the door is in reach.
    let drawn = room(32, "##########\n#@.b...W$#\n#w######.#\n##########");
    let level = level_of(&drawn, &GeometryOptions::default()).unwrap();
    assert_eq!(is_solvable(&drawn, &level, 100_000), verdict(&drawn, &level, Search::Exhaustive));
}

#[test]
fn a_gap_of_eleven_pixels_is_wide_enough() {
    let mut drawn = room(32, "#######\n#@.#.$#\n#..#..#\n#.....#\n#######");
    drawn.walls.push(Area::new(96, 96, 32, 11));
    assert_solvable(&drawn, true);
    drawn.walls.push(Area::new(96, 107, 32, 1));
    assert_solvable(&drawn, false);
}

/// Keys are smaller than their tiles: past some of them there is a way, if not past those that fill a corridor.
#[test]
fn small_keys_can_be_passed_where_tiles_cannot() {
    let blocked = |drawn: &Room| {
        let level = level_of(drawn, &GeometryOptions::default()).unwrap();
        verdict(drawn, &level, Search::Exhaustive) == Some(false)
    };
    // The door wants no white key. The first room leaves 16 pixels below the key, the second none.
    let mut low = room(16, "##########\n#@.ww.WW$#\n#..ww.WW.#\n#.....WW.#\n##########");
    for thing in &mut low.things {
        if let NodeKind::Door(door) = &mut thing.kind {
            door.locks[0].need = crate::lockpick::level::Need::Blank;
        }
    }
    assert!(blocked(&low) && !blocked(&low.clone().with_small_keys()));
    let mut full = room(32, "#######\n#@wW.$#\n#######");
    for thing in &mut full.things {
        if let NodeKind::Door(door) = &mut thing.kind {
            door.locks[0].need = crate::lockpick::level::Need::Blank;
        }
    }
    assert!(blocked(&full) && blocked(&full.clone().with_small_keys()));
}

/// A room in which every third thing lies a little off the grid.
fn shifted(unit: i32, drawing: &str, shift: i32) -> Room {
    let mut drawn = room(unit, drawing);
    for thing in drawn.things.iter_mut().skip(1).step_by(3) {
        (thing.area.left, thing.area.right) = (thing.area.left - 8 * shift, thing.area.right - 8 * shift);
    }
    drawn
}

/// Two keys overlap one that stays. The place at which the second of them is touched begins near a door, so the one
/// that a route names is not beside where the player stands; who goes there on the key that stays does not take it
/// again.
#[test]
fn a_place_may_lie_behind_one_where_the_same_is_touched() {
    assert_solvable(&shifted(32, "@=o.%\nBwbb.\nrW..%\n#w.#$", 1), true);
}

/// The same room with the player inside of a thing at the start, if there is nothing else and it is no door.
fn born_in(drawn: Room, thing: usize) -> Room {
    let Some(Area { left, top, .. }) = drawn.things.get(thing).map(|thing| thing.area) else { return drawn };
    let spawn = Area::new(left + 4, top + 4, PLAYER_WIDTH, PLAYER_HEIGHT);
    let is_in = |area: &Area| {
        area.left < spawn.right && spawn.left < area.right && area.top < spawn.bottom && spawn.top < area.bottom
    };
    let there: Vec<&NodeKind> = drawn.things.iter().filter(|it| is_in(&it.area)).map(|it| &it.kind).collect();
    if matches!(there[..], [NodeKind::Door(_)] | [_, _, ..]) { drawn } else { Room { spawn, ..drawn } }
}

#[test]
fn who_starts_on_the_goal_has_won() {
    for drawing in ["####\n#@$#\n####", "####\n#@.#\n#.$#\n####"] {
        let drawn = room(32, drawing);
        assert_solvable(&born_in(drawn, 0), true);
    }
}

fn drawing() -> impl Strategy<Value = String> {
    let letter = prop_oneof![
        8 => Just('.'), 6 => Just('#'), 3 => Just('w'), 3 => Just('W'), 1 => Just('o'), 1 => Just('O'), 1 => Just('I'),
        1 => Just('r'), 2 => Just('%'), 1 => Just('?'), 1 => Just('!'), 1 => Just('b'), 1 => Just('B'), 1 => Just('*'),
        1 => Just('='), 1 => Just('~'),
    ];
    (3..6usize, 2..5usize).prop_flat_map(move |(width, height)| {
        prop::collection::vec(prop::collection::vec(letter.clone(), width), height).prop_map(|mut rows| {
            rows[0][0] = '@';
            let (last, end) = (rows.len() - 1, rows[0].len() - 1);
            rows[last][end] = '$';
            rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join("\n")
        })
    })
}

proptest! {
    #![proptest_config(crate::soak::unrecorded_laws(150))]

    /// Gates, auras, curses, infinite keys, and things that touch each other or lie a little off the grid.
    #[test]
    fn the_graph_and_the_pixels_agree(
        drawing in drawing(),
        unit in prop_oneof![Just(32), Just(24)],
        shift in 0..3i32,
        cradle in prop_oneof![4 => Just(None), 1 => (0..6usize).prop_map(Some)],
    ) {
        let drawn = shifted(unit, &drawing, shift);
        let drawn = cradle.map_or(drawn.clone(), |thing| born_in(drawn, thing));
        let Ok(level) = level_of(&drawn, &GeometryOptions::default()) else { return Ok(()) };
        let (graph, auto) = (verdict(&drawn, &level, Search::Exhaustive), verdict(&drawn, &level, Search::Auto));
        if let (Some(graph), Some(pixels)) = (graph, is_solvable(&drawn, &level, 400)) {
            prop_assert_eq!(graph, pixels, "\n{}\nunit {} shift {} cradle {:?}\n{}", drawing, unit, shift, cradle, crate::lockpick::input::write(&level));
            prop_assert!(auto.is_none_or(|auto| auto == graph), "\n{}", drawing);
        }
    }
}
