//! The two searches of the paper, node for node: no state is remembered, children come in the order of the nodes, a door is
//! opened by its lock before it is opened with a master key, junctions open by themselves, and the search ends as soon as
//! the goal lies next to what is explored. What is explored and what lies next to it are bits, and so are the doors that
//! open with the keys that are held: a few words say which moves there are. Nothing is allocated on the way down.

mod board;
mod broad;
mod deep;
mod things;

use std::{ops::ControlFlow, sync::Arc};

use crate::{
    lockpick::{
        colour::Colour,
        complex::Axis,
        level::{Level, NodeKind},
        play::{Action, Move},
    },
    search::{self, Event, Ledger, Path, Quest, Range, SearchError, Tree},
};

use super::{
    outcome::{Doubt, Outcome, Settings, Verdict},
    watch::Watch,
};

pub use board::Choice;
use board::{Board, fits_one_word};
use deep::DeepTree;

/// Calls a function with the number of words that the sets of nodes and the keys of a level take.
macro_rules! by_size {
    ($level:expr, $function:ident, $($argument:expr),*) => {
        match ($level.nodes.len(), fits_one_word($level)?) {
            (0..=64, true) => $function::<1, 1>($level, $($argument),*),
            (0..=256, _) => $function::<4, { Colour::COUNT }>($level, $($argument),*),
            (257..=1024, _) => $function::<16, { Colour::COUNT }>($level, $($argument),*),
            _ => Err("the paper's searches take levels of up to 1,024 nodes".to_owned().into()),
        }
    };
}

