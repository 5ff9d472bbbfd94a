//! `fathom draw`.

use super::{
    args::DrawArgs,
    exit::Exit,
    failure::Failure,
    family::{self, Given},
    lockpick, maze, snakes, voracity,
};

pub fn draw(args: &DrawArgs) -> Result<Exit, Failure> {
    match family::open(&args.case, &args.puzzle)? {
        Given::Maze(_, found) => maze::draw(&found, args),
        Given::Lockpick(given) => lockpick::draw::draw(&given, args),
        Given::Snakes(source) => snakes::draw::draw(&source, args),
        Given::Voracity(source) => voracity::draw(&source, args),
        Given::Polyomino(source) => {
            Err(Failure::Usage(format!("{}: polyominoes are drawn by 'show' and 'solve' only", source.name())))
        }
    }
}
