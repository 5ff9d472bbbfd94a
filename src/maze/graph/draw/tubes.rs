//! Ways as tubes: the floor with a wall on both sides. Where one way leads over another, the one above is a bridge
//! that covers the other.

use super::{Look, plan::Plan, through, way_lines};
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
    let (unit, wall) = (plan.unit, look.wall.min(0.3));
    // Tubes, walls included, leave a narrow gap to the next.
    let floor = (0.92 - 2.0 * wall).max(0.25);
    let floor = floor * plan.room();
    let (inner, outer) = ((unit * floor) as f32, (unit * (floor + 2.0 * wall)) as f32);
    let maze = plan.maze;
    let is_above = |cell: usize| cell < maze.ground.shape().cells() && maze.ground.is_crossing(cell);
    let mut tubes = Vec::new();
    for cell in maze.ground.cells().filter(|&cell| !is_above(cell)) {
        watch.spend(2000)?;
        push_tubes(plan, cell, look.is_rounded, &mut tubes);
    }
    scene.shapes.push(Shape::Strokes(tubes.clone(), outer, look.theme.wall));
    scene.shapes.push(Shape::Strokes(tubes, inner, look.theme.floor));
    let thick = ((unit * look.way.min(floor * 0.8)) as f32).max(1.0);
    let push_way = |scene: &mut Scene, keep: &dyn Fn(usize) -> bool| {
        if let Some(way) = way {
            let lines = way_lines(plan, way, look.is_rounded, keep);
            scene.shapes.push(Shape::Strokes(lines, thick, look.theme.way));
        }
    };
    push_way(scene, &|cell| !is_above(cell));
    if maze.ground.crossings().is_empty() {
        return Ok(());
    }
    let (mut bridges, mut rails) = (Vec::new(), Vec::new());
    for crossing in maze.ground.crossings() {
        watch.spend(500)?;
        let (x, y) = plan.centre(crossing.cell);
        let (half, side) = ((unit / 2.0) as f32, (inner + outer) / 4.0);
        let turned = |along: f32, across: f32| match crossing.is_level_above {
            true => (x + along, y + across),
            false => (x + across, y + along),
        };
        let wide = inner / 2.0 + 0.2;
        bridges.push(vec![turned(-half, -wide), turned(half, -wide), turned(half, wide), turned(-half, wide)]);
        rails.push(vec![turned(-half, -side), turned(half, -side)]);
        rails.push(vec![turned(-half, side), turned(half, side)]);
    }
    scene.shapes.push(Shape::Area(bridges, look.theme.floor, 0.0, look.theme.floor));
    scene.shapes.push(Shape::Strokes(rails, (outer - inner) / 2.0, look.theme.wall));
    push_way(scene, &is_above);
    Ok(())
}

/// The tubes within a cell, from its middle to every open side.
fn push_tubes(plan: &Plan<'_>, cell: usize, is_rounded: bool, tubes: &mut Vec<Vec<Point>>) {
    let (maze, centre) = (plan.maze, plan.centre(cell));
    let exits: Vec<Point> = maze.exits(cell).filter_map(|link| plan.between(cell, link.to as usize)).collect();
    match exits[..] {
        [] => tubes.push(vec![centre, centre]),
        [one, other] => tubes.push(through(centre, Some(one), Some(other), is_rounded)),
        _ => tubes.extend(exits.into_iter().map(|exit| vec![exit, centre])),
    }
}
