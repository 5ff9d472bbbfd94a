//! Positions with budgets, and the steps between them.

use crate::lockpick::geometry::lattice::{Lattice, Position, ThingKind};

/// A position and a budget.
pub type State = usize;

/// How many lines, this many pixels apart, the player can cross in the air: a running double jump is at most about 240
/// pixels long, which is five of them wherever they are; 288 pixels are always more.
const LINES: usize = 5;
const BETWEEN_LINES: usize = 48;

/// The states of a room.
pub struct Air<'a> {
    /// Where the player can be.
    pub lattice: &'a Lattice,
    /// How many budgets there are: of rising, with 0, times those of going sideways, with 0.
    pub levels: usize,
    /// The columns of positions between two lines that count in the air.
    columns: usize,
    /// Which states can be reached if every door may stand or be gone as it suits.
    pub is_reached: Vec<bool>,
}

impl<'a> Air<'a> {
    /// All that can be reached from the start.
    pub fn new(lattice: &'a Lattice) -> Self {
        let columns = (BETWEEN_LINES / lattice.cell).max(1);
        let levels = (lattice.rise + 1) * (LINES + 1);
        let mut air = Self { lattice, levels, columns, is_reached: Vec::new() };
        air.explore();
        air
    }

    /// The state with a budget at a position.
    pub fn state(&self, position: Position, budget: usize) -> State {
        position * self.levels + budget
    }

    /// The position of a state.
    pub fn position(&self, state: State) -> Position {
        state / self.levels
    }

    /// The budget of someone who stands.
    pub fn full(&self) -> usize {
        self.levels - 1
    }

    /// The budget of someone whose floor has vanished: the second jump is left.
    pub fn fallen(&self) -> usize {
        self.lattice.air_rise * (LINES + 1) + LINES
    }

    /// Whether a budget is as good as another: no less to rise, and no less to go sideways.
    pub fn is_as_good(budget: usize, other: usize) -> bool {
        let parts = |budget: usize| (budget / (LINES + 1), budget % (LINES + 1));
        let ((rise, sideways), (other_rise, other_sideways)) = (parts(budget), parts(other));
        rise >= other_rise && sideways >= other_sideways
    }

    /// Where the player starts, in the air or not.
    pub fn start(&self) -> State {
        self.state(self.lattice.start, self.fallen())
    }

    /// Whether there is something to stand on that never goes away. Gates count: when one is open is not followed.
    pub fn is_grounded(&self, position: Position) -> bool {
        match self.lattice.below(position) {
            None => true,
            Some(below) => self.new_things(position, below).any(|thing| self.lattice.kinds[thing] == ThingKind::Gate),
        }
    }

    /// The doors to stand on, where nothing else is.
    pub fn floors(&self, position: Position) -> impl Iterator<Item = usize> {
        let below = self.lattice.below(position).filter(|_| !self.is_grounded(position));
        let things = below.into_iter().flat_map(move |below| self.new_things(position, below));
        things.filter(|&thing| self.lattice.kinds[thing] == ThingKind::Door)
    }

    /// What is touched at a position and was not before.
    fn new_things(&self, from: Position, to: Position) -> impl Iterator<Item = usize> {
        let before = self.lattice.touched(from);
        self.lattice.touched(to).iter().copied().filter(move |thing| !before.contains(thing))
    }

    /// The states one step away that need no door to stand on.
    pub fn steps(&self, state: State) -> impl Iterator<Item = State> {
        let (position, budget) = (self.position(state), state % self.levels);
        let above = if budget > LINES { self.lattice.above(position) } else { None };
        let at = move |position: Position| position * self.levels + budget;
        let is_grounded = self.is_grounded(position);
        let filled = (budget < self.full() && is_grounded).then(|| self.state(position, self.full()));
        // Who walks has all the time in the world; who flies does not.
        let beside = move |to: Position| {
            let is_line =
                |to: Position| self.lattice.column(to) / self.columns != self.lattice.column(position) / self.columns;
            match budget % (LINES + 1) {
                _ if is_grounded || !is_line(to) => Some(at(to)),
                0 => None,
                _ => Some(at(to) - 1),
            }
        };
        let all = [
            filled,
            above.map(|above| self.state(above, budget - LINES - 1)),
            self.lattice.left(position).and_then(beside),
            self.lattice.right(position).and_then(beside),
            self.lattice.below(position).map(at),
        ];
        all.into_iter().flatten()
    }

    /// Finds all states that can be reached if every door may stand or be gone as it suits.
    fn explore(&mut self) {
        let mut is_reached = vec![false; self.lattice.len() * self.levels];
        let mut queue = vec![self.start()];
        is_reached[self.start()] = true;
        while let Some(state) = queue.pop() {
            let position = self.position(state);
            let on_door = self.floors(position).next().map(|_| [self.full(), self.fallen()]);
            let on_door = on_door.into_iter().flatten().map(|budget| self.state(position, budget));
            for next in self.steps(state).chain(on_door) {
                if !is_reached[next] {
                    is_reached[next] = true;
                    queue.push(next);
                }
            }
        }
        self.is_reached = is_reached;
    }
}
