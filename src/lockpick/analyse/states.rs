//! All states of a level, or the first of them, and what leads where. From it follows what a player can do wrong.

use std::collections::{HashMap, VecDeque};

use crate::{
    lockpick::{
        level::{Level, NodeId, NodeKind, NodeSet},
        play::{Move, State, Terrain, codec::Codec},
    },
    search::Control,
};

/// The number of a state; the start is the first.
pub(super) type StateId = usize;

/// States, in the order of the fewest moves to each.
pub(super) struct StateGraph {
    /// The moves of each state that was looked at, and where they lead; moves that change nothing are left out.
    pub moves: Vec<Vec<(Move, StateId)>>,
    /// Whether the goal is reached.
    pub is_won: Vec<bool>,
    /// The fewest moves to each.
    pub depth: Vec<u32>,
    /// The keys that are taken and the doors that were opened in each.
    pub done: Vec<NodeSet>,
    /// Whether these are all there are, with all their moves.
    pub is_complete: bool,
    /// How many were looked at: what they lead to is known.
    pub expanded: usize,
}

impl StateGraph {
    /// Looks at states, breadth first, until there are no more, or too many, or the time is over.
    pub fn explore(terrain: &Terrain, most: usize, control: &Control) -> Self {
        let codec = Codec::new(terrain, &[], &[]);
        let mut graph = Self {
            moves: Vec::new(),
            is_won: Vec::new(),
            depth: Vec::new(),
            done: Vec::new(),
            is_complete: false,
            expanded: 0,
        };
        let Ok(start) = terrain.start() else { return graph };
        let mut keys: Vec<Box<[u8]>> = Vec::new();
        let mut ids: HashMap<Box<[u8]>, StateId> = HashMap::new();
        let mut bytes = Vec::new();
        codec.write(terrain, &start, &mut bytes);
        ids.insert(bytes.clone().into(), 0);
        keys.push(bytes.clone().into());
        graph.add(terrain, &start, 0);
        let (mut state, mut scratch) = (start.clone(), start);
        let mut has_overflow = false;
        while graph.expanded < keys.len() {
            let id = graph.expanded;
            if keys.len() > most || id.is_multiple_of(64) && control.look() {
                return graph;
            }
            graph.expanded += 1;
            if graph.is_won[id] {
                continue;
            }
            codec.read(terrain, &keys[id], &mut state);
            let mut moves: Vec<(Move, StateId)> = Vec::new();
            let depth = graph.depth[id] + 1;
            terrain.for_each_turn(&state, &mut scratch, |step, after| {
                let Some(after) = after else {
                    has_overflow = true;
                    return;
                };
                codec.write(terrain, after, &mut bytes);
                let to = match ids.get(bytes.as_slice()) {
                    Some(&known) => known,
                    None => {
                        let new = keys.len();
                        ids.insert(bytes.clone().into(), new);
                        keys.push(bytes.clone().into());
                        graph.add(terrain, after, depth);
                        new
                    }
                };
                if to != id && !moves.iter().any(|(_, known)| *known == to) {
                    moves.push((step, to));
                }
            });
            graph.moves[id] = moves;
        }
        graph.is_complete = !has_overflow;
        graph
    }

    fn add(&mut self, terrain: &Terrain, state: &State, depth: u32) {
        self.moves.push(Vec::new());
        self.is_won.push(terrain.is_won(state));
        self.depth.push(depth);
        self.done.push(done_in(terrain, state));
    }

    /// How many states were met.
    pub fn len(&self) -> usize {
        self.is_won.len()
    }

    /// The states from which the goal can be reached, as far as that was seen.
    pub fn hopeful(&self) -> Vec<bool> {
        let mut before: Vec<Vec<StateId>> = vec![Vec::new(); self.len()];
        for (from, moves) in self.moves.iter().enumerate() {
            moves.iter().for_each(|&(_, to)| before[to].push(from));
        }
        let mut is_hopeful = self.is_won.clone();
        let mut queue: Vec<StateId> = (0..self.len()).filter(|&state| is_hopeful[state]).collect();
        while let Some(state) = queue.pop() {
            for &from in &before[state] {
                if !std::mem::replace(&mut is_hopeful[from], true) {
                    queue.push(from);
                }
            }
        }
        is_hopeful
    }

