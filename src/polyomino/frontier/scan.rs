//! A flat board in scan order: its states as numbers, the steps between them, and which of them cannot be completed.

use super::super::{
    placements::Compiled,
    supply::{Field, Supply},
};

/// The sums of piece sizes are tabulated for supplies of up to this many bits.
const MAX_TABULATED_BITS: u32 = 16;
/// The cell of a state needs this many bits of its key.
const CELL_BITS: u32 = 7;

/// A placement, seen from its first cell.
#[derive(Clone, Debug)]
struct Candidate {
    /// The cells it covers, counted from its first one.
    cells: u64,
    /// The kind's part of the supply.
    field: Field,
    /// The kind and placement it stands for; `HOLE` for a cell that stays empty.
    origin: (u32, u32),
}

/// What stands for a cell that stays empty where a kind and placement would.
pub const HOLE: (u32, u32) = (u32::MAX, u32::MAX);

/// The board in scan order, with the placements that begin at each cell.
#[derive(Debug)]
pub struct Scan {
    starting_at: Vec<Vec<Candidate>>,
    /// Cells of the surrounding rectangle that are not to be filled.
    walls: u64,
    cells: u32,
    /// Cells of one line of the scan, and those that are not the first or last of their line.
    line: u32,
    not_first: u64,
    not_last: u64,
    /// How far ahead of its first cell a placement can reach.
    window: u32,
    supply: Supply,
    /// For each state of the supply, the areas that what is left can fill together, as bits.
    fillable: Vec<u64>,
}

/// A state as a number: the first empty cell, the filled cells after it, the pieces used.
pub type Key = u64;

impl Scan {
    /// `None` if the board is not flat, or too large for its states to be numbers.
    pub fn new(compiled: &Compiled) -> Option<Self> {
        let board = &compiled.puzzle.board;
        let cells = board.height() * board.width();
        let kinds = compiled.open_kinds();
        let supply = compiled.supply(&kinds);
        if !board.is_flat() || cells > 64 || supply.bits > 32 {
            return None;
        }
        // The scan runs along the short side.
        let is_tall = board.height() > board.width();
        let line = board.height().min(board.width());
        let rank = |cell: usize| {
            let spot = board.spots()[cell];
            if is_tall { spot.row * line + spot.column } else { spot.column * line + spot.row }
        };
        let all = u64::MAX >> (64 - cells);
        let given = compiled.given_cells();
        let open_cells = given.iter_zeros().fold(0u64, |set, cell| set | 1 << rank(cell));
        let firsts = (0..cells).step_by(line).fold(0u64, |set, cell| set | 1 << cell);
        let mut scan = Self {
            starting_at: vec![Vec::new(); cells],
            walls: all & !open_cells,
            cells: cells as u32,
            line: line as u32,
            not_first: all & !firsts,
            not_last: all & !(firsts << (line - 1)),
            window: 1,
            supply,
            fillable: Vec::new(),
        };
        let mut sizes = Vec::new();
        for (number, kind) in kinds.iter().enumerate() {
            let field = scan.supply.fields[number];
            sizes.push(compiled.puzzle.pieces[kind.piece].cells.len() as u32);
            for &placement in &kind.placements {
                let ranks = compiled.pieces[kind.piece].placements[placement].iter_ones().map(rank);
                let set = ranks.fold(0u64, |set, rank| set | 1 << rank);
                let first = set.trailing_zeros();
                scan.window = scan.window.max(64 - (set >> first).leading_zeros());
                let origin = (kind.piece as u32, placement as u32);
                scan.starting_at[first as usize].push(Candidate { cells: set >> first, field, origin });
            }
        }
        sizes.push(1);
        if compiled.puzzle.holes().is_some_and(|holes| holes > 0) {
            let field = scan.supply.fields[kinds.len()];
            for cell in given.iter_zeros() {
                scan.starting_at[rank(cell)].push(Candidate { cells: 1, field, origin: HOLE });
            }
        }
        if scan.supply.bits <= MAX_TABULATED_BITS && compiled.puzzle.is_connected() {
            let states = 0..1u64 << scan.supply.bits;
            scan.fillable = states.map(|used| fillable(&sizes, &scan.supply, used)).collect();
        }
        (CELL_BITS + scan.window + scan.supply.bits <= 64).then_some(scan)
    }

    /// The number of the first state: nothing but walls is filled.
    pub fn start(&self) -> Key {
        self.key(self.walls | !(u64::MAX >> (64 - self.cells)), self.supply.start)
    }

    /// Is every cell filled?
    pub fn is_full(&self, key: Key) -> bool {
        self.state(key).1 == u64::MAX
    }

    fn key(&self, filled: u64, used: u64) -> Key {
        let cell = filled.trailing_ones();
        let window = filled.checked_shr(cell).unwrap_or(0) & (u64::MAX >> (64 - self.window));
        u64::from(cell) | window << CELL_BITS | used << (CELL_BITS + self.window)
    }

    /// The first empty cell, the filled cells and the used pieces of a state.
    pub fn state(&self, key: Key) -> (u32, u64, u64) {
        let cell = (key & ((1 << CELL_BITS) - 1)) as u32;
        let window = key >> CELL_BITS & (u64::MAX >> (64 - self.window));
        let before = if cell == 64 { u64::MAX } else { (1 << cell) - 1 };
        let beyond = !(u64::MAX >> (64 - self.cells));
        (cell, window.checked_shl(cell).unwrap_or(0) | before | self.walls | beyond, key >> (CELL_BITS + self.window))
    }

    /// The states after this one, each with what is taken to get there.
    pub fn expand(&self, key: Key, into: &mut Vec<(Key, (u32, u32))>) {
        let (cell, filled, used) = self.state(key);
        let Some(candidates) = self.starting_at.get(cell as usize) else { return };
        let ahead = filled >> cell;
        for candidate in candidates {
            if (candidate.cells & ahead) | (candidate.field.none_left & used) == 0 {
                let (filled, used) = (filled | candidate.cells << cell, used + candidate.field.unit);
                if self.may_be_filled(!filled, used) {
                    into.push((self.key(filled, used), candidate.origin));
                }
            }
        }
    }

    /// Can every connected part of the empty cells be filled by some of the pieces left, as far as areas tell?
    fn may_be_filled(&self, empty: u64, used: u64) -> bool {
        let mut rest = empty;
        if self.fillable.is_empty() {
            return true;
        }
        let fillable = self.fillable[used as usize];
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            loop {
                let spread =
                    (part & self.not_last) << 1 | (part & self.not_first) >> 1 | part << self.line | part >> self.line;
                let grown = part | (spread & rest);
                if grown == part {
                    break;
                }
                part = grown;
            }
            let area = part.count_ones();
            if area < 64 && fillable >> area & 1 == 0 {
                return false;
            }
            rest &= !part;
        }
        true
    }
}

/// The areas that what is left in the supply can fill together, as bits. Fields beyond their end stand for nothing.
fn fillable(sizes: &[u32], supply: &Supply, used: u64) -> u64 {
    let mut sums = 1u64;
    for (kind, size) in sizes.iter().enumerate() {
        for _ in 0..supply.left(kind, used) {
            sums |= sums.checked_shl(*size).unwrap_or(0);
        }
    }
    sums
}
