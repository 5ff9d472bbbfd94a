//! Where crossings and stairs are: chosen at random before the maze is made, so that every algorithm can make it.

use super::{
    ground::Crossing,
    layout::{self, Behind},
    sets::Sets,
    shape::Shape,
};
use crate::{
    maze::{grid::Bits, random::Random},
    search::{Control, Lookout, StopReason},
};

/// Chooses crossings for about this share of the places, as far as they fit: none beside another, at the edge or
/// beside a missing cell, and none whose two ways would close a loop.
pub fn crossings(
    shape: &Shape,
    mask: Option<&Bits>,
    share: f64,
    random: &mut Random,
    control: &Control,
) -> Result<Vec<Crossing>, StopReason> {
    let mut watch = control.lookout();
    let exists = |cell: usize| mask.is_none_or(|mask| mask[cell]);
    let cells = mask.map_or(shape.cells(), |mask| mask.count_ones());
    let wanted = (cells as f64 * share).round() as usize;
    let mut order: Vec<u32> = (0..shape.cells() as u32).collect();
    let mut sets = Sets::new(shape.cells());
    let mut taken = Bits::repeat(false, shape.cells());
    let mut chosen = Vec::new();
    for left in (0..order.len()).rev() {
        watch.spend(64)?;
        if chosen.len() >= wanted {
            break;
        }
        order.swap(left, random.below(left + 1));
        let cell = order[left] as usize;
        let [floor, row, col] = shape.place(cell);
        let beside: Vec<usize> = (0..4)
            .filter_map(|side| match layout::behind(shape, row, col, side) {
                Behind::Cell(row, col) => Some(shape.cell([floor, row, col])),
                _ => None,
            })
            .filter(|&next| exists(next) && !taken[next])
            .collect();
        let [north, east, south, west] = beside[..] else { continue };
        // Joined one after the other: the second pair may have become one by the first.
        if !exists(cell) || sets.of(north) == sets.of(south) || sets.of(west) == sets.of(east) {
            continue;
        }
        let [north, south, west, east] = [north, south, west, east].map(|next| sets.of(next));
        if [north.min(south), north.max(south)] == [west.min(east), west.max(east)] {
            continue;
        }
        sets.join(north, south);
        sets.join(west, east);
        taken.set(cell, true);
        chosen.push(Crossing { cell, is_level_above: random.below(2) == 0 });
    }
    chosen.sort_by_key(|crossing| crossing.cell);
    keep_together(shape, mask, &mut chosen, &taken, &mut watch)?;
    Ok(chosen)
}

/// Gives up crossings that would part what hangs together: those whose two ways meet nowhere else.
fn keep_together(
    shape: &Shape,
    mask: Option<&Bits>,
    crossings: &mut Vec<Crossing>,
    taken: &Bits,
    watch: &mut Lookout<'_>,
) -> Result<(), StopReason> {
    let exists = |cell: usize| mask.is_none_or(|mask| mask[cell]);
    let beside = |cell: usize, side: usize| {
        let [floor, row, col] = shape.place(cell);
        match layout::behind(shape, row, col, side) {
            Behind::Cell(row, col) => Some(shape.cell([floor, row, col])).filter(|&next| exists(next)),
            _ => None,
        }
    };
    let mut sets = Sets::new(shape.cells());
    for cell in (0..shape.cells()).filter(|&cell| exists(cell)) {
        watch.spend(64)?;
        let next = [0, 1, 2, 3].map(|side| beside(cell, side));
        if taken[cell] {
            // A crossing has all four neighbours.
            if let [Some(north), Some(east), Some(south), Some(west)] = next {
                sets.join(north, south);
                sets.join(west, east);
            }
        } else {
            let plain = next[1..3].iter().flatten().filter(|&&next| !taken[next]);
            for &next in plain {
                sets.join(cell, next);
            }
        }
    }
    crossings.retain(|crossing| match [0, 3].map(|side| beside(crossing.cell, side)) {
        [Some(north), Some(west)] => !sets.join(north, west),
        _ => true,
    });
    Ok(())
}

/// Chooses the cells from which a stair may lead up: about this share of those of a floor, and at least one of every
/// part. None is at a crossing.
pub fn stairs(
    shape: &Shape,
    mask: Option<&Bits>,
    crossings: &[Crossing],
    share: f64,
    random: &mut Random,
    control: &Control,
) -> Result<Bits, StopReason> {
    let mut watch = control.lookout();
    let (floor_cells, mut chosen) = (shape.floor_cells(), Bits::repeat(false, shape.cells()));
    if shape.floors() == 1 {
        return Ok(chosen);
    }
    let exists = |cell: usize| mask.is_none_or(|mask| mask[cell]);
    let mut is_crossing = Bits::repeat(false, shape.cells());
    crossings.iter().for_each(|crossing| is_crossing.set(crossing.cell, true));
    // The parts of a floor, which are the same on all floors.
    let mut parts = Sets::new(floor_cells);
    for cell in (0..floor_cells).filter(|&cell| exists(cell)) {
        watch.spend(32)?;
        let [_, row, col] = shape.place(cell);
        for side in 0..layout::sides(shape, row, col) {
            if let Behind::Cell(row, col) = layout::behind(shape, row, col, side) {
                let next = shape.cell([0, row, col]);
                if exists(next) {
                    parts.join(cell, next);
                }
            }
        }
    }
    let mut order: Vec<u32> = (0..floor_cells as u32).filter(|&cell| exists(cell as usize)).collect();
    let wanted = (order.len() as f64 * share).round() as usize;
    for floor in 0..shape.floors() - 1 {
        let mut has_one = Bits::repeat(false, floor_cells);
        let mut count = 0;
        for left in (0..order.len()).rev() {
            watch.spend(32)?;
            order.swap(left, random.below(left + 1));
            let cell = order[left];
            let (here, part) = (floor * floor_cells + cell as usize, parts.of(cell as usize));
            if is_crossing[here] || is_crossing[here + floor_cells] || (count >= wanted && has_one[part]) {
                continue;
            }
            chosen.set(here, true);
            has_one.set(part, true);
            count += 1;
        }
    }
    Ok(chosen)
}
