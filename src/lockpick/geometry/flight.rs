//! Places for a player who flies: connected positions at which the same things are touched and the same doors are near.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{
    lattice::{Lattice, Position, ThingKind},
    places::{Link, Place, Places},
};

const NOWHERE: u32 = u32::MAX;
/// How many places are looked at to see whether one is needless.
const MAX_PIECE: usize = 1000;

/// The places that can be reached from the start, whatever happens to doors and keys.
pub fn places(lattice: &Lattice) -> Places {
    let (places, links, start) = flood(lattice);
    let mut draft = Draft::new(lattice, places, links, start as usize);
    draft.join_parts_of_keys();
    draft.leave_out_nooks();
    draft.leave_out_overlaps();
    draft.finish()
}

/// All places, which are next to each other, and where the player starts.
fn flood(lattice: &Lattice) -> (Vec<Place>, HashSet<(u32, u32)>, u32) {
    let mut places = Vec::new();
    let mut place_of = vec![NOWHERE; lattice.len()];
    let mut seeds = vec![lattice.start];
    let mut flood = Vec::new();
    while let Some(seed) = seeds.pop() {
        if place_of[seed] != NOWHERE {
            continue;
        }
        let place = places.len() as u32;
        let signs = lattice.all_signs(seed);
        place_of[seed] = place;
        flood.push(seed);
        while let Some(position) = flood.pop() {
            for next in neighbours(lattice, position) {
                if place_of[next] != NOWHERE {
                    continue;
                }
                if lattice.all_signs(next) == signs {
                    place_of[next] = place;
                    flood.push(next);
                } else {
                    seeds.push(next);
                }
            }
        }
        places.push(Place {
            touched: lattice.touched(seed).to_vec(),
            near: lattice.near(seed).to_vec(),
            standing_on: None,
            spot: Some(lattice.spot(seed)),
        });
    }
    let mut links = HashSet::new();
    let mut last = (0, 0);
    for position in (0..lattice.len()).filter(|&position| place_of[position] != NOWHERE) {
        for next in neighbours(lattice, position) {
            let link = (place_of[position], place_of[next]);
            if link.0 != link.1 && link != last {
                links.insert(link);
                last = link;
            }
        }
    }
    let start = place_of[lattice.start];
    (places, links, start)
}

fn neighbours(lattice: &Lattice, position: Position) -> impl Iterator<Item = Position> {
    let all = [lattice.left(position), lattice.right(position), lattice.above(position), lattice.below(position)];
    all.into_iter().flatten()
}

/// Places that are made fewer without changing what can be done.
struct Draft<'a> {
    lattice: &'a Lattice,
    places: Vec<Place>,
    around: Vec<BTreeSet<usize>>,
    is_left_out: Vec<bool>,
    start: usize,
}

impl<'a> Draft<'a> {
    fn new(lattice: &'a Lattice, places: Vec<Place>, links: HashSet<(u32, u32)>, start: usize) -> Self {
        let mut around = vec![BTreeSet::new(); places.len()];
        for (from, to) in links {
            around[from as usize].insert(to as usize);
        }
        Self { lattice, is_left_out: vec![false; places.len()], places, around, start }
    }

    /// Whether a thing is a door, or a key that is gone once it is touched: what happens there happens once.
    fn is_passing(&self, thing: usize) -> bool {
        !self.lattice.is_lasting[thing]
    }

    fn leave_out(&mut self, place: usize) {
        self.is_left_out[place] = true;
        for next in std::mem::take(&mut self.around[place]) {
            self.around[next].remove(&place);
        }
    }

    fn link(&mut self, one: usize, other: usize) {
        self.around[one].insert(other);
        self.around[other].insert(one);
    }

    /// Walls can cut the positions that touch a key in parts. Parts with the same free place beside them are one: the
    /// player can always go from one to the other.
    fn join_parts_of_keys(&mut self) {
        let mut known: HashMap<(usize, usize), usize> = HashMap::new();
        for place in 0..self.places.len() {
            let &[key] = self.places[place].touched.as_slice() else { continue };
            if self.lattice.kinds[key] != ThingKind::Other || !self.is_passing(key) {
                continue;
            }
            let beside: Vec<usize> =
                self.around[place].iter().copied().filter(|&at| self.is_same_air(at, place)).collect();
            let mut parts: BTreeSet<usize> = beside.iter().filter_map(|&at| known.get(&(key, at)).copied()).collect();
            parts.insert(place);
            let stays = parts.pop_first().unwrap_or(place);
            for part in parts {
                self.join(part, stays);
                known.values_mut().filter(|known| **known == part).for_each(|known| *known = stays);
            }
            for at in beside {
                known.insert((key, at), stays);
            }
        }
    }

    /// Whether nothing is touched at a place, and the same doors are near as at another.
    fn is_same_air(&self, at: usize, other: usize) -> bool {
        self.places[at].touched.is_empty() && self.places[at].near == self.places[other].near
    }

