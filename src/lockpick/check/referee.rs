//! Plays a level step by step and refuses what the rules do not allow.

use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use crate::lockpick::{
    colour::Colour,
    level::{Condition, Door, Key, KeyEffect, Level, Lock, Need, NodeId, NodeKind, Objective},
};

use super::numbers::Wide;

#[derive(Clone, Debug, PartialEq, Eq)]
struct DoorNow {
    copies: Wide,
    ice: bool,
    erosion: bool,
    paint: bool,
    cursed: bool,
    mimic: Colour,
}

/// A level being played.
#[derive(Clone, Debug)]
pub struct Referee<'a> {
    level: &'a Level,
    /// The edges that begin or end at each node.
    edges_at: Rc<Vec<Vec<usize>>>,
    keys: BTreeMap<Colour, Wide>,
    starred: BTreeSet<Colour>,
    /// Doors that are there.
    doors: BTreeMap<NodeId, DoorNow>,
    taken: BTreeSet<NodeId>,
    mimic: Colour,
    armed: Option<i32>,
    stored: Option<NodeId>,
    /// Where the player may be by now.
    places: BTreeSet<NodeId>,
}

impl<'a> Referee<'a> {
    /// A level before the first step.
    pub fn new(level: &'a Level) -> Result<Self, String> {
        let mut referee = Self::before_the_start(level);
        referee.stand_at(level.start)?;
        Ok(referee)
    }

    /// A level before the player is anywhere.
    pub(super) fn before_the_start(level: &'a Level) -> Self {
        let door = |(node, what): (NodeId, &crate::lockpick::level::Node)| match &what.kind {
            NodeKind::Door(door) => {
                let now = DoorNow {
                    copies: door.copies.into(),
                    ice: door.auras.ice,
                    erosion: door.auras.erosion,
                    paint: door.auras.paint,
                    cursed: door.cursed,
                    mimic: Colour::Glitch,
                };
                Some((node, now))
            }
            _ => None,
        };
        let mut edges_at = vec![Vec::new(); level.nodes.len()];
        for (index, edge) in level.edges.iter().enumerate() {
            edges_at[edge.from].push(index);
            edges_at[edge.to].push(index);
        }
        Self {
            level,
            edges_at: Rc::new(edges_at),
            keys: Colour::ALL.into_iter().map(|colour| (colour, level.start_counts[colour.index()].into())).collect(),
            starred: Colour::ALL.into_iter().filter(|colour| level.start_stars[colour.index()]).collect(),
            doors: level.nodes.iter().enumerate().filter_map(door).collect(),
            taken: BTreeSet::new(),
            mimic: Colour::Glitch,
            armed: None,
            stored: None,
            places: BTreeSet::new(),
        }
    }

    /// Everything that can change but the player's place, as text.
    #[cfg(test)]
    pub(super) fn account(&self) -> String {
        let Self { keys, starred, doors, taken, mimic, armed, stored, .. } = self;
        format!("{keys:?} {starred:?} {doors:?} {taken:?} {mimic:?} {armed:?} {stored:?}")
    }

    /// Whether a door is there.
    pub(super) fn is_standing(&self, door: NodeId) -> bool {
        self.doors.contains_key(&door)
    }

    /// Whether a key is gone.
    pub(super) fn is_taken(&self, key: NodeId) -> bool {
        self.taken.contains(&key)
    }

