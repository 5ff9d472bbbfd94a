//! The algorithms that make perfect mazes, one file each. All of them turn a grid, perhaps with missing cells, and a
//! source of random numbers into a tree of passages; what else is done to the tree is up to [`super::routing`].

pub mod aldous_broder;
pub mod binary_tree;
pub mod dfs;
pub mod dfs_compact;
pub mod eller;
pub mod growing_tree;
pub mod hunt_and_kill;
pub mod kruskal;
mod parents;
pub mod prim;
pub mod recursive_division;
pub mod request;
pub mod sidewinder;
#[cfg(test)]
mod tests;
pub mod wilson;

use std::str::FromStr;

use self::growing_tree::Mix;
use super::{
    grid::{Bits, Maze, Size},
    random::{Compass, Random},
};
use crate::{diagnostics::Diagnostic, family::Error, search::Control};

/// Steps of the fastest loops between two looks at the clock.
const STEPS: u64 = 1 << 14;

/// How a perfect maze is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Algorithm {
    /// Depth-first search: the paper's, with long winding ways.
    Dfs,
    /// Walls in random order, taken away where they part two trees.
    Kruskal,
    /// A tree grown at a random cell of its edge.
    Prim,
    /// Loop-erased walks: every maze equally likely.
    Wilson,
    /// One random walk: every maze equally likely, slowly.
    AldousBroder,
    /// Row by row, remembering one row only.
    Eller,
    /// A tree grown at its newest, oldest or any cell, as the mix says.
    GrowingTree(Mix),
    /// Random walks, each begun at the first cell beside the maze.
    HuntAndKill,
    /// Chambers halved by walls with one gap.
    RecursiveDivision,
    /// Runs to the east with one way north each.
    Sidewinder,
    /// Every cell joined to the north or to the west.
    BinaryTree,
}

impl Algorithm {
    /// One of each.
    pub const ALL: [Self; 11] = [
        Self::Dfs,
        Self::Kruskal,
        Self::Prim,
        Self::Wilson,
        Self::AldousBroder,
        Self::Eller,
        Self::GrowingTree(Mix::HALF),
        Self::HuntAndKill,
        Self::RecursiveDivision,
        Self::Sidewinder,
        Self::BinaryTree,
    ];

    /// What the command line calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dfs => "dfs",
            Self::Kruskal => "kruskal",
            Self::Prim => "prim",
            Self::Wilson => "wilson",
            Self::AldousBroder => "aldous-broder",
            Self::Eller => "eller",
            Self::GrowingTree(_) => "growing-tree",
            Self::HuntAndKill => "hunt-and-kill",
            Self::RecursiveDivision => "recursive-division",
            Self::Sidewinder => "sidewinder",
            Self::BinaryTree => "binary-tree",
        }
    }

    /// Whether it can do without some of the cells. The others need whole rows.
    pub fn takes_masks(self) -> bool {
        !matches!(self, Self::Eller | Self::RecursiveDivision | Self::Sidewinder | Self::BinaryTree)
    }

    /// Whether it can lean towards an axis. The uniform ones would no longer be uniform.
    pub fn takes_bias(self) -> bool {
        !matches!(self, Self::Wilson | Self::AldousBroder)
    }

    /// Bytes a cell that it needs while it works, the maze itself included.
    pub fn bytes_per_cell(self, compact: bool) -> f64 {
        match self {
            Self::Dfs if compact => 0.375,
            Self::Eller | Self::RecursiveDivision | Self::Sidewinder | Self::BinaryTree => 0.25,
            // The walls between tiles, and what is left open inside them.
            Self::Kruskal => 3.0,
            // The lists of open cells are a guess on the safe side.
            Self::Prim | Self::GrowingTree(_) => 5.25,
            Self::HuntAndKill => 1.4,
            _ => 1.25,
        }
    }
}

impl FromStr for Algorithm {
    type Err = Diagnostic;

    fn from_str(name: &str) -> Result<Self, Diagnostic> {
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            Diagnostic::new(format!("there is no algorithm '{name}' for mazes")).help(format!("one of: {names}"))
        })
    }
}

/// What to make a perfect maze from.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// Rows and columns.
    pub size: Size,
    /// The cells that exist; `None` if all of them do.
    pub cells: Option<&'a Bits>,
    /// How often a horizontal way is preferred to a vertical one; `None` for no preference.
    pub bias: Option<f64>,
    /// Less memory at the cost of some speed, where the algorithm has the choice. The maze is the same.
    pub compact: bool,
}

/// Makes a perfect maze of every part of the grid.
pub fn perfect(algorithm: Algorithm, ground: Ground<'_>, random: &mut Random) -> Result<Maze, Error> {
    perfect_under(algorithm, ground, random, &Control::default())
}

/// The same for as long as the control allows.
pub fn perfect_under(
    algorithm: Algorithm,
    ground: Ground<'_>,
    random: &mut Random,
    control: &Control,
) -> Result<Maze, Error> {
    let Ground { size, cells, bias, compact } = ground;
    if cells.is_some() && !algorithm.takes_masks() {
        let able = Algorithm::ALL.into_iter().filter(|other| other.takes_masks()).map(Algorithm::name);
        let help = format!("these can: {}", able.collect::<Vec<_>>().join(", "));
        return Err(Diagnostic::new(format!("{} cannot leave cells out", algorithm.name())).help(help).into());
    }
    if bias.is_some() && !algorithm.takes_bias() {
        let help = "it makes every maze equally likely; choose another algorithm or leave the bias away";
        return Err(Diagnostic::new(format!("{} cannot lean to one side", algorithm.name())).help(help).into());
    }
    let compass = Compass::new(bias);
    let watch = &mut control.lookout();
    let made = match algorithm {
        Algorithm::Dfs if compact => dfs_compact::generate(size, cells, &compass, random, watch),
        Algorithm::Dfs => dfs::generate(size, cells, &compass, random, watch),
        Algorithm::Kruskal => kruskal::generate(size, cells, bias, random, watch),
        Algorithm::Prim => prim::generate(size, cells, &compass, random, watch),
        Algorithm::Wilson => wilson::generate(size, cells, random, watch),
        Algorithm::AldousBroder => aldous_broder::generate(size, cells, random, watch),
        Algorithm::Eller => eller::generate(size, bias, random, watch),
        Algorithm::GrowingTree(mix) => growing_tree::generate(size, cells, mix, &compass, random, watch),
        Algorithm::HuntAndKill => hunt_and_kill::generate(size, cells, &compass, random, watch),
        Algorithm::RecursiveDivision => recursive_division::generate(size, bias, random, watch),
        Algorithm::Sidewinder => sidewinder::generate(size, bias, random, watch),
        Algorithm::BinaryTree => binary_tree::generate(size, bias, random, watch),
    };
    Ok(made?)
}
