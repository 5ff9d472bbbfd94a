//! `fathom show` for mazes: what a maze is like, and the perfect maze with a number.

use std::fmt::Write;

use num_bigint::BigUint;

use crate::maze::{
    draw::{
        lines::Lines,
        text::{self, Style},
    },
    grid::Size,
    ids::Numbering,
    measure::{Measures, measure},
    read::Found,
};

use super::args::NumberedArgs;
use crate::cli::{exit::Exit, failure::Failure, write_out};

/// Numbers of larger mazes take longer than a look at a maze should.
const MAX_NUMBERED_CELLS: usize = 400;

/// Shows the figures of a maze.
pub fn show(found: &Found) -> Result<Exit, Failure> {
    let mut maze = found.maze.clone();
    maze.ends = found.ends().ok();
    let measures = measure(&maze)?;
    let mut text = measures_text(&measures);
    if measures.perfect && measures.missing == 0 && maze.size().cells() <= MAX_NUMBERED_CELLS {
        let numbering = Numbering::new(maze.size())?;
        let _ = writeln!(text, "Number: {} of {}", numbering.number(&maze)?, numbering.count());
    }
    write_out(text.as_bytes())
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
        let _ = writeln!(text, "Longest way: {longest} steps");
    }
    let _ = match measures.solution {
        Some(steps) => writeln!(text, "Solution: {steps} steps"),
        None => writeln!(text, "Solution: there is no way"),
    };
    text
}

/// Shows the perfect maze with a number.
pub fn show_numbered(args: &NumberedArgs, id: Option<&str>) -> Result<Exit, Failure> {
    let (Some(rows), Some(cols)) = (args.rows, args.cols) else {
        return Err(Failure::Usage("a maze by its number needs --rows and --cols".to_owned()));
    };
    let numbering = Numbering::new(Size::new(rows, cols)?)?;
    let Some(id) = id else {
        return write_out(format!("Perfect mazes of {rows}x{cols} cells: {}\n", numbering.count()).as_bytes());
    };
    let number: BigUint = id.parse().map_err(|_| Failure::Usage(format!("--id {id}: expected a whole number")))?;
    let mut maze = numbering.maze(&number)?;
    maze.ends = Some(maze.corners());
    write_out(text::to_string(&mut Lines::Of { maze: &maze, trail: None, shades: None }, Style::Ascii).as_bytes())
}
