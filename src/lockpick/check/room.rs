//! Plays a route in the room itself, pixel by pixel. The graph that was searched is asked for one thing only: where in
//! the room the places are that a step names. Whether one can get there, and what happens on the way, is found out
//! here.

use std::{
    collections::{BTreeMap, HashMap},
    rc::Rc,
};

use crate::lockpick::{
    answer::SaidKeys,
    geometry::room::Room,
    level::{Level, NodeId, NodeKind, Objective},
};

use super::{
    keys,
    pixels::{Pixel, Pixels, Sign},
    referee::Referee,
};

/// The most plays that are followed at a time. Hardly ever are there more than two.
const MOST_PLAYS: usize = 64;
/// Together they take about so many bytes at the most, if there are several.
const BYTES_OF_PLAYS: usize = 1 << 28;

/// No sign: the player comes from nowhere.
const NOWHERE: Sign = 0;

/// A room being played.
#[derive(Clone)]
pub(super) struct RoomReferee<'a> {
    pub(super) level: &'a Level,
    pub(super) things: usize,
    pub(super) pixels: Rc<Pixels>,
    /// The rules: keys, doors, what is taken. Its own places are not used.
    pub(super) game: Referee<'a>,
    /// Where the player may be by now.
    is_here: Vec<bool>,
    pub(super) here: Vec<Pixel>,
    /// A player who starts in the middle of something has not touched it yet.
    pub(super) unborn: Option<Pixel>,
    /// Keys that stay and were taken in the same instant as the last one: the next steps may name them.
    taken_at_once: Vec<usize>,
}

impl<'a> RoomReferee<'a> {
    pub fn new(room: &Room, level: &'a Level) -> Result<Self, String> {
        let is_same = room.things.iter().zip(&level.nodes).all(|(thing, node)| thing.kind == node.kind);
        if !is_same || level.nodes.len() < room.things.len() {
            return Err("the graph does not hold what the room holds".to_owned());
        }
        let pixels = Rc::new(Pixels::of(room)?);
        let start = pixels.start(room).ok_or("the player starts inside a wall or outside of the room")?;
        let is_here = vec![false; pixels.len()];
        let game = Referee::before_the_start(level);
        let things = room.things.len();
        let mut own =
            Self { level, things, pixels, game, is_here, here: Vec::new(), unborn: None, taken_at_once: Vec::new() };
        let sign = own.pixels.sign(start);
        // On the goal it is over before anything else is touched; who starts inside a gate just is there.
        let is_gate = |thing: &usize| matches!(level.nodes[*thing].kind, NodeKind::Gate(_));
        if own.is_end(sign) || own.pixels.surroundings(sign).touched.iter().all(is_gate) {
            own.game = own.settled(NOWHERE, sign)?;
            own.stand_at([start]);
        } else {
            own.unborn = Some(start);
        }
        Ok(own)
    }

    /// Takes in a play that differs in nothing but where the player may be. Tells whether it was one.
    pub(super) fn absorb(&mut self, other: &Self) -> bool {
        let is_same =
            self.unborn == other.unborn && self.taken_at_once == other.taken_at_once && self.game.is_like(&other.game);
        if is_same {
            for &at in &other.here {
                if !std::mem::replace(&mut self.is_here[at], true) {
                    self.here.push(at);
                }
            }
        }
        is_same
    }

    /// How many plays of the room may be followed at a time.
    pub(super) fn most_plays(&self) -> usize {
        let bytes = self.is_here.len() * (size_of::<bool>() + size_of::<Pixel>());
        MOST_PLAYS.min(1 + BYTES_OF_PLAYS / bytes.max(1))
    }

    /// Are these the keys held? Where several are taken in one instant and told one after the other, that can be said
    /// only after the last of them.
    pub fn judge_keys(&self, said: &SaidKeys) -> Result<(), String> {
        if self.taken_at_once.is_empty() { keys::judge(&self.game, said) } else { Ok(()) }
    }

    pub fn is_over(&self) -> bool {
        self.game.is_over()
    }

    pub fn has_won(&self) -> bool {
        match self.level.objective {
            Objective::Goal => !self.is_over() && self.here.iter().any(|&at| self.is_end(self.pixels.sign(at))),
            Objective::Salvage { .. } => self.game.has_won(),
        }
    }

    /// Whether a goal is touched: then it is over, whatever else is touched in the same instant.
    pub(super) fn is_end(&self, sign: Sign) -> bool {
        let is_goal = |thing: &usize| self.level.nodes[*thing].kind == NodeKind::Goal;
        self.level.objective == Objective::Goal && self.pixels.surroundings(sign).touched.iter().any(is_goal)
    }

