//! `fathom split`, `fathom merge` and `fathom audit`: one search on many machines.

use std::{
    fs,
    path::{Path, PathBuf},
};

use rand::{SeedableRng, seq::index};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Map, Value};

use crate::{
    destination::{refuse_one_place_for_two, refuse_to_replace},
    family::{self, Error, Family},
    input::Input,
    report::{JsonRecord, Report},
    search::{CheckpointLock, Control, Limits, Piece, Quest, Range, Stretch},
    session::{Conditions, Ended, Question, Sharded, Shards, Task, Unwatched, search_input},
    shards::{Asked, Folder, RANGE_ENDING, RangeFile, ShardError, files_with},
};

use super::{
    Context,
    args::{AuditArgs, MergeArgs, SplitArgs},
    exit::Exit,
    failure::Failure,
    output::{Output, say},
    progress::Watcher,
    signals, watchdog,
};

/// The range that holds everything, as it is written.
const EVERYTHING: &str = "/..";

pub fn split(args: SplitArgs, context: &Context) -> Result<Exit, Failure> {
    let mut limits = args.limits.limits();
    let case = watchdog::read(&args.case, &mut limits)?;
    let control = control_of(&limits)?;
    match &args.from_checkpoint {
        Some(checkpoint) => split_again(&args, checkpoint, &case, control, context),
        None => split_all(&args, &case, control, context),
    }
}

fn split_all(args: &SplitArgs, case: &Input, control: Control, context: &Context) -> Result<Exit, Failure> {
    let family = context.family_of(case, args.puzzle.family.as_deref())?;
    let question = args.asked.question();
    let task = Task {
        strategy: family::strategy_named(family, &args.way.strategy)?,
        // As if a range was asked for: the strategy has to have ids.
        range: Some(EVERYTHING.to_owned()),
        seed: args.way.seed,
        options: context.options.clone(),
        ..Task::new(question)
    };
    make_folder(&args.output)?;
    if !files_with(&args.output, RANGE_ENDING).map_err(Error::Shard)?.is_empty() {
        return Err(Error::Shard(ShardError::Taken(args.output.clone())).into());
    }
    let shards = Shards::Cut { count: args.pieces, checkpoint: None };
    let ended = run_silently(family, case, &task, control.clone(), 1, Some(shards), &mut JsonRecord::default())?;
    // Pieces that were cut in a hurry are not what was asked for.
    control.proceed().map_err(Error::from)?;
    let (pieces, common) = cut_up(ended, family, case, &task, question)?;
    let width = pieces.len().to_string().len().max(4);
    let files: Vec<PathBuf> =
        (1..=pieces.len()).map(|number| args.output.join(format!("{number:0width$}.{RANGE_ENDING}"))).collect();
    write_pieces(&pieces, &common, &files, &control)?;
    tell_pieces(args, &pieces, &files);
    Ok(Exit::Done)
}

/// Cuts what a piece has left into pieces of their own.
fn split_again(
    args: &SplitArgs,
    checkpoint: &Path,
    case: &Input,
    control: Control,
    context: &Context,
) -> Result<Exit, Failure> {
    if let Some(name) = context.options.names().next() {
        return Err(Failure::Usage(format!("--{name}: the range file says which options the search has")));
    }
    // Nobody may search on in what is cut.
    let _lock = CheckpointLock::take(checkpoint).map_err(Error::from)?;
    let range_file = checkpoint.with_extension(RANGE_ENDING);
    let piece = RangeFile::read(&range_file).map_err(Error::Shard)?;
    let (family, task) = task_of(&piece, &piece.range, context)?;
    let shards = Shards::Cut { count: args.pieces, checkpoint: Some(checkpoint.to_owned()) };
    let ended = run_silently(family, case, &task, control.clone(), 1, Some(shards), &mut JsonRecord::default())?;
    // Pieces that were cut in a hurry are not what was asked for.
    control.proceed().map_err(Error::from)?;
    let (pieces, common) = cut_up(ended, family, case, &task, piece.question.question())?;
    if pieces.is_empty() {
        return Err(Failure::Usage(format!("{}: nothing is left to be cut", checkpoint.display())));
    }
    make_folder(&args.output)?;
    let stem = checkpoint.file_stem().unwrap_or_default().to_string_lossy();
    let folder = &args.output;
    let files: Vec<PathBuf> =
        (1..=pieces.len()).map(|number| folder.join(format!("{stem}-{number:02}.{RANGE_ENDING}"))).collect();
    if let Some(taken) = files.iter().find(|file| file.exists()) {
        return Err(Failure::Usage(format!("{} is there already", taken.display())));
    }
    write_pieces(&pieces, &common, &files, &control)?;
    // What was searched stays in the checkpoint; what was left has files of its own now.
    let removed = fs::remove_file(&range_file);
    removed.map_err(|source| Error::Shard(ShardError::Write { file: range_file, source }))?;
    tell_pieces(args, &pieces, &files);
    Ok(Exit::Done)
}

