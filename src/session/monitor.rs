//! Who watches a search, and what there is to see.

use std::io;

use crate::{
    report::{CaseHead, Solution},
    search::{Branch, Control, Path, Progress, Range, Tally},
};

/// Who watches a search: a terminal, a log, a test.
pub trait Monitor {
    /// A search begins that can be stopped, paused and saved by this control.
    fn begin(&mut self, control: &Control) {
        let _ = control;
    }
    /// What is known of the case, before it is searched.
    fn case(&mut self, head: &CaseHead) {
        let _ = head;
    }
    /// Something is being done whose end nobody can tell: reading, building, checking.
    fn phase(&mut self, what: &str) {
        let _ = what;
    }
    /// How far the search has come.
    fn progress(&mut self, progress: &Progress);
    /// Does it want to know where the workers stand?
    fn watches_branches(&self) -> bool {
        false
    }
    /// Is it time to tell where they stand? To draw their boards costs something.
    fn is_due_for_branches(&mut self) -> bool {
        true
    }
    /// Where the workers stand.
    fn branches(&mut self, branches: &[BranchView<'_>]) {
        let _ = branches;
    }
    /// Does it want to see the solutions?
    fn watches_solutions(&self) -> bool {
        false
    }
    /// The next solution, as soon as it is certain.
    fn solution(&mut self, solution: &dyn Solution) {
        let _ = solution;
    }
    /// The best solution so far, while better ones may still be found.
    fn better(&mut self, best: &Sketch) {
        let _ = best;
    }
    /// A checkpoint was written, and the search goes on.
    fn checkpoint_written(&mut self) {}
    /// Something that whoever asked should know.
    fn note(&mut self, text: &str);
    /// Something for those who want to know more.
    fn detail(&mut self, text: &str);
    /// Called before anything is told of the results, so that a progress bar is out of the way.
    fn clear_the_way(&mut self) {}
}

/// A monitor for nobody.
pub struct Unwatched;

impl Monitor for Unwatched {
    fn progress(&mut self, _: &Progress) {}
    fn note(&mut self, _: &str) {}
    fn detail(&mut self, _: &str) {}
}

/// Where a worker stands, in lines that can be shown.
#[derive(Clone, Debug)]
pub struct BranchView<'a> {
    /// The worker, counted from 0.
    pub worker: usize,
    /// The ids it searches; `None` if it has nothing to do.
    pub range: Option<&'a Range>,
    /// The next id it will try.
    pub at: Option<&'a Path>,
    /// The part of the range that is done.
    pub share: f64,
    /// All its work in this run.
    pub tally: Tally,
    /// Where it stands, as the family draws it.
    pub sketch: Option<Sketch>,
}

impl<'a> BranchView<'a> {
    pub(super) fn new<A>(branch: &'a Branch<A>, draw: Option<Draw<'_, A>>) -> Self {
        Self {
            worker: branch.worker,
            range: branch.range.as_ref(),
            at: branch.at.as_ref(),
            share: branch.share,
            tally: branch.tally,
            sketch: draw.zip(branch.so_far.as_ref()).and_then(|(draw, so_far)| draw(so_far)),
        }
    }
}

/// A drawing of something unfinished.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    /// A few words on it.
    pub title: String,
    /// Its lines, in the colours of the family.
    pub text: String,
}

/// How a family tells a solution.
pub type Tell<'a, A> = &'a mut dyn FnMut(&A, &mut dyn FnMut(&dyn Solution) -> io::Result<()>) -> io::Result<()>;

/// How a family draws where a search stands, or a solution that is not the last word.
pub type Draw<'a, A> = &'a dyn Fn(&A) -> Option<Sketch>;

/// How a family tells what its search brings.
pub struct Telling<'a, A> {
    /// Tells a solution.
    pub solution: Tell<'a, A>,
    /// Draws what is unfinished.
    pub sketch: Option<Draw<'a, A>>,
}

impl<'a, A> Telling<'a, A> {
    /// Solutions only.
    pub fn solutions(tell: Tell<'a, A>) -> Self {
        Self { solution: tell, sketch: None }
    }

    /// The same, with drawings of what is unfinished.
    pub fn with_sketch(self, draw: Draw<'a, A>) -> Self {
        Self { sketch: Some(draw), ..self }
    }
}
