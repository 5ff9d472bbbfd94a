//! The strategies for boards, and which of them suits what is asked.

use crate::search::{Ability, Kernel, Strategy};

/// The shortest games.
pub static SHORTEST: &Strategy = &STRATEGIES[0];

/// The paper's run.
pub static DFS: &Strategy = &STRATEGIES[1];

/// All strategies.
pub static STRATEGIES: [Strategy; 2] = [
    Strategy {
        name: "shortest",
        about: "the games of the fewest rolls, numbered in lexicographic order",
        kernel: Kernel::Tree,
        abilities: &[
            Ability::Ids,
            Ability::Range,
            Ability::Checkpoint,
            Ability::NodeLimit,
            Ability::MemoryLimit,
            Ability::Threads,
            Ability::Count,
            Ability::Several,
            Ability::Any,
        ],
        why_not: "games are picked by a range of their numbers, and nothing is left to chance",
    },
    Strategy {
        name: "dfs",
        about: "the paper's depth-first run, iteration by iteration",
        kernel: Kernel::Tree,
        abilities: &[Ability::Range, Ability::Checkpoint, Ability::NodeLimit, Ability::MemoryLimit],
        why_not: "it is one run that ends with one path, and each of its iterations follows from all before it",
    },
];