    /// Plays one step: all that it may mean. A name of the graph stands for a place, and where keys that stay overlap,
    /// a place can be come to in ways that leave the player with different keys.
    pub fn play(self, node: &str, action: &str, at: Option<&str>) -> Result<Vec<Self>, String> {
        if self.is_over() {
            return Err("a door was salvaged, so the level is over".to_owned());
        }
        let target = self.find(node)?;
        let at = at.map(|name| self.find(name)).transpose()?;
        let is_door = target < self.things && matches!(self.level.nodes[target].kind, NodeKind::Door(_));
        match action {
            "take" => self.take(target),
            "walk" => self.walk(target),
            "approach" if is_door => {
                let mut near = self.elsewhere();
                if near.approach(target)? {
                    Ok(vec![near])
                } else {
                    Err("coming near does nothing to this door".to_owned())
                }
            }
            "open" | "open-imaginary" | "master" | "master-imaginary" if is_door => {
                let mut after = self.elsewhere();
                after.work_on(target, action, at)?;
                Ok(vec![after])
            }
            _ => Err("that cannot be done there".to_owned()),
        }
    }

    /// The same play, about to do something else than to take what it has taken already.
    fn elsewhere(mut self) -> Self {
        self.taken_at_once.clear();
        self
    }

    fn find(&self, name: &str) -> Result<NodeId, String> {
        let found = self.level.nodes.iter().position(|node| node.name == name);
        found.ok_or_else(|| format!("there is no node '{name}'"))
    }

    /// The position that a node stands for.
    fn pixel_of(&self, node: NodeId) -> Result<Pixel, String> {
        let what = &self.level.nodes[node];
        let stand = what.stand.and_then(|spot| self.pixels.at(spot));
        stand.ok_or_else(|| format!("the player cannot be at {}", what.name))
    }

