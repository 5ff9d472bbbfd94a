//! Places for a player who falls. A state is a position and a budget: how many cells the player can still rise. Going up
//! costs one, going sideways or down costs nothing, and standing on something fills the budget up. A door that is stood
//! on is touched, so that is a place of its own.

use std::collections::{BTreeSet, HashMap, VecDeque};

use super::{
    GeometryError, components,
    lattice::{Lattice, Position, SetId, ThingKind},
    places::{Footing, Link, Place, Places},
};

/// How many steps the search for ways through the air may take.
const MAX_STEPS: usize = 100_000_000;
/// A way through the air past more doors than this is left out.
const MAX_CONDITIONS: usize = 8;
const NONE: u32 = u32::MAX;

/// The places that can be reached from the start, whatever happens to doors and keys.
pub fn places(lattice: &Lattice) -> Result<Places, GeometryError> {
    let mut air = Air { lattice, levels: lattice.rise + 1, is_reached: Vec::new() };
    air.explore();
    let classes = classes(&air);
    let mut draft = Draft::new(&air, &classes);
    draft.add_ways(&air, &classes);
    draft.finish(&lattice.kinds, classes[air.start()] as usize)
}

type State = usize;

/// The states of a room.
struct Air<'a> {
    lattice: &'a Lattice,
    /// How many budgets there are, with 0.
    levels: usize,
    is_reached: Vec<bool>,
}

impl Air<'_> {
    fn state(&self, position: Position, budget: usize) -> State {
        position * self.levels + budget
    }

    fn position(&self, state: State) -> Position {
        state / self.levels
    }

    fn full(&self) -> usize {
        self.levels - 1
    }

    fn start(&self) -> State {
        self.state(self.lattice.start, self.lattice.air_rise)
    }

    /// Whether there is something to stand on that never goes away. Gates count: when one is open is not followed.
    fn is_grounded(&self, position: Position) -> bool {
        match self.lattice.below(position) {
            None => true,
            Some(below) => self.new_things(position, below).any(|thing| self.lattice.kinds[thing] == ThingKind::Gate),
        }
    }

    /// The doors to stand on, where nothing else is.
    fn floors(&self, position: Position) -> impl Iterator<Item = usize> {
        let below = self.lattice.below(position).filter(|_| !self.is_grounded(position));
        let things = below.into_iter().flat_map(move |below| self.new_things(position, below));
        things.filter(|&thing| self.lattice.kinds[thing] == ThingKind::Door)
    }

    /// What is touched at a position and was not before.
    fn new_things(&self, from: Position, to: Position) -> impl Iterator<Item = usize> {
        let before = self.lattice.touched(from);
        self.lattice.touched(to).iter().copied().filter(move |thing| !before.contains(thing))
    }

    /// The states one step away that need no door to stand on.
    fn steps(&self, state: State) -> impl Iterator<Item = State> {
        let (position, budget) = (self.position(state), state % self.levels);
        let above = if budget > 0 { self.lattice.above(position) } else { None };
        let at = move |position: Position| position * self.levels + budget;
        let filled = (budget < self.full() && self.is_grounded(position)).then(|| self.state(position, self.full()));
        let all = [
            filled,
            above.map(|above| self.state(above, budget - 1)),
            self.lattice.left(position).map(at),
            self.lattice.right(position).map(at),
            self.lattice.below(position).map(at),
        ];
        all.into_iter().flatten()
    }

    /// Finds all states that can be reached if every door may stand or be gone as it suits.
    fn explore(&mut self) {
        let mut is_reached = vec![false; self.lattice.len() * self.levels];
        let mut queue = vec![self.start()];
        is_reached[self.start()] = true;
        while let Some(state) = queue.pop() {
            let position = self.position(state);
            let on_door = self.floors(position).next().map(|_| [self.full(), self.lattice.air_rise]);
            let on_door = on_door.into_iter().flatten().map(|budget| self.state(position, budget));
            for next in self.steps(state).chain(on_door) {
                if !is_reached[next] {
                    is_reached[next] = true;
                    queue.push(next);
                }
            }
        }
        self.is_reached = is_reached;
    }
}

