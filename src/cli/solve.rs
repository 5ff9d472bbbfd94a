//! `fathom solve` and `fathom count`.

use std::{
    io,
    path::{Path, PathBuf},
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use crate::{
    destination::{refuse_one_place_for_two, refuse_to_replace},
    diagnostics::Diagnostic,
    family::{self, Family, Options},
    input::Input,
    report::{Report, path_name},
    search::{Control, Limits, told_file_beside},
    session::{Checkpoint, Conditions, Question, Shards, Task, search_input},
    shards::{CHECKPOINT_ENDING, INCUMBENT, RANGE_ENDING, RangeFile, checkpoint_of},
    terminal::{live, say},
    whole_file,
};

use super::{
    Context,
    args::{CountArgs, OutputArgs, QuestionArgs, SearchArgs, SolveArgs, ViewArgs},
    exit::Exit,
    failure::Failure,
    metrics::Metrics,
    output::{Output, is_shown},
    progress::{Known, Watcher},
    prompt::{self, Copied},
    signals, watchdog,
};

/// The time between two checkpoints, if nobody says otherwise.
pub const CHECKPOINT_EVERY: Duration = Duration::from_secs(60);

pub fn solve(args: SolveArgs, context: &Context) -> Result<Exit, Failure> {
    let files = args.files.into_iter().chain(args.input).collect();
    let asked = question(&args.question);
    let batch = Batch::new(files, asked, args.search, args.output, context)?.watched(args.view);
    match asked_by(&args.question).filter(|_| batch.question != asked) {
        Some(flag) => Err(Failure::Usage(format!("--{flag}: the range file asks for something else"))),
        None => batch.run(),
    }
}

pub fn count(args: CountArgs, context: &Context) -> Result<Exit, Failure> {
    if let Some(file) = args.output.output.as_deref().filter(|file| args.output.format.is_none() && is_shown(file)) {
        let text =
            "a number is nothing to look at: 'fathom solve' draws solutions; here .txt, .json and .jsonl can be had";
        return Err(Failure::Usage(format!("{}: {text}", path_name(file))));
    }
    let files = args.files.into_iter().chain(args.input).collect();
    // Only a family with scores knows this flag.
    let question = if context.options.has("best") { Question::CountBest } else { Question::Count };
    let batch = Batch::new(files, question, args.search, args.output, context)?.watched(args.view);
    if !matches!(batch.question, Question::Count | Question::CountBest) {
        return Err(Failure::Usage("the range file is a piece of 'fathom solve': search it with that".to_owned()));
    }
    batch.run()
}

/// The flag that says what is asked, if one does.
fn asked_by(args: &QuestionArgs) -> Option<&'static str> {
    let flags = [
        ("solutions", args.wanted.solutions.is_some()),
        ("all", args.wanted.all),
        ("any", args.wanted.any),
        ("nth", args.nth.is_some()),
        ("random", args.random.is_some()),
        ("unique", args.unique),
        ("forced", args.forced.is_some()),
    ];
    flags.into_iter().find(|(_, is_given)| *is_given).map(|(flag, _)| flag)
}

/// What the flags ask.
pub fn question(args: &QuestionArgs) -> Question {
    match (args.nth, args.random, args.forced) {
        (Some(number), _, _) => Question::Nth(number),
        (_, Some(wanted), _) => Question::Random(wanted),
        (_, _, Some(first)) => Question::Forced(first),
        _ if args.unique => Question::Unique,
        _ => args.wanted.question(),
    }
}

/// The same search for one file after the other.
struct Batch<'a> {
    files: Vec<PathBuf>,
    question: Question,
    search: SearchArgs,
    output: OutputArgs,
    /// Does the search take the whole terminal?
    is_live: bool,
    options: Options,
    /// The piece of a divided search that is to be searched.
    piece: Option<(RangeFile, PathBuf)>,
    context: &'a Context,
}

