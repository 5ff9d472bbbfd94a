//! The ways to search a polyomino puzzle.

use std::{cmp::Ordering, ops::ControlFlow, sync::Arc};

use num_bigint::BigUint;

use crate::{
    family::Error,
    search::{
        self, AnyTree, Control, Event, Ledger, Limits, Outcome, Path, Quest, Range, SearchError, Settings, StopReason,
        Tree, WriteDown,
    },
    session::{Forecast, Session, Task},
};

use super::{
    arrangement::Arrangement,
    brute,
    classes::Classes,
    constrained, frontier,
    frontier::{Allowance, Counted, Frontier, FrontierTree, NoGraph},
    lattice::Lattice,
    path::Paths,
    placements::Compiled,
    trees::{Unready, tree_of},
};

/// Without a memory limit, the tables of a count or a graph by windows may take this much.
const DEFAULT_WINDOW_BYTES: u64 = 2 << 30;
/// Windows are given up beyond this many of them.
const MOST_WINDOWS: u64 = 1 << 26;
/// More windows than this are built only if a search is not done soon: they take half a second.
const FEW_WINDOWS: u64 = 1 << 18;
/// With more windows than this, a few solutions of a large board are found sooner than its graph is built.
const VERY_FEW_WINDOWS: u64 = 1 << 15;
/// Nodes of a search that is done soon.
const SOON: u64 = 1 << 19;
/// The most cells across of boards in space whose windows stay few.
const MOST_CROSS_SECTION: usize = 6;
/// Where nothing else is said, tables larger than this do not pay: they fall out of every cache.
const MOST_TABLE_BYTES: u64 = 512 << 20;
/// Fewer solutions than this are found sooner than a graph of all of them is built.
const FEW: u64 = 100;
/// Of boards in space with no more cells than this, a few solutions are found sooner than the tables of constrained are
/// made: on the Soma cube in a third of the time.
const SMALL: usize = 32;
/// On boards of more cells than this a search with one order may never come to an end.
const LARGE: usize = 64;

/// Why the first empty cell is filled, always.
const FEW_WANTED: &str = "a few solutions of a flat or small board are wanted";

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// All placements of all pieces in file order.
    Brute,
    /// The first empty cell is filled, always.
    Cover,
    /// The cell or piece with the fewest ways left is decided, always; symmetry is broken.
    Constrained,
    /// The graph of what can be filled up to the scan.
    Frontier,
    /// Many short searches with different orders, for one solution of a large board.
    Portfolio,
}

impl Strategy {
    /// All strategies.
    pub const ALL: [Self; 5] = [Self::Brute, Self::Cover, Self::Constrained, Self::Frontier, Self::Portfolio];

    /// The name of the strategy.
    pub fn name(self) -> &'static str {
        match self {
            Self::Brute => "brute",
            Self::Cover => "cover",
            Self::Constrained => "constrained",
            Self::Frontier => "frontier",
            Self::Portfolio => "portfolio",
        }
    }

    /// Can the strategy bring what is asked for?
    pub(super) fn can(self, quest: Quest) -> bool {
        self != Self::Portfolio || matches!(quest, Quest::Lowest(1) | Quest::Any(1))
    }

    /// The bytes its tables take.
    pub fn table_bytes(self, compiled: &Compiled) -> u64 {
        match self {
            Self::Brute => brute::table_bytes(compiled),
            Self::Constrained => constrained::table_bytes(compiled),
            Self::Cover | Self::Frontier | Self::Portfolio => {
                let placements: usize = compiled.open_kinds().iter().map(|kind| kind.placements.len()).sum();
                let words = compiled.puzzle.board.cells().div_ceil(64) as u64;
                let tables = if self == Self::Portfolio { 7 } else { 1 };
                tables * placements as u64 * (words + 3) * 8
            }
        }
    }

    /// The one that goes through everything where there is no graph.
    pub(super) fn without_graph(compiled: &Compiled) -> Self {
        let fits = constrained::table_bytes(compiled) <= MOST_TABLE_BYTES;
        if fits { Self::Constrained } else { Self::Cover }
    }

    /// The id in this strategy's tree at which placement ids from `id` on begin, if its ids are placement ids.
    pub fn path_of_placement_id(self, id: &BigUint, compiled: &Compiled) -> Option<Path> {
        match self {
            Self::Brute => Some(brute_path(id, compiled)),
            Self::Cover | Self::Constrained | Self::Frontier | Self::Portfolio => None,
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
    let open = brute::choices(compiled);
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
        let (_, choices) = open.iter().find(|(piece, _)| *piece == index).expect("what is not given is open");
        // An unplaced piece above placed ones may be no node: the next node has its first placement there.
        let digit = choices.partition_point(|choice| *choice < placement);
        digits.push(digit as u32);
        if choices.get(digit) != Some(&placement) {
            break;
        }
    }
    Path::from(digits)
}

/// What is asked of a search, besides its settings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wish {
    /// The strategy; without it, the puzzle and what is wanted decide.
    pub strategy: Option<Strategy>,
    /// Of solutions that are symmetric to each other, only one counts.
    pub by_classes: bool,
    /// Another seed, other orders in which a portfolio tries things.
    pub seed: u64,
    /// Only the number of all solutions is wanted, and at once: no part of the ids, no checkpoint.
    pub only_number: bool,
}

