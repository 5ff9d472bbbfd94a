//! Lattices: what cells look like, which of them touch, and how the whole can be turned onto itself.
//!
//! A drawing has a place for every cell: its column, row and layer. A lattice says at which point of space that is, in
//! whole numbers that turns and mirrors map to whole numbers. Squares and cubes are where they are drawn. Rows of
//! hexagons and triangles are staggered:
//!
//! ```text
//!  A A B B      hexagons: two columns apart in a row, one column from those above and below
//!   A B B
//!
//!  AAAB         triangles: those in even places (row + column) point down, the others up
//!   ABBB
//! ```

use super::board::Point;

/// What the cells of a board are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lattice {
    /// Squares, or cubes in layers.
    Squares,
    /// Balls, each in the hollow of four below it.
    Balls,
    /// Triangles that point up and down in turn.
    Triangles,
    /// Hexagons in rows, each row half a hexagon off the next.
    Hexagons,
}

/// The images of the three axes under a linear map: where (1,0,0), (0,1,0) and (0,0,1) go.
pub type Turn = [Point; 3];

/// Where a turn takes a point.
pub fn turned(turn: &Turn, point: Point) -> Point {
    let [x, y, z] = turn;
    x.times(point.x).plus(y.times(point.y)).plus(z.times(point.z))
}

const NOWHERE: Point = Point { x: 0, y: 0, z: 0 };
const UNIT: Turn = [Point { x: 1, y: 0, z: 0 }, Point { x: 0, y: 1, z: 0 }, Point { x: 0, y: 0, z: 1 }];

impl Lattice {
    /// Do its cells lie in rows that are staggered, in a plane?
    pub fn is_staggered(self) -> bool {
        matches!(self, Self::Triangles | Self::Hexagons)
    }

