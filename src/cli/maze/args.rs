//! The flags that only mazes have.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::maze::{
    draw::text::Style,
    generate::{Algorithm, growing_tree::Mix},
    recipe::Ends,
};

/// What to make.
#[derive(Debug, Args)]
pub struct GenerateMazeArgs {
    /// Rows of cells
    #[arg(long, value_name = "N", required_unless_present_any = ["wall_grid", "mask"])]
    pub rows: Option<u64>,
    /// Columns of cells
    #[arg(long, value_name = "N", required_unless_present_any = ["wall_grid", "mask"])]
    pub cols: Option<u64>,
    /// The size counted in lines and characters of a wall grid: 21x31 has 10x15 cells
    #[arg(long, value_name = "HxW", conflicts_with_all = ["rows", "cols"], value_parser = parse_extent)]
    pub wall_grid: Option<(u64, u64)>,
    /// A file with a drawn shape (X or # for a cell, . for none), or a polyomino case with a drawn board
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rows", "cols", "wall_grid"])]
    pub mask: Option<PathBuf>,
    /// dfs, kruskal, prim, wilson, aldous-broder, eller, growing-tree, hunt-and-kill, recursive-division, sidewinder or binary-tree
    #[arg(long, value_name = "NAME", default_value = "dfs", value_parser = parse::<Algorithm>)]
    pub algorithm: Algorithm,
    /// Where a growing tree grows, in parts: newest:3,oldest:1,random:1
    #[arg(long, value_name = "MIX", value_parser = parse::<Mix>)]
    pub mix: Option<Mix>,
    /// The kind of maze
    #[arg(long, value_enum, value_name = "KIND", default_value_t)]
    pub routing: RoutingName,
    /// The share of dead ends a partial braid opens, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    pub braid: f64,
    /// The share of cells a sparse maze leaves out, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.3)]
    pub sparseness: f64,
    /// How often a horizontal way is preferred to a vertical one, from 0 to 1
    #[arg(long, value_name = "SHARE")]
    pub bias: Option<f64>,
    /// corners, farthest, or two cells ROW,COL:ROW,COL counted from 0
    #[arg(long, value_name = "WHERE", default_value = "corners", value_parser = parse_ends)]
    pub entrances: Ends,
    /// What all random choices come from [default: any]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// The perfect maze with this number instead, or "random" for any of them
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["mask", "algorithm", "routing", "bias"])]
    pub id: Option<String>,
    /// The perfect mazes with the numbers from A up to B, B not among them
    #[arg(long, value_name = "A..B", conflicts_with_all = ["id", "mask", "algorithm", "routing", "bias", "solve", "distance"])]
    pub ids: Option<String>,
    /// Save memory at the cost of speed, or the other way round; the maze is the same [default: by size]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub memory: Option<MemoryUse>,
    /// Make the maze in tiles on all threads
    #[arg(long, value_enum, value_name = "HOW")]
    pub parallel: Option<Parallel>,
    /// Threads for tiles [default: all allowed cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write the rows while they are made, in the memory of one row: for --algorithm eller, .txt and .png
    #[arg(long, conflicts_with_all = ["mask", "id", "ids", "solve", "certify", "distance", "parallel"])]
    pub stream: bool,
    /// Verify the maze before it is written
    #[arg(long)]
    pub certify: bool,
    /// Solve the maze and draw the way in
    #[arg(long)]
    pub solve: bool,
    #[command(flatten)]
    pub picture: PictureArgs,
    /// Write to this file; its ending chooses the format: .txt .json .svg .png
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Say nothing on standard error
    #[arg(long, short)]
    pub quiet: bool,
    /// Time and memory on standard error
    #[arg(long)]
    pub stats: bool,
}

/// How a maze is drawn.
#[derive(Debug, Args)]
#[command(next_help_heading = "Maze pictures")]
pub struct PictureArgs {
    /// Text in ascii, box or half (half blocks)
    #[arg(long, value_name = "STYLE", default_value = "ascii", value_parser = parse::<Style>)]
    pub style: Style,
    /// PNG: pixels to a square of the wall grid
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub scale: u32,
    /// Colour the cells by their distance from the start (SVG and PNG)
    #[arg(long)]
    pub distance: bool,
}

/// Where to go in a maze.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Maze")]
pub struct RouteArgs {
    /// Maze: the cell to start from, counted from 0
    #[arg(long, value_name = "ROW,COL", value_parser = parse_place)]
    pub from: Option<(usize, usize)>,
    /// Maze: the cell to go to, counted from 0
    #[arg(long, value_name = "ROW,COL", value_parser = parse_place)]
    pub to: Option<(usize, usize)>,
    /// Maze: the longest of all ways, in a maze with one way between any two cells
    #[arg(long, conflicts_with_all = ["from", "to"])]
    pub longest: bool,
}

/// A perfect maze by its number.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Maze")]
pub struct NumberedArgs {
    /// Maze: rows of the maze to show by its number
    #[arg(long, value_name = "N", requires = "cols")]
    pub rows: Option<u64>,
    /// Maze: columns of the maze to show by its number
    #[arg(long, value_name = "N", requires = "rows")]
    pub cols: Option<u64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum RoutingName {
    /// Exactly one way between any two cells
    #[default]
    Perfect,
    /// No dead ends
    Braid,
    /// Some dead ends opened
    PartialBraid,
    /// One way without forks
    Unicursal,
    /// Perfect, with cells left out
    Sparse,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MemoryUse {
    /// A byte a cell
    Fast,
    /// Three bits a cell
    Compact,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Parallel {
    /// Tiles, joined by a spanning tree of tiles
    Tiles,
}

/// The errors of the library's parsers, as clap wants them.
fn parse<T: std::str::FromStr<Err = crate::diagnostics::Diagnostic>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: crate::diagnostics::Diagnostic| {
        error.to_string().trim_start_matches("error: ").replace("\n  |\n  = help: ", ": ")
    })
}

fn parse_extent(text: &str) -> Result<(u64, u64), String> {
    let sides = text.split_once(['x', 'X', '×']).map(|(high, wide)| (high.trim().parse(), wide.trim().parse()));
    match sides {
        Some((Ok(high), Ok(wide))) => Ok((high, wide)),
        _ => Err("expected lines and characters such as 21x31".to_owned()),
    }
}

fn parse_place(text: &str) -> Result<(usize, usize), String> {
    let place = text.split_once(',').map(|(row, col)| (row.trim().parse(), col.trim().parse()));
    match place {
        Some((Ok(row), Ok(col))) => Ok((row, col)),
        _ => Err("expected a row and a column such as 0,3".to_owned()),
    }
}

fn parse_ends(text: &str) -> Result<Ends, String> {
    match text {
        "corners" => Ok(Ends::Corners),
        "farthest" => Ok(Ends::Farthest),
        places => {
            let (from, to) =
                places.split_once(':').ok_or("expected corners, farthest, or two cells such as 0,0:4,7")?;
            Ok(Ends::Given([parse_place(from)?, parse_place(to)?]))
        }
    }
}
