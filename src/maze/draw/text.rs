//! Mazes in characters: a wall grid of `#`, box drawing, or half blocks, two lines in one.

use std::{
    io::{self, Write},
    str::FromStr,
};

use super::lines::{BOTH_ENDS, FLOOR, GOAL, Lines, MISSING, START, TRAIL, WALL};
use crate::diagnostics::Diagnostic;

/// How squares become characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Style {
    /// `#` for a wall, blank for a way.
    #[default]
    Ascii,
    /// Walls as lines.
    Box,
    /// Two lines in one: `█`, `▀`, `▄` and blank.
    Half,
}

impl FromStr for Style {
    type Err = Diagnostic;

    fn from_str(name: &str) -> Result<Self, Diagnostic> {
        match name {
            "ascii" => Ok(Self::Ascii),
            "box" => Ok(Self::Box),
            "half" => Ok(Self::Half),
            _ => Err(Diagnostic::new(format!("there is no style '{name}'")).help("one of: ascii, box, half")),
        }
    }
}

/// Writes a maze. Half blocks have no room for marks: those are left out.
pub fn write(lines: &mut Lines<'_>, style: Style, out: &mut impl Write) -> io::Result<()> {
    match style {
        Style::Ascii => write_ascii(lines, out),
        Style::Box => write_box(lines, out),
        Style::Half => write_half(lines, out),
    }
}

/// A maze as a text of its own.
pub fn to_string(lines: &mut Lines<'_>, style: Style) -> String {
    let mut text = Vec::new();
    // Writing to memory cannot fail, and all that is written is text.
    let _ = write(lines, style, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

fn write_ascii(lines: &mut Lines<'_>, out: &mut impl Write) -> io::Result<()> {
    let mut text = Vec::new();
    lines.each(|line| {
        text.clear();
        text.extend(line.iter().map(|&square| match square {
            WALL | MISSING => b'#',
            TRAIL => b'.',
            START => b'S',
            GOAL => b'E',
            BOTH_ENDS => b'X',
            _ => b' ',
        }));
        // Beyond the maze there is nothing to write.
        text.truncate(text.iter().rposition(|&drawn| drawn != b' ').map_or(0, |last| last + 1));
        text.push(b'\n');
        out.write_all(&text)
    })
}

fn write_box(lines: &mut Lines<'_>, out: &mut impl Write) -> io::Result<()> {
    // A post without walls is drawn too, or it would not be seen at a corner of the maze.
    const CORNERS: [char; 16] = ['╶', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];
    // A corner depends on the lines above and below it: each line is written when the next is known.
    let (_, width) = lines.extent();
    let mut above = vec![FLOOR; width];
    let mut here: Vec<u8> = Vec::new();
    let mut text = String::new();
    let mut y = 0;
    let mut write_line = |above: &[u8], here: &[u8], below: &[u8]| {
        text.clear();
        for (x, &square) in here.iter().enumerate() {
            let is_wall = |square: u8| u8::from(square == WALL);
            text.push(match square {
                WALL if x % 2 == 0 && y % 2 == 0 => {
                    let east = here.get(x + 1).map_or(0, |&square| is_wall(square));
                    let west = x.checked_sub(1).map_or(0, |west| is_wall(here[west]));
                    CORNERS[usize::from(is_wall(above[x]) | east << 1 | is_wall(below[x]) << 2 | west << 3)]
                }
                WALL if y % 2 == 0 => '─',
                WALL => '│',
                MISSING => '█',
                TRAIL => '·',
                START => 'S',
                GOAL => 'E',
                BOTH_ENDS => 'X',
                _ => ' ',
            });
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
        y += 1;
        out.write_all(text.as_bytes())
    };
    lines.each(|below| {
        if !here.is_empty() {
            write_line(&above, &here, below)?;
            std::mem::swap(&mut above, &mut here);
        }
        here.clear();
        here.extend_from_slice(below);
        Ok::<(), io::Error>(())
    })?;
    write_line(&above, &here, &vec![FLOOR; width])
}

fn write_half(lines: &mut Lines<'_>, out: &mut impl Write) -> io::Result<()> {
    let mut text = String::new();
    let mut upper: Vec<u8> = Vec::new();
    // A wall fills its half, the way the left side of it.
    let kind = |square: u8| match square {
        WALL | MISSING => 2,
        TRAIL => 1,
        _ => 0,
    };
    let mut write_pair = |upper: &[u8], lower: &[u8]| {
        text.clear();
        for (x, &square) in upper.iter().enumerate() {
            text.push(match (kind(square), lower.get(x).map_or(0, |&square| kind(square))) {
                (2, 2) => '█',
                (2, 1) => '▛',
                (2, _) => '▀',
                (1, 2) => '▙',
                (1, 1) => '▌',
                (1, _) => '▘',
                (_, 2) => '▄',
                (_, 1) => '▖',
                _ => ' ',
            });
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
        out.write_all(text.as_bytes())
    };
    lines.each(|line| {
        if upper.is_empty() {
            upper.extend_from_slice(line);
            return Ok(());
        }
        let written = write_pair(&upper, line);
        upper.clear();
        written
    })?;
    // There is an odd number of lines: the last has nothing below.
    write_pair(&upper, &[])
}
