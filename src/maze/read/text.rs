//! Mazes drawn in characters: `#` and blanks, box drawing, half blocks, or `+---+` with `|`.

use super::{
    Found,
    squares::{Square, Squares},
};
use crate::diagnostics::{Diagnostic, Line, Source};

/// What a character shows; `None` if it shows nothing of a maze.
fn square(drawn: char) -> Option<Square> {
    match drawn {
        '#' | '+' | '-' | '|' | '\u{2500}'..='\u{257F}' | '█' | '▓' | '▒' => Some(Square::Wall),
        ' ' | '.' | '·' | '*' | 'o' => Some(Square::Floor),
        'S' => Some(Square::Start),
        'E' => Some(Square::Goal),
        _ => None,
    }
}

/// The upper and the lower half of a character.
fn halves(drawn: char) -> Option<[Square; 2]> {
    match drawn {
        '▀' => Some([Square::Wall, Square::Floor]),
        '▄' => Some([Square::Floor, Square::Wall]),
        other => square(other).map(|both| [both; 2]),
    }
}

fn drawing(source: &Source) -> Vec<Line<'_>> {
    let lines: Vec<_> = source.lines().collect();
    let is_drawn = |line: &Line<'_>| !line.text.is_empty();
    let first = lines.iter().position(is_drawn).unwrap_or(lines.len());
    let last = lines.iter().rposition(is_drawn).map_or(first, |last| last + 1);
    lines[first..last].to_vec()
}

/// Whether the first line looks like the upper wall of a maze.
pub fn recognise(source: &Source) -> bool {
    let lines = drawing(source);
    let Some(first) = lines.first() else { return false };
    let walls = first
        .text
        .chars()
        .filter(|&drawn| halves(drawn).is_some_and(|[upper, lower]| upper == Square::Wall || lower == Square::Wall));
    let count = first.text.chars().count();
    first.text.chars().all(|drawn| halves(drawn).is_some()) && 2 * walls.count() >= count && count >= 3
}

/// Reads a drawing.
pub fn read(source: &Source) -> Result<Found, Diagnostic> {
    let lines = drawing(source);
    let width = lines.iter().map(|line| line.text.chars().count()).max().unwrap_or(0);
    if width == 0 {
        return Err(source.error_at_end("a maze without lines").help("draw walls with # and leave ways blank"));
    }
    let has_halves = lines.iter().any(|line| line.text.contains(['▀', '▄']));
    let mut squares = Vec::with_capacity(width * lines.len());
    for line in &lines {
        let mut upper = Vec::with_capacity(width);
        let mut lower = Vec::with_capacity(width);
        for (at, drawn) in line.text.char_indices() {
            let Some([above, below]) = halves(drawn) else {
                let error = source.error(format!("'{drawn}' in a maze"), *line, at..at + drawn.len_utf8());
                return Err(error.label("expected a wall (#, box drawing), a blank, or S or E for an end"));
            };
            upper.push(above);
            lower.push(below);
        }
        // Blanks at the end of a line do not show.
        upper.resize(width, Square::Floor);
        lower.resize(width, Square::Floor);
        squares.append(&mut upper);
        if has_halves {
            squares.append(&mut lower);
        }
    }
    if has_halves {
        // An odd number of lines of squares leaves the last half line empty.
        let last = squares.len() - width;
        if squares[last..].iter().all(|&square| square == Square::Floor) {
            squares.truncate(last);
        }
    }
    if squares.iter().all(|&square| square == Square::Wall) {
        let error = source.error("a maze without any free cell", lines[0], 0..lines[0].text.len());
        return Err(error.help("draw walls with # and leave ways blank"));
    }
    let squares = Squares::new(width, squares);
    let (post_lines, post_columns) = posts(&lines, width);
    match (with_middles(&post_lines), with_middles(&post_columns)) {
        (Some(lines), Some(columns)) => squares.sampled(&lines, &columns).into_maze(),
        _ => squares.into_maze(),
    }
}

/// The lines and the columns in which a `+` stands: in `+---+` drawings that is where walls meet.
fn posts(lines: &[Line<'_>], width: usize) -> (Vec<usize>, Vec<usize>) {
    let mut in_column = vec![false; width];
    let mut in_line = vec![false; lines.len()];
    for (y, line) in lines.iter().enumerate() {
        for (x, _) in line.text.chars().enumerate().filter(|&(_, drawn)| drawn == '+') {
            in_column[x] = true;
            in_line[y] = true;
        }
    }
    let places = |marks: Vec<bool>| marks.iter().enumerate().filter(|mark| *mark.1).map(|mark| mark.0).collect();
    (places(in_line), places(in_column))
}

/// The posts and, between two of them, the middle of the cell; `None` if there is no room for cells.
fn with_middles(posts: &[usize]) -> Option<Vec<usize>> {
    let has_room = posts.len() >= 2 && posts.windows(2).all(|pair| pair[1] - pair[0] >= 2);
    has_room.then(|| {
        let pairs = posts.windows(2).flat_map(|pair| [pair[0], pair[0].midpoint(pair[1])]);
        pairs.chain(posts.last().copied()).collect()
    })
}
