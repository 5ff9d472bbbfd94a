//! Walls as lines.

use super::{Look, plan::Plan, way_lines};
use crate::{
    picture::{Point, Scene, Shape},
    search::{Lookout, StopReason},
};

pub(super) fn push(
    plan: &Plan<'_>,
    way: Option<&[u32]>,
    look: &Look,
    watch: &mut Lookout<'_>,
    scene: &mut Scene,
) -> Result<(), StopReason> {
    if look.theme.floor != look.theme.paper && !look.has_distance {
        let mut areas = Vec::new();
        for cell in plan.maze.ground.cells() {
            watch.spend(1000)?;
            areas.push(plan.outline(cell));
        }
        scene.shapes.push(Shape::Area(areas, look.theme.floor, 0.7, look.theme.floor));
    }
    if let Some(way) = way {
        let thick = ((plan.unit * look.way * plan.room()) as f32).max(1.0);
        scene.shapes.push(Shape::Strokes(way_lines(plan, way, look.is_rounded, |_| true), thick, look.theme.way));
    }
    let mut walls = Vec::new();
    for cell in plan.maze.ground.cells() {
        watch.spend(1500)?;
        push_walls(plan, cell, &mut walls);
    }
    scene.shapes.push(Shape::Strokes(walls, ((plan.unit * look.wall) as f32).max(0.8), look.theme.wall));
    Ok(())
}

/// The walls of a cell, those to an earlier cell aside: it has drawn them.
fn push_walls(plan: &Plan<'_>, cell: usize, walls: &mut Vec<Vec<Point>>) {
    let (maze, gaps) = (plan.maze, plan.gaps());
    for side in 0..plan.sides(cell) {
        let stands = match plan.behind(cell, side) {
            None => false,
            Some(None) => !maze.ends.iter().zip(gaps).any(|(&end, gap)| end == cell && gap == Some(side)),
            Some(Some(next)) => next > cell && !maze.exits(cell).any(|link| link.to as usize == next),
        };
        if stands {
            walls.push(plan.line(cell, side));
        }
    }
}
