//! The flags of the families, added to the verbs that take them, and read back.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use crate::family::{Family, Flag, Options, Verb};

use super::{
    args::{parse_duration, parse_size, parse_threads},
    failure::Failure,
};

/// The verbs that take flags of families.
const VERBS: [(&str, Verb); 8] = [
    ("solve", Verb::Solve),
    ("count", Verb::Count),
    ("check", Verb::Check),
    ("show", Verb::Show),
    ("draw", Verb::Draw),
    ("batch", Verb::Solve),
    ("split", Verb::Solve),
    ("bench", Verb::Solve),
];

/// Adds the flags of all families and the verb `generate`, whose kinds are the families that can make something.
pub fn with_families(mut command: Command, families: &[&'static dyn Family]) -> Command {
    for (name, verb) in VERBS {
        command = command.mut_subcommand(name, |sub| sub.args(flags_of(families, verb)));
    }
    for verb in ["solve", "count", "batch", "split"] {
        command = command.mut_subcommand(verb, |sub| sub.mut_arg("strategy", |arg| arg.help(strategy_help(families))));
    }
    with_negative_numbers(command.subcommand(generate(families)))
}

/// Lets every option take a number below 0, so that whoever reads the number says what is wrong with it. Otherwise it
/// is taken for a flag, with a tip that leads nowhere.
fn with_negative_numbers(command: Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
    let command = command.mut_args(|arg| match arg.get_action().takes_values() && !arg.is_positional() {
        true => arg.allow_negative_numbers(true),
        false => arg,
    });
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, with_negative_numbers))
}

fn strategy_help(families: &[&'static dyn Family]) -> String {
    let names = |family: &&'static dyn Family| {
        let names: Vec<_> = family.strategies().iter().map(|strategy| strategy.name).collect();
        format!("{}: {}", family.name(), names.join(", "))
    };
    let list: Vec<String> = families.iter().map(names).collect();
    format!("The way to search: auto, or a strategy of the family ({})", list.join("; "))
}

