//! Used sets as small numbers. At a node the filled area is known, so all used sets that can occur there have the same
//! area: within that class they are ranked, and a table for each kind of piece tells what taking one makes of a rank.

use std::{fmt::Debug, sync::OnceLock};

use super::strip::Kind;

/// More used sets than this are not ranked.
const MOST_SETS: usize = 1 << 24;

/// A rank: two bytes where the classes are small enough.
pub(super) trait Rank: Copy + Debug + Send + Sync + 'static {
    /// The largest one.
    const MOST: usize;
    /// From a number that is no larger.
    fn of(number: usize) -> Self;
    /// The number.
    fn index(self) -> usize;
}

impl Rank for u16 {
    const MOST: usize = u16::MAX as usize;
    #[inline(always)]
    fn of(number: usize) -> Self {
        number as Self
    }
    #[inline(always)]
    fn index(self) -> usize {
        usize::from(self)
    }
}

impl Rank for u32 {
    const MOST: usize = u32::MAX as usize;
    #[inline(always)]
    fn of(number: usize) -> Self {
        number as Self
    }
    #[inline(always)]
    fn index(self) -> usize {
        self as usize
    }
}

/// The used sets of some areas: a used set is a number in mixed radix, one digit for each kind.
#[derive(Debug)]
pub(super) struct UsedSets {
    kinds: Vec<Kind>,
    /// What one piece of each kind adds to the number.
    strides: Vec<usize>,
    /// By area, the used sets in order.
    members: Vec<Vec<u32>>,
    rank_of: Vec<u32>,
}

impl UsedSets {
    /// The used sets of the areas that are needed. `None` if there are too many.
    pub fn new(kinds: &[Kind], is_needed: &[bool]) -> Option<Self> {
        let sets = kinds.iter().try_fold(1usize, |sets, kind| sets.checked_mul(kind.copies + 1))?;
        if sets > MOST_SETS {
            return None;
        }
        let (mut areas, mut strides) = (vec![0u32], Vec::new());
        areas.reserve_exact(sets - 1);
        for kind in kinds {
            let stride = areas.len();
            strides.push(stride);
            for at in stride..stride * (kind.copies + 1) {
                areas.push(areas[at - stride].saturating_add(kind.size as u32));
            }
        }
        let mut used = Self {
            kinds: kinds.to_vec(),
            strides,
            members: vec![Vec::new(); is_needed.len()],
            rank_of: vec![u32::MAX; sets],
        };
        for (set, area) in areas.into_iter().enumerate() {
            let area = area as usize;
            if is_needed.get(area) == Some(&true) {
                used.rank_of[set] = used.members[area].len() as u32;
                used.members[area].push(set as u32);
            }
        }
        Some(used)
    }

    /// The number of used sets with an area.
    pub fn class_size(&self, area: usize) -> usize {
        self.members.get(area).map_or(0, Vec::len)
    }

    /// The number of used sets in the largest class.
    pub fn largest_class(&self) -> usize {
        self.members.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Is every rank one of this type, and one more for what has none?
    pub fn fits<R: Rank>(&self) -> bool {
        self.largest_class() < R::MOST
    }

    /// The bytes of all tables, with two for each kind.
    pub fn table_bytes(&self, rank_bytes: usize) -> u64 {
        let members: usize = self.members.iter().map(Vec::len).sum();
        (self.rank_of.len() * 4 + members * 4 + members * (2 * self.kinds.len() + 1) * rank_bytes) as u64
    }
}

/// Ranks before and after a step.
#[derive(Debug)]
pub(super) struct RankMaps<R> {
    sets: UsedSets,
    /// By area and kind, made when they are needed first.
    with: Vec<OnceLock<Vec<R>>>,
    without: Vec<OnceLock<Vec<R>>>,
    /// What a step makes of a rank that takes nothing from the supply.
    same: Vec<R>,
}

impl<R: Rank> RankMaps<R> {
    /// Maps for these sets, none of which is made yet.
    pub fn new(sets: UsedSets) -> Self {
        let maps = || std::iter::repeat_with(OnceLock::new).take(sets.members.len() * sets.kinds.len()).collect();
        let same = (0..sets.largest_class()).map(R::of).collect();
        Self { with: maps(), without: maps(), same, sets }
    }

    /// The number of used sets with an area.
    pub fn class_size(&self, area: usize) -> usize {
        self.sets.class_size(area)
    }

    /// The number of used sets in the largest class.
    pub fn largest_class(&self) -> usize {
        self.same.len()
    }

    /// For each used set of an area, the rank it has with one more piece of a kind, or the size of that class if none
    /// is left; and the area of that class.
    pub fn with_one(&self, area: usize, kind: usize) -> (&[R], usize) {
        let Some(&Kind { size, copies }) = self.sets.kinds.get(kind) else { return (&self.same, area) };
        let map = self.with[area * self.sets.kinds.len() + kind].get_or_init(|| {
            let none = self.class_size(area + size);
            self.map(area, kind, |set, digit, stride| if digit < copies { Some(set + stride) } else { None }, none)
        });
        (map, area + size)
    }

    /// The same with one piece less.
    pub fn without_one(&self, area: usize, kind: usize) -> (&[R], usize) {
        let Some(&Kind { size, .. }) = self.sets.kinds.get(kind) else { return (&self.same, area) };
        let map = self.without[area * self.sets.kinds.len() + kind].get_or_init(|| {
            let none = self.class_size(area - size);
            self.map(area, kind, |set, digit, stride| if digit > 0 { Some(set - stride) } else { None }, none)
        });
        (map, area - size)
    }

    fn map(
        &self,
        area: usize,
        kind: usize,
        change: impl Fn(usize, usize, usize) -> Option<usize>,
        none: usize,
    ) -> Vec<R> {
        let (stride, radix) = (self.sets.strides[kind], self.sets.kinds[kind].copies + 1);
        let image = |set: &u32| {
            let set = *set as usize;
            let changed = change(set, set / stride % radix, stride);
            R::of(changed.map_or(none, |changed| self.sets.rank_of[changed] as usize))
        };
        self.sets.members[area].iter().map(image).collect()
    }
}
