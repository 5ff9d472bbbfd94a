//! What every family of puzzles offers, and the list of the families. Whatever is asked of all of them (a search, a
//! verdict, a picture) is written once, against this interface.

mod judging;

use std::{collections::BTreeMap, fmt::Display, io, ops::RangeInclusive, path::PathBuf, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::{
    destination::Destination,
    diagnostics::Diagnostic,
    input::Input,
    report::{Finding, View, path_name},
    search::{Ability, CheckpointError, Control, PathError, Refusal, SearchError, StopReason, Strategy},
    session::{Session, Task},
    shards::ShardError,
};

pub use judging::{Decision, draw, judge};

/// Every family, in the order in which they are asked whether a file is theirs.
///
/// A further family is a folder and a line here.
pub static FAMILIES: [&dyn Family; 6] = [
    // Before polyominoes: their boards may be drawn with digits too, but have no target.
    &crate::voracity::family::Voracity,
    &crate::lockpick::family::Lockpick,
    &crate::polyomino::family::Polyomino,
    &crate::snakes::family::Snakes,
    &crate::maze::family::Mazes,
    // Last: any words that come up again could be an exact cover.
    &crate::exact_cover::family::ExactCover,
];

/// A family of puzzles.
pub trait Family: Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// What it is, in a line.
    fn about(&self) -> &'static str;

    /// Its strategies, the one that `auto` falls back to among them.
    fn strategies(&self) -> &'static [Strategy];

    /// The options that only this family has, and the verbs that take them.
    fn flags(&self) -> &'static [Flag];

    /// The files that options name and that are read: nothing may take their places.
    fn named_files(&self, options: &Options) -> Vec<PathBuf> {
        let _ = options;
        Vec::new()
    }

    /// Does a file look like one of this family?
    fn recognise(&self, input: &Input) -> bool;

    /// The ending of files that hold several cases, if the family has such files.
    fn pack_ending(&self) -> Option<&'static str> {
        None
    }

    /// The cases in such a file: what each is called, and the options that choose it. None if it is a single one.
    fn members(&self, input: &Input) -> Vec<(String, Options)> {
        let _ = input;
        Vec::new()
    }

    /// Reads a case that is to be searched.
    fn load(&self, input: &Input, options: &Options, control: &Control) -> Result<Box<dyn Case>, Error>;

    /// Judges the solutions of an answer with code that shares nothing with the strategies.
    fn judge(&self, case: &Input, options: &Options, answer: &Input, control: &Control) -> Result<Judgement, Error>;

    /// Judges that a case has no solution, where that can be told without one of the searches.
    fn judge_none(&self, case: &Input, options: &Options, control: &Control) -> Result<Option<Judgement>, Error> {
        let _ = (case, options, control);
        Ok(None)
    }

    /// Is one solution better than another, so that one can be the best?
    fn has_best(&self) -> bool {
        false
    }

    /// Do answers say of their solutions that they are all there are, which `judge` leaves open?
    fn leaves_all_open(&self) -> bool {
        false
    }

    /// Judges a case by itself, where a case can be right or wrong.
    fn certify(&self, case: &Input, options: &Options, control: &Control) -> Result<Judgement, Error> {
        let _ = (case, options, control);
        Err(Error::Unsupported("there is no answer to judge".to_owned()))
    }

    /// Shows a case, or the solution with an id.
    fn show(&self, showing: &Showing<'_>) -> Result<String, Error>;

    /// Draws a case, with an answer in it if there is one.
    fn draw(&self, drawing: &Drawing<'_>, place: &mut Destination) -> Result<(), Error>;

    /// What its generator can be asked for; nothing if it has none.
    fn generator_flags(&self) -> &'static [Flag] {
        &[]
    }

    /// Does the generator begin with a case?
    fn generator_takes_case(&self) -> bool {
        false
    }

    /// What else it can make, beside cases. Nothing of that is left to chance.
    fn products(&self) -> &'static [Product] {
        &[]
    }

    /// Makes one of its products.
    fn produce(&self, product: &Product, generation: &Generation<'_>, place: &mut Destination) -> Result<(), Error> {
        let _ = (generation, place);
        Err(Error::Unsupported(format!("there is no generator for {}", product.name)))
    }

    /// Makes a new case.
    fn generate(&self, generation: &Generation<'_>, place: &mut Destination) -> Result<(), Error> {
        let _ = (generation, place);
        Err(Error::Unsupported(format!("there is no generator for {}", self.name())))
    }
}