    /// The word for it in a case file, if it has one of its own.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Self::Squares => None,
            Self::Balls => Some("PYRAMID"),
            Self::Triangles => Some("TRIANGLE"),
            Self::Hexagons => Some("HEXAGON"),
        }
    }

    /// What pieces are drawn with: those for balls are flat, and drawn as squares.
    pub fn of_pieces(self) -> Self {
        if self == Self::Balls { Self::Squares } else { self }
    }

    /// What several cells are called.
    pub fn cells_name(self) -> &'static str {
        match self {
            Self::Squares => "squares",
            Self::Balls => "balls",
            Self::Triangles => "triangles",
            Self::Hexagons => "hexagons",
        }
    }

    /// The point of a place in a drawing, which is given as column, row and layer.
    ///
    /// The axes of the staggered lattices are one side to the right, and one side down to the right. A hexagon is at
    /// its centre; a triangle at three times its centre, so that thirds become whole numbers: one that points down is
    /// at (3i + 1, 3r + 1), the one to the right of it at (3i + 2, 3r + 2).
    pub fn point(self, place: Point) -> Point {
        let (along, side) = ((place.x - place.y).div_euclid(2), (place.x - place.y).rem_euclid(2));
        match self {
            Self::Squares | Self::Balls => place,
            Self::Triangles => Point::new(3 * along + 1 + side, 3 * place.y + 1 + side, 0),
            Self::Hexagons => Point::new(along, place.y, 0),
        }
    }

    /// The place of a point in a drawing: the inverse of [`point`](Self::point).
    pub fn place(self, point: Point) -> Point {
        match self {
            Self::Squares | Self::Balls => point,
            Self::Triangles => {
                let (along, row) = (point.x.div_euclid(3), point.y.div_euclid(3));
                Point::new(2 * along + row + i32::from(point.x.rem_euclid(3) == 2), row, 0)
            }
            Self::Hexagons => Point::new(2 * point.x + point.y, point.y, 0),
        }
    }

    /// Can there be a cell at this place of a drawing? Between the hexagons of a row there is none.
    pub fn is_place(self, place: Point) -> bool {
        self != Self::Hexagons || (place.x + place.y) % 2 == 0
    }

    /// The ways from a cell to the cells it touches: by a side, or, of balls, at all.
    pub fn steps(self, from: Point) -> Vec<Point> {
        let points = |ways: &[[i32; 3]], sign: i32| -> Vec<Point> {
            ways.iter().map(|[x, y, z]| Point::new(sign * x, sign * y, sign * z)).collect()
        };
        let both = |ways: &[[i32; 3]]| [points(ways, 1), points(ways, -1)].concat();
        match self {
            Self::Squares => both(&[[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
            Self::Balls => both(&[[2, 0, 0], [0, 2, 0], [1, 1, 1], [1, -1, 1], [-1, 1, 1], [-1, -1, 1]]),
            Self::Hexagons => both(&[[1, 0, 0], [0, 1, 0], [1, -1, 0]]),
            // What points up touches the mirror images of what one touches that points down.
            Self::Triangles => {
                let sign = if from.x.rem_euclid(3) == 1 { 1 } else { -1 };
                points(&[[1, 1, 0], [-2, 1, 0], [1, -2, 0]], sign)
            }
        }
    }

    /// The cell that stands for all cells a cell can be moved onto without being turned.
    pub fn home(self, cell: Point) -> Point {
        match self {
            Self::Triangles => Point::new(cell.x.rem_euclid(3), cell.y.rem_euclid(3), 0),
            _ => NOWHERE,
        }
    }

    /// The turns in the plane of two sides that meet: squares in four ways, the others in six, each perhaps mirrored,
    /// left to right.
    pub fn plane_turns(self, sides: (Point, Point), can_rotate: bool, can_mirror: bool) -> Vec<Turn> {
        let ways = if self.is_staggered() { 6 } else { 4 };
        let mut turns = Vec::new();
        let (mut a, mut b) = sides;
        for _ in 0..if can_rotate { ways } else { 1 } {
            // The second side once the first points the other way.
            let leaning = if self.is_staggered() { b.minus(a) } else { b };
            turns.push([a, b, NOWHERE]);
            if can_mirror {
                turns.push([a.times(-1), leaning, NOWHERE]);
            }
            (a, b) = (b, leaning_on(self, a, b));
        }
        turns
    }

    /// All turns and mirrors that make cells of cells.
    pub fn turns(self) -> Vec<Turn> {
        let [x, y, z] = UNIT;
        match self {
            Self::Squares => {
                let proper = rotations_of_a_cube();
                let mirrored = proper.iter().map(|turn| turn.map(|axis| axis.times(-1)));
                proper.iter().copied().chain(mirrored).collect()
            }
            // A pyramid stays on its base.
            _ => self.plane_turns((x, y), true, true).into_iter().map(|[x, y, _]| [x, y, z]).collect(),
        }
    }

    /// The numbers of the straight lines of cells that a cell lies in, one for each direction of lines in the plane.
    pub fn lines(self, cell: Point) -> Vec<i32> {
        let third = cell.x + cell.y;
        match self {
            Self::Squares | Self::Balls => vec![cell.y, cell.x],
            Self::Hexagons => vec![cell.y, cell.x, third],
            Self::Triangles => [cell.y, cell.x, third].map(|line| line.div_euclid(3)).to_vec(),
        }
    }
}

/// Where the second of two sides goes if the first goes where the second is.
fn leaning_on(lattice: Lattice, a: Point, b: Point) -> Point {
    if lattice.is_staggered() { b.minus(a) } else { a.times(-1) }
}

/// The 24 rotations of a cube.
pub fn rotations_of_a_cube() -> Vec<Turn> {
    let directions: Vec<Point> = UNIT.iter().flat_map(|axis| [*axis, axis.times(-1)]).collect();
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
    use std::collections::BTreeSet;

    use super::*;

    fn places() -> impl Iterator<Item = Point> {
        (-5..5).flat_map(|y| (-7..7).map(move |x| Point::new(x, y, 0)))
    }

    const FLAT: [Lattice; 3] = [Lattice::Squares, Lattice::Triangles, Lattice::Hexagons];

    #[test]
    fn places_and_points_are_the_same_thing() {
        for lattice in FLAT {
            let places: Vec<Point> = places().filter(|place| lattice.is_place(*place)).collect();
            let points: BTreeSet<Point> = places.iter().map(|place| lattice.point(*place)).collect();
            assert_eq!(points.len(), places.len());
            assert!(places.iter().all(|place| lattice.place(lattice.point(*place)) == *place));
        }
    }

    #[test]
    fn what_touches_is_touched_after_every_turn() {
        for lattice in FLAT.into_iter().chain([Lattice::Balls]) {
            let turns = lattice.turns();
            let expected = match lattice {
                Lattice::Squares => 48,
                Lattice::Balls => 8,
                _ => 12,
            };
            assert_eq!(turns.iter().collect::<BTreeSet<_>>().len(), expected);
            for place in places().filter(|place| lattice.is_place(*place)) {
                let cell = lattice.point(place);
                for step in lattice.steps(cell) {
                    let other = cell.plus(step);
                    assert!(lattice.steps(other).contains(&step.times(-1)));
                    for turn in &turns {
                        let (image, way) = (turned(turn, cell), turned(turn, step));
                        assert!(lattice.steps(image).contains(&way), "{lattice:?} {cell:?} {turn:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn triangles_touch_beside_and_below_or_above() {
        let near = |column, row| -> BTreeSet<(i32, i32)> {
            let cell = Lattice::Triangles.point(Point::new(column, row, 0));
            let others = Lattice::Triangles.steps(cell).into_iter().map(|step| cell.plus(step));
            others.map(|other| Lattice::Triangles.place(other)).map(|place| (place.x, place.y)).collect()
        };
        assert_eq!(near(2, 0), BTreeSet::from([(1, 0), (3, 0), (2, -1)]), "it points down");
        assert_eq!(near(2, 1), BTreeSet::from([(1, 1), (3, 1), (2, 2)]), "it points up");
    }
}
