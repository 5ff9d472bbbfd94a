//! Whether a route can be walked in the room by the game's own physics: a search over positions and speeds, frame by
//! frame, from step to step. What is found could be done with the buttons of the game; what is not found may be
//! possible all the same, because bodies that are almost alike are followed once.

mod body;
mod flood;
mod reach;

#[cfg(test)]
mod tests;

use crate::lockpick::{answer::Claim, geometry::room::Room, level::Level, level::NodeKind, level::Objective};
use crate::search::{Control, StopReason};

use super::{referee::Referee, room::RoomReferee};
use body::Body;
use flood::{Aim, Care, Flood};
pub use reach::Reach;

/// The most frames of bodies that are followed for one route.
const MOST_FRAMES: u64 = 60_000_000;
/// Who hurries may end where there is no way on, and is then tried again with more care.
const ATTEMPTS: [Care; 4] = [
    Care { patience: Some(0), near: 8, is_subtle: false },
    Care { patience: Some(0), near: 4, is_subtle: true },
    Care { patience: Some(45), near: 4, is_subtle: true },
    Care { patience: None, near: 4, is_subtle: true },
];

/// What is known about walking a route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Walk {
    /// It can be walked.
    Walkable,
    /// No way was found to do this step, counted from 1; one more than there are is the way to the goal.
    NotFound(usize),
    /// It would take too long to find out.
    TooLong,
    /// The run had to stop.
    Stopped(StopReason),
}

/// Walks a route of a level that was made from a room.
pub fn walk(room: &Room, level: &Level, claim: &Claim, control: &Control) -> Walk {
    let mut frames_left = MOST_FRAMES;
    let mut known = Walk::NotFound(1);
    for (index, care) in ATTEMPTS.into_iter().enumerate() {
        match attempt(room, level, claim, care, &mut frames_left, control) {
            // Where somebody got stuck is worth more than that somebody else took too long.
            Walk::TooLong if index > 0 => return known,
            Walk::NotFound(step) => known = Walk::NotFound(step),
            other => return other,
        }
    }
    known
}

fn attempt(room: &Room, level: &Level, claim: &Claim, care: Care, frames_left: &mut u64, control: &Control) -> Walk {
    // The graph says what every step is to bring about; the room says whether and how.
    let (Ok(mut plan), Ok(mut place)) = (Referee::new(level), RoomReferee::new(room, level)) else {
        return Walk::NotFound(1);
    };
    let Some(start) = place.pixels.start(room) else { return Walk::NotFound(1) };
    let (x, row) = place.pixels.corner(start);
    let mut bodies = vec![Body::at(x, row)];
    let mut recent = None;
    for (index, step) in claim.steps.iter().enumerate() {
        if plan.play(&step.node, &step.action, step.at.as_deref()).is_err() {
            return Walk::NotFound(index + 1);
        }
        let door = match step.action.as_str() {
            "open" | "open-imaginary" | "master" | "master-imaginary" => {
                level.find(&step.node).filter(|&node| matches!(level.nodes[node].kind, NodeKind::Door(_)))
            }
            _ => None,
        };
        // Coming near comes before touching.
        let mut wanted: Vec<(Referee<'_>, Aim)> = Vec::new();
        if let Some(door) = door {
            let mut near = place.game.clone();
            near.feel(door);
            if !near.is_like(&place.game) && !near.is_like(&plan) {
                wanted.push((near, Aim::Entry));
            }
        }
        let aim = match door {
            Some(door) => Aim::Work { door, action: step.action.clone() },
            None => Aim::Entry,
        };
        wanted.push((plan.clone(), aim));
        for (game, aim) in wanted {
            let flood = Flood::new(&place, &game, &aim, recent, care);
            match flood.run(&bodies, frames_left, control) {
                Ok(arrivals) if arrivals.is_empty() => return Walk::NotFound(index + 1),
                Ok(arrivals) => bodies = arrivals,
                Err(flood::End::TooLong) => return Walk::TooLong,
                Err(flood::End::Stopped(reason)) => return Walk::Stopped(reason),
            }
            place.game = game;
            place.unborn = None;
        }
        recent = door;
    }
    if let Objective::Salvage { .. } = level.objective {
        return if place.game.has_won() { Walk::Walkable } else { Walk::NotFound(claim.steps.len()) };
    }
    let game = place.game.clone();
    match Flood::new(&place, &game, &Aim::Goal, recent, Care { patience: Some(0), ..care }).run(
        &bodies,
        frames_left,
        control,
    ) {
        Ok(arrivals) if arrivals.is_empty() => Walk::NotFound(claim.steps.len() + 1),
        Ok(_) => Walk::Walkable,
        Err(flood::End::TooLong) => Walk::TooLong,
        Err(flood::End::Stopped(reason)) => Walk::Stopped(reason),
    }
}
