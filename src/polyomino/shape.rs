//! The ways a piece can be turned.
//!
//! Which turns there are depends on the board: in a plane, the rotations of its lattice and their mirror images; in a
//! box, the 24 rotations of a cube; in a pyramid of balls, a flat piece lies in one of three planes, in the eight
//! orientations of each.

use std::collections::BTreeSet;

use super::{
    board::{Board, Point},
    lattice::{Lattice, Turn, rotations_of_a_cube, turned},
    puzzle::Rules,
};

/// All orientations of the cells of a drawing on `board`, each as sorted points, without repetition and in order. The
/// first point is the [home](Lattice::home) of the cells that the first cell may be moved to.
pub fn orientations(cells: &[Point], board: &Board, rules: Rules) -> Vec<Vec<Point>> {
    let lattice = board.lattice();
    let cells: Vec<Point> = cells.iter().map(|cell| lattice.point(*cell)).collect();
    let images = turns(&cells, board, rules).into_iter().map(|turn| {
        let mut image: Vec<_> = cells.iter().map(|cell| turned(&turn, *cell)).collect();
        image.sort_unstable();
        let shift = lattice.home(image[0]).minus(image[0]);
        image.iter().map(|cell| cell.plus(shift)).collect()
    });
    images.collect::<BTreeSet<_>>().into_iter().collect()
}

fn turns(cells: &[Point], board: &Board, rules: Rules) -> Vec<Turn> {
    let is_flat_piece = cells.iter().all(|cell| cell.z == cells[0].z);
    let (lattice, sides) = (board.lattice(), (Point::new(1, 0, 0), Point::new(0, 1, 0)));
    match lattice {
        Lattice::Balls if !is_flat_piece => Vec::new(),
        Lattice::Balls => pyramid_turns(rules),
        _ if board.is_planar() && is_flat_piece => lattice.plane_turns(sides, rules.rotate, rules.mirror),
        _ if rules.rotate => rotations_of_a_cube(),
        _ => vec![[sides.0, sides.1, Point::new(0, 0, 1)]],
    }
}

/// The planes in which balls of the pyramid form squares: level ones, and two that stand on edge.
const PYRAMID_PLANES: [([i32; 3], [i32; 3]); 3] =
    [([2, 0, 0], [0, 2, 0]), ([1, 1, 1], [1, 1, -1]), ([1, -1, 1], [1, -1, -1])];

fn pyramid_turns(rules: Rules) -> Vec<Turn> {
    // A piece that may not be turned stays level. One that may be turned in space can be turned over as well.
    let planes = if rules.rotate { &PYRAMID_PLANES[..] } else { &PYRAMID_PLANES[..1] };
    let point = |[x, y, z]: [i32; 3]| Point::new(x, y, z);
    let turns = |&(u, v): &([i32; 3], [i32; 3])| {
        Lattice::Balls.plane_turns((point(u), point(v)), rules.rotate, rules.rotate || rules.mirror)
    };
    planes.iter().flat_map(turns).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flat(rows: &[&str]) -> Vec<Point> {
        let cells = rows.iter().enumerate().flat_map(|(y, row)| {
            row.chars()
                .enumerate()
                .filter(|(_, mark)| *mark == '#')
                .map(move |(x, _)| Point::new(x as i32, y as i32, 0))
        });
        cells.collect()
    }

    fn count(rows: &[&str], board: &Board, rules: Rules) -> usize {
        orientations(&flat(rows), board, rules).len()
    }

    #[test]
    fn symmetric_pieces_have_fewer_orientations() {
        let board = Board::full(6, 10, 1);
        for (rows, expected) in [(&["##", "##", "#."][..], 8), (&["###"], 2), (&["#"], 1), (&[".#.", "###", ".#."], 1)]
        {
            assert_eq!(count(rows, &board, Rules::default()), expected);
        }
        let (l, z) = (&["##", "#.", "#."][..], &["##.", ".#.", ".##"][..]);
        let no_mirror = Rules { mirror: false, rotate: true, ..Rules::default() };
        let no_rotate = Rules { mirror: true, rotate: false, ..Rules::default() };
        let fixed = Rules { mirror: false, rotate: false, ..Rules::default() };
        assert_eq!([count(l, &board, no_mirror), count(l, &board, no_rotate), count(l, &board, fixed)], [4, 2, 1]);
        assert_eq!([count(z, &board, Rules::default()), count(z, &board, no_mirror)], [4, 2]);
    }

    #[test]
    fn solids_turn_in_24_ways_and_balls_in_three_planes() {
        let chiral = &["##.", ".##", "..#"][..];
        let lopsided = &["###", "##.", "..."][..];
        assert_eq!(count(lopsided, &Board::full(3, 4, 5), Rules::default()), 24);
        assert_eq!(count(chiral, &Board::full(3, 4, 5), Rules::default()), 12);
        assert_eq!(count(lopsided, &Board::pyramid(5), Rules::default()), 24);
        assert_eq!(count(&["##"], &Board::pyramid(5), Rules::default()), 6);
        assert_eq!(count(&["#"], &Board::pyramid(5), Rules::default()), 1);
    }
}
