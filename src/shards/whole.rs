//! What many machines have searched, put together and judged.

use std::path::Path as FilePath;

use serde_json::{Map, Value};

use crate::{
    family::{Error, Family},
    input::Input,
    search::{Control, Limits},
    session::{Sharded, Shards, Task},
};

use super::{Folder, ShardError, Silent, solutions_in};

/// The range that holds everything, as it is written.
pub const EVERYTHING: &str = "/..";

/// A divided search with its folder.
pub struct Whole<'a> {
    /// The family of the case.
    pub family: &'static dyn Family,
    /// The case.
    pub case: &'a Input,
    /// The task that was divided.
    pub task: Task,
    /// Its files.
    pub folder: Folder,
}

/// What the checkpoints of a divided search hold.
pub struct Merged {
    /// The pieces, and what they lack; nothing if the search could not be divided.
    pub sharded: Option<Sharded>,
    /// The solutions, each of them judged by the checker.
    pub solutions: Vec<Value>,
}

impl<'a> Whole<'a> {
    /// Reads a folder. It has to belong to the case: its checkpoints may be fewer than its range files, so these are
    /// asked.
    pub fn read(families: &'static [&'static dyn Family], case: &'a Input, folder: &FilePath) -> Result<Self, Error> {
        let files = Folder::read(folder)?;
        let (family, task) = files.common().task(families, EVERYTHING)?;
        let silent = Silent { family, case, control: Control::new(&Limits::default()), threads: 1 };
        let (ended, _) = silent.run(&task, Some(Shards::Merge(Vec::new())))?;
        let is_same = ended.sharded.is_some_and(|sharded| Some(sharded.fingerprint) == files.common().search());
        if !is_same {
            return Err(ShardError::OfAnotherCase(folder.to_owned()).into());
        }
        Ok(Self { family, case, task, folder: files })
    }

    /// What a session has to be told so that it puts the checkpoints together.
    pub fn shards(&self) -> Shards {
        Shards::Merge(self.folder.checkpoints.clone())
    }

    /// Puts the checkpoints together, and judges every solution in them with the family's checker.
    pub fn merge(&self, control: &Control) -> Result<Merged, Error> {
        let silent = Silent { family: self.family, case: self.case, control: control.clone(), threads: 1 };
        let (ended, record) = silent.run(&self.task, Some(self.shards()))?;
        self.judge(&record, control)?;
        Ok(Merged { sharded: ended.sharded, solutions: solutions_in(&record).to_vec() })
    }

    fn judge(&self, record: &Map<String, Value>, control: &Control) -> Result<(), Error> {
        if solutions_in(record).is_empty() {
            return Ok(());
        }
        let answer = Input::new("merged.json", serde_json::to_vec(record).map_err(std::io::Error::from)?);
        let judgement = self.family.judge(self.case, &self.task.options, &answer, control)?;
        judgement.map(|_| ()).map_err(|wrong| ShardError::WrongSolution(wrong).into())
    }
}
