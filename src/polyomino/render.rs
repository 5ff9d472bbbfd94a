//! Writes solutions fast: the text of an empty board is made once, and a [`Pen`] keeps the text of the last solution,
//! of which the next one changes only a few placements. The number of a solution is added up from the parts of its
//! placements, in the base it is written in.

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::{
    Arrangement, Compiled,
    arrangement::{FREE, grid_of, rows_of},
    solution::has_copies,
};

/// Digits of a limb of a number, as it is written.
const LIMB_DIGITS: usize = 8;
const LIMB: u64 = 100_000_000;
/// Numbers of more limbs are not worth it.
const MOST_LIMBS: usize = 64;

/// Places in a text, enough for most pieces. Fewer cells take some twice: so many can be written without a branch.
type Places = [u16; 8];

/// A text with a place for each cell of the board.
#[derive(Clone, Debug)]
struct Form {
    text: Vec<u8>,
    /// Where in the text the cells of all placements are, and by piece where its own begin and how many blocks each
    /// has.
    places: Vec<Places>,
    pieces: Vec<(usize, usize)>,
}

/// What a piece adds to the list of placements, where pieces share a letter.
#[derive(Clone, Debug)]
struct Listed {
    /// The piece that has the same placements, whose texts are kept for all of them.
    kind: usize,
    /// The cells of each placement as JSON, one after the other, and where each ends.
    cells: Vec<u8>,
    ends: Vec<usize>,
    /// What follows the cells.
    after: String,
}

/// What is needed to write the boards of one puzzle.
#[derive(Clone, Debug)]
pub(super) struct Renderer {
    letters: Vec<u8>,
    /// What one more digit of a piece adds to the number of the arrangement: limbs, the lowest first, piece by piece.
    worth: Vec<u64>,
    limbs: usize,
    /// Does every solution cover every cell?
    is_always_full: bool,
    rows: Form,
    json: Form,
    /// Where letters do not tell pieces apart, by piece.
    listed: Vec<Listed>,
}

impl Renderer {
    /// `None` where the plain way is needed: letters that are no single bytes, numbers of very many digits,
    /// or a drawing of very many marks.
    pub fn new(compiled: &Compiled) -> Option<Self> {
        let board = &compiled.puzzle.board;
        let letters = compiled.puzzle.pieces.iter().map(|piece| u8::try_from(piece.letter).ok());
        let letters: Vec<u8> = letters.collect::<Option<Vec<u8>>>().filter(|all| all.is_ascii())?;
        let limbs = compiled.id_space().to_string().len().div_ceil(LIMB_DIGITS);
        if limbs > MOST_LIMBS {
            return None;
        }
        let mut worth = vec![0; compiled.pieces.len() * limbs];
        let mut one = BigUint::from(1u32);
        for (piece, worth) in compiled.pieces.iter().rev().zip(worth.rchunks_exact_mut(limbs)) {
            worth.copy_from_slice(&limbs_of(&one, limbs));
            one *= piece.placements.len() + 1;
        }
        // Marks that stand for themselves show where in the text each cell is.
        let empty = vec![FREE; board.cells()];
        let grid = rows_of(board, &empty);
        let mut rows = String::new();
        for (layer, lines) in grid.iter().enumerate() {
            if grid.len() > 1 {
                rows += &format!("Z: {layer}\n");
            }
            lines.iter().for_each(|line| rows += &format!("{line}\n"));
        }
        let json = serde_json::to_string(&grid_of(board, &empty)).ok()?;
        Some(Self {
            letters,
            worth,
            limbs,
            is_always_full: compiled.puzzle.holes() == Some(0),
            rows: Form::new(rows, compiled)?,
            json: Form::new(json, compiled)?,
            listed: if has_copies(compiled) { listed(compiled) } else { Vec::new() },
        })
    }

    fn form(&self, is_json: bool) -> &Form {
        if is_json { &self.json } else { &self.rows }
    }
}

/// Writes solutions one after the other. In a solution no pieces lie on each other, so what a piece has left another
/// one may take, and everything else stays.
#[derive(Clone, Debug)]
pub(super) struct Pen {
    renderer: Arc<Renderer>,
    /// The digits of the last solution.
    digits: Vec<u16>,
    /// The text as that solution has left it, and which one it is.
    text: Vec<u8>,
    is_json: bool,
    /// The limbs of its number, the lowest first, before what is too large for a limb is carried over to the next.
    sums: Vec<u64>,
    /// The number as it is written, with all digits of all limbs.
    number: Vec<u8>,
}

impl Pen {
    /// Nothing is written yet.
    pub fn new(renderer: &Arc<Renderer>) -> Self {
        Self {
            digits: vec![0; renderer.letters.len()],
            text: renderer.json.text.clone(),
            is_json: true,
            sums: vec![0; renderer.limbs],
            number: vec![b'0'; renderer.limbs * LIMB_DIGITS],
            renderer: Arc::clone(renderer),
        }
    }

