//! Small levels of which everything is known.

use std::time::Duration;

use super::*;
use crate::{
    diagnostics::Source,
    lockpick::{
        generate::{Mechanic, Recipe, grown, wild},
        input,
    },
    search::Limits,
    soak::time_at_work,
};

fn level(text: &str) -> Level {
    input::parse(&Source::new("level", text)).unwrap().level
}

fn analysed(text: &str) -> String {
    analyse(&level(text), false, &Control::default()).unwrap()
}

#[track_caller]
fn assert_says(told: &str, lines: &[&str]) {
    for line in lines {
        assert!(told.lines().any(|known| known.trim() == *line), "'{line}' is not in\n{told}");
    }
}

#[test]
fn a_corridor_is_forced() {
    let told =
        analysed("level L\nstart s\njunction s\nkey k 1 white\ndoor d 1 white\ngoal g\npath s - k\npath s - d - g\n");
    assert_says(
        &told,
        &[
            "solvable: yes",
            "fewest steps: 2, proved",
            "states: 3 in all",
            "point of no return: none: the goal can be reached whatever is done",
            "every solution needs (2): k, d",
            "forced: yes: there is one route, every other move loses",
            "other routes: none: every solution opens the same doors",
            "difficulty: 0.0 bits: what one has to know to make no wrong move along a route of the fewest steps",
        ],
    );
}

#[test]
fn a_wrong_door_is_a_point_of_no_return() {
    // One key, two doors: one leads on, the other to nothing.
    let told = analysed(
        "level L\nstart s\njunction s\nkey k 1 white\ndoor right 1 white\ndoor wrong 1 white\njunction end\ngoal g\n\
         path s - k\npath s - right - g\npath s - wrong - end\n",
    );
    assert_says(
        &told,
        &[
            "point of no return: yes, the first after 2 steps: 1 of 4 states are dead ends",
            "before step 2, 1 of 2 moves loses the level: open door wrong (1 white)",
            "every solution needs (2): k, right",
            "not needed, each by itself (1): wrong",
            "difficulty: 1.0 bits: what one has to know to make no wrong move along a route of the fewest steps",
        ],
    );
}

#[test]
fn what_can_be_left_out_is_told_with_the_other_routes() {
    let told = analysed(
        "level L\nstart s\njunction s\nkey k 2 white\nkey spare 1 red\ndoor upper 1 white\ndoor lower 1 white\ndoor far 1 blue\n\
         goal g\npath s - k\npath s - spare\npath s - upper - g\npath s - lower - g\npath s - far\n",
    );
    assert_says(
        &told,
        &[
            "every solution needs (1): k",
            "not needed, each by itself (3): spare, upper, lower",
            "never taken or opened, whatever is done (1): far",
            "forced: no: solutions differ in the keys they take or the doors they open",
            "2 steps, opens lower instead of upper",
        ],
    );
}

#[test]
fn what_cannot_be_solved_is_told() {
    let told = analysed("level L\nstart s\njunction s\ndoor d 1 white\ngoal g\npath s - d - g\n");
    assert_says(&told, &["solvable: no", "states: 1 in all"]);
}

/// A part of the states and the searches without something must come to the same as all of the states.
#[test]
fn searches_and_states_agree_about_what_is_needed() {
    for seed in 0..60 {
        let mechanics = Mechanic::NAMED.into_iter().map(|(_, mechanic)| mechanic).collect();
        let terrain = Terrain::new(wild(&Recipe { nodes: 9, colours: 3, mechanics, seed }));
        let graph = StateGraph::explore(&terrain, 3_000, &Control::default());
        let Some(route) = graph.route_without(None).filter(|_| graph.is_complete) else { continue };
        let all = Needs::of(&terrain, &graph, route.clone(), EFFORT, &Control::default());
        let part = StateGraph::explore(&terrain, 1, &Control::default());
        assert!(!part.is_complete || graph.len() == 1, "seed {seed}");
        let searched = Needs::of(&terrain, &part, route, EFFORT, &Control::default());
        for thing in &searched.needed {
            assert!(!all.optional.contains(thing), "seed {seed}: {}", terrain.level.nodes[*thing].name);
        }
        for thing in &searched.optional {
            assert!(!all.needed.contains(thing), "seed {seed}: {}", terrain.level.nodes[*thing].name);
        }
        // What a part of the states calls lost is lost.
        let some = StateGraph::explore(&terrain, graph.len() / 2, &Control::default());
        let (lost, truly) = (some.lost(), graph.lost());
        assert!((0..some.len()).all(|state| !lost[state] || truly[state]), "seed {seed}");
    }
}

#[test]
fn the_time_is_kept() {
    let mechanics = vec![Mechanic::Bulk, Mechanic::Master, Mechanic::Blast, Mechanic::Combo];
    let level = grown(&Recipe { nodes: 90, colours: 6, mechanics, seed: 5 });
    let control = Control::new(&Limits { time: Some(Duration::from_millis(300)), ..Limits::default() });
    let before = time_at_work();
    let told = analyse(&level, false, &control).unwrap();
    let spent = time_at_work().saturating_sub(before);
    assert!(spent < Duration::from_millis(900), "{spent:?}");
    assert!(told.contains("solvable"), "{told}");
}
