//! The flags of lockpick levels.

use clap::Args;

/// Which level of a file, and how it is understood.
#[derive(Clone, Debug, Args)]
pub struct LevelArgs {
    /// Lockpick: the level of a pack, by its name or its number from 1
    #[arg(long, value_name = "NAME|NUMBER")]
    pub level: Option<String>,
    /// Lockpick: the player falls, so some ways lead down only and doors can be floors
    #[arg(long)]
    pub gravity: bool,
}

#[derive(Debug, Args)]
pub struct GenerateLockpickArgs {
    /// How many nodes, start and goal among them
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u64).range(3..=10_000))]
    pub nodes: u64,
    /// How many colours of keys
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=10))]
    pub colours: u64,
    /// What there is beside plain keys and doors, with commas between: bulk, master, blank, blast, all, exact, negative,
    /// flip, imaginary, star, combo, copies, aura, curse, pure, glitch; in levels of which nothing is known also gate,
    /// oneway, floor, infinite, salvage, near
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "bulk,master")]
    pub mechanics: Vec<String>,
    /// A level that has a solution
    #[arg(long, conflicts_with = "unsolvable")]
    pub solvable: bool,
    /// A level that is proved to have none
    #[arg(long)]
    pub unsolvable: bool,
    /// Another seed, another level
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Where to write the level; its ending chooses the format: .txt .svg .png
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<std::path::PathBuf>,
    /// Say nothing on standard error
    #[arg(long, short)]
    pub quiet: bool,
}
