//! What the live view knows of the search, and what of it is being looked at.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use crate::{
    report::CaseHead,
    search::{Control, Progress, Tally},
    session::{BranchView, Sketch},
    terminal::guess::Guesses,
};

/// So many solutions are kept to be looked at, and no more text than this. All of them go to the result.
const MOST_KEPT: usize = 5_000;
const MOST_BYTES: usize = 32 << 20;
/// A single solution is shown up to here.
const LONGEST: usize = 256 << 10;
/// The time between two points of the curve of speeds, and how many there are.
const SPEED_EVERY: Duration = Duration::from_millis(500);
const SPEEDS: usize = 64;

/// What is said stays on the screen for so long.
const NEWS: Duration = Duration::from_secs(6);

/// What is shown of a worker.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The ids it searches; `None` if it waits.
    pub range: Option<String>,
    /// Where it stands.
    pub at: String,
    pub share: f64,
    /// Nodes a second.
    pub rate: f64,
    pub sketch: Option<Sketch>,
    tally: Tally,
}

/// What fills the screen where there is no room for all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Panel {
    #[default]
    Branches,
    Solutions,
}

/// All that there is to see.
#[derive(Debug, Default)]
pub struct Model {
    pub case: String,
    /// What the run was asked for, beside the case.
    pub conditions: String,
    pub head: Option<CaseHead>,
    pub control: Option<Control>,
    pub phase: String,
    pub progress: Option<Progress>,
    pub speeds: VecDeque<u64>,
    pub(super) guesses: Guesses,
    /// How many seconds are left, if that can be believed.
    pub left: Option<f64>,
    /// Nodes a second, lately.
    pub rate: f64,
    pub(super) last_speed: Option<(Instant, u64)>,
    pub rows: Vec<Row>,
    pub(super) rows_at: Option<Instant>,
    /// The solutions that can be looked at.
    pub solutions: Vec<String>,
    pub(super) kept_bytes: usize,
    /// How many there were in all.
    pub found: u64,
    /// The best so far, while better ones may come.
    pub best: Option<Sketch>,
    /// What was said last, and when.
    pub message: Option<(Instant, String)>,
    /// Is there a checkpoint to save to, and when was it written last?
    pub has_checkpoint: bool,
    pub saved: Option<Instant>,
    /// What came out, when it has.
    pub verdict: Option<String>,
    /// The time it took, when it is over.
    pub ended: Option<Duration>,
    pub started: Option<Instant>,
    // What is looked at.
    pub panel: Panel,
    /// The solution that is shown; the newest if it is not said which.
    pub selected: Option<usize>,
    pub scroll: u16,
    pub first_row: usize,
    pub is_helping: bool,
    /// Has somebody asked to leave?
    pub is_leaving: bool,
    /// Is everything to be drawn anew?
    pub is_stale: bool,
    /// Does nobody search any more? Then there is nothing to wait for.
    pub is_dropped: bool,
}

impl Model {
    /// How long the search has taken so far.
    pub fn elapsed(&self) -> Duration {
        self.ended.unwrap_or_else(|| self.started.map_or(Duration::ZERO, |started| started.elapsed()))
    }

    /// Is the search paused?
    pub fn is_paused(&self) -> bool {
        self.ended.is_none() && self.control.as_ref().is_some_and(Control::is_paused)
    }

    /// Takes in how far the search has come.
    pub fn take_progress(&mut self, progress: &Progress) {
        self.progress = Some(*progress);
        self.left = self.guesses.take(progress);
        self.phase.clear();
        let now = Instant::now();
        let Some((then, nodes)) = self.last_speed else {
            self.last_speed = Some((now, progress.tally.nodes));
            return;
        };
        let time = now - then;
        if time >= SPEED_EVERY {
            self.rate = progress.tally.nodes.saturating_sub(nodes) as f64 / time.as_secs_f64();
            self.speeds.push_back(self.rate as u64);
            while self.speeds.len() > SPEEDS {
                self.speeds.pop_front();
            }
            self.last_speed = Some((now, progress.tally.nodes));
        }
    }

    /// Takes in where the workers stand.
    pub fn take_branches(&mut self, branches: &[BranchView<'_>]) {
        let now = Instant::now();
        let time = self.rows_at.map(|then| (now - then).as_secs_f64()).filter(|time| *time > 0.0);
        self.rows_at = Some(now);
        self.rows.resize_with(branches.len(), Row::default);
        for (row, branch) in self.rows.iter_mut().zip(branches) {
            if let Some(time) = time {
                let fresh = branch.tally.nodes.saturating_sub(row.tally.nodes) as f64 / time;
                // A little of the past smooths what is counted in lumps.
                row.rate = if row.rate > 0.0 { 0.6 * row.rate + 0.4 * fresh } else { fresh };
            }
            row.tally = branch.tally;
            row.range = branch.range.map(ToString::to_string);
            row.at = branch.at.map_or_else(String::new, ToString::to_string);
            row.share = branch.share;
            row.sketch.clone_from(&branch.sketch);
        }
    }

    /// Is there room for one more solution to look at?
    pub fn has_room(&self) -> bool {
        self.solutions.len() < MOST_KEPT && self.kept_bytes < MOST_BYTES
    }

    /// Keeps a solution to look at.
    pub fn keep(&mut self, mut text: String) {
        if text.len() > LONGEST {
            let cut = (0..=LONGEST).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            text.truncate(cut);
            text += "\n… (too long to be shown as a whole)\n";
        }
        self.kept_bytes += text.len();
        self.solutions.push(text);
    }

    /// The solution that is shown, with its place.
    pub fn shown(&self) -> Option<(usize, &str)> {
        let at = self.selected.unwrap_or(usize::MAX).min(self.solutions.len().checked_sub(1)?);
        Some((at, &self.solutions[at]))
    }

    /// Shows another solution, so many places on.
    pub fn browse(&mut self, by: isize) {
        let Some((at, _)) = self.shown() else { return };
        let last = self.solutions.len() - 1;
        self.selected = Some(at.saturating_add_signed(by).min(last));
        self.scroll = 0;
    }

    /// What is to be read at the foot of the screen, as long as it is news.
    pub fn news(&self) -> Option<&str> {
        let (when, text) = self.message.as_ref()?;
        (when.elapsed() < NEWS).then_some(text)
    }

    /// Says something at the foot of the screen.
    pub fn say(&mut self, text: impl Into<String>) {
        self.message = Some((Instant::now(), text.into()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_are_browsed_within_bounds_and_the_newest_is_followed() {
        let mut model = Model::default();
        model.browse(1);
        assert_eq!(model.shown(), None);
        (0..4).for_each(|number| model.keep(number.to_string()));
        assert_eq!(model.shown(), Some((3, "3")));
        model.browse(-2);
        model.keep("4".to_owned());
        assert_eq!(model.shown(), Some((1, "1")), "what is looked at stays");
        model.browse(-9);
        assert_eq!(model.shown(), Some((0, "0")));
        model.browse(99);
        assert_eq!(model.shown(), Some((4, "4")));
    }

    #[test]
    fn too_much_text_is_not_kept() {
        let mut model = Model::default();
        model.keep("é".repeat(LONGEST));
        assert!(model.solutions[0].len() < LONGEST + 100);
        while model.has_room() {
            model.keep("x".repeat(LONGEST));
        }
        assert!(model.kept_bytes <= MOST_BYTES + LONGEST + 100);
    }
}
