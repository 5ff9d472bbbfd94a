//! Classes become places, and moments in the air become ways between them.

use std::collections::{BTreeSet, HashMap, VecDeque};

use crate::search::Control;

use super::{air::Air, classes::NONE};
use crate::lockpick::geometry::{
    GeometryError,
    lattice::{Position, ThingKind},
    places::{Footing, Link, Place, Places},
};

/// How many steps the search for ways through the air may take.
const MAX_STEPS: usize = 20_000_000;
/// A way through the air past more doors than this is left out.
const MAX_CONDITIONS: usize = 8;

/// Places and ways, from the classes of all states.
pub fn places(air: &Air<'_>, classes: &[u32], control: &Control) -> Result<Places, GeometryError> {
    let mut draft = Draft::new(air, classes);
    draft.add_ways(air, classes);
    draft.finish(&air.lattice.kinds, classes[air.start()] as usize, control)
}

struct Draft {
    /// The place of every class; the places on doors come after them.
    places: Vec<Place>,
    /// Where every place is: its first position, how many states it has, and the budget if it is the same in all.
    spans: Vec<Span>,
    /// Whether a place is more than a moment in the air.
    is_kept: Vec<bool>,
    /// The ways out of every place.
    out: Vec<Vec<Link>>,
}

impl Draft {
    fn new(air: &Air<'_>, classes: &[u32]) -> Self {
        let count = classes.iter().filter(|&&class| class != NONE).max().map_or(0, |&most| most as usize + 1);
        let mut draft = Self {
            places: vec![Place::default(); count],
            spans: vec![Span::default(); count],
            is_kept: vec![false; count],
            out: vec![Vec::new(); count],
        };
        for (state, &class) in classes.iter().enumerate().filter(|(_, class)| **class != NONE) {
            let position = air.position(state);
            draft.spans[class as usize].add(position, state % air.levels);
            let place = &mut draft.places[class as usize];
            if draft.spans[class as usize].states == 1 {
                place.touched = air.lattice.touched(position).to_vec();
                place.near = air.lattice.near(position).to_vec();
                place.spot = Some(air.lattice.spot(position));
            }
            place.near.retain(|door| air.lattice.near(position).contains(door));
            draft.is_kept[class as usize] |= air.lattice.signs(position).1 != 0 || air.is_grounded(position);
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
                    self.spans.push(Span::default());
                    self.is_kept.push(true);
                    self.out.push(Vec::new());
                    self.places.len() - 1
                });
                let fallen = classes[air.state(position, air.fallen())] as usize;
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
    fn finish(self, kinds: &[ThingKind], start: usize, control: &Control) -> Result<Places, GeometryError> {
        let mut number = vec![usize::MAX; self.places.len()];
        let mut found = Places::default();
        for (place, what) in self.places.iter().enumerate().filter(|(place, _)| self.is_kept[*place]) {
            number[place] = found.places.len();
            found.places.push(what.clone());
        }
        found.start = number[start];
        let mut steps = 0;
        let mut lookout = control.lookout();
        let mut touches = BTreeSet::new();
        let spans: Vec<Span> = (0..self.places.len()).filter(|&at| self.is_kept[at]).map(|at| self.spans[at]).collect();
        for from in (0..self.places.len()).filter(|&place| self.is_kept[place]) {
            // The ways to each place, as far as none asks for less.
            let mut known: HashMap<usize, Vec<Vec<Footing>>> = HashMap::new();
            let mut queue = VecDeque::from([(from, Vec::new())]);
            if let Some(door) = self.places[from].standing_on {
                touches.insert(Link::new(number[from], door));
            }
            let first = found.links.len();
            while let Some((at, conditions)) = queue.pop_front() {
                for link in &self.out[at] {
                    steps += 1;
                    lookout.spend(64)?;
                    let mut asked = conditions.clone();
                    asked.extend_from_slice(&link.conditions);
                    if !self.is_kept[link.to] {
                        let doors =
                            self.places[link.to].touched.iter().filter(|&&thing| kinds[thing] == ThingKind::Door);
                        let new = doors.clone().filter(|door| !conditions.contains(&Footing::Without(**door)));
                        let touch = |&door| Link { from: number[from], to: door, conditions: asked.clone() };
                        touches.extend(new.map(touch));
                        asked.extend(doors.map(|&door| Footing::Without(door)));
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
            drop_smaller_budgets(&mut found.links, first, &spans);
        }
        found.touches = touches.into_iter().collect();
        found.links.retain(|link| link.from != link.to);
        found.links.sort_unstable();
        Ok(found)
    }
}

/// Where a place is.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    first: Position,
    states: usize,
    /// The budget, if it is the same in all states.
    budget: Option<usize>,
}

impl Span {
    fn add(&mut self, position: Position, budget: usize) {
        if self.states == 0 {
            (self.first, self.budget) = (position, Some(budget));
        }
        self.states += 1;
        self.budget = self.budget.filter(|&known| known == budget);
    }
}

/// A budget, and what has to be so to arrive with it.
type Arrival = (usize, Vec<Footing>);

/// Drops ways, from the first of those given on, beside which there is one that leads to the same positions with a
/// larger budget and asks for no more.
fn drop_smaller_budgets(links: &mut Vec<Link>, first: usize, spans: &[Span]) {
    let mut best: HashMap<(Position, usize), Vec<Arrival>> = HashMap::new();
    let key = |link: &Link| {
        let span = spans[link.to];
        span.budget.map(|budget| ((span.first, span.states), budget))
    };
    for link in &links[first..] {
        if let Some((span, budget)) = key(link) {
            best.entry(span).or_default().push((budget, link.conditions.clone()));
        }
    }
    let mut kept = links.split_off(first);
    kept.retain(|link| {
        let Some((span, budget)) = key(link) else { return true };
        !best[&span].iter().any(|(other, conditions)| {
            *other != budget
                && Air::is_as_good(*other, budget)
                && conditions.iter().all(|footing| link.conditions.contains(footing))
        })
    });
    links.append(&mut kept);
}

/// Whether a door would have to stand and to be gone.
fn is_contradiction(conditions: &[Footing]) -> bool {
    conditions.iter().any(|footing| match footing {
        Footing::On(door) => conditions.contains(&Footing::Without(*door)),
        Footing::Without(_) => false,
    })
}
