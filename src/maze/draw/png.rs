//! Mazes as PNG, written while they are walked over: a picture of any size takes the memory of one line. Plain mazes
//! are black and white, a bit a pixel; ways, marks and distances need a palette and two, four or eight bits.

use std::io::{self, Write};

use super::{
    distance,
    lines::{BOTH_ENDS, FIRST_SHADE, FLOOR, GOAL, Lines, MISSING, OUTSIDE, START, TRAIL, WALL},
};

/// From this many pixels on, writing is to be fast rather than small: what is fast does not make mazes smaller at all.
const BIG: usize = 1 << 26;

/// Writes a maze with `scale` pixels to the side of a square.
pub fn write(lines: &mut Lines<'_>, scale: usize, out: impl Write) -> io::Result<()> {
    let (height, width) = lines.extent();
    let pixels = |squares: usize| squares.checked_mul(scale).and_then(|pixels| u32::try_from(pixels).ok());
    let fits = |pixels: &u32| (1..1 << 31).contains(pixels);
    let (Some(high), Some(wide)) = (pixels(height).filter(fits), pixels(width).filter(fits)) else {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "a PNG has at most 2147483647 pixels to a side"));
    };
    let (depth, bits) = match lines.highest() {
        FLOOR => (png::BitDepth::One, 1),
        TRAIL => (png::BitDepth::Two, 2),
        square if square < FIRST_SHADE => (png::BitDepth::Four, 4),
        _ => (png::BitDepth::Eight, 8),
    };
    let mut encoder = png::Encoder::new(out, wide, high);
    encoder.set_depth(depth);
    if bits == 1 {
        encoder.set_color(png::ColorType::Grayscale);
    } else {
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette((0..=u8::MAX >> (8 - bits)).flat_map(palette).collect::<Vec<u8>>());
    }
    encoder.set_filter(png::Filter::NoFilter);
    if high as usize * wide as usize >= BIG {
        encoder.set_compression(png::Compression::NoCompression);
    }
    let mut writer = encoder.write_header().map_err(into_io)?;
    let mut stream = writer.stream_writer().map_err(into_io)?;
    let (mut pixels, mut bytes) = (Vec::new(), Vec::new());
    lines.each(|line| {
        let line = if scale == 1 {
            line
        } else {
            pixels.clear();
            line.iter().for_each(|&square| pixels.extend(std::iter::repeat_n(square, scale)));
            &pixels
        };
        bytes.clear();
        match bits {
            1 => bytes.extend(line.chunks(8).map(one_bit)),
            2 => bytes.extend(line.chunks(4).map(two_bits)),
            4 => bytes.extend(line.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).unwrap_or(&0))),
            _ => bytes.extend_from_slice(line),
        }
        (0..scale).try_for_each(|_| stream.write_all(&bytes))
    })?;
    stream.finish().map_err(into_io)
}

/// Eight squares in black and white, the first in the highest bit.
fn one_bit(squares: &[u8]) -> u8 {
    let is_floor = |square: u8| u8::from(square != WALL && square != MISSING);
    let mut eight = [0; 8];
    eight.iter_mut().zip(squares).for_each(|(flag, &square)| *flag = is_floor(square));
    // The product moves the flag of byte k to bit 63 - k; no two of its terms meet.
    (u64::from_le_bytes(eight).wrapping_mul(0x8040_2010_0804_0201) >> 56) as u8
}

/// Four squares, the first in the highest bits. A missing cell looks like a wall, and what is outside like a floor.
fn two_bits(squares: &[u8]) -> u8 {
    let mut four = [0; 4];
    let code = |square: u8| match square {
        MISSING => WALL,
        OUTSIDE => FLOOR,
        square => square,
    };
    four.iter_mut().zip(squares).for_each(|(four, &square)| *four = code(square));
    // Moves the code of byte k to bits 31 - 2k and 30 - 2k; no two of the terms meet.
    (u32::from_le_bytes(four).wrapping_mul(0x4010_0401) >> 24) as u8
}

/// Red, green and blue of the squares at the ends: where the way starts, and where it leads to.
pub(in crate::maze) const COLOURS_OF_ENDS: [[u8; 3]; 2] = [[120, 220, 120], [255, 140, 160]];

/// Red, green and blue of a square that is both ends.
pub(in crate::maze) const COLOUR_OF_BOTH_ENDS: [u8; 3] = [150, 170, 255];

/// Red, green and blue of a square.
pub(super) fn palette(square: u8) -> [u8; 3] {
    match square {
        WALL | MISSING => [0, 0, 0],
        TRAIL => [255, 120, 60],
        START => COLOURS_OF_ENDS[0],
        GOAL => COLOURS_OF_ENDS[1],
        BOTH_ENDS => COLOUR_OF_BOTH_ENDS,
        shade if shade >= FIRST_SHADE => distance::colour(shade),
        _ => [255, 255, 255],
    }
}

fn into_io(error: png::EncodingError) -> io::Error {
    match error {
        png::EncodingError::IoError(error) => error,
        other => io::Error::other(other),
    }
}
