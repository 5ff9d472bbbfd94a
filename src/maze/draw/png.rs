//! Mazes as PNG, written while they are walked over: a picture of any size takes the memory of one line. Plain mazes are
//! black and white, a bit a pixel; ways and distances need a palette.

use std::io::{self, Write};

use super::{
    distance,
    lines::{FIRST_SHADE, GOAL, Lines, MISSING, START, TRAIL, WALL},
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
    let is_coloured = lines.is_coloured();
    let mut encoder = png::Encoder::new(out, wide, high);
    if is_coloured {
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette((0..=255).flat_map(palette).collect::<Vec<u8>>());
    } else {
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_depth(png::BitDepth::One);
    }
    encoder.set_filter(png::Filter::NoFilter);
    if high as usize * wide as usize >= BIG {
        encoder.set_compression(png::Compression::NoCompression);
    }
    let mut writer = encoder.write_header().map_err(into_io)?;
    let mut stream = writer.stream_writer().map_err(into_io)?;
    let mut bytes = Vec::new();
    lines.each(|line| {
        bytes.clear();
        if is_coloured {
            line.iter().for_each(|&square| bytes.extend(std::iter::repeat_n(square, scale)));
        } else {
            pack(line, scale, &mut bytes);
        }
        (0..scale).try_for_each(|_| stream.write_all(&bytes))
    })?;
    stream.finish().map_err(into_io)
}

/// A bit a pixel, the first in the highest bit.
fn pack(line: &[u8], scale: usize, bytes: &mut Vec<u8>) {
    let is_floor = |square: u8| u8::from(square != WALL && square != MISSING);
    if scale == 1 {
        bytes.extend(line.chunks(8).map(|squares| {
            let mut eight = [0; 8];
            eight.iter_mut().zip(squares).for_each(|(flag, &square)| *flag = is_floor(square));
            // The product moves the flag of byte k to bit 63 - k; no two of its terms meet.
            (u64::from_le_bytes(eight).wrapping_mul(0x8040_2010_0804_0201) >> 56) as u8
        }));
        return;
    }
    bytes.resize((line.len() * scale).div_ceil(8), 0);
    for (index, _) in line.iter().enumerate().filter(|&(_, &square)| is_floor(square) == 1) {
        for pixel in index * scale..(index + 1) * scale {
            bytes[pixel >> 3] |= 0x80 >> (pixel & 7);
        }
    }
}

fn palette(square: u8) -> [u8; 3] {
    match square {
        WALL | MISSING => [0, 0, 0],
        TRAIL => [255, 120, 60],
        START => [120, 220, 120],
        GOAL => [255, 140, 160],
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
