//! The flags, as clap sees them.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, builder::styling};

use super::{
    lockpick::args::{GenerateLockpickArgs, LevelArgs},
    maze::args::{GenerateMazeArgs, NumberedArgs, PictureArgs, RouteArgs},
    polyomino::{GeneratePolyominoArgs, PickArgs},
    voracity::args::{EffortArgs, GenerateVoracityArgs, VoracityArgs},
};

const STYLES: styling::Styles = styling::Styles::styled()
    .header(styling::AnsiColor::Green.on_default().bold())
    .usage(styling::AnsiColor::Green.on_default().bold())
    .literal(styling::AnsiColor::Cyan.on_default().bold())
    .placeholder(styling::AnsiColor::Cyan.on_default());

/// Solves puzzles by exhaustive search over numbered candidates, and proves its answers.
#[derive(Debug, Parser)]
#[command(name = "fathom", version, styles = STYLES, propagate_version = true, max_term_width = 110)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Find solutions
    Solve(SolveArgs),
    /// Count all solutions without listing them
    Count(CountArgs),
    /// Judge an answer with code that shares nothing with the solvers
    Check(CheckArgs),
    /// Show a compiled puzzle, or the board with a given number
    Show(ShowArgs),
    /// Draw a case or an answer
    Draw(DrawArgs),
    /// Make a new puzzle from a seed
    #[command(subcommand)]
    Generate(GenerateKind),
    /// Snakes and Ladders: exact expectations, distribution, players' chances, ranking of jumps
    Odds(OddsArgs),
    /// Write completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual page
    Man,
}

#[derive(Debug, Args)]
pub struct SolveArgs {
    /// Case files, or - for standard input
    #[arg(value_name = "FILE", required_unless_present = "input")]
    pub files: Vec<PathBuf>,
    /// One more case file
    #[arg(short, long, value_name = "FILE")]
    pub input: Option<PathBuf>,
    /// How many solutions to find: a number, or "all"
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = parse_solutions, conflicts_with = "all")]
    pub solutions: u64,
    /// Find all solutions
    #[arg(long)]
    pub all: bool,
    /// Take whichever solutions are found first instead of those with the lowest ids
    #[arg(long)]
    pub any: bool,
    #[command(flatten)]
    pub pick: PickArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Debug, Args)]
pub struct CountArgs {
    /// Case files, or - for standard input
    #[arg(value_name = "FILE", required_unless_present = "input")]
    pub files: Vec<PathBuf>,
    /// One more case file
    #[arg(short, long, value_name = "FILE")]
    pub input: Option<PathBuf>,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The case
    pub case: PathBuf,
    /// The answer: text, .json or .jsonl; a maze can be judged without one
    pub answer: Option<PathBuf>,
    #[command(flatten)]
    pub puzzle: PuzzleArgs,
    /// Say nothing, only exit with 0 or 2
    #[arg(long, short)]
    pub quiet: bool,
    /// Colours
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub color: ColorWhen,
}

#[derive(Debug, Args)]
pub struct ShowArgs {
    /// The case
    #[arg(required_unless_present = "rows", conflicts_with = "rows")]
    pub case: Option<PathBuf>,
    #[command(flatten)]
    pub numbered: NumberedArgs,
    /// Show the board with this placement id, or the maze with this number, instead
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    pub id: Option<String>,
    /// Lockpick: an outline for people, or the level in the text format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub format: ShowFormat,
    #[command(flatten)]
    pub puzzle: PuzzleArgs,
    /// Colours
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub color: ColorWhen,
}

#[derive(Debug, Args)]
pub struct DrawArgs {
    /// The case
    pub case: PathBuf,
    /// Snakes, voracity, lockpick: an answer to draw into it
    pub answer: Option<PathBuf>,
    /// The picture; its ending chooses the format: .svg .png .txt [default: text on standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Maze, lockpick: draw the way in
    #[arg(long)]
    pub solve: bool,
    /// Snakes: draw the shortest game with this number
    #[arg(long, value_name = "ID", conflicts_with = "answer")]
    pub id: Option<String>,
    /// Snakes: plot the distribution of the number of turns instead of the board
    #[arg(long, conflicts_with_all = ["answer", "id"])]
    pub plot: bool,
    #[command(flatten)]
    pub puzzle: PuzzleArgs,
    #[command(flatten)]
    pub picture: PictureArgs,
    /// Say nothing
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Debug, Subcommand)]
pub enum GenerateKind {
    /// A maze of any size, kind and algorithm
    Maze(GenerateMazeArgs),
    /// A polyomino challenge with exactly one solution
    Polyomino(GeneratePolyominoArgs),
    /// A lockpick level with or without a solution
    Lockpick(GenerateLockpickArgs),
    /// A board of Snakes and Ladders that meets a target
    Snakes(GenerateSnakesArgs),
    /// A board of Voracity, named by its size, largest value and seed
    Voracity(GenerateVoracityArgs),
}

