//! A report as a picture: the solution, or a sheet with several of them.

use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use crate::{
    page::{Backdrop, Stage, animated},
    picture::{
        Anchor, Scene, Shape, png_under,
        sheet::{Exhibit, MOST, captioned, sheet},
        svg, words,
    },
    search::Control,
    whole_file,
    words::counted,
};

use super::{CaseHead, Fact, Finding, Report, Solution, View};

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
            "png" => png_under(scene, &self.control).map_err(io::Error::other),
            _ => Ok(svg(scene).into_bytes()),
        }
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
            None => solution.write_picture(&self.ending, &mut bytes)?,
        }
        whole_file::write(&numbered(pattern, self.all), &bytes)
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
        self.title = format!("{}: {}", head.case, head.description);
        Ok(())
    }

    fn solution(&mut self, solution: &dyn Solution) -> io::Result<()> {
        self.all += 1;
        if let PictureFile::Numbered(pattern) = &self.file {
            return self.write_numbered(pattern, solution);
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
                    solution.write_picture(&self.ending, out)?;
                }
            }
            None => {}
        }
        Ok(())
    }

    fn fact(&mut self, _: &Fact) -> io::Result<()> {
        Ok(())
    }

    fn end(&mut self, _: &CaseHead, finding: &Finding, _: Duration) -> io::Result<()> {
        if finding.count == num_bigint::BigUint::ZERO {
            let reason = finding.reason.as_ref().map_or(String::new(), |reason| format!(": {reason}"));
            let text = format!("{}: no solution{reason}", self.title);
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

    fn finish(&mut self) -> io::Result<()> {
        let exhibits = std::mem::take(&mut self.exhibits);
        let title = if self.cases > 1 { format!("{} cases", self.cases) } else { std::mem::take(&mut self.title) };
        let scene = match (&self.file, exhibits.len()) {
            (PictureFile::Numbered(_), _) => {
                (self.say)(&format!("wrote {}", counted(self.all as usize, "picture")));
                return Ok(());
            }
            _ if self.is_written && self.all > 1 => {
                let text = format!(
                    "the picture shows the first of {} solutions: there is no sheet of such pictures",
                    self.all
                );
                (self.say)(&text);
                None
            }
            _ if self.is_written => None,
            (_, 0) => Some(note(&title)),
            (_, 1) => exhibits.into_iter().next().map(captioned),
            (_, count) => {
                let number = |(exhibit, number): (Exhibit, usize)| Exhibit {
                    caption: format!("{number} · {}", exhibit.caption),
                    ..exhibit
                };
                let exhibits = exhibits.into_iter().zip(1..).map(number);
                let (scene, left_out) = sheet(&title, exhibits, self.all.max(count as u64));
                if left_out > 0 {
                    let text = "the sheet shows the first {MOST} of {all}: for all, write a page (.html) or numbered \
                                pictures ('{}.svg')";
                    (self.say)(&text.replace("{MOST}", &MOST.to_string()).replace("{all}", &self.all.to_string()));
                }
                Some(scene)
            }
        };
        let bytes = scene.map(|scene| self.bytes(&scene)).transpose()?;
        if let PictureFile::Sheet(out) = &mut self.file {
            out.write_all(&bytes.unwrap_or_default())?;
            out.flush()?;
        }
        Ok(())
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
