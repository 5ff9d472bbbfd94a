//! Positions with budgets, and the steps between them.

use crate::lockpick::geometry::lattice::{Lattice, Position, ThingKind};

/// A position and a budget.
pub type State = usize;

/// The states of a room.
pub struct Air<'a> {
    /// Where the player can be.
    pub lattice: &'a Lattice,
    /// How many budgets there are, with 0.
    pub levels: usize,
    /// Which states can be reached if every door may stand or be gone as it suits.
    pub is_reached: Vec<bool>,
}

impl<'a> Air<'a> {
    /// All that can be reached from the start.
    pub fn new(lattice: &'a Lattice) -> Self {
        let mut air = Self { lattice, levels: lattice.rise + 1, is_reached: Vec::new() };
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

    /// Where the player starts, in the air or not.
    pub fn start(&self) -> State {
        self.state(self.lattice.start, self.lattice.air_rise)
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
        let above = if budget > 0 { self.lattice.above(position) } else { None };
        let at = move |position: Position| position * self.levels + budget;
        let filled = (budget < self.full() && self.is_grounded(position)).then(|| self.state(position, self.full()));
        let all = [
            filled,
            above.map(|above| self.state(above, budget - 1)),
            self.lattice.left(position).map(at),
            self.lattice.right(position).map(at),
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
            let on_door = self.floors(position).next().map(|_| [self.full(), self.lattice.air_rise]);
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
