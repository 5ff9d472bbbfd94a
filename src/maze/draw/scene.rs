//! Small mazes as scenes, which lie on sheets beside others; large ones as they are written, and both as backdrops of
//! pages.

use std::io;

#[cfg(feature = "pictures")]
use super::lines::Lines;
use super::{Trail, svg};
use crate::{
    maze::{grid::Maze, moves::Moves},
    page::{Backdrop, Places, Spots, Stage, Trace},
    picture::{Colour, Point, Scene, Shape},
    report::View,
};

/// Mazes with more cells are no scenes.
pub const MOST_CELLS: usize = 40_000;

/// Mazes with more cells are no backdrops of pages either.
#[cfg(feature = "pictures")]
const MOST_PIXELS: usize = 4_000_000;

const PAPER: Colour = [255; 3];
const WALL: Colour = [30; 3];
const WAY: Colour = [240, 110, 50];
const ENDS: [Colour; 2] = [[0, 140, 100], [200, 40, 60]];

/// The side of a cell of a scene.
fn side(maze: &Maze) -> f32 {
    (1600.0 / maze.size().rows().max(maze.size().cols()) as f32).clamp(4.0, 28.0)
}

/// The middle of a cell.
fn centre(maze: &Maze, cell: usize, side: f32) -> Point {
    let (row, col) = maze.size().place(cell);
    ((col as f32 + 1.0) * side, (row as f32 + 1.0) * side)
}

/// A maze as a scene, with a way from a cell if there is one; `None` if it is too large.
pub fn scene(maze: &Maze, way: Option<(usize, &Moves)>) -> Option<Scene> {
    if maze.size().cells() > MOST_CELLS {
        return None;
    }
    let (rows, cols, side) = (maze.size().rows(), maze.size().cols(), side(maze));
    let size = |count: usize| (count as f32 + 1.0) * side;
    let mut scene = Scene::sheet(size(cols), size(rows), format!("Maze, {rows}x{cols}"), PAPER);
    if let Some((start, moves)) = way {
        let mut cell = start;
        let mut line = vec![centre(maze, cell, side)];
        for (direction, count) in moves.runs() {
            (0..count).for_each(|_| cell = maze.step(cell, direction));
            line.push(centre(maze, cell, side));
        }
        scene.shapes.push(Shape::Line(line, side * 0.3, WAY));
    }
    let corner = |(x, y): (usize, usize)| ((x as f32 + 0.5) * side, (y as f32 + 0.5) * side);
    // Whatever a visitor says, walls go on.
    let _ = svg::each_wall(maze, |from, to| {
        scene.shapes.push(Shape::Line(vec![corner(from), corner(to)], (side * 0.14).max(0.8), WALL));
        Ok(())
    });
    let ends = maze.ends.into_iter().flatten().zip(ENDS);
    scene.shapes.extend(ends.map(|(end, colour)| Shape::Disc(centre(maze, end, side), side * 0.26, colour)));
    Some(scene)
}

/// The maze for a page, and where its cells are.
pub fn view(maze: &Maze) -> View {
    let columns = maze.size().cols();
    if let Some(scene) = scene(maze, None) {
        let side = side(maze);
        let spots = Spots::Grid { origin: [side, side], step: side, columns };
        let stage = Stage::Places(Places { spots, unit: side, trace: Trace::Line });
        return View { backdrop: Backdrop::Scene(scene), stage };
    }
    match pixels(maze) {
        Some(backdrop) => {
            // Cells are every second square, walls between them.
            let spots = Spots::Grid { origin: [1.5, 1.5], step: 2.0, columns };
            View { backdrop, stage: Stage::Places(Places { spots, unit: 2.0, trace: Trace::Line }) }
        }
        None => View::default(),
    }
}

#[cfg(feature = "pictures")]
fn pixels(maze: &Maze) -> Option<Backdrop> {
    if maze.size().cells() > MOST_PIXELS {
        return None;
    }
    let mut png = Vec::new();
    let mut lines = Lines::Of { maze, trail: None, shades: None };
    let (height, width) = lines.extent();
    super::png::write(&mut lines, 1, &mut png).ok()?;
    Some(Backdrop::Pixels { png, width, height })
}

#[cfg(not(feature = "pictures"))]
fn pixels(_: &Maze) -> Option<Backdrop> {
    None
}

/// Writes a maze as PNG, a pixel to a square.
#[cfg(feature = "pictures")]
pub fn write_pixels(maze: &Maze, trail: Option<&Trail>, out: &mut dyn io::Write) -> io::Result<()> {
    super::png::write(&mut Lines::Of { maze, trail, shades: None }, 1, out)
}

/// Without the feature `pictures` there are no pictures in pixels.
#[cfg(not(feature = "pictures"))]
pub fn write_pixels(_: &Maze, _: Option<&Trail>, _: &mut dyn io::Write) -> io::Result<()> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "this build cannot make pictures in pixels"))
}
