//! The board as a strip: its cells in the order of a scan, and every placement by the first cell it covers. What has
//! been filled beyond the first empty cell is a *window* of bits; a step fills the first empty cell and leads to the
//! next one.

use std::{fmt::Debug, hash::Hash};

use num_traits::PrimInt;

use super::{
    super::placements::{Compiled, OpenKind},
    held::Held,
    pockets::Pockets,
};

/// Boards are laid out with the cells that are missing from their rectangle up to this many positions.
const MOST_POSITIONS: usize = 4096;

/// Positions from the first empty one on, as bits: bit 0 is that position.
pub(super) trait Window: PrimInt + Default + Hash + Debug + Send + Sync {
    /// How many positions there are.
    const BITS: usize;
}

impl Window for u64 {
    const BITS: usize = 64;
}

impl Window for u128 {
    const BITS: usize = 128;
}

/// Which position of the strip each cell of the board has.
#[derive(Debug)]
pub(super) struct Layout {
    position: Vec<usize>,
    positions: usize,
    /// The positions of one line, where the strip is a whole rectangle.
    line: Option<usize>,
}

impl Layout {
    /// A whole rectangle scanned along its short side, where the board is flat and not too scattered.
    pub fn rectangle(compiled: &Compiled) -> Option<Self> {
        let board = &compiled.puzzle.board;
        let positions = board.height() * board.width();
        if !board.is_flat() || positions > MOST_POSITIONS {
            return None;
        }
        let line = board.height().min(board.width());
        let is_tall = board.height() > board.width();
        let spots = board.spots().iter();
        let position =
            spots.map(|spot| if is_tall { spot.row * line + spot.column } else { spot.column * line + spot.row });
        Some(Self { position: position.collect(), positions, line: Some(line) })
    }

    /// Only the cells, in the order in which they are best filled.
    pub fn cells_only(compiled: &Compiled) -> Self {
        let order = compiled.puzzle.board.scan_order();
        let mut position = vec![0; order.len()];
        order.iter().zip(0..).for_each(|(cell, at)| position[*cell] = at);
        Self { position, positions: order.len(), line: None }
    }

    /// The positions of a placement, in order.
    fn positions_of(&self, compiled: &Compiled, piece: usize, placement: usize) -> Vec<usize> {
        let cells = compiled.pieces[piece].placements[placement].iter_ones();
        let mut positions: Vec<usize> = cells.map(|cell| self.position[cell]).collect();
        positions.sort_unstable();
        positions
    }

    /// Where a placement begins.
    pub fn first(&self, compiled: &Compiled, piece: usize, placement: usize) -> usize {
        let cells = compiled.pieces[piece].placements[placement].iter_ones();
        cells.map(|cell| self.position[cell]).min().unwrap_or(0)
    }

    /// How many positions the longest placement spans.
    pub fn span(&self, compiled: &Compiled, kinds: &[OpenKind]) -> usize {
        let placements = kinds.iter().flat_map(|kind| kind.placements.iter().map(|at| (kind.piece, *at)));
        let spans = placements.map(|(piece, at)| {
            let positions = self.positions_of(compiled, piece, at);
            positions[positions.len() - 1] - positions[0] + 1
        });
        spans.max().unwrap_or(1)
    }
}

/// A placement, seen from its first position, or a cell that stays empty.
#[derive(Clone, Debug)]
pub(super) struct Step<W> {
    /// The positions it covers, counted from the first one.
    pub cells: W,
    /// Is it the piece that is held fast?
    pub is_held: bool,
    /// Which kind of the supply it takes one of.
    pub kind: u8,
    /// For how many placements it stands.
    pub weight: u8,
}

/// What a step stands for: a kind, by its first piece, and one of its placements.
pub(super) type Origin = (u32, u32);

/// What stands for a cell that stays empty where a kind and placement would.
pub(super) const HOLE: Origin = (u32::MAX, u32::MAX);

/// A kind of piece, as far as used sets are concerned.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// Its cells.
    pub size: usize,
    /// How many there are.
    pub copies: usize,
}

/// The board in scan order. A *layer* is a position that is to be filled, counted without those that are not.
#[derive(Debug)]
pub(super) struct Strip<W> {
    /// The steps that begin at each layer.
    pub steps: Vec<Vec<Step<W>>>,
    /// What each of them stands for.
    pub origins: Vec<Vec<Origin>>,
    /// For each layer, the positions from it on that are not to be filled: outside the board, or given.
    walls: Vec<W>,
    /// The position of each layer.
    open: Vec<usize>,
    /// The first layer at or after each position.
    next_open: Vec<usize>,
    pockets: Option<Pockets<W>>,
    /// The kinds of pieces, without the one that is held fast and with the cells that may stay empty.
    pub kinds: Vec<Kind>,
    /// The cells of the piece that is held fast; 0 without one.
    pub held_size: usize,
    /// The last layer from which it can be placed.
    last_held: usize,
}

