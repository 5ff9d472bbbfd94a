//! The colours of keys and locks.

use std::fmt;

/// A colour of keys, locks and spending. Some of them have rules of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Colour {
    /// Gold: a held key of this colour removes a copy of nearly any door.
    Master,
    /// White.
    White,
    /// Orange.
    Orange,
    /// Purple.
    Purple,
    /// Red: one of it melts ice.
    Red,
    /// Green: five of it wash erosion away.
    Green,
    /// Blue: three of it strip paint.
    Blue,
    /// Pink.
    Pink,
    /// Cyan.
    Cyan,
    /// Black.
    Black,
    /// Brown: one of it curses doors, minus one lifts the curse.
    Brown,
    /// Pure: its doors are immune to master keys and to curses.
    Pure,
    /// Glitch: takes on the colour that was spent last.
    Glitch,
    /// Stone: what a player brings along from finished worlds.
    Stone,
}

impl Colour {
    /// How many there are.
    pub const COUNT: usize = 14;

    /// All of them, in the order of the game's own numbers.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Master,
        Self::White,
        Self::Orange,
        Self::Purple,
        Self::Red,
        Self::Green,
        Self::Blue,
        Self::Pink,
        Self::Cyan,
        Self::Black,
        Self::Brown,
        Self::Pure,
        Self::Glitch,
        Self::Stone,
    ];

    /// The game's own number of this colour, from 0.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The colour with one of the game's own numbers.
    pub fn from_index(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Master => "master",
            Self::White => "white",
            Self::Orange => "orange",
            Self::Purple => "purple",
            Self::Red => "red",
            Self::Green => "green",
            Self::Blue => "blue",
            Self::Pink => "pink",
            Self::Cyan => "cyan",
            Self::Black => "black",
            Self::Brown => "brown",
            Self::Pure => "pure",
            Self::Glitch => "glitch",
            Self::Stone => "stone",
        }
    }

    /// The colour people call so; gold and copy are other names of master and glitch.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "gold" => Some(Self::Master),
            "copy" => Some(Self::Glitch),
            _ => Self::ALL.into_iter().find(|colour| colour.name() == name),
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_lead_back() {
        for (index, colour) in Colour::ALL.into_iter().enumerate() {
            assert_eq!(colour.index(), index);
            assert_eq!(Colour::from_index(index), Some(colour));
            assert_eq!(Colour::from_name(colour.name()), Some(colour));
        }
        assert_eq!(Colour::from_index(14), None);
        assert_eq!(Colour::from_name("gold"), Some(Colour::Master));
        assert_eq!(Colour::from_name("Gold"), None);
    }
}
