//! A case or an answer as it comes in: read once, whatever it comes from, so that pipes work as files do.

use std::{
    fs,
    io::{self, Read},
    path::Path,
    sync::OnceLock,
};

use crate::{
    diagnostics::{Diagnostic, Source},
    packed::{Packing, unpacked},
};

/// No case is larger than this, pictures of mazes included.
const MAX_BYTES: u64 = 2 << 30;

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
        let (name, bytes) = if path == Path::new("-") {
            ("standard input".to_owned(), read_all(io::stdin().lock()))
        } else {
            (path.display().to_string(), fs::File::open(path).and_then(read_all))
        };
        match bytes.and_then(|bytes| unpacked(bytes, MAX_BYTES)) {
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

fn read_all(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
