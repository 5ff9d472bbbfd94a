//! All ways to choose moves in a strip, as paths through a diagram of layers.
//!
//! The cells are settled one after the other. First it is chosen whether a move covers the cell whose first cell in the
//! strip it is, then how the path goes on from the cell if it stops there: by a move that leaves the strip at once, by
//! one that is chosen later, or not at all. Choices that leave the same things open lead to the same state. What is
//! outside the strip is taken for granted, so every game is one of the ways.

use std::{
    collections::hash_map::Entry,
    mem,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use rustc_hash::FxHashMap;

use super::{
    super::terrain::Terrain,
    state::{Cell, State},
    window::Window,
};

/// A step from a state of a layer to one of the next.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: u32,
    to: u32,
    /// What it chooses: an index of the weights.
    label: u32,
}

/// States between two looks at the limits.
const STATES_A_LOOK: usize = 1 << 10;
/// Of the memory that a limit leaves, all diagrams of a board may take one part in so many.
const SHARE_OF_MEMORY: u64 = 2;
/// What an edge takes in a vector that grows by doubling, with the states beside it.
const BYTES_PER_EDGE: u64 = 64;

/// The room for the diagrams of a board, in edges. What is taken is not given back: whether there is enough for all
/// does not depend on which of them is built first.
pub(super) struct Room {
    most_of_one: usize,
    left: AtomicU64,
}

impl Room {
    /// Room for so many edges of one diagram, and for as many of all as fit into the memory that is left, if that is
    /// limited.
    pub fn new(most_of_one: usize, memory: Option<u64>) -> Self {
        let left = memory.map_or(u64::MAX, |bytes| bytes / SHARE_OF_MEMORY / BYTES_PER_EDGE);
        Self { most_of_one, left: AtomicU64::new(left) }
    }

    /// Enters more edges of a diagram that has so many by now.
    fn take(&self, more: usize, edges: usize) -> Result<(), NoDiagram> {
        let took = self.left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(more as u64));
        if took.is_ok() && edges <= self.most_of_one { Ok(()) } else { Err(NoDiagram::TooLarge) }
    }
}

/// The diagram of a strip.
pub(super) struct Diagram {
    edges: Vec<Edge>,
    /// Where the edges of each layer begin, and where the last ones end.
    layers: Vec<usize>,
    /// States of each layer.
    widths: Vec<usize>,
    /// How many edges there were before those that lead nowhere were taken off.
    edges_built: usize,
    /// The best values and edges of all states, for the search of the best way.
    values: Vec<i64>,
    best: Vec<u32>,
}

/// Why there is no diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoDiagram {
    TooLarge,
    Stopped,
}

/// The states of the next layer, and the edges to them.
struct Layer<'a> {
    states: Vec<State>,
    numbers: FxHashMap<State, u32>,
    edges: &'a mut Vec<Edge>,
}

impl Layer<'_> {
    fn add(&mut self, from: usize, to: State, label: u32) {
        let to = match self.numbers.entry(to) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.states.push(to);
                *new.insert(self.states.len() as u32 - 1)
            }
        };
        self.edges.push(Edge { from: from as u32, to, label });
    }
}

impl Diagram {
    /// The label of an edge that chooses nothing, and of one with which the path ends, if a strip has so many moves.
    pub fn labels(arcs: usize) -> (u32, u32) {
        (arcs as u32, arcs as u32 + 1)
    }

