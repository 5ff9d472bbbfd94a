//! Turns the text of the families, which comes with its colours, into lines of the screen.

use ratatui::{
    style::{Color, Modifier, Style},
    text::{Line, Span},
};

use crate::report::{
    Medium,
    depth::{Depth, nearest_indexed, nearest_of_sixteen},
    harmless,
};

/// A tabulator is shown as so many blanks.
const TAB: &str = "    ";

/// Which colours the view uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colours(pub Option<Depth>);

impl Colours {
    /// A colour as the terminal can show it.
    fn of(self, colour: (u8, u8, u8)) -> Color {
        match self.0 {
            None => Color::Reset,
            Some(Depth::True) => Color::Rgb(colour.0, colour.1, colour.2),
            Some(Depth::Indexed) => Color::Indexed(nearest_indexed(colour)),
            Some(Depth::Sixteen) => Color::Indexed(nearest_of_sixteen(colour)),
        }
    }

    /// The style of what the eye is to be led to.
    pub fn accent(self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.0.is_some() { style.fg(Color::Cyan) } else { style }
    }

    /// The style of what is said in passing.
    pub fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// The style of a part that is done.
    pub fn done(self) -> Style {
        if self.0.is_some() { Style::new().fg(Color::Green) } else { Style::new() }
    }

    /// The style of a warning.
    pub fn warning(self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.0.is_some() { style.fg(Color::Yellow) } else { style }
    }
}

/// A text with colours as lines. Whatever else could make a terminal do something is shown instead.
pub fn lines(text: &str, colours: Colours) -> Vec<Line<'static>> {
    let text = harmless(text, Medium::Colours).replace('\t', TAB);
    text.lines().map(|line| painted(line, colours)).collect()
}

/// A text without colours, in one line.
pub fn plain(text: &str) -> String {
    harmless(text, Medium::Text).replace('\t', TAB).replace('\n', " ")
}

fn painted(text: &str, colours: Colours) -> Line<'static> {
    let (mut spans, mut style, mut rest) = (Vec::new(), Style::new(), text);
    while let Some(at) = rest.find("\u{1b}[") {
        if at > 0 {
            spans.push(Span::styled(rest[..at].to_owned(), style));
        }
        rest = &rest[at + 2..];
        let end = rest.find('m').unwrap_or(rest.len());
        style = changed(style, &rest[..end], colours);
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    if !rest.is_empty() {
        spans.push(Span::styled(rest.to_owned(), style));
    }
    Line::from(spans)
}

/// The style after a colour sequence with these numbers.
fn changed(mut style: Style, codes: &str, colours: Colours) -> Style {
    let mut numbers = codes.split(';').map(|code| code.parse::<u8>().unwrap_or(0));
    while let Some(number) = numbers.next() {
        match number {
            0 => style = Style::new(),
            1 => style = style.add_modifier(Modifier::BOLD),
            2 => style = style.add_modifier(Modifier::DIM),
            4 => style = style.add_modifier(Modifier::UNDERLINED),
            30..=37 if colours.0.is_some() => style = style.fg(Color::Indexed(number - 30)),
            90..=97 if colours.0.is_some() => style = style.fg(Color::Indexed(number - 82)),
            38 | 48 => {
                let colour = match numbers.next() {
                    Some(2) => {
                        let mut part = || numbers.next().unwrap_or(0);
                        colours.of((part(), part(), part()))
                    }
                    Some(5) => Color::Indexed(numbers.next().unwrap_or(0)),
                    _ => Color::Reset,
                };
                if colours.0.is_some() {
                    style = if number == 38 { style.fg(colour) } else { style.bg(colour) };
                }
            }
            _ => {}
        }
    }
    style
}

#[cfg(test)]
mod tests {
    use crate::report::palette;

    use super::*;

    #[test]
    fn colours_become_styles_and_nothing_else_gets_through() {
        let mut text = String::from("<");
        palette::paint(&mut text, 'A', 0);
        text.push_str(">\u{1b}[2J\u{202e}\nB\tC");
        let lines = lines(&text, Colours(Some(Depth::True)));
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].to_string(), "<A>\\u{1b}[2J\\u{202e}");
        assert_eq!(lines[0].spans[1].style.bg, Some(Color::Rgb(230, 159, 0)));
        assert_eq!(lines[0].spans[2].style, Style::new());
        assert_eq!(lines[1].to_string(), "B    C");
    }

    #[test]
    fn without_colours_only_the_letters_stay() {
        let mut text = String::new();
        palette::paint(&mut text, 'A', 3);
        let lines = lines(&text, Colours(None));
        assert!(lines[0].spans.iter().all(|span| span.style.bg.is_none() && span.style.fg.is_none()));
        assert_eq!(lines[0].to_string(), "A");
    }
}
