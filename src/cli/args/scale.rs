//! The flags of the verbs for many cases and many machines.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{
    AskedArgs, LimitArgs, OutputArgs, PuzzleArgs, WayArgs, parse_branches, parse_duration, parse_pieces, parse_size,
    parse_threads,
};

#[derive(Debug, Args)]
pub struct BatchArgs {
    /// Case files, folders, patterns such as 'cases/**/*.txt', or - for a list on standard input
    #[arg(value_name = "PLACE", required_unless_present = "list")]
    pub places: Vec<PathBuf>,
    /// A file with the name of a case, or a JSON object that describes one, in each line; may be given several times
    #[arg(long, value_name = "FILE")]
    pub list: Vec<PathBuf>,
    /// Write the records to this .jsonl file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Leave out what the output has already, and go on with what was not finished
    #[arg(long, requires = "output")]
    pub resume: bool,
    /// Keep searches that are not finished in this folder [default: the output's name with .checkpoints added]
    #[arg(long, value_name = "DIR", requires = "output")]
    pub checkpoints: Option<PathBuf>,
    /// The time between two checkpoints [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub checkpoint_every: Option<std::time::Duration>,
    /// Cases at once [default: as many as threads]
    #[arg(short, long, value_name = "N", value_parser = parse_threads)]
    pub jobs: Option<usize>,
    /// Worker threads of all cases together [default: all allowed cores]
    #[arg(short, long, alias = "thread", value_name = "N", value_parser = parse_threads)]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub asked: AskedArgs,
    #[command(flatten)]
    pub way: WayArgs,
    #[command(flatten)]
    pub puzzle: PuzzleArgs,
    /// Stop each case after this time, such as 90s or 10m
    #[arg(long, value_name = "TIME", value_parser = parse_duration, help_heading = "Limits")]
    pub time_limit: Option<std::time::Duration>,
    /// Stop a case after visiting this many nodes
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub node_limit: Option<u64>,
    /// Stop cases while the process holds this much memory, such as 500M or 4G
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Limits")]
    pub memory_limit: Option<u64>,
    /// No progress, no summary
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Debug, Args)]
pub struct SplitArgs {
    /// The case
    pub case: PathBuf,
    /// How many ranges
    #[arg(short = 'n', long = "pieces", value_name = "N", value_parser = parse_pieces)]
    pub pieces: usize,
    /// The folder for the range files
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    #[command(flatten)]
    pub asked: AskedArgs,
    /// Cut what is left of a piece that was begun; the new range files take its place
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["count", "solutions", "all", "any", "strategy", "seed", "family"],
    )]
    pub from_checkpoint: Option<PathBuf>,
    #[command(flatten)]
    pub way: WayArgs,
    #[command(flatten)]
    pub puzzle: PuzzleArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Say nothing on standard error
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The case
    pub case: PathBuf,
    /// The folder with the range files and their checkpoints
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

#[derive(Debug, Args)]
pub struct AuditArgs {
    /// The case
    pub case: PathBuf,
    /// The folder with the range files and their checkpoints
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// How many parts of what was searched to search again
    #[arg(long, value_name = "K", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    pub sample: u64,
    /// Search everything again by another strategy, too, and compare how many solutions there are or how good the best
    /// is
    #[arg(long, value_name = "NAME")]
    pub strategy: Option<String>,
    /// Another seed, other parts
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Worker threads, at most [default: all allowed cores]
    #[arg(short, long, alias = "thread", value_name = "N", value_parser = parse_threads)]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Say nothing, only exit with 0 or 2
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Case files
    #[arg(value_name = "FILE", required = true)]
    pub cases: Vec<PathBuf>,
    /// Strategies, with commas between: auto, names, or "all"; the first is what the others are compared with
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "auto")]
    pub strategies: Vec<String>,
    /// Numbers of threads, with commas between [default: all allowed cores]
    #[arg(short, long, value_name = "NUMBERS", value_delimiter = ',', value_parser = parse_threads)]
    pub threads: Vec<usize>,
    /// Numbers of branches, with commas between [default: 8 per thread]
    #[arg(short, long, value_name = "NUMBERS", value_delimiter = ',', value_parser = parse_branches)]
    pub branches: Vec<usize>,
    /// fair: one thread, one branch, one solution; paper: 1 to 32 branches
    #[arg(long, value_enum, value_name = "NAME", conflicts_with = "branches")]
    pub preset: Option<Preset>,
    /// Another program to take the time of, run by the shell; {case} stands for the file. May be given several times
    #[arg(long, value_name = "COMMAND")]
    pub compare: Vec<String>,
    #[command(flatten)]
    pub asked: AskedArgs,
    /// How often everybody is measured
    #[arg(
        short = 'n',
        long,
        value_name = "N",
        default_value_t = 5,
        value_parser = clap::value_parser!(u32).range(1..=10_000),
    )]
    pub runs: u32,
    /// Rounds before that, which do not count
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub warm_up: u32,
    /// Write the results to this file; the ending chooses the format: .json .csv .md, or .svg .png for a plot. May be
    /// given several times
    #[arg(short = 'o', long, value_name = "FILE")]
    pub export: Vec<PathBuf>,
    #[command(flatten)]
    pub puzzle: PuzzleArgs,
    /// Give up on a run after this time
    #[arg(long, value_name = "TIME", value_parser = parse_duration, help_heading = "Limits")]
    pub time_limit: Option<std::time::Duration>,
    /// Give up on a run when the process holds this much memory
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Limits")]
    pub memory_limit: Option<u64>,
    /// Say nothing on standard error
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Preset {
    /// One thread, one branch: the fair comparison with programs that have only those
    Fair,
    /// 1, 2, 4, 8, 16 and 32 branches
    Paper,
}