    /// Whether everything is the same, wherever the player is.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.keys == other.keys
            && self.starred == other.starred
            && self.doors == other.doors
            && self.taken == other.taken
            && self.mimic == other.mimic
            && self.armed == other.armed
            && self.stored == other.stored
    }

    /// The keys held: colour, number and whether it is starred, for all that is not nothing.
    pub fn holdings(&self) -> Vec<(Colour, (i128, i128), bool)> {
        let all =
            self.keys.iter().map(|(colour, number)| (*colour, (number.re, number.im), self.starred.contains(colour)));
        all.filter(|(_, number, starred)| *number != (0, 0) || *starred).collect()
    }

    /// The nodes where the player may be.
    pub fn places(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.places.iter().copied()
    }

    /// Whether the level has ended by salvage.
    pub fn is_over(&self) -> bool {
        self.stored.is_some()
    }

    /// Whether the objective is reached.
    pub fn has_won(&self) -> bool {
        match self.level.objective {
            Objective::Goal => {
                !self.is_over() && self.places.iter().any(|&node| self.level.nodes[node].kind == NodeKind::Goal)
            }
            Objective::Salvage { id, door } => {
                self.armed == Some(id) && self.stored.is_some() && (door.is_none() || door == self.stored)
            }
        }
    }

    /// Plays one step.
    pub fn play(&mut self, node: &str, action: &str, at: Option<&str>) -> Result<(), String> {
        if self.is_over() {
            return Err("a door was salvaged, so the level is over".to_owned());
        }
        let find = |name: &str| {
            let found = self.level.nodes.iter().position(|what| what.name == name);
            found.ok_or_else(|| format!("there is no node '{name}'"))
        };
        let target = find(node)?;
        let at = at.map(find).transpose()?;
        let nearby: BTreeSet<NodeId> = self
            .places
            .iter()
            .copied()
            .filter(|&from| from != target && self.open_ways(from).any(|to| to == target))
            .collect();
        if nearby.is_empty() {
            return Err("the player cannot get there".to_owned());
        }
        match (action, &self.level.nodes[target].kind) {
            ("take", NodeKind::Key(key)) => self.take(target, key),
            ("walk", _) => self.walk(target),
            ("approach", NodeKind::Door(_)) => {
                let before = self.doors.get(&target).cloned();
                self.feel(target);
                if self.doors.get(&target) == before.as_ref() {
                    return Err("coming near does nothing to this door".to_owned());
                }
                self.stay_next_to(nearby, at)
            }
            ("open" | "open-imaginary" | "master" | "master-imaginary", NodeKind::Door(_)) => {
                if !self.doors.contains_key(&target) {
                    return Err("this door is gone".to_owned());
                }
                self.feel(target);
                self.work_on(target, action)?;
                self.feel(target);
                self.stay_next_to(nearby, at)
            }
            _ => Err("that cannot be done there".to_owned()),
        }
    }

    /// Opens a door that is there, or uses a master key on it.
    pub(super) fn work_on(&mut self, node: NodeId, action: &str) -> Result<(), String> {
        let Some(door) = self.level.door(node) else { return Err("there is no door".to_owned()) };
        let looks_imaginary = action.ends_with("imaginary");
        if looks_imaginary && !self.level.lens {
            return Err("there is no lens to look at imaginary numbers".to_owned());
        }
        if action.starts_with("master") {
            self.use_master(node, door, looks_imaginary)
        } else {
            self.unlock(node, door, looks_imaginary)
        }
    }

    fn take(&mut self, node: NodeId, key: &Key) -> Result<(), String> {
        if self.taken.contains(&node) {
            return Err("this key was taken before".to_owned());
        }
        self.feel_around(node);
        self.gain(node, key)?;
        self.stand_at(node)
    }

    /// What a key does to the counts; unless it is infinite it is gone then.
    fn gain(&mut self, node: NodeId, key: &Key) -> Result<(), String> {
        let colour = if key.colour == Colour::Glitch { self.mimic } else { key.colour };
        let number = self.keys[&colour];
        let after = match key.effect {
            KeyEffect::Star => {
                self.starred.insert(colour);
                number
            }
            KeyEffect::Unstar => {
                self.starred.remove(&colour);
                number
            }
            _ if self.starred.contains(&colour) => number,
            KeyEffect::Add(amount) => number.add(amount.into()),
            KeyEffect::Exact(amount) => amount.into(),
            KeyEffect::Flip => number.times_i().times_i(),
            KeyEffect::Rotor => number.times_i(),
            KeyEffect::BackRotor => number.times_i().times_i().times_i(),
        };
        self.keys.insert(colour, after.fitting()?);
        if !key.infinite {
            self.taken.insert(node);
        }
        Ok(())
    }

    fn arm(&mut self, node: NodeId) {
        if let NodeKind::Salvage(point) = self.level.nodes[node].kind
            && !point.output
        {
            self.armed = if point.id < 0 { None } else { Some(point.id) };
        }
    }

    fn walk(&mut self, node: NodeId) -> Result<(), String> {
        if matches!(self.level.nodes[node].kind, NodeKind::Salvage(_)) {
            self.arm(node);
        } else if !self.lets_through(node) {
            return Err("the player is not let through".to_owned());
        }
        self.stand_at(node)
    }

    fn use_master(&mut self, node: NodeId, door: &Door, looks_imaginary: bool) -> Result<(), String> {
        let now = &self.doors[&node];
        if now.ice || now.erosion || now.paint {
            return Err("an aura covers the door".to_owned());
        }
        let colours = door.locks.iter().map(|lock| lock.colour).chain([door.spend]);
        for colour in colours.map(|colour| seen(colour, now)) {
            if matches!(colour, Colour::Master | Colour::Pure) {
                return Err(format!("the door is {colour}, so master keys do nothing"));
            }
        }
        let held = self.keys[&Colour::Master];
        let step =
            if looks_imaginary { Wide { re: 0, im: held.im.signum() } } else { Wide { re: held.re.signum(), im: 0 } };
        if step.is_zero() {
            return Err("there is no master key to hold".to_owned());
        }
        if !self.starred.contains(&Colour::Master) {
            self.keys.insert(Colour::Master, held.subtract(step).fitting()?);
        }
        let copies = if door.endless { now.copies } else { now.copies.subtract(step).fitting()? };
        self.set_copies(node, copies);
        Ok(())
    }

    fn unlock(&mut self, node: NodeId, door: &Door, looks_imaginary: bool) -> Result<(), String> {
        let now = self.doors[&node].clone();
        if now.ice || now.erosion || now.paint {
            return Err("an aura covers the door".to_owned());
        }
        let takes_imaginary = if looks_imaginary { now.copies.im != 0 } else { now.copies.re == 0 };
        let unit = if takes_imaginary {
            Wide { re: 0, im: now.copies.im.signum() }
        } else {
            Wide { re: now.copies.re.signum(), im: 0 }
        };
        let mut price = Wide::default();
        for lock in &door.locks {
            let number = self.keys[&seen(lock.colour, &now)];
            let cost = lock_price(lock, unit, number)
                .ok_or_else(|| format!("a lock of colour {} is not content with {}", lock.colour, text(number)))?;
            price = price.add(cost);
        }
        let spent = seen(door.spend, &now);
        if !self.starred.contains(&spent) {
            self.keys.insert(spent, self.keys[&spent].subtract(price).fitting()?);
        }
        let copies = if door.endless { now.copies } else { now.copies.subtract(unit) };
        self.set_copies(node, copies);
        self.mimic = spent;
        for other in self.doors.values_mut().filter(|other| !other.cursed) {
            other.mimic = spent;
        }
        Ok(())
    }

    /// The door has so many copies now; with none it is gone, and an armed salvage point takes it.
    fn set_copies(&mut self, node: NodeId, copies: Wide) {
        if !copies.is_zero() {
            if let Some(door) = self.doors.get_mut(&node) {
                door.copies = copies;
            }
            return;
        }
        self.doors.remove(&node);
        if self.armed.is_some() && self.stored.is_none() {
            self.stored = Some(node);
        }
    }

    /// The player comes near a door.
    pub(super) fn feel(&mut self, node: NodeId) {
        let real = |colour| self.keys[&colour].re;
        let (red, green, blue, brown) =
            (real(Colour::Red), real(Colour::Green), real(Colour::Blue), real(Colour::Brown));
        let (Some(now), Some(door)) = (self.doors.get_mut(&node), self.level.door(node)) else { return };
        now.ice &= red < 1;
        now.erosion &= green < 5;
        now.paint &= blue < 3;
        let is_bare = !now.ice && !now.erosion && !now.paint;
        let colours: BTreeSet<Colour> = door.locks.iter().map(|lock| lock.colour).chain([door.spend]).collect();
        let mimics_pure = now.mimic == Colour::Pure && colours.contains(&Colour::Glitch);
        let can_be_cursed =
            !mimics_pure && !colours.contains(&Colour::Pure) && colours != BTreeSet::from([Colour::Brown]);
        if now.cursed {
            now.cursed = brown >= 0;
        } else {
            now.cursed = brown >= 1 && is_bare && can_be_cursed;
        }
    }

    fn feel_around(&mut self, node: NodeId) {
        let what = &self.level.nodes[node];
        for &door in what.near.iter().chain(&what.touching) {
            self.feel(door);
        }
    }

    /// What happens around a player at a node.
    fn settle_at(&mut self, node: NodeId) -> Result<(), String> {
        self.feel_around(node);
        for &touched in &self.level.nodes[node].touching {
            if self.touch(touched)? {
                self.feel_around(node);
                continue;
            }
            let mut trial = self.clone();
            let Some(door) = self.level.door(touched).filter(|_| self.doors.contains_key(&touched)) else { continue };
            if trial.unlock(touched, door, false).is_ok() {
                *self = trial;
                self.feel_around(node);
            }
        }
        Ok(())
    }

    /// Takes a key that is still there, or arms a salvage point that is not armed. Tells whether it was one.
    pub(super) fn touch(&mut self, node: NodeId) -> Result<bool, String> {
        match &self.level.nodes[node].kind {
            NodeKind::Key(key) if !self.taken.contains(&node) => {
                self.gain(node, key)?;
                Ok(true)
            }
            NodeKind::Salvage(_) if !self.lets_through(node) => {
                self.arm(node);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Whether anything would happen around a player at a node.
    fn is_busy(&self, node: NodeId) -> bool {
        if self.level.nodes[node].near.is_empty() && self.level.nodes[node].touching.is_empty() {
            return false;
        }
        let mut trial = self.clone();
        trial.settle_at(node).is_err()
            || trial.doors != self.doors
            || trial.keys != self.keys
            || trial.starred != self.starred
            || trial.taken != self.taken
            || trial.armed != self.armed
            || trial.mimic != self.mimic
            || self.touches_open(node)
    }

    /// Whether a door that is touched at a node opens, even if that changes nothing.
    fn touches_open(&self, node: NodeId) -> bool {
        self.level.nodes[node].touching.iter().any(|&touched| {
            let mut trial = self.clone();
            let door = self.level.door(touched).filter(|_| self.doors.contains_key(&touched));
            door.is_some_and(|door| trial.unlock(touched, door, false).is_ok())
        })
    }

    /// After work on a door the player is still next to it: at a given node, or at any where nothing more happens.
    fn stay_next_to(&mut self, nearby: BTreeSet<NodeId>, at: Option<NodeId>) -> Result<(), String> {
        if let Some(at) = at {
            if !nearby.contains(&at) {
                return Err("the player cannot stand there".to_owned());
            }
            return self.stand_at(at);
        }
        let quiet: BTreeSet<NodeId> = nearby.into_iter().filter(|&node| !self.is_busy(node)).collect();
        if quiet.is_empty() {
            return Err("wherever the player stands, something more happens".to_owned());
        }
        self.places = quiet;
        self.wander();
        Ok(())
    }

    fn stand_at(&mut self, node: NodeId) -> Result<(), String> {
        self.settle_at(node)?;
        self.places = BTreeSet::from([node]);
        self.wander();
        Ok(())
    }

    /// Adds all places that can be walked to without anything happening.
    fn wander(&mut self) {
        let mut unexplored: Vec<NodeId> = self.places.iter().copied().collect();
        while let Some(node) = unexplored.pop() {
            for to in self.open_ways(node).collect::<Vec<_>>() {
                if !self.places.contains(&to) && self.lets_through(to) && !self.is_busy(to) {
                    self.places.insert(to);
                    unexplored.push(to);
                }
            }
        }
    }

    /// Where edges lead from a node now.
    fn open_ways(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.edges_at[node].iter().filter_map(move |&index| {
            let edge = &self.level.edges[index];
            let to = if edge.from == node { edge.to } else { edge.from };
            let is_forward = edge.from == node || !edge.one_way;
            let is_open = edge.conditions.iter().all(|condition| match condition {
                Condition::While(door) => self.doors.contains_key(door),
                Condition::After(door) => !self.doors.contains_key(door),
                Condition::Through(gate) => self.lets_through(*gate),
            });
            (is_forward && is_open).then_some(to)
        })
    }

    pub(super) fn lets_through(&self, node: NodeId) -> bool {
        match &self.level.nodes[node].kind {
            NodeKind::Junction | NodeKind::Goal => true,
            NodeKind::Key(_) => self.taken.contains(&node),
            NodeKind::Door(_) => !self.doors.contains_key(&node),
            NodeKind::Gate(gate) => gate.locks.iter().all(|lock| {
                let colour = if lock.colour == Colour::Glitch { self.mimic } else { lock.colour };
                lock_price(lock, Wide { re: 1, im: 0 }, self.keys[&colour]).is_some()
            }),
            NodeKind::Salvage(point) => point.output || self.armed == if point.id < 0 { None } else { Some(point.id) },
        }
    }
}

/// The colour something of a door looks like.
fn seen(colour: Colour, door: &DoorNow) -> Colour {
    match colour {
        _ if door.cursed => Colour::Brown,
        Colour::Glitch => door.mimic,
        other => other,
    }
}

/// What a lock costs on a copy of kind `unit` (1, i, -1 or -i) with so many keys, or `None` if it does not open.
fn lock_price(lock: &Lock, unit: Wide, keys: Wide) -> Option<Wide> {
    let turn = |number: Wide| match (unit.re, unit.im) {
        (1, 0) => number,
        (0, 1) => number.times_i(),
        (-1, 0) => number.times_i().times_i(),
        _ => number.times_i().times_i().times_i(),
    };
    let enough = |have: i128, need: i128| need > 0 && have >= need || need < 0 && have <= need;
    match lock.need {
        Need::Normal(amount) => {
            let need = turn(amount.into());
            (enough(keys.re, need.re) || enough(keys.im, need.im)).then_some(need)
        }
        Need::Blank => keys.is_zero().then_some(keys),
        Need::All => (!keys.is_zero()).then_some(keys),
        Need::Blast(side) => {
            let side = turn(side.into());
            let is_there = enough(keys.re, side.re) || enough(keys.im, side.im);
            let pick = |have: i128, side: i128| if side == 0 { 0 } else { have };
            is_there.then_some(Wide { re: pick(keys.re, side.re), im: pick(keys.im, side.im) })
        }
    }
}

fn text(number: Wide) -> String {
    match (number.re, number.im) {
        (re, 0) => re.to_string(),
        (re, im) => format!("{re}{im:+}i"),
    }
}
