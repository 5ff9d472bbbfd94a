//! Strategy `bounded`: depth-first search that turns back where too few cells can still be covered.
//!
//! With values up to 3 the best games cover nearly all cells, so a few lost ones decide. Two bounds tell how many
//! there may still be: the cells of all arcs that can be reached at all, dark and light ones in turn, and of those what
//! does not lead to dead ends only; with eight directions only the first. A bound with room to spare is not asked again
//! for some moves.

use std::{ops::Range as Digits, sync::Arc};

use super::{
    board::Board,
    masks::{Cells, Masks, most_cells},
    moves::Direction,
};
use crate::search::{Sweep, Tree};

/// As many lost cells a move costs at most, by and large: with more to spare, the next move needs no bound.
const SPARE_PER_MOVE: u32 = 6;
/// With more cells to spare than this, dead ends hardly ever decide.
const SPARE_FOR_DEAD_ENDS: u32 = 16;

/// A position of the game.
#[derive(Clone, Copy, Debug)]
struct Position<const N: usize> {
    covered: Cells<N>,
    at: u16,
    score: u16,
    /// So many moves need no bound.
    grace: u16,
}

/// A cursor over the games of a board with `D` directions and fewer than 64 `N` cells. Digits are directions.
#[derive(Clone, Debug)]
pub struct BoundedTree<const N: usize, const D: usize> {
    masks: Arc<Masks<N, D>>,
    positions: Vec<Position<N>>,
    digits: Vec<u8>,
    /// Only games with at least this score matter.
    floor: u32,
}

impl<const N: usize, const D: usize> BoundedTree<N, D> {
    /// Does a board fit?
    pub fn suits(board: &Board) -> bool {
        let widest = if D == 4 { 63 } else { 62 };
        board.cells() <= most_cells(N) && board.columns() <= widest && board.directions().list().len() == D
    }

    /// A cursor on the start of the game, if the board fits.
    pub fn new(board: &Board) -> Option<Self> {
        if !Self::suits(board) {
            return None;
        }
        let (masks, covered) = Masks::compile(board);
        let start = Position { covered, at: board.target() as u16, score: 0, grace: 0 };
        Some(Self { masks: Arc::new(masks), positions: vec![start], digits: Vec::new(), floor: 0 })
    }

    fn position(&self) -> &Position<N> {
        self.positions.last().expect("the root is never left")
    }

    fn is_open(&self, position: &Position<N>, digit: usize) -> bool {
        self.masks.is_open(usize::from(position.at), digit, &position.covered)
    }

    /// The moves that are possible, a bit each.
    #[inline(always)]
    fn open(&self, position: &Position<N>) -> u32 {
        (0..D).fold(0, |open, digit| open | u32::from(self.is_open(position, digit)) << digit)
    }

    #[inline(always)]
    fn child(&self, position: &Position<N>, digit: usize) -> Position<N> {
        let arc = &self.masks.arcs[usize::from(position.at)][digit];
        Position {
            covered: position.covered.union(&arc.cells),
            at: arc.end,
            score: position.score + u16::from(arc.length),
            grace: position.grace.saturating_sub(1),
        }
    }

    /// Can no game from here reach the floor? If one can, tells how many moves need no bound.
    fn grace(&self, position: &Position<N>) -> Option<u16> {
        let needed = self.floor.saturating_sub(u32::from(position.score));
        let at = usize::from(position.at);
        let reach = self.masks.reach(at, &position.covered);
        let mut most = reach.cells.len();
        // A path that goes aslant comes to cells of one colour, and leaves dead ends in other ways.
        if D == 4 {
            let dark = reach.cells.intersection(&self.masks.dark).len();
            most = self.masks.longest_alternation(at, dark, most - dark);
            if most >= needed && most - needed < SPARE_FOR_DEAD_ENDS {
                most = self.masks.without_dead_ends(at, &reach, needed);
            }
        }
        let spare = most.checked_sub(needed)?;
        Some((spare / SPARE_PER_MOVE) as u16)
    }

    /// Searches everything below a position that `digits` lead to, and that position if its game is over. Comes back
    /// early if the sweep has to pause, and then `digits` still lead to the pause.
    fn below(&mut self, mut position: Position<N>, sweep: &mut Sweep<'_, Vec<Direction>>) -> bool {
        if position.grace == 0 {
            match self.grace(&position) {
                Some(grace) => position.grace = grace + 1,
                None => return false,
            }
        }
        let open = self.open(&position);
        // Where there is no choice, what can be reached hardly changes: the bound is asked after the next choice.
        let is_forced = open.count_ones() == 1;
        let mut tried = 0;
        for digit in (0..D).filter(|digit| open >> digit & 1 != 0) {
            sweep.tally.nodes += 1;
            sweep.tally.cases += (digit + 1 - tried) as u64;
            tried = digit + 1;
            self.digits.push(digit as u8);
            let mut child = self.child(&position, digit);
            child.grace = child.grace.max(u16::from(is_forced));
            if sweep.is_too_long() && self.open(&child) != 0 {
                return true;
            }
            if self.below(child, sweep) {
                return true;
            }
            self.digits.pop();
        }
        let is_over = open == 0;
        let score = u32::from(position.score);
        if is_over && score >= self.floor {
            sweep.scored_answer(i64::from(score), || self.moves());
            self.floor = sweep.floor_after(score);
        }
        sweep.tally.cases += (D - tried) as u64;
        false
    }

