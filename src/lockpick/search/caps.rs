//! How far numbers are followed where they can grow without end. What is cut off proves nothing.

use crate::lockpick::{
    colour::Colour,
    complex::Complex,
    level::{KeyEffect, Level, Lock, Need, NodeKind},
    play::State,
};

/// How far numbers are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Caps {
    /// No number of keys of a colour is to be farther from 0.
    pub keys: [i64; Colour::COUNT],
    /// No number of copies is to be farther from 0.
    pub copies: i64,
}

impl Caps {
    /// Larger than all numbers in a level, by some margin.
    pub fn first(level: &Level) -> Self {
        let cap = largest_of(level).saturating_mul(2).saturating_add(4);
        Self { keys: [cap; Colour::COUNT], copies: cap }
    }

    /// For each colour as much as some door asks for or all its keys give; where no lock names a number, the
    /// largest of the level.
    pub fn tight(level: &Level) -> Self {
        let (mut asked, mut given) = ([0i64; Colour::COUNT], [0i64; Colour::COUNT]);
        for (given, count) in given.iter_mut().zip(&level.start_counts) {
            *given = size(*count);
        }
        for node in &level.nodes {
            let locks: &[Lock] = match &node.kind {
                NodeKind::Key(key) => {
                    if let KeyEffect::Add(amount) | KeyEffect::Exact(amount) = key.effect {
                        let given = &mut given[key.colour.index()];
                        *given = given.saturating_add(size(amount));
                    }
                    continue;
                }
                NodeKind::Door(door) => &door.locks,
                NodeKind::Gate(gate) => &gate.locks,
                NodeKind::Junction | NodeKind::Goal | NodeKind::Salvage(_) => continue,
            };
            for lock in locks {
                if let Need::Normal(amount) = lock.need {
                    let asked = &mut asked[lock.colour.index()];
                    *asked = (*asked).max(size(amount));
                }
            }
        }
        let largest = largest_of(level);
        let of_colour = |colour: Colour| match asked[colour.index()] {
            0 => largest.max(given[colour.index()]),
            asked => asked.max(given[colour.index()]),
        };
        // One more, because a copy that is added is there before it is opened.
        Self { keys: Colour::ALL.map(of_colour), copies: largest.saturating_add(1) }
    }

    /// Caps that are so many times as large.
    pub fn times(self, factor: i64) -> Self {
        Self { keys: self.keys.map(|cap| cap.saturating_mul(factor)), copies: self.copies.saturating_mul(factor) }
    }

    /// The largest number that is followed.
    pub fn largest(self) -> i64 {
        self.keys.into_iter().fold(self.copies, i64::max)
    }

    /// Whether nothing is allowed that others forbid.
    pub fn is_within(self, others: Self) -> bool {
        self.copies <= others.copies && self.keys.iter().zip(&others.keys).all(|(own, other)| own <= other)
    }

    /// Whether a number of keys or copies is farther from 0 than its cap.
    pub fn forbid(&self, state: &State) -> bool {
        let is_large = |number: Complex, cap: i64| {
            number.re.unsigned_abs() > cap.unsigned_abs() || number.im.unsigned_abs() > cap.unsigned_abs()
        };
        state.inventory.counts.iter().zip(self.keys).any(|(count, cap)| is_large(*count, cap))
            || state.doors.iter().any(|door| is_large(door.copies, self.copies))
    }
}

/// How far a number is from 0.
fn size(number: Complex) -> i64 {
    number.re.saturating_abs().max(number.im.saturating_abs())
}

