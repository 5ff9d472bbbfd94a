//! Flat boards by their frontier: what has been filled up to the scan, and which pieces are used, is all that matters
//! for the rest. States that are equal are met once, those that lead nowhere are dropped, and what remains is a graph
//! in which every way from the first state to the last is a solution. It counts them, numbers them, and lists them.

use std::{ops::Range, sync::Arc};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::search::{Sweep, Tree};

use super::{arrangement::Arrangement, placements::Compiled};

/// Parents that are expanded as one unit of work. Fixed, so that the graph does not depend on the threads.
const CHUNK: usize = 1024;
/// Subtrees with at most this many solutions are swept at once.
const SWEPT_SOLUTIONS: u128 = 4096;
/// The sums of piece sizes are tabulated for up to this many pieces.
const MAX_TABULATED_PIECES: usize = 16;
/// The cell of a state needs this many bits of its key.
const CELL_BITS: u32 = 7;

/// A placement, seen from its first cell.
#[derive(Clone, Debug)]
struct Candidate {
    /// The cells it covers, counted from its first one.
    cells: u64,
    /// The open piece, as a bit.
    piece: u64,
    /// The piece and placement it stands for.
    origin: (u32, u32),
}

/// The board in scan order, with the placements that begin at each cell.
#[derive(Debug)]
struct Scan {
    starting_at: Vec<Vec<Candidate>>,
    /// Cells of the surrounding rectangle that are not to be filled.
    walls: u64,
    cells: u32,
    /// Cells of one line of the scan, and those that are not the first or last of their line.
    line: u32,
    not_first: u64,
    not_last: u64,
    /// How far ahead of its first cell a placement can reach.
    window: u32,
    pieces: u32,
    /// For each set of used pieces, the areas the others can fill together, as bits.
    fillable: Vec<u64>,
}

/// A state as a number: the first empty cell, the filled cells after it, the pieces used.
type Key = u64;

impl Scan {
    /// `None` if the board is not flat, or too large for its states to be numbers.
    fn new(compiled: &Compiled) -> Option<Self> {
        let board = &compiled.puzzle.board;
        let cells = board.height() * board.width();
        let open = compiled.open_pieces();
        if !board.is_flat() || cells > 64 || open.len() > 32 {
            return None;
        }
        // The scan runs along the short side.
        let is_tall = board.height() > board.width();
        let line = board.height().min(board.width());
        let rank = |cell: usize| {
            let spot = board.spots()[cell];
            if is_tall { spot.row * line + spot.column } else { spot.column * line + spot.row }
        };
        let all = u64::MAX >> (64 - cells);
        let given = compiled.given_cells();
        let open_cells = given.iter_zeros().fold(0u64, |set, cell| set | 1 << rank(cell));
        let firsts = (0..cells).step_by(line).fold(0u64, |set, cell| set | 1 << cell);
        let mut scan = Self {
            starting_at: vec![Vec::new(); cells],
            walls: all & !open_cells,
            cells: cells as u32,
            line: line as u32,
            not_first: all & !firsts,
            not_last: all & !(firsts << (line - 1)),
            window: 1,
            pieces: open.len() as u32,
            fillable: Vec::new(),
        };
        for (index, open) in open.iter().enumerate() {
            for &placement in &open.placements {
                let ranks = compiled.pieces[open.index].placements[placement].iter_ones().map(rank);
                let set = ranks.fold(0u64, |set, rank| set | 1 << rank);
                let first = set.trailing_zeros();
                scan.window = scan.window.max(64 - (set >> first).leading_zeros());
                let origin = (open.index as u32, placement as u32);
                scan.starting_at[first as usize].push(Candidate { cells: set >> first, piece: 1 << index, origin });
            }
        }
        let sizes: Vec<u32> = open.iter().map(|open| compiled.puzzle.pieces[open.index].cells.len() as u32).collect();
        if sizes.len() <= MAX_TABULATED_PIECES {
            scan.fillable = (0..1u64 << sizes.len()).map(|used| fillable(&sizes, used)).collect();
        }
        (CELL_BITS + scan.window + scan.pieces <= 64).then_some(scan)
    }

