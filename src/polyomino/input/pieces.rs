//! The drawings of the pieces.

use std::ops::Range;

use crate::{
    diagnostics::{Diagnostic, Line, Source},
    words::counted,
};

use super::{
    super::{
        board::{MAX_CELLS, Point, is_read_shifted},
        lattice::Lattice,
        puzzle::Piece,
        supply::{MOST_BITS, Supply},
    },
    header::Header,
    letters::{LETTERS, MAX_PIECES, is_letter},
    reader::Reader,
};

/// No piece can be larger than the largest board.
const MAX_EXTENT: usize = 1024;

const PIECE_HELP: &str = "every piece is drawn with one letter, A-Z or a-z; another letter begins another piece";

/// Where a mark of a line ends that begins at a byte.
fn mark_at(line: Line<'_>, at: usize) -> Range<usize> {
    at..at + line.text[at..].chars().next().map_or(1, char::len_utf8)
}

const COPIES_HELP: &str = "after the drawing of a piece, COPIES 3 says that there are three of it";

/// A piece, and where each of its cells is drawn.
pub(super) struct DrawnPiece<'a> {
    pub piece: Piece,
    /// How many there are of it.
    pub copies: usize,
    places: Vec<(Line<'a>, usize)>,
    /// Where it would go on from a piece with the same letter, were it not for an empty line.
    after_gap: Option<Line<'a>>,
}

/// The pieces of a case, and what its reader should know about them.
pub(super) struct DrawnPieces<'a> {
    pub pieces: Vec<DrawnPiece<'a>>,
    pub notes: Vec<String>,
}

/// A piece while its rows come in.
struct Drawing<'a> {
    first: Line<'a>,
    letter: Option<char>,
    cells: Vec<Point>,
    places: Vec<(Line<'a>, usize)>,
    row: i32,
    layer: i32,
    has_layers: bool,
    after_gap: Option<Line<'a>>,
}

impl<'a> Drawing<'a> {
    fn begin(first: Line<'a>, has_layers: bool) -> Self {
        let (cells, places) = (Vec::new(), Vec::new());
        Self { first, letter: None, cells, places, row: 0, layer: 0, has_layers, after_gap: None }
    }
}

/// Reads all pieces up to the end of the file.
pub(super) fn parse<'a>(reader: &mut Reader<'a>, header: &Header<'a>) -> Result<DrawnPieces<'a>, Diagnostic> {
    let source = reader.source;
    let mut pieces: Vec<DrawnPiece<'a>> = Vec::new();
    let mut drawing: Option<Drawing<'a>> = None;
    let mut gap = false;
    while let Some(line) = reader.next() {
        if line.text.is_empty() {
            gap = true;
            continue;
        }
        if let Some(layer) = reader.layer_mark(line)? {
            if layer == 0 {
                finish(source, drawing.replace(Drawing::begin(line, true)), header, &mut pieces)?;
            } else {
                next_layer(source, drawing.as_mut(), line, layer)?;
            }
            gap = false;
            continue;
        }
        let mut words = line.text.split_whitespace();
        let first = words.next().unwrap_or_default();
        // Rows of pieces have one letter: in large letters or small, these are no pieces.
        if first.eq_ignore_ascii_case("copies") {
            finish(source, drawing.take(), header, &mut pieces)?;
            set_copies(source, &mut pieces, (line, words.collect()))?;
            gap = false;
            continue;
        }
        if first.eq_ignore_ascii_case("given") {
            let error = source.error("GIVEN stands after the pieces", line, 0..line.text.len());
            return Err(error
                .label("expected a row of a piece")
                .help("the given pieces are drawn right after the board"));
        }
        let letter = letter_of_row(source, line)?;
        let continues = drawing
            .as_ref()
            .is_some_and(|drawing| drawing.letter.is_none() || letter.is_none() || drawing.letter == letter);
        if !continues && drawing.as_ref().is_some_and(|drawing| drawing.layer > 0 && drawing.row == 0) {
            let error = source.error("this layer is drawn with another letter", line, 0..line.text.len());
            return Err(error
                .label("expected the letter of the layers before")
                .help("a new piece with layers begins with Z: 0"));
        }
        if !continues {
            finish(source, drawing.replace(Drawing::begin(line, false)), header, &mut pieces)?;
        } else if gap && drawing.as_ref().is_some_and(|drawing| drawing.letter.is_some()) {
            // One letter may draw two pieces if the header counts both.
            finish(source, drawing.replace(Drawing::begin(line, false)), header, &mut pieces)?;
            drawing.as_mut().expect("a drawing was begun").after_gap = Some(line);
        }
        gap = false;
        add_row(source, drawing.as_mut().expect("a drawing was begun"), line, letter)?;
    }
    finish(source, drawing, header, &mut pieces)?;
    let fields = Supply::bits_for(pieces.iter().map(|drawn| drawn.copies).chain([MAX_CELLS]));
    if fields > MOST_BITS {
        let (line, columns) = header.pieces_at.clone();
        let error = source.error("there are too many copies of too many pieces", line, columns);
        return Err(error.label("fewer pieces, or fewer of them with COPIES"));
    }
    let mut notes = Vec::new();
    if pieces.len() == header.pieces {
        rename_repeated(source, &mut pieces, &mut notes)?;
    } else {
        return Err(wrong_number(source, header, &pieces));
    }
    let in_parts = pieces.iter().filter(|drawn| drawn.piece.cell_apart(header.lattice).is_some());
    notes.extend(in_parts.map(|drawn| {
        format!("piece {} is in several parts, which keep their distance: is that meant?", drawn.piece.letter)
    }));
    Ok(DrawnPieces { pieces, notes })
}

