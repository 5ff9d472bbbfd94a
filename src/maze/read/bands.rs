//! Lines or columns of a drawing, taken together in bands of which one stands for all.

/// Bands of neighbouring lines, or of columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bands {
    /// Where each begins, in order; the first is 0.
    starts: Vec<usize>,
    /// The line or column that is looked at for each.
    pub samples: Vec<usize>,
    /// Where the last one ends.
    length: usize,
}

impl Bands {
    /// Bands that begin wherever anything changes.
    pub fn of_changes(changes: Vec<usize>, length: usize) -> Self {
        Self { samples: changes.clone(), starts: changes, length }
    }

    /// Walls of one thickness and ways of another in turn, a wall at either end.
    pub fn of_period(wall: usize, period: usize, length: usize) -> Self {
        let starts = (0..length).step_by(period).flat_map(|at| [at, at + wall]).filter(|at| *at < length);
        Self::of_changes(starts.collect(), length)
    }

    /// Posts, and between two of them a way that is looked at in its middle. What lies before the first post or behind
    /// the last one belongs to it. `None` if there is no room for ways.
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

    /// Bands of equal width, as wide as they can be without a change in any of them.
    pub fn evenly(&self) -> Self {
        Self::even(self.common_width(), self.length)
    }

    /// The greatest width that divides all of the bands.
    pub fn common_width(&self) -> usize {
        self.starts.iter().copied().fold(self.length, divisor).max(1)
    }

    /// How many bands there are.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Where the second one begins.
    pub fn first_change(&self) -> Option<usize> {
        self.starts.get(1).copied()
    }

    /// Do all bands begin where a wall or a way begins, if walls of this thickness come in this period?
    pub fn fit_into(&self, wall: usize, period: usize) -> bool {
        self.starts.iter().all(|start| [0, wall].contains(&(start % period)))
    }

    /// The number of the band that a line or column belongs to.
    pub fn band_of(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at).saturating_sub(1)
    }
}

/// The greatest common divisor.
pub(super) fn divisor(one: usize, other: usize) -> usize {
    if other == 0 { one } else { divisor(other, one % other) }
}
