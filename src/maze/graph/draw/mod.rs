//! Mazes on any grid as pictures: walls as lines, or ways as tubes, which show what leads over and under what.

pub mod making;
pub mod plan;
pub mod theme;
mod tubes;
mod walls;

use std::collections::BTreeMap;

use self::{plan::Plan, theme::Look};
use super::{GraphMaze, shape::Grid, solve::bfs::Flood};
use crate::{
    maze::{draw::distance, solve::under},
    page::{Backdrop, Places, Spots, Stage, Trace},
    picture::{Anchor, Colour, Point, Scene, Shape},
    report::View,
    search::{Control, StopReason},
};

/// Mazes with more cells are not drawn.
pub const MOST_CELLS: usize = 300_000;

/// Mazes with more cells do not lie on sheets and pages beside others.
pub const MOST_ON_SHEETS: usize = 40_000;

/// A maze as a picture, with the way through these cells.
pub fn scene(maze: &GraphMaze, way: Option<&[u32]>, look: &Look, control: &Control) -> Result<Scene, StopReason> {
    let plan = Plan::new(maze);
    let (wide, high) = plan.size();
    let mut scene = Scene::sheet(wide, high, format!("Maze, {}", maze.ground.shape().text()), look.theme.paper);
    let mut watch = control.lookout();
    if look.has_distance {
        push_distances(&plan, control, &mut scene)?;
    }
    if look.is_rounded || maze.ground.shape().grid() == Grid::Weave {
        tubes::push(&plan, way, look, &mut watch, &mut scene)?;
    } else {
        walls::push(&plan, way, look, &mut watch, &mut scene)?;
    }
    push_stairs(&plan, look, &mut scene);
    let radius = (plan.unit * 0.24 * plan.room()) as f32;
    let ends = maze.ends.into_iter().zip(look.theme.ends);
    scene.shapes.extend(ends.map(|(end, colour)| Shape::Disc(plan.centre(end), radius, colour)));
    let floors = maze.ground.shape().floors();
    for floor in (0..floors).filter(|_| floors > 1) {
        let (place, text) = (plan.name_place(floor), format!("Floor {floor}"));
        let size = (plan.unit * 0.4).min(14.0) as f32;
        scene.shapes.push(Shape::Text(place, size, Anchor::Start, look.theme.wall, text));
    }
    Ok(scene)
}

/// The colours of the cells by their distance from the start, all cells of a colour together.
fn push_distances(plan: &Plan<'_>, control: &Control, scene: &mut Scene) -> Result<(), StopReason> {
    let maze = plan.maze;
    let flood = under(control, |pace| Flood::new(maze, maze.ends[0], None, pace))?;
    let farthest = flood.order.last().and_then(|&cell| flood.distance(cell as usize)).unwrap_or(0).max(1);
    let mut shades: BTreeMap<u8, Vec<Vec<Point>>> = BTreeMap::new();
    let mut watch = control.lookout();
    for &cell in &flood.order {
        watch.spend(2000)?;
        let part = u64::from(flood.distance(cell as usize).unwrap_or(0)) * 239 / u64::from(farthest);
        shades.entry(16 + part as u8).or_default().push(plan.outline(cell as usize));
    }
    // A border of its own colour closes the seams between cells.
    scene.shapes.extend(shades.into_iter().map(|(shade, areas)| {
        let colour: Colour = distance::colour(shade);
        Shape::Area(areas, colour, 0.7, colour)
    }));
    Ok(())
}

/// A triangle that points up or down for every stair.
fn push_stairs(plan: &Plan<'_>, look: &Look, scene: &mut Scene) {
    let maze = plan.maze;
    if maze.ground.shape().floors() == 1 {
        return;
    }
    let mut marks = Vec::new();
    let size = (plan.unit * 0.17 * plan.room()) as f32;
    for cell in maze.ground.cells() {
        let floor = plan.place(cell)[0];
        for link in maze.exits(cell) {
            let next = plan.place(link.to as usize)[0];
            let (x, y) = plan.centre(cell);
            // Both marks fit into a cell, one above the other.
            match next.cmp(&floor) {
                std::cmp::Ordering::Greater => {
                    marks.push(vec![(x - size, y - size * 0.2), (x, y - size * 1.5), (x + size, y - size * 0.2)]);
                }
                std::cmp::Ordering::Less => {
                    marks.push(vec![(x - size, y + size * 0.2), (x + size, y + size * 0.2), (x, y + size * 1.5)]);
                }
                std::cmp::Ordering::Equal => {}
            }
        }
    }
    if !marks.is_empty() {
        scene.shapes.push(Shape::Area(marks, look.theme.wall, 0.0, look.theme.wall));
    }
}

/// The maze for a page, and where its cells are.
pub fn view(maze: &GraphMaze) -> View {
    if maze.ground.links().cells() > MOST_ON_SHEETS {
        return View::default();
    }
    // Nothing stops it without limits.
    let Ok(scene) = scene(maze, None, &Look::default(), &Control::default()) else { return View::default() };
    let plan = Plan::new(maze);
    let spots = Spots::Points((0..maze.ground.links().cells()).map(|cell| plan.centre(cell)).collect());
    let stage = Stage::Places(Places { spots, unit: plan.unit as f32, trace: Trace::Line });
    View { backdrop: Backdrop::Scene(scene), stage }
}

/// The way as lines through the middle of the cells and of the lines between them, one for every stay on a floor.
/// With `is_rounded`, corners are cut round. `keep` tells which cells are drawn.
fn way_lines(plan: &Plan<'_>, way: &[u32], is_rounded: bool, keep: impl Fn(usize) -> bool) -> Vec<Vec<Point>> {
    let mut lines: Vec<Vec<Point>> = Vec::new();
    let mut line: Vec<Point> = Vec::new();
    for (index, &cell) in way.iter().enumerate() {
        let cell = cell as usize;
        if !keep(cell) {
            lines.push(std::mem::take(&mut line));
            continue;
        }
        let beside =
            |at: Option<usize>| at.and_then(|at| way.get(at)).and_then(|&next| plan.between(cell, next as usize));
        let (before, after) = (beside(index.checked_sub(1)), beside(Some(index + 1)));
        if before.is_none() {
            lines.push(std::mem::take(&mut line));
        }
        line.extend(through(plan.centre(cell), before, after, is_rounded));
    }
    lines.push(line);
    lines.retain(|line| line.len() > 1);
    lines
}

/// From one side of a cell through its middle to another.
fn through(centre: Point, before: Option<Point>, after: Option<Point>, is_rounded: bool) -> Vec<Point> {
    match (before, after) {
        (Some(before), Some(after)) if is_rounded => curve(before, centre, after),
        _ => before.into_iter().chain([centre]).chain(after).collect(),
    }
}

/// A curve from a point to another that leans towards a third.
fn curve(from: Point, towards: Point, to: Point) -> Vec<Point> {
    const PIECES: usize = 6;
    let mix = |a: f32, b: f32, c: f32, t: f32| (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c;
    (0..=PIECES)
        .map(|piece| {
            let t = piece as f32 / PIECES as f32;
            (mix(from.0, towards.0, to.0, t), mix(from.1, towards.1, to.1, t))
        })
        .collect()
}