#[derive(Debug, Args)]
pub struct GenerateSnakesArgs {
    /// Rows x columns
    #[arg(long, value_name = "RxC", default_value = "10x10")]
    pub size: String,
    /// How many snakes
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub snakes: u32,
    /// How many ladders
    #[arg(long, value_name = "N", default_value_t = 9)]
    pub ladders: u32,
    /// Expected number of turns
    #[arg(long, value_name = "E", value_parser = parse_positive)]
    pub target_rolls: Option<f64>,
    /// Standard deviation of the number of turns
    #[arg(long, value_name = "D", value_parser = parse_positive)]
    pub target_spread: Option<f64>,
    /// Chance of the first of two players to win, such as 0.51
    #[arg(long, value_name = "P", value_parser = parse_positive)]
    pub target_first: Option<f64>,
    /// A rule of the game, such as "overshoot bounce"; may be given several times
    #[arg(long, value_name = "RULE")]
    pub rule: Vec<String>,
    /// Another seed, another board
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Where to write the board; its ending chooses the format: .txt .json .svg .png
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Say nothing on standard error
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Debug, Args)]
pub struct OddsArgs {
    /// The board, or - for standard input
    pub case: PathBuf,
    /// Play this many games as well
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub simulate: Option<u64>,
    /// The seed of their dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The whole distribution and the chances of all squares
    #[arg(long)]
    pub full: bool,
    /// Exact fractions even if that takes long
    #[arg(long)]
    pub exact: bool,
    /// How many play
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub players: Option<u32>,
    /// Worker threads [default: all allowed cores]
    #[arg(short, long, alias = "thread", value_name = "N", value_parser = parse_threads)]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub puzzle: PuzzleArgs,
    /// The format of the result
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// Write the result to this file; its ending chooses the format: .txt .json, or .svg .png for a plot
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Say nothing on standard error
    #[arg(long, short)]
    pub quiet: bool,
}

/// How the puzzle is to be understood.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Puzzle")]
pub struct PuzzleArgs {
    /// The family of the puzzle, if it is not to be recognised from the file
    #[arg(long, value_enum, value_name = "FAMILY")]
    pub family: Option<FamilyName>,
    #[command(flatten)]
    pub route: RouteArgs,
    /// Polyomino: pieces must not be turned over
    #[arg(long)]
    pub no_mirror: bool,
    /// Polyomino: pieces must not be rotated
    #[arg(long)]
    pub no_rotate: bool,
    /// Polyomino: this many cells may stay empty
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_holes)]
    pub holes: usize,
    /// Polyomino: not all pieces need to be used
    #[arg(long)]
    pub spare_pieces: bool,
    /// Polyomino: pieces of the same shape are one piece in several copies: to swap them gives no new solution
    #[arg(long)]
    pub interchangeable: bool,
    /// Polyomino: of solutions that are symmetric to each other, take one
    #[arg(long)]
    pub classes: bool,
    /// Snakes: play by another rule than the file says, such as "overshoot bounce"; may be given several times
    #[arg(long, value_name = "RULE")]
    pub rule: Vec<String>,
    #[command(flatten)]
    pub voracity: VoracityArgs,
    #[command(flatten)]
    pub level: LevelArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FamilyName {
    Polyomino,
    Lockpick,
    Snakes,
    Maze,
    Voracity,
}

