//! What can be said about a level without a search: whether the goal is out of reach even in the relaxation, in which
//! nothing is ever spent, and what every solution has to do.

use crate::{
    lockpick::{level::NodeId, play::Terrain},
    search::Control,
};

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
        let traits = Traits::of(terrain, &start);
        if !Relaxation::new(terrain).is_hopeful(terrain, &traits, &start) {
            return Some(Self::Hopeless);
        }
        let landmarks = Landmarks::new(terrain, &traits, &start, &Control::default());
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

    fn is_hopeless(parts: &str) -> bool {
        prospect(&format!("level L\nstart hub\njunction hub\ngoal out\n{parts}")).1 == Prospect::Hopeless
    }

    #[test]
    fn locks_that_contradict_each_other_never_open() {
        let level = |locks: &str| {
            is_hopeless(&format!(
                "key a 4 white\nkey b -6 white\nkey c 9 white\nkey e 1 red\ndoor d {locks}\n\
                 path hub - a\npath hub - b\npath hub - c\npath hub - e\npath hub - d - out\n"
            ))
        };
        assert!(level("2 white + -2 white spends red"));
        assert!(level("2 white + blank white spends red"));
        assert!(!level("2 white + 4 white spends red"));
        assert!(!level("-2 white + 1 red spends red"));
    }

    /// A curse would make brown of the door, which a master key opens; but no curse falls on pure.
    #[test]
    fn no_master_key_opens_what_is_pure() {
        let level = |lock: &str| {
            is_hopeless(&format!(
                "key a 1 brown\nkey m 1 master\ndoor d {lock}\npath hub - a\npath hub - m\npath hub - d - out\n"
            ))
        };
        assert!(level("2 pure"));
        assert!(!level("2 master"));
    }

    /// The way to the door leads over a key that takes away what it asks for.
    #[test]
    fn what_must_be_done_first_must_be_paid_first() {
        let level = |bonus: i64| {
            is_hopeless(&format!(
                "key a {bonus} white\nkey bad -3 white\ndoor d 2 white\npath hub - a\npath hub - bad - d - out\n"
            ))
        };
        assert!(level(4));
        assert!(!level(5));
    }

    /// A door that takes as many as it asks for leaves none, never fewer.
    #[test]
    fn paying_does_not_lead_below_nothing() {
        let level = |key: &str| {
            is_hopeless(&format!(
                "key a 3 white\nkey {key}\ndoor pay 3 white\ndoor d -1 white copies 2\n\
                 path hub - a\npath hub - b\npath hub - pay\npath hub - d - out\n"
            ))
        };
        assert!(level("b -1 white"));
        assert!(!level("b -2 white"));
    }

    /// Both doors must go, and whichever goes last, the keys do not last for both.
    #[test]
    fn of_doors_that_must_go_one_is_the_last() {
        let level = |keys: i64| {
            is_hopeless(&format!(
                "key a {keys} white\nkey r 1 red\ndoor both 1 red + 2 white spends white\ndoor more 3 white\n\
                 path hub - a\npath hub - r\npath hub - both - more - out\n"
            ))
        };
        assert!(level(5));
        assert!(!level(6));
    }

    /// Opening one of two copies is of use although the door stays.
    #[test]
    fn a_door_need_not_go_to_be_of_use() {
        let text = "level L\nstart hub\njunction hub\nkey p -1 purple\ndoor twice -1 purple spends white copies 2\n\
                    door d 1 white\ngoal out\npath hub - p\npath hub - twice\npath hub - d - out\n";
        let (terrain, prospect) = prospect(text);
        let Prospect::Needed(needed) = prospect else { panic!("{prospect:?}") };
        assert_eq!(needed, ["p", "d"].map(|name| terrain.level.find(name).unwrap()));
    }
}