    /// Appends the rows of the board.
    pub fn push_rows(&mut self, arrangement: &Arrangement, to: &mut Vec<u8>) {
        self.choose(false);
        self.follow(arrangement);
        to.extend_from_slice(&self.text);
    }

    /// Appends the grid as JSON.
    pub fn push_grid(&mut self, arrangement: &Arrangement, to: &mut Vec<u8>) {
        self.choose(true);
        self.follow(arrangement);
        to.extend_from_slice(&self.text);
    }

    /// Begins anew with the other text, unless it is the one already.
    fn choose(&mut self, is_json: bool) {
        if self.is_json != is_json {
            self.is_json = is_json;
            self.text.clone_from(&self.renderer.form(is_json).text);
            self.digits.fill(0);
            self.sums.fill(0);
        }
    }

    /// Puts another solution in the place of the last one.
    fn follow(&mut self, arrangement: &Arrangement) {
        let Self { renderer, digits, text, sums, .. } = self;
        let form = renderer.form(self.is_json);
        if !renderer.is_always_full {
            each_change(digits, arrangement.digits(), |piece, old, _| form.put(text, piece, old, FREE as u8));
        }
        each_change(digits, arrangement.digits(), |piece, old, new| {
            form.put(text, piece, new, renderer.letters[piece]);
            // A digit has 16 bits and a limb 27: more pieces than any puzzle has can be added up. What is taken away
            // was added before, so no sum falls below 0 in the end.
            let more = u64::from(new).wrapping_sub(u64::from(old));
            let worth = &renderer.worth[piece * renderer.limbs..][..renderer.limbs];
            sums.iter_mut().zip(worth).for_each(|(sum, limb)| *sum = sum.wrapping_add(more.wrapping_mul(*limb)));
        });
        digits.copy_from_slice(arrangement.digits());
    }

    /// Appends the list of placements as JSON, if letters do not tell pieces apart. Did it?
    pub fn push_placements(&self, arrangement: &Arrangement, to: &mut Vec<u8>) -> bool {
        let listed = &self.renderer.listed;
        let mut before = b'[';
        for (piece, placement) in listed.iter().zip(arrangement.placements()) {
            let Some(placement) = placement else { continue };
            let Listed { cells, ends, .. } = &listed[piece.kind];
            let begin = if placement == 0 { 0 } else { ends[placement - 1] };
            to.push(std::mem::replace(&mut before, b','));
            to.extend_from_slice(b"{\"cells\":");
            to.extend_from_slice(&cells[begin..ends[placement]]);
            to.extend_from_slice(piece.after.as_bytes());
        }
        match before {
            _ if listed.is_empty() => return false,
            b'[' => to.extend_from_slice(b"[]"),
            _ => to.push(b']'),
        }
        true
    }

    /// Appends the placement id.
    pub fn push_id(&mut self, arrangement: &Arrangement, to: &mut Vec<u8>) {
        self.follow(arrangement);
        let mut carry = 0;
        for (sum, digits) in self.sums.iter().zip(self.number.rchunks_exact_mut(LIMB_DIGITS)) {
            let whole = *sum + carry;
            carry = whole / LIMB;
            digits.copy_from_slice(&digits_of((whole % LIMB) as u32));
        }
        let zeros = self.number.iter().take_while(|digit| **digit == b'0').count();
        to.extend_from_slice(&self.number[zeros.min(self.number.len() - 1)..]);
    }

