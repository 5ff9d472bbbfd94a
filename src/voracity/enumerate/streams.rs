//! The innermost loop: several small trees searched at the same time.
//!
//! One step of a depth-first search has to wait for the one before it, and whether it goes down or up cannot be
//! foretold: a processor that searches one tree mostly waits and guesses wrong. So a step is written without
//! branches, and steps of independent trees take turns. Only the best score of a tree comes out; who needs the way to
//! it has to search that tree again, which hardly ever happens.

use std::hint::select_unpredictable;

use bytemuck::Zeroable;

use super::{
    sweep::Gathering,
    tables::{Lines, MAX_SIDE, Node, State, Tables},
};

/// How many trees are searched at a time: more need more registers than there are.
const STREAMS: usize = 3;

/// Room for the positions of one tree whose directions have not all been taken: no more than the cells of a board.
const ROOM: usize = 1024;
const _: () = assert!(MAX_SIDE * MAX_SIDE < ROOM);

/// Steps between two looks at whether a tree has become too large.
const STEPS: u64 = 4096;

/// The positions above the one a tree is searched at, whose directions have not all been taken.
#[derive(Clone, Debug, Zeroable)]
#[repr(C)]
struct Stack<const V: usize> {
    /// The lines of each position, that on top included.
    lines: [Lines<V>; ROOM + 1],
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
    /// Which of the gathered trees it is.
    tree: usize,
    /// The steps all streams had done when it began.
    begun: u64,
}

impl Stream {
    fn idle() -> Self {
        Self { state: State::zeroed(), top: 0, best: State::zeroed(), tree: 0, begun: 0 }
    }

    /// Takes one open direction of the position on top. Without any branch: the new position takes the place of its
    /// parent if nothing is left open there, and is dropped if nothing is open in itself.
    #[inline(always)]
    fn step<const V: usize>(&mut self, stack: &mut Stack<V>, tables: &Tables<V>) {
        let top = self.top % ROOM;
        let child = tables.first_child(&stack.lines[top], self.state);
        let rest = self.state.without_first();
        let below = stack.states[top];
        stack.states[top + 1] = rest;
        let place = top + usize::from(rest.open() != 0);
        stack.lines[place] = child.lines;
        self.best = self.best.max(child.state);
        let is_inner = child.open() != 0;
        let back = select_unpredictable(rest.open() != 0, rest, below);
        self.state = select_unpredictable(is_inner, child.state, back);
        self.top = place - usize::from(!is_inner);
    }
}

/// The streams, kept for their room.
#[derive(Clone, Debug)]
pub(super) struct Streams<const V: usize>([Box<Stack<V>>; STREAMS]);

impl<const V: usize> Streams<V> {
    pub fn new() -> Self {
        Self(std::array::from_fn(|_| bytemuck::zeroed_box()))
    }

    /// Searches all trees the gathering gives.
    pub fn run(&mut self, tables: &Tables<V>, gathering: &mut Gathering<'_, V>) {
        let mut steps = 0;
        let mut streams = [Stream::idle(); STREAMS];
        loop {
            for (stream, stack) in streams.iter_mut().zip(&mut self.0) {
                if stream.top == 0
                    && let Some((tree, Node { lines, state })) = gathering.next()
                {
                    stack.lines[1] = lines;
                    *stream = Stream { state, top: 1, tree, begun: steps, ..Stream::idle() };
                }
            }
            if streams.iter().any(|stream| stream.top == 0) {
                break;
            }
            steps += Self::take_turns(&mut self.0, &mut streams, tables);
            for stream in &mut streams {
                let nodes = steps - stream.begun;
                if stream.top == 0 || nodes > gathering.most_nodes() {
                    gathering.finish(stream.tree, nodes, stream.best.score(), stream.top == 0);
                    stream.top = 0;
                }
            }
        }
        // Too few trees are left to take turns.
        for (stream, stack) in streams.iter_mut().zip(&mut self.0).filter(|(stream, _)| stream.top != 0) {
            let mut nodes = steps - stream.begun;
            while stream.top != 0 && nodes <= gathering.most_nodes() {
                nodes += 1;
                stream.step(stack, tables);
            }
            gathering.finish(stream.tree, nodes, stream.best.score(), stream.top == 0);
        }
    }

    /// Steps of all streams in turn, until one is done or it is time for a look. Tells how many each has done.
    #[inline(never)]
    fn take_turns(stacks: &mut [Box<Stack<V>>; STREAMS], streams: &mut [Stream; STREAMS], tables: &Tables<V>) -> u64 {
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
}
