//! `fathom generate`.

use std::{path::PathBuf, time::Duration};

use clap::ArgMatches;

use crate::{
    destination::Destination,
    family::{self, Family, Generation},
    search::{Control, Limits},
};

use super::{exit::Exit, failure::Failure, flags, output::sayer, signals, watchdog};

pub fn generate(matches: &ArgMatches, families: &'static [&'static dyn Family]) -> Result<Exit, Failure> {
    let Some((kind, given)) = matches.subcommand() else { return Ok(Exit::Refused) };
    let family =
        family::named(families, kind).ok_or_else(|| Failure::Usage(format!("there is no generator for '{kind}'")))?;
    let options = flags::given(given, family.generator_flags());
    let mut limits = Limits {
        time: given.get_one::<Duration>("time-limit").copied(),
        nodes: None,
        memory: given.get_one::<u64>("memory-limit").copied(),
    };
    let file = if family.generator_takes_case() { given.get_one::<PathBuf>("case").cloned() } else { None };
    let case = file.as_deref().map(|file| watchdog::read(file, &mut limits)).transpose()?;
    let control = Control::with_interrupt(&limits, signals::catch()?);
    let output = given.get_one::<PathBuf>("output").cloned();
    let needed: Vec<PathBuf> = file.into_iter().collect();
    let mut place = Destination::new(output, &needed, sayer(given.get_flag("quiet")))?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let generation = Generation {
        case: case.as_ref(),
        options: &options,
        seed: given.get_one::<u64>("seed").copied(),
        threads: given.get_one::<usize>("threads").copied().unwrap_or(cores),
        control: &control,
    };
    family.generate(&generation, &mut place)?;
    Ok(Exit::Done)
}
