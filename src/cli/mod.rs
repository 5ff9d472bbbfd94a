//! The command line: the only place that knows flags, signals and exit codes.

mod args;
mod batch;
mod bench;
mod check;
mod draw;
mod exit;
mod failure;
mod flags;
mod generate;
mod metrics;
mod odds;
mod output;
mod progress;
mod prompt;
mod shards;
mod show;
mod signals;
mod solve;
mod watchdog;

use std::{io, process::ExitCode};

use clap::{ArgMatches, CommandFactory, FromArgMatches};

use crate::{
    family::{self, Family, Options},
    report::{Medium, harmless, path_name},
};

use args::{Cli, Command};
use exit::Exit;
use failure::Failure;

/// The families, and what was given of their flags.
struct Context {
    families: &'static [&'static dyn Family],
    options: Options,
}

impl Context {
    /// The family of a case: the one that was asked for, or the one that recognises it. Flags of others are refused.
    fn family_of(&self, input: &crate::input::Input, asked: Option<&str>) -> Result<&'static dyn Family, Failure> {
        let family = match asked {
            None => family::recognise(self.families, input)?,
            Some(name) => family::named(self.families, name).ok_or_else(|| {
                let names: Vec<_> = self.families.iter().map(|family| family.name()).collect();
                Failure::Usage(format!("there is no family '{name}': use {}", names.join(", ")))
            })?,
        };
        flags::refuse_foreign(&self.options, family, input.name(), self.families)?;
        Ok(family)
    }
}

/// Runs the program with the arguments it was started with.
pub fn run() -> ExitCode {
    run_with(&family::FAMILIES)
}

/// The same for a program that has families of its own.
pub fn run_with(families: &'static [&'static dyn Family]) -> ExitCode {
    failure::report_panics();
    let command = flags::with_families(Cli::command(), families);
    match parsed(&command, families).and_then(|matches| dispatch(&matches, command, families)) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            failure.print();
            failure.exit().into()
        }
    }
}

/// The arguments; what they lack is asked for, where somebody is there who can be asked.
fn parsed(command: &clap::Command, families: &'static [&'static dyn Family]) -> Result<ArgMatches, Failure> {
    let args: Vec<_> = std::env::args_os().collect();
    let error = match command.clone().try_get_matches_from(&args) {
        Ok(matches) => return Ok(matches),
        Err(error) => error,
    };
    match prompt::completed(&args, &error, families)? {
        Some(completed) => Ok(command.clone().get_matches_from(completed)),
        None if error.use_stderr() => error.exit(),
        // Help is a result: that it cannot be written is told as of any other.
        None => {
            error.print()?;
            io::Write::flush(&mut io::stdout())?;
            std::process::exit(error.exit_code());
        }
    }
}

fn dispatch(
    matches: &ArgMatches,
    mut command: clap::Command,
    families: &'static [&'static dyn Family],
) -> Result<Exit, Failure> {
    let Some((verb, given)) = matches.subcommand() else { return Ok(Exit::Refused) };
    if verb == "generate" {
        return generate::generate(given, families);
    }
    let cli = Cli::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    let options = || flags::given_with_verb(given, verb, families);
    match cli.command {
        Command::Solve(args) => solve::solve(args, &Context { families, options: options() }),
        Command::Count(args) => solve::count(args, &Context { families, options: options() }),
        Command::Check(args) => check::check(&args, &Context { families, options: options() }),
        Command::Show(args) => show::show(&args, &Context { families, options: options() }),
        Command::Draw(args) => draw::draw(&args, &Context { families, options: options() }),
        Command::Batch(args) => batch::batch(args, &Context { families, options: options() }),
        Command::Split(args) => shards::split(args, &Context { families, options: options() }),
        Command::Merge(args) => shards::merge(&args, &Context { families, options: options() }),
        Command::Audit(args) => shards::audit(&args, &Context { families, options: options() }),
        Command::Bench(args) => bench::bench(args, &Context { families, options: options() }),
        Command::Odds(args) => odds::odds(&args, families),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command, "fathom", &mut script);
            write_out(&script)
        }
        Command::Man { folder: Some(folder) } => {
            let written = std::fs::create_dir_all(&folder).and_then(|()| clap_mangen::generate_to(command, &folder));
            written.map_err(|error| Failure::Usage(format!("cannot write into {}: {error}", path_name(&folder))))?;
            Ok(Exit::Done)
        }
        Command::Man { folder: None } => {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            write_out(&page)
        }
    }
}

/// Writes a text for people, in which names may stand that nobody has looked at.
fn write_text(text: &str) -> Result<Exit, Failure> {
    write_out(harmless(text, Medium::Text).as_bytes())
}

fn write_out(bytes: &[u8]) -> Result<Exit, Failure> {
    let mut stdout = io::stdout().lock();
    io::Write::write_all(&mut stdout, bytes)?;
    io::Write::flush(&mut stdout)?;
    Ok(Exit::Done)
}
