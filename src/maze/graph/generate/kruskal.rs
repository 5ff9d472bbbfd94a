//! Kruskal: links in random order, each opened if it joins two trees.

use crate::{
    maze::{
        graph::{links::Links, sets::Sets},
        random::Random,
    },
    search::{Lookout, StopReason},
};

pub(super) fn generate(links: &Links, random: &mut Random, watch: &mut Lookout<'_>) -> Result<Vec<u32>, StopReason> {
    let mut walls = Vec::with_capacity(links.edges());
    for cell in 0..links.cells() {
        watch.spend(8)?;
        let later = links.of(cell).iter().filter(|link| link.to as usize > cell);
        walls.extend(later.map(|link| (cell as u32, link.to, link.edge)));
    }
    let mut sets = Sets::new(links.cells());
    let mut open = Vec::with_capacity(links.cells());
    for left in (0..walls.len()).rev() {
        watch.spend(32)?;
        walls.swap(left, random.below(left + 1));
        let (one, other, edge) = walls[left];
        if sets.join(one as usize, other as usize) {
            open.push(edge);
        }
    }
    Ok(open)
}
