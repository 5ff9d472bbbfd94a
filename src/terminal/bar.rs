//! The bar on a terminal: how far a search has come, one more for each worker if that is wanted, and what is being done
//! where nothing can be measured.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::{
    report::{Medium, harmless},
    search::Progress,
    session::BranchView,
};

use super::{
    columns,
    guess::Guesses,
    numbers::{about, clock, grouped, short},
    say,
};

/// What is over sooner than this needs no bar.
const BAR_AFTER: Duration = Duration::from_millis(400);
/// So often it is looked whether something takes long.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// The branches are told no more often than this.
const BRANCHES_EVERY: Duration = Duration::from_millis(200);
/// More workers than this have no bars of their own.
const MOST_ROWS: usize = 16;
const STEPS: u64 = 10_000;
/// The columns of a bar, with the blank behind it.
const BAR: usize = 13;

/// The bars of one search.
pub struct Bar {
    shown: Arc<Mutex<Shown>>,
    branches_told: Instant,
    /// Ends the thread that looks at long phases when it goes away.
    _end: Sender<()>,
}

struct Shown {
    bars: MultiProgress,
    main: ProgressBar,
    rows: Vec<ProgressBar>,
    /// What is being done, and since when.
    phase: Option<(String, Instant)>,
    guesses: Guesses,
}

fn style(has_share: bool) -> ProgressStyle {
    // A line is never filled to its end: what the terminal echoes there, such as ^C, would push it down.
    let template = if has_share { "{bar:12} {msg}" } else { "{msg}" };
    ProgressStyle::with_template(template).expect("the template is right").progress_chars("━╸─")
}

/// The columns of a message.
fn room(has_share: bool) -> usize {
    columns().saturating_sub(if has_share { BAR } else { 0 } + 4)
}

/// As much of a text as there is room for.
fn cut(text: String, room: usize) -> String {
    if text.chars().count() <= room { text } else { text.chars().take(room.saturating_sub(1)).chain(['…']).collect() }
}

fn lock(shown: &Mutex<Shown>) -> MutexGuard<'_, Shown> {
    shown.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Bar {
    /// Nothing is seen yet.
    pub fn new() -> Self {
        let bars = MultiProgress::with_draw_target(ProgressDrawTarget::stderr());
        let main = bars.add(ProgressBar::new(STEPS));
        let shown = Shown { bars, main, rows: Vec::new(), phase: None, guesses: Guesses::default() };
        let shown = Arc::new(Mutex::new(shown));
        let (end, is_over) = channel();
        let watched = Arc::clone(&shown);
        // Without it phases are not seen, and nothing else is lost.
        let _ = thread::Builder::new().name("progress".to_owned()).spawn(move || {
            while is_over.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
                lock(&watched).show_phase();
            }
        });
        let long_ago = Instant::now().checked_sub(BRANCHES_EVERY).unwrap_or_else(Instant::now);
        Self { shown, branches_told: long_ago, _end: end }
    }

    /// Something begins that has no share.
    pub fn phase(&self, what: &str) {
        lock(&self.shown).phase = Some((what.to_owned(), Instant::now()));
    }

    /// How far the search has come.
    pub fn progress(&self, progress: &Progress) {
        let mut shown = lock(&self.shown);
        shown.phase = None;
        let left = shown.guesses.take(progress);
        if progress.elapsed < BAR_AFTER {
            return;
        }
        shown.main.set_style(style(progress.share.is_some()));
        shown.main.set_position((progress.share.unwrap_or(0.0).clamp(0.0, 1.0) * STEPS as f64) as u64);
        let room = room(progress.share.is_some());
        shown.main.set_message(cut(progress_text(progress, left, room), room));
    }

    /// Is it time to tell where the workers stand?
    pub fn is_due_for_branches(&mut self) -> bool {
        let is_due = self.branches_told.elapsed() >= BRANCHES_EVERY;
        if is_due {
            self.branches_told = Instant::now();
        }
        is_due
    }

    /// Where the workers stand.
    pub fn branches(&self, branches: &[BranchView<'_>]) {
        let mut shown = lock(&self.shown);
        while shown.rows.len() < branches.len().min(MOST_ROWS) {
            let row = shown.bars.add(ProgressBar::new(STEPS));
            row.set_style(style(true));
            shown.rows.push(row);
        }
        for (row, branch) in shown.rows.iter().zip(branches) {
            row.set_position((branch.share.clamp(0.0, 1.0) * STEPS as f64) as u64);
            let nodes = short(branch.tally.nodes as f64);
            let text = match branch.range {
                Some(range) => format!("{:2}: {nodes} nodes, {range}", branch.worker + 1),
                None => format!("{:2}: {nodes} nodes, waits for work", branch.worker + 1),
            };
            row.set_message(cut(text, room(true)));
        }
    }

    /// Takes everything away, for something else is to be written. It comes back with the next news.
    pub fn clear(&self) {
        let _ = lock(&self.shown).bars.clear();
    }

    /// Takes everything away for good.
    pub fn end(&self) {
        let mut shown = lock(&self.shown);
        shown.phase = None;
        shown.rows.iter().for_each(ProgressBar::finish_and_clear);
        shown.main.finish_and_clear();
        let _ = shown.bars.clear();
    }

    /// Says something above the bars.
    pub fn say(&self, text: &str) {
        let shown = lock(&self.shown);
        let _ = shown.bars.clear();
        say(text);
    }
}

