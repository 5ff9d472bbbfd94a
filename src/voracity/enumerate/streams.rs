//! The innermost loop: several small trees searched at the same time.
//!
//! One step of a depth-first search has to wait for the one before it, and whether it goes down or up cannot be
//! foretold: a processor that searches one tree mostly waits and guesses wrong. So a step is written without
//! branches, and steps of independent trees take turns. Only the best score of a tree comes out; who needs the way to
//! it has to search that tree again, which hardly ever happens.

use std::hint::select_unpredictable;

use bytemuck::Zeroable;
use multiversion::multiversion;

use super::{
    sweep::Gathering,
    tables::{BLOCK, Blocks, Lines, MAX_SIDE, Node, State, Tables, word_at},
};

/// How many trees are searched at a time: more need more registers than there are.
const STREAMS: usize = 3;

/// Room for the positions of one tree whose directions have not all been taken: no more than the cells of a board.
const ROOM: usize = 1024;
const _: () = assert!(MAX_SIDE * MAX_SIDE < ROOM);

/// Places beyond the room, so that the word that begins at any of 256 bytes of a place needs no check.
const BEYOND: usize = 256 / BLOCK + 2;

/// Steps between two looks at whether a tree has become too large.
const STEPS: u64 = 4096;

/// The positions above the one a tree is searched at, whose directions have not all been taken.
#[derive(Clone, Debug, Zeroable)]
#[repr(C, align(64))]
struct Stack<const V: usize> {
    /// The lines of each position, that on top included.
    lines: [Blocks<V>; ROOM + BEYOND],
    /// What is left to do at each position, one place higher than its lines. That on top is in the stream.
    states: [State; ROOM + 1],
}

/// One tree that is being searched.
#[derive(Clone, Copy, Debug)]
struct Stream {
    state: State,
    /// The place of its lines in the stack; 0 if the tree is done.
    top: usize,
    /// The state with the best score so far.
    best: State,
    /// Which of the gathered trees it is, or belongs to. None if the stream has nothing to do.
    tree: Option<usize>,
    /// The steps all streams had done when it began.
    begun: u64,
}

impl Stream {
    fn idle() -> Self {
        Self { state: State::zeroed(), top: 0, best: State::zeroed(), tree: None, begun: 0 }
    }

    /// Takes one open direction of the position on top. Without any branch: the new position takes the place of its
    /// parent if nothing is left open there, and is dropped if nothing is open in itself.
    #[inline(always)]
    fn step<const V: usize, const N: usize>(&mut self, stack: &mut Stack<V>, tables: &Tables<V, N>) {
        let top = self.top % ROOM;
        let bytes = stack.lines.as_flattened().as_flattened();
        let word = |offset: u8| word_at(bytes, top * BLOCK * V + usize::from(offset));
        let child = tables.first_child(Lines(stack.lines[top]), word, self.state);
        let rest = self.state.without_first();
        let below = stack.states[top];
        stack.states[top + 1] = rest;
        let place = top + usize::from(rest.open() != 0);
        stack.lines[place] = child.lines.0;
        self.best = self.best.max(child.state);
        let is_inner = child.open() != 0;
        let back = select_unpredictable(rest.open() != 0, rest, below);
        self.state = select_unpredictable(is_inner, child.state, back);
        self.top = place - usize::from(!is_inner);
    }
}

impl<const V: usize> Stack<V> {
    /// Gives the lowest position away, with all that is left to do there, if the stream has more than one.
    fn give(&mut self, stream: &mut Stream, to: &mut Self, steps: u64) -> Option<Stream> {
        if stream.top < 2 {
            return None;
        }
        to.lines[1] = self.lines[1];
        let part = Stream { state: self.states[2], top: 1, begun: steps, ..*stream };
        self.lines.copy_within(2..=stream.top, 1);
        self.states.copy_within(3..=stream.top, 2);
        stream.top -= 1;
        Some(part)
    }
}

