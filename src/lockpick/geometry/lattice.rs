//! All positions of the player's box: which are free of walls, and what the box touches there.
//!
//! Without gravity every pixel counts, but pixels between which nothing changes are one position: the room is cut where
//! the box begins or ends to touch something, or to be near a door whose auras and curses that matters to. With gravity
//! positions are cells of a grid, and the player takes up whole cells.

use std::collections::HashMap;

use super::{
    GeometryError, GeometryOptions,
    room::{Area, PLAYER_HEIGHT, PLAYER_WIDTH, Room},
    sensitive_doors,
};
use crate::lockpick::{
    colour::Colour,
    complex::Complex,
    level::{Key, KeyEffect, NodeKind, Spot},
};

/// The most cells of a room; the game's rooms have some thousand.
const MAX_CELLS: usize = 1 << 18;
/// The most pixels of a room that is not cut into cells: whoever judges a route looks at each of them, and there is no
/// answer that nobody could judge.
const MAX_PIXELS: i64 = 1 << 24;
/// The most positions of a room that is not cut into cells.
const MAX_POSITIONS: usize = 1 << 23;
/// The most things of a room.
const MAX_THINGS: usize = 20_000;
/// The most things at one position, and how many positions all things together may cover.
const MAX_HEAP: usize = 24;
const MAX_COVERED: usize = 1 << 26;
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
    /// The first pixel of every column and every row of positions.
    columns: Vec<i32>,
    rows: Vec<i32>,
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
    /// With gravity, the side of a cell in pixels.
    pub cell: usize,
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

/// The box that is moved, and where to.
struct Frame {
    width: i32,
    height: i32,
    /// The first pixel of every column and every row of positions.
    columns: Vec<i32>,
    rows: Vec<i32>,
}

impl Frame {
    /// Cells of a grid, and a box of whole cells.
    fn of_cells(room: &Room, cell: i32) -> Self {
        let whole_cells = |pixels: i32| (pixels + cell - 1) / cell * cell;
        let (width, height) = (whole_cells(PLAYER_WIDTH), whole_cells(PLAYER_HEIGHT));
        let starts = |pixels: i32, size: i32| (0..=(pixels - size).max(-1)).step_by(cell as usize).collect();
        Self { width, height, columns: starts(room.width, width), rows: starts(room.height, height) }
    }

    /// The player's own box, and the room cut wherever something changes for it.
    fn of_pixels(room: &Room, is_sensitive: &[bool]) -> Self {
        let areas = || room.walls.iter().copied().chain(room.things.iter().map(|thing| thing.area));
        let sensitive = room.things.iter().zip(is_sensitive).filter(|(_, is_it)| **is_it).map(|(thing, _)| thing.area);
        let sensitive: Vec<Area> = sensitive.collect();
        let cuts = |size: i32, end: i32, sides: fn(Area) -> (i32, i32)| {
            let mut cuts = vec![0];
            for (low, high) in areas().map(sides) {
                cuts.extend([low.saturating_sub(size).saturating_add(1), high]);
            }
            // Around a door that reaches beyond its corners every pixel may differ.
            for (low, high) in sensitive.iter().copied().map(sides) {
                let before = low.saturating_sub(size);
                cuts.extend(
                    (0..=REACH as i32 + 1).flat_map(|gap| [before.saturating_sub(gap), high.saturating_add(gap)]),
                );
            }
            cuts.retain(|cut| (0..=end.saturating_sub(size)).contains(cut));
            cuts.sort_unstable();
            cuts.dedup();
            cuts
        };
        let columns = cuts(PLAYER_WIDTH, room.width, |area| (area.left, area.right));
        let rows = cuts(PLAYER_HEIGHT, room.height, |area| (area.top, area.bottom));
        Self { width: PLAYER_WIDTH, height: PLAYER_HEIGHT, columns, rows }
    }

    /// The columns and rows of positions at which the box overlaps an area.
    fn overlapping(&self, area: Area) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        let range = |starts: &[i32], low: i32, high: i32, size: i32| {
            let first = starts.partition_point(|&start| i64::from(start) + i64::from(size) <= i64::from(low));
            first..starts.partition_point(|&start| start < high).max(first)
        };
        (range(&self.columns, area.left, area.right, self.width), range(&self.rows, area.top, area.bottom, self.height))
    }
}

