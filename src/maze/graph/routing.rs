//! What is done to a perfect maze: dead ends are opened, or filled in.

use super::{GraphMaze, links::Link};
use crate::{
    maze::{grid::Bits, random::Random},
    search::{Control, StopReason},
};

/// Opens this share of the dead ends, in random order, to another dead end if one is beside. A dead end without
/// another neighbour stays; tells how many did.
pub fn braid(maze: &mut GraphMaze, share: f64, random: &mut Random, control: &Control) -> Result<usize, StopReason> {
    let mut watch = control.lookout();
    let mut dead_ends = Vec::new();
    for cell in 0..maze.ground.links().cells() {
        watch.spend(8)?;
        if maze.ways(cell) == 1 {
            dead_ends.push(cell);
        }
    }
    random.shuffle(&mut dead_ends);
    let mut wanted = (dead_ends.len() as f64 * share).round() as usize;
    let mut stay = 0;
    for cell in dead_ends {
        if wanted == 0 {
            break;
        }
        watch.spend(64)?;
        if maze.ways(cell) != 1 {
            continue;
        }
        let links = maze.ground.links().of(cell).iter();
        let closed: Vec<_> = links.filter(|link| !maze.open[link.edge as usize]).copied().collect();
        let (ends, others): (Vec<Link>, Vec<Link>) = closed.iter().partition(|link| maze.ways(link.to as usize) == 1);
        let choice = if ends.is_empty() || (wanted == 1 && !others.is_empty()) { others } else { ends };
        if choice.is_empty() {
            stay += 1;
            continue;
        }
        let link = choice[random.below(choice.len())];
        wanted = wanted.saturating_sub(if maze.ways(link.to as usize) == 1 { 2 } else { 1 });
        maze.open.set(link.edge as usize, true);
    }
    Ok(stay)
}

/// Fills this share of the cells, picked at random among what is a dead end at the time. The ends stay, and the way
/// between them.
pub fn thin_out(maze: &mut GraphMaze, share: f64, random: &mut Random, control: &Control) -> Result<(), StopReason> {
    let mut watch = control.lookout();
    let is_loose = |maze: &GraphMaze, cell: usize| maze.ways(cell) == 1 && !maze.ends.contains(&cell);
    let (mut loose, mut cells) = (Vec::new(), 0);
    for cell in maze.ground.cells() {
        watch.spend(8)?;
        cells += 1;
        if is_loose(maze, cell) {
            loose.push(cell);
        }
    }
    let wanted = (f64::from(cells) * share).floor() as usize;
    let mut mask = maze.ground.mask().cloned().unwrap_or_else(|| Bits::repeat(true, maze.ground.shape().cells()));
    let mut filled = 0;
    while filled < wanted && !loose.is_empty() {
        watch.spend(64)?;
        let cell = loose.swap_remove(random.below(loose.len()));
        // The two last cells of a part are dead ends both: once one is gone, the other is no longer.
        let Some(link) = maze.exits(cell).next() else { continue };
        maze.open.set(link.edge as usize, false);
        mask.set(cell, false);
        filled += 1;
        if is_loose(maze, link.to as usize) {
            loose.push(link.to as usize);
        }
    }
    if filled > 0 {
        maze.ground.set_mask(mask);
    }
    Ok(())
}
