//! Where a picture or a generated case goes: a file that is whole or not there, or standard output.

mod refusals;

use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use crate::{
    family::{Error, Options},
    input::ending_of,
    page::{self, CasePage},
    picture::{PictureError, Scene, pdf_under, png_under, svg_under},
    report::{Medium, harmless, path_name},
    search::Control,
    whole_file::{self, WholeFile},
};

pub use refusals::{refuse_number_of_one, refuse_one_place_for_two, refuse_to_replace, refuse_to_replace_by_number};

/// Bytes written at a time.
const BUFFER: usize = 1 << 18;

/// A place for one result, and for what is said about it on the way.
pub struct Destination {
    file: Option<PathBuf>,
    /// Files that it must not take the place of.
    needed: Vec<PathBuf>,
    say: Box<dyn FnMut(&str)>,
    /// What ends the painting of pictures and the writing of pages.
    control: Option<Control>,
}

impl Destination {
    /// A file, or standard output. It must not take the place of a file that is still needed.
    pub fn new(file: Option<PathBuf>, needed: &[PathBuf], say: Box<dyn FnMut(&str)>) -> Result<Self, Error> {
        if let Some(file) = &file {
            refuse_number_of_one(file)?;
            refuse_to_replace(file, needed)?;
            if file.is_dir() {
                return Err(Error::File { file: file.clone(), source: io::Error::other("it is a folder") });
            }
            // Better now than after hours of work.
            let writable = whole_file::ensure_writable(file);
            writable.map_err(|source| Error::File { file: file.clone(), source })?;
        }
        Ok(Self { file, needed: needed.to_vec(), say, control: None })
    }

    /// The same; pictures and pages are painted and written for as long as a control allows.
    pub fn under(self, control: &Control) -> Self {
        Self { control: Some(control.clone()), ..self }
    }

    /// The control, unless it has stopped the work already: what was found until then is still written.
    fn watch(&self) -> Control {
        self.control.clone().filter(|control| !control.is_stopped()).unwrap_or_default()
    }

    /// A place for several results, each in a file of its own: a folder (`dir/`), or a name with `{}` in it; anything
    /// else is a file for all of them.
    pub fn for_several(file: Option<PathBuf>, needed: &[PathBuf], say: Box<dyn FnMut(&str)>) -> Result<Self, Error> {
        match file {
            Some(file) if is_for_several(&file) => {
                Ok(Self { file: Some(file), needed: needed.to_vec(), say, control: None })
            }
            file => Self::new(file, needed, say),
        }
    }

    /// The ending of the file; standard output takes text.
    pub fn ending(&self) -> String {
        self.file.as_deref().map_or_else(|| "txt".to_owned(), ending_of)
    }

    /// Is it standard output?
    pub fn is_standard_output(&self) -> bool {
        self.file.is_none()
    }

    /// Does it take several results, each in a file of its own?
    pub fn is_for_several(&self) -> bool {
        self.file.as_deref().is_some_and(is_for_several)
    }

    /// Puts one of several results into a file of its own: what `{}` in the name, or the name in a folder, stands
    /// for. The ending is for folders.
    pub fn with_member(
        &mut self,
        member: &str,
        ending: &str,
        put: impl FnOnce(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Some(whole) = self.file.clone() else { return put(self) };
        let text = whole.to_string_lossy();
        let file = match text.contains("{}") {
            true => PathBuf::from(text.replace("{}", member)),
            false => whole.join(format!("{member}.{ending}")),
        };
        refuse_to_replace(&file, &self.needed)?;
        let folder = file.parent().unwrap_or(Path::new(""));
        let is_there = if folder.as_os_str().is_empty() { Ok(()) } else { std::fs::create_dir_all(folder) };
        is_there.map_err(|source| Error::File { file: file.clone(), source })?;
        self.file = Some(file);
        let done = put(self);
        self.file = Some(whole);
        done
    }

    /// Refuses a file whose ending is not among these.
    pub fn expect_ending(&self, known: &'static [&'static str]) -> Result<String, Error> {
        let ending = self.ending();
        if known.contains(&ending.as_str()) {
            return Ok(ending);
        }
        Err(Error::Ending { file: self.file.clone().unwrap_or_else(|| PathBuf::from("-")), known })
    }