/// A case that is ready to be searched.
pub trait Case {
    /// Searches it: says through the session which strategy it is, hands over what is found, and comes back with the
    /// verdict.
    fn search(&self, task: &Task, session: &mut Session<'_>) -> Result<Finding, Error>;

    /// How it looks, without a solution.
    fn view(&self) -> View {
        View::default()
    }
}

/// What is to be shown.
pub struct Showing<'a> {
    /// The case; without it, the id says all there is to say.
    pub case: Option<&'a Input>,
    /// The family's options.
    pub options: &'a Options,
    /// The solution with this id is shown instead.
    pub id: Option<&'a str>,
    /// May the text have colours?
    pub has_colour: bool,
    /// Limits, where something has to be found out before it is shown.
    pub control: &'a Control,
}

impl<'a> Showing<'a> {
    /// The case, if there is one.
    pub fn case(&self) -> Result<&'a Input, Error> {
        self.case.ok_or_else(|| Error::Unsupported("there is no case to show".to_owned()))
    }
}

/// What is to be made.
pub struct Generation<'a> {
    /// The case to begin with.
    pub case: Option<&'a Input>,
    /// The family's options.
    pub options: &'a Options,
    /// Another seed, another case; without one, the family decides.
    pub seed: Option<u64>,
    /// Threads that may be used.
    pub threads: usize,
    /// Limits and the switch that stops the work.
    pub control: &'a Control,
}

/// Something that a family can make, beside cases: `fathom generate NAME`.
#[derive(Clone, Copy, Debug)]
pub struct Product {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// What can be asked for.
    pub flags: &'static [Flag],
}

/// What is to be drawn.
pub struct Drawing<'a> {
    /// The case.
    pub case: &'a Input,
    /// The family's options.
    pub options: &'a Options,
    /// The answer to draw into it.
    pub answer: Option<&'a Input>,
    /// The solution with this id is drawn into it.
    pub id: Option<&'a str>,
    /// Limits, where something has to be found before it is drawn.
    pub control: &'a Control,
}

/// What a checker says of solutions: what is right about it, or what is wrong.
pub type Judgement = Result<String, String>;

/// The family with a name.
pub fn named(families: &'static [&'static dyn Family], name: &str) -> Option<&'static dyn Family> {
    families.iter().copied().find(|family| family.name() == name)
}

/// The files that options of any family name.
pub fn named_files(families: &[&'static dyn Family], options: &Options) -> Vec<PathBuf> {
    families.iter().flat_map(|family| family.named_files(options)).collect()
}

/// The family a file belongs to, as far as its content tells. What nobody recognises is most likely a broken case of
/// the family that is drawn by hand most often, whose reader can point at the place. A file without content is of none.
pub fn recognise(families: &'static [&'static dyn Family], input: &Input) -> Result<&'static dyn Family, Diagnostic> {
    if input.bytes().iter().all(u8::is_ascii_whitespace) {
        return Err(input.source()?.error_at_end("the file is empty").label("expected a puzzle"));
    }
    let known = families.iter().copied().find(|family| family.recognise(input));
    if known.is_none() && input.bytes().trim_ascii_start().starts_with(b"{") {
        input.source()?.json_values().try_for_each(|value| value.map(drop))?;
        return Err(Diagnostic::new(format!("{} is JSON, but no case of any family", input.name()))
            .help("of all cases only mazes and boards of Snakes and Ladders can be JSON; answers are no cases"));
    }
    Ok(known.or_else(|| named(families, "polyomino")).unwrap_or(families[0]))
}

