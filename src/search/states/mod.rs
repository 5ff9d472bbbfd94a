//! The second kernel: searches spaces of states, of which each is looked at once.
//!
//! A puzzle gives [`States`]: states as strings of bytes, and what each leads to. States are entered in a fixed order,
//! and a state's place in that order is its id. An [`Agenda`] chooses batches of ids to be expanded; the states of a
//! batch are expanded by as many threads as there are, each into its own place, and what came of them is then entered
//! one after the other. The size of a batch depends on the states entered so far and on nothing else. So the threads
//! change the time a search takes, and never its answer or its counts.
//!
//! What was entered never changes: a checkpoint is a journal of it that only grows, and resuming is the same loop with
//! the expansions read from the journal as long as it lasts.

mod agenda;
mod crew;
mod journal;
mod pace;
mod run;
mod seen;
mod successors;
#[cfg(test)]
mod tests;

pub use agenda::{Agenda, Alternating, BreadthFirst, Buckets, Choice, Fresh, Ranked, SoFar};
pub use pace::Pace;
pub use run::{Explored, StateEvent, StateProgress, StateSearch, StateSettings, StatesError};
pub use seen::{Entered, Key, NO_STATE, Seen, StateId};
pub use successors::{Chosen, Successors};

use serde::{Serialize, de::DeserializeOwned};

/// A space of states.
///
/// What a state leads to must be a pure function of its string and of what [`Chosen`] tells beside it; the table of
/// states may only be used to leave out what is [known](Successors::propose). Then it does not matter who expands a
/// state, nor when.
pub trait States: Sync {
    /// What a thread needs to work in.
    type Scratch: Send;
    /// What the agenda wants to know about a state beside its string. Places for notes are used again, so what a note
    /// owns is not allocated anew for every state.
    type Note: Default + Send + Sync + Serialize + DeserializeOwned;

    /// Room for one thread.
    fn scratch(&self) -> Self::Scratch;

    /// An empty table that knows which states stand for which others.
    fn seen(&self) -> Seen;

    /// The states the search begins with.
    fn start(&self, scratch: &mut Self::Scratch, out: &mut Successors<Self::Note>);

    /// What a state leads to. Where this can last, it has to look now and then whether the search [is
    /// over](Pace::is_over) and to come back then; what it brought is forgotten in that case.
    fn expand(&self, scratch: &mut Self::Scratch, from: &Chosen<'_>, pace: &mut Pace, out: &mut Successors<Self::Note>);
}
