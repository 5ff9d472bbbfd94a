//! The colours of which more is never worse, or of which less is never worse, everything else being equal. States that
//! differ in nothing else can be compared.

use crate::lockpick::{
    colour::Colour,
    level::{Door, KeyEffect, Lock, Need, NodeKind},
    play::{Terrain, codec::Growing},
    rules::locks,
};

use super::traits::Colours;

/// The colours whose counts can be compared in any state of a level. Keys that set a count and doors that take
/// everything of their own colour do not change that: afterwards the counts are the same.
pub(super) fn growing(terrain: &Terrain) -> Vec<Growing> {
    // Counts with an imaginary part are never compared.
    if terrain.has_glitch || terrain.level.start_counts.iter().any(|count| count.im != 0) {
        return Vec::new();
    }
    let mut signs = Signs::default();
    signs.look_at_auras(terrain);
    signs.rule_out(Colour::Brown);
    if terrain.has_odd_masters() {
        signs.rule_out(Colour::Master);
    } else {
        signs.wants(Colour::Master, 1);
    }
    for colour in Colour::ALL.into_iter().filter(|&colour| opening_by_themselves(terrain).contains(colour)) {
        signs.rule_out(colour);
    }
    for node in &terrain.level.nodes {
        match &node.kind {
            NodeKind::Key(key) => {
                let is_fine = match key.effect {
                    KeyEffect::Add(amount) | KeyEffect::Exact(amount) => amount.im == 0,
                    KeyEffect::Star | KeyEffect::Unstar => true,
                    KeyEffect::Flip | KeyEffect::Rotor | KeyEffect::BackRotor => false,
                };
                if !is_fine {
                    signs.rule_out(key.colour);
                }
            }
            NodeKind::Gate(gate) => gate.locks.iter().for_each(|lock| signs.look_at_lock(*lock)),
            NodeKind::Door(door) => signs.look_at_door(terrain, door),
            NodeKind::Junction | NodeKind::Goal | NodeKind::Salvage(_) => {}
        }
    }
    signs.follow_feeds();
    signs.result()
}

/// The colours of locks that open by themselves where a player cannot help touching them: more keys can be bad.
pub(super) fn opening_by_themselves(terrain: &Terrain) -> Colours {
    let touched = terrain.level.nodes.iter().flat_map(|node| &node.touching);
    let locks = touched.filter_map(|&door| terrain.level.door(door)).flat_map(|door| &door.locks);
    locks.fold(Colours::default(), |colours, lock| colours.and(Colours::of(lock.colour)))
}

/// By how many right angles the locks of a door are turned, if that is the same for all copies it ever has.
pub(super) fn lasting_phase(terrain: &Terrain, door: &Door) -> Option<u8> {
    match (door.copies.re.signum(), door.copies.im) {
        (1, 0) if !terrain.has_turning_copies() => Some(0),
        (-1, 0) if terrain.is_real => Some(2),
        _ => None,
    }
}

/// What is known so far: the better side of each colour, or that there is none.
#[derive(Default)]
struct Signs {
    sign: [Option<i64>; Colour::COUNT],
    is_out: [bool; Colour::COUNT],
    /// Blast locks of the first colour take from the second.
    feeds: Vec<(Colour, Colour)>,
}

impl Signs {
    fn rule_out(&mut self, colour: Colour) {
        self.is_out[colour.index()] = true;
    }

    fn wants(&mut self, colour: Colour, sign: i64) {
        let known = self.sign[colour.index()].get_or_insert(sign);
        if *known != sign {
            self.rule_out(colour);
        }
    }

    fn look_at_auras(&mut self, terrain: &Terrain) {
        let needs_auras = terrain.is_positional || terrain.may_curse();
        for auras in (0..terrain.doors.len()).map(|index| terrain.door(index).auras) {
            let all = [(auras.ice, Colour::Red), (auras.erosion, Colour::Green), (auras.paint, Colour::Blue)];
            for (_, colour) in all.into_iter().filter(|(is_there, _)| *is_there) {
                if needs_auras { self.rule_out(colour) } else { self.wants(colour, 1) }
            }
        }
    }

