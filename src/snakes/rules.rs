//! The rules a game is played by, as switches.

use serde::Serialize;

/// What happens when a roll would carry the piece past the end of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Overshoot {
    /// The piece stays where it is: the goal must be hit exactly.
    Stay,
    /// The piece walks to the last square and back by what is left of the roll.
    Bounce,
    /// Passing the goal is as good as hitting it.
    Win,
}

/// Which rolls give another roll in the same turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Again {
    /// None: a turn is one roll.
    Never,
    /// This number of pips (with several dice: this total).
    On(u32),
    /// All dice show the same face.
    Doubles,
}

/// What happens when the third roll of a turn would again give another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Third {
    /// Nothing special: it is played and the player rolls on.
    Plays,
    /// It is not played, and the turn ends.
    Stops,
    /// It is not played, the piece goes back to where the turn began, and the turn ends.
    Undoes,
}

/// What happens when a jump ends on a square where another jump begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chains {
    /// The file may not have such jumps.
    Forbid,
    /// The piece takes the next jump as well.
    Follow,
    /// The piece rests there; only pieces that are rolled there take the jump.
    Rest,
}

/// A result of rolling: how far to go, how likely, and whether it gives another roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Squares to go.
    pub pips: u32,
    /// How many of the [`Die::total`] equally likely cases give this result.
    pub weight: u32,
    /// Whether it gives another roll in the same turn.
    pub again: bool,
}

/// A die, or several thrown together, as a list of outcomes in ascending order of pips.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Die {
    outcomes: Vec<Outcome>,
    /// How the file wrote it.
    text: String,
    /// The faces of one die and the number of dice, while that is known: doubles need it.
    dice: Option<(u32, u32)>,
}

impl Die {
    /// More equally likely cases than this make no die.
    pub const MAX_TOTAL: u64 = 1_000_000;

    /// More different results than this make no die either.
    pub const MAX_OUTCOMES: usize = 4096;

    /// `count` dice with faces 1 to `faces`, thrown together. `None` if there are none, or too many cases.
    pub fn dice(count: u32, faces: u32) -> Option<Self> {
        let total = u64::from(faces).checked_pow(count)?;
        if count == 0 || faces == 0 || total > Self::MAX_TOTAL {
            return None;
        }
        let mut ways = vec![1u32];
        for _ in 0..count {
            let mut more = vec![0u32; ways.len() + faces as usize];
            for (sum, &way) in ways.iter().enumerate() {
                for face in 1..=faces as usize {
                    more[sum + face] += way;
                }
            }
            ways = more;
        }
        let text = if count == 1 { faces.to_string() } else { format!("{count}d{faces}") };
        let weighed = ways.into_iter().enumerate().map(|(pips, weight)| (pips as u32, weight)).collect();
        Self::from_weights(weighed, text, Some((count, faces)))
    }

    /// A die with these faces, each with its weight. `None` if nothing can be rolled, or the weights are too large.
    pub fn weighted(faces: &[(u32, u32)]) -> Option<Self> {
        let text: Vec<_> = faces.iter().map(|(pips, weight)| format!("{pips}:{weight}")).collect();
        Self::from_weights(faces.to_vec(), text.join(" "), None)
    }

    fn from_weights(mut faces: Vec<(u32, u32)>, text: String, dice: Option<(u32, u32)>) -> Option<Self> {
        faces.sort_unstable();
        let mut outcomes: Vec<Outcome> = Vec::new();
        let mut total = 0u64;
        for (pips, weight) in faces.into_iter().filter(|face| face.1 > 0) {
            total += u64::from(weight);
            if total > Self::MAX_TOTAL {
                return None;
            }
            match outcomes.last_mut() {
                Some(last) if last.pips == pips => last.weight += weight,
                _ => outcomes.push(Outcome { pips, weight, again: false }),
            }
        }
        (1..=Self::MAX_OUTCOMES).contains(&outcomes.len()).then_some(Self { outcomes, text, dice })
    }

