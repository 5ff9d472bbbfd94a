//! Paints a scene into pixels and writes them as PNG.

use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Rect, Stroke, Transform};

use super::{
    PictureError, glyphs,
    scene::{Anchor, Colour, Point, Scene, Shape},
};

/// Larger pictures are scaled down to this many pixels a side.
const MAX_SIDE: f32 = 6000.0;

/// The scene as a PNG file.
pub fn png(scene: &Scene) -> Result<Vec<u8>, PictureError> {
    let scale = (MAX_SIDE / scene.width.max(scene.height)).min(1.0);
    let side = |length: f32| (length * scale).ceil().max(1.0) as u32;
    let mut pixels = Pixmap::new(side(scene.width), side(scene.height)).ok_or(PictureError::NoSize)?;
    pixels.fill(Color::WHITE);
    let transform = Transform::from_scale(scale, scale);
    for shape in &scene.shapes {
        match shape {
            Shape::Rectangle(x, y, width, height, colour) => {
                if let Some(rectangle) = Rect::from_xywh(*x, *y, *width, *height) {
                    pixels.fill_rect(rectangle, &paint(*colour), transform, None);
                }
            }
            Shape::Line(points, width, colour) => line(&mut pixels, points, *width, *colour, transform),
            Shape::Disc((x, y), radius, colour) => {
                if let Some(disc) = PathBuilder::from_circle(*x, *y, *radius) {
                    pixels.fill_path(&disc, &paint(*colour), FillRule::Winding, transform, None);
                }
            }
            Shape::Text(place, height, anchor, colour, text) => {
                for stroke in text_lines(*place, *height, *anchor, text) {
                    line(&mut pixels, &stroke, height / 7.0, *colour, transform);
                }
            }
        }
    }
    encode(&pixels).map_err(|error| PictureError::Encoding(error.to_string()))
}

fn paint(colour: Colour) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(colour[0], colour[1], colour[2], 255);
    paint
}

fn line(pixels: &mut Pixmap, points: &[Point], width: f32, colour: Colour, transform: Transform) {
    let mut builder = PathBuilder::new();
    for (index, &(x, y)) in points.iter().enumerate() {
        if index == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
    }
    let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
    if let Some(path) = builder.finish() {
        pixels.stroke_path(&path, &paint(colour), &stroke, transform, None);
    }
}

/// The strokes of a text.
fn text_lines(place: Point, height: f32, anchor: Anchor, text: &str) -> impl Iterator<Item = Vec<Point>> {
    let unit = height / glyphs::HEIGHT;
    let count = text.chars().count() as f32;
    let width = ((count - 1.0) * glyphs::ADVANCE + glyphs::WIDTH) * unit;
    let left = match anchor {
        Anchor::Start => place.0,
        Anchor::Middle => place.0 - width / 2.0,
        Anchor::End => place.0 - width,
    };
    let top = place.1 - height;
    text.chars().enumerate().flat_map(move |(index, character)| {
        let x = left + index as f32 * glyphs::ADVANCE * unit;
        glyphs::lines(character)
            .map(move |stroke| stroke.into_iter().map(|(right, down)| (x + right * unit, top + down * unit)).collect())
    })
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