    /// A lock that asks for some number on one side of 0.
    fn look_at_lock(&mut self, lock: Lock) {
        match lock.need {
            Need::Normal(amount) | Need::Blast(amount) if amount.im == 0 && amount.re != 0 => {
                self.wants(lock.colour, amount.re.signum());
            }
            _ => self.rule_out(lock.colour),
        }
    }

    fn look_at_door(&mut self, terrain: &Terrain, door: &Door) {
        let turned = |lock: &Lock, phase| locks::turned(lock.need, phase).map(|need| Lock { need, ..*lock });
        let phase = lasting_phase(terrain, door);
        let all: Option<Vec<Lock>> =
            phase.and_then(|phase| door.locks.iter().map(|lock| turned(lock, phase).ok()).collect());
        let Some(all) = all else {
            door.locks.iter().for_each(|lock| self.rule_out(lock.colour));
            return self.rule_out(door.spend);
        };
        for &lock in &all {
            self.look_at_lock(lock);
            let keeps_real = match lock.need {
                Need::Normal(amount) | Need::Blast(amount) => amount.im == 0,
                Need::Blank => true,
                Need::All => terrain.is_real,
            };
            if !keeps_real {
                self.rule_out(door.spend);
            }
            if matches!(lock.need, Need::Blast(_)) && lock.colour != door.spend {
                self.feeds.push((lock.colour, door.spend));
            }
        }
        // One blast lock of the colour that is spent leaves none, however many there were; two take more than there is.
        let is_own_blast = |lock: &&Lock| lock.colour == door.spend && matches!(lock.need, Need::Blast(_));
        if all.iter().filter(is_own_blast).count() > 1 {
            self.rule_out(door.spend);
        }
    }

    /// More of a colour takes more of the one that its blast locks spend: that must be for the better.
    fn follow_feeds(&mut self) {
        let mut is_news = true;
        while std::mem::take(&mut is_news) {
            for (from, to) in self.feeds.clone() {
                let Some(sign) = self.sign[from.index()].filter(|_| !self.is_out[from.index()]) else { continue };
                if self.is_out[to.index()] || self.sign[to.index()] == Some(sign) {
                    self.rule_out(from);
                    is_news = true;
                } else if self.sign[to.index()].is_none() {
                    self.wants(to, -sign);
                    is_news = true;
                }
            }
        }
    }