/// The largest number that stands in a level, those of one door together.
fn largest_of(level: &Level) -> i64 {
    let largest = |locks: &[Lock]| {
        let needs = locks.iter().map(|lock| match lock.need {
            Need::Normal(amount) => size(amount),
            _ => 1,
        });
        needs.fold(1, i64::saturating_add)
    };
    let all = level.nodes.iter().map(|node| match &node.kind {
        NodeKind::Key(key) => match key.effect {
            KeyEffect::Add(amount) | KeyEffect::Exact(amount) => size(amount),
            _ => 1,
        },
        NodeKind::Door(door) => largest(&door.locks).max(size(door.copies)),
        NodeKind::Gate(gate) => largest(&gate.locks),
        NodeKind::Junction | NodeKind::Goal | NodeKind::Salvage(_) => 1,
    });
    let start = level.start_counts.iter().map(|count| size(*count));
    all.chain(start).max().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        diagnostics::Source,
        lockpick::{input, play::Terrain},
    };

    fn level(parts: &str) -> Level {
        let text = format!("level L\nstart hub\njunction hub\ngoal out\npath hub - out\n{parts}");
        input::parse(&Source::new("level", text)).unwrap_or_else(|error| panic!("{error}")).level
    }

    const PARTS: &str = "have 7 cyan\nkey a 3 white\nkey b -4i white\nkey c 2 red\ndoor d 5 red + 6 blue spends red\n\
                         gate g -8i blue\npath a - hub - b\npath c - hub - d\npath hub - g\n";

    #[test]
    fn caps_are_as_large_as_what_stands_in_a_level() {
        // The locks of a door together, and one more.
        assert_eq!(Caps::first(&level(PARTS)), Caps { keys: [28; Colour::COUNT], copies: 28 });
        for (parts, cap) in [
            ("key a 20 white\npath hub - a\n", 44),
            ("have 30i cyan\n", 64),
            ("door d 1 red copies 9i\npath hub - d\n", 22),
        ] {
            assert_eq!(Caps::first(&level(parts)).copies, cap, "{parts}");
        }
        let tight = Caps::tight(&level(PARTS));
        let of = |colour: Colour| tight.keys[colour.index()];
        assert_eq!([Colour::White, Colour::Red, Colour::Blue, Colour::Cyan, Colour::Pink].map(of), [12, 5, 8, 12, 12]);
        assert_eq!((tight.copies, tight.largest()), (13, 13));
        let large = tight.times(3);
        assert_eq!((large.copies, large.keys[Colour::Red.index()], large.largest()), (39, 15, 39));
    }

    #[test]
    fn caps_are_within_others_if_no_number_is_larger() {
        let caps = Caps { keys: [3; Colour::COUNT], copies: 3 };
        let (mut more_keys, more_copies) = (caps, Caps { copies: 4, ..caps });
        more_keys.keys[0] = 4;
        assert!(caps.is_within(caps) && caps.is_within(more_keys) && caps.is_within(more_copies));
        assert!(!more_keys.is_within(caps) && !more_copies.is_within(caps));
        assert!(!more_keys.is_within(more_copies) && !more_copies.is_within(more_keys));
    }

    #[test]
    fn numbers_up_to_the_cap_are_allowed() {
        let terrain = Terrain::new(level("door d 1 white\npath hub - d\n"));
        let start = terrain.start().unwrap();
        let mut caps = Caps { keys: [9; Colour::COUNT], copies: 5 };
        caps.keys[Colour::White.index()] = 3;
        let counts = |count: Complex| {
            let mut state = start.clone();
            state.inventory.counts[Colour::White.index()] = count;
            caps.forbid(&state)
        };
        let copies = |copies: Complex| {
            let mut state = start.clone();
            state.doors[0].copies = copies;
            caps.forbid(&state)
        };
        for (re, im) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            assert!(!counts(Complex::new(3 * re, 3 * im)) && counts(Complex::new(4 * re, 4 * im)));
            assert!(!copies(Complex::new(5 * re, 5 * im)) && copies(Complex::new(6 * re, 6 * im)));
        }
        assert!(!counts(Complex::new(3, 3)) && counts(Complex::new(3, 7)) && counts(Complex::new(7, 3)));
    }
}
