//! A case or an answer as it comes in: read once, whatever it comes from, so that pipes work as files do.

use std::{
    fs,
    io::{self, Read},
    path::Path,
    sync::{
        OnceLock,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use crate::{
    diagnostics::{Diagnostic, Source},
    packed::{Packing, unpacked},
    search::{Control, StopReason},
};

/// No case is larger than this, pictures of mazes included.
const MAX_BYTES: u64 = 2 << 30;
/// Bytes between two looks at the limits.
const MOST_AT_ONCE: usize = 1 << 20;
/// Whoever waits for a reader looks at the limits so often.
const PACE: Duration = Duration::from_millis(5);

/// The bytes of a file, and what messages call it.
#[derive(Clone, Debug)]
pub struct Input {
    name: String,
    bytes: Vec<u8>,
    /// The text, once somebody has asked for it.
    text: OnceLock<Source>,
}

impl Input {
    /// Takes bytes as they are.
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { name: name.into(), bytes: bytes.into(), text: OnceLock::new() }
    }

    /// Reads a file, or standard input if the path is `-`. What is packed is unpacked.
    pub fn read(path: &Path) -> Result<Self, Diagnostic> {
        Self::read_looking(path, &Control::default())
    }

    /// The same under the limits of a run, or why that was stopped. What is no file may never come: another thread
    /// waits for it.
    pub fn read_under(path: &Path, control: &Control) -> Result<Result<Self, Diagnostic>, StopReason> {
        let read = if path.is_file() {
            Self::read_looking(path, control)
        } else {
            let (send, receive) = mpsc::channel();
            let (path, of_reader) = (path.to_owned(), control.clone());
            // It may wait for ever, and ends with the program then.
            thread::spawn(move || send.send(Self::read_looking(&path, &of_reader)));
            loop {
                match receive.recv_timeout(PACE) {
                    Ok(read) => break read,
                    Err(RecvTimeoutError::Disconnected) => {
                        break Err(Diagnostic::new("reading it went wrong: that is a fault of this program"));
                    }
                    Err(_) if control.look() => {
                        // What does come gives its memory back at once, before anybody else asks how much there is.
                        let _ = receive.recv_timeout(4 * PACE);
                        control.proceed()?;
                    }
                    Err(_) => {}
                }
            }
        };
        if read.is_err() {
            control.proceed()?;
        }
        Ok(read)
    }

    fn read_looking(path: &Path, control: &Control) -> Result<Self, Diagnostic> {
        let (name, bytes) = if path == Path::new("-") {
            ("standard input".to_owned(), read_onto(Vec::new(), io::stdin().lock(), control))
        } else {
            (path.display().to_string(), fs::File::open(path).and_then(|file| read_file(file, control)))
        };
        match bytes.and_then(|bytes| unpacked(bytes, MAX_BYTES, control)) {
            Ok(bytes) if bytes.len() as u64 > MAX_BYTES => {
                Err(Diagnostic::new(format!("{name} is larger than {} GiB: that is no puzzle", MAX_BYTES >> 30)))
            }
            Ok(bytes) => Ok(Self::new(name, bytes)),
            Err(error) => Err(Diagnostic::new(format!("cannot read {name}: {error}"))),
        }
    }

    /// What messages call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All of it.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The ending of its name, in small letters; that of a packed file says what is packed.
    pub fn ending(&self) -> String {
        ending_of(&Packing::of(Path::new(&self.name)).1)
    }

    /// The same as a text, if it is one.
    pub fn source(&self) -> Result<Source, Diagnostic> {
        if let Some(text) = self.text.get() {
            return Ok(text.clone());
        }
        let text = Source::from_bytes(&self.name, &self.bytes)?;
        Ok(self.text.get_or_init(|| text).clone())
    }
}

/// The ending of a file's name, in small letters; empty if it has none.
pub fn ending_of(file: &Path) -> String {
    file.extension().and_then(|ending| ending.to_str()).unwrap_or("").to_ascii_lowercase()
}

/// Reads what says beforehand how long it is: a vector that grows takes up to three times the memory.
fn read_file(file: fs::File, control: &Control) -> io::Result<Vec<u8>> {
    let length = file.metadata().map_or(0, |metadata| metadata.len());
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length.min(MAX_BYTES) as usize + 1)?;
    read_onto(bytes, file, control)
}

fn read_onto(mut bytes: Vec<u8>, reader: impl Read, control: &Control) -> io::Result<Vec<u8>> {
    let mut reader = Looking { reader, control }.take(MAX_BYTES + 1);
    loop {
        let room = bytes.capacity() - bytes.len();
        let read = reader.by_ref().take(room as u64).read_to_end(&mut bytes)?;
        if read < room {
            return Ok(bytes);
        }
        // It is there twice while it moves to where it has more room.
        let more = bytes.len().max(MOST_AT_ONCE);
        control.allow_memory((bytes.len() + more) as u64).map_err(|reason| io::Error::other(reason.text()))?;
        bytes.try_reserve(more)?;
    }
}

/// A reader that ends with an error when the run has to stop.
pub(crate) struct Looking<'a, R> {
    pub reader: R,
    pub control: &'a Control,
}

impl<R: Read> Read for Looking<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // A vector that is large enough offers all of its room at once.
        let most = buffer.len().min(MOST_AT_ONCE);
        self.control.proceed().map_err(|reason| io::Error::other(reason.text()))?;
        self.reader.read(&mut buffer[..most])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Limits;

    #[test]
    fn everything_is_read_however_long_it_is() {
        for length in [0, 1, MOST_AT_ONCE - 1, MOST_AT_ONCE, MOST_AT_ONCE + 1, 5 * MOST_AT_ONCE] {
            let content: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
            assert!(read_onto(Vec::new(), &content[..], &Control::default()).unwrap() == content, "{length}");
            assert!(read_onto(Vec::with_capacity(length + 1), &content[..], &Control::default()).unwrap() == content);
        }
    }

    #[test]
    fn what_has_no_end_is_given_up_before_it_outgrows_the_limit() {
        let memory = crate::memory::resident() + (64 << 20);
        let control = Control::new(&Limits { memory: Some(memory), ..Limits::default() });
        assert!(read_onto(Vec::new(), io::repeat(0), &control).is_err());
        assert_eq!(control.reason(), Some(StopReason::MemoryLimit));
    }
}
