//! What a drawing for people is made on.

/// A terminal, or a part of its screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canvas {
    /// May it have colours?
    pub has_colour: bool,
    /// No line may be longer.
    pub columns: usize,
    /// Is room scarce? Then a cell takes two columns and one line.
    pub is_compact: bool,
}

impl Canvas {
    /// A corner of the screen, beside other things.
    pub const SKETCH: Self = Self { has_colour: true, columns: 44, is_compact: true };
}
