//! Ids: the digits that lead from the root of a search tree to a node.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// The id of a node: which child was taken at each depth.
///
/// Ids compare as strings do, a node before its descendants, so every subtree is a contiguous run of ids.
///
/// ```
/// use fathom::search::Path;
///
/// let node: Path = "/3/5".parse().unwrap();
/// assert!(Path::root() < node);
/// assert!(node < "/3/5/0".parse().unwrap());
/// assert!("/3/5/77".parse::<Path>().unwrap() < "/3/6".parse().unwrap());
/// assert_eq!(node.to_string(), "/3/5");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Path(Vec<u32>);

impl Path {
    /// The id of the root: no digits.
    pub fn root() -> Self {
        Self::default()
    }

    /// The digits, outermost first.
    pub fn digits(&self) -> &[u32] {
        &self.0
    }

    /// How many edges lie between the root and the node.
    pub fn depth(&self) -> usize {
        self.0.len()
    }

    /// The id of the child reached by `digit`.
    pub fn child(&self, digit: u32) -> Self {
        let mut digits = Vec::with_capacity(self.0.len() + 1);
        digits.extend_from_slice(&self.0);
        digits.push(digit);
        Self(digits)
    }
}

impl From<Vec<u32>> for Path {
    fn from(digits: Vec<u32>) -> Self {
        Self(digits)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("/");
        }
        self.0.iter().try_for_each(|digit| write!(f, "/{digit}"))
    }
}

/// A text that is no path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a path: write the digits with slashes, as in /3/0/12 (the root is /)")]
pub struct PathError(String);

impl PathError {
    pub(super) fn new(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl FromStr for Path {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, PathError> {
        let wrong = || PathError::new(text);
        let digits = text.strip_prefix('/').ok_or_else(wrong)?;
        if digits.is_empty() {
            return Ok(Self::root());
        }
        digits.split('/').map(|digit| digit.parse().map_err(|_| wrong())).collect::<Result<Vec<u32>, _>>().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        for digits in [vec![], vec![0], vec![3, 0, 4_294_967_295]] {
            let path = Path::from(digits);
            assert_eq!(path.to_string().parse(), Ok(path));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "3", "//", "/3/", "/-1", "/a", "/4294967296"] {
            assert!(text.parse::<Path>().is_err(), "{text:?}");
        }
    }
}
