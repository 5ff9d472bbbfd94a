//! The kernel for work that is done one step after the other: it has no ids and nothing to divide, but the same limits,
//! the same signals and the same progress as every other search.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use super::{control::Control, limits::StopReason, outcome::Progress, tally::Tally};

/// The time between two reports of progress.
const TICK: Duration = Duration::from_millis(50);

/// The run was stopped: whoever gets this comes back at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// The account of a search that goes step by step. The search calls [`spend`](Self::spend) at least every few
/// milliseconds.
pub struct Steps<'a> {
    control: &'a Control,
    tally: Tally,
    share: Option<f64>,
    best: Option<i64>,
    phase: Option<&'static str>,
    started: Instant,
    next_tick: Instant,
    observe: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>,
}

impl<'a> Steps<'a> {
    /// Begins an account.
    pub fn new(control: &'a Control, observe: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>) -> Self {
        let started = Instant::now();
        let (tally, next_tick) = (Tally::default(), started + TICK);
        Self { control, tally, share: None, best: None, phase: None, started, next_tick, observe }
    }

    /// Does work that nobody watches.
    pub fn unwatched<A>(control: &Control, work: impl FnOnce(&mut Steps<'_>) -> A) -> A {
        work(&mut Steps::new(control, &mut |_| ControlFlow::Continue(())))
    }

    /// Enters work that an earlier run has done: it counts, but takes nothing from what this run may do.
    pub fn resume(&mut self, done: Tally) {
        self.tally += done;
    }

    /// The control, for work that is shared with other threads.
    pub fn control(&self) -> &'a Control {
        self.control
    }

    /// Enters work that is about to be done, and says if the run has to stop before it.
    pub fn spend(&mut self, nodes: u64) -> Result<(), Stopped> {
        if self.control.look() {
            return Err(Stopped);
        }
        if self.control.take_nodes(nodes) < nodes {
            self.control.stop(StopReason::NodeLimit);
            return Err(Stopped);
        }
        self.tally.nodes += nodes;
        self.tally.cases += nodes;
        if Instant::now() >= self.next_tick {
            let progress = Progress {
                share: self.share,
                left: self.share.filter(|&share| share > 0.0).map(|share| (1.0 - share) / share),
                tally: self.tally,
                elapsed: self.started.elapsed(),
                best: self.best,
                states: None,
                phase: self.phase,
            };
            if (self.observe)(&progress).is_break() {
                self.control.stop(StopReason::Interrupted);
            }
            self.next_tick = Instant::now() + TICK;
        }
        Ok(())
    }

    /// Says how much of the work is done, between 0 and 1.
    pub fn set_share(&mut self, share: f64) {
        self.share = Some(share);
    }

    /// Says what is being done, where the work goes in phases. A share that was told belongs to the phase before.
    pub fn set_phase(&mut self, phase: &'static str) {
        (self.phase, self.share) = (Some(phase), None);
    }

    /// Says how good the best solution so far is.
    pub fn set_best(&mut self, best: i64) {
        self.best = Some(best);
    }

    /// The work done so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// A pace for loops whose steps take nanoseconds.
    pub fn pace(&mut self) -> Pace<'_, 'a> {
        // A limit on nodes holds to the node; otherwise a look costs more than thousands of steps.
        let slice = if self.control.has_node_limit() { 1 } else { SLICE };
        Pace { steps: self, unspent: 0, due: 1, slice }
    }
}

/// Steps between two looks around.
const SLICE: u64 = 1 << 14;

/// Counts the steps of a fast loop and enters them into the account some thousands at a time. What is not entered when
/// the loop ends is entered then.
pub struct Pace<'s, 'a> {
    steps: &'s mut Steps<'a>,
    unspent: u64,
    /// So many steps are entered next: the first one at once, for a limit that is reached already holds from there.
    due: u64,
    slice: u64,
}

impl Pace<'_, '_> {
    /// Counts steps that are about to be done, and says if the run has to stop before them.
    #[inline]
    pub fn spend(&mut self, steps: u64) -> Result<(), Stopped> {
        self.unspent += steps;
        if self.unspent < self.due { Ok(()) } else { self.enter() }
    }

    /// How many steps to take at most between two calls of [`spend`](Self::spend).
    pub fn slice(&self) -> usize {
        self.slice as usize
    }

    #[cold]
    fn enter(&mut self) -> Result<(), Stopped> {
        self.due = self.slice;
        self.steps.spend(std::mem::take(&mut self.unspent))
    }
}

impl Drop for Pace<'_, '_> {
    fn drop(&mut self) {
        self.steps.tally.nodes += self.unspent;
        self.steps.tally.cases += self.unspent;
    }
}

#[cfg(test)]
mod tests {
    use super::{super::limits::Limits, *};