/// The folder that range files go to.
fn make_folder(folder: &Path) -> Result<(), Failure> {
    let failed = |source| Error::Shard(ShardError::Write { file: folder.to_owned(), source });
    Ok(fs::create_dir_all(folder).map_err(failed)?)
}

/// The pieces a session has cut, and what their files have in common.
fn cut_up(
    ended: Ended,
    family: &'static dyn Family,
    case: &Input,
    task: &Task,
    question: Question,
) -> Result<(Vec<Piece>, RangeFile), Failure> {
    let (Some(sharded), Some(strategy), Some(question)) = (ended.sharded, ended.strategy, Asked::of(question)) else {
        let reason = ended.finding.reason.unwrap_or_else(|| "there is nothing to search".to_owned());
        return Err(Failure::Usage(format!("{} cannot be cut into ranges: {reason}", case.name())));
    };
    let common = RangeFile {
        fathom: env!("CARGO_PKG_VERSION").to_owned(),
        case: case.name().to_owned(),
        family: family.name().to_owned(),
        question,
        strategy: strategy.name.to_owned(),
        seed: task.seed,
        options: task.options.clone(),
        fingerprint: sharded.fingerprint.to_string(),
        range: String::new(),
        piece: 0,
        pieces: sharded.pieces.len(),
        estimated_nodes: 0.0,
    };
    Ok((sharded.pieces, common))
}

/// Writes the files of the pieces, or none of them.
fn write_pieces(pieces: &[Piece], common: &RangeFile, files: &[PathBuf], control: &Control) -> Result<(), Failure> {
    for (index, (piece, file)) in pieces.iter().zip(files).enumerate() {
        let content = RangeFile {
            range: piece.range.to_string(),
            piece: index + 1,
            estimated_nodes: piece.nodes.round(),
            ..common.clone()
        };
        let written = control.proceed().map_err(Error::from).and_then(|()| content.write(file).map_err(Error::Shard));
        if let Err(error) = written {
            files[..index].iter().for_each(|file| drop(fs::remove_file(file)));
            return Err(error.into());
        }
    }
    Ok(())
}

fn tell_pieces(args: &SplitArgs, pieces: &[Piece], files: &[PathBuf]) {
    if args.quiet {
        return;
    }
    let total: f64 = pieces.iter().map(|piece| piece.nodes).sum();
    let largest = pieces.iter().map(|piece| piece.nodes).fold(0.0, f64::max);
    let ranges = if pieces.len() == 1 { "1 range".to_owned() } else { format!("{} ranges", pieces.len()) };
    say(format!(
        "{ranges} in {}: about {total:.1e} nodes, the largest {:.1} times the mean",
        args.output.display(),
        largest * pieces.len() as f64 / total.max(1.0)
    ));
    if pieces.len() < args.pieces {
        say(format!("there are not as many as {}: the search has too few branches", args.pieces));
    }
    if let Some(file) = files.first() {
        say(format!("search each, anywhere: fathom solve {} --range-file {}", args.case.display(), file.display()));
    }
}