/// The class of every reached state. In a class the player can get from any state to any other, or to one that is
/// better in every way, without anything happening.
fn classes(air: &Air<'_>) -> Vec<u32> {
    let mut groups: HashMap<(SetId, SetId), Vec<Position>> = HashMap::new();
    for position in 0..air.lattice.len() {
        if (0..air.levels).any(|budget| air.is_reached[air.state(position, budget)]) {
            groups.entry(air.lattice.signs(position)).or_default().push(position);
        }
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_unstable();
    let can_look_around = groups.len().saturating_mul(air.is_reached.len()) <= MAX_STEPS;
    let mut classes = vec![NONE; air.is_reached.len()];
    let mut count = 0;
    for ((touched, near), positions) in groups {
        let ground = Ground { air, touched, near, can_look_around };
        count = ground.classify(&positions, &mut classes, count);
    }
    classes
}

/// Where a player can be without anything happening who touches certain things. What can be touched only once is gone
/// for good, so what else only touches that is like empty air.
struct Ground<'a> {
    air: &'a Air<'a>,
    touched: SetId,
    near: SetId,
    can_look_around: bool,
}

impl Ground<'_> {
    fn is_quiet(&self, position: Position) -> bool {
        let lattice = self.air.lattice;
        let signs = lattice.signs(position);
        if signs == (self.touched, self.near) {
            return true;
        }
        let here = lattice.set(self.touched);
        let is_gone = |thing: &usize| here.contains(thing) && !lattice.is_lasting[*thing];
        let same_near = || {
            let is_left = |door: &&usize| !here.contains(door);
            lattice.set(signs.1).iter().filter(is_left).eq(lattice.set(self.near).iter().filter(is_left))
        };
        self.can_look_around && lattice.set(signs.0).iter().all(is_gone) && same_near()
    }

    /// Numbers the classes of states at these positions, from a number on, and tells the number after the last.
    fn classify(&self, positions: &[Position], classes: &mut [u32], first: u32) -> u32 {
        let air = self.air;
        let is_quiet: Vec<bool> =
            (0..air.lattice.len()).map(|at| air.lattice.is_free(at) && self.is_quiet(at)).collect();
        let is_there = |state: &State| air.is_reached[*state] && is_quiet[air.position(*state)];
        let strong = components::strong(air.is_reached.len(), is_there, |state| air.steps(state).filter(is_there));
        let landings = landings(air, &is_quiet);
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        for &position in positions {
            let home = landings[position].map(|landing| strong[air.state(landing, air.full())]);
            // Whoever is here with a smaller budget can fall and come back with this one.
            let best = home.and_then(|home| {
                (0..air.levels).rev().find(|&budget| home != NONE && strong[air.state(position, budget)] == home)
            });
            for budget in 0..air.levels {
                let state = air.state(position, budget);
                if air.is_reached[state] {
                    let component = home.filter(|_| best.is_some_and(|best| budget <= best)).unwrap_or(strong[state]);
                    let next = first + numbers.len() as u32;
                    classes[state] = *numbers.entry(component).or_insert(next);
                }
            }
        }
        first + numbers.len() as u32
    }
}

/// Where a player who lets go lands without anything happening on the way.
fn landings(air: &Air<'_>, is_quiet: &[bool]) -> Vec<Option<Position>> {
    let mut landings: Vec<Option<Position>> = vec![None; air.lattice.len()];
    for position in (0..air.lattice.len()).rev().filter(|&position| is_quiet[position]) {
        landings[position] = match air.lattice.below(position) {
            _ if air.is_grounded(position) => Some(position),
            Some(below) => landings[below],
            None => None,
        };
    }
    landings
}

struct Draft {
    /// The place of every class; the places on doors come after them.
    places: Vec<Place>,
    /// Whether a place is more than a moment in the air.
    is_kept: Vec<bool>,
    /// The ways out of every place.
    out: Vec<Vec<Link>>,
}

impl Draft {
    fn new(air: &Air<'_>, classes: &[u32]) -> Self {
        let count = classes.iter().filter(|&&class| class != NONE).max().map_or(0, |&most| most as usize + 1);
        let mut draft =
            Self { places: vec![Place::default(); count], is_kept: vec![false; count], out: vec![Vec::new(); count] };
        for (state, &class) in classes.iter().enumerate().filter(|(_, class)| **class != NONE) {
            let position = air.position(state);
            let (touched, near) = air.lattice.signs(position);
            let place = &mut draft.places[class as usize];
            if place.touched.is_empty() && touched != 0 {
                place.touched = air.lattice.set(touched).to_vec();
            }
            if place.near.is_empty() && near != 0 {
                place.near = air.lattice.set(near).to_vec();
            }
            draft.is_kept[class as usize] |= near != 0 || air.is_grounded(position);
        }
        let mut parts = vec![0; air.lattice.kinds.len()];
        let only_touched = |place: &Place| if let &[thing] = place.touched.as_slice() { Some(thing) } else { None };
        for thing in draft.places.iter().filter_map(only_touched) {
            parts[thing] += 1;
        }
        for (place, is_kept) in draft.places.iter().zip(&mut draft.is_kept) {
            let is_door = |&thing: &usize| air.lattice.kinds[thing] == ThingKind::Door;
            // Where only doors were, there is nothing but air once they are gone; a door of one place is that place.
            *is_kept |= !place.touched.iter().all(is_door) || only_touched(place).is_some_and(|door| parts[door] == 1);
        }
        draft.is_kept[classes[air.start()] as usize] = true;
        draft
    }

