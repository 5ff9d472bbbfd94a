//! Boards: which cells there are, where they lie in space, and how they are drawn.

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
};

use super::lattice::Lattice;

/// The most cells a board may have. Boards of this size are beyond exhaustive search by far.
pub const MAX_CELLS: usize = 1024;

/// A point of the lattice that cells lie on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// Layer.
    pub z: i32,
    /// Row.
    pub y: i32,
    /// Column.
    pub x: i32,
}

impl Point {
    /// A point from its column, row and layer.
    pub fn new(x: i32, y: i32, z: i32) -> Self {
        Self { z, y, x }
    }

    /// The point moved by `by`.
    pub fn plus(self, by: Self) -> Self {
        Self::new(self.x + by.x, self.y + by.y, self.z + by.z)
    }

    /// The way from `other` to this point.
    pub fn minus(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y, self.z - other.z)
    }

    /// The point stretched by a factor.
    pub fn times(self, factor: i32) -> Self {
        Self::new(self.x * factor, self.y * factor, self.z * factor)
    }
}

/// A cell's place in a drawing of the board: layer by layer, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// Which layer, in the order they are drawn; of a pyramid, the top comes first.
    pub layer: usize,
    /// Which row of the layer.
    pub row: usize,
    /// Which place in the row.
    pub column: usize,
}

/// The cells to be filled. Cells are numbered in the order they are drawn: by layer, row, column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    lattice: Lattice,
    /// Has it all cells that boards of its size have?
    is_whole: bool,
    height: usize,
    width: usize,
    depth: usize,
    /// The columns of a drawing of it.
    columns: usize,
    /// How many columns the drawing lies to the left of where the lattice has its places: none or one.
    shift: i32,
    spots: Vec<Spot>,
}

impl Board {
    /// A whole box.
    pub fn full(height: usize, width: usize, depth: usize) -> Self {
        let spots = spots_of_box(height, width, depth).collect();
        Self { lattice: Lattice::Squares, is_whole: true, height, width, depth, columns: width, shift: 0, spots }
    }

    /// Those cells of a box that `is_cell` picks.
    pub fn custom(height: usize, width: usize, depth: usize, is_cell: impl Fn(Spot) -> bool) -> Self {
        Self::drawn(Lattice::Squares, [height, width, depth], is_cell)
    }

    /// The cells that `is_cell` picks of a drawing with so many rows, columns and layers. Of the two ways in which a
    /// staggered lattice can lie below the drawing, it is the one in which the cells have places and hang together.
    pub fn drawn(lattice: Lattice, [height, width, depth]: [usize; 3], is_cell: impl Fn(Spot) -> bool) -> Self {
        let spots: Vec<Spot> = spots_of_box(height, width, depth).filter(|spot| is_cell(*spot)).collect();
        let places: Vec<Point> = spots.iter().map(|spot| place_of(*spot)).collect();
        let shift = i32::from(is_read_shifted(lattice, &places));
        Self { lattice, is_whole: false, height, width, depth, columns: width, shift, spots }
    }

    /// A pyramid of balls whose lowest layer is a square of side `base`.
    pub fn pyramid(base: usize) -> Self {
        let layer = |layer| spots_of_box(layer + 1, layer + 1, 1).map(move |spot| Spot { layer, ..spot });
        let spots = (0..base).flat_map(layer).collect();
        let [height, width, depth] = [base; 3];
        Self { lattice: Lattice::Balls, is_whole: true, height, width, depth, columns: base, shift: 0, spots }
    }

    /// A parallelogram of a staggered lattice: `height` rows of `width` hexagons, or of `width` pairs of triangles,
    /// each row half a side further to the right.
    pub fn parallelogram(lattice: Lattice, height: usize, width: usize) -> Self {
        let (per_row, apart) = if lattice == Lattice::Triangles { (2 * width, 1) } else { (width, 2) };
        let in_row = |row| (0..per_row).map(move |at| Spot { layer: 0, row, column: row + at * apart });
        let spots = (0..height).flat_map(in_row).collect();
        let columns = (per_row * apart + height).saturating_sub(apart);
        Self { lattice, is_whole: true, height, width, depth: 1, columns, shift: 0, spots }
    }

    /// What its cells are.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// Has it all cells that boards of its size have?
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The words for it in a case file.
    pub fn kind_name(&self) -> String {
        match (self.lattice.word(), self.is_whole) {
            (None, true) => "DEFAULT".to_owned(),
            (None, false) => "CUSTOM".to_owned(),
            (Some(word), true) => word.to_owned(),
            (Some(word), false) => format!("{word} CUSTOM"),
        }
    }

    /// Rows of a layer; of a pyramid, of the lowest.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Columns of a layer; of a pyramid, of the lowest; of a parallelogram, the hexagons or pairs of triangles of a
    /// row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Layers.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Is it a single layer of squares?
    pub fn is_flat(&self) -> bool {
        self.lattice == Lattice::Squares && self.depth == 1
    }

    /// Does it lie in a plane, of whatever cells?
    pub fn is_planar(&self) -> bool {
        self.is_flat() || self.lattice.is_staggered()
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.spots.len()
    }

