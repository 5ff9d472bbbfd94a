//! From places to the nodes and edges of a level: a thing at one place becomes that place, the rest become junctions.
//!
//! What has to be so for a way to be walked follows from what is touched at its end and was not before: doors must be
//! gone, gates must be open, keys are taken, salvage points armed. Who is inside a gate already need not ask again.

use super::{
    GeometryError,
    directed::Directed,
    places::{Footing, Link, Place, Places},
    room::Room,
};
use crate::lockpick::level::{Condition, Level, Node, NodeId, NodeKind, Spot};

/// The level of a room, whose things are the first nodes, in order.
pub fn assemble(room: &Room, mut places: Places) -> Result<Level, GeometryError> {
    start_at_nothing(room, &mut places);
    let mut draft = Draft { level: Level::default(), stands: Vec::new(), ways: Directed::default(), junctions: 0 };
    draft.add_things(room);
    let census = Census::of(room, &places);
    for (index, place) in places.places.iter().enumerate() {
        draft.add_place(index, place, &census)?;
    }
    for link in &places.links {
        draft.connect(&places, link)?;
    }
    for touch in &places.touches {
        let mut conditions = conditions_of(touch);
        conditions.push(Condition::While(touch.to));
        draft.ways.add(draft.stands[touch.from].inside, touch.to, conditions)?;
    }
    draft.level.start = draft.stands[places.start].inside;
    draft.level.nodes[draft.level.start].name = "start".to_owned();
    let gone_at = draft.gone_at(&places);
    draft.ways.reduce(&gone_at);
    draft.level.edges = draft.ways.into_edges(&gone_at);
    Ok(draft.level)
}

/// A player that starts in the middle of things touches them after an instant in which nothing happens. Who starts
/// inside a gate is inside: it is not asked whether it is open.
fn start_at_nothing(room: &Room, places: &mut Places) {
    let first = &places.places[places.start];
    if first.touched.is_empty() && first.standing_on.is_none() {
        return;
    }
    let is_gate = |thing: &usize| matches!(room.things[*thing].kind, NodeKind::Gate(_));
    let touched = first.touched.iter().copied().filter(is_gate).collect();
    let (to, spot) = (places.start, first.spot);
    places.start = places.places.len();
    places.places.push(Place { spot, touched, ..Place::default() });
    places.links.push(Link::new(places.start, to));
}

/// The doors near a place, without those that are gone when the player is there.
fn near_of(place: &Place) -> Vec<NodeId> {
    place.near.iter().copied().filter(|door| !place.touched.contains(door)).collect()
}

fn conditions_of(link: &Link) -> Vec<Condition> {
    let condition = |footing: &Footing| match *footing {
        Footing::On(door) => Condition::While(door),
        Footing::Without(door) => Condition::After(door),
    };
    link.conditions.iter().map(condition).collect()
}

/// At how many places things are touched.
struct Census {
    /// At how many a thing is touched and nothing else.
    alone: Vec<usize>,
    /// At how many it is touched together with others.
    together: Vec<usize>,
    /// Of the places where nothing else is touched, the one near to the fewest doors.
    home: Vec<usize>,
    is_flight: bool,
}

impl Census {
    fn of(room: &Room, places: &Places) -> Self {
        let zeros = || vec![0; room.things.len()];
        let home = vec![usize::MAX; room.things.len()];
        let mut census = Self { alone: zeros(), together: zeros(), home, is_flight: places.is_flight };
        let near = |place: usize| places.places.get(place).map_or(usize::MAX, |place| near_of(place).len());
        for (index, place) in places.places.iter().enumerate() {
            let is_alone = place.touched.len() == 1 && place.standing_on.is_none();
            for &thing in &place.touched {
                if is_alone && near(index) < near(census.home[thing]) {
                    census.home[thing] = index;
                }
                *if is_alone { &mut census.alone[thing] } else { &mut census.together[thing] } += 1;
            }
        }
        census
    }

    /// Whether a thing of a kind can itself be the node of a place where nothing else is touched. With gravity there is
    /// a place for every budget: those of one thing are one node.
    fn is_node(&self, thing: usize, kind: &NodeKind, is_home: bool) -> bool {
        let is_single = self.alone[thing] == 1 && self.together[thing] == 0;
        match kind {
            // A door in two ways opens both at once, but does not join them: the rest of it are junctions behind it.
            NodeKind::Door(_) => self.alone[thing] == 1 || self.is_flight && is_home,
            // Who is inside stays inside, so no way within it asks whether it is open.
            NodeKind::Gate(_) => self.together[thing] == 0 && (is_single || !self.is_flight),
            NodeKind::Key(key) if key.infinite => is_single || !self.is_flight,
            _ => is_home || !self.is_flight,
        }
    }
}

/// The nodes of a place.
struct Stand {
    /// Where the player is once everything there has happened.
    inside: NodeId,
    /// Infinite keys that are taken by entering, unless they were touched before: the key and its node here.
    entries: Vec<(usize, NodeId)>,
}

struct Draft {
    level: Level,
    /// The nodes of each place.
    stands: Vec<Stand>,
    ways: Directed,
    junctions: usize,
}

impl Draft {
    fn add_things(&mut self, room: &Room) {
        let mut counts = [0; 6];
        let goals = room.things.iter().filter(|thing| thing.kind == NodeKind::Goal).count();
        for thing in &room.things {
            let (index, word) = match thing.kind {
                NodeKind::Key(_) => (0, "key"),
                NodeKind::Door(_) => (1, "door"),
                NodeKind::Gate(_) => (2, "gate"),
                NodeKind::Goal => (3, "goal"),
                NodeKind::Salvage(_) => (4, "salvage"),
                NodeKind::Junction => (5, "spot"),
            };
            counts[index] += 1;
            let is_only = thing.kind == NodeKind::Goal && goals == 1;
            let name = if is_only { word.to_owned() } else { format!("{word}{}", counts[index]) };
            let spot = Some(Spot { x: thing.area.left, y: thing.area.top });
            self.level.nodes.push(Node { spot, ..Node::new(name, thing.kind.clone()) });
        }
    }

