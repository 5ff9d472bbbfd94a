//! The font within a PDF file: its letters are numbered, what they mean is told beside them, so that texts can be
//! searched and copied.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use pdf_writer::{
    Name, Rect, Ref, Str,
    types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap},
};

use crate::picture::font;

use super::objects::Objects;

/// What the font is called within the file.
const NAME: Name<'_> = Name(b"FATHOM+DejaVuSans");

/// How letters and numbers belong together, as PDF names such things.
const SYSTEM: SystemInfo<'_> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// The letters that are used in a file, by their numbers in the font: what each means, and its width.
#[derive(Default)]
pub(super) struct Letters(BTreeMap<u16, (char, f32)>);

impl Letters {
    /// A text as numbers of letters, and how wide it is if capitals have a height of one font size; `None` if the font
    /// lacks a letter.
    pub(super) fn line(&mut self, text: &str) -> Option<(Vec<u8>, f32)> {
        let glyphs: Option<Vec<(char, font::Glyph)>> =
            text.chars().map(|letter| Some((letter, font::glyph(letter)?))).collect();
        let (mut bytes, mut width) = (Vec::with_capacity(2 * text.len()), 0.0);
        for (letter, glyph) in glyphs? {
            bytes.extend_from_slice(&glyph.number.to_be_bytes());
            width += glyph.advance;
            self.0.entry(glyph.number).or_insert((letter, glyph.advance));
        }
        Some((bytes, width))
    }

    /// Writes the font as the object `id`.
    pub(super) fn write<W: Write>(&self, id: Ref, objects: &mut Objects<W>) -> io::Result<()> {
        let [descendant, descriptor, meanings, file] = [(); 4].map(|()| objects.reserve());
        objects.put(id, |chunk, id| {
            let mut font = chunk.type0_font(id);
            font.base_font(NAME).encoding_predefined(Name(b"Identity-H"));
            font.descendant_font(descendant).to_unicode(meanings);
        })?;
        objects.put(descendant, |chunk, id| {
            let mut font = chunk.cid_font(id);
            font.subtype(CidFontType::Type2).base_font(NAME).system_info(SYSTEM).font_descriptor(descriptor);
            font.default_width(0.0).cid_to_gid_map_predefined(Name(b"Identity"));
            let mut widths = font.widths();
            for (number, (_, advance)) in &self.0 {
                widths.same(*number, *number, advance * 1000.0);
            }
        })?;
        objects.put(descriptor, |chunk, id| {
            let mut font = chunk.font_descriptor(id);
            font.name(NAME).flags(FontFlags::NON_SYMBOLIC).bbox(Rect::new(-1021.0, -463.0, 1793.0, 1232.0));
            font.italic_angle(0.0).ascent(928.0).descent(-236.0).cap_height(729.0).stem_v(80.0).font_file2(file);
        })?;
        let mut map = UnicodeCmap::new(Name(b"Meanings"), SYSTEM);
        self.0.iter().for_each(|(number, (letter, _))| map.pair(*number, *letter));
        objects.put_stream(meanings, map.finish().as_slice())?;
        objects.put_stream(file, font::BYTES)
    }
}
