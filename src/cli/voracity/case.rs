//! `fathom solve` and `fathom count` for boards: which strategy, and what the result is called.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use num_bigint::BigUint;

use crate::{
    diagnostics::Source,
    report::{CaseHead, CaseSummary, Report, Status},
    search::{Quest, StopReason, Tally},
    voracity::{
        Board, Direction, Directions, anytime,
        bounded::BoundedTree,
        dfs::DfsTree,
        dp,
        enumerate::EnumerateTree,
        estimate::{Estimate, estimate},
        play, plug,
        strategy::Strategy,
    },
};

use super::{
    super::{
        args::{OutputArgs, PuzzleArgs},
        exit::Exit,
        failure::Failure,
        options::SearchOptions,
        output::say,
    },
    answer::Played,
    load,
    walk::{Walk, walk},
};

/// Random games played before a search, to tell how large it is.
const PROBES: u32 = 4_000;
/// Random games played if that is all that was asked for.
const MANY_PROBES: u32 = 200_000;
/// The table of strategy dp is kept below this unless the user says otherwise.
const DEFAULT_TABLE: u64 = 4 << 30;

/// How long to look for good games if the user does not say.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// A board that is ready to be searched.
pub struct Case {
    name: String,
    pub(super) board: Board,
    /// What the user asks for; otherwise the board decides.
    wish: Option<Strategy>,
    tries_all_starts: bool,
}

/// What a search has brought.
pub(super) struct Verdict {
    /// The best game and its score, if there is any.
    pub game: Option<(u32, Vec<Direction>)>,
    /// No game covers more cells than this.
    pub bound: u32,
    pub stop: StopReason,
    /// Why it stopped, if there is more to say.
    pub reason: Option<String>,
    pub tally: Tally,
    pub share: f64,
    /// The part of the ids that was to be searched, if it was not everything.
    pub range: Option<String>,
    pub has_checkpoint: bool,
}

impl Verdict {
    /// A search that stopped with nothing in hand.
    fn nothing(stop: StopReason, reason: Option<String>, board: &Board) -> Self {
        Self {
            game: None,
            bound: board.free_cells() as u32,
            stop,
            reason,
            tally: Tally::default(),
            share: 0.0,
            range: None,
            has_checkpoint: false,
        }
    }

    /// The best game, proved.
    fn proved(board: &Board, moves: Vec<Direction>, nodes: u64) -> Self {
        let score = play(board, &moves).map_or(0, |game| game.score);
        let tally = Tally { nodes, cases: nodes, answers: 1 };
        let done = Self::nothing(StopReason::Complete, None, board);
        Self { game: Some((score, moves)), bound: score, tally, share: 1.0, ..done }
    }

