//! How a cover is told.

use std::io;

use serde_json::{Map, Value, json};

use crate::{report::Solution, search::Path, session::Sketch, words::counted};

use super::{problem::Problem, tree::Cover};

/// A cover and the problem it is one of.
pub(super) struct Chosen<'a> {
    pub cover: &'a Cover,
    pub problem: &'a Problem,
    pub strategy: &'static str,
}

impl Chosen<'_> {
    fn id(&self) -> String {
        format!("{}:{}", self.strategy, Path::from(self.cover.path.clone()))
    }

    /// The options, by their numbers.
    fn sorted(&self) -> Vec<u32> {
        let mut options = self.cover.options.clone();
        options.sort_unstable();
        options
    }
}

/// What a search has chosen so far, the latest first: that is what changes.
pub(super) fn unfinished(cover: &Cover, problem: &Problem) -> Sketch {
    let line = |option: &u32| format!("{}: {}\n", option + 1, problem.option_text(*option as usize));
    let text = cover.options.iter().rev().map(line).collect();
    Sketch { title: format!("{} chosen", counted(cover.options.len(), "option")), text }
}

impl Solution for Chosen<'_> {
    fn fields(&self) -> Map<String, Value> {
        let options = self.sorted();
        let texts: Vec<String> = options.iter().map(|option| self.problem.option_text(*option as usize)).collect();
        // People count options from 1, as the lines after the first.
        let numbers: Vec<u32> = options.iter().map(|option| option + 1).collect();
        let fields = [("id", json!(self.id())), ("options", json!(numbers)), ("texts", json!(texts))];
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    fn write_text(&self, out: &mut dyn io::Write, _: bool) -> io::Result<()> {
        writeln!(out, "Id: {}", self.id())?;
        for option in self.sorted() {
            writeln!(out, "Option {}: {}", option + 1, self.problem.option_text(option as usize))?;
        }
        Ok(())
    }

    fn why_no_scene(&self) -> String {
        super::family::NO_PICTURE.to_owned()
    }
}