    fn join(&mut self, goes: usize, stays: usize) {
        let around = self.around[goes].clone();
        self.leave_out(goes);
        for next in around {
            self.link(next, stays);
        }
        if self.start == goes {
            self.start = stays;
        }
    }

    /// A dead end where nothing but a door is touched that can be touched as well from where the player came.
    fn leave_out_nooks(&mut self) {
        for nook in 0..self.places.len() {
            let &[door] = self.places[nook].touched.as_slice() else { continue };
            if self.lattice.kinds[door] != ThingKind::Door || self.around[nook].len() != 1 || nook == self.start {
                continue;
            }
            let is_needless = self.around[nook].iter().all(|&at| {
                let mut others = self.around[at].iter().filter(|&&other| other != nook);
                self.is_same_air(at, nook) && others.any(|&other| self.places[other].touched == [door])
            });
            if is_needless {
                self.leave_out(nook);
            }
        }
    }

    /// Leaves out places where several doors and keys are touched at once, if everything is the same without them.
    fn leave_out_overlaps(&mut self) {
        let is_crowded = |place: &usize| {
            let touched = &self.places[*place].touched;
            touched.len() > 1 && *place != self.start && touched.iter().all(|&thing| self.is_passing(thing))
        };
        let mut crowded: Vec<usize> = (0..self.places.len()).filter(is_crowded).collect();
        crowded.sort_by_key(|&place| std::cmp::Reverse(self.places[place].touched.len()));
        for place in crowded {
            let singles = self.singles_around(place);
            let new: Vec<(usize, usize)> = singles
                .iter()
                .flat_map(|&one| singles.iter().map(move |&other| (one, other)))
                .filter(|&(one, other)| one < other && !self.around[one].contains(&other))
                .collect();
            for &(one, other) in &new {
                self.link(one, other);
            }
            if self.is_needless(place) {
                self.leave_out(place);
            } else {
                for (one, other) in new {
                    self.around[one].remove(&other);
                    self.around[other].remove(&one);
                }
            }
        }
    }

    /// If two things overlap, the places beside where only one of them is touched: who can pass through the overlap can
    /// as well step from one to the other.
    fn singles_around(&self, place: usize) -> Vec<usize> {
        let Place { touched, near, .. } = &self.places[place];
        if touched.len() != 2 {
            return Vec::new();
        }
        let is_single = |at: &usize| {
            let other = &self.places[*at];
            other.touched.len() == 1 && touched.contains(&other.touched[0]) && other.near == *near
        };
        self.around[place].iter().copied().filter(is_single).collect()
    }

    /// Whether everything is the same without a place: those around it stay connected once all it touches is gone, and
    /// whatever can be touched there can be touched by itself.
    fn is_needless(&self, place: usize) -> bool {
        let Place { touched: gone, near, .. } = &self.places[place];
        let is_open =
            |at: usize| at != place && is_subset(&self.places[at].touched, gone) && self.places[at].near == *near;
        let Some(&first) = self.around[place].iter().find(|&&at| is_open(at)) else { return false };
        let mut piece = vec![first];
        let mut is_in_piece = HashSet::from([first]);
        let mut touched_around = HashSet::new();
        while let Some(at) = piece.pop() {
            touched_around.extend(self.places[at].touched.iter().copied());
            for &next in self.around[at].iter().filter(|&&next| is_open(next)) {
                if is_in_piece.insert(next) {
                    piece.push(next);
                }
            }
            if is_in_piece.len() > MAX_PIECE {
                return false;
            }
        }
        let borders = |outer: usize| self.around[outer].iter().any(|at| is_in_piece.contains(at));
        // A door can be touched without being passed, whatever else is in the way.
        let can_touch = |at: usize, door: usize| {
            self.places[at].touched.contains(&door)
                || self.around[at].iter().any(|&next| next != place && self.places[next].touched.contains(&door))
        };
        let is_door = |thing: &&usize| self.lattice.kinds[**thing] == ThingKind::Door;
        gone.iter().all(|thing| touched_around.contains(thing))
            && self.around[place].iter().all(|&at| {
                (is_in_piece.contains(&at) || !is_open(at) && borders(at))
                    && gone.iter().filter(is_door).all(|&door| can_touch(at, door))
            })
    }

    fn finish(self) -> Places {
        let mut number = vec![usize::MAX; self.places.len()];
        let kept = (0..self.places.len()).filter(|&place| !self.is_left_out[place]);
        for (new, old) in kept.clone().enumerate() {
            number[old] = new;
        }
        let links = kept.flat_map(|from| self.around[from].iter().map(move |&to| (from, to)));
        let links = links.map(|(from, to)| Link::new(number[from], number[to])).collect();
        let places = self.places.into_iter().zip(&self.is_left_out).filter(|(_, is_left_out)| !**is_left_out);
        Places {
            places: places.map(|(place, _)| place).collect(),
            links,
            touches: Vec::new(),
            start: number[self.start],
            is_flight: true,
        }
    }
}

fn is_subset(part: &[usize], whole: &[usize]) -> bool {
    part.iter().all(|thing| whole.contains(thing))
}
