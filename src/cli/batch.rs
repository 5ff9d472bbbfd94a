//! `fathom batch`: many cases, a record each.

use std::{
    collections::BTreeSet,
    io::{self, BufReader},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::{
    batch::{self, BatchCase, Entry, Orders, Results, ResultsError, Summary},
    destination::refuse_to_replace,
    family,
    input::ending_of,
    report::{Medium, harmless, path_name},
    search::{Control, Limits},
    terminal::say,
};

use super::{
    Context, args::BatchArgs, exit::Exit, failure::Failure, signals, solve::CHECKPOINT_EVERY, watchdog, write_out,
};

/// How far the batch has come is told no more often than this.
const LINE_EVERY: Duration = Duration::from_secs(10);

pub fn batch(args: BatchArgs, context: &Context) -> Result<Exit, Failure> {
    refuse_unknown_strategy(&args.way.strategy, context)?;
    refuse_idle_flags(&args, context)?;
    // The time limit is that of a case. Before signals are caught: whoever waits for a list that does not come has to
    // be able to end that.
    let limits = Limits { memory: args.memory_limit, ..Limits::default() };
    let entries = watchdog::guard(&limits, || entries(&args, context))?;
    if entries.is_empty() {
        return Err(Failure::Usage("there are no cases here".to_owned()));
    }
    if let Some(output) = &args.output {
        if output.as_os_str() == "-" {
            let text = "-o -: results go to standard output without --output";
            return Err(Failure::Usage(text.to_owned()));
        }
        if ending_of(output) != "jsonl" {
            let text = format!("{}: results are JSON lines, written as they come: -o x.jsonl", path_name(output));
            return Err(Failure::Usage(text));
        }
        let inputs = args.places.iter().chain(&args.list).filter(|it| it.is_file()).cloned();
        let named = family::named_files(context.families, &context.options);
        refuse_to_replace(output, &inputs.chain(named).collect::<Vec<PathBuf>>())?;
    }
    let names: BTreeSet<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    // What can be refused is refused before there is a file of results.
    let orders = orders(&args, context)?;
    let (results, earlier) = match &args.output {
        None => (Results::to_stream(io::BufWriter::new(io::stdout())), Default::default()),
        Some(file) => {
            let control = Control::with_interrupt(&limits, Arc::clone(&orders.interrupt));
            Results::to_file(file, args.resume, &|case| names.contains(case), &control).map_err(|error| {
                remove_if_empty(orders.checkpoints.as_deref());
                failure(error)
            })?
        }
    };
    let started = Instant::now();
    let (mut told, mut last) = (0, Instant::now());
    let total = entries.len();
    let mut table: Vec<(usize, Line)> = Vec::new();
    let mut tell = |case: &BatchCase<'_>| {
        told += 1;
        // Cases that were not named but found in a pack are told one by one at the end.
        if entries[case.place].is_of_pack {
            table.push((case.place, Line::of(case)));
        }
        if !args.quiet && last.elapsed() >= LINE_EVERY {
            last = Instant::now();
            say(format!("{told} of {total} cases"));
        }
    };
    let summary = batch::run(&entries, &orders, results, &earlier, &mut tell).map_err(failure)?;
    remove_if_empty(orders.checkpoints.as_deref());
    if !args.quiet {
        table.sort_by_key(|(place, _)| *place);
        print_table(&table, args.output.is_some())?;
        print_summary(&summary, started.elapsed());
    }
    Ok(exit_of(&summary, args.output.is_some()))
}

/// Refuses what would mean nothing for a batch.
fn refuse_idle_flags(args: &BatchArgs, context: &Context) -> Result<(), Failure> {
    if args.checkpoint_every.is_some() && args.output.is_none() {
        return Err(Failure::Usage("--checkpoint-every: there is no checkpoint, see --output".to_owned()));
    }
    batch::refuse_estimate(&context.options)
        .map_err(|error| Failure::Usage(format!("--{error}: 'fathom count --estimate' tells it")))
}

/// The cases there are.
fn entries(args: &BatchArgs, context: &Context) -> Result<Vec<Entry>, Failure> {
    let mut stdin = || Box::new(BufReader::new(io::stdin())) as Box<dyn io::BufRead>;
    let entries = batch::collect(&args.places, &args.list, &mut stdin)?;
    // Options for all cases may choose one of each pack.
    let chooses_one = context.options.has("level");
    Ok(if chooses_one { entries } else { batch::expand_packs(entries, context.families) })
}

/// Takes a folder away that nothing is left in.
fn remove_if_empty(folder: Option<&Path>) {
    if let Some(folder) = folder {
        // Others cannot be removed like this.
        let _ = std::fs::remove_dir(folder);
    }
}

/// A strategy that no family has is a mistake; one that some have is refused case by case.
fn refuse_unknown_strategy(name: &str, context: &Context) -> Result<(), Failure> {
    let known: BTreeSet<&str> =
        context.families.iter().flat_map(|family| family.strategies()).map(|strategy| strategy.name).collect();
    if name == "auto" || known.contains(name) {
        return Ok(());
    }
    let known: Vec<&str> = known.into_iter().collect();
    Err(Failure::Usage(format!("there is no strategy '{name}': use auto, {}", known.join(", "))))
}

