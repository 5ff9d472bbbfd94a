//! Judges an answer. Shares nothing with the strategies and their tables: it has its own idea of what a copy of a
//! piece is, namely a set of cells with the same distances.

use std::collections::{BTreeSet, HashMap, HashSet};

use num_bigint::BigUint;

use crate::words::counted;

use super::{
    board::{Board, BoardKind, Point},
    puzzle::{Piece, Puzzle, Rules},
};

/// How an answer marks a cell that no piece lies on.
const FREE: char = '_';

/// What an answer file claims to be a solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// The board's layers, rows of letters.
    pub grid: Vec<Vec<String>>,
    /// The placement ids it is said to have: all must be right.
    pub placement_ids: Vec<String>,
}

/// Is the claim a solution of the puzzle? If not, says why.
pub fn check(puzzle: &Puzzle, claim: &Claim) -> Result<(), String> {
    placement_id(puzzle, claim).map(drop)
}

/// The placement id of the solution that is claimed; if it is none, says why.
pub fn placement_id(puzzle: &Puzzle, claim: &Claim) -> Result<BigUint, String> {
    let letters = letters_of_cells(&puzzle.board, &claim.grid)?;
    let empty = letters.iter().filter(|letter| **letter == FREE).count();
    if empty > puzzle.rules.holes {
        return Err(match letters.iter().position(|letter| *letter == FREE) {
            Some(cell) if puzzle.rules.holes == 0 => {
                let spot = puzzle.board.spots()[cell];
                format!("the cell in row {}, column {} is empty", spot.row + 1, spot.column + 1)
            }
            _ => {
                let is = if empty == 1 { "is" } else { "are" };
                format!("{} {is} empty, only {} may be", counted(empty, "cell"), puzzle.rules.holes)
            }
        });
    }
    let is_piece = |letter: char| puzzle.pieces.iter().any(|piece| piece.letter == letter);
    if let Some((cell, letter)) = letters.iter().enumerate().find(|(_, letter)| **letter != FREE && !is_piece(**letter))
    {
        let spot = puzzle.board.spots()[cell];
        return Err(format!("{letter:?} in row {}, column {} is no piece", spot.row + 1, spot.column + 1));
    }

    let groups: Vec<Group<'_>> = groups_of(puzzle);
    // An id with more digits than there are ids is wrong, and would take long to be read.
    let most_digits: usize = groups.iter().map(|group| group.copies * (group.ways.len() + 1).to_string().len()).sum();
    let claimed = claim.placement_ids.first().filter(|id| id.len() <= most_digits);
    let claimed = claimed.and_then(|id| id.parse::<BigUint>().ok());
    let mut digits = claimed.map(|id| digits_of(id, &groups));
    let mut id = BigUint::ZERO;
    for group in &groups {
        let cells = (0..letters.len()).filter(|cell| letters[*cell] == group.piece.letter).collect();
        let hint = digits.as_mut().map(|digits| digits.drain(..group.copies).collect());
        for number in group.judge(puzzle, cells, hint)? {
            id = id * (group.ways.len() + 1) + number;
        }
    }
    match claim.placement_ids.iter().find(|claimed| **claimed != id.to_string()) {
        Some(claimed) => Err(format!("its placement id is {id}, not {claimed}")),
        None => Ok(id),
    }
}

/// A piece and its copies.
struct Group<'a> {
    piece: &'a Piece,
    copies: usize,
    /// Where given ones lie.
    given: Vec<&'a Vec<usize>>,
    /// All ways to lay it.
    ways: Vec<Vec<usize>>,
}

fn groups_of(puzzle: &Puzzle) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (index, piece) in puzzle.pieces.iter().enumerate() {
        let given = puzzle.given.iter().filter(|given| given.piece == index).map(|given| &given.cells);
        match groups.last_mut() {
            Some(group) if group.piece.letter == piece.letter => {
                group.copies += 1;
                group.given.extend(given);
            }
            _ => groups.push(Group {
                piece,
                copies: 1,
                given: given.collect(),
                ways: copies_on(&puzzle.board, piece, puzzle.rules).into_iter().collect(),
            }),
        }
    }
    groups
}

