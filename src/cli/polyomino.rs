//! Polyomino puzzles on the command line.

use std::{
    fmt::Write as _,
    io,
    ops::ControlFlow,
    time::{Duration, Instant},
};

use num_bigint::BigUint;
use serde_json::{Map, Value, json};

use crate::{
    diagnostics::Source,
    polyomino::{Arrangement, Compiled, Freedom, Strategy, input, strategy},
    report::{CaseHead, CaseSummary, Report, Solution, Status},
    search::{Event, Fingerprint, Path, Quest, Range, StopReason, Tally},
};

use super::{
    args::{OutputArgs, PuzzleArgs},
    exit::Exit,
    failure::Failure,
    options::SearchOptions,
    output::say,
    palette,
    progress::ProgressView,
};

/// A case that is ready to be searched.
pub struct Case {
    name: String,
    compiled: Compiled,
    strategy: Strategy,
}

/// The freedom of pieces that the flags leave.
pub fn freedom(args: &PuzzleArgs) -> Freedom {
    Freedom { rotate: !args.no_rotate, mirror: !args.no_mirror }
}

impl Case {
    pub fn load(source: &Source, args: &PuzzleArgs, strategy: &str) -> Result<Self, Failure> {
        let puzzle = input::parse(source, freedom(args))?;
        let strategy = match strategy {
            "auto" => Strategy::Cover,
            name => *Strategy::ALL.iter().find(|strategy| strategy.name() == name).ok_or_else(|| {
                let names: Vec<_> = Strategy::ALL.iter().map(|strategy| strategy.name()).collect();
                Failure::Usage(format!(
                    "there is no strategy '{name}' for polyominoes: use auto, {}",
                    names.join(" or ")
                ))
            })?,
        };
        Ok(Self { name: source.name().to_owned(), compiled: Compiled::new(puzzle), strategy })
    }

    /// What the ids of the search depend on.
    fn fingerprint(&self, quest: Quest, range: &Range) -> Fingerprint {
        let puzzle = format!("{:?}", self.compiled.puzzle);
        Fingerprint::of(&["polyomino", &puzzle, self.strategy.name(), quest.kind(), &range.to_string()])
    }

    fn head(&self, options: &SearchOptions) -> CaseHead {
        let puzzle = &self.compiled.puzzle;
        let pieces = match puzzle.pieces.len() {
            1 => "1 piece".to_owned(),
            pieces => format!("{pieces} pieces"),
        };
        CaseHead {
            family: "polyomino",
            case: self.name.clone(),
            description: format!("{} {}, {pieces}", puzzle.board.size_text(), puzzle.board.kind().name()),
            strategy: self.strategy.name(),
            threads: options.threads,
            branches: options.branches,
        }
    }

    /// Searches the case and reports what comes out.
    pub fn search(
        &self,
        options: &SearchOptions,
        output: &OutputArgs,
        report: &mut dyn Report,
    ) -> Result<Exit, Failure> {
        let range = self.range(options.args.range.as_deref())?;
        let fingerprint = self.fingerprint(options.quest, &range);
        let searched_range = (range != Range::everything()).then(|| range.to_string());
        let (ledger, is_resumed) = options.ledger(fingerprint, range)?;
        let head = self.head(options);
        if !output.quiet {
            self.say_notes(options, output, is_resumed);
        }
        report.begin(&head)?;
        let started = Instant::now();
        let early = self.compiled.impossibility().map(|reason| (StopReason::Complete, Some(reason)));
        let early = early.or_else(|| self.tables_too_large(options));
        let (summary, has_checkpoint) = if let Some((stop, reason)) = early {
            let summary = CaseSummary {
                status: status_of(options.quest, stop, 0, false),
                stop,
                reason,
                count: 0,
                tally: Tally::default(),
                elapsed: started.elapsed(),
                share: 0.0,
                range: searched_range,
            };
            (summary, false)
        } else {
            let mut progress = ProgressView::new(output);
            let mut written = Ok(());
            let mut told = 0;
            let mut tell = |arrangement: &Arrangement, report: &mut dyn Report| {
                told += 1;
                report.solution(&Placed { arrangement, compiled: &self.compiled })
            };
            let settings = options.settings(fingerprint);
            let mut observe = |event: Event<'_, Arrangement>| {
                match event {
                    Event::Answer(arrangement) if written.is_ok() => {
                        written = progress.suspend(|| tell(arrangement, report));
                    }
                    Event::Answer(_) => {}
                    Event::Progress(state) => progress.show(&state),
                    Event::CheckpointFailed(error) => {
                        let cause = std::error::Error::source(&error).map(|cause| format!(": {cause}"));
                        progress.suspend(|| say(format!("warning: {error}{}", cause.unwrap_or_default())));
                    }
                }
                if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let outcome = strategy::search(&self.compiled, self.strategy, &settings, ledger, &mut observe);
            progress.clear();
            let outcome = outcome?;
            written?;
            // What was found in no certain order, or beyond a gap in the ids, is told only now.
            for arrangement in outcome.answers.iter().skip(told) {
                report.solution(&Placed { arrangement, compiled: &self.compiled })?;
            }
            let has_checkpoint = match outcome.checkpoint {
                Some(Err(error)) => {
                    // The result is there all the same, and comes first.
                    Failure::Checkpoint(error).print();
                    false
                }
                saved => saved.is_some(),
            };
            let count =
                if options.quest == Quest::Count { outcome.tally.answers } else { outcome.answers.len() as u64 };
            let summary = CaseSummary {
                status: status_of(options.quest, outcome.stop, count, searched_range.is_some()),
                stop: outcome.stop,
                reason: None,
                count,
                tally: outcome.tally,
                elapsed: started.elapsed(),
                share: outcome.share,
                range: searched_range,
            };
            (summary, has_checkpoint)
        };
        report.end(&head, &summary)?;
        if output.stats {
            say_stats(&summary);
        }
        if has_checkpoint && !summary.stop.is_final() && !output.quiet {
            say("checkpoint written: run again with --resume to go on");
        }
        Ok(Exit::of(&summary, has_checkpoint, output.exit_code))
    }

