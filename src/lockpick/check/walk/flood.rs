//! All bodies that can be reached without anything happening, until a step is done.

use rustc_hash::FxHashMap;

use crate::lockpick::{level::NodeKind, level::Spot};
use crate::search::{Control, StopReason};

use super::{
    super::{
        pixels::{Pixel, Sign},
        referee::Referee,
        room::RoomReferee,
    },
    body::{Body, Button, RUN, SLOW, WALK},
};

/// A door that has just been opened and is still there does not open again before so many frames have passed.
const REST: u32 = 10;
/// Bodies in the air with speeds within so many thousandths may be alike. Gravity is no less than that, so no body is
/// taken for what becomes of it.
const ALIKE: i32 = 400;
/// Speeds are between -9 and 10 pixels a frame.
const SPEEDS: usize = 48;
/// A body is better than another if it would rise higher by this much.
const BETTER: i32 = 50;

/// What can be done in a frame by a body that stands.
const ON_GROUND: [(i32, Button); 10] = [
    (-WALK, Button::Nothing),
    (WALK, Button::Nothing),
    (-SLOW, Button::Nothing),
    (SLOW, Button::Nothing),
    (0, Button::Nothing),
    (0, Button::Press),
    (-WALK, Button::Press),
    (WALK, Button::Press),
    (-RUN, Button::Press),
    (RUN, Button::Press),
];
/// The same in the air.
const IN_AIR: [(i32, Button); 9] = [
    (0, Button::Nothing),
    (-WALK, Button::Nothing),
    (WALK, Button::Nothing),
    (0, Button::Press),
    (-WALK, Button::Press),
    (WALK, Button::Press),
    (0, Button::LetGo),
    (-WALK, Button::LetGo),
    (WALK, Button::LetGo),
];

/// How thoroughly bodies are followed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Care {
    /// For how many frames others are waited for after the first has arrived; none for all.
    pub patience: Option<u32>,
    /// Bodies in the air within so many pixels of each other are alike if their speeds are: those are followed that
    /// would rise highest, or are farthest to the left or to the right.
    pub near: i32,
    /// Are slow steps and small jumps tried, too?
    pub is_subtle: bool,
}

/// What is to be done.
#[derive(Clone, Debug)]
pub(super) enum Aim {
    /// Something happens by going somewhere: a key is taken, a door is come near to, a door that is stood on opens.
    Entry,
    /// A door is touched, so that it opens.
    Work { door: usize, action: String },
    /// The goal is touched.
    Goal,
}

/// Why a flood ends without an answer.
pub(super) enum End {
    TooLong,
    Stopped(StopReason),
}

/// A flood from bodies over the room.
pub(super) struct Flood<'a, 'l> {
    place: &'a RoomReferee<'l>,
    /// What it is to come to.
    wanted: &'a Referee<'l>,
    aim: &'a Aim,
    /// The door that was worked on last.
    recent: Option<usize>,
    care: Care,
    /// Whether the box may go from one sign to another: a row for each sign it was on, and nothing in it yet where
    /// nobody has asked. It is asked for every pixel of every way.
    may_enter: Vec<Vec<Option<bool>>>,
    /// What comes of going from one sign to another.
    steps: FxHashMap<(Sign, Sign), Event>,
    /// Whether a standing door is among what a sign touches.
    has_door: Vec<bool>,
    /// What comes of touching a door.
    touches: FxHashMap<usize, Event>,
    is_seen_standing: Vec<u64>,
    /// How high the best of bodies that are alike would rise, and the columns of the outermost.
    best_flying: FxHashMap<usize, (i32, i32, i32)>,
    across: usize,
}

/// What comes of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    Nothing,
    Wanted,
    Unwanted,
}

impl<'a, 'l> Flood<'a, 'l> {
    pub fn new(
        place: &'a RoomReferee<'l>,
        wanted: &'a Referee<'l>,
        aim: &'a Aim,
        recent: Option<usize>,
        care: Care,
    ) -> Self {
        let is_standing_door = |thing: &usize| {
            matches!(place.level.nodes[*thing].kind, NodeKind::Door(_)) && place.game.is_standing(*thing)
        };
        let has_door = (0..place.pixels.signs())
            .map(|sign| place.pixels.surroundings(sign as Sign).touched.iter().any(is_standing_door))
            .collect();
        let (across, down) = place.pixels.size();
        Self {
            place,
            wanted,
            aim,
            recent,
            care,
            may_enter: vec![Vec::new(); place.pixels.signs()],
            steps: FxHashMap::default(),
            has_door,
            touches: FxHashMap::default(),
            is_seen_standing: vec![0; (across * down).div_ceil(64)],
            best_flying: FxHashMap::default(),
            across: across / care.near as usize + 1,
        }
    }

