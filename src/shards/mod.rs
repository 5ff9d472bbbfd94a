//! Searches that many machines share: a file for each range, a checkpoint for each file, and all of them put together.
//!
//! A folder of a divided search holds `NAME.range` files, which say what is to be searched, and the `NAME.checkpoint`
//! files of those that were begun. A task is a range file and nothing else: whoever runs it goes on from its
//! checkpoint, and running it once more changes nothing.

mod audit;
mod cut;
mod files;
mod whole;

pub use audit::{Auditor, Sampled, Verdict};
pub use cut::{Cut, cut, cut_again};
pub use files::{Asked, CHECKPOINT_ENDING, Folder, INCUMBENT, RANGE_ENDING, RangeFile, ShardError, checkpoint_of};
pub use whole::{EVERYTHING, Merged, Whole};

use serde_json::{Map, Value};

use crate::{
    family::{Error, Family},
    input::Input,
    report::JsonRecord,
    search::Control,
    session::{Conditions, Ended, Shards, Task, Unwatched, search_input},
};

/// A case, and how it is searched, cut or put together where nobody watches.
#[derive(Clone)]
struct Silent<'a> {
    family: &'static dyn Family,
    case: &'a Input,
    control: Control,
    threads: usize,
}

impl Silent<'_> {
    /// Does a task, and comes back with how it ended and with what it told.
    fn run(&self, task: &Task, shards: Option<Shards>) -> Result<(Ended, Map<String, Value>), Error> {
        let Self { family, case, ref control, threads } = *self;
        let mut record = JsonRecord::default();
        let branches = threads.saturating_mul(8);
        let conditions = Conditions { threads, branches, control: control.clone(), shards, ..Conditions::default() };
        let ended = search_input(family, case, task, conditions, &mut record, &mut Unwatched)?;
        Ok((ended, record.take().unwrap_or_default()))
    }
}

/// The solutions that a record holds.
fn solutions_in(record: &Map<String, Value>) -> &[Value] {
    record.get("solutions").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}
