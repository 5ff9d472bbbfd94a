//! What every solution has to do: keys that must be taken and doors that must go. How much of it is left is a bound on
//! the number of steps that is never too high; and what the doors cost must not be more than there can ever be.

use crate::{
    lockpick::{
        colour::Colour,
        level::{KeyEffect, Need, NodeId, NodeKind},
        play::{State, Terrain},
    },
    search::Control,
};

use super::{relax::Relaxation, traits::Traits};

/// Every round can find more that is needed for what was found before.
const MOST_ROUNDS: usize = 5;

/// Nodes times nodes looked at in all rounds: in large levels the search should begin rather sooner.
const MOST_WORK: usize = 3_000_000;

/// The landmarks of a level.
#[derive(Clone, Debug, Default)]
pub(super) struct Landmarks {
    keys: Vec<usize>,
    /// Doors, and whether each of their copies takes a step.
    doors: Vec<(usize, bool)>,
    budgets: Vec<Budget>,
}

/// A colour that is only ever spent by its own locks, so that what must be spent can be added up.
#[derive(Clone, Debug)]
struct Budget {
    colour: Colour,
    /// What keys can give: the node and how much at most.
    income: Vec<(NodeId, i64)>,
    /// What doors that must go cost for each copy, the dearest first.
    costs: Vec<(usize, i64)>,
}

impl Landmarks {
    /// Finds what cannot be done without: if a node is barred, not even the relaxation reaches the goal; or what is
    /// needed already cannot be reached, or paid for. If there is no time for it, not all of that is found.
    pub fn new(terrain: &Terrain, traits: &Traits, start: &State, control: &Control) -> Self {
        let mut found = Self::default();
        let mut is_found = vec![false; terrain.level.nodes.len()];
        // A door that opens by itself takes no step of its own, nor does a key that is taken on the way.
        let is_touched = |node: NodeId| terrain.level.nodes.iter().any(|other| other.touching.contains(&node));
        let is_worth_it = |node: &NodeId| match &terrain.level.nodes[*node].kind {
            NodeKind::Key(key) => !key.infinite && !is_touched(*node),
            NodeKind::Door(_) => !is_touched(*node),
            _ => false,
        };
        let candidates: Vec<NodeId> =
            (0..terrain.level.nodes.len()).filter(is_worth_it).filter(|&node| !start.region.contains(node)).collect();
        let mut relaxation = Relaxation::new(terrain);
        let work = candidates.len() * (terrain.level.nodes.len() + terrain.level.edges.len());
        for _ in 0..MOST_ROUNDS.min(MOST_WORK / work.max(1)) {
            let before = found.keys.len() + found.doors.len();
            for &node in candidates.iter().filter(|&&node| !is_found[node]).collect::<Vec<_>>() {
                if control.look() {
                    return found;
                }
                relaxation.barred = Some(node);
                if !relaxation.reaches_all(terrain, traits, start, &found.keys) {
                    found.add(terrain, node);
                    is_found[node] = true;
                }
            }
            let doors: Vec<usize> = found.doors.iter().map(|(door, _)| *door).collect();
            let budgets = Colour::ALL.into_iter().filter_map(|colour| budget(terrain, traits, colour, &doors));
            found.budgets = budgets.collect();
            for &node in candidates.iter().filter(|&&node| !is_found[node]).collect::<Vec<_>>() {
                if terrain.door_index[node].is_none() && !found.is_affordable_without(terrain, start, Some(node)) {
                    found.add(terrain, node);
                    is_found[node] = true;
                }
            }
            if found.keys.len() + found.doors.len() == before {
                break;
            }
        }
        found
    }

    fn add(&mut self, terrain: &Terrain, node: NodeId) {
        match terrain.door_index[node] {
            Some(door) => self.doors.push((door, !terrain.door(door).endless)),
            None => self.keys.push(node),
        }
    }

    /// The nodes whose keys must be taken and whose doors must go, in their order.
    pub fn nodes(&self, terrain: &Terrain) -> Vec<NodeId> {
        let doors = self.doors.iter().map(|&(door, _)| terrain.doors[door]);
        let mut nodes: Vec<NodeId> = self.keys.iter().copied().chain(doors).collect();
        nodes.sort_unstable();
        nodes
    }

