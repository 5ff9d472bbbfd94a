//! The flags that all families share, as clap sees them. What only one family has is added from the family's own list.

mod scale;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, builder::styling};

use crate::{search::Limits, session::Question};

pub use scale::{AuditArgs, BatchArgs, BenchArgs, MergeArgs, Preset, SplitArgs};

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
    /// Show a case, or the solution with an id
    Show(ShowArgs),
    /// Draw a case or an answer
    Draw(DrawArgs),
    /// Solve many cases without anybody watching: a record each, resumable
    Batch(BatchArgs),
    /// Cut a search into ranges that many machines can share
    Split(SplitArgs),
    /// Put together what the ranges of a divided search have brought
    Merge(MergeArgs),
    /// Search parts of a divided search again, and compare
    Audit(AuditArgs),
    /// Compare strategies, threads and branches, and other programs, on the same cases in one run
    Bench(BenchArgs),
    /// Snakes and Ladders: exact expectations, distribution, players' chances, ranking of jumps
    Odds(OddsArgs),
    /// Write completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual page
    Man {
        /// Write a page for the program and one for each verb into this folder
        #[arg(long, value_name = "DIR")]
        folder: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
pub struct SolveArgs {
    /// Case files, or - for standard input
    #[arg(value_name = "FILE", required_unless_present = "input")]
    pub files: Vec<PathBuf>,
    /// One more case file
    #[arg(short, long, value_name = "FILE")]
    pub input: Option<PathBuf>,
    #[command(flatten)]
    pub question: QuestionArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub view: ViewArgs,
}

/// How many solutions.
#[derive(Debug, Args)]
pub struct WantedArgs {
    /// How many solutions to find: a number, or "all" [default: 1]
    #[arg(short, long, value_name = "N", value_parser = parse_solutions, conflicts_with = "all")]
    pub solutions: Option<u64>,
    /// Find all solutions
    #[arg(long)]
    pub all: bool,
    /// Take whichever solutions are found first instead of those with the lowest ids
    #[arg(long)]
    pub any: bool,
}

impl WantedArgs {
    /// What is asked.
    pub fn question(&self) -> Question {
        Question::Solutions { wanted: if self.all { u64::MAX } else { self.solutions.unwrap_or(1) }, any: self.any }
    }
}

/// Solutions, or how many there are.
#[derive(Debug, Args)]
pub struct AskedArgs {
    #[command(flatten)]
    pub wanted: WantedArgs,
    /// Only count solutions
    #[arg(long, conflicts_with_all = ["solutions", "all", "any"])]
    pub count: bool,
}

impl AskedArgs {
    /// What is asked.
    pub fn question(&self) -> Question {
        if self.count { Question::Count } else { self.wanted.question() }
    }
}

/// Which solutions, and what of them.
#[derive(Debug, Args)]
pub struct QuestionArgs {
    #[command(flatten)]
    pub wanted: WantedArgs,
    /// The solution with this number, counted from 0 in the order of the strategy
    #[arg(long, value_name = "K", conflicts_with_all = ["solutions", "all", "any", "random"])]
    pub nth: Option<u128>,
    /// This many solutions, each as likely as any other; --seed chooses
    #[arg(
        long,
        value_name = "N",
        conflicts_with_all = ["solutions", "all", "any"],
        value_parser = clap::value_parser!(u64).range(1..),
    )]
    pub random: Option<u64>,
    /// Is there exactly one solution? Stops at the second
    #[arg(long, conflicts_with_all = ["solutions", "all", "any", "nth", "random"])]
    pub unique: bool,
    /// Which of the first N pieces lie the same way in every solution
    #[arg(
        long,
        value_name = "N",
        conflicts_with_all = ["solutions", "all", "any", "nth", "random", "unique"],
        value_parser = clap::value_parser!(u16).range(1..),
    )]
    pub forced: Option<u16>,
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
    #[command(flatten)]
    pub view: ViewArgs,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The case
    pub case: PathBuf,
    /// The answer: text, .json or .jsonl; a maze can be judged without one
    pub answer: Option<PathBuf>,
    #[command(flatten)]
    pub puzzle: PuzzleArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Say nothing, only exit with 0 or 2
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Debug, Args)]
pub struct ShowArgs {
    /// The case; a perfect maze with a number needs none
    pub case: Option<PathBuf>,
    /// Show what has this id instead: a placement id, the number of a game or a maze, a path of digits
    #[arg(long, value_name = "ID", allow_hyphen_values = true)]
    pub id: Option<String>,
    #[command(flatten)]
    pub puzzle: PuzzleArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Colours
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub color: ColorWhen,
}

