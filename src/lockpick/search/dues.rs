//! What has to be done before a door or gate can be passed, and what that leaves of the keys.
//!
//! The relaxation counts every key it can reach and nothing that is spent. But what must be done before a door can be
//! passed must also be paid for before: keys that take away, and doors that have to go. If even all the keys in reach
//! do not make up for that, the door stays shut. What is found that way makes the next round find more.
//!
//! There are two ways to add up, and both must work out. The plain sum of all gains and dues must reach what a lock
//! asks for. And so must the sum of what lies on the lock's own side of 0: what only brings a count back to 0 from the
//! other side is no gain there, and what is spent on the other side is no loss.

use crate::lockpick::{
    colour::Colour,
    complex::{Axis, Complex},
    level::{KeyEffect, Lock, Need, NodeId, NodeKind},
    play::{State, Terrain},
    rules::{copies, locks},
};

use super::{
    gains::{Gains, Side},
    relax::Relaxation,
    traits::Traits,
};

const MOST_ROUNDS: usize = 4;

/// Nodes times nodes looked at in all rounds: in large levels the search should begin rather sooner.
const MOST_WORK: usize = 1_500_000;

/// What is due before doors and gates can be passed.
#[derive(Clone, Debug, Default)]
pub(super) struct Dues {
    /// For every node, what has to be done before it is passed, as far as that can take away keys its locks look at.
    before: Vec<Vec<NodeId>>,
    /// The colours whose counts are sums of what was done, in any order.
    summed: Vec<Colour>,
    /// Doors that must go before the goal is reached.
    rivals: Vec<Rivals>,
}

/// Doors that must all go and look at the same side of a colour, with what they ask for. One of them goes last, when
/// the others have been paid for.
#[derive(Clone, Debug)]
struct Rivals {
    side: Side,
    doors: Vec<(NodeId, i128)>,
}

/// What is taken from a side of a colour: from the plain sum, and from what lies on that side of 0.
#[derive(Clone, Copy, Debug, Default)]
struct Toll {
    sum: i128,
    own_side: i128,
}

impl Dues {
    /// Finds the dues of everything that can be reached from a state.
    pub fn find(terrain: &Terrain, traits: &mut Traits, start: &State) {
        let nodes = terrain.level.nodes.len();
        let is_summed = |&colour: &Colour| is_summed(terrain, traits, colour);
        let summed: Vec<Colour> = Colour::ALL.into_iter().filter(is_summed).collect();
        traits.dues = Self { before: vec![Vec::new(); nodes], summed, rivals: Vec::new() };
        if traits.dues.summed.is_empty() {
            return;
        }
        let is_candidate = |node: &NodeId| !start.region.contains(*node) && changed_colour(terrain, *node).is_some();
        let candidates: Vec<NodeId> = (0..nodes).filter(is_candidate).collect();
        let work = candidates.len() * (nodes + terrain.level.edges.len());
        let mut relaxation = Relaxation::new(terrain);
        let mut is_before = vec![false; nodes * nodes];
        let mut is_needed = vec![false; nodes];
        for _ in 0..MOST_ROUNDS.min(MOST_WORK / work.max(1)) {
            let mut is_news = false;
            for &node in &candidates {
                relaxation.barred = Some(node);
                if !is_needed[node] && !relaxation.is_hopeful(terrain, traits, start) {
                    is_needed[node] = true;
                    is_news = true;
                }
                relaxation.spread_everywhere(terrain, traits, start);
                for locked in (0..nodes).filter(|&locked| locked != node && !relaxation.is_reached(locked)) {
                    if std::mem::replace(&mut is_before[locked * nodes + node], true) {
                        continue;
                    }
                    let colour = changed_colour(terrain, node);
                    if node_locks(terrain, locked).iter().any(|lock| Some(lock.colour) == colour) {
                        traits.dues.before[locked].push(node);
                        is_news = true;
                    }
                }
            }
            if !is_news {
                break;
            }
            traits.dues.rivals = rivals(terrain, traits, &is_needed);
        }
    }

