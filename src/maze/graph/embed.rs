//! Pictures of mazes on any grid carry the maze itself, so that they are read again exactly: SVG in its metadata, PNG
//! in a chunk of text.

use crate::{
    diagnostics::{Diagnostic, Source},
    picture::escape,
};

/// What the text is called.
const NAME: &str = "fathom-maze";

/// An SVG with a maze in it.
pub fn into_svg(mut svg: String, json: &str) -> String {
    let element = format!("<metadata id=\"{NAME}\">{}</metadata>\n", escape(json));
    let at = svg.find("</title>\n").map_or_else(|| svg.rfind("</svg>").unwrap_or(svg.len()), |at| at + 9);
    svg.insert_str(at, &element);
    svg
}

/// Whether a text is an SVG with a maze in it.
pub fn is_svg(text: &str) -> bool {
    text.trim_start().starts_with("<svg") && text.contains(&format!("<metadata id=\"{NAME}\">"))
}

/// The maze in an SVG.
pub fn from_svg(source: &Source) -> Result<Source, Diagnostic> {
    let wrong = |error: String| Diagnostic::new(format!("{}: this picture cannot be read: {error}", source.name()));
    let document = roxmltree::Document::parse(source.text()).map_err(|error| wrong(error.to_string()))?;
    let element = document.descendants().find(|node| node.attribute("id") == Some(NAME));
    let text = element.and_then(|element| element.text()).ok_or_else(|| wrong("there is no maze in it".to_owned()))?;
    Ok(Source::new(source.name(), text))
}

/// A PNG with a maze in it.
#[cfg(feature = "pictures")]
pub fn into_png(png: &[u8], json: &str) -> Option<Vec<u8>> {
    // The chunk as the encoder writes it, with its check sum, cut out of a picture of one pixel.
    let mut small = Vec::new();
    let mut encoder = png::Encoder::new(&mut small, 1, 1);
    encoder.add_ztxt_chunk(NAME.to_owned(), json.to_owned()).ok()?;
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&[0]).ok()?;
    writer.finish().ok()?;
    let chunk = chunks(&small).find(|(kind, _)| *kind == b"zTXt").map(|(_, bytes)| bytes)?;
    // Behind the header, before the pixels.
    let behind = 8 + chunks(png).next()?.1.len();
    Some([&png[..behind], chunk, &png[behind..]].concat())
}

/// The chunks of a PNG, each with its kind.
#[cfg(feature = "pictures")]
fn chunks(png: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let mut rest = png.get(8..).unwrap_or(&[]);
    std::iter::from_fn(move || {
        let length = u32::from_be_bytes(rest.get(..4)?.try_into().ok()?) as usize;
        let (chunk, behind) = rest.split_at_checked(length.checked_add(12)?)?;
        rest = behind;
        Some((&chunk[4..8], chunk))
    })
}

/// The maze in a PNG, if there is one.
#[cfg(feature = "pictures")]
pub fn from_png(name: &str, bytes: &[u8]) -> Option<Source> {
    if !chunks(bytes).any(|(kind, chunk)| kind == b"zTXt" && chunk[8..].starts_with(NAME.as_bytes())) {
        return None;
    }
    let decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    let reader = decoder.read_info().ok()?;
    let text = reader.info().compressed_latin1_text.iter().find(|text| text.keyword == NAME)?;
    Some(Source::new(name, text.get_text().ok()?))
}

/// Without the feature `pictures` there is nothing to be read from pixels.
#[cfg(not(feature = "pictures"))]
pub fn from_png(_: &str, _: &[u8]) -> Option<Source> {
    None
}