impl Shown {
    fn show_phase(&mut self) {
        let Some((what, since)) = self.phase.as_ref().filter(|(_, since)| since.elapsed() >= BAR_AFTER) else { return };
        self.main.set_style(style(false));
        let text = format!("{}, {} so far", harmless(what, Medium::Text), clock(since.elapsed()));
        self.main.set_message(cut(text, room(false)));
        self.main.tick();
    }
}

/// What is known of a search, in one line of so many columns: what matters less is left out where there is no room.
pub fn progress_text(progress: &Progress, left: Option<f64>, room: usize) -> String {
    let rate = progress.tally.nodes as f64 / progress.elapsed.as_secs_f64().max(1e-9);
    let share = progress.share.map(|share| format!("{:.2} %", share * 100.0));
    let found = match progress.best {
        Some(best) => format!("best {best}"),
        None => format!("{} found", grouped(progress.tally.answers)),
    };
    // What was done says nothing certain about what is left: this is a guess, and shown as one.
    let left = left.map(|left| format!("about {} left", about(left)));
    // With how much they matter: the larger, the less.
    let mut parts = vec![(1, share), (2, progress.phase.map(str::to_owned))];
    parts.push((5, Some(format!("{} nodes", short(progress.tally.nodes as f64)))));
    parts.push((6, progress.states.map(|states| format!("{} states", short(states as f64)))));
    parts.push((4, Some(format!("{}/s", short(rate)))));
    parts.push((0, Some(found)));
    parts.push((3, left));
    let mut parts: Vec<(u32, String)> =
        parts.into_iter().filter_map(|(matters, text)| Some((matters, text?))).collect();
    loop {
        let text = parts.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(" · ");
        let least = (0..parts.len()).max_by_key(|at| parts[*at].0);
        match least.filter(|_| text.chars().count() > room && parts.len() > 1) {
            Some(least) => drop(parts.remove(least)),
            None => return text,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::search::Tally;

    use super::*;

    #[test]
    fn a_line_fits_and_keeps_what_matters_most() {
        let tally = Tally { nodes: u64::MAX, cases: 0, answers: 123_456_789_012 };
        let progress = Progress {
            share: Some(0.123_456),
            states: Some(u64::MAX),
            ..Progress::of(tally, Duration::from_secs(100))
        };
        for room in [67, 80, 40, 30] {
            let text = progress_text(&progress, Some(12_345.0), room);
            assert!(text.chars().count() <= room, "{text}");
            assert!(text.contains("123,456,789,012 found"), "{text}");
        }
        let text = progress_text(&progress, Some(12_345.0), 200);
        assert_eq!(text, "12.35 % · 2e19 nodes · 2e19 states · 2e17/s · 123,456,789,012 found · about 3 h 30 min left");
    }
}
