//! `fathom solve` and `fathom count`.

use std::path::PathBuf;

use crate::search::Quest;

use super::{
    args::{CountArgs, OutputArgs, SearchArgs, SolveArgs},
    exit::Exit,
    failure::Failure,
    family::{self, Given},
    lockpick, maze,
    options::SearchOptions,
    output::Output,
    polyomino,
    polyomino::PickArgs,
    snakes, voracity,
};

/// A case of any family, ready to be searched.
enum AnyCase {
    Polyomino(polyomino::Case),
    Lockpick(lockpick::Case),
    Snakes(snakes::Case),
    Maze(maze::Case),
    Voracity(voracity::Case),
}

pub fn solve(args: SolveArgs) -> Result<Exit, Failure> {
    let wanted = match args.solutions {
        _ if args.all || args.pick.numbers() => u64::MAX,
        // The second solution shows that the first is not the only one.
        _ if args.pick.unique => 2,
        solutions => solutions,
    };
    let quest = if args.any { Quest::Any(wanted) } else { Quest::Lowest(wanted) };
    search_cases(args.files, args.input, args.search, &args.output, (quest, &args.pick))
}

pub fn count(args: CountArgs) -> Result<Exit, Failure> {
    search_cases(args.files, args.input, args.search, &args.output, (Quest::Count, &PickArgs::default()))
}

/// Searches one case after the other. A case that cannot be read ends it all, before anything is searched.
fn search_cases(
    mut files: Vec<PathBuf>,
    input: Option<PathBuf>,
    search: SearchArgs,
    output_args: &OutputArgs,
    (quest, pick): (Quest, &PickArgs),
) -> Result<Exit, Failure> {
    files.extend(input);
    let options = SearchOptions::new(search, quest, files.len())?;
    let puzzle_args = &options.args.puzzle;
    let strategy = &options.args.strategy;
    let cases = files.iter().map(|file| match family::open(file, puzzle_args)? {
        Given::Maze(name, found) => maze::Case::load(name, found, &puzzle_args.route, strategy).map(AnyCase::Maze),
        Given::Voracity(source) => voracity::Case::load(&source, puzzle_args, strategy).map(AnyCase::Voracity),
        Given::Lockpick(given) => lockpick::Case::load(&given, puzzle_args, strategy).map(AnyCase::Lockpick),
        Given::Snakes(source) => snakes::Case::load(&source, puzzle_args, strategy).map(AnyCase::Snakes),
        Given::Polyomino(source) => polyomino::Case::load(&source, puzzle_args, strategy, pick).map(AnyCase::Polyomino),
    });
    let cases = cases.collect::<Result<Vec<_>, Failure>>()?;
    if let Some(flag) = pick.given()
        && cases.iter().any(|case| !matches!(case, AnyCase::Polyomino(_)))
    {
        return Err(Failure::Usage(format!("{flag} is for polyominoes")));
    }

    let needed: Vec<PathBuf> = files.iter().chain(&options.args.checkpoint).cloned().collect();
    let mut output = Output::open(output_args, &needed)?;
    options.catch_signals()?;
    let mut worst = Exit::Done;
    for case in &cases {
        let report = &mut *output.report;
        let exit = match case {
            AnyCase::Polyomino(case) => case.search(&options, output_args, report)?,
            AnyCase::Lockpick(case) => case.search(&options, output_args, report)?,
            AnyCase::Snakes(case) => case.search(&options, output_args, report)?,
            AnyCase::Voracity(case) => case.search(&options, output_args, report)?,
            AnyCase::Maze(case) => case.search(&options, output_args, report)?,
        };
        worst = worst.max(exit);
        if options.interrupt.load(std::sync::atomic::Ordering::Relaxed) {
            break;
        }
    }
    output.finish(output_args.quiet)?;
    Ok(worst)
}
