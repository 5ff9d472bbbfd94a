//! Range files, checkpoints and journals of divided and stopped searches: whatever is in them, they are taken or
//! refused.

use std::{fs, path::PathBuf, sync::LazyLock, time::Duration};

use fathom::{
    search::{CheckpointPlan, Fingerprint, JournalReader, Ledger, load_checkpoint},
    shards::{Folder, RangeFile},
};
use tempfile::TempDir;

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a temporary folder"));

/// One execution.
pub fn run(data: &[u8]) {
    let Some((choice, content)) = data.split_first() else { return };
    let file: PathBuf = FOLDER.path().join("0001.range");
    fs::write(&file, content).expect("the temporary folder can be written");
    let fingerprint = Fingerprint::of(&["a puzzle"]);
    match choice % 3 {
        0 => {
            if let Ok(range) = RangeFile::read(&file) {
                range.ids();
                range.search();
                // What was read can be written, and is read as the same.
                range.write(&file).expect("the temporary folder can be written");
                assert_eq!(RangeFile::read(&file).expect("what was written can be read").ids(), range.ids());
            }
            let _ = Folder::read(FOLDER.path()).map(|folder| folder.unfinished(&[]).1.len());
        }
        1 => {
            let _ = load_checkpoint::<Ledger<u64>>(&file, fingerprint).map(|_| ());
        }
        _ => {
            let plan =
                CheckpointPlan { file: file.clone(), every: Duration::ZERO, fingerprint, only_unfinished: false };
            if let Ok(mut journal) = JournalReader::open(&plan) {
                while let Ok(Some(_)) = journal.next_record() {}
            }
        }
    }
}
