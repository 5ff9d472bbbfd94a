//! What can be done at once because it never hurts: keys of colours of which more is never worse, and doors that open
//! for nothing.

use crate::lockpick::{
    colour::Colour,
    level::{Condition, Door, Key, KeyEffect, Lock, Need, NodeId, NodeKind, NodeSet, Objective},
    play::{Action, Move, State, Terrain, codec::Growing},
    rules::{DoorState, locks},
};

use super::{growing::opening_by_themselves, traits::Colours};

/// What is known once and for all about what never hurts in a level.
#[derive(Clone, Debug)]
pub(super) struct Tameness {
    has_odd_masters: bool,
    has_turning_copies: bool,
    may_curse: bool,
    /// Whether it can be bad that an aura goes away.
    needs_auras: bool,
    /// The colours of locks that open by themselves.
    dangerous: Colours,
    /// Doors without locks that nothing else depends on.
    free_doors: NodeSet,
    /// The colours that can be compared in all states.
    growing: Vec<Growing>,
}

/// The colours of which more is never worse, and those of which less is never worse. If nothing looks at a colour any
/// more, it is both.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TameColours {
    rising: Colours,
    falling: Colours,
}

impl TameColours {
    /// Whether taking a key is never worse than leaving it.
    fn welcomes(self, key: &Key) -> bool {
        match key.effect {
            KeyEffect::Add(amount) => {
                amount.re >= 0 && self.rising.contains(key.colour)
                    || amount.re <= 0 && self.falling.contains(key.colour)
            }
            _ => false,
        }
    }
}

/// What everything that is left wants of the colours.
#[derive(Default)]
struct Votes {
    wants_more: [bool; Colour::COUNT],
    wants_less: [bool; Colour::COUNT],
    /// Neither can be told.
    is_wild: [bool; Colour::COUNT],
}

impl Tameness {
    pub fn new(terrain: &Terrain, growing: &[Growing]) -> Self {
        let level = &terrain.level;
        let mut free_doors = NodeSet::new(level.nodes.len());
        let is_part_of_something = |door: NodeId| {
            let is_floor = level.edges.iter().any(|edge| edge.conditions.contains(&Condition::While(door)));
            is_floor || level.nodes.iter().any(|node| node.near.contains(&door) || node.touching.contains(&door))
        };
        let has_salvage = level.objective != Objective::Goal
            || level.nodes.iter().any(|node| matches!(node.kind, NodeKind::Salvage(_)));
        for (index, &node) in terrain.doors.iter().enumerate() {
            let door = terrain.door(index);
            let is_plain = door.locks.is_empty() && !door.endless && door.copies.re == 1 && door.copies.im == 0;
            if is_plain && door.auras.is_clear() && !terrain.has_glitch && !has_salvage && !is_part_of_something(node) {
                free_doors.insert(node);
            }
        }
        let may_curse = terrain.may_curse();
        Self {
            has_odd_masters: terrain.has_odd_masters(),
            has_turning_copies: terrain.has_turning_copies(),
            dangerous: opening_by_themselves(terrain),
            may_curse,
            needs_auras: terrain.is_positional || may_curse,
            free_doors,
            growing: growing.to_vec(),
        }
    }

    /// The colours of which more or less is never worse, as far as what is left in the level tells.
    pub fn colours(&self, terrain: &Terrain, state: &State) -> TameColours {
        if terrain.has_glitch {
            return TameColours::default();
        }
        let mut votes = Votes::default();
        votes.is_wild[Colour::Brown.index()] = true;
        votes.is_wild[Colour::Master.index()] = self.has_odd_masters;
        votes.wants_more[Colour::Master.index()] = true;
        for (node, what) in terrain.level.nodes.iter().enumerate() {
            match &what.kind {
                NodeKind::Gate(gate) => gate.locks.iter().for_each(|lock| self.look_at(*lock, None, &mut votes)),
                NodeKind::Door(door) => {
                    let now = &state.doors[terrain.door_index[node].unwrap_or_default()];
                    if now.stands() {
                        self.look_at_door(terrain, door, now, &mut votes);
                    }
                }
                NodeKind::Key(key) if !state.taken.contains(node) => {
                    let is_additive = matches!(key.effect, KeyEffect::Add(amount) if amount.im == 0);
                    votes.is_wild[key.colour.index()] |= !is_additive;
                }
                _ => {}
            }
        }
        let mut tame = TameColours::default();
        for colour in Colour::ALL.into_iter().filter(|&colour| !self.dangerous.contains(colour)) {
            let index = colour.index();
            if votes.is_wild[index] {
                continue;
            }
            if !votes.wants_less[index] {
                tame.rising = tame.rising.and(Colours::of(colour));
            }
            if !votes.wants_more[index] {
                tame.falling = tame.falling.and(Colours::of(colour));
            }
        }
        tame
    }