    #[test]
    fn limits_end_the_work_and_nothing_is_counted_beyond_them() {
        let control = Control::new(&Limits { nodes: Some(10), ..Limits::default() });
        let mut observe = |_: &Progress| ControlFlow::Continue(());
        let mut steps = Steps::new(&control, &mut observe);
        assert_eq!([steps.spend(4), steps.spend(6), steps.spend(1)], [Ok(()), Ok(()), Err(Stopped)]);
        assert_eq!(steps.tally().nodes, 10);
        assert_eq!(control.reason(), Some(StopReason::NodeLimit));
        let control = Control::new(&Limits { time: Some(Duration::ZERO), ..Limits::default() });
        let mut steps = Steps::new(&control, &mut observe);
        assert_eq!(steps.spend(1), Err(Stopped));
        assert_eq!(Steps::unwatched(&control, |steps| steps.spend(1)), Err(Stopped));
    }

    #[test]
    fn a_pace_counts_every_step_and_keeps_to_a_limit_of_nodes() {
        let mut observe = |_: &Progress| ControlFlow::Continue(());
        let control = Control::default();
        let mut steps = Steps::new(&control, &mut observe);
        let mut pace = steps.pace();
        (0..100_000).for_each(|_| pace.spend(1).unwrap());
        drop(pace);
        assert_eq!(steps.tally().nodes, 100_000);
        let control = Control::new(&Limits { nodes: Some(10), ..Limits::default() });
        let mut steps = Steps::new(&control, &mut observe);
        let mut pace = steps.pace();
        assert_eq!((0..).take_while(|_| pace.spend(1).is_ok()).count(), 10);
        drop(pace);
        assert_eq!((steps.tally().nodes, control.reason()), (10, Some(StopReason::NodeLimit)));
        let control = Control::new(&Limits { time: Some(Duration::ZERO), ..Limits::default() });
        let mut steps = Steps::new(&control, &mut observe);
        let mut pace = steps.pace();
        assert!((0..100_000).any(|_| pace.spend(1).is_err()));
    }

    #[test]
    fn whoever_watches_hears_of_all_that_is_known() {
        let control = Control::default();
        let mut heard = Vec::new();
        let mut observe = |progress: &Progress| {
            heard.push(*progress);
            if heard.len() < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let mut steps = Steps::new(&control, &mut observe);
        steps.resume(Tally { nodes: 100, cases: 200, answers: 3 });
        steps.set_phase("one");
        let tick_after = |steps: &mut Steps<'_>, share: Option<f64>| {
            std::thread::sleep(TICK);
            share.into_iter().for_each(|share| steps.set_share(share));
            steps.spend(1).unwrap();
            // The next report is one tick away.
            steps.spend(1).unwrap_or(());
        };
        steps.set_best(7);
        tick_after(&mut steps, Some(0.0));
        tick_after(&mut steps, Some(0.25));
        steps.set_phase("two");
        tick_after(&mut steps, None);
        assert_eq!(steps.spend(1), Err(Stopped));
        assert_eq!(control.reason(), Some(StopReason::Interrupted));
        assert!(std::ptr::eq(steps.control(), &raw const control));
        let told: Vec<_> = heard.iter().map(|it| (it.phase, it.share, it.left, it.best)).collect();
        let best = Some(7);
        let expected = [
            (Some("one"), Some(0.0), None, best),
            (Some("one"), Some(0.25), Some(3.0), best),
            (Some("two"), None, None, best),
        ];
        assert_eq!(told, expected);
        assert_eq!(heard[1].tally, Tally { nodes: 103, cases: 203, answers: 3 });
    }

    #[test]
    fn a_limit_of_nodes_makes_slices_of_one_step() {
        let slice = |control: &Control| Steps::unwatched(control, |steps| steps.pace().slice());
        assert_eq!(slice(&Control::default()) as u64, SLICE);
        assert_eq!(slice(&Control::new(&Limits { nodes: Some(10), ..Limits::default() })), 1);
    }

    #[test]
    fn many_steps_at_once_are_entered_at_once() {
        let mut observe = |_: &Progress| ControlFlow::Continue(());
        let control = Control::default();
        let mut steps = Steps::new(&control, &mut observe);
        let mut pace = steps.pace();
        assert_eq!([pace.spend(1), pace.spend(SLICE - 1)], [Ok(()); 2]);
        assert_eq!((pace.unspent, pace.steps.tally.nodes), (SLICE - 1, 1), "the first one at once, then many together");
        assert_eq!(pace.spend(1), Ok(()));
        assert_eq!((pace.unspent, pace.steps.tally.nodes), (0, SLICE + 1));
        assert_eq!(pace.spend(2 * SLICE), Ok(()));
        assert_eq!(pace.spend(5), Ok(()));
        drop(pace);
        let done = 3 * SLICE + 6;
        assert_eq!(steps.tally(), Tally { nodes: done, cases: done, answers: 0 });
    }

    #[test]
    fn progress_is_told_once_a_tick() {
        let control = Control::default();
        let mut heard = Vec::new();
        let mut observe = |progress: &Progress| {
            heard.push(progress.elapsed);
            ControlFlow::Continue(())
        };
        let mut steps = Steps::new(&control, &mut observe);
        let begun = Instant::now();
        while begun.elapsed() < 3 * TICK {
            steps.spend(1).unwrap();
        }
        assert!(!heard.is_empty());
        for (number, elapsed) in heard.into_iter().enumerate() {
            assert!(elapsed >= TICK * (number as u32 + 1), "report {number} after {elapsed:?}");
        }
    }
}
