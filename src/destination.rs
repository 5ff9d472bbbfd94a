//! Where a picture or a generated case goes: a file that is whole or not there, or standard output.

use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use crate::{
    family::Error,
    input::ending_of,
    page::{self, CasePage},
    picture::Scene,
    report::{Medium, harmless},
    whole_file::{self, WholeFile},
};

/// Bytes written at a time.
const BUFFER: usize = 1 << 18;

/// A place for one result, and for what is said about it on the way.
pub struct Destination {
    file: Option<PathBuf>,
    say: Box<dyn FnMut(&str)>,
}

impl Destination {
    /// A file, or standard output. It must not take the place of a file that is still needed.
    pub fn new(file: Option<PathBuf>, needed: &[PathBuf], say: Box<dyn FnMut(&str)>) -> Result<Self, Error> {
        if let Some(file) = &file {
            refuse_to_replace(file, needed)?;
            if file.is_dir() {
                return Err(Error::File { file: file.clone(), source: io::Error::other("it is a folder") });
            }
            // Better now than after hours of work.
            let writable = whole_file::ensure_writable(file);
            writable.map_err(|source| Error::File { file: file.clone(), source })?;
        }
        Ok(Self { file, say })
    }

    /// The ending of the file; standard output takes text.
    pub fn ending(&self) -> String {
        self.file.as_deref().map_or_else(|| "txt".to_owned(), ending_of)
    }

    /// Is it standard output?
    pub fn is_standard_output(&self) -> bool {
        self.file.is_none()
    }

    /// Refuses a file whose ending is not among these.
    pub fn expect_ending(&self, known: &'static [&'static str]) -> Result<String, Error> {
        let ending = self.ending();
        if known.contains(&ending.as_str()) {
            return Ok(ending);
        }
        Err(Error::Ending { file: self.file.clone().unwrap_or_else(|| PathBuf::from("-")), known })
    }

    /// Says something about the work, to whoever listens.
    pub fn say(&mut self, text: &str) {
        (self.say)(text);
    }

    /// Writes the result.
    pub fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
        let Some(file) = &self.file else {
            let mut out = BufWriter::with_capacity(BUFFER, io::stdout().lock());
            write(&mut out)?;
            return Ok(out.flush()?);
        };
        let written = WholeFile::create(file).and_then(|mut whole| {
            write(&mut whole)?;
            whole.keep()
        });
        written.map_err(|source| Error::File { file: file.clone(), source })?;
        let text = format!("wrote {}", file.display());
        self.say(&text);
        Ok(())
    }

    /// Writes a text.
    pub fn text(&mut self, text: &str) -> Result<(), Error> {
        let text = harmless(text, Medium::Text);
        self.write(|out| out.write_all(text.as_bytes()))
    }

    /// Writes a page on one case.
    pub fn page(&mut self, case: &CasePage) -> Result<(), Error> {
        self.write(|out| page::write(std::slice::from_ref(case), out))
    }

    /// Writes a picture in the format of the ending, `.svg` or `.png`.
    pub fn picture(&mut self, scene: &Scene) -> Result<(), Error> {
        let bytes = match self.expect_ending(&["svg", "png", "txt"])?.as_str() {
            "png" => png_bytes(scene)?,
            _ => crate::picture::svg(scene).into_bytes(),
        };
        self.write(|out| out.write_all(&bytes))
    }
}

fn png_bytes(scene: &Scene) -> Result<Vec<u8>, Error> {
    crate::picture::png(scene).map_err(|error| Error::Unsupported(format!("this cannot be drawn: {error}")))
}

/// Refuses to write onto a file that is still needed.
pub fn refuse_to_replace(file: &Path, needed: &[PathBuf]) -> Result<(), Error> {
    match needed.iter().find(|needed| whole_file::is_same(file, needed)) {
        Some(needed) => Err(Error::WouldReplace { file: file.to_owned(), needed: needed.clone() }),
        None => Ok(()),
    }
}
