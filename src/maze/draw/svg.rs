//! Mazes as SVG: walls as lines, as long as they go, the way as one line through the middle of the cells.

use std::io::{self, Write};

use super::{Trail, distance, gap};
use crate::maze::{
    grid::{Direction, Maze},
    moves::Moves,
};

/// Units to a cell's side.
const CELL: usize = 10;

/// Writes a maze, with a way and colours if there are any.
pub fn write(maze: &Maze, trail: Option<&Trail>, shades: Option<&[u8]>, out: &mut impl Write) -> io::Result<()> {
    let (rows, cols) = (maze.size().rows(), maze.size().cols());
    let (wide, high) = ((cols + 1) * CELL, (rows + 1) * CELL);
    let edge = CELL / 2;
    writeln!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-{edge} -{edge} {wide} {high}" width="{wide}" height="{high}">"##
    )?;
    writeln!(out, r##"<rect x="-{edge}" y="-{edge}" width="{wide}" height="{high}" fill="#fff"/>"##)?;
    if let Some(shades) = shades {
        write_shades(maze, shades, out)?;
    }
    if let Some(trail) = trail {
        write_way(maze, trail.start(), &trail.moves(maze), out)?;
    }
    write!(out, r##"<path fill="none" stroke="#000" stroke-width="2" stroke-linecap="square" d=""##)?;
    each_wall(maze, |from, to| {
        let (x, y) = (from.0 * CELL, from.1 * CELL);
        if from.1 == to.1 {
            write!(out, "M{x} {y}h{}", (to.0 - from.0) * CELL)
        } else {
            write!(out, "M{x} {y}v{}", (to.1 - from.1) * CELL)
        }
    })?;
    writeln!(out, "\"/>")?;
    for (end, colour) in maze.ends.into_iter().flatten().zip(["#2a2", "#c22"]) {
        let (row, col) = maze.size().place(end);
        let (x, y) = (col * CELL + CELL / 2, row * CELL + CELL / 2);
        writeln!(out, r##"<circle cx="{x}" cy="{y}" r="{}" fill="{colour}"/>"##, CELL / 5)?;
    }
    writeln!(out, "</svg>")
}

/// The colours of the cells. Their edges are not smoothed: the paper would shine through between two cells.
fn write_shades(maze: &Maze, shades: &[u8], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, r##"<g shape-rendering="crispEdges">"##)?;
    for cell in maze.cells() {
        let (row, col) = maze.size().place(cell);
        let [red, green, blue] = distance::colour(shades[cell]);
        let (x, y) = (col * CELL, row * CELL);
        writeln!(
            out,
            r##"<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="#{red:02x}{green:02x}{blue:02x}"/>"##
        )?;
    }
    writeln!(out, "</g>")
}

fn write_way(maze: &Maze, start: usize, moves: &Moves, out: &mut impl Write) -> io::Result<()> {
    let (row, col) = maze.size().place(start);
    let (x, y) = (col * CELL + CELL / 2, row * CELL + CELL / 2);
    write!(out, r##"<path fill="none" stroke="#f73" stroke-width="3" stroke-linejoin="round" d="M{x} {y}"##)?;
    for (step, count) in moves.runs() {
        let length = count * CELL;
        match step {
            Direction::North => write!(out, "v-{length}"),
            Direction::East => write!(out, "h{length}"),
            Direction::South => write!(out, "v{length}"),
            Direction::West => write!(out, "h-{length}"),
        }?;
    }
    writeln!(out, "\"/>")
}

/// A corner between cells: column and row.
type Corner = (usize, usize);

/// Visits the walls, each as long as it goes: level ones from left to right, upright ones from above.
pub(super) fn each_wall(maze: &Maze, mut visit: impl FnMut(Corner, Corner) -> io::Result<()>) -> io::Result<()> {
    let size = maze.size();
    let gaps = maze.ends.map(|[start, goal]| [(start, gap(maze, start, true)), (goal, gap(maze, goal, false))]);
    let is_gap = |cell: usize, way: Direction| gaps.is_some_and(|gaps| gaps.contains(&(cell, Some(way))));
    // A wall stands on this side of a cell if one of the two cells exists and there is no way between them.
    let stands = |row: usize, col: usize, way: Direction| {
        let cell = size.cell(row, col);
        let next = size.neighbour(cell, way);
        let exists = maze.has(cell) || next.is_some_and(|next| maze.has(next));
        exists && !maze.is_open(cell, way) && !(next.is_none() && is_gap(cell, way))
    };
    for line in 0..=size.rows() {
        let has_wall = |col: usize| match line {
            0 => stands(0, col, Direction::North),
            _ => stands(line - 1, col, Direction::South),
        };
        each_run(size.cols(), has_wall, |from, length| visit((from, line), (from + length, line)))?;
    }
    for line in 0..=size.cols() {
        let has_wall = |row: usize| match line {
            0 => stands(row, 0, Direction::West),
            _ => stands(row, line - 1, Direction::East),
        };
        each_run(size.rows(), has_wall, |from, length| visit((line, from), (line, from + length)))?;
    }
    Ok(())
}

/// Finds the runs of walls along a line.
fn each_run(
    length: usize,
    has_wall: impl Fn(usize) -> bool,
    mut visit: impl FnMut(usize, usize) -> io::Result<()>,
) -> io::Result<()> {
    let mut from = 0;
    while let Some(start) = (from..length).find(|&at| has_wall(at)) {
        let end = (start..length).find(|&at| !has_wall(at)).unwrap_or(length);
        visit(start, end - start)?;
        from = end;
    }
    Ok(())
}
