//! What a maze is like, and the perfect maze with a number, as text.

use std::fmt::Write;

use num_bigint::BigUint;

use crate::{
    family::{Error, Options},
    search::Control,
    words::counted,
};

use super::{
    draw::{
        lines::Lines,
        text::{self, Style},
    },
    graph::{GraphMaze, measure::Figures},
    grid::Size,
    ids::Numbering,
    measure::{Measures, measure},
    read::Found,
};

/// Numbers of larger mazes take longer than a look at a maze should.
const MAX_NUMBERED_CELLS: usize = 400;

/// The difficulty of larger mazes says nothing to anybody.
const MAX_RATED_CELLS: usize = 1_000_000;

/// The figures of a maze.
pub(super) fn figures(found: &Found, control: &Control) -> Result<String, Error> {
    let mut maze = found.maze.clone();
    maze.ends = found.ends().ok();
    let measures = measure(&maze)?;
    let mut text = measures_text(&measures);
    if measures.solution.is_some() && maze.size().cells() <= MAX_RATED_CELLS {
        let figures = Figures::new(&GraphMaze::of_squares(&maze, control)?, control)?;
        // The first of its lines is the length of the solution.
        text += figures.text().split_once('\n').map_or("", |(_, rest)| rest);
    }
    if measures.perfect && measures.missing == 0 && maze.size().cells() <= MAX_NUMBERED_CELLS {
        let numbering = Numbering::new(maze.size(), control)?;
        let _ = writeln!(text, "Number: {} of {}", numbering.number(&maze)?, numbering.count());
    }
    Ok(text)
}

fn measures_text(measures: &Measures) -> String {
    let Measures { rows, cols, kind, cells, missing, passages, parts, loops, dead_ends, junctions, crossings, .. } =
        measures;
    let percent = |part: u64| part as f64 * 100.0 / (*cells).max(1) as f64;
    let mut text = String::new();
    let _ = writeln!(text, "Size: {rows}x{cols} cells, {}x{} as a wall grid", 2 * rows + 1, 2 * cols + 1);
    let _ = writeln!(text, "Kind: {kind}");
    let _ = writeln!(text, "Cells: {cells}, {missing} left out");
    let _ = writeln!(text, "Passages: {passages}");
    let _ = writeln!(text, "Parts: {parts}");
    let _ = writeln!(text, "Loops: {loops}");
    let _ = writeln!(text, "Dead ends: {dead_ends} ({:.1} %)", percent(*dead_ends));
    let _ = writeln!(text, "Junctions: {junctions} ({:.1} %), {crossings} of them crossings", percent(*junctions));
    let _ = writeln!(text, "River: {:.2} cells to a blind alley", measures.river);
    let _ = writeln!(text, "Straightness: {:.1} %", measures.straightness * 100.0);
    if let Some(longest) = measures.longest_path {
        let _ = writeln!(text, "Longest way: {}", counted(longest as usize, "step"));
    }
    let _ = match measures.solution {
        Some(steps) => writeln!(text, "Solution: {}", counted(steps as usize, "step")),
        None => writeln!(text, "Solution: there is no way"),
    };
    text
}

/// The perfect maze with a number, or how many there are.
pub(super) fn numbered(options: &Options, id: Option<&str>, control: &Control) -> Result<String, Error> {
    let (Some(rows), Some(cols)) = (options.number("rows", 1..=u64::MAX)?, options.number("cols", 1..=u64::MAX)?)
    else {
        return Err(Error::Unsupported("a maze by its number needs rows and cols".to_owned()));
    };
    let numbering = Numbering::new(Size::new(rows, cols)?, control)?;
    let Some(id) = id else {
        return Ok(format!("Perfect mazes of {rows}x{cols} cells: {}\n", numbering.count()));
    };
    let number: BigUint =
        id.parse().map_err(|_| Error::Unsupported(format!("id {id}: the number of a maze is a whole number")))?;
    let mut maze = numbering.maze(&number)?;
    maze.ends = Some(maze.corners());
    Ok(text::to_string(&mut Lines::Of { maze: &maze, trail: None, shades: None }, Style::Ascii))
}
