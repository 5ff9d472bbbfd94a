//! Makes a graph smaller without changing what can be done in it: junctions that only lengthen the way are left out.

use std::collections::{BTreeMap, BTreeSet};

use super::{absorb::absorb, directed::order_of};
use crate::lockpick::level::{Condition, Edge, Level, Node, NodeId, NodeKind, Objective};

/// How many detours are looked at.
const MAX_STEPS: usize = 20_000_000;

/// Leaves out junctions until all are needed.
pub fn simplify(level: &mut Level) {
    drop_unreachable(level);
    loop {
        let before = level.nodes.len();
        absorb_the_certain(level);
        join_alike(level);
        cut_short(level);
        if level.nodes.len() == before {
            break;
        }
    }
    drop_shortcuts(level);
    forget_what_comes_next(level);
}

/// Leaves out what is certain, and junctions that differ from a neighbour in nothing else.
fn absorb_the_certain(level: &mut Level) {
    let is_kept = absorb(level);
    let same: Vec<NodeId> = (0..level.nodes.len()).collect();
    rebuild(level, &same, &is_kept);
}

/// Leaves out junctions that no way leads to.
fn drop_unreachable(level: &mut Level) {
    let mut out: Vec<Vec<NodeId>> = vec![Vec::new(); level.nodes.len()];
    for edge in &level.edges {
        out[edge.from].push(edge.to);
        if !edge.one_way {
            out[edge.to].push(edge.from);
        }
    }
    let mut is_kept: Vec<bool> = level.nodes.iter().map(|node| !is_junction(node)).collect();
    let mut is_reached = vec![false; level.nodes.len()];
    is_reached[level.start] = true;
    let mut queue = vec![level.start];
    while let Some(node) = queue.pop() {
        is_kept[node] = true;
        for &next in out[node].iter() {
            if !std::mem::replace(&mut is_reached[next], true) {
                queue.push(next);
            }
        }
    }
    level.edges.retain(|edge| is_kept[edge.from] && is_kept[edge.to]);
    let same: Vec<NodeId> = (0..level.nodes.len()).collect();
    rebuild(level, &same, &is_kept);
}

fn is_junction(node: &Node) -> bool {
    node.kind == NodeKind::Junction
}

fn is_plain_key(node: &Node) -> bool {
    matches!(&node.kind, NodeKind::Key(key) if !key.infinite)
}

fn is_infinite_key(node: &Node) -> bool {
    matches!(&node.kind, NodeKind::Key(key) if key.infinite)
}

/// Joins junctions between which the player can always go to and fro, if the same doors are near both.
fn join_alike(level: &mut Level) {
    let mut leader: Vec<NodeId> = (0..level.nodes.len()).collect();
    fn find(leader: &mut [NodeId], node: NodeId) -> NodeId {
        let mut at = node;
        while leader[at] != at {
            leader[at] = leader[leader[at]];
            at = leader[at];
        }
        at
    }
    for edge in level.edges.iter().filter(|edge| !edge.one_way && edge.conditions.is_empty()) {
        let (one, other) = (&level.nodes[edge.from], &level.nodes[edge.to]);
        let is_alike =
            is_junction(one) && is_junction(other) && one.near == other.near && one.touching == other.touching;
        if is_alike {
            let (one, other) = (find(&mut leader, edge.from), find(&mut leader, edge.to));
            // The start keeps its name.
            let (stays, goes) = if other == level.start { (other, one) } else { (one, other) };
            leader[goes] = stays;
        }
    }
    for node in 0..leader.len() {
        leader[node] = find(&mut leader, node);
    }
    let is_kept: Vec<bool> = (0..leader.len()).map(|node| leader[node] == node).collect();
    rebuild(level, &leader, &is_kept);
}

