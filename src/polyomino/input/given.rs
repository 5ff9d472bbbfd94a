//! The block of pieces that are placed already.

use std::collections::BTreeMap;

use crate::{
    diagnostics::{Diagnostic, Line, Source},
    words::counted,
};

use super::{
    super::{
        board::{Board, Spot},
        lattice::Lattice,
        placements::placements,
        puzzle::{Given, Piece, Rules},
    },
    letters::is_letter,
    reader::Reader,
};

const GIVEN_HELP: &str = "under GIVEN draw the board again, with the letters of placed pieces and . elsewhere; \
                          of a pyramid the top layer comes first";

/// The block as it is drawn: the cells of each letter and where they stand.
pub(super) struct GivenDrawing<'a> {
    letters: BTreeMap<char, Vec<(usize, Line<'a>, usize)>>,
}

/// Reads the block if there is one.
pub(super) fn parse<'a>(reader: &mut Reader<'a>, board: &Board) -> Result<Option<GivenDrawing<'a>>, Diagnostic> {
    if reader.peek_filled().is_none_or(|line| !line.text.trim().eq_ignore_ascii_case("given")) {
        return Ok(None);
    }
    reader.next_filled();
    let source = reader.source;
    let cell_at: BTreeMap<Spot, usize> = board.spots().iter().enumerate().map(|(cell, spot)| (*spot, cell)).collect();
    let mut letters: BTreeMap<char, Vec<_>> = BTreeMap::new();
    for (layer, (height, width)) in board.layer_sizes().enumerate() {
        reader.expect_layer_mark(layer, board.lattice() == Lattice::Squares && board.depth() > 1)?;
        for row in 0..height {
            let line = reader.expect("a row under GIVEN").map_err(|error| error.help(GIVEN_HELP))?;
            let found = line.text.chars().count();
            let is_staggered = board.lattice().is_staggered();
            if found > width || (found < width && !is_staggered) {
                let error = source.error("this row under GIVEN has the wrong length", line, 0..line.text.len());
                let most = if is_staggered { "at most " } else { "" };
                return Err(error.label(format!("expected {most}{width} marks, found {found}")).help(GIVEN_HELP));
            }
            for (column, (at, mark)) in line.text.char_indices().enumerate() {
                let cell = cell_at.get(&Spot { layer, row, column });
                match (mark, cell) {
                    ('.', _) => {}
                    (' ', _) if is_staggered => {}
                    (_, Some(&cell)) if is_letter(mark) => letters.entry(mark).or_default().push((cell, line, at)),
                    (_, None) if is_letter(mark) => {
                        let columns = at..at + mark.len_utf8();
                        let error = source.error("a placed piece leaves the board", line, columns);
                        return Err(error.label("the board has no cell here").help(GIVEN_HELP));
                    }
                    _ => {
                        let title = format!("the mark {mark:?} under GIVEN means nothing");
                        let error = source.error(title, line, at..at + mark.len_utf8());
                        return Err(error.label("expected a letter or .").help(GIVEN_HELP));
                    }
                }
            }
        }
    }
    Ok(Some(GivenDrawing { letters }))
}

impl GivenDrawing<'_> {
    /// Finds the pieces the letters mean, and makes sure that they can lie like that.
    pub fn resolve(
        self,
        source: &Source,
        board: &Board,
        pieces: &[Piece],
        rules: Rules,
    ) -> Result<Vec<Given>, Diagnostic> {
        let mut given = Vec::new();
        for (letter, drawn) in self.letters {
            let (_, line, at) = drawn[0];
            let Some(first) = pieces.iter().position(|piece| piece.letter == letter) else {
                let error = source.error(format!("there is no piece {letter}"), line, at..at + letter.len_utf8());
                return Err(error.label("expected the letter of a piece or .").help(GIVEN_HELP));
            };
            let cells: Vec<usize> = drawn.iter().map(|(cell, _, _)| *cell).collect();
            let copies = pieces.iter().filter(|piece| piece.letter == letter).count();
            let (_, possible) = placements(board, &pieces[first], rules);
            let mut steps_left = MOST_STEPS;
            let Some(parts) = cut_up(&cells, &possible, copies, &mut steps_left) else {
                let size = pieces[first].cells.len();
                let label = match copies {
                    1 if size != cells.len() => {
                        let is = if cells.len() == 1 { "is" } else { "are" };
                        format!("piece {letter} has {}, {} {is} given", counted(size, "cell"), cells.len())
                    }
                    1 => format!("these {size} cells are not the shape of piece {letter} in any way it may be turned"),
                    _ if steps_left == 0 => {
                        format!("too many pieces {letter} lie side by side here to tell them apart: give fewer of them")
                    }
                    _ => format!("these cells are not made of up to {copies} pieces {letter}"),
                };
                let error =
                    source.error(format!("piece {letter} cannot lie like this"), line, at..at + letter.len_utf8());
                return Err(error.label(label).help(GIVEN_HELP));
            };
            given.extend(parts.into_iter().zip(first..).map(|(cells, piece)| Given { piece, cells }));
        }
        Ok(given)
    }
}

/// Cuts cells up into at most `most` of the possible placements. Where there are several ways it takes the first.
fn cut_up(cells: &[usize], possible: &[Vec<usize>], most: usize, steps_left: &mut u32) -> Option<Vec<Vec<usize>>> {
    if most == 1 {
        return possible.binary_search(&cells.to_vec()).is_ok().then(|| vec![cells.to_vec()]);
    }
    let mut is_open = vec![false; cells.last().map_or(0, |last| last + 1)];
    cells.iter().for_each(|cell| is_open[*cell] = true);
    let mut parts = Vec::new();
    fill(&mut is_open, possible, (most, steps_left), &mut parts).then_some(parts)
}

/// More steps than this are not taken to make sense of copies that lie side by side.
const MOST_STEPS: u32 = 1_000_000;

fn fill(
    is_open: &mut [bool],
    possible: &[Vec<usize>],
    (most, steps_left): (usize, &mut u32),
    parts: &mut Vec<Vec<usize>>,
) -> bool {
    let Some(first) = is_open.iter().position(|is_open| *is_open) else { return true };
    if parts.len() == most || *steps_left == 0 {
        return false;
    }
    // Placements are in order, so those that begin with the first cell lie together.
    let from = possible.partition_point(|placement| placement[0] < first);
    for placement in possible[from..].iter().take_while(|placement| placement[0] == first) {
        if !placement.iter().all(|cell| is_open.get(*cell) == Some(&true)) {
            continue;
        }
        *steps_left = steps_left.saturating_sub(1);
        placement.iter().for_each(|cell| is_open[*cell] = false);
        parts.push(placement.clone());
        if fill(is_open, possible, (most, steps_left), parts) {
            return true;
        }
        parts.pop();
        placement.iter().for_each(|cell| is_open[*cell] = true);
    }
    false
}