/// A strategy that is ready to search a puzzle.
#[derive(Clone, Debug)]
pub struct Plan {
    way: Way,
    by_classes: bool,
    seed: u64,
}

#[derive(Clone, Debug)]
enum Way {
    /// A strategy whose tables are made when it starts.
    Tables(Strategy),
    /// The graph of the board's states.
    Graph(Arc<Frontier>),
    /// The number of solutions was all that was wanted.
    Counted(Counted),
}

impl Plan {
    /// Prepares a strategy, and says why it is this one. A graph that does not fit the memory is replaced by a search
    /// that needs none.
    pub fn new(compiled: &Compiled, wish: Wish, settings: &Settings) -> Result<(Self, String), NoGraph> {
        let (way, reason) = choose(compiled, wish, settings)?;
        Ok((Self { way, by_classes: wish.by_classes, seed: wish.seed }, reason))
    }

    /// A plan that was stopped before it was ready: a search with it ends at once, with nothing searched.
    pub fn stopped(strategy: Strategy) -> Self {
        Self { way: Way::Tables(strategy), by_classes: false, seed: 0 }
    }

    /// The strategy.
    pub fn strategy(&self) -> Strategy {
        match self.way {
            Way::Tables(strategy) => strategy,
            Way::Graph(_) | Way::Counted(_) => Strategy::Frontier,
        }
    }

    /// The graph of all solutions that count, if there is one. It cannot tell which of several symmetric ones does.
    pub fn graph(&self) -> Option<&Frontier> {
        match &self.way {
            Way::Graph(graph) if !self.by_classes => Some(graph),
            Way::Graph(_) | Way::Tables(_) | Way::Counted(_) => None,
        }
    }

    /// The paths of the tree of this plan, if they mean something there.
    pub(super) fn paths(&self, compiled: &Compiled, control: &Control) -> Option<Paths> {
        let graph = if let Way::Graph(graph) = &self.way { Some(graph) } else { None };
        Paths::new(self.strategy(), graph, compiled, control)
    }

