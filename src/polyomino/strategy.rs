//! The ways to search a polyomino puzzle.

use std::{cmp::Ordering, ops::ControlFlow, sync::Arc};

use num_bigint::BigUint;

use crate::search::{self, Event, Ledger, Outcome, Path, Quest, SearchError, Settings, Tree};

use super::{
    arrangement::Arrangement,
    brute,
    brute::Brute,
    constrained,
    constrained::Constrained,
    cover::Cover,
    frontier::{Frontier, FrontierTree, NoGraph},
    placements::Compiled,
};

/// Without a memory limit, a graph may take this much.
const DEFAULT_GRAPH_BYTES: u64 = 1 << 30;
/// Where nothing else is said, tables larger than this do not pay: they fall out of every cache.
const MOST_TABLE_BYTES: u64 = 512 << 20;
/// The short side of boards up to which a graph pays: on 6x10 it is three times slower than deciding what has the
/// fewest ways, on 5x12 equal, on the 5x11 of IQ Puzzler Pro many times faster.
const MOST_GRAPH_WIDTH: usize = 5;
/// Fewer solutions than this are found sooner than a graph of all of them is built.
const FEW: u64 = 100;

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

/// A strategy that is ready to search a puzzle.
#[derive(Clone, Debug)]
pub enum Plan {
    /// A strategy whose tables are made when it starts.
    Tables(Strategy),
    /// The graph of a flat board's states.
    Graph(Arc<Frontier>),
}

impl Plan {
    /// Prepares a strategy, and says why it is this one. Without a wish, the puzzle and what is wanted decide. A graph
    /// that does not fit the memory is replaced by a search that needs none.
    pub fn new(
        compiled: &Compiled,
        wish: Option<Strategy>,
        settings: &Settings,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<(Self, String), NoGraph> {
        let wants_few = matches!(settings.quest, Quest::Lowest(wanted) | Quest::Any(wanted) if wanted < FEW);
        let without_graph = |reason: &str| {
            let fits = constrained::table_bytes(compiled) <= MOST_TABLE_BYTES;
            let strategy = if fits { Strategy::Constrained } else { Strategy::Cover };
            let size = if fits { "" } else { ", and the tables of constrained would be too large" };
            (Self::Tables(strategy), format!("{reason}{size}"))
        };
        match wish {
            Some(strategy) if strategy != Strategy::Frontier => {
                return Ok((Self::Tables(strategy), "as asked".to_owned()));
            }
            None if wants_few && compiled.puzzle.board.is_flat() => {
                return Ok((Self::Tables(Strategy::Cover), "a few solutions of a flat board are wanted".to_owned()));
            }
            None if wants_few => return Ok(without_graph("a few solutions of a board in space are wanted")),
            None if settings.limits.nodes.is_some() => {
                return Ok(without_graph("a graph cannot be built up to a number of nodes"));
            }
            // The states of wider boards seldom meet again.
            None if compiled.puzzle.board.height().min(compiled.puzzle.board.width()) > MOST_GRAPH_WIDTH => {
                return Ok(without_graph("the board is too wide for a graph to pay"));
            }
            _ => {}
        }
        let most_bytes = settings.limits.memory.map_or(DEFAULT_GRAPH_BYTES, |limit| limit / 2);
        match Frontier::build(compiled, settings.threads, most_bytes, is_stopped) {
            Ok(graph) => {
                let reason = format!(
                    "a flat board; its graph has {} live states of {}",
                    graph.live_states(),
                    graph.states_met()
                );
                Ok((Self::Graph(Arc::new(graph)), reason))
            }
            Err(NoGraph::NotFlat) if wish.is_none() => {
                Ok(without_graph("the board is not flat, or too large for a graph"))
            }
            Err(NoGraph::TooLarge) => Ok(without_graph("the graph of the board's states would be too large")),
            Err(error) => Err(error),
        }
    }

    /// The strategy.
    pub fn strategy(&self) -> Strategy {
        match self {
            Self::Tables(strategy) => *strategy,
            Self::Graph(_) => Strategy::Frontier,
        }
    }

    /// Searches the puzzle.
    pub fn search(
        &self,
        compiled: &Compiled,
        settings: &Settings,
        ledger: Ledger<Arrangement>,
        observe: &mut dyn FnMut(Event<'_, Arrangement>) -> ControlFlow<()>,
    ) -> Result<Outcome<Arrangement>, SearchError> {
        let search = Search { settings, ledger, observe };
        match self {
            Self::Graph(graph) => search.run(FrontierTree::new(Arc::clone(graph))),
            Self::Tables(strategy) => with_tables(compiled, *strategy, search),
        }
    }
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
fn with_tables(
    compiled: &Compiled,
    strategy: Strategy,
    search: Search<'_>,
) -> Result<Outcome<Arrangement>, SearchError> {
    let cells = compiled.puzzle.board.cells();
    match strategy {
        Strategy::Brute => search.run(Brute::new(compiled)),
        Strategy::Cover | Strategy::Frontier => match cells.div_ceil(64) {
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
