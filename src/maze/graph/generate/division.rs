//! Recursive division on any links: a region is parted into two that grow from two random cells, and all links
//! between them but one stay closed; then each of the two is parted.

use super::parts;
use crate::{
    maze::{graph::links::Links, random::Random},
    search::{Lookout, StopReason},
};

pub(super) fn generate(links: &Links, random: &mut Random, watch: &mut Lookout<'_>) -> Result<Vec<u32>, StopReason> {
    let mut open = Vec::with_capacity(links.cells());
    // The region of every cell; numbers are never used again.
    let mut region_of = vec![0u32; links.cells()];
    let mut last = 0;
    let mut regions: Vec<Vec<u32>> = Vec::new();
    for (first, _) in parts(links, watch)? {
        last += 1;
        region_of[first] = last;
        let mut cells = vec![first as u32];
        let mut next = 0;
        while next < cells.len() {
            watch.spend(16)?;
            for link in links.of(cells[next] as usize) {
                if region_of[link.to as usize] != last {
                    region_of[link.to as usize] = last;
                    cells.push(link.to);
                }
            }
            next += 1;
        }
        regions.push(cells);
    }
    while let Some(cells) = regions.pop() {
        if cells.len() < 2 {
            continue;
        }
        let whole = region_of[cells[0] as usize];
        let names = [last + 1, last + 2];
        last += 2;
        let one = random.below(cells.len());
        let other = (one + 1 + random.below(cells.len() - 1)) % cells.len();
        let seeds = [cells[one], cells[other]];
        let mut halves = [vec![seeds[0]], vec![seeds[1]]];
        let mut edge: Vec<(u32, usize)> = vec![(seeds[0], 0), (seeds[1], 1)];
        region_of[seeds[0] as usize] = names[0];
        region_of[seeds[1] as usize] = names[1];
        while !edge.is_empty() {
            watch.spend(32)?;
            let at = random.below(edge.len());
            let (cell, half) = edge[at];
            let free = links.of(cell as usize).iter().find(|link| region_of[link.to as usize] == whole);
            match free {
                Some(link) => {
                    region_of[link.to as usize] = names[half];
                    halves[half].push(link.to);
                    edge.push((link.to, half));
                }
                None => drop(edge.swap_remove(at)),
            }
        }
        // One of the links between the halves, each as likely as the others.
        let mut seen = 0;
        let mut kept = None;
        for &cell in &halves[0] {
            watch.spend(8)?;
            for link in links.of(cell as usize).iter().filter(|link| region_of[link.to as usize] == names[1]) {
                seen += 1;
                if random.below(seen) == 0 {
                    kept = Some(link.edge);
                }
            }
        }
        open.extend(kept);
        regions.extend(halves);
    }
    Ok(open)
}
