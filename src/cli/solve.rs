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
    polyomino, snakes,
};

/// A case of any family, ready to be searched.
enum AnyCase {
    Polyomino(polyomino::Case),
    Lockpick(lockpick::Case),
    Snakes(snakes::Case),
    Maze(maze::Case),
}

pub fn solve(args: SolveArgs) -> Result<Exit, Failure> {
    let wanted = if args.all { u64::MAX } else { args.solutions };
    let quest = if args.any { Quest::Any(wanted) } else { Quest::Lowest(wanted) };
    search_cases(args.files, args.input, args.search, &args.output, quest)
}

pub fn count(args: CountArgs) -> Result<Exit, Failure> {
    search_cases(args.files, args.input, args.search, &args.output, Quest::Count)
}

/// Searches one case after the other. A case that cannot be read ends it all, before anything is searched.
fn search_cases(
    mut files: Vec<PathBuf>,
    input: Option<PathBuf>,
    search: SearchArgs,
    output_args: &OutputArgs,
    quest: Quest,
) -> Result<Exit, Failure> {
    files.extend(input);
    let options = SearchOptions::new(search, quest, files.len())?;
    let puzzle_args = &options.args.puzzle;
    let strategy = &options.args.strategy;
    let cases = files.iter().map(|file| match family::open(file, puzzle_args)? {
        Given::Maze(name, found) => maze::Case::load(name, found, &puzzle_args.route, strategy).map(AnyCase::Maze),
        Given::Lockpick(given) => lockpick::Case::load(&given, puzzle_args, strategy).map(AnyCase::Lockpick),
        Given::Snakes(source) => snakes::Case::load(&source, puzzle_args, strategy).map(AnyCase::Snakes),
        Given::Polyomino(source) => polyomino::Case::load(&source, puzzle_args, strategy).map(AnyCase::Polyomino),
    });
    let cases = cases.collect::<Result<Vec<_>, Failure>>()?;

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
