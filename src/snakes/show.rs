//! Boards as text: the board as people draw it, the rules, and any shortest game by its number.

use std::fmt::Write;

use num_bigint::BigUint;

use super::{
    board::{Board, Case},
    chain::{Chain, Scope},
    input,
    paths::{Game, Shortest},
    solution::numbers,
};
use crate::{
    family::Error,
    search::{Control, Path},
    words::counted,
};

/// Wider boards are not drawn in letters.
const MAX_DRAWN: u32 = 5000;

/// The shortest game with an id.
pub(super) fn game_text(case: &Case, id: &str, control: &Control) -> Result<String, Error> {
    let game = game(case, id, control)?;
    Ok(format!("Rolls: {}\nSquares: {}\n", numbers(&game.rolls), numbers(&game.squares)))
}

/// The board, its rules and what is known at once about it.
pub(super) fn board_text(case: &Case, control: &Control) -> Result<String, Error> {
    let chain = Chain::compile(case, Scope::Reachable, control)?;
    let mut text = input::write(case);
    let _ = writeln!(text, "\n# {}", counted(chain.len(), "state"));
    if let Some(shortest) = Shortest::find(&chain)? {
        let (rolls, count) = (counted(shortest.rolls(), "roll"), shortest.count(&chain));
        let _ = writeln!(text, "# {rolls} at least; games 0 to {} take that many", count - 1u32);
    }
    if case.board.squares <= MAX_DRAWN {
        text.push('\n');
        text += &drawing(&case.board);
    }
    Ok(text)
}

/// The shortest game with an id: its number, or the path of its outcomes.
pub(super) fn game(case: &Case, id: &str, control: &Control) -> Result<Game, Error> {
    Numbered::new(case, control)?.game(id)
}

/// All shortest games of a board, by their ids.
pub(super) struct Numbered {
    chain: Chain,
    shortest: Option<Shortest>,
}

impl Numbered {
    pub(super) fn new(case: &Case, control: &Control) -> Result<Self, Error> {
        let chain = Chain::compile(case, Scope::Reachable, control)?;
        let shortest = Shortest::find(&chain)?;
        Ok(Self { chain, shortest })
    }

    /// How many there are.
    pub(super) fn count(&self) -> BigUint {
        self.shortest.as_ref().map_or(BigUint::ZERO, |shortest| shortest.count(&self.chain))
    }

    /// The game with an id.
    pub(super) fn game(&self, id: &str) -> Result<Game, Error> {
        let wrong = |what: String| Error::Unsupported(format!("id {id}: {what}"));
        let (chain, shortest) = (&self.chain, self.shortest.as_ref());
        let shortest = shortest.ok_or_else(|| wrong("the goal of this board cannot be reached".to_owned()))?;
        if let Ok(number) = id.parse::<BigUint>() {
            let game = shortest.game(chain, &number);
            let count = || match shortest.count(chain).to_string().as_str() {
                "1" => "there is only 1 shortest game, number 0".to_owned(),
                count => format!("there are only {count} shortest games, from 0 on"),
            };
            return game.ok_or_else(|| wrong(count()));
        }
        let path: Path = id.parse().map_err(|_| wrong("a game has a whole number".to_owned()))?;
        let game = shortest.game_of(chain, path.digits());
        game.ok_or_else(|| wrong("this path is none of the shortest games".to_owned()))
    }
}

/// The board as people draw it, as comments: top row first, rows back and forth, `n>m` for jumps.
pub(super) fn drawing(board: &Board) -> String {
    let mark = |square: u32| match board.jump_from(square) {
        Some(jump) => format!("{square}>{}", jump.to),
        None => square.to_string(),
    };
    let width = (1..=board.squares).map(|square| mark(square).len()).max().unwrap_or(1);
    let mut text = String::new();
    for row in (0..board.rows()).rev() {
        let mut squares: Vec<u32> = (row * board.columns + 1..=(row + 1) * board.columns).collect();
        if row % 2 == 1 {
            squares.reverse();
        }
        let cells = squares.into_iter().map(|square| {
            let text = if square <= board.squares { mark(square) } else { String::new() };
            format!("{text:>width$}")
        });
        let _ = writeln!(text, "# {}", cells.collect::<Vec<_>>().join(" ").trim_end());
    }
    text
}
