//! Lines or columns of a drawing, taken together in bands of which one stands for all.

/// Bands of neighbouring lines, or of columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bands {
    /// Where each begins, in order. What comes before the first belongs to it.
    starts: Vec<usize>,
    /// The line or column that is looked at for each.
    pub samples: Vec<usize>,
    /// How many lines or columns there are.
    length: usize,
}

impl Bands {
    /// Bands that begin wherever anything changes.
    pub fn of_changes(changes: Vec<usize>, length: usize) -> Self {
        Self { samples: changes.clone(), starts: changes, length }
    }

    /// Posts, and between two of them a way that is looked at in its middle. `None` if there is no room for ways.
    pub fn between_posts(posts: &[usize], length: usize) -> Option<Self> {
        let has_room = posts.len() >= 2 && posts.windows(2).all(|pair| pair[1] - pair[0] >= 2);
        let last = *posts.last()?;
        let ways = || posts.windows(2);
        has_room.then(|| Self {
            starts: ways().flat_map(|pair| [pair[0], pair[0] + 1]).chain([last]).collect(),
            samples: ways().flat_map(|pair| [pair[0], pair[0].midpoint(pair[1])]).chain([last]).collect(),
            length,
        })
    }

    /// Bands of so many lines or columns each.
    pub fn even(width: usize, length: usize) -> Self {
        Self::of_changes((0..length).step_by(width).collect(), length)
    }

    /// Bands of equal width, as wide as they can be without a change in any of them. Fewer than three make no cell:
    /// then each has a width of one.
    pub fn evenly(&self) -> Self {
        let width = self.common_width();
        Self::even(if self.length < 3 * width { 1 } else { width }, self.length)
    }

    /// The greatest width that divides all of the bands.
    pub fn common_width(&self) -> usize {
        self.starts.iter().copied().fold(self.length, divisor).max(1)
    }

    /// How many bands there are.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// The number of the band that a line or column belongs to.
    pub fn band_of(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at).saturating_sub(1)
    }

    /// The periods in which walls and ways may come, so that all bands begin where one of them does.
    pub fn periods(&self) -> Vec<Period> {
        let Some(&wall) = self.starts.get(1) else { return Vec::new() };
        let rest = self.length - wall;
        let all = (wall + 1..=rest).filter(|way| rest.is_multiple_of(*way)).map(|length| Period { wall, length });
        let fits = |period: &Period| {
            let is_begin = |start: &usize| [0, wall].contains(&(start % period.length));
            self.starts.iter().all(is_begin)
        };
        all.filter(fits).collect()
    }
}

/// Walls of one thickness and ways of another, in turn, with a wall at either end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Period {
    wall: usize,
    length: usize,
}

impl Period {
    /// A wall and a way.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Is every other line or column a wall?
    pub fn is_plain(&self) -> bool {
        self.length == 2
    }

    /// Are the walls thinner than the ways, or as thin as can be?
    pub fn has_thin_walls(&self) -> bool {
        self.is_plain() || self.length > 2 * self.wall
    }

    /// The bands of a drawing of this length.
    pub fn bands(&self, length: usize) -> Bands {
        let starts = (0..length).step_by(self.length).flat_map(|at| [at, at + self.wall]).filter(|at| *at < length);
        Bands::of_changes(starts.collect(), length)
    }
}

/// The greatest common divisor.
pub(super) fn divisor(one: usize, other: usize) -> usize {
    if other == 0 { one } else { divisor(other, one % other) }
}
