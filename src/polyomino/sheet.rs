//! Sheets of all pieces of a size: free ones, which may be turned over, one-sided ones, which may not, and fixed ones,
//! which may not even be rotated.

use std::collections::BTreeSet;

use crate::{
    destination::Destination,
    family::{Error, Flag, Generation, Product, Verb},
    search::Control,
};

use super::{
    Compiled, Puzzle, Rules,
    board::{Board, MAX_CELLS, Point},
    draw,
    input::{self, LETTERS, MAX_PIECES},
    lattice::{Lattice, Turn, rotations_of_a_cube, turned},
    puzzle::Piece,
};

const GENERATE: &[Verb] = &[Verb::Generate];

static FLAGS: [Flag; 5] = [
    Flag::valued("lattice", "NAME", "What the pieces are made of: square, cube, triangle or hexagon", GENERATE),
    Flag::valued("size", "N", "How many cells each piece has", GENERATE),
    Flag::switch("one-sided", "Mirror images are pieces of their own", GENERATE),
    Flag::switch("fixed", "Mirror images and rotated pieces are pieces of their own", GENERATE),
    Flag::valued("board", "ROWSxCOLUMNS", "A whole case with this board (of cubes: ROWSxCOLUMNSxLAYERS)", GENERATE),
];

/// What is made here.
pub(super) static PRODUCTS: [Product; 1] =
    [Product { name: "pieces", about: "All pieces of a size, as polyominoes are drawn", flags: &FLAGS }];

/// More pieces than this are not listed.
const MOST_PIECES: usize = 1_000_000;
/// Pictures of more pieces than this are not drawn.
const MOST_DRAWN: usize = 2_000;

/// What pieces are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Material {
    /// How their cells touch.
    pub lattice: Lattice,
    /// Do they fill space, and not only a plane?
    pub is_solid: bool,
}

impl Material {
    fn named(name: &str) -> Option<Self> {
        let (lattice, is_solid) = match name {
            "square" => (Lattice::Squares, false),
            "cube" => (Lattice::Squares, true),
            "triangle" => (Lattice::Triangles, false),
            "hexagon" => (Lattice::Hexagons, false),
            _ => return None,
        };
        Some(Self { lattice, is_solid })
    }

    fn cells_name(self, count: usize) -> String {
        let plural = if self.is_solid { "cubes" } else { self.lattice.cells_name() };
        if count == 1 { format!("1 {}", plural.trim_end_matches('s')) } else { format!("{count} {plural}") }
    }

    fn turns(self, sort: Sort) -> Vec<Turn> {
        let sides = (Point::new(1, 0, 0), Point::new(0, 1, 0));
        match sort {
            _ if !self.is_solid => self.lattice.plane_turns(sides, sort != Sort::Fixed, sort == Sort::Free),
            Sort::Free => self.lattice.turns(),
            Sort::OneSided => rotations_of_a_cube(),
            Sort::Fixed => rotations_of_a_cube().into_iter().filter(|turn| (turn[0], turn[1]) == sides).collect(),
        }
    }

    fn steps(self, from: Point) -> impl Iterator<Item = Point> {
        self.lattice.steps(from).into_iter().filter(move |step| self.is_solid || step.z == 0)
    }
}

/// Which pieces are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Those that can be rotated and turned over into each other.
    Free,
    /// Those that can be rotated into each other.
    OneSided,
    /// None.
    Fixed,
}

impl Sort {
    fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::OneSided => "one-sided",
            Self::Fixed => "fixed",
        }
    }
}

/// All pieces of a size, each as the points of its cells; `None` if the run is stopped or there are too many.
pub fn pieces(material: Material, size: usize, sort: Sort, control: &Control) -> Option<BTreeSet<Vec<Point>>> {
    let lattice = material.lattice;
    let turns = material.turns(sort);
    // Of all images the first: where a piece lies and how it is turned does not matter.
    let first_image = |cells: &[Point]| {
        let images = turns.iter().map(|turn| {
            let mut image: Vec<Point> = cells.iter().map(|cell| turned(turn, *cell)).collect();
            image.sort_unstable();
            let shift = lattice.home(image[0]).minus(image[0]);
            image.iter().map(|cell| cell.plus(shift)).collect::<Vec<_>>()
        });
        images.min().unwrap_or_default()
    };
    let single = |column| first_image(&[lattice.point(Point::new(column, 0, 0))]);
    // Two triangles that lie side by side point up and down.
    let mut found: BTreeSet<Vec<Point>> =
        if lattice == Lattice::Hexagons { BTreeSet::from([single(0)]) } else { (0..2).map(single).collect() };
    for _ in 1..size {
        let mut larger = BTreeSet::new();
        for cells in &found {
            if control.look() || larger.len() > MOST_PIECES {
                return None;
            }
            let near = cells.iter().flat_map(|cell| material.steps(*cell).map(|step| cell.plus(step)));
            for next in near.filter(|next| !cells.contains(next)) {
                let grown = [cells.as_slice(), &[next]].concat();
                larger.insert(first_image(&grown));
            }
        }
        found = larger;
    }
    Some(found)
}

