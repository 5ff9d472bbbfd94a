//! What a strategy can do, as data: what is asked of it and cannot be done is refused, and never ignored.

/// The machinery a strategy runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// A tree of numbered candidates, searched range by range ([`run`](super::run())).
    Tree,
    /// A space of states with a seen table, expanded batch by batch.
    States,
    /// A space of states that is swept layer by layer.
    Layers,
    /// One piece of work after the other under the run's limits: nothing to divide, nothing to number.
    Steps,
}

impl Kernel {
    /// What tables call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tree => "tree",
            Self::States => "states",
            Self::Layers => "layers",
            Self::Steps => "steps",
        }
    }
}

/// Something that can be asked of a search and that not every strategy can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ability {
    /// Solutions have ids that can be told and shown again.
    Ids,
    /// A range of the ids can be searched by itself.
    Range,
    /// The search can be stopped and gone on with later.
    Checkpoint,
    /// It stops after a number of nodes.
    NodeLimit,
    /// It stops when the process holds too much memory.
    MemoryLimit,
    /// It uses several threads.
    Threads,
    /// It counts solutions without listing them.
    Count,
    /// It brings more than one solution.
    Several,
    /// It brings whichever solutions come first.
    Any,
    /// It brings the solution with a number, or some by chance.
    Numbered,
    /// It tells whether there is exactly one solution.
    Unique,
    /// It tells which pieces lie the same way in every solution.
    Forced,
    /// It leaves something to chance, and a seed decides.
    Seed,
}

impl Ability {
    /// All of them, in the order of the table in the documentation.
    pub const ALL: [Self; 13] = [
        Self::Ids,
        Self::Range,
        Self::Checkpoint,
        Self::NodeLimit,
        Self::MemoryLimit,
        Self::Threads,
        Self::Count,
        Self::Several,
        Self::Any,
        Self::Numbered,
        Self::Unique,
        Self::Forced,
        Self::Seed,
    ];

    /// The head of its column.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ids => "ids",
            Self::Range => "range",
            Self::Checkpoint => "checkpoint",
            Self::NodeLimit => "node limit",
            Self::MemoryLimit => "memory limit",
            Self::Threads => "threads",
            Self::Count => "count",
            Self::Several => "several",
            Self::Any => "any",
            Self::Numbered => "numbered",
            Self::Unique => "unique",
            Self::Forced => "forced",
            Self::Seed => "seed",
        }
    }
}

/// A strategy of a family: its name, what it runs on, and what can be asked of it. The time limit and signals end every
/// strategy.
#[derive(Clone, Copy, Debug)]
pub struct Strategy {
    /// The name it is chosen by.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    /// What it runs on.
    pub kernel: Kernel,
    /// What it can do.
    pub abilities: &'static [Ability],
    /// Why it cannot do the rest.
    pub why_not: &'static str,
}

impl Strategy {
    /// Can it do this?
    pub fn can(&self, ability: Ability) -> bool {
        self.abilities.contains(&ability)
    }
}

/// What was asked and cannot be done, why, and what can do it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "strategy {strategy} of {family} cannot do this ({}): {why}{}", .ability.name(),
    if .instead.is_empty() { String::new() } else { format!("; {} can", .instead.join(", ")) }
)]
pub struct Refusal {
    /// The family.
    pub family: &'static str,
    /// The strategy that was to do it.
    pub strategy: &'static str,
    /// What was asked.
    pub ability: Ability,
    /// Why it cannot.
    pub why: &'static str,
    /// The strategies of the family that can.
    pub instead: Vec<&'static str>,
}

/// Compares what is asked with what a strategy can do.
pub fn refuse(
    family: &'static str,
    strategies: &[Strategy],
    strategy: &Strategy,
    asked: impl IntoIterator<Item = Ability>,
) -> Result<(), Refusal> {
    match asked.into_iter().find(|ability| !strategy.can(*ability)) {
        None => Ok(()),
        Some(ability) => Err(Refusal {
            family,
            strategy: strategy.name,
            ability,
            why: strategy.why_not,
            instead: strategies.iter().filter(|other| other.can(ability)).map(|other| other.name).collect(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLEVER: Strategy = Strategy {
        name: "clever",
        about: "",
        kernel: Kernel::Tree,
        abilities: &[Ability::Count, Ability::Range],
        why_not: "",
    };
    const PLAIN: Strategy =
        Strategy { name: "plain", abilities: &[Ability::Count], why_not: "it keeps no ids", ..CLEVER };

    #[test]
    fn the_first_thing_that_cannot_be_done_is_refused_with_what_can() {
        let refuse = |strategy, asked: &[Ability]| refuse("tiles", &[PLAIN, CLEVER], strategy, asked.iter().copied());
        assert_eq!(refuse(&CLEVER, &[Ability::Count, Ability::Range]), Ok(()));
        assert_eq!(refuse(&PLAIN, &[]), Ok(()));
        let refusal = refuse(&PLAIN, &[Ability::Count, Ability::Range, Ability::Seed]).unwrap_err();
        assert_eq!((refusal.ability, refusal.instead.as_slice()), (Ability::Range, &["clever"][..]));
        let text = "strategy plain of tiles cannot do this (range): it keeps no ids; clever can";
        assert_eq!(refusal.to_string(), text);
        assert_eq!(refuse(&PLAIN, &[Ability::Seed]).unwrap_err().instead, [""; 0]);
    }

    #[test]
    fn no_two_columns_of_the_table_have_the_same_head() {
        let names: std::collections::BTreeSet<_> = Ability::ALL.iter().map(|ability| ability.name()).collect();
        assert_eq!(names.len(), Ability::ALL.len());
        let kernels = [Kernel::Tree, Kernel::States, Kernel::Layers, Kernel::Steps].map(Kernel::name);
        assert_eq!(kernels, ["tree", "states", "layers", "steps"]);
    }
}
