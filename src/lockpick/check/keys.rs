//! The keys that the player is said to hold after a step, against those that are held.

use crate::lockpick::{answer::SaidKeys, complex::Complex};

use super::referee::Referee;

/// Are these the keys held? If not, says which are.
pub(super) fn judge(referee: &Referee<'_>, said: &SaidKeys) -> Result<(), String> {
    let held = referee.holdings().into_iter().map(|(colour, (re, im), is_starred)| {
        // The referee lets no number grow beyond 64 bits.
        let number = Complex::new(re as i64, im as i64);
        (colour.name().to_owned(), format!("{number}{}", if is_starred { "*" } else { "" }))
    });
    let held: SaidKeys = held.collect();
    if held == *said {
        return Ok(());
    }
    let [said, held] = [said, &held].map(|keys| {
        let keys: Vec<String> = keys.iter().map(|(colour, number)| format!("{number} {colour}")).collect();
        if keys.is_empty() { "none".to_owned() } else { keys.join(", ") }
    });
    Err(format!("it says that these keys are held afterwards: {said}; it is: {held}"))
}
