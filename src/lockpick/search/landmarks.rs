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

/// The budget of a colour, if adding up is all there is to it: keys give and never take, every door that spends it has
/// one lock of it, and nothing is cursed, glitched, frozen or strangely copied.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        diagnostics::Source,
        lockpick::{complex::Complex, input},
    };

    fn terrain(parts: &str) -> Terrain {
        let text = format!("level L\nstart hub\njunction hub\ngoal out\n{parts}");
        Terrain::new(input::parse(&Source::new("level", text)).unwrap_or_else(|error| panic!("{error}")).level)
    }

    fn landmarks(terrain: &Terrain) -> Landmarks {
        let start = terrain.start().unwrap();
        Landmarks::new(terrain, &Traits::of(terrain, &start), &start, &Control::default())
    }

    /// What every solution of a level with these parts has to do.
    fn names(parts: &str) -> Vec<String> {
        let terrain = terrain(parts);
        let nodes = landmarks(&terrain).nodes(&terrain);
        nodes.into_iter().map(|node| terrain.level.nodes[node].name.clone()).collect()
    }

    /// The least number of steps at the start.
    fn left(parts: &str) -> u32 {
        let terrain = terrain(parts);
        landmarks(&terrain).left(&terrain.start().unwrap())
    }

    /// Doors of 2 white and of 1 white on the way out.
    const TWO_DOORS: &str = "door d 2 white\ndoor e 1 white\npath hub - d - e - out\n";

    /// Whether those can be paid for, with these parts beside them.
    fn is_affordable(parts: &str) -> bool {
        let terrain = terrain(&format!("{TWO_DOORS}{parts}"));
        landmarks(&terrain).is_affordable(&terrain, &terrain.start().unwrap())
    }

    #[test]
    fn what_nobody_can_do_without_is_found() {
        let way = "door d 1 white\npath hub - d - out\nkey k 1 white\npath hub - k\n";
        assert_eq!(names(way), ["d", "k"]);
        assert_eq!(names(&format!("{way}key l 1 white\npath hub - l\n")), ["d"]);
        assert_eq!(names(&format!("{way}path hub - out\n")), [""; 0]);
        // What takes no step of its own does not count.
        assert_eq!(names(&way.replace("key k 1", "key k infinite 1")), ["d"]);
        assert_eq!(names(&format!("{way}junction j\npath hub - j\ntouching j k\n")), ["d"]);
        assert_eq!(names(&format!("{way}junction j\npath hub - j\ntouching j d\n")), ["k"]);
    }

    #[test]
    fn what_is_needed_to_pay_leads_to_more() {
        // Both white keys are needed for the sum, so the door before one of them has to go, and that needs the red one.
        let parts =
            "key r 1 red\ndoor g 1 red\nkey a 2 white\nkey b 1 white\npath hub - a\npath hub - r\npath hub - g - b\n";
        assert_eq!(names(&format!("{TWO_DOORS}{parts}")), ["d", "e", "r", "g", "a", "b"]);
        // The same with a master key.
        assert_eq!(names(&format!("{TWO_DOORS}have 2 white\nkey m 1 master\npath hub - m\n")), ["d", "e", "m"]);
        assert_eq!(names(&format!("{TWO_DOORS}have 3 white\nkey m 1 master\npath hub - m\n")), ["d", "e"]);
        // What that is behind is found once it is known to be needed.
        let behind = "have 2 white\nkey r 1 red\ndoor g 1 red\nkey m 1 master\npath hub - r\npath hub - g - m\n";
        assert_eq!(names(&format!("{TWO_DOORS}{behind}")), ["d", "e", "r", "g", "m"]);
        // A door that need not go is not one that cannot be done without, even if nobody can pay.
        assert_eq!(names("have 1 white\ndoor d 5 white\npath hub - d\npath hub - out\n"), [""; 0]);
    }

    #[test]
    fn doors_that_must_go_have_to_be_paid() {
        assert!(is_affordable("have 3 white\n"));
        assert!(!is_affordable("have 2 white\n"));
        assert!(is_affordable("key a 2 white\nkey b 1 white\npath hub - a\npath hub - b\n"));
        assert!(!is_affordable("key a 2 white\nkey b 1 red\npath hub - a\npath hub - b\n"));
        assert!(is_affordable("key a exact 3 white\npath hub - a\n"));
        assert!(!is_affordable("key a exact 2 white\npath hub - a\n"));
        // Those that may stay cost nothing.
        assert!(is_affordable("have 3 white\ndoor f 9 white\npath hub - f\n"));
        // A blast lock takes one at least, a blank one nothing, and no lock nothing either.
        let further = |lock: &str| format!("door f {lock}\npath e - f - x\njunction x\n");
        for (have, lock, expected) in
            [(3, "blast white", false), (4, "blast white", true), (2, "blank white", false), (3, "blank white", true)]
        {
            let text = format!("have {have} white\ndoor d 2 white\ndoor e 1 white\n{}", further(lock));
            let terrain = terrain(&format!("{text}path hub - d - e\npath x - out\n"));
            let is_affordable = landmarks(&terrain).is_affordable(&terrain, &terrain.start().unwrap());
            assert_eq!(is_affordable, expected, "{have} {lock}");
        }
    }

    #[test]
    fn what_is_taken_or_gone_does_not_count_twice() {
        let terrain = terrain(&format!("{TWO_DOORS}key a 3 white\nkey m 1 master\npath hub - a\npath hub - m\n"));
        let landmarks = landmarks(&terrain);
        let [a, m] = ["a", "m"].map(|name| terrain.level.find(name).unwrap());
        let mut state = terrain.start().unwrap();
        state.taken.insert(a);
        assert!(!landmarks.is_affordable(&terrain, &state));
        state.doors[0].copies = Complex::ZERO;
        assert!(landmarks.is_affordable(&terrain, &state));
        state.taken.insert(m);
        assert!(!landmarks.is_affordable(&terrain, &state));
    }

    #[test]
    fn master_keys_open_the_dearest_doors() {
        assert!(is_affordable("have 1 white\nhave 1 master\n"));
        assert!(!is_affordable("have 1 master\n"));
        assert!(is_affordable("have 1 white\nkey m exact 1 master\npath hub - m\n"));
        assert!(!is_affordable("starred master\n"));
        assert!(is_affordable("have 1 master\nstarred master\n"));
        for key in ["infinite 1 master", "star master"] {
            assert!(is_affordable(&format!("key m {key}\npath hub - m\n")), "{key}");
        }
        let copies = |have: i64, masters: i64| {
            let text = "door d 2 white copies 2\ndoor e 1 white copies 2\npath hub - d - e - out\n";
            let terrain = terrain(&format!("{text}have {have} white\nhave {masters} master\n"));
            landmarks(&terrain).is_affordable(&terrain, &terrain.start().unwrap())
        };
        assert_eq!([5, 6].map(|have| copies(have, 0)), [false, true]);
        assert_eq!([3, 4].map(|have| copies(have, 1)), [false, true]);
        assert_eq!([0, 1].map(|have| copies(have, 3)), [false, true]);
    }

    #[test]
    fn what_cannot_be_added_up_is_no_reason_to_give_up() {
        assert!(!is_affordable(""));
        for parts in [
            "starred white\n",
            "have -1 white\n",
            "key g 1 glitch\npath hub - g\n",
            "key m -1 master\npath hub - m\n",
            "key b 1 brown\npath hub - b\n",
            "key k -1 white\npath hub - k\n",
            "key k infinite 1 white\npath hub - k\n",
            "key k flip white\npath hub - k\n",
            "key k 1+i white\npath hub - k\n",
            "door f -1 white\npath hub - f\n",
            "door f 1 white copies -1\npath hub - f\n",
            "door f 1 white copies 1+i\npath hub - f\n",
            "door f 1 white endless\npath hub - f\n",
            "door f 1 red spends white\npath hub - f\n",
            "door f 1 white + 1 white\npath hub - f\n",
            "door f blast -1 white\npath hub - f\n",
            "door f all white\npath hub - f\n",
            "door f i white\npath hub - f\n",
            "door f blast i white\npath hub - f\n",
        ] {
            assert!(is_affordable(parts), "{parts}");
        }
        // What has to do with other colours only changes nothing.
        for parts in [
            "key k -1 red\npath hub - k\n",
            "key k 0 white\npath hub - k\n",
            "door f 1 white spends red\npath hub - f\n",
            "door f none spends white\npath hub - f\n",
            "have -1 red\n",
        ] {
            assert!(!is_affordable(parts), "{parts}");
        }
    }

    #[test]
    fn steps_that_are_left_are_counted() {
        assert_eq!(left("door d 1 white copies 3\nkey k 3 white\npath hub - d - out\npath hub - k\n"), 4);
        assert_eq!(left("door d 1 white copies 2i\npath hub - d - out\n"), 2);
        assert_eq!(left("have 1 white\ndoor d 1 white endless\npath hub - d - out\n"), 0);
    }
}
