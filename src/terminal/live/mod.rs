//! The live view (`-c`): the whole terminal shows the search while it goes on. A thread of its own draws and takes the
//! keys; the search only leaves behind what there is to see, and never waits for it.

mod branches;
mod draw;
mod head;
mod keys;
mod model;
mod paint;
mod window;

use std::{
    io::{self, IsTerminal},
    sync::{Arc, Mutex, PoisonError, TryLockError},
    thread::JoinHandle,
    time::{Duration, Instant},
};

use crate::{
    report::{Canvas, CaseHead, Finding, Solution, depth::Depth},
    search::{Control, Progress},
    session::{BranchView, Monitor, Sketch},
};

use super::screen;

use model::Model;
use paint::Colours;

/// Where the workers stand is told no more often than this.
const BRANCHES_EVERY: Duration = Duration::from_millis(120);
/// Once no more solutions are kept, the newest is shown so often.
const NEWEST_EVERY: Duration = Duration::from_millis(250);

/// Why the live view cannot be opened: nobody could see it or press a key.
pub fn obstacle() -> Option<String> {
    let streams = [
        ("input", io::stdin().is_terminal()),
        ("output", io::stdout().is_terminal()),
        ("error", io::stderr().is_terminal()),
    ];
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty());
    match streams.iter().find(|(_, is_terminal)| !is_terminal) {
        Some((name, _)) => Some(format!("needs a terminal, and standard {name} is none")),
        None => is_dumb.then(|| "needs a terminal that can be drawn on; TERM says there is none".to_owned()),
    }
}

/// The live view of one search.
pub struct LiveView {
    model: Arc<Mutex<Model>>,
    window: Option<JoinHandle<()>>,
    /// What could not be handed over because the screen was just being drawn.
    pending: Vec<String>,
    found: u64,
    kept: bool,
    branches_told: Instant,
    newest_told: Instant,
    /// What is said again when the screen is gone.
    notes: Vec<String>,
    /// Gives the terminal back when all else is gone.
    _taken: screen::Taken,
}

impl LiveView {
    /// Takes the terminal and begins to draw. `conditions` says what else there is to know of the run.
    pub fn start(case: &str, conditions: String, has_checkpoint: bool, has_colour: bool) -> io::Result<Self> {
        let taken = screen::Taken::new()?;
        let started = Some(Instant::now());
        let model = Model { case: case.to_owned(), conditions, has_checkpoint, started, ..Model::default() };
        let model = Arc::new(Mutex::new(model));
        let colours = Colours(has_colour.then(Depth::of_environment));
        let window = window::open(Arc::clone(&model), colours)?;
        let long_ago = Instant::now().checked_sub(Duration::from_secs(1)).unwrap_or_else(Instant::now);
        Ok(Self {
            model,
            window: Some(window),
            pending: Vec::new(),
            found: 0,
            kept: true,
            branches_told: long_ago,
            newest_told: long_ago,
            notes: Vec::new(),
            _taken: taken,
        })
    }

    /// Changes what is known, unless the screen is just being drawn.
    fn try_with(&mut self, change: impl FnOnce(&mut Model)) {
        let mut model = match self.model.try_lock() {
            Ok(model) => model,
            Err(TryLockError::Poisoned(model)) => model.into_inner(),
            Err(TryLockError::WouldBlock) => return,
        };
        self.pending.drain(..).for_each(|text| model.keep(text));
        model.found = self.found;
        self.kept = model.has_room();
        change(&mut model);
    }

    /// Changes what is known, and waits for that if need be.
    fn with(&mut self, change: impl FnOnce(&mut Model)) {
        let mut model = self.model.lock().unwrap_or_else(PoisonError::into_inner);
        self.pending.drain(..).for_each(|text| model.keep(text));
        model.found = self.found;
        change(&mut model);
    }

    /// The search is over: shows what came out until somebody has seen enough of it.
    pub fn end(&mut self, finding: &Finding, elapsed: Duration) {
        let verdict = verdict(finding);
        let tally = finding.tally;
        self.with(|model| {
            (model.verdict, model.ended) = (Some(verdict), Some(elapsed));
            model.phase.clear();
            let progress = model.progress.get_or_insert_with(|| Progress::of(tally, elapsed));
            progress.tally.nodes = progress.tally.nodes.max(tally.nodes);
            // Nobody works any more.
            model.rows.iter_mut().for_each(|row| row.rate = 0.0);
        });
        if let Some(window) = self.window.take() {
            let _ = window.join();
        }
    }

    /// What was said while nobody could read it.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }
}

/// What came out, in a line.
fn verdict(finding: &Finding) -> String {
    use crate::report::Status;
    let what = match finding.status {
        Status::Solved => format!("Solved: {} found", finding.count),
        Status::Optimal => "Solved: the best there is, and proved to be".to_owned(),
        Status::Unsolvable => "There is no solution, and that is proved".to_owned(),
        Status::Counted => format!("Counted: {} solutions", finding.count),
        Status::Unknown => format!("Not decided: {} found so far", finding.count),
    };
    if finding.stop.is_final() { what } else { format!("{what}; {}", finding.stop.text()) }
}

impl Drop for LiveView {
    fn drop(&mut self) {
        self.with(|model| (model.is_leaving, model.is_dropped) = (true, true));
        if let Some(window) = self.window.take() {
            let _ = window.join();
        }
    }
}

impl Monitor for LiveView {
    fn begin(&mut self, control: &Control) {
        let control = control.clone();
        self.with(|model| model.control = Some(control));
    }

    fn case(&mut self, head: &CaseHead) {
        let head = head.clone();
        self.with(|model| model.head = Some(head));
    }

    fn phase(&mut self, what: &str) {
        let what = what.to_owned();
        self.with(|model| model.phase = what);
    }

    fn progress(&mut self, progress: &Progress) {
        self.try_with(|model| model.take_progress(progress));
    }

    fn watches_branches(&self) -> bool {
        true
    }

    fn is_due_for_branches(&mut self) -> bool {
        let is_due = self.branches_told.elapsed() >= BRANCHES_EVERY;
        if is_due {
            self.branches_told = Instant::now();
        }
        is_due
    }

    fn branches(&mut self, branches: &[BranchView<'_>]) {
        self.try_with(|model| model.take_branches(branches));
    }

    fn watches_solutions(&self) -> bool {
        true
    }

    fn solution(&mut self, solution: &dyn Solution) {
        self.found += 1;
        // A few more may come in before anybody looks whether there is room: that does no harm.
        if !self.kept && self.newest_told.elapsed() < NEWEST_EVERY {
            return;
        }
        self.newest_told = Instant::now();
        if self.kept {
            let mut text = Vec::new();
            // To write into memory cannot fail, and what a solution cannot tell is not there to be shown.
            let _ = solution.write_drawing(&mut text, &Canvas::SKETCH);
            self.pending.push(String::from_utf8_lossy(&text).into_owned());
        }
        self.try_with(|_| ());
    }

    fn better(&mut self, best: &Sketch) {
        let best = best.clone();
        self.with(|model| model.best = Some(best));
    }

    fn checkpoint_written(&mut self) {
        self.with(|model| {
            model.saved = Some(Instant::now());
            model.say("the checkpoint is written");
        });
    }

    fn note(&mut self, text: &str) {
        let text = format!("note: {text}");
        self.notes.push(text.clone());
        self.with(|model| model.say(text));
    }

    fn detail(&mut self, text: &str) {
        let text = text.to_owned();
        self.with(|model| model.say(text));
    }
}
