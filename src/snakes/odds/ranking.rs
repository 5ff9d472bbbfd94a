//! What every jump does to the length of a game, and which jump would do most if it were added.

use serde::Serialize;

use super::{
    arithmetic::Floats,
    elimination::{Elimination, Structure},
    moments,
};
use crate::{
    search::{Control, StopReason},
    snakes::{
        board::{Board, Case, Jump},
        chain::{Chain, Scope},
        rules::{Chains, Rules},
    },
};

/// Larger boards have too many pairs of squares to list all jumps that could be added.
pub const MAX_SQUARES: u32 = 2000;

/// What a jump of the board does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Effect {
    /// The jump.
    pub jump: Jump,
    /// How many turns longer the game is without it; infinite if it might then never end.
    pub removed: f64,
    /// How many turns longer the game is with the jump turned round; `None` if that makes no board.
    pub reversed: Option<f64>,
}

/// A jump the board does not have, and what it would do.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Addition {
    /// The jump.
    pub jump: Jump,
    /// How many turns longer the game would be.
    pub longer: f64,
}

/// The effects of all jumps, in the order of the largest change first.
pub fn effects(case: &Case, control: &Control) -> Result<Vec<Effect>, StopReason> {
    let mean_of = |board: Board| moments::mean(&Chain::compile(&case.with_board(board), Scope::Reachable, control)?);
    let board = &case.board;
    let now = mean_of(board.clone())?;
    let effects: Result<Vec<Effect>, StopReason> = (0..board.jumps.len())
        .map(|at| {
            let jump = board.jumps[at];
            let mut jumps = board.jumps.clone();
            jumps.remove(at);
            let removed = mean_of(board.with_jumps(jumps.clone()))? - now;
            jumps.push(Jump { from: jump.to, to: jump.from });
            let turned = board.with_jumps(jumps);
            let reversed = if is_playable(&turned, &case.rules) { Some(mean_of(turned)? - now) } else { None };
            Ok(Effect { jump, removed, reversed })
        })
        .collect();
    let mut effects = effects?;
    effects.sort_by(|a, b| b.removed.abs().total_cmp(&a.removed.abs()).then(a.jump.cmp(&b.jump)));
    Ok(effects)
}

/// Whether a case file with these jumps would be accepted. The jumps are sorted.
pub fn is_playable(board: &Board, rules: &Rules) -> bool {
    let on_board = |jump: &Jump| {
        let ends_on_board = jump.to >= 1 || board.start == 0;
        let begins_on_board = (1..=board.squares).contains(&jump.from) && jump.from != board.goal;
        begins_on_board && jump.to <= board.squares && ends_on_board && jump.from != jump.to
    };
    let chained = |jump: &Jump| board.jump_from(jump.to).is_some();
    let distinct = board.jumps.windows(2).all(|pair| pair[0].from != pair[1].from);
    distinct
        && board.jumps.iter().all(on_board)
        && match rules.chains {
            Chains::Rest => true,
            Chains::Forbid => !board.jumps.iter().any(chained),
            // A circle never comes to rest: no chain can be longer than there are jumps.
            Chains::Follow => board.jumps.iter().all(|jump| {
                let mut trail = std::iter::successors(Some(*jump), |jump| board.jump_from(jump.to));
                trail.nth(board.jumps.len()).is_none()
            }),
        }
}

/// The squares a new jump may begin on and end on: no jump begins there, and none that begins there leads there.
pub(super) fn free_squares(case: &Case) -> (Vec<u32>, Vec<u32>) {
    let board = &case.board;
    let is_foot = |square: u32| board.jumps.iter().any(|jump| jump.to == square);
    let plain = |square: &u32| board.jump_from(*square).is_none();
    let is_head = |&square: &u32| square != board.goal && !is_foot(square);
    let heads = (1..=board.squares).filter(plain).filter(is_head).collect();
    (heads, (1..=board.squares).filter(plain).collect())
}

