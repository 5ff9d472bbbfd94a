//! Solutions up to symmetry: of those that turn into each other, only the one with the lowest placement id counts.

use std::{ops::Range, sync::Arc};

use crate::search::{Control, StopReason, Tree};

use super::{
    arrangement::{Arrangement, Arranger},
    placements::Compiled,
    symmetry::{Symmetry, symmetries_of_board},
};

/// A tree of which only the solutions are answers that come first among their images.
#[derive(Clone, Debug)]
pub(super) struct Classes<T> {
    tree: T,
    symmetries: Arc<Vec<Symmetry>>,
    arranger: Arc<Arranger>,
}

impl<T> Classes<T> {
    pub fn under(tree: T, compiled: &Compiled, control: &Control) -> Result<Self, StopReason> {
        let symmetries = Arc::new(symmetries_of_board(compiled, control)?);
        Ok(Self { tree, symmetries, arranger: Arc::new(Arranger::new(compiled)) })
    }
}

impl<T: Tree<Answer = Arrangement>> Tree for Classes<T> {
    type Answer = Arrangement;

    fn has_slow_nodes(&self) -> bool {
        self.tree.has_slow_nodes()
    }

    fn is_slow(&self, digit: u32) -> bool {
        self.tree.is_slow(digit)
    }

    fn divisible_depth(&self) -> usize {
        self.tree.divisible_depth()
    }

    fn watch(&mut self, control: &Control) {
        self.tree.watch(control);
    }

    fn fanout(&self) -> u32 {
        self.tree.fanout()
    }

    fn enter(&mut self, digits: Range<u32>) -> Option<u32> {
        self.tree.enter(digits)
    }

    fn leave(&mut self) {
        self.tree.leave();
    }

    fn is_answer(&self) -> bool {
        self.tree.is_answer() && {
            let answer = self.tree.answer();
            let image = |symmetry| self.arranger.image(&answer, symmetry);
            self.symmetries.iter().all(|symmetry| image(symmetry).is_none_or(|image| answer <= image))
        }
    }

    fn answer(&self) -> Arrangement {
        self.tree.answer()
    }

    fn so_far(&self) -> Option<Arrangement> {
        self.tree.so_far()
    }
}
