//! Lets the engine search a tree of games: first a good game, so that the search knows what it has to beat.

use std::{ops::ControlFlow, time::Duration};

use crate::{
    search::{self, Event, Fingerprint, Quest, Range, StopReason, Tree},
    voracity::{Board, Direction, anytime, estimate::Estimate, input, play, strategy::Strategy},
};

use super::{
    super::{args::OutputArgs, failure::Failure, options::SearchOptions, output::say, progress::ProgressView},
    case::Verdict,
};

/// What is to be searched, and how.
pub(super) struct Walk<'a> {
    pub board: &'a Board,
    pub strategy: Strategy,
    pub size: &'a Estimate,
    /// Games with a lower score need not be found.
    pub least: Option<u32>,
    pub options: &'a SearchOptions,
    pub output: &'a OutputArgs,
}

impl Walk<'_> {
    /// A good game, found quickly.
    fn head_start(&self, seconds_left: Option<f64>) -> Option<(u32, Vec<Direction>)> {
        if self.least.is_some() || self.options.args.range.is_some() {
            return None;
        }
        let seconds = self.strategy.head_start(self.size.nodes, self.options.threads)?.as_secs_f64();
        let seconds = seconds_left.map_or(seconds, |left| seconds.min(left / 4.0));
        let settings = anytime::Settings {
            time: Some(Duration::from_secs_f64(seconds)),
            nodes: None,
            threads: self.options.threads,
            seed: self.options.args.seed,
            stop: Some(&self.options.interrupt),
        };
        let found = anytime::search(self.board, &settings, &mut |_| {});
        // What is claimed counts for nothing: the game is played.
        let game = play(self.board, &found.moves).ok()?;
        Some((game.score, found.moves))
    }

    fn range(&self) -> Result<Range, Failure> {
        let Some(text) = self.options.args.range.as_deref() else { return Ok(Range::everything()) };
        let range: Range =
            text.parse().map_err(|error: search::PathError| Failure::Usage(format!("--range: {error}")))?;
        if range.is_empty() {
            return Err(Failure::Usage(format!("--range {text}: there is nothing between FROM and TO")));
        }
        Ok(range)
    }
}

/// Searches a tree of games.
pub(super) fn walk(tree: impl Tree<Answer = Vec<Direction>>, task: &Walk<'_>) -> Result<Verdict, Failure> {
    let (options, output, board) = (task.options, task.output, task.board);
    let began = std::time::Instant::now();
    let quest = if options.quest == Quest::Count { Quest::Count } else { Quest::Best };
    let range = task.range()?;
    let mut settings = options.settings();
    settings.quest = quest;
    let name = task.strategy.name();
    let fingerprint = Fingerprint::of(&["voracity", &input::write(board), name, quest.kind(), &range.to_string()]);
    settings.checkpoint = options.checkpoint_plan(fingerprint);
    let is_part = range != Range::everything();
    let range_text = is_part.then(|| range.to_string());
    let (ledger, is_resumed) = options.ledger(fingerprint, range)?;
    if options.args.resume && !is_resumed && !output.quiet {
        say("note: there is no checkpoint yet: starting at the beginning");
    }
    let head_start = task.head_start(settings.control.time_left().map(|left| left.as_secs_f64()));
    if let (Some((score, _)), true) = (&head_start, output.verbose) {
        say(format!("a game that covers {score} cells to begin with, in {:.2} s", began.elapsed().as_secs_f64()));
    }
    let least = head_start.as_ref().map(|(score, _)| *score).max(task.least);
    settings.least_score = least.map(i64::from);
    let mut progress = ProgressView::new(output);
    let mut observe = |event: Event<'_, Vec<Direction>>| {
        match event {
            Event::Answer(_) => {}
            Event::Progress(mut state) => {
                // The estimate knows more about what is left than the ids do, until it is seen to be wrong.
                let by_size = state.tally.nodes as f64 / task.size.nodes;
                if task.strategy != Strategy::Bounded && !is_part && !is_resumed && by_size < 0.95 {
                    state.share = Some(by_size);
                }
                progress.show(&state);
            }
            Event::CheckpointFailed(error) => {
                let cause = std::error::Error::source(&error).map(|cause| format!(": {cause}"));
                progress.suspend(|| say(format!("warning: {error}{}", cause.unwrap_or_default())));
            }
        }
        ControlFlow::Continue(())
    };
    let outcome = search::run(tree, &settings, ledger, &mut observe);
    progress.clear();
    let outcome = outcome?;
    let is_proof = outcome.stop == StopReason::Complete && !is_part;
    let found = outcome.answers.into_iter().next().filter(|_| quest == Quest::Best);
    let found = found.and_then(|moves| Some((play(board, &moves).ok()?.score, moves)));
    // The search finds the best game by itself; the one it began with is told only if it was stopped before.
    let game = match (found, head_start) {
        (Some(found), Some(first)) if !is_proof && first.0 > found.0 => Some(first),
        (None, first) if !is_proof && !is_part => first,
        (found, _) => found,
    };
    let has_checkpoint = match outcome.checkpoint {
        Some(Err(error)) => {
            // The result is there all the same, and comes first.
            Failure::Checkpoint(error).print();
            false
        }
        saved => saved.is_some(),
    };
    let score = game.as_ref().map_or(0, |(score, _)| *score);
    Ok(Verdict {
        bound: if is_proof { score } else { anytime::upper_bound(board) },
        game,
        stop: outcome.stop,
        reason: None,
        tally: outcome.tally,
        share: outcome.share,
        range: range_text,
        has_checkpoint,
    })
}
