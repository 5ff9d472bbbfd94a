//! The first lines of a case: sizes, number of pieces, kind of board.

use std::ops::Range;

use crate::{
    diagnostics::{Diagnostic, Line},
    words::{Word, counted, words},
};

use super::{
    super::board::{BoardKind, MAX_CELLS},
    reader::Reader,
};

/// No side of a board may be longer than this.
const MAX_SIDE: usize = 1000;
/// There are no more letters than this to draw pieces with.
pub(super) const MAX_PIECES: usize = 52;

/// What the header says.
pub(super) struct Header<'a> {
    pub height: usize,
    pub width: usize,
    pub depth: usize,
    pub pieces: usize,
    pub kind: BoardKind,
    /// Where the number of pieces stands.
    pub pieces_at: (Line<'a>, Range<usize>),
}

const HEADER_HELP: &str = "a case begins with N M P (rows, columns, number of pieces) or H W D P (with layers), \
                           then DEFAULT, CUSTOM or PYRAMID";

pub(super) fn parse<'a>(reader: &mut Reader<'a>) -> Result<Header<'a>, Diagnostic> {
    let source = reader.source;
    let line = reader.expect("the header").map_err(|error| error.help(HEADER_HELP))?;
    let words: Vec<Word<'_>> = words(line.text).collect();
    // The kind may stand on the header's line as well.
    let numbers = &words[..words.iter().take_while(|word| kind_named(word.text).is_none()).count()];
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
    let (kind, kind_at) = parse_kind(reader, line, &words[numbers.len()..])?;

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
    if kind == BoardKind::Pyramid && (height != width || depth.is_some_and(|depth| depth != height)) {
        let (line, columns) = kind_at;
        return Err(source
            .error("the base of a pyramid is a square", line, columns)
            .label(format!("expected equal sides, not {height} and {width}"))
            .help("write N N P: a pyramid of base N has N layers"));
    }
    // A custom board is counted when it has been read: only its cells matter.
    let cells = match kind {
        BoardKind::Pyramid => height * (height + 1) * (2 * height + 1) / 6,
        BoardKind::Default => height * width * depth.unwrap_or(1),
        BoardKind::Custom => 0,
    };
    if cells > MAX_CELLS {
        return Err(source
            .error(format!("the board has {cells} cells"), line, 0..at(values.len() - 2).end)
            .label(format!("at most {MAX_CELLS} cells")));
    }
    let pieces_at = (line, at(values.len() - 1));
    Ok(Header { height, width, depth: depth.unwrap_or(1), pieces, kind, pieces_at })
}

fn parse_kind<'a>(
    reader: &mut Reader<'a>,
    header: Line<'a>,
    same_line: &[Word<'a>],
) -> Result<(BoardKind, (Line<'a>, Range<usize>)), Diagnostic> {
    let (line, words) = if same_line.is_empty() {
        let line = reader.expect("the kind of board").map_err(|error| error.help(HEADER_HELP))?;
        (line, words(line.text).collect())
    } else {
        (header, same_line.to_vec())
    };
    if let [word] = &words[..]
        && let Some(kind) = kind_named(word.text)
    {
        return Ok((kind, (line, word.at.clone())));
    }
    let wrong = words.iter().find(|word| kind_named(word.text).is_none()).or(words.last());
    let columns = wrong.map_or(0..line.text.len(), |word| word.at.clone());
    Err(reader
        .source
        .error("the kind of board is not known", line, columns)
        .label("expected DEFAULT, CUSTOM or PYRAMID")
        .help(HEADER_HELP))
}

/// The kind with this name, in large or small letters.
pub(super) fn kind_named(word: &str) -> Option<BoardKind> {
    let kinds = [BoardKind::Default, BoardKind::Custom, BoardKind::Pyramid];
    kinds.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(word))
}