impl<'a> Batch<'a> {
    fn new(
        files: Vec<PathBuf>,
        question: Question,
        search: SearchArgs,
        output: OutputArgs,
        context: &'a Context,
    ) -> Result<Self, Failure> {
        let options = context.options.clone();
        let mut batch = Self { files, question, search, output, is_live: false, options, piece: None, context };
        if let Some(file) = batch.search.range_file.take() {
            batch.take_piece(&file)?;
        }
        if batch.options.has("estimate") {
            if batch.output.exit_code {
                return Err(Failure::Usage("--exit-code: an estimate finds and proves nothing".to_owned()));
            }
            if let Some(file) = batch.output.output.as_deref().filter(|file| is_shown(file)) {
                let text = "an estimate is nothing to look at: .txt, .json and .jsonl can be had";
                return Err(Failure::Usage(format!("{}: {text}", path_name(file))));
            }
        }
        if batch.search.checkpoint_every.is_some() && batch.search.checkpoint.is_none() {
            return Err(Failure::Usage("--checkpoint-every: there is no checkpoint, see --checkpoint".to_owned()));
        }
        Ok(batch)
    }

    /// The same, with a live view if that is wanted.
    fn watched(self, view: ViewArgs) -> Self {
        Self { is_live: view.virtual_console, ..self }
    }

    /// A range file says all there is to say about the search. Its checkpoint lies beside it, and is gone on with.
    fn take_piece(&mut self, file: &Path) -> Result<(), Failure> {
        if let Some(name) = self.options.names().next() {
            return Err(Failure::Usage(format!("--{name}: the range file says which options the search has")));
        }
        if self.files.len() > 1 {
            return Err(Failure::Usage("a range file is a piece of one case".to_owned()));
        }
        let piece = RangeFile::read(file).map_err(family::Error::Shard)?;
        let incumbent = file.with_file_name(INCUMBENT);
        whole_file::ensure_plain(&incumbent)
            .map_err(|error| Failure::Usage(format!("cannot use {}: {error}", path_name(&incumbent))))?;
        self.question = piece.question.question();
        self.options = piece.options.clone();
        let search = &mut self.search;
        (search.way.seed, search.range) = (piece.seed, Some(piece.range.clone()));
        search.puzzle.family.get_or_insert_with(|| piece.family.clone());
        search.way.strategy = piece.strategy.clone();
        search.checkpoint.get_or_insert_with(|| checkpoint_of(file));
        search.resume = true;
        self.piece = Some((piece, file.to_owned()));
        Ok(())
    }

