//! What can be said about a level without a search: whether the goal is out of reach even in the relaxation, in which
//! nothing is ever spent, and what every solution has to do.

use crate::lockpick::{level::NodeId, play::Terrain};

use super::{landmarks::Landmarks, relax::Relaxation, traits::Traits};

/// What a level promises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prospect {
    /// The goal cannot be reached: what is needed for it is more than there can ever be.
    Hopeless,
    /// Every solution takes the keys and opens the doors of these nodes.
    Needed(Vec<NodeId>),
}

impl Prospect {
    /// Looks at a level. `None` if a number outgrows 64 bits at once.
    pub fn of(terrain: &Terrain) -> Option<Self> {
        let start = terrain.start().ok()?;
        if terrain.is_won(&start) {
            return Some(Self::Needed(Vec::new()));
        }
        let traits = Traits::new(terrain);
        if !Relaxation::new(terrain).is_hopeful(terrain, &traits, &start) {
            return Some(Self::Hopeless);
        }
        let landmarks = Landmarks::new(terrain, &traits, &start);
        let is_affordable = landmarks.is_affordable(terrain, &start);
        Some(if is_affordable { Self::Needed(landmarks.nodes(terrain)) } else { Self::Hopeless })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{diagnostics::Source, lockpick::input};

    fn prospect(text: &str) -> (Terrain, Prospect) {
        let terrain = Terrain::new(input::parse(&Source::new("level", text)).unwrap().level);
        let prospect = Prospect::of(&terrain).unwrap();
        (terrain, prospect)
    }

    #[test]
    fn what_every_solution_does_is_named() {
        let text = "level L\nstart hub\njunction hub\nkey k 2 white\nkey other 1 red\ndoor d 2 white\ngoal out\n\
                    path hub - k\npath hub - other\npath hub - d - out\n";
        let (terrain, prospect) = prospect(text);
        let needed = ["k", "d"].map(|name| terrain.level.find(name).unwrap());
        assert_eq!(prospect, Prospect::Needed(needed.into()));
    }

    #[test]
    fn what_cannot_be_paid_is_hopeless() {
        let text = "level L\nstart hub\njunction hub\nkey k 2 white\ndoor d 2 white\ndoor e 2 white\ngoal out\n\
                    path hub - k\npath hub - d - e - out\n";
        assert_eq!(prospect(text).1, Prospect::Hopeless);
    }
}
