//! `fathom bench`: who is how fast, in one run.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, atomic::Ordering},
};

use crate::{
    bench::{self, Contestant, Kind, Measured, Measurement},
    destination::{refuse_one_place_for_two, refuse_to_replace},
    family::{self, Family},
    input::ending_of,
    picture,
    report::{Medium, harmless, path_name},
    search::{Control, Limits},
    session::Task,
    terminal::{say, stderr_is_terminal},
    whole_file,
};

use super::{
    Context,
    args::{BenchArgs, Preset},
    exit::Exit,
    failure::Failure,
    signals, watchdog, write_text,
};

pub fn bench(args: BenchArgs, context: &Context) -> Result<Exit, Failure> {
    let exports: Vec<_> = args.export.iter().map(|file| ("--export", Some(file.as_path()))).collect();
    refuse_one_place_for_two(&exports)?;
    let named = family::named_files(context.families, &context.options);
    let needed: Vec<PathBuf> = args.cases.iter().chain(&named).cloned().collect();
    for file in &args.export {
        refuse_to_replace(file, &needed)?;
        if !["json", "csv", "md", "svg", "png"].contains(&ending_of(file).as_str()) {
            let text = format!("{}: the ending chooses the format: .json .csv .md .svg .png", path_name(file));
            return Err(Failure::Usage(text));
        }
        let writable = whole_file::ensure_writable(file);
        writable.map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path_name(file))))?;
    }
    let contestants = contestants(&args, context)?;
    let limits = limits(&args);
    let interrupt = signals::catch()?;
    let is_told = !args.quiet && stderr_is_terminal();
    let mut tell = |text: &str| {
        if is_told {
            eprint!("\r\u{1b}[K{}", harmless(text, Medium::Text));
        }
    };
    let measurements = bench::measure(contestants, args.warm_up, args.runs, &limits, &interrupt, &mut tell);
    tell("");
    write_text(&bench::table(&measurements))?;
    for file in &args.export {
        export(file, &measurements)?;
        if !args.quiet {
            say(format!("wrote {}", path_name(file)));
        }
    }
    let disagrees = disagreement(&measurements);
    if let Some(text) = &disagrees {
        say(format!("error: {text}"));
    }
    let has_failed = measurements.iter().any(|it| matches!(it.measured, Measured::Failed(_)));
    Ok(match (disagrees.is_some(), has_failed || interrupt.load(Ordering::Relaxed)) {
        (true, _) => Exit::InternalError,
        (false, true) => Exit::Incomplete,
        (false, false) => Exit::Done,
    })
}

fn limits(args: &BenchArgs) -> Limits {
    Limits { time: args.time_limit, nodes: None, memory: args.memory_limit }
}

/// Everybody who is to be compared: case by case, so that the first of each case is what the others are compared with.
fn contestants(args: &BenchArgs, context: &Context) -> Result<Vec<Contestant>, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let or = |given: &[usize], otherwise: Vec<usize>| if given.is_empty() { otherwise } else { given.to_vec() };
    if context.options.has("estimate") {
        return Err(Failure::Usage("--estimate: an estimate is no search whose time could be compared".to_owned()));
    }
    if args.preset == Some(Preset::Fair) && !args.threads.is_empty() {
        return Err(Failure::Usage("--threads: the preset fair has one thread".to_owned()));
    }
    let threads = match args.preset {
        Some(Preset::Fair) => vec![1],
        Some(Preset::Paper) | None => or(&args.threads, vec![cores]),
    };
    let branches = match args.preset {
        Some(Preset::Fair) => vec![1],
        Some(Preset::Paper) => vec![1, 2, 4, 8, 16, 32],
        None => args.branches.clone(),
    };
    let mut all = Vec::new();
    for file in &args.cases {
        let input = Arc::new(watchdog::read(file, &mut limits(args))?);
        let family = context.family_of(&input, args.puzzle.family.as_deref())?;
        // A bad case is told before anything is measured.
        family.load(&input, &context.options, &Control::new(&limits(args)))?;
        for strategy in strategies(args, family)? {
            for &threads in &threads {
                for branches in or(&branches, vec![threads.saturating_mul(8)]) {
                    let task = Task { strategy, options: context.options.clone(), ..Task::new(args.asked.question()) };
                    let kind = Kind::Own { family, task: Box::new(task), threads, branches };
                    all.push(Contestant { case: file.display().to_string(), input: Arc::clone(&input), kind });
                }
            }
        }
        for command in &args.compare {
            if !command.contains("{case}") {
                return Err(Failure::Usage(format!("--compare '{command}': it has no {{case}} in it")));
            }
            let kind = Kind::Other { command: command.clone() };
            all.push(Contestant { case: file.display().to_string(), input: Arc::clone(&input), kind });
        }
    }
    Ok(all)
}

/// The strategies that were asked for; `all` is all that the family has.
fn strategies(
    args: &BenchArgs,
    family: &'static dyn Family,
) -> Result<Vec<Option<&'static crate::search::Strategy>>, Failure> {
    let mut strategies = Vec::new();
    for name in &args.strategies {
        match name.as_str() {
            "all" => strategies.extend(family.strategies().iter().map(Some)),
            name => strategies.push(family::strategy_named(family, name)?),
        }
    }
    Ok(strategies)
}

fn export(file: &Path, measurements: &[Measurement]) -> Result<(), Failure> {
    let nothing = || Failure::Usage("there is nothing to plot: give several numbers of threads or branches".to_owned());
    let scene = || bench::plot(measurements).ok_or_else(nothing);
    let bytes = match ending_of(file).as_str() {
        "json" => harmless(&format!("{:#}", bench::json(measurements)), Medium::Json).into_owned().into_bytes(),
        "csv" => harmless(&bench::csv(measurements), Medium::Text).into_owned().into_bytes(),
        "md" => harmless(&bench::markdown(measurements), Medium::Text).into_owned().into_bytes(),
        "png" => picture::png(&scene()?).map_err(|error| Failure::Usage(error.to_string()))?,
        _ => picture::svg(&scene()?).into_bytes(),
    };
    let written = whole_file::write(file, &bytes);
    written.map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path_name(file))))
}

/// Strategies that find different things of one case: one of them is wrong.
fn disagreement(measurements: &[Measurement]) -> Option<String> {
    let found = |it: &Measurement| Some((it.contestant.case.clone(), it.measured.certain()?.to_owned()));
    let all: Vec<(String, String)> = measurements.iter().filter_map(found).collect();
    all.iter().find_map(|(case, found)| {
        let (_, other) = all.iter().find(|(other, it)| other == case && it != found)?;
        Some(format!("{case}: one found {found}, another {other}"))
    })
}