/// What can be done with a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Verb {
    Solve,
    Count,
    Check,
    Show,
    Draw,
    Generate,
}

/// An option that only some families have.
#[derive(Clone, Copy, Debug)]
pub struct Flag {
    /// Its name, without dashes.
    pub name: &'static str,
    /// What its value is called, if it has one.
    pub value: Option<&'static str>,
    /// What it does, in a line.
    pub about: &'static str,
    /// The verbs that take it.
    pub verbs: &'static [Verb],
    /// May it be given several times?
    pub is_repeated: bool,
}

impl Flag {
    /// An option that is there or not.
    pub const fn switch(name: &'static str, about: &'static str, verbs: &'static [Verb]) -> Self {
        Self { name, value: None, about, verbs, is_repeated: false }
    }

    /// An option with a value.
    pub const fn valued(name: &'static str, value: &'static str, about: &'static str, verbs: &'static [Verb]) -> Self {
        Self { name, value: Some(value), about, verbs, is_repeated: false }
    }

    /// The same, to be given as often as wanted.
    pub const fn repeated(self) -> Self {
        Self { is_repeated: true, ..self }
    }
}

/// The values of a family's options, as they were given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Options(BTreeMap<String, Vec<String>>);

impl Options {
    /// Gives an option a value; a switch has none, which is the empty text.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        self.0.entry(name.to_owned()).or_default().push(value.into());
    }

    /// The same, in a row: `Options::default().with("holes", "3")`.
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.set(name, value);
        self
    }

    /// Was the option given?
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The names of all options that were given.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The value of an option.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts(name).last().map(String::as_str)
    }

    /// All values of an option.
    pub fn texts(&self, name: &str) -> &[String] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }

    /// The value of an option, read by a function that says no to what is wrong.
    pub fn read<T>(
        &self,
        name: &str,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, OptionError> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let wrong = || OptionError { name: name.to_owned(), value: text.to_owned(), expected: expected.to_owned() };
        read(text).ok_or_else(wrong).map(Some)
    }

    /// The value of an option that is a number within bounds.
    pub fn number<T: FromStr + PartialOrd + Display>(
        &self,
        name: &str,
        bounds: RangeInclusive<T>,
    ) -> Result<Option<T>, OptionError> {
        let expected = format!("a number from {} to {}", bounds.start(), bounds.end());
        self.read(name, &expected, |text| text.trim().parse().ok().filter(|number| bounds.contains(number)))
    }

    /// The value of an option that is two numbers with a comma between, such as a row and a column.
    pub fn pair(&self, name: &str) -> Result<Option<(usize, usize)>, OptionError> {
        self.read(name, "a row and a column such as 0,3", |text| {
            let (row, column) = text.split_once(',')?;
            Some((row.trim().parse().ok()?, column.trim().parse().ok()?))
        })
    }
}

/// An option with a value that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{value}' makes no sense for {name}: expected {expected}")]
pub struct OptionError {
    /// The option.
    pub name: String,
    /// What was given.
    pub value: String,
    /// What would be right.
    pub expected: String,
}

