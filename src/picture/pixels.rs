//! Paints a scene into pixels and writes them as PNG.

use resvg::tiny_skia::{Color, Pixmap, Transform};

use super::{PictureError, font, scene::Scene};

/// Larger pictures are scaled down to this many pixels a side.
const MAX_SIDE: f32 = 6000.0;

/// Smaller pictures are painted larger than they are on a screen, so that they can be printed.
const FINE_SIDE: f32 = 2400.0;

/// The scene as a PNG file.
pub fn png(scene: &Scene) -> Result<Vec<u8>, PictureError> {
    if !scene.width.is_finite() || !scene.height.is_finite() {
        return Err(PictureError::NoSize);
    }
    let longest = scene.width.max(scene.height).max(1.0);
    let scale = (FINE_SIDE / longest).clamp(1.0, 2.0).min(MAX_SIDE / longest);
    let side = |length: f32| (length * scale).round().max(1.0) as u32;
    let mut pixels = Pixmap::new(side(scene.width), side(scene.height)).ok_or(PictureError::NoSize)?;
    pixels.fill(Color::WHITE);
    let broken = |error: &dyn std::fmt::Display| PictureError::Encoding(error.to_string());
    let tree = font::tree(&font::visible_scene(scene)).map_err(|error| broken(&error))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    encode(&pixels).map_err(|error| broken(&error))
}

fn encode(pixels: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    // The background is opaque, so the alpha channel says nothing.
    let rgb: Vec<u8> = pixels.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&rgb)?;
    writer.finish()?;
    Ok(bytes)
}
