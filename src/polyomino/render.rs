//! Writes solutions fast: the text of an empty board is made once, and a solution only puts its letters into a copy of it.
//! The number of a solution is added up from the parts of its placements, in the base it is written in.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::{
    Arrangement, Compiled,
    arrangement::{FREE, grid_of, rows_of},
    placements::CellSet,
};

/// Digits of a limb of a number, as it is written.
const LIMB_DIGITS: usize = 9;
const LIMB: u64 = 1_000_000_000;
/// Numbers of so many limbs are added up without an allocation.
const MOST_LIMBS: usize = 64;

/// A text with a place for each cell of the board.
#[derive(Clone, Debug)]
struct Form {
    text: Vec<u8>,
    /// By piece, where in the text the cells of its placements are, one placement after the other.
    places: Vec<Vec<u32>>,
}

/// What is needed to write the boards of one puzzle.
#[derive(Clone, Debug)]
pub(super) struct Renderer {
    /// By piece, its cells.
    sizes: Vec<usize>,
    letters: Vec<u8>,
    /// By piece, what one more digit adds to the number of the arrangement: limbs, the lowest first.
    worth: Vec<Vec<u64>>,
    limbs: usize,
    rows: Form,
    json: Form,
}

impl Renderer {
    /// `None` where the plain way is needed: letters that are no single bytes, or numbers of very many digits.
    pub fn new(compiled: &Compiled) -> Option<Self> {
        let board = &compiled.puzzle.board;
        let letters = compiled.puzzle.pieces.iter().map(|piece| u8::try_from(piece.letter).ok());
        let letters: Vec<u8> = letters.collect::<Option<Vec<u8>>>().filter(|all| all.is_ascii())?;
        let limbs = compiled.id_space().to_string().len().div_ceil(LIMB_DIGITS);
        if limbs > MOST_LIMBS {
            return None;
        }
        let mut worth = Vec::new();
        let mut one = BigUint::from(1u32);
        for piece in compiled.pieces.iter().rev() {
            worth.push(limbs_of(&one, limbs));
            one *= piece.placements.len() + 1;
        }
        worth.reverse();
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
            sizes: compiled.puzzle.pieces.iter().map(|piece| piece.cells.len()).collect(),
            letters,
            worth,
            limbs,
            rows: Form::new(rows, compiled),
            json: Form::new(json, compiled),
        })
    }

    /// Appends the rows of the board.
    pub fn push_rows(&self, arrangement: &Arrangement, to: &mut Vec<u8>) {
        self.push(&self.rows, arrangement, to);
    }

    /// Appends the grid as JSON.
    pub fn push_grid(&self, arrangement: &Arrangement, to: &mut Vec<u8>) {
        self.push(&self.json, arrangement, to);
    }

    fn push(&self, form: &Form, arrangement: &Arrangement, to: &mut Vec<u8>) {
        let from = to.len();
        to.extend_from_slice(&form.text);
        let text = &mut to[from..];
        for (piece, placement) in arrangement.placements().enumerate() {
            let Some(placement) = placement else { continue };
            let (size, letter) = (self.sizes[piece], self.letters[piece]);
            for place in &form.places[piece][placement * size..(placement + 1) * size] {
                text[*place as usize] = letter;
            }
        }
    }

    /// Appends the placement id.
    pub fn push_id(&self, arrangement: &Arrangement, to: &mut Vec<u8>) {
        let mut sums = [0u64; MOST_LIMBS];
        let sums = &mut sums[..self.limbs];
        // A digit has 16 bits and a limb 30, so that more pieces than any puzzle has can be added up.
        for (placement, worth) in arrangement.placements().zip(&self.worth) {
            let digit = placement.map_or(0, |placement| placement as u64 + 1);
            sums.iter_mut().zip(worth).for_each(|(sum, limb)| *sum += digit * limb);
        }
        let mut carry = 0;
        for sum in sums.iter_mut() {
            let whole = *sum + carry;
            (*sum, carry) = (whole % LIMB, whole / LIMB);
        }
        let highest = sums.iter().rposition(|limb| *limb > 0).unwrap_or(0);
        let from = to.len();
        for limb in sums[..=highest].iter().rev() {
            push_limb(*limb as u32, to);
        }
        let zeros = to[from..].iter().take_while(|digit| **digit == b'0').count().min(to.len() - from - 1);
        to.drain(from..from + zeros);
    }

    /// The placement id as a text.
    pub fn id(&self, arrangement: &Arrangement) -> String {
        let mut text = Vec::new();
        self.push_id(arrangement, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    }
}

/// Appends all digits of a limb.
fn push_limb(limb: u32, to: &mut Vec<u8>) {
    let mut digits = [b'0'; LIMB_DIGITS];
    let mut rest = limb;
    for digit in digits.iter_mut().rev() {
        *digit += (rest % 10) as u8;
        rest /= 10;
    }
    to.extend_from_slice(&digits);
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

impl Form {
    /// Every mark of a free cell is a place. They come in the order of the cells.
    fn new(text: String, compiled: &Compiled) -> Self {
        let text = text.into_bytes();
        let marks: Vec<u32> = (0u32..).zip(&text).filter(|(_, mark)| **mark == FREE as u8).map(|(at, _)| at).collect();
        let places_of = |placements: &[CellSet]| {
            placements.iter().flat_map(|cells| cells.iter_ones().map(|cell| marks[cell])).collect()
        };
        let places = compiled.pieces.iter().map(|piece| places_of(&piece.placements)).collect();
        Self { text, places }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{super::tests::puzzles, *};

    proptest! {
        /// The fast way writes what the plain one writes.
        #[test]
        fn numbers_and_boards_are_as_told_elsewhere(puzzle in puzzles(), chance in any::<u64>()) {
            let compiled = Compiled::new(puzzle);
            let Some(renderer) = Renderer::new(&compiled) else { return Ok(()) };
            for id in [BigUint::ZERO, compiled.id_space() - 1u32, BigUint::from(chance) % compiled.id_space()] {
                let arrangement = Arrangement::from_placement_id(&id, &compiled).unwrap();
                prop_assert_eq!(renderer.id(&arrangement), id.to_string());
                let (mut json, mut rows) = (Vec::new(), Vec::new());
                renderer.push_grid(&arrangement, &mut json);
                renderer.push_rows(&arrangement, &mut rows);
                let grid = arrangement.grid(&compiled);
                // Where pieces lie on each other, only one of them can be seen.
                let is_clear = !grid.iter().flatten().any(|row| row.contains('*'));
                if is_clear {
                    prop_assert_eq!(String::from_utf8(json).unwrap(), serde_json::to_string(&grid).unwrap());
                    let lines = String::from_utf8(rows).unwrap();
                    let lines: Vec<&str> = lines.lines().filter(|line| !line.starts_with("Z:")).collect();
                    let drawn = rows_of(&compiled.puzzle.board, &arrangement.letters(&compiled));
                    prop_assert_eq!(lines, drawn.iter().flatten().map(String::as_str).collect::<Vec<_>>());
                }
            }
        }
    }
}
