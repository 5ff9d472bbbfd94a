//! Pictures and words as masks: a cell is there if its part of the picture is dark on the whole.

use crate::{
    diagnostics::Diagnostic,
    family::Error,
    maze::grid::{Bits, Size},
    picture::{Anchor, Scene, Shape, png},
    search::Control,
};

/// The longer side of a maze, if nobody says how many cells it has.
const USUAL_SIDE: usize = 40;

/// The height of capitals that words are drawn with, in pixels.
const CAPITALS: f32 = 160.0;

/// Pictures with more pixels are refused.
const MOST_PIXELS: u64 = 100_000_000;

/// How dark every pixel is, from 0 to 255; what can be seen through is not.
struct Ink {
    wide: usize,
    high: usize,
    dark: Vec<u8>,
}

/// The mask of a picture.
pub(super) fn of_png(
    name: &str,
    bytes: &[u8],
    rows: Option<usize>,
    cols: Option<usize>,
    control: &Control,
) -> Result<(Size, Bits), Error> {
    let ink = decode(bytes, control)?.map_err(|what| Diagnostic::new(format!("{name}: {what}")))?;
    sampled(&ink, rows, cols, control)
}

/// The mask of words.
pub(super) fn of_words(
    words: &str,
    rows: Option<usize>,
    cols: Option<usize>,
    control: &Control,
) -> Result<(Size, Bits), Error> {
    let count = words.chars().count();
    if words.trim().is_empty() || count > 40 || words.chars().any(char::is_control) {
        let error = Diagnostic::new("a mask needs words of 1 to 40 letters");
        return Err(error.help("--mask-text MAZE --rows 30").into());
    }
    // Room on all sides, which is cut off afterwards.
    let (wide, high) = (CAPITALS * (count as f32 * 1.5 + 1.0), CAPITALS * 2.4);
    let mut scene = Scene::sheet(wide, high, "", [255; 3]);
    let place = (wide / 2.0, CAPITALS * 1.6);
    scene.shapes.push(Shape::Text(place, CAPITALS, Anchor::Middle, [0; 3], words.to_owned()));
    let drawn = png(&scene).map_err(|error| Error::Unsupported(format!("the words cannot be drawn: {error}")))?;
    control.proceed()?;
    let ink = decode(&drawn, control)?.map_err(Diagnostic::new)?;
    let ink = cut(&ink).ok_or_else(|| Diagnostic::new(format!("there is nothing to be seen of '{words}'")))?;
    // Twelve cells are enough for a letter to be told.
    sampled(&ink, rows.or(cols.is_none().then_some(16)), cols, control)
}

fn decode(bytes: &[u8], control: &Control) -> Result<Result<Ink, String>, Error> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = match decoder.read_info() {
        Ok(reader) => reader,
        Err(error) => return Ok(Err(format!("this picture cannot be read: {error}"))),
    };
    let (wide, high) = (reader.info().width, reader.info().height);
    if u64::from(wide) * u64::from(high) > MOST_PIXELS {
        return Ok(Err(format!("a picture of {wide}x{high} pixels is too large for a mask")));
    }
    control.allow_memory(u64::from(wide) * u64::from(high))?;
    let mut watch = control.lookout();
    let mut dark = Vec::with_capacity(wide as usize * high as usize);
    let is_interlaced = reader.info().interlaced;
    if is_interlaced {
        return Ok(Err("an interlaced picture cannot be a mask: save it without interlacing".to_owned()));
    }
    loop {
        watch.spend(u64::from(wide) * 4)?;
        let channels = reader.output_color_type().0.samples();
        match reader.next_row() {
            Ok(None) => break,
            Err(error) => return Ok(Err(format!("this picture cannot be read: {error}"))),
            Ok(Some(row)) => dark.extend(row.data().chunks_exact(channels).map(darkness)),
        }
    }
    let (wide, high) = (wide as usize, high as usize);
    if dark.len() != wide * high {
        return Ok(Err("this picture has too few rows".to_owned()));
    }
    Ok(Ok(Ink { wide, high, dark }))
}

/// How dark a pixel is: grey, or red, green and blue, the opacity last.
fn darkness(pixel: &[u8]) -> u8 {
    let (colour, alpha) = match *pixel {
        [grey, alpha] => (u32::from(grey), u32::from(alpha)),
        [red, green, blue, alpha] => {
            ((u32::from(red) * 3 + u32::from(green) * 6 + u32::from(blue)) / 10, u32::from(alpha))
        }
        _ => (255, 255),
    };
    ((255 - colour) * alpha / 255) as u8
}

/// What is left without the light margins; `None` if nothing is.
fn cut(ink: &Ink) -> Option<Ink> {
    let is_dark = |x: usize, y: usize| ink.dark[y * ink.wide + x] >= 128;
    let rows: Vec<usize> = (0..ink.high).filter(|&y| (0..ink.wide).any(|x| is_dark(x, y))).collect();
    let cols: Vec<usize> = (0..ink.wide).filter(|&x| (0..ink.high).any(|y| is_dark(x, y))).collect();
    let (top, bottom, left, right) = (*rows.first()?, *rows.last()?, *cols.first()?, *cols.last()?);
    let lines = (top..=bottom).flat_map(|y| &ink.dark[y * ink.wide + left..=y * ink.wide + right]);
    let dark = lines.copied().collect();
    Some(Ink { wide: right - left + 1, high: bottom - top + 1, dark })
}

/// A cell for every part of the picture that is dark on the whole.
fn sampled(ink: &Ink, rows: Option<usize>, cols: Option<usize>, control: &Control) -> Result<(Size, Bits), Error> {
    let like =
        |side: usize, of: usize, other: usize| ((side * other) as f64 / of.max(1) as f64).round().max(1.0) as usize;
    let (rows, cols) = match (rows, cols) {
        (Some(rows), Some(cols)) => (rows, cols),
        (Some(rows), None) => (rows, like(rows, ink.high, ink.wide)),
        (None, Some(cols)) => (like(cols, ink.wide, ink.high), cols),
        (None, None) if ink.wide >= ink.high => (like(USUAL_SIDE, ink.wide, ink.high), USUAL_SIDE),
        (None, None) => (USUAL_SIDE, like(USUAL_SIDE, ink.high, ink.wide)),
    };
    let size = Size::new(rows as u64, cols as u64)?;
    control.allow_memory(size.cells() as u64 / 8)?;
    let mut watch = control.lookout();
    let mut cells = Bits::repeat(false, size.cells());
    // Pixels from `part` up to the next part of a side; at least one.
    let span = |part: usize, parts: usize, pixels: usize| {
        let from = (part * pixels / parts).min(pixels - 1);
        from..((part + 1) * pixels / parts).max(from + 1)
    };
    for row in 0..rows {
        let lines = span(row, rows, ink.high);
        for col in 0..cols {
            let columns = span(col, cols, ink.wide);
            watch.spend((lines.len() * columns.len()) as u64 + 8)?;
            let sum: u64 = lines
                .clone()
                .flat_map(|y| &ink.dark[y * ink.wide + columns.start..y * ink.wide + columns.end])
                .map(|&dark| u64::from(dark))
                .sum();
            cells.set(size.cell(row, col), sum >= 128 * (lines.len() * columns.len()) as u64);
        }
    }
    if cells.not_any() {
        let error = Diagnostic::new("a mask without cells");
        return Err(error
            .help("what is dark becomes cells; is the picture light on dark, or are there too few rows?")
            .into());
    }
    Ok((size, cells))
}
