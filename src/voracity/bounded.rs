//! Strategy `bounded`: depth-first search that turns back where too few cells can still be covered.
//!
//! With values up to 3 the best games cover nearly all cells, so a few lost ones decide. Two bounds tell how many
//! there may still be: the cells of all arcs that can be reached at all, and of those the best chain of blocks. A
//! path that leaves a block of the graph of cells by a cut vertex never comes back, so of the blocks that hang
//! at one vertex it sees one only. A bound with room to spare is not asked again for some moves.

use std::{ops::Range as Digits, sync::Arc};

use super::{
    board::Board,
    masks::{Cells, Masks, Reach, contains, count, most_cells, shifted, union},
    moves::Direction,
};
use crate::search::{Sweep, Tree};

/// As many lost cells a move costs at most, by and large: with more to spare, the next move needs no bound.
const SPARE_PER_MOVE: u32 = 2;
/// With more cells to spare than this, the chain of blocks hardly ever decides.
const SPARE_FOR_BLOCKS: u32 = 4;

/// A position of the game.
#[derive(Clone, Copy, Debug)]
struct Position<const N: usize> {
    covered: Cells<N>,
    at: u16,
    score: u16,
    /// So many moves need no bound.
    grace: u16,
}

/// A cursor over the games of a board with four directions and fewer than 64 `N` cells. Digits are directions.
#[derive(Clone, Debug)]
pub struct BoundedTree<const N: usize> {
    masks: Arc<Masks<N>>,
    positions: Vec<Position<N>>,
    digits: Vec<u8>,
    /// Only games with at least this score matter.
    floor: u32,
}

impl<const N: usize> BoundedTree<N> {
    /// A cursor on the start of the game, if the board fits.
    pub fn new(board: &Board) -> Option<Self> {
        if board.cells() > most_cells(N).min(511) || board.directions() != super::Directions::Four {
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

    #[inline(always)]
    fn child(&self, position: &Position<N>, digit: usize) -> Position<N> {
        let arc = &self.masks.arcs[usize::from(position.at)][digit];
        Position {
            covered: union(&position.covered, &arc.cells),
            at: arc.end,
            score: position.score + u16::from(arc.length),
            grace: position.grace.saturating_sub(1),
        }
    }

    /// Can no game from here reach the floor? If one can, tells how many moves need no bound.
    fn grace(&self, position: &Position<N>) -> Option<u16> {
        let needed = self.floor.saturating_sub(u32::from(position.score));
        let reach = self.masks.reach(usize::from(position.at), &position.covered);
        let mut most = count(&reach.cells);
        if most >= needed && most - needed < SPARE_FOR_BLOCKS {
            most = most.min(best_chain(&self.masks.steps, usize::from(position.at), &reach));
        }
        let spare = most.checked_sub(needed)?;
        Some((spare / SPARE_PER_MOVE) as u16)
    }

    /// Searches everything below a position that `digits` lead to. Comes back early if the sweep has to pause, and
    /// then `digits` still lead to the pause.
    fn below(&mut self, mut position: Position<N>, sweep: &mut Sweep<'_, Vec<Direction>>) -> bool {
        if position.grace == 0 {
            match self.grace(&position) {
                Some(grace) => position.grace = grace + 1,
                None => return false,
            }
        }
        let must_pause = sweep.is_too_long();
        let mut is_over = true;
        sweep.tally.cases += 4;
        for digit in 0..4 {
            if !self.is_open(&position, digit) {
                continue;
            }
            is_over = false;
            if must_pause {
                return true;
            }
            sweep.tally.nodes += 1;
            self.digits.push(digit as u8);
            if self.below(self.child(&position, digit), sweep) {
                return true;
            }
            self.digits.pop();
        }
        let score = u32::from(position.score);
        if is_over && score >= self.floor {
            sweep.scored_answer(i64::from(score), || self.moves());
            self.floor = score + 1;
        }
        false
    }

    fn moves(&self) -> Vec<Direction> {
        self.digits.iter().map(|&digit| Direction::FOUR[usize::from(digit)]).collect()
    }
}

/// The most cells a path can cover in the graph of the cells of all arcs that can be reached: along a chain of
/// blocks. The blocks are found by Tarjan's walk, with the best chains added up on the way back.
fn best_chain<const N: usize>(steps: &[isize; 4], from: usize, reach: &Reach<N>) -> u32 {
    let edges: [Cells<N>; 4] = std::array::from_fn(|digit| {
        let back = 3 - digit;
        union(&reach.edges[digit], &shifted(&reach.edges[back], steps[back]))
    });
    let neighbours_of =
        |cell| (0..4).fold(0, |neighbours, digit| neighbours | u8::from(contains(&edges[digit], cell)) << digit);
    // Room for each cell of the board, no more: clearing it is a good part of the work.
    let mut neighbours = [[0u8; 64]; N];
    let neighbours = neighbours.as_flattened_mut();
    let mut times = [[[0u16; 64]; N]; 2];
    let [met, lowest] = times.each_mut().map(|rows| rows.as_flattened_mut());
    // The vertices below one that lie in the same block as its parent, the best chain that hangs at those, and the
    // best chain of blocks that hang at the vertex itself.
    let mut rooms = [[[0u16; 64]; N]; 4];
    let [in_block, beyond_block, hanging, way] = rooms.each_mut().map(|rows| rows.as_flattened_mut());
    let (mut depth, mut time) = (1, 1);
    (way[0], met[from], lowest[from], neighbours[from]) = (from as u16, 1, 1, neighbours_of(from));
    while depth > 0 {
        let cell = usize::from(way[depth - 1]);
        if neighbours[cell] != 0 {
            let digit = neighbours[cell].trailing_zeros() as usize;
            neighbours[cell] &= neighbours[cell] - 1;
            let next = cell.wrapping_add_signed(steps[digit]);
            if met[next] != 0 {
                lowest[cell] = lowest[cell].min(met[next]);
            } else {
                time += 1;
                (met[next], lowest[next], in_block[next]) = (time, time, 1);
                neighbours[next] = neighbours_of(next);
                way[depth] = next as u16;
                depth += 1;
            }
            continue;
        }
        depth -= 1;
        if depth == 0 {
            break;
        }
        let parent = usize::from(way[depth - 1]);
        let beyond = beyond_block[cell].max(hanging[cell]);
        if lowest[cell] >= met[parent] {
            hanging[parent] = hanging[parent].max(in_block[cell] + beyond);
        } else {
            in_block[parent] += in_block[cell];
            beyond_block[parent] = beyond_block[parent].max(beyond);
            lowest[parent] = lowest[parent].min(lowest[cell]);
        }
    }
    u32::from(hanging[from])
}

impl<const N: usize> Tree for BoundedTree<N> {
    type Answer = Vec<Direction>;
    const PAUSES: bool = true;

    fn fanout(&self) -> u32 {
        4
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
        (0..4).all(|digit| !self.is_open(self.position(), digit))
    }

    fn answer(&self) -> Vec<Direction> {
        self.moves()
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
