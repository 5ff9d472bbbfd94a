//! Rooms from drawings, and graphs as lines of text.

use crate::lockpick::{
    colour::Colour,
    complex::Complex,
    geometry::room::{Area, PLAYER_HEIGHT, PLAYER_WIDTH, Room, Thing},
    level::{Auras, Condition, Door, Gate, Key, KeyEffect, Level, Lock, Need, NodeKind, Salvage},
};

/// A room in which every letter takes up a square of so many pixels. `#` is a wall, `@` the start, `$` the goal, small
/// letters are keys and capitals doors of a colour; a rectangle of the same letter is one thing.
pub fn room(unit: i32, drawing: &str) -> Room {
    let rows: Vec<Vec<char>> = drawing.trim_matches('\n').lines().map(|line| line.trim().chars().collect()).collect();
    let width = rows.iter().map(Vec::len).max().unwrap();
    let letter = |x: usize, y: usize| rows.get(y).and_then(|row| row.get(x)).copied().unwrap_or('.');
    let mut room = Room {
        title: String::new(),
        width: width as i32 * unit,
        height: rows.len() as i32 * unit,
        walls: Vec::new(),
        things: Vec::new(),
        spawn: Area::new(0, 0, PLAYER_WIDTH, PLAYER_HEIGHT),
    };
    let mut is_done = vec![vec![false; width]; rows.len()];
    for y in 0..rows.len() {
        for x in 0..width {
            let here = letter(x, y);
            if is_done[y][x] || here == '.' {
                continue;
            }
            let mut right = x;
            while right < width && letter(right, y) == here && !is_done[y][right] {
                right += 1;
            }
            let is_row = |row: usize| (x..right).all(|column| letter(column, row) == here);
            let bottom = (y..rows.len()).find(|&row| !is_row(row)).unwrap_or(rows.len());
            for row in is_done.iter_mut().take(bottom).skip(y) {
                row[x..right].fill(true);
            }
            let area = Area {
                left: x as i32 * unit,
                top: y as i32 * unit,
                right: right as i32 * unit,
                bottom: bottom as i32 * unit,
            };
            match here {
                '#' => room.walls.push(area),
                '@' => {
                    let (left, top) = (area.left + 2, area.bottom - PLAYER_HEIGHT);
                    room.spawn = Area::new(left, top, PLAYER_WIDTH, PLAYER_HEIGHT);
                }
                _ => room.things.push(Thing { area, kind: kind(here) }),
            }
        }
    }
    room
}

fn colour(letter: char) -> Colour {
    match letter.to_ascii_lowercase() {
        'w' => Colour::White,
        'o' => Colour::Orange,
        'p' => Colour::Purple,
        'r' | 'i' => Colour::Red,
        'b' => Colour::Brown,
        'k' => Colour::Black,
        'c' => Colour::Cyan,
        other => panic!("no colour is drawn as {other}"),
    }
}

fn kind(letter: char) -> NodeKind {
    let need = Need::Normal(Complex::ONE);
    match letter {
        '$' => NodeKind::Goal,
        '%' => NodeKind::Gate(Gate { locks: vec![Lock { colour: Colour::White, need }] }),
        '!' => NodeKind::Gate(Gate { locks: vec![Lock { colour: Colour::Orange, need }] }),
        '?' => NodeKind::Gate(Gate { locks: vec![Lock { colour: Colour::White, need: Need::Blank }] }),
        // Two letters, so that there can be two keys side by side.
        '=' | '~' => {
            NodeKind::Key(Key { colour: Colour::White, effect: KeyEffect::Exact(Complex::ZERO), infinite: true })
        }
        '*' => NodeKind::Key(Key { colour: Colour::White, effect: KeyEffect::Star, infinite: true }),
        '&' => NodeKind::Salvage(Salvage { id: 3, output: false }),
        // Under ice.
        'I' => {
            let door = Door::simple(Colour::White, need);
            NodeKind::Door(Door { auras: Auras { ice: true, ..Auras::default() }, ..door })
        }
        _ if letter.is_ascii_uppercase() => NodeKind::Door(Door::simple(colour(letter), need)),
        _ => NodeKind::Key(Key::adding(colour(letter), Complex::ONE)),
    }
}

/// A graph as text: an edge or a remark about a node per line, sorted.
pub fn drawn(level: &Level) -> String {
    let name = |node: usize| level.nodes[node].name.as_str();
    let mut lines: Vec<String> = level
        .edges
        .iter()
        .map(|edge| {
            let (mut from, mut to) = (name(edge.from), name(edge.to));
            if !edge.one_way && rank(to) < rank(from) {
                (from, to) = (to, from);
            }
            let mut line = format!("{from} {} {to}", if edge.one_way { ">" } else { "-" });
            for condition in &edge.conditions {
                line += &match *condition {
                    Condition::While(door) => format!(" while {}", name(door)),
                    Condition::After(door) => format!(" after {}", name(door)),
                    Condition::Through(gate) => format!(" through {}", name(gate)),
                };
            }
            line
        })
        .collect();
    for node in &level.nodes {
        let list = |doors: &[usize]| doors.iter().map(|&door| name(door)).collect::<Vec<_>>().join(" ");
        if !node.near.is_empty() {
            lines.push(format!("{} near {}", node.name, list(&node.near)));
        }
        if !node.touching.is_empty() {
            lines.push(format!("{} touching {}", node.name, list(&node.touching)));
        }
    }
    lines.sort();
    lines.join("\n")
}

/// The order in which people would name the ends of an edge.
fn rank(name: &str) -> (usize, &str) {
    let order = ["start", "key", "door", "gate", "salvage", "j", "goal"];
    (order.iter().position(|prefix| name.starts_with(prefix)).unwrap_or(order.len()), name)
}

/// Says that two graphs are the same, whatever the order of lines.
#[track_caller]
pub fn assert_graph(level: &Level, expected: &str) {
    let mut expected: Vec<&str> = expected.trim().lines().map(str::trim).collect();
    expected.sort_unstable();
    assert_eq!(drawn(level), expected.join("\n"));
}
