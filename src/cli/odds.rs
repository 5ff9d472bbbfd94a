//! `fathom odds`.

use crate::{
    destination::Destination,
    family::{Family, Options},
    input::{Input, ending_of},
    search::{Control, own_pool},
    snakes::{
        family::{Snakes, read},
        input::parse_die,
        odds::{
            report::Questions,
            request::{self, Request, plot},
            study,
        },
    },
    terminal::waiting::Waiting,
};

use super::{
    args::{Format, OddsArgs},
    exit::Exit,
    failure::Failure,
    output::refuse_other_ending,
    signals, watchdog,
};

pub fn odds(args: &OddsArgs, families: &'static [&'static dyn Family]) -> Result<Exit, Failure> {
    let mut limits = args.limits.limits();
    let input = watchdog::read(&args.case, &mut limits)?;
    let control = Control::with_interrupt(&limits, signals::catch()?);
    refuse_other_families(&input, args.puzzle.family.as_deref(), families)?;
    let mut options = Options::default();
    args.rule.iter().for_each(|rule| options.set("rule", rule));
    let mut case = read(&input, &options)?;
    case.rules.players = args.players.unwrap_or(case.rules.players);
    let format = format(args)?;
    let waiting = Waiting::for_output("working out the odds", args.quiet, args.output.is_some());
    let needed = std::slice::from_ref(&args.case);
    let mut place = Destination::new(args.output.clone(), needed, waiting.sayer(args.quiet))?.under(&control);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = control.affordable_threads(args.threads.unwrap_or(cores));
    if args.sensitivity || !args.choose.is_empty() {
        let dice = args.choose.iter().map(|text| parse_die(text)).collect::<Result<Vec<_>, _>>()?;
        let study = own_pool(threads).map_err(crate::family::Error::from)?.install(|| match dice.is_empty() {
            true => study::of_sensitivity(&case, &control),
            false => study::of_choice(&case, &dice, &control),
        })?;
        study.deliver(input.name(), format, &mut place)?;
        return Ok(Exit::Done);
    }
    let Some(format) = format else {
        plot(&case, &control, &mut place)?;
        return Ok(Exit::Done);
    };
    let request = Request {
        name: input.name(),
        case: &case,
        questions: Questions { exact: args.exact, simulate: args.simulate.map(|games| (games, args.seed)) },
        format,
        threads,
        control: &control,
    };
    request.deliver(&mut place)?;
    Ok(if control.is_stopped() { Exit::Incomplete } else { Exit::Done })
}

/// A case that another family knows as its own has no odds. What nobody knows may be a board with a mistake in it,
/// which its reader points at.
fn refuse_other_families(
    input: &Input,
    asked: Option<&str>,
    families: &'static [&'static dyn Family],
) -> Result<(), Failure> {
    let known = || families.iter().find(|family| family.recognise(input)).map(|family| family.name());
    match asked.or_else(known) {
        Some(other) if other != Snakes.name() => {
            let name = input.name();
            Err(Failure::Usage(format!("{name} is a case of {other}: only boards of {} have odds", Snakes.name())))
        }
        _ => Ok(()),
    }
}

/// How the odds are to be told; `None` for a plot.
fn format(args: &OddsArgs) -> Result<Option<request::Format>, Failure> {
    let ending = args.output.as_deref().map(ending_of);
    if let Some(ending @ ("svg" | "png" | "pdf")) = ending.as_deref() {
        let ignored = [
            ("--simulate", args.simulate.is_some()),
            ("--full", args.full),
            ("--exact", args.exact),
            ("--players", args.players.is_some()),
            ("--format", args.format.is_some()),
        ];
        return match ignored.iter().find(|(_, is_given)| *is_given) {
            Some((flag, _)) => {
                let text = format!("{flag} says nothing about a plot of the distribution, which .{ending} files hold");
                Err(Failure::Usage(text))
            }
            None => Ok(None),
        };
    }
    if let (Some(format), Some(file)) = (args.format, &args.output) {
        refuse_other_ending(format, file)?;
    }
    let format = match (args.format, ending.as_deref()) {
        (Some(format), _) => format,
        (None, None | Some("txt")) => Format::Text,
        (None, Some("json")) => Format::Json,
        (None, Some("jsonl")) => Format::Jsonl,
        (None, Some("html")) if args.full => {
            return Err(Failure::Usage(
                "--full says nothing about a page, which has the whole distribution".to_owned(),
            ));
        }
        (None, Some("html")) => return Ok(Some(request::Format::Page)),
        (None, Some(_)) => {
            let text = "the ending of the output chooses the format: .txt, .json, .jsonl, .svg, .png, .pdf or .html";
            return Err(Failure::Usage(text.to_owned()));
        }
    };
    if args.full && format != Format::Text {
        return Err(Failure::Usage("--full says nothing about JSON, which has the whole distribution".to_owned()));
    }
    Ok(Some(match format {
        Format::Text => request::Format::Text { is_full: args.full },
        Format::Json => request::Format::Json,
        Format::Jsonl => request::Format::JsonLine,
    }))
}
