//! `fathom generate`.

use std::{path::PathBuf, time::Duration};

use clap::ArgMatches;

use crate::{
    destination::Destination,
    family::{self, Family, Generation},
    search::{Control, Limits},
    terminal::waiting::Waiting,
};

use super::{exit::Exit, failure::Failure, flags, signals, watchdog};

pub fn generate(matches: &ArgMatches, families: &'static [&'static dyn Family]) -> Result<Exit, Failure> {
    let Some((kind, given)) = matches.subcommand() else { return Ok(Exit::Refused) };
    let products = families.iter().flat_map(|family| family.products().iter().map(move |product| (*family, product)));
    let product = products.into_iter().find(|(_, product)| product.name == kind);
    let family = product.map(|(family, _)| family).or_else(|| family::named(families, kind));
    let family = family.ok_or_else(|| Failure::Usage(format!("there is no generator for '{kind}'")))?;
    let product = product.map(|(_, product)| product);
    let options = flags::given(given, product.map_or(family.generator_flags(), |product| product.flags));
    let mut limits = Limits {
        time: given.get_one::<Duration>("time-limit").copied(),
        nodes: None,
        memory: given.get_one::<u64>("memory-limit").copied(),
    };
    let file = if product.is_none() && family.generator_takes_case() {
        given.get_one::<PathBuf>("case").cloned()
    } else {
        None
    };
    let case = file.as_deref().map(|file| watchdog::read(file, &mut limits)).transpose()?;
    let control = Control::with_interrupt(&limits, signals::catch()?);
    let output = given.get_one::<PathBuf>("output").cloned();
    let needed: Vec<PathBuf> = file.into_iter().chain(family.named_files(&options)).collect();
    // What makes several cases may put each into a file of its own.
    let place = if options.has("count") { Destination::for_several } else { Destination::new };
    let is_quiet = given.get_flag("quiet");
    let waiting = Waiting::for_output(&format!("making {kind}"), is_quiet, output.is_some());
    let mut place = place(output, &needed, waiting.sayer(is_quiet))?.under(&control);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let generation = Generation {
        case: case.as_ref(),
        options: &options,
        seed: number::<u64>(given, "seed"),
        threads: control.affordable_threads(number::<usize>(given, "threads").unwrap_or(cores)),
        control: &control,
    };
    match product {
        Some(product) => family.produce(product, &generation, &mut place)?,
        None => family.generate(&generation, &mut place)?,
    }
    Ok(Exit::Done)
}

/// A number that not everything that is made can be given.
fn number<T: Copy + Send + Sync + 'static>(given: &ArgMatches, name: &str) -> Option<T> {
    given.try_get_one::<T>(name).ok().flatten().copied()
}
