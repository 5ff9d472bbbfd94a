//! Prim: a random cell beside the tree joins it, by a random one of its links to the tree.

use crate::{
    maze::{graph::links::Links, random::Random},
    search::{Lookout, StopReason},
};

const FREE: u8 = 0;
const BESIDE: u8 = 1;
const TREE: u8 = 2;

pub(super) fn generate(links: &Links, random: &mut Random, watch: &mut Lookout<'_>) -> Result<Vec<u32>, StopReason> {
    let mut state = vec![FREE; links.cells()];
    let mut open = Vec::with_capacity(links.cells());
    let mut beside: Vec<usize> = Vec::new();
    for first in 0..links.cells() {
        if state[first] != FREE {
            continue;
        }
        beside.push(first);
        while !beside.is_empty() {
            watch.spend(48)?;
            let cell = beside.swap_remove(random.below(beside.len()));
            let count = links.of(cell).iter().filter(|link| state[link.to as usize] == TREE).count();
            if count > 0 {
                let nth = random.below(count);
                let to_tree = links.of(cell).iter().filter(|link| state[link.to as usize] == TREE).nth(nth);
                open.extend(to_tree.map(|link| link.edge));
            }
            state[cell] = TREE;
            for link in links.of(cell) {
                if state[link.to as usize] == FREE {
                    state[link.to as usize] = BESIDE;
                    beside.push(link.to as usize);
                }
            }
        }
    }
    Ok(open)
}
