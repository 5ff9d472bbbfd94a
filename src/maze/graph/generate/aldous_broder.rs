//! Aldous and Broder: a random walk through every part; a cell that is entered for the first time is joined to the
//! one before. Every maze is equally likely.

use super::parts;
use crate::{
    maze::{graph::links::Links, random::Random},
    search::{Lookout, StopReason},
};

pub(super) fn generate(links: &Links, random: &mut Random, watch: &mut Lookout<'_>) -> Result<Vec<u32>, StopReason> {
    let mut seen = vec![false; links.cells()];
    let mut open = Vec::with_capacity(links.cells());
    for (first, count) in parts(links, watch)? {
        let (mut cell, mut left) = (first, count - 1);
        seen[first] = true;
        while left > 0 {
            watch.spend(16)?;
            let ways = links.of(cell);
            let link = ways[random.below(ways.len())];
            cell = link.to as usize;
            if !std::mem::replace(&mut seen[cell], true) {
                open.push(link.edge);
                left -= 1;
            }
        }
    }
    Ok(open)
}