pub fn merge(args: &MergeArgs, context: &Context) -> Result<Exit, Failure> {
    let mut limits = args.limits.limits();
    let case = watchdog::read(&args.case, &mut limits)?;
    let folder = Folder::read(&args.folder).map_err(Error::Shard)?;
    let (family, task) = task_of(folder.common(), EVERYTHING, context)?;
    refuse_other_case(&folder, family, &case, &task, args.folder.as_path())?;
    let needed: Vec<PathBuf> = [args.case.clone()].into_iter().chain(folder.checkpoints.iter().cloned()).collect();
    let metrics = args.output.metrics.as_deref();
    refuse_one_place_for_two(&[("--output", args.output.output.as_deref()), ("--metrics", metrics)])?;
    metrics.map_or(Ok(()), |metrics| refuse_to_replace(metrics, &needed))?;
    let mut output = Output::open(&args.output, &needed, false, false)?;
    let control = control_of(&limits)?;
    let mut record = JsonRecord::default();
    let merging = || Some(Shards::Merge(folder.checkpoints.clone()));
    run_silently(family, &case, &task, control.clone(), 1, merging(), &mut record)?;
    let solutions = recheck(family, &case, &task, record.take().unwrap_or_default(), &control)?;
    let mut watcher = Watcher::new(&args.output, case.name());
    let writing = control.for_writing(control.interrupt());
    output.report.watch(&writing);
    let conditions = Conditions { control, shards: merging(), ..Conditions::default() };
    let ended = search_input(family, &case, &task, conditions, &mut *output.report, &mut watcher)?;
    watcher.end(&ended.finding, ended.elapsed);
    output.finish(args.output.quiet, &writing)?;
    let left = ended.sharded.as_ref().map_or(&[][..], |sharded| &sharded.left);
    if !args.output.quiet {
        tell_merged(&folder, left, ended.finding.stop.is_final(), solutions);
    }
    // What is missing is searched by whoever has its range file: there is no checkpoint of the whole.
    Ok(Exit::of(&ended.finding, false, args.output.exit_code))
}

/// Judges every solution with the family's checker before anything is told. Comes back with their number.
fn recheck(
    family: &'static dyn Family,
    case: &Input,
    task: &Task,
    record: Map<String, Value>,
    control: &Control,
) -> Result<usize, Failure> {
    let solutions = record.get("solutions").and_then(Value::as_array).map_or(0, Vec::len);
    if solutions == 0 {
        return Ok(0);
    }
    let text = serde_json::to_vec(&record).map_err(std::io::Error::from)?;
    let answer = Input::new("merged.json", text);
    match family.judge(case, &task.options, &answer, control)? {
        Ok(_) => Ok(solutions),
        Err(wrong) => Err(Failure::Usage(format!("a solution in the checkpoints is wrong: {wrong}"))),
    }
}

fn tell_merged(folder: &Folder, left: &[Range], is_final: bool, solutions: usize) {
    let (files, nobodys) = folder.unfinished(left);
    let (all, done) = (folder.pieces.len(), folder.pieces.len() - files.len());
    say(format!("{done} of {all} range files are finished"));
    if solutions > 0 {
        say(format!("solutions judged by the checker: {solutions}"));
    }
    if is_final {
        return;
    }
    for file in files {
        say(format!("missing: {}", file.display()));
    }
    for range in nobodys {
        say(format!("missing: the range {range}, which no file is about"));
    }
}

pub fn audit(args: &AuditArgs, context: &Context) -> Result<Exit, Failure> {
    let mut limits = args.limits.limits();
    let case = watchdog::read(&args.case, &mut limits)?;
    let folder = Folder::read(&args.folder).map_err(Error::Shard)?;
    let (family, task) = task_of(folder.common(), EVERYTHING, context)?;
    refuse_other_case(&folder, family, &case, &task, args.folder.as_path())?;
    let control = control_of(&limits)?;
    let mut record = JsonRecord::default();
    let merging = Some(Shards::Merge(folder.checkpoints.clone()));
    let ended = run_silently(family, &case, &task, control.clone(), 1, merging, &mut record)?;
    let Some(sharded) = ended.sharded else {
        return Err(Failure::Usage("the search was not divided: there is nothing to compare".to_owned()));
    };
    // Nothing that was compared must not look like nothing that is wrong.
    if sharded.stretches.is_empty() {
        say("nothing has been searched yet: there is nothing to compare");
        return Ok(Exit::Incomplete);
    }
    let whole = record.take().unwrap_or_default();
    let solutions = whole.get("solutions").and_then(Value::as_array).cloned().unwrap_or_default();
    recheck(family, &case, &task, whole, &control)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let auditor = Auditor {
        family,
        case: &case,
        folder: &folder,
        control,
        threads: args.threads.unwrap_or(cores),
        quest: sharded.quest,
        solutions,
    };
    let exit = auditor.run(&sharded.stretches, args, context)?;
    match &args.strategy {
        Some(name) if exit == Exit::Done => auditor.compare_whole(name, &sharded, args.quiet),
        _ => Ok(exit),
    }
}

