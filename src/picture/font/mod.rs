//! The fonts of pictures in pixels and of pages to print: DejaVu Sans with the letters of Latin, Greek and Cyrillic,
//! digits and common signs, and for other scripts what the machine has. `scripts/subset-font` makes the file; its
//! licence lies beside it.

use std::{
    borrow::Cow,
    collections::BTreeSet,
    sync::{Arc, LazyLock},
};

use resvg::usvg::{
    self, Options, Tree,
    fontdb::{Database, FaceInfo, ID, Style, Weight},
};
use skrifa::{
    FontRef, MetadataProvider,
    instance::{LocationRef, Size},
    outline::{DrawSettings, OutlinePen},
};

use super::{
    scene::{Scene, Shape, any_text},
    svg,
};

/// The font file.
pub(super) const BYTES: &[u8] = include_bytes!("DejaVuSans-subset.ttf");

/// What it is called.
const FAMILY: &str = "DejaVu Sans";

/// The font alone.
static OWN: LazyLock<Arc<Database>> = LazyLock::new(|| Arc::new(database()));

/// The font and those of the machine: finding them takes long, so it is done once, and only if a text needs them.
static ALL: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = database();
    fonts.load_system_fonts();
    fonts.set_sans_serif_family(FAMILY);
    // The first font that has a letter is taken for it: it should not be a bold one.
    let is_plain = |face: &FaceInfo| face.style == Style::Normal && face.weight == Weight::NORMAL;
    let others: Vec<ID> = fonts.faces().filter(|face| !is_plain(face)).map(|face| face.id).collect();
    others.into_iter().for_each(|face| fonts.remove_face(face));
    Arc::new(fonts)
});

fn database() -> Database {
    let mut fonts = Database::new();
    fonts.load_font_data(BYTES.to_vec());
    fonts.set_sans_serif_family(FAMILY);
    fonts
}

/// A letter of the font.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Glyph {
    /// Its number in the file.
    pub number: u16,
    /// How far it is from its beginning to that of the next, in font sizes.
    pub advance: f32,
}

/// The letter for a character, if the font has it.
pub(super) fn glyph(character: char) -> Option<Glyph> {
    static FONT: LazyLock<Option<FontRef<'static>>> = LazyLock::new(|| FontRef::new(BYTES).ok());
    let font = FONT.as_ref()?;
    let number = font.charmap().map(character)?;
    let advance = font.glyph_metrics(Size::new(1.0), LocationRef::default()).advance_width(number)?;
    Some(Glyph { number: u16::try_from(number.to_u32()).ok()?, advance })
}

/// A scene as a tree of shapes, its texts set.
pub(super) fn tree(scene: &Scene) -> Result<Tree, usvg::Error> {
    let needs_more = any_text(&scene.shapes, &|text| !text.chars().all(|letter| glyph(letter).is_some()));
    let fontdb = Arc::clone(if needs_more { &ALL } else { &OWN });
    let options = Options { fontdb, font_family: FAMILY.to_owned(), ..Options::default() };
    Tree::from_str(&svg(scene), &options)
}

/// The scene with every character that no font can show written as its code point: nothing is left out without a word.
pub(super) fn visible_scene(scene: &Scene) -> Cow<'_, Scene> {
    let mut foreign = BTreeSet::new();
    gather(&scene.shapes, &mut foreign);
    if foreign.is_empty() {
        return Cow::Borrowed(scene);
    }
    let missing = missing(foreign, &ALL);
    let mut scene = scene.clone();
    show(&mut scene.shapes, &missing);
    Cow::Owned(scene)
}

/// The characters that the font lacks. Control characters are made visible by whoever writes the text.
fn gather(shapes: &[Shape], foreign: &mut BTreeSet<char>) {
    for shape in shapes {
        match shape {
            Shape::Text(.., text) | Shape::Haloed(.., text) => {
                foreign.extend(text.chars().filter(|letter| !letter.is_control() && glyph(*letter).is_none()));
            }
            Shape::Group(_, _, shapes) => gather(shapes, foreign),
            _ => {}
        }
    }
}

fn show(shapes: &mut [Shape], missing: &BTreeSet<char>) {
    for shape in shapes {
        match shape {
            Shape::Text(.., text) | Shape::Haloed(.., text) => *text = visible(text, missing),
            Shape::Group(_, _, shapes) => show(shapes, missing),
            _ => {}
        }
    }
}

/// A text with these characters written as code points.
fn visible(text: &str, missing: &BTreeSet<char>) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if missing.contains(&letter) {
            shown.extend(letter.escape_unicode());
        } else {
            shown.push(letter);
        }
    }
    shown
}

/// Those of the characters that none of the fonts can show. Every font is opened once for all of them.
fn missing(mut letters: BTreeSet<char>, fonts: &Database) -> BTreeSet<char> {
    for face in fonts.faces() {
        if letters.is_empty() {
            break;
        }
        fonts.with_face_data(face.id, |data, index| {
            if let Ok(font) = FontRef::from_index(data, index) {
                letters.retain(|letter| !draws(&font, *letter));
            }
        });
    }
    letters
}

/// Has a font a letter that consists of lines, or is a gap? Letters that are pictures in pixels are not drawn.
fn draws(font: &FontRef<'_>, letter: char) -> bool {
    let Some(number) = font.charmap().map(letter) else { return false };
    let Some(outline) = font.outline_glyphs().get(number) else { return false };
    let mut ink = Ink(false);
    let settings = DrawSettings::unhinted(Size::new(16.0), LocationRef::default());
    outline.draw(settings, &mut ink).is_ok() && (ink.0 || letter.is_whitespace() || is_joined(letter))
}

/// Characters that only say how those beside them are set.
fn is_joined(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// Is there anything to see?
struct Ink(bool);

impl OutlinePen for Ink {
    fn move_to(&mut self, _: f32, _: f32) {}
    fn line_to(&mut self, _: f32, _: f32) {
        self.0 = true;
    }
    fn quad_to(&mut self, _: f32, _: f32, _: f32, _: f32) {
        self.0 = true;
    }
    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {
        self.0 = true;
    }
    fn close(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_font_has_is_shown_as_its_code_point() {
        // Whatever this machine has, the font alone knows neither ideographs nor Arabic nor emoji.
        let text = "Größe 棋 Жук \u{645}\u{62a} 🧩";
        let missing = missing(text.chars().collect(), &OWN);
        assert_eq!(visible(text, &missing), "Größe \\u{68cb} Жук \\u{645}\\u{62a} \\u{1f9e9}");
        let mut scene = Scene::sheet(9.0, 9.0, "", [0; 3]);
        assert!(matches!(visible_scene(&scene), Cow::Borrowed(_)));
        let line = Shape::Text((0.0, 0.0), 1.0, super::super::Anchor::Start, [0; 3], "plain\u{1b}".to_owned());
        scene.shapes.push(Shape::Group((0.0, 0.0), 1.0, vec![line]));
        assert!(matches!(visible_scene(&scene), Cow::Borrowed(_)));
    }

    #[test]
    fn letters_have_numbers_and_widths() {
        let wide = |letter: char| glyph(letter).unwrap().advance;
        assert!(wide('W') > wide('i') && wide('i') > 0.2 && wide('W') < 1.2);
        assert_ne!(glyph('a').unwrap().number, glyph('b').unwrap().number);
        assert_eq!(glyph('棋'), None);
    }
}
