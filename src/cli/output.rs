//! Where results go: standard output, or a file that is whole or not there.

use std::{
    cell::RefCell,
    io::{self, IsTerminal, Seek, Write},
    path::{Path, PathBuf},
    rc::Rc,
    time::Duration,
};

use clap::ValueEnum;
use tempfile::SpooledTempFile;

use crate::{
    destination::{refuse_number_of_one, refuse_to_replace, refuse_to_replace_by_number},
    input::ending_of,
    packed::{PackedFile, Packing},
    report::{
        BookletReport, JsonLines, JsonReport, PageReport, PictureFile, PictureReport, Report, TextReport, depth::Depth,
        path_name,
    },
    search::Control,
    terminal::{columns, say, sayer},
    whole_file,
};

use super::{
    args::{ColorWhen, Format, OutputArgs},
    failure::Failure,
};

/// So much of what is held back stays in memory; the rest lies in a file that nobody sees.
const HELD_IN_MEMORY: usize = 4 << 20;

/// A disk may take so long to take a file.
const TIME_FOR_DISK: Duration = Duration::from_millis(500);

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
    /// The file that takes its place at the end.
    file: Option<(PathBuf, Rc<RefCell<PackedFile>>)>,
    /// What is shown at the end, because nobody could see it before.
    held: Option<Rc<RefCell<SpooledTempFile>>>,
    /// Does it go to standard output as it is told?
    is_streamed: bool,
}

impl Output {
    /// Opens the output. It must not take the place of a file that is still needed. Standard output may be held back
    /// until the end.
    pub fn open(args: &OutputArgs, not_to_be_lost: &[PathBuf], is_list: bool, is_held: bool) -> Result<Self, Failure> {
        let is_svg = args.format.is_none() && args.output.as_deref().is_some_and(|file| ending_of(file) == "svg");
        if args.animate && !is_svg {
            return Err(Failure::Usage("--animate is for pictures in SVG: -o x.svg".to_owned()));
        }
        if let (Some(pattern), None) = (&args.output, args.format)
            && let Some(ending) = picture_ending(pattern)
            && pattern.file_name().is_some_and(|name| name.to_string_lossy().contains("{}"))
        {
            refuse_to_replace_by_number(pattern, not_to_be_lost)?;
            return Self::numbered(pattern, &ending, args);
        }
        let by_ending = args.output.as_deref().map(|file| (file, format_of_ending(file)));
        let format = match (args.format, by_ending) {
            (Some(format), by_ending) => {
                by_ending.map_or(Ok(()), |(file, _)| refuse_other_ending(format, file))?;
                Shape::Told(format)
            }
            (None, None) => Shape::Told(Format::Text),
            (None, Some((_, Some(format)))) => format,
            (None, Some((file, None))) => {
                let text = format!(
                    "{}: the ending chooses the format: .txt, .json, .jsonl, .svg, .png, .pdf or .html; the first three may \
                     be packed, as in .jsonl.gz or .jsonl.zst",
                    path_name(file)
                );
                return Err(Failure::Usage(text));
            }
        };
        let Some(file) = &args.output else {
            if is_held {
                // The screen is taken: what is told comes out when it is given back.
                let held = Rc::new(RefCell::new(SpooledTempFile::new(HELD_IN_MEMORY)));
                let look = Look::new(args, use_colour(args.color), is_list, true);
                let report = new_report(&format, Shared(Rc::clone(&held)), look);
                return Ok(Self { report, file: None, held: Some(held), is_streamed: false });
            }
            let is_seen = io::stdout().is_terminal();
            let stdout = io::BufWriter::with_capacity(1 << 16, io::stdout());
            let look = Look::new(args, use_colour(args.color), is_list, is_seen);
            return Ok(Self { report: new_report(&format, stdout, look), file: None, held: None, is_streamed: true });
        };
        refuse_number_of_one(file)?;
        refuse_to_replace(file, not_to_be_lost)?;
        let cannot_write = |error| Failure::Usage(format!("cannot write {}: {error}", path_name(file)));
        if file.is_dir() {
            return Err(cannot_write(io::Error::other("it is a folder")));
        }
        let whole = Rc::new(RefCell::new(PackedFile::create(file).map_err(cannot_write)?));
        let look = Look::new(args, args.color == ColorWhen::Always, is_list, false);
        let report = new_report(&format, Shared(Rc::clone(&whole)), look);
        Ok(Self { report, file: Some((file.clone(), whole)), held: None, is_streamed: false })
    }

