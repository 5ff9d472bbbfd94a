//! Mazes drawn in characters: `#` and blanks, box drawing, half blocks, or `+---+` with `|`.

use super::{
    Found, Reading,
    bands::Bands,
    marks::Marks,
    squares::{Square, Squares},
};
use crate::{
    diagnostics::{Line, Source},
    family::Error,
    search::Control,
};

/// What a character shows; `None` if it shows nothing of a maze.
fn square(drawn: char) -> Option<Square> {
    match drawn {
        '#' | '+' | '-' | '|' | '\u{2500}'..='\u{257F}' | '█' | '▓' | '▒' => Some(Square::Wall),
        ' ' | '.' | '·' | '*' | 'o' => Some(Square::Floor),
        'S' => Some(Square::Start),
        'E' => Some(Square::Goal),
        'X' => Some(Square::BothEnds),
        _ => None,
    }
}

/// The upper and the lower half of a character.
fn halves(drawn: char) -> Option<[Square; 2]> {
    match drawn {
        '▀' => Some([Square::Wall, Square::Floor]),
        '▄' => Some([Square::Floor, Square::Wall]),
        // The same with a way drawn in.
        '▛' => Some([Square::Wall, Square::Floor]),
        '▙' => Some([Square::Floor, Square::Wall]),
        '▌' | '▘' | '▖' => Some([Square::Floor; 2]),
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

/// Lines that are looked at to tell a maze from something else.
const LINES_LOOKED_AT: usize = 100;

/// Whether the first line looks like the upper wall of a maze, or all lines like the walls of one that has a shape.
pub fn recognise(source: &Source) -> bool {
    let lines = source.lines().skip_while(|line| line.text.is_empty()).take(LINES_LOOKED_AT);
    let (mut walls, mut squares, mut both_ends) = (0, 0, 0);
    for (index, line) in lines.enumerate() {
        let (mut walls_here, mut count) = (0, 0);
        for drawn in line.text.chars() {
            let Some(halves) = halves(drawn) else { return false };
            walls_here += usize::from(halves.contains(&Square::Wall));
            both_ends += usize::from(drawn == 'X');
            count += 1;
        }
        // Drawings of something else are made of X.
        if both_ends > 1 {
            return false;
        }
        if index == 0 && 2 * walls_here >= count && count >= 3 {
            return true;
        }
        if index == 0 && walls_here == 0 {
            return false;
        }
        (walls, squares) = (walls + walls_here, squares + line.text.trim_start().chars().count());
    }
    3 * walls >= squares && walls > 0
}

/// Reads a drawing.
pub fn read(source: &Source, control: &Control) -> Result<Found, Error> {
    let mut watch = control.lookout();
    let lines = drawing(source);
    let indent = indentation(&lines);
    let width = lines.iter().map(|line| line.text.chars().count().saturating_sub(indent)).max().unwrap_or(0);
    if width == 0 {
        let error = source.error_at_end("a maze without lines");
        return Err(error.help("draw walls with # and leave ways blank").into());
    }
    let has_halves = lines.iter().any(|line| line.text.contains(['▀', '▄', '▛', '▙', '▌', '▘', '▖']));
    let mut squares = Squares::new(width);
    let mut marks = Marks::default();
    let (mut upper, mut lower) = (Vec::with_capacity(width), Vec::with_capacity(width));
    for line in &lines {
        watch.spend(4 * line.text.len() as u64)?;
        upper.clear();
        lower.clear();
        for (at, drawn) in line.text.char_indices().skip(indent) {
            let Some([above, below]) = halves(drawn) else {
                let error = source.error(format!("'{drawn}' in a maze"), *line, at..at + drawn.len_utf8());
                return Err(error.label("expected a wall (#, box drawing), a blank, or S, E or X for ends").into());
            };
            marks.note(above, *line, at, upper.len());
            upper.push(above);
            lower.push(below);
        }
        // Blanks at the end of a line do not show: what is missing of it is free.
        squares.push_line(&upper);
        if has_halves {
            squares.push_line(&lower);
        }
    }
    if has_halves {
        // An odd number of lines of squares leaves the last half line empty.
        squares.drop_free_last_line();
    }
    if squares.is_solid() {
        let error = source.error("a maze without any free cell", lines[0], 0..lines[0].text.len());
        return Err(error.help("draw walls with # and leave ways blank").into());
    }
    let (post_lines, post_columns) = posts(&lines, indent, width);
    marks.refuse_unpaired(source)?;
    let bands = [(post_lines, lines.len()), (post_columns, width)];
    let found = match bands.map(|(posts, length)| Bands::between_posts(&posts, length)) {
        [Some(lines), Some(columns)] => squares.sampled(&lines, &columns).to_maze(control)?,
        _ => squares.to_maze(control)?,
    };
    marks.refuse_lost(source, found.maze.ends.is_some())?;
    if found.reading == Reading::Blocks && !has_halves {
        marks.refuse_neighbours(source)?;
    }
    Ok(found)
}

/// Blanks before every line, which are no part of the drawing.
fn indentation(lines: &[Line<'_>]) -> usize {
    let drawn = lines.iter().map(|line| line.text).filter(|text| !text.trim().is_empty());
    drawn.map(|text| text.len() - text.trim_start_matches(' ').len()).min().unwrap_or(0)
}

/// The lines and the columns in which a `+` stands: in `+---+` drawings that is where walls meet.
fn posts(lines: &[Line<'_>], indent: usize, width: usize) -> (Vec<usize>, Vec<usize>) {
    let mut in_column = vec![false; width];
    let mut in_line = vec![false; lines.len()];
    for (y, line) in lines.iter().enumerate() {
        for (x, _) in line.text.chars().skip(indent).enumerate().filter(|&(_, drawn)| drawn == '+') {
            in_column[x] = true;
            in_line[y] = true;
        }
    }
    let places = |marks: Vec<bool>| marks.iter().enumerate().filter(|mark| *mark.1).map(|mark| mark.0).collect();
    (places(in_line), places(in_column))
}
