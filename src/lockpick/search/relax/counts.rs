//! How far the counts of a relaxation reach: what keys add to them, what doors take, and what doors take that take all
//! there is.

use crate::lockpick::{
    colour::Colour,
    complex::{Axis, Complex},
    level::{KeyEffect, Need, NodeId},
    play::State,
};

use super::{
    super::traits::{DoorTraits, Traits},
    ENDLESS, Relaxation,
    reach::Turning,
};

/// Counts that feed each other may grow without end: after so many rounds they are taken to.
const MOST_ROUNDS: u32 = 6;

impl Relaxation {
    /// The least and the most a count may become on an axis.
    pub(super) fn range(&self, colour: Colour, axis: Axis) -> (i64, i64) {
        let [real, imaginary] = &self.counts[colour.index()];
        let own = if axis == Axis::Real { real } else { imaginary };
        match self.turning[colour.index()] {
            Turning::None => (own.low(), own.high()),
            Turning::Flips => (-own.far(), own.far()),
            Turning::Rotates => {
                let far = real.far().saturating_add(imaginary.far()).min(ENDLESS);
                (-far, far)
            }
        }
    }

    pub(super) fn take(&mut self, effect: KeyEffect, is_infinite: bool, colour: Colour) {
        let [real, imaginary] = &mut self.counts[colour.index()];
        let turning = &mut self.turning[colour.index()];
        match effect {
            KeyEffect::Add(amount) => {
                let times = |part: i64| if is_infinite { part.signum() * ENDLESS } else { part };
                real.add(times(amount.re));
                imaginary.add(times(amount.im));
                self.gains.add(colour, Complex::new(times(amount.re), times(amount.im)));
            }
            KeyEffect::Exact(amount) => {
                real.include(amount.re);
                imaginary.include(amount.im);
            }
            KeyEffect::Flip => *turning = (*turning).max(Turning::Flips),
            KeyEffect::Rotor | KeyEffect::BackRotor => *turning = Turning::Rotates,
            KeyEffect::Star | KeyEffect::Unstar => {}
        }
    }

    /// What opening a door may do to the counts.
    pub(super) fn pay(&mut self, door: &DoorTraits, state: &State, node: NodeId, index: usize) {
        if std::mem::replace(&mut self.is_paid[node], true) {
            return;
        }
        let copies = state.doors[index].copies;
        let times = if door.is_repeatable {
            ENDLESS
        } else {
            copies.re.saturating_abs().saturating_add(copies.im.saturating_abs())
        };
        for colour in door.spends.iter() {
            for (cost, guard) in door.costs.iter().zip(&door.guards) {
                self.gains.pay(colour, *cost, *guard, times);
                for axis in Axis::BOTH {
                    let reach = &mut self.counts[colour.index()][axis as usize];
                    let (cost, guard) = (cost.part(axis), guard.part(axis));
                    if cost == 0 {
                        continue;
                    } else if cost.signum() == guard.signum() {
                        // The locks make sure that so much was there, however often it is opened.
                        reach.include(guard.saturating_sub(cost));
                    } else {
                        reach.add(cost.saturating_mul(times).clamp(-ENDLESS, ENDLESS).saturating_neg());
                    }
                }
            }
            let [real, imaginary] = &mut self.counts[colour.index()];
            if door.sets_to_zero {
                real.include(0);
                imaginary.include(0);
            }
        }
        if door.costs_anything != [[false; 2]; 2] {
            self.open_costs.push((index, [[0; 2]; 2]));
            self.widen_by(door, state, self.open_costs.len() - 1);
        }
        if door.may_be_mastered {
            // Using masters up brings their number towards 0, never past it.
            for reach in &mut self.counts[Colour::Master.index()] {
                reach.include(0);
            }
        }
    }

    /// What doors may cost that take all there is grows with what there may be. Tells whether anything is new.
    pub(super) fn widen_open_costs(&mut self, traits: &Traits, state: &State) -> bool {
        let mut is_news = false;
        for place in 0..self.open_costs.len() {
            let (index, _) = self.open_costs[place];
            is_news |= self.widen_by(&traits.doors[index], state, place);
        }
        self.rounds += u32::from(is_news);
        is_news
    }

    /// The same for one of them.
    fn widen_by(&mut self, door: &DoorTraits, state: &State, place: usize) -> bool {
        let (index, known) = self.open_costs[place];
        let most = self.most_open_costs(door, state, index);
        let mut is_news = false;
        for (axis, (most, known)) in most.into_iter().zip(known).enumerate() {
            for (side, (most, known)) in most.into_iter().zip(known).enumerate() {
                if most <= known {
                    continue;
                }
                is_news = true;
                self.open_costs[place].1[axis][side] = most;
                let more = if side == 0 { known - most } else { most - known };
                for colour in door.spends.iter() {
                    self.counts[colour.index()][axis].add(more);
                }
            }
        }
        is_news
    }

    /// How far the counts can fall and rise on each axis by opening a door as often as it has copies, if its blast
    /// locks take as much as there may be.
    fn most_open_costs(&self, door: &DoorTraits, state: &State, index: usize) -> [[i64; 2]; 2] {
        let copies = state.doors[index].copies;
        let times = copies.re.saturating_abs().saturating_add(copies.im.saturating_abs());
        let is_endless = door.is_repeatable || self.rounds >= MOST_ROUNDS;
        let mut most = [[0i64; 2]; 2];
        for needs in &door.needs {
            let mut sums = [[0i64; 2]; 2];
            for (need, colours) in needs {
                for (axis, side) in open_sides(*need) {
                    let far = colours.iter().map(|colour| {
                        let (low, high) = self.range(colour, if axis == 0 { Axis::Real } else { Axis::Imaginary });
                        if side == 0 { high.max(0) } else { low.min(0).saturating_neg() }
                    });
                    sums[axis][side] = sums[axis][side].saturating_add(far.max().unwrap_or(0));
                }
            }
            for (most, sums) in most.iter_mut().flatten().zip(sums.into_iter().flatten()) {
                let sum = if is_endless && sums > 0 { ENDLESS } else { sums.saturating_mul(times) };
                *most = (*most).max(sum.min(ENDLESS));
            }
        }
        for (most, is_open) in most.iter_mut().flatten().zip(door.costs_anything.iter().flatten()) {
            if !is_open {
                *most = 0;
            }
        }
        most
    }
}

/// The axes and sides of 0 on which a lock takes all there is: 0 what is positive, so that the count falls.
fn open_sides(need: Need) -> impl Iterator<Item = (usize, usize)> {
    let all = [(0, 0), (0, 1), (1, 0), (1, 1)];
    all.into_iter().filter(move |&(axis, side)| match need {
        Need::Normal(_) | Need::Blank => false,
        Need::Blast(unit) => {
            let part = if axis == 0 { unit.re } else { unit.im };
            if side == 0 { part > 0 } else { part < 0 }
        }
        Need::All => true,
    })
}
