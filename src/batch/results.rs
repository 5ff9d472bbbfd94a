//! The records of a batch, in order, in a file that survives any end of the program.
//!
//! The file holds the records of the first cases, as many as follow each other without a gap. Records of later cases
//! that are finished already wait in a second file beside it, so that nothing is lost when the program ends suddenly. A
//! last line that was cut short is dropped when the files are read again.

use std::{
    collections::{BTreeMap, HashMap},
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
};

use serde_json::{Map, Value};

use crate::{
    report::{Medium, harmless},
    search::{CheckpointError, CheckpointLock},
};

/// Why results cannot be kept.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ResultsError {
    #[error("cannot write {}: {source}", file.display())]
    Write { file: PathBuf, source: io::Error },
    #[error("cannot read {}: {source}", file.display())]
    Read { file: PathBuf, source: io::Error },
    #[error("{} is there already: resume it, or remove it to begin anew", .0.display())]
    Exists(PathBuf),
    #[error("{}:{line}: this is no record of a batch", file.display())]
    Foreign { file: PathBuf, line: usize },
    #[error(
        "{} has records of cases that are not in this batch, such as {case}: name these as well, or take another file",
        file.display()
    )]
    OfOthers { file: PathBuf, case: String },
    #[error("{} is in use by another run", .0.display())]
    InUse(PathBuf),
}

/// Takes in records in any order, and writes them in theirs.
pub struct Results {
    out: Box<dyn Write + Send>,
    file: Option<Kept>,
    /// The place of the next record to be written.
    next: usize,
    /// Records that cannot be written yet, by their places.
    held: BTreeMap<usize, Vec<u8>>,
}

/// A results file and what belongs to it.
struct Kept {
    file: PathBuf,
    waiting_file: PathBuf,
    waiting: Option<File>,
    _lock: CheckpointLock,
}

/// The records of an earlier run, by the name and the key of their cases.
pub type Earlier = HashMap<(String, String), Map<String, Value>>;

impl Results {
    /// Results that go to a stream and are not kept.
    pub fn to_stream(out: impl Write + Send + 'static) -> Self {
        Self { out: Box::new(out), file: None, next: 0, held: BTreeMap::new() }
    }

    /// Results that are kept in a file. If an earlier run is to be gone on with, its records come back: they have to be
    /// of cases of this run.
    pub fn to_file(file: &Path, resume: bool, is_case: &dyn Fn(&str) -> bool) -> Result<(Self, Earlier), ResultsError> {
        let cannot_write = |source| ResultsError::Write { file: file.to_owned(), source };
        let lock = CheckpointLock::take(file).map_err(|error| match error {
            CheckpointError::InUse(_) => ResultsError::InUse(file.to_owned()),
            CheckpointError::Write { source, .. } => cannot_write(source),
            other => cannot_write(io::Error::other(other)),
        })?;
        let waiting_file = beside(file, ".waiting");
        if !resume && (file.exists() || waiting_file.exists()) {
            return Err(ResultsError::Exists(file.to_owned()));
        }
        let mut earlier = Earlier::new();
        let mut records = read_records(&waiting_file)?;
        let written = read_records(file)?;
        let case_of = |record: &Map<String, Value>| record["case"].as_str().unwrap_or_default().to_owned();
        if let Some(case) = records.iter().chain(&written).map(case_of).find(|case| !is_case(case)) {
            return Err(ResultsError::OfOthers { file: file.to_owned(), case });
        }
        if !written.is_empty() || waiting_file.exists() {
            // All that was finished waits, before the file begins anew: whatever ends this run, nothing is lost. Those
            // that wait already are written anew: the last of them may have been torn, and others are put behind it.
            append(&waiting_file, &written)?;
            records.extend(written);
        }
        for record in records {
            let text = |name: &str| record.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
            earlier.insert((text("case"), text("key")), record);
        }
        let out = File::create(file).map_err(cannot_write)?;
        let kept = Kept { file: file.to_owned(), waiting_file, waiting: None, _lock: lock };
        Ok((Self { out: Box::new(out), file: Some(kept), next: 0, held: BTreeMap::new() }, earlier))
    }