    /// The placement id as a text.
    pub fn id(&mut self, arrangement: &Arrangement) -> String {
        let mut text = Vec::new();
        self.push_id(arrangement, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    }
}

/// Calls `change` with the pieces whose digits are not the same, the old digit and the new one. Which pieces these are
/// is found without a branch: nobody can foresee it, and a branch that is not foreseen takes longer than a few
/// comparisons.
fn each_change(old: &[u16], new: &[u16], mut change: impl FnMut(usize, u16, u16)) {
    for (block, (old, new)) in old.chunks(32).zip(new.chunks(32)).enumerate() {
        let differ = old.iter().zip(new).enumerate();
        let mut left = differ.fold(0u32, |all, (at, (old, new))| all | u32::from(old != new) << at);
        while left > 0 {
            let at = left.trailing_zeros() as usize;
            change(32 * block + at, old[at], new[at]);
            left &= left - 1;
        }
    }
}

/// All numbers of two digits.
const PAIRS: [[u8; 2]; 100] = {
    let mut pairs = [[0; 2]; 100];
    let mut number = 0;
    while number < pairs.len() {
        pairs[number] = [b'0' + (number / 10) as u8, b'0' + (number % 10) as u8];
        number += 1;
    }
    pairs
};

/// All digits of a limb.
fn digits_of(limb: u32) -> [u8; LIMB_DIGITS] {
    let (high, low) = (limb / 10_000, limb % 10_000);
    let pair = |number: u32| PAIRS[number as usize % 100];
    let ([a, b], [c, d], [e, f], [g, h]) = (pair(high / 100), pair(high), pair(low / 100), pair(low));
    [a, b, c, d, e, f, g, h]
}

/// The limbs of a number, the lowest first.
fn limbs_of(number: &BigUint, limbs: usize) -> Vec<u64> {
    let mut rest = number.clone();
    let mut all = Vec::with_capacity(limbs);
    for _ in 0..limbs {
        all.push((&rest % LIMB).to_u64().unwrap_or(0));
        rest /= LIMB;
    }
    all
}

/// What each piece adds to the list of placements.
fn listed(compiled: &Compiled) -> Vec<Listed> {
    let (pieces, spots) = (&compiled.puzzle.pieces, compiled.puzzle.board.spots());
    let mut copy = 0;
    let listed = pieces.iter().zip(&compiled.pieces).enumerate().map(|(piece, (shape, placed))| {
        copy = if piece > 0 && pieces[piece - 1].letter == shape.letter { copy + 1 } else { 1 };
        let mut listed = Listed {
            kind: piece,
            cells: Vec::new(),
            ends: Vec::new(),
            after: format!(",\"copy\":{copy},\"piece\":\"{}\"}}", shape.letter),
        };
        if compiled.pieces[placed.kind].placements == placed.placements && placed.kind != piece {
            listed.kind = placed.kind;
            return listed;
        }
        for cells in &placed.placements {
            let mut before = b'[';
            for spot in cells.iter_ones().map(|cell| spots[cell]) {
                listed.cells.push(std::mem::replace(&mut before, b','));
                listed.cells.extend(format!("[{},{},{}]", spot.layer, spot.row, spot.column).bytes());
            }
            listed.cells.push(b']');
            listed.ends.push(listed.cells.len());
        }
        listed
    });
    listed.collect()
}

impl Form {
    /// Every mark of a free cell is a place. They come in the order of the cells.
    fn new(text: String, compiled: &Compiled) -> Option<Self> {
        let text = text.into_bytes();
        let marks = (0..text.len()).filter(|at| text[*at] == FREE as u8).map(|at| u16::try_from(at).ok());
        let marks = marks.collect::<Option<Vec<u16>>>()?;
        let mut places = Vec::new();
        let mut pieces = Vec::new();
        for piece in &compiled.pieces {
            let blocks = piece.placements.first().map_or(0, |cells| cells.count_ones().div_ceil(8));
            pieces.push((places.len(), blocks));
            for cells in &piece.placements {
                let cells: Vec<u16> = cells.iter_ones().map(|cell| marks[cell]).collect();
                places.extend(cells.chunks(8).map(|block| std::array::from_fn(|at| block[at.min(block.len() - 1)])));
            }
        }
        Some(Self { text, places, pieces })
    }

    /// Puts a mark on the cells of a piece with this digit.
    #[inline]
    fn put(&self, text: &mut [u8], piece: usize, digit: u16, mark: u8) {
        let Some(placement) = usize::from(digit).checked_sub(1) else { return };
        let (first, blocks) = self.pieces[piece];
        for places in &self.places[first + placement * blocks..][..blocks] {
            places.iter().for_each(|place| text[usize::from(*place)] = mark);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{super::tests::puzzles, *};

    proptest! {
        /// The fast way writes what the plain one writes, one arrangement after the other.
        #[test]
        fn numbers_and_boards_are_as_told_elsewhere(puzzle in puzzles(), chances in prop::collection::vec(any::<u64>(), 4)) {
            let compiled = Compiled::new(puzzle);
            let Some(renderer) = Renderer::new(&compiled).map(Arc::new) else { return Ok(()) };
            let mut pen = Pen::new(&renderer);
            let last = compiled.id_space() - 1u32;
            let ids = chances.iter().map(|chance| BigUint::from(*chance) % compiled.id_space());
            for id in [BigUint::ZERO, last].into_iter().chain(ids) {
                let arrangement = Arrangement::from_placement_id(&id, &compiled).unwrap();
                prop_assert_eq!(pen.id(&arrangement), id.to_string());
                let mut placements = Vec::new();
                if pen.push_placements(&arrangement, &mut placements) {
                    let plain = super::super::solution::placements(&arrangement, &compiled).to_string();
                    prop_assert_eq!(String::from_utf8(placements).unwrap(), plain);
                }
                let grid = arrangement.grid(&compiled);
                // Where pieces lie on each other, only one of them can be seen.
                if grid.iter().flatten().any(|row| row.contains('*')) {
                    continue;
                }
                let (mut json, mut rows) = (Vec::new(), Vec::new());
                pen.push_grid(&arrangement, &mut json);
                pen.push_rows(&arrangement, &mut rows);
                prop_assert_eq!(String::from_utf8(json).unwrap(), serde_json::to_string(&grid).unwrap());
                let lines = String::from_utf8(rows).unwrap();
                let lines: Vec<&str> = lines.lines().filter(|line| !line.starts_with("Z:")).collect();
                let drawn = rows_of(&compiled.puzzle.board, &arrangement.letters(&compiled));
                prop_assert_eq!(lines, drawn.iter().flatten().map(String::as_str).collect::<Vec<_>>());
            }
        }
    }
}