    fn moves(&self) -> Vec<Direction> {
        let directions: &[Direction] = if D == 4 { &Direction::FOUR } else { &Direction::EIGHT };
        self.digits.iter().map(|&digit| directions[usize::from(digit)]).collect()
    }
}

impl<const N: usize, const D: usize> Tree for BoundedTree<N, D> {
    type Answer = Vec<Direction>;

    fn pauses(&self) -> bool {
        true
    }

    fn sweeps_only_for_best(&self) -> bool {
        true
    }

    fn fanout(&self) -> u32 {
        D as u32
    }

    fn enter(&mut self, mut digits: Digits<u32>) -> Option<u32> {
        let digit = digits.find(|&digit| self.is_open(self.position(), digit as usize))?;
        let mut child = self.child(self.position(), digit as usize);
        child.grace = 0;
        self.positions.push(child);
        self.digits.push(digit as u8);
        Some(digit)
    }

    fn leave(&mut self) {
        self.positions.pop();
        self.digits.pop();
    }

    fn is_answer(&self) -> bool {
        self.open(self.position()) == 0
    }

    fn answer(&self) -> Vec<Direction> {
        self.moves()
    }

    fn so_far(&self) -> Option<Vec<Direction>> {
        Some(self.answer())
    }

    fn score(&self) -> i64 {
        i64::from(self.position().score)
    }

    fn can_sweep(&self) -> bool {
        !self.is_answer()
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, Vec<Direction>>) {
        let depth = self.digits.len();
        if self.below(*self.position(), sweep) {
            sweep.pause_at(self.digits[depth..].iter().map(|&digit| u32::from(digit)));
            self.digits.truncate(depth);
        }
    }

    fn set_floor(&mut self, floor: i64) {
        self.floor = u32::try_from(floor.max(0)).unwrap_or(u32::MAX);
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::{super::board::Directions, *};
    use crate::search::{Ledger, Quest, Range, Settings, Tally, run};

    fn board(rows: usize, columns: usize, value: impl Fn(usize) -> u8) -> Board {
        Board::new(rows, columns, (0..rows * columns).map(value).collect(), 0).expect("there is such a board")
    }

    #[test]
    fn a_board_fits_that_has_few_cells_and_columns_and_the_right_directions() {
        let ones = |rows, columns| board(rows, columns, |_| 1);
        let most = most_cells(1);
        assert!(BoundedTree::<1, 4>::suits(&ones(most, 1)) && !BoundedTree::<1, 4>::suits(&ones(most + 1, 1)));
        assert!(BoundedTree::<2, 4>::suits(&ones(1, 63)) && !BoundedTree::<2, 4>::suits(&ones(1, 64)));
        let eight = |rows, columns| ones(rows, columns).with_directions(Directions::Eight);
        assert!(BoundedTree::<2, 8>::suits(&eight(1, 62)) && !BoundedTree::<2, 8>::suits(&eight(1, 63)));
        assert!(!BoundedTree::<1, 8>::suits(&ones(2, 2)) && !BoundedTree::<1, 4>::suits(&eight(2, 2)));
        assert!(BoundedTree::<1, 4>::new(&ones(2, 2)).is_some() && BoundedTree::<1, 8>::new(&ones(2, 2)).is_none());
    }

    #[test]
    fn a_game_is_over_when_no_move_is_left() {
        let mut tree = BoundedTree::<1, 4>::new(&board(1, 3, |_| 1)).unwrap();
        for depth in 0..=2 {
            assert_eq!((tree.is_answer(), tree.can_sweep(), tree.score()), (depth == 2, depth < 2, depth));
            assert_eq!(tree.so_far(), Some(vec![Direction::Right; depth as usize]));
            assert_eq!(tree.enter(0..4).is_some(), depth < 2);
        }
    }

    /// Searches a board for the best game: the work, and the moves of that game.
    fn searched<const D: usize>(board: &Board) -> (Tally, usize) {
        let tree = BoundedTree::<1, D>::new(board).unwrap();
        let everything = Ledger::new(Range::everything());
        let outcome = run(tree, &Settings::new(Quest::Best), everything, &mut |_| ControlFlow::Continue(())).unwrap();
        (outcome.tally, outcome.answers[0].len())
    }

    #[test]
    fn every_move_and_every_direction_is_counted() {
        // Three moves to the right, and four directions at each of four places.
        let expected = Tally { nodes: 4, cases: 16, answers: 1 };
        assert_eq!(searched::<4>(&board(1, 4, |_| 1)), (expected, 3));
    }

    /// The bounds show in how few nodes are left: any change of them shows up here.
    #[test]
    fn bounds_leave_few_nodes() {
        let boards = [1, 5, 8].map(|way| board(6, 6, |cell| 1 + ((cell * cell * way + cell * 5) / 4 % 3) as u8));
        let work = boards.each_ref().map(|board| searched::<4>(board).0).map(|tally| (tally.nodes, tally.cases));
        assert_eq!(work, [(399, 1148), (211, 676), (203, 596)]);
        let eight = boards[2].clone().with_directions(Directions::Eight);
        assert_eq!(searched::<8>(&eight).0.nodes, 7363);
    }
}