    fn is_proof(&self) -> bool {
        self.stop == StopReason::Complete && self.range.is_none()
    }
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
        if let Some(reason) = wish.and_then(|strategy| strategy.objection(&board)) {
            return Err(Failure::Usage(reason));
        }
        Ok(Self { name: source.name().to_owned(), board, wish, tries_all_starts: args.voracity.best_start })
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
        let started = Instant::now();
        let effort = &options.args.effort;
        let probes = if effort.estimate { MANY_PROBES } else { PROBES };
        let size = estimate(&self.board, probes, options.args.seed);
        if effort.estimate {
            return self.say_estimate(&size, options);
        }
        let seconds = options.args.time_limit.map(|limit| limit.as_secs_f64());
        let needs_ids = options.quest == Quest::Count || options.args.range.is_some();
        let (strategy, reason) = match self.wish {
            Some(strategy) => (strategy, "as asked for"),
            None if options.quest == Quest::Count => (Strategy::Dfs, "games are counted one by one"),
            None if needs_ids && EnumerateTree::suits(&self.board) => (Strategy::Enumerate, "for a range of ids"),
            None => Strategy::choose(&self.board, &size, seconds),
        };
        if needs_ids && !matches!(strategy, Strategy::Dfs | Strategy::Bounded | Strategy::Enumerate) {
            return Err(Failure::Usage(format!("strategy {} has no ids: use dfs or enumerate", strategy.name())));
        }
        if options.quest == Quest::Count && strategy != Strategy::Dfs {
            return Err(Failure::Usage("games are counted by strategy dfs".to_owned()));
        }
        if output.verbose {
            say(format!("strategy {}: {reason}; about {:.1e} nodes", strategy.name(), size.nodes));
        }
        let head = self.head(options, strategy);
        report.begin(&head)?;
        let (board, verdict) = if self.tries_all_starts {
            self.try_all_starts(strategy, options, output)?
        } else {
            (self.board.clone(), self.solve(&self.board, strategy, &size, None, options, output)?)
        };
        if let Some((score, moves)) = &verdict.game {
            let game = Played {
                board: &board,
                moves,
                score: *score,
                bound: verdict.bound,
                is_start_found: self.tries_all_starts,
            };
            report.solution(&game)?;
        }
        self.conclude(verdict, options, (&head, started), output, report)
    }

    /// Searches one board with one strategy. Games below the least score need not be found.
    fn solve(
        &self,
        board: &Board,
        strategy: Strategy,
        size: &Estimate,
        least: Option<u32>,
        options: &SearchOptions,
        output: &OutputArgs,
    ) -> Result<Verdict, Failure> {
        let task = Walk { board, strategy, size, least, options, output };
        match strategy {
            Strategy::Dfs if board.directions() == Directions::Eight => walk(DfsTree::<8>::new(board), &task),
            Strategy::Dfs => walk(DfsTree::<4>::new(board), &task),
            Strategy::Bounded => match board.cells() {
                0..128 => walk_some(BoundedTree::<2>::new(board), &task),
                128..192 => walk_some(BoundedTree::<3>::new(board), &task),
                192..256 => walk_some(BoundedTree::<4>::new(board), &task),
                _ => walk_some(BoundedTree::<8>::new(board), &task),
            },
            Strategy::Enumerate => walk_some(EnumerateTree::new(board), &task),
            Strategy::Dp => Ok(solve_dp(board, options)),
            Strategy::Frontier => Ok(solve_frontier(board, options)),
            Strategy::Anytime => Ok(solve_anytime(board, options, output)),
        }
    }

    /// Tries one start after the other. A start is worth the search only if it may be better than those before it.
    fn try_all_starts(
        &self,
        strategy: Strategy,
        options: &SearchOptions,
        output: &OutputArgs,
    ) -> Result<(Board, Verdict), Failure> {
        if options.args.checkpoint.is_some() || options.args.range.is_some() {
            return Err(Failure::Usage(
                "--best-start searches many trees: it has no checkpoint and no range".to_owned(),
            ));
        }
        let started = Instant::now();
        let mut best: Option<(Board, Verdict)> = None;
        let (mut tally, mut bound) = (Tally::default(), 0);
        let mut stop = StopReason::Complete;
        let starts: Vec<usize> = (0..self.board.cells()).filter(|&cell| self.board.is_free(cell)).collect();
        let starts = if starts.is_empty() { vec![self.board.target()] } else { starts };
        for (index, &cell) in starts.iter().enumerate() {
            let Some(board) = self.board.with_target(cell) else { continue };
            let known = best.as_ref().and_then(|(_, verdict)| verdict.game.as_ref()).map(|(score, _)| *score);
            let size = estimate(&board, PROBES / 10, options.args.seed);
            let left = options.args.time_limit.map(|limit| limit.saturating_sub(started.elapsed()));
            if left == Some(Duration::ZERO) || options.interrupt.load(Ordering::Relaxed) {
                stop = if left.is_some() { StopReason::TimeLimit } else { StopReason::Interrupted };
                bound = bound.max(board.free_cells() as u32);
                break;
            }
            let verdict = self.solve(&board, strategy, &size, known.map(|score| score + 1), options, output)?;
            tally += verdict.tally;
            bound = bound.max(if verdict.is_proof() { 0 } else { verdict.bound });
            if !verdict.is_proof() {
                stop = verdict.stop;
            }
            if output.verbose {
                say(format!("start {} of {}: {:?}", index + 1, starts.len(), verdict.game.as_ref().map(|game| game.0)));
            }
            let score = verdict.game.as_ref().map(|(score, _)| *score);
            if best.is_none() || score > known {
                best = Some((board, verdict));
            }
        }
        let (board, mut verdict) =
            best.unwrap_or_else(|| (self.board.clone(), Verdict::nothing(StopReason::Interrupted, None, &self.board)));
        let score = verdict.game.as_ref().map_or(0, |(score, _)| *score);
        verdict.bound = bound.max(score);
        (verdict.stop, verdict.tally) = (stop, tally);
        Ok((board, verdict))
    }

    fn say_estimate(&self, size: &Estimate, options: &SearchOptions) -> Result<Exit, Failure> {
        let (least, most) = size.likely();
        let rate = nodes_a_second(&self.board);
        let time = |nodes: f64| time_text(nodes / rate / options.threads as f64);
        let (strategy, reason) = Strategy::choose(&self.board, size, None);
        let text = format!(
            "{}: about {:.3e} nodes, likely {least:.1e} to {most:.1e} ({} random games, standard error {:.0} %)\n\
             plain enumeration here: about {} on {} threads, likely {} to {}\n\
             auto would take strategy {}: {reason}\n",
            self.name,
            size.nodes,
            size.probes,
            100.0 * size.error / size.nodes,
            time(size.nodes),
            options.threads,
            time(least),
            time(most),
            strategy.name()
        );
        super::super::write_out(text.as_bytes())
    }

    fn conclude(
        &self,
        verdict: Verdict,
        options: &SearchOptions,
        (head, started): (&CaseHead, Instant),
        output: &OutputArgs,
        report: &mut dyn Report,
    ) -> Result<Exit, Failure> {
        let (status, count) = match options.quest {
            Quest::Count if verdict.is_proof() => (Status::Counted, verdict.tally.answers),
            Quest::Count => (Status::Unknown, verdict.tally.answers),
            _ if verdict.is_proof() => (Status::Optimal, 1),
            _ => (Status::Unknown, u64::from(verdict.game.is_some())),
        };
        let summary = CaseSummary {
            status,
            stop: verdict.stop,
            reason: verdict.reason,
            count: BigUint::from(count),
            tally: verdict.tally,
            elapsed: started.elapsed(),
            share: verdict.share,
            range: verdict.range,
        };
        report.end(head, &summary)?;
        if output.stats {
            let seconds = summary.elapsed.as_secs_f64().max(1e-9);
            let nodes = summary.tally.nodes;
            say(format!("nodes: {nodes} ({:.2} M/s)", nodes as f64 / seconds / 1e6));
        }
        if verdict.has_checkpoint && !summary.stop.is_final() && !output.quiet {
            say("checkpoint written: run again with --resume to go on");
        }
        Ok(Exit::of(&summary, verdict.has_checkpoint, output.exit_code))
    }
}

