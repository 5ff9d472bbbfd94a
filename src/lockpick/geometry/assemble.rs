//! From places to the nodes and edges of a level: a thing at one place becomes that place, the rest become junctions.

use std::collections::BTreeMap;

use super::{
    GeometryError,
    places::{Footing, Link, Place, Places},
    room::Room,
    simplify::order_of,
};
use crate::lockpick::level::{Condition, Edge, Level, Node, NodeId, NodeKind};

/// The most edges: no level that can be solved has as many.
const MAX_EDGES: usize = 100_000;

/// The level of a room, whose things are the first nodes, in order.
pub fn assemble(room: &Room, mut places: Places) -> Result<Level, GeometryError> {
    start_at_nothing(&mut places);
    let mut draft = Draft { level: Level::default(), nodes: Vec::new(), edges: BTreeMap::new(), count: 0 };
    draft.add_things(room);
    draft.add_places(room, &places);
    for link in &places.links {
        draft.connect(&places, link)?;
    }
    for touch in &places.touches {
        let mut conditions = conditions_of(touch);
        conditions.push(Condition::While(touch.to));
        draft.add_edge(draft.nodes[touch.from], touch.to, conditions)?;
    }
    draft.level.start = draft.nodes[places.start];
    draft.level.nodes[draft.level.start].name = "start".to_owned();
    draft.write_edges();
    Ok(draft.level)
}

/// A player that starts in the middle of things touches them after an instant in which nothing happens.
fn start_at_nothing(places: &mut Places) {
    let first = &places.places[places.start];
    if first.touched.is_empty() && first.standing_on.is_none() {
        return;
    }
    let to = places.start;
    places.start = places.places.len();
    places.places.push(Place::default());
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

struct Draft {
    level: Level,
    /// The node of each place.
    nodes: Vec<NodeId>,
    /// The alternative conditions under which one can go from a node to another.
    edges: BTreeMap<(NodeId, NodeId), Vec<Vec<Condition>>>,
    count: usize,
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
            self.level.nodes.push(Node::new(name, thing.kind.clone()));
        }
    }

    fn add_places(&mut self, room: &Room, places: &Places) {
        let mut places_of = vec![0; room.things.len()];
        for place in &places.places {
            if let (&[thing], None) = (place.touched.as_slice(), place.standing_on) {
                places_of[thing] += 1;
            }
        }
        let mut is_placed = vec![false; room.things.len()];
        let mut junctions = 0;
        for place in &places.places {
            let own = match (place.touched.as_slice(), place.standing_on) {
                (&[thing], None) => self.own_node(thing, places_of[thing], is_placed[thing], places.is_flight),
                _ => None,
            };
            let node = match own {
                Some(thing) => {
                    let node = &mut self.level.nodes[thing];
                    // What a thing with several places is always near.
                    if is_placed[thing] {
                        node.near.retain(|door| place.near.contains(door));
                    } else {
                        node.near = near_of(place);
                        is_placed[thing] = true;
                    }
                    thing
                }
                None => {
                    let (name, kind) = self.stand_in(place, &mut junctions);
                    let mut node = Node::new(name, kind);
                    node.near = near_of(place);
                    node.touching.extend(place.standing_on);
                    self.level.nodes.push(node);
                    self.level.nodes.len() - 1
                }
            };
            self.nodes.push(node);
        }
    }

    /// The node of a thing, if it can stand for one of its places.
    fn own_node(&self, thing: NodeId, places: usize, is_placed: bool, is_flight: bool) -> Option<NodeId> {
        let can = match &self.level.nodes[thing].kind {
            // A door in two ways opens both at once, but does not join them.
            NodeKind::Door(_) => places == 1,
            // A key is taken once, wherever that happens. The rest can be there twice if there is no way between.
            NodeKind::Key(key) if !key.infinite => true,
            _ => !(is_flight && is_placed),
        };
        can.then_some(thing)
    }

    /// What stands at a place that is not that of a thing: a further part of something, or nothing.
    fn stand_in(&self, place: &Place, junctions: &mut usize) -> (String, NodeKind) {
        *junctions += 1;
        if let (&[thing], None) = (place.touched.as_slice(), place.standing_on) {
            let node = &self.level.nodes[thing];
            if !matches!(node.kind, NodeKind::Door(_)) {
                return (format!("{}-part{junctions}", node.name), node.kind.clone());
            }
        }
        (format!("j{junctions}"), NodeKind::Junction)
    }

    fn connect(&mut self, places: &Places, link: &Link) -> Result<(), GeometryError> {
        let (from, to) = (self.nodes[link.from], self.nodes[link.to]);
        if from == to {
            return Ok(());
        }
        let (before, after) = (&places.places[link.from].touched, &places.places[link.to].touched);
        let mut conditions = conditions_of(link);
        // Where doors had to be gone for entering, they are gone for leaving.
        let is_door = |thing: &NodeId| matches!(self.level.nodes[*thing].kind, NodeKind::Door(_));
        conditions.extend(before.iter().copied().filter(|door| is_door(door) && *door != from).map(Condition::After));
        if let &[thing] = after.as_slice()
            && (to == thing || !matches!(self.level.nodes[thing].kind, NodeKind::Door(_)))
        {
            return self.add_edge(from, to, conditions);
        }
        let new: Vec<NodeId> = after.iter().copied().filter(|thing| !before.contains(thing)).collect();
        let (doors, others): (Vec<NodeId>, Vec<NodeId>) = new.into_iter().partition(is_door);
        for &door in &doors {
            let mut touch = conditions.clone();
            touch.push(Condition::While(door));
            self.add_edge(from, door, touch)?;
        }
        conditions.extend(doors.into_iter().map(Condition::After));
        // What is touched on entering is passed one by one.
        let mut at = from;
        for next in others.into_iter().chain([to]) {
            self.add_edge(at, next, conditions.clone())?;
            at = next;
        }
        Ok(())
    }

    /// Adds a way, unless there is one already that asks for less.
    fn add_edge(&mut self, from: NodeId, to: NodeId, mut conditions: Vec<Condition>) -> Result<(), GeometryError> {
        conditions.sort_unstable_by_key(order_of);
        conditions.dedup();
        let contradicts = |condition: &Condition| match condition {
            Condition::While(door) => conditions.contains(&Condition::After(*door)),
            Condition::After(_) => false,
        };
        if from == to || conditions.iter().any(contradicts) {
            return Ok(());
        }
        let alternatives = self.edges.entry((from, to)).or_default();
        let asks_less = |less: &[Condition], more: &[Condition]| less.iter().all(|condition| more.contains(condition));
        if alternatives.iter().any(|known| asks_less(known, &conditions)) {
            return Ok(());
        }
        let before = alternatives.len();
        alternatives.retain(|known| !asks_less(&conditions, known));
        self.count = self.count + alternatives.len() + 1 - before;
        alternatives.push(conditions);
        if self.count > 2 * MAX_EDGES {
            return Err(GeometryError::Ways(MAX_EDGES));
        }
        Ok(())
    }

    /// Two ways there and back are one edge.
    fn write_edges(&mut self) {
        let edges = std::mem::take(&mut self.edges);
        for (&(from, to), alternatives) in &edges {
            let back = edges.get(&(to, from)).map_or(&[][..], Vec::as_slice);
            for conditions in alternatives {
                let one_way = !back.contains(conditions);
                if one_way || from < to {
                    self.level.edges.push(Edge { from, to, one_way, conditions: conditions.clone() });
                }
            }
        }
    }
}
