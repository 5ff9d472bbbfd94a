//! A path that is changed in place.

use super::terrain::Terrain;

/// A path, and the cells it covers.
#[derive(Clone)]
pub(super) struct Route {
    /// Cells that nothing may pass: covered by the path, or from the beginning.
    pub is_covered: Vec<bool>,
    /// Where it stops, the start first: one more than there are moves.
    pub stops: Vec<u32>,
    /// Its moves.
    pub moves: Vec<u8>,
    /// The cells it covers.
    pub score: u32,
}

impl Route {
    /// A path from its moves, which must be possible.
    pub fn new(terrain: &Terrain, moves: &[u8]) -> Self {
        let is_covered = terrain.is_free.iter().map(|&is_free| !is_free).collect();
        let mut route = Self { is_covered, stops: vec![terrain.start as u32], moves: Vec::new(), score: 0 };
        route.splice(terrain, 0, 0, moves);
        route
    }

    /// Is a move possible?
    #[inline]
    pub fn is_open(&self, terrain: &Terrain, cell: usize, direction: usize) -> bool {
        terrain.lengths[cell][direction] > 0 && !terrain.passed(cell, direction).any(|passed| self.is_covered[passed])
    }

    /// Marks the cells of a move as covered or not.
    #[inline]
    pub fn mark(&mut self, terrain: &Terrain, cell: usize, direction: usize, is_covered: bool) {
        for passed in terrain.passed(cell, direction) {
            self.is_covered[passed] = is_covered;
        }
    }

    /// Marks the cells of some of its own moves, and returns how many they are.
    pub fn mark_moves(&mut self, terrain: &Terrain, from: usize, to: usize, is_covered: bool) -> u32 {
        let mut cells = 0;
        for index in from..to {
            let (cell, direction) = (self.stops[index] as usize, usize::from(self.moves[index]));
            self.mark(terrain, cell, direction, is_covered);
            cells += u32::from(terrain.lengths[cell][direction]);
        }
        cells
    }

    /// Puts other moves in the place of those from `from` to `to`, whose cells must be free already.
    pub fn splice(&mut self, terrain: &Terrain, from: usize, to: usize, moves: &[u8]) {
        let covered = |route: &Self| {
            (from..to)
                .map(|index| terrain.lengths[route.stops[index] as usize][usize::from(route.moves[index])])
                .map(u32::from)
                .sum::<u32>()
        };
        self.score -= covered(self);
        let mut cell = self.stops[from] as usize;
        let mut stops = Vec::with_capacity(moves.len());
        for &direction in moves {
            let direction = usize::from(direction);
            self.mark(terrain, cell, direction, true);
            self.score += u32::from(terrain.lengths[cell][direction]);
            cell = terrain.ends[cell][direction] as usize;
            stops.push(cell as u32);
        }
        self.moves.splice(from..to, moves.iter().copied());
        self.stops.splice(from + 1..=to, stops);
    }
}
