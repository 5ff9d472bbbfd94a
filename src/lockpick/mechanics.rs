//! What a level is made of, in words: beyond plain keys and doors.

use std::collections::BTreeSet;

use super::{
    colour::Colour,
    complex::Complex,
    level::{Key, KeyEffect, Lock, Need, NodeKind},
};

/// The mechanics of a level with these things, in alphabetical order.
pub(super) fn mechanics<'a>(kinds: impl Iterator<Item = &'a NodeKind>) -> Vec<&'static str> {
    let mut found = BTreeSet::new();
    for kind in kinds {
        match kind {
            NodeKind::Key(key) => of_key(key, &mut found),
            NodeKind::Door(door) => {
                of_locks(&door.locks, &mut found);
                of_colour(door.spend, &mut found);
                of_number(door.copies, &mut found);
                let marks = [
                    (door.locks.len() != 1, "combo"),
                    (door.locks.iter().any(|lock| lock.colour != door.spend), "spend"),
                    (door.copies != Complex::ONE || door.endless, "copies"),
                    (!door.auras.is_clear(), "aura"),
                    (door.cursed, "curse"),
                ];
                found.extend(marks.into_iter().filter(|(is_so, _)| *is_so).map(|(_, word)| word));
            }
            NodeKind::Gate(gate) => {
                found.insert("gate");
                of_locks(&gate.locks, &mut found);
            }
            NodeKind::Salvage(_) => {
                found.insert("salvage");
            }
            NodeKind::Junction | NodeKind::Goal => {}
        }
    }
    found.into_iter().collect()
}

fn of_key(key: &Key, found: &mut BTreeSet<&'static str>) {
    of_colour(key.colour, found);
    if key.infinite {
        found.insert("infinite");
    }
    match key.effect {
        KeyEffect::Add(amount) => of_number(amount, found),
        KeyEffect::Exact(amount) => {
            found.insert("exact");
            of_number(amount, found);
        }
        KeyEffect::Star | KeyEffect::Unstar => drop(found.insert("star")),
        KeyEffect::Flip => drop(found.insert("flip")),
        KeyEffect::Rotor | KeyEffect::BackRotor => drop(found.insert("imaginary")),
    }
}

fn of_locks(locks: &[Lock], found: &mut BTreeSet<&'static str>) {
    for lock in locks {
        of_colour(lock.colour, found);
        match lock.need {
            Need::Normal(amount) => of_number(amount, found),
            Need::Blank => drop(found.insert("blank")),
            Need::Blast(unit) => {
                found.insert("blast");
                of_number(unit, found);
            }
            Need::All => drop(found.insert("all")),
        }
    }
}

fn of_number(number: Complex, found: &mut BTreeSet<&'static str>) {
    let marks = [(number.re < 0 || number.im < 0, "negative"), (number.im != 0, "imaginary")];
    found.extend(marks.into_iter().filter(|(is_so, _)| *is_so).map(|(_, word)| word));
}

fn of_colour(colour: Colour, found: &mut BTreeSet<&'static str>) {
    let word = match colour {
        Colour::Master => "master",
        Colour::Brown => "curse",
        Colour::Pure => "pure",
        Colour::Glitch => "glitch",
        Colour::Stone => "stone",
        _ => return,
    };
    found.insert(word);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lockpick::level::{Door, Gate};

    #[test]
    fn mechanics_have_their_words() {
        let one = Need::Normal(Complex::ONE);
        let plain = [NodeKind::Door(Door::simple(Colour::White, one)), NodeKind::Goal];
        assert!(mechanics(plain.iter()).is_empty());
        let lock = Lock { colour: Colour::Brown, need: Need::Blast(Complex::new(0, -1)) };
        let kinds = [
            NodeKind::Key(Key { colour: Colour::Glitch, effect: KeyEffect::Star, infinite: true }),
            NodeKind::Gate(Gate { locks: vec![lock] }),
        ];
        let words = ["blast", "curse", "gate", "glitch", "imaginary", "infinite", "negative", "star"];
        assert_eq!(mechanics(kinds.iter()), words);
    }
}