/// What every jump that could be added would do, by an update of rank one each: one inverse for all of them.
///
/// Landing on a sends the piece to b from now on. With f(s) the chance to come to a from s, a game from s takes E(s) −
/// f(s)·E(a) turns until then, so a game from b takes (E(b) − f(b)·E(a)) / (1 − f(b)), and the rest follows. `None` if
/// a state is more than a square, some games never end, or the board is larger than [`MAX_SQUARES`].
pub fn additions(case: &Case, control: &Control) -> Result<Option<Vec<Addition>>, StopReason> {
    if case.board.squares > MAX_SQUARES {
        return Ok(None);
    }
    let chain = Chain::compile(case, Scope::AllSquares, control)?;
    let structure = Structure::of(&chain)?;
    let states_are_squares = chain.len() == (case.board.squares + 1 - case.board.start.min(1)) as usize;
    if !states_are_squares || !structure.certain() {
        return Ok(None);
    }
    let Some(elimination) = Elimination::new(Floats, &chain, &structure)? else { return Ok(None) };
    let turns = elimination.solve(|state| {
        let arcs = chain.outcomes().iter().zip(chain.ends_turn(state));
        arcs.filter(|arc| *arc.1).map(|arc| f64::from(arc.0.weight)).sum()
    })?;
    let state = |square: u32| chain.state_on(square).unwrap_or(chain.goal());
    let (heads, feet) = free_squares(case);
    let feet: Vec<(u32, usize)> = feet.into_iter().map(|to| (to, state(to))).collect();
    let mut lookout = control.lookout();
    let mut all = Vec::with_capacity(heads.len() * feet.len());
    for &from in &heads {
        let head = state(from);
        // How often a piece is on the new head, from every state.
        let visits = elimination.solve(|state| if state == head { chain.total() as f64 } else { 0.0 })?;
        let comes = |state: usize| (visits[state] - f64::from(u8::from(state == head))) / visits[head];
        let from_start = comes(chain.start());
        lookout.spend(16 * feet.len() as u64)?;
        for &(to, foot) in feet.iter().filter(|(to, _)| *to != from) {
            // Who starts on the head has not landed there, nor has who stays there. Winning ends the turn even with a
            // roll that gives another one: that is more than another target.
            if from == case.board.start || (to == case.board.goal && !chain.one_roll_per_turn()) {
                all.push(start_over(case, Jump { from, to }, turns[chain.start()], control)?);
                continue;
            }
            let back = comes(foot);
            // A foot from which every game comes back to the head would make the game endless.
            let then =
                if back > 1.0 - 1e-12 { f64::INFINITY } else { (turns[foot] - back * turns[head]) / (1.0 - back) };
            let longer = if from_start > 0.0 { from_start * (then - turns[head]) } else { 0.0 };
            all.push(Addition { jump: Jump { from, to }, longer });
        }
    }
    Ok(Some(all))
}

/// What a jump would do to a game of `now` turns, by solving the game with it.
pub fn start_over(case: &Case, jump: Jump, now: f64, control: &Control) -> Result<Addition, StopReason> {
    let mut jumps = case.board.jumps.clone();
    jumps.push(jump);
    let with_it = case.with_board(case.board.with_jumps(jumps));
    Ok(Addition { jump, longer: moments::mean(&Chain::compile(&with_it, Scope::Reachable, control)?)? - now })
}

/// The additions that shorten the game most, and those that lengthen it most without making it endless.
pub fn best_additions(mut all: Vec<Addition>, count: usize) -> (Vec<Addition>, Vec<Addition>) {
    all.retain(|addition| addition.longer.is_finite());
    all.sort_by(|a, b| a.longer.total_cmp(&b.longer).then(a.jump.cmp(&b.jump)));
    let shorter = all.iter().take(count).copied().collect();
    (shorter, all.iter().rev().take(count).copied().collect())
}
