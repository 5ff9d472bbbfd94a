//! A report as a picture: the solution, or a sheet with several of them.

use std::{
    io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use crate::{
    destination::Watched,
    page::{Backdrop, Stage, animated},
    picture::{
        Anchor, Scene, Shape, png_under,
        sheet::{Exhibit, MOST, captioned, sheet},
        svg_under, words,
    },
    search::Control,
    whole_file,
    words::counted,
};

use super::{CaseHead, Fact, Finding, PATIENCE, Report, Solution, View, is_over};

/// Where pictures go, and in which format.
pub enum PictureFile<W> {
    /// All onto one sheet.
    Sheet(W),
    /// Each into a file of its own: the braces in the name stand for the number.
    Numbered(PathBuf),
}

/// Gathers pictures of solutions.
pub struct PictureReport<W> {
    file: PictureFile<W>,
    ending: String,
    say: Box<dyn FnMut(&str)>,
    view: View,
    /// What the sheet is about.
    title: String,
    cases: u64,
    exhibits: Vec<Exhibit>,
    all: u64,
    /// Has a picture been written that is too large for a sheet, or moves?
    is_written: bool,
    is_animated: bool,
    control: Control,
    /// Solutions for whose pictures there was no time.
    left_out: u64,
}

impl<W: io::Write> PictureReport<W> {
    /// Pictures of an ending, `svg` or `png`; what did not fit is said.
    pub fn new(file: PictureFile<W>, ending: &str, say: Box<dyn FnMut(&str)>) -> Self {
        Self {
            file,
            ending: ending.to_owned(),
            say,
            view: View::default(),
            title: String::new(),
            cases: 0,
            exhibits: Vec::new(),
            all: 0,
            is_written: false,
            is_animated: false,
            control: Control::default(),
            left_out: 0,
        }
    }

    /// The same, with pictures that move.
    pub fn animated(self, is_animated: bool) -> Self {
        Self { is_animated, ..self }
    }

    /// The solution as a picture that moves.
    fn moving(&self, solution: &dyn Solution) -> io::Result<Vec<u8>> {
        let text = match &self.view {
            View { backdrop: Backdrop::Scene(scene), stage: Stage::Places(places) } => {
                animated(scene, places, &solution.performance())
            }
            _ => None,
        };
        text.map(String::into_bytes).ok_or_else(nothing_moves)
    }

    fn bytes(&self, scene: &Scene) -> io::Result<Vec<u8>> {
        match self.ending.as_str() {
            "png" => png_under(scene, &self.control),
            _ => svg_under(scene, &self.control).map(String::into_bytes),
        }
        .map_err(io::Error::other)
    }

    /// Writes a solution into a file of its own.
    fn write_numbered(&self, pattern: &Path, solution: &dyn Solution) -> io::Result<()> {
        let mut bytes = Vec::new();
        match solution.scene() {
            _ if self.is_animated => bytes = self.moving(solution)?,
            Some(scene) => {
                let caption = format!("{} · {}", self.all, solution.caption());
                bytes = self.bytes(&captioned(Exhibit { caption, scene }))?;
            }
            None => {
                let mut out = Watched::new(&mut bytes, &self.control);
                solution.write_picture(&self.ending, &mut out, &self.control)?;
            }
        }
        whole_file::write_unsynced(&numbered(pattern, self.all), &bytes)
    }
}

/// The file for a number.
pub fn numbered(pattern: &Path, number: u64) -> PathBuf {
    let name = pattern.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    pattern.with_file_name(name.replace("{}", &format!("{number:04}")))
}

impl<W: io::Write> Report for PictureReport<W> {
    fn wants_view(&self) -> bool {
        true
    }

    fn view(&mut self, view: View) {
        self.view = view;
    }

    fn begin(&mut self, head: &CaseHead) -> io::Result<()> {
        if self.is_animated && !matches!(self.view.stage, Stage::Places(_)) {
            // Better now than after the search.
            return Err(nothing_moves());
        }
        self.cases += 1;
        self.title = format!("{}: {}", words::file_name(&head.case), head.description);
        Ok(())
    }

    fn solution(&mut self, solution: &dyn Solution) -> io::Result<()> {
        self.all += 1;
        if let PictureFile::Numbered(pattern) = &self.file {
            if is_over(&mut self.control) {
                self.left_out += 1;
                return Ok(());
            }
            let written = self.write_numbered(pattern, solution);
            if written.is_err() && self.control.is_stopped() {
                self.left_out += 1;
                return Ok(());
            }
            return written;
        }
        if self.exhibits.len() >= MOST || self.is_written {
            return Ok(());
        }
        if self.is_animated {
            let bytes = self.moving(solution)?;
            self.is_written = true;
            return match &mut self.file {
                PictureFile::Sheet(out) => out.write_all(&bytes),
                PictureFile::Numbered(_) => Ok(()),
            };
        }
        match solution.scene() {
            Some(scene) => {
                self.exhibits.push(Exhibit { caption: solution.caption(), scene });
            }
            None if self.exhibits.is_empty() => {
                self.is_written = true;
                if let PictureFile::Sheet(out) = &mut self.file {
                    solution.write_picture(&self.ending, &mut Watched::new(out, &self.control), &self.control)?;
                }
            }
            None => {}
        }
        Ok(())
    }

    fn fact(&mut self, fact: &Fact) -> io::Result<()> {
        (self.say)(&fact.text);
        Ok(())
    }

    fn end(&mut self, _: &CaseHead, finding: &Finding, _: Duration) -> io::Result<()> {
        if finding.count == num_bigint::BigUint::ZERO {
            let text = format!("{}: {}", self.title, finding.nothing_found());
            (self.say)(&text);
            // A picture has to show something: what there is no solution of.
            if let Backdrop::Scene(scene) = std::mem::take(&mut self.view.backdrop) {
                self.exhibits.push(Exhibit { caption: text, scene });
            }
        }
        Ok(())
    }

    fn watch(&mut self, control: &Control) {
        self.control = control.clone();
    }

    fn time_to_finish(&self) -> Duration {
        let Some(first) = self.exhibits.first() else { return LEAST };
        let each = if self.ending == "png" { PAINTED } else { WRITTEN };
        LEAST + each * (first.scene.parts() * self.exhibits.len()) as u32
    }

    fn left_out(&self) -> u64 {
        self.left_out
    }

    fn finish(&mut self) -> io::Result<()> {
        let exhibits = std::mem::take(&mut self.exhibits);
        let title = if self.cases > 1 { format!("{} cases", self.cases) } else { std::mem::take(&mut self.title) };
        let bytes = match (&self.file, exhibits.len()) {
            (PictureFile::Numbered(_), _) => {
                let written = self.all - self.left_out;
                (self.say)(&format!("wrote {}", counted(written as usize, "picture")));
                if self.left_out > 0 {
                    (self.say)(&format!("there was no time for {} more", self.left_out));
                }
                return Ok(());
            }
            _ if self.is_written && self.all > 1 => {
                let text = format!(
                    "the picture shows the first of {} solutions: there is no sheet of such pictures",
                    self.all
                );
                (self.say)(&text);
                Vec::new()
            }
            _ if self.is_written => Vec::new(),
            (_, 0) => self.bytes(&note(&title))?,
            (_, 1) => match exhibits.into_iter().next() {
                Some(only) => self.first_bytes(&captioned(only))?,
                None => Vec::new(),
            },
            _ => self.sheet_bytes(&title, exhibits)?,
        };
        if let PictureFile::Sheet(out) = &mut self.file {
            out.write_all(&bytes)?;
            out.flush()?;
        }
        Ok(())
    }
}

/// What every picture takes, and what each part of one takes in pixels and as text.
const LEAST: Duration = Duration::from_millis(60);
const PAINTED: Duration = Duration::from_micros(100);
const WRITTEN: Duration = Duration::from_micros(2);

/// Larger pictures take so long that a limit comes first.
const MOST_PARTS: usize = 50_000;

/// So many pictures are tried on a sheet before it is known how long they take.
const FIRST_TRY: usize = 8;

impl<W: io::Write> PictureReport<W> {
    /// A picture that must not be lost.
    fn first_bytes(&mut self, scene: &Scene) -> io::Result<Vec<u8>> {
        if scene.parts() > MOST_PARTS {
            return self.bytes(scene);
        }
        let patient = self.control.with_more_time(PATIENCE);
        let strict = std::mem::replace(&mut self.control, patient);
        let bytes = self.bytes(scene);
        let patient = std::mem::replace(&mut self.control, strict);
        if let Some(reason) = patient.reason() {
            // Whoever holds the other control asks it why.
            self.control.stop(reason);
        }
        bytes
    }

    /// A sheet with as many of the pictures as there is time for: the first is there in any case.
    fn sheet_bytes(&mut self, title: &str, exhibits: Vec<Exhibit>) -> io::Result<Vec<u8>> {
        let count = exhibits.len();
        let all = self.all.max(count as u64);
        let number = |(exhibit, number): (&Exhibit, usize)| Exhibit {
            caption: format!("{number} · {}", exhibit.caption),
            scene: exhibit.scene.clone(),
        };
        let sheet_of = |shown: usize| sheet(title, exhibits.iter().take(shown).zip(1..).map(number), all).0;
        let is_limited = self.ending == "png" && self.control.time_left().is_some();
        let mut shown = if is_limited { 1 } else { count };
        let mut bytes = match shown {
            1 => self.first_bytes(&captioned(exhibits[0].clone()))?,
            _ => self.first_bytes(&sheet_of(count))?,
        };
        let mut next = count.min(FIRST_TRY);
        while shown < next {
            let begun = Instant::now();
            match self.bytes(&sheet_of(next)) {
                Ok(larger) => (bytes, shown) = (larger, next),
                Err(_) if self.control.is_stopped() => break,
                Err(error) => return Err(error),
            }
            let left = self.control.time_left().unwrap_or_default().as_secs_f64();
            let fitting = 0.8 * left / begun.elapsed().as_secs_f64().max(1e-3) * next as f64;
            next = count.min(fitting as usize);
        }
        self.left_out += (count - shown) as u64;
        if shown < count {
            (self.say)(&format!("the sheet shows the first {shown} of {all}: there was no time for more"));
        } else if all > shown as u64 {
            let text = "the sheet shows the first {MOST} of {all}: for all, write a page (.html) or numbered \
                        pictures ('{}.svg')";
            (self.say)(&text.replace("{MOST}", &MOST.to_string()).replace("{all}", &all.to_string()));
        }
        Ok(bytes)
    }
}

fn nothing_moves() -> io::Error {
    let text = "nothing moves in solutions of this case: in routes, games and ways on small boards something does";
    io::Error::new(io::ErrorKind::Unsupported, text)
}

/// A sheet with nothing but a line on it.
fn note(text: &str) -> Scene {
    let mut scene = Scene::sheet(640.0, 60.0, text, [255; 3]);
    let line = words::fitted(text, 11.0, 600.0);
    scene.shapes.push(Shape::Text((20.0, 36.0), 11.0, Anchor::Start, [60; 3], line));
    scene
}