    /// Whether all doors that must go can be paid for, or opened with master keys, as far as this tells.
    pub fn is_affordable(&self, terrain: &Terrain, state: &State) -> bool {
        self.is_affordable_without(terrain, state, None)
    }

    /// The same if a key were not there.
    fn is_affordable_without(&self, terrain: &Terrain, state: &State, missing: Option<NodeId>) -> bool {
        if self.budgets.is_empty() {
            return true;
        }
        let masters = self.masters(terrain, state, missing);
        self.budgets.iter().all(|budget| {
            let mut income = i128::from(state.inventory.count(budget.colour).re);
            for &(node, amount) in &budget.income {
                if !state.taken.contains(node) && missing != Some(node) {
                    income += i128::from(amount);
                }
            }
            let mut masters = masters;
            let mut cost = 0;
            for &(door, amount) in &budget.costs {
                let copies = state.doors[door].copies.re.unsigned_abs();
                let mastered = copies.min(masters);
                masters -= mastered;
                cost += i128::from(copies - mastered) * i128::from(amount);
            }
            cost <= income
        })
    }

    /// The most doors that can ever be opened with master keys.
    fn masters(&self, terrain: &Terrain, state: &State, missing: Option<NodeId>) -> u64 {
        let mut masters = state.inventory.count(Colour::Master).re.unsigned_abs();
        if state.inventory.is_starred(Colour::Master) && masters > 0 {
            return u64::MAX;
        }
        for (node, what) in terrain.level.nodes.iter().enumerate() {
            if let NodeKind::Key(key) = &what.kind
                && key.colour == Colour::Master
                && !state.taken.contains(node)
                && missing != Some(node)
            {
                match key.effect {
                    KeyEffect::Add(amount) | KeyEffect::Exact(amount) if !key.infinite => {
                        masters = masters.saturating_add(amount.re.unsigned_abs());
                    }
                    _ => return u64::MAX,
                }
            }
        }
        masters
    }

    /// How many steps are left at least.
    pub fn left(&self, state: &State) -> u32 {
        let keys = self.keys.iter().filter(|&&key| !state.taken.contains(key)).count();
        let doors = self.doors.iter().map(|&(door, is_counted)| {
            let copies = state.doors[door].copies;
            let count = copies.re.unsigned_abs().saturating_add(copies.im.unsigned_abs());
            if is_counted { count.min(1 << 20) } else { 0 }
        });
        keys as u32 + doors.sum::<u64>() as u32
    }
}

/// The budget of a colour, if adding up is all there is to it: keys give and never take, every door that spends it has one
/// lock of it, and nothing is cursed, glitched, frozen or strangely copied.
fn budget(terrain: &Terrain, traits: &Traits, colour: Colour, must_go: &[usize]) -> Option<Budget> {
    let level = &terrain.level;
    let is_spoilt = terrain.has_glitch || traits.has_odd_masters || terrain.may_curse();
    if is_spoilt || level.start_stars[colour.index()] || level.start_counts[colour.index()].re < 0 {
        return None;
    }
    let mut income = Vec::new();
    for (node, what) in level.nodes.iter().enumerate() {
        let NodeKind::Key(key) = &what.kind else { continue };
        if key.colour != colour {
            continue;
        }
        match key.effect {
            // Setting a count gives at most that count, because it is never below 0.
            KeyEffect::Add(amount) | KeyEffect::Exact(amount) if !key.infinite && amount.re >= 0 && amount.im == 0 => {
                income.push((node, amount.re));
            }
            _ => return None,
        }
    }
    let mut costs = Vec::new();
    for index in 0..terrain.doors.len() {
        let door = terrain.door(index);
        if door.spend != colour {
            continue;
        }
        let is_ordinary = door.copies.re > 0 && door.copies.im == 0 && !door.endless;
        let cost = match door.locks.as_slice() {
            [] => 0,
            [lock] if lock.colour == colour && is_ordinary => match lock.need {
                Need::Normal(amount) if amount.re > 0 => amount.re,
                Need::Blast(unit) if unit.re > 0 => 1,
                Need::Blank => 0,
                _ => return None,
            },
            _ => return None,
        };
        if must_go.contains(&index) && cost > 0 {
            costs.push((index, cost));
        }
    }
    costs.sort_by_key(|&(_, cost)| std::cmp::Reverse(cost));
    (!costs.is_empty()).then_some(Budget { colour, income, costs })
}