    /// Takes a key, or has taken it together with the last one.
    fn take(self, node: NodeId) -> Result<Vec<Self>, String> {
        let kind = &self.level.nodes[node].kind;
        if !matches!(kind, NodeKind::Key(_)) {
            return Err("there is no key there".to_owned());
        }
        let is_like_it = |thing: &usize| self.level.nodes[*thing].kind == *kind;
        let sign = self.pixels.sign(self.pixel_of(node)?);
        let there = self.pixels.surroundings(sign).touched.iter().copied().find(is_like_it);
        let key = there.ok_or("there is no such key there")?;
        if self.game.is_taken(key) {
            return Err("this key was taken before".to_owned());
        }
        if !self.is_lasting(key) {
            return self.enter(|_, to, _| self.pixels.surroundings(to).touched.contains(&key), None);
        }
        let mut plays = Vec::new();
        if let Some(place) = self.taken_at_once.iter().position(&is_like_it) {
            let mut same = self.clone();
            same.taken_at_once.remove(place);
            plays.push(same);
        }
        // Of keys that stay any other one does the same. One that is touched already is not taken again by a step to
        // the side, which matters unless to take it again would change nothing.
        let changes_nothing = |after: &Referee<'a>| {
            let mut again = after.clone();
            again.touch(key).is_ok() && again.is_like(after)
        };
        let takes_it = |from: Sign, to: Sign, after: &Referee<'a>| {
            let before = &self.pixels.surroundings(from).touched;
            let touched = &self.pixels.surroundings(to).touched;
            let mut like_it = touched.iter().filter(|thing| is_like_it(thing)).peekable();
            like_it.peek().is_some() && (like_it.any(|thing| !before.contains(thing)) || changes_nothing(after))
        };
        match self.enter(takes_it, Some(key)) {
            Ok(entered) => plays.extend(entered),
            Err(reason) if plays.is_empty() => return Err(reason),
            Err(_) => {}
        }
        Ok(plays)
    }

    /// Goes to a place where something happens.
    fn walk(self, node: NodeId) -> Result<Vec<Self>, String> {
        let sign = self.pixels.sign(self.pixel_of(node)?);
        let mut plays = Vec::new();
        // What there is to touch was touched with a key that stays.
        let there: Vec<Pixel> = self.here.iter().copied().filter(|&at| self.pixels.sign(at) == sign).collect();
        if !there.is_empty() && self.is_quiet(sign, sign) {
            let mut same = self.clone().elsewhere();
            same.stand_at(there);
            plays.push(same);
        }
        // The place that is named may lie behind another one at which the same is touched, but another door is near.
        let touched_there = self.left_of(sign);
        match self.enter(|_, to, _| self.left_of(to) == touched_there, None) {
            Ok(entered) => plays.extend(entered),
            Err(reason) if plays.is_empty() => return Err(reason),
            Err(_) => {}
        }
        Ok(plays)
    }

    /// Goes somewhere from where the player is: a play for each state of the game that may come of it. `is_meant` is
    /// asked of the signs of both positions and of the game afterwards; `named` is the key that stays and is spoken of.
    fn enter(
        &self,
        is_meant: impl Fn(Sign, Sign, &Referee<'a>) -> bool,
        named: Option<usize>,
    ) -> Result<Vec<Self>, String> {
        let mut ways: BTreeMap<(Sign, Sign), Vec<Pixel>> = BTreeMap::new();
        for (from, at) in self.entries() {
            ways.entry((from, self.pixels.sign(at))).or_default().push(at);
        }
        let mut outcomes: Vec<(Referee<'a>, Vec<usize>, Vec<Pixel>)> = Vec::new();
        let mut refusal = None;
        for ((from, to), arrivals) in ways {
            let after = match self.settled(from, to) {
                Ok(after) => after,
                Err(reason) => {
                    refusal = Some(reason);
                    continue;
                }
            };
            if !is_meant(from, to, &after) {
                continue;
            }
            let at_once = self.others_taken(from, to, named);
            match outcomes.iter_mut().find(|known| known.0.is_like(&after) && known.1 == at_once) {
                Some(known) => known.2.extend(arrivals),
                None => outcomes.push((after, at_once, arrivals)),
            }
        }
        if outcomes.is_empty() {
            return Err(refusal.unwrap_or_else(|| "the player cannot get there".to_owned()));
        }
        let play = |(game, taken_at_once, arrivals)| {
            let mut next = Self { game, taken_at_once, unborn: None, ..self.clone() };
            next.stand_at(arrivals);
            next
        };
        Ok(outcomes.into_iter().take(self.most_plays()).map(play).collect())
    }

    /// The keys that stay and are taken on the way from one place to another, besides the one that is named: the graph
    /// may tell them one after the other.
    fn others_taken(&self, from: Sign, to: Sign, named: Option<usize>) -> Vec<usize> {
        let before = &self.pixels.surroundings(from).touched;
        let touched = self.pixels.surroundings(to).touched.iter().copied();
        let mut taken: Vec<usize> =
            touched.filter(|thing| self.is_lasting(*thing) && !before.contains(thing)).collect();
        let is_named =
            |thing: &usize| named.is_some_and(|key| self.level.nodes[*thing].kind == self.level.nodes[key].kind);
        if let Some(place) = taken.iter().position(is_named) {
            taken.remove(place);
        }
        taken
    }

    /// What is touched and not gone yet.
    fn left_of(&self, sign: Sign) -> Vec<usize> {
        let is_left = |thing: &usize| match self.level.nodes[*thing].kind {
            NodeKind::Door(_) => self.game.is_standing(*thing),
            NodeKind::Key(_) => !self.game.is_taken(*thing),
            _ => true,
        };
        self.pixels.surroundings(sign).touched.iter().copied().filter(is_left).collect()
    }

    /// All positions that can be entered from where the player is, each with the sign of where the player comes from.
    /// Where the player is already is entered too: walking there again changes nothing.
    pub(super) fn entries(&self) -> Vec<(Sign, Pixel)> {
        if let Some(start) = self.unborn {
            return vec![(NOWHERE, start)];
        }
        let mut may_enter: HashMap<(Sign, Sign), bool> = HashMap::new();
        let mut entries = Vec::new();
        for &at in &self.here {
            let from = self.pixels.sign(at);
            for next in self.pixels.beside(at) {
                let to = self.pixels.sign(next);
                if from != to && *may_enter.entry((from, to)).or_insert_with(|| self.may_enter(from, to)) {
                    entries.push((from, next));
                }
            }
        }
        entries
    }

    /// Comes so near to a door that its auras or its curse change, and to no other. Tells whether anything changes.
    fn approach(&mut self, door: usize) -> Result<bool, String> {
        let mut wanted = self.game.clone();
        wanted.feel(door);
        if wanted.is_like(&self.game) {
            return Ok(false);
        }
        let mut is_fit: HashMap<(Sign, Sign), bool> = HashMap::new();
        let arrivals: Vec<Pixel> = self
            .entries()
            .into_iter()
            .filter(|&(from, at)| {
                let to = self.pixels.sign(at);
                *is_fit.entry((from, to)).or_insert_with(|| {
                    self.pixels.surroundings(to).near.contains(&door)
                        && self.settled(from, to).is_ok_and(|after| after.is_like(&wanted))
                })
            })
            .map(|(_, at)| at)
            .collect();
        if arrivals.is_empty() {
            return Err("the player cannot come near the door without anything else happening".to_owned());
        }
        self.game = wanted;
        self.stand_at(arrivals);
        Ok(true)
    }

    /// Opens a door, or uses a master key on it.
    fn work_on(&mut self, door: usize, action: &str, at: Option<NodeId>) -> Result<(), String> {
        if !self.game.is_standing(door) {
            return Err("this door is gone".to_owned());
        }
        self.approach(door)?;
        let only = at.map(|node| self.pixel_of(node)).transpose()?.map(|at| self.pixels.sign(at));
        let touches = |at: &Pixel| {
            only.is_none_or(|only| self.pixels.sign(*at) == only)
                && self.pixels.beside(*at).any(|next| self.touched(next).contains(&door))
        };
        let beside: Vec<Pixel> = self.here.iter().copied().filter(touches).collect();
        if beside.is_empty() {
            return Err("the player cannot get there".to_owned());
        }
        self.game.work_on(door, action)?;
        self.game.feel(door);
        if let Some(sign) = only {
            self.game = self.settled(sign, sign)?;
        }
        let mut is_quiet: HashMap<Sign, bool> = HashMap::new();
        let mut is_quiet = |at: &Pixel| {
            let sign = self.pixels.sign(*at);
            *is_quiet.entry(sign).or_insert_with(|| self.is_quiet(sign, sign))
        };
        let quiet: Vec<Pixel> = beside.into_iter().filter(&mut is_quiet).collect();
        if quiet.is_empty() {
            return Err("wherever the player stands, something more happens".to_owned());
        }
        self.stand_at(quiet);
        Ok(())
    }

    /// Whether a thing is a key that stays.
    fn is_lasting(&self, thing: usize) -> bool {
        matches!(&self.level.nodes[thing].kind, NodeKind::Key(key) if key.infinite)
    }

    pub(super) fn touched(&self, at: Pixel) -> &[usize] {
        &self.pixels.surroundings(self.pixels.sign(at)).touched
    }

    /// Whether nothing bars the way: doors are gone, and gates are open or the player is in them already.
    pub(super) fn may_enter(&self, from: Sign, to: Sign) -> bool {
        let before = &self.pixels.surroundings(from).touched;
        self.pixels.surroundings(to).touched.iter().all(|thing| match self.level.nodes[*thing].kind {
            NodeKind::Door(_) => !self.game.is_standing(*thing),
            NodeKind::Gate(_) => before.contains(thing) || self.game.lets_through(*thing),
            _ => true,
        })
    }

    /// The game after the player came from one place to another: auras and curses, keys, salvage points.
    pub(super) fn settled(&self, from: Sign, to: Sign) -> Result<Referee<'a>, String> {
        let mut game = self.game.clone();
        if self.is_end(to) {
            return Ok(game);
        }
        let (before, here) = (&self.pixels.surroundings(from).touched, self.pixels.surroundings(to));
        let feel_all = |game: &mut Referee<'a>| here.near.iter().for_each(|&door| game.feel(door));
        feel_all(&mut game);
        // In one instant keys that stay come first.
        let (lasting, others): (Vec<usize>, Vec<usize>) =
            here.touched.iter().partition(|thing| self.is_lasting(**thing));
        let is_new = |thing: &usize| !before.contains(thing);
        for thing in lasting.into_iter().filter(is_new).chain(others) {
            if game.touch(thing)? {
                feel_all(&mut game);
            }
        }
        Ok(game)
    }

    /// Whether nothing happens on the way from one place to another. A key that stays and changes nothing is nothing.
    pub(super) fn is_quiet(&self, from: Sign, to: Sign) -> bool {
        self.is_end(to) || self.settled(from, to).is_ok_and(|after| after.is_like(&self.game))
    }

    /// The player is at one of these positions now, and wherever one can go from there without anything happening.
    pub(super) fn stand_at(&mut self, at: impl IntoIterator<Item = Pixel>) {
        for &old in &self.here {
            self.is_here[old] = false;
        }
        self.here.clear();
        for at in at {
            if !std::mem::replace(&mut self.is_here[at], true) {
                self.here.push(at);
            }
        }
        let mut may_go: HashMap<(Sign, Sign), bool> = HashMap::new();
        let mut done = 0;
        while done < self.here.len() {
            let at = self.here[done];
            done += 1;
            let from = self.pixels.sign(at);
            let next: Vec<Pixel> = self.pixels.beside(at).filter(|&next| !self.is_here[next]).collect();
            for next in next {
                let to = self.pixels.sign(next);
                let may_go = from == to
                    || *may_go.entry((from, to)).or_insert_with(|| self.may_enter(from, to) && self.is_quiet(from, to));
                if may_go {
                    self.is_here[next] = true;
                    self.here.push(next);
                }
            }
        }
    }
}