    /// Searches every file. A bad one is told, and the others go on.
    fn run(&self) -> Result<Exit, Failure> {
        if let Some(file) = &self.search.checkpoint {
            if self.files.len() > 1 {
                return Err(Failure::Usage("--checkpoint keeps one search: give it one case at a time".to_owned()));
            }
            whole_file::ensure_kept(file)
                .map_err(|error| Failure::Usage(format!("cannot write checkpoint {}: {error}", path_name(file))))?;
        }
        let told = self.search.checkpoint.as_deref().map(told_file_beside);
        refuse_one_place_for_two(&[
            ("--checkpoint", self.search.checkpoint.as_deref()),
            ("--checkpoint", told.as_deref()),
            ("--output", self.output.output.as_deref()),
            ("--metrics", self.output.metrics.as_deref()),
        ])?;
        if let Some(told) = &told {
            refuse_to_replace(told, &self.files)?;
        }
        let pieces = self.pieces_in_the_way();
        let named = family::named_files(self.context.families, &self.options);
        let needed: Vec<PathBuf> = self
            .files
            .iter()
            .chain(&named)
            .chain(&self.search.checkpoint)
            .chain(&told)
            .chain(&pieces)
            .cloned()
            .collect();
        if let Some(metrics) = &self.output.metrics {
            Metrics::ensure_writable(metrics, &needed)?;
        }
        if self.is_live {
            if self.files.len() > 1 {
                return Err(Failure::Usage(
                    "--virtual-console shows one search: give it one case at a time".to_owned(),
                ));
            }
            if let Some(obstacle) = live::obstacle() {
                return Err(Failure::Usage(format!(
                    "--virtual-console {obstacle}; without it, results go to a file with --output"
                )));
            }
        }
        let mut output = Output::open(&self.output, &needed, self.files.len() > 1, self.is_live)?;
        // Before signals are caught: whoever waits for an input that does not come has to be able to end that.
        let read = |file: &PathBuf| {
            let mut limits = self.limits();
            (watchdog::read(file, &mut limits), limits)
        };
        let inputs: Vec<_> = self.files.iter().map(read).collect();
        let interrupt = if self.is_live { signals::catch_for_view() } else { signals::catch() }?;
        let (mut worst, mut kept) = (Exit::Done, None);
        let mut writing = Control::default();
        for (input, limits) in inputs {
            let control = Control::with_interrupt(&limits, Arc::clone(&interrupt));
            writing = control.for_writing(Arc::clone(&interrupt));
            output.report.watch(&writing);
            let exit = match self.search_and_keep(input, control, &mut *output.report, &mut kept) {
                Ok(exit) => exit,
                // What was told already stays told; what is wrong with this case does not concern the others.
                Err(failure) if self.files.len() > 1 && failure.concerns_one_case() => {
                    failure.print();
                    failure.exit()
                }
                // A picture that is stopped is not there, which is no fault of the place it should go to.
                Err(failure) => {
                    output.give_up();
                    return Err(writing.reason().map_or(failure, |reason| family::Error::from(reason).into()));
                }
            };
            worst = worst.max(exit);
            if interrupt.load(Ordering::Relaxed) {
                break;
            }
        }
        // A search that was interrupted keeps what it found; after one that was not, a signal ends the writing, too.
        if interrupt.load(Ordering::Relaxed) {
            writing = writing.for_writing(Arc::default());
        }
        let written = output.finish(self.output.quiet, &writing);
        if let (Err(_), Some(reason)) = (&written, writing.reason()) {
            return Err(family::Error::from(reason).into());
        }
        if written? > 0 {
            worst = worst.max(Exit::Incomplete);
        }
        if let Some(text) = kept.filter(|_| !interrupt.load(Ordering::Relaxed)) {
            // Everything is told: from here on a signal ends the program as it would without us.
            interrupt.store(true, Ordering::Relaxed);
            prompt::offer_to_save(&self.files[0].to_string_lossy(), &text)?;
        }
        Ok(worst)
    }

    /// Is whoever sits at the terminal asked whether to save the solution?
    fn offers_to_save(&self) -> bool {
        let is_told_otherwise = self.output.output.is_some() || self.output.format.is_some() || self.output.quiet;
        let is_watched = self.is_live || self.output.no_interactive || self.output.progress.is_some();
        let has_solutions = !matches!(self.question, Question::Count | Question::CountBest);
        !is_told_otherwise && !is_watched && has_solutions && self.files.len() == 1 && prompt::is_somebody_there()
    }

    /// Searches a case, and keeps what is told of it if it may be saved afterwards.
    fn search_and_keep(
        &self,
        input: Result<Input, Diagnostic>,
        control: Control,
        report: &mut dyn Report,
        kept: &mut Option<Vec<u8>>,
    ) -> Result<Exit, Failure> {
        if !self.offers_to_save() {
            return self.search_input(input, control, report);
        }
        let mut copied = Copied::new(report);
        let exit = self.search_input(input, control, &mut copied)?;
        *kept = copied.into_text();
        Ok(exit)
    }

    fn limits(&self) -> Limits {
        Limits { nodes: self.search.node_limit, ..self.search.limits.limits() }
    }

    fn search_input(
        &self,
        input: Result<Input, Diagnostic>,
        control: Control,
        report: &mut dyn Report,
    ) -> Result<Exit, Failure> {
        let input = input?;
        let family = self.context.family_of(&input, self.search.puzzle.family.as_deref())?;
        let task = Task {
            strategy: family::strategy_named(family, &self.search.way.strategy)?,
            range: self.search.range.clone(),
            seed: self.search.way.seed,
            options: self.options.clone(),
            is_verbose: self.output.verbose,
            ..Task::new(self.question)
        };
        self.search_case(family, &input, &task, control, report)
    }

