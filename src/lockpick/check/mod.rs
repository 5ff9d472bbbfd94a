//! Judges routes: plays them step by step, straight from the rules. Only the types of the level are shared with the
//! code that finds routes.

mod keys;
mod numbers;
mod pixels;
mod plays;
mod referee;
mod room;
mod walk;

#[cfg(test)]
mod explore;
#[cfg(test)]
mod room_tests;
#[cfg(test)]
mod tests;

pub use referee::Referee;
pub use walk::{Reach, Walk, walk};

use super::{
    answer::{Claim, Step},
    geometry::room::Room,
    level::Level,
    play::moves,
};
use crate::words::counted;
use plays::Plays;

/// Judges a route. The text says what it does, or what is wrong with it.
pub fn check(level: &Level, claim: &Claim) -> Result<String, String> {
    let referee = std::cell::RefCell::new(Referee::new(level)?);
    judge(
        level,
        claim,
        |step| {
            let mut referee = referee.borrow_mut();
            referee.play(&step.node, &step.action, step.at.as_deref())?;
            step.keys.as_ref().map_or(Ok(()), |said| keys::judge(&referee, said))
        },
        || (referee.borrow().has_won(), referee.borrow().is_over()),
    )
}

/// Judges a route in the room that a level was made from, pixel by pixel, for a player who flies.
pub fn check_in_room(room: &Room, level: &Level, claim: &Claim) -> Result<String, String> {
    let referee = std::cell::RefCell::new(Plays::new(room, level)?);
    judge(
        level,
        claim,
        |step| referee.borrow_mut().play(step),
        || (referee.borrow().has_won(), referee.borrow().is_over()),
    )
}

/// Plays a route; `state` tells whether it is won, and whether it is over.
fn judge(
    level: &Level,
    claim: &Claim,
    mut play: impl FnMut(&Step) -> Result<(), String>,
    state: impl Fn() -> (bool, bool),
) -> Result<String, String> {
    for (index, step) in claim.steps.iter().enumerate() {
        let what = |reason: String| format!("step {}, {} {}: {reason}", index + 1, step.action, step.node);
        if state() == (true, true) && index > 0 {
            return Err(what("the level is over already".to_owned()));
        }
        play(step).map_err(what)?;
        let node = step.what.as_ref().and_then(|_| level.nodes.iter().find(|node| node.name == step.node));
        if let (Some(node), Some(said)) = (node, step.what.as_ref())
            && !moves::is_so(node, said)
        {
            return Err(what(format!("it says ({said}), which it is not")));
        }
    }
    match claim.length {
        Some(length) if length != claim.steps.len() => {
            return Err(format!("it says {} but holds {}", counted(length, "step"), claim.steps.len()));
        }
        _ => {}
    }
    if state().0 {
        let reach = if claim.steps.len() == 1 { "reaches" } else { "reach" };
        Ok(format!("{} {reach} the goal", counted(claim.steps.len(), "step")))
    } else {
        Err(format!("after {} the goal is not reached", counted(claim.steps.len(), "step")))
    }
}
