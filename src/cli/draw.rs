//! `fathom draw`.

use super::{
    args::{DrawArgs, FamilyName},
    exit::Exit,
    failure::Failure,
    family::{self, Given},
    maze,
};

pub fn draw(args: &DrawArgs) -> Result<Exit, Failure> {
    match family::open(&args.case, &args.puzzle)? {
        Given::Maze(_, found) => {
            maze::draw(&found, &args.puzzle.route, args.solve, &args.picture, args.output.as_deref())
        }
        Given::Text(FamilyName::Polyomino | FamilyName::Maze, source) => {
            Err(Failure::Usage(format!("{}: only mazes can be drawn", source.name())))
        }
    }
}
