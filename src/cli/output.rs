//! Where results go: standard output, or a file that is whole or not there.

use std::{
    cell::RefCell,
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
    rc::Rc,
};

use crate::{
    report::{JsonLines, JsonReport, Report, TextReport},
    whole_file,
};

use super::{
    args::{ColorWhen, Format, OutputArgs},
    failure::Failure,
};

/// Should what goes to standard output have colours?
pub fn use_colour(when: ColorWhen) -> bool {
    match when {
        ColorWhen::Always => true,
        ColorWhen::Never => false,
        ColorWhen::Auto => anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
    }
}

/// A report to where the user wants it, in the format the user wants.
pub struct Output {
    pub report: Box<dyn Report>,
    /// The file to be written at the end, and its content so far.
    file: Option<(PathBuf, Rc<RefCell<Vec<u8>>>)>,
}

impl Output {
    /// Opens the output. It must not take the place of a file that is still needed.
    pub fn open(args: &OutputArgs, not_to_be_lost: &[PathBuf]) -> Result<Self, Failure> {
        let by_ending = args.output.as_deref().map(|file| (file, format_of_ending(file)));
        let format = match (args.format, by_ending) {
            (Some(format), _) => format,
            (None, None) => Format::Text,
            (None, Some((_, Some(format)))) => format,
            (None, Some((file, None))) => {
                let text = format!("{}: the ending chooses the format: .txt, .json or .jsonl", file.display());
                return Err(Failure::Usage(text));
            }
        };
        let Some(file) = &args.output else {
            let stdout = io::BufWriter::with_capacity(1 << 16, io::stdout());
            return Ok(Self { report: new_report(format, stdout, use_colour(args.color)), file: None });
        };
        if let Some(other) = not_to_be_lost.iter().find(|other| whole_file::is_same(file, other)) {
            let text = format!("-o {}: the result would replace {}", file.display(), other.display());
            return Err(Failure::Usage(text));
        }
        whole_file::ensure_writable(file)
            .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", file.display())))?;
        let content = Rc::new(RefCell::new(Vec::new()));
        let report = new_report(format, Shared(Rc::clone(&content)), args.color == ColorWhen::Always);
        Ok(Self { report, file: Some((file.clone(), content)) })
    }

    /// Puts the file in its place.
    pub fn finish(mut self, quiet: bool) -> Result<(), Failure> {
        self.report.finish()?;
        if let Some((file, content)) = self.file {
            whole_file::write(&file, &content.borrow())
                .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", file.display())))?;
            if !quiet {
                say(format!("wrote {}", file.display()));
            }
        }
        Ok(())
    }
}

fn format_of_ending(file: &Path) -> Option<Format> {
    match file.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "txt" => Some(Format::Text),
        "json" => Some(Format::Json),
        "jsonl" => Some(Format::Jsonl),
        _ => None,
    }
}

fn new_report(format: Format, out: impl Write + 'static, colour: bool) -> Box<dyn Report> {
    match format {
        Format::Text => Box::new(TextReport::new(out, colour)),
        Format::Json => Box::new(JsonReport::new(out)),
        Format::Jsonl => Box::new(JsonLines::new(out)),
    }
}

/// A buffer the report writes to and the output keeps.
struct Shared(Rc<RefCell<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Says something on standard error. If nobody can hear it, that is no reason to fail.
pub fn say(text: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Is somebody watching standard error?
pub fn stderr_is_terminal() -> bool {
    io::stderr().is_terminal()
}
