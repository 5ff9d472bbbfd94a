//! The moves of a board as tables.

use crate::{
    search::Control,
    voracity::{Board, Direction},
};

/// Directions a cell has at most.
pub(super) const SIDES: usize = 8;

/// Cells between two looks at the limits.
const CELLS_A_LOOK: usize = 1 << 14;

/// Where every move goes if nothing is in its way. A direction is its index in the board's list of directions.
pub(super) struct Terrain {
    /// The directions, in their order.
    pub directions: &'static [Direction],
    /// The cell the path starts on.
    pub start: usize,
    /// Cells that can be covered.
    pub is_free: Vec<bool>,
    /// Where a move ends; meaningless if its length is 0.
    pub ends: Vec<[u32; SIDES]>,
    /// How far a move goes; 0 if it is not possible.
    pub lengths: Vec<[u8; SIDES]>,
    /// The step to the next cell, for each direction.
    pub steps: Vec<isize>,
    /// Moves that end on a cell, those of one cell together: `origin * SIDES + direction`.
    into: Vec<u32>,
    into_starts: Vec<u32>,
}

impl Terrain {
    /// The tables of a board; `None` if the run is stopped before they are made.
    pub fn new(board: &Board, control: &Control) -> Option<Self> {
        let directions = board.directions().list();
        let columns = board.columns() as isize;
        let step_of = |direction: &Direction| {
            let (down, right) = direction.step();
            down as isize * columns + right as isize
        };
        let mut terrain = Self {
            directions,
            start: board.target(),
            is_free: (0..board.cells()).map(|cell| board.is_free(cell)).collect(),
            ends: vec![[0; SIDES]; board.cells()],
            lengths: vec![[0; SIDES]; board.cells()],
            steps: directions.iter().map(step_of).collect(),
            into: Vec::new(),
            into_starts: vec![0; board.cells() + 1],
        };
        for cell in 0..board.cells() {
            if cell % CELLS_A_LOOK == 0 && control.look() {
                return None;
            }
            for (index, direction) in directions.iter().enumerate() {
                if let Some((end, length)) = terrain.line(board, cell, direction, terrain.steps[index]) {
                    terrain.ends[cell][index] = end as u32;
                    terrain.lengths[cell][index] = length;
                    terrain.into_starts[end + 1] += 1;
                }
            }
        }
        if control.look() {
            return None;
        }
        terrain.index_by_end();
        Some(terrain)
    }

    /// Where a move ends and how far it goes: [`Board::arc`] for boards of a million cells.
    fn line(&self, board: &Board, cell: usize, direction: &Direction, step: isize) -> Option<(usize, u8)> {
        let (row, column) = board.position(cell);
        let (down, right) = direction.step();
        let is_inside = |distance: i32| {
            let (row, column) = (row as i32 + down * distance, column as i32 + right * distance);
            (0..board.rows() as i32).contains(&row) && (0..board.columns() as i32).contains(&column)
        };
        let at = |distance: i32| (cell as isize + step * distance as isize) as usize;
        let length = board.value(is_inside(1).then(|| at(1))?);
        let is_open =
            length > 0 && is_inside(length.into()) && (1..=length).all(|passed| self.is_free[at(passed.into())]);
        is_open.then(|| (at(length.into()), length))
    }

    fn index_by_end(&mut self) {
        for cell in 1..self.into_starts.len() {
            self.into_starts[cell] += self.into_starts[cell - 1];
        }
        let mut next = self.into_starts.clone();
        self.into = vec![0; self.into_starts[self.cells()] as usize];
        for cell in 0..self.cells() {
            for direction in 0..self.directions.len() {
                if self.lengths[cell][direction] > 0 {
                    let at = &mut next[self.ends[cell][direction] as usize];
                    self.into[*at as usize] = (cell * SIDES + direction) as u32;
                    *at += 1;
                }
            }
        }
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.is_free.len()
    }

    /// The moves that end on a cell: where they come from and their direction.
    pub fn into(&self, cell: usize) -> impl Iterator<Item = (usize, usize)> {
        let moves = &self.into[self.into_starts[cell] as usize..self.into_starts[cell + 1] as usize];
        moves.iter().map(|&arc| (arc as usize / SIDES, arc as usize % SIDES))
    }

    /// The cells a move covers.
    #[inline]
    pub fn passed(&self, cell: usize, direction: usize) -> impl Iterator<Item = usize> + use<> {
        let step = self.steps[direction];
        let length = isize::from(self.lengths[cell][direction] as i8);
        (1..=length).map(move |distance| (cell as isize + distance * step) as usize)
    }

    /// The cells the target could stop on if no move took anything away.
    pub fn reachable_stops(&self) -> Vec<bool> {
        let mut reachable = vec![false; self.cells()];
        let mut open = vec![self.start];
        reachable[self.start] = true;
        while let Some(cell) = open.pop() {
            for direction in 0..self.directions.len() {
                let end = self.ends[cell][direction] as usize;
                if self.lengths[cell][direction] > 0 && !std::mem::replace(&mut reachable[end], true) {
                    open.push(end);
                }
            }
        }
        reachable
    }
}
