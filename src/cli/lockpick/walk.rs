//! Lets the engine search the tree of strategy `dfs`: by ranges of ids, with checkpoints.

use std::ops::ControlFlow;

use crate::{
    lockpick::{
        input,
        level::Level,
        search::{
            Outcome, SolveError,
            paper::{Choice, deep_outcome, deep_search, id_of},
        },
    },
    search::{Event, Fingerprint, PathError, Quest, Range},
};

use super::super::{args::OutputArgs, failure::Failure, options::SearchOptions, output::say, progress::ProgressView};

/// What came of a walk.
pub(super) struct Walked {
    pub outcome: Outcome,
    /// The id of the route, if there is one.
    pub id: Option<String>,
    /// The part of the ids searched.
    pub share: f64,
    /// The range of ids that was to be searched, if it was not everything.
    pub range: Option<String>,
    pub has_checkpoint: bool,
}

/// Searches a level with strategy `dfs`.
pub(super) fn walk(level: &Level, options: &SearchOptions, output: &OutputArgs) -> Result<Walked, Failure> {
    let range = range(options)?;
    let range_text = (range != Range::everything()).then(|| range.to_string());
    // One route is all that is ever wanted, and that of the lowest id is the paper's.
    let mut settings = options.settings();
    if let Quest::Best = settings.quest {
        settings.quest = Quest::Lowest(1);
    }
    let parts = ["lockpick", &input::write(level), "dfs", settings.quest.kind(), &range.to_string()];
    let fingerprint = Fingerprint::of(&parts);
    settings.checkpoint = options.checkpoint_plan(fingerprint);
    let (ledger, is_resumed) = options.ledger(fingerprint, range)?;
    if options.args.resume && !is_resumed && !output.quiet {
        say("note: there is no checkpoint yet: starting at the beginning");
    }
    let mut progress = ProgressView::new(output);
    let mut observe = |event: Event<'_, Vec<Choice>>| {
        match event {
            Event::Answer(_) => {}
            Event::Progress(state) => progress.show(&state),
            Event::CheckpointFailed(error) => {
                let cause = std::error::Error::source(&error).map(|cause| format!(": {cause}"));
                progress.suspend(|| say(format!("warning: {error}{}", cause.unwrap_or_default())));
            }
        }
        ControlFlow::Continue(())
    };
    let found = deep_search(level, &settings, ledger, &mut observe);
    progress.clear();
    let found = found.map_err(|error| match error {
        SolveError::Tree(error) => Failure::Search(error),
        other => Failure::Usage(other.to_string()),
    })?;
    let outcome = deep_outcome(level, &found);
    let id = found.answers.first().and_then(|choices| id_of(level, choices).ok()).map(|id| id.to_string());
    let has_checkpoint = match found.checkpoint {
        Some(Err(error)) => {
            // The result is there all the same, and comes first.
            Failure::Checkpoint(error).print();
            false
        }
        saved => saved.is_some(),
    };
    if has_checkpoint && !found.stop.is_final() && !output.quiet {
        say("checkpoint written: run again with --resume to go on");
    }
    Ok(Walked { outcome, id, share: found.share, range: range_text, has_checkpoint })
}

fn range(options: &SearchOptions) -> Result<Range, Failure> {
    let Some(text) = options.args.range.as_deref() else { return Ok(Range::everything()) };
    let range: Range = text.parse().map_err(|error: PathError| Failure::Usage(format!("--range: {error}")))?;
    if range.is_empty() {
        return Err(Failure::Usage(format!("--range {text}: there is nothing between FROM and TO")));
    }
    Ok(range)
}