    /// The bodies for which the step is done.
    pub fn run(mut self, from: &[Body], frames_left: &mut u64, control: &Control) -> Result<Vec<Body>, End> {
        let mut arrivals = Vec::new();
        let mut now = Vec::new();
        for &body in from {
            let Some(at) = self.pixel(body.x, body.row()) else { continue };
            let entered_from = if self.place.unborn.is_some() { 0 } else { self.place.pixels.sign(at) };
            match self.event(entered_from, at, 0, self.place.unborn.is_some()) {
                Event::Wanted => arrivals.push(body),
                // Whatever is touched now was touched before.
                Event::Nothing | Event::Unwanted => now.push(body),
            }
        }
        let mut next = Vec::new();
        let mut first_arrival = (!arrivals.is_empty()).then_some(0);
        let mut frame = 0u32;
        while !now.is_empty() {
            frame += 1;
            if let (Some(first), Some(patience)) = (first_arrival, self.care.patience)
                && frame > first + patience
            {
                break;
            }
            for &body in &now {
                if *frames_left == 0 {
                    return Err(End::TooLong);
                }
                *frames_left -= 1;
                if (*frames_left).is_multiple_of(4096) {
                    control.proceed().map_err(End::Stopped)?;
                }
                self.follow(body, frame, &mut next, &mut arrivals);
            }
            if !arrivals.is_empty() && first_arrival.is_none() {
                first_arrival = Some(frame);
            }
            now.clear();
            std::mem::swap(&mut now, &mut next);
        }
        Ok(arrivals)
    }

    /// All that the player can do in a frame.
    fn follow(&mut self, body: Body, frame: u32, next: &mut Vec<Body>, arrivals: &mut Vec<Body>) {
        let Some(from) = self.pixel(body.x, body.row()) else { return };
        let from = self.place.pixels.sign(from);
        let is_standing = body.stands(&mut |x, row| self.is_free(from, x, row));
        let choices: &[(i32, Button)] = if is_standing { &ON_GROUND } else { &IN_AIR };
        for &(sideways, button) in choices {
            if !self.care.is_subtle && (sideways.abs() == SLOW || button == Button::LetGo) {
                continue;
            }
            let is_idle = match button {
                Button::Nothing => false,
                Button::Press => !is_standing && !body.can_jump_again,
                Button::LetGo => !body.is_held,
            };
            if is_idle {
                continue;
            }
            let after = body.after(sideways, button, &mut |x, row| self.is_free(from, x, row));
            let Some(at) = self.pixel(after.x, after.row()) else { continue };
            if self.is_seen(&after, from, at) {
                continue;
            }
            match self.event(from, at, frame, false) {
                Event::Nothing => next.push(after),
                Event::Wanted => arrivals.push(after),
                Event::Unwanted => {}
            }
        }
    }

    fn pixel(&self, x: i32, y: i32) -> Option<Pixel> {
        self.place.pixels.at(Spot { x, y })
    }

    fn is_free(&mut self, from: Sign, x: i32, row: i32) -> bool {
        let Some(at) = self.pixel(x, row) else { return false };
        let to = self.place.pixels.sign(at);
        if from == to {
            return true;
        }
        let (place, row) = (self.place, &mut self.may_enter[from as usize]);
        if row.is_empty() {
            row.resize(place.pixels.signs(), None);
        }
        *row[to as usize].get_or_insert_with(|| place.may_enter(from, to))
    }

