//! What an earlier run of a batch has found out: its records stay in their file, and it is known where each of them is.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom, Write},
    path::Path,
    sync::{Mutex, PoisonError},
};

use serde::{Deserialize, de::IgnoredAny};
use serde_json::{Map, Value, json};

use crate::{
    input::Looking,
    search::{Control, StopReason},
    whole_file::{WholeFile, open_plain},
};

use super::{lines::Lines, results::ResultsError};

/// Bytes that are read at a time.
const BUFFER: usize = 1 << 16;

/// Where a record is in the file of those that wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub offset: u64,
    /// No line is longer than 2 GiB.
    pub length: u32,
}

impl Spot {
    /// The line of the record.
    pub fn read(self, file: &mut File) -> io::Result<Vec<u8>> {
        file.seek(SeekFrom::Start(self.offset))?;
        let mut line = vec![0; self.length as usize];
        file.read_exact(&mut line)?;
        Ok(line)
    }
}

/// What stands for the name and the key of a case: there may be millions.
type Digest = (u64, u64);

fn digest(case: &str, key: &str) -> Digest {
    let part = |text: &str| {
        let hash = blake3::hash(text.as_bytes());
        hash.as_bytes().first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
    };
    (part(case), part(key))
}

/// The records of an earlier run about which nothing is left to be done, by the name and the key of their cases.
#[derive(Debug, Default)]
pub struct Earlier {
    file: Option<Mutex<File>>,
    known: BTreeMap<Digest, Spot>,
}

/// What has to be known of a record.
#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow)]
    case: Cow<'a, str>,
    #[serde(borrow)]
    key: Cow<'a, str>,
    stop: Option<Value>,
}

/// Is nothing left to be done about a case that ended for this reason?
pub(super) fn is_final(stop: Option<&Value>) -> bool {
    stop.is_none_or(|stop| [StopReason::Complete, StopReason::SolutionLimit].iter().any(|it| json!(it) == *stop))
}

impl Earlier {
    /// The record of a case with a key. What cannot be read again is searched again.
    pub(super) fn finished(&self, case: &str, key: &str) -> Option<(Map<String, Value>, Spot)> {
        let spot = *self.known.get(&digest(case, key))?;
        self.read(spot, case).filter(|(record, _)| record.get("key").is_some_and(|it| it == key))
    }

    /// The same, whatever its key is.
    pub(super) fn finished_by_name(&self, case: &str) -> Option<(Map<String, Value>, Spot)> {
        let (name, _) = digest(case, "");
        self.known.range((name, 0)..=(name, u64::MAX)).find_map(|(_, &spot)| self.read(spot, case))
    }

    fn read(&self, spot: Spot, case: &str) -> Option<(Map<String, Value>, Spot)> {
        let mut file = self.file.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
        let record: Map<String, Value> = serde_json::from_slice(&spot.read(&mut file).ok()?).ok()?;
        // Two names may have the same digest.
        record.get("case").is_some_and(|it| it == case).then_some((record, spot))
    }

    /// How many records there are.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }
}

/// Puts the records that wait and those that are written into one file, in the place of those that wait: whatever ends
/// this run, nothing is lost. They have to be of cases of this run. What is there stays as it is if anything is wrong.
pub(super) fn gather(
    written: &Path,
    waiting: &Path,
    is_case: &dyn Fn(&str) -> bool,
    control: &Control,
) -> Result<Earlier, ResultsError> {
    let failed = |source| ResultsError::Write { file: waiting.to_owned(), source };
    let mut gathered = Gathered { known: BTreeMap::new(), length: 0, out: None };
    for file in [waiting, written] {
        let unreadable = |source| match control.reason() {
            Some(reason) => ResultsError::Stopped(reason),
            None => ResultsError::Read { file: file.to_owned(), source },
        };
        let input = match open_plain(file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            opened => opened.map_err(unreadable)?,
        };
        let mut lines = Lines::new(BufReader::with_capacity(BUFFER, Looking { reader: input, control }));
        loop {
            let line = lines.next_beginning_with(|first| first == b'{').map_err(unreadable)?;
            // What was cut short begins as a record does; a text of somebody else is not lost.
            let is_whole = |line: &[u8]| line.last() == Some(&b'\n') || !is_cut_short(line);
            let Some((number, line)) = line.filter(|(_, line)| is_whole(line)) else { break };
            match serde_json::from_slice::<Head<'_>>(line) {
                Ok(head) if !is_case(&head.case) => {
                    return Err(ResultsError::OfOthers { file: written.to_owned(), case: head.case.into_owned() });
                }
                Ok(head) => gathered.enter(&head, line, waiting).map_err(failed)?,
                Err(_) => return Err(ResultsError::Foreign { file: file.to_owned(), line: number }),
            }
        }
    }
    // The last of those that wait may have been torn: they are written anew even if there is no other.
    if gathered.out.is_none() && waiting.exists() {
        gathered.out = Some(WholeFile::create(waiting).map_err(failed)?);
    }
    let Some(out) = gathered.out else { return Ok(Earlier::default()) };
    out.keep().map_err(failed)?;
    let file = File::open(waiting).map_err(|source| ResultsError::Read { file: waiting.to_owned(), source })?;
    Ok(Earlier { file: Some(Mutex::new(file)), known: gathered.known })
}

/// Records that are put into one file.
struct Gathered {
    known: BTreeMap<Digest, Spot>,
    length: u64,
    /// Begun with the first record.
    out: Option<WholeFile>,
}

impl Gathered {
    /// Takes a record, unless it is there already: one that waited is written later on as it was.
    fn enter(&mut self, head: &Head<'_>, line: &[u8], file: &Path) -> io::Result<()> {
        let digest = digest(&head.case, &head.key);
        if self.known.contains_key(&digest) {
            return Ok(());
        }
        let out = match &mut self.out {
            Some(out) => out,
            none => none.insert(WholeFile::create(file)?),
        };
        let line = line.trim_ascii_end();
        out.write_all(line)?;
        out.write_all(b"\n")?;
        let spot = Spot { offset: self.length, length: line.len() as u32 + 1 };
        self.length += u64::from(spot.length);
        if is_final(head.stop.as_ref()) {
            self.known.insert(digest, spot);
        }
        Ok(())
    }
}

/// Is this the beginning of a record, and no more?
fn is_cut_short(line: &[u8]) -> bool {
    let parsed = serde_json::from_slice::<IgnoredAny>(line);
    line.starts_with(&b"{\""[..line.len().min(2)]) && parsed.is_err_and(|error| error.is_eof())
}