/// What a placement id says of each piece: the number of its way, from 1 on; 0 if it is not placed.
fn digits_of(mut id: BigUint, groups: &[Group<'_>]) -> Vec<usize> {
    let mut digits = Vec::new();
    for group in groups.iter().rev() {
        for _ in 0..group.copies {
            let radix = BigUint::from(group.ways.len() + 1);
            digits.push(usize::try_from(&id % &radix).unwrap_or(0));
            id /= radix;
        }
    }
    digits.reverse();
    digits
}

impl Group<'_> {
    /// The digits of the group in the placement id, if these are the cells of its pieces. Copies that lie side by
    /// side cannot be told apart by their letter: the digits that are claimed help.
    fn judge(&self, puzzle: &Puzzle, cells: Vec<usize>, hint: Option<Vec<usize>>) -> Result<Vec<usize>, String> {
        let (letter, size) = (self.piece.letter, self.piece.cells.len());
        let mut free: BTreeSet<usize> = cells.iter().copied().collect();
        for cell in self.given.iter().copied().flatten() {
            if !free.remove(cell) {
                return Err(format!("piece {letter} is not where it is given"));
            }
        }
        let open = self.copies - self.given.len();
        if !free.len().is_multiple_of(size) || free.len() > open * size {
            return Err(match self.copies {
                1 => format!("piece {letter} covers {} instead of {size}", counted(cells.len(), "cell")),
                copies => format!("{copies} pieces {letter} cannot cover {}", counted(cells.len(), "cell")),
            });
        }
        let hint = hint.map(|hint| hint[self.given.len()..].iter().copied().filter(|digit| *digit > 0).collect());
        let numbers = hint.filter(|hint: &Vec<usize>| self.is_cut(&free, hint)).or_else(|| self.cut(&mut free.clone()));
        let Some(mut numbers) = numbers else {
            return Err(format!("the cells marked {letter} are not the shape of piece {letter}"));
        };
        let missing = open - numbers.len();
        if missing > 0 && !puzzle.rules.spare_pieces {
            return Err(match self.copies {
                1 => format!("piece {letter} is missing"),
                copies if missing == 1 => format!("of {copies} pieces {letter}, 1 is missing"),
                copies => format!("of {copies} pieces {letter}, {missing} are missing"),
            });
        }
        numbers.sort_unstable();
        let given =
            self.given.iter().map(|given| self.ways.iter().position(|way| way == *given).map_or(0, |at| at + 1));
        Ok(given.chain(std::iter::repeat_n(0, missing)).chain(numbers).collect())
    }

    /// Do these ways cover the cells, each once?
    fn is_cut(&self, cells: &BTreeSet<usize>, numbers: &[usize]) -> bool {
        let covered: Vec<usize> = numbers.iter().flat_map(|number| self.ways[number - 1].iter().copied()).collect();
        covered.len() == cells.len() && covered.into_iter().collect::<BTreeSet<_>>() == *cells
    }

    /// Cuts the cells up into ways to lay the piece, and gives up if that takes too long.
    fn cut(&self, cells: &mut BTreeSet<usize>) -> Option<Vec<usize>> {
        let (mut numbers, mut steps_left) = (Vec::new(), 1_000_000u32);
        self.cut_rest(cells, &mut numbers, &mut steps_left).then_some(numbers)
    }

    fn cut_rest(&self, cells: &mut BTreeSet<usize>, numbers: &mut Vec<usize>, steps_left: &mut u32) -> bool {
        let Some(&first) = cells.first() else { return true };
        for (index, way) in self.ways.iter().enumerate().filter(|(_, way)| way[0] == first) {
            if *steps_left == 0 {
                return false;
            }
            *steps_left -= 1;
            if !way.iter().all(|cell| cells.contains(cell)) {
                continue;
            }
            cells.retain(|cell| !way.contains(cell));
            numbers.push(index + 1);
            if self.cut_rest(cells, numbers, steps_left) {
                return true;
            }
            numbers.pop();
            cells.extend(way);
        }
        false
    }
}

