//! A route in its room, while it is not yet known which of several things a step meant: all plays that fit its steps so
//! far are followed. Each of them is one that the room allows, so what any of them comes to can be come to.

use crate::lockpick::{answer::Step, geometry::room::Room, level::Level};

use super::room::RoomReferee;

/// All plays that fit the steps so far.
pub(super) struct Plays<'a> {
    plays: Vec<RoomReferee<'a>>,
}

impl<'a> Plays<'a> {
    pub fn new(room: &Room, level: &'a Level) -> Result<Self, String> {
        Ok(Self { plays: vec![RoomReferee::new(room, level)?] })
    }

    /// Plays one step. If none of the plays can do it, or leaves the player with the keys that are said to be held, the
    /// reason is that of the first.
    pub fn play(&mut self, step: &Step) -> Result<(), String> {
        let mut after: Vec<RoomReferee<'a>> = Vec::new();
        let mut refusal = None;
        for play in std::mem::take(&mut self.plays) {
            match play.play(&step.node, &step.action, step.at.as_deref()) {
                Ok(next) => {
                    for next in next {
                        if let Some(Err(reason)) = step.keys.as_ref().map(|said| next.judge_keys(said)) {
                            refusal.get_or_insert(reason);
                            continue;
                        }
                        let is_known = after.iter_mut().any(|known| known.absorb(&next));
                        if !is_known && after.len() < next.most_plays() {
                            after.push(next);
                        }
                    }
                }
                Err(reason) => {
                    refusal.get_or_insert(reason);
                }
            }
        }
        self.plays = after;
        match refusal {
            Some(reason) if self.plays.is_empty() => Err(reason),
            _ => Ok(()),
        }
    }

    pub fn has_won(&self) -> bool {
        self.plays.iter().any(RoomReferee::has_won)
    }

    pub fn is_over(&self) -> bool {
        self.plays.iter().all(RoomReferee::is_over)
    }
}