    /// Whether a body like this was followed before; from now on it was.
    fn is_seen(&mut self, body: &Body, from: Sign, at: Pixel) -> bool {
        let to = self.place.pixels.sign(at);
        let is_standing = body.speed == 0 && body.stands(&mut |x, row| self.is_free(from, x, row));
        // Where something may happen, where the body comes from matters: it is not followed any further anyway.
        if from != to && self.step(from, to) != Event::Nothing {
            return false;
        }
        if is_standing {
            let (word, mask) = (at / 64, 1u64 << (at % 64));
            let was_seen = self.is_seen_standing[word] & mask != 0;
            self.is_seen_standing[word] |= mask;
            return was_seen;
        }
        let near = self.care.near;
        let cell = (body.row() / near) as usize * self.across + (body.x / near) as usize;
        let speed = ((body.speed + 9000).max(0) / ALIKE).min(SPEEDS as i32 - 1) as usize;
        let flags = usize::from(body.can_jump_again) * 2 + usize::from(body.is_held);
        let none = (i32::MAX, i32::MAX, i32::MIN);
        let best = self.best_flying.entry((cell * SPEEDS + speed) * 4 + flags).or_insert(none);
        let peak = body.peak();
        let was_seen = peak.saturating_add(BETTER) > best.0 && body.x >= best.1 && body.x <= best.2;
        *best = (best.0.min(peak), best.1.min(body.x), best.2.max(body.x));
        was_seen
    }

    /// What comes of going from one sign to another.
    fn step(&mut self, from: Sign, to: Sign) -> Event {
        let (place, wanted, aim) = (self.place, self.wanted, self.aim);
        *self.steps.entry((from, to)).or_insert_with(|| {
            if place.is_end(to) {
                return if matches!(aim, Aim::Goal) { Event::Wanted } else { Event::Unwanted };
            }
            if place.is_quiet(from, to) {
                return Event::Nothing;
            }
            let is_wanted = matches!(aim, Aim::Entry) && place.settled(from, to).is_ok_and(|game| game.is_like(wanted));
            if is_wanted { Event::Wanted } else { Event::Unwanted }
        })
    }

    /// What comes of being at a position, touched doors included.
    fn event(&mut self, from: Sign, at: Pixel, frame: u32, is_new: bool) -> Event {
        let to = self.place.pixels.sign(at);
        let mut event = if from == to && !is_new { Event::Nothing } else { self.step(from, to) };
        if self.place.is_end(to) {
            return event;
        }
        let beside = self.place.pixels.beside(at);
        let beside: [Sign; 4] = {
            let mut signs = [0; 4];
            for (sign, next) in signs.iter_mut().zip(beside) {
                *sign = self.place.pixels.sign(next);
            }
            signs
        };
        for sign in beside {
            if !self.has_door[sign as usize] {
                continue;
            }
            for index in 0..self.place.pixels.surroundings(sign).touched.len() {
                let thing = self.place.pixels.surroundings(sign).touched[index];
                let is_resting = self.recent == Some(thing) && frame <= REST && !self.is_aimed_at(thing);
                if is_resting {
                    continue;
                }
                match (event, self.touch(thing)) {
                    (_, Event::Nothing) => {}
                    (Event::Nothing, Event::Wanted) => event = Event::Wanted,
                    (Event::Wanted, Event::Wanted) => {}
                    _ => return Event::Unwanted,
                }
            }
        }
        event
    }

    fn is_aimed_at(&self, thing: usize) -> bool {
        matches!(self.aim, Aim::Work { door, .. } if *door == thing)
    }

    /// What comes of touching something: a door opens if it can. One that does not open by itself may be opened with a
    /// master key, if that is wanted.
    fn touch(&mut self, thing: usize) -> Event {
        if let Some(&known) = self.touches.get(&thing) {
            return known;
        }
        let place = self.place;
        let is_door = matches!(place.level.nodes[thing].kind, NodeKind::Door(_)) && place.game.is_standing(thing);
        let worked = |action: &str| {
            let mut game = place.game.clone();
            game.work_on(thing, action).ok()?;
            game.feel(thing);
            Some(game)
        };
        let event = if !is_door {
            Event::Nothing
        } else {
            let aimed = match self.aim {
                Aim::Work { door, action } if *door == thing => Some(worked(action)),
                Aim::Entry => worked("open").map(Some),
                _ => None,
            };
            let is_wanted = aimed.flatten().is_some_and(|game| game.is_like(self.wanted));
            let opens = worked("open").is_some() || worked("open-imaginary").is_some();
            match (is_wanted, opens) {
                (true, _) => Event::Wanted,
                (false, true) => Event::Unwanted,
                (false, false) => Event::Nothing,
            }
        };
        self.touches.insert(thing, event);
        event
    }
}
