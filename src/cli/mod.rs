//! The command line: the only place that knows flags, terminals, signals and exit codes.

mod args;
mod check;
mod draw;
mod exit;
mod failure;
mod family;
mod lockpick;
mod maze;
mod options;
mod output;
mod palette;
mod picture;
mod polyomino;
mod progress;
mod show;
mod snakes;
mod solve;
mod voracity;

use std::{io, process::ExitCode};

use clap::{CommandFactory, Parser};

use args::{Cli, Command, GenerateKind};
use exit::Exit;
use failure::Failure;

/// Runs the program with the arguments it was started with.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    match dispatch(cli.command) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            failure.print();
            failure.exit().into()
        }
    }
}

fn dispatch(command: Command) -> Result<Exit, Failure> {
    match command {
        Command::Solve(args) => solve::solve(args),
        Command::Count(args) => solve::count(args),
        Command::Check(args) => check::check(&args),
        Command::Show(args) => show::show(&args),
        Command::Draw(args) => draw::draw(&args),
        Command::Generate(GenerateKind::Maze(args)) => maze::generate(&args),
        Command::Generate(GenerateKind::Polyomino(args)) => polyomino::generate(&args),
        Command::Generate(GenerateKind::Lockpick(args)) => lockpick::generate::generate(&args),
        Command::Generate(GenerateKind::Snakes(args)) => snakes::generate::generate(&args),
        Command::Generate(GenerateKind::Voracity(args)) => voracity::generate(&args),
        Command::Odds(args) => snakes::odds::odds(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "fathom", &mut script);
            write_out(&script)
        }
        Command::Man => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Cli::command()).render(&mut page)?;
            write_out(&page)
        }
    }
}

fn write_out(bytes: &[u8]) -> Result<Exit, Failure> {
    let mut stdout = io::stdout().lock();
    io::Write::write_all(&mut stdout, bytes)?;
    io::Write::flush(&mut stdout)?;
    Ok(Exit::Done)
}
