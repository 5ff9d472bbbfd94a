//! All copies of a piece on a board, by distances: the cells of a copy are as far apart as those of the piece. Turns
//! and mirrors, and what lattices are called elsewhere, are not needed for that.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::super::{
    board::{Board, Point},
    lattice::Lattice,
    puzzle::{Piece, Rules},
};

/// All copies of a piece on the board, as sorted lists of cells.
pub(super) fn copies_on(board: &Board, piece: &Piece, rules: Rules) -> BTreeSet<Vec<usize>> {
    let space = Space::of(board);
    let is_flat_piece = piece.cells.iter().all(|cell| cell.z == piece.cells[0].z);
    let mut copies = BTreeSet::new();
    if board.lattice() == Lattice::Balls && !is_flat_piece {
        return copies;
    }
    let drawn = space.connected_order(&piece.cells);
    let points: Vec<Point> = drawn.iter().map(|cell| cell.at).collect();
    for start in 0..board.cells() {
        let mut images = vec![space.points[start]];
        space.extend(&drawn, &mut images, &mut |images| {
            if space.is_allowed(&points, images, rules, is_flat_piece) {
                let covered = drawn.iter().zip(images).filter(|(cell, _)| cell.is_covered);
                let mut cells: Vec<usize> = covered.map(|(_, image)| space.cells[image]).collect();
                cells.sort_unstable();
                copies.insert(cells);
            }
        });
    }
    copies
}

/// Where the board's cells are, and how far apart.
struct Space {
    lattice: Lattice,
    /// Can pieces be turned over only by a mirror?
    is_plane: bool,
    points: Vec<Point>,
    cells: HashMap<Point, usize>,
    /// The ways to cells at distance one, some of which may lead to no cell.
    steps: Vec<Point>,
    /// What the square of each part of a way adds to the square of its length.
    weights: Point,
    /// The square of the distance of neighbours.
    unit: i32,
}

/// A cell of a piece, or one between its parts that no part covers: with those, it hangs together.
#[derive(Clone, Copy, Debug)]
struct Drawn {
    at: Point,
    is_covered: bool,
}

impl Space {
    fn of(board: &Board) -> Self {
        let lattice = board.lattice();
        let layers = board.depth() as i32;
        let points: Vec<Point> = board
            .spots()
            .iter()
            .map(|spot| {
                let [x, y, z] = [spot.column as i32, spot.row as i32, spot.layer as i32];
                match lattice {
                    // In half ball diameters: a layer is smaller by one than the next lower one, and moved in by half.
                    Lattice::Balls => Point::new(2 * x - z, 2 * y - z, layers - z),
                    _ => place(lattice, Point::new(x + board.shift(), y, z)),
                }
            })
            .collect();
        let (weights, unit) = match lattice {
            Lattice::Squares => (Point::new(1, 1, 1), 1),
            // Layers of balls lie closer than rows do: by the square root of a half of the diameter.
            Lattice::Balls => (Point::new(1, 1, 2), 4),
            // In halves of the width to the right; rows are the square root of three halves apart.
            Lattice::Hexagons => (Point::new(1, 3, 0), 4),
            // In halves of the side to the right, and in sixths of the square root of three down.
            Lattice::Triangles => (Point::new(3, 1, 0), 4),
        };
        let cells = points.iter().enumerate().map(|(cell, point)| (*point, cell)).collect();
        let is_plane = layers == 1 && lattice != Lattice::Balls;
        let mut space = Self { lattice, is_plane, points, cells, steps: Vec::new(), weights, unit };
        let ways = (-2..=2).flat_map(|x| (-2..=2).flat_map(move |y| (-1..=1).map(move |z| Point::new(x, y, z))));
        space.steps = ways.filter(|way| way.z == 0 || weights.z > 0).collect();
        let origin = Point::new(0, 0, 0);
        space.steps = space.steps.iter().copied().filter(|way| space.distance(*way, origin) == unit).collect();
        space
    }

    /// The square of the distance.
    fn distance(&self, a: Point, b: Point) -> i32 {
        let way = a.minus(b);
        way.x * way.x * self.weights.x + way.y * way.y * self.weights.y + way.z * way.z * self.weights.z
    }

    /// Is there a cell at a point, on some board?
    fn is_site(&self, point: Point) -> bool {
        match self.lattice {
            Lattice::Squares | Lattice::Balls => true,
            Lattice::Hexagons => (point.x + point.y) % 2 == 0,
            Lattice::Triangles => {
                let is_even = (point.x + point.y.div_euclid(3)) % 2 == 0;
                point.y.rem_euclid(3) == if is_even { 1 } else { 2 }
            }
        }
    }