    fn say_notes(&self, options: &SearchOptions, output: &OutputArgs, is_resumed: bool) {
        if options.args.puzzle.no_mirror && !self.compiled.puzzle.board.is_flat() && !options.args.puzzle.no_rotate {
            say("note: --no-mirror changes nothing in space, where turning a piece over is a rotation");
        }
        if options.args.resume && !is_resumed {
            say("note: there is no checkpoint yet: starting at the beginning");
        }
        if output.verbose {
            let reason = if options.args.strategy == "auto" { "chosen by auto" } else { "as asked" };
            say(format!("strategy {}: {reason}", self.strategy.name()));
            say(format!("placement ids: {}", self.compiled.id_space()));
        }
    }

    /// Would the strategy's tables alone break the memory limit?
    fn tables_too_large(&self, options: &SearchOptions) -> Option<(StopReason, Option<String>)> {
        const DEFAULT_LIMIT: u64 = 4 << 30;
        let limit = options.args.memory_limit.unwrap_or(DEFAULT_LIMIT);
        let needed = self.strategy.table_bytes(&self.compiled);
        (needed > limit).then(|| {
            let [needed, limit] = [needed, limit].map(|bytes| bytes.div_ceil(1 << 20));
            let name = self.strategy.name();
            let reason = format!("the tables of strategy {name} would take {needed} MiB, more than {limit} MiB");
            (StopReason::MemoryLimit, Some(reason))
        })
    }

    /// The range of ids to search: two paths, or two placement ids where the strategy's ids are those.
    fn range(&self, text: Option<&str>) -> Result<Range, Failure> {
        let Some(text) = text else { return Ok(Range::everything()) };
        let (from, to) = text
            .split_once("..")
            .ok_or_else(|| Failure::Usage(format!("--range {text}: expected FROM..TO; either may be left out")))?;
        let from = if from.is_empty() { Path::root() } else { self.path(from)? };
        let to = if to.is_empty() { None } else { Some(self.path(to)?) };
        let range = Range { from, to };
        if range.is_empty() {
            return Err(Failure::Usage(format!("--range {text}: there is nothing between FROM and TO")));
        }
        Ok(range)
    }

    fn path(&self, text: &str) -> Result<Path, Failure> {
        let usage = |text: String| Failure::Usage(format!("--range: {text}"));
        let Ok(id) = text.parse::<BigUint>() else {
            return text.parse().map_err(|error: crate::search::PathError| usage(error.to_string()));
        };
        let path = self.strategy.path_of_placement_id(&id, &self.compiled);
        path.ok_or_else(|| {
            let name = self.strategy.name();
            usage(format!("placement ids need strategy brute; the ids of {name} are paths such as /3/0"))
        })
    }
}

/// What a search proves. A part of the ids proves nothing about the rest.
fn status_of(quest: Quest, stop: StopReason, count: u64, is_part: bool) -> Status {
    match (quest, stop.is_final(), count) {
        (_, true, 0) if is_part => Status::Unknown,
        (Quest::Count, true, _) => Status::Counted,
        (Quest::Count, false, _) => Status::Unknown,
        (_, true, 0) => Status::Unsolvable,
        (_, false, 0) => Status::Unknown,
        _ => Status::Solved,
    }
}

fn say_stats(summary: &CaseSummary) {
    let seconds = summary.elapsed.max(Duration::from_nanos(1)).as_secs_f64();
    let million_per_second = |work: u64| work as f64 / seconds / 1e6;
    let Tally { nodes, cases, .. } = summary.tally;
    say(format!("nodes: {nodes} ({:.2} M/s)", million_per_second(nodes)));
    say(format!("cases: {cases} ({:.2} M/s)", million_per_second(cases)));
}

/// A solution and the puzzle it is one of.
struct Placed<'a> {
    arrangement: &'a Arrangement,
    compiled: &'a Compiled,
}

impl Solution for Placed<'_> {
    fn fields(&self) -> Map<String, Value> {
        let id = self.arrangement.placement_id(self.compiled).to_string();
        let fields =
            [("id", json!(id)), ("placement_id", json!(id)), ("grid", json!(self.arrangement.grid(self.compiled)))];
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    fn write_text(&self, out: &mut dyn io::Write, colour: bool) -> io::Result<()> {
        writeln!(out, "Placement id: {}", self.arrangement.placement_id(self.compiled))?;
        out.write_all(board_text(self.arrangement, self.compiled, colour).as_bytes())
    }
}

/// The board with the letters of the pieces, each in its colour.
pub fn board_text(arrangement: &Arrangement, compiled: &Compiled, colour: bool) -> String {
    let mut text = String::new();
    let grid = arrangement.grid(compiled);
    for (layer, rows) in grid.iter().enumerate() {
        if grid.len() > 1 {
            let _ = writeln!(text, "Z: {layer}");
        }
        for row in rows {
            for mark in row.chars() {
                let piece = compiled.puzzle.pieces.iter().position(|piece| piece.letter == mark);
                match piece.filter(|_| colour) {
                    Some(piece) => palette::paint(&mut text, mark, piece),
                    None => text.push(mark),
                }
            }
            text.push('\n');
        }
    }
    text
}
