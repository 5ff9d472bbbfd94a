//! A strip of a board: its cells in the order in which a diagram settles them, and the moves that touch it.

use super::{super::terrain::Terrain, state::HORIZON};

/// A move, by where it begins and its direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arc {
    pub origin: usize,
    pub direction: usize,
}

/// A strip of a board. A place is a cell's number in the strip's order.
pub(super) struct Window {
    /// The cell of every place.
    pub cells: Vec<usize>,
    /// The place of every cell of the board that is in the strip.
    places: Vec<Option<u32>>,
    /// The moves that touch it: they begin in it or pass a cell of it.
    pub arcs: Vec<Arc>,
    /// For each place, the moves of whose cells it is the first.
    pub first_here: Vec<Vec<u32>>,
    /// For each place, the moves that begin there and pass no cell of the strip.
    pub exits: Vec<Vec<u32>>,
    /// For each place, the last place at which a move that begins there could still be chosen.
    pub last_chance: Vec<Option<usize>>,
}

impl Window {
    /// Columns (or rows) of a board, from `lanes.start` up to `lanes.end`.
    pub fn new(terrain: &Terrain, columns: usize, lanes: std::ops::Range<usize>, are_columns: bool) -> Self {
        let rows = terrain.cells() / columns;
        let length = if are_columns { rows } else { columns };
        let cell =
            |along: usize, lane: usize| if are_columns { along * columns + lane } else { lane * columns + along };
        let cells: Vec<usize> = (0..length)
            .flat_map(|along| lanes.clone().map(move |lane| (along, lane)))
            .map(|(a, l)| cell(a, l))
            .collect();
        let mut places = vec![None; terrain.cells()];
        for (place, &cell) in cells.iter().enumerate() {
            places[cell] = Some(place as u32);
        }
        let mut window = Self {
            places,
            arcs: Vec::new(),
            first_here: vec![Vec::new(); cells.len()],
            exits: vec![Vec::new(); cells.len()],
            last_chance: vec![None; cells.len()],
            cells,
        };
        for origin in 0..terrain.cells() {
            for direction in (0..terrain.directions.len()).filter(|&side| terrain.lengths[origin][side] > 0) {
                window.add(terrain, Arc { origin, direction });
            }
        }
        window
    }

    /// How wide a strip may be if the longest move has this length, so that a state can tell of all cells ahead.
    pub fn widest(longest: usize) -> usize {
        (HORIZON - 1) / longest.max(1) - 1
    }

    fn add(&mut self, terrain: &Terrain, arc: Arc) {
        let index = self.arcs.len() as u32;
        let first = terrain.passed(arc.origin, arc.direction).filter_map(|cell| self.place(cell)).min();
        match (first, self.place(arc.origin)) {
            (None, None) => return,
            (None, Some(origin)) => self.exits[origin].push(index),
            (Some(first), origin) => {
                self.first_here[first].push(index);
                if let Some(origin) = origin.filter(|&origin| first > origin) {
                    self.last_chance[origin] = self.last_chance[origin].max(Some(first));
                }
            }
        }
        self.arcs.push(arc);
    }

    /// The place of a cell, if it is in the strip.
    #[inline]
    pub fn place(&self, cell: usize) -> Option<usize> {
        self.places[cell].map(|place| place as usize)
    }
}
