//! All positions of the player's box on a grid of cells: which are free of walls, and what the box touches there.

use std::collections::HashMap;

use super::{
    GeometryError, GeometryOptions,
    room::{Area, PLAYER_HEIGHT, PLAYER_WIDTH, Room},
    sensitive_doors,
};
use crate::lockpick::level::NodeKind;

/// The most cells of a room; the game's rooms have some thousand.
const MAX_CELLS: usize = 1 << 18;
/// The most things of a room.
const MAX_THINGS: usize = 20_000;
/// The most things at one position, and how many positions all things together may cover.
const MAX_HEAP: usize = 24;
const MAX_COVERED: usize = 1 << 24;
/// How far auras and curses reach from the player's box, in pixels.
const REACH: i64 = 23;
/// How far the player can rise without standing on anything, in pixels.
const RISE: i32 = 128;
/// What is left of that when the floor vanishes: the second jump.
const AIR_RISE: i32 = 48;

/// A position: counted in rows.
pub type Position = usize;
/// The number of a set of things; 0 is the empty set.
pub type SetId = u32;

/// The positions of a room.
#[derive(Debug)]
pub struct Lattice {
    across: usize,
    down: usize,
    /// Positions that walls leave free.
    free: Vec<bool>,
    /// The things that the box touches at each position.
    touched: Vec<SetId>,
    /// The sensitive doors that the box is near at each position.
    near: Vec<SetId>,
    sets: Sets,
    /// What kind of things there are.
    pub kinds: Vec<ThingKind>,
    /// Whether a thing stays when it is touched.
    pub is_lasting: Vec<bool>,
    /// Where the player starts.
    pub start: Position,
    /// How far the player can rise, in cells.
    pub rise: usize,
    /// How far the player can rise after the floor vanished, in cells.
    pub air_rise: usize,
}

/// What a thing is to someone who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThingKind {
    /// In the way until it is gone.
    Door,
    /// In the way now and then.
    Gate,
    /// Not in the way.
    Other,
}

/// Sets of things, each stored once.
#[derive(Debug)]
struct Sets {
    sets: Vec<Vec<usize>>,
    with: HashMap<(SetId, usize), SetId>,
}

impl Sets {
    /// A set with one more thing, which is larger than all in it.
    fn add(&mut self, set: SetId, thing: usize) -> Result<SetId, GeometryError> {
        if let Some(&known) = self.with.get(&(set, thing)) {
            return Ok(known);
        }
        let mut things = self.sets[set as usize].clone();
        things.push(thing);
        if things.len() > MAX_HEAP {
            return Err(GeometryError::Heap);
        }
        let id = self.sets.len() as SetId;
        self.sets.push(things);
        self.with.insert((set, thing), id);
        Ok(id)
    }
}

/// The player's box in whole cells.
struct Frame {
    cell: i32,
    width: i32,
    height: i32,
    across: usize,
    down: usize,
}

impl Frame {
    /// The columns and rows of positions at which the frame overlaps an area.
    fn overlapping(&self, area: Area) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        let range = |low: i32, high: i32, size: i32, count: usize| {
            let first = i64::from(low) - i64::from(size);
            let first = (first.div_euclid(i64::from(self.cell)) + 1).clamp(0, count as i64);
            let end = (i64::from(high) + i64::from(self.cell) - 1).div_euclid(i64::from(self.cell));
            let end = end.clamp(0, count as i64);
            first as usize..(end.max(first)) as usize
        };
        (range(area.left, area.right, self.width, self.across), range(area.top, area.bottom, self.height, self.down))
    }
}

