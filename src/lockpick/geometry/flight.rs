//! Places for a player who flies: connected positions at which the same things are touched and the same doors are near.

use std::collections::HashSet;

use super::{
    lattice::{Lattice, Position},
    places::{Link, Place, Places},
};

const NOWHERE: usize = usize::MAX;
/// How many places are looked at to see whether one is needless.
const MAX_PIECE: usize = 1000;

/// The places that can be reached from the start, whatever happens to doors and keys.
pub fn places(lattice: &Lattice) -> Places {
    let mut found = Places::default();
    let mut place_of = vec![NOWHERE; lattice.len()];
    let mut seeds = vec![lattice.start];
    let mut flood = Vec::new();
    while let Some(seed) = seeds.pop() {
        if place_of[seed] != NOWHERE {
            continue;
        }
        let place = found.places.len();
        let mut near = lattice.near(seed).to_vec();
        place_of[seed] = place;
        flood.push(seed);
        while let Some(position) = flood.pop() {
            near.retain(|door| lattice.near(position).contains(door));
            for next in neighbours(lattice, position) {
                if place_of[next] != NOWHERE {
                    continue;
                }
                if lattice.signs(next) == lattice.signs(position) {
                    place_of[next] = place;
                    flood.push(next);
                } else {
                    seeds.push(next);
                }
            }
        }
        found.places.push(Place { touched: lattice.touched(seed).to_vec(), near, standing_on: None });
    }
    for position in (0..lattice.len()).filter(|&position| place_of[position] != NOWHERE) {
        for next in neighbours(lattice, position) {
            let (from, to) = (place_of[position], place_of[next]);
            if from != to {
                found.links.push(Link::new(from, to));
            }
        }
    }
    found.links.sort_unstable();
    found.links.dedup();
    found.start = place_of[lattice.start];
    found.is_flight = true;
    without_overlaps(found)
}

/// Leaves out places where several things are touched at once, if everything is the same without them: those around
/// them stay connected once all those things are gone, and each of the things can still be touched by itself.
fn without_overlaps(mut found: Places) -> Places {
    let count = found.places.len();
    let mut around = vec![Vec::new(); count];
    for link in &found.links {
        around[link.from].push(link.to);
    }
    let mut is_left_out = vec![false; count];
    let mut crowded: Vec<usize> = (0..count).filter(|&place| found.places[place].touched.len() > 1).collect();
    crowded.sort_by_key(|&place| std::cmp::Reverse(found.places[place].touched.len()));
    for place in crowded {
        is_left_out[place] = place != found.start && is_needless(&found, &around, &is_left_out, place);
    }
    let mut number = vec![NOWHERE; count];
    let mut kept = 0;
    for place in (0..count).filter(|&place| !is_left_out[place]) {
        number[place] = kept;
        kept += 1;
    }
    let mut places = Vec::with_capacity(kept);
    places
        .extend(found.places.into_iter().zip(&is_left_out).filter(|(_, left_out)| !**left_out).map(|(place, _)| place));
    found.links.retain(|link| !is_left_out[link.from] && !is_left_out[link.to]);
    for link in &mut found.links {
        (link.from, link.to) = (number[link.from], number[link.to]);
    }
    Places { places, start: number[found.start], ..found }
}

fn is_needless(found: &Places, around: &[Vec<usize>], is_left_out: &[bool], place: usize) -> bool {
    let gone = &found.places[place].touched;
    let is_open = |at: usize| at != place && !is_left_out[at] && is_subset(&found.places[at].touched, gone);
    let Some(&first) = around[place].iter().find(|&&at| is_open(at)) else { return false };
    let mut piece = vec![first];
    let mut is_in_piece = HashSet::from([first]);
    let mut touched_around = HashSet::new();
    while let Some(at) = piece.pop() {
        touched_around.extend(found.places[at].touched.iter().copied());
        for &next in around[at].iter().filter(|&&next| next != place && !is_left_out[next]) {
            if is_open(next) && is_in_piece.insert(next) {
                piece.push(next);
            }
        }
        if is_in_piece.len() > MAX_PIECE {
            return false;
        }
    }
    let borders = |outer: usize| around[outer].iter().any(|at| is_in_piece.contains(at));
    gone.iter().all(|thing| touched_around.contains(thing))
        && around[place].iter().all(|&at| is_left_out[at] || is_in_piece.contains(&at) || (!is_open(at) && borders(at)))
}

fn is_subset(part: &[usize], whole: &[usize]) -> bool {
    part.iter().all(|thing| whole.contains(thing))
}

fn neighbours(lattice: &Lattice, position: Position) -> impl Iterator<Item = Position> {
    let all = [lattice.left(position), lattice.right(position), lattice.above(position), lattice.below(position)];
    all.into_iter().flatten()
}
