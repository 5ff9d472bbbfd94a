//! Makes challenges: a board on which so many pieces are given that there is one way to place the others.

use std::ops::ControlFlow;

use rand::{SeedableRng, seq::SliceRandom};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::search::{Control, Ledger, Quest, Range, SearchError, Settings};

use super::{Arrangement, Compiled, Plan, Puzzle, Strategy, Wish, puzzle::Given};

/// A puzzle that takes more nodes than this to prove that it has one solution keeps another piece given.
const MOST_NODES: u64 = 20_000_000;

/// A puzzle with exactly one solution.
#[derive(Clone, Debug)]
pub struct Challenge {
    /// The puzzle, with the pieces that are given.
    pub puzzle: Puzzle,
    /// How many pieces are left to be placed.
    pub open: usize,
    /// How many nodes a first-empty-cell search visits to find the solution and to see that there is no other.
    pub effort: u64,
}

impl Challenge {
    /// A word for how hard it is.
    pub fn grade(&self) -> &'static str {
        match self.effort {
            0..100 => "starter",
            100..2_000 => "easy",
            2_000..50_000 => "medium",
            50_000..2_000_000 => "hard",
            _ => "expert",
        }
    }
}

/// Makes a challenge from a solution of a puzzle: pieces that are not needed for there to be just one solution are
/// taken off the board, in an order that chance decides, several times; the challenge with the fewest given pieces is
/// kept, among equals the hardest. Pieces that the puzzle gives stay given. `None` if there are others even with all
/// pieces of the solution given: pieces that may be left over have room in cells that may stay empty.
pub fn challenge(
    compiled: &Compiled,
    solution: &Arrangement,
    (seed, tries): (u64, u32),
    control: &Control,
) -> Result<Option<Challenge>, SearchError> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let all: Vec<Given> = solution
        .placements()
        .enumerate()
        .filter_map(|(piece, at)| {
            let cells = compiled.pieces[piece].placements[at?].iter_ones().collect();
            Some(Given { piece, cells })
        })
        .collect();
    let is_fixed = |given: &Given| compiled.pieces[given.piece].given.is_some();
    let Some(effort_at_first) = effort_if_unique(compiled, &all, control)? else { return Ok(None) };
    let mut best: Option<Challenge> = None;
    for _ in 0..tries {
        let mut order: Vec<Given> = all.iter().filter(|given| !is_fixed(given)).cloned().collect();
        order.shuffle(&mut random);
        let mut given = all.clone();
        let mut effort = effort_at_first;
        for taken in &order {
            let fewer: Vec<Given> = given.iter().filter(|other| *other != taken).cloned().collect();
            if control.look() {
                break;
            }
            if let Some(nodes) = effort_if_unique(compiled, &fewer, control)? {
                (given, effort) = (fewer, nodes);
            }
        }
        let open = all.len() - given.len();
        if best.as_ref().is_none_or(|best| (open, effort) > (best.open, best.effort)) {
            best = Some(Challenge { puzzle: Puzzle { given, ..compiled.puzzle.clone() }, open, effort });
        }
    }
    Ok(best)
}

/// The nodes it takes to see that a puzzle has just one solution; `None` if it has more, or that takes too long.
fn effort_if_unique(compiled: &Compiled, given: &[Given], control: &Control) -> Result<Option<u64>, SearchError> {
    let puzzle = Puzzle { given: in_order_of_copies(compiled, given), ..compiled.puzzle.clone() };
    let Ok(compiled) = Compiled::under(puzzle, control) else { return Ok(None) };
    let mut settings = Settings::new(Quest::Lowest(2));
    settings.control = control.part(Some(MOST_NODES));
    let wish = Wish { strategy: Some(Strategy::Cover), ..Wish::default() };
    let Ok((plan, _)) = Plan::new(&compiled, wish, &settings) else { return Ok(None) };
    let everything = Ledger::new(Range::everything());
    let outcome = plan.search(&compiled, &settings, everything, &mut |_| ControlFlow::Continue(()))?;
    let is_unique = outcome.stop.is_final() && outcome.answers.len() == 1;
    Ok(is_unique.then_some(outcome.tally.nodes))
}

/// Of copies it does not matter which are given: the first ones are.
fn in_order_of_copies(compiled: &Compiled, given: &[Given]) -> Vec<Given> {
    let letter = |piece: usize| compiled.puzzle.pieces[piece].letter;
    let mut ordered: Vec<Given> = Vec::new();
    for given in given {
        let first = compiled.puzzle.pieces.iter().position(|piece| piece.letter == letter(given.piece)).unwrap_or(0);
        let before = ordered.iter().filter(|other| letter(other.piece) == letter(given.piece)).count();
        ordered.push(Given { piece: first + before, cells: given.cells.clone() });
    }
    ordered
}