    fn key(&self, filled: u64, used: u64) -> Key {
        let cell = filled.trailing_ones();
        let window = filled.checked_shr(cell).unwrap_or(0) & (u64::MAX >> (64 - self.window));
        u64::from(cell) | window << CELL_BITS | used << (CELL_BITS + self.window)
    }

    /// The first empty cell, the filled cells and the used pieces of a state.
    fn state(&self, key: Key) -> (u32, u64, u64) {
        let cell = (key & ((1 << CELL_BITS) - 1)) as u32;
        let window = key >> CELL_BITS & (u64::MAX >> (64 - self.window));
        let before = if cell == 64 { u64::MAX } else { (1 << cell) - 1 };
        let beyond = !(u64::MAX >> (64 - self.cells));
        (cell, window.checked_shl(cell).unwrap_or(0) | before | self.walls | beyond, key >> (CELL_BITS + self.window))
    }

    /// The states after this one, each with the number of the candidate that leads there.
    fn expand(&self, key: Key, into: &mut Vec<(Key, u32)>) {
        let (cell, filled, used) = self.state(key);
        let Some(candidates) = self.starting_at.get(cell as usize) else { return };
        let ahead = filled >> cell;
        for (index, candidate) in candidates.iter().enumerate() {
            if (candidate.cells & ahead) | (candidate.piece & used) == 0 {
                let (filled, used) = (filled | candidate.cells << cell, used | candidate.piece);
                if self.may_be_filled(!filled, used) {
                    into.push((self.key(filled, used), index as u32));
                }
            }
        }
    }

    /// Can every connected part of the empty cells be filled by some of the pieces left, as far as areas tell?
    fn may_be_filled(&self, empty: u64, used: u64) -> bool {
        let mut rest = empty;
        if self.fillable.is_empty() {
            return true;
        }
        let fillable = self.fillable[used as usize];
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            loop {
                let spread =
                    (part & self.not_last) << 1 | (part & self.not_first) >> 1 | part << self.line | part >> self.line;
                let grown = part | (spread & rest);
                if grown == part {
                    break;
                }
                part = grown;
            }
            let area = part.count_ones();
            if area < 64 && fillable >> area & 1 == 0 {
                return false;
            }
            rest &= !part;
        }
        true
    }
}

/// The areas that pieces not in `used` can fill together, as bits.
fn fillable(sizes: &[u32], used: u64) -> u64 {
    let left = sizes.iter().enumerate().filter(|(index, _)| used >> index & 1 == 0);
    left.fold(1, |sums, (_, size)| sums | sums.checked_shl(*size).unwrap_or(0))
}

/// One step of a solution: the candidate taken, and the state it leads to.
#[derive(Clone, Copy, Debug)]
struct Edge {
    to: u32,
    origin: (u32, u32),
}

/// The graph of the states that lie on the way to a solution. State 0 is the first; the last has no edges.
#[derive(Debug)]
pub struct Frontier {
    /// Where each state's edges begin; they end where the next state's begin.
    edges_from: Vec<u32>,
    edges: Vec<Edge>,
    /// The number of solutions below each state.
    solutions: Vec<u128>,
    given: Vec<Option<usize>>,
    /// States met while the graph was built, the dead ones among them.
    states_met: u64,
}

/// A level of the graph while it is built: states, and the edges to the next level.
struct Level {
    edges_from: Vec<u32>,
    edges: Vec<(u32, (u32, u32))>,
}

impl Frontier {
    /// Can this strategy take the puzzle at all?
    pub fn applies_to(compiled: &Compiled) -> bool {
        Scan::new(compiled).is_some()
    }

    /// Builds the graph. `None` if the puzzle is not of the kind, or the graph would take more than `most_bytes`.
    pub fn build(compiled: &Compiled, threads: usize, most_bytes: u64) -> Option<Self> {
        let scan = Scan::new(compiled)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok()?;
        pool.install(|| Self::build_in_pool(compiled, &scan, most_bytes))
    }

