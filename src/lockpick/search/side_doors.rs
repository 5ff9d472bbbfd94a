//! Doors that lead nowhere: opening one changes counts and nothing else. A state in which more of their copies are left
//! is never worse, everything else being equal, so states that used up fewer of them make others needless. Levels in
//! which doors are there to compute something have many of them.

use crate::lockpick::{
    level::{Condition, NodeId, NodeKind, Objective},
    play::{Terrain, codec::SideDoor},
};

use super::growing::lasting_phase;

/// The doors of a level that lead nowhere, as far as that is plain.
pub(super) fn side_doors(terrain: &Terrain) -> Vec<SideDoor> {
    let level = &terrain.level;
    let has_salvage =
        level.objective != Objective::Goal || level.nodes.iter().any(|node| matches!(node.kind, NodeKind::Salvage(_)));
    // Opening any door tells glitch what to mimic; a curse is more to tell about a door than its copies; and who stores
    // a door wants it gone.
    if has_salvage || terrain.has_glitch || terrain.may_curse() {
        return Vec::new();
    }
    let mut is_side: Vec<bool> = (0..level.nodes.len()).map(|node| sign(terrain, node).is_some()).collect();
    while let Some(node) = find_way(terrain, &is_side) {
        is_side[node] = false;
    }
    let doors = terrain.doors.iter().enumerate().filter(|&(_, &node)| is_side[node]);
    doors.filter_map(|(index, &node)| sign(terrain, node).map(|sign| SideDoor { index, sign })).collect()
}

/// The side of 0 that the copies of a door are always on, if there is a plain door at a node that nothing else minds.
fn sign(terrain: &Terrain, node: NodeId) -> Option<i64> {
    let level = &terrain.level;
    let door = level.door(node)?;
    let has_plain_ways = level
        .edges
        .iter()
        .all(|edge| edge.from != node && edge.to != node || !edge.one_way && edge.conditions.is_empty());
    let is_about = |condition: &Condition| match *condition {
        Condition::While(other) | Condition::After(other) | Condition::Through(other) => other == node,
    };
    let is_minded = level.edges.iter().any(|edge| edge.conditions.iter().any(is_about))
        || level.nodes.iter().any(|other| other.near.contains(&node) || other.touching.contains(&node));
    let own = &level.nodes[node];
    let is_plain = own.near.is_empty() && own.touching.is_empty() && door.auras.is_clear() && !door.endless;
    if !has_plain_ways || is_minded || !is_plain || level.start == node {
        return None;
    }
    match lasting_phase(terrain, door) {
        Some(0) => Some(1),
        Some(2) => Some(-1),
        _ => None,
    }
}

/// A door that is more than a side door, as far as the others are known. All side doors that touch each other are on
/// the same node, so that no way leads through them.
fn find_way(terrain: &Terrain, is_side: &[bool]) -> Option<NodeId> {
    let base = |node: NodeId| {
        let mut others = terrain.from[node].iter().copied().filter(|&other| !is_side[other]);
        let first = others.next();
        (first, others.next().is_some())
    };
    for node in (0..is_side.len()).filter(|&node| is_side[node]) {
        let mut beside = terrain.from[node].iter().copied().filter(|&other| is_side[other]);
        match base(node) {
            // Behind other doors: those lead to this one.
            (None, _) => return Some(beside.next().unwrap_or(node)),
            (Some(own), false) if is_quiet(terrain, own) => {
                if beside.any(|other| base(other) != (Some(own), false)) {
                    return Some(node);
                }
            }
            _ => return Some(node),
        }
    }
    None
}

