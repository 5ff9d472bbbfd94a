//! For the tests: whether a room can be solved, by trying everything in it pixel by pixel.

use std::collections::{BTreeSet, HashSet};

use crate::lockpick::{geometry::room::Room, level::Level};

use super::{
    pixels::{Pixel, Sign},
    room::RoomReferee,
};

/// Whether the goal can be reached; none if that takes more than so many states.
pub fn is_solvable(room: &Room, level: &Level, most: usize) -> Option<bool> {
    let start = RoomReferee::new(room, level).ok()?;
    let mut known = HashSet::from([start.fingerprint()]);
    let mut waiting = vec![start];
    while let Some(state) = waiting.pop() {
        if state.has_won() {
            return Some(true);
        }
        for next in state.successors() {
            if known.insert(next.fingerprint()) {
                waiting.push(next);
            }
        }
        if known.len() > most {
            return None;
        }
    }
    Some(false)
}

impl RoomReferee<'_> {
    /// Everything that makes one state differ from another.
    fn fingerprint(&self) -> String {
        let here: BTreeSet<Pixel> = self.here.iter().copied().collect();
        let first_of_each: BTreeSet<(Sign, Pixel)> = here.iter().map(|&at| (self.pixels.sign(at), at)).collect();
        format!("{:?} {:?} {first_of_each:?}", self.game.account(), self.unborn)
    }

    /// All that can be done next.
    fn successors(&self) -> Vec<Self> {
        let mut all = Vec::new();
        // Going where something happens.
        let entries = self.entries();
        let kinds: BTreeSet<(Sign, Sign)> = entries.iter().map(|&(from, at)| (from, self.pixels.sign(at))).collect();
        for (from, to) in kinds {
            if self.unborn.is_none() && self.is_quiet(from, to) {
                continue;
            }
            let Ok(game) = self.settled(from, to) else { continue };
            let mut next = self.clone();
            (next.game, next.unborn) = (game, None);
            let at = entries.iter().filter(|&&(other, at)| (other, self.pixels.sign(at)) == (from, to));
            next.stand_at(at.map(|&(_, at)| at));
            all.push(next);
        }
        // Working on a door.
        for door in 0..self.things {
            if !self.game.is_standing(door) {
                continue;
            }
            let beside = self
                .here
                .iter()
                .copied()
                .filter(|&at| self.pixels.beside(at).any(|next| self.touched(next).contains(&door)));
            let beside: Vec<Pixel> = beside.collect();
            let signs: BTreeSet<Sign> = beside.iter().map(|&at| self.pixels.sign(at)).collect();
            for action in ["open", "open-imaginary", "master", "master-imaginary"] {
                for &sign in &signs {
                    let mut next = self.clone();
                    if next.game.work_on(door, action).is_err() {
                        continue;
                    }
                    next.game.feel(door);
                    let Ok(game) = next.settled(sign, sign) else { continue };
                    next.game = game;
                    next.stand_at(beside.iter().copied().filter(|&at| self.pixels.sign(at) == sign));
                    all.push(next);
                }
            }
        }
        all
    }
}