    fn build_in_pool(compiled: &Compiled, scan: &Scan, most_bytes: u64) -> Option<Self> {
        let (mut levels, mut bytes, mut states_met) = (Vec::new(), 0, 1);
        let beyond = !(u64::MAX >> (64 - scan.cells));
        let mut states = vec![scan.key(scan.walls | beyond, 0)];
        for _ in 0..scan.pieces {
            let expanded: Vec<Vec<(u32, Key, (u32, u32))>> = states
                .par_chunks(CHUNK)
                .map(|chunk| {
                    let mut out = Vec::with_capacity(chunk.len() * 4);
                    let mut children = Vec::new();
                    for (parent, key) in chunk.iter().enumerate() {
                        children.clear();
                        scan.expand(*key, &mut children);
                        let cell = scan.state(*key).0 as usize;
                        let candidates = &scan.starting_at[cell];
                        out.extend(
                            children
                                .iter()
                                .map(|(key, index)| (parent as u32, *key, candidates[*index as usize].origin)),
                        );
                    }
                    out
                })
                .collect();
            let total: usize = expanded.iter().map(Vec::len).sum();
            bytes += (total * 48 + states.len() * 16) as u64;
            if bytes > most_bytes || total > u32::MAX as usize / 2 {
                return None;
            }
            let mut numbers: FxHashMap<Key, u32> = FxHashMap::default();
            numbers.reserve(total / 2);
            let mut next = Vec::new();
            let mut level = Level { edges_from: vec![0; states.len() + 1], edges: Vec::with_capacity(total) };
            for (chunk, out) in expanded.iter().enumerate() {
                for (parent, key, origin) in out {
                    let number = *numbers.entry(*key).or_insert_with(|| {
                        next.push(*key);
                        next.len() as u32 - 1
                    });
                    level.edges.push((number, *origin));
                    level.edges_from[chunk * CHUNK + *parent as usize + 1] += 1;
                }
            }
            for index in 1..level.edges_from.len() {
                level.edges_from[index] += level.edges_from[index - 1];
            }
            states_met += next.len() as u64;
            levels.push(level);
            states = next;
        }
        Self::keep_live(compiled, scan, &levels, &states, states_met)
    }

    /// Goes back from the last level and keeps what leads to a full board. `None` if the numbers grow beyond 128 bits.
    fn keep_live(compiled: &Compiled, scan: &Scan, levels: &[Level], last: &[Key], states_met: u64) -> Option<Self> {
        let is_full = |key: &Key| scan.state(*key).1 == u64::MAX;
        let mut counts: Vec<Vec<u128>> = vec![last.iter().map(|key| u128::from(is_full(key))).collect()];
        for level in levels.iter().rev() {
            let below = &counts[counts.len() - 1];
            let here: Option<Vec<u128>> = level
                .edges_from
                .windows(2)
                .map(|edges| {
                    let edges = &level.edges[edges[0] as usize..edges[1] as usize];
                    edges.iter().try_fold(0u128, |sum, (to, _)| sum.checked_add(below[*to as usize]))
                })
                .collect();
            counts.push(here?);
        }
        counts.reverse();

        // Live states get new numbers, level by level.
        let mut numbers: Vec<Vec<u32>> = Vec::new();
        let mut solutions = Vec::new();
        for level in &counts {
            numbers.push(
                level
                    .iter()
                    .map(|&count| {
                        if count == 0 {
                            return u32::MAX;
                        }
                        solutions.push(count);
                        solutions.len() as u32 - 1
                    })
                    .collect(),
            );
        }
        let (mut edges_from, mut edges) = (vec![0], Vec::new());
        for (depth, level) in levels.iter().enumerate() {
            for (state, bounds) in level.edges_from.windows(2).enumerate() {
                if counts[depth][state] == 0 {
                    continue;
                }
                let live = level.edges[bounds[0] as usize..bounds[1] as usize].iter();
                let live = live.map(|(to, origin)| Edge { to: numbers[depth + 1][*to as usize], origin: *origin });
                edges.extend(live.filter(|edge| edge.to != u32::MAX));
                edges_from.push(edges.len() as u32);
            }
        }
        edges_from.resize(solutions.len() + 1, edges.len() as u32);
        let given = compiled.pieces.iter().map(|piece| piece.given).collect();
        Some(Self { edges_from, edges, solutions, given, states_met })
    }

