//! Hunt and kill: a walk through free cells until there is none beside, then on from the first free cell beside the
//! maze.

use std::{cmp::Reverse, collections::BinaryHeap};

use crate::{
    maze::{graph::links::Links, random::Random},
    search::{Lookout, StopReason},
};

pub(super) fn generate(links: &Links, random: &mut Random, watch: &mut Lookout<'_>) -> Result<Vec<u32>, StopReason> {
    let mut seen = vec![false; links.cells()];
    let mut is_listed = vec![false; links.cells()];
    let mut open = Vec::with_capacity(links.cells());
    let mut beside = BinaryHeap::new();
    for first in 0..links.cells() {
        if seen[first] {
            continue;
        }
        beside.push(Reverse(first));
        while let Some(Reverse(found)) = beside.pop() {
            watch.spend(64)?;
            if seen[found] {
                continue;
            }
            let tree = |link: &&crate::maze::graph::links::Link| seen[link.to as usize];
            let count = links.of(found).iter().filter(tree).count();
            if count > 0 {
                let nth = random.below(count);
                open.extend(links.of(found).iter().filter(tree).nth(nth).map(|link| link.edge));
            }
            let mut cell = found;
            loop {
                watch.spend(32)?;
                seen[cell] = true;
                let mut free = 0;
                for link in links.of(cell).iter().filter(|link| !seen[link.to as usize]) {
                    free += 1;
                    if !std::mem::replace(&mut is_listed[link.to as usize], true) {
                        beside.push(Reverse(link.to as usize));
                    }
                }
                if free == 0 {
                    break;
                }
                let nth = random.below(free);
                let Some(link) = links.of(cell).iter().filter(|link| !seen[link.to as usize]).nth(nth) else { break };
                open.push(link.edge);
                cell = link.to as usize;
            }
        }
    }
    Ok(open)
}