/// Searches again what others say they have searched.
struct Auditor<'a> {
    family: &'static dyn Family,
    case: &'a Input,
    folder: &'a Folder,
    control: Control,
    threads: usize,
    quest: Quest,
    /// All solutions that were merged.
    solutions: Vec<Value>,
}

impl Auditor<'_> {
    fn run(&self, stretches: &[Stretch], args: &AuditArgs, context: &Context) -> Result<Exit, Failure> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(args.seed);
        let sample = usize::try_from(args.sample).unwrap_or(usize::MAX).min(stretches.len());
        let mut chosen = index::sample(&mut random, stretches.len(), sample).into_vec();
        chosen.sort_unstable();
        let (mut compared, mut nodes) = (0, 0);
        let fingerprint = self.folder.common().search();
        // Each part is searched as if nothing was known.
        let piece = fingerprint.map(|fingerprint| Shards::Piece { fingerprint, incumbent: None });
        for index in chosen {
            let stretch = &stretches[index];
            let before = stretches[..index].iter().map(|stretch| stretch.tally.answers).sum::<u64>();
            let (_, task) = task_of(self.folder.common(), &stretch.range.to_string(), context)?;
            let mut record = JsonRecord::default();
            let ended = run_silently(
                self.family,
                self.case,
                &task,
                self.control.clone(),
                self.threads,
                piece.clone(),
                &mut record,
            )?;
            if self.control.is_stopped() {
                break;
            }
            (compared, nodes) = (compared + 1, nodes + ended.finding.tally.nodes);
            if let Err(difference) = self.compare(stretch, before, &ended, record.take().unwrap_or_default()) {
                say(format!("the range {} is wrong: {difference}", stretch.range));
                return Ok(Exit::Refused);
            }
        }
        if !args.quiet {
            let total: u64 = stretches.iter().map(|stretch| stretch.tally.nodes).sum();
            let share = nodes as f64 / total.max(1) as f64 * 100.0;
            let what = if self.control.is_stopped() { "stopped: no difference so far" } else { "all the same" };
            let all = stretches.len();
            say(format!("{compared} of {all} parts searched again, {share:.2} % of the nodes: {what}"));
        }
        Ok(if self.control.is_stopped() { Exit::Incomplete } else { Exit::Done })
    }

    /// Does another strategy find as many solutions, or as good a one, in the whole?
    fn compare_whole(&self, strategy: &str, sharded: &Sharded, quiet: bool) -> Result<Exit, Failure> {
        let common = self.folder.common();
        if strategy == common.strategy {
            return Err(Failure::Usage(format!("the ranges were searched by {strategy}: name another strategy")));
        }
        if !sharded.left.is_empty() {
            say("some ranges have not been searched to their ends: the whole cannot be compared");
            return Ok(Exit::Incomplete);
        }
        let is_best = matches!(self.quest, Quest::Best | Quest::AllBest(_));
        if !is_best && !searches_everything(self.quest) {
            let reason = "the ranges were searched for some solutions only: the whole cannot be compared";
            return Err(Failure::Usage(reason.to_owned()));
        }
        let task = Task {
            strategy: Some(family::strategy_named(self.family, strategy)?).flatten(),
            options: common.options.clone(),
            ..Task::new(if is_best { Question::FIRST } else { Question::Count })
        };
        let mut record = JsonRecord::default();
        let control = self.control.clone();
        let ended = run_silently(self.family, self.case, &task, control, self.threads, None, &mut record)?;
        if !ended.finding.stop.is_final() {
            say(format!("stopped: {strategy} has not searched everything"));
            return Ok(Exit::Incomplete);
        }
        let record = record.take().unwrap_or_default();
        let (then, now) = if is_best {
            let found = record.get("solutions").and_then(Value::as_array).and_then(|found| found.first());
            (score_of(self.solutions.first()), score_of(found))
        } else {
            let answers: u64 = sharded.stretches.iter().map(|stretch| stretch.tally.answers).sum();
            let count = record.get("count").and_then(Value::as_str).and_then(|count| count.parse().ok());
            (i64::try_from(answers).ok(), count)
        };
        let what = if is_best { "a best score of" } else { "a count of" };
        let told = |number: Option<i64>| number.map_or_else(|| "nothing".to_owned(), |number| number.to_string());
        if then != now {
            say(format!("the whole is wrong: {what} {} was claimed, {strategy} finds {}", told(then), told(now)));
            return Ok(Exit::Refused);
        }
        if !quiet {
            say(format!("{strategy} finds the same: {what} {}", told(now)));
        }
        Ok(Exit::Done)
    }

    /// Is what came out now what came out then?
    fn compare(&self, stretch: &Stretch, before: u64, now: &Ended, record: Map<String, Value>) -> Result<(), String> {
        let found = record.get("solutions").and_then(Value::as_array).cloned().unwrap_or_default();
        if matches!(self.quest, Quest::Best | Quest::AllBest(_)) {
            // How much is searched depends on what was known of the best one; but nothing better may be there.
            let (known, here) = (score_of(self.solutions.first()), score_of(found.first()));
            return if here > known {
                Err(format!("it has a solution of score {here:?}, above {known:?}"))
            } else {
                Ok(())
            };
        }
        let (then, now) = (stretch.tally, now.finding.tally);
        // A search for some solutions ends with the last of them: then only the solutions can be compared.
        if searches_everything(self.quest) && then != now {
            return Err(format!(
                "{} solutions in {} nodes were claimed, {} in {} were found",
                then.answers, then.nodes, now.answers, now.nodes
            ));
        }
        let Ok(before) = usize::try_from(before) else { return Ok(()) };
        let claimed = self.solutions.get(before..).unwrap_or(&[]);
        let compared = claimed.len().min(found.len());
        if matches!(self.quest, Quest::Lowest(_)) && claimed[..compared] != found[..compared] {
            return Err("other solutions were found than were claimed".to_owned());
        }
        Ok(())
    }
}