    /// The number of all solutions.
    pub fn count(&self) -> u128 {
        self.solutions.first().copied().unwrap_or(0)
    }

    /// States met while the graph was built.
    pub fn states_met(&self) -> u64 {
        self.states_met
    }

    /// The solution with this number, counted from 0 in the order of their ids; `None` if there are not so many.
    pub fn solution(&self, mut number: u128) -> Option<Arrangement> {
        if number >= self.count() {
            return None;
        }
        let (mut state, mut steps) = (0, Vec::new());
        while let edges @ [_, ..] = self.edges_of(state) {
            let edge = edges.iter().find(|edge| {
                let below = self.solutions[edge.to as usize];
                let is_there = number < below;
                if !is_there {
                    number -= below;
                }
                is_there
            })?;
            steps.push(edge.origin);
            state = edge.to;
        }
        Some(self.arrangement(&steps))
    }

    fn edges_of(&self, state: u32) -> &[Edge] {
        let [from, to] = [self.edges_from[state as usize], self.edges_from[state as usize + 1]];
        &self.edges[from as usize..to as usize]
    }

    fn arrangement(&self, steps: &[(u32, u32)]) -> Arrangement {
        let mut placements = self.given.clone();
        for (piece, placement) in steps {
            placements[*piece as usize] = Some(*placement as usize);
        }
        Arrangement::new(placements)
    }

    fn sweep_below(&self, state: u32, steps: &mut Vec<(u32, u32)>, sweep: &mut Sweep<'_, Arrangement>) {
        for edge in self.edges_of(state) {
            sweep.tally.cases += 1;
            sweep.tally.nodes += 1;
            steps.push(edge.origin);
            if self.edges_of(edge.to).is_empty() {
                sweep.answer(|| self.arrangement(steps));
            } else {
                self.sweep_below(edge.to, steps, sweep);
            }
            steps.pop();
        }
    }
}

/// The cursor of the graph's ways: a tree in which every leaf is a solution.
#[derive(Clone, Debug)]
pub struct FrontierTree {
    graph: Arc<Frontier>,
    states: Vec<u32>,
    steps: Vec<(u32, u32)>,
}

impl FrontierTree {
    /// The root of the tree.
    pub fn new(graph: Arc<Frontier>) -> Self {
        Self { graph, states: vec![0], steps: Vec::new() }
    }

    fn state(&self) -> u32 {
        self.states[self.states.len() - 1]
    }
}

impl Tree for FrontierTree {
    type Answer = Arrangement;

    fn fanout(&self) -> u32 {
        if self.graph.solutions.is_empty() { 0 } else { self.graph.edges_of(self.state()).len() as u32 }
    }

    fn enter(&mut self, mut digits: Range<u32>) -> Option<u32> {
        let digit = digits.next()?;
        let edge = self.graph.edges_of(self.state())[digit as usize];
        self.states.push(edge.to);
        self.steps.push(edge.origin);
        Some(digit)
    }

    fn leave(&mut self) {
        self.states.pop();
        self.steps.pop();
    }

    fn is_answer(&self) -> bool {
        !self.graph.solutions.is_empty() && self.graph.edges_of(self.state()).is_empty()
    }

    fn answer(&self) -> Arrangement {
        self.graph.arrangement(&self.steps)
    }

    fn can_sweep(&self) -> bool {
        self.graph.solutions[self.state() as usize] <= SWEPT_SOLUTIONS
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, Arrangement>) {
        let (graph, state) = (Arc::clone(&self.graph), self.state());
        graph.sweep_below(state, &mut self.steps, sweep);
    }
}
