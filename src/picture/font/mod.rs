//! The font of pictures in pixels: DejaVu Sans with the letters of Latin, Greek and Cyrillic, digits and common signs.
//! `scripts/subset-font` makes it; its licence lies beside it.

/// The font file.
pub(super) const BYTES: &[u8] = include_bytes!("DejaVuSans-subset.ttf");

/// What it is called.
pub(super) const FAMILY: &str = "DejaVu Sans";

/// Is a character in it? The ranges are those that the file was made with; a few of their characters have no glyph.
pub(super) fn has(character: char) -> bool {
    matches!(character,
        ' '..='~' | '\u{a0}'..='\u{24f}' | '\u{2b0}'..='\u{52f}' | '\u{1e00}'..='\u{1fff}' | '\u{2010}'..='\u{205e}'
        | '\u{2070}'..='\u{223f}' | '\u{2260}'..='\u{2265}' | '\u{25a0}'..='\u{25ff}')
}