    fn search_case(
        &self,
        family: &'static dyn Family,
        input: &Input,
        task: &Task,
        control: Control,
        report: &mut dyn Report,
    ) -> Result<Exit, Failure> {
        let mut watcher = match self.is_live {
            true => Watcher::on_whole_terminal(&self.output, input.name(), self.known())?,
            false => Watcher::new(&self.output, input.name()),
        };
        let ended = search_input(family, input, task, self.conditions(control), report, &mut watcher)?;
        let finding = &ended.finding;
        watcher.end(finding, ended.elapsed);
        if self.output.stats {
            let seconds = ended.elapsed.as_secs_f64().max(1e-9);
            for (what, number) in [("nodes", finding.tally.nodes), ("cases", finding.tally.cases)] {
                say(format!("{what}: {number} ({:.2} M/s)", number as f64 / seconds / 1e6));
            }
        }
        if ended.has_checkpoint && !finding.stop.is_final() && !self.output.quiet {
            say(match &self.piece {
                None => "checkpoint written: run again with --resume to go on",
                Some(_) => "checkpoint written: run again to go on",
            });
        }
        let exit = Exit::of(finding, ended.has_checkpoint, self.output.exit_code);
        let Some(lost) = ended.lost_checkpoint.map(|text| Failure::Output(io::Error::other(text))) else {
            return Ok(exit);
        };
        // The checkpoint is the result of a piece, and all that is left of a search that was stopped.
        match (&self.piece, finding.stop.is_final()) {
            (Some(_), _) => {
                lost.print();
                return Ok(Exit::Refused);
            }
            (None, false) => lost.print(),
            (None, true) if !self.output.quiet => say(format!("note: {lost}")),
            (None, true) => {}
        }
        Ok(exit)
    }

    /// What the live view tells of the run, beside the case.
    fn known(&self) -> Known {
        let mut parts = Vec::new();
        parts.extend(self.search.range.as_ref().map(|range| format!("range {range}")));
        let time = self.search.limits.time_limit.map(humantime::format_duration);
        parts.extend(time.map(|time| format!("time limit {time}")));
        parts.extend(self.search.checkpoint.as_ref().map(|file| format!("checkpoint {}", path_name(file))));
        Known { text: parts.join(" · "), has_checkpoint: self.search.checkpoint.is_some() }
    }

    /// Files of the divided search that a piece belongs to, where the output would take their place. There may be a
    /// hundred thousand others, which are not looked at.
    fn pieces_in_the_way(&self) -> Vec<PathBuf> {
        let folder = self.piece.as_ref().and_then(|(_, file)| file.canonicalize().ok()?.parent().map(Path::to_owned));
        let Some(folder) = folder else { return Vec::new() };
        let is_piece = |place: &PathBuf| {
            let ending = place.extension().is_some_and(|it| it == RANGE_ENDING || it == CHECKPOINT_ENDING);
            ending && place.parent() == Some(&folder)
        };
        let outputs = [&self.output.output, &self.output.metrics].into_iter().flatten();
        outputs.filter_map(|output| output.canonicalize().ok()).filter(is_piece).collect()
    }

    /// What belongs to a piece of a divided search. The best score so far lies in the folder of the pieces.
    fn shards(&self) -> Option<Shards> {
        let (piece, file) = self.piece.as_ref()?;
        let incumbent = Some(file.with_file_name(INCUMBENT));
        Some(Shards::Piece { fingerprint: piece.search()?, incumbent })
    }

    fn conditions(&self, control: Control) -> Conditions {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.search.threads.unwrap_or(cores);
        Conditions {
            threads,
            branches: self.search.branches.unwrap_or(threads.saturating_mul(8)),
            control,
            poll_every: self.search.poll_every,
            checkpoint: self.search.checkpoint.clone().map(|file| Checkpoint {
                file,
                every: self.search.checkpoint_every.unwrap_or(CHECKPOINT_EVERY),
                resume: self.search.resume,
                is_optional: false,
            }),
            shards: self.shards(),
        }
    }
}
