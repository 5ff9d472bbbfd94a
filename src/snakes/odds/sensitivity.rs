//! How much each square matters: what becomes of the expected length if the jump on it is removed, or one is put there.

use rayon::prelude::*;
use serde::Serialize;

use super::{
    elimination::Structure,
    moments,
    ranking::{self, Addition},
};
use crate::{
    family::Error,
    search::{Control, StopReason},
    snakes::{
        board::{Case, Jump},
        chain::{Chain, Scope},
    },
};

/// What a square does to the length of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Influence {
    /// The square.
    pub square: u32,
    /// The jump that begins on it.
    pub jump: Option<Jump>,
    /// How many turns longer the game is without that jump; `None` also if it might then never end.
    pub removed: Option<f64>,
    /// The jump from here that makes the game shortest.
    pub shortest: Option<Addition>,
    /// The jump from here that makes the game longest without making it endless.
    pub longest: Option<Addition>,
    /// Jumps from here with which a game might never end.
    pub endless: usize,
}

/// All squares of a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sensitivity {
    /// Expected turns of the board as it is.
    pub expected: f64,
    /// In ascending order.
    pub squares: Vec<Influence>,
}

/// Steps of arithmetic this may take; a few seconds.
const AFFORDABLE: f64 = 1e10;

/// Looks at all squares.
pub fn sensitivity(case: &Case, control: &Control) -> Result<Sensitivity, Error> {
    let too_large = |most: u32| {
        let text = format!("every pair of squares is tried: the board may have {most} squares at most");
        Error::Unsuitable(text)
    };
    if case.board.squares > ranking::MAX_SQUARES {
        return Err(too_large(ranking::MAX_SQUARES));
    }
    let chain = Chain::compile(case, Scope::Reachable, control)?;
    let structure = Structure::of(&chain)?;
    if !structure.certain() {
        return Err(Error::Unsuitable("some games never end: there is no expected length to be changed".to_owned()));
    }
    let expected = moments::mean(&chain)?;
    let additions = match ranking::additions(case, control)? {
        Some(all) => all,
        None => {
            let solve = (chain.len() * chain.outcomes().len()) as f64 * (structure.unknowns() as f64 + 4.0);
            if solve * f64::from(case.board.squares).powi(2) > AFFORDABLE {
                return Err(too_large(100));
            }
            by_solving(case, expected, control)?
        }
    };
    let effects = ranking::effects(case, control)?;
    let mut squares: Vec<Influence> = (1..=case.board.squares)
        .map(|square| Influence {
            square,
            jump: case.board.jump_from(square),
            removed: None,
            shortest: None,
            longest: None,
            endless: 0,
        })
        .collect();
    for effect in effects {
        squares[effect.jump.from as usize - 1].removed = Some(effect.removed).filter(|turns| turns.is_finite());
    }
    for addition in additions {
        let square = &mut squares[addition.jump.from as usize - 1];
        if !addition.longer.is_finite() {
            square.endless += 1;
            continue;
        }
        if square.shortest.is_none_or(|best| addition.longer < best.longer) {
            square.shortest = Some(addition);
        }
        if square.longest.is_none_or(|best| addition.longer > best.longer) {
            square.longest = Some(addition);
        }
    }
    Ok(Sensitivity { expected, squares })
}

/// What every jump that could be added would do, each by solving the game with it: for rules that remember more than a
/// square.
fn by_solving(case: &Case, expected: f64, control: &Control) -> Result<Vec<Addition>, StopReason> {
    let (heads, feet) = ranking::free_squares(case);
    let from_one = |&from: &u32| {
        let others = feet.iter().filter(|&&to| to != from);
        others.map(|&to| ranking::start_over(case, Jump { from, to }, expected, control)).collect::<Result<Vec<_>, _>>()
    };
    let all: Result<Vec<Vec<Addition>>, StopReason> = heads.par_iter().map(from_one).collect();
    Ok(all?.concat())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::snakes::odds::tests::{any_case, milton_bradley};

    #[test]
    fn the_known_board_has_its_long_snake_and_its_long_ladder() {
        let all = sensitivity(&milton_bradley(""), &Control::default()).unwrap();
        assert!((all.expected - 39.225122308235).abs() < 1e-9);
        assert_eq!(all.squares.len(), 100);
        let on = |square: u32| &all.squares[square as usize - 1];
        // Without the ladder from 28 to 84 games are longer, without the snake from 87 to 24 shorter.
        assert!(on(28).removed.unwrap() > 1.0 && on(87).removed.unwrap() < -1.0);
        assert_eq!(on(28).shortest, None);
        // A ladder to the goal is the best thing to put anywhere.
        assert_eq!(on(50).shortest.unwrap().jump.to, 100);
        assert!(on(50).shortest.unwrap().longer < 0.0 && on(99).longest.unwrap().longer > 0.0);
        assert_eq!((on(100).shortest, on(100).longest, on(100).removed), (None, None, None));
    }

    proptest! {
        #![proptest_config(crate::soak::laws(24))]
        #[test]
        fn what_is_said_of_a_square_is_what_the_changed_board_gives(case in any_case()) {
            let control = Control::default();
            let Ok(all) = sensitivity(&case, &control) else { return Ok(()) };
            let mean = |jumps: Vec<Jump>| {
                let board = case.board.with_jumps(jumps);
                moments::mean(&Chain::compile(&case.with_board(board), Scope::Reachable, &control).unwrap()).unwrap()
            };
            for square in &all.squares {
                let others: Vec<Jump> =
                    case.board.jumps.iter().filter(|jump| jump.from != square.square).copied().collect();
                if let Some(removed) = square.removed {
                    prop_assert!((mean(others.clone()) - all.expected - removed).abs() < 1e-6 * all.expected);
                }
                for best in [square.shortest, square.longest].into_iter().flatten() {
                    let with: Vec<Jump> = others.iter().copied().chain([best.jump]).collect();
                    let off = (mean(with) - all.expected - best.longer).abs();
                    prop_assert!(off < 1e-6 * (all.expected + best.longer.abs()), "{best:?} {off}");
                }
                if let (Some(low), Some(high)) = (square.shortest, square.longest) {
                    prop_assert!(low.longer <= high.longer);
                }
            }
        }
    }
}
