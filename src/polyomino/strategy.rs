//! The ways to search a polyomino puzzle.

use std::{cmp::Ordering, ops::ControlFlow, sync::Arc};

use num_bigint::BigUint;

use crate::search::{self, Event, Ledger, Outcome, Path, SearchError, Settings, Tree};

use super::{
    arrangement::Arrangement,
    brute,
    brute::Brute,
    constrained,
    constrained::Constrained,
    cover::Cover,
    frontier::{Frontier, FrontierTree},
    placements::Compiled,
};

/// Without a memory limit, a graph may take this much.
const DEFAULT_GRAPH_BYTES: u64 = 4 << 30;

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// All placements of all pieces in file order.
    Brute,
    /// The first empty cell is filled, always.
    Cover,
    /// The cell or piece with the fewest ways left is decided, always; symmetry is broken.
    Constrained,
    /// The graph of what can be filled up to the scan, for flat boards.
    Frontier,
}

impl Strategy {
    /// All strategies.
    pub const ALL: [Self; 4] = [Self::Brute, Self::Cover, Self::Constrained, Self::Frontier];

    /// The name of the strategy.
    pub fn name(self) -> &'static str {
        match self {
            Self::Brute => "brute",
            Self::Cover => "cover",
            Self::Constrained => "constrained",
            Self::Frontier => "frontier",
        }
    }

    /// The bytes its tables take.
    pub fn table_bytes(self, compiled: &Compiled) -> u64 {
        match self {
            Self::Brute => brute::table_bytes(compiled),
            Self::Constrained => constrained::table_bytes(compiled),
            Self::Cover | Self::Frontier => {
                let placements: usize = compiled.pieces.iter().map(|piece| piece.placements.len()).sum();
                let words = compiled.puzzle.board.cells().div_ceil(64) as u64;
                placements as u64 * (words + 2) * 8
            }
        }
    }

    /// The id in this strategy's tree at which placement ids from `id` on begin, if its ids are placement ids.
    pub fn path_of_placement_id(self, id: &BigUint, compiled: &Compiled) -> Option<Path> {
        match self {
            Self::Brute => Some(brute_path(id, compiled)),
            Self::Cover | Self::Constrained | Self::Frontier => None,
        }
    }
}

/// The first node of the brute-force tree whose placement id is at least `id`.
fn brute_path(id: &BigUint, compiled: &Compiled) -> Path {
    let Some(arrangement) = Arrangement::from_placement_id(id, compiled) else {
        // Past the last placement id: after all nodes.
        return Path::from(vec![u32::MAX]);
    };
    let mut placements: Vec<_> = arrangement.placements().collect();
    while placements.last() == Some(&None) {
        placements.pop();
    }
    let open = compiled.open_pieces();
    let mut digits: Vec<u32> = Vec::new();
    for (index, placement) in placements.into_iter().enumerate() {
        if let Some(given) = compiled.pieces[index].given {
            match placement.cmp(&Some(given)) {
                Ordering::Less => break,
                Ordering::Equal => continue,
                // All below the last node have too low an id: go on with its successor.
                Ordering::Greater => match digits.last_mut() {
                    Some(last) => *last += 1,
                    None => digits.push(u32::MAX),
                },
            }
            break;
        }
        let placements = &open.iter().find(|open| open.index == index).expect("what is not given is open").placements;
        // An unplaced piece above placed ones is no node: the next node has its first placement there.
        let digit = placement.map_or(0, |placement| placements.partition_point(|at| *at < placement));
        digits.push(digit as u32);
        if placement.is_none() || placements.get(digit) != placement.as_ref() {
            break;
        }
    }
    Path::from(digits)
}

/// Searches a compiled puzzle.
pub fn search(
    compiled: &Compiled,
    strategy: Strategy,
    settings: &Settings,
    ledger: Ledger<Arrangement>,
    observe: &mut dyn FnMut(Event<'_, Arrangement>) -> ControlFlow<()>,
) -> Result<Outcome<Arrangement>, SearchError> {
    with_tree(compiled, strategy, Search { settings, ledger, observe })
}

struct Search<'a> {
    settings: &'a Settings,
    ledger: Ledger<Arrangement>,
    observe: &'a mut dyn FnMut(Event<'_, Arrangement>) -> ControlFlow<()>,
}

impl Search<'_> {
    fn run(self, tree: impl Tree<Answer = Arrangement>) -> Result<Outcome<Arrangement>, SearchError> {
        search::run(tree, self.settings, self.ledger, self.observe)
    }
}

/// Picks the tree for the strategy and the number of words for the board.
fn with_tree(compiled: &Compiled, strategy: Strategy, search: Search<'_>) -> Result<Outcome<Arrangement>, SearchError> {
    let cells = compiled.puzzle.board.cells();
    match strategy {
        Strategy::Brute => search.run(Brute::new(compiled)),
        Strategy::Frontier => {
            let limit = search.settings.limits.memory.unwrap_or(DEFAULT_GRAPH_BYTES);
            match Frontier::build(compiled, search.settings.threads, limit) {
                Some(graph) => search.run(FrontierTree::new(Arc::new(graph))),
                None => with_tree(compiled, Strategy::Constrained, search),
            }
        }
        Strategy::Cover => match cells.div_ceil(64) {
            1 => search.run(Cover::<1>::new(compiled)),
            2 => search.run(Cover::<2>::new(compiled)),
            3..=4 => search.run(Cover::<4>::new(compiled)),
            5..=8 => search.run(Cover::<8>::new(compiled)),
            _ => search.run(Cover::<16>::new(compiled)),
        },
        Strategy::Constrained => match (cells + compiled.pieces.len()).div_ceil(64) {
            1 => search.run(Constrained::<1>::new(compiled)),
            2 => search.run(Constrained::<2>::new(compiled)),
            3..=4 => search.run(Constrained::<4>::new(compiled)),
            5..=8 => search.run(Constrained::<8>::new(compiled)),
            _ => search.run(Constrained::<17>::new(compiled)),
        },
    }
}
