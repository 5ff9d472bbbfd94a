//! The symmetries of a puzzle: ways to turn or mirror the board that turn solutions into solutions.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rustc_hash::FxHashMap;

use crate::search::{Control, Lookout, StopReason};

use super::{
    board::{Board, Point},
    lattice::{Lattice, Turn, turned},
    placements::{CellSet, Compiled, PiecePlacements},
};

/// A symmetry: where each sort of piece goes, and where each of its placements goes. Pieces stay
/// what they are where they can; mirrored, a chiral piece may become another one.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// The piece whose sort each piece becomes, and for each of its placements the one it becomes. Where pieces may be
    /// left over, some may have no image: what uses them has none either.
    images: Vec<Option<(usize, Vec<u32>)>>,
}

impl Symmetry {
    /// Where a placement of a piece goes, if there is an image.
    pub fn image(&self, piece: usize, placement: usize) -> Option<(usize, usize)> {
        let (image, placements) = self.images[piece].as_ref()?;
        Some((*image, placements[placement] as usize))
    }

    /// Does a piece stay what it is?
    fn keeps(&self, piece: usize) -> bool {
        self.images[piece].as_ref().is_some_and(|(image, _)| *image == piece)
    }
}

/// Steps of nanoseconds that a placement takes, about.
const WORK: u64 = 500;

/// The numbers of a piece's placements, by their words: bit by bit, sets are hashed slowly.
type Numbers<'a> = FxHashMap<&'a [u64], u32>;

/// All symmetries of a puzzle, the identity first: what is given goes to what is given, so solutions become solutions.
pub fn symmetries(compiled: &Compiled, control: &Control) -> Result<Vec<Symmetry>, StopReason> {
    let sorts = compiled.sorts();
    let given: BTreeSet<(usize, usize)> =
        compiled.given().map(|(piece, placement)| (sorts[piece], placement)).collect();
    let keeps_given = |symmetry: &Symmetry| {
        compiled
            .given()
            .all(|(piece, placement)| symmetry.image(piece, placement).is_some_and(|image| given.contains(&image)))
    };
    let mut all = symmetries_of_board(compiled, control)?;
    all.retain(keeps_given);
    Ok(all)
}

/// The same without regard to where given pieces lie: solutions become coverings of the board with the same pieces,
/// which are solutions where all that is given is in its place.
pub fn symmetries_of_board(compiled: &Compiled, control: &Control) -> Result<Vec<Symmetry>, StopReason> {
    let mut lookout = control.lookout();
    let mut numbers: Vec<Numbers<'_>> = Vec::new();
    for piece in &compiled.pieces {
        lookout.spend(WORK * piece.placements.len() as u64)?;
        numbers.push(numbers_of(piece));
    }
    let sorts = compiled.sorts();
    // What is banned lies somewhere: only the identity leaves it there for certain.
    let most = if compiled.banned.is_empty() { usize::MAX } else { 1 };
    let maps = cell_maps(&compiled.puzzle.board).into_iter();
    maps.filter_map(|map| lift(compiled, &numbers, &sorts, &map, &mut lookout).transpose()).take(most).collect()
}

fn numbers_of(piece: &PiecePlacements) -> Numbers<'_> {
    piece.placements.iter().map(|cells| cells.as_raw_slice()).zip(0..).collect()
}