/// How to search.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    #[command(flatten)]
    pub puzzle: PuzzleArgs,
    /// The way to search: auto, or a strategy of the family (polyomino: brute, cover, constrained, frontier,
    /// portfolio; lockpick: guided, shortest, exhaustive, dfs, bfs; voracity: dfs, dp, bounded, enumerate, frontier, anytime; snakes:
    /// shortest, dfs; maze: bfs, dfs, dead-ends, wall-follower, a-star)
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub strategy: String,
    /// Lockpick: a route of the fewest steps, and the proof that there is no shorter one
    #[arg(long)]
    pub shortest: bool,
    /// Snakes, strategy dfs: show every iteration with its queue
    #[arg(long)]
    pub trace: bool,
    /// Snakes: count the games of exactly this many rolls instead of the shortest ones
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=10_000))]
    pub rolls: Option<u32>,
    /// Another seed, other choices where a search leaves something to chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub effort: EffortArgs,
    /// Worker threads [default: all allowed cores]
    #[arg(short, long, alias = "thread", value_name = "N", value_parser = parse_threads)]
    pub threads: Option<usize>,
    /// Ranges to cut the work into at the start [default: 8 per thread]
    #[arg(short, long, alias = "branch", value_name = "N", value_parser = parse_branches)]
    pub branches: Option<usize>,
    /// Search only the ids from FROM up to TO: paths such as /3/0../4, or placement ids with strategy brute
    #[arg(long, value_name = "FROM..TO")]
    pub range: Option<String>,
    /// Stop after this time, such as 90s or 10m
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub time_limit: Option<std::time::Duration>,
    /// Stop after visiting this many nodes
    #[arg(long, value_name = "N")]
    pub node_limit: Option<u64>,
    /// Stop when the process holds this much memory, such as 500M or 4G
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub memory_limit: Option<u64>,
    /// Keep the state of the search in this file
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// The time between two checkpoints
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_duration, requires = "checkpoint")]
    pub checkpoint_every: std::time::Duration,
    /// Go on from the checkpoint
    #[arg(long, requires = "checkpoint")]
    pub resume: bool,
    /// Nodes between two looks at the engine's state
    #[arg(long, value_name = "N", default_value_t = 4096, hide = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub poll_every: u64,
}

/// How to tell the results.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Write the result to this file; its ending chooses the format: .txt .json .jsonl
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The format of the result
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// No progress, no notes
    #[arg(long, short)]
    pub quiet: bool,
    /// No progress bar, even on a terminal
    #[arg(short = 'u', long)]
    pub no_interactive: bool,
    /// Say more about what is being done
    #[arg(short, long)]
    pub verbose: bool,
    /// Figures of the search on standard error
    #[arg(long)]
    pub stats: bool,
    /// Colours
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub color: ColorWhen,
    /// Exit with 10 if a solution was found and 20 if it is proved that there is none
    #[arg(long)]
    pub exit_code: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One object for each case
    Json,
    /// One record a line
    Jsonl,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ShowFormat {
    /// For people
    #[default]
    Text,
    /// A lockpick level in the text format, as it is searched
    Level,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// On a terminal that can show them, unless NO_COLOR is set
    #[default]
    Auto,
    Always,
    Never,
}

fn parse_solutions(text: &str) -> Result<u64, String> {
    match text.parse() {
        _ if text.eq_ignore_ascii_case("all") => Ok(u64::MAX),
        Ok(0) => Err("at least 1 (to count solutions, use 'fathom count')".to_owned()),
        Ok(wanted) => Ok(wanted),
        Err(_) => Err("expected a whole number or 'all'".to_owned()),
    }
}

fn parse_positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "expected a positive number".to_owned())
}

fn parse_threads(text: &str) -> Result<usize, String> {
    parse_between(text, 1, 1024)
}

fn parse_branches(text: &str) -> Result<usize, String> {
    parse_between(text, 1, 1_000_000)
}

fn parse_holes(text: &str) -> Result<usize, String> {
    parse_between(text, 0, crate::polyomino::board::MAX_CELLS)
}

fn parse_between(text: &str, least: usize, most: usize) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("expected a whole number from {least} to {most}"))
}

fn parse_duration(text: &str) -> Result<std::time::Duration, String> {
    // A bare number means seconds.
    let text = if text.bytes().all(|byte| byte.is_ascii_digit()) { &format!("{text}s") } else { text };
    humantime::parse_duration(text).map_err(|_| "expected a time such as 500ms, 90s, 10m or 2h".to_owned())
}

fn parse_size(text: &str) -> Result<u64, String> {
    let wrong = || "expected a size such as 500M, 4G or a number of bytes".to_owned();
    let digits = text.trim_end_matches(|mark: char| mark.is_ascii_alphabetic());
    let factor: u64 = match text[digits.len()..].to_ascii_lowercase().trim_end_matches('b').trim_end_matches('i') {
        "" => 1,
        "k" => 1 << 10,
        "m" => 1 << 20,
        "g" => 1 << 30,
        "t" => 1 << 40,
        _ => return Err(wrong()),
    };
    digits.parse::<u64>().ok().and_then(|number| number.checked_mul(factor)).ok_or_else(wrong)
}
