//! Wilson: random walks whose loops are cut out, each from a cell outside of the tree until it meets the tree. Every
//! maze is equally likely.

use super::parts;
use crate::{
    maze::{graph::links::Links, random::Random},
    search::{Lookout, StopReason},
};

pub(super) fn generate(links: &Links, random: &mut Random, watch: &mut Lookout<'_>) -> Result<Vec<u32>, StopReason> {
    let mut in_tree = vec![false; links.cells()];
    for (first, _) in parts(links, watch)? {
        in_tree[first] = true;
    }
    let mut open = Vec::with_capacity(links.cells());
    // The last link by which a cell was left: what is overwritten was part of a loop.
    let mut left_by = vec![0u32; links.cells()];
    // Walks that begin near the last one are short: the cells in order, but every other one of their order first.
    for start in starts(links.cells()) {
        let mut cell = start;
        while !in_tree[cell] {
            watch.spend(16)?;
            let ways = links.of(cell);
            let way = random.below(ways.len());
            left_by[cell] = way as u32;
            cell = ways[way].to as usize;
        }
        cell = start;
        while !in_tree[cell] {
            in_tree[cell] = true;
            let link = links.of(cell)[left_by[cell] as usize];
            open.push(link.edge);
            cell = link.to as usize;
        }
    }
    Ok(open)
}

/// All numbers below `count`, those that are multiples of a high power of two first.
fn starts(count: usize) -> impl Iterator<Item = usize> {
    let highest = count.next_power_of_two().trailing_zeros();
    (0..=highest).rev().flat_map(move |power| {
        let step = 1usize << power;
        let (first, step) = if power == highest { (0, step) } else { (step, 2 * step) };
        (first..count).step_by(step)
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_cell_is_a_start() {
        for count in [0, 1, 2, 3, 7, 8, 9, 100] {
            let mut all: Vec<usize> = super::starts(count).collect();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..count), "{count}");
        }
    }
}
