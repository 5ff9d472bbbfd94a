//! A room as the player sees it: walls, keys, doors with their locks, gates, start and goal, with columns and rows of
//! tiles counted along the sides, and the numbers of steps where they are done.

use crate::picture::{Anchor, Colour as Ink, Point, Scene, Shape, words};

use super::{look::Looks, things};
use crate::lockpick::{
    geometry::room::{Area, Room},
    level::{Level, NodeId, NodeKind},
};

const SHEET: Ink = [255, 255, 255];
const AIR: Ink = [240, 238, 232];
const WALL: Ink = [96, 92, 88];
const RULER: Ink = [90, 90, 90];
const GRID: Ink = [226, 223, 215];
const STEP: Ink = [190, 30, 45];
const START: Ink = [30, 90, 160];

/// The side of a tile in pixels of the room.
const TILE: i32 = 32;
/// Room for the numbers of columns and rows.
pub(super) const MARGIN: f32 = 30.0;
/// Rooms are painted twice as large as they are, unless they would be larger than this.
const MOST: f32 = 3600.0;
/// How large the mark of a step is.
const MARK: f32 = 11.0;

/// A number at a thing or a place.
pub(super) struct Mark {
    pub node: NodeId,
    pub text: String,
}

/// How much larger than in the game a room is painted.
pub(super) fn scale_of(room: &Room) -> f32 {
    (MOST / room.width.max(room.height).max(1) as f32).min(2.0)
}

/// How large its picture is.
pub(super) fn size(room: &Room, scale: f32) -> (f32, f32) {
    (room.width.max(1) as f32 * scale + 2.0 * MARGIN, room.height.max(1) as f32 * scale + 2.0 * MARGIN)
}

/// Where the nodes of its level are in the picture: left, top, width and height.
pub(super) fn areas(level: &Level, room: &Room, scale: f32) -> Vec<[f32; 4]> {
    (0..level.nodes.len()).map(|node| area(level, room, node, scale)).collect()
}

fn area(level: &Level, room: &Room, node: NodeId, scale: f32) -> [f32; 4] {
    let area = room.things.get(node).map(|thing| thing.area).or_else(|| {
        if node == level.start {
            return None;
        }
        let spot = level.nodes[node].stand.or(level.nodes[node].spot)?;
        Some(Area { left: spot.x, top: spot.y, right: spot.x + 11, bottom: spot.y + 21 })
    });
    placed(area.unwrap_or(room.spawn), scale)
}

fn placed(area: Area, scale: f32) -> [f32; 4] {
    let at = |pixel: i32| MARGIN + pixel as f32 * scale;
    let (left, top) = (at(area.left), at(area.top));
    [left, top, at(area.right) - left, at(area.bottom) - top]
}

/// The room at a moment, with numbers of steps.
pub(super) fn scene(level: &Level, room: &Room, looks: &Looks, marks: &[Mark], scale: f32) -> Scene {
    let (width, height) = size(room, scale);
    let title = if room.title.is_empty() { "Room" } else { &room.title };
    let mut scene = Scene::sheet(width, height, title, SHEET);
    let [left, top, wide, high] = placed(Area::new(0, 0, room.width.max(1), room.height.max(1)), scale);
    scene.shapes.push(Shape::Rectangle(left, top, wide, high, AIR));
    rulers(&mut scene, room, scale);
    for wall in joined(room) {
        let [left, top, width, height] = placed(wall, scale);
        scene.shapes.push(Shape::Rectangle(left, top, width, height, WALL));
    }
    // What lies behind is painted first: doors, then gates, which may be on top of something, then what is smaller.
    let rank = |kind: &NodeKind| match kind {
        NodeKind::Door(_) => 0,
        NodeKind::Gate(_) => 1,
        _ => 2,
    };
    let mut order: Vec<usize> = (0..room.things.len()).collect();
    order.sort_by_key(|&thing| rank(&room.things[thing].kind));
    for thing in order {
        let what = &room.things[thing];
        things::paint(&mut scene.shapes, &what.kind, looks.get(thing), placed(what.area, scale));
    }
    let [left, top, width, height] = placed(room.spawn, scale);
    let frame = vec![(left, top), (left + width, top), (left + width, top + height), (left, top + height), (left, top)];
    scene.shapes.push(Shape::Line(frame, 2.0, START));
    let letters = (7.0 * scale / 2.0).max(4.0);
    let place = (left + width / 2.0, top - 3.0);
    scene.shapes.push(Shape::Text(place, letters, Anchor::Middle, START, "start".to_owned()));
    paint_marks(&mut scene, level, room, marks, scale);
    scene
}