    /// A picture a solution, into files whose names have a number where the pattern has braces.
    fn numbered(pattern: &Path, ending: &str, args: &OutputArgs) -> Result<Self, Failure> {
        let first =
            pattern.with_file_name(pattern.file_name().unwrap_or_default().to_string_lossy().replace("{}", "1"));
        whole_file::ensure_writable(&first)
            .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path_name(&first))))?;
        let file = PictureFile::<io::Sink>::Numbered(pattern.to_owned());
        let report = PictureReport::new(file, ending, sayer(args.quiet)).animated(args.animate);
        Ok(Self { report: Box::new(report), file: None, held: None, is_streamed: false })
    }

    /// Ends what was told on standard output, so that it can be read as far as it goes. A file is not kept.
    pub fn give_up(&mut self) {
        if self.is_streamed {
            // There is another failure to be told, and nothing more to be done about this one.
            let _ = self.report.finish();
        }
    }

    /// Puts the file in its place, and tells how many solutions are missing in it since the time was over. What is
    /// written at a deadline is not waited for until it is on the disk.
    pub fn finish(self, quiet: bool, writing: &Control) -> Result<u64, Failure> {
        let Self { mut report, file, held, .. } = self;
        report.watch(writing);
        report.finish()?;
        let left_out = report.left_out();
        drop(report);
        if let Some(held) = held {
            let mut held = held.borrow_mut();
            held.rewind()?;
            let mut stdout = io::stdout().lock();
            io::copy(&mut *held, &mut stdout)?;
            stdout.flush()?;
        }
        if let Some((file, whole)) = file {
            let is_hurried = writing.time_left().is_some_and(|left| left < TIME_FOR_DISK);
            let keep = if is_hurried { PackedFile::keep_unsynced } else { PackedFile::keep };
            let kept = Rc::into_inner(whole).map_or(Ok(()), |whole| keep(whole.into_inner()));
            kept.map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path_name(&file))))?;
            if !quiet {
                say(format!("wrote {}", path_name(&file)));
            }
        }
        Ok(left_out)
    }
}

/// What a file holds.
enum Shape {
    Told(Format),
    /// A picture with this ending.
    Picture(String),
    Page,
    /// Pages to print.
    Booklet,
}

/// How results are told.
struct Look {
    colour: bool,
    is_list: bool,
    is_quiet: bool,
    is_animated: bool,
    /// Does somebody see it on a terminal?
    is_seen: bool,
}

impl Look {
    fn new(args: &OutputArgs, colour: bool, is_list: bool, is_seen: bool) -> Self {
        Self { colour, is_list, is_quiet: args.quiet, is_animated: args.animate, is_seen }
    }
}

/// The ending of a file that holds a picture.
fn picture_ending(file: &Path) -> Option<String> {
    Some(ending_of(file)).filter(|ending| matches!(ending.as_str(), "svg" | "png"))
}

/// Does a file hold something to look at?
pub fn is_shown(file: &Path) -> bool {
    picture_ending(file).is_some() || matches!(ending_of(file).as_str(), "html" | "pdf")
}

fn format_of_ending(file: &Path) -> Option<Shape> {
    let (packing, plain) = Packing::of(file);
    match ending_of(&plain).as_str() {
        "txt" => Some(Shape::Told(Format::Text)),
        "json" => Some(Shape::Told(Format::Json)),
        "jsonl" => Some(Shape::Told(Format::Jsonl)),
        _ if packing.is_some() => None,
        "html" => Some(Shape::Page),
        "pdf" => Some(Shape::Booklet),
        _ => picture_ending(file).map(Shape::Picture),
    }
}

/// Refuses a file whose ending says another format than was asked for. An ending that says nothing is for any of them.
pub fn refuse_other_ending(format: Format, file: &Path) -> Result<(), Failure> {
    match format_of_ending(file) {
        None => Ok(()),
        Some(Shape::Told(by_ending)) if by_ending == format => Ok(()),
        Some(_) => {
            let name = format.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
            let file = path_name(file);
            Err(Failure::Usage(format!(
                "--format {name}: the ending of {file} chooses another format; leave one of them out"
            )))
        }
    }
}

fn new_report(shape: &Shape, out: impl Write + 'static, look: Look) -> Box<dyn Report> {
    match shape {
        Shape::Told(Format::Text) if look.is_seen => {
            Box::new(TextReport::on_terminal(out, look.colour, Depth::of_environment(), columns()))
        }
        Shape::Told(Format::Text) => Box::new(TextReport::new(out, look.colour)),
        Shape::Told(Format::Json) => Box::new(JsonReport::new(out, look.is_list)),
        Shape::Told(Format::Jsonl) => Box::new(JsonLines::new(out)),
        Shape::Picture(ending) => Box::new(
            PictureReport::new(PictureFile::Sheet(out), ending, sayer(look.is_quiet)).animated(look.is_animated),
        ),
        Shape::Page => Box::new(PageReport::new(out)),
        Shape::Booklet => Box::new(BookletReport::new(out, sayer(look.is_quiet))),
    }
}

/// A file that the report writes to and the output keeps.
struct Shared<W>(Rc<RefCell<W>>);

impl<W: Write> Write for Shared<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flush()
    }
}
