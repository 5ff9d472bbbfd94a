//! A polyomino case, searched as the flags say.

use std::{
    ops::ControlFlow,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use num_bigint::BigUint;
use serde_json::json;

use crate::{
    diagnostics::Source,
    polyomino::{Arrangement, Compiled, Plan, Rules, Strategy, Wish, forced::forced_pieces, frontier::NoGraph, input},
    report::{CaseHead, CaseSummary, Fact, Report, Status},
    search::{Event, Fingerprint, Path, Quest, Range, Settings, StopReason, Tally, save_checkpoint},
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
    args::PickArgs,
    numbered,
    solution::Placed,
};

/// A case that is ready to be searched.
pub struct Case {
    name: String,
    compiled: Compiled,
    /// What the user asks for; otherwise the puzzle decides.
    wish: Option<Strategy>,
    by_classes: bool,
    pick: PickArgs,
}

/// What the flags allow.
pub fn rules(args: &PuzzleArgs) -> Rules {
    Rules {
        rotate: !args.no_rotate,
        mirror: !args.no_mirror,
        holes: args.holes,
        spare_pieces: args.spare_pieces,
        interchangeable: args.interchangeable,
    }
}

impl Case {
    pub fn load(source: &Source, args: &PuzzleArgs, strategy: &str, pick: &PickArgs) -> Result<Self, Failure> {
        let puzzle = input::parse(source, rules(args))?;
        let wish = match strategy {
            "auto" => None,
            name => Some(strategy_named(name)?),
        };
        Ok(Self {
            name: source.name().to_owned(),
            compiled: Compiled::new(puzzle),
            wish,
            by_classes: args.classes,
            pick: pick.clone(),
        })
    }

    fn wish(&self, options: &SearchOptions) -> Wish {
        let is_whole = options.args.range.is_none() && options.args.checkpoint.is_none();
        let only_number = options.quest == Quest::Count && is_whole && options.args.node_limit.is_none();
        Wish { strategy: self.wish, by_classes: self.by_classes, seed: options.args.seed, only_number }
    }

    /// What the ids of the search depend on.
    fn fingerprint(&self, strategy: Strategy, (quest, seed): (Quest, u64), range: &Range) -> Fingerprint {
        let puzzle = format!("{:?}", self.compiled.puzzle);
        let classes = if self.by_classes { "classes" } else { "all" };
        // Only a portfolio leaves something to chance.
        let seed = if strategy == Strategy::Portfolio { seed.to_string() } else { String::new() };
        Fingerprint::of(&["polyomino", &puzzle, strategy.name(), quest.kind(), classes, &range.to_string(), &seed])
    }

    fn head(&self, options: &SearchOptions, strategy: &'static str) -> CaseHead {
        let puzzle = &self.compiled.puzzle;
        let pieces = match puzzle.pieces.len() {
            1 => "1 piece".to_owned(),
            pieces => format!("{pieces} pieces"),
        };
        CaseHead {
            family: "polyomino",
            case: self.name.clone(),
            description: format!(
                "{} {}, {pieces}{}",
                puzzle.board.size_text(),
                puzzle.board.kind().name(),
                if self.by_classes { ", up to symmetry" } else { "" }
            ),
            strategy,
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
        let started = Instant::now();
        // Told is told: only what forced pieces are compared with is needed afterwards.
        let mut settings = Settings { keep_answers: self.pick.forced.is_some(), ..options.settings() };
        if !output.quiet {
            self.say_notes(options, output);
        }
        if let Some(reason) = self.compiled.impossibility() {
            let head = self.head(options, "none");
            report.begin(&head)?;
            return self.end_early(StopReason::Complete, Some(reason), (options, output), (&head, report, started));
        }
        let deadline = settings.limits.time.and_then(|limit| started.checked_add(limit));
        let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let is_stopped = || options.interrupt.load(Ordering::Relaxed) || is_late();
        let wish = self.wish(options);
        let (plan, reason) = match Plan::new(&self.compiled, wish, &settings, &is_stopped) {
            Ok(plan) => plan,
            Err(NoGraph::Stopped) => {
                let stop = if is_late() { StopReason::TimeLimit } else { StopReason::Interrupted };
                let strategy = Strategy::Frontier;
                let range = self.range(strategy, options.args.range.as_deref())?;
                // Nothing has been searched yet, and that is what the checkpoint says.
                if let Some(plan) =
                    options.checkpoint_plan(self.fingerprint(strategy, (options.quest, options.args.seed), &range))
                {
                    let (ledger, _) = options.ledger::<Arrangement>(plan.fingerprint, range)?;
                    save_checkpoint(&plan, &ledger)?;
                }
                let head = self.head(options, strategy.name());
                report.begin(&head)?;
                return self.end_early(stop, None, (options, output), (&head, report, started));
            }
            Err(_) => {
                return Err(Failure::Usage("strategy frontier is for flat boards of up to 64 cells".to_owned()));
            }
        };
        let strategy = plan.strategy();
        if !strategy.can(options.quest) {
            return Err(Failure::Usage("strategy portfolio finds one solution: use another one for more".to_owned()));
        }
        if output.verbose {
            say(format!("strategy {}: {reason}", strategy.name()));
        }
        let head = self.head(options, strategy.name());
        if let Some(reason) = tables_too_large(strategy, &self.compiled, options) {
            report.begin(&head)?;
            return self.end_early(StopReason::MemoryLimit, Some(reason), (options, output), (&head, report, started));
        }
        let range = self.range(strategy, options.args.range.as_deref())?;
        let searched_range = (range != Range::everything()).then(|| range.to_string());
        let fingerprint = self.fingerprint(strategy, (options.quest, options.args.seed), &range);
        settings.checkpoint = options.checkpoint_plan(fingerprint);
        let (ledger, is_resumed) = options.ledger(fingerprint, range)?;
        if options.args.resume && !is_resumed && !output.quiet {
            say("note: there is no checkpoint yet: starting at the beginning");
        }
        report.begin(&head)?;
        if self.pick.numbers() {
            let numbered = numbered::Numbered { plan: &plan, compiled: &self.compiled, options, pick: &self.pick };
            let summary = numbered.tell(output, report, started)?;
            report.end(&head, &summary)?;
            return Ok(Exit::of(&summary, false, output.exit_code));
        }
        let (summary, has_checkpoint) = if let Some(counted) = plan.counted() {
            let tally = Tally { nodes: counted.states_met, cases: counted.states_met, answers: 0 };
            let summary = CaseSummary {
                status: Status::Counted,
                stop: StopReason::Complete,
                reason: None,
                count: counted.solutions.into(),
                tally,
                elapsed: started.elapsed(),
                share: 1.0,
                range: None,
            };
            (summary, false)
        } else {
            let mut progress = ProgressView::new(output);
            let mut written = Ok(());
            let mut told = 0usize;
            let mut tell = |arrangement: &Arrangement, report: &mut dyn Report| {
                told += 1;
                report.solution(&Placed { arrangement, compiled: &self.compiled, number: None })
            };
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
            let outcome = plan.search(&self.compiled, &settings, ledger, &mut observe);
            progress.clear();
            let outcome = outcome?;
            written?;
            // What was found in no certain order, or beyond a gap in the ids, is told only now.
            let forgotten = outcome.found - outcome.answers.len();
            for arrangement in outcome.answers.iter().skip(told.saturating_sub(forgotten)) {
                report.solution(&Placed { arrangement, compiled: &self.compiled, number: None })?;
            }
            let has_checkpoint = match outcome.checkpoint {
                Some(Err(error)) => {
                    // The result is there all the same, and comes first.
                    Failure::Checkpoint(error).print();
                    false
                }
                saved => saved.is_some(),
            };
            if self.pick.unique && outcome.stop.is_final() {
                report.fact(&unique_fact(outcome.found))?;
            }
            if let Some(first) = self.pick.forced
                && let Some(solution) = outcome.answers.first()
            {
                self.tell_forced(solution, usize::from(first), &settings, report)?;
            }
            let count = match options.quest {
                Quest::Count => u128::from(outcome.tally.answers),
                _ => outcome.found as u128,
            };
            let summary = CaseSummary {
                status: status_of(options.quest, outcome.stop, count, searched_range.is_some()),
                stop: outcome.stop,
                reason: None,
                count: count.into(),
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

    /// Tells which of the first pieces lie in every solution as they do in this one.
    fn tell_forced(
        &self,
        solution: &Arrangement,
        first: usize,
        settings: &Settings,
        report: &mut dyn Report,
    ) -> Result<(), Failure> {
        let letters =
            |pieces: &[usize]| pieces.iter().map(|piece| self.compiled.puzzle.pieces[*piece].letter).collect();
        let (forced, is_certain) = forced_pieces(&self.compiled, solution, first, settings)?;
        let names: Vec<char> = letters(&forced);
        let list = names.iter().map(char::to_string).collect::<Vec<_>>().join(", ");
        let text = match (is_certain, names.is_empty()) {
            (false, _) => "Forced: not known, the search was stopped".to_owned(),
            (true, true) => "Forced: no piece; each can lie in another way".to_owned(),
            (true, false) => format!("Forced: {list} (the same in every solution)"),
        };
        let value = if is_certain { json!(names) } else { json!(null) };
        Ok(report.fact(&Fact { name: "forced", value, text })?)
    }

    /// Reports a case that needs no search, or cannot have one.
    fn end_early(
        &self,
        stop: StopReason,
        reason: Option<String>,
        (options, output): (&SearchOptions, &OutputArgs),
        (head, report, started): (&CaseHead, &mut dyn Report, Instant),
    ) -> Result<Exit, Failure> {
        let summary = CaseSummary {
            status: status_of(options.quest, stop, 0, false),
            stop,
            reason,
            count: BigUint::ZERO,
            tally: Tally::default(),
            elapsed: started.elapsed(),
            share: 0.0,
            range: None,
        };
        report.end(head, &summary)?;
        let has_checkpoint = options.args.checkpoint.is_some() && stop != StopReason::MemoryLimit;
        Ok(Exit::of(&summary, has_checkpoint, output.exit_code))
    }

    fn say_notes(&self, options: &SearchOptions, output: &OutputArgs) {
        if options.args.puzzle.no_mirror && !self.compiled.puzzle.board.is_flat() && !options.args.puzzle.no_rotate {
            say("note: --no-mirror changes nothing in space, where turning a piece over is a rotation");
        }
        if output.verbose {
            say(format!("placement ids: {}", self.compiled.id_space()));
        }
    }

    /// The range of ids to search: two paths, or two placement ids where the strategy's ids are those.
    fn range(&self, strategy: Strategy, text: Option<&str>) -> Result<Range, Failure> {
        let Some(text) = text else { return Ok(Range::everything()) };
        let (from, to) = text
            .split_once("..")
            .ok_or_else(|| Failure::Usage(format!("--range {text}: expected FROM..TO; either may be left out")))?;
        let from = if from.is_empty() { Path::root() } else { self.path(strategy, from)? };
        let to = if to.is_empty() { None } else { Some(self.path(strategy, to)?) };
        let range = Range { from, to };
        if range.is_empty() {
            return Err(Failure::Usage(format!("--range {text}: there is nothing between FROM and TO")));
        }
        Ok(range)
    }

    fn path(&self, strategy: Strategy, text: &str) -> Result<Path, Failure> {
        let usage = |text: String| Failure::Usage(format!("--range: {text}"));
        let Ok(id) = text.parse::<BigUint>() else {
            return text.parse().map_err(|error: crate::search::PathError| usage(error.to_string()));
        };
        let path = strategy.path_of_placement_id(&id, &self.compiled);
        path.ok_or_else(|| {
            let name = strategy.name();
            usage(format!("placement ids need strategy brute; the ids of {name} are paths such as /3/0"))
        })
    }
}

fn strategy_named(name: &str) -> Result<Strategy, Failure> {
    let known = Strategy::ALL.into_iter().find(|strategy| strategy.name() == name);
    known.ok_or_else(|| {
        let names = Strategy::ALL.map(Strategy::name).join(", ");
        Failure::Usage(format!("there is no strategy '{name}' for polyominoes: use auto, {names}"))
    })
}

/// Would the strategy's tables alone break the memory limit?
fn tables_too_large(strategy: Strategy, compiled: &Compiled, options: &SearchOptions) -> Option<String> {
    const DEFAULT_LIMIT: u64 = 4 << 30;
    let limit = options.args.memory_limit.unwrap_or(DEFAULT_LIMIT);
    let needed = strategy.table_bytes(compiled);
    (needed > limit).then(|| {
        let [needed, limit] = [needed, limit].map(|bytes| bytes.div_ceil(1 << 20));
        format!("the tables of strategy {} would take {needed} MiB, more than {limit} MiB", strategy.name())
    })
}

/// What a search proves. A part of the ids proves nothing about the rest.
pub(super) fn status_of(quest: Quest, stop: StopReason, count: u128, is_part: bool) -> Status {
    match (quest, stop.is_final(), count) {
        (_, true, 0) if is_part => Status::Unknown,
        (Quest::Count, true, _) => Status::Counted,
        (Quest::Count, false, _) => Status::Unknown,
        (_, true, 0) => Status::Unsolvable,
        (_, false, 0) => Status::Unknown,
        _ => Status::Solved,
    }
}

fn unique_fact(solutions: usize) -> Fact {
    let text = match solutions {
        0 => "Unique: no, there is no solution",
        1 => "Unique: yes, there is just this solution",
        _ => "Unique: no, there are at least two solutions",
    };
    Fact { name: "unique", value: json!(solutions == 1), text: text.to_owned() }
}

fn say_stats(summary: &CaseSummary) {
    let seconds = summary.elapsed.max(Duration::from_nanos(1)).as_secs_f64();
    let million_per_second = |work: u64| work as f64 / seconds / 1e6;
    let Tally { nodes, cases, .. } = summary.tally;
    say(format!("nodes: {nodes} ({:.2} M/s)", million_per_second(nodes)));
    say(format!("cases: {cases} ({:.2} M/s)", million_per_second(cases)));
}