/// An error about pieces that are not as many as the header says.
fn wrong_number(source: &Source, header: &Header<'_>, pieces: &[DrawnPiece<'_>]) -> Diagnostic {
    let drawn = pieces.len();
    let repeated = (0..drawn).find_map(|at| Some((at, earlier_with_letter(pieces, at)?)));
    if let Some((at, earlier)) = repeated {
        let letter = pieces[at].piece.letter;
        if let Some(line) = pieces[at].after_gap {
            return source
                .error(format!("piece {letter} is interrupted by an empty line"), line, 0..line.text.len())
                .label("this row would not touch the rows before")
                .help(PIECE_HELP);
        }
        let (line, column) = pieces[at].places[0];
        return source
            .error(format!("letter {letter} draws two pieces"), line, mark_at(line, column))
            .label(format!("piece {letter} was drawn in line {} already", pieces[earlier].places[0].0.number))
            .help(PIECE_HELP);
    }
    if let Some(extra) = pieces.get(header.pieces) {
        let (line, column) = extra.places[0];
        let title = match header.pieces {
            1 => "there is more than the one piece the header says".to_owned(),
            pieces => format!("there are more than the {pieces} pieces the header says"),
        };
        let label = format!("piece {} is one too many", extra.piece.letter);
        return source.error(title, line, mark_at(line, column)).label(label).help(PIECE_HELP);
    }
    let (line, columns) = header.pieces_at.clone();
    let is = if drawn == 1 { "is" } else { "are" };
    let title = format!("the header says {}, but {drawn} {is} drawn", counted(header.pieces, "piece"));
    source.error(title, line, columns).label(format!("expected {drawn}")).help(PIECE_HELP)
}

