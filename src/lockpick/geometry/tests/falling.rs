use super::drawing::{assert_graph, room};
use crate::lockpick::{
    geometry::{GeometryOptions, level_of},
    level::Level,
};

fn fall(unit: i32, drawing: &str) -> Level {
    level_of(&room(unit, drawing), &GeometryOptions { gravity: true, ..GeometryOptions::default() }).unwrap()
}

#[test]
fn on_flat_ground_nothing_is_different() {
    let level = fall(
        32,
        "##########
         #o.....W$#
         #......###
         #@..p....#
         ######O###
         #####...w#
         ##########",
    );
    assert_graph(
        &level,
        "start - key1
         start - key2
         start - door1
         start - door2
         door1 - goal
         key3 - door2",
    );
}

#[test]
fn a_high_ledge_is_left_for_ever() {
    // Six tiles down: more than four tiles cannot be jumped.
    let level = fall(
        32,
        "########
         #@.....#
         ###....#
         ###....#
         ###....#
         ###....#
         ###....#
         ###w..$#
         ########",
    );
    assert_graph(
        &level,
        "start > j1
         key1 - j1
         j1 - goal",
    );
}

#[test]
fn a_gap_of_290_pixels_is_too_wide_for_a_jump_and_one_of_200_is_not() {
    let across = |tiles: usize| {
        let (air, wall) = (".".repeat(tiles), "#".repeat(tiles + 8));
        let high: String = (0..6).map(|_| format!("#...{air}...#\n")).collect();
        let low: String = (0..7).map(|_| format!("####{air}####\n")).collect();
        let level = fall(32, &format!("{wall}\n{high}#@..{air}..$#\n{low}{wall}"));
        super::drawing::drawn(&level).contains("goal")
    };
    assert!(across(6) && across(7));
    assert!(!across(10));
}

#[test]
fn a_door_is_a_step_while_it_stands() {
    // The ledge is seven tiles up, and the door in the air is half way.
    let level = fall(
        32,
        "########
         #.....$#
         #...####
         #......#
         #......#
         #..WW..#
         #......#
         #......#
         #@..w..#
         ########",
    );
    // A line that counts in the air lies over the door, so it is stood on at two places.
    assert_graph(
        &level,
        "start - key1
         start > door1 while door1
         start > j2 while door1
         start > j3 while door1
         j1 - goal
         j1 - j2 while door1
         j1 - j3 while door1
         j1 > start
         j1 > door1 while door1
         j2 touching door1
         j2 > door1 while door1
         j2 > start after door1
         j3 touching door1
         j3 > door1 while door1
         j3 > start",
    );
}

#[test]
fn a_trapdoor_over_a_pit_is_left_for_ever() {
    let level = fall(
        32,
        "#########
         #@..W..$#
         #####O###
         #####.###
         #####.###
         #####.###
         #####.###
         #####.###
         #####w..#
         #########",
    );
    assert_graph(
        &level,
        "start - door1
         door1 - goal
         door1 > door2 while door2
         door1 > j1 while door2
         door1 > key1 after door2
         j1 touching door2
         j1 > door2 while door2
         j1 > door1
         j1 > key1 after door2",
    );
}

#[test]
fn keys_in_the_air_are_taken_on_the_way_down() {
    let level = fall(
        32,
        "######
         #@...#
         ###..#
         ###oo#
         ###..#
         ###..#
         ###..#
         ###..#
         #$...#
         ######",
    );
    assert_graph(
        &level,
        "start - key1
         key1 > j1
         j1 - goal",
    );
}

#[test]
fn an_infinite_key_in_a_pit_can_be_used_again() {
    let level = fall(
        32,
        "######
         #@..$#
         ###.##
         ###.##
         ###.##
         ###.##
         ###.##
         ##*..#
         ######",
    );
    assert_graph(
        &level,
        "start - goal
         start > j1
         key1 - j1",
    );
}
