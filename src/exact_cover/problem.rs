//! An exact cover problem as it was written.

/// What of an item an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The item's number.
    pub item: u32,
    /// The colour it is to have, counted from 1; 0 takes the item for this option alone.
    pub colour: u32,
}

/// Items and options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// The names of the items; the primary ones come first.
    pub items: Vec<String>,
    /// How many of them must be covered.
    pub primary: usize,
    /// The names of the colours.
    pub colours: Vec<String>,
    /// What each option takes.
    pub options: Vec<Vec<Part>>,
}

impl Problem {
    /// An option as it is written.
    pub fn option_text(&self, option: usize) -> String {
        let part = |part: &Part| match part.colour {
            0 => self.items[part.item as usize].clone(),
            colour => format!("{}:{}", self.items[part.item as usize], self.colours[colour as usize - 1]),
        };
        self.options[option].iter().map(part).collect::<Vec<_>>().join(" ")
    }

    /// The whole problem, as it could have been written.
    pub fn text(&self) -> String {
        let mut text = self.items[..self.primary].join(" ");
        if self.primary < self.items.len() {
            text += " | ";
            text += &self.items[self.primary..].join(" ");
        }
        text.push('\n');
        for option in 0..self.options.len() {
            text += &self.option_text(option);
            text.push('\n');
        }
        text
    }
}
