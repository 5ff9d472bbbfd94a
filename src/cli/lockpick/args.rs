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
