//! `fathom odds`.

use std::time::Instant;

use serde_json::{Map, Value, json};

use crate::{
    diagnostics::Source,
    snakes::{
        chain::{Chain, Scope},
        draw,
        odds::{
            distribution::Distribution,
            report::{Questions, report},
            text,
        },
    },
};

use super::super::{
    args::{FamilyName, Format, OddsArgs},
    exit::Exit,
    failure::Failure,
    output::say,
    picture::{deliver, ending, picture},
    write_out,
};

pub fn odds(args: &OddsArgs) -> Result<Exit, Failure> {
    let source = Source::read(&args.case)?;
    if args.puzzle.family.is_some_and(|family| family != FamilyName::Snakes) {
        return Err(Failure::Usage("only Snakes and Ladders have odds".to_owned()));
    }
    let mut case = super::load(&source, &args.puzzle)?;
    case.rules.players = args.players.unwrap_or(case.rules.players);
    let ending = args.output.as_deref().map(ending);
    if let (Some(file), Some("svg" | "png")) = (&args.output, ending.as_deref()) {
        let chain = Chain::compile(&case, Scope::Reachable);
        let distribution = Distribution::of(&case, &chain, &chain.live());
        deliver(file, &picture(&draw::distribution(&distribution), file)?, args.quiet)?;
        return Ok(Exit::Done);
    }
    let format = match (args.format, ending.as_deref()) {
        (Some(format), _) => format,
        (None, None | Some("txt")) => Format::Text,
        (None, Some("json")) => Format::Json,
        (None, Some("jsonl")) => Format::Jsonl,
        (None, Some(_)) => {
            let text = "the ending of the output chooses the format: .txt, .json, .jsonl, .svg or .png";
            return Err(Failure::Usage(text.to_owned()));
        }
    };
    let threads = args.threads.unwrap_or(0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::Usage(format!("cannot start {threads} threads: {error}")))?;
    let questions = Questions { exact: args.exact, simulate: args.simulate.map(|games| (games, args.seed)) };
    let started = Instant::now();
    let report = pool.install(|| report(&case, questions));
    let elapsed = started.elapsed();
    if let Some(simulation) = report.simulation.as_ref().filter(|_| !args.quiet) {
        say(format!(
            "simulation: {:.2} M games/s on {} threads",
            simulation.per_second / 1e6,
            pool.current_num_threads()
        ));
    }
    let bytes = match format {
        Format::Text => format!("{}: snakes\n\n{}", source.name(), text::text(&report, args.full)),
        Format::Json | Format::Jsonl => {
            let mut object = Map::new();
            let mut put = |name: &str, value: Value| object.insert(name.to_owned(), value);
            put("fathom", json!(env!("CARGO_PKG_VERSION")));
            put("family", json!("snakes"));
            put("case", json!(source.name()));
            put("command", json!("odds"));
            put("odds", json!(report));
            put("elapsed_ms", json!(elapsed.as_secs_f64() * 1e3));
            if format == Format::Json {
                format!("{:#}\n", Value::Object(object))
            } else {
                format!("{}\n", Value::Object(object))
            }
        }
    };
    match &args.output {
        Some(file) => deliver(file, bytes.as_bytes(), args.quiet)?,
        None => drop(write_out(bytes.as_bytes())?),
    }
    Ok(Exit::Done)
}
