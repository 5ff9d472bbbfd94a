//! Mazes from pictures: dark pixels are walls. The margin is cut off, and pixels that always change together become one
//! square, whatever the thickness of walls and ways.

use std::io::Cursor;

use super::{
    Found,
    squares::{Square, Squares},
};
use crate::diagnostics::Diagnostic;
use crate::maze::{grid::Bits, recipe::require_memory};

/// Reads a picture.
pub fn read(name: &str, bytes: &[u8]) -> Result<Found, Diagnostic> {
    let picture = decode(bytes).map_err(|error| Diagnostic::new(format!("cannot read the picture {name}: {error}")))?;
    let Some(picture) = picture else {
        return Err(Diagnostic::new(format!("{name} is larger than the memory that is free")));
    };
    let Some(framed) = picture.without_margin() else {
        return Err(Diagnostic::new(format!("{name} shows no walls")).help("walls are dark, ways are light"));
    };
    let (squares, narrow) = framed.squares();
    let found = squares.into_maze()?;
    // Where walls and ways differ in thickness, the evenly cut picture is a heap of blocks.
    match narrow.into_maze() {
        Ok(narrow) if found.reading != super::Reading::WallGrid && narrow.reading == super::Reading::WallGrid => {
            Ok(narrow)
        }
        _ => Ok(found),
    }
}

/// Which pixels are dark.
struct Picture {
    width: usize,
    dark: Bits,
}

fn decode(bytes: &[u8]) -> Result<Option<Picture>, png::DecodingError> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    // A bit a pixel, and later a byte for some of them.
    if require_memory(width as f64 * height as f64 * 1.125).is_err() {
        return Ok(None);
    }
    let mut dark = Bits::with_capacity(width * height);
    if reader.info().interlaced {
        let Some(size) = reader.output_buffer_size() else { return Ok(None) };
        let mut bytes = vec![0; size];
        reader.next_frame(&mut bytes)?;
        let (colour, _) = reader.output_color_type();
        dark.extend(bytes.chunks_exact(colour.samples()).take(width * height).map(is_dark));
    } else {
        let (colour, _) = reader.output_color_type();
        while let Some(row) = reader.next_row()? {
            dark.extend(row.data().chunks_exact(colour.samples()).take(width).map(is_dark));
        }
    }
    dark.resize(width * height, false);
    Ok(Some(Picture { width, dark }))
}

/// Whether a pixel of grey, grey and alpha, colour, or colour and alpha is nearer to black than to white.
fn is_dark(pixel: &[u8]) -> bool {
    let (brightness, alpha) = match *pixel {
        [grey] => (u32::from(grey), 255),
        [grey, alpha] => (u32::from(grey), alpha),
        [red, green, blue, ..] => {
            let brightness = (299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue)) / 1000;
            (brightness, pixel.get(3).copied().unwrap_or(255))
        }
        [] => (255, 0),
    };
    brightness < 128 && alpha >= 128
}

impl Picture {
    fn lines(&self) -> impl Iterator<Item = &bitvec::slice::BitSlice<u64>> {
        self.dark.chunks_exact(self.width)
    }

    /// Only what lies between the outermost dark pixels.
    fn without_margin(&self) -> Option<Self> {
        let first = self.dark.first_one()? / self.width;
        let last = self.dark.last_one()? / self.width;
        let left = self.lines().filter_map(|line| line.first_one()).min()?;
        let right = self.lines().filter_map(|line| line.last_one()).max()?;
        let mut dark = Bits::new();
        for line in self.lines().skip(first).take(last + 1 - first) {
            dark.extend_from_bitslice(&line[left..=right]);
        }
        Some(Self { width: right + 1 - left, dark })
    }

    /// The picture cut evenly into the largest squares that lose nothing, and cut wherever anything changes.
    fn squares(&self) -> (Squares, Squares) {
        let mut changes = vec![false; self.width];
        for line in self.lines() {
            let mut before = line[0];
            for (x, dark) in line.iter().by_vals().enumerate() {
                changes[x] |= dark != before;
                before = dark;
            }
        }
        let columns: Vec<usize> = (0..self.width).filter(|&x| x == 0 || changes[x]).collect();
        let lines: Vec<_> = self.lines().collect();
        let rows: Vec<usize> = (0..lines.len()).filter(|&y| y == 0 || lines[y] != lines[y - 1]).collect();
        let unit = columns.iter().chain(&rows).copied().fold(divisor(self.width, lines.len()), divisor);
        let cut = |rows: &[usize], columns: &[usize]| {
            let square = |y: usize, x: usize| if lines[y][x] { Square::Wall } else { Square::Floor };
            let squares = rows.iter().flat_map(|&y| columns.iter().map(move |&x| square(y, x)));
            Squares::new(columns.len(), squares.collect())
        };
        let evenly = |length: usize| (0..length).step_by(unit).collect::<Vec<_>>();
        (cut(&evenly(lines.len()), &evenly(self.width)), cut(&rows, &columns))
    }
}

/// The greatest common divisor.
fn divisor(one: usize, other: usize) -> usize {
    if other == 0 { one } else { divisor(other, one % other) }
}