/// The letter on each cell. Every row must be there, with `.` exactly where the board has no cell.
fn letters_of_cells(board: &Board, grid: &[Vec<String>]) -> Result<Vec<char>, String> {
    let sizes: Vec<_> = board.layer_sizes().collect();
    if grid.len() != sizes.len() {
        return Err(format!("it has {}, the board has {}", counted(grid.len(), "layer"), sizes.len()));
    }
    let mut marks = HashMap::new();
    for (layer, (rows, &(height, width))) in grid.iter().zip(&sizes).enumerate() {
        if rows.len() != height {
            return Err(format!("layer {layer} has {}, the board has {height}", counted(rows.len(), "row")));
        }
        for (row, text) in rows.iter().enumerate() {
            if text.chars().count() != width {
                let marks = counted(text.chars().count(), "mark");
                return Err(format!("row {} has {marks}, the board has {}", row + 1, counted(width, "column")));
            }
            marks.extend(text.chars().enumerate().map(|(column, mark)| ((layer, row, column), mark)));
        }
    }
    let mut letters = Vec::with_capacity(board.cells());
    for spot in board.spots() {
        let mark = marks.remove(&(spot.layer, spot.row, spot.column)).unwrap_or('.');
        // A blank is a free cell as well, and so is `.` where the board has a cell.
        letters.push(if mark == '.' || mark == ' ' { FREE } else { mark });
    }
    match marks.into_iter().filter(|(_, mark)| *mark != '.').min() {
        Some(((_, row, column), mark)) => {
            Err(format!("{mark:?} lies outside the board, in row {}, column {}", row + 1, column + 1))
        }
        None => Ok(letters),
    }
}

