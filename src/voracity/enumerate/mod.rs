//! Strategy `enumerate`: every game, as fast as can be.
//!
//! From values of 5 on no bound is worth its price at every node: what counts is the time a node takes. Positions
//! are lines of bits (`tables`), the lower parts of the tree are searched several at a time without branches
//! (`streams`), and only the upper part is walked in order (`sweep`). There, where a bound saves thousands of
//! nodes, it is asked.

mod streams;
mod sweep;
mod tables;

use std::{ops::Range as Digits, sync::Arc};

use super::{
    board::{Board, Directions},
    moves::Direction,
};
use crate::search::{Sweep, Tree};
use streams::Streams;
use sweep::{Experience, Patience};
use tables::{Node, Tables};

/// The directions of a board that has `N` of them.
fn directions<const N: usize>() -> &'static [Direction] {
    if N == 4 { &Direction::FOUR } else { &Direction::EIGHT }
}

/// A cursor over the games of a board with `N` directions, with positions of `V` blocks.
#[derive(Clone, Debug)]
struct Cursor<const V: usize, const N: usize> {
    tables: Arc<Tables<V, N>>,
    /// The positions on the way from the root, that one first.
    nodes: Vec<Node<V>>,
    digits: Vec<u8>,
    floor: u32,
    experience: Experience,
    streams: Streams<V>,
}

impl<const V: usize, const N: usize> Cursor<V, N> {
    fn new(board: &Board) -> Option<Self> {
        let (tables, start) = Tables::compile(board)?;
        Some(Self {
            tables: Arc::from(tables),
            nodes: vec![start],
            digits: Vec::new(),
            floor: 0,
            experience: Experience::new(Experience::FIRST_DEPTH, Patience::default()),
            streams: Streams::default(),
        })
    }

    fn node(&self) -> &Node<V> {
        self.nodes.last().expect("the root is never left")
    }

    fn enter(&mut self, mut digits: Digits<u32>) -> Option<u32> {
        let digit = digits.find(|digit| self.node().open() >> digit & 1 != 0)?;
        let child = self.tables.child(self.node(), digit as usize);
        self.nodes.push(child);
        self.digits.push(digit as u8);
        Some(digit)
    }

    fn leave(&mut self) {
        self.nodes.pop();
        self.digits.pop();
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, Vec<Direction>>) {
        let node = *self.node();
        let gear = (&mut self.experience, &mut self.streams);
        self.floor = sweep::sweep_below(&self.tables, &node, &mut self.digits, self.floor, gear, sweep);
    }
}

/// A cursor over all games of a board with sides of up to 31 cells; with eight directions, of up to about 500 cells.
/// Digits are directions, in their order.
#[derive(Clone, Debug)]
pub struct EnumerateTree(Size);

/// The room a position takes is known when the program is compiled, so there is a cursor for each of some sizes.
#[derive(Clone, Debug)]
enum Size {
    Four1(Cursor<1, 4>),
    Four2(Cursor<2, 4>),
    Four3(Cursor<3, 4>),
    Four4(Cursor<4, 4>),
    Four5(Cursor<5, 4>),
    Four8(Cursor<8, 4>),
    Eight1(Cursor<1, 8>),
    Eight2(Cursor<2, 8>),
    Eight3(Cursor<3, 8>),
    Eight4(Cursor<4, 8>),
    Eight8(Cursor<8, 8>),
}

/// Does the same with the cursor of any size.
macro_rules! with_cursor {
    ($size:expr, $cursor:ident => $act:expr) => {
        match $size {
            Size::Four1($cursor) => $act,
            Size::Four2($cursor) => $act,
            Size::Four3($cursor) => $act,
            Size::Four4($cursor) => $act,
            Size::Four5($cursor) => $act,
            Size::Four8($cursor) => $act,
            Size::Eight1($cursor) => $act,
            Size::Eight2($cursor) => $act,
            Size::Eight3($cursor) => $act,
            Size::Eight4($cursor) => $act,
            Size::Eight8($cursor) => $act,
        }
    };
}

impl EnumerateTree {
    /// Can this strategy search the board at all?
    pub fn suits(board: &Board) -> bool {
        tables::blocks_needed(board).is_some()
    }

    /// A cursor on the start of the game. `None` if the board is too large.
    pub fn new(board: &Board) -> Option<Self> {
        Some(Self(match (board.directions(), tables::blocks_needed(board)?) {
            (Directions::Four, 0..=1) => Size::Four1(Cursor::new(board)?),
            (Directions::Four, 2) => Size::Four2(Cursor::new(board)?),
            (Directions::Four, 3) => Size::Four3(Cursor::new(board)?),
            (Directions::Four, 4) => Size::Four4(Cursor::new(board)?),
            (Directions::Four, 5) => Size::Four5(Cursor::new(board)?),
            (Directions::Four, _) => Size::Four8(Cursor::new(board)?),
            (Directions::Eight, 0..=1) => Size::Eight1(Cursor::new(board)?),
            (Directions::Eight, 2) => Size::Eight2(Cursor::new(board)?),
            (Directions::Eight, 3) => Size::Eight3(Cursor::new(board)?),
            (Directions::Eight, 4) => Size::Eight4(Cursor::new(board)?),
            (Directions::Eight, _) => Size::Eight8(Cursor::new(board)?),
        }))
    }

    fn directions(&self) -> &'static [Direction] {
        match &self.0 {
            Size::Four1(_) | Size::Four2(_) | Size::Four3(_) | Size::Four4(_) | Size::Four5(_) | Size::Four8(_) => {
                directions::<4>()
            }
            _ => directions::<8>(),
        }
    }
}

#[cfg(test)]
impl EnumerateTree {
    /// A cursor whose sweeps cut trees at this depth, and soon give them up or pause.
    pub(super) fn impatient(board: &Board, depth: usize, most_nodes: u64) -> Option<Self> {
        let mut tree = Self::new(board)?;
        let patience = Patience { most_nodes, most_nodes_at_first: most_nodes, levels_above: 1 };
        with_cursor!(&mut tree.0, cursor => cursor.experience = Experience::new(depth, patience));
        Some(tree)
    }
}

impl Tree for EnumerateTree {
    type Answer = Vec<Direction>;

    fn pauses(&self) -> bool {
        true
    }

    fn sweeps_only_for_best(&self) -> bool {
        true
    }

    fn fanout(&self) -> u32 {
        self.directions().len() as u32
    }

    fn enter(&mut self, digits: Digits<u32>) -> Option<u32> {
        with_cursor!(&mut self.0, cursor => cursor.enter(digits))
    }

    fn leave(&mut self) {
        with_cursor!(&mut self.0, cursor => cursor.leave());
    }

    fn is_answer(&self) -> bool {
        with_cursor!(&self.0, cursor => cursor.node().open() == 0)
    }

    fn answer(&self) -> Vec<Direction> {
        let digits = with_cursor!(&self.0, cursor => &cursor.digits);
        digits.iter().map(|&digit| self.directions()[usize::from(digit)]).collect()
    }

    fn so_far(&self) -> Option<Vec<Direction>> {
        Some(self.answer())
    }

    fn can_sweep(&self) -> bool {
        !self.is_answer()
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, Vec<Direction>>) {
        with_cursor!(&mut self.0, cursor => cursor.sweep(sweep));
    }

    fn score(&self) -> i64 {
        with_cursor!(&self.0, cursor => i64::from(cursor.node().score()))
    }

    fn set_floor(&mut self, floor: i64) {
        let floor = u32::try_from(floor.max(0)).unwrap_or(u32::MAX);
        with_cursor!(&mut self.0, cursor => cursor.floor = floor);
    }
}
