//! Boards as pictures: flat ones with borders between the pieces, boxes and pyramids layer by layer and as they stand
//! before one, and the pieces that are still to be placed.

mod balls;
mod occupancy;
mod outline;
mod request;
mod solid;
#[cfg(test)]
mod tests;
mod tiles;
mod tiling;
mod tray;

use crate::{
    page::{Backdrop, Lattice, PieceOnPage, Stage},
    picture::{Anchor, Colour, Point, Scene, Shape},
    report::View,
};

use super::{Compiled, board::Board, lattice};

pub(super) use occupancy::Occupancy;
pub(super) use request::draw;
use solid::Cube;
use tiling::Tiling;

const PAPER: Colour = [255, 255, 255];
const INK: Colour = [90, 90, 90];
const MARGIN: f32 = 22.0;

/// The board with what lies on it.
pub(super) fn board(occupancy: &Occupancy<'_>) -> Scene {
    let board = occupancy.board();
    if board.is_planar() { flat(occupancy) } else { solid(occupancy) }
}

/// The board with what lies on it, and below it the pieces that do not.
pub(super) fn board_and_pieces(occupancy: &Occupancy<'_>) -> Scene {
    let scene = board(occupancy);
    let left = occupancy.unplaced();
    if left.is_empty() {
        return scene;
    }
    let side = (tiling(occupancy.board()).side * 0.75).clamp(8.0, 30.0);
    let width = (scene.width - 2.0 * MARGIN).max(420.0);
    let tray = tray::tray(occupancy.compiled, &left, side, width);
    let mut whole = Scene::sheet(
        scene.width.max(tray.width + 2.0 * MARGIN),
        scene.height + tray.height + MARGIN + 14.0,
        title(occupancy.compiled),
        PAPER,
    );
    let at = ((whole.width - scene.width) / 2.0, 0.0);
    let below = scene.height + 10.0;
    whole.put(scene, at, 1.0);
    whole.put(tray, (MARGIN, below), 1.0);
    whole
}

/// The pieces of a puzzle, without its board.
pub(super) fn pieces(compiled: &Compiled, title: String) -> Scene {
    let all: Vec<usize> = (0..compiled.pieces.len()).collect();
    let tray = tray::tray(compiled, &all, 26.0, 900.0);
    let mut sheet = Scene::sheet(tray.width + 2.0 * MARGIN, tray.height + 2.0 * MARGIN, title, PAPER);
    sheet.put(tray, (MARGIN, MARGIN), 1.0);
    sheet
}

/// What a picture of the puzzle is called.
fn title(compiled: &Compiled) -> String {
    let board = &compiled.puzzle.board;
    format!("Polyominoes, {}, {} pieces", board.size_text(), compiled.puzzle.pieces.len())
}

/// The cells of a layer: large boards have small ones.
fn tiling(board: &Board) -> Tiling {
    let largest = if board.is_planar() { 44.0 } else { 34.0 };
    let size = board.layer_sizes().last().unwrap_or((1, 1));
    Tiling::fitting(board.lattice(), size, largest)
}

fn flat(occupancy: &Occupancy<'_>) -> Scene {
    let (board, tiling) = (occupancy.board(), tiling(occupancy.board()));
    let (rows, columns) = board.layer_sizes().next().unwrap_or((0, 0));
    let (wide, high) = tiling.size((rows, columns + board.shift() as usize));
    let mut scene = Scene::sheet(wide + 2.0 * MARGIN, high + 2.0 * MARGIN, title(occupancy.compiled), PAPER);
    scene.shapes.push(Shape::Group((MARGIN, MARGIN), 1.0, tiles::layer(occupancy, 0, tiling)));
    scene
}

/// The whole on the left, its layers on the right.
fn solid(occupancy: &Occupancy<'_>) -> Scene {
    let whole = standing(occupancy);
    let layers = layers(occupancy);
    let height = whole.height.max(layers.height) + 2.0 * MARGIN;
    let width = whole.width + layers.width + 3.0 * MARGIN;
    let mut scene = Scene::sheet(width, height, title(occupancy.compiled), PAPER);
    let down = |part: &Scene| (height - part.height) / 2.0;
    let (left, right) = ((MARGIN, down(&whole)), (whole.width + 2.0 * MARGIN, down(&layers)));
    scene.put(whole, left, 1.0);
    scene.put(layers, right, 1.0);
    scene
}