    /// The number of solutions, if only that was wanted and it is known already.
    pub fn counted(&self) -> Option<&Counted> {
        match &self.way {
            Way::Counted(counted) => Some(counted),
            Way::Tables(_) | Way::Graph(_) => None,
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
        self.search_writing(compiled, settings, ledger, None, observe)
    }

    /// The same, where workers write down what they find if all solutions are wanted.
    pub fn search_writing(
        &self,
        compiled: &Compiled,
        settings: &Settings,
        ledger: Ledger<Arrangement>,
        write: Option<WriteDown<'_, Arrangement>>,
        observe: &mut dyn FnMut(Event<'_, Arrangement>) -> ControlFlow<()>,
    ) -> Result<Outcome<Arrangement>, SearchError> {
        let tree = match self.tree(compiled, &settings.control) {
            // A run that is stopped by now keeps that nothing was searched: it can be gone on with.
            Err(_) if settings.checkpoint.is_some() && ledger.stretches().next().is_none() => {
                Unready::new(compiled).into_any()
            }
            made => made?,
        };
        search::run_writing(tree, settings, ledger, write, observe)
    }

    /// Finds out how large the search is.
    pub(super) fn forecast(&self, compiled: &Compiled, task: &Task, session: &Session<'_>) -> Result<Forecast, Error> {
        session.forecast(self.tree(compiled, session.control())?, task)
    }

    /// The tree that is searched. Of solutions that are symmetric to each other, only one may count.
    fn tree(&self, compiled: &Compiled, control: &Control) -> Result<AnyTree<Arrangement>, StopReason> {
        let tree = match &self.way {
            Way::Graph(graph) => FrontierTree::new(Arc::clone(graph)).into_any(),
            Way::Tables(strategy) => tree_of(*strategy, self.seed, compiled, control)?,
            Way::Counted(_) => tree_of(Strategy::Cover, self.seed, compiled, control)?,
        };
        Ok(if self.by_classes { Classes::under(tree, compiled, control)?.into_any() } else { tree })
    }
}

/// Chooses the way to search. Where a graph may pay it is built, which can fail.
fn choose(compiled: &Compiled, wish: Wish, settings: &Settings) -> Result<(Way, String), NoGraph> {
    let board = &compiled.puzzle.board;
    let wants_few = matches!(settings.quest, Quest::Lowest(wanted) | Quest::Any(wanted) if wanted < FEW);
    let without_graph = |reason: &str| {
        let strategy = Strategy::without_graph(compiled);
        let fits = strategy == Strategy::Constrained;
        let size = if fits { "" } else { ", and the tables of constrained would be too large" };
        (Way::Tables(strategy), format!("{reason}{size}"))
    };
    match wish.strategy {
        Some(strategy) if strategy != Strategy::Frontier => {
            return Ok((Way::Tables(strategy), "as asked".to_owned()));
        }
        Some(_) => {}
        None if Strategy::Portfolio.can(settings.quest) && !wish.by_classes && board.cells() > LARGE => {
            return Ok((Way::Tables(Strategy::Portfolio), "one solution of a large board is wanted".to_owned()));
        }
        None if wants_few && board.is_planar() && board.cells() > LARGE && !settings.control.has_node_limit() => {}
        None if wants_few && (board.is_planar() || board.cells() <= SMALL) => {
            return Ok((Way::Tables(Strategy::Cover), FEW_WANTED.to_owned()));
        }
        None if wants_few => return Ok(without_graph("a few solutions of a board in space are wanted")),
        None if settings.control.has_node_limit() => {
            return Ok(without_graph("a graph cannot be built up to a number of nodes"));
        }
        None => {}
    }
    let windows = match wish.strategy {
        Some(_) => WindowsWanted::Many,
        None if wants_few => WindowsWanted::VeryFew,
        None => WindowsWanted::UnlessSearchedSoon,
    };
    let way = if wish.only_number && !wish.by_classes {
        let counted = by_windows(compiled, windows, settings, &|it| frontier::count(compiled, it, &settings.control));
        counted.map(|counted| {
            let Counted { windows, states_met, .. } = &counted;
            let reason = format!("counted by its {windows} windows, with {states_met} states");
            (Way::Counted(counted), reason)
        })
    } else {
        let graph = by_windows(compiled, windows, settings, &|it| Frontier::build(compiled, it, &settings.control));
        graph.map(|graph| {
            let (windows, live, met) = (graph.windows(), graph.live_states(), graph.states_met());
            let reason = format!("its {windows} windows make a graph with {live} live states of {met}");
            (Way::Graph(Arc::new(graph)), reason)
        })
    };
    match way {
        Err(NoGraph::TooLarge(_)) if windows == WindowsWanted::VeryFew => {
            Ok((Way::Tables(Strategy::Cover), FEW_WANTED.to_owned()))
        }
        Err(NoGraph::TooLarge(reason)) => Ok(without_graph(&format!("no graph of the board's states: {reason}"))),
        way => way,
    }
}

/// How many windows are worth building.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WindowsWanted {
    /// As many as there may be.
    Many,
    /// The same, unless a search is likely to be done sooner.
    UnlessSearchedSoon,
    /// So few that they take no time.
    VeryFew,
}

/// Makes something by windows: a count or a graph.
fn by_windows<M>(
    compiled: &Compiled,
    wanted: WindowsWanted,
    settings: &Settings,
    make: &dyn Fn(Allowance) -> Result<M, NoGraph>,
) -> Result<M, NoGraph> {
    let make = |windows| make(Allowance { windows, ..allowance(settings) });
    match wanted {
        WindowsWanted::Many => return make(MOST_WINDOWS),
        WindowsWanted::VeryFew => return make(VERY_FEW_WINDOWS),
        WindowsWanted::UnlessSearchedSoon => {}
    }
    if has_too_many_windows(compiled) {
        return Err(NoGraph::TooLarge("the windows of a board in space are too many"));
    }
    match make(FEW_WINDOWS) {
        Err(NoGraph::TooLarge(_)) if is_searched_soon(compiled, settings) => {
            Err(NoGraph::TooLarge("it has many windows, and a search is done sooner"))
        }
        Err(NoGraph::TooLarge(_)) => make(MOST_WINDOWS),
        made => made,
    }
}

/// What windows may take.
pub(super) fn allowance(settings: &Settings) -> Allowance {
    let bytes = match settings.control.memory_limit() {
        Some(limit) => limit.saturating_sub(crate::memory::resident()) / 4 * 3,
        None => DEFAULT_WINDOW_BYTES,
    };
    Allowance { threads: settings.threads, bytes, windows: MOST_WINDOWS }
}

/// Is it plain that a board in space has more windows than are worth building?
pub(super) fn has_too_many_windows(compiled: &Compiled) -> bool {
    let board = &compiled.puzzle.board;
    let mut sides = [board.height(), board.width(), board.depth()];
    sides.sort_unstable();
    !board.is_planar() && (sides[0] * sides[1] > MOST_CROSS_SECTION || board.lattice() == Lattice::Balls)
}

/// Does a search come to its end within a second or so?
fn is_searched_soon(compiled: &Compiled, settings: &Settings) -> bool {
    if constrained::table_bytes(compiled) > MOST_TABLE_BYTES {
        return false;
    }
    let (time, memory) = (settings.control.time_left(), settings.control.memory_limit());
    let control = Control::new(&Limits { time, nodes: Some(SOON), memory });
    let trial =
        Settings { threads: settings.threads, branches: settings.branches, control, ..Settings::new(Quest::Count) };
    let wish = Wish { strategy: Some(Strategy::Constrained), ..Wish::default() };
    let Ok((plan, _)) = Plan::new(compiled, wish, &trial) else { return false };
    let whole = Ledger::new(Range::everything());
    let mut observe = |_: Event<'_, Arrangement>| {
        if settings.control.look() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    plan.search(compiled, &trial, whole, &mut observe).is_ok_and(|outcome| outcome.stop.is_final())
}