/// Walls as they are seen: tiles beside each other are one piece, without seams.
fn joined(room: &Room) -> Vec<Area> {
    let inside = |area: &Area| Area {
        left: area.left.max(0),
        top: area.top.max(0),
        right: area.right.min(room.width),
        bottom: area.bottom.min(room.height),
    };
    let mut walls: Vec<Area> = room.walls.iter().map(inside).filter(|area| !area.is_empty()).collect();
    walls.sort_by_key(|wall| (wall.top, wall.bottom, wall.left));
    let rows = merge(walls, |one, next| (one.top, one.bottom, one.right) == (next.top, next.bottom, next.left));
    let mut rows = rows;
    rows.sort_by_key(|wall| (wall.left, wall.right, wall.top));
    merge(rows, |one, next| (one.left, one.right, one.bottom) == (next.left, next.right, next.top))
}

fn merge(walls: Vec<Area>, is_one: impl Fn(&Area, &Area) -> bool) -> Vec<Area> {
    let mut merged: Vec<Area> = Vec::new();
    for wall in walls {
        match merged.last_mut() {
            Some(last) if is_one(last, &wall) => (last.right, last.bottom) = (wall.right, wall.bottom),
            _ => merged.push(wall),
        }
    }
    merged
}

/// The numbers of columns and rows, on all four sides, and faint lines between them.
fn rulers(scene: &mut Scene, room: &Room, scale: f32) {
    let tile = TILE as f32 * scale;
    let letters = 8.0;
    // As close as they can stand without touching each other.
    let every = [1, 2, 5, 10, 20, 50, 100].into_iter().find(|&every| every as f32 * tile >= 24.0).unwrap_or(200);
    let (right, bottom) = (MARGIN + room.width as f32 * scale, MARGIN + room.height as f32 * scale);
    let mut say = |at: Point, number: i32| {
        scene.shapes.push(Shape::Text(at, letters, Anchor::Middle, RULER, number.to_string()));
    };
    let last = |pixels: i32| (pixels.max(1) - 1) / TILE + 1;
    for number in (1..=last(room.width)).filter(|number| number % every == 0 || *number == 1) {
        let middle = (MARGIN + (number as f32 - 0.5) * tile).min(right);
        say((middle, MARGIN - 8.0), number);
        say((middle, bottom + 18.0), number);
    }
    for number in (1..=last(room.height)).filter(|number| number % every == 0 || *number == 1) {
        let middle = (MARGIN + (number as f32 - 0.5) * tile).min(bottom) + letters / 2.0;
        say((MARGIN / 2.0, middle), number);
        say((right + MARGIN / 2.0, middle), number);
    }
    if tile >= 24.0 {
        for column in 1..last(room.width) {
            let x = MARGIN + column as f32 * tile;
            scene.shapes.push(Shape::Line(vec![(x, MARGIN), (x, bottom)], 1.0, GRID));
        }
        for row in 1..last(room.height) {
            let y = MARGIN + row as f32 * tile;
            scene.shapes.push(Shape::Line(vec![(MARGIN, y), (right, y)], 1.0, GRID));
        }
    }
}

