//! Boards: which cells there are, where they lie in space, and how they are drawn.

use serde::{Deserialize, Serialize};

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

/// How the cells of a board hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum BoardKind {
    /// A whole box.
    Default,
    /// Some cells of a box.
    Custom,
    /// Balls in square layers, each ball in the hollow of four below.
    Pyramid,
}

impl BoardKind {
    /// The word for it in a case file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Default => "DEFAULT",
            Self::Custom => "CUSTOM",
            Self::Pyramid => "PYRAMID",
        }
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
    kind: BoardKind,
    height: usize,
    width: usize,
    depth: usize,
    spots: Vec<Spot>,
}

impl Board {
    /// A whole box.
    pub fn full(height: usize, width: usize, depth: usize) -> Self {
        let spots = spots_of_box(height, width, depth).collect();
        Self { kind: BoardKind::Default, height, width, depth, spots }
    }

    /// Those cells of a box that `is_cell` picks.
    pub fn custom(height: usize, width: usize, depth: usize, is_cell: impl Fn(Spot) -> bool) -> Self {
        let spots = spots_of_box(height, width, depth).filter(|spot| is_cell(*spot)).collect();
        Self { kind: BoardKind::Custom, height, width, depth, spots }
    }

    /// A pyramid of balls whose lowest layer is a square of side `base`.
    pub fn pyramid(base: usize) -> Self {
        let layer = |layer| spots_of_box(layer + 1, layer + 1, 1).map(move |spot| Spot { layer, ..spot });
        let spots = (0..base).flat_map(layer).collect();
        Self { kind: BoardKind::Pyramid, height: base, width: base, depth: base, spots }
    }

    /// What sort of board it is.
    pub fn kind(&self) -> BoardKind {
        self.kind
    }

    /// Rows of a layer; of a pyramid, of the lowest.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Columns of a layer; of a pyramid, of the lowest.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Layers.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Is it a single layer of squares?
    pub fn is_flat(&self) -> bool {
        self.kind != BoardKind::Pyramid && self.depth == 1
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
    /// In a box that is the place itself. In a pyramid of base N, ball (i, j) of the k-th layer from below lies at
    /// (2i + k, 2j + k, k), so that balls touch if they differ by (±2, 0, 0), (0, ±2, 0) or (±1, ±1, ±1).
    pub fn point(&self, spot: Spot) -> Point {
        let [column, row, layer] = [spot.column as i32, spot.row as i32, spot.layer as i32];
        match self.kind {
            BoardKind::Default | BoardKind::Custom => Point::new(column, row, layer),
            BoardKind::Pyramid => {
                let level = self.depth as i32 - 1 - layer;
                Point::new(2 * column + level, 2 * row + level, level)
            }
        }
    }

    /// The cells that touch a cell: by a side, or, of balls, at all.
    pub fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        let here = self.point(self.spots[cell]);
        (0..self.cells()).filter(move |other| {
            let way = self.point(self.spots[*other]).minus(here);
            match (self.kind, way.x * way.x + way.y * way.y, way.z.abs()) {
                (BoardKind::Pyramid, across, up) => matches!((across, up), (4, 0) | (2, 1)),
                (_, across, up) => across + up == 1,
            }
        })
    }

    /// The rows and columns of each layer of a drawing.
    pub fn layer_sizes(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.depth).map(|layer| match self.kind {
            BoardKind::Default | BoardKind::Custom => (self.height, self.width),
            BoardKind::Pyramid => (layer + 1, layer + 1),
        })
    }

    /// "5x11", "4x4x4", "pyramid of base 5".
    pub fn size_text(&self) -> String {
        match (self.kind, self.depth) {
            (BoardKind::Pyramid, base) => format!("pyramid of base {base}"),
            (_, 1) => format!("{}x{}", self.height, self.width),
            (_, depth) => format!("{}x{}x{depth}", self.height, self.width),
        }
    }
}

fn spots_of_box(height: usize, width: usize, depth: usize) -> impl Iterator<Item = Spot> {
    (0..depth).flat_map(move |layer| {
        (0..height).flat_map(move |row| (0..width).map(move |column| Spot { layer, row, column }))
    })
}
