//! Spaces that are nothing but hashes of their states, orders that log what they are told, and the plain search that a
//! run is compared with.

use std::{
    collections::HashMap,
    sync::atomic::{AtomicU64, Ordering},
};

use super::super::*;
use crate::search::{Control, StopReason};

/// A space whose shape and answers follow from a seed. A state is a number and an amount, of which more is better.
#[derive(Debug)]
pub(super) struct HashSpace {
    pub(super) seed: u64,
    pub(super) numbers: u64,
    pub(super) most_successors: u64,
    pub(super) minds_depth: bool,
    /// One state in so many is an answer.
    pub(super) answers: u64,
    /// The run is stopped in the middle of the expansion with this number, counted from now.
    pub(super) stop_in: AtomicU64,
    pub(super) control: Control,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, serde::Deserialize)]
pub(super) struct HashNote {
    pub(super) left: u32,
    pub(super) is_answer: bool,
    /// Something that is not always as long.
    pub(super) extra: Vec<u16>,
}

pub(super) const ODD: u32 = 1;
pub(super) const LARGE: u32 = 2;

pub(super) fn mix(seed: u64, value: u64) -> u64 {
    let mixed = (seed ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 7
}

pub(super) fn is_at_least(one: &[u8], other: &[u8]) -> bool {
    one[0] >= other[0]
}

impl HashSpace {
    pub(super) fn new(seed: u64, numbers: u64, most_successors: u64, minds_depth: bool, answers: u64) -> Self {
        let stop_in = AtomicU64::new(u64::MAX);
        Self { seed, numbers, most_successors, minds_depth, answers, stop_in, control: Control::default() }
    }

    pub(super) fn note(&self, key: [u8; 4]) -> HashNote {
        let hash = mix(self.seed ^ 5, u64::from(u32::from_le_bytes(key)));
        let extra = (0..hash % 3).map(|index| (hash >> (10 + index)) as u16).collect();
        HashNote { left: (hash % 7) as u32, is_answer: hash.is_multiple_of(self.answers), extra }
    }

    /// The strings of what a state leads to, and what is remarked.
    pub(super) fn successors(&self, key: [u8; 4], work: u64) -> (Vec<[u8; 4]>, u32) {
        let value = u64::from(u32::from_le_bytes(key));
        let hash = mix(self.seed, value);
        // What a state leads to may depend on how much was done before its batch.
        let count = hash % (self.most_successors + 1) + u64::from(work < 4);
        let next = (0..count).map(|index| {
            let hash = mix(hash, index);
            let [a, b, c, _] = ((hash % self.numbers) as u32).to_le_bytes();
            [a, b, c, (hash >> 40) as u8 % 4]
        });
        let remarks = if hash.is_multiple_of(97) { ODD } else { 0 } | if hash.is_multiple_of(1009) { LARGE } else { 0 };
        (next.collect(), remarks)
    }
}

pub(super) fn key_of(string: &[u8]) -> [u8; 4] {
    string.try_into().expect("all strings have four bytes")
}

impl States for HashSpace {
    type Scratch = u64;
    type Note = HashNote;

    fn scratch(&self) -> u64 {
        0
    }

    fn seen(&self) -> Seen {
        let seen = Seen::new().with_dominance(is_at_least);
        if self.minds_depth { seen.minding_depth() } else { seen }
    }

    fn start(&self, _: &mut u64, out: &mut Successors<HashNote>) {
        *out.begin(Key { string: &[0; 4], split: 3 }) = self.note([0; 4]);
    }

    fn expand(&self, _: &mut u64, from: &Chosen<'_>, pace: &mut Pace, out: &mut Successors<HashNote>) {
        if self.stop_in.fetch_sub(1, Ordering::Relaxed) == 0 {
            self.control.stop(StopReason::Interrupted);
            out.remark(LARGE);
            out.begin(Key::whole(b"half-way"));
            while !pace.is_over() {}
            return;
        }
        let (next, remarks) = self.successors(key_of(from.key()), from.work);
        out.remark(remarks);
        for key in next {
            if let Some(note) = out.propose(from, Key { string: &key, split: 3 }) {
                *note = self.note(key);
            }
        }
    }
}

/// Which order, and the log of all that it was told.
#[derive(Debug)]
pub(super) struct Logged {
    pub(super) order: Order,
    pub(super) log: Vec<(StateId, u32, HashNote)>,
}

#[derive(Debug)]
pub(super) enum Order {
    Breadth(BreadthFirst<HashNote>),
    /// By depth and what is left, as a search for a shortest way does; won states wait, too.
    Total(Ranked<(u32, u32), (StateId, u32, bool)>),
    Turns(Alternating<2>),
}

impl Logged {
    pub(super) fn new(kind: u8) -> Self {
        let order = match kind {
            0 => Order::Breadth(BreadthFirst::new(|note| note.is_answer)),
            1 => Order::Total(Ranked::default()),
            _ => Order::Turns(Alternating::default()),
        };
        Self { order, log: Vec::new() }
    }
}

impl Agenda<HashNote> for Logged {
    fn enter(&mut self, state: &Fresh<'_, HashNote>) -> bool {
        self.log.push((state.id, state.depth, state.note.clone()));
        match &mut self.order {
            Order::Breadth(order) => order.enter(state),
            Order::Total(order) => {
                let rank = (state.depth + state.note.left, state.note.left);
                order.push(rank, (state.id, state.depth, state.note.is_answer));
                false
            }
            Order::Turns(order) => {
                order.push(state.id, [state.note.left as usize, (state.note.left + state.depth) as usize]);
                state.note.is_answer
            }
        }
    }

    fn choose(&mut self, most: usize, so_far: &SoFar<'_>, batch: &mut Vec<StateId>) -> Choice {
        match &mut self.order {
            Order::Breadth(order) => order.choose(most, so_far, batch),
            Order::Total(order) => {
                let mut total = None;
                while batch.len() < most {
                    total = total.or(order.lowest().map(|rank| rank.0));
                    let Some((id, depth, is_answer)) = order.pop_if(|rank| Some(rank.0) == total) else {
                        if batch.is_empty() && order.lowest().is_some() {
                            total = None;
                            continue;
                        }
                        break;
                    };
                    if so_far.seen.depth(id) == depth {
                        if is_answer && batch.is_empty() {
                            return Choice::Answer(id);
                        }
                        batch.push(id);
                    }
                }
                if batch.is_empty() { Choice::Nothing } else { Choice::Expand }
            }
            Order::Turns(order) => order.take(most, batch),
        }
    }
}

/// All that can be told about a run.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Story {
    pub(super) log: Vec<(StateId, u32, HashNote)>,
    pub(super) keys: Vec<Vec<u8>>,
    pub(super) way: Vec<StateId>,
    pub(super) answer: Option<StateId>,
    pub(super) nodes: u64,
    pub(super) depth: u32,
    pub(super) remarks: u32,
    pub(super) stop: StopReason,
}