    fn result(&self) -> Vec<Growing> {
        let colours = Colour::ALL.into_iter().filter(|colour| !self.is_out[colour.index()]);
        colours.map(|colour| Growing { colour, sign: self.sign[colour.index()].unwrap_or(1) }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{diagnostics::Source, lockpick::input};

    /// The colours that can be compared, each with its better side, of a level with these parts around its start.
    fn sides(parts: &str) -> Vec<(Colour, i64)> {
        let text = format!("level L\nstart hub\njunction hub\ngoal out\npath hub - out\n{parts}");
        let terrain = Terrain::new(input::parse(&Source::new("level", text)).unwrap().level);
        growing(&terrain).into_iter().map(|growing| (growing.colour, growing.sign)).collect()
    }

    fn side(parts: &str, colour: Colour) -> Option<i64> {
        sides(parts).into_iter().find(|(other, _)| *other == colour).map(|(_, sign)| sign)
    }

    #[test]
    fn locks_tell_the_better_side() {
        assert_eq!(side("door d 2 white\npath hub - d\n", Colour::White), Some(1));
        assert_eq!(side("door d -2 white\npath hub - d\n", Colour::White), Some(-1));
        assert_eq!(side("door d -2 white copies -1\npath hub - d\n", Colour::White), Some(1));
        assert_eq!(side("door d -2 white\ndoor e 1 white\npath hub - d - e\n", Colour::White), None);
        assert_eq!(side("door d blank white\npath hub - d\n", Colour::White), None);
        assert_eq!(side("key k flip white\npath hub - k\n", Colour::White), None);
        assert_eq!(side("key k 2i white\npath hub - k\n", Colour::White), None);
    }

    #[test]
    fn what_blast_locks_take_must_be_for_the_better() {
        let feed = "door d blast white spends black\ndoor e -40 black\npath hub - d - e\n";
        assert_eq!((side(feed, Colour::White), side(feed, Colour::Black)), (Some(1), Some(-1)));
        let drain = "door d blast white spends black\ndoor e 40 black\npath hub - d - e\n";
        assert_eq!((side(drain, Colour::White), side(drain, Colour::Black)), (None, Some(1)));
        let own = "door d blast white\npath hub - d\n";
        assert_eq!(side(own, Colour::White), Some(1));
        let twice = "door d blast white + blast white spends white\npath hub - d\n";
        assert_eq!(side(twice, Colour::White), None);
        let normal = "door d 1 white + 1 white spends white\npath hub - d\n";
        assert_eq!(side(normal, Colour::White), Some(1));
    }

    #[test]
    fn colours_that_nothing_looks_at_can_be_compared() {
        let all = sides("");
        assert_eq!(all.len(), Colour::COUNT - 1);
        assert!(all.iter().all(|&(colour, sign)| colour != Colour::Brown && sign == 1));
        assert_eq!(side("key m -1 master\npath hub - m\n", Colour::Master), None);
        assert_eq!(sides("key g 1 glitch\npath hub - g\n"), []);
        assert_eq!(sides("have i white\n"), []);
        // A lock that opens by itself can be opened too soon.
        assert_eq!(side("junction j\ndoor d 2 white\ntouching j d\npath hub - j - d\n", Colour::White), None);
    }

    #[test]
    fn auras_want_their_colours() {
        for (aura, colour) in [("ice", Colour::Red), ("erosion", Colour::Green), ("paint", Colour::Blue)] {
            let door = format!("door d 1 white {aura}\npath hub - d\n");
            assert_eq!(side(&door, colour), Some(1), "{aura}");
            let against = format!("{door}door e -1 red\ndoor f -1 green\ndoor g -1 blue\npath d - e - f - g\n");
            assert_eq!(side(&against, colour), None, "{aura}");
            assert_eq!(side(&format!("{door}junction j\npath hub > j\n"), colour), None, "{aura}");
            assert_eq!(side(&format!("{door}key b 1 brown\npath hub - b\n"), colour), None, "{aura}");
        }
    }

    #[test]
    fn copies_that_may_turn_tell_nothing() {
        let door = |copies: &str| format!("door d 2 white spends red copies {copies}\npath hub - d\n");
        let both = |parts: &str| [Colour::White, Colour::Red].map(|colour| side(parts, colour));
        assert_eq!(both(&door("2")), [Some(1), Some(1)]);
        assert_eq!(both(&door("-2")), [Some(-1), Some(1)]);
        assert_eq!(both(&door("i")), [None, None]);
        assert_eq!(both(&door("1+i")), [None, None]);
        // Where there are imaginary numbers, copies can change their side.
        let unreal = "key z i blue\npath hub - z\n";
        assert_eq!(both(&format!("{}{unreal}", door("2"))), [Some(1), Some(1)]);
        assert_eq!(both(&format!("{}{unreal}", door("-2"))), [None, None]);
        assert_eq!(both(&format!("{}{unreal}key m -1 master\npath hub - m\n", door("2"))), [None, None]);
    }

    #[test]
    fn what_may_make_a_count_imaginary_rules_it_out() {
        let both = |parts: &str| [Colour::White, Colour::Red].map(|colour| side(parts, colour));
        let door = |lock: &str| format!("door d {lock} white spends red\npath hub - d\n");
        assert_eq!(both(&door("i")), [None, None]);
        assert_eq!(both(&door("blast i")), [None, None]);
        assert_eq!(both(&door("blank")), [None, Some(1)]);
        assert_eq!(both(&door("all")), [None, Some(1)]);
        assert_eq!(both(&format!("{}key z i blue\npath hub - z\n", door("all"))), [None, None]);
    }

    #[test]
    fn what_blast_locks_take_is_followed_to_its_end() {
        let chain = "door d blast white spends black\ndoor e blast -1 black spends red\npath hub - d - e\n";
        let all = |parts: &str| [Colour::White, Colour::Black, Colour::Red].map(|colour| side(parts, colour));
        assert_eq!(all("door d blast white spends black\npath hub - d\n"), [Some(1), Some(-1), Some(1)]);
        assert_eq!(all(chain), [Some(1), Some(-1), Some(1)]);
        assert_eq!(all(&format!("{chain}door f 1 red\npath e - f\n")), [Some(1), Some(-1), Some(1)]);
        assert_eq!(all(&format!("{chain}door f -1 red\npath e - f\n")), [None, None, Some(-1)]);
    }
}
