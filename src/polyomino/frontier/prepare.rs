//! What every use of the windows begins with: the board as a strip, the graph of its windows, and the used sets that
//! can occur in it.

use crate::search::Control;

use super::{
    super::placements::Compiled,
    NoGraph,
    budget::Budget,
    ends::Taken,
    held::Held,
    ranks::UsedSets,
    strip::{Kind, Layout, Origin, Strip, Window},
    windows::Windows,
};

/// What may be taken for a board.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// The threads.
    pub threads: usize,
    /// The bytes of all tables.
    pub bytes: u64,
    /// The windows.
    pub windows: u64,
}

/// The windows of a board.
pub(super) struct Prepared {
    pub windows: Windows,
    /// By layer, what each of its steps takes.
    pub taken: Vec<Vec<Taken>>,
    /// By layer, what each of its steps places.
    pub origins: Vec<Vec<Origin>>,
    kinds: Vec<Kind>,
}

impl Prepared {
    /// Builds the windows. One piece may be held fast by the symmetry of the board, where only numbers matter.
    pub fn new(
        compiled: &Compiled,
        allowance: Allowance,
        holds_one: bool,
        budget: &Budget,
        control: &Control,
    ) -> Result<Self, NoGraph> {
        let kinds = compiled.open_kinds();
        let fitting = |layout: &Layout| layout.span(compiled, &kinds) <= u64::BITS as usize;
        let layout = Layout::rectangle(compiled).filter(fitting).unwrap_or_else(|| Layout::cells_only(compiled));
        let held = if holds_one { Held::choose(compiled, &layout, &kinds, control)? } else { None };
        let too_many = NoGraph::TooLarge("there are too many pieces");
        match layout.span(compiled, &kinds) {
            0..=64 => {
                let strip = Strip::<u64>::new(compiled, &layout, &kinds, held.as_ref()).ok_or(too_many)?;
                Self::of_strip(strip, allowance, budget, control)
            }
            65..=128 => {
                let strip = Strip::<u128>::new(compiled, &layout, &kinds, held.as_ref()).ok_or(too_many)?;
                Self::of_strip(strip, allowance, budget, control)
            }
            _ => Err(NoGraph::TooLarge("a piece reaches too far ahead of its first cell")),
        }
    }

    fn of_strip<W: Window>(
        strip: Strip<W>,
        allowance: Allowance,
        budget: &Budget,
        control: &Control,
    ) -> Result<Self, NoGraph> {
        let windows = Windows::build(&strip, allowance.windows, budget, control)?;
        let taken = strip.steps.iter().map(|steps| {
            steps.iter().map(|step| Taken { kind: step.kind, weight: step.weight }).collect::<Vec<Taken>>()
        });
        Ok(Self { windows, taken: taken.collect(), origins: strip.origins, kinds: strip.kinds })
    }

    /// The used sets that can occur. They may be too many.
    pub fn used_sets(&self) -> Result<UsedSets, NoGraph> {
        let mut is_needed = vec![false; self.windows.layers.len()];
        let areas = self.windows.layers.iter().flat_map(|layer| &layer.areas);
        areas.for_each(|area| is_needed[usize::from(*area)] = true);
        let sets = UsedSets::new(&self.kinds, &is_needed);
        sets.ok_or(NoGraph::TooLarge("there are too many sets of pieces that may be used"))
    }
}