/// All copies of a piece on the board, as sorted lists of cells.
fn copies_on(board: &Board, piece: &Piece, rules: Rules) -> BTreeSet<Vec<usize>> {
    let space = Space::of(board);
    let drawn = connected_order(&piece.cells);
    let points: Vec<Point> = drawn.iter().map(|cell| cell.at).collect();
    let mut copies = BTreeSet::new();
    for start in 0..board.cells() {
        let mut images = vec![space.points[start]];
        extend(&space, &drawn, &mut images, &mut |images| {
            if is_allowed(board, &points, images, rules) {
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
    points: Vec<Point>,
    cells: HashMap<Point, usize>,
    /// The ways to the cells at distance one.
    steps: Vec<Point>,
    /// What a step up counts against a step sideways, and the square of the distance of neighbours.
    vertical: i32,
    unit: i32,
}

impl Space {
    fn of(board: &Board) -> Self {
        let is_pyramid = board.kind() == BoardKind::Pyramid;
        let layers = board.depth() as i32;
        let points: Vec<Point> = board
            .spots()
            .iter()
            .map(|spot| {
                let [x, y, z] = [spot.column as i32, spot.row as i32, spot.layer as i32];
                // In half ball diameters: a layer is smaller by one than the next lower one, and moved in by half.
                if is_pyramid { Point::new(2 * x - z, 2 * y - z, layers - z) } else { Point::new(x, y, z) }
            })
            .collect();
        // Layers of balls lie closer than rows do: by the square root of a half of the diameter.
        let (vertical, unit) = if is_pyramid { (2, 4) } else { (1, 1) };
        let mut steps = Vec::new();
        for (x, y, z) in (-2..=2).flat_map(|x| (-2..=2).flat_map(move |y| (-1..=1).map(move |z| (x, y, z)))) {
            if x * x + y * y + vertical * z * z == unit {
                steps.push(Point::new(x, y, z));
            }
        }
        let cells = points.iter().enumerate().map(|(cell, point)| (*point, cell)).collect();
        Self { points, cells, steps, vertical, unit }
    }

    fn distance(&self, a: Point, b: Point) -> i32 {
        let way = a.minus(b);
        way.x * way.x + way.y * way.y + self.vertical * way.z * way.z
    }
}

fn drawn_distance(a: Point, b: Point) -> i32 {
    let way = a.minus(b);
    way.x * way.x + way.y * way.y + way.z * way.z
}

/// A cell of a piece, or one between its parts that no part covers: with those, it hangs together.
#[derive(Clone, Copy, Debug)]
struct Drawn {
    at: Point,
    is_covered: bool,
}

/// The cells of a piece, each after one it touches. Where the piece is in several parts, ways between them are added.
fn connected_order(cells: &[Point]) -> Vec<Drawn> {
    let covered: HashSet<Point> = cells.iter().copied().collect();
    let mut order = vec![Drawn { at: cells[0], is_covered: true }];
    let mut known = HashSet::from([cells[0]]);
    let mut reached = 0;
    for &target in cells {
        while let Some(Drawn { at: cell, .. }) = order.get(reached).copied() {
            reached += 1;
            for (x, y, z) in [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)] {
                let next = cell.plus(Point::new(x, y, z));
                if covered.contains(&next) && known.insert(next) {
                    order.push(Drawn { at: next, is_covered: true });
                }
            }
        }
        // Another part: go there along the axes.
        let mut at = cells[0];
        while !known.contains(&target) {
            let way = target.minus(at);
            let step = match (way.x.signum(), way.y.signum(), way.z.signum()) {
                (0, 0, z) => Point::new(0, 0, z),
                (0, y, _) => Point::new(0, y, 0),
                (x, _, _) => Point::new(x, 0, 0),
            };
            at = at.plus(step);
            if known.insert(at) {
                order.push(Drawn { at, is_covered: covered.contains(&at) });
            }
        }
    }
    order
}

/// Finds all ways to go on from the images of the first cells, keeping all distances.
fn extend(space: &Space, drawn: &[Drawn], images: &mut Vec<Point>, found: &mut dyn FnMut(&[Point])) {
    let Some(next) = drawn.get(images.len()) else {
        return found(images);
    };
    let touching = drawn.iter().position(|cell| drawn_distance(cell.at, next.at) == 1).expect("it hangs together");
    for step in &space.steps {
        let image = images[touching].plus(*step);
        let keeps_distances = images
            .iter()
            .zip(drawn)
            .all(|(other, cell)| space.distance(image, *other) == space.unit * drawn_distance(next.at, cell.at));
        if keeps_distances && (!next.is_covered || space.cells.contains_key(&image)) {
            images.push(image);
            extend(space, drawn, images, found);
            images.pop();
        }
    }
}

/// May the piece be moved like this? Distances alone also allow reflections, and turns that are switched off.
fn is_allowed(board: &Board, drawn: &[Point], images: &[Point], rules: Rules) -> bool {
    let is_flat_piece = drawn.iter().all(|cell| cell.z == drawn[0].z);
    let is_pyramid = board.kind() == BoardKind::Pyramid;
    if is_pyramid && !is_flat_piece {
        return false;
    }
    if !rules.rotate {
        let scale = if is_pyramid { 2 } else { 1 };
        let pairs =
            || drawn.iter().map(|cell| cell.minus(drawn[0])).zip(images.iter().map(|cell| cell.minus(images[0])));
        let is_as_drawn = |flip: i32| pairs().all(|(a, b)| b == Point::new(flip * a.x, a.y, a.z).times(scale));
        let may_flip = rules.mirror && is_flat_piece && (board.is_flat() || is_pyramid);
        return is_as_drawn(1) || (may_flip && is_as_drawn(-1));
    }
    if is_pyramid || (board.is_flat() && is_flat_piece && rules.mirror) {
        return true;
    }
    if board.is_flat() && is_flat_piece {
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
