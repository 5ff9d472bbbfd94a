//! The ways a piece can be turned.
//!
//! An orientation is a list of offsets from its first cell. Which turns there are depends on the board: in a flat
//! one, four rotations and their mirror images; in a box, the 24 rotations of a cube; in a pyramid of balls, a flat
//! piece lies in one of three planes, in the eight orientations of each.

use std::collections::BTreeSet;

use super::{
    board::{Board, BoardKind, Point},
    puzzle::Rules,
};

/// The images of the three axes under a linear map: where (1,0,0), (0,1,0) and (0,0,1) go.
type Turn = [Point; 3];

/// All orientations of `cells` on `board`, each as sorted offsets from its lowest cell, without repetition and in
/// order.
pub fn orientations(cells: &[Point], board: &Board, rules: Rules) -> Vec<Vec<Point>> {
    let is_flat_piece = cells.iter().all(|cell| cell.z == cells[0].z);
    let turns = match board.kind() {
        BoardKind::Pyramid if !is_flat_piece => Vec::new(),
        BoardKind::Pyramid => pyramid_turns(rules),
        _ if board.is_flat() && is_flat_piece => plane_turns(Point::new(1, 0, 0), Point::new(0, 1, 0), rules),
        _ => solid_turns(rules),
    };
    let turned = turns.iter().map(|turn| {
        let mut image: Vec<_> = cells.iter().map(|cell| apply(turn, *cell)).collect();
        image.sort_unstable();
        let first = image[0];
        image.iter().map(|cell| cell.minus(first)).collect()
    });
    turned.collect::<BTreeSet<_>>().into_iter().collect()
}

fn apply(turn: &Turn, point: Point) -> Point {
    let [x, y, z] = turn;
    x.times(point.x).plus(y.times(point.y)).plus(z.times(point.z))
}

/// The turns of a flat piece within the plane of `u` and `v`.
fn plane_turns(u: Point, v: Point, rules: Rules) -> Vec<Turn> {
    let mut turns = Vec::new();
    let (mut a, mut b) = (u, v);
    for _ in 0..if rules.rotate { 4 } else { 1 } {
        turns.push([a, b, Point::new(0, 0, 0)]);
        if rules.mirror {
            turns.push([a.times(-1), b, Point::new(0, 0, 0)]);
        }
        (a, b) = (b, a.times(-1));
    }
    turns
}

/// The planes in which balls of the pyramid form squares: level ones, and two that stand on edge.
const PYRAMID_PLANES: [([i32; 3], [i32; 3]); 3] =
    [([2, 0, 0], [0, 2, 0]), ([1, 1, 1], [1, 1, -1]), ([1, -1, 1], [1, -1, -1])];

fn pyramid_turns(rules: Rules) -> Vec<Turn> {
    // A piece that may not be turned stays level. One that may be turned in space can be turned over as well.
    let planes = if rules.rotate { &PYRAMID_PLANES[..] } else { &PYRAMID_PLANES[..1] };
    let rules = Rules { mirror: rules.rotate || rules.mirror, ..rules };
    let point = |[x, y, z]: [i32; 3]| Point::new(x, y, z);
    planes.iter().flat_map(|&(u, v)| plane_turns(point(u), point(v), rules)).collect()
}

fn solid_turns(rules: Rules) -> Vec<Turn> {
    let unit = [Point::new(1, 0, 0), Point::new(0, 1, 0), Point::new(0, 0, 1)];
    if !rules.rotate {
        return vec![unit];
    }
    let directions: Vec<_> = unit.iter().flat_map(|axis| [*axis, axis.times(-1)]).collect();
    let mut turns = Vec::with_capacity(24);
    for &x in &directions {
        for &y in directions.iter().filter(|y| dot(x, **y) == 0) {
            turns.push([x, y, cross(x, y)]);
        }
    }
    turns
}

fn dot(a: Point, b: Point) -> i32 {
    a.x * b.x + a.y * b.y + a.z * b.z
}

fn cross(a: Point, b: Point) -> Point {
    Point::new(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
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