    /// Whether all that could be gained can make a lock of a door or gate content, after what is due is paid and the
    /// door is opened but for its last copy. When in doubt it says yes.
    pub fn may_be_content(
        &self,
        terrain: &Terrain,
        traits: &Traits,
        state: &State,
        node: NodeId,
        lock: &Lock,
        gains: &Gains,
    ) -> bool {
        if !self.summed.contains(&lock.colour) {
            return true;
        }
        let phase = match terrain.door_index[node] {
            Some(index) => match single_axis(state.doors[index].copies) {
                Some((phase, _)) => phase,
                None => return true,
            },
            None => 0,
        };
        let Ok(Need::Normal(amount) | Need::Blast(amount)) = locks::turned(lock.need, phase) else { return true };
        let Some((side, wanted)) = Side::of(lock.colour, amount) else { return true };
        let Some((mut sum, mut own_side)) = all_on(side, state, gains) else { return true };
        for toll in self.before[node].iter().map(|&due| toll(terrain, traits, state, due, side, 0)) {
            sum -= toll.sum;
            own_side -= toll.own_side;
        }
        let own = toll(terrain, traits, state, node, side, 1);
        sum - own.sum >= wanted && own_side - own.own_side >= wanted
    }

    /// Whether the doors that must go can all be paid for, with all that could be gained. When in doubt it says yes.
    pub fn are_payable(&self, terrain: &Terrain, traits: &Traits, state: &State, gains: &Gains) -> bool {
        let stands = |door: NodeId| terrain.door_index[door].is_some_and(|index| state.doors[index].stands());
        self.rivals.iter().all(|Rivals { side, doors }| {
            let Some((mut sum, mut own_side)) = all_on(*side, state, gains) else { return true };
            let toll = |node: NodeId, but: i64| toll(terrain, traits, state, node, *side, but);
            let mut left = doors.iter().filter(|&&(door, _)| stands(door)).peekable();
            if left.peek().is_none() {
                return true;
            }
            for toll in doors.iter().map(|&(door, _)| toll(door, 0)) {
                sum -= toll.sum;
                own_side -= toll.own_side;
            }
            let is_rival = |node: NodeId| doors.iter().any(|&(door, _)| door == node);
            left.any(|&(door, wanted)| {
                let (all, but_one) = (toll(door, 0), toll(door, 1));
                let mut sum = sum + all.sum - but_one.sum;
                let mut own_side = own_side + all.own_side - but_one.own_side;
                for toll in self.before[door].iter().filter(|&&due| !is_rival(due)).map(|&due| toll(due, 0)) {
                    sum -= toll.sum;
                    own_side -= toll.own_side;
                }
                sum >= wanted && own_side >= wanted
            })
        })
    }
}

/// The most there can be on a side if nothing is spent: by the plain sum, and from what lies on that side of 0.
fn all_on(side: Side, state: &State, gains: &Gains) -> Option<(i128, i128)> {
    let (sum, free) = gains.on(side)?;
    let count = side.size(state.inventory.count(side.colour));
    Some((count + sum, count.max(0) + free))
}

/// What doing all there is to do at a node takes from a side, but for some last copies of a door. Nothing if that is
/// not certain.
fn toll(terrain: &Terrain, traits: &Traits, state: &State, node: NodeId, side: Side, but: i64) -> Toll {
    match &terrain.level.nodes[node].kind {
        NodeKind::Key(key) if key.colour == side.colour && !key.infinite && !state.taken.contains(node) => {
            let KeyEffect::Add(amount) = key.effect else { return Toll::default() };
            Toll { sum: (-side.size(amount)).max(0), own_side: 0 }
        }
        NodeKind::Door(door) if door.spend == side.colour => {
            let Some(index) = terrain.door_index[node] else { return Toll::default() };
            let traits = &traits.doors[index];
            let certain =
                (traits.fixed_cost.filter(|_| !traits.may_be_mastered), single_axis(state.doors[index].copies));
            let (Some(fixed), Some((phase, copies))) = certain else { return Toll::default() };
            let (Ok(cost), Ok(guard)) = (fixed.cost.turned(phase), fixed.guard.turned(phase)) else {
                return Toll::default();
            };
            let (cost, guard) = (side.size(cost).max(0), side.size(guard).max(0));
            let times = i128::from((copies - but).max(0));
            Toll { sum: cost * times, own_side: cost.min(guard) * times }
        }
        _ => Toll::default(),
    }
}

