//! Rooms that can be walked and rooms that cannot.

use super::*;
use crate::lockpick::{
    geometry::{GeometryOptions, level_of, tests::drawing::room},
    play::Terrain,
    search::{Settings, Strategy, Verdict, solve},
};

/// Whether the route that is found by flying can be walked, and whether the goal is in reach of somebody on foot.
fn judged(drawn: &Room) -> (Walk, bool) {
    let level = level_of(drawn, &GeometryOptions::default()).unwrap();
    let outcome = solve(&Terrain::new(level.clone()), Strategy::Auto, &Settings::default()).unwrap();
    let Verdict::Solved { route, .. } = outcome.verdict else { panic!("it can be solved by flying") };
    let claim = Claim::of(&level, &route);
    let goal = drawn.things.iter().position(|thing| thing.kind == NodeKind::Goal).unwrap();
    let reach = Reach::of(drawn, &Control::default()).unwrap().unwrap();
    (walk(drawn, &level, &claim, &Control::default()), reach.touches(goal))
}

#[track_caller]
fn assert_walkable(drawing: &str) {
    assert_eq!(judged(&room(32, drawing)), (Walk::Walkable, true), "{drawing}");
}

#[track_caller]
fn assert_by_flying_only(drawing: &str) {
    let (walked, is_in_reach) = judged(&room(32, drawing));
    assert!(matches!(walked, Walk::NotFound(_)) && !is_in_reach, "{drawing}\n{walked:?}");
}

#[test]
fn corridors_keys_and_doors() {
    assert_walkable("########\n#@.w.W$#\n########");
}

#[test]
fn ledges_of_four_tiles_can_be_jumped_and_of_five_cannot() {
    assert_walkable("######\n#....#\n#...$#\n#..###\n#..###\n#..###\n#@.###\n######");
    assert_by_flying_only("######\n#....#\n#...$#\n#..###\n#..###\n#..###\n#..###\n#@.###\n######");
}

#[test]
fn gaps_of_seven_tiles_can_be_jumped_and_of_nine_cannot() {
    let gap = |tiles: usize| {
        let air = ".".repeat(tiles);
        let wall = "#".repeat(tiles + 8);
        let row = |left: &str, right: &str| format!("#{left}{air}{right}#\n");
        let high: String = (0..6).map(|_| row("...", "...")).collect();
        let low: String = (0..7).map(|_| row("###", "###")).collect();
        format!("{wall}\n{high}{}{low}{wall}", row("@..", "..$"))
    };
    assert_walkable(&gap(6));
    assert_walkable(&gap(7));
    assert_by_flying_only(&gap(9));
}

#[test]
fn a_door_can_be_a_step_as_long_as_it_stands() {
    // The door halfway up is a floor: nobody has its key.
    assert_walkable("######\n#...$#\n#..###\n#..###\n#..###\n#.O###\n#..###\n#..###\n#@.###\n######");
}

#[test]
fn a_floor_that_opens_under_the_player_is_a_fall() {
    // Below the white door is a pit with the goal.
    assert_walkable("#####\n#@w.#\n##W##\n##$##\n#####");
}

#[test]
fn a_door_that_opens_when_it_is_stood_on_is_not_crossed() {
    // The key is taken, the only way on leads over the door that opens then; the goal is above a pit of five tiles.
    let (walked, _) = judged(&room(32, "########\n#......#\n#@w...$#\n###W####\n###.####\n###.####\n########"));
    assert_eq!(walked, Walk::Walkable, "one can jump over it");
    let (walked, _) =
        judged(&room(32, "###########\n#@wWWWWWW.$#\n####......##\n####......##\n####......##\n############"));
    assert_eq!(walked, Walk::Walkable, "a door in the way is opened");
}
