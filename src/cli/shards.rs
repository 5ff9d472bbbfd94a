//! `fathom split`, `fathom merge` and `fathom audit`: one search on many machines.

use std::path::PathBuf;

use crate::{
    destination::refuse_one_place_for_two,
    family,
    report::path_name,
    search::{Control, Limits, Range},
    session::{Conditions, Task, search_input},
    shards::{Auditor, Cut, Folder, Sampled, Verdict, Whole, cut, cut_again},
    terminal::say,
};

use super::{
    Context,
    args::{AuditArgs, MergeArgs, SplitArgs},
    exit::Exit,
    failure::Failure,
    metrics::Metrics,
    output::Output,
    progress::Watcher,
    signals, watchdog,
};

pub fn split(args: SplitArgs, context: &Context) -> Result<Exit, Failure> {
    let mut limits = args.limits.limits();
    let case = watchdog::read(&args.case, &mut limits)?;
    let (control, folder) = (control_of(&limits)?, &args.output);
    let made = if let Some(checkpoint) = &args.from_checkpoint {
        if let Some(name) = context.options.names().next() {
            return Err(Failure::Usage(format!("--{name}: the range file says which options the search has")));
        }
        cut_again(context.families, &case, checkpoint, args.pieces, folder, &control)?
    } else {
        let family = context.family_of(&case, args.puzzle.family.as_deref())?;
        let task = Task {
            strategy: family::strategy_named(family, &args.way.strategy)?,
            seed: args.way.seed,
            options: context.options.clone(),
            ..Task::new(args.asked.question())
        };
        cut(family, &case, &task, args.pieces, folder, &control)?
    };
    if !args.quiet {
        tell_pieces(&args, &made);
    }
    Ok(Exit::Done)
}

fn tell_pieces(args: &SplitArgs, Cut { pieces, files }: &Cut) {
    let total: f64 = pieces.iter().map(|piece| piece.nodes).sum();
    let largest = pieces.iter().map(|piece| piece.nodes).fold(0.0, f64::max);
    let ranges = if pieces.len() == 1 { "1 range".to_owned() } else { format!("{} ranges", pieces.len()) };
    say(format!(
        "{ranges} in {}: about {total:.1e} nodes, the largest {:.1} times the mean",
        path_name(&args.output),
        largest * pieces.len() as f64 / total.max(1.0)
    ));
    if pieces.len() < args.pieces {
        say(format!("there are not as many as {}: the search has too few branches", args.pieces));
    }
    if let Some(file) = files.first() {
        say(format!("search each, anywhere: fathom solve {} --range-file {}", path_name(&args.case), path_name(file)));
    }
}

pub fn merge(args: &MergeArgs, context: &Context) -> Result<Exit, Failure> {
    let mut limits = args.limits.limits();
    let case = watchdog::read(&args.case, &mut limits)?;
    let whole = watchdog::guard_and_count(&mut limits, || Whole::read(context.families, &case, &args.folder))?;
    let needed: Vec<PathBuf> = [args.case.clone()].into_iter().chain(whole.folder.files().cloned()).collect();
    let metrics = args.output.metrics.as_deref();
    refuse_one_place_for_two(&[("--output", args.output.output.as_deref()), ("--metrics", metrics)])?;
    metrics.map_or(Ok(()), |metrics| Metrics::ensure_writable(metrics, &needed))?;
    let mut output = Output::open(&args.output, &needed, false, false)?;
    let control = control_of(&limits)?;
    // Every solution is judged before anything is told.
    let judged = whole.merge(&control)?.solutions.len();
    let mut watcher = Watcher::new(&args.output, case.name());
    let writing = control.for_writing(control.interrupt());
    output.report.watch(&writing);
    let conditions = Conditions { control, shards: Some(whole.shards()), ..Conditions::default() };
    let ended = search_input(whole.family, &case, &whole.task, conditions, &mut *output.report, &mut watcher);
    let ended = ended.inspect_err(|_| output.give_up())?;
    watcher.end(&ended.finding, ended.elapsed);
    output.finish(args.output.quiet, &writing)?;
    let left = ended.sharded.as_ref().map_or(&[][..], |sharded| &sharded.left);
    if !args.output.quiet {
        tell_merged(&whole.folder, left, ended.finding.stop.is_final(), judged);
    }
    // What is missing is searched by whoever has its range file: there is no checkpoint of the whole.
    Ok(Exit::of(&ended.finding, false, args.output.exit_code))
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
        say(format!("missing: {}", path_name(file)));
    }
    for range in nobodys {
        say(format!("missing: the range {range}, which no file is about"));
    }
}

pub fn audit(args: &AuditArgs, context: &Context) -> Result<Exit, Failure> {
    let mut limits = args.limits.limits();
    let case = watchdog::read(&args.case, &mut limits)?;
    let whole = watchdog::guard_and_count(&mut limits, || Whole::read(context.families, &case, &args.folder))?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or(cores);
    let auditor = Auditor::new(&whole, context.families, control_of(&limits)?, threads)?;
    match (tell_sampled(&auditor.sample(args.sample, args.seed)?, args.quiet), &args.strategy) {
        (Exit::Done, Some(name)) => Ok(tell_verdict(auditor.compare_whole(name)?, name, args.quiet)),
        (exit, _) => Ok(exit),
    }
}

fn tell_sampled(sampled: &Sampled, is_quiet: bool) -> Exit {
    match sampled {
        Sampled::Nothing => {
            say("nothing has been searched yet: there is nothing to compare");
            Exit::Incomplete
        }
        Sampled::Different(range, difference) => {
            say(format!("the range {range} is wrong: {difference}"));
            Exit::Refused
        }
        Sampled::Same { compared, parts, share, is_stopped } => {
            let what = if *is_stopped { "stopped: no difference so far" } else { "all the same" };
            if !is_quiet {
                let share = share * 100.0;
                say(format!("{compared} of {parts} parts searched again, {share:.2} % of the nodes: {what}"));
            }
            if *is_stopped { Exit::Incomplete } else { Exit::Done }
        }
    }
}

fn tell_verdict(verdict: Verdict, strategy: &str, is_quiet: bool) -> Exit {
    match verdict {
        Verdict::Unfinished => {
            say("some ranges have not been searched to their ends: the whole cannot be compared");
            Exit::Incomplete
        }
        Verdict::Stopped => {
            say(format!("stopped: {strategy} has not searched everything"));
            Exit::Incomplete
        }
        Verdict::Different(claimed, found) => {
            say(format!("the whole is wrong: {claimed} was claimed, {strategy} finds {found}"));
            Exit::Refused
        }
        Verdict::Same(what) => {
            if !is_quiet {
                say(format!("{strategy} finds the same: {what}"));
            }
            Exit::Done
        }
    }
}

fn control_of(limits: &Limits) -> Result<Control, Failure> {
    Ok(Control::with_interrupt(limits, signals::catch()?))
}