/// The strategy was asked beforehand whether it suits the board.
fn walk_some(
    tree: Option<impl crate::search::Tree<Answer = Vec<Direction>>>,
    task: &Walk<'_>,
) -> Result<Verdict, Failure> {
    match tree {
        Some(tree) => walk(tree, task),
        None => Err(Failure::Usage(task.strategy.objection(task.board).unwrap_or_default())),
    }
}

fn solve_dp(board: &Board, options: &SearchOptions) -> Verdict {
    let deadline = options.args.time_limit.and_then(|limit| Instant::now().checked_add(limit));
    let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let is_stopped = || options.interrupt.load(Ordering::Relaxed) || is_late();
    let memory = options.args.memory_limit.unwrap_or(DEFAULT_TABLE);
    match dp::solve(board, dp::Limits { memory, is_stopped: &is_stopped }) {
        Ok(solved) => Verdict::proved(board, solved.moves, solved.subproblems),
        Err(failure @ dp::Failure::MemoryLimit { .. }) => {
            Verdict::nothing(StopReason::MemoryLimit, Some(failure.to_string()), board)
        }
        Err(_) if is_late() => Verdict::nothing(StopReason::TimeLimit, None, board),
        Err(_) => Verdict::nothing(StopReason::Interrupted, None, board),
    }
}