    /// The cells' places in a drawing, in order.
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }

    /// Where in space a place of the drawing is.
    ///
    /// In a pyramid of base N, ball (i, j) of the k-th layer from below lies at (2i + k, 2j + k, k), so that balls
    /// touch if they differ by (±2, 0, 0), (0, ±2, 0) or (±1, ±1, ±1).
    pub fn point(&self, spot: Spot) -> Point {
        let place = place_of(spot);
        if self.lattice == Lattice::Balls {
            let level = self.depth as i32 - 1 - place.z;
            return Point::new(2 * place.x + level, 2 * place.y + level, level);
        }
        self.lattice.point(place.plus(Point::new(self.shift, 0, 0)))
    }

    /// How many columns a drawing of it lies to the left of where the lattice has its places: none or one.
    pub fn shift(&self) -> i32 {
        self.shift
    }

    /// Where in space all cells are.
    pub fn points(&self) -> Vec<Point> {
        self.spots.iter().map(|spot| self.point(*spot)).collect()
    }

    /// For each cell the cells that touch it: by a side, or, of balls, at all.
    pub fn neighbours(&self) -> Vec<Vec<usize>> {
        let points = self.points();
        let cell_at: HashMap<Point, usize> = points.iter().copied().zip(0..).collect();
        let near = |point: &Point| {
            let steps = self.lattice.steps(*point).into_iter();
            steps.filter_map(|step| cell_at.get(&point.plus(step)).copied()).collect()
        };
        points.iter().map(near).collect()
    }

    /// The order in which cells are best filled one after the other, so that the border between filled and empty cells
    /// stays short: along the shortest side first; a pyramid from its top.
    pub fn scan_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.cells()).collect();
        if self.lattice.is_staggered() {
            let lines: Vec<Vec<i32>> = self.points().into_iter().map(|point| self.lattice.lines(point)).collect();
            let longest = |direction: &usize| {
                let mut lengths: HashMap<i32, usize> = HashMap::new();
                lines.iter().for_each(|lines| *lengths.entry(lines[*direction]).or_default() += 1);
                lengths.into_values().max()
            };
            let along = (0..3).min_by_key(longest).unwrap_or(0);
            // Triangles of a line come in pairs that share one of the other lines.
            let points = self.points();
            order.sort_by_key(|cell| {
                let point = points[*cell];
                (lines[*cell][along], if along == 1 { point.y } else { point.x }, point.x)
            });
            return order;
        }
        let mut axes = [(self.depth, 0), (self.height, 1), (self.width, 2)];
        if self.lattice != Lattice::Balls {
            axes.sort_by_key(|(length, _)| Reverse(*length));
        }
        order.sort_by_key(|cell| {
            let spot = self.spots[*cell];
            let coordinates = [spot.layer, spot.row, spot.column];
            axes.map(|(_, axis)| coordinates[axis])
        });
        order
    }

    /// The rows and columns of each layer of a drawing.
    pub fn layer_sizes(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.depth).map(|layer| match self.lattice {
            Lattice::Balls => (layer + 1, layer + 1),
            _ => (self.height, self.columns),
        })
    }

    /// "5x11", "4x4x4", "pyramid of base 5".
    pub fn size_text(&self) -> String {
        match (self.lattice, self.depth) {
            (Lattice::Balls, base) => format!("pyramid of base {base}"),
            (_, 1) => format!("{}x{}", self.height, self.width),
            (_, depth) => format!("{}x{}x{depth}", self.height, self.width),
        }
    }

    /// The same with the words of the case file: "5x11 DEFAULT", "6x6 TRIANGLE", "pyramid of base 5".
    pub fn description(&self) -> String {
        match self.lattice {
            // "pyramid of base 5" says what kind it is.
            Lattice::Balls => self.size_text(),
            _ => format!("{} {}", self.size_text(), self.kind_name()),
        }
    }
}

fn place_of(spot: Spot) -> Point {
    Point::new(spot.column as i32, spot.row as i32, spot.layer as i32)
}

/// Does a drawing make more sense if it is read as if it stood one column further to the right? Hexagons have places of
/// their own; triangles are read so that they are in as few parts as possible.
pub(super) fn is_read_shifted(lattice: Lattice, places: &[Point]) -> bool {
    match lattice {
        Lattice::Squares | Lattice::Balls => false,
        Lattice::Hexagons => places.first().is_some_and(|first| !lattice.is_place(*first)),
        Lattice::Triangles => {
            let shifted: Vec<Point> = places.iter().map(|place| place.plus(Point::new(1, 0, 0))).collect();
            parts(lattice, &shifted) < parts(lattice, places)
        }
    }
}

/// How many parts the cells of a drawing are in.
fn parts(lattice: Lattice, places: &[Point]) -> usize {
    let mut left: HashSet<Point> = places.iter().map(|place| lattice.point(*place)).collect();
    let mut parts = 0;
    while let Some(&first) = left.iter().next() {
        parts += 1;
        left.remove(&first);
        let mut border = vec![first];
        while let Some(cell) = border.pop() {
            let near = lattice.steps(cell).into_iter().map(|step| cell.plus(step));
            border.extend(near.filter(|next| left.remove(next)));
        }
    }
    parts
}

fn spots_of_box(height: usize, width: usize, depth: usize) -> impl Iterator<Item = Spot> {
    (0..depth).flat_map(move |layer| {
        (0..height).flat_map(move |row| (0..width).map(move |column| Spot { layer, row, column }))
    })
}