/// Leaves out junctions that lead nowhere else, and those between two things that may as well be next to each other.
fn cut_short(level: &mut Level) {
    let count = level.nodes.len();
    let mut edges: Vec<Option<Edge>> = level.edges.drain(..).map(Some).collect();
    let mut at: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); count];
    for (index, edge) in edges.iter().enumerate() {
        if let Some(edge) = edge {
            at[edge.from].insert(index);
            at[edge.to].insert(index);
        }
    }
    let can_go = |level: &Level, node: NodeId| {
        let what = &level.nodes[node];
        node != level.start && is_junction(what) && what.touching.iter().all(|&thing| is_plain_key(&level.nodes[thing]))
    };
    // Standing beside such a thing is not the same as standing in it.
    let is_plain = |level: &Level, node: NodeId| match &level.nodes[node].kind {
        NodeKind::Junction | NodeKind::Door(_) | NodeKind::Goal => true,
        NodeKind::Key(key) => !key.infinite,
        NodeKind::Gate(_) | NodeKind::Salvage(_) => false,
    };
    let mut is_kept = vec![true; count];
    let mut queue: Vec<NodeId> = (0..count).filter(|&node| can_go(level, node)).collect();
    while let Some(node) = queue.pop() {
        if !is_kept[node] {
            continue;
        }
        let here: Vec<&Edge> = at[node].iter().filter_map(|&index| edges[index].as_ref()).collect();
        let around: BTreeSet<NodeId> =
            here.iter().map(|edge| if edge.from == node { edge.to } else { edge.from }).collect();
        let is_way_in = here.iter().any(|edge| !edge.one_way || edge.to == node);
        let is_way_out = here.iter().any(|edge| !edge.one_way || edge.from == node);
        let mut conditions: Vec<Condition> = here.iter().flat_map(|edge| edge.conditions.iter().copied()).collect();
        // Who came over a floor may be cut off when it vanishes: then it matters on which side of it the player is.
        let is_lasting = conditions.iter().all(|condition| matches!(condition, Condition::After(_)));
        let is_chain = here.len() == 2 && is_lasting && here.iter().all(|edge| !edge.one_way);
        let around: Vec<NodeId> = around.into_iter().collect();
        let is_quiet = is_quiet_between(level, node, &around);
        let shortcut = match *around {
            _ if !is_quiet => continue,
            _ if !is_way_in || !is_way_out => None,
            // Stepping aside is what it takes to use such a key again.
            [only] if is_infinite_key(&level.nodes[only]) => continue,
            [] | [_] => None,
            [one, other] if is_chain && is_plain(level, one) && is_plain(level, other) => Some((one, other)),
            _ => continue,
        };
        is_kept[node] = false;
        for index in std::mem::take(&mut at[node]) {
            if let Some(edge) = edges[index].take() {
                at[edge.from].remove(&index);
                at[edge.to].remove(&index);
            }
        }
        if let Some((one, other)) = shortcut {
            at[one].insert(edges.len());
            at[other].insert(edges.len());
            conditions.sort_unstable_by_key(order_of);
            conditions.dedup();
            edges.push(Some(Edge { conditions, ..Edge::between(one, other) }));
        }
        queue.extend(around.into_iter().filter(|&next| is_kept[next] && can_go(level, next)));
    }
    level.edges = edges.into_iter().flatten().collect();
    let same: Vec<NodeId> = (0..count).collect();
    rebuild(level, &same, &is_kept);
}

/// Whether nothing happens at a node that does not happen as well when the player goes on to the things around it.
/// Being near a door and nothing else is the same as being about to touch it, and who comes from where it was is near
/// nothing. A key that is touched there and around it is taken in any case; but near its own place there must be
/// nothing else.
fn is_quiet_between(level: &Level, node: NodeId, around: &[NodeId]) -> bool {
    let Node { near, touching, .. } = &level.nodes[node];
    let is_around = |thing: &NodeId| around.contains(thing);
    let is_alone = |key: &NodeId| {
        let beside = |door: &NodeId| is_around(door) && door != key;
        level.nodes[*key].near.iter().all(beside) && level.nodes[*key].touching.is_empty()
    };
    let is_simple = near.len() + touching.len() <= 1 || around.len() == 2;
    is_simple && near.iter().all(is_around) && touching.iter().all(|key| is_around(key) && is_alone(key))
}

/// Drops ways beside which there is one through a junction that comes to the same.
fn drop_shortcuts(level: &mut Level) {
    let mut ways = Ways::default();
    for (index, edge) in level.edges.iter().enumerate() {
        ways.add(edge.from, edge.to, index);
        if !edge.one_way {
            ways.add(edge.to, edge.from, index);
        }
    }
    let is_quiet = |node: &Node| is_junction(node) && node.near.is_empty() && node.touching.is_empty();
    let is_quiet: Vec<bool> = level.nodes.iter().map(is_quiet).collect();
    let mut is_dropped = vec![false; level.edges.len()];
    let mut order: Vec<usize> = (0..level.edges.len()).collect();
    // What joins things goes first: junctions are there to join them.
    order.sort_by_key(|&index| {
        [level.edges[index].from, level.edges[index].to]
            .map(|node| is_quiet[node])
            .iter()
            .filter(|quiet| **quiet)
            .count()
    });
    let mut steps = 0;
    for index in order {
        let edge = &level.edges[index];
        let mut has_detour = |from: NodeId, to: NodeId| {
            let is_touched = matches!(level.nodes[to].kind, NodeKind::Door(_));
            ways.out(from).any(|via| {
                steps += 1;
                let is_open = |from: NodeId, to: NodeId, allowed: &[Condition]| {
                    ways.between(from, to).iter().any(|&other| {
                        let conditions = &level.edges[other].conditions;
                        !is_dropped[other] && conditions.iter().all(|condition| allowed.contains(condition))
                    })
                };
                via != to
                    && is_quiet[via]
                    && is_open(from, via, &[])
                    && is_open(via, to, &edge.conditions)
                    // After opening a door the player wants to be where it was touched.
                    && (!is_touched || is_open(via, from, &[]))
            })
        };
        let is_needless = has_detour(edge.from, edge.to) && (edge.one_way || has_detour(edge.to, edge.from));
        is_dropped[index] = is_needless;
        if steps > MAX_STEPS {
            break;
        }
    }
    let mut index = 0;
    level.edges.retain(|_| {
        index += 1;
        !is_dropped[index - 1]
    });
}