/// The flags of all families for a verb. Families that share a flag have one argument for it.
fn flags_of(families: &[&'static dyn Family], verb: Verb) -> Vec<Arg> {
    let mut args: Vec<(Arg, Vec<&'static str>)> = Vec::new();
    for family in families {
        for flag in family.flags().iter().filter(|flag| flag.verbs.contains(&verb)) {
            match args.iter_mut().find(|(arg, _)| arg.get_id() == flag.name) {
                Some((_, owners)) => owners.push(family.name()),
                None => args.push((arg_of(flag), vec![family.name()])),
            }
        }
    }
    args.into_iter().map(|(arg, owners)| arg.help_heading(heading(&owners))).collect()
}

fn heading(owners: &[&'static str]) -> String {
    let mut heading = owners.join(" and ");
    if let Some(first) = heading.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    heading
}

fn arg_of(flag: &Flag) -> Arg {
    let arg = Arg::new(flag.name).long(flag.name).help(flag.about);
    match flag.value {
        None => arg.action(ArgAction::SetTrue),
        Some(name) => {
            let action = if flag.is_repeated { ArgAction::Append } else { ArgAction::Set };
            arg.value_name(name).action(action).allow_hyphen_values(true)
        }
    }
}

fn generate(families: &[&'static dyn Family]) -> Command {
    let mut generate = Command::new("generate")
        .about("Make a new puzzle from a seed")
        .subcommand_required(true)
        .arg_required_else_help(true);
    for family in families.iter().filter(|family| !family.generator_flags().is_empty()) {
        let mut kind = Command::new(family.name()).about(format!("A new case: {}", family.about()));
        if family.generator_takes_case() {
            let case = Arg::new("case").value_name("CASE").required(true).value_parser(value_parser!(PathBuf));
            kind = kind.arg(case.help("The case to begin with"));
        }
        generate = generate.subcommand(kind.args(family.generator_flags().iter().map(arg_of)).args(shared_by_makers()));
    }
    for product in families.iter().flat_map(|family| family.products()) {
        // What is not left to chance has no seed, and is made by one thread.
        let shared = shared_by_makers().into_iter().filter(|arg| !["seed", "threads"].contains(&arg.get_id().as_str()));
        let kind = Command::new(product.name).about(product.about);
        generate = generate.subcommand(kind.args(product.flags.iter().map(arg_of)).args(shared));
    }
    generate
}

/// The flags that every generator takes.
fn shared_by_makers() -> [Arg; 6] {
    [
        Arg::new("seed")
            .long("seed")
            .value_name("N")
            .value_parser(value_parser!(u64))
            .help("Another seed, another case"),
        Arg::new("output")
            .short('o')
            .long("output")
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .help("Where to write it; the ending chooses the format [default: text on standard output]"),
        Arg::new("threads")
            .short('t')
            .long("threads")
            .value_name("N")
            .value_parser(parse_threads)
            .help("Worker threads, at most [default: all allowed cores]"),
        Arg::new("time-limit")
            .long("time-limit")
            .value_name("TIME")
            .value_parser(parse_duration)
            .help("Stop after this time"),
        Arg::new("memory-limit")
            .long("memory-limit")
            .value_name("SIZE")
            .value_parser(parse_size)
            .help("Stop when the process holds this much memory"),
        Arg::new("quiet").short('q').long("quiet").action(ArgAction::SetTrue).help("Say nothing on standard error"),
    ]
}

/// The flags of any family that were given.
pub fn given(matches: &ArgMatches, flags: impl IntoIterator<Item = &'static Flag>) -> Options {
    let mut options = Options::default();
    for flag in flags {
        if options.has(flag.name) || !matches!(matches.try_contains_id(flag.name), Ok(true)) {
            continue;
        }
        if flag.value.is_none() {
            if matches.get_flag(flag.name) {
                options.set(flag.name, "");
            }
        } else {
            matches.get_many::<String>(flag.name).into_iter().flatten().for_each(|text| options.set(flag.name, text));
        }
    }
    options
}

/// The flags of all families that were given with a verb.
pub fn given_with_verb(matches: &ArgMatches, verb: &str, families: &[&'static dyn Family]) -> Options {
    let Some((_, verb)) = VERBS.into_iter().find(|(name, _)| *name == verb) else { return Options::default() };
    let flags = families.iter().flat_map(|family| family.flags());
    given(matches, flags.filter(|flag| flag.verbs.contains(&verb)))
}

/// Refuses flags that belong to other families than the one of the case.
pub fn refuse_foreign(
    options: &Options,
    family: &dyn Family,
    case: &str,
    all: &[&'static dyn Family],
) -> Result<(), Failure> {
    let own = |name: &str| family.flags().iter().any(|flag| flag.name == name);
    let Some(foreign) = options.names().find(|name| !own(name)) else { return Ok(()) };
    let owners: Vec<_> = all
        .iter()
        .filter(|other| other.flags().iter().any(|flag| flag.name == foreign))
        .map(|other| other.name())
        .collect();
    let text = format!("--{foreign} is for {}: {case} is a case of {}", owners.join(" and "), family.name());
    Err(Failure::Usage(text))
}

#[cfg(test)]
mod tests {
    use crate::family::FAMILIES;

    use super::*;

    #[test]
    fn every_flag_for_a_file_tells_which_files_are_needed() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut count = 0;
        for family in FAMILIES {
            let products = family.products().iter().flat_map(|product| product.flags);
            for flag in family.flags().iter().chain(family.generator_flags()).chain(products) {
                if flag.value.is_some_and(|value| value.contains("FILE")) {
                    let options = Options::default().with(flag.name, file.path().to_str().unwrap());
                    assert_eq!(family.named_files(&options), [file.path()], "--{}", flag.name);
                    count += 1;
                }
            }
        }
        assert!(count >= 3, "masks, stored doors and visits");
    }
}