#[derive(Debug, Args)]
pub struct DrawArgs {
    /// The case
    pub case: PathBuf,
    /// An answer to draw into it
    pub answer: Option<PathBuf>,
    /// The picture; its ending chooses the format: .svg .png .pdf .html .txt [default: text on standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Draw the solution with this id
    #[arg(long, value_name = "ID", conflicts_with = "answer")]
    pub id: Option<String>,
    #[command(flatten)]
    pub puzzle: PuzzleArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Say nothing
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
    #[arg(long, value_name = "N", default_value_t = 1, requires = "simulate")]
    pub seed: u64,
    /// The whole distribution and the chances of all squares
    #[arg(long)]
    pub full: bool,
    /// Exact fractions even if that takes long
    #[arg(long)]
    pub exact: bool,
    /// Turns more or less if the jump on a square is removed, or one is put there, for all squares (also .svg .png
    /// .pdf)
    #[arg(long, conflicts_with_all = ["simulate", "full", "exact", "players", "choose"])]
    pub sensitivity: bool,
    /// The best die for every square, if one of several can be chosen before each roll (also .svg .png .pdf); given
    /// once for each die, such as 4 or 2d6
    #[arg(long, value_name = "DIE", conflicts_with_all = ["simulate", "full", "exact", "players"])]
    pub choose: Vec<String>,
    /// How many play
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub players: Option<u32>,
    /// Play by another rule than the file says, such as "overshoot bounce"; may be given several times
    #[arg(long, value_name = "RULE")]
    pub rule: Vec<String>,
    /// Worker threads [default: all allowed cores]
    #[arg(short, long, alias = "thread", value_name = "N", value_parser = parse_threads)]
    pub threads: Option<usize>,
    /// The format of the result
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// Write the result to this file; its ending chooses the format: .txt .json .html, or .svg .png .pdf for a plot
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub puzzle: PuzzleArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Say nothing on standard error
    #[arg(long, short)]
    pub quiet: bool,
}

/// How the puzzle is to be understood.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Puzzle")]
pub struct PuzzleArgs {
    /// The family of the puzzle, if it is not to be recognised from the file
    #[arg(long, value_name = "FAMILY")]
    pub family: Option<String>,
}

/// When to stop.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Stop after this time, such as 90s or 10m
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub time_limit: Option<std::time::Duration>,
    /// Stop when the process holds this much memory, such as 500M or 4G
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub memory_limit: Option<u64>,
}

impl LimitArgs {
    /// The limits of work that has no nodes.
    pub fn limits(&self) -> Limits {
        Limits { time: self.time_limit, nodes: None, memory: self.memory_limit }
    }
}

/// The way to search.
#[derive(Debug, Args)]
pub struct WayArgs {
    /// The way to search: auto, or a strategy of the family
    #[arg(long, value_name = "NAME", default_value = "auto", help_heading = "Search")]
    pub strategy: String,
    /// Another seed, other choices where a search leaves something to chance [default: 1]
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub seed: Option<u64>,
}

