//! The graph of a level as a picture: from the start downwards, and the steps of a route as numbers on it.

use std::collections::VecDeque;

use crate::{
    page::{Backdrop, Places, Spots, Stage, Trace},
    picture::{Anchor, Colour as Ink, Point, Scene, Shape, words},
    report::View,
};

use super::tint;
use crate::lockpick::{
    level::{Level, NodeId, NodeKind},
    play::{Move, moves::Thing},
};

const PAPER: Ink = [255, 255, 255];
const LINE: Ink = [110, 110, 110];
const CONDITIONAL: Ink = [200, 120, 40];
const TEXT: Ink = [20, 20, 20];
const STEP: Ink = [190, 30, 45];
const PLAIN: Ink = [232, 232, 232];

const COLUMN: f32 = 128.0;
const ROW: f32 = 84.0;
const BOX_WIDTH: f32 = 112.0;
const BOX_HEIGHT: f32 = 40.0;
const MARGIN: f32 = 24.0;
/// The height of capitals.
const LETTER: f32 = 8.0;

/// The level with the steps of a route.
pub fn picture(level: &Level, route: &[Move]) -> Scene {
    let places = places(level);
    let columns = places.iter().map(|place| place.0).fold(0.0, f32::max) + 1.0;
    let rows = places.iter().map(|place| place.1).fold(0.0, f32::max) + 1.0;
    let title = if level.title.is_empty() { "Level".to_owned() } else { level.title.clone() };
    let mut scene =
        Scene { width: columns * COLUMN + 2.0 * MARGIN, height: rows * ROW + 2.0 * MARGIN, title, shapes: Vec::new() };
    scene.shapes.push(Shape::Rectangle(0.0, 0.0, scene.width, scene.height, PAPER));
    let centre = |node: NodeId| centre(places[node]);
    for edge in &level.edges {
        let colour = if edge.conditions.is_empty() { LINE } else { CONDITIONAL };
        let line = line_between(centre(edge.from), centre(edge.to));
        if edge.one_way {
            // The head sits in the middle of the last stretch.
            arrow(&mut scene, line[line.len() - 2], line[line.len() - 1], colour);
        }
        scene.shapes.push(Shape::Line(line, 2.0, colour));
    }
    for node in 0..level.nodes.len() {
        draw_node(&mut scene, level, node, centre(node));
    }
    draw_steps(&mut scene, route, centre);
    scene
}

/// The level without a route, for a page.
pub(super) fn view(level: &Level) -> View {
    let points = places(level).into_iter().map(centre).collect();
    let stage = Stage::Places(Places { spots: Spots::Points(points), unit: BOX_HEIGHT, trace: Trace::Visit });
    View { backdrop: Backdrop::Scene(picture(level, &[])), stage }
}

/// The middle of what stands in a column and a row.
fn centre((column, row): (f32, f32)) -> Point {
    (MARGIN + (column + 0.5) * COLUMN, MARGIN + (row + 0.5) * ROW)
}

/// Column and row of every node: rows by distance from the start, columns so that what hangs on a node is below it.
fn places(level: &Level) -> Vec<(f32, f32)> {
    let count = level.nodes.len();
    let mut next_to = vec![Vec::new(); count];
    for edge in &level.edges {
        next_to[edge.from].push(edge.to);
        next_to[edge.to].push(edge.from);
    }
    let (mut below, mut row, mut roots) = (vec![Vec::new(); count], vec![usize::MAX; count], Vec::new());
    let mut order = Vec::new();
    for root in std::iter::once(level.start).chain(0..count) {
        if row[root] != usize::MAX {
            continue;
        }
        roots.push(root);
        row[root] = 0;
        let mut queue = VecDeque::from([root]);
        while let Some(node) = queue.pop_front() {
            order.push(node);
            for &other in &next_to[node] {
                if row[other] == usize::MAX {
                    row[other] = row[node] + 1;
                    below[node].push(other);
                    queue.push_back(other);
                }
            }
        }
    }
    // Leaves get columns of their own, from left to right; all others stand over the middle of theirs.
    let mut width = vec![1.0f32; count];
    for &node in order.iter().rev() {
        let sum: f32 = below[node].iter().map(|&child: &NodeId| width[child]).sum();
        width[node] = sum.max(1.0);
    }
    let mut left = vec![0.0f32; count];
    let mut next = 0.0;
    for &root in &roots {
        left[root] = next;
        next += width[root];
    }
    for &node in &order {
        let mut at = left[node];
        for &child in &below[node] {
            left[child] = at;
            at += width[child];
        }
    }
    (0..count).map(|node| (left[node] + (width[node] - 1.0) / 2.0, row[node] as f32)).collect()
}

/// A line from node to node. To the row below it goes around corners, so that it is behind no other node.
fn line_between(from: Point, to: Point) -> Vec<Point> {
    let is_below = ((to.1 - from.1).abs() - ROW).abs() < 1.0;
    if !is_below || from.0 == to.0 {
        return vec![from, to];
    }
    let middle = (from.1 + to.1) / 2.0;
    vec![from, (from.0, middle), (to.0, middle), to]
}

