//! How far a search has come, and notes about it, on standard error: a bar on a terminal, a line now and then
//! elsewhere.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::{
    report::{CaseHead, Finding, Solution, milliseconds},
    search::{Control, Progress},
    session::{BranchView, Monitor, Sketch},
    terminal::{
        bar::{Bar, progress_text},
        guess,
        live::LiveView,
        say, stderr_is_terminal,
    },
};

use super::{
    args::{OutputArgs, ProgressKind},
    failure::Failure,
    metrics::Metrics,
    output::use_colour,
};

/// Without a terminal, a line no more often than this.
const LINE_EVERY: Duration = Duration::from_secs(30);

/// Programs hear of progress this often.
const RECORD_EVERY: Duration = Duration::from_secs(1);

/// Shows progress and notes the way the user wants it.
pub struct Watcher {
    view: View,
    case: String,
    metrics: Option<Metrics>,
    is_quiet: bool,
    is_verbose: bool,
}

/// What is known of a run beside its case.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Range, limits and the like, in a few words.
    pub text: String,
    /// Is there a checkpoint?
    pub has_checkpoint: bool,
}

enum View {
    Bar(Bar),
    Lines { last: Instant },
    Records { last: Option<Instant> },
    Live(Box<LiveView>),
    Silent,
}

impl Watcher {
    /// Shows a case as the flags want it.
    pub fn new(args: &OutputArgs, case: &str) -> Self {
        Self::with_view(View::new(args), args, case)
    }

    /// Shows a case on the whole terminal.
    pub fn on_whole_terminal(args: &OutputArgs, case: &str, known: Known) -> Result<Self, Failure> {
        let view = LiveView::start(case, known.text, known.has_checkpoint, use_colour(args.color))?;
        Ok(Self::with_view(View::Live(Box::new(view)), args, case))
    }

    fn with_view(view: View, args: &OutputArgs, case: &str) -> Self {
        Self {
            view,
            case: case.to_owned(),
            metrics: args.metrics.as_deref().map(|file| Metrics::new(file, case)),
            is_quiet: args.quiet,
            is_verbose: args.verbose,
        }
    }

    /// The search has ended: its last figures are told.
    pub fn end(&mut self, finding: &Finding, elapsed: Duration) {
        self.clear();
        if let View::Live(live) = &mut self.view {
            live.end(finding, elapsed);
            let notes = live.take_notes();
            // From here on there is no view, and everything is said as usual.
            self.view = View::Silent;
            notes.iter().for_each(say);
        }
        let share = if finding.stop.is_final() { Some(1.0) } else { finding.share };
        let progress = Progress { share, ..Progress::of(finding.tally, elapsed) };
        if matches!(self.view, View::Records { .. }) {
            self.record(&progress, true);
        }
        if let Some(metrics) = &mut self.metrics
            && let Err(error) = metrics.write(&progress, true)
        {
            self.note(&error);
        }
    }

    fn record(&self, progress: &Progress, is_finished: bool) {
        let record = json!({
            "record": "progress",
            "case": self.case,
            "searched": progress.share,
            "nodes": progress.tally.nodes,
            "cases_examined": progress.tally.cases,
            "found": progress.tally.answers,
            "best": progress.best,
            "elapsed_ms": milliseconds(progress.elapsed),
            "resident_bytes": crate::memory::resident(),
            "finished": is_finished,
        });
        say(record);
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        if let View::Bar(bar) = &self.view {
            bar.end();
        }
    }

    fn live(&mut self, tell: impl FnOnce(&mut LiveView)) {
        if let View::Live(live) = &mut self.view {
            tell(live);
        }
    }

    fn say(&self, text: &str) {
        match &self.view {
            View::Bar(bar) => bar.say(text),
            _ => say(text),
        }
    }
}

impl View {
    fn new(args: &OutputArgs) -> Self {
        let is_watched = stderr_is_terminal() && !args.no_interactive;
        match args.progress {
            _ if args.quiet => return Self::Silent,
            Some(ProgressKind::None) => return Self::Silent,
            Some(ProgressKind::Json) => return Self::Records { last: None },
            Some(ProgressKind::Lines) => return Self::Lines { last: Instant::now() },
            // A bar where nobody can see it is a line now and then.
            Some(ProgressKind::Bar) | None if !is_watched => return Self::Lines { last: Instant::now() },
            Some(ProgressKind::Bar) | None => {}
        }
        Self::Bar(Bar::new())
    }
}

impl Monitor for Watcher {
    fn begin(&mut self, control: &Control) {
        self.live(|live| live.begin(control));
    }

    fn case(&mut self, head: &CaseHead) {
        self.live(|live| live.case(head));
    }

    fn phase(&mut self, what: &str) {
        match &mut self.view {
            View::Live(live) => live.phase(what),
            View::Bar(bar) => bar.phase(what),
            _ => {}
        }
    }

    fn watches_branches(&self) -> bool {
        matches!(self.view, View::Live(_)) || (self.is_verbose && matches!(self.view, View::Bar(_)))
    }

    fn is_due_for_branches(&mut self) -> bool {
        match &mut self.view {
            View::Live(live) => live.is_due_for_branches(),
            View::Bar(bar) => bar.is_due_for_branches(),
            _ => false,
        }
    }

    fn branches(&mut self, branches: &[BranchView<'_>]) {
        match &mut self.view {
            View::Live(live) => live.branches(branches),
            View::Bar(bar) => bar.branches(branches),
            _ => {}
        }
    }

    fn watches_solutions(&self) -> bool {
        matches!(self.view, View::Live(_))
    }

    fn solution(&mut self, solution: &dyn Solution) {
        self.live(|live| live.solution(solution));
    }

    fn better(&mut self, best: &Sketch) {
        self.live(|live| live.better(best));
    }

    fn checkpoint_written(&mut self) {
        self.live(LiveView::checkpoint_written);
    }

    fn progress(&mut self, progress: &Progress) {
        if let Some(metrics) = &mut self.metrics
            && let Some(Err(error)) = metrics.write_if_due(progress)
        {
            self.note(&error);
        }
        match &mut self.view {
            View::Records { last } if last.is_none_or(|last| last.elapsed() >= RECORD_EVERY) => {
                *last = Some(Instant::now());
                self.record(progress, false);
            }
            View::Lines { last } if last.elapsed() >= LINE_EVERY => {
                *last = Instant::now();
                say(progress_text(progress, guess::plain(progress), usize::MAX));
            }
            View::Bar(bar) => bar.progress(progress),
            View::Live(live) => live.progress(progress),
            View::Lines { .. } | View::Records { .. } | View::Silent => {}
        }
    }

    fn note(&mut self, text: &str) {
        if let View::Live(live) = &mut self.view {
            live.note(text);
        } else if !self.is_quiet {
            self.say(&format!("note: {text}"));
        }
    }

    fn detail(&mut self, text: &str) {
        match &mut self.view {
            _ if !self.is_verbose || self.is_quiet => {}
            View::Live(live) => live.detail(text),
            _ => self.say(text),
        }
    }

    fn clear_the_way(&mut self) {
        if let View::Bar(bar) = &self.view {
            bar.clear();
        }
    }
}
