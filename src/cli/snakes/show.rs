//! `fathom show` for boards: the board as people draw it, the rules, and any shortest game by its number.

use std::fmt::Write;

use num_bigint::BigUint;

use crate::{
    diagnostics::Source,
    snakes::{
        board::{Board, Case},
        chain::{Chain, Scope},
        input,
        paths::{Game, Shortest},
    },
};

use super::{
    super::{args::ShowArgs, exit::Exit, failure::Failure, write_out},
    numbers,
};

/// Wider boards are not drawn in letters.
const MAX_DRAWN: u32 = 5000;

pub fn show(source: &Source, args: &ShowArgs) -> Result<Exit, Failure> {
    let case = super::load(source, &args.puzzle)?;
    let mut text = String::new();
    match &args.id {
        Some(id) => {
            let game = game(&case, id)?;
            let _ = writeln!(text, "Rolls: {}\nSquares: {}", numbers(&game.rolls), numbers(&game.squares));
        }
        None => {
            let chain = Chain::compile(&case, Scope::Reachable);
            text += &input::write(&case);
            let _ = writeln!(text, "\n# {} states", chain.len());
            if let Some(shortest) = Shortest::find(&chain) {
                let (rolls, count) = (shortest.rolls(), shortest.count(&chain));
                let _ = writeln!(text, "# {rolls} rolls at least; games 0 to {} take that many", count - 1u32);
            }
            if case.board.squares <= MAX_DRAWN {
                text.push('\n');
                text += &drawing(&case.board);
            }
        }
    }
    write_out(text.as_bytes())
}

/// The shortest game with a number.
pub fn game(case: &Case, id: &str) -> Result<Game, Failure> {
    let number: BigUint = id.parse().map_err(|_| Failure::Usage(format!("--id {id}: a game has a whole number")))?;
    let chain = Chain::compile(case, Scope::Reachable);
    let shortest =
        Shortest::find(&chain).ok_or_else(|| Failure::Usage("the goal of this board cannot be reached".to_owned()))?;
    let game = shortest.game(&chain, &number);
    game.ok_or_else(|| {
        Failure::Usage(format!("--id {id}: there are only {} shortest games, from 0 on", shortest.count(&chain)))
    })
}

/// The board as people draw it, as comments: top row first, rows back and forth, `n>m` for jumps.
pub fn drawing(board: &Board) -> String {
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