/// The doors that must go, by the side of a colour that they look at.
fn rivals(terrain: &Terrain, traits: &Traits, is_needed: &[bool]) -> Vec<Rivals> {
    let mut all: Vec<Rivals> = Vec::new();
    for (index, &node) in terrain.doors.iter().enumerate().filter(|&(_, &node)| is_needed[node]) {
        let door = terrain.door(index);
        let Some((phase, _)) = single_axis(door.copies) else { continue };
        if traits.doors[index].may_be_mastered || traits.doors[index].fixed_cost.is_none() {
            continue;
        }
        for lock in door.locks.iter().filter(|lock| traits.dues.summed.contains(&lock.colour)) {
            let Ok(Need::Normal(amount)) = locks::turned(lock.need, phase) else { continue };
            let Some((side, wanted)) = Side::of(lock.colour, amount) else { continue };
            let place = all.iter().position(|rivals| rivals.side == side).unwrap_or_else(|| {
                all.push(Rivals { side, doors: Vec::new() });
                all.len() - 1
            });
            match all[place].doors.iter_mut().find(|(other, _)| *other == node) {
                Some((_, most)) => *most = wanted.max(*most),
                None => all[place].doors.push((node, wanted)),
            }
        }
    }
    all
}

/// The phase and the number of copies that lie on one axis. With copies on both there is no telling which is the last.
fn single_axis(copies: Complex) -> Option<(u8, i64)> {
    let (phase, axis) = copies::met(copies, Axis::Real)?;
    (copies.part(axis.other()) == 0).then_some((phase, copies.part(axis).saturating_abs()))
}

/// The colour that doing something at a node changes.
fn changed_colour(terrain: &Terrain, node: NodeId) -> Option<Colour> {
    match &terrain.level.nodes[node].kind {
        NodeKind::Key(key) => Some(key.colour),
        NodeKind::Door(door) => Some(door.spend),
        _ => None,
    }
}

/// The locks of a door or gate.
fn node_locks(terrain: &Terrain, node: NodeId) -> &[Lock] {
    match &terrain.level.nodes[node].kind {
        NodeKind::Door(door) => &door.locks,
        NodeKind::Gate(gate) => &gate.locks,
        _ => &[],
    }
}

