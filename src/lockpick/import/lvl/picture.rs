//! Level files in the shape of pictures: the bytes are the red, green and blue of the pixels of a square, row by row,
//! filled up with zeros.

#[cfg(feature = "pictures")]
pub use pixels::{bytes_in_picture, starts_like_picture_of_level};

/// No level is larger than this.
#[cfg(feature = "pictures")]
const MAX_BYTES: usize = 64 << 20;
const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// Whether bytes begin as a picture in PNG does.
pub fn looks_like_picture(bytes: &[u8]) -> bool {
    bytes.starts_with(&SIGNATURE)
}

/// Without the feature `pictures` no picture is a level.
#[cfg(not(feature = "pictures"))]
pub fn starts_like_picture_of_level(_: &[u8]) -> bool {
    false
}

/// Without the feature `pictures` they cannot be read.
#[cfg(not(feature = "pictures"))]
pub fn bytes_in_picture(_: &[u8]) -> Result<Vec<u8>, String> {
    Err("this build cannot read pictures".to_owned())
}

#[cfg(feature = "pictures")]
mod pixels {
    use std::io::Cursor;

    use super::{super::looks_like_level, MAX_BYTES};

    /// Whether a picture is square and its first pixels begin as a level file does. Only a row is decoded.
    pub fn starts_like_picture_of_level(bytes: &[u8]) -> bool {
        let Ok(mut reader) = reader(bytes) else { return false };
        let info = reader.info();
        if info.width != info.height || info.interlaced {
            return false;
        }
        let samples = reader.output_color_type().0.samples();
        let Ok(Some(row)) = reader.next_row() else { return false };
        row.data().chunks_exact(samples).next().is_some_and(|pixel| looks_like_level(&colours(pixel)))
    }

    /// The bytes that a picture holds.
    pub fn bytes_in_picture(bytes: &[u8]) -> Result<Vec<u8>, String> {
        let mut reader = reader(bytes)?;
        let (width, height) = (reader.info().width, reader.info().height);
        if width != height {
            return Err(format!("the picture is {width} by {height} pixels; one that holds a level is square"));
        }
        let pixels = u64::from(width) * u64::from(height);
        if pixels > (MAX_BYTES / 4) as u64 {
            return Err(format!("the picture has {pixels} pixels; no level needs more than {}", MAX_BYTES / 4));
        }
        let size = reader.output_buffer_size().ok_or("the picture is too large")?;
        let mut buffer = vec![0; size];
        reader.next_frame(&mut buffer).map_err(|error| format!("the picture cannot be read: {error}"))?;
        let samples = reader.output_color_type().0.samples();
        Ok(buffer.chunks_exact(samples).flat_map(colours).collect())
    }

    fn reader(bytes: &[u8]) -> Result<png::Reader<Cursor<&[u8]>>, String> {
        let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: MAX_BYTES });
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        decoder.read_info().map_err(|error| format!("the picture cannot be read: {error}"))
    }

    /// Red, green and blue of a pixel that may be grey and may have an alpha.
    fn colours(pixel: &[u8]) -> [u8; 3] {
        match *pixel {
            [red, green, blue, ..] => [red, green, blue],
            [grey, ..] => [grey; 3],
            [] => [0; 3],
        }
    }
}