/// The pieces as they stand before one.
fn standing(occupancy: &Occupancy<'_>) -> Scene {
    let board = occupancy.board();
    if board.lattice() == lattice::Lattice::Balls {
        return balls::pyramid(occupancy, (170.0 / board.depth().max(1) as f32).clamp(5.0, 34.0));
    }
    let placed = occupancy.owners.iter().enumerate().filter_map(|(cell, owner)| Some((cell, (*owner)?)));
    let cubes = placed.map(|(cell, piece)| {
        let spot = board.spots()[cell];
        // The first layer is the highest, as it is in a pyramid.
        let place = (spot.column as i32, spot.row as i32, (board.depth() - 1 - spot.layer) as i32);
        Cube { place, owner: piece, colour: occupancy.colour(piece), name: occupancy.name(piece) }
    });
    let longest = board.width().max(board.height()).max(board.depth()) as f32;
    solid::cubes(&cubes.collect::<Vec<_>>(), (240.0 / longest).clamp(5.0, 52.0))
}

/// All layers beside and below each other, the first on the left.
fn layers(occupancy: &Occupancy<'_>) -> Scene {
    let (board, tiling) = (occupancy.board(), tiling(occupancy.board()));
    let side = tiling.side;
    let (gap, head) = (side * 0.7, 22.0);
    let sizes: Vec<(usize, usize)> = board.layer_sizes().collect();
    let is_pyramid = board.lattice() == lattice::Lattice::Balls;
    let per_row = match sizes.len() {
        _ if is_pyramid => sizes.len().min(3),
        _ if board.width() > 2 * board.height() => 1,
        _ if sizes.len() <= 3 && board.width() <= 6 => sizes.len(),
        _ => ((sizes.len() as f32).sqrt().ceil() as usize).max(1),
    };
    let mut scene = Scene::default();
    let mut top = 0.0;
    for (row, sizes) in sizes.chunks(per_row).enumerate() {
        let mut left = 0.0;
        let high = sizes.iter().map(|size| size.0).max().unwrap_or(0) as f32 * side;
        for (column, (height, width)) in sizes.iter().enumerate() {
            let layer = row * per_row + column;
            let name = if layer == 0 { "Top layer".to_owned() } else { format!("Layer {}", layer + 1) };
            scene.shapes.push(Shape::Text((left, top + 13.0), 9.0, Anchor::Start, INK, name));
            let shapes =
                if is_pyramid { balls::layer(occupancy, layer, side) } else { tiles::layer(occupancy, layer, tiling) };
            scene.shapes.push(Shape::Group((left, top + head + (high - *height as f32 * side) / 2.0), 1.0, shapes));
            // A small layer still has its name over it.
            left += (*width as f32 * side).max(76.0) + gap;
        }
        scene.width = scene.width.max(left - gap);
        top += head + high + gap;
    }
    scene.height = top - gap;
    scene
}

/// The puzzle without a solution, for a page.
pub(super) fn view(compiled: &Compiled) -> View {
    View { backdrop: Backdrop::Scene(board_and_pieces(&Occupancy::given(compiled))), stage: stage(compiled) }
}

/// The board and its pieces for a page that shows solutions.
fn stage(compiled: &Compiled) -> Stage {
    let board = &compiled.puzzle.board;
    let given = Occupancy::given(compiled);
    let lattice = match board.lattice() {
        lattice::Lattice::Balls => Lattice::Pyramid,
        _ if board.is_planar() => Lattice::Flat,
        _ => Lattice::Box,
    };
    let pieces = (0..compiled.pieces.len()).map(|piece| PieceOnPage {
        name: if lattice == Lattice::Flat { given.letter(piece) } else { given.name(piece) },
        kind: given.letter(piece),
        colour: given.colour(piece),
    });
    Stage::Cells {
        lattice,
        size: [board.width(), board.height(), board.depth()],
        cells: board.spots().iter().map(|spot| [spot.column, spot.row, spot.layer]).collect(),
        corners: board.lattice().is_staggered().then(|| corners(board)),
        given: (0..board.cells()).filter(|cell| given.is_given[*cell]).collect(),
        pieces: pieces.collect(),
    }
}

/// The corners of each cell of a flat board, for a page.
fn corners(board: &Board) -> Vec<Vec<Point>> {
    let side = if board.lattice() == lattice::Lattice::Triangles { 66.0 } else { 28.0 };
    let tiling = Tiling::new(board.lattice(), side);
    let places = board.spots().iter().map(|spot| (spot.column as i32 + board.shift(), spot.row as i32));
    // Pages are read by people, too.
    let round = |(x, y): Point| ((x * 100.0).round() / 100.0, (y * 100.0).round() / 100.0);
    places.map(|place| tiling.corners(place).into_iter().map(|corner| round(tiling.at(corner))).collect()).collect()
}
