//! Makes boards: so many snakes and ladders, and a game that lasts as long, spreads as much or favours the first player
//! as much as is wished.
//!
//! One jump after the other is taken off and put back where it serves best. What every possible place does to the
//! expected length comes from updates of rank one, thousands at a time; only the best of them are measured in full.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

mod placing;

use self::placing::{SPACINGS, Spacing, is_apart, is_handsome, random_jump};
use super::{
    board::{Case, Jump},
    chain::{Chain, Scope},
    odds::{
        distribution::Distribution,
        elimination::Structure,
        moments, players,
        ranking::{self, Addition},
    },
};
use crate::{
    chance::below,
    diagnostics::Diagnostic,
    family::Error,
    search::{Control, StopReason},
};

/// What a board should be like. What is `None` does not matter.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Wish {
    /// How many snakes.
    pub snakes: u32,
    /// How many ladders.
    pub ladders: u32,
    /// Expected number of turns.
    pub turns: Option<f64>,
    /// Standard deviation of the number of turns.
    pub deviation: Option<f64>,
    /// The chance of the first of two players to win.
    pub first_of_two: Option<f64>,
}

/// A board and how near it came.
#[derive(Clone, Debug, Serialize)]
pub struct Design {
    /// The board with the rules it was made for.
    pub case: Case,
    /// Expected number of turns.
    pub turns: f64,
    /// Standard deviation.
    pub deviation: f64,
    /// The chance of the first of two players to win.
    pub first_of_two: f64,
    /// How far off the wish: the relative errors added up; 0 is perfect.
    pub miss: f64,
    /// Places for jumps that were scored.
    pub scored: u64,
}

/// A wish is met if it is missed by no more than this.
const NEAR_ENOUGH: f64 = 1e-6;

/// A board that comes this near is not made less handsome to come nearer.
const CLOSE: f64 = 1e-3;

/// Larger boards would take hours.
const MAX_SQUARES: u32 = 100_000;

/// How often every jump is moved before it is left at that.
const ROUNDS: usize = 12;

/// Places that are measured in full, of all those scored by their length.
const MEASURED: usize = 24;