/// How to search.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    #[command(flatten)]
    pub puzzle: PuzzleArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub way: WayArgs,
    /// Worker threads, at most [default: all allowed cores]
    #[arg(short, long, alias = "thread", value_name = "N", value_parser = parse_threads, help_heading = "Search")]
    pub threads: Option<usize>,
    /// Ranges to cut the work into, where it has ranges [default: 8 per thread]
    #[arg(short, long, alias = "branch", value_name = "N", value_parser = parse_branches, help_heading = "Search")]
    pub branches: Option<usize>,
    /// Search only the ids from FROM up to TO: paths such as /3/0../4, or numbers where ids are numbers
    #[arg(long, value_name = "FROM..TO", help_heading = "Search")]
    pub range: Option<String>,
    /// Search one piece of a divided search; its checkpoint lies beside the file, and is gone on with
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Search",
        conflicts_with_all = ["range", "seed", "strategy", "family", "resume"],
    )]
    pub range_file: Option<PathBuf>,
    /// Stop after visiting this many nodes
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub node_limit: Option<u64>,
    /// Keep the state of the search in this file
    #[arg(long, value_name = "FILE", help_heading = "Search")]
    pub checkpoint: Option<PathBuf>,
    /// The time between two checkpoints [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = parse_duration, help_heading = "Search")]
    pub checkpoint_every: Option<std::time::Duration>,
    /// Go on from the checkpoint
    #[arg(long, requires = "checkpoint", help_heading = "Search")]
    pub resume: bool,
    /// Nodes between two looks at the engine's state
    #[arg(
        long,
        value_name = "N",
        default_value_t = 4096,
        hide = true,
        value_parser = clap::value_parser!(u64).range(1..),
    )]
    pub poll_every: u64,
}

/// How to tell the results.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Write the result to this file; its ending chooses the format: .txt .json .jsonl, and of solve .svg .png .html;
    /// '{}.svg' and '{}.png' are a picture a solution
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The format of the result
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// Pictures that move (solve -o x.svg): a route, a game or a way step by step
    #[arg(long)]
    pub animate: bool,
    /// No progress, no notes
    #[arg(long, short)]
    pub quiet: bool,
    /// No progress bar, even on a terminal
    #[arg(short = 'u', long)]
    pub no_interactive: bool,
    /// How progress is told on standard error [default: a bar on a terminal, a line now and then elsewhere]
    #[arg(long, value_enum, value_name = "HOW", conflicts_with = "quiet")]
    pub progress: Option<ProgressKind>,
    /// Keep figures of the search in this file, in Prometheus' text format
    #[arg(long, value_name = "FILE")]
    pub metrics: Option<PathBuf>,
    /// Say more about what is being done, and about the solutions
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

/// How to watch the search.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct ViewArgs {
    /// Show the search on the whole terminal while it goes on: branches, solutions, figures; keys pause, save and quit
    #[arg(short = 'c', long, conflicts_with_all = ["quiet", "no_interactive", "progress"])]
    pub virtual_console: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One object for one case, a list for several
    Json,
    /// One record a line
    Jsonl,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProgressKind {
    /// A bar, on a terminal
    Bar,
    /// A line every 30 seconds
    Lines,
    /// A JSON object every second
    Json,
    /// Nothing
    None,
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

pub fn parse_threads(text: &str) -> Result<usize, String> {
    parse_between(text, 1, 1024)
}

fn parse_branches(text: &str) -> Result<usize, String> {
    parse_between(text, 1, 1_000_000)
}

fn parse_pieces(text: &str) -> Result<usize, String> {
    parse_between(text, 1, 100_000)
}

fn parse_between(text: &str, least: usize, most: usize) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("expected a whole number from {least} to {most}"))
}

pub fn parse_duration(text: &str) -> Result<std::time::Duration, String> {
    if text.starts_with('-') {
        return Err("a time is not negative: expected one such as 500ms, 90s, 10m or 2h".to_owned());
    }
    // A bare number means seconds.
    let text = if text.bytes().all(|byte| byte.is_ascii_digit()) { &format!("{text}s") } else { text };
    humantime::parse_duration(text).map_err(|_| "expected a time such as 500ms, 90s, 10m or 2h".to_owned())
}

pub fn parse_size(text: &str) -> Result<u64, String> {
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
