//! Judges routes: plays them step by step, straight from the rules. Only the types of the level are shared with the code
//! that finds routes.

mod numbers;
mod referee;

#[cfg(test)]
mod tests;

pub use referee::Referee;

use super::{answer::Claim, level::Level};

/// Judges a route. The text says what it does, or what is wrong with it.
pub fn check(level: &Level, claim: &Claim) -> Result<String, String> {
    let mut referee = Referee::new(level)?;
    for (index, step) in claim.steps.iter().enumerate() {
        let what = |reason: String| format!("step {}, {} {}: {reason}", index + 1, step.action, step.node);
        if referee.has_won() && index > 0 && referee.is_over() {
            return Err(what("the level is over already".to_owned()));
        }
        referee.play(&step.node, &step.action, step.at.as_deref()).map_err(what)?;
    }
    match claim.length {
        Some(length) if length != claim.steps.len() => {
            return Err(format!("it says {length} steps but holds {}", claim.steps.len()));
        }
        _ => {}
    }
    if referee.has_won() {
        Ok(format!("{} steps reach the goal", claim.steps.len()))
    } else {
        Err(format!("after {} steps the goal is not reached", claim.steps.len()))
    }
}
