//! Steps over one value in the game engine's own encoding of anything. Old level files hold one: arrangements of locks,
//! which matter to the eye only. Objects are refused, and values may not nest deeply.

use super::bytes::{Bytes, Fault};

/// A value in a value in a value … deeper than this is no arrangement of locks.
const MAX_DEPTH: u32 = 16;
const FIELD: &str = "lock arrangements";
/// The flag of numbers of 64 bits in the upper half of a header.
const WIDE: u32 = 1 << 16;
/// The part of an array's header that says whether and how its element type is given.
const TYPED_ARRAY: u32 = 3 << 16;

/// Reads past one value.
pub fn skip(bytes: &mut Bytes<'_>) -> Result<(), Fault> {
    skip_nested(bytes, 0)
}

fn skip_nested(bytes: &mut Bytes<'_>, depth: u32) -> Result<(), Fault> {
    let offset = bytes.offset();
    if depth > MAX_DEPTH {
        return Err(bytes.fault(offset, FIELD, "values nested too deeply", format!("at most {MAX_DEPTH} levels")));
    }
    let header = bytes.u32(FIELD)?;
    let number = if header & WIDE == 0 { 4 } else { 8 };
    match header & 0xFF {
        0 => {}
        1 => bytes.skip(4, FIELD)?,
        // A whole number, a fraction.
        2 | 3 => bytes.skip(number, FIELD)?,
        4 | 21 => skip_padded(bytes, 1)?,
        // Vectors, rectangles, planes, turns and boxes: so many fractions.
        kind @ (5..=20) => {
            let numbers = match kind {
                5 | 6 => 2,
                7 | 8 | 12..=15 | 20 => 4,
                9 | 10 => 3,
                11 | 16 => 6,
                17 => 9,
                18 => 12,
                _ => 16,
            };
            let is_always_narrow = matches!(kind, 6 | 8 | 10 | 13 | 20);
            bytes.skip(numbers * if is_always_narrow { 4 } else { number }, FIELD)?;
        }
        27 => {
            // The top bit says that the dictionary is shared.
            let offset = bytes.offset();
            let pairs = (bytes.u32(FIELD)? & 0x7FFF_FFFF) as usize;
            for _ in 0..2 * fitting(bytes, pairs, 8, offset)? {
                skip_nested(bytes, depth + 1)?;
            }
        }
        28 => {
            match header & TYPED_ARRAY {
                0 => {}
                flag if flag == WIDE => bytes.skip(4, FIELD)?,
                _ => return Err(bytes.fault(offset, FIELD, "an array of objects", "plain values")),
            }
            let offset = bytes.offset();
            let values = (bytes.u32(FIELD)? & 0x7FFF_FFFF) as usize;
            for _ in 0..fitting(bytes, values, 4, offset)? {
                skip_nested(bytes, depth + 1)?;
            }
        }
        29 => skip_padded(bytes, 1)?,
        30 | 32 => skip_padded(bytes, 4)?,
        31 | 33 => skip_padded(bytes, 8)?,
        34 => {
            for _ in 0..bytes.count(4, FIELD)? {
                skip_padded(bytes, 1)?;
            }
        }
        35 => skip_padded(bytes, 2 * number)?,
        36 => skip_padded(bytes, 3 * number)?,
        37 => skip_padded(bytes, 16)?,
        kind => {
            return Err(bytes.fault(offset, FIELD, format!("a value of type {kind}"), "a plain value (types 0 to 37)"));
        }
    }
    Ok(())
}

/// A length, so many things of a size, and what fills up four bytes.
fn skip_padded(bytes: &mut Bytes<'_>, size: usize) -> Result<(), Fault> {
    let length = bytes.count(size, FIELD)? * size;
    bytes.skip(length.next_multiple_of(4), FIELD)?;
    Ok(())
}

fn fitting(bytes: &Bytes<'_>, count: usize, least_bytes: usize, offset: usize) -> Result<usize, Fault> {
    let most = bytes.left().len() / least_bytes;
    if count > most {
        let expected = format!("at most {most}: no more fit into the {} bytes left", bytes.left().len());
        return Err(bytes.fault(offset, FIELD, format!("a length of {count}"), expected));
    }
    Ok(count)
}
