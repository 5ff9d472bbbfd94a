use super::drawing::{assert_graph, room};
use crate::lockpick::{
    geometry::{GeometryError, GeometryOptions, level_of},
    level::{Level, Objective},
};

fn fly(unit: i32, drawing: &str) -> Level {
    level_of(&room(unit, drawing), &GeometryOptions::default()).unwrap()
}

#[test]
fn keys_and_doors_in_a_row() {
    let level = fly(
        32,
        "########
         #@wW.o$#
         ########",
    );
    assert_graph(
        &level,
        "start - key1
         key1 - door1
         key2 - door1
         key2 - goal",
    );
}

#[test]
fn an_open_hall_is_a_hub() {
    let level = fly(
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
fn a_key_that_fills_the_corridor_is_in_the_way() {
    // The first key can be passed above, the second cannot.
    let level = fly(
        16,
        "##############
         #............#
         #............#
         #...oo....$$.#
         #@..oo....$$.#
         ##############",
    );
    assert_graph(&level, "start - key1\nstart - goal");
    let level = fly(
        16,
        "##############
         #...oo....$$.#
         #@..oo....$$.#
         ##############",
    );
    assert_graph(&level, "start - key1\nkey1 - goal");
}

#[test]
fn a_door_in_two_corridors_opens_both_but_joins_none() {
    let level = fly(
        32,
        "########
         #@.W..$#
         #.#W####
         #..W..w#
         ########",
    );
    // A part of the door is in each corridor: the middle one is only two walls.
    assert_graph(
        &level,
        "start - door1
         key1 - door1
         door1 - goal",
    );
    let level = fly(
        16,
        "############
         #....W...$$#
         #@...W...$$#
         #..##W######
         #....W...ww#
         #....W...ww#
         ############",
    );
    assert_graph(&level, "start - door1\nkey1 - door1\ndoor1 - goal");
}

#[test]
fn walls_through_a_door_keep_its_ways_apart() {
    let mut drawn = room(
        16,
        "############
         #....W...$$#
         #@...W...$$#
         #..##W######
         #....W...ww#
         #....W...ww#
         ############",
    );
    // A bar of wall lies across the door.
    drawn.walls.push(crate::lockpick::geometry::room::Area::new(5 * 16, 3 * 16, 16, 16));
    let level = level_of(&drawn, &GeometryOptions::default()).unwrap();
    assert_graph(
        &level,
        "start - door1
         start - key1 after door1
         door1 - goal",
    );
}

#[test]
fn keys_on_top_of_each_other_are_taken_together() {
    let mut drawn = room(
        32,
        "######
         #@w.$#
         ######",
    );
    let mut second = drawn.things[0].clone();
    second.area.left += 8;
    second.area.right -= 8;
    drawn.things.push(second.clone());
    let level = level_of(&drawn, &GeometryOptions::default()).unwrap();
    // The small key lies inside the large one: who takes one takes both.
    assert_graph(
        &level,
        "start - key1
         key1 - j1
         j1 - goal
         j1 touching key2",
    );
}

#[test]
fn stacked_keys_can_be_taken_one_by_one() {
    let level = fly(
        32,
        "######
         #@.w.#
         #..o$#
         ######",
    );
    assert_graph(
        &level,
        "start - key1
         start - key2
         key1 - goal
         key2 - goal",
    );
}

#[test]
fn passing_near_a_door_under_ice_is_a_place_of_its_own() {
    let level = fly(
        32,
        "############
         #.....I..$.#
         #@....######
         #..........#
         #########.r#
         ############",
    );
    // Who comes near the door is about to touch it: that needs no place of its own.
    assert_graph(&level, "start - door1\nstart - key1\ndoor1 - goal");
    let level = fly(
        32,
        "############
         #.....I..$.#
         #@...w######
         #..........#
         #########.r#
         ############",
    );
    // The key can be taken near the door, or from below.
    assert_graph(
        &level,
        "start - key1
         start - key2
         start - j2
         key1 - j1
         j1 - j2
         door1 - j2
         door1 - goal
         j1 near door1
         j1 touching key1
         j2 near door1",
    );
}

/// Where brown keys curse what is near, doors in a row are still doors in a row.
#[test]
fn doors_in_a_row_are_a_chain() {
    let level = fly(
        32,
        "###########
         #@.b.WO..$#
         ###########",
    );
    assert_graph(
        &level,
        "start - key1
         key1 - door1
         door1 - door2
         door2 - goal",
    );
    // What is brown all over is never cursed: the place beside it is like any other.
    let level = fly(
        32,
        "#########
         #@bB...$#
         #..##.###
         #..w.B..#
         #########",
    );
    assert!(level.nodes.iter().all(|node| node.near.is_empty()), "{level:?}");
}

#[test]
fn gates_and_infinite_keys_keep_their_junctions() {
    let level = fly(
        32,
        "##########
         #@.%.*..$#
         ##########",
    );
    assert_graph(
        &level,
        "start - gate1
         gate1 - j1
         key1 - j1
         key1 - j2
         j2 - goal",
    );
}

#[test]
fn gaps_are_as_wide_as_they_are() {
    let mut drawn = room(
        32,
        "#######
         #@...$#
         #######",
    );
    // The ceiling hangs low: 24 pixels are left, and the player is 21 high.
    drawn.walls.push(crate::lockpick::geometry::room::Area::new(96, 32, 32, 8));
    assert_graph(&level_of(&drawn, &GeometryOptions::default()).unwrap(), "start - goal");
    drawn.walls.push(crate::lockpick::geometry::room::Area::new(96, 40, 32, 4));
    assert_graph(&level_of(&drawn, &GeometryOptions::default()).unwrap(), "");
}

#[test]
fn without_a_goal_a_door_is_to_be_stored() {
    let level = fly(
        32,
        "########
         #@&.w.W#
         ########",
    );
    assert_eq!(level.objective, Objective::Salvage { id: 3, door: None });
    assert_graph(
        &level,
        "start - salvage1
         salvage1 - j1
         key1 - j1
         key1 - door1",
    );
}

#[test]
fn rooms_that_make_no_sense_are_refused() {
    let options = GeometryOptions::default();
    let in_wall = room(32, "###\n#@#\n#$#\n###");
    let mut walled = in_wall.clone();
    walled.walls.push(crate::lockpick::geometry::room::Area::new(0, 0, 96, 128));
    assert_eq!(level_of(&walled, &options), Err(GeometryError::Start));
    let no_goal = room(32, "###\n#@#\n###");
    assert_eq!(level_of(&no_goal, &options), Err(GeometryError::NoGoal));
    let mut huge = in_wall.clone();
    (huge.width, huge.height) = (i32::MAX, i32::MAX);
    assert!(matches!(level_of(&huge, &options), Err(GeometryError::Pixels { .. })), "nobody could judge a route");
    (huge.width, huge.height) = (1 << 12, 1 << 12);
    assert!(level_of(&huge, &options).is_ok(), "there is not much in it");
    (huge.width, huge.height) = (i32::MAX, i32::MAX);
    let falling = GeometryOptions { gravity: true, ..options };
    assert!(matches!(level_of(&huge, &falling), Err(GeometryError::Size { .. })));
    assert_eq!(level_of(&in_wall, &GeometryOptions { cell: 5, gravity: true }), Err(GeometryError::Cell(5)));
    let mut heap = in_wall.clone();
    let thing = heap.things[0].clone();
    heap.things.extend(std::iter::repeat_n(thing, 1000));
    assert_eq!(level_of(&heap, &options), Err(GeometryError::Heap));
}

#[test]
fn a_start_inside_a_key_takes_it_first() {
    let mut drawn = room(
        32,
        "######
         #.w.$#
         ######",
    );
    drawn.spawn = crate::lockpick::geometry::room::Area::new(66, 43, 11, 21);
    let level = level_of(&drawn, &GeometryOptions::default()).unwrap();
    assert_graph(&level, "start > key1\nkey1 - goal");
}

#[test]
fn there_is_room_beside_an_infinite_key() {
    let level = fly(
        32,
        "#######
         #.*@.$#
         #######",
    );
    assert_graph(
        &level,
        "start - key1
         start - goal
         key1 - j1",
    );
}

#[test]
fn a_bridge_of_keys_that_set_the_same_is_one_place() {
    let level = fly(
        32,
        "##########
         #@.=~=..$#
         ##########",
    );
    assert_graph(
        &level,
        "start - key1
         key1 - j1
         j1 - goal",
    );
    // A door that spends what the keys set can be opened on the bridge: the next key sets it again.
    let level = fly(
        32,
        "##########
         #@.=~=..$#
         ####W#####
         ##########",
    );
    assert!(level.edges.len() > 4, "{level:?}");
}
