//! The flags that only polyominoes have.

use std::path::PathBuf;

use clap::Args;

use super::super::args::PuzzleArgs;

/// Which solutions to tell, and what of them.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Polyomino")]
pub struct PickArgs {
    /// The solution with this number, counted from 0 in the order of the strategy
    #[arg(long, value_name = "K", conflicts_with_all = ["solutions", "all", "any", "random"])]
    pub nth: Option<u128>,
    /// This many solutions, each as likely as any other; --seed chooses
    #[arg(long, value_name = "N", conflicts_with_all = ["solutions", "all", "any"], value_parser = clap::value_parser!(u64).range(1..))]
    pub random: Option<u64>,
    /// Is there exactly one solution? Stops at the second
    #[arg(long, conflicts_with_all = ["solutions", "all", "nth", "random"])]
    pub unique: bool,
    /// Which of the first N pieces lie the same way in every solution
    #[arg(long, value_name = "N", conflicts_with_all = ["nth", "random"], value_parser = clap::value_parser!(u16).range(1..))]
    pub forced: Option<u16>,
}

impl PickArgs {
    /// Are solutions wanted by their numbers?
    pub fn numbers(&self) -> bool {
        self.nth.is_some() || self.random.is_some()
    }

    /// The flag that was given, if any.
    pub fn given(&self) -> Option<&'static str> {
        let flags = [
            ("--nth", self.nth.is_some()),
            ("--random", self.random.is_some()),
            ("--unique", self.unique),
            ("--forced", self.forced.is_some()),
        ];
        flags.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name)
    }
}

/// `fathom generate polyomino`.
#[derive(Debug, Args)]
pub struct GeneratePolyominoArgs {
    /// A case with the board and the pieces; pieces given there stay given
    pub case: PathBuf,
    #[command(flatten)]
    pub puzzle: PuzzleArgs,
    /// Another seed, another challenge
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How often to look for fewer given pieces
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub tries: u32,
    /// Where to write the case
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Say nothing on standard error
    #[arg(long, short)]
    pub quiet: bool,
}