    /// The states from which the goal cannot be reached any more. If only a part was seen, these are states without
    /// moves, and states all of whose moves lead to such.
    pub fn lost(&self) -> Vec<bool> {
        if self.is_complete {
            return self.hopeful().into_iter().map(|is_hopeful| !is_hopeful).collect();
        }
        let mut before: Vec<Vec<StateId>> = vec![Vec::new(); self.len()];
        let mut open: Vec<usize> = self.moves.iter().map(Vec::len).collect();
        for (from, moves) in self.moves.iter().enumerate() {
            moves.iter().for_each(|&(_, to)| before[to].push(from));
        }
        let mut is_lost = vec![false; self.len()];
        let mut queue: Vec<StateId> =
            (0..self.expanded).filter(|&state| open[state] == 0 && !self.is_won[state]).collect();
        queue.iter().for_each(|&state| is_lost[state] = true);
        while let Some(state) = queue.pop() {
            for &from in &before[state] {
                open[from] -= 1;
                if open[from] == 0 && !std::mem::replace(&mut is_lost[from], true) {
                    queue.push(from);
                }
            }
        }
        is_lost
    }

    /// A route of the fewest moves among the states that were seen, with something left undone.
    pub fn route_without(&self, left_out: Option<NodeId>) -> Option<Vec<Move>> {
        let is_allowed = |state: StateId| left_out.is_none_or(|thing| !self.done[state].contains(thing));
        if self.len() == 0 || !is_allowed(0) {
            return None;
        }
        let mut from: Vec<Option<(StateId, Move)>> = vec![None; self.len()];
        let mut queue = VecDeque::from([0]);
        while let Some(state) = queue.pop_front() {
            if self.is_won[state] {
                let mut route = Vec::new();
                let mut at = state;
                while let Some((before, step)) = from[at] {
                    route.push(step);
                    at = before;
                }
                route.reverse();
                return Some(route);
            }
            for &(step, to) in &self.moves[state] {
                if to != 0 && from[to].is_none() && is_allowed(to) {
                    from[to] = Some((state, step));
                    queue.push_back(to);
                }
            }
        }
        None
    }

    /// The states along a route, the start among them, as far as it was seen.
    pub fn along(&self, route: &[Move]) -> Vec<StateId> {
        let mut states = vec![0];
        for step in route {
            let here = states[states.len() - 1];
            match self.moves.get(here).and_then(|moves| moves.iter().find(|(known, _)| known == step)) {
                Some(&(_, to)) => states.push(to),
                None => break,
            }
        }
        states
    }
}

/// The keys that are taken and the doors that are not as they were at the start.
fn done_in(terrain: &Terrain, state: &State) -> NodeSet {
    let mut done = NodeSet::new(terrain.level.nodes.len());
    for key in state.taken.iter() {
        done.insert(key);
    }
    for (index, (&node, door)) in terrain.doors.iter().zip(&state.doors).enumerate() {
        if door.copies != terrain.door(index).copies {
            done.insert(node);
        }
    }
    done
}

/// The keys and doors that a route takes and opens.
pub(super) fn done_by(terrain: &Terrain, route: &[Move]) -> NodeSet {
    let mut done = NodeSet::new(terrain.level.nodes.len());
    let Ok(mut state) = terrain.start() else { return done };
    let mut after = state.clone();
    for &step in route {
        if matches!(terrain.act(&state, &mut after, step), Ok(true)) {
            // An infinite key is never taken for good, and a copy may be put back.
            done.insert(step.node);
            std::mem::swap(&mut state, &mut after);
            done.include(&done_in(terrain, &state));
        }
    }
    done
}

/// The keys and doors of a level.
pub(super) fn things(level: &Level) -> impl Iterator<Item = NodeId> + '_ {
    let is_thing = |kind: &NodeKind| matches!(kind, NodeKind::Key(_) | NodeKind::Door(_));
    level.nodes.iter().enumerate().filter(move |(_, node)| is_thing(&node.kind)).map(|(node, _)| node)
}
