//! The innermost loop: several small trees searched at the same time.
//!
//! One step of a depth-first search has to wait for the one before it, and whether it goes down or up cannot be
//! foretold: a processor that searches one tree mostly waits and guesses wrong. So a step is written without
//! branches, and steps of independent trees take turns. Only the best score of a tree comes out; who needs the way to
//! it has to search that tree again, which hardly ever happens.

use super::{
    sweep::Gathering,
    tables::{MAX_SIDE, Node, Tables},
};

/// How many trees are searched at a time.
const STREAMS: usize = 4;

/// Room for the positions of one tree whose directions have not all been taken: no more than the cells of a board.
const ROOM: usize = 1024;
const _: () = assert!(MAX_SIDE * MAX_SIDE < ROOM);

/// Steps between two looks at whether a tree has become too large.
const STEPS: u64 = 4096;

/// One tree that is being searched.
#[derive(Clone, Debug)]
struct Stream<const M: usize> {
    /// Positions with open directions. The first one is never used.
    stack: Box<[Node<M>; ROOM]>,
    /// The top of the stack; 0 if it is empty.
    top: usize,
    best: u32,
    /// Which of the gathered trees it is.
    tree: usize,
    /// The steps all streams had done when it began.
    begun: u64,
}

impl<const M: usize> Stream<M> {
    /// Takes one open direction of the position on top. Without any branch: the new position takes the place of its
    /// parent if nothing is left open there, and is dropped if nothing is open in itself.
    #[inline(always)]
    fn step(&mut self, tables: &Tables<M>) {
        let node = &mut self.stack[self.top % ROOM];
        let digit = node.open.trailing_zeros() as usize % 4;
        let child = tables.child(node, digit);
        node.open &= node.open.wrapping_sub(1);
        let place = self.top + usize::from(node.open != 0);
        self.best = self.best.max(child.score);
        self.top = place - usize::from(child.open == 0);
        self.stack[place % ROOM] = child;
    }
}

/// The streams, kept for their room.
#[derive(Clone, Debug)]
pub(super) struct Streams<const M: usize>([Stream<M>; STREAMS]);

impl<const M: usize> Streams<M> {
    pub fn new(node: Node<M>) -> Self {
        Self(std::array::from_fn(|_| {
            let stack = vec![node; ROOM].into_boxed_slice().try_into().expect("as many as there is room for");
            Stream { stack, top: 0, best: 0, tree: 0, begun: 0 }
        }))
    }

    /// Searches all trees the gathering gives.
    pub fn run(&mut self, tables: &Tables<M>, gathering: &mut Gathering<'_, M>) {
        let mut steps = 0;
        self.0.iter_mut().for_each(|stream| stream.top = 0);
        loop {
            for stream in &mut self.0 {
                if stream.top == 0 {
                    Self::refill(stream, steps, gathering);
                }
            }
            if self.0.iter().any(|stream| stream.top == 0) {
                break;
            }
            let next_look = steps + STEPS;
            while steps < next_look {
                steps += 1;
                let mut is_over = false;
                for stream in &mut self.0 {
                    stream.step(tables);
                    is_over |= stream.top == 0;
                }
                if is_over {
                    break;
                }
            }
            self.settle(steps, gathering);
        }
        // Too few trees are left to take turns.
        for stream in self.0.iter_mut().filter(|stream| stream.top != 0) {
            let mut nodes = steps - stream.begun;
            while stream.top != 0 {
                nodes += 1;
                stream.step(tables);
                if stream.top == 0 || nodes > gathering.most_nodes() {
                    gathering.finish(stream.tree, nodes, stream.best, stream.top == 0);
                    stream.top = 0;
                }
            }
        }
    }

    /// Takes note of the trees that are done or too large.
    fn settle(&mut self, steps: u64, gathering: &mut Gathering<'_, M>) {
        for stream in &mut self.0 {
            let nodes = steps - stream.begun;
            if stream.top == 0 || nodes > gathering.most_nodes() {
                gathering.finish(stream.tree, nodes, stream.best, stream.top == 0);
                stream.top = 0;
            }
        }
    }

    fn refill(stream: &mut Stream<M>, steps: u64, gathering: &mut Gathering<'_, M>) {
        if let Some((tree, node)) = gathering.next() {
            stream.stack[1] = node;
            (stream.top, stream.best, stream.tree, stream.begun) = (1, 0, tree, steps);
        }
    }
}