/// Makes a sheet and writes it.
pub(super) fn generate(generation: &Generation<'_>, place: &mut Destination) -> Result<(), Error> {
    let ending = place.expect_ending(&["txt", "svg", "png"])?;
    let options = generation.options;
    let material = options.read("lattice", "square, cube, triangle or hexagon", Material::named)?;
    let material = material.unwrap_or(Material { lattice: Lattice::Squares, is_solid: false });
    let size = options.number("size", 1..=64usize)?;
    let size =
        size.ok_or_else(|| Error::Unsupported("how many cells each piece has is not said: --size 5".to_owned()))?;
    let sort = match (options.has("one-sided"), options.has("fixed")) {
        (true, true) => {
            return Err(Error::Unsupported("pieces are one-sided or fixed, not both".to_owned()));
        }
        (true, false) => Sort::OneSided,
        (false, true) => Sort::Fixed,
        (false, false) => Sort::Free,
    };
    let board =
        options.read("board", "rows and columns such as 6x10 (of cubes: 3x4x5)", |text| board(material, text))?;
    let found = pieces(material, size, sort, generation.control).ok_or_else(|| match generation.control.reason() {
        Some(reason) => Error::Stopped(reason.text()),
        None => Error::Unsuitable(format!("there are more than {MOST_PIECES} pieces of {}", material.cells_name(size))),
    })?;
    let title = format!("{} {} pieces of {}", found.len(), sort.name(), material.cells_name(size));
    let title = if found.len() == 1 { title.replacen("pieces", "piece", 1) } else { title };
    let names = LETTERS.chars().cycle();
    let drawn = found.iter().zip(names).map(|(cells, letter)| drawn_piece(material.lattice, cells, letter));
    let drawn: Vec<Piece> = drawn.collect();
    place.say(&title);
    let too_many = |most: usize, what: &str| {
        Error::Unsuitable(format!("{title}: {what} more than {most}; write them to a .txt file without a board"))
    };
    if ending != "txt" {
        if drawn.len() > MOST_DRAWN {
            return Err(too_many(MOST_DRAWN, "a picture does not hold"));
        }
        let board = board.unwrap_or_else(|| smallest_board(material));
        let compiled = Compiled::new(Puzzle { board, pieces: drawn, given: Vec::new(), rules: Rules::default() });
        return place.picture(&draw::pieces(&compiled, title));
    }
    let Some(board) = board else {
        let lattice = material.lattice;
        let blocks = drawn.iter().map(|piece| input::write_piece(piece, lattice));
        let separator = if drawn.len() > MAX_PIECES { "\n" } else { "" };
        return place.text(&format!("# {title}\n{}", blocks.collect::<Vec<_>>().join(separator)));
    };
    if drawn.len() > MAX_PIECES {
        return Err(too_many(MAX_PIECES, "a case does not hold"));
    }
    if drawn.len() * size != board.cells() {
        place.say(&format!("they have {} cells together, the board has {}", drawn.len() * size, board.cells()));
    }
    let puzzle = Puzzle { board, pieces: drawn, given: Vec::new(), rules: Rules::default() };
    place.text(&format!("# {title}\n{}", input::write(&puzzle)))
}

fn drawn_piece(lattice: Lattice, cells: &[Point], letter: char) -> Piece {
    let mut cells: Vec<Point> = cells.iter().map(|cell| lattice.place(*cell)).collect();
    cells.sort_unstable();
    Piece { letter, cells }
}

fn smallest_board(material: Material) -> Board {
    match material.lattice {
        Lattice::Squares | Lattice::Balls => Board::full(1, 1, if material.is_solid { 2 } else { 1 }),
        lattice => Board::parallelogram(lattice, 1, 1),
    }
}

/// The board with sides such as 6x10.
fn board(material: Material, text: &str) -> Option<Board> {
    let sides: Vec<usize> = text.split(['x', 'X']).map(|side| side.trim().parse().ok()).collect::<Option<_>>()?;
    let cells = sides.iter().try_fold(1usize, |cells, side| cells.checked_mul(*side))?;
    let per_place = if material.lattice == Lattice::Triangles { 2 } else { 1 };
    if cells == 0 || cells.checked_mul(per_place)? > MAX_CELLS {
        return None;
    }
    match (material.lattice, &sides[..]) {
        (Lattice::Squares, [height, width, depth]) if material.is_solid => Some(Board::full(*height, *width, *depth)),
        (Lattice::Squares, [height, width]) if !material.is_solid => Some(Board::full(*height, *width, 1)),
        (lattice, [height, width]) if lattice.is_staggered() => Some(Board::parallelogram(lattice, *height, *width)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(name: &str, sort: Sort, most: usize) -> Vec<usize> {
        let material = Material::named(name).unwrap();
        (1..=most).map(|size| pieces(material, size, sort, &Control::default()).unwrap().len()).collect()
    }

    #[test]
    fn known_numbers_of_pieces() {
        assert_eq!(counts("square", Sort::Free, 7), [1, 1, 2, 5, 12, 35, 108]);
        assert_eq!(counts("square", Sort::OneSided, 7), [1, 1, 2, 7, 18, 60, 196]);
        assert_eq!(counts("square", Sort::Fixed, 6), [1, 2, 6, 19, 63, 216]);
        assert_eq!(counts("triangle", Sort::Free, 7), [1, 1, 1, 3, 4, 12, 24]);
        assert_eq!(counts("triangle", Sort::OneSided, 6), [1, 1, 1, 4, 6, 19]);
        assert_eq!(counts("triangle", Sort::Fixed, 5), [2, 3, 6, 14, 36]);
        assert_eq!(counts("hexagon", Sort::Free, 6), [1, 1, 3, 7, 22, 82]);
        assert_eq!(counts("hexagon", Sort::OneSided, 5), [1, 1, 3, 10, 33]);
        assert_eq!(counts("hexagon", Sort::Fixed, 4), [1, 3, 11, 44]);
        assert_eq!(counts("cube", Sort::Free, 5), [1, 1, 2, 7, 23]);
        assert_eq!(counts("cube", Sort::OneSided, 5), [1, 1, 2, 8, 29]);
        assert_eq!(counts("cube", Sort::Fixed, 4), [1, 3, 15, 86]);
    }
}
