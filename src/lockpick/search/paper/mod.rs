//! The two searches of the paper, node for node: no state is remembered, children come in the order of the nodes, a
//! door is opened by its lock before it is opened with a master key, junctions open by themselves, and the search ends
//! as soon as the goal lies next to what is explored. What is explored and what lies next to it are bits, and so are
//! the doors that open with the keys that are held: a few words say which moves there are. Nothing is allocated on the
//! way down.

mod board;
mod broad;
mod deep;
mod objection;
mod things;

use std::{ops::ControlFlow, sync::Arc};

use crate::{
    lockpick::{
        colour::Colour,
        complex::Axis,
        level::{Level, NodeKind},
        play::{Action, Move},
    },
    search::{
        self, Event, Ledger, Path, Quest, Range, StopReason, Tree, load_checkpoint,
        states::{StateEvent, StateProgress, StateSearch},
    },
};

use super::outcome::{Doubt, Outcome, Settings, SolveError, Verdict};

pub use board::Choice;
use board::{Board, fits_one_word};
use deep::DeepTree;
pub use objection::{IdError, Objection};

/// Calls a function with the number of words that the sets of nodes and the keys of a level take.
macro_rules! by_size {
    ($level:expr, $function:ident, $($argument:expr),*) => {
        match ($level.nodes.len(), fits_one_word($level)?) {
            (0..=64, true) => $function::<1, 1>($level, $($argument),*),
            (0..=256, _) => $function::<4, { Colour::COUNT }>($level, $($argument),*),
            (257..=1024, _) => $function::<16, { Colour::COUNT }>($level, $($argument),*),
            _ => Err(Objection::ManyNodes.into()),
        }
    };
}

