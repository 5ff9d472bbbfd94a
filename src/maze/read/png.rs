//! Mazes from pictures: dark pixels are walls. The margin is cut off, and pixels that always change together become one
//! square, whatever the thickness of walls and ways. A pixel is a bit from the moment it is read.

use std::io::Cursor;

use super::{Found, squares::Squares};
use crate::{
    diagnostics::Diagnostic,
    family::Error,
    maze::{
        draw::png::{COLOUR_OF_BOTH_ENDS, COLOURS_OF_ENDS},
        recipe::require_memory,
    },
    search::Control,
};

/// Reads a picture.
pub fn read(name: &str, bytes: &[u8], control: &Control) -> Result<Found, Error> {
    let Some(picture) = decode(name, bytes, control)? else {
        return Err(Diagnostic::new(format!("{name} is larger than the memory that is free")).into());
    };
    control.allow_memory(picture.bytes())?;
    let Some(framed) = without_margin(picture) else {
        return Err(Diagnostic::new(format!("{name} shows no walls")).help("walls are dark, ways are light").into());
    };
    framed.in_largest_squares().to_maze(control)
}

/// The dark pixels of a picture; `None` if it does not fit into memory.
fn decode(name: &str, bytes: &[u8], control: &Control) -> Result<Option<Squares>, Error> {
    let bad = |error: png::DecodingError| Diagnostic::new(format!("cannot read the picture {name}: {error}"));
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    let info = decoder.read_header_info().map_err(bad)?;
    let is_black_and_white = info.color_type == png::ColorType::Grayscale
        && info.bit_depth == png::BitDepth::One
        && info.trns.is_none()
        && !info.interlaced;
    if !is_black_and_white {
        decoder.set_transformations(png::Transformations::normalize_to_color8());
    }
    let mut reader = decoder.read_info().map_err(bad)?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    // A bit a pixel, and some more while squares are cut out.
    if require_memory(width as f64 * height as f64 * 0.5).is_err() {
        return Ok(None);
    }
    control.allow_memory(width as u64 * height as u64 / 8)?;
    let mut watch = control.lookout();
    let mut picture = Squares::with_room(width.max(1), height);
    if reader.info().interlaced {
        let Some(size) = reader.output_buffer_size() else { return Ok(None) };
        if require_memory(size as f64).is_err() {
            return Ok(None);
        }
        control.allow_memory(size as u64)?;
        let mut bytes = vec![0; size];
        reader.next_frame(&mut bytes).map_err(bad)?;
        let samples = reader.output_color_type().0.samples();
        bytes.chunks(samples * width.max(1)).take(height).for_each(|line| push_pixels(&mut picture, line, samples));
        return Ok(Some(picture));
    }
    let samples = reader.output_color_type().0.samples();
    while let Some(row) = reader.next_row().map_err(bad)? {
        watch.spend(row.data().len() as u64)?;
        if is_black_and_white {
            push_bits(&mut picture, row.data());
        } else {
            push_pixels(&mut picture, row.data(), samples);
        }
    }
    Ok(Some(picture))
}

/// Adds a line of pixels of a bit each, the first in the highest bit of a byte; 0 is black.
fn push_bits(picture: &mut Squares, line: &[u8]) {
    picture.push_walls(line.chunks(8).map(|bytes| {
        let word = bytes.iter().enumerate();
        word.fold(0, |word, (index, byte)| word | u64::from(!byte.reverse_bits()) << (8 * index))
    }));
}

fn push_pixels(picture: &mut Squares, line: &[u8], samples: usize) {
    note_ends(picture, line, samples);
    picture.push_walls(line.chunks(64 * samples).map(|pixels| {
        let dark = pixels.chunks_exact(samples).enumerate();
        dark.fold(0, |word, (index, pixel)| word | u64::from(is_dark(pixel)) << index)
    }));
}

/// Takes note of the first pixels that have the colours in which fathom paints the ends of a way.
fn note_ends(picture: &mut Squares, line: &[u8], samples: usize) {
    let ends = [false, true].into_iter().zip(COLOURS_OF_ENDS);
    for (is_goal, colour) in ends.chain([false, true].map(|is_goal| (is_goal, COLOUR_OF_BOTH_ENDS))) {
        if samples < colour.len() || picture.marks().iter().any(|mark| mark.is_goal == is_goal) {
            continue;
        }
        if let Some(x) = line.chunks_exact(samples).position(|pixel| pixel.starts_with(&colour)) {
            picture.mark_in_next_line(x, is_goal);
        }
    }
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

/// Only what lies between the outermost dark pixels.
fn without_margin(picture: Squares) -> Option<Squares> {
    let mut columns = vec![0; picture.width().div_ceil(64)];
    let (mut first, mut last) = (None, 0);
    for y in 0..picture.height() {
        let line = picture.line(y);
        if line.iter().any(|&word| word != 0) {
            first.get_or_insert(y);
            last = y;
        }
        columns.iter_mut().zip(line).for_each(|(columns, word)| *columns |= word);
    }
    let first = first?;
    let bit_of = |index: usize, bit: u32| index * 64 + bit as usize;
    let left = columns.iter().position(|&word| word != 0).map(|at| bit_of(at, columns[at].trailing_zeros()))?;
    let right = columns.iter().rposition(|&word| word != 0).map(|at| bit_of(at, 63 - columns[at].leading_zeros()))?;
    if (first, last) == (0, picture.height() - 1) && (left, right) == (0, picture.width() - 1) {
        return Some(picture);
    }
    let mut framed = Squares::with_room(right + 1 - left, last + 1 - first);
    let (skipped, shift) = (left / 64, left % 64);
    for y in first..=last {
        let line = &picture.line(y)[skipped..];
        let next = |index: usize| line.get(index + 1).copied().unwrap_or(0);
        // In two steps, because a shift by 64 is none.
        framed
            .push_walls(line.iter().enumerate().map(|(index, word)| word >> shift | next(index) << 1 << (63 - shift)));
    }
    framed.take_marks(&picture, first, left);
    Some(framed)
}
