//! The first lines of a case: sizes, number of pieces, kind of board.

use std::ops::Range;

use crate::{
    diagnostics::{Diagnostic, Line},
    words::{Word, counted, words},
};

use super::{
    super::{board::MAX_CELLS, lattice::Lattice},
    letters::MAX_PIECES,
    reader::Reader,
};

/// No side of a board may be longer than this.
const MAX_SIDE: usize = 1000;

/// What the header says.
pub(super) struct Header<'a> {
    pub height: usize,
    pub width: usize,
    pub depth: usize,
    pub pieces: usize,
    pub lattice: Lattice,
    /// Is the board drawn?
    pub is_custom: bool,
    /// Where the number of pieces stands.
    pub pieces_at: (Line<'a>, Range<usize>),
}

const HEADER_HELP: &str = "a case begins with N M P (rows, columns, number of pieces) or H W D P (with layers), \
                           then DEFAULT, CUSTOM, PYRAMID, TRIANGLE or HEXAGON";

pub(super) fn parse<'a>(reader: &mut Reader<'a>) -> Result<Header<'a>, Diagnostic> {
    let source = reader.source;
    let line = reader.expect("the header").map_err(|error| error.help(HEADER_HELP))?;
    let words: Vec<Word<'_>> = words(line.text).collect();
    // The kind may stand on the header's line as well.
    let numbers = &words[..words.iter().take_while(|word| !is_kind(word.text)).count()];
    let values = numbers
        .iter()
        .map(|word| {
            word.text.parse::<usize>().map_err(|_| {
                let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                let title = match word.text.strip_prefix('-') {
                    Some(digits) if is_number(digits) => "this number is below 1",
                    _ if is_number(word.text) => "this number is too large",
                    _ => "the header holds something that is no number",
                };
                source.error(title, line, word.at.clone()).label("expected a whole number above 0").help(HEADER_HELP)
            })
        })
        .collect::<Result<Vec<_>, _>>()?;
    let (height, width, depth, pieces) = match values[..] {
        [height, width, pieces] => (height, width, None, pieces),
        [height, width, depth, pieces] => (height, width, Some(depth), pieces),
        _ => {
            let end = line.text.len();
            let columns = if values.len() < 3 { end..end } else { numbers[4].at.start..end };
            let found = format!("the header has {}", counted(values.len(), "number"));
            return Err(source.error(found, line, columns).label("expected 3 or 4 numbers").help(HEADER_HELP));
        }
    };
    let Kind { lattice, is_custom, at: kind_at } = parse_kind(reader, line, &words[numbers.len()..])?;

    let at = |index: usize| numbers[index].at.clone();
    for (index, &value) in values.iter().enumerate() {
        let is_pieces = index + 1 == values.len();
        let (what, most) = if is_pieces { ("pieces", MAX_PIECES) } else { ("a side", MAX_SIDE) };
        if value == 0 {
            let title = if is_pieces { "a case needs at least one piece" } else { "the board has no cells" };
            return Err(source.error(title, line, at(index)).label("expected a number above 0").help(HEADER_HELP));
        }
        if value > most {
            let title = if is_pieces {
                "there are not enough letters for so many pieces".to_owned()
            } else {
                "the board is too large".to_owned()
            };
            return Err(source.error(title, line, at(index)).label(format!("{what}: at most {most}")));
        }
    }
    if lattice == Lattice::Balls && (height != width || depth.is_some_and(|depth| depth != height)) {
        let (line, columns) = kind_at;
        return Err(source
            .error("the base of a pyramid is a square", line, columns)
            .label(format!("expected equal sides, not {height} and {width}"))
            .help("write N N P: a pyramid of base N has N layers"));
    }
    if let Some(layers) = depth.filter(|depth| lattice.is_staggered() && *depth > 1) {
        return Err(source
            .error(format!("boards of {} are flat", lattice.cells_name()), line, at(2))
            .label(format!("expected one layer, not {layers}"))
            .help(HEADER_HELP));
    }
    // A custom board is counted when it has been read: only its cells matter.
    let cells = match lattice {
        _ if is_custom => 0,
        Lattice::Balls => height * (height + 1) * (2 * height + 1) / 6,
        Lattice::Triangles => 2 * height * width,
        Lattice::Squares | Lattice::Hexagons => height * width * depth.unwrap_or(1),
    };
    if cells > MAX_CELLS {
        return Err(source
            .error(format!("the board has {cells} cells"), line, 0..at(values.len() - 2).end)
            .label(format!("at most {MAX_CELLS} cells")));
    }
    let pieces_at = (line, at(values.len() - 1));
    Ok(Header { height, width, depth: depth.unwrap_or(1), pieces, lattice, is_custom, pieces_at })
}

/// What kind of board it is, and where that is said.
struct Kind<'a> {
    lattice: Lattice,
    is_custom: bool,
    at: (Line<'a>, Range<usize>),
}

fn parse_kind<'a>(reader: &mut Reader<'a>, header: Line<'a>, same_line: &[Word<'a>]) -> Result<Kind<'a>, Diagnostic> {
    let (line, words) = if same_line.is_empty() {
        let line = reader.expect("the kind of board").map_err(|error| error.help(HEADER_HELP))?;
        (line, words(line.text).collect())
    } else {
        (header, same_line.to_vec())
    };
    let (mut lattice, mut is_custom, mut wrong) = (None, None, None);
    for word in &words {
        // Each of the two is said once; a pyramid is always whole.
        match (lattice_named(word.text), is_custom_named(word.text)) {
            (Some(named), _) if lattice.is_none() && (named != Lattice::Balls || is_custom.is_none()) => {
                lattice = Some(named);
            }
            (_, Some(named)) if is_custom.is_none() && lattice != Some(Lattice::Balls) => is_custom = Some(named),
            _ => wrong = wrong.or(Some(word)),
        }
    }
    if wrong.is_some() || words.is_empty() {
        let columns = wrong.map_or(0..line.text.len(), |word| word.at.clone());
        return Err(reader
            .source
            .error("the kind of board is not known", line, columns)
            .label("expected DEFAULT, CUSTOM or PYRAMID, or TRIANGLE or HEXAGON, which may be CUSTOM")
            .help(HEADER_HELP));
    }
    let at = (line, words[0].at.start..words[words.len() - 1].at.end);
    // Whether the board is drawn may stand in a line of its own.
    if lattice.is_some_and(Lattice::is_staggered)
        && is_custom.is_none()
        && let Some(named) = reader.peek_filled().and_then(|line| is_custom_named(line.text.trim()))
    {
        reader.next_filled();
        is_custom = Some(named);
    }
    Ok(Kind { lattice: lattice.unwrap_or(Lattice::Squares), is_custom: is_custom.unwrap_or(false), at })
}

/// Is it a word for a kind of board, in large or small letters?
pub(super) fn is_kind(word: &str) -> bool {
    lattice_named(word).is_some() || is_custom_named(word).is_some()
}

fn lattice_named(word: &str) -> Option<Lattice> {
    let named = [Lattice::Balls, Lattice::Triangles, Lattice::Hexagons].into_iter();
    named.into_iter().find(|lattice| lattice.word().is_some_and(|name| name.eq_ignore_ascii_case(word)))
}

fn is_custom_named(word: &str) -> Option<bool> {
    [("DEFAULT", false), ("CUSTOM", true)]
        .into_iter()
        .find_map(|(name, is_custom)| word.eq_ignore_ascii_case(name).then_some(is_custom))
}