    fn look_at_door(&self, terrain: &Terrain, door: &Door, now: &DoorState, votes: &mut Votes) {
        let phase = match (now.copies.re.signum(), now.copies.im) {
            (1, 0) if !self.has_turning_copies => Some(0),
            (-1, 0) if terrain.is_real => Some(2),
            _ => None,
        };
        for lock in &door.locks {
            match phase.and_then(|phase| locks::turned(lock.need, phase).ok()) {
                Some(need) => self.look_at(Lock { need, ..*lock }, Some(door.spend), votes),
                None => votes.is_wild[lock.colour.index()] = true,
            }
        }
        let auras = [(now.auras.ice, Colour::Red), (now.auras.erosion, Colour::Green), (now.auras.paint, Colour::Blue)];
        for (_, colour) in auras.into_iter().filter(|(is_there, _)| *is_there) {
            votes.is_wild[colour.index()] |= self.needs_auras;
            votes.wants_more[colour.index()] = true;
        }
    }

    /// What a lock wants of its colour. A blast lock takes nothing of it if another colour is spent.
    fn look_at(&self, lock: Lock, spend: Option<Colour>, votes: &mut Votes) {
        let index = lock.colour.index();
        let is_growing = |sign: i64| {
            spend != Some(lock.colour)
                && self.growing.iter().any(|growing| growing.colour == lock.colour && growing.sign == sign)
        };
        match lock.need {
            Need::Normal(amount) if amount.re > 0 => votes.wants_more[index] = true,
            Need::Normal(amount) if amount.re < 0 && amount.im == 0 => votes.wants_less[index] = true,
            Need::Blast(unit) if unit.re > 0 && is_growing(1) => votes.wants_more[index] = true,
            Need::Blast(unit) if unit.re < 0 && is_growing(-1) => votes.wants_less[index] = true,
            _ => votes.is_wild[index] = true,
        }
    }

    /// Does all that never hurts, and tells what it was.
    pub fn settle(
        &self,
        terrain: &Terrain,
        tame: TameColours,
        state: &mut State,
        scratch: &mut State,
        mut tell: impl FnMut(Move),
    ) {
        while let Some(step) = self.find(terrain, tame, state, scratch) {
            std::mem::swap(state, scratch);
            tell(step);
        }
    }

    /// Something that never hurts; `scratch` is the state after it.
    fn find(&self, terrain: &Terrain, tame: TameColours, state: &State, scratch: &mut State) -> Option<Move> {
        for from in state.region.iter() {
            for way in &terrain.ways[from] {
                let node = way.to;
                if state.region.contains(node) {
                    continue;
                }
                let action = match &terrain.level.nodes[node].kind {
                    NodeKind::Key(key) if !key.infinite && !state.taken.contains(node) && tame.welcomes(key) => {
                        Some(Action::Take)
                    }
                    NodeKind::Door(_) if self.free_doors.contains(node) && self.is_harmless_to_touch(state) => {
                        Some(Action::Open(crate::lockpick::complex::Axis::Real))
                    }
                    _ => None,
                };
                let Some(action) = action else { continue };
                let what = &terrain.level.nodes[node];
                if !what.near.is_empty() || !what.touching.is_empty() || !terrain.is_way_open(state, way) {
                    continue;
                }
                let step = Move { node, action, at: None };
                if terrain.act(state, scratch, step) == Ok(true)
                    && (!terrain.is_positional || scratch.region.is_superset(&state.region))
                {
                    return Some(step);
                }
            }
        }
        None
    }

    /// Whether touching a door changes nothing else: no curse falls on it.
    fn is_harmless_to_touch(&self, _: &State) -> bool {
        !self.may_curse
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        diagnostics::Source,
        lockpick::{complex::Complex, input, search::growing::growing},
    };

    fn terrain(parts: &str) -> Terrain {
        let text = format!("level L\nstart hub\njunction hub\ngoal out\n{parts}");
        Terrain::new(input::parse(&Source::new("level", text)).unwrap_or_else(|error| panic!("{error}")).level)
    }