/// Marks of steps at the upper left corners of what they are done to, those of one thing in rows beside each other.
fn paint_marks(scene: &mut Scene, level: &Level, room: &Room, marks: &[Mark], scale: f32) {
    let mut at: std::collections::HashMap<NodeId, Vec<&str>> = std::collections::HashMap::new();
    let mut nodes = Vec::new();
    for mark in marks {
        let texts = at.entry(mark.node).or_default();
        if texts.is_empty() {
            nodes.push(mark.node);
        }
        texts.push(&mark.text);
    }
    for node in nodes {
        let [left, top, width, _] = area(level, room, node, scale);
        let text = spans(&at[&node]);
        let wide = (words::width(&text, MARK * 0.8) + 10.0).max(2.0 * MARK);
        // Numbers too wide for what they are at hang over both sides of it.
        let middle = if wide > width { left + width / 2.0 } else { left + wide / 2.0 - 4.0 };
        let (from, to) = (middle - wide / 2.0 + MARK, middle + wide / 2.0 - MARK);
        let y = top + 2.0;
        for (thickness, ink) in [(2.0 * MARK + 3.0, SHEET), (2.0 * MARK, STEP)] {
            scene.shapes.push(Shape::Line(vec![(from, y), (to.max(from), y)], thickness, ink));
        }
        scene.shapes.push(Shape::Text((middle, y + MARK * 0.4), MARK * 0.8, Anchor::Middle, SHEET, text));
    }
}

/// Numbers in few signs: `3 · 5-8`.
fn spans(texts: &[&str]) -> String {
    let numbers: Option<Vec<usize>> = texts.iter().map(|text| text.parse().ok()).collect();
    let Some(numbers) = numbers else { return texts.join(" · ") };
    let mut spans: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match spans.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => spans.push((number, number)),
        }
    }
    let told = spans.into_iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first} · {last}"),
        _ => format!("{first}-{last}"),
    });
    told.collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lockpick::geometry::{GeometryOptions, level_of, tests::drawing::room};

    #[test]
    fn walls_are_one_piece_and_things_are_where_they_are() {
        let drawn = room(32, "######\n#@wW$#\n######");
        let level = level_of(&drawn, &GeometryOptions::default()).unwrap();
        let scene = scene(&level, &drawn, &Looks::at_start(&level), &[Mark { node: 1, text: "7".to_owned() }], 2.0);
        assert_eq!((scene.width, scene.height), (6.0 * 64.0 + 60.0, 3.0 * 64.0 + 60.0));
        let walls = scene.shapes.iter().filter(|shape| matches!(shape, Shape::Rectangle(.., ink) if *ink == WALL));
        assert!(walls.count() <= 4);
        let texts: Vec<&str> = scene
            .shapes
            .iter()
            .filter_map(|shape| match shape {
                Shape::Text(.., text) => Some(text.as_str()),
                _ => None,
            })
            .collect();
        for wanted in ["7", "start", "goal", "6", "3"] {
            assert!(texts.contains(&wanted), "{wanted} is not in {texts:?}");
        }
        assert!(texts.iter().any(|text| text.contains("white")), "{texts:?}");
        let areas = areas(&level, &drawn, 2.0);
        assert_eq!(areas[0], [30.0 + 128.0, 30.0 + 64.0, 64.0, 64.0]);
        assert_eq!(areas[level.start], placed(drawn.spawn, 2.0), "whoever starts stands at the start");
    }

    #[test]
    fn numbers_in_a_row_are_a_span() {
        assert_eq!(spans(&["3", "5", "6", "7", "9", "10"]), "3 · 5-7 · 9 · 10");
        assert_eq!(spans(&["goal"]), "goal");
    }

    #[test]
    fn rooms_of_any_size_have_a_picture() {
        let mut drawn = room(32, "@$");
        for (width, height) in [(1, 1), (0, 0), (1_000_000, 3), (40_000, 40_000)] {
            (drawn.width, drawn.height) = (width, height);
            let scale = scale_of(&drawn);
            let (wide, high) = size(&drawn, scale);
            assert!(wide <= MOST + 61.0 && high <= MOST + 61.0 && scale > 0.0);
        }
    }
}