/// Why a family could not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The case or the answer is wrong.
    #[error(transparent)]
    Input(#[from] Diagnostic),
    /// An option makes no sense.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// An option does not fit what is asked: its name, and what it is for.
    #[error("{name} {reason}")]
    Misplaced {
        /// The option.
        name: String,
        /// What is wrong about it, as what follows its name.
        reason: String,
    },
    /// The strategy cannot do what is asked.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// There is no such strategy.
    #[error("there is no strategy '{name}' for {family}: use auto, {}", known.join(", "))]
    NoSuchStrategy {
        /// The family.
        family: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// The strategy cannot take this case, and why.
    #[error("{0}")]
    Unsuitable(String),
    /// What was asked makes no sense here, and why.
    #[error("{0}")]
    Unsupported(String),
    /// An id or a range of ids makes no sense.
    #[error("{0}")]
    Id(#[from] PathError),
    /// The search broke.
    #[error(transparent)]
    Search(SearchError),
    /// A checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A folder or a file of a divided search cannot be used.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// The range is a piece of something else.
    #[error(
        "the range was cut from another search: the puzzle, its options, the strategy, the verb or the program's version \
         differ"
    )]
    OtherPiece,
    /// There is a checkpoint already, and it was not asked to go on from it.
    #[error("the checkpoint {} is there already: resume from it, or remove it to begin anew", path_name(.0))]
    CheckpointExists(PathBuf),
    /// The result could not be written.
    #[error("cannot write the result: {0}")]
    Output(#[from] io::Error),
    /// A file could not be written.
    #[error("cannot write {}: {source}", path_name(file))]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file's ending says nothing about its format.
    #[error("{}: the ending chooses the format: .{}", path_name(file), known.join(" ."))]
    Ending {
        /// The file.
        file: PathBuf,
        /// The endings that can be written here.
        known: &'static [&'static str],
    },
    /// The file to be written is one that is still needed.
    #[error("{}: the result would replace {}", path_name(file), path_name(needed))]
    WouldReplace {
        /// The file to be written.
        file: PathBuf,
        /// The file that is needed.
        needed: PathBuf,
    },
    /// The program broke; it has said more about it elsewhere.
    #[error("internal error: this is a defect of fathom")]
    Broken,
    /// The run was stopped before there was anything to tell.
    #[error("stopped: {0}")]
    Stopped(&'static str),
}

impl Error {
    /// An option that does not fit: `Error::misplaced("stairs", "needs several floors")`.
    pub fn misplaced(name: &str, reason: impl Into<String>) -> Self {
        Self::Misplaced { name: name.to_owned(), reason: reason.into() }
    }
}

impl From<SearchError> for Error {
    fn from(error: SearchError) -> Self {
        match error {
            // What is wrong with a file is no defect of the search.
            SearchError::Checkpoint(error) => Self::Checkpoint(error),
            SearchError::Stopped(reason) => reason.into(),
            broken => Self::Search(broken),
        }
    }
}

impl From<StopReason> for Error {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason.text())
    }
}

/// The strategy with a name, if the family has it; `auto` is none of them.
pub fn strategy_named(family: &dyn Family, name: &str) -> Result<Option<&'static Strategy>, Error> {
    if name == "auto" {
        return Ok(None);
    }
    let strategies = family.strategies();
    let known = strategies.iter().find(|strategy| strategy.name == name);
    known.map(Some).ok_or_else(|| Error::NoSuchStrategy {
        family: family.name(),
        name: name.to_owned(),
        known: strategies.iter().map(|strategy| strategy.name).collect(),
    })
}

/// What every strategy of every family runs on and can do, as a table for the documentation. The time limit and signals
/// end every strategy.
pub fn capability_table(families: &[&'static dyn Family]) -> String {
    let columns: Vec<&str> = Ability::ALL.into_iter().map(Ability::name).collect();
    let mut table = format!("| family | strategy | kernel | {} | why not the rest |\n", columns.join(" | "));
    table += &format!("|---|---|---|{}---|\n", "---|".repeat(columns.len()));
    for family in families {
        for strategy in family.strategies() {
            let cells: Vec<&str> =
                Ability::ALL.into_iter().map(|ability| if strategy.can(ability) { "yes" } else { "refused" }).collect();
            let (kernel, why) = (strategy.kernel.name(), strategy.why_not);
            table += &format!("| {} | {} | {kernel} | {} | {why} |\n", family.name(), strategy.name, cells.join(" | "));
        }
    }
    table
}
