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
use sweep::Experience;
use tables::{Node, Tables};

/// A cursor with positions of `M` words.
#[derive(Clone, Debug)]
struct Cursor<const M: usize> {
    tables: Arc<Tables<M>>,
    /// The positions on the way from the root, that one first.
    nodes: Vec<Node<M>>,
    digits: Vec<u8>,
    floor: u32,
    experience: Experience,
    streams: Streams<M>,
}

impl<const M: usize> Cursor<M> {
    fn new(board: &Board) -> Self {
        let (tables, start) = Tables::compile(board);
        Self {
            tables: Arc::new(tables),
            nodes: vec![start],
            digits: Vec::new(),
            floor: 0,
            experience: Experience::new(),
            streams: Streams::new(start),
        }
    }

    fn node(&self) -> &Node<M> {
        self.nodes.last().expect("the root is never left")
    }

    fn enter(&mut self, mut digits: Digits<u32>) -> Option<u32> {
        let digit = digits.find(|digit| self.node().open >> digit & 1 != 0)?;
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

/// A cursor over all games of a board with four directions and sides of up to 31 cells. Digits are directions, in
/// their order.
#[derive(Clone, Debug)]
pub struct EnumerateTree(Size);

/// The words a position takes are known when the program is compiled, so there is a cursor for each of some sizes.
#[derive(Clone, Debug)]
enum Size {
    Words8(Cursor<8>),
    Words16(Cursor<16>),
    Words40(Cursor<40>),
    Words44(Cursor<44>),
    Words52(Cursor<52>),
    Words64(Cursor<64>),
}

/// Does the same with the cursor of any size.
macro_rules! with_cursor {
    ($size:expr, $cursor:ident => $act:expr) => {
        match $size {
            Size::Words8($cursor) => $act,
            Size::Words16($cursor) => $act,
            Size::Words40($cursor) => $act,
            Size::Words44($cursor) => $act,
            Size::Words52($cursor) => $act,
            Size::Words64($cursor) => $act,
        }
    };
}

impl EnumerateTree {
    /// Can this strategy search the board at all?
    pub fn suits(board: &Board) -> bool {
        board.directions() == Directions::Four && tables::words_needed(board).is_some_and(|words| words <= 64)
    }

    /// A cursor on the start of the game. `None` if the board is too large or has eight directions.
    pub fn new(board: &Board) -> Option<Self> {
        if board.directions() != Directions::Four {
            return None;
        }
        Some(Self(match tables::words_needed(board)? {
            0..=8 => Size::Words8(Cursor::new(board)),
            9..=16 => Size::Words16(Cursor::new(board)),
            17..=40 => Size::Words40(Cursor::new(board)),
            41..=44 => Size::Words44(Cursor::new(board)),
            45..=52 => Size::Words52(Cursor::new(board)),
            53..=64 => Size::Words64(Cursor::new(board)),
            _ => return None,
        }))
    }
}

impl Tree for EnumerateTree {
    type Answer = Vec<Direction>;
    const PAUSES: bool = true;

    fn fanout(&self) -> u32 {
        4
    }

    fn enter(&mut self, digits: Digits<u32>) -> Option<u32> {
        with_cursor!(&mut self.0, cursor => cursor.enter(digits))
    }

    fn leave(&mut self) {
        with_cursor!(&mut self.0, cursor => cursor.leave());
    }

    fn is_answer(&self) -> bool {
        with_cursor!(&self.0, cursor => cursor.node().open == 0)
    }

    fn answer(&self) -> Vec<Direction> {
        let digits = with_cursor!(&self.0, cursor => &cursor.digits);
        digits.iter().map(|&digit| Direction::FOUR[usize::from(digit)]).collect()
    }

    fn can_sweep(&self) -> bool {
        !self.is_answer()
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, Vec<Direction>>) {
        with_cursor!(&mut self.0, cursor => cursor.sweep(sweep));
    }

    fn score(&self) -> i64 {
        with_cursor!(&self.0, cursor => i64::from(cursor.node().score))
    }

    fn set_floor(&mut self, floor: i64) {
        let floor = u32::try_from(floor.max(0)).unwrap_or(u32::MAX);
        with_cursor!(&mut self.0, cursor => cursor.floor = floor);
    }
}