impl Lattice {
    /// Cuts a room.
    pub fn new(room: &Room, options: &GeometryOptions) -> Result<Self, GeometryError> {
        let frame = frame_of(room, options)?;
        let (across, down) = (frame.across, frame.down);
        if room.things.len() > MAX_THINGS {
            return Err(GeometryError::Things(room.things.len()));
        }
        let mut lattice = Self {
            across,
            down,
            free: free_of(room, &frame),
            touched: vec![0; across * down],
            near: vec![0; across * down],
            sets: Sets { sets: vec![Vec::new()], with: HashMap::new() },
            kinds: room.things.iter().map(|thing| kind_of(&thing.kind)).collect(),
            is_lasting: room.things.iter().map(|thing| is_lasting(&thing.kind)).collect(),
            start: 0,
            rise: (RISE / frame.cell) as usize,
            air_rise: (AIR_RISE / frame.cell) as usize,
        };
        let mut covered = 0;
        let mut cover = |positions: usize| {
            covered += positions;
            if covered > MAX_COVERED { Err(GeometryError::Heap) } else { Ok(()) }
        };
        let is_sensitive = sensitive_doors(room);
        for (thing, what) in room.things.iter().enumerate() {
            let (columns, rows) = frame.overlapping(what.area);
            cover(columns.len() * rows.len())?;
            for position in rows.flat_map(|row| columns.clone().map(move |column| row * across + column)) {
                lattice.touched[position] = lattice.sets.add(lattice.touched[position], thing)?;
            }
            if is_sensitive[thing] {
                let reach = REACH as i32;
                let Area { left, top, right, bottom } = what.area;
                let around = Area {
                    left: left.saturating_sub(reach),
                    top: top.saturating_sub(reach),
                    right: right.saturating_add(reach),
                    bottom: bottom.saturating_add(reach),
                };
                let (columns, rows) = frame.overlapping(around);
                cover(columns.len() * rows.len())?;
                for (row, column) in rows.flat_map(|row| columns.clone().map(move |column| (row, column))) {
                    if is_near(&frame, column, row, what.area) {
                        let position = row * across + column;
                        lattice.near[position] = lattice.sets.add(lattice.near[position], thing)?;
                    }
                }
            }
        }
        lattice.end_at_goals(room)?;
        lattice.start = start_of(room, &frame, &lattice).ok_or(GeometryError::Start)?;
        Ok(lattice)
    }

    /// Whoever touches a goal is done: keys that are touched in the same instant do not matter any more.
    fn end_at_goals(&mut self, room: &Room) -> Result<(), GeometryError> {
        let is_goal = |thing: &usize| room.things[*thing].kind == NodeKind::Goal;
        let is_key = |thing: &usize| matches!(room.things[*thing].kind, NodeKind::Key(_));
        let mut ending = Vec::with_capacity(self.sets.sets.len());
        for things in self.sets.sets.clone() {
            let has_goal = things.iter().any(is_goal);
            let mut left = 0;
            for thing in things.into_iter().filter(|thing| !(has_goal && is_key(thing))) {
                left = self.sets.add(left, thing)?;
            }
            ending.push(left);
        }
        for touched in &mut self.touched {
            *touched = ending[*touched as usize];
        }
        Ok(())
    }

    /// How many positions there are, free or not.
    pub fn len(&self) -> usize {
        self.free.len()
    }

    /// Whether walls leave a position free.
    pub fn is_free(&self, position: Position) -> bool {
        self.free[position]
    }

    /// What makes a position differ from its neighbours: the things touched there or, where there are none, the doors near.
    pub fn signs(&self, position: Position) -> (SetId, SetId) {
        match self.touched[position] {
            0 => (0, self.near[position]),
            touched => (touched, 0),
        }
    }

    /// The sensitive doors near at a position.
    pub fn near(&self, position: Position) -> &[usize] {
        self.set(self.near[position])
    }

    /// The things of a set, in order.
    pub fn set(&self, set: SetId) -> &[usize] {
        &self.sets.sets[set as usize]
    }

    /// The things touched at a position.
    pub fn touched(&self, position: Position) -> &[usize] {
        self.set(self.touched[position])
    }

    /// The free position to the left.
    pub fn left(&self, position: Position) -> Option<Position> {
        (!position.is_multiple_of(self.across)).then(|| position - 1).filter(|&to| self.free[to])
    }

    /// The free position to the right.
    pub fn right(&self, position: Position) -> Option<Position> {
        (!(position + 1).is_multiple_of(self.across)).then(|| position + 1).filter(|&to| self.free[to])
    }

    /// The free position above.
    pub fn above(&self, position: Position) -> Option<Position> {
        position.checked_sub(self.across).filter(|&to| self.free[to])
    }

    /// The free position below.
    pub fn below(&self, position: Position) -> Option<Position> {
        Some(position + self.across).filter(|&to| to < self.across * self.down && self.free[to])
    }
}

fn is_lasting(kind: &NodeKind) -> bool {
    match kind {
        NodeKind::Door(_) => false,
        NodeKind::Key(key) => key.infinite,
        NodeKind::Gate(_) | NodeKind::Junction | NodeKind::Goal | NodeKind::Salvage(_) => true,
    }
}