    /// The cells of a piece, each after one it touches. Where the piece is in several parts, ways between them are
    /// added.
    fn connected_order(&self, cells: &[Point]) -> Vec<Drawn> {
        let points: Vec<Point> = cells.iter().map(|cell| place(self.lattice, *cell)).collect();
        let covered: HashSet<Point> = points.iter().copied().collect();
        let mut order = vec![Drawn { at: points[0], is_covered: true }];
        let mut known = HashSet::from([points[0]]);
        let mut reached = 0;
        for &target in &points {
            while let Some(Drawn { at: cell, .. }) = order.get(reached).copied() {
                reached += 1;
                for next in self.steps.iter().map(|step| cell.plus(*step)) {
                    if covered.contains(&next) && known.insert(next) {
                        order.push(Drawn { at: next, is_covered: true });
                    }
                }
            }
            // Another part: go there, each step as near to it as possible.
            let mut at = points[0];
            while !known.contains(&target) {
                let near = self.steps.iter().map(|step| at.plus(*step)).filter(|next| self.is_site(*next));
                at = near.min_by_key(|next| self.distance(*next, target)).expect("a cell has neighbours");
                if known.insert(at) {
                    order.push(Drawn { at, is_covered: covered.contains(&at) });
                }
            }
        }
        order
    }

    /// Finds all ways to go on from the images of the first cells, keeping all distances.
    fn extend(&self, drawn: &[Drawn], images: &mut Vec<Point>, found: &mut dyn FnMut(&[Point])) {
        let Some(next) = drawn.get(images.len()) else {
            return found(images);
        };
        let touching = drawn.iter().position(|cell| self.distance(cell.at, next.at) == self.unit);
        let touching = touching.expect("it hangs together");
        for step in &self.steps {
            let image = images[touching].plus(*step);
            let mut others = images.iter().zip(drawn);
            let keeps_distances =
                others.all(|(other, cell)| self.distance(image, *other) == self.distance(next.at, cell.at));
            let is_there = if next.is_covered { self.cells.contains_key(&image) } else { self.is_site(image) };
            if keeps_distances && is_there {
                images.push(image);
                self.extend(drawn, images, found);
                images.pop();
            }
        }
    }

    /// May the piece be moved like this? Distances alone also allow reflections, and turns that are switched off.
    fn is_allowed(&self, drawn: &[Point], images: &[Point], rules: Rules, is_flat_piece: bool) -> bool {
        let is_pyramid = self.lattice == Lattice::Balls;
        if !rules.rotate {
            // A triangle that points up does not come to point down.
            let thirds = |points: &[Point]| points[0].y.rem_euclid(3);
            let is_upright = self.lattice != Lattice::Triangles || thirds(drawn) == thirds(images);
            let pairs =
                || drawn.iter().map(|cell| cell.minus(drawn[0])).zip(images.iter().map(|cell| cell.minus(images[0])));
            let is_as_drawn = |flip: i32| pairs().all(|(a, b)| b == Point::new(flip * a.x, a.y, a.z));
            let may_flip = rules.mirror && is_flat_piece && (self.is_plane || is_pyramid);
            return is_upright && (is_as_drawn(1) || (may_flip && is_as_drawn(-1)));
        }
        if is_pyramid || (self.is_plane && is_flat_piece && rules.mirror) {
            return true;
        }
        if self.is_plane && is_flat_piece {
            // Turned over, a left turn becomes a right turn. One bend of the piece tells.
            let turn = |points: &[Point], bend: [usize; 2]| {
                let [a, b] = bend.map(|index| points[index].minus(points[0]));
                a.x * b.y - a.y * b.x
            };
            let bend = (2..drawn.len()).map(|index| [1, index]).find(|bend| turn(drawn, *bend) != 0);
            return bend.is_none_or(|bend| turn(drawn, bend) == turn(images, bend));
        }
        // In space a flat piece can always be turned over; a solid one must keep its handedness. One corner tells.
        let volume = |points: &[Point], corner: [usize; 3]| {
            let [a, b, c] = corner.map(|index| points[index].minus(points[0]));
            a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) + a.z * (b.x * c.y - b.y * c.x)
        };
        let is_bent = |index: &usize| {
            let [a, b] = [1, *index].map(|index| drawn[index].minus(drawn[0]));
            [a.x * b.y - a.y * b.x, a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z] != [0; 3]
        };
        let Some(second) = (2..drawn.len()).find(is_bent) else { return true };
        let corner = (2..drawn.len()).map(|third| [1, second, third]).find(|corner| volume(drawn, *corner) != 0);
        corner.is_none_or(|corner| volume(drawn, corner) == volume(images, corner))
    }
}

/// Where a cell of a drawing is, in the units of the space.
fn place(lattice: Lattice, cell: Point) -> Point {
    match lattice {
        Lattice::Squares | Lattice::Hexagons => cell,
        // Balls that lie level are a diameter apart.
        Lattice::Balls => Point::new(2 * cell.x, 2 * cell.y, 0),
        // The middle of a triangle that points down lies higher than that of one that points up.
        Lattice::Triangles => {
            let is_even = (cell.x + cell.y) % 2 == 0;
            Point::new(cell.x, 3 * cell.y + if is_even { 1 } else { 2 }, 0)
        }
    }
}
