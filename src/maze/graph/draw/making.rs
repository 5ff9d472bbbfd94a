//! The making of a maze as a picture that moves: cells are covered until the maze reaches them, and walls stand until
//! they are opened. What cannot move pictures shows the finished maze.

use std::fmt::Write;

use super::{Look, plan::Plan, scene};
use crate::{
    diagnostics::Diagnostic,
    family::Error,
    maze::graph::{recipe::Making, shape::Grid},
    picture::{Colour, Point, svg},
    search::Control,
};

/// Mazes with more links to open are not shown.
pub const MOST_STEPS: usize = 20_000;

/// Seconds for a step, for all of them at most, and for a look at the end.
const STEP: f64 = 0.05;
const LONGEST: f64 = 24.0;
const PAUSE: f64 = 3.0;

/// The moving picture.
pub fn animated(making: &Making, look: &Look, control: &Control) -> Result<String, Error> {
    let (maze, steps) = (&making.maze, making.order.len());
    if steps > MOST_STEPS {
        let title = format!("a maze of {steps} steps is too large to be shown while it is made");
        return Err(Diagnostic::new(title).help(format!("up to {MOST_STEPS} steps are")).into());
    }
    let plan = Plan::new(maze);
    let mut text = svg(&scene(maze, None, look, control)?);
    let moving = (steps as f64 * STEP).min(LONGEST);
    let total = moving + PAUSE;
    let when = |step: usize| moving / total * (step + 1) as f64 / steps.max(1) as f64;
    let ends = maze.ground.links().ends();
    let mut layer = String::new();
    let mut is_covered = vec![true; maze.ground.links().cells()];
    let cover = blend(look.theme.wall, look.theme.paper);
    let has_walls = !look.is_rounded && maze.ground.shape().grid() != Grid::Weave;
    let mut watch = control.lookout();
    for (step, &edge) in making.order.iter().enumerate() {
        watch.spend(4000)?;
        let cells = ends[edge as usize].map(|cell| cell as usize);
        for cell in cells {
            if std::mem::replace(&mut is_covered[cell], false) {
                // The two cells of a crossing have one place: it is shown with the first of them.
                let place = maze.ground.place_of(cell);
                if place == cell || is_covered[place] {
                    is_covered[place] = false;
                    let shape = format!("<path d=\"{}Z\" fill=\"#{}\"", path(&plan.outline(cell)), hex(cover));
                    push_until(&mut layer, &shape, when(step), total);
                }
            }
        }
        let side = (0..plan.sides(cells[0])).find(|&side| plan.behind(cells[0], side) == Some(Some(cells[1])));
        if let Some(side) = side.filter(|_| has_walls) {
            let (line, colour) = (path(&plan.line(cells[0], side)), hex(look.theme.wall));
            let width = (plan.unit * look.wall).max(0.8);
            let shape = format!(
                "<path d=\"{line}\" fill=\"none\" stroke=\"#{colour}\" stroke-width=\"{width:.2}\" stroke-linecap=\"round\""
            );
            push_until(&mut layer, &shape, when(step), total);
        }
    }
    if let Some(end) = text.rfind("</svg>") {
        text.insert_str(end, &layer);
    }
    Ok(text)
}

/// A shape that is seen until a part of the time has passed.
fn push_until(out: &mut String, shape: &str, until: f64, total: f64) {
    let _ = writeln!(
        out,
        "{shape} opacity=\"0\"><animate attributeName=\"opacity\" values=\"1;0;0\" keyTimes=\"0;{until:.4};1\" \
         calcMode=\"discrete\" dur=\"{total:.2}s\" repeatCount=\"indefinite\"/></path>"
    );
}

fn path(points: &[Point]) -> String {
    let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
    format!("M{}", points.join("L"))
}

fn hex([red, green, blue]: Colour) -> String {
    format!("{red:02x}{green:02x}{blue:02x}")
}

/// Between two colours, nearer to the second.
fn blend(one: Colour, other: Colour) -> Colour {
    std::array::from_fn(|channel| ((u16::from(one[channel]) * 3 + u16::from(other[channel]) * 7) / 10) as u8)
}