/// The streams, kept for their room, which is taken when they are needed first: it is megabytes, and not every cursor
/// is searched with.
#[derive(Debug, Default)]
pub(super) struct Streams<const V: usize>(Option<[Box<Stack<V>>; STREAMS]>);

/// Nothing is in them between two searches.
impl<const V: usize> Clone for Streams<V> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<const V: usize> Streams<V> {
    /// Searches all trees the gathering gives.
    pub fn run<const N: usize>(&mut self, tables: &Tables<V, N>, gathering: &mut Gathering<'_, V, N>) {
        let stacks = self.0.get_or_insert_with(|| std::array::from_fn(|_| bytemuck::zeroed_box()));
        let mut steps = 0;
        let mut streams = [Stream::idle(); STREAMS];
        loop {
            for index in 0..STREAMS {
                if streams[index].tree.is_none() {
                    begin(stacks, &mut streams, index, steps, gathering);
                }
            }
            let busy = streams.iter().filter(|stream| stream.tree.is_some()).count();
            steps += match busy {
                0 => return,
                STREAMS => take_turns(stacks, &mut streams, tables),
                _ => go_on_alone(stacks, &mut streams, tables),
            };
            for stream in &mut streams {
                let Some(tree) = stream.tree else { continue };
                let nodes = steps - stream.begun;
                if stream.top == 0 || nodes > gathering.most_nodes() || gathering.is_given_up(tree) {
                    gathering.finish(tree, nodes, stream.best.score(), stream.top == 0);
                    *stream = Stream::idle();
                }
            }
        }
    }
}

/// Gives an idle stream a tree, or a part of the tree of another if there is no other.
fn begin<const V: usize, const N: usize>(
    stacks: &mut [Box<Stack<V>>; STREAMS],
    streams: &mut [Stream; STREAMS],
    index: usize,
    steps: u64,
    gathering: &mut Gathering<'_, V, N>,
) {
    if let Some((tree, Node { lines, state })) = gathering.next() {
        stacks[index].lines[1] = lines.0;
        streams[index] = Stream { state, top: 1, tree: Some(tree), begun: steps, ..Stream::idle() };
        return;
    }
    let highest = (0..STREAMS).max_by_key(|&other| streams[other].top).unwrap_or(index);
    let Ok([from, to]) = stacks.get_disjoint_mut([highest, index]) else { return };
    if let Some(part) = from.give(&mut streams[highest], to, steps) {
        part.tree.into_iter().for_each(|tree| gathering.share(tree));
        streams[index] = part;
    }
}

/// Steps of the streams that have anything to do, until one is done or has something to give away, or it is time for
/// a look. Tells how many each has done.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn go_on_alone<const V: usize, const N: usize>(
    stacks: &mut [Box<Stack<V>>; STREAMS],
    streams: &mut [Stream; STREAMS],
    tables: &Tables<V, N>,
) -> u64 {
    let (mut steps, mut is_over) = (0, false);
    while steps < STEPS && !is_over {
        steps += 1;
        for (stream, stack) in streams.iter_mut().zip(&mut *stacks).filter(|(stream, _)| stream.tree.is_some()) {
            stream.step(stack, tables);
            is_over |= stream.top != 1;
        }
    }
    steps
}

/// Steps of all streams in turn, until one is done or it is time for a look. Tells how many each has done.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"), attrs(inline(never)))]
fn take_turns<const V: usize, const N: usize>(
    stacks: &mut [Box<Stack<V>>; STREAMS],
    streams: &mut [Stream; STREAMS],
    tables: &Tables<V, N>,
) -> u64 {
    // One by one and by value, or they would not be kept in registers.
    let [stack_a, stack_b, stack_c] = stacks.each_mut().map(|stack| &mut **stack);
    let [mut a, mut b, mut c] = *streams;
    let mut steps = 0;
    while steps < STEPS {
        steps += 1;
        a.step(stack_a, tables);
        b.step(stack_b, tables);
        c.step(stack_c, tables);
        if a.top == 0 || b.top == 0 || c.top == 0 {
            break;
        }
    }
    *streams = [a, b, c];
    steps
}
