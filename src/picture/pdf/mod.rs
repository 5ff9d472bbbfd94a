//! Pages to print: every scene becomes a page of a PDF file, which is written as it grows.

mod content;
mod letters;
mod objects;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use pdf_writer::{Finish, Name, Rect, Ref, TextStr, types::FunctionShadingType};

use crate::report::{Medium, harmless};

use super::{
    PictureError, font, palette,
    paper::Paper,
    scene::{Colour, Scene},
};

use content::{Canvas, FONT};
use letters::Letters;
use objects::Objects;

/// A booklet that is being written: a page a scene.
///
/// ```
/// use fathom::picture::{Booklet, Paper, Scene};
///
/// let mut bytes = Vec::new();
/// let mut booklet = Booklet::begin(&mut bytes, "two sheets")?;
/// booklet.page(&Scene::sheet(400.0, 300.0, "wide", [250; 3]))?;
/// booklet.page(&Paper::Portrait.sheet("as large as the paper"))?;
/// booklet.finish()?;
/// assert!(bytes.starts_with(b"%PDF-"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Booklet<W: Write> {
    objects: Objects<W>,
    title: String,
    /// The object that lists all pages.
    tree: Ref,
    /// The object that is the font.
    font: Ref,
    pages: Vec<Ref>,
    letters: Letters,
    /// The light on balls of each colour that was used so far.
    lights: BTreeMap<Colour, Ref>,
}

impl<W: Write> Booklet<W> {
    /// Begins a booklet.
    pub fn begin(out: W, title: &str) -> io::Result<Self> {
        let mut objects = Objects::begin(out)?;
        let [tree, font] = [(); 2].map(|()| objects.reserve());
        let (letters, lights) = (Letters::default(), BTreeMap::new());
        Ok(Self { objects, title: title.to_owned(), tree, font, pages: Vec::new(), letters, lights })
    }

    /// Adds a page. A scene of the size of the paper fills it; any other is made to fit, upright or lying.
    pub fn page(&mut self, scene: &Scene) -> io::Result<()> {
        if !scene.width.is_finite() || !scene.height.is_finite() {
            return Err(io::Error::other(PictureError::NoSize));
        }
        let scene = &font::visible_scene(scene);
        let paper = Paper::for_scene(scene);
        let (width, height) = paper.size();
        let (place, scale) = paper.fitted(scene);
        let mut balls = BTreeMap::new();
        let mut canvas = Canvas::new(&mut self.letters, &mut balls);
        canvas.paint(scene, place, scale, height);
        let (has_text, content) = (canvas.has_text, canvas.finish());
        for colour in balls.keys() {
            if !self.lights.contains_key(colour) {
                let light = light(*colour, &mut self.objects)?;
                self.lights.insert(*colour, light);
            }
        }
        let [id, stream] = [(); 2].map(|()| self.objects.reserve());
        self.objects.put_stream(stream, &content)?;
        let (tree, font, lights) = (self.tree, self.font, &self.lights);
        self.objects.put(id, |chunk, id| {
            let mut page = chunk.page(id);
            page.parent(tree).contents(stream).media_box(Rect::new(0.0, 0.0, width, height));
            let mut resources = page.resources();
            if has_text {
                resources.fonts().pair(FONT, font);
            }
            if !balls.is_empty() {
                let mut shadings = resources.shadings();
                for (colour, name) in &balls {
                    shadings.pair(Name(name.as_bytes()), lights[colour]);
                }
            }
        })?;
        self.pages.push(id);
        Ok(())
    }

    /// How many pages there are so far.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Ends the booklet. One without pages gets an empty one: readers take a file without pages for a broken one.
    pub fn finish(mut self) -> io::Result<()> {
        if self.pages.is_empty() {
            self.page(&Paper::Portrait.sheet(""))?;
        }
        self.letters.write(self.font, &mut self.objects)?;
        let [catalog, information] = [(); 2].map(|()| self.objects.reserve());
        let (tree, pages, title) = (self.tree, &self.pages, harmless(&self.title, Medium::Text));
        self.objects.put(tree, |chunk, id| {
            chunk.pages(id).kids(pages.iter().copied()).count(pages.len() as i32);
        })?;
        self.objects.put(catalog, |chunk, id| {
            let mut catalog = chunk.indirect(id).start::<pdf_writer::writers::Catalog<'_>>();
            catalog.pages(tree);
            catalog.viewer_preferences().display_doc_title(true);
        })?;
        self.objects.put(information, |chunk, id| {
            let mut information = chunk.indirect(id).start::<pdf_writer::writers::DocumentInfo<'_>>();
            information.title(TextStr(&title)).creator(TextStr(concat!("fathom ", env!("CARGO_PKG_VERSION"))));
        })?;
        self.objects.finish(catalog, information)
    }
}

/// Writes how light falls on a ball of a colour that fills a square of size one, as the other pictures have it.
fn light<W: Write>(colour: Colour, objects: &mut Objects<W>) -> io::Result<Ref> {
    let tone = |colour: Colour| colour.map(|part| f32::from(part) / 255.0);
    let [light, dark] = [palette::lighter(colour, 0.65), palette::darker(colour, 0.45)];
    let [upper, lower, both, shading] = [(); 4].map(|()| objects.reserve());
    for (id, from, to) in [(upper, light, colour), (lower, colour, dark)] {
        objects.put(id, |chunk, id| {
            chunk.exponential_function(id).domain([0.0, 1.0]).c0(tone(from)).c1(tone(to)).n(1.0);
        })?;
    }
    objects.put(both, |chunk, id| {
        let mut function = chunk.stitching_function(id);
        function.domain([0.0, 1.0]).functions([upper, lower]).bounds([0.45]).encode([0.0, 1.0, 0.0, 1.0]);
    })?;
    objects.put(shading, |chunk, id| {
        let mut shading = chunk.function_shading(id);
        shading.shading_type(FunctionShadingType::Radial);
        shading.color_space().device_rgb();
        shading.coords([0.36, 0.32, 0.0, 0.36, 0.32, 0.7]).function(both).extend([true, true]).finish();
    })?;
    Ok(shading)
}

/// The scene as a PDF file of one page.
pub fn pdf(scene: &Scene) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    write_one(scene, &mut bytes).map_err(|error| PictureError::Encoding(error.to_string()))?;
    Ok(bytes)
}

fn write_one(scene: &Scene, out: &mut Vec<u8>) -> io::Result<()> {
    let mut booklet = Booklet::begin(out, &scene.title)?;
    booklet.page(scene)?;
    booklet.finish()
}