fn kind_of(kind: &NodeKind) -> ThingKind {
    match kind {
        NodeKind::Door(_) => ThingKind::Door,
        NodeKind::Gate(_) => ThingKind::Gate,
        NodeKind::Junction | NodeKind::Key(_) | NodeKind::Goal | NodeKind::Salvage(_) => ThingKind::Other,
    }
}

fn frame_of(room: &Room, options: &GeometryOptions) -> Result<Frame, GeometryError> {
    if !matches!(options.cell, 1 | 2 | 4 | 8 | 16) {
        return Err(GeometryError::Cell(options.cell));
    }
    let cell = i32::from(options.cell);
    let whole_cells = |pixels: i32| (pixels + cell - 1) / cell * cell;
    let (width, height) = (whole_cells(PLAYER_WIDTH), whole_cells(PLAYER_HEIGHT));
    let positions = |pixels: i32, size: i32| if pixels < size { 0 } else { ((pixels - size) / cell + 1) as usize };
    let (across, down) = (positions(room.width, width), positions(room.height, height));
    // With gravity every position is there once for every cell that is left to rise.
    let most = if options.gravity { MAX_CELLS * 9 / (RISE / cell + 1) as usize } else { MAX_CELLS * 4 };
    if across.checked_mul(down).is_none_or(|cells| cells > most) {
        return Err(GeometryError::Size { width: room.width, height: room.height, most });
    }
    Ok(Frame { cell, width, height, across, down })
}

/// Which positions walls leave free: sums over rectangles, as walls may be many and large.
fn free_of(room: &Room, frame: &Frame) -> Vec<bool> {
    let (across, down) = (frame.across, frame.down);
    let mut change = vec![0i64; (across + 1) * (down + 1)];
    for &wall in room.walls.iter().filter(|wall| !wall.is_empty()) {
        let (columns, rows) = frame.overlapping(wall);
        change[rows.start * (across + 1) + columns.start] += 1;
        change[rows.start * (across + 1) + columns.end] -= 1;
        change[rows.end * (across + 1) + columns.start] -= 1;
        change[rows.end * (across + 1) + columns.end] += 1;
    }
    let mut free = Vec::with_capacity(across * down);
    let mut above = vec![0i64; across + 1];
    for row in 0..down {
        let mut sum = 0;
        for column in 0..across {
            above[column] += change[row * (across + 1) + column];
            sum += above[column];
            free.push(sum == 0);
        }
    }
    free
}

/// Whether a door is within reach of the player, who stands in the middle of the frame.
fn is_near(frame: &Frame, column: usize, row: usize, door: Area) -> bool {
    // In half pixels, as the middle may lie between two.
    let half_cell = 2 * i64::from(frame.cell);
    let left = column as i64 * half_cell + i64::from(frame.width - PLAYER_WIDTH);
    let bottom = row as i64 * half_cell + 2 * i64::from(frame.height);
    let (right, top) = (left + 2 * i64::from(PLAYER_WIDTH), bottom - 2 * i64::from(PLAYER_HEIGHT));
    let gap =
        |low: i64, high: i64, from: i32, to: i32| (2 * i64::from(from) - high).max(low - 2 * i64::from(to)).max(0);
    let across = gap(left, right, door.left, door.right);
    let down = gap(top, bottom, door.top, door.bottom);
    across * across + down * down <= 4 * REACH * REACH
}

/// The free position nearest to the player's box at the start.
fn start_of(room: &Room, frame: &Frame, lattice: &Lattice) -> Option<Position> {
    let Area { left, right, bottom, .. } = room.spawn;
    let cell = i64::from(frame.cell);
    let twice_middle = i64::from(left) + i64::from(right);
    let column = (twice_middle - i64::from(frame.width) + cell).div_euclid(2 * cell);
    let row = (2 * (i64::from(bottom) - i64::from(frame.height)) + cell).div_euclid(2 * cell);
    let position = |column: i64, row: i64| {
        let is_inside = (0..frame.across as i64).contains(&column) && (0..frame.down as i64).contains(&row);
        is_inside.then(|| row as usize * frame.across + column as usize).filter(|&at| lattice.free[at])
    };
    let tries = [(0, 0), (1, 0), (-1, 0), (0, -1), (1, -1), (-1, -1)];
    tries.into_iter().find_map(|(right, down)| position(column + right, row + down))
}
