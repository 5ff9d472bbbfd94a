//! Boxes of cubes as they stand before one: three sides of each cube, from behind to the front.

use std::collections::HashMap;

use crate::picture::{Anchor, Colour, Point, Scene, Shape, palette};

use super::tiles::EDGE;

/// A cube of a drawing: where it is (to the right, to the front, up), and what it belongs to.
pub(super) struct Cube {
    pub place: (i32, i32, i32),
    pub owner: usize,
    pub colour: Colour,
    pub name: String,
}

/// The sides that can be seen: where the next cube would be, the corners, the ways along its two directions, how dark
/// it is.
struct Side {
    next: (i32, i32, i32),
    corners: [(i32, i32, i32); 4],
    /// Beyond each of the edges between one corner and the next.
    beyond: [(i32, i32, i32); 4],
    shade: f32,
}

const SIDES: [Side; 3] = [
    Side {
        next: (0, 0, 1),
        corners: [(0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)],
        beyond: [(0, -1, 0), (1, 0, 0), (0, 1, 0), (-1, 0, 0)],
        shade: 0.0,
    },
    Side {
        next: (0, 1, 0),
        corners: [(0, 1, 1), (1, 1, 1), (1, 1, 0), (0, 1, 0)],
        beyond: [(0, 0, 1), (1, 0, 0), (0, 0, -1), (-1, 0, 0)],
        shade: 0.16,
    },
    Side {
        next: (1, 0, 0),
        corners: [(1, 1, 1), (1, 0, 1), (1, 0, 0), (1, 1, 0)],
        beyond: [(0, 0, 1), (0, -1, 0), (0, 0, -1), (0, 1, 0)],
        shade: 0.32,
    },
];

fn plus(a: (i32, i32, i32), b: (i32, i32, i32)) -> (i32, i32, i32) {
    (a.0 + b.0, a.1 + b.1, a.2 + b.2)
}

/// Where a corner is on the picture.
fn project((x, y, z): (f32, f32, f32), unit: f32) -> Point {
    ((x - y) * 0.866 * unit, (x + y) * 0.5 * unit - z * unit)
}

fn corner((x, y, z): (i32, i32, i32), unit: f32) -> Point {
    project((x as f32, y as f32, z as f32), unit)
}

/// Draws cubes whose edges have a length.
pub(super) fn cubes(cubes: &[Cube], unit: f32) -> Scene {
    let owners: HashMap<(i32, i32, i32), usize> = cubes.iter().map(|cube| (cube.place, cube.owner)).collect();
    let mut order: Vec<&Cube> = cubes.iter().collect();
    order.sort_by_key(|cube| (cube.place.2, cube.place.1, cube.place.0));
    let mut shapes = Vec::new();
    // The sides that are seen of each piece, for its name.
    let mut seen: HashMap<usize, Vec<Point>> = HashMap::new();
    let is_seen = |place: (i32, i32, i32), side: &Side| !owners.contains_key(&plus(place, side.next));
    for cube in order {
        for side in SIDES.iter().filter(|side| is_seen(cube.place, side)) {
            let corners = side.corners.map(|offset| corner(plus(cube.place, offset), unit));
            let fill = palette::darker(cube.colour, side.shade);
            shapes.push(Shape::Area(vec![corners.to_vec()], fill, 0.6, fill));
            for (edge, beyond) in side.beyond.iter().enumerate() {
                let neighbour = plus(cube.place, *beyond);
                let goes_on = owners.get(&neighbour) == Some(&cube.owner) && is_seen(neighbour, side);
                let (width, colour) = if goes_on { (0.8, palette::darker(fill, 0.18)) } else { (unit * 0.06, EDGE) };
                shapes.push(Shape::Line(vec![corners[edge], corners[(edge + 1) % 4]], width, colour));
            }
            let sum = corners.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
            seen.entry(cube.owner).or_default().push((sum.0 / 4.0, sum.1 / 4.0));
        }
    }
    names(cubes, &seen, unit, &mut shapes);
    framed(shapes, cubes.iter().flat_map(|cube| bounds(cube.place, unit)), unit * 0.1)
}

/// The name of each piece on the side of it that is nearest to the middle of what is seen of it.
fn names(cubes: &[Cube], seen: &HashMap<usize, Vec<Point>>, unit: f32, shapes: &mut Vec<Shape>) {
    let mut owners: Vec<(&usize, &Vec<Point>)> = seen.iter().collect();
    owners.sort_by_key(|(owner, _)| **owner);
    for (owner, sides) in owners {
        let Some(cube) = cubes.iter().find(|cube| cube.owner == *owner) else { continue };
        let count = sides.len() as f32;
        let sum = sides.iter().fold((0.0, 0.0), |sum, side| (sum.0 + side.0, sum.1 + side.1));
        let distance = |side: &&Point| (side.0 - sum.0 / count).hypot(side.1 - sum.1 / count);
        if let Some((x, y)) = sides.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))) {
            let height = unit * 0.28;
            let ink = palette::ink_on(palette::darker(cube.colour, 0.16));
            shapes.push(Shape::Text((*x, y + height / 2.0), height, Anchor::Middle, ink, cube.name.clone()));
        }
    }
}

fn bounds(place: (i32, i32, i32), unit: f32) -> [Point; 4] {
    [(0, 1, 0), (1, 0, 0), (0, 0, 1), (1, 1, 0)].map(|offset| corner(plus(place, offset), unit))
}

/// A scene just as large as what is in it.
pub(super) fn framed(shapes: Vec<Shape>, points: impl Iterator<Item = Point>, margin: f32) -> Scene {
    let far = f32::INFINITY;
    let (mut least, mut most) = ((far, far), (-far, -far));
    for (x, y) in points {
        (least, most) = ((least.0.min(x), least.1.min(y)), (most.0.max(x), most.1.max(y)));
    }
    if least.0 > most.0 {
        return Scene::default();
    }
    let origin = (margin - least.0, margin - least.1);
    Scene {
        width: most.0 - least.0 + 2.0 * margin,
        height: most.1 - least.1 + 2.0 * margin,
        title: String::new(),
        shapes: vec![Shape::Group(origin, 1.0, shapes)],
    }
}
