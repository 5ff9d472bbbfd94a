//! The strategies by their names.

use std::{fmt, str::FromStr};

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// The one that suits what is wanted.
    Auto,
    /// Best first to any route.
    Guided,
    /// A shortest route, and the proof that it is one.
    Shortest,
    /// Breadth first over all states, each once.
    Exhaustive,
    /// The paper's depth-first search.
    Dfs,
    /// The paper's breadth-first search.
    Bfs,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Auto, Self::Guided, Self::Shortest, Self::Exhaustive, Self::Dfs, Self::Bfs];

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Guided => "guided",
            Self::Shortest => "shortest",
            Self::Exhaustive => "exhaustive",
            Self::Dfs => "dfs",
            Self::Bfs => "bfs",
        }
    }

    /// The strategy that is used if this one is asked for, depending on whether a shortest route is wanted.
    pub fn resolved(self, shortest: bool) -> Self {
        match self {
            Self::Auto if shortest => Self::Shortest,
            Self::Auto => Self::Guided,
            other => other,
        }
    }

    /// Is the route it finds a shortest one?
    pub fn finds_shortest(self) -> bool {
        matches!(self, Self::Shortest | Self::Exhaustive | Self::Bfs)
    }

    /// Is it one of the paper's, which know the first three worlds only?
    pub fn is_papers(self) -> bool {
        matches!(self, Self::Dfs | Self::Bfs)
    }
}

/// A name that no strategy has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownStrategy(String);

impl fmt::Display for UnknownStrategy {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [names @ .., last] = Strategy::ALL.map(Strategy::name);
        let Self(name) = self;
        write!(out, "there is no strategy '{name}' for lockpick levels: use {} or {last}", names.join(", "))
    }
}

impl std::error::Error for UnknownStrategy {}

impl FromStr for Strategy {
    type Err = UnknownStrategy;

    fn from_str(name: &str) -> Result<Self, UnknownStrategy> {
        let found = Self::ALL.into_iter().find(|strategy| strategy.name() == name);
        found.ok_or_else(|| UnknownStrategy(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_that_is_told_is_understood() {
        for strategy in Strategy::ALL {
            assert_eq!(strategy.name().parse(), Ok(strategy));
            for shortest in [false, true] {
                let used = strategy.resolved(shortest);
                assert_eq!(used.name().parse(), Ok(used));
                assert_eq!(used.resolved(shortest), used);
            }
        }
        let error = "magic".parse::<Strategy>().unwrap_err().to_string();
        assert!(error.contains("no strategy 'magic'") && error.ends_with("dfs or bfs"), "{error}");
    }
}