/// Makes a board. The jumps of `empty` are replaced; its size and rules are kept.
pub fn design(empty: &Case, wish: &Wish, seed: u64, control: &Control) -> Result<Design, Error> {
    if empty.board.squares > MAX_SQUARES {
        return Err(Diagnostic::new(format!("boards of up to {MAX_SQUARES} squares can be made")).into());
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let many = wish.snakes.saturating_add(wish.ladders);
    let mut jumps = Vec::new();
    for index in 0..many {
        // Ladders and snakes take turns in proportion, so that the last kind does not get what room is left.
        let is_ladder = |index: u32| u64::from(index) * u64::from(wish.ladders) / u64::from(many);
        let is_ladder = is_ladder(index + 1) > is_ladder(index);
        let jump = random_jump(&empty.board, &jumps, is_ladder, many, &mut random, control)?;
        jumps.push(jump.ok_or_else(|| {
            Diagnostic::new("there is no room for so many snakes and ladders")
                .help("every one needs two squares of its own")
        })?);
    }
    let first = measure(empty.with_board(empty.board.with_jumps(jumps)), wish, 0, control)?;
    let mut best = first.ok_or_else(|| {
        Diagnostic::new("games on such a board may never end").help("try fewer snakes, or a die that shows a 1")
    })?;
    let mut scored = 0;
    // Jumps that cross are looked at only for wishes that cannot be met without.
    for spacing in [Spacing::Clear, Spacing::Crossing] {
        if best.miss > CLOSE {
            best = improve(best, wish, spacing, &mut scored, &mut random, control)?;
        }
    }
    let chain = Chain::compile(&best.case, Scope::Reachable, control)?;
    best.first_of_two = first_of_two(&best.case, &chain, &Structure::of(&chain)?)?;
    best.scored = scored;
    Ok(best)
}

/// Moves jumps, one at a time, as long as that brings the board nearer to the wish.
fn improve(
    mut best: Design,
    wish: &Wish,
    spacing: Spacing,
    scored: &mut u64,
    random: &mut ChaCha8Rng,
    control: &Control,
) -> Result<Design, StopReason> {
    for _ in 0..ROUNDS * best.case.board.jumps.len() {
        if best.miss < NEAR_ENOUGH {
            break;
        }
        let mut kept = best.case.board.jumps.clone();
        let taken = kept.swap_remove(below(random, kept.len()));
        let without = best.case.with_board(best.case.board.with_jumps(kept));
        let candidates = candidates(&without, taken.is_ladder(), spacing, random, control)?;
        *scored += candidates.len() as u64;
        for jump in most_promising(&without, candidates, wish, random, control)? {
            let mut jumps = without.board.jumps.clone();
            jumps.push(jump);
            let tried = measure(without.with_board(without.board.with_jumps(jumps)), wish, *scored, control)?;
            if let Some(tried) = tried.filter(|tried| tried.miss < best.miss) {
                best = tried;
            }
        }
    }
    Ok(best)
}

/// The places for one jump more, with what they do to the length of the game.
fn candidates(
    case: &Case,
    ladder: bool,
    spacing: Spacing,
    random: &mut ChaCha8Rng,
    control: &Control,
) -> Result<Vec<Addition>, StopReason> {
    let board = &case.board;
    let is_foot = |square: u32| board.jumps.iter().any(|jump| jump.to == square);
    let fits = |jump: Jump| {
        let apart = jump.from != board.start && !is_foot(jump.to);
        jump.is_ladder() == ladder && apart && is_handsome(board, jump)
    };
    if let Some(mut all) = ranking::additions(case, control)? {
        all.retain(|addition| fits(addition.jump) && addition.longer.is_finite());
        // Where there is no room for that, jumps lie as near as they must.
        for spacing in SPACINGS.into_iter().skip_while(|&other| other != spacing) {
            let is_apart = |addition: &&Addition| is_apart(board, addition.jump, &board.jumps, spacing);
            let apart: Vec<Addition> = all.iter().filter(is_apart).copied().collect();
            if !apart.is_empty() {
                return Ok(apart);
            }
        }
        return Ok(all);
    }
    // Rules that remember more than a square, and large boards: score some places by solving the game.
    let now = moments::mean(&Chain::compile(case, Scope::Reachable, control)?)?;
    let tries = (300_000 / board.squares).clamp(20, 300);
    let many = board.jumps.len() as u32 + 1;
    let mut scores = Vec::new();
    for _ in 0..tries {
        if let Some(jump) = random_jump(board, &board.jumps, ladder, many, random, control)? {
            scores.push(ranking::start_over(case, jump, now, control)?);
        }
    }
    scores.retain(|addition| addition.longer.is_finite());
    Ok(scores)
}

/// The places whose expected length is nearest to what is wished, or any if that does not matter.
fn most_promising(
    without: &Case,
    mut candidates: Vec<Addition>,
    wish: &Wish,
    random: &mut ChaCha8Rng,
    control: &Control,
) -> Result<Vec<Jump>, StopReason> {
    let measured = MEASURED.min(candidates.len());
    if let Some(turns) = wish.turns {
        let now = moments::mean(&Chain::compile(without, Scope::Reachable, control)?)?;
        let off = |addition: &Addition| (now + addition.longer - turns).abs();
        candidates.sort_by(|a, b| off(a).total_cmp(&off(b)).then(a.jump.cmp(&b.jump)));
    }
    if wish.deviation.is_some() || wish.first_of_two.is_some() {
        // The length alone does not decide: half of the places are taken from anywhere.
        for at in measured / 2..measured {
            let other = at + below(random, candidates.len() - at);
            candidates.swap(at, other);
        }
    }
    Ok(candidates.iter().take(measured).map(|addition| addition.jump).collect())
}

/// Measures a board. `None` if games on it may never end.
fn measure(case: Case, wish: &Wish, scored: u64, control: &Control) -> Result<Option<Design>, StopReason> {
    let chain = Chain::compile(&case, Scope::Reachable, control)?;
    let structure = Structure::of(&chain)?;
    let length = moments::length(&chain, &structure)?.filter(|_| structure.certain());
    let Some(length) = length else { return Ok(None) };
    // The dearest figure by far: only measured where it matters.
    let first_of_two = match wish.first_of_two {
        Some(_) => first_of_two(&case, &chain, &structure)?,
        None => f64::NAN,
    };
    let off = |got: f64, wanted: Option<f64>| wanted.map_or(0.0, |wanted| (got / wanted - 1.0).abs());
    // What matters of the first player's share is how far it is from one half.
    let edge = wish.first_of_two.map(|share| share - 0.5);
    let edge_off = edge.map_or(0.0, |edge| (first_of_two - 0.5 - edge).abs() / edge.abs().max(0.001));
    let miss = off(length.mean, wish.turns) + off(length.deviation, wish.deviation) + edge_off;
    Ok(Some(Design { case, turns: length.mean, deviation: length.deviation, first_of_two, miss, scored }))
}

fn first_of_two(case: &Case, chain: &Chain, structure: &Structure) -> Result<f64, StopReason> {
    Ok(players::shares(&Distribution::of(case, chain, structure.live())?, 2).wins[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snakes::odds::tests::case;

    fn design(empty: &Case, wish: &Wish, seed: u64) -> Result<Design, Error> {
        super::design(empty, wish, seed, &Control::default())
    }

    #[test]
    fn placing_many_jumps_looks_at_its_limits() {
        let control = Control::default();
        control.stop(StopReason::TimeLimit);
        let wish = Wish { snakes: 800, ladders: 800, ..Wish::default() };
        assert!(matches!(super::design(&case("size 100x100\n"), &wish, 1, &control), Err(Error::Stopped(_))));
        let board = case("size 100x100\n").board;
        let jumps = vec![Jump { from: 2, to: 500 }; 100_000];
        let mut random = ChaCha8Rng::seed_from_u64(1);
        assert_eq!(random_jump(&board, &jumps, true, 1, &mut random, &control), Err(StopReason::TimeLimit));
    }

    fn empty(text: &str) -> Case {
        case(text)
    }

    #[test]
    fn a_board_of_the_wished_length_is_found() {
        let wish = Wish { snakes: 10, ladders: 9, turns: Some(50.0), ..Wish::default() };
        let design = design(&empty("size 10x10"), &wish, 1).unwrap();
        assert!((design.turns - 50.0).abs() < 0.01, "{}", design.turns);
        let snakes = design.case.board.jumps.iter().filter(|jump| !jump.is_ladder()).count();
        assert_eq!((snakes, design.case.board.jumps.len()), (10, 19));
        assert!(ranking::is_playable(&design.case.board, &design.case.rules));
        assert!(design.scored > 1000);
    }

    #[test]
    fn jumps_of_a_made_board_do_not_lie_on_each_other() {
        for seed in 1..9 {
            for turns in [None, Some(40.0)] {
                let wish = Wish { snakes: 8, ladders: 8, turns, ..Wish::default() };
                let board = design(&empty("size 10x10"), &wish, seed).unwrap().case.board;
                for (index, &one) in board.jumps.iter().enumerate() {
                    let others = &board.jumps[..index];
                    assert!(is_apart(&board, one, others, Spacing::Clear), "seed {seed}: {one:?} and {others:?}");
                }
            }
        }
    }

    #[test]
    fn the_same_seed_makes_the_same_board() {
        let wish = Wish { snakes: 3, ladders: 4, turns: Some(20.0), first_of_two: Some(0.52), ..Wish::default() };
        let make = |seed| design(&empty("size 6x6\nstart 1"), &wish, seed).unwrap();
        let (a, b) = (make(5), make(5));
        assert_eq!(a.case, b.case);
        assert!(a.miss < 0.2, "{}", a.miss);
        assert_ne!(a.case, make(6).case);
    }

    #[test]
    fn wishes_that_cannot_be_met_are_refused() {
        let crowd = Wish { snakes: 40, ladders: 40, ..Wish::default() };
        assert!(design(&empty("size 5x5"), &crowd, 1).is_err());
        assert!(design(&empty("size 1000x1000"), &Wish::default(), 1).is_err());
        assert!(design(&empty("size 5x5\ndie 2 2"), &Wish::default(), 1).is_err());
    }

    #[test]
    fn rules_that_remember_turns_can_be_designed_for() {
        let wish = Wish { snakes: 3, ladders: 3, turns: Some(15.0), ..Wish::default() };
        let design = design(&empty("size 6x6\nagain 6\nthree-sixes undo"), &wish, 2).unwrap();
        assert!((design.turns - 15.0).abs() < 0.5, "{}", design.turns);
    }
}