    fn kind(&self, thing: usize) -> &NodeKind {
        &self.level.nodes[thing].kind
    }

    fn add_place(&mut self, index: usize, place: &Place, census: &Census) -> Result<(), GeometryError> {
        // Whoever touches a goal is done, whatever else is there.
        let goal = place.touched.iter().find(|&&thing| *self.kind(thing) == NodeKind::Goal);
        if let Some(&goal) = goal.filter(|_| place.standing_on.is_none()) {
            self.level.nodes[goal].stand.get_or_insert(place.spot.unwrap_or_default());
            self.stands.push(Stand { inside: goal, entries: Vec::new() });
            return Ok(());
        }
        let near = near_of(place);
        if let (&[thing], None) = (place.touched.as_slice(), place.standing_on) {
            let is_placed = self.stands.iter().any(|stand| stand.inside == thing);
            if census.is_node(thing, self.kind(thing), census.home[thing] == index) {
                let node = &mut self.level.nodes[thing];
                // What a thing with several places is always near.
                if is_placed {
                    node.near.retain(|door| near.contains(door));
                } else {
                    node.near = near;
                    node.stand = place.spot;
                }
                self.stands.push(Stand { inside: thing, entries: Vec::new() });
                return Ok(());
            }
        }
        let inside = self.add_stand_in(place);
        let mut entries: Vec<(usize, NodeId)> = Vec::new();
        for &thing in &place.touched {
            let NodeKind::Key(key) = *self.kind(thing) else { continue };
            if key.infinite {
                let name = format!("{}-part{}", self.level.nodes[thing].name, self.level.nodes.len());
                let node = Node {
                    near: near_of(place),
                    spot: place.spot,
                    stand: place.spot,
                    ..Node::new(name, NodeKind::Key(key))
                };
                self.level.nodes.push(node);
                entries.push((thing, self.level.nodes.len() - 1));
            }
        }
        let chain = entries.iter().map(|&(_, node)| node).chain([inside]);
        for (from, to) in chain.clone().zip(chain.skip(1)) {
            self.ways.add(from, to, Vec::new())?;
        }
        self.stands.push(Stand { inside, entries });
        Ok(())
    }

    /// A node for a place that is not that of a thing: a further part of something, or nothing.
    fn add_stand_in(&mut self, place: &Place) -> NodeId {
        self.junctions += 1;
        let part_of = match (place.touched.as_slice(), place.standing_on) {
            (&[thing], None) if matches!(self.kind(thing), NodeKind::Salvage(_)) => Some(thing),
            _ => None,
        };
        let mut node = match part_of {
            Some(thing) => {
                let what = &self.level.nodes[thing];
                Node::new(format!("{}-part{}", what.name, self.junctions), what.kind.clone())
            }
            None => Node::new(format!("j{}", self.junctions), NodeKind::Junction),
        };
        node.near = near_of(place);
        (node.spot, node.stand) = (place.spot, place.spot);
        node.touching.extend(place.standing_on);
        let is_touched = |thing: &usize| match self.kind(*thing) {
            NodeKind::Key(key) => !key.infinite,
            NodeKind::Salvage(point) => !point.output,
            NodeKind::Junction | NodeKind::Door(_) | NodeKind::Gate(_) | NodeKind::Goal => false,
        };
        if part_of.is_none() {
            node.touching.extend(place.touched.iter().copied().filter(is_touched));
        }
        self.level.nodes.push(node);
        self.level.nodes.len() - 1
    }

    fn connect(&mut self, places: &Places, link: &Link) -> Result<(), GeometryError> {
        let (from, to) = (self.stands[link.from].inside, self.stands[link.to].inside);
        if from == to || *self.kind(from) == NodeKind::Goal {
            return Ok(());
        }
        let (before, after) = (&places.places[link.from].touched, &places.places[link.to].touched);
        let conditions = conditions_of(link);
        let mut asked = conditions.clone();
        for &thing in after.iter().filter(|&thing| !before.contains(thing) && *thing != to) {
            match self.kind(thing) {
                NodeKind::Door(_) => {
                    let mut touch = conditions.clone();
                    touch.push(Condition::While(thing));
                    asked.push(Condition::After(thing));
                    self.ways.add(from, thing, touch)?;
                }
                NodeKind::Gate(_) => asked.push(Condition::Through(thing)),
                NodeKind::Junction | NodeKind::Key(_) | NodeKind::Goal | NodeKind::Salvage(_) => {}
            }
        }
        let entry = self.stands[link.to].entries.iter().find(|(key, _)| !before.contains(key));
        self.ways.add(from, entry.map_or(to, |&(_, node)| node), asked)
    }

    /// The doors that are gone whenever the player is at a node.
    fn gone_at(&self, places: &Places) -> Vec<Vec<NodeId>> {
        let mut gone = super::directed::gone_at(&self.level);
        for (place, stand) in places.places.iter().zip(&self.stands) {
            // The node of a thing may stand for several places, a junction stands for one.
            if *self.kind(stand.inside) == NodeKind::Junction {
                let doors = place.touched.iter().filter(|&&thing| matches!(self.kind(thing), NodeKind::Door(_)));
                gone[stand.inside].extend(doors.filter(|&&door| door != stand.inside));
            }
        }
        gone
    }
}