    fn sides_in(terrain: &Terrain, state: &State, colour: Colour) -> (bool, bool) {
        let tame = Tameness::new(terrain, &growing(terrain)).colours(terrain, state);
        (tame.rising.contains(colour), tame.falling.contains(colour))
    }

    /// Whether more of a colour is never worse, and whether less is never worse, in a level with these parts.
    fn sides(parts: &str, colour: Colour) -> (bool, bool) {
        let terrain = terrain(parts);
        sides_in(&terrain, &terrain.start().unwrap(), colour)
    }

    fn white(parts: &str) -> (bool, bool) {
        sides(parts, Colour::White)
    }

    /// What is done at once in a level with these parts around its start.
    fn done(parts: &str) -> Vec<String> {
        let terrain = terrain(parts);
        let mut state = terrain.start().unwrap();
        let mut scratch = state.clone();
        let tameness = Tameness::new(&terrain, &growing(&terrain));
        let tame = tameness.colours(&terrain, &state);
        let mut names = Vec::new();
        tameness.settle(&terrain, tame, &mut state, &mut scratch, |step| {
            names.push(terrain.level.nodes[step.node].name.clone());
        });
        names
    }

    const EITHER: (bool, bool) = (true, true);
    const MORE: (bool, bool) = (true, false);
    const LESS: (bool, bool) = (false, true);
    const NEITHER: (bool, bool) = (false, false);

    #[test]
    fn locks_tell_which_side_never_hurts() {
        assert_eq!(white(""), EITHER);
        for (lock, expected) in [
            ("2 white", MORE),
            ("-2 white", LESS),
            ("i white", NEITHER),
            ("-i white", NEITHER),
            ("blank white", NEITHER),
            ("all white", NEITHER),
        ] {
            assert_eq!(white(&format!("door d {lock}\npath hub - d\n")), expected, "door {lock}");
            assert_eq!(white(&format!("gate g {lock}\npath hub - g\n")), expected, "gate {lock}");
        }
        assert_eq!(white("door d 2 white\ndoor e -2 white\npath hub - d\npath hub - e\n"), NEITHER);
    }

    #[test]
    fn copies_turn_what_locks_want() {
        let with = |copies: &str| white(&format!("door d 2 white copies {copies}\npath hub - d\n"));
        assert_eq!(with("2"), MORE);
        assert_eq!(with("-1"), LESS);
        assert_eq!(with("i"), NEITHER);
        assert_eq!(with("1+i"), NEITHER);
        assert_eq!(with("-1-i"), NEITHER);
        // Where there are imaginary numbers, copies can change their side.
        let unreal = "key z i red\npath hub - z\ndoor d 2 white\npath hub - d\n";
        assert_eq!(white(unreal), MORE);
        assert_eq!(white(&unreal.replace("2 white", "2 white copies -1")), NEITHER);
        assert_eq!(white(&format!("{unreal}key m -1 master\npath hub - m\n")), NEITHER);
    }

    #[test]
    fn blast_locks_want_more_where_that_can_be_compared() {
        assert_eq!(white("door d blast white spends black\npath hub - d\n"), MORE);
        assert_eq!(white("door d blast -1 white spends black\npath hub - d\n"), LESS);
        assert_eq!(white("door d blast white\npath hub - d\n"), NEITHER);
        assert_eq!(white("door d blast -1 white\npath hub - d\n"), NEITHER);
        // What they take is missing elsewhere.
        assert_eq!(white("door d blast white spends black\ndoor e 1 black\npath hub - d - e\n"), NEITHER);
        assert_eq!(white("door d blast -1 white spends black\ndoor e -1 black\npath hub - d - e\n"), NEITHER);
    }

    #[test]
    fn keys_that_do_not_add_make_a_colour_wild() {
        assert_eq!(white("key k -1 white\nkey l 1 white\npath hub - k - l\n"), EITHER);
        for key in ["flip white", "rotor white", "exact 1 white", "star white", "unstar white", "i white"] {
            let one = format!("key k {key}\npath hub - k\n");
            assert_eq!(white(&one), NEITHER, "{key}");
            let two = format!("{one}key l {key}\npath hub - l\n");
            assert_eq!(white(&two), NEITHER, "{key}, twice");
        }
    }

