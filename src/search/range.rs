//! Half-open ranges of ids: the only unit of work there is.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::{
    path::{Path, PathError},
    tree::Tree,
};

/// All ids from `from` up to, but not including, `to`; up to the last id of the tree if `to` is `None`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Range {
    /// The first id of the range.
    pub from: Path,
    /// The first id after the range.
    pub to: Option<Path>,
}

impl Range {
    /// Every id of the tree.
    pub fn everything() -> Self {
        Self { from: Path::root(), to: None }
    }

    /// Does the range hold no id at all?
    pub fn is_empty(&self) -> bool {
        self.to.as_ref().is_some_and(|to| *to <= self.from)
    }

    /// Does the id lie in the range?
    pub fn contains(&self, id: &Path) -> bool {
        self.from <= *id && self.to.as_ref().is_none_or(|to| id < to)
    }

    /// Cuts the range in two, at the shallowest depth at which more than one child is left, so that the second part
    /// has the later half of those children. `tree` stands on the root and is left there.
    ///
    /// `None` if the range is a single path of nodes: there is nothing to divide.
    pub fn halve<T: Tree>(&self, tree: &mut T) -> Option<(Self, Self)> {
        let cut = self.cut_point(tree)?;
        Some((Self { from: self.from.clone(), to: Some(cut.clone()) }, Self { from: cut, to: self.to.clone() }))
    }

    fn cut_point<T: Tree>(&self, tree: &mut T) -> Option<Path> {
        let mut prefix = Path::root();
        let mut on_upper_edge = self.to.is_some();
        let mut on_lower_edge = true;
        let cut = loop {
            let depth = prefix.depth();
            let first = match self.from.digits().get(depth) {
                Some(&digit) if on_lower_edge => digit,
                _ => 0,
            };
            let end = match &self.to {
                Some(to) if on_upper_edge => upper_digit(to, depth).min(tree.fanout()),
                _ => tree.fanout(),
            };
            // The child the range starts inside of counts as one of those left.
            if end.saturating_sub(first) >= 2 {
                break Some(prefix.child(first + (end - first).div_ceil(2)));
            }
            // To enter a slow node would be to search it.
            if first >= end || tree.is_slow(first) || tree.enter(first..first + 1).is_none() {
                break None;
            }
            on_lower_edge &= self.from.digits().get(depth) == Some(&first);
            on_upper_edge = on_upper_edge && self.to.as_ref().is_some_and(|to| to.digits().get(depth) == Some(&first));
            prefix = prefix.child(first);
        };
        for _ in 0..prefix.depth() {
            tree.leave();
        }
        cut
    }
}

/// The end of the digits that lie before `to` at `depth`, for a node on the way to `to`. The child on the way itself
/// is included, unless it *is* `to`.
pub(super) fn upper_digit(to: &Path, depth: usize) -> u32 {
    match to.digits()[depth..] {
        [] => 0,
        [last] => last,
        [digit, ..] => digit.saturating_add(1),
    }
}

/// Cuts a range into about `count` ranges, in order, the widest first. Fewer come out if the tree is too small.
pub fn divide<T: Tree>(range: &Range, count: usize, tree: &mut T) -> Vec<Range> {
    divide_while(range, count, tree, &mut || true)
}

/// The same, and cuts no more once it is told not to go on: deep in a tree of attempts a cut takes long.
pub(super) fn divide_while<T: Tree>(
    range: &Range,
    count: usize,
    tree: &mut T,
    goes_on: &mut dyn FnMut() -> bool,
) -> Vec<Range> {
    // Generations of halving keep the parts even; a part that cannot be halved any more stays as it is.
    let mut parts = vec![(range.clone(), true)];
    loop {
        let mut next = Vec::with_capacity(parts.len() * 2);
        let mut total = parts.len();
        for (part, may_be_cut) in &parts {
            match (total < count && *may_be_cut && goes_on()).then(|| part.halve(tree)) {
                Some(Some((early, late))) => {
                    total += 1;
                    next.extend([(early, true), (late, true)]);
                }
                cut => next.push((part.clone(), cut.is_none() && *may_be_cut)),
            }
        }
        if next.len() == parts.len() {
            return next.into_iter().map(|(part, _)| part).collect();
        }
        parts = next;
    }
}

/// Where `path` lies in the tree, as a fraction of it, if all children of a node were equally large.
pub(super) fn position<T: Tree>(path: &Path, tree: &mut T) -> f64 {
    let (mut position, mut width, mut entered) = (0.0, 1.0, 0);
    for &digit in path.digits() {
        let fanout = tree.fanout();
        if fanout == 0 {
            break;
        }
        width /= f64::from(fanout);
        position += width * f64::from(digit.min(fanout));
        // The last node need not be entered: where it begins is known.
        let is_last = entered + 1 == path.depth();
        if is_last || digit >= fanout || tree.is_slow(digit) || tree.enter(digit..digit + 1).is_none() {
            break;
        }
        entered += 1;
    }
    for _ in 0..entered {
        tree.leave();
    }
    position
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..", self.from)?;
        self.to.as_ref().map_or(Ok(()), |to| write!(f, "{to}"))
    }
}

impl FromStr for Range {
    type Err = PathError;

    /// Reads `FROM..TO`; either side may be left out.
    fn from_str(text: &str) -> Result<Self, PathError> {
        let (from, to) = text.split_once("..").ok_or_else(|| PathError::new(text))?;
        let from = if from.is_empty() { Path::root() } else { from.parse()? };
        let to = if to.is_empty() { None } else { Some(to.parse()?) };
        Ok(Self { from, to })
    }
}
