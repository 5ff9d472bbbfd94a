//! The room pixel by pixel: where the player's box can be, what it overlaps there, and which doors are within reach.
//! Made from the rectangles of the room and nothing else.

use std::collections::HashMap;

use crate::lockpick::{
    geometry::room::{Area, Room},
    level::{NodeKind, Spot},
};

/// The player's box.
const WIDTH: i32 = 11;
const HEIGHT: i32 = 21;
/// How far auras and curses reach from the box, in pixels.
const REACH: i64 = 23;
/// The most positions of a room.
const MOST: usize = 1 << 24;
/// The player may start this many pixels away from where the file says, if that is inside a wall.
const STRAY: i32 = 16;

/// A place of the box: counted in rows of pixels.
pub(super) type Pixel = usize;
/// The number of a set of things touched and doors near.
pub(super) type Sign = u32;

/// What is the same at many pixels: what the box touches there, and what it is near to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Surroundings {
    pub touched: Vec<usize>,
    pub near: Vec<usize>,
}

/// All positions of a room.
pub(super) struct Pixels {
    across: usize,
    down: usize,
    is_wall: Vec<bool>,
    sign: Vec<Sign>,
    all: Vec<Surroundings>,
}

impl Pixels {
    pub fn of(room: &Room) -> Result<Self, String> {
        let count = |size: i32, own: i32| usize::try_from(i64::from(size) - i64::from(own) + 1).unwrap_or(0);
        let (across, down) = (count(room.width, WIDTH), count(room.height, HEIGHT));
        let positions = across.checked_mul(down).filter(|&count| count > 0 && count <= MOST);
        let positions = positions.ok_or("the room is too large, or too small, to be looked at pixel by pixel")?;
        let mut pixels = Self {
            across,
            down,
            is_wall: vec![false; positions],
            sign: vec![0; positions],
            all: vec![Surroundings::default()],
        };
        for &wall in &room.walls {
            pixels.for_each_within(wall, 0, |pixels, at| pixels.is_wall[at] = true);
        }
        for (thing, what) in room.things.iter().enumerate() {
            let mut with: HashMap<Sign, Sign> = HashMap::new();
            pixels.for_each_within(what.area, 0, |pixels, at| {
                pixels.extend(at, &mut with, |all| all.touched.push(thing))
            });
            if matches!(what.kind, NodeKind::Door(_)) {
                let mut with: HashMap<Sign, Sign> = HashMap::new();
                pixels.for_each_within(what.area, REACH as i32, |pixels, at| {
                    if pixels.distance_squared(at, what.area) <= REACH * REACH {
                        pixels.extend(at, &mut with, |all| all.near.push(thing));
                    }
                });
            }
        }
        Ok(pixels)
    }

    /// Calls for all positions at which the box overlaps an area that is made larger on all sides.
    fn for_each_within(&mut self, area: Area, margin: i32, mut call: impl FnMut(&mut Self, Pixel)) {
        let range = |low: i32, high: i32, own: i32, count: usize| {
            let first = i64::from(low) - i64::from(margin) - i64::from(own) + 1;
            let end = i64::from(high) + i64::from(margin);
            first.clamp(0, count as i64) as usize..end.clamp(0, count as i64) as usize
        };
        if area.left >= area.right || area.top >= area.bottom {
            return;
        }
        for y in range(area.top, area.bottom, HEIGHT, self.down) {
            for x in range(area.left, area.right, WIDTH, self.across) {
                call(self, y * self.across + x);
            }
        }
    }

    fn extend(&mut self, at: Pixel, with: &mut HashMap<Sign, Sign>, change: impl FnOnce(&mut Surroundings)) {
        let old = self.sign[at];
        let all = &mut self.all;
        self.sign[at] = *with.entry(old).or_insert_with(|| {
            let mut new = all[old as usize].clone();
            change(&mut new);
            all.push(new);
            all.len() as Sign - 1
        });
    }

    fn distance_squared(&self, at: Pixel, area: Area) -> i64 {
        let (x, y) = ((at % self.across) as i64, (at / self.across) as i64);
        let gap = |low: i64, size: i32, from: i32, to: i32| {
            (i64::from(from) - low - i64::from(size)).max(low - i64::from(to)).max(0)
        };
        let (across, down) = (gap(x, WIDTH, area.left, area.right), gap(y, HEIGHT, area.top, area.bottom));
        across * across + down * down
    }

    /// How many columns and rows of positions there are.
    pub fn size(&self) -> (usize, usize) {
        (self.across, self.down)
    }

    /// How many signs there are.
    pub fn signs(&self) -> usize {
        self.all.len()
    }

    /// The column and the row of a position.
    pub fn corner(&self, at: Pixel) -> (i32, i32) {
        ((at % self.across) as i32, (at / self.across) as i32)
    }

    /// The position one pixel below, if it is not in a wall.
    pub fn below(&self, at: Pixel) -> Option<Pixel> {
        Some(at + self.across).filter(|&below| below < self.sign.len() && !self.is_wall[below])
    }

    pub fn len(&self) -> usize {
        self.sign.len()
    }

    pub fn sign(&self, at: Pixel) -> Sign {
        self.sign[at]
    }

    pub fn surroundings(&self, sign: Sign) -> &Surroundings {
        &self.all[sign as usize]
    }

    /// The position at a spot, if it is inside the room and not in a wall.
    pub fn at(&self, spot: Spot) -> Option<Pixel> {
        let (x, y) = (usize::try_from(spot.x).ok()?, usize::try_from(spot.y).ok()?);
        let at = (x < self.across && y < self.down).then(|| y * self.across + x)?;
        (!self.is_wall[at]).then_some(at)
    }

    /// Where the player starts: where the room says or, if that is in a wall, as near to it as possible.
    pub fn start(&self, room: &Room) -> Option<Pixel> {
        let spot = |right: i32, down: i32| Spot {
            x: room.spawn.left.saturating_add(right),
            y: room.spawn.top.saturating_add(down),
        };
        let shifts = (-STRAY..=STRAY).flat_map(|down| (-STRAY..=STRAY).map(move |right| (right, down)));
        let near = shifts.filter_map(|(right, down)| Some((right.abs() + down.abs(), self.at(spot(right, down))?)));
        near.min().map(|(_, at)| at)
    }

    /// The positions one pixel away that are not in a wall.
    pub fn beside(&self, at: Pixel) -> impl Iterator<Item = Pixel> + '_ {
        let x = at % self.across;
        let all = [
            (x > 0).then(|| at.wrapping_sub(1)),
            (x + 1 < self.across).then_some(at + 1),
            at.checked_sub(self.across),
            Some(at + self.across).filter(|&below| below < self.sign.len()),
        ];
        all.into_iter().flatten().filter(|&next| !self.is_wall[next])
    }
}
