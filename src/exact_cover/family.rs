//! The family of exact covers.

use crate::{
    destination::Destination,
    family::{self, Drawing, Error, Family, Flag, Judgement, Options, Showing, Verb, strategy_named},
    input::Input,
    search::{Ability, Control, Kernel, Path, Strategy, Tree},
};

use super::{case::Case, check, input, solution::Chosen};

/// Exact covers.
pub struct ExactCover;

const ABILITIES: &[Ability] = &[
    Ability::Ids,
    Ability::Range,
    Ability::Checkpoint,
    Ability::NodeLimit,
    Ability::MemoryLimit,
    Ability::Threads,
    Ability::Count,
    Ability::Several,
    Ability::Any,
    Ability::Unique,
];

const WHY_NOT: &str = "covers are numbered by searching for them, items are no pieces, and nothing is left to chance";

pub(super) static STRATEGIES: [Strategy; 3] = [
    Strategy {
        name: "bitwise",
        about: "the item with the fewest options left is covered next; what is left is kept as bits",
        kernel: Kernel::Tree,
        abilities: ABILITIES,
        why_not: WHY_NOT,
    },
    Strategy {
        name: "constrained",
        about: "the item with the fewest options left is covered next; what is left is kept in linked lists",
        kernel: Kernel::Tree,
        abilities: ABILITIES,
        why_not: WHY_NOT,
    },
    Strategy {
        name: "ordered",
        about: "items are covered in the order of the file, with linked lists",
        kernel: Kernel::Tree,
        abilities: ABILITIES,
        why_not: WHY_NOT,
    },
];

static FLAGS: [Flag; 1] =
    [Flag::switch("estimate", "Say how large the search will be, and do not search", &[Verb::Solve, Verb::Count])];

impl Family for ExactCover {
    fn name(&self) -> &'static str {
        "exact-cover"
    }

    fn about(&self) -> &'static str {
        "choose options so that every item is covered once"
    }

    fn strategies(&self) -> &'static [Strategy] {
        &STRATEGIES
    }

    fn flags(&self) -> &'static [Flag] {
        &FLAGS
    }

    fn recognise(&self, input: &Input) -> bool {
        input.ending() == input::ENDING || input.source().is_ok_and(|source| input::recognise(&source))
    }

    fn load(&self, input: &Input, _: &Options, _: &Control) -> Result<Box<dyn family::Case>, Error> {
        let (problem, notes) = input::parse(&input.source()?)?;
        Ok(Box::new(Case { problem, notes }))
    }

    fn judge(&self, case: &Input, _: &Options, answer: Option<&Input>, _: &Control) -> Result<Judgement, Error> {
        let answer = answer.ok_or_else(|| Error::Unsupported("there is no answer to judge".to_owned()))?;
        let (problem, _) = input::parse(&case.source()?)?;
        Ok(check::judge(&problem, &check::read_answer(&answer.source()?)?))
    }

    fn show(&self, showing: &Showing<'_>) -> Result<String, Error> {
        let (problem, notes) = input::parse(&showing.case()?.source()?)?;
        let case = Case { problem, notes };
        match showing.id {
            None => Ok(format!("exact cover: {}\n", case.description())),
            Some(id) => cover_at(&case, id),
        }
    }

    fn draw(&self, _: &Drawing<'_>, _: &mut Destination) -> Result<(), Error> {
        Err(Error::Unsupported(NO_PICTURE.to_owned()))
    }
}

/// Why nothing is drawn here.
pub(super) const NO_PICTURE: &str = "an exact cover has no picture: its items could be anything";

/// The cover that the digits of an id lead to.
fn cover_at(case: &Case, id: &str) -> Result<String, Error> {
    let (name, path) = id.split_once(':').map_or((None, id), |(name, path)| (Some(name), path));
    let asked = name.map(|name| strategy_named(&ExactCover, name)).transpose()?.flatten();
    let strategy = asked.unwrap_or_else(|| case.best_strategy().0);
    let path: Path = path.parse()?;
    let mut tree = case.tree(strategy);
    for &digit in path.digits() {
        let entered = digit.checked_add(1).and_then(|next| tree.enter(digit..next));
        entered.ok_or_else(|| Error::Unsupported(format!("the id {id} leads nowhere")))?;
    }
    if !tree.is_answer() {
        return Err(Error::Unsupported(format!("the id {id} leads to no cover: some items are open there")));
    }
    let cover = tree.answer();
    let mut text = Vec::new();
    let chosen = Chosen { cover: &cover, problem: &case.problem, strategy: strategy.name };
    crate::report::Solution::write_text(&chosen, &mut text, false)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