/// Where a door was that lies between two things only, it means nothing to be near them: whoever goes in goes on to
/// touch the one, and where the player came from there is nothing left to be near to.
fn forget_what_comes_next(level: &mut Level) {
    let mut around: Vec<BTreeSet<NodeId>> = vec![BTreeSet::new(); level.nodes.len()];
    let mut is_simple = vec![true; level.nodes.len()];
    for edge in &level.edges {
        around[edge.from].insert(edge.to);
        around[edge.to].insert(edge.from);
        if edge.one_way || !edge.conditions.is_empty() {
            is_simple[edge.from] = false;
            is_simple[edge.to] = false;
        }
    }
    for (node, what) in level.nodes.iter_mut().enumerate() {
        let is_between = matches!(what.kind, NodeKind::Door(_)) && around[node].len() == 2 && is_simple[node];
        if is_between && what.touching.is_empty() && what.near.iter().all(|door| around[node].contains(door)) {
            what.near.clear();
        }
    }
}

/// The edges that lead from a node to another.
#[derive(Default)]
struct Ways(BTreeMap<(NodeId, NodeId), Vec<usize>>);

impl Ways {
    fn add(&mut self, from: NodeId, to: NodeId, edge: usize) {
        self.0.entry((from, to)).or_default().push(edge);
    }

    fn out(&self, from: NodeId) -> impl Iterator<Item = NodeId> {
        self.0.range((from, 0)..=(from, NodeId::MAX)).map(|(&(_, to), _)| to)
    }

    fn between(&self, from: NodeId, to: NodeId) -> &[usize] {
        self.0.get(&(from, to)).map_or(&[], Vec::as_slice)
    }
}

/// Puts leaders in the place of the nodes they stand for, drops nodes that are not kept, and edges that are there
/// twice.
fn rebuild(level: &mut Level, leader: &[NodeId], is_kept: &[bool]) {
    let mut number = vec![usize::MAX; is_kept.len()];
    for (kept, node) in (0..is_kept.len()).filter(|&node| is_kept[node]).enumerate() {
        number[node] = kept;
    }
    let renumber = |node: NodeId| number[leader[node]];
    let mut known = Known::new();
    let mut edges = Vec::with_capacity(level.edges.len());
    for mut edge in level.edges.drain(..) {
        (edge.from, edge.to) = (renumber(edge.from), renumber(edge.to));
        if edge.from == edge.to {
            continue;
        }
        if !edge.one_way && edge.from > edge.to {
            (edge.from, edge.to) = (edge.to, edge.from);
        }
        for condition in &mut edge.conditions {
            *condition = match *condition {
                Condition::While(door) => Condition::While(renumber(door)),
                Condition::After(door) => Condition::After(renumber(door)),
                Condition::Through(gate) => Condition::Through(renumber(gate)),
            };
        }
        let said = known.entry((edge.from, edge.to)).or_default();
        let is_new = (edge.one_way, edge.conditions.clone());
        if !said.contains(&is_new) {
            said.push(is_new);
            edges.push(edge);
        }
    }
    level.edges = without_weaker(edges, &known);
    for node in &mut level.nodes {
        for door in node.near.iter_mut().chain(&mut node.touching) {
            *door = renumber(*door);
        }
    }
    level.start = renumber(level.start);
    if let Objective::Salvage { door: Some(door), .. } = &mut level.objective {
        *door = renumber(*door);
    }
    let mut index = 0;
    level.nodes.retain(|_| {
        index += 1;
        is_kept[index - 1]
    });
}

/// What is known of the edges between two nodes: whether they lead one way, and their conditions.
type Known = BTreeMap<(NodeId, NodeId), Vec<(bool, Vec<Condition>)>>;

/// Drops edges beside which there is one that asks for less.
fn without_weaker(mut edges: Vec<Edge>, known: &Known) -> Vec<Edge> {
    edges.retain(|edge| {
        let mine = (edge.one_way, &edge.conditions);
        let asks_less = |(one_way, conditions): &(bool, Vec<Condition>)| {
            (*one_way, conditions) != mine
                && (!one_way || edge.one_way)
                && conditions.iter().all(|condition| edge.conditions.contains(condition))
        };
        let key = (edge.from, edge.to);
        let same_way = known.get(&key).is_some_and(|said| said.iter().any(asks_less));
        // A way to and fro is stored from the lower to the higher node.
        let back = (edge.to, edge.from);
        let to_and_fro = known.get(&back).is_some_and(|said| said.iter().any(|other| !other.0 && asks_less(other)));
        !same_way && !to_and_fro
    });
    edges
}
