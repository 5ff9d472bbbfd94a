//! What is kept of a sweep so that it can go on after any kind of end: its layers, as they are finished, in a journal.

use std::{borrow::Cow, time::Duration};

use serde::{Deserialize, Serialize};

use super::{Solution, sweep::Layer};
use crate::{
    search::{CheckpointError, CheckpointPlan, Control, Journal},
    voracity::moves::Direction,
};

/// Layers with more profiles than this are written at once, so that little is left to write when the run is stopped.
const MOST_UNKEPT: usize = 4 << 20;

/// A record of the journal.
#[derive(Serialize, Deserialize)]
enum Record<'a> {
    /// A finished layer.
    Layer { cell: usize, stretch: usize, profiles: Cow<'a, [u64]>, scores: Cow<'a, [u16]> },
    /// The end: the best game, its score, and the profiles of all layers.
    Solution { score: u32, moves: Cow<'a, [Direction]>, profiles: u64 },
}

/// What a journal held.
#[derive(Default)]
pub(super) struct Kept {
    /// The layers, without the one before the first cell, which is always the same.
    pub layers: Vec<Layer>,
    /// The solution, if the search had come to its end.
    pub solution: Option<Solution>,
}

/// Writes layers to a journal.
pub struct Keeper {
    journal: Journal,
    every: Duration,
    /// Layers that are in the journal, the one before the first cell counted.
    kept: usize,
    last: Duration,
    held: Option<Kept>,
    failure: Option<CheckpointError>,
}

impl Keeper {
    /// Begins a journal, or opens the one there is.
    pub fn new(plan: &CheckpointPlan, is_resumed: bool) -> Result<Self, CheckpointError> {
        let mut held = Kept::default();
        let journal =
            if is_resumed { Journal::open(plan, &mut |record| held.take(&record))? } else { Journal::create(plan)? };
        let kept = 1 + held.layers.len();
        Ok(Self { journal, every: plan.every, kept, last: Duration::ZERO, held: Some(held), failure: None })
    }

    /// What the journal held when it was opened. It is handed out once.
    pub(super) fn held(&mut self) -> Kept {
        self.held.take().unwrap_or_default()
    }

    /// Writes the layers that are not in the journal yet, if it is time for that.
    pub(super) fn keep_now_and_then(&mut self, layers: &[Layer], control: &Control) {
        let unkept: usize = layers.iter().skip(self.kept).map(|layer| layer.profiles.len()).sum();
        if unkept > MOST_UNKEPT || control.elapsed().saturating_sub(self.last) >= self.every {
            self.keep(layers);
            self.last = control.elapsed();
        }
    }

    /// Writes the layers that are not in the journal yet.
    pub(super) fn keep(&mut self, layers: &[Layer]) {
        for layer in layers.iter().skip(self.kept) {
            let (profiles, scores) = (Cow::from(&layer.profiles), Cow::from(&layer.scores));
            if !self.append(&Record::Layer { cell: layer.cell, stretch: layer.stretch, profiles, scores }) {
                return;
            }
            self.kept += 1;
        }
    }

    /// Writes the end of the search.
    pub(super) fn keep_solution(&mut self, solution: &Solution) {
        let moves = Cow::from(&solution.moves);
        self.append(&Record::Solution { score: solution.score, moves, profiles: solution.profiles });
    }

    /// A record that could not be written is not tried again: it may lie there in part.
    fn append(&mut self, record: &Record<'_>) -> bool {
        if self.failure.is_none() {
            let bytes = postcard::to_stdvec(record).unwrap_or_default();
            self.failure = self.journal.append(&bytes).err();
        }
        self.failure.is_none()
    }

    /// Is everything in the journal that was to be there?
    pub fn finish(self) -> Result<(), CheckpointError> {
        self.failure.map_or(Ok(()), Err)
    }
}

impl Kept {
    /// Takes a record; says no if it makes no sense.
    fn take(&mut self, bytes: &[u8]) -> bool {
        let cell_before = self.layers.last().map_or(0, |layer| layer.cell);
        match postcard::from_bytes(bytes) {
            Ok(_) if self.solution.is_some() => false,
            Ok(Record::Layer { cell, stretch, profiles, scores }) => {
                let (profiles, scores) = (profiles.into_owned(), scores.into_owned());
                let makes_sense = cell > cell_before && stretch > 0 && profiles.len() == scores.len();
                self.layers.push(Layer { cell, stretch, profiles, scores });
                makes_sense
            }
            Ok(Record::Solution { score, moves, profiles }) => {
                self.solution = Some(Solution { score, moves: moves.into_owned(), profiles });
                true
            }
            Err(_) => false,
        }
    }
}
