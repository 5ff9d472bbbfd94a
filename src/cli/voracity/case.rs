//! `fathom solve` and `fathom count` for boards.

use std::{ops::ControlFlow, time::Instant};

use num_bigint::BigUint;

use crate::{
    diagnostics::Source,
    report::{CaseHead, CaseSummary, Report, Status},
    search::{self, Event, Fingerprint, Outcome, Quest, Range, StopReason, Tree},
    voracity::{Board, Direction, Directions, dfs::DfsTree, input, play, strategy::Strategy},
};

use super::{
    super::{
        args::{OutputArgs, PuzzleArgs},
        exit::Exit,
        failure::Failure,
        options::SearchOptions,
        output::say,
        progress::ProgressView,
    },
    answer::Played,
    load,
};

/// A board that is ready to be searched.
pub struct Case {
    name: String,
    board: Board,
    /// What the user asks for; otherwise the board decides.
    wish: Option<Strategy>,
}

impl Case {
    pub fn load(source: &Source, args: &PuzzleArgs, strategy: &str) -> Result<Self, Failure> {
        let wish = match strategy {
            "auto" => None,
            name => Some(Strategy::named(name).ok_or_else(|| {
                let names = Strategy::ALL.map(Strategy::name).join(", ");
                Failure::Usage(format!("there is no strategy '{name}' for voracity: use auto, {names}"))
            })?),
        };
        let board = load(source, args)?;
        if let Some(strategy) = wish
            && let Some(reason) = strategy.objection(&board)
        {
            return Err(Failure::Usage(format!("strategy {}: {reason}", strategy.name())));
        }
        Ok(Self { name: source.name().to_owned(), board, wish })
    }

    fn head(&self, options: &SearchOptions, strategy: Strategy) -> CaseHead {
        let board = &self.board;
        let eight = if board.directions() == Directions::Eight { ", 8 directions" } else { "" };
        CaseHead {
            family: "voracity",
            case: self.name.clone(),
            description: format!("{}x{}, values up to {}{eight}", board.rows(), board.columns(), board.largest_value()),
            strategy: strategy.name(),
            threads: options.threads,
            branches: options.branches,
        }
    }

    /// Searches the board and reports what comes out.
    pub fn search(
        &self,
        options: &SearchOptions,
        output: &OutputArgs,
        report: &mut dyn Report,
    ) -> Result<Exit, Failure> {
        let strategy = self.wish.unwrap_or(Strategy::Dfs);
        let head = self.head(options, strategy);
        report.begin(&head)?;
        match self.board.directions() {
            Directions::Four => self.walk(DfsTree::<4>::new(&self.board), &head, options, output, report),
            Directions::Eight => self.walk(DfsTree::<8>::new(&self.board), &head, options, output, report),
        }
    }

    /// Searches a tree of games with the engine.
    fn walk(
        &self,
        tree: impl Tree<Answer = Vec<Direction>>,
        head: &CaseHead,
        options: &SearchOptions,
        output: &OutputArgs,
        report: &mut dyn Report,
    ) -> Result<Exit, Failure> {
        let started = Instant::now();
        let quest = if options.quest == Quest::Count { Quest::Count } else { Quest::Best };
        let range = self.range(options)?;
        let mut settings = options.settings();
        settings.quest = quest;
        let fingerprint =
            Fingerprint::of(&["voracity", &input::write(&self.board), head.strategy, quest.kind(), &range.to_string()]);
        settings.checkpoint = options.checkpoint_plan(fingerprint);
        let is_part = range != Range::everything();
        let range_text = is_part.then(|| range.to_string());
        let (ledger, is_resumed) = options.ledger(fingerprint, range)?;
        if options.args.resume && !is_resumed && !output.quiet {
            say("note: there is no checkpoint yet: starting at the beginning");
        }
        let mut progress = ProgressView::new(output);
        let mut observe = |event: Event<'_, Vec<Direction>>| {
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
        let outcome = search::run(tree, &settings, ledger, &mut observe);
        progress.clear();
        let outcome = outcome?;
        self.conclude(outcome, quest, range_text, (started, head), output, report)
    }

    fn conclude(
        &self,
        outcome: Outcome<Vec<Direction>>,
        quest: Quest,
        range: Option<String>,
        (started, head): (Instant, &CaseHead),
        output: &OutputArgs,
        report: &mut dyn Report,
    ) -> Result<Exit, Failure> {
        let is_proof = outcome.stop == StopReason::Complete && range.is_none();
        if let Some(moves) = outcome.answers.first() {
            let score = play(&self.board, moves).map_or(0, |game| game.score);
            let bound = if is_proof { score } else { self.board.free_cells() as u32 };
            report.solution(&Played { board: &self.board, moves, score, bound, is_start_found: false })?;
        }
        let has_checkpoint = match outcome.checkpoint {
            Some(Err(error)) => {
                // The result is there all the same, and comes first.
                Failure::Checkpoint(error).print();
                false
            }
            saved => saved.is_some(),
        };
        let (status, count) = match quest {
            Quest::Count if is_proof => (Status::Counted, outcome.tally.answers),
            Quest::Count => (Status::Unknown, outcome.tally.answers),
            _ if is_proof => (Status::Optimal, 1),
            _ => (Status::Unknown, outcome.answers.len() as u64),
        };
        let summary = CaseSummary {
            status,
            stop: outcome.stop,
            reason: None,
            count: BigUint::from(count),
            tally: outcome.tally,
            elapsed: started.elapsed(),
            share: outcome.share,
            range,
        };
        report.end(head, &summary)?;
        if output.stats {
            let seconds = summary.elapsed.as_secs_f64().max(1e-9);
            let nodes = summary.tally.nodes;
            say(format!("nodes: {nodes} ({:.2} M/s)", nodes as f64 / seconds / 1e6));
        }
        if has_checkpoint && !summary.stop.is_final() && !output.quiet {
            say("checkpoint written: run again with --resume to go on");
        }
        Ok(Exit::of(&summary, has_checkpoint, output.exit_code))
    }

    fn range(&self, options: &SearchOptions) -> Result<Range, Failure> {
        let Some(text) = options.args.range.as_deref() else { return Ok(Range::everything()) };
        let range: Range =
            text.parse().map_err(|error: search::PathError| Failure::Usage(format!("--range: {error}")))?;
        if range.is_empty() {
            return Err(Failure::Usage(format!("--range {text}: there is nothing between FROM and TO")));
        }
        Ok(range)
    }
}