/// A head in the middle of a one-way line.
fn arrow(scene: &mut Scene, from: Point, to: Point, colour: Ink) {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = x.hypot(y).max(1.0);
    let (x, y) = (x / length * 9.0, y / length * 9.0);
    let tip = ((from.0 + to.0) / 2.0 + x, (from.1 + to.1) / 2.0 + y);
    let wing = |side: f32| (tip.0 - x - side * y * 0.6, tip.1 - y + side * x * 0.6);
    scene.shapes.push(Shape::Line(vec![wing(1.0), tip, wing(-1.0)], 2.5, colour));
}

fn draw_node(scene: &mut Scene, level: &Level, node: NodeId, (x, y): Point) {
    let what = &level.nodes[node];
    let (left, top) = (x - BOX_WIDTH / 2.0, y - BOX_HEIGHT / 2.0);
    let fill = match &what.kind {
        NodeKind::Key(key) => tint(key.colour),
        NodeKind::Door(door) => tint(door.spend),
        NodeKind::Goal => [255, 215, 90],
        _ => PLAIN,
    };
    // Doors and gates have a frame; keys do not.
    let frame = match &what.kind {
        NodeKind::Door(_) => 3.0,
        NodeKind::Gate(_) => 2.0,
        _ => 0.8,
    };
    scene.shapes.push(Shape::Rectangle(left, top, BOX_WIDTH, BOX_HEIGHT, fill));
    let corners = vec![
        (left, top),
        (left + BOX_WIDTH, top),
        (left + BOX_WIDTH, top + BOX_HEIGHT),
        (left, top + BOX_HEIGHT),
        (left, top),
    ];
    scene.shapes.push(Shape::Line(corners, frame, TEXT));
    let kind = match &what.kind {
        NodeKind::Junction if node == level.start => "start ",
        NodeKind::Key(_) => "key ",
        NodeKind::Door(_) => "door ",
        NodeKind::Gate(_) => "gate ",
        NodeKind::Salvage(_) => "salvage ",
        NodeKind::Goal => "goal ",
        NodeKind::Junction => "",
    };
    let name = if kind.trim() == what.name { what.name.clone() } else { format!("{kind}{}", what.name) };
    let is_plain = matches!(what.kind, NodeKind::Junction | NodeKind::Goal);
    let line = if is_plain { y + LETTER / 2.0 } else { y - 3.0 };
    scene.shapes.push(Shape::Text((x, line), LETTER, Anchor::Middle, TEXT, cut(&name)));
    if !is_plain {
        scene.shapes.push(Shape::Text(
            (x, y + 13.0),
            LETTER,
            Anchor::Middle,
            TEXT,
            cut(&Thing(&what.kind).to_string()),
        ));
    }
}

/// As much of a text as a box has room for.
fn cut(text: &str) -> String {
    words::fitted(text, LETTER, BOX_WIDTH - 8.0)
}

/// The numbers of the steps at the corners of their nodes, several beside each other.
fn draw_steps(scene: &mut Scene, route: &[Move], centre: impl Fn(NodeId) -> Point) {
    let mut drawn = std::collections::HashMap::new();
    for (index, step) in route.iter().enumerate() {
        let before = drawn.entry(step.node).or_insert(0);
        let (x, y) = centre(step.node);
        let place = (x - BOX_WIDTH / 2.0 + 4.0 + *before as f32 * 24.0, y - BOX_HEIGHT / 2.0);
        *before += 1;
        scene.shapes.push(Shape::Disc(place, 11.0, STEP));
        let text = (index + 1).to_string();
        scene.shapes.push(Shape::Text((place.0, place.1 + 4.0), LETTER, Anchor::Middle, PAPER, text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lockpick::{complex::Axis, input, play::Action};

    #[test]
    fn nodes_edges_and_steps_are_in_the_picture() {
        let text = "level x\nstart s\njunction s\nkey k 1 white\ndoor d 1 white\ngoal g\npath s - k\npath s - d > g\n";
        let level = input::parse(&crate::diagnostics::Source::new("x", text)).unwrap().level;
        let route =
            [(1, Action::Take), (2, Action::Open(Axis::Real))].map(|(node, action)| Move { node, action, at: None });
        let scene = picture(&level, &route);
        let discs = scene.shapes.iter().filter(|shape| matches!(shape, Shape::Disc(..))).count();
        let lines = scene.shapes.iter().filter(|shape| matches!(shape, Shape::Line(..))).count();
        // Three edges, one head, four frames.
        assert_eq!((discs, lines), (2, 8));
        let has =
            |wanted: &str| scene.shapes.iter().any(|shape| matches!(shape, Shape::Text(.., text) if text == wanted));
        assert!(has("1 white") && has("door d") && has("2"));
        let places = places(&level);
        assert_eq!(places.iter().map(|place| place.1).collect::<Vec<_>>(), [0.0, 1.0, 1.0, 2.0]);
        assert!(places[1].0 != places[2].0);
    }
}