fn orders(args: &BatchArgs, context: &Context) -> Result<Orders, Failure> {
    if let Some(name) = args.puzzle.family.as_deref()
        && family::named(context.families, name).is_none()
    {
        return Err(Failure::Usage(format!("there is no family '{name}'")));
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or(cores);
    let checkpoints = args.output.as_ref().map(|output| match &args.checkpoints {
        Some(folder) => folder.clone(),
        None => beside(output, ".checkpoints"),
    });
    if let Some(folder) = &checkpoints {
        let made = std::fs::create_dir_all(folder);
        made.map_err(|error| Failure::Usage(format!("cannot make the folder {}: {error}", path_name(folder))))?;
    }
    Ok(Orders {
        families: context.families,
        question: args.asked.question(),
        strategy: args.way.strategy.clone(),
        family: args.puzzle.family.clone(),
        options: context.options.clone(),
        seed: args.way.seed,
        limits: Limits { time: args.time_limit, nodes: args.node_limit, memory: args.memory_limit },
        jobs: args.jobs.unwrap_or(threads),
        threads,
        checkpoints,
        checkpoint_every: args.checkpoint_every.unwrap_or(CHECKPOINT_EVERY),
        interrupt: signals::catch()?,
    })
}

fn beside(file: &Path, more: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(more);
    PathBuf::from(name)
}

fn failure(error: ResultsError) -> Failure {
    match error {
        // A reader that went away is no failure of ours.
        ResultsError::Write { source, .. } if source.kind() == io::ErrorKind::BrokenPipe => Failure::Output(source),
        ResultsError::Exists(file) => {
            let file = path_name(&file);
            Failure::Usage(format!("{file} is there already: add --resume to go on, or remove it to begin anew"))
        }
        ResultsError::Stopped(reason) => family::Error::from(reason).into(),
        error => Failure::Usage(error.to_string()),
    }
}

/// What is told of a case of a pack.
struct Line {
    name: String,
    status: String,
    time: String,
    more: String,
}

impl Line {
    fn of(case: &BatchCase<'_>) -> Self {
        let field = |name: &str| case.record.get(name);
        let text = |name: &str| field(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let solution = field("solutions").and_then(|all| all.get(0));
        let length = solution.and_then(|solution| solution.get("length")).and_then(Value::as_u64);
        let mut more: Vec<String> = length.map(|length| format!("{length} steps")).into_iter().collect();
        if let Some(walkable) = field("walkable").and_then(Value::as_str) {
            more.push(format!("walkable: {walkable}"));
        }
        let status = text("status");
        if status == "unknown" {
            more.extend(field("reason").or(field("stop")).and_then(Value::as_str).map(str::to_owned));
        }
        if let Some(first) = text("error").lines().find(|line| !line.trim().is_empty()) {
            more.push(first.to_owned());
        }
        let name = text("case");
        let time = field("elapsed_ms").and_then(Value::as_f64).map_or(String::new(), |ms| format!("{:.2} s", ms / 1e3));
        Self { name, status, time, more: more.join(", ") }
    }
}

/// A line for each case of a pack. Where the records go to a file, the table is the result.
fn print_table(table: &[(usize, Line)], is_result: bool) -> Result<(), Failure> {
    let wide = |text: fn(&Line) -> &str| table.iter().map(|(_, line)| text(line).chars().count()).max().unwrap_or(0);
    let (names, statuses, times) = (wide(|line| &line.name), wide(|line| &line.status), wide(|line| &line.time));
    let mut text = String::new();
    for (_, Line { name, status, time, more }) in table {
        let line = format!("{name:<names$}  {status:<statuses$}  {time:>times$}  {more}");
        text += line.trim_end();
        text.push('\n');
    }
    let text = harmless(&text, Medium::Text);
    if is_result {
        write_out(text.as_bytes())?;
    } else {
        text.lines().for_each(|line| say(line.to_owned()));
    }
    Ok(())
}

/// A line for each family, a column for each status.
fn print_summary(summary: &Summary, elapsed: Duration) {
    let statuses: BTreeSet<&str> = summary.tallies.keys().map(|(_, status)| status.as_str()).collect();
    let families: BTreeSet<&str> = summary.tallies.keys().map(|(family, _)| family.as_str()).collect();
    let mut header = format!("{:<12}{:>10}", "family", "cases");
    statuses.iter().for_each(|status| header += &format!("{status:>12}"));
    say(header);
    for family in families {
        let of = |status: &str| summary.tallies.get(&(family.to_owned(), status.to_owned())).copied().unwrap_or(0);
        let all: u64 = statuses.iter().map(|status| of(status)).sum();
        let mut line = format!("{family:<12}{all:>10}");
        statuses.iter().for_each(|status| line += &format!("{:>12}", of(status)));
        say(line);
    }
    let all: u64 = summary.tallies.values().sum();
    let mut parts =
        vec![format!("{all} {} in {:.1} s", if all == 1 { "case" } else { "cases" }, elapsed.as_secs_f64())];
    let rest = [
        (summary.earlier, "done before"),
        (summary.bad, "bad"),
        (summary.broken, "broken"),
        (summary.undecided, "undecided"),
        (summary.left, "left"),
    ];
    parts.extend(rest.into_iter().filter(|(number, _)| *number > 0).map(|(number, what)| format!("{number} {what}")));
    say(parts.join(", "));
}

fn exit_of(summary: &Summary, is_kept: bool) -> Exit {
    // What is left comes before what is bad: whoever runs it again until it is done must not stop for a bad case.
    let exits = [
        (summary.broken, Exit::InternalError),
        (summary.left, if is_kept { Exit::Suspended } else { Exit::Incomplete }),
        (summary.bad, Exit::Refused),
        (summary.undecided, Exit::Incomplete),
    ];
    exits.into_iter().find(|(number, _)| *number > 0).map_or(Exit::Done, |(_, exit)| exit)
}