impl Lattice {
    /// Cuts a room.
    pub fn new(room: &Room, options: &GeometryOptions) -> Result<Self, GeometryError> {
        if room.things.len() > MAX_THINGS {
            return Err(GeometryError::Things(room.things.len()));
        }
        let is_sensitive = sensitive_doors(room);
        let frame = frame_of(room, options, &is_sensitive)?;
        let (across, down) = (frame.columns.len(), frame.rows.len());
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
            cell: usize::from(options.cell),
            rise: (RISE / i32::from(options.cell)) as usize,
            air_rise: (AIR_RISE / i32::from(options.cell)) as usize,
            columns: Vec::new(),
            rows: Vec::new(),
        };
        let mut covered = 0;
        let mut cover = |positions: usize| {
            covered += positions;
            if covered > MAX_COVERED { Err(GeometryError::Heap) } else { Ok(()) }
        };
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
        lattice.join_lasting_keys(room)?;
        lattice.end_at_goals(room)?;
        let start = if options.gravity {
            start_cell(room, options, &frame, &lattice)
        } else {
            start_pixel(room, &frame, &lattice)
        };
        lattice.start = start.ok_or(GeometryError::Start)?;
        (lattice.columns, lattice.rows) = (frame.columns, frame.rows);
        Ok(lattice)
    }

    /// Whoever touches a goal is done: keys that are touched in the same instant do not matter any more.
    fn end_at_goals(&mut self, room: &Room) -> Result<(), GeometryError> {
        let is_goal = |thing: &usize| room.things[*thing].kind == NodeKind::Goal;
        let is_key = |thing: &usize| matches!(room.things[*thing].kind, NodeKind::Key(_));
        self.change_touched(|mut things| {
            if things.iter().any(is_goal) {
                things.retain(|thing| !is_key(thing));
            }
            things
        })
    }

    /// Keys that stay and do the same thing, however often, are one key: who goes from one to the other notices
    /// nothing. A bridge of such keys would be cut at every border of one otherwise.
    fn join_lasting_keys(&mut self, room: &Room) -> Result<(), GeometryError> {
        let kind = |thing: usize| &room.things[thing].kind;
        let mut known: HashMap<Key, usize> = HashMap::new();
        let first: Vec<usize> = (0..room.things.len())
            .map(|thing| match kind(thing) {
                NodeKind::Key(key) if settles(key) => *known.entry(*key).or_insert(thing),
                _ => thing,
            })
            .collect();
        if first.iter().enumerate().all(|(thing, first)| thing == *first) {
            return Ok(());
        }
        // Where something else can change what a key has done while it is touched, the next one does it again.
        let mut is_undone = vec![false; room.things.len()];
        for position in (0..self.len()).filter(|&position| self.free[position] && self.touched[position] != 0) {
            let beside = [self.left(position), self.right(position), self.above(position), self.below(position)];
            let around = beside.into_iter().flatten().chain([position]);
            let others: Vec<usize> = around.flat_map(|at| self.touched(at)).copied().collect();
            for &key in self.touched(position) {
                is_undone[first[key]] |= others.iter().any(|&other| can_undo(kind(other), kind(key)));
            }
        }
        let first: Vec<usize> =
            first.into_iter().enumerate().map(|(thing, first)| if is_undone[first] { thing } else { first }).collect();
        self.change_touched(|things| {
            let mut firsts: Vec<usize> = things.into_iter().map(|thing| first[thing]).collect();
            firsts.sort_unstable();
            firsts.dedup();
            firsts
        })
    }

    /// Puts other things in the place of those that are touched together.
    fn change_touched(&mut self, change: impl Fn(Vec<usize>) -> Vec<usize>) -> Result<(), GeometryError> {
        let mut changed = Vec::with_capacity(self.sets.sets.len());
        for things in self.sets.sets.clone() {
            let mut set = 0;
            for thing in change(things) {
                set = self.sets.add(set, thing)?;
            }
            changed.push(set);
        }
        for touched in &mut self.touched {
            *touched = changed[*touched as usize];
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

    /// What makes a position differ from its neighbours: the things touched there or, where there are none, the doors
    /// near.
    pub fn signs(&self, position: Position) -> (SetId, SetId) {
        match self.touched[position] {
            0 => (0, self.near[position]),
            touched => (touched, 0),
        }
    }

    /// Everything that can happen at a position: the things touched there and the doors near.
    pub fn all_signs(&self, position: Position) -> (SetId, SetId) {
        (self.touched[position], self.near[position])
    }

    /// Where a position is.
    pub fn spot(&self, position: Position) -> Spot {
        Spot { x: self.columns[position % self.across], y: self.rows[position / self.across] }
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

    /// The column of a position.
    pub fn column(&self, position: Position) -> usize {
        position % self.across
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

/// Whether to touch a key again and again, or another one like it, is the same as to touch it once: it stays and sets
/// something.
fn settles(key: &Key) -> bool {
    let sets = matches!(key.effect, KeyEffect::Exact(_) | KeyEffect::Star | KeyEffect::Unstar);
    // What a glitch key does changes with every door.
    key.infinite && sets && key.colour != Colour::Glitch
}

/// Whether a thing may change what a key has set while the player still touches that key.
fn can_undo(thing: &NodeKind, key: &NodeKind) -> bool {
    let NodeKind::Key(key) = key else { return false };
    match thing {
        NodeKind::Key(other) => other != key && (other.colour == key.colour || other.colour == Colour::Glitch),
        NodeKind::Door(door) => {
            let is_spent = [key.colour, Colour::Glitch].contains(&door.spend) || key.colour == Colour::Brown;
            let has_masters = key.colour == Colour::Master && key.effect != KeyEffect::Exact(Complex::ZERO);
            matches!(key.effect, KeyEffect::Exact(_)) && (is_spent || has_masters)
        }
        _ => false,
    }
}

fn kind_of(kind: &NodeKind) -> ThingKind {
    match kind {
        NodeKind::Door(_) => ThingKind::Door,
        NodeKind::Gate(_) => ThingKind::Gate,
        NodeKind::Junction | NodeKind::Key(_) | NodeKind::Goal | NodeKind::Salvage(_) => ThingKind::Other,
    }
}

fn frame_of(room: &Room, options: &GeometryOptions, is_sensitive: &[bool]) -> Result<Frame, GeometryError> {
    if !matches!(options.cell, 1 | 2 | 4 | 8 | 16) {
        return Err(GeometryError::Cell(options.cell));
    }
    let cell = i32::from(options.cell);
    // With gravity every position is there once for every cell that is left to rise.
    let most = if options.gravity { MAX_CELLS * 9 / (RISE / cell + 1) as usize } else { MAX_POSITIONS };
    let too_large = GeometryError::Size { width: room.width, height: room.height, most };
    let cells = |pixels: i32| pixels.max(0) as usize / cell as usize;
    if options.gravity && cells(room.width).checked_mul(cells(room.height)).is_none_or(|cells| cells > most) {
        return Err(too_large);
    }
    if !options.gravity && i64::from(room.width.max(0)) * i64::from(room.height.max(0)) > MAX_PIXELS {
        return Err(GeometryError::Pixels { width: room.width, height: room.height, most: MAX_PIXELS });
    }
    let frame = if options.gravity { Frame::of_cells(room, cell) } else { Frame::of_pixels(room, is_sensitive) };
    if frame.columns.len().checked_mul(frame.rows.len()).is_none_or(|positions| positions > most) {
        return Err(too_large);
    }
    Ok(frame)
}

/// Which positions walls leave free: sums over rectangles, as walls may be many and large.
fn free_of(room: &Room, frame: &Frame) -> Vec<bool> {
    let (across, down) = (frame.columns.len(), frame.rows.len());
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
    let left = 2 * i64::from(frame.columns[column]) + i64::from(frame.width - PLAYER_WIDTH);
    let bottom = 2 * (i64::from(frame.rows[row]) + i64::from(frame.height));
    let (right, top) = (left + 2 * i64::from(PLAYER_WIDTH), bottom - 2 * i64::from(PLAYER_HEIGHT));
    let gap =
        |low: i64, high: i64, from: i32, to: i32| (2 * i64::from(from) - high).max(low - 2 * i64::from(to)).max(0);
    let across = gap(left, right, door.left, door.right);
    let down = gap(top, bottom, door.top, door.bottom);
    across * across + down * down <= 4 * REACH * REACH
}

/// The free cell nearest to the player's box at the start.
fn start_cell(room: &Room, options: &GeometryOptions, frame: &Frame, lattice: &Lattice) -> Option<Position> {
    let Area { left, right, bottom, .. } = room.spawn;
    let cell = i64::from(options.cell);
    let twice_middle = i64::from(left) + i64::from(right);
    let column = (twice_middle - i64::from(frame.width) + cell).div_euclid(2 * cell);
    let row = (2 * (i64::from(bottom) - i64::from(frame.height)) + cell).div_euclid(2 * cell);
    let (across, down) = (frame.columns.len() as i64, frame.rows.len() as i64);
    let position = |column: i64, row: i64| {
        let is_inside = (0..across).contains(&column) && (0..down).contains(&row);
        is_inside.then(|| (row * across + column) as usize).filter(|&at| lattice.free[at])
    };
    let tries = [(0, 0), (1, 0), (-1, 0), (0, -1), (1, -1), (-1, -1)];
    tries.into_iter().find_map(|(right, down)| position(column + right, row + down))
}

/// The free position nearest to the player's box at the start: the box itself, unless it lies a little way in a wall.
fn start_pixel(room: &Room, frame: &Frame, lattice: &Lattice) -> Option<Position> {
    /// How far away, in pixels.
    const FARTHEST: i64 = 16;
    // How far each column is from the box at the start, for those that are not too far.
    let distances = |starts: &[i32], end: i32, at: i32| {
        let ends = starts.iter().skip(1).copied().chain([end]).map(|next| i64::from(next) - 1);
        let away = starts
            .iter()
            .zip(ends)
            .map(|(&first, last)| (i64::from(first) - i64::from(at)).max(i64::from(at) - last).max(0));
        away.enumerate().filter(|(_, away)| *away <= FARTHEST).collect::<Vec<_>>()
    };
    let columns = distances(&frame.columns, room.width - frame.width + 1, room.spawn.left);
    let rows = distances(&frame.rows, room.height - frame.height + 1, room.spawn.top);
    let all = rows.iter().flat_map(|&(row, down)| {
        columns.iter().map(move |&(column, across)| (across + down, row * frame.columns.len() + column))
    });
    all.filter(|&(_, at)| lattice.free[at]).min().map(|(_, at)| at)
}
