//! The border of a set of cells, as closed lines, and the lines between its cells.

use std::collections::{BTreeMap, HashMap};

use super::tiling::{Corner, Place, Tiling};

/// The closed lines around a set of cells. Corners where the line goes straight on are left out.
pub(super) fn outline(tiling: &Tiling, cells: &[Place]) -> Vec<Vec<Corner>> {
    let edges = edges(tiling, cells);
    // Around every cell with the cell to the right, except where the next cell is one of the set.
    let mut leaving: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for cell in cells {
        for (from, to) in sides(tiling, *cell) {
            if !edges.contains_key(&(to, from)) {
                leaving.entry(from).or_default().push(to);
            }
        }
    }
    let mut lines = Vec::new();
    while let Some((&start, _)) = leaving.iter().find(|(_, ends)| !ends.is_empty()) {
        let mut line = vec![start];
        let mut way = (0, 0);
        let mut at = start;
        while let Some(next) = take(tiling, &mut leaving, at, way) {
            way = (next.0 - at.0, next.1 - at.1);
            at = next;
            if at == start {
                break;
            }
            line.push(at);
        }
        lines.push(without_straight(&line));
    }
    lines
}

/// The lines between cells of the set that lie side by side.
pub(super) fn seams(tiling: &Tiling, cells: &[Place]) -> Vec<[Corner; 2]> {
    let edges = edges(tiling, cells);
    let mut seams = Vec::new();
    for (index, cell) in cells.iter().enumerate() {
        for (from, to) in sides(tiling, *cell) {
            if edges.get(&(to, from)).is_some_and(|other| *other > index) {
                seams.push([from.min(to), from.max(to)]);
            }
        }
    }
    seams
}

/// The sides of a cell, clockwise.
fn sides(tiling: &Tiling, cell: Place) -> impl Iterator<Item = (Corner, Corner)> {
    let corners = tiling.corners(cell);
    (0..corners.len()).map(move |at| (corners[at], corners[(at + 1) % corners.len()]))
}

/// The sides of all cells, and which cell they belong to.
fn edges(tiling: &Tiling, cells: &[Place]) -> HashMap<(Corner, Corner), usize> {
    let of_cell = |(index, cell): (usize, &Place)| sides(tiling, *cell).map(move |side| (side, index));
    cells.iter().enumerate().flat_map(of_cell).collect()
}

/// Takes the way on from a corner. Where cells meet at a corner only, the line turns so that it stays with its cell.
fn take(tiling: &Tiling, leaving: &mut BTreeMap<Corner, Vec<Corner>>, at: Corner, way: (i32, i32)) -> Option<Corner> {
    let ends = leaving.get_mut(&at)?;
    let (x, y) = tiling.at(way);
    let turn = |end: &Corner| {
        let (right, down) = tiling.at((end.0 - at.0, end.1 - at.1));
        (x * down - y * right).atan2(x * right + y * down)
    };
    let index = (0..ends.len()).reduce(|best, next| if turn(&ends[next]) > turn(&ends[best]) { next } else { best })?;
    Some(ends.swap_remove(index))
}

fn without_straight(line: &[Corner]) -> Vec<Corner> {
    let count = line.len();
    let is_bend = |index: &usize| {
        let (before, here, after) = (line[(index + count - 1) % count], line[*index], line[(index + 1) % count]);
        (here.0 - before.0, here.1 - before.1) != (after.0 - here.0, after.1 - here.1)
    };
    (0..count).filter(is_bend).map(|index| line[index]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::polyomino::lattice::Lattice;

    fn around(lattice: Lattice, cells: &[Place]) -> Vec<Vec<Corner>> {
        outline(&Tiling::new(lattice, 1.0), cells)
    }

    #[test]
    fn a_ring_has_an_inside_and_an_outside() {
        let ring: Vec<(i32, i32)> = (0..9).map(|cell| (cell % 3, cell / 3)).filter(|cell| *cell != (1, 1)).collect();
        let mut lines = around(Lattice::Squares, &ring);
        lines.sort_by_key(Vec::len);
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| line.len() == 4), "{lines:?}");
    }

    #[test]
    fn squares_that_meet_at_a_corner_have_a_line_each() {
        let lines = around(Lattice::Squares, &[(0, 0), (1, 1)]);
        assert_eq!(lines, [[(0, 0), (1, 0), (1, 1), (0, 1)], [(1, 1), (2, 1), (2, 2), (1, 2)]]);
        assert_eq!(around(Lattice::Squares, &[(0, 0), (1, 0), (1, 1)])[0].len(), 6);
        assert!(around(Lattice::Squares, &[]).is_empty());
    }

    #[test]
    fn six_triangles_around_a_corner_are_a_hexagon() {
        let hexagon = [(1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (3, 1)];
        assert_eq!(around(Lattice::Triangles, &hexagon).iter().map(Vec::len).collect::<Vec<_>>(), [6]);
        let tiling = Tiling::new(Lattice::Triangles, 1.0);
        assert_eq!(seams(&tiling, &hexagon).len(), 6);
        // Those that touch at a corner only have lines of their own.
        assert_eq!(around(Lattice::Triangles, &[(0, 0), (2, 0)]).len(), 2);
    }

    #[test]
    fn a_ring_of_hexagons_has_a_hexagon_inside() {
        let ring = [(2, 0), (4, 0), (1, 1), (5, 1), (2, 2), (4, 2)];
        let mut lines = around(Lattice::Hexagons, &ring);
        lines.sort_by_key(Vec::len);
        assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [6, 18]);
    }
}