/// Why a search of the paper brought nothing.
#[derive(Debug, thiserror::Error)]
pub enum PaperError {
    /// The level is not for it, and why.
    #[error("{0}")]
    Level(String),
    /// The engine failed.
    #[error(transparent)]
    Search(#[from] SearchError),
}

impl From<String> for PaperError {
    fn from(reason: String) -> Self {
        Self::Level(reason)
    }
}

/// Searches as the paper's `solveDFS` does, on the engine, what is left in `ledger`.
pub fn deep_search(
    level: &Level,
    settings: &search::Settings,
    ledger: Ledger<Vec<Choice>>,
    observe: &mut dyn FnMut(Event<'_, Vec<Choice>>) -> ControlFlow<()>,
) -> Result<search::Outcome<Vec<Choice>>, PaperError> {
    by_size!(level, deep, settings, ledger, observe)
}

fn deep<const W: usize, const K: usize>(
    level: &Level,
    settings: &search::Settings,
    ledger: Ledger<Vec<Choice>>,
    observe: &mut dyn FnMut(Event<'_, Vec<Choice>>) -> ControlFlow<()>,
) -> Result<search::Outcome<Vec<Choice>>, PaperError> {
    let tree = DeepTree::new(Arc::new(Board::<W, K>::new(level)?));
    Ok(search::run(tree, settings, ledger, observe)?)
}

/// Why the paper's searches cannot take a level, if they cannot.
pub fn objection(level: &Level) -> Option<String> {
    let tree = || -> Result<(), String> { by_size!(level, objection_of,) };
    tree().err()
}

fn objection_of<const W: usize, const K: usize>(level: &Level) -> Result<(), String> {
    Board::<W, K>::new(level).map(drop)
}

/// The id of a route of strategy `dfs`.
pub fn id_of(level: &Level, choices: &[Choice]) -> Result<Path, String> {
    by_size!(level, path_of, choices)
}

fn path_of<const W: usize, const K: usize>(level: &Level, choices: &[Choice]) -> Result<Path, String> {
    Ok(Path::from(DeepTree::new(Arc::new(Board::<W, K>::new(level)?)).digits(choices)))
}

/// The moves that an id of strategy `dfs` stands for.
pub fn moves_to(level: &Level, id: &Path) -> Result<Vec<Move>, String> {
    by_size!(level, follow, id)
}

fn follow<const W: usize, const K: usize>(level: &Level, id: &Path) -> Result<Vec<Move>, String> {
    let mut tree = DeepTree::new(Arc::new(Board::<W, K>::new(level)?));
    for (depth, &digit) in id.digits().iter().enumerate() {
        let end = digit.checked_add(1).ok_or("no level has so many moves")?;
        if tree.enter(digit..end).is_none() {
            let count = tree.fanout();
            return Err(format!(
                "there is no id {id}: after {depth} moves there are {count} more, and digits count from 0"
            ));
        }
    }
    Ok(route(level, &tree.answer()))
}

/// Searches all of a level as the paper's `solveDFS` does.
pub fn dfs(level: &Level, settings: &Settings) -> Result<Outcome, String> {
    let threads = settings.threads.max(1);
    let engine = search::Settings {
        threads,
        branches: if threads == 1 { 1 } else { 8 * threads },
        control: search::Control::with_interrupt(&settings.limits, Arc::clone(&settings.interrupt)),
        ..search::Settings::new(Quest::Lowest(1))
    };
    let ledger = Ledger::new(Range::everything());
    let found = deep_search(level, &engine, ledger, &mut |_| ControlFlow::Continue(()));
    Ok(deep_outcome(level, &found.map_err(|error| error.to_string())?))
}

/// What the engine's outcome says about the level.
pub fn deep_outcome(level: &Level, found: &search::Outcome<Vec<Choice>>) -> Outcome {
    let verdict = match found.answers.first() {
        Some(choices) => Verdict::Solved { route: route(level, choices), is_shortest: false },
        None if found.stop.is_final() => Verdict::Unsolvable,
        None => Verdict::Unknown(Doubt::Stopped(found.stop)),
    };
    // The last state is not expanded: it is enough that the goal lies next to it.
    let expansions = found.tally.nodes - found.answers.len() as u64;
    // A route that is found in a later range may not be the one that the paper's search would find.
    let unproved = (!found.stop.is_final()).then_some(found.stop);
    Outcome { expansions, states: found.tally.nodes, unproved, ..Outcome::new(verdict) }
}

/// Searches as the paper's `solveBFS` does.
pub fn bfs(level: &Level, settings: &Settings) -> Result<Outcome, String> {
    by_size!(level, broad, settings)
}

fn broad<const W: usize, const K: usize>(level: &Level, settings: &Settings) -> Result<Outcome, String> {
    let board = Board::<W, K>::new(level)?;
    if board.is_won_at_once() {
        let verdict = Verdict::Solved { route: Vec::new(), is_shortest: true };
        return Ok(Outcome { states: 1, ..Outcome::new(verdict) });
    }
    let found = broad::search(&board, &mut Watch::new(settings));
    let verdict = match found.route {
        Ok(Some(choices)) => Verdict::Solved { route: route(level, &choices), is_shortest: true },
        Ok(None) => Verdict::Unsolvable,
        Err(reason) => Verdict::Unknown(Doubt::Stopped(reason)),
    };
    Ok(Outcome { expansions: found.expansions, states: found.states, ..Outcome::new(verdict) })
}

/// The moves of a route.
fn route(level: &Level, choices: &[Choice]) -> Vec<Move> {
    let step = |&choice: &Choice| {
        let node = choice as usize / 2;
        let action = match &level.nodes[node].kind {
            NodeKind::Key(_) => Action::Take,
            _ if choice % 2 == 1 => Action::Master(Axis::Real),
            _ => Action::Open(Axis::Real),
        };
        Move { node, action, at: None }
    };
    choices.iter().map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::{super::exhaustive, *};
    use crate::{
        diagnostics::Source,
        lockpick::{
            generate::{Mechanic, Recipe, wild},
            input,
            play::Terrain,
        },
        search::Limits,
    };

    /// What a search of these sizes finds, node by node if there is a limit.
    fn run<const W: usize, const K: usize>(level: &Level, limit: Option<u64>) -> (Vec<Vec<Choice>>, u64) {
        let limits = Limits { nodes: limit, ..Limits::default() };
        let control = search::Control::new(&limits);
        let settings = search::Settings { control, ..search::Settings::new(Quest::Lowest(1)) };
        let ledger = Ledger::new(Range::everything());
        let found = deep::<W, K>(level, &settings, ledger, &mut |_| ControlFlow::Continue(())).unwrap();
        (found.answers, found.tally.nodes)
    }

    #[test]
    fn the_number_of_words_changes_nothing() {
        let text = include_str!("../../../../cases/lockpick/paper/3-4_cargo_lift.txt");
        let level = input::parse(&Source::new("3-4", text)).unwrap().level;
        let small = run::<1, 1>(&level, None);
        assert_eq!(small.1, 1_465);
        for limit in [None, Some(1_000_000)] {
            assert_eq!(run::<1, 1>(&level, limit), small);
            assert_eq!(run::<4, { Colour::COUNT }>(&level, limit), small);
            assert_eq!(run::<16, { Colour::COUNT }>(&level, limit), small);
        }
        let id = id_of(&level, &small.0[0]).unwrap();
        assert_eq!(moves_to(&level, &id).unwrap(), route(&level, &small.0[0]));
    }

    #[test]
    fn both_searches_agree_with_the_exhaustive_one() {
        let mechanics = [Mechanic::Bulk, Mechanic::Master, Mechanic::Blank, Mechanic::Blast, Mechanic::Exact];
        let (mut solved, mut unsolvable) = (0, 0);
        for seed in 0..400 {
            let level = wild(&Recipe { nodes: 11, colours: 2, mechanics: mechanics.to_vec(), seed });
            let limits = Limits { nodes: Some(100_000), ..Limits::default() };
            let settings = Settings { limits, ..Settings::default() };
            let (Ok(deep), Ok(broad)) = (dfs(&level, &settings), bfs(&level, &settings)) else { continue };
            let length = |outcome: &Outcome| match &outcome.verdict {
                Verdict::Solved { route, .. } => Some(Some(route.len())),
                Verdict::Unsolvable => Some(None),
                Verdict::Unknown(_) => None,
            };
            let expected = length(&exhaustive::search(&Terrain::new(level.clone()), &settings)).unwrap();
            if let Some(found) = length(&deep) {
                assert_eq!(found.is_some(), expected.is_some(), "seed {seed}\n{}", input::write(&level));
            }
            if let Some(found) = length(&broad) {
                assert_eq!(found, expected, "seed {seed}\n{}", input::write(&level));
            }
            solved += usize::from(expected.is_some());
            unsolvable += usize::from(expected.is_none());
        }
        assert!(solved > 50 && unsolvable > 50, "{solved} {unsolvable}");
    }

    #[test]
    fn numbers_that_are_too_large_are_refused() {
        let level = |keys: &str, door: &str| {
            let text = format!(
                "level L\nstart hub\njunction hub\nkey k {keys} white\nkey l {keys} white\ndoor d {door} white\ngoal out\n\
                 path hub - k\npath hub - l\npath hub - d - out\n"
            );
            input::parse(&Source::new("level", text)).unwrap().level
        };
        assert!(objection(&level("9223372036854775807", "1")).is_some_and(|reason| reason.contains("63 bits")));
        assert!(objection(&level("5", "70000")).is_some_and(|reason| reason.contains("65536")));
        // Two counts that do not fit into one word are kept in words of their own.
        let found = dfs(&level("4611686018427387903", "65536"), &Settings::default()).unwrap();
        assert!(matches!(found.verdict, Verdict::Solved { .. }), "{:?}", found.verdict);
    }
}
