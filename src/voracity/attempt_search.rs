//! Lets the engine make the attempts of `anytime`, and tells what came of them.

use std::time::Duration;

use crate::{
    family::Error,
    search::{self, Event, Outlook, Progress, Quest, Range, StopReason, Tally, Weighing},
    session::{Job, Session, Sketch, Task, Telling},
};

use super::{
    anytime::{self, Attempted, Attempts, Found, Undertaking},
    board::Board,
    input,
    moves::play,
    solution::sketch,
    starts::StartedGame,
    verdict::Verdict,
};

/// How long to look for good games if nobody says.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Strategy `anytime`.
pub(super) fn anytime(board: &Board, task: &Task, range: &Range, session: &mut Session<'_>) -> Result<Verdict, Error> {
    let control = session.control().clone();
    // All that is left is shared out beforehand.
    let nodes = control.has_node_limit().then(|| control.take_nodes(u64::MAX));
    control.return_nodes(nodes.unwrap_or(0));
    let time = match (control.time_left(), nodes) {
        (None, None) => {
            session.note(&format!("there is no time limit: searching for {} s", DEFAULT_TIME.as_secs()));
            Some(DEFAULT_TIME)
        }
        (time, _) => time,
    };
    let began = control.elapsed();
    let settings = anytime::Settings { time, nodes, threads: session.threads(), seed: task.seed(), has_proofs: true };
    let is_everything = *range == Range::everything();
    let (found, stop) = match Undertaking::new(board, &settings, &control) {
        Undertaking::Done(found) => (found, control.reason().unwrap_or(StopReason::Complete)),
        Undertaking::Attempts(attempts) => {
            let identity = identity(board, &settings);
            let (found, stop) = make(board, &attempts, &identity, range, session)?;
            let left = time.map(|time| time.saturating_sub(control.elapsed() - began));
            let found = match is_everything && !session.is_divided() {
                true => attempts.tighten(found, &settings, left, &control)?,
                false => found,
            };
            (found, stop)
        }
    };
    let stop = match stop {
        _ if found.is_optimal() && is_everything => StopReason::Complete,
        // What there was to spend is spent.
        StopReason::Complete if is_everything && nodes.is_some() => StopReason::NodeLimit,
        StopReason::Complete if is_everything => StopReason::TimeLimit,
        stop => stop,
    };
    let tally = Tally { nodes: found.nodes, cases: found.nodes, answers: 1 };
    let game = StartedGame { start: board.target(), moves: found.moves };
    let games = vec![(found.score, game)];
    Ok(Verdict { games, best_games: None, bound: found.bound, stop, reason: None, tally, share: None })
}

/// What the ids depend on. The attempts that a limit of nodes allows are others than those of another limit.
fn identity(board: &Board, settings: &anytime::Settings) -> [String; 3] {
    let nodes = settings.nodes.map_or_else(|| "attempts without end".to_owned(), |nodes| format!("{nodes} nodes"));
    [input::write(board), format!("seed {}", settings.seed), nodes]
}

/// Makes the attempts in a range of ids.
fn make(
    board: &Board,
    attempts: &Attempts,
    identity: &[String],
    range: &Range,
    session: &mut Session<'_>,
) -> Result<(Found, StopReason), Error> {
    let spent = attempts.clone();
    // Attempts are of all sizes: ids say nothing about how much is done.
    let weighing = Weighing::new(move |_| Outlook { share: spent.standing().share.unwrap_or(0.0), is_certain: true });
    let job = Job { range: range.clone(), weighing: Some(weighing), ..Job::new(identity, Quest::Best) };
    let picture = |answer: &Attempted| {
        let score = play(board, &answer.moves).ok()?.score;
        Some(Sketch { title: format!("{score} cells covered"), text: sketch(board, &answer.moves) })
    };
    let outcome = session.search_with(
        &job,
        Telling::solutions(&mut |_, _| Ok(())).with_sketch(&picture),
        &mut |settings, ledger, observe| {
            let settings = search::Settings { control: attempts.control().clone(), ..settings.clone() };
            Ok(search::run(attempts.clone(), &settings, ledger, &mut |event| match event {
                Event::Progress(progress) => {
                    let standing = attempts.standing();
                    let tally = Tally { nodes: standing.nodes, cases: standing.nodes, answers: 1 };
                    observe(Event::Progress(Progress { tally, best: Some(i64::from(standing.score)), ..progress }))
                }
                other => observe(other),
            })?)
        },
    )?;
    Ok((attempts.found(&outcome, *range == Range::everything()), outcome.stop))
}
