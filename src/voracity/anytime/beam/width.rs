//! How many paths of a bucket go on: the effort that is left, shared out over the buckets to come.

use super::super::effort::Effort;

/// Part of the free cells that a path is expected to cover, to share out the effort.
const EXPECTED_COVER: f64 = 0.85;

/// Shares out the effort over the buckets.
pub(super) struct Width {
    free: usize,
    most: usize,
    members: usize,
    members_before: usize,
    share_before: f64,
    cost: f64,
    /// The width of the last bucket.
    pub largest: usize,
}

impl Width {
    /// For so many free cells, and so many paths at most.
    pub fn new(free: usize, most: usize) -> Self {
        Self { free, most, members: 0, members_before: 0, share_before: 0.0, cost: 0.0, largest: 1 }
    }

    /// The number of paths that go on from the bucket of a score.
    pub fn of(&mut self, score: usize, effort: &mut Effort<'_>) -> usize {
        let share = effort.spend(0);
        if share >= 1.0 {
            self.largest = 1;
            return 1;
        }
        // What a path costs is taken from the last ones: it falls as the board fills up.
        if self.members > self.members_before && share > self.share_before {
            let cost = (share - self.share_before) / (self.members - self.members_before) as f64;
            self.cost = if self.cost == 0.0 { cost } else { 0.8 * self.cost + 0.2 * cost };
            self.members_before = self.members;
            self.share_before = share;
        }
        let expected = EXPECTED_COVER * self.free as f64;
        let buckets = (expected - score as f64).max(0.05 * self.free as f64).max(1.0);
        let width = if self.cost > 0.0 { (1.0 - share) / (buckets * self.cost) } else { 4.0 };
        // A first guess may be far off.
        self.largest = (width as usize).clamp(1, (2 * self.largest).min(self.most));
        self.largest
    }

    /// Takes note of how many went on.
    pub fn count(&mut self, members: usize) {
        self.members += members;
    }
}