/// Extends a map of the cells to the pieces and their placements, if it respects them. The n-th sort of a shape becomes
/// the n-th sort of the shape's image, so that going there and back is the identity.
fn lift(
    compiled: &Compiled,
    numbers: &[Numbers<'_>],
    sorts: &[usize],
    map: &[usize],
    lookout: &mut Lookout<'_>,
) -> Result<Option<Symmetry>, StopReason> {
    let pieces = &compiled.pieces;
    let copies = |sort: usize| sorts.iter().filter(|other| **other == sort).count();
    let may_miss = compiled.puzzle.rules.spare_pieces;
    let mut images: Vec<Option<(usize, Vec<u32>)>> = vec![None; pieces.len()];
    let mut is_taken = vec![false; pieces.len()];
    for sort in (0..pieces.len()).filter(|piece| sorts[*piece] == *piece) {
        lookout.spend(WORK * pieces[sort].placements.len() as u64)?;
        let turned: Vec<CellSet> = pieces[sort].placements.iter().map(|cells| image_of(cells, map)).collect();
        let place_in = |other: usize| -> Option<Vec<u32>> {
            let number = |image: &CellSet| numbers[other].get(image.as_raw_slice()).copied();
            let same_size = pieces[other].placements.len() == turned.len();
            same_size.then(|| turned.iter().map(number).collect()).flatten()
        };
        let others = std::iter::once(sort).chain((0..pieces.len()).filter(|other| sorts[*other] == *other));
        let image = others.filter(|other| !is_taken[*other]).find_map(|other| Some((other, place_in(other)?)));
        match &image {
            Some((other, _)) if may_miss || copies(sort) == copies(*other) => is_taken[*other] = true,
            None if may_miss => {}
            _ => return Ok(None),
        }
        images[sort] = image;
    }
    let images = sorts.iter().map(|sort| images[*sort].clone()).collect();
    Ok(Some(Symmetry { images }))
}

fn image_of(cells: &CellSet, map: &[usize]) -> CellSet {
    let mut image = cells.clone();
    image.fill(false);
    for cell in cells.iter_ones() {
        image.set(map[cell], true);
    }
    image
}

/// The ways to turn or mirror a board onto itself, as the cell each cell goes to, in order. The identity is the
/// lowest of them.
fn cell_maps(board: &Board) -> BTreeSet<Vec<usize>> {
    let points = board.points();
    let images = |turn: &Turn| points.iter().map(|point| turned(turn, *point)).collect::<Vec<_>>();
    board.lattice().turns().iter().filter_map(|turn| onto_itself(board.lattice(), &points, &images(turn))).collect()
}

/// Moves the images onto the points, if they fit.
fn onto_itself(lattice: Lattice, points: &[Point], images: &[Point]) -> Option<Vec<usize>> {
    let corner =
        |points: &[Point]| points.iter().copied().reduce(|a, b| Point::new(a.x.min(b.x), a.y.min(b.y), a.z.min(b.z)));
    let shift = corner(points)?.minus(corner(images)?);
    // Cells are moved onto cells of their sort.
    if images.first().is_some_and(|image| lattice.home(*image) != lattice.home(image.plus(shift))) {
        return None;
    }
    let cells: HashMap<Point, usize> = points.iter().enumerate().map(|(cell, point)| (*point, cell)).collect();
    images.iter().map(|image| cells.get(&image.plus(shift)).copied()).collect()
}

/// Representatives of one piece's placements: every solution is the image of just one in which the piece has a
/// representative, under just one of the symmetries listed with it.
#[derive(Clone, Debug)]
pub struct Pin {
    /// The piece.
    pub piece: usize,
    /// For each representative, the indices of the symmetries that lead to its different images.
    pub images: BTreeMap<usize, Vec<usize>>,
}

/// Picks the piece that is best held fast, and its representatives; `None` if there is no symmetry to break.
pub fn pin(compiled: &Compiled, symmetries: &[Symmetry]) -> Option<Pin> {
    // What may be left out cannot be held fast.
    if symmetries.len() < 2 || compiled.puzzle.rules.spare_pieces {
        return None;
    }
    let kinds = compiled.open_kinds();
    let pins = kinds.iter().filter(|kind| kind.copies == 1).filter_map(|open| {
        // A piece that can become another cannot be held fast: its images are no placements of its own.
        if !symmetries.iter().all(|symmetry| symmetry.keeps(open.piece)) {
            return None;
        }
        let mut images = BTreeMap::new();
        let mut is_seen = vec![false; compiled.pieces[open.piece].placements.len()];
        for &placement in &open.placements {
            if is_seen[placement] {
                continue;
            }
            let mut leading = Vec::new();
            for (index, symmetry) in symmetries.iter().enumerate() {
                let (_, image) = symmetry.image(open.piece, placement)?;
                if !std::mem::replace(&mut is_seen[image], true) {
                    leading.push(index);
                }
            }
            images.insert(placement, leading);
        }
        let saved = open.placements.len() as f64 / images.len() as f64;
        Some((saved, Pin { piece: open.piece, images }))
    });
    // The most saved; among equals, the piece with the fewest ways left.
    let better = |a: &(f64, Pin), b: &(f64, Pin)| a.0.total_cmp(&b.0).then(b.1.images.len().cmp(&a.1.images.len()));
    pins.max_by(better).map(|(_, pin)| pin)
}