fn solve_frontier(board: &Board, options: &SearchOptions) -> Verdict {
    let deadline = options.args.time_limit.and_then(|limit| Instant::now().checked_add(limit));
    let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let (stop, is_done) = (AtomicBool::new(false), AtomicBool::new(false));
    let solved = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                stop.fetch_or(options.interrupt.load(Ordering::Relaxed) || is_late(), Ordering::Relaxed);
                std::thread::park_timeout(Duration::from_millis(10));
            }
        });
        let memory = options.args.memory_limit.unwrap_or(DEFAULT_TABLE);
        let solved = plug::solve(board, &plug::Resources { memory: Some(memory), stop: Some(&stop) });
        is_done.store(true, Ordering::Relaxed);
        solved
    });
    match solved {
        Ok(solved) => Verdict::proved(board, solved.moves, solved.profiles),
        Err(failure @ plug::Failure::DoesNotFit { .. }) => {
            Verdict::nothing(StopReason::MemoryLimit, Some(failure.to_string()), board)
        }
        Err(_) if is_late() => Verdict::nothing(StopReason::TimeLimit, None, board),
        Err(failure) => Verdict::nothing(StopReason::Interrupted, Some(failure.to_string()), board),
    }
}

fn solve_anytime(board: &Board, options: &SearchOptions, output: &OutputArgs) -> Verdict {
    let has_limit = options.args.time_limit.is_some() || options.args.node_limit.is_some();
    if !has_limit && !output.quiet {
        say(format!("note: no --time-limit was given: searching for {} s", DEFAULT_TIME.as_secs()));
    }
    let settings = anytime::Settings {
        time: if has_limit { options.args.time_limit } else { Some(DEFAULT_TIME) },
        nodes: options.args.node_limit,
        threads: options.threads,
        seed: options.args.seed,
        stop: Some(&options.interrupt),
    };
    let started = Instant::now();
    let mut told: Option<Instant> = None;
    let found = anytime::search(board, &settings, &mut |found| {
        // On a terminal as it comes; elsewhere a line now and then.
        let pause = Duration::from_secs(if super::super::output::stderr_is_terminal() { 1 } else { 30 });
        if !output.quiet
            && told.is_none_or(|told| told.elapsed() >= pause)
            && started.elapsed() > Duration::from_secs(1)
        {
            told = Some(Instant::now());
            let gap = 100.0 * f64::from(found.bound - found.score) / f64::from(found.bound.max(1));
            say(format!("score {} of at most {} (gap {gap:.1} %)", found.score, found.bound));
        }
    });
    let stop = match () {
        () if found.is_optimal() => StopReason::Complete,
        () if options.interrupt.load(Ordering::Relaxed) => StopReason::Interrupted,
        () if options.args.time_limit.is_some_and(|limit| started.elapsed() >= limit) => StopReason::TimeLimit,
        () if options.args.node_limit.is_some() => StopReason::NodeLimit,
        () => StopReason::TimeLimit,
    };
    let tally = Tally { nodes: found.nodes, cases: found.nodes, answers: 1 };
    let nothing = Verdict::nothing(stop, None, board);
    Verdict { game: Some((found.score, found.moves)), bound: found.bound, tally, ..nothing }
}

/// How fast this machine enumerates boards like this one, found by trying for a moment.
fn nodes_a_second(board: &Board) -> f64 {
    use crate::search::{Control, Ledger, Limits, Range, Settings, run};
    let limits = Limits { time: Some(Duration::from_millis(200)), ..Limits::default() };
    let settings = Settings { control: Control::new(&limits), ..Settings::new(Quest::Best) };
    let ledger = || Ledger::new(Range::everything());
    let go_on = &mut |_: crate::search::Event<'_, Vec<Direction>>| std::ops::ControlFlow::Continue(());
    let outcome = match (EnumerateTree::new(board), board.directions()) {
        (Some(tree), _) => run(tree, &settings, ledger(), go_on),
        (None, Directions::Four) => run(DfsTree::<4>::new(board), &settings, ledger(), go_on),
        (None, Directions::Eight) => run(DfsTree::<8>::new(board), &settings, ledger(), go_on),
    };
    let rate = outcome.map_or(0.0, |outcome| outcome.tally.nodes as f64 / outcome.elapsed.as_secs_f64().max(1e-6));
    rate.max(1e6)
}

fn time_text(seconds: f64) -> String {
    match seconds {
        _ if seconds < 1.0 => format!("{:.0} ms", seconds * 1e3),
        _ if seconds < 120.0 => format!("{seconds:.1} s"),
        _ if seconds < 3.2e9 => humantime::format_duration(Duration::from_secs(seconds as u64)).to_string(),
        _ => format!("{:.1e} years", seconds / 3.156e7),
    }
}
