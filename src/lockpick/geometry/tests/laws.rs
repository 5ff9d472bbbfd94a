//! Graphs are compared with rooms that are searched cell by cell, with some things gone and the others there.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::drawing::room;
use crate::lockpick::{
    geometry::{
        GeometryOptions, flight,
        lattice::{Lattice, ThingKind},
        level_of,
        room::{Area, Room, Thing},
    },
    level::{Condition, Level, NodeId, NodeKind},
};

/// The things that can be touched in the graph if certain things are gone.
fn touched_in_graph(level: &Level, things: usize, gone: &BTreeSet<usize>) -> BTreeSet<usize> {
    let is_open = |conditions: &[Condition]| {
        conditions.iter().all(|condition| match condition {
            Condition::While(door) => !gone.contains(door),
            Condition::After(door) => gone.contains(door),
            Condition::Through(_) => true,
        })
    };
    let mut seen = BTreeSet::from([level.start]);
    let mut touched = BTreeSet::new();
    let mut queue = vec![level.start];
    while let Some(node) = queue.pop() {
        let ways = level.edges.iter().filter(|edge| is_open(&edge.conditions)).flat_map(|edge| {
            let back = (!edge.one_way).then_some((edge.to, edge.from));
            [Some((edge.from, edge.to)), back].into_iter().flatten()
        });
        for (_, to) in ways.filter(|&(from, _)| from == node) {
            let is_thing = to < things;
            if is_thing {
                touched.insert(to);
            }
            // What is touched on the way is touched like anything else; a floor is no hindrance.
            let keys = level.nodes[to].touching.iter().filter(|&&thing| level.door(thing).is_none());
            touched.extend(keys.clone());
            let is_free = (!is_thing || gone.contains(&to)) && keys.clone().all(|key| gone.contains(key));
            if is_free && seen.insert(to) {
                queue.push(to);
            }
        }
    }
    touched
}

/// The same in the room itself: without gravity, or with it.
fn touched_in_room(room: &Room, gone: &BTreeSet<usize>, gravity: bool) -> BTreeSet<usize> {
    let lattice = Lattice::new(room, &GeometryOptions { gravity, ..GeometryOptions::default() }).unwrap();
    let there = |at: usize| lattice.touched(at).iter().copied().filter(|thing| !gone.contains(thing));
    let is_solid = |at: usize| there(at).any(|thing| lattice.kinds[thing] == ThingKind::Door);
    let full = lattice.rise;
    let mut seen = BTreeSet::new();
    let mut touched = BTreeSet::new();
    let mut queue = vec![(lattice.start, lattice.air_rise, 5)];
    while let Some((at, budget, lines)) = queue.pop() {
        if !seen.insert((at, budget, lines)) {
            continue;
        }
        let below = lattice.below(at);
        let mut moves: Vec<(Option<usize>, usize, usize)> = vec![(below, budget, lines)];
        // In the air no more than five lines that are three cells apart are crossed.
        let is_grounded = below.is_none();
        for beside in [lattice.left(at), lattice.right(at)] {
            let is_line = beside.is_some_and(|beside| lattice.column(beside) / 3 != lattice.column(at) / 3);
            match gravity && is_line && !is_grounded {
                true if lines > 0 => moves.push((beside, budget, lines - 1)),
                true => {}
                false => moves.push((beside, budget, lines)),
            }
        }
        if !gravity {
            moves.push((lattice.above(at), budget, lines));
        } else if budget > 0 {
            moves.push((lattice.above(at), budget - 1, lines));
        }
        if gravity && below.is_none_or(is_solid) {
            moves.push((Some(at), full, 5));
        }
        for (next, budget, lines) in moves.into_iter().filter_map(|(next, budget, lines)| Some((next?, budget, lines)))
        {
            let doors = there(next).filter(|&thing| lattice.kinds[thing] == ThingKind::Door);
            touched.extend(doors);
            if !is_solid(next) {
                touched.extend(there(next));
                touched.extend(lattice.touched(next).iter().copied());
            }
            // What is not gone ends the way, as in the graph.
            if there(next).next().is_none() {
                queue.push((next, budget, lines));
            }
        }
    }
    touched.extend(lattice.touched(lattice.start).iter().copied());
    touched
}

fn drawing() -> impl Strategy<Value = String> {
    let letter = prop_oneof![
        8 => Just('.'), 6 => Just('#'), 2 => Just('w'), 2 => Just('W'), 2 => Just('o'), 2 => Just('O'), 1 => Just('I'),
    ];
    (3..9usize, 3..10usize).prop_flat_map(move |(width, height)| {
        prop::collection::vec(prop::collection::vec(letter.clone(), width), height).prop_map(|mut rows| {
            rows[0][0] = '@';
            let (last, end) = (rows.len() - 1, rows[0].len() - 1);
            rows[last][end] = '$';
            rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join("\n")
        })
    })
}

/// Whether things that are touched together can be touched one by one.
fn is_uncrowded(room: &Room) -> bool {
    let places = flight::places(&Lattice::new(room, &GeometryOptions::default()).unwrap());
    places.places.iter().all(|place| place.touched.len() <= 1)
}

fn is_kept(level: &Level, room: &Room) -> bool {
    level.nodes.iter().zip(&room.things).all(|(node, thing)| node.kind == thing.kind)
}

