//! The tree of every strategy that needs no graph, by the number of words its sets take.

use std::ops::Range;

use crate::search::{AnyTree, Control, StopReason, Tree};

use super::{
    arrangement::{Arrangement, Arranger},
    brute::Brute,
    constrained::Constrained,
    cover::{Cover, WideCover},
    placements::Compiled,
    portfolio::Portfolio,
    strategy::Strategy,
};

/// The tree of a strategy; for `frontier`, whose graph is another matter, that of `cover`. Its tables may take so long
/// that the run has to stop before there is one.
pub(super) fn tree_of(
    strategy: Strategy,
    seed: u64,
    compiled: &Compiled,
    control: &Control,
) -> Result<AnyTree<Arrangement>, StopReason> {
    let cells = compiled.puzzle.board.cells();
    let words = cells.div_ceil(64);
    Ok(match strategy {
        Strategy::Brute => Brute::under(compiled, control)?.into_any(),
        Strategy::Cover | Strategy::Frontier if compiled.supply(&compiled.open_kinds()).bits > u64::BITS => {
            WideCover::<16>::under(compiled, control)?.into_any()
        }
        Strategy::Cover | Strategy::Frontier => match words {
            1 => Cover::<1>::under(compiled, control)?.into_any(),
            2 => Cover::<2>::under(compiled, control)?.into_any(),
            3..=4 => Cover::<4>::under(compiled, control)?.into_any(),
            5..=8 => Cover::<8>::under(compiled, control)?.into_any(),
            _ => Cover::<16>::under(compiled, control)?.into_any(),
        },
        Strategy::Portfolio => match words {
            1 => Portfolio::<1>::under(compiled, seed, control)?.into_any(),
            2 => Portfolio::<2>::under(compiled, seed, control)?.into_any(),
            3..=4 => Portfolio::<4>::under(compiled, seed, control)?.into_any(),
            5..=8 => Portfolio::<8>::under(compiled, seed, control)?.into_any(),
            _ => Portfolio::<16>::under(compiled, seed, control)?.into_any(),
        },
        Strategy::Constrained => match (cells + compiled.open_kinds().len() + 1).div_ceil(64) {
            1 => Constrained::<1>::under(compiled, control)?.into_any(),
            2 => Constrained::<2>::under(compiled, control)?.into_any(),
            3..=4 => Constrained::<4>::under(compiled, control)?.into_any(),
            5..=8 => Constrained::<8>::under(compiled, control)?.into_any(),
            _ => Constrained::<17>::under(compiled, control)?.into_any(),
        },
    })
}

/// Stands for a tree that there was no time to make, in a run that has been stopped. It has no end, so that nothing can
/// be proved by it.
#[derive(Clone, Debug)]
pub(super) struct Unready {
    nothing: Arrangement,
}

impl Unready {
    pub fn new(compiled: &Compiled) -> Self {
        Self { nothing: Arranger::new(compiled).arrange([]) }
    }
}

impl Tree for Unready {
    type Answer = Arrangement;

    fn fanout(&self) -> u32 {
        1
    }

    fn enter(&mut self, digits: Range<u32>) -> Option<u32> {
        digits.contains(&0).then_some(0)
    }

    fn leave(&mut self) {}

    fn is_answer(&self) -> bool {
        false
    }

    fn answer(&self) -> Arrangement {
        self.nothing.clone()
    }
}