/// The first piece with the same letter, if it is another one.
fn earlier_with_letter(pieces: &[DrawnPiece<'_>], at: usize) -> Option<usize> {
    pieces[..at].iter().position(|drawn| drawn.piece.letter == pieces[at].piece.letter)
}

/// Gives a letter of its own to every piece that is drawn with the letter of another.
fn rename_repeated(source: &Source, pieces: &mut [DrawnPiece<'_>], notes: &mut Vec<String>) -> Result<(), Diagnostic> {
    for at in 0..pieces.len() {
        if earlier_with_letter(pieces, at).is_none() {
            continue;
        }
        let (line, column) = pieces[at].places[0];
        let is_free = |letter: &char| pieces.iter().all(|drawn| drawn.piece.letter != *letter);
        let old = pieces[at].piece.letter;
        let new = LETTERS.chars().find(is_free).ok_or_else(|| {
            source
                .error(format!("letter {old} draws two pieces"), line, mark_at(line, column))
                .label("and no letter is left for the second")
                .help(PIECE_HELP)
        })?;
        notes.push(format!("letter {old} draws two pieces: the one in line {} is called {new}", line.number));
        pieces[at].piece.letter = new;
    }
    Ok(())
}

/// Takes in how many there are of the piece drawn last.
fn set_copies(
    source: &Source,
    pieces: &mut [DrawnPiece<'_>],
    (line, words): (Line<'_>, Vec<&str>),
) -> Result<(), Diagnostic> {
    let all = 0..line.text.len();
    let Some(drawn) = pieces.last_mut() else {
        let error = source.error("COPIES stands before any piece", line, all);
        return Err(error.label("expected a row of a piece").help(COPIES_HELP));
    };
    if drawn.copies != 1 {
        let error = source.error(format!("the copies of piece {} are counted twice", drawn.piece.letter), line, all);
        return Err(error.label("expected another piece").help(COPIES_HELP));
    }
    let number = if let [word] = words[..] { word.parse().ok() } else { None };
    let number = number.filter(|copies| (2..=MAX_CELLS).contains(copies));
    drawn.copies = number.ok_or_else(|| {
        let error = source.error("this is no number of copies", line, all);
        error.label(format!("expected a whole number from 2 to {MAX_CELLS}")).help(COPIES_HELP)
    })?;
    Ok(())
}

/// The one letter of a row; `None` if it has only blanks.
fn letter_of_row(source: &Source, line: Line<'_>) -> Result<Option<char>, Diagnostic> {
    let mut letter = None;
    for (at, mark) in line.text.char_indices() {
        let columns = at..at + mark.len_utf8();
        match (mark, letter) {
            (' ' | '.', _) => {}
            (_, None) if is_letter(mark) => letter = Some(mark),
            (_, Some(letter)) if letter == mark => {}
            (_, Some(letter)) if is_letter(mark) => {
                return Err(source
                    .error(format!("piece {letter} has another letter in its row"), line, columns)
                    .label(format!("expected '{letter}' or a blank"))
                    .help(PIECE_HELP));
            }
            ('\t', _) => {
                let error = source.error("a tab has no definite width", line, columns);
                return Err(error.label("expected blanks").help("blanks before a row count: write them as spaces"));
            }
            _ => {
                let error = source.error(format!("a piece cannot be drawn with {mark:?}"), line, columns);
                return Err(error.label("expected a letter, a blank or .").help(PIECE_HELP));
            }
        }
    }
    Ok(letter)
}

fn add_row<'a>(
    source: &Source,
    drawing: &mut Drawing<'a>,
    line: Line<'a>,
    letter: Option<char>,
) -> Result<(), Diagnostic> {
    let beyond = line.text.char_indices().nth(MAX_EXTENT);
    if beyond.is_some() || drawing.row as usize >= MAX_EXTENT || drawing.cells.len() > MAX_CELLS {
        let columns = beyond.map_or(line.text.len(), |(at, _)| at)..line.text.len();
        let error = source.error("this piece is larger than any board", line, columns);
        return Err(error.label(format!("at most {MAX_EXTENT} rows and columns, {MAX_CELLS} cells")));
    }
    drawing.letter = drawing.letter.or(letter);
    for (column, (at, mark)) in line.text.char_indices().enumerate() {
        if Some(mark) == letter {
            drawing.cells.push(Point::new(column as i32, drawing.row, drawing.layer));
            drawing.places.push((line, at));
        }
    }
    drawing.row += 1;
    Ok(())
}

fn next_layer<'a>(
    source: &Source,
    drawing: Option<&mut Drawing<'a>>,
    line: Line<'a>,
    layer: usize,
) -> Result<(), Diagnostic> {
    match drawing {
        Some(drawing) if drawing.has_layers && layer == drawing.layer as usize + 1 && layer < MAX_EXTENT => {
            drawing.layer += 1;
            drawing.row = 0;
            Ok(())
        }
        drawing => {
            let expected = drawing.filter(|drawing| drawing.has_layers).map_or(0, |drawing| drawing.layer + 1);
            Err(source
                .error(
                    format!("layer {layer} of a piece does not follow layer {}", layer.wrapping_sub(1)),
                    line,
                    0..line.text.len(),
                )
                .label(format!("expected Z: {expected}"))
                .help("a piece with layers begins with Z: 0, then Z: 1 and so on"))
        }
    }
}

/// Checks a drawn piece and files it.
fn finish<'a>(
    source: &Source,
    drawing: Option<Drawing<'a>>,
    header: &Header<'a>,
    pieces: &mut Vec<DrawnPiece<'a>>,
) -> Result<(), Diagnostic> {
    let Some(drawing) = drawing else { return Ok(()) };
    let first = drawing.first;
    let Some(letter) = drawing.letter else {
        let error = source.error("this piece has no cells", first, 0..first.text.len());
        return Err(error.label("expected rows with a letter").help(PIECE_HELP));
    };
    let (line, column) = drawing.places[0];
    if pieces.len() > MAX_PIECES {
        return Err(source
            .error("there are more pieces than letters", line, mark_at(line, column))
            .label(format!("piece {letter} is one too many"))
            .help(PIECE_HELP));
    }
    let lattice = header.lattice;
    if lattice != Lattice::Squares && drawing.layer > 0 {
        let error = source.error(format!("piece {letter} has layers"), line, mark_at(line, column));
        let of_what = if lattice == Lattice::Balls { "a pyramid" } else { lattice.cells_name() };
        return Err(error.label("expected a flat piece").help(format!("the pieces of {of_what} are flat")));
    }
    let mut cells = drawing.cells;
    if is_read_shifted(lattice, &cells) {
        cells.iter_mut().for_each(|cell| cell.x += 1);
    }
    if let Some(between) = cells.iter().position(|cell| !lattice.is_place(*cell)) {
        let (line, column) = drawing.places[between];
        return Err(source
            .error(format!("piece {letter} has a hexagon between the places of its row"), line, mark_at(line, column))
            .label("expected one column to the left or right")
            .help(
                "hexagons in a row stand two columns apart, and one column from those of the rows above and below, \
                 as in 'A A' above ' A A'",
            ));
    }
    let piece = Piece { letter, cells };
    pieces.push(DrawnPiece { piece, copies: 1, places: drawing.places, after_gap: drawing.after_gap });
    Ok(())
}
