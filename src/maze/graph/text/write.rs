//! Draws a maze with characters.

use super::{
    BOTH_ENDS, DOWN, GOAL, LEVEL_ABOVE, MISSING, ON_THE_WAY, START, UP, UP_AND_DOWN, UPRIGHT_ABOVE, header,
    plan::{Plan, Spot},
};
use crate::{
    maze::graph::{
        GraphMaze,
        layout::{self, Behind},
        shape::{Grid, Shape},
    },
    search::{Control, StopReason},
};

/// How many columns a drawing has.
pub fn columns(shape: &Shape) -> usize {
    Plan::new(shape).extent().1
}

/// The drawing of all floors, with a way if there is one.
pub fn write(maze: &GraphMaze, way: Option<&[u32]>, control: &Control) -> Result<String, StopReason> {
    let shape = maze.ground.shape();
    let plan = Plan::new(shape);
    let (lines, columns) = plan.extent();
    control.allow_memory((lines * columns * (shape.floors() + 1)) as u64)?;
    let mut watch = control.lookout();
    let mut text = String::with_capacity(lines * columns * shape.floors());
    for floor in 0..shape.floors() {
        let mut canvas = Canvas { columns, characters: vec![b' '; lines * columns] };
        for row in 0..shape.rows() {
            for col in 0..shape.width(row) {
                watch.spend(300)?;
                draw_cell(maze, &plan, [floor, row, col], &mut canvas);
            }
        }
        for &cell in way.unwrap_or(&[]) {
            let [level, row, col] = shape.place(maze.ground.place_of(cell as usize));
            let spot = plan.mark(row, col);
            if level == floor && canvas.at(spot) == b' ' {
                canvas.put(spot, ON_THE_WAY);
            }
        }
        text.push_str(&header::line(shape, floor));
        text.push('\n');
        for line in canvas.characters.chunks_exact(columns) {
            text.extend(line.trim_ascii_end().iter().map(|&character| char::from(character)));
            text.push('\n');
        }
    }
    Ok(text)
}

struct Canvas {
    columns: usize,
    characters: Vec<u8>,
}

impl Canvas {
    fn put(&mut self, (line, column): Spot, character: u8) {
        self.characters[line * self.columns + column] = character;
    }

    fn at(&self, (line, column): Spot) -> u8 {
        self.characters[line * self.columns + column]
    }
}

fn draw_cell(maze: &GraphMaze, plan: &Plan<'_>, place: [usize; 3], canvas: &mut Canvas) {
    let (ground, shape) = (&maze.ground, maze.ground.shape());
    let ([floor, row, col], cell) = (place, shape.cell(place));
    let spot = plan.mark(row, col);
    if !ground.has(cell) {
        return canvas.put(spot, MISSING);
    }
    plan.corners(row, col).into_iter().for_each(|corner| canvas.put(corner, b'+'));
    if let Ok(index) = ground.crossings().binary_search_by_key(&cell, |crossing| crossing.cell) {
        // All of its sides are open.
        let is_level_above = ground.crossings()[index].is_level_above;
        return canvas.put(spot, if is_level_above { LEVEL_ABOVE } else { UPRIGHT_ABOVE });
    }
    let exits: Vec<usize> = maze.exits(cell).map(|link| ground.place_of(link.to as usize)).collect();
    for side in 0..layout::sides(shape, row, col) {
        let is_open = match layout::behind(shape, row, col, side) {
            Behind::Cell(row, col) => exits.contains(&shape.cell([floor, row, col])),
            Behind::Edge => false,
            // The middle of rings: only the frame around it is drawn.
            Behind::Nothing => shape.grid() != Grid::Theta,
        };
        if !is_open {
            plan.wall(row, col, side).into_iter().for_each(|(spot, wall)| canvas.put(spot, wall));
        }
    }
    let [is_start, is_goal] = maze.ends.map(|end| ground.place_of(end) == cell);
    match (is_start, is_goal) {
        (true, true) => canvas.put(spot, BOTH_ENDS),
        (true, false) => canvas.put(spot, START),
        (false, true) => canvas.put(spot, GOAL),
        (false, false) => {}
    }
    let leads_to = |floor: Option<usize>| floor.is_some_and(|floor| exits.contains(&shape.cell([floor, row, col])));
    let up = leads_to(Some(floor + 1).filter(|&floor| floor < shape.floors()));
    let stairs = match (up, leads_to(floor.checked_sub(1))) {
        (true, true) => UP_AND_DOWN,
        (true, false) => UP,
        (false, true) => DOWN,
        (false, false) => return,
    };
    canvas.put((spot.0, spot.1 + 1), stairs);
}