    #[test]
    fn what_is_gone_wants_nothing() {
        let terrain = terrain("key k flip white\ndoor d 2 white\npath hub - k\npath hub - d\n");
        let mut state = terrain.start().unwrap();
        state.taken.insert(terrain.level.find("k").unwrap());
        assert_eq!(sides_in(&terrain, &state, Colour::White), MORE);
        state.doors[0].copies = Complex::ZERO;
        assert_eq!(sides_in(&terrain, &state, Colour::White), EITHER);
    }

    #[test]
    fn some_colours_are_never_tame() {
        assert_eq!(sides("", Colour::Brown), NEITHER);
        assert_eq!(sides("", Colour::Master), MORE);
        assert_eq!(sides("key m -1 master\npath hub - m\n", Colour::Master), NEITHER);
        assert_eq!(white("key g 1 glitch\ndoor d 1 white\npath hub - g\npath hub - d\n"), NEITHER);
        // A lock that opens by itself can be opened too soon.
        assert_eq!(white("junction j\ndoor d 2 white\ntouching j d\npath hub - j - d\n"), NEITHER);
    }

    #[test]
    fn auras_want_their_colours() {
        for (aura, colour) in [("ice", Colour::Red), ("erosion", Colour::Green), ("paint", Colour::Blue)] {
            let doors = format!("door d 1 white {aura}\ndoor e 1 white {aura}\npath hub - d - e\n");
            assert_eq!(sides(&doors, colour), MORE, "{aura}");
            // A door may be needed as a floor, or to be cursed later.
            assert_eq!(sides(&format!("{doors}junction j\npath hub > j\n"), colour), NEITHER, "{aura}");
            assert_eq!(sides(&format!("{doors}key b 1 brown\npath hub - b\n"), colour), NEITHER, "{aura}");
        }
    }

    #[test]
    fn keys_that_never_hurt_are_taken() {
        let key = |effect: &str, others: &str| done(&format!("key k {effect}\npath hub - k\n{others}"));
        assert_eq!(key("1 white", ""), ["k"]);
        assert_eq!(key("-1 white", ""), ["k"]);
        let (wants_more, wants_less) = ("door d 1 white\npath hub - d\n", "door d -1 white\npath hub - d\n");
        assert_eq!((key("1 white", wants_more), key("-1 white", wants_more)), (vec!["k".to_owned()], vec![]));
        assert_eq!((key("-1 white", wants_less), key("1 white", wants_less)), (vec!["k".to_owned()], vec![]));
        assert_eq!(
            (key("0 white", wants_more), key("0 white", wants_less)),
            (vec!["k".to_owned()], vec!["k".to_owned()])
        );
        assert_eq!(key("infinite 1 white", ""), [""; 0]);
        assert_eq!(key("exact 3 white", ""), [""; 0]);
    }

    #[test]
    fn keys_that_do_more_than_to_add_are_left() {
        let door = "door d 1 red ice\npath hub - d\nkey k 1 white\n";
        assert_eq!(done(&format!("{door}path hub - k\n")), ["k"]);
        assert_eq!(done(&format!("{door}path hub - k\nnear k d\n")), [""; 0]);
        assert_eq!(done(&format!("{door}path hub - k\ntouching k d\n")), [""; 0]);
        assert_eq!(done(&format!("{door}path hub - k after d\n")), [""; 0]);
        // Who drops down to it does not come back; but a drop elsewhere does not matter.
        assert_eq!(done(&format!("{door}path hub > k\n")), [""; 0]);
        assert_eq!(done(&format!("{door}path hub - k\njunction j\npath hub > j\n")), ["k"]);
    }

    #[test]
    fn doors_without_locks_are_opened_if_nothing_else_minds() {
        let door =
            |about: &str, others: &str| done(&format!("door f none spends white{about}\npath hub - f\n{others}"));
        assert_eq!(door("", ""), ["f"]);
        assert_eq!(door("", "junction j\npath hub - j\npath hub > j\n"), ["f"]);
        for about in [" copies 2", " copies -1", " copies 1+i", " ice", " endless"] {
            assert_eq!(door(about, ""), [""; 0], "{about}");
        }
        for others in [
            "key g 1 glitch\npath hub - g\n",
            "key b 1 brown\npath hub - b\n",
            "salvage s 3\npath hub - s\n",
            "salvage s 3\npath hub - s\nobjective salvage 3 door f\n",
            "junction j\npath hub - j while f\n",
            "junction j\npath hub - j\nnear j f\n",
            "junction j\ndoor d 1 white\npath hub - d - j\ntouching j f\n",
        ] {
            assert_eq!(door("", others), [""; 0], "{others}");
        }
    }
}