/// Searches as the paper's `solveDFS` does, on the engine, what is left in `ledger`.
pub fn deep_search(
    level: &Level,
    settings: &search::Settings,
    ledger: Ledger<Vec<Choice>>,
    observe: &mut dyn FnMut(Event<'_, Vec<Choice>>) -> ControlFlow<()>,
) -> Result<search::Outcome<Vec<Choice>>, SolveError> {
    by_size!(level, deep, settings, ledger, observe)
}

fn deep<const W: usize, const K: usize>(
    level: &Level,
    settings: &search::Settings,
    ledger: Ledger<Vec<Choice>>,
    observe: &mut dyn FnMut(Event<'_, Vec<Choice>>) -> ControlFlow<()>,
) -> Result<search::Outcome<Vec<Choice>>, SolveError> {
    let tree = DeepTree::new(Arc::new(Board::<W, K>::new(level)?));
    Ok(search::run(tree, settings, ledger, observe)?)
}

/// Why the paper's searches cannot take a level, if they cannot.
pub fn objection(level: &Level) -> Option<Objection> {
    let tree = || -> Result<(), Objection> { by_size!(level, objection_of,) };
    tree().err()
}

fn objection_of<const W: usize, const K: usize>(level: &Level) -> Result<(), Objection> {
    Board::<W, K>::new(level).map(drop)
}

/// The id of a route of strategy `dfs`.
pub fn id_of(level: &Level, choices: &[Choice]) -> Result<Path, Objection> {
    by_size!(level, path_of, choices)
}

fn path_of<const W: usize, const K: usize>(level: &Level, choices: &[Choice]) -> Result<Path, Objection> {
    Ok(Path::from(DeepTree::new(Arc::new(Board::<W, K>::new(level)?)).digits(choices)))
}

/// The moves that an id of strategy `dfs` stands for.
pub fn moves_to(level: &Level, id: &Path) -> Result<Vec<Move>, IdError> {
    by_size!(level, follow, id)
}

fn follow<const W: usize, const K: usize>(level: &Level, id: &Path) -> Result<Vec<Move>, IdError> {
    let mut tree = DeepTree::new(Arc::new(Board::<W, K>::new(level)?));
    for (depth, &digit) in id.digits().iter().enumerate() {
        let end = digit.saturating_add(1);
        if tree.enter(digit..end).is_none() {
            return Err(IdError::NoSuchMove { id: id.clone(), depth, count: tree.fanout() });
        }
    }
    Ok(route(level, &tree.answer()))
}

/// Searches all of a level as the paper's `solveDFS` does.
pub(super) fn dfs(
    level: &Level,
    settings: &Settings,
    observe: &mut dyn FnMut(StateEvent) -> ControlFlow<()>,
) -> Result<Outcome, SolveError> {
    let threads = settings.threads.max(1);
    let engine = search::Settings {
        threads,
        branches: if threads == 1 { 1 } else { 8 * threads },
        control: settings.control.clone(),
        checkpoint: settings.checkpoint.clone(),
        ..search::Settings::new(Quest::Lowest(1))
    };
    let ledger = match &settings.checkpoint {
        Some(plan) if settings.resume && plan.file.exists() => load_checkpoint(&plan.file, plan.fingerprint)?,
        _ => Ledger::new(Range::everything()),
    };
    let mut observe = |event: Event<'_, Vec<Choice>>| match event {
        Event::Answer(_) | Event::Written(_) | Event::Branches(_) | Event::Better(_) => ControlFlow::Continue(()),
        Event::CheckpointWritten => observe(StateEvent::CheckpointWritten),
        Event::Progress(search::Progress { tally, elapsed, .. }) => {
            observe(StateEvent::Progress(StateProgress { tally, states: tally.nodes, elapsed }))
        }
        Event::CheckpointFailed(error) => observe(StateEvent::CheckpointFailed(error)),
    };
    let mut found = deep_search(level, &engine, ledger, &mut observe)?;
    let checkpoint = found.checkpoint.take();
    Ok(Outcome { checkpoint, ..deep_outcome(level, &found) })
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
pub(super) fn bfs(level: &Level, search: &mut StateSearch<'_>) -> Result<Outcome, SolveError> {
    by_size!(level, broad, search)
}

fn broad<const W: usize, const K: usize>(level: &Level, search: &mut StateSearch<'_>) -> Result<Outcome, SolveError> {
    let board = Board::<W, K>::new(level)?;
    if board.is_won_at_once() {
        let verdict = Verdict::Solved { route: Vec::new(), is_shortest: true };
        return Ok(Outcome { states: 1, ..Outcome::new(verdict) });
    }
    let found = broad::search(&board, search)?;
    let verdict = match (found.answer, found.stop) {
        (Some(goal), _) => {
            Verdict::Solved { route: route(level, &broad::choices_to(&found.seen, goal)), is_shortest: true }
        }
        (None, StopReason::Complete) => Verdict::Unsolvable,
        (None, reason) => Verdict::Unknown(Doubt::Stopped(reason)),
    };
    let states = found.seen.len() as u64;
    Ok(Outcome { expansions: search.tally().nodes, states, depth: found.depth, ..Outcome::new(verdict) })
}

/// The moves of a route.
pub fn route(level: &Level, choices: &[Choice]) -> Vec<Move> {
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
    use super::{
        super::{Strategy, solve},
        *,
    };
    use crate::{
        diagnostics::Source,
        lockpick::{
            generate::{Mechanic, Recipe, wild},
            input,
            play::Terrain,
        },
    };

    /// What a search of these sizes finds, node by node if there is a limit.
    fn run<const W: usize, const K: usize>(level: &Level, limit: Option<u64>) -> (Vec<Vec<Choice>>, u64) {
        let limits = search::Limits { nodes: limit, ..search::Limits::default() };
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
        let (mut solved, mut unsolvable, mut deep_decided, mut broad_decided) = (0, 0, 0, 0);
        for seed in 0..400 {
            let level = wild(&Recipe { nodes: 11, colours: 2, mechanics: mechanics.to_vec(), seed });
            let terrain = Terrain::new(level.clone());
            let run = |strategy| solve(&terrain, strategy, &Settings::with_node_limit(100_000));
            let (Ok(deep), Ok(broad)) = (run(Strategy::Dfs), run(Strategy::Bfs)) else { continue };
            let length = |outcome: &Outcome| match &outcome.verdict {
                Verdict::Solved { route, .. } => Some(Some(route.len())),
                Verdict::Unsolvable => Some(None),
                Verdict::Unknown(_) => None,
            };
            let expected = length(&run(Strategy::Exhaustive).unwrap()).unwrap();
            if let Some(found) = length(&deep) {
                deep_decided += 1;
                assert_eq!(found.is_some(), expected.is_some(), "seed {seed}\n{}", input::write(&level));
            }
            if let Some(found) = length(&broad) {
                broad_decided += 1;
                assert_eq!(found, expected, "seed {seed}\n{}", input::write(&level));
            }
            solved += usize::from(expected.is_some());
            unsolvable += usize::from(expected.is_none());
        }
        assert!(solved > 50 && unsolvable > 50, "{solved} {unsolvable}");
        // Levels without a solution have more ways to be played than a limit allows.
        let all = solved + unsolvable;
        assert!(deep_decided * 10 > all * 9 && broad_decided * 10 > all * 9, "{deep_decided} {broad_decided} of {all}");
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
        assert_eq!(objection(&level("9223372036854775807", "1")), Some(Objection::LargeCount));
        assert_eq!(objection(&level("5", "70000")), Some(Objection::LargeLock));
        // Two counts that do not fit into one word are kept in words of their own.
        let terrain = Terrain::new(level("4611686018427387903", "65536"));
        let found = solve(&terrain, Strategy::Dfs, &Settings::default()).unwrap();
        assert!(matches!(found.verdict, Verdict::Solved { .. }), "{:?}", found.verdict);
    }
}