    /// The diagram of a strip, unless there is no room for it or it is stopped.
    pub fn new(
        terrain: &Terrain,
        window: &Window,
        room: &Room,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Self, NoDiagram> {
        let mut edges = Vec::new();
        let (mut layers, mut widths) = (vec![0], vec![1]);
        let mut states = vec![State::default()];
        for place in 0..window.cells.len() {
            for choice in [Choice::Cover, Choice::GoOn] {
                let mut next = Layer { states: Vec::new(), numbers: FxHashMap::default(), edges: &mut edges };
                for (from, state) in states.iter().enumerate() {
                    if from % STATES_A_LOOK == 0 && is_stopped() {
                        return Err(NoDiagram::Stopped);
                    }
                    match choice {
                        Choice::Cover => cover(terrain, window, place, from, *state, &mut next),
                        Choice::GoOn => go_on(window, place, from, *state, &mut next),
                    }
                }
                states = mem::take(&mut next.states);
                room.take(edges.len() - layers[layers.len() - 1], edges.len())?;
                layers.push(edges.len());
                widths.push(states.len());
            }
        }
        // Only ways that leave nothing open are ways. There is one: to choose no move at all.
        let goal = states.iter().position(|state| *state == State::default()).ok_or(NoDiagram::TooLarge)?;
        Ok(Self::pruned(edges, layers, widths, goal))
    }

    /// Leaves only the edges that lead to the goal, and numbers the states anew.
    fn pruned(mut edges: Vec<Edge>, layers: Vec<usize>, widths: Vec<usize>, goal: usize) -> Self {
        const DEAD: u32 = u32::MAX;
        let edges_built = edges.len();
        let last = widths.len() - 1;
        let mut numbers = vec![DEAD; widths[last]];
        numbers[goal] = 0;
        let mut kept_widths = vec![1; widths.len()];
        let mut kept = Vec::with_capacity(last);
        for layer in (0..last).rev() {
            let mut before = vec![DEAD; widths[layer]];
            let mut count = 0;
            let mut alive = Vec::new();
            for edge in edges.drain(layers[layer]..) {
                let to = numbers[edge.to as usize];
                if to != DEAD {
                    let from = &mut before[edge.from as usize];
                    if *from == DEAD {
                        *from = count;
                        count += 1;
                    }
                    alive.push(Edge { from: *from, to, label: edge.label });
                }
            }
            kept_widths[layer] = count as usize;
            kept.push(alive);
            numbers = before;
        }
        let mut layers = vec![0];
        edges.shrink_to_fit();
        for alive in kept.into_iter().rev() {
            edges.extend(alive);
            layers.push(edges.len());
        }
        let widest = kept_widths.iter().copied().max().unwrap_or(1);
        let states = kept_widths.iter().sum();
        let (values, best) = (Vec::with_capacity(2 * widest), vec![0; states]);
        Self { edges, layers, widths: kept_widths, edges_built, values, best }
    }

    /// How many edges were built.
    pub fn edges_built(&self) -> usize {
        self.edges_built
    }

    /// How many edges it has.
    pub fn edges(&self) -> usize {
        self.edges.len()
    }

    /// The weight of the best way, and calls `chosen` with the labels on it that are moves or the end of the path.
    pub fn best(&mut self, weights: &[i64], mut chosen: impl FnMut(u32)) -> i64 {
        const NEVER: i64 = i64::MIN / 2;
        let mut values = mem::take(&mut self.values);
        values.clear();
        values.push(0);
        let mut offset = 1;
        for layer in 0..self.widths.len() - 1 {
            let (width, next_width) = (self.widths[layer], self.widths[layer + 1]);
            values.resize(width + next_width, NEVER);
            let (here, next) = values.split_at_mut(width);
            let best = &mut self.best[offset..offset + next_width];
            let edges = &self.edges[self.layers[layer]..self.layers[layer + 1]];
            for (index, edge) in edges.iter().enumerate() {
                let value = here[edge.from as usize] + weights[edge.label as usize];
                if value > next[edge.to as usize] {
                    next[edge.to as usize] = value;
                    best[edge.to as usize] = index as u32;
                }
            }
            values.drain(..width);
            offset += next_width;
        }
        let value = values[0];
        self.values = values;
        let nothing = weights.len() as u32 - 2;
        let mut state = 0;
        for layer in (0..self.widths.len() - 1).rev() {
            offset -= self.widths[layer + 1];
            let edge = self.edges[self.layers[layer] + self.best[offset + state] as usize];
            if edge.label != nothing {
                chosen(edge.label);
            }
            state = edge.from as usize;
        }
        value
    }
}

/// What is chosen for a cell.
#[derive(Clone, Copy)]
enum Choice {
    Cover,
    GoOn,
}

/// Chooses a move that covers the cell, or none.
fn cover(terrain: &Terrain, window: &Window, place: usize, from: usize, state: State, next: &mut Layer<'_>) {
    let (nothing, _) = Diagram::labels(window.arcs.len());
    if window.cells[place] == terrain.start {
        let mut here = state;
        here.stand_on();
        return next.add(from, here, nothing);
    }
    match state.cell(0) {
        Cell::Passed | Cell::Stop | Cell::Linked => return next.add(from, state, nothing),
        Cell::Free => next.add(from, state, nothing),
        Cell::Wanted => {}
    }
    for &index in &window.first_here[place] {
        if let Some(after) = with_arc(terrain, window, place, state, index) {
            next.add(from, after, index);
        }
    }
}

/// The state with a move, if it is possible.
fn with_arc(terrain: &Terrain, window: &Window, place: usize, mut state: State, index: u32) -> Option<State> {
    let arc = window.arcs[index as usize];
    let end = terrain.ends[arc.origin][arc.direction] as usize;
    for cell in terrain.passed(arc.origin, arc.direction) {
        if let Some(covered) = window.place(cell) {
            state.cover(covered - place, cell == end)?;
        }
    }
    match window.place(arc.origin) {
        None => {}
        Some(origin) if origin <= place => state.begin_back(place - origin)?,
        Some(origin) => {
            state.begin_ahead(origin - place)?;
            let is_wanted = state.cell(origin - place) == Cell::Wanted;
            if is_wanted && !can_end_on(terrain, window, place, &state, arc.origin) {
                return None;
            }
        }
    }
    Some(state)
}

/// Can a move that is not chosen yet end on a cell? Most states without a future are seen by that.
fn can_end_on(terrain: &Terrain, window: &Window, place: usize, state: &State, cell: usize) -> bool {
    let can_begin = |origin: usize| match window.place(origin) {
        None => true,
        Some(origin) if origin <= place => state.may_begin_back(place - origin),
        Some(origin) => matches!(state.cell(origin - place), Cell::Free | Cell::Stop),
    };
    let is_open = |passed: usize| match window.place(passed) {
        None => true,
        Some(at) => at > place && (passed == cell || state.cell(at - place) == Cell::Free),
    };
    cell == terrain.start
        || terrain.into(cell).any(|(origin, side)| can_begin(origin) && terrain.passed(origin, side).all(is_open))
}

/// Chooses how the path goes on, if it stops on the cell.
fn go_on(window: &Window, place: usize, from: usize, state: State, next: &mut Layer<'_>) {
    let (nothing, end) = Diagram::labels(window.arcs.len());
    let is_last = place + 1 == window.cells.len();
    let mut add = |state: State, label: u32| {
        // A stop that waited until now for a move that can no longer come has none.
        if state.waiting().all(|back| window.last_chance[place - back] > Some(place)) {
            next.add(from, state.advanced(is_last), label);
        }
    };
    match state.cell(0) {
        Cell::Wanted => {}
        Cell::Free | Cell::Passed | Cell::Linked => add(state, nothing),
        Cell::Stop => {
            let mut ended = state;
            if ended.end().is_some() {
                add(ended, end);
            }
            for &exit in &window.exits[place] {
                add(state, exit);
            }
            let mut waiting = state;
            waiting.wait();
            add(waiting, nothing);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_for_each_diagram_and_for_all_of_them() {
        let room = Room::new(10, None);
        assert_eq!([room.take(8, 8), room.take(2, 10), room.take(1, 11)], [Ok(()), Ok(()), Err(NoDiagram::TooLarge)]);
        assert_eq!(room.take(10, 10), Ok(()), "another diagram");
        let room = Room::new(1000, Some(100 * SHARE_OF_MEMORY * BYTES_PER_EDGE));
        assert_eq!(
            [room.take(60, 60), room.take(60, 60), room.take(40, 40)],
            [Ok(()), Err(NoDiagram::TooLarge), Ok(())]
        );
        assert_eq!(room.take(1, 1), Err(NoDiagram::TooLarge));
    }
}