/// The score of a solution, where it has one.
fn score_of(solution: Option<&Value>) -> Option<i64> {
    solution.and_then(|solution| solution.get("score")?.as_i64())
}

/// Does a search end only when all solutions are known?
fn searches_everything(quest: Quest) -> bool {
    !matches!(quest, Quest::Lowest(wanted) | Quest::Any(wanted) if wanted != u64::MAX)
}

/// The family of a piece, and the task of searching a range of its search.
fn task_of(piece: &RangeFile, range: &str, context: &Context) -> Result<(&'static dyn Family, Task), Failure> {
    let family = family::named(context.families, &piece.family)
        .ok_or_else(|| Failure::Usage(format!("there is no family '{}'", piece.family)))?;
    let task = Task {
        strategy: family::strategy_named(family, &piece.strategy)?,
        range: Some(range.to_owned()),
        seed: piece.seed,
        options: piece.options.clone(),
        ..Task::new(piece.question.question())
    };
    Ok((family, task))
}

/// Refuses a folder that belongs to another case: its checkpoints may be fewer than its range files.
fn refuse_other_case(
    folder: &Folder,
    family: &'static dyn Family,
    case: &Input,
    task: &Task,
    name: &Path,
) -> Result<(), Failure> {
    let shards = Shards::Merge(Vec::new());
    let control = Control::new(&Limits::default());
    let ended = run_silently(family, case, task, control, 1, Some(shards), &mut JsonRecord::default())?;
    let is_same = ended.sharded.is_some_and(|sharded| Some(sharded.fingerprint) == folder.common().search());
    if is_same { Ok(()) } else { Err(Failure::Usage(format!("{}: {}", name.display(), Error::OtherPiece))) }
}

fn control_of(limits: &Limits) -> Result<Control, Failure> {
    Ok(Control::with_interrupt(limits, signals::catch()?))
}

/// Searches, cuts or puts together, and says nothing.
fn run_silently(
    family: &'static dyn Family,
    case: &Input,
    task: &Task,
    control: Control,
    threads: usize,
    shards: Option<Shards>,
    report: &mut dyn Report,
) -> Result<Ended, Failure> {
    let branches = threads.saturating_mul(8);
    let conditions = Conditions { threads, branches, control, shards, ..Conditions::default() };
    Ok(search_input(family, case, task, conditions, report, &mut Unwatched)?)
}
