//! How many colours a terminal can show. Text is painted in full colour; where it leaves the program, its colours are
//! brought down to what is there.

use std::borrow::Cow;

/// The colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// The sixteen that every terminal with colours has.
    Sixteen,
    /// A palette of 256.
    Indexed,
    /// Any colour.
    True,
}

/// The levels of red, green and blue in the cube of the palette of 256.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The sixteen colours as most terminals show them.
const SIXTEEN: [(u8, u8, u8); 16] = [
    (0, 0, 0),
    (205, 0, 0),
    (0, 205, 0),
    (205, 205, 0),
    (0, 0, 238),
    (205, 0, 205),
    (0, 205, 205),
    (229, 229, 229),
    (127, 127, 127),
    (255, 0, 0),
    (0, 255, 0),
    (255, 255, 0),
    (92, 92, 255),
    (255, 0, 255),
    (0, 255, 255),
    (255, 255, 255),
];

impl Depth {
    /// What a terminal says of itself in the variables `COLORTERM` and `TERM`.
    pub fn of(colorterm: Option<&str>, term: Option<&str>) -> Self {
        let term = term.unwrap_or_default();
        match colorterm {
            Some("truecolor" | "24bit") => Self::True,
            _ if term.contains("direct") => Self::True,
            _ if term.contains("256") => Self::Indexed,
            _ => Self::Sixteen,
        }
    }

    /// What the terminal of this process says of itself.
    pub fn of_environment() -> Self {
        let variable = |name| std::env::var(name).ok();
        Self::of(variable("COLORTERM").as_deref(), variable("TERM").as_deref())
    }
}

fn distance(one: (u8, u8, u8), other: (u8, u8, u8)) -> u32 {
    let part = |one: u8, other: u8, weight: u32| weight * u32::from(one.abs_diff(other)).pow(2);
    // Eyes tell greens apart best.
    part(one.0, other.0, 3) + part(one.1, other.1, 6) + part(one.2, other.2, 1)
}

/// The nearest colour of the palette of 256, leaving out the first sixteen: users change those.
pub fn nearest_indexed(colour: (u8, u8, u8)) -> u8 {
    let cube = (0..216u8).map(|at| {
        let level = |part: u8| LEVELS[usize::from(part % 6)];
        (16 + at, (level(at / 36), level(at / 6), level(at)))
    });
    let greys = (0..24u8).map(|at| (232 + at, (8 + 10 * at, 8 + 10 * at, 8 + 10 * at)));
    cube.chain(greys).min_by_key(|(_, other)| distance(colour, *other)).map_or(16, |(index, _)| index)
}

/// The nearest of the sixteen.
pub fn nearest_of_sixteen(colour: (u8, u8, u8)) -> u8 {
    (0..16u8).min_by_key(|at| distance(colour, SIXTEEN[usize::from(*at)])).unwrap_or(7)
}

/// The text with its full colours brought down to those that are there.
pub fn reduced(text: &str, depth: Depth) -> Cow<'_, str> {
    if depth == Depth::True || !text.contains("8;2;") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("\u{1b}[") {
        out += &rest[..at + 2];
        rest = &rest[at + 2..];
        let codes = rest.find(|mark: char| !mark.is_ascii_digit() && mark != ';').unwrap_or(rest.len());
        if rest[codes..].starts_with('m') {
            push_codes(&mut out, &rest[..codes], depth);
        } else {
            out += &rest[..codes];
        }
        rest = &rest[codes..];
    }
    out += rest;
    Cow::Owned(out)
}

/// Adds the numbers of a colour sequence, those of full colours replaced.
fn push_codes(out: &mut String, codes: &str, depth: Depth) {
    let numbers: Vec<&str> = codes.split(';').collect();
    let mut at = 0;
    while at < numbers.len() {
        if at > 0 {
            out.push(';');
        }
        let part = |offset: usize| numbers.get(at + offset).and_then(|part| part.parse::<u8>().ok());
        let full = match (numbers[at], numbers.get(at + 1)) {
            ("38" | "48", Some(&"2")) => {
                part(2).zip(part(3)).zip(part(4)).map(|((red, green), blue)| (red, green, blue))
            }
            _ => None,
        };
        let Some(colour) = full else {
            *out += numbers[at];
            at += 1;
            continue;
        };
        let is_ink = numbers[at] == "38";
        *out += &match depth {
            Depth::Sixteen => {
                let index = nearest_of_sixteen(colour);
                let first = if is_ink { 30 } else { 40 } + if index < 8 { 0 } else { 60 };
                (first + u32::from(index % 8)).to_string()
            }
            _ => format!("{};5;{}", numbers[at], nearest_indexed(colour)),
        };
        at += 5;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_says_what_it_can_show() {
        assert_eq!(Depth::of(Some("truecolor"), Some("xterm")), Depth::True);
        assert_eq!(Depth::of(None, Some("xterm-256color")), Depth::Indexed);
        assert_eq!(Depth::of(Some("yes"), Some("screen-256color")), Depth::Indexed);
        assert_eq!(Depth::of(None, Some("vt100")), Depth::Sixteen);
        assert_eq!(Depth::of(None, None), Depth::Sixteen);
    }

    #[test]
    fn full_colours_are_brought_down_and_others_stay() {
        let text = "\u{1b}[1;38;2;0;0;0;48;2;255;0;0mA\u{1b}[0m \u{1b}[32mB\u{1b}[0m";
        assert_eq!(reduced(text, Depth::True), text);
        assert_eq!(reduced(text, Depth::Indexed), "\u{1b}[1;38;5;16;48;5;196mA\u{1b}[0m \u{1b}[32mB\u{1b}[0m");
        assert_eq!(reduced(text, Depth::Sixteen), "\u{1b}[1;30;101mA\u{1b}[0m \u{1b}[32mB\u{1b}[0m");
        // What is no colour is none of our business.
        assert_eq!(reduced("38;2;1;2;3 \u{1b}[8;2;", Depth::Sixteen), "38;2;1;2;3 \u{1b}[8;2;");
        assert_eq!(reduced("\u{1b}[38;2;1m8;2;", Depth::Sixteen), "\u{1b}[38;2;1m8;2;");
    }

    #[test]
    fn the_colours_of_the_palette_are_their_own_nearest() {
        assert_eq!(nearest_indexed((95, 135, 175)), 67);
        assert_eq!(nearest_indexed((118, 118, 118)), 243);
        assert!((0..16).all(|at| nearest_of_sixteen(SIXTEEN[usize::from(at)]) == at));
    }
}