    /// The same die, with the outcomes that give another roll marked. `None` if the rule does not fit the die.
    pub fn with_again(mut self, again: Again) -> Option<Self> {
        match again {
            Again::Never => {}
            Again::On(pips) => {
                let outcome = self.outcomes.iter_mut().find(|outcome| outcome.pips == pips)?;
                outcome.again = true;
            }
            Again::Doubles => {
                let (count, faces) = self.dice.filter(|dice| dice.0 > 1)?;
                let mut split = Vec::new();
                for outcome in &self.outcomes {
                    let is_double = outcome.pips % count == 0 && (1..=faces).contains(&(outcome.pips / count));
                    if is_double {
                        split.push(Outcome { weight: 1, again: true, ..*outcome });
                    }
                    if outcome.weight > u32::from(is_double) {
                        split.push(Outcome { weight: outcome.weight - u32::from(is_double), ..*outcome });
                    }
                }
                self.outcomes = split;
            }
        }
        Some(self)
    }

    /// What can be rolled, in ascending order of pips.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// The number of equally likely cases: the weights added up.
    pub fn total(&self) -> u64 {
        self.outcomes.iter().map(|outcome| u64::from(outcome.weight)).sum()
    }

    /// The most pips that can be rolled.
    pub fn most(&self) -> u32 {
        self.outcomes.iter().map(|outcome| outcome.pips).max().unwrap_or(0)
    }

    /// How a case file writes this die.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// All switches together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rules {
    /// What is rolled; it knows which outcomes give another roll.
    pub die: Die,
    /// Rolls past the goal.
    pub overshoot: Overshoot,
    /// Rolls that give another roll.
    pub again: Again,
    /// The third of them in one turn.
    pub third: Third,
    /// Jumps that end where others begin.
    pub chains: Chains,
    /// How many play.
    pub players: u32,
    /// Whether a piece that ends its move on another's square sends that one back to the start.
    pub capture: bool,
}

impl Rules {
    /// Whether a turn is always exactly one roll.
    pub fn one_roll_per_turn(&self) -> bool {
        self.again == Again::Never
    }

    /// The same rules with another rule for rolling again. `None` if it does not fit the die.
    pub fn with_again(&self, again: Again) -> Option<Self> {
        let plain = match self.die.dice {
            Some((count, faces)) => Die::dice(count, faces)?,
            None => {
                let faces: Vec<_> = self.die.outcomes.iter().map(|face| (face.pips, face.weight)).collect();
                Die::weighted(&faces)?
            }
        };
        Some(Self { die: plain.with_again(again)?, again, ..self.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice_have_a_triangle_of_weights() {
        let die = Die::dice(2, 6).unwrap();
        let weights: Vec<_> = die.outcomes().iter().map(|outcome| outcome.weight).collect();
        assert_eq!(weights, [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
        assert_eq!((die.outcomes()[0].pips, die.most(), die.total()), (2, 12, 36));
    }

    #[test]
    fn doubles_are_split_off_and_weigh_one_each() {
        let die = Die::dice(2, 6).unwrap().with_again(Again::Doubles).unwrap();
        let doubles: Vec<_> = die.outcomes().iter().filter(|o| o.again).map(|o| (o.pips, o.weight)).collect();
        assert_eq!(doubles, [(2, 1), (4, 1), (6, 1), (8, 1), (10, 1), (12, 1)]);
        assert_eq!(die.total(), 36);
        assert!(Die::dice(1, 6).unwrap().with_again(Again::Doubles).is_none());
    }

    #[test]
    fn dice_that_are_none_are_refused() {
        assert!(Die::dice(0, 6).is_none() && Die::dice(1, 0).is_none() && Die::dice(9, 6).is_none());
        assert!(Die::weighted(&[(3, 0)]).is_none() && Die::dice(1, 5000).is_none());
        assert!(Die::dice(1, 6).unwrap().with_again(Again::On(7)).is_none());
    }
}
