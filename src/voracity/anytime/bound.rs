//! A bound that no path surpasses.
//!
//! A path goes from stop to stop along the board's moves, so it visits the strongly connected components of the graph
//! of stops in an order in which there is no way back. In each component it covers at most the cells that moves inside
//! it cover, and it takes one move from a component to the next. The best chain of components bounds every path;
//! so does the number of cells that lie on a move from a stop that a path can reach.

use super::terrain::Terrain;

/// The highest score a path could have.
pub(super) fn upper_bound(terrain: &Terrain) -> u32 {
    let reachable = terrain.reachable_stops();
    let mut coverable = vec![false; terrain.cells()];
    for cell in (0..terrain.cells()).filter(|&cell| reachable[cell]) {
        for direction in 0..terrain.directions.len() {
            terrain.passed(cell, direction).for_each(|passed| coverable[passed] = true);
        }
    }
    let cells = coverable.iter().filter(|&&is_coverable| is_coverable).count() as u32;
    cells.min(best_chain(terrain))
}

/// The most that a chain of components can cover.
fn best_chain(terrain: &Terrain) -> u32 {
    let components = Components::new(terrain);
    // Components are numbered so that a move leads to the same or a lower number.
    let mut best = vec![0u32; components.members.len()];
    let mut last_component = vec![u32::MAX; terrain.cells()];
    for (component, members) in components.members.iter().enumerate() {
        let mut inside = 0;
        let mut onward = 0;
        for &cell in members {
            for direction in 0..terrain.directions.len() {
                let length = terrain.lengths[cell as usize][direction];
                if length == 0 {
                    continue;
                }
                let next = components.of[terrain.ends[cell as usize][direction] as usize] as usize;
                if next == component {
                    for passed in terrain.passed(cell as usize, direction) {
                        inside += u32::from(last_component[passed] != component as u32);
                        last_component[passed] = component as u32;
                    }
                } else {
                    onward = onward.max(u32::from(length) + best[next]);
                }
            }
        }
        best[component] = inside + onward;
    }
    best[components.of[terrain.start] as usize]
}

/// The strongly connected components of the stops that can be come to.
struct Components {
    of: Vec<u32>,
    members: Vec<Vec<u32>>,
}

impl Components {
    /// Tarjan's algorithm, with a stack of its own: paths on large boards are long.
    fn new(terrain: &Terrain) -> Self {
        const NONE: u32 = u32::MAX;
        let sides = terrain.directions.len();
        let mut found = Self { of: vec![NONE; terrain.cells()], members: Vec::new() };
        let mut order = vec![NONE; terrain.cells()];
        let mut lowest = vec![NONE; terrain.cells()];
        let mut pending = Vec::new();
        let mut calls = vec![(terrain.start, 0)];
        let mut visited = 0;
        while let Some((cell, side)) = calls.pop() {
            if side == 0 {
                order[cell] = visited;
                lowest[cell] = visited;
                visited += 1;
                pending.push(cell as u32);
            } else if terrain.lengths[cell][side - 1] > 0 {
                let end = terrain.ends[cell][side - 1] as usize;
                if found.of[end] == NONE {
                    lowest[cell] = lowest[cell].min(lowest[end]);
                }
            }
            if side < sides {
                calls.push((cell, side + 1));
                let end = terrain.ends[cell][side] as usize;
                if terrain.lengths[cell][side] > 0 && order[end] == NONE {
                    calls.push((end, 0));
                }
            } else if lowest[cell] == order[cell] {
                let first = pending.iter().rposition(|&member| member as usize == cell).unwrap_or(0);
                let members = pending.split_off(first);
                for &member in &members {
                    found.of[member as usize] = found.members.len() as u32;
                }
                found.members.push(members);
            }
        }
        found
    }
}
