//! Colours for pieces that people with any kind of colour vision can tell apart. Letters always stay.

use anstyle::{RgbColor, Style};

/// Eight colours of distinct lightness and hue (the Okabe-Ito set), then the same again in a deeper tone.
const COLOURS: [(u8, u8, u8); 8] = [
    (230, 159, 0),
    (86, 180, 233),
    (0, 158, 115),
    (240, 228, 66),
    (0, 114, 178),
    (213, 94, 0),
    (204, 121, 167),
    (200, 200, 200),
];

/// Adds a letter in the colour of the `index`-th piece.
pub fn paint(text: &mut String, mark: char, index: usize) {
    use std::fmt::Write;
    let (red, green, blue) = COLOURS[index % COLOURS.len()];
    let deepen = |part: u8| part - part / 3 * ((index / COLOURS.len()) % 3) as u8;
    let background = RgbColor(deepen(red), deepen(green), deepen(blue));
    let lightness = 2 * u32::from(background.0) + 5 * u32::from(background.1) + u32::from(background.2);
    let ink = if lightness > 8 * 110 { RgbColor(0, 0, 0) } else { RgbColor(255, 255, 255) };
    let style = Style::new().bg_color(Some(background.into())).fg_color(Some(ink.into()));
    let _ = write!(text, "{style}{mark}{style:#}");
}

/// A text without the colours that [`paint`] and others put into it: what lies between an escape character and the
/// letter that ends its sequence.
pub fn without_colours(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut marks = text.chars();
    while let Some(mark) = marks.next() {
        if mark != '\u{1b}' {
            plain.push(mark);
        } else if marks.next() == Some('[') {
            // Parameters and intermediate marks come before the one that ends the sequence.
            marks.by_ref().find(|mark| ('\u{40}'..='\u{7e}').contains(mark));
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_painted_can_be_read_without_colours() {
        let mut text = String::from("<");
        (0..30).for_each(|index| paint(&mut text, 'A', index));
        text.push_str(">\u{1b}[0m\u{1b}[");
        assert_eq!(without_colours(&text), format!("<{}>", "A".repeat(30)));
    }
}