/// The oracle: one state after the other, with a table of its own. Each state is expanded when its turn in the
/// batch comes.
pub(super) fn plain(space: &HashSpace, kind: u8) -> Story {
    let mut agenda = Logged::new(kind);
    // Used to tell the agenda depths, and nothing else.
    let mut mirror = space.seen();
    let mut states: Vec<([u8; 4], u32, StateId)> = Vec::new();
    let mut alike: HashMap<[u8; 3], Vec<usize>> = HashMap::new();
    let mut story = Story {
        log: vec![],
        keys: vec![],
        way: vec![],
        answer: None,
        nodes: 0,
        depth: 0,
        remarks: 0,
        stop: StopReason::Complete,
    };
    let mut enter = |states: &mut Vec<([u8; 4], u32, StateId)>,
                     mirror: &mut Seen,
                     agenda: &mut Logged,
                     key: [u8; 4],
                     depth: u32,
                     parent| {
        let same = alike.entry([key[0], key[1], key[2]]).or_default();
        let is_near = |index: usize, states: &[([u8; 4], u32, StateId)]| !space.minds_depth || states[index].1 <= depth;
        if same.iter().any(|&index| is_near(index, states) && states[index].0[3] >= key[3]) {
            return None;
        }
        let id = match same.iter().copied().find(|&index| states[index].0 == key) {
            Some(index) => {
                states[index] = (key, depth, parent);
                index
            }
            None => {
                states.push((key, depth, parent));
                same.push(states.len() - 1);
                states.len() - 1
            }
        };
        mirror.insert(Key { string: &key, split: 3 }, parent, depth);
        let is_answer = agenda.enter(&Fresh { id: id as StateId, depth, note: &space.note(key) });
        Some((id as StateId, is_answer))
    };
    let first = enter(&mut states, &mut mirror, &mut agenda, [0; 4], 0, NO_STATE);
    story.answer = first.filter(|(_, is_answer)| *is_answer).map(|(id, _)| id);
    'all: while story.answer.is_none() {
        let mut batch = Vec::new();
        match agenda.choose(
            (1 + states.len() / 256).min(256),
            &SoFar { seen: &mirror, remarks: story.remarks },
            &mut batch,
        ) {
            Choice::Expand => {}
            Choice::Answer(id) => story.answer = Some(id),
            Choice::Nothing | Choice::Settled => break,
        }
        let (work, depths) = (story.nodes, batch.iter().map(|&id| states[id as usize].1).collect::<Vec<_>>());
        for (id, depth) in batch.into_iter().zip(depths) {
            story.nodes += 1;
            let (next, remarks) = space.successors(states[id as usize].0, work);
            story.remarks |= remarks;
            for key in next {
                if states[id as usize].1 < depth {
                    break;
                }
                if let Some((id, is_answer)) = enter(&mut states, &mut mirror, &mut agenda, key, depth + 1, id) {
                    story.depth = story.depth.max(depth + 1);
                    if is_answer {
                        story.answer = Some(id);
                        continue 'all;
                    }
                }
            }
        }
    }
    if let Some(answer) = story.answer {
        story.stop = StopReason::SolutionLimit;
        story.way.push(answer);
        let mut at = answer;
        while states[at as usize].2 != NO_STATE {
            at = states[at as usize].2;
            story.way.insert(0, at);
        }
    }
    story.log = agenda.log;
    story.keys = states.iter().map(|(key, ..)| key.to_vec()).collect();
    story
}