    fn add_ways(&mut self, air: &Air<'_>, classes: &[u32]) {
        let mut on_doors: HashMap<(usize, u32), usize> = HashMap::new();
        for (state, &class) in classes.iter().enumerate().filter(|(_, class)| **class != NONE) {
            let from = class as usize;
            let ways = air.steps(state).map(|next| Link::new(from, classes[next] as usize));
            self.out[from].extend(ways.filter(|link| link.to != from));
            let position = air.position(state);
            let filled = classes[air.state(position, air.full())];
            if filled == class {
                continue;
            }
            for door in air.floors(position) {
                let on_door = *on_doors.entry((door, filled)).or_insert_with(|| {
                    self.places.push(Place { standing_on: Some(door), ..self.places[filled as usize].clone() });
                    self.is_kept.push(true);
                    self.out.push(Vec::new());
                    self.places.len() - 1
                });
                let fallen = classes[air.state(position, air.lattice.air_rise)] as usize;
                let (stands, gone) = (vec![Footing::On(door)], vec![Footing::Without(door)]);
                self.out[from].push(Link { from, to: on_door, conditions: stands.clone() });
                self.out[on_door].push(Link { from: on_door, to: filled as usize, conditions: stands });
                self.out[on_door].push(Link { from: on_door, to: fallen, conditions: gone });
            }
        }
        for ways in &mut self.out {
            ways.sort_unstable();
            ways.dedup();
        }
    }

    /// Leaves out moments in the air: ways through them become ways between the places that are kept.
    fn finish(self, kinds: &[ThingKind], start: usize) -> Result<Places, GeometryError> {
        let mut number = vec![usize::MAX; self.places.len()];
        let mut found = Places::default();
        for (place, what) in self.places.iter().enumerate().filter(|(place, _)| self.is_kept[*place]) {
            number[place] = found.places.len();
            found.places.push(what.clone());
        }
        found.start = number[start];
        let mut steps = 0;
        let mut touches = BTreeSet::new();
        for from in (0..self.places.len()).filter(|&place| self.is_kept[place]) {
            // The ways to each place, as far as none asks for less.
            let mut known: HashMap<usize, Vec<Vec<Footing>>> = HashMap::new();
            let mut queue = VecDeque::from([(from, Vec::new())]);
            if let Some(door) = self.places[from].standing_on {
                touches.insert(Link::new(number[from], door));
            }
            while let Some((at, conditions)) = queue.pop_front() {
                for link in &self.out[at] {
                    steps += 1;
                    let mut asked = conditions.clone();
                    asked.extend_from_slice(&link.conditions);
                    if !self.is_kept[link.to] {
                        let doors = self.places[link.to].touched.iter().copied();
                        for door in doors.filter(|&thing| kinds[thing] == ThingKind::Door) {
                            touches.insert(Link { from: number[from], to: door, conditions: conditions.clone() });
                            asked.push(Footing::Without(door));
                        }
                    }
                    asked.sort_unstable();
                    asked.dedup();
                    let ways = known.entry(link.to).or_default();
                    let asks_less = |known: &Vec<Footing>| known.iter().all(|footing| asked.contains(footing));
                    if asked.len() > MAX_CONDITIONS || is_contradiction(&asked) || ways.iter().any(asks_less) {
                        continue;
                    }
                    ways.push(asked.clone());
                    if self.is_kept[link.to] {
                        found.links.push(Link { from: number[from], to: number[link.to], conditions: asked });
                    } else {
                        queue.push_back((link.to, asked));
                    }
                }
                if steps > MAX_STEPS {
                    return Err(GeometryError::Intricate);
                }
            }
        }
        found.touches = touches.into_iter().collect();
        found.links.retain(|link| link.from != link.to);
        found.links.sort_unstable();
        Ok(found)
    }
}

/// Whether a door would have to stand and to be gone.
fn is_contradiction(conditions: &[Footing]) -> bool {
    conditions.iter().any(|footing| match footing {
        Footing::On(door) => conditions.contains(&Footing::Without(*door)),
        Footing::Without(_) => false,
    })
}