    /// Takes in the record of the case at a place. One that is from an earlier run waits already.
    pub fn enter(&mut self, place: usize, record: &Map<String, Value>, is_earlier: bool) -> Result<(), ResultsError> {
        let line = serde_json::to_string(record).map_err(|error| self.cannot_write(error.into()))?;
        let mut line = harmless(&line, Medium::Json).into_owned().into_bytes();
        line.push(b'\n');
        if place != self.next {
            if !is_earlier {
                self.wait(&line)?;
            }
            self.held.insert(place, line);
            return Ok(());
        }
        self.write(&line)?;
        while let Some(line) = self.held.remove(&self.next) {
            self.write(&line)?;
        }
        self.out.flush().map_err(|error| self.cannot_write(error))
    }

    fn write(&mut self, line: &[u8]) -> Result<(), ResultsError> {
        self.next += 1;
        self.out.write_all(line).map_err(|error| self.cannot_write(error))
    }

    /// Puts a record into the file of those that wait.
    fn wait(&mut self, line: &[u8]) -> Result<(), ResultsError> {
        let Some(kept) = &mut self.file else { return Ok(()) };
        let failed = |source| ResultsError::Write { file: kept.waiting_file.clone(), source };
        if kept.waiting.is_none() {
            let opened = OpenOptions::new().create(true).append(true).open(&kept.waiting_file);
            kept.waiting = Some(opened.map_err(failed)?);
        }
        kept.waiting.as_mut().map_or(Ok(()), |waiting| waiting.write_all(line)).map_err(failed)
    }

    fn cannot_write(&self, source: io::Error) -> ResultsError {
        let file = self.file.as_ref().map_or_else(|| PathBuf::from("the results"), |kept| kept.file.clone());
        ResultsError::Write { file, source }
    }

    /// Every case is told: nothing waits any more.
    pub fn finish(mut self) -> Result<(), ResultsError> {
        self.out.flush().map_err(|error| self.cannot_write(error))?;
        let Some(kept) = self.file else { return Ok(()) };
        if self.held.is_empty() && kept.waiting_file.exists() {
            let removed = fs::remove_file(&kept.waiting_file);
            removed.map_err(|source| ResultsError::Write { file: kept.waiting_file.clone(), source })?;
        }
        Ok(())
    }

    /// The run ends early: what is finished is kept to be gone on with.
    pub fn suspend(mut self) -> Result<(), ResultsError> {
        self.out.flush().map_err(|error| self.cannot_write(error))
    }
}

/// The file with something added to its name.
pub(super) fn beside(file: &Path, more: &str) -> PathBuf {
    let mut name = OsString::from(file.file_name().unwrap_or_default());
    name.push(more);
    file.with_file_name(name)
}

/// The records of a file; a last line without an end is none.
fn read_records(file: &Path) -> Result<Vec<Map<String, Value>>, ResultsError> {
    let unreadable = |source| ResultsError::Read { file: file.to_owned(), source };
    let input = match File::open(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        opened => opened.map_err(unreadable)?,
    };
    let mut input = BufReader::new(input);
    let (mut records, mut line, mut number) = (Vec::new(), Vec::new(), 0);
    loop {
        line.clear();
        number += 1;
        input.read_until(b'\n', &mut line).map_err(unreadable)?;
        // What was cut short begins as a record does; a text of somebody else is not lost.
        if line.is_empty() || (line.last() != Some(&b'\n') && is_cut_short(&line)) {
            return Ok(records);
        }
        let record: Option<Map<String, Value>> = serde_json::from_slice(&line).ok();
        let record = record.filter(|record| record.contains_key("case") && record.contains_key("key"));
        records.push(record.ok_or_else(|| ResultsError::Foreign { file: file.to_owned(), line: number })?);
    }
}

/// Is this the beginning of a record, and no more?
fn is_cut_short(line: &[u8]) -> bool {
    let parsed = serde_json::from_slice::<Map<String, Value>>(line);
    line.starts_with(&b"{\""[..line.len().min(2)]) && parsed.is_err_and(|error| error.is_eof())
}

