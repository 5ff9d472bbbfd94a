//! Thinning out: dead ends are filled in, one at a time, until enough cells are gone.

use crate::{
    maze::{
        grid::{Bits, Direction, Maze},
        random::Random,
    },
    search::{Control, StopReason},
};

/// Fills this share of the cells, picked at random among what is a dead end at the time. The cells in `keep` stay, and
/// with them the way between them, even if that leaves more cells than asked for. Returns how many were filled.
pub fn thin_out(
    maze: &mut Maze,
    share: f64,
    keep: [usize; 2],
    random: &mut Random,
    control: &Control,
) -> Result<usize, StopReason> {
    let mut watch = control.lookout();
    let wanted = (maze.cell_count() as f64 * share).floor() as usize;
    let is_loose = |maze: &Maze, cell: usize| maze.exits(cell).count_ones() == 1 && !keep.contains(&cell);
    let mut cells = maze.mask().cloned().unwrap_or_else(|| Bits::repeat(true, maze.size().cells()));
    let mut loose = Vec::new();
    for cell in maze.cells() {
        watch.spend(2)?;
        if is_loose(maze, cell) {
            loose.push(cell);
        }
    }
    let mut filled = 0;
    while filled < wanted && !loose.is_empty() {
        watch.spend(64)?;
        let cell = loose.swap_remove(random.below(loose.len()));
        // The two last cells of a part are dead ends both: once one is gone, the other is no longer.
        let Some(way) = Direction::of_set(maze.exits(cell)).next() else { continue };
        let next = maze.step(cell, way);
        maze.close(cell, way);
        cells.set(cell, false);
        filled += 1;
        if is_loose(maze, next) {
            loose.push(next);
        }
    }
    if filled > 0 {
        maze.set_mask(Some(cells));
    }
    Ok(filled)
}