impl<W: Window> Strip<W> {
    /// `None` if there are more kinds or placements than a step can name.
    pub fn new(compiled: &Compiled, layout: &Layout, kinds: &[OpenKind], held: Option<&Held>) -> Option<Self> {
        let given = compiled.given_cells();
        let mut is_open = vec![false; layout.positions];
        given.iter_zeros().for_each(|cell| is_open[layout.position[cell]] = true);
        let open: Vec<usize> = (0..layout.positions).filter(|position| is_open[*position]).collect();
        let mut next_open = vec![open.len(); layout.positions + 1];
        for position in (0..layout.positions).rev() {
            next_open[position] = next_open[position + 1] - usize::from(is_open[position]);
        }
        let walls = open.iter().map(|from| {
            let is_wall = |at: &usize| !is_open.get(from + at).copied().unwrap_or(false);
            (0..W::BITS).filter(is_wall).fold(W::zero(), |set, at| set | W::one() << at)
        });
        let size_of = |kind: &OpenKind| compiled.puzzle.pieces[kind.piece].cells.len();
        let is_held = |kind: &OpenKind| held.is_some_and(|held| held.piece == kind.piece);
        let holes = compiled.puzzle.holes().unwrap_or(0);
        let mut strip = Self {
            steps: vec![Vec::new(); open.len()],
            origins: vec![Vec::new(); open.len()],
            walls: walls.collect(),
            next_open,
            pockets: None,
            kinds: Vec::new(),
            held_size: kinds.iter().find(|kind| is_held(kind)).map_or(0, size_of),
            last_held: 0,
            open,
        };
        for kind in kinds {
            let number = u8::try_from(strip.kinds.len()).ok()?;
            for &placement in &kind.placements {
                let weight = match held.filter(|_| is_held(kind)) {
                    Some(held) => held.weights.get(&placement).copied().unwrap_or(0),
                    None => 1,
                };
                if weight == 0 {
                    continue;
                }
                let positions = layout.positions_of(compiled, kind.piece, placement);
                let cells = positions.iter().fold(W::zero(), |set, at| set | W::one() << (at - positions[0]));
                let step = Step { cells, is_held: is_held(kind), kind: number, weight };
                let layer = strip.next_open[positions[0]];
                strip.steps[layer].push(step);
                strip.origins[layer].push((kind.piece as u32, placement as u32));
            }
            if !is_held(kind) {
                strip.kinds.push(Kind { size: size_of(kind), copies: kind.copies });
            }
        }
        if holes > 0 {
            let number = u8::try_from(strip.kinds.len()).ok()?;
            let hole = Step { cells: W::one(), is_held: false, kind: number, weight: 1 };
            strip.steps.iter_mut().for_each(|steps| steps.push(hole.clone()));
            strip.origins.iter_mut().for_each(|origins| origins.push(HOLE));
            strip.kinds.push(Kind { size: 1, copies: holes });
        }
        if let Some(line) = layout.line.filter(|_| compiled.puzzle.is_connected()) {
            let held = held.map(|_| Kind { size: strip.held_size, copies: 1 });
            strip.pockets = Pockets::new(line, strip.kinds.iter().copied().chain(held));
        }
        // The piece that is held fast comes after all kinds: its steps change no used set.
        let after_all = u8::try_from(strip.kinds.len()).ok()?;
        strip.steps.iter_mut().flatten().filter(|step| step.is_held).for_each(|step| step.kind = after_all);
        let has_held = |steps: &Vec<Step<W>>| steps.iter().any(|step| step.is_held);
        strip.last_held = strip.steps.iter().rposition(has_held).unwrap_or(0);
        strip.steps.iter().all(|steps| steps.len() <= usize::from(u16::MAX)).then_some(strip)
    }

    /// The layer after the last one: the board is full.
    pub fn end(&self) -> usize {
        self.open.len()
    }

    /// Where a step leads that fits: the layer and window after it. Bit 0 of a window, which is always empty, says
    /// whether the piece that is held fast has been placed.
    #[inline]
    pub fn after(&self, layer: usize, window: W, step: &Step<W>) -> (usize, W) {
        let is_placed = if step.is_held { W::one() } else { window & W::one() };
        let cells = (window & !W::one()) | step.cells;
        let run = (cells | self.walls[layer]).trailing_ones() as usize;
        let position = self.open[layer] + run;
        let next = self.next_open[position.min(self.next_open.len() - 1)];
        (next, if run < W::BITS { cells >> run } else { W::zero() } | is_placed)
    }

    /// Is it too late to place the piece that is held fast?
    #[inline]
    pub fn is_too_late(&self, layer: usize, window: W) -> bool {
        self.held_size > 0 && layer > self.last_held && (window & W::one()).is_zero()
    }

    /// Does a step fit a window?
    #[inline]
    pub fn fits(&self, window: W, step: &Step<W>) -> bool {
        // Both may have bit 0: what is held fast is placed once.
        let once = if step.is_held { W::zero() } else { W::one() };
        (window & !once & step.cells).is_zero()
    }

    /// Is there a closed region that no pieces fill, as far as areas tell?
    #[inline]
    pub fn has_dead_pocket(&self, layer: usize, window: W) -> bool {
        let Some(pockets) = &self.pockets else { return false };
        pockets.is_dead(self.open[layer], window & !W::one(), self.walls[layer])
    }

    /// The cells that the used set of a window has together, without the piece that is held fast.
    pub fn area(&self, layer: usize, window: W) -> usize {
        let is_placed = !(window & W::one()).is_zero();
        let ahead = (window & !W::one()).count_ones() as usize;
        layer + ahead - if is_placed { self.held_size } else { 0 }
    }
}