/// Adds records to a file, and makes sure that they are on the disk. A line that was cut short makes room for them.
fn append(file: &Path, records: &[Map<String, Value>]) -> Result<(), ResultsError> {
    let failed = |source| ResultsError::Write { file: file.to_owned(), source };
    let before = read_records(file)?;
    let mut whole = crate::whole_file::WholeFile::create(file).map_err(failed)?;
    for record in before.iter().chain(records) {
        serde_json::to_writer(&mut whole, record).map_err(|error| failed(error.into()))?;
        whole.write_all(b"\n").map_err(failed)?;
    }
    whole.keep().map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(case: &str) -> Map<String, Value> {
        [("case", case), ("key", "k")].map(|(name, value)| (name.to_owned(), Value::from(value))).into_iter().collect()
    }

    fn lines(file: &Path) -> Vec<String> {
        fs::read_to_string(file).unwrap_or_default().lines().map(str::to_owned).collect()
    }

    #[test]
    fn records_come_out_in_order_and_those_that_wait_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("r.jsonl");
        let (mut results, earlier) = Results::to_file(&file, false, &|_| true).unwrap();
        assert!(earlier.is_empty());
        results.enter(2, &record("c"), false).unwrap();
        results.enter(1, &record("b"), false).unwrap();
        assert!(lines(&file).is_empty());
        assert!(matches!(Results::to_file(&file, true, &|_| true), Err(ResultsError::InUse(_))));
        // As after a sudden end: nothing is finished, the lock is gone.
        drop(results);
        let (mut results, earlier) = Results::to_file(&file, true, &|_| true).unwrap();
        assert_eq!(earlier.len(), 2);
        results.enter(0, &record("a"), false).unwrap();
        results.enter(1, &record("b"), true).unwrap();
        drop(results);
        // A torn line at the end of either file is dropped.
        for name in ["r.jsonl", "r.jsonl.waiting"] {
            let mut torn = OpenOptions::new().append(true).open(folder.path().join(name)).unwrap();
            torn.write_all(b"{\"case\": \"x").unwrap();
        }
        let (mut results, earlier) = Results::to_file(&file, true, &|_| true).unwrap();
        assert_eq!(earlier.len(), 3);
        for (place, name) in ["a", "b", "c"].into_iter().enumerate() {
            results.enter(place, &record(name), true).unwrap();
        }
        results.finish().unwrap();
        assert_eq!(lines(&file).len(), 3);
        assert!(lines(&file)[2].contains("\"c\""));
        assert!(!beside(&file, ".waiting").exists());
        assert!(matches!(Results::to_file(&file, false, &|_| true), Err(ResultsError::Exists(_))));
    }

    #[test]
    fn what_waits_is_never_put_behind_a_torn_line() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("r.jsonl");
        let whole = serde_json::to_string(&record("b")).unwrap();
        for (waiting, known) in [("{\"case\": \"x", 0), (whole.as_str(), 1), (&format!("{whole}\n{{\"ca"), 1)] {
            fs::write(beside(&file, ".waiting"), waiting).unwrap();
            let (mut results, earlier) = Results::to_file(&file, true, &|_| true).unwrap();
            assert_eq!(earlier.len(), known, "{waiting}");
            results.enter(2, &record("c"), false).unwrap();
            drop(results);
            let (_, earlier) = Results::to_file(&file, true, &|_| true).unwrap();
            assert_eq!(earlier.len(), known + 1, "{waiting}");
        }
    }

    #[test]
    fn a_file_of_something_else_is_not_touched() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("r.jsonl");
        fs::write(&file, "dear diary\n").unwrap();
        assert!(matches!(Results::to_file(&file, true, &|_| true), Err(ResultsError::Foreign { line: 1, .. })));
        assert_eq!(lines(&file), ["dear diary"]);
        for text in ["dear diary", "{\"a\": 1}", "{\"a\": 1} and", "{diary", "[1, 2"] {
            fs::write(&file, text).unwrap();
            let refused = Results::to_file(&file, true, &|_| true);
            assert!(matches!(refused, Err(ResultsError::Foreign { line: 1, .. })), "{text}");
            assert_eq!(lines(&file), [text]);
        }
        // A whole record whose line has no end is one.
        fs::write(&file, serde_json::to_string(&record("a")).unwrap()).unwrap();
        let (_, earlier) = Results::to_file(&file, true, &|_| true).unwrap();
        assert_eq!(earlier.len(), 1);
    }

    #[test]
    fn records_of_other_cases_are_not_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("r.jsonl");
        let (mut results, _) = Results::to_file(&file, false, &|_| true).unwrap();
        ["a", "b"].into_iter().zip(0..).for_each(|(name, place)| results.enter(place, &record(name), false).unwrap());
        results.finish().unwrap();
        let refused = Results::to_file(&file, true, &|case| case == "a");
        assert!(matches!(refused, Err(ResultsError::OfOthers { case, .. }) if case == "b"));
        assert_eq!(lines(&file).len(), 2);
    }
}