proptest! {
    #![proptest_config(crate::soak::unrecorded_laws(150))]

    #[test]
    fn without_gravity_the_graph_is_the_room(drawing in drawing(), gone in any::<u64>()) {
        let room = room(32, &drawing);
        let level = level_of(&room, &GeometryOptions::default()).unwrap();
        prop_assert!(is_kept(&level, &room));
        let gone: BTreeSet<usize> = (0..room.things.len()).filter(|thing| gone >> (thing % 64) & 1 == 1 && room.things[*thing].kind != NodeKind::Goal).collect();
        let left = |things: BTreeSet<usize>| -> BTreeSet<usize> { things.difference(&gone).copied().collect() };
        let graph = left(touched_in_graph(&level, room.things.len(), &gone));
        let in_room = left(touched_in_room(&room, &gone, false));
        let shown = || format!("\n{drawing}\n{}\n{in_room:?} {graph:?}", super::drawing::drawn(&level));
        prop_assert!(in_room.is_subset(&graph), "{}", shown());
        // Where things can only be touched together, the graph lets them be touched one by one.
        if is_uncrowded(&room) {
            prop_assert!(graph.is_subset(&in_room), "{}", shown());
        }
    }

    #[test]
    fn with_gravity_no_way_is_lost(drawing in drawing(), gone in any::<u64>()) {
        let room = room(32, &drawing);
        let level = level_of(&room, &GeometryOptions { gravity: true, ..GeometryOptions::default() }).unwrap();
        let gone: BTreeSet<usize> = (0..room.things.len()).filter(|thing| gone >> (thing % 64) & 1 == 1 && room.things[*thing].kind != NodeKind::Goal).collect();
        let left = |things: BTreeSet<usize>| -> BTreeSet<usize> { things.difference(&gone).copied().collect() };
        let graph = left(touched_in_graph(&level, room.things.len(), &gone));
        let in_room = left(touched_in_room(&room, &gone, true));
        prop_assert!(in_room.is_subset(&graph), "\n{}\n{}\n{:?} {:?}", drawing, super::drawing::drawn(&level), in_room, graph);
        // Nobody gets further by falling than by flying.
        let flying = level_of(&room, &GeometryOptions::default()).unwrap();
        if is_uncrowded(&room) {
            let by_flying = left(touched_in_graph(&flying, room.things.len(), &gone));
            prop_assert!(graph.is_subset(&by_flying), "\n{}", drawing);
        }
    }
}

fn area() -> impl Strategy<Value = Area> {
    let edge = || prop_oneof![8 => -40..300i32, 1 => Just(i32::MIN), 1 => Just(i32::MAX)];
    let size = || prop_oneof![8 => -5..120i32, 1 => Just(i32::MAX)];
    (edge(), edge(), size(), size()).prop_map(|(left, top, width, height)| Area::new(left, top, width, height))
}

proptest! {
    #![proptest_config(crate::soak::unrecorded_laws(300))]

    #[test]
    fn no_room_panics(
        size in (0..300i32, 0..300i32), walls in prop::collection::vec(area(), 0..8), spawn in area(),
        things in prop::collection::vec((area(), "[wWoOIb%*&$]"), 0..12), gravity in any::<bool>(), cell in 0..18u8,
    ) {
        let things = things.into_iter().map(|(area, letter)| {
            Thing { area, kind: room(32, &format!("@{letter}")).things[0].kind.clone() }
        });
        let room =
            Room { title: String::new(), width: size.0, height: size.1, walls, things: things.collect(), spawn };
        if let Ok(level) = level_of(&room, &GeometryOptions { gravity, cell }) {
            prop_assert!(level.nodes.iter().zip(&room.things).all(|(node, thing)| node.kind == thing.kind));
            let names: BTreeSet<&str> = level.nodes.iter().map(|node| node.name.as_str()).collect();
            prop_assert_eq!(names.len(), level.nodes.len());
            let is_door = |node: &NodeId| level.door(*node).is_some();
            let is_gate = |node: &NodeId| matches!(level.nodes[*node].kind, NodeKind::Gate(_));
            for node in &level.nodes {
                prop_assert!(node.near.iter().all(is_door));
                let is_touched = |thing: &NodeId| !matches!(level.nodes[*thing].kind, NodeKind::Goal | NodeKind::Junction);
                prop_assert!(node.touching.iter().all(is_touched));
            }
            for edge in &level.edges {
                prop_assert!(edge.from < level.nodes.len() && edge.to < level.nodes.len() && edge.from != edge.to);
                let is_fit = |condition: &Condition| match condition {
                    Condition::While(door) | Condition::After(door) => is_door(door),
                    Condition::Through(gate) => is_gate(gate),
                };
                prop_assert!(edge.conditions.iter().all(is_fit));
            }
        }
    }
}

/// The first node that is not a thing.
#[test]
fn things_come_first() {
    let room = room(32, "######\n#@wW$#\n######");
    let level = level_of(&room, &GeometryOptions::default()).unwrap();
    let first: Option<NodeId> = level.nodes.iter().position(|node| node.kind == NodeKind::Junction);
    assert_eq!(first, Some(room.things.len()));
}
