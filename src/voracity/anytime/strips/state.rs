//! What a diagram knows of the cells of a strip that are not settled yet, in a few words.

/// What is known of a cell that comes later in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// Nothing.
    Free = 0,
    /// A move passes it.
    Passed = 1,
    /// A move ends here; which one goes on is open.
    Stop = 2,
    /// A move ends here and another one goes on.
    Linked = 3,
    /// A move goes on from here, so that one has to end here.
    Wanted = 4,
}

/// Cells that a state can tell of, the present one among them.
pub(super) const HORIZON: usize = 63;
const CELLS_PER_WORD: usize = 21;
const BITS: usize = 3;

/// A state of a diagram.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct State {
    /// The present cell and those that follow, three bits each.
    cells: [u64; 3],
    /// The stops before the present cell that still wait for the move that goes on: bit `n` is `n` cells back.
    waiting: u64,
    /// Has the path ended in this strip?
    has_ended: bool,
}

impl State {
    /// What is known of the cell so far ahead.
    #[inline]
    pub fn cell(&self, ahead: usize) -> Cell {
        match self.cells[ahead / CELLS_PER_WORD] >> (BITS * (ahead % CELLS_PER_WORD)) & 7 {
            0 => Cell::Free,
            1 => Cell::Passed,
            2 => Cell::Stop,
            3 => Cell::Linked,
            _ => Cell::Wanted,
        }
    }

    #[inline]
    fn set(&mut self, ahead: usize, cell: Cell) {
        let shift = BITS * (ahead % CELLS_PER_WORD);
        let word = &mut self.cells[ahead / CELLS_PER_WORD];
        *word = *word & !(7 << shift) | (cell as u64) << shift;
    }

    /// Lets a move pass a cell or end there, if that is possible.
    #[inline]
    pub fn cover(&mut self, ahead: usize, is_end: bool) -> Option<()> {
        let covered = match (self.cell(ahead), is_end) {
            (Cell::Free, false) => Cell::Passed,
            (Cell::Free, true) => Cell::Stop,
            (Cell::Wanted, true) => Cell::Linked,
            _ => return None,
        };
        self.set(ahead, covered);
        Some(())
    }

    /// Lets a move begin on a cell that comes later, if that is possible.
    #[inline]
    pub fn begin_ahead(&mut self, ahead: usize) -> Option<()> {
        let begun = match self.cell(ahead) {
            Cell::Free => Cell::Wanted,
            Cell::Stop => Cell::Linked,
            _ => return None,
        };
        self.set(ahead, begun);
        Some(())
    }

    /// Lets a move begin on a cell that came before, if one waits for that there.
    #[inline]
    pub fn begin_back(&mut self, back: usize) -> Option<()> {
        let bit = 1 << back;
        let waits = self.waiting & bit != 0;
        self.waiting &= !bit;
        waits.then_some(())
    }

    /// Could a move begin so many cells back, or on the present cell?
    pub fn may_begin_back(&self, back: usize) -> bool {
        back == 0 || self.waiting >> back & 1 == 1
    }

    /// The start of the path is a stop that no move ends on.
    pub fn stand_on(&mut self) {
        let linked = self.cell(0) == Cell::Wanted;
        self.set(0, if linked { Cell::Linked } else { Cell::Stop });
    }

    /// Lets the path end on the present cell, if it has not ended before.
    pub fn end(&mut self) -> Option<()> {
        (!std::mem::replace(&mut self.has_ended, true)).then_some(())
    }

    /// Lets the present cell wait for the move that goes on.
    pub fn wait(&mut self) {
        self.waiting |= 1;
    }

    /// The distances of the cells that wait.
    pub fn waiting(&self) -> impl Iterator<Item = usize> + use<> {
        let mut left = self.waiting;
        std::iter::from_fn(move || {
            let back = (left != 0).then(|| left.trailing_zeros() as usize);
            left &= left.wrapping_sub(1);
            back
        })
    }

    /// The state one cell later; after the last one it does not matter whether the path has ended.
    pub fn advanced(&self, is_last: bool) -> Self {
        let [first, second, third] = self.cells;
        let carry = |word: u64| (word & 7) << (BITS * (CELLS_PER_WORD - 1));
        Self {
            cells: [first >> BITS | carry(second), second >> BITS | carry(third), third >> BITS],
            waiting: self.waiting << 1,
            has_ended: self.has_ended && !is_last,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_of_a_cell_comes_nearer() {
        let mut state = State::default();
        for ahead in [1, 20, 21, 22, 41, 42, 43, 62] {
            state.cover(ahead, true).unwrap();
        }
        assert_eq!(state.cover(20, false), None);
        state.begin_ahead(62).unwrap();
        let mut moved = state;
        for _ in 0..20 {
            moved = moved.advanced(false);
        }
        assert_eq!(moved.cell(0), Cell::Stop);
        assert_eq!([moved.cell(1), moved.cell(3), moved.cell(42)], [Cell::Stop, Cell::Free, Cell::Linked]);
    }

    #[test]
    fn a_path_ends_once() {
        let mut state = State::default();
        assert!(state.end().is_some() && state.end().is_none());
        assert_eq!(state.advanced(true), State::default());
        assert_ne!(state.advanced(false), State::default());
    }

    #[test]
    fn a_stop_waits_until_a_move_begins_there() {
        let mut state = State::default();
        state.wait();
        let mut later = state.advanced(false).advanced(false);
        assert_eq!(later.waiting().collect::<Vec<_>>(), [2]);
        assert_eq!(later.begin_back(1), None);
        assert_eq!(later.begin_back(2), Some(()));
        assert_eq!(later, State::default());
    }
}
