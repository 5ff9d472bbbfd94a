//! Files as older versions would hold them, and as pictures, for the tests.

pub use super::encode::encode;
use super::file::File;

/// An empty dictionary in the engine's encoding.
pub const NO_ARRANGEMENTS: [u8; 8] = [27, 0, 0, 0, 0, 0, 0, 0];

/// The same bytes as a square picture.
pub fn encode_picture(bytes: &[u8]) -> Vec<u8> {
    let pixels = bytes.len().div_ceil(3);
    let side = (1..).find(|side| side * side >= pixels).unwrap();
    let mut data = bytes.to_vec();
    data.resize(side * side * 3, 0);
    let mut picture = Vec::new();
    let mut encoder = png::Encoder::new(&mut picture, side as u32, side as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header().unwrap().write_image_data(&data).unwrap();
    picture
}

/// What is left of a file in a version: older ones do not have every field.
pub fn as_of(version: u16, mut file: File) -> File {
    file.version = version;
    if version < 5 {
        file.description.clear();
    }
    if version < 4 {
        file.id = 0;
    }
    if version < 3 {
        file.levels.truncate(1);
    }
    for level in &mut file.levels {
        if version < 6 {
            level.counters.clear();
        }
        if version < 5 {
            level.label.clear();
            level.description.clear();
        }
        if version == 3 || version == 4 {
            level.author.clear();
            for text in [&mut level.title, &mut level.name] {
                *text = text.replace('\n', " ");
            }
        }
        if version < 4 {
            level.id = 0;
            level.exitable = true;
            level.salvage_points.clear();
            level.goal = Some(level.goal.unwrap_or((64, 64)));
        } else {
            level.arrangements.clear();
            for entrance in &mut level.entrances {
                (entrance.skin, entrance.target) = (entrance.skin % 256, entrance.target % 65536);
            }
        }
        if version < 3 {
            level.title.clear();
            level.entrances.clear();
            for key in &mut level.keys {
                key.infinite = false;
            }
        }
    }
    if version < 3 {
        (file.name, file.author) = (file.levels[0].name.clone(), file.levels[0].author.clone());
    }
    file
}
