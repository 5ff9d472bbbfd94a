//! How likely a game is to touch each square: to land on it, or to be carried to it by a jump.

use super::{
    arithmetic::Floats,
    elimination::{Elimination, Structure},
};
use crate::{
    search::StopReason,
    snakes::{
        board::Case,
        chain::{Chain, NOWHERE},
        rules::Chains,
    },
};

/// For every square, index 0 being the place beside the board, the chance that a game touches it after its start.
pub fn chances(case: &Case, chain: &Chain) -> Result<Vec<f64>, StopReason> {
    let board = &case.board;
    // The squares one can land on to touch a square: itself, and where jumps that pass it begin.
    let mut gates: Vec<Vec<u32>> = (0..=board.squares).map(|square| vec![square]).collect();
    for jump in &board.jumps {
        gates[jump.to as usize].push(jump.from);
        let mut square = jump.to;
        while let Some(next) = board.jump_from(square).filter(|_| case.rules.chains == Chains::Follow) {
            gates[next.to as usize].push(jump.from);
            square = next.to;
        }
    }
    let weights: Vec<f64> = chain.outcomes().iter().map(|outcome| f64::from(outcome.weight)).collect();
    let touch_chance = |gates: &Vec<u32>| {
        let touches = |lands: u32| lands != NOWHERE && gates.contains(&lands);
        let until_touch = chain.with_more_wins(touches);
        let structure = Structure::of(&until_touch)?;
        let Some(elimination) = Elimination::new(Floats, &until_touch, &structure)? else { return Ok(f64::NAN) };
        let solution = elimination.solve(|state| {
            let arcs = chain.lands(state).iter().zip(&weights);
            arcs.filter(|(lands, _)| touches(**lands)).map(|(_, weight)| weight).sum()
        })?;
        // Sums of a thousand rounded terms may end a little above 1, or a little below 0; and there is no -0.
        Ok(solution[chain.start()].clamp(0.0, 1.0) + 0.0)
    };
    gates.iter().map(touch_chance).collect()
}