/// Whether it makes no difference to leave a node for a moment and to come back.
fn is_quiet(terrain: &Terrain, node: NodeId) -> bool {
    let what = &terrain.level.nodes[node];
    let is_quiet = match &what.kind {
        NodeKind::Key(key) => !key.infinite,
        NodeKind::Junction | NodeKind::Door(_) => true,
        NodeKind::Gate(_) | NodeKind::Goal | NodeKind::Salvage(_) => false,
    };
    is_quiet && what.near.is_empty() && what.touching.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{diagnostics::Source, lockpick::input};

    /// The names of the doors that lead nowhere in a level with these parts around its start.
    fn names(parts: &str) -> Vec<String> {
        let text = format!("level L\nstart hub\njunction hub\ngoal out\n{parts}");
        let terrain = Terrain::new(input::parse(&Source::new("level", text)).unwrap().level);
        let name = |door: SideDoor| terrain.level.nodes[terrain.doors[door.index]].name.clone();
        side_doors(&terrain).into_iter().map(name).collect()
    }

    #[test]
    fn doors_at_the_end_of_a_way_lead_nowhere() {
        assert_eq!(names("door d 1 white\npath hub - d - out\n"), [""; 0]);
        assert_eq!(names("door d 1 white\npath hub - d\npath hub - out\n"), ["d"]);
        assert_eq!(names("door d 1 white\ndoor e 1 white\npath hub - d - e\npath hub - out\n"), ["e"]);
    }

    #[test]
    fn doors_that_touch_each_other_lead_nowhere_together() {
        let doors = "door d 1 white\ndoor e 1 white\njunction j\npath hub - j - out\n";
        assert_eq!(names(&format!("{doors}path hub - d - e - hub\n")), ["d", "e"]);
        assert_eq!(names(&format!("{doors}path hub - d - e - j\n")), [""; 0]);
    }

    #[test]
    fn what_else_minds_a_door_keeps_it() {
        let door = "door d 1 white\npath hub - d\n";
        assert_eq!(names(&format!("{door}path hub - out after d\n")), [""; 0]);
        assert_eq!(names(&format!("{door}junction j\nnear j d\npath hub - j - out\n")), [""; 0]);
        assert_eq!(names(&format!("{door}key k 1 brown\npath hub - k - out\n")), [""; 0]);
        assert_eq!(names("key well infinite 1 white\ndoor d 1 white\npath hub - well - d\npath hub - out\n"), [""; 0]);
        assert_eq!(names("door d 1 white copies 2 ice\npath hub - d\npath hub - out\n"), [""; 0]);
    }

    #[test]
    fn levels_and_ways_that_mind_every_door_keep_them() {
        let door = "door d 1 white\npath hub - d\npath hub - out\n";
        for others in [
            "key g 1 glitch\npath hub - g\n",
            "salvage s 3\npath hub - s\n",
            "junction j\npath hub - j while d\n",
            "junction j\npath hub - j\ntouching j d\n",
            "path hub > d\n",
            "path d > hub\n",
            "gate g 1 white\npath hub - g - d\n",
        ] {
            assert_eq!(names(&format!("{door}{others}")), [""; 0], "{others}");
        }
        // A way elsewhere may be what it likes.
        assert_eq!(names(&format!("{door}junction j\npath hub > j\n")), ["d"]);
        // Whichever comes first, the door at the end is the one that leads nowhere.
        assert_eq!(names("door e 1 white\ndoor d 1 white\npath hub - d - e\npath hub - out\n"), ["e"]);
        // The other door is one, unless it is minded.
        let two = format!("{door}door e 1 white ice\npath hub - e\n");
        assert_eq!(names(&two), ["d"]);
        assert_eq!(names(&format!("{two}near d e\n")), [""; 0]);
        assert_eq!(names(&format!("{two}touching d e\n")), [""; 0]);
        assert_eq!(names(&format!("{two}near hub e\n")), [""; 0]);
        assert_eq!(names(&format!("{two}touching hub e\n")), [""; 0]);
        assert_eq!(names(&door.replace("1 white", "1 white endless")), [""; 0]);
        assert_eq!(names("key k 1 white\ndoor d 1 white\npath hub - k - d\npath hub - out\n"), ["d"]);
        assert_eq!(names("gate g 1 red\ndoor d 1 white\npath hub - g - d\npath hub - out\n"), [""; 0]);
    }

    #[test]
    fn copies_stay_on_their_side() {
        let signs = |copies: &str| {
            let text = format!(
                "level L\nstart hub\njunction hub\ngoal out\npath d - hub - out\ndoor d 1 red copies {copies}\n"
            );
            let terrain = Terrain::new(input::parse(&Source::new("level", text)).unwrap().level);
            side_doors(&terrain).into_iter().map(|door| door.sign).collect::<Vec<_>>()
        };
        assert_eq!(signs("3"), [1]);
        assert_eq!(signs("-2"), [-1]);
        assert_eq!(signs("i"), [0; 0]);
    }
}