    /// Refuses options that only results with some endings can obey, where the result has another one.
    pub fn refuse_for_others(&self, options: &Options, names: &[&str], endings: &[&str]) -> Result<(), Error> {
        let ending = self.ending();
        match names.iter().find(|name| options.has(name)) {
            Some(name) if !endings.contains(&ending.as_str()) => {
                let list: Vec<String> = endings.iter().map(|ending| format!(".{ending}")).collect();
                let here =
                    if self.file.is_none() { "text on standard output".to_owned() } else { format!(".{ending}") };
                Err(Error::misplaced(name, format!("is for {}, not for {here}", list.join(" and "))))
            }
            _ => Ok(()),
        }
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
        let text = format!("wrote {}", path_name(file));
        self.say(&text);
        Ok(())
    }

    /// Writes a text.
    pub fn text(&mut self, text: &str) -> Result<(), Error> {
        let text = harmless(text, Medium::Text);
        self.write(|out| out.write_all(text.as_bytes()))
    }

    /// Writes JSON for programs: what is escaped in it means the same as before.
    pub fn json(&mut self, text: &str) -> Result<(), Error> {
        let text = harmless(text, Medium::Json);
        self.write(|out| out.write_all(text.as_bytes()))
    }

    /// Writes a page on one case.
    pub fn page(&mut self, case: &CasePage) -> Result<(), Error> {
        let control = self.watch();
        let written = self.write(|out| page::write(std::slice::from_ref(case), &mut Watched::new(out, &control)));
        control.reason().map_or(written, |reason| Err(reason.into()))
    }

    /// Writes a picture in the format of the ending, `.svg`, `.png` or `.pdf`.
    pub fn picture(&mut self, scene: &Scene) -> Result<(), Error> {
        let control = self.watch();
        let drawn = match self.expect_ending(&["svg", "png", "pdf", "txt"])?.as_str() {
            "png" => png_under(scene, &control),
            "pdf" => pdf_under(scene, &control),
            _ => svg_under(scene, &control).map(String::into_bytes),
        };
        let bytes = drawn.map_err(|error| not_drawn(error, &control))?;
        self.write(|out| out.write_all(&bytes))
    }

    /// Writes pages to print, a scene each, as they come. What goes wrong while they are made leaves no file behind.
    #[cfg(feature = "pictures")]
    pub fn booklet(&mut self, title: &str, pages: impl IntoIterator<Item = Result<Scene, Error>>) -> Result<(), Error> {
        let mut failure = None;
        let control = self.watch();
        let written = self.write(|out| {
            let mut booklet = crate::picture::Booklet::begin(out, title)?;
            for page in pages {
                match control.proceed().map_err(Error::from).and(page) {
                    Ok(scene) => booklet.page(&scene)?,
                    Err(error) => {
                        failure = Some(error);
                        return Err(io::Error::other("a page is missing"));
                    }
                }
            }
            booklet.finish()
        });
        failure.map_or(written, Err)
    }

    /// Without the feature `pictures` there are no pages to print.
    #[cfg(not(feature = "pictures"))]
    pub fn booklet(&mut self, _: &str, _: impl IntoIterator<Item = Result<Scene, Error>>) -> Result<(), Error> {
        Err(not_drawn(PictureError::NoPixels, &self.watch()))
    }
}

/// A writer that fails as soon as the run is stopped.
pub(crate) struct Watched<'a, W: Write> {
    out: W,
    control: &'a Control,
}

impl<'a, W: Write> Watched<'a, W> {
    pub(crate) fn new(out: W, control: &'a Control) -> Self {
        Self { out, control }
    }
}

impl<W: Write> Write for Watched<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.control.look_now() {
            return Err(io::Error::other("stopped"));
        }
        // However much comes at once, a look is never far.
        self.out.write(&bytes[..bytes.len().min(BUFFER)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Why there is no picture: the run was stopped, or something else.
pub(crate) fn not_drawn(error: PictureError, control: &Control) -> Error {
    match control.reason() {
        Some(reason) => reason.into(),
        None => Error::Unsupported(format!("this cannot be drawn: {error}")),
    }
}

/// Is it a folder, or a name for several files?
fn is_for_several(file: &Path) -> bool {
    let text = file.to_string_lossy();
    text.ends_with('/') || text.contains("{}")
}
