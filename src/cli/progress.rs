//! How far the search has come, on standard error: a bar on a terminal, a line now and then elsewhere.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::search::Progress;

use super::{
    args::OutputArgs,
    output::{say, stderr_is_terminal},
};

/// Without a terminal, a line no more often than this.
const LINE_EVERY: Duration = Duration::from_secs(30);
/// Searches shorter than this need no bar.
const BAR_AFTER: Duration = Duration::from_millis(400);
const STEPS: u64 = 10_000;

/// Shows progress the way the user wants it.
pub enum ProgressView {
    Bar(ProgressBar),
    Lines { last: Instant },
    Silent,
}

impl ProgressView {
    pub fn new(args: &OutputArgs) -> Self {
        if args.quiet {
            return Self::Silent;
        }
        if !stderr_is_terminal() || args.no_interactive {
            return Self::Lines { last: Instant::now() };
        }
        let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{bar:30} {msg}").expect("the template is right");
        bar.set_style(style.progress_chars("━╸─"));
        Self::Bar(bar)
    }

    /// Shows the state of the search.
    pub fn show(&mut self, progress: &Progress) {
        match self {
            Self::Silent => {}
            Self::Lines { last } if last.elapsed() >= LINE_EVERY => {
                *last = Instant::now();
                say(progress_text(progress));
            }
            Self::Lines { .. } => {}
            Self::Bar(bar) if progress.elapsed >= BAR_AFTER => {
                bar.set_position((progress.share.clamp(0.0, 1.0) * STEPS as f64) as u64);
                bar.set_message(progress_text(progress));
            }
            Self::Bar(_) => {}
        }
    }

    /// Does something to standard output while no bar is in the way.
    pub fn suspend<R>(&self, act: impl FnOnce() -> R) -> R {
        match self {
            Self::Bar(bar) => bar.suspend(act),
            _ => act(),
        }
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

fn progress_text(progress: &Progress) -> String {
    let seconds = progress.elapsed.as_secs_f64();
    let rate = progress.tally.nodes as f64 / seconds.max(1e-9) / 1e6;
    // The ids searched so far say nothing certain about those left: this is a guess, and shown as one.
    let left = (progress.share > 1e-4).then(|| seconds / progress.share * (1.0 - progress.share));
    let left = left.filter(|left| left.is_finite() && *left < 1e9);
    let left =
        left.map_or("?".to_owned(), |left| humantime::format_duration(Duration::from_secs(left as u64)).to_string());
    format!(
        "{:5.2} % · {} nodes · {rate:.1} M/s · {} solutions · about {left} left",
        progress.share * 100.0,
        progress.tally.nodes,
        progress.tally.answers
    )
}
