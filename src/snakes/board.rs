//! The board and everything else a case file says.

use serde::Serialize;

use super::rules::{Chains, Rules};

/// Takes a piece that lands on one square to another: up is a ladder, down a snake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Jump {
    /// The square that triggers it.
    pub from: u32,
    /// The square it leads to.
    pub to: u32,
}

impl Jump {
    /// Whether it leads towards the goal.
    pub fn is_ladder(self) -> bool {
        self.to > self.from
    }

    /// What players call it.
    pub fn kind(self) -> &'static str {
        if self.is_ladder() { "ladder" } else { "snake" }
    }
}

/// The squares, numbered from 1, and the jumps on them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Board {
    /// How many squares there are.
    pub squares: u32,
    /// Squares in a row of the picture; rows run back and forth from the bottom left corner.
    pub columns: u32,
    /// Where a piece begins: a square, or 0 for beside the board.
    pub start: u32,
    /// The square that wins. If it is not the last one, pieces can go past it, and only jumps bring them back.
    pub goal: u32,
    /// In ascending order of the squares they begin on; no two begin on the same one.
    pub jumps: Vec<Jump>,
}

impl Board {
    /// Larger boards are mistakes, not puzzles.
    pub const MAX_SQUARES: u32 = 10_000_000;

    /// The jump that begins on a square.
    pub fn jump_from(&self, square: u32) -> Option<Jump> {
        self.jumps.binary_search_by_key(&square, |jump| jump.from).ok().map(|at| self.jumps[at])
    }

    /// For every square, where a piece rests that lands on it. Index 0 is the place beside the board.
    ///
    /// With [`Chains::Follow`] the jumps must not run in a circle: the reader of case files sees to that.
    pub fn resting_squares(&self, chains: Chains) -> Vec<u32> {
        let mut rests: Vec<u32> = (0..=self.squares).collect();
        if chains != Chains::Follow {
            for jump in &self.jumps {
                rests[jump.from as usize] = jump.to;
            }
            return rests;
        }
        let mut trail = Vec::new();
        for jump in &self.jumps {
            let mut square = jump.from;
            // A jump that was followed before has its resting square in the table already.
            while let Some(next) = self.jump_from(square).filter(|_| rests[square as usize] == square) {
                trail.push(square);
                square = next.to;
            }
            let rest = rests[square as usize];
            trail.drain(..).for_each(|square| rests[square as usize] = rest);
        }
        rests
    }

    /// The same board with other jumps, sorted.
    pub fn with_jumps(&self, mut jumps: Vec<Jump>) -> Self {
        jumps.sort_unstable();
        Self { jumps, ..self.clone() }
    }

    /// How many rows the picture has.
    pub fn rows(&self) -> u32 {
        self.squares.div_ceil(self.columns)
    }

    /// Row (from the bottom) and column (from the left) of a square in the picture.
    pub fn position(&self, square: u32) -> (u32, u32) {
        let row = (square - 1) / self.columns;
        let along = (square - 1) % self.columns;
        (row, if row.is_multiple_of(2) { along } else { self.columns - 1 - along })
    }

    /// The square in a row (from the bottom) and a column (from the left), if there is one.
    pub fn square_at(&self, row: u32, column: u32) -> Option<u32> {
        let is_there = row < self.rows() && column < self.columns;
        let along = is_there.then(|| if row.is_multiple_of(2) { column } else { self.columns - 1 - column })?;
        Some(row * self.columns + along + 1).filter(|&square| square <= self.squares)
    }
}

/// How the depth-first run of the paper is set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DfsSetup {
    /// How many squares ahead it looks; the die's most pips if the file does not say.
    pub step_limit: u32,
    /// The squares its list begins with; the start if the file does not say.
    pub initial: Vec<u32>,
}

/// What a case file says should come out of the depth-first run. Empty where it says nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Expected {
    /// How many squares are looked at.
    pub iterations: Option<u64>,
    /// How many of them are dead ends.
    pub backtracks: Option<u64>,
    /// The iterations that are.
    pub backtrack_at: Vec<u64>,
    /// The path found.
    pub path: Vec<u32>,
    /// How many squares the path has.
    pub path_entries: Option<u64>,
    /// How many rolls the path takes.
    pub rolls: Option<u64>,
    /// The length of the list after the square of an iteration has left it.
    pub queue_lengths: Vec<(u64, u64)>,
}

/// A board with its rules: what a case file holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Case {
    /// The board.
    pub board: Board,
    /// The rules.
    pub rules: Rules,
    /// The paper's search.
    pub dfs: DfsSetup,
    /// What should come out of it.
    pub expected: Expected,
}

impl Case {
    /// The same rules on another board.
    pub fn with_board(&self, board: Board) -> Self {
        Self { board, ..self.clone() }
    }

    /// The same board under other rules.
    pub fn with_rules(&self, rules: Rules) -> Self {
        Self { rules, ..self.clone() }
    }
}
