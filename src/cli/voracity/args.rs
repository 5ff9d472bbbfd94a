//! The flags that only boards of Voracity have.

use std::path::PathBuf;

use clap::Args;

use crate::voracity::Directions;

/// How a board is to be understood.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Voracity")]
pub struct VoracityArgs {
    /// Voracity: 4 directions, or 8 as in greed [default: what the file says, or 4]
    #[arg(long, value_name = "N", value_parser = parse_directions)]
    pub directions: Option<Directions>,
    /// Voracity: the cell to start from, counted from 0 [default: where the file has its @]
    #[arg(long, value_name = "ROW,COL", value_parser = parse_cell)]
    pub start: Option<(usize, usize)>,
    /// Voracity: find the best cell to start from as well
    #[arg(long, conflicts_with = "start")]
    pub best_start: bool,
}

/// How hard to try, and how to say so beforehand.
#[derive(Clone, Debug, Default, Args)]
pub struct EffortArgs {
    /// Voracity: say how large the search will be, and do not search
    #[arg(long)]
    pub estimate: bool,
}

/// Which board to make.
#[derive(Debug, Args)]
pub struct GenerateVoracityArgs {
    /// Rows x columns, or one number for both
    #[arg(long, value_name = "RxC", default_value = "15", value_parser = parse_size)]
    pub size: (usize, usize),
    /// The largest value; all from 1 on are equally likely
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=9))]
    pub values: u8,
    /// Another seed, another board
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// 8 for a board of greed
    #[arg(long, value_name = "N", default_value = "4", value_parser = parse_directions)]
    pub directions: Directions,
    /// Where to write the board; its ending chooses the format: .txt .svg .png
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Say nothing on standard error
    #[arg(long, short)]
    pub quiet: bool,
}

fn parse_directions(text: &str) -> Result<Directions, String> {
    match text {
        "4" => Ok(Directions::Four),
        "8" => Ok(Directions::Eight),
        _ => Err("there are 4 or 8 directions".to_owned()),
    }
}

fn parse_cell(text: &str) -> Result<(usize, usize), String> {
    let cell = text.split_once(',').map(|(row, column)| (row.trim().parse(), column.trim().parse()));
    match cell {
        Some((Ok(row), Ok(column))) => Ok((row, column)),
        _ => Err("expected a row and a column such as 0,3".to_owned()),
    }
}

fn parse_size(text: &str) -> Result<(usize, usize), String> {
    let side = |text: &str| text.trim().parse::<usize>().ok().filter(|side| (1..=1000).contains(side));
    let size = match text.split_once(['x', 'X', '×']) {
        Some((rows, columns)) => side(rows).zip(side(columns)),
        None => side(text).map(|side| (side, side)),
    };
    size.ok_or_else(|| "expected a size such as 15 or 22x79, up to 1000x1000".to_owned())
}
