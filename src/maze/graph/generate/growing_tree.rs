//! The growing tree: some cell of a list gets a free neighbour, which joins the list; a cell without one leaves it.
//! If it is always the newest, this is depth-first search.

use crate::{
    maze::{generate::growing_tree::Mix, graph::links::Links, random::Random},
    search::{Lookout, StopReason},
};

pub(super) fn generate(
    links: &Links,
    mix: Mix,
    random: &mut Random,
    watch: &mut Lookout<'_>,
) -> Result<Vec<u32>, StopReason> {
    let mut seen = vec![false; links.cells()];
    let mut open = Vec::with_capacity(links.cells());
    let parts = (mix.newest + mix.oldest + mix.random) as usize;
    for first in 0..links.cells() {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        // Cells before `oldest` have left the list; those that leave from within are swapped with the last.
        let (mut list, mut oldest) = (vec![first], 0);
        while oldest < list.len() {
            watch.spend(32)?;
            let draw = if parts as u32 == mix.newest { 0 } else { random.below(parts) as u32 };
            let at = match draw {
                draw if draw < mix.newest => list.len() - 1,
                draw if draw < mix.newest + mix.oldest => oldest,
                _ => oldest + random.below(list.len() - oldest),
            };
            let cell = list[at];
            let is_free = |to: u32| !seen[to as usize];
            let count = links.of(cell).iter().filter(|link| is_free(link.to)).count();
            if count == 0 {
                if at == oldest && at + 1 < list.len() {
                    oldest += 1;
                } else {
                    list.swap_remove(at);
                }
                continue;
            }
            let nth = random.below(count);
            if let Some(link) = links.of(cell).iter().filter(|link| is_free(link.to)).nth(nth) {
                seen[link.to as usize] = true;
                open.push(link.edge);
                list.push(link.to as usize);
            }
        }
    }
    Ok(open)
}
