//! The family of exact covers.

use crate::{
    destination::Destination,
    family::{self, Drawing, Error, Family, Flag, Judgement, Options, Showing, Verb, strategy_named},
    input::Input,
    report::{Medium, harmless},
    search::{Ability, AnyTree, Control, Kernel, Path, Strategy, Tree},
};

use super::{case::Case, check, input, solution::Chosen, tree::Cover};

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

    fn judge(&self, case: &Input, _: &Options, answer: &Input, control: &Control) -> Result<Judgement, Error> {
        let (problem, notes) = input::parse(&case.source()?)?;
        let covers = check::read_answer(&answer.source()?)?;
        match check::judge(&problem, &covers) {
            Ok(right) => Ok(judge_ids(&Case { problem, notes }, &covers, control)?.map(|()| right)),
            wrong => Ok(wrong),
        }
    }

    fn leaves_all_open(&self) -> bool {
        true
    }

    fn show(&self, showing: &Showing<'_>) -> Result<String, Error> {
        let (problem, notes) = input::parse(&showing.case()?.source()?)?;
        let case = Case { problem, notes };
        match showing.id {
            None => Ok(format!("exact cover: {}\n", case.description())),
            Some(id) => cover_text(&case, id, showing.control),
        }
    }

    fn draw(&self, _: &Drawing<'_>, _: &mut Destination) -> Result<(), Error> {
        Err(Error::Unsupported(NO_PICTURE.to_owned()))
    }
}

/// Why nothing is drawn here.
pub(super) const NO_PICTURE: &str = "an exact cover has no picture: its items could be anything";

/// Do ids mean the covers they stand beside? What an id means is said by the code that gives ids, so that is asked.
fn judge_ids(case: &Case, covers: &[check::Claim], control: &Control) -> Result<Result<(), String>, Error> {
    // To make a tree is costly, and the ids of an answer are nearly always of one strategy.
    let mut last: Option<(&'static str, AnyTree<Cover>)> = None;
    for (index, claim) in covers.iter().enumerate() {
        let Some(id) = &claim.id else { continue };
        let wrong = |error: Error| Ok(Err(format!("cover {}: its id: {error}", index + 1)));
        let (strategy, path) = match strategy_and_path(case, id) {
            Ok(found) => found,
            Err(error) => return wrong(error),
        };
        let tree = match last.take().filter(|(name, _)| *name == strategy.name) {
            Some((_, tree)) => tree,
            None => case.tree(strategy, control)?,
        };
        let (_, tree) = last.insert((strategy.name, tree));
        let mut meant = match cover_at(tree, &path, id) {
            Ok(cover) => cover.options,
            Err(error) => return wrong(error),
        };
        meant.sort_unstable();
        let mut options = claim.options.clone();
        options.sort_unstable();
        if !options.into_iter().eq(meant.into_iter().map(|option| option as usize + 1)) {
            return Ok(Err(format!("cover {}: the id {id} is that of another cover", index + 1)));
        }
    }
    Ok(Ok(()))
}

/// The strategy an id belongs to, and the path in its tree.
fn strategy_and_path(case: &Case, id: &str) -> Result<(&'static Strategy, Path), Error> {
    let (name, path) = id.split_once(':').map_or((None, id), |(name, path)| (Some(name), path));
    let asked = name.map(|name| strategy_named(&ExactCover, name)).transpose()?.flatten();
    Ok((asked.unwrap_or_else(|| case.best_strategy().0), path.parse()?))
}

/// The cover that the digits of a path lead to. The tree is at its root before and after.
fn cover_at(tree: &mut AnyTree<Cover>, path: &Path, id: &str) -> Result<Cover, Error> {
    let mut depth = 0;
    for &digit in path.digits() {
        if digit.checked_add(1).and_then(|next| tree.enter(digit..next)).is_none() {
            break;
        }
        depth += 1;
    }
    let found = match tree.is_answer() {
        _ if depth < path.digits().len() => Err(format!("the id {id} leads nowhere")),
        false => Err(format!("the id {id} leads to no cover: some items are open there")),
        true => Ok(tree.answer()),
    };
    (0..depth).for_each(|_| tree.leave());
    found.map_err(Error::Unsupported)
}

/// The cover with an id, as text.
fn cover_text(case: &Case, id: &str, control: &Control) -> Result<String, Error> {
    let (strategy, path) = strategy_and_path(case, id)?;
    let cover = cover_at(&mut case.tree(strategy, control)?, &path, id)?;
    let mut text = Vec::new();
    let chosen = Chosen { cover: &cover, problem: &case.problem, strategy: strategy.name };
    crate::report::Solution::write_text(&chosen, &mut text, false)?;
    // There are no colours in it, so one in the name of an item is not ours.
    Ok(harmless(&String::from_utf8_lossy(&text), Medium::Text).into_owned())
}
