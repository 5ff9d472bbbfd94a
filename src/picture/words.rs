//! Texts that fit into a picture.

use crate::report::{Medium, harmless};

/// How wide a text is about, in heights of a capital. Letters of the picture's font are 0.85 of that on average;
/// ideographs are as wide as the font is high.
pub fn width(text: &str, height: f32) -> f32 {
    let wide = |letter: char| match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | '\'' | '|' | '!' | ' ' => 0.48,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 1.3,
        letter if letter >= '\u{2e80}' => 1.4,
        _ => 0.88,
    };
    text.chars().map(wide).sum::<f32>() * height
}

/// What a file is called without the folders it lies in: there is more room for that in a heading.
pub fn file_name(path: &str) -> &str {
    path.rsplit('/').find(|part| !part.is_empty()).unwrap_or(path)
}

/// As much of a text as fits into a width, with a mark where it is cut. What could do harm is made visible before that,
/// so that no half of it is left.
pub fn fitted(text: &str, height: f32, room: f32) -> String {
    let text = harmless(text, Medium::Text).replace(['\n', '\t'], " ");
    if width(&text, height) <= room {
        return text;
    }
    let mut cut = String::new();
    let mut left = room - width("…", height);
    for letter in text.chars() {
        left -= width(letter.encode_utf8(&mut [0; 4]), height);
        if left < 0.0 {
            break;
        }
        cut.push(letter);
    }
    cut + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_no_folders() {
        assert_eq!(["a/b/c.txt", "c.txt", "/c/", "-", "/"].map(file_name), ["c.txt", "c.txt", "c", "-", "/"]);
    }

    #[test]
    fn what_does_not_fit_is_cut_and_says_so() {
        assert_eq!(fitted("short", 10.0, 1000.0), "short");
        let cut = fitted(&"W".repeat(100_000), 10.0, 130.0);
        assert!(cut.ends_with('…') && width(&cut, 10.0) <= 130.0, "{cut}");
        assert_eq!(fitted("a\u{202e}b\nc", 10.0, 1000.0), "a\\u{202e}b c");
        assert_eq!(fitted("wide", 10.0, 0.0), "…");
    }
}
