//! Writes solutions fast: the text of an empty board is made once, and a solution only puts its letters into a copy of it.

use super::{Arrangement, Compiled, arrangement::FREE, arrangement::grid_of};

/// A text with a place for each cell of the board.
#[derive(Clone, Debug)]
struct Form {
    text: Vec<u8>,
    /// Where in the text each cell is.
    places: Vec<u32>,
}

/// What is needed to write the boards of one puzzle.
#[derive(Clone, Debug)]
pub(super) struct Renderer {
    /// The cells of each placement of each piece.
    cells: Vec<Vec<Box<[u16]>>>,
    letters: Vec<u8>,
    /// The numbers of each piece's ways to lie or not to lie.
    radices: Vec<u128>,
    rows: Form,
    json: Form,
}

impl Renderer {
    /// `None` where the plain way is needed: letters that are no single bytes, or ids of more than 128 bits.
    pub fn new(compiled: &Compiled) -> Option<Self> {
        let board = &compiled.puzzle.board;
        let letters = compiled.puzzle.pieces.iter().map(|piece| u8::try_from(piece.letter).ok());
        let letters: Vec<u8> = letters.collect::<Option<Vec<u8>>>().filter(|all| all.is_ascii())?;
        let radices: Vec<u128> = compiled.pieces.iter().map(|piece| piece.placements.len() as u128 + 1).collect();
        radices.iter().try_fold(1u128, |ids, radix| ids.checked_mul(*radix))?;
        let cells_of = |placements: &[super::placements::CellSet]| {
            placements.iter().map(|cells| cells.iter_ones().map(|cell| cell as u16).collect()).collect()
        };
        // Marks that stand for themselves show where in the text each cell is.
        let grid = grid_of(board, &vec![FREE; board.cells()]);
        let mut rows = String::new();
        for (layer, lines) in grid.iter().enumerate() {
            if grid.len() > 1 {
                rows += &format!("Z: {layer}\n");
            }
            lines.iter().for_each(|line| rows += &format!("{line}\n"));
        }
        let json = serde_json::to_string(&grid).ok()?;
        Some(Self {
            cells: compiled.pieces.iter().map(|piece| cells_of(&piece.placements)).collect(),
            letters,
            radices,
            rows: Form::new(rows),
            json: Form::new(json),
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
        for ((placement, cells), letter) in arrangement.placements().zip(&self.cells).zip(&self.letters) {
            for cell in placement.into_iter().flat_map(|at| cells[at].iter()) {
                text[form.places[usize::from(*cell)] as usize] = *letter;
            }
        }
    }

    /// The placement id.
    pub fn id(&self, arrangement: &Arrangement) -> u128 {
        let digits = arrangement.placements().map(|at| at.map_or(0, |at| at as u128 + 1));
        digits.zip(&self.radices).fold(0, |id, (digit, radix)| id * radix + digit)
    }
}

impl Form {
    /// Every mark of a free cell is a place. They come in the order of the cells.
    fn new(text: String) -> Self {
        let text = text.into_bytes();
        let places = (0u32..).zip(&text).filter(|(_, mark)| **mark == FREE as u8).map(|(at, _)| at).collect();
        Self { text, places }
    }
}
