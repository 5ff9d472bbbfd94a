//! Everything about a level that the searches look up, worked out once.

use crate::{
    lockpick::play::{
        State, Terrain,
        codec::{Codec, Pool},
    },
    search::Control,
};

use super::{
    growing::growing,
    landmarks::Landmarks,
    relax::{Estimate, Relaxation},
    side_doors::side_doors,
    stubborn::Stubborn,
    symmetry::Symmetry,
    tame::{TameColours, Tameness},
    traits::Traits,
};

/// What is looked up about a level.
pub(super) struct LevelTables<'a> {
    pub terrain: &'a Terrain,
    pub codec: Codec,
    /// How states are written where only the sum of many keys counts, if there are so many.
    pub pooling: Option<Codec>,
    pub tameness: Tameness,
    /// Which moves need not be tried in every order, if that can be told.
    pub stubborn: Option<Stubborn>,
    /// Is a route of the fewest steps wanted? Then nothing is done that is not asked for.
    pub is_shortest: bool,
    traits: Traits,
    symmetry: Symmetry,
    /// What every solution has to do.
    landmarks: Landmarks,
}

impl<'a> LevelTables<'a> {
    pub fn new(terrain: &'a Terrain, start: &State, is_shortest: bool, control: &Control) -> Self {
        let traits = Traits::of(terrain, start);
        let growing = growing(terrain);
        let codec = Codec::new(terrain, &growing, &side_doors(terrain));
        let landmarks = Landmarks::new(terrain, &traits, start, control);
        let pools = Pool::all(&terrain.level);
        Self {
            terrain,
            pooling: (!pools.is_empty()).then(|| codec.clone().pooling(&pools)),
            symmetry: Symmetry::new(terrain, &codec),
            codec,
            stubborn: Stubborn::new(terrain, &traits, &landmarks),
            landmarks,
            traits,
            tameness: Tameness::new(terrain, &growing),
            is_shortest,
        }
    }

    /// Puts branches that are alike into order.
    pub fn arrange(&self, state: &mut State, patterns: &mut Vec<u64>) {
        if !self.symmetry.is_empty() {
            self.symmetry.arrange(self.terrain, state, patterns);
            self.terrain.look_around(state);
        }
    }

    /// The colours whose keys are taken at once, if anything is.
    pub fn tame(&self, state: &State) -> Option<TameColours> {
        (!self.is_shortest).then(|| self.tameness.colours(self.terrain, state))
    }

    /// How far the goal is, or `None` in a dead end: a guess, or at least so far if a shortest route is wanted.
    pub fn estimate(&self, relaxation: &mut Relaxation, state: &State) -> Option<u32> {
        if !self.landmarks.is_affordable(self.terrain, state) {
            return None;
        }
        if self.is_shortest {
            let is_hopeful = relaxation.is_hopeful(self.terrain, &self.traits, state);
            return is_hopeful.then(|| self.landmarks.left(state).max(1));
        }
        match relaxation.estimate(self.terrain, &self.traits, state) {
            Estimate::DeadEnd => None,
            Estimate::Steps(steps) => Some(steps),
        }
    }
}