/// Whether the count of a colour is the sum of what was done: nothing sets, turns, freezes or empties it.
fn is_summed(terrain: &Terrain, traits: &Traits, colour: Colour) -> bool {
    let level = &terrain.level;
    let is_spoilt = terrain.has_glitch || terrain.may_curse() || traits.has_odd_masters;
    !is_spoilt
        && !level.start_stars[colour.index()]
        && level.nodes.iter().enumerate().all(|(node, what)| match &what.kind {
            NodeKind::Key(key) => key.colour != colour || matches!(key.effect, KeyEffect::Add(_)),
            NodeKind::Door(door) => {
                door.spend != colour
                    || terrain.door_index[node].is_some_and(|index| traits.doors[index].fixed_cost.is_some())
            }
            _ => true,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{diagnostics::Source, lockpick::input};

    /// Whether the goal of a level with these parts may be reached, as far as the relaxation tells.
    fn is_hopeful(parts: &str) -> bool {
        let text = format!("level L\nstart hub\njunction hub\ngoal out\n{parts}");
        let source = Source::new("level", text);
        let terrain = Terrain::new(input::parse(&source).unwrap_or_else(|error| panic!("{error}")).level);
        let start = terrain.start().unwrap();
        Relaxation::new(&terrain).is_hopeful(&terrain, &Traits::of(&terrain, &start), &start)
    }

    /// Who may be on the other side of 0 can get back to it, but that is no gain on this side. None of these is needed.
    const BACK_TO_ZERO: &str = "key less -9 white\nkey fewer -9 white\ndoor more -3 white\ndoor again -3 white\n\
                                path less - hub - fewer\npath more - hub - again\n";

    #[test]
    fn what_must_be_done_before_a_gate_is_paid_before() {
        let key = "key n -1 white\ngate g 3 white\npath hub - n - g - out\n";
        assert_eq!([3, 4].map(|have| is_hopeful(&format!("have {have} white\n{key}"))), [false, true]);
        let door = "door d 2 white\ngate g 3 white\npath hub - d - g - out\n";
        assert_eq!([4, 5].map(|have| is_hopeful(&format!("have {have} white\n{door}"))), [false, true]);
        assert!(!is_hopeful(&format!("have 4 white\n{door}{BACK_TO_ZERO}")));
        // Imaginary numbers are counted in the same way.
        let imaginary = "key n -i white\ngate g 3i white\npath hub - n - g - out\n";
        assert_eq!([3, 4].map(|have| is_hopeful(&format!("have {have}i white\n{imaginary}"))), [false, true]);
        // Each of several things on the way counts.
        let corridor = "key c 1 red\ngate g 3 white\nkey n -1 white\njunction j\npath hub - c - n - g - j - out\n";
        assert_eq!([3, 4].map(|have| is_hopeful(&format!("have {have} white\n{corridor}"))), [false, true]);
    }

    #[test]
    fn all_copies_of_a_door_are_paid() {
        // Either door will do, so that neither must go.
        let doors = "door d 2 white copies 3\ndoor e 2 white copies 3\npath hub - d - out\npath hub - e - out\n";
        assert_eq!([5, 6].map(|have| is_hopeful(&format!("have {have} white\n{doors}"))), [false, true]);
        // What brings a count up to 0 is missing afterwards; what only leads back to 0 is of no use.
        let debt = |gain: i64| format!("have -1 white\nkey k {gain} white\npath hub - k\n{doors}");
        assert_eq!([6, 7].map(|gain| is_hopeful(&debt(gain))), [false, true]);
        assert_eq!([5, 6].map(|have| is_hopeful(&format!("have {have} white\n{doors}{BACK_TO_ZERO}"))), [false, true]);
    }

    /// A door that asks for some and gives more is a gain, wherever the count is.
    #[test]
    fn what_a_door_gives_beyond_what_it_asks_for_is_a_gain() {
        let parts = "have 2 white\nhave -5 red\ndoor d 2 white + -5 red spends white\ngate g 5 white\n\
                     path hub - d\npath hub - g - out\n";
        assert!(is_hopeful(parts));
        assert!(!is_hopeful(&parts.replace("gate g 5", "gate g 6")));
    }

    #[test]
    fn doors_that_must_all_go_are_paid_together() {
        let doors = "door a 2 white\ndoor b 2 white copies 2\nkey r 1 red\nkey s 1 blue\n\
                     door c 1 red + 1 blue spends cyan\npath a - r\npath b - s\npath hub - c - out\n";
        let side_by_side = format!("{doors}path hub - a\npath hub - b\n");
        assert_eq!([5, 6].map(|have| is_hopeful(&format!("have {have} white\n{side_by_side}"))), [false, true]);
        let debt = |gain: i64| format!("have -1 white\nkey k {gain} white\npath hub - k\n{side_by_side}");
        assert_eq!([6, 7].map(|gain| is_hopeful(&debt(gain))), [false, true]);
        let with_way_back = |have: i64| format!("have {have} white\n{side_by_side}{BACK_TO_ZERO}");
        assert_eq!([5, 6].map(|have| is_hopeful(&with_way_back(have))), [false, true]);
        // A key before both that takes away is paid as well.
        let behind = format!("{doors}key n -1 white\njunction j\npath hub - n - j\npath j - a\npath j - b\n");
        assert_eq!([6, 7].map(|have| is_hopeful(&format!("have {have} white\n{behind}"))), [false, true]);
    }
}
