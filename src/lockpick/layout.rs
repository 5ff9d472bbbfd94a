//! A room for a level that has none: a graph without circles is laid out as corridors, with every key and door filling
//! its place. Whoever flies in the room can do exactly what the graph says.

use std::collections::VecDeque;

use super::{
    geometry::room::{Area, PLAYER_HEIGHT, PLAYER_WIDTH, Room, Thing},
    level::{Level, NodeId, NodeKind, Objective},
};

/// The side of a tile.
const TILE: i32 = 32;
/// From a node to what comes after it, in tiles: so far apart that nobody is near two doors.
const ACROSS: usize = 4;
/// From a corridor to the next one below, in tiles.
const DOWN: usize = 2;
/// The most tiles of a room.
const MOST: usize = 1 << 20;

/// A room for a level, or why there is none.
pub(super) fn room_of(level: &Level) -> Result<Room, String> {
    refuse(level)?;
    let (children, order) = tree(level)?;
    // Corridors from left to right: the first thing behind a node is in its corridor, the others in corridors below.
    let mut place = vec![(0usize, 0usize); level.nodes.len()];
    let mut last_row = vec![0usize; level.nodes.len()];
    let (mut corridors, mut stack) = (0, vec![(level.start, 0usize)]);
    while let Some((node, next)) = stack.pop() {
        if next == 0 {
            place[node].1 = corridors;
        }
        last_row[node] = if next == 0 { corridors } else { last_row[node] };
        if let Some(&child) = children[node].get(next) {
            corridors += usize::from(next > 0);
            place[child].0 = place[node].0 + 1;
            last_row[node] = corridors;
            stack.push((node, next + 1));
            stack.push((child, 0));
        }
    }
    let deepest = order.iter().map(|&node| place[node].0).max().unwrap_or(0);
    let (across, down) = (deepest * ACROSS + 3, corridors * DOWN + 3);
    if across.checked_mul(down).is_none_or(|tiles| tiles > MOST) {
        return Err("its room would be too large".to_owned());
    }
    let tile_of = |node: NodeId| (place[node].0 * ACROSS + 1, place[node].1 * DOWN + 1);
    let mut is_open = vec![false; across * down];
    for &node in &order {
        let (column, row) = tile_of(node);
        is_open[row * across + column] = true;
        if children[node].is_empty() {
            continue;
        }
        is_open[row * across + column + 1..row * across + column + ACROSS].fill(true);
        let shaft = column + ACROSS / 2;
        for &child in &children[node] {
            let to = tile_of(child);
            (row..=to.1).for_each(|row| is_open[row * across + shaft] = true);
            is_open[to.1 * across + shaft..to.1 * across + to.0].fill(true);
        }
    }
    let square = |(column, row): (usize, usize)| Area::new(column as i32 * TILE, row as i32 * TILE, TILE, TILE);
    let walls = (0..across * down).filter(|&tile| !is_open[tile]).map(|tile| square((tile % across, tile / across)));
    let things = order.iter().filter(|&&node| level.nodes[node].kind != NodeKind::Junction);
    let start = square(tile_of(level.start));
    Ok(Room {
        title: level.title.clone(),
        width: across as i32 * TILE,
        height: down as i32 * TILE,
        walls: walls.collect(),
        things: things
            .map(|&node| Thing { area: square(tile_of(node)), kind: level.nodes[node].kind.clone() })
            .collect(),
        spawn: Area::new(start.left + 10, start.bottom - PLAYER_HEIGHT, PLAYER_WIDTH, PLAYER_HEIGHT),
    })
}

/// Says no to what a room cannot hold.
fn refuse(level: &Level) -> Result<(), String> {
    if level.edges.iter().any(|edge| edge.one_way || !edge.conditions.is_empty()) {
        return Err("some of its ways lead one way or depend on doors".to_owned());
    }
    if level.nodes.iter().any(|node| !node.near.is_empty() || !node.touching.is_empty()) {
        return Err("it says by itself where the player is near doors or touches things".to_owned());
    }
    if level.start_counts.iter().any(|count| !count.is_zero()) || level.start_stars.contains(&true) {
        return Err("the player has keys at the start, and a room does not say so".to_owned());
    }
    match level.objective {
        Objective::Salvage { door: Some(_), .. } => Err("a certain door is to be stored".to_owned()),
        _ => Ok(()),
    }
}

/// What comes after each node, and all nodes from the start on.
fn tree(level: &Level) -> Result<(Vec<Vec<NodeId>>, Vec<NodeId>), String> {
    let mut beside = vec![Vec::new(); level.nodes.len()];
    for edge in &level.edges {
        beside[edge.from].push(edge.to);
        beside[edge.to].push(edge.from);
    }
    let mut children = vec![Vec::new(); level.nodes.len()];
    let mut is_met = vec![false; level.nodes.len()];
    is_met[level.start] = true;
    let (mut order, mut queue) = (Vec::new(), VecDeque::from([(level.start, usize::MAX)]));
    while let Some((node, parent)) = queue.pop_front() {
        order.push(node);
        for &next in &beside[node] {
            if next == parent {
                continue;
            }
            if std::mem::replace(&mut is_met[next], true) {
                return Err(format!("there are two ways to {}", level.nodes[next].name));
            }
            children[node].push(next);
            queue.push_back((next, node));
        }
    }
    // Things keep their order, so that they are called the same again.
    order.sort_unstable();
    Ok((children, order))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lockpick::{
        generate::{Mechanic, Recipe, grown},
        geometry::{GeometryOptions, level_of},
        import::lvl::{from_room, to_room},
        play::Terrain,
        search::{Settings, Strategy, Verdict, solve},
    };

    fn fewest(level: Level) -> Option<usize> {
        let settings = Settings { shortest: true, ..Settings::with_node_limit(20_000) };
        match solve(&Terrain::new(level), Strategy::Exhaustive, &settings).unwrap().verdict {
            Verdict::Solved { route, .. } => Some(route.len()),
            _ => None,
        }
    }

    /// Out to the editor's format and back, a level needs as many steps as before.
    #[test]
    fn a_level_without_circles_goes_out_and_comes_back() {
        let mut made = 0;
        for seed in 0..80 {
            let mechanics = [Mechanic::Bulk, Mechanic::Master, Mechanic::Blast, Mechanic::Combo, Mechanic::Exact];
            let recipe = Recipe { nodes: 10, colours: 3, mechanics: mechanics.to_vec(), seed };
            let level = grown(&recipe);
            let Ok(room) = room_of(&level) else { continue };
            let record = from_room(&room).unwrap();
            let again = to_room(&record).unwrap();
            assert_eq!(again.things.len(), room.things.len());
            let graph = level_of(&again, &GeometryOptions::default()).unwrap();
            assert_eq!(fewest(graph), fewest(level), "seed {seed}");
            made += 1;
        }
        assert!(made >= 20, "{made} levels were laid out");
    }

    #[test]
    fn what_cannot_be_laid_out_is_refused() {
        let text = |lines: &str| {
            let text = format!("level L\nstart s\njunction s\nkey k 1 white\ngoal g\n{lines}");
            room_of(&crate::lockpick::input::parse(&crate::diagnostics::Source::new("x", text)).unwrap().level)
        };
        assert!(text("path s - k - g\n").is_ok());
        for wrong in ["path s - k - g\npath s - g\n", "path s > k - g\n", "path s - k - g\nhave 1 white\n"] {
            assert!(text(wrong).is_err(), "{wrong}");
        }
    }
}
