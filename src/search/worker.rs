//! Searches one range with an explicit stack, and can stop at any node and say what is left.

use std::time::Duration;

use super::{
    branch::Branch,
    control::Control,
    ledger::{Found, Segment},
    path::Path,
    quest::Quest,
    range::{Range, upper_digit},
    sweep::Sweep,
    tally::Tally,
    tree::Tree,
};

/// One open node on the way from the root to where the worker stands: its children `next..end` are still to be tried.
#[derive(Clone, Copy, Debug)]
struct Frame {
    next: u32,
    end: u32,
    fanout: u32,
}

/// A range of work together with where it lies in the tree, which only progress reports need.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub range: Range,
    /// The positions of the range's two ends, as fractions of the tree.
    pub span: (f64, f64),
    /// How many branches it is to be cut into before it is searched.
    pub branches: usize,
}

/// Why `search` came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pause {
    /// Nothing of the range is left.
    Exhausted,
    /// The given number of nodes was visited.
    Budget,
    /// The range has brought all the solutions the quest wants, or a new best one: the others should hear of it.
    News,
}

/// A cursor and the stack of what is left to do, which is always one range: from the next id to the range's end.
pub(super) struct Worker<T: Tree> {
    tree: T,
    /// What the tree says of itself: does entering a node take long, do sweeps pause?
    pub(super) has_slow_nodes: bool,
    pauses: bool,
    quest: Quest,
    control: Control,
    frames: Vec<Frame>,
    /// The end of the range.
    end: Option<Path>,
    /// At this depth the worker's path last coincides with the way to `end`: a child taken there may lie on that way
    /// and then sees only a part of its children. `usize::MAX` if no such child can come up any more.
    edge: usize,
    /// Where the work begins that was not handed over yet, and what it has brought. `None` if all was.
    segment_from: Option<Path>,
    segment_position: f64,
    end_position: f64,
    /// Where the range began, and its position.
    began: Path,
    began_position: f64,
    /// All that was handed over.
    total: Tally,
    tally: Tally,
    found: Vec<Found<T::Answer>>,
    /// Nodes entered from this depth on may be swept.
    sweep_from: usize,
    can_sweep: bool,
    /// Nodes to be visited before the pool is looked at again.
    stretch: u64,
    /// A sweep of more nodes than this pauses, or is given up.
    pub(super) longest_sweep: u64,
    /// Has a sweep paused in the last stretch of work?
    has_paused: bool,
    /// Where the last sweep has paused; kept for its room.
    way: Vec<u32>,
    /// How many solutions this range has brought: those beyond the number wanted have too high an id to matter.
    answers_here: u64,
    /// The best score met in this range: equals found later have higher ids and do not matter.
    best_here: Option<i64>,
    /// How many solutions of that score are not handed over yet, if all of them are wanted.
    equals: u64,
    /// The floor the cursor was told last.
    floor: i64,
}

/// Does a tree sweep for a quest? A sweep that is given up could not tell which of several best solutions were there
/// before.
fn can_sweep(tree: &impl Tree, quest: Quest) -> bool {
    match quest {
        Quest::Best => true,
        Quest::AllBest(_) => tree.pauses(),
        Quest::Lowest(_) | Quest::Any(_) | Quest::Count => !tree.sweeps_only_for_best(),
    }
}

const NO_EDGE: usize = usize::MAX;
/// A sweep of more nodes than this is broken off: the run has to remain interruptible.
const LONGEST_SWEEP: u64 = 50_000;
/// A sweep that can pause does so after this many nodes at first; then after as many as take some milliseconds.
const FIRST_PAUSE_AFTER: u64 = 1 << 14;
const PAUSE_AFTER: std::ops::RangeInclusive<u64> = 1 << 10..=1 << 21;
/// The same if every node may be a solution that is to be told: no more than make a report of handy size. The first
/// sweep is short, because what it takes to write a solution down is not known yet.
const FIRST_PAUSE_WITH_ANSWERS_AFTER: u64 = 1 << 11;
const PAUSE_WITH_ANSWERS_AFTER: std::ops::RangeInclusive<u64> = 1 << 10..=1 << 14;
/// What a sweep should take, and a stretch of work at the most.
const PAUSE_TIME: std::ops::Range<Duration> = Duration::from_millis(2)..Duration::from_millis(8);
/// The first stretch of work has so many nodes: how long they take is not known yet.
const FIRST_STRETCH: u64 = 64;
/// A stretch is not shorter than this: its nodes may be swift, and the time be taken by threads that share the core.
const SHORTEST_STRETCH: u64 = 16;

impl<T: Tree> Worker<T> {
    /// A worker without work. `tree` stands on the root. Sweeps visit many nodes at once, which does not go together
    /// with a limit on nodes.
    pub fn new(tree: T, quest: Quest, control: Control) -> Self {
        let pauses = tree.pauses();
        Self {
            can_sweep: !control.has_node_limit() && can_sweep(&tree, quest),
            has_slow_nodes: tree.has_slow_nodes(),
            pauses,
            tree,
            quest,
            control,
            frames: Vec::with_capacity(64),
            end: None,
            edge: NO_EDGE,
            segment_from: None,
            segment_position: 0.0,
            end_position: 1.0,
            began: Path::root(),
            began_position: 0.0,
            total: Tally::default(),
            tally: Tally::default(),
            found: Vec::new(),
            sweep_from: 0,
            stretch: FIRST_STRETCH,
            longest_sweep: match quest {
                _ if !pauses => LONGEST_SWEEP,
                Quest::Lowest(_) | Quest::Any(_) => FIRST_PAUSE_WITH_ANSWERS_AFTER,
                Quest::Count | Quest::Best | Quest::AllBest(_) => FIRST_PAUSE_AFTER,
            },
            has_paused: false,
            way: Vec::new(),
            answers_here: 0,
            best_here: None,
            equals: 0,
            floor: i64::MIN,
        }
    }

    /// Gives up where it stands, and lends out the cursor at the root.
    pub fn at_root(&mut self) -> &mut T {
        for _ in 1..self.frames.len() {
            self.tree.leave();
        }
        self.frames.clear();
        // The last range may have raised the floor above what the next one has to find, and barred the way to it.
        if self.quest.is_for_best() {
            self.set_floor(i64::MIN);
        }
        &mut self.tree
    }

    /// Moves to the start of a task. Visits the root if the task begins there.
    pub fn open(&mut self, task: Task) {
        self.at_root();
        self.answers_here = 0;
        self.sweep_from = if self.can_sweep { 0 } else { usize::MAX };
        self.best_here = None;
        self.equals = 0;
        self.tally = Tally::default();
        self.found.clear();
        (self.segment_position, self.end_position) = task.span;
        (self.began, self.began_position) = (task.range.from.clone(), task.span.0);

        self.push_frame();
        let digits = task.range.from.digits();
        for (depth, &digit) in digits.iter().enumerate() {
            let frame = self.frames.last_mut().expect("the root's frame is there");
            frame.next = digit.min(frame.end);
            // The last digit is the first child to be tried; those before it lead there. If the way is barred, all
            // of the barred subtree is done.
            if depth + 1 == digits.len() || digit >= frame.end {
                break;
            }
            frame.next = digit + 1;
            if self.tree.enter(digit..digit + 1).is_none() {
                break;
            }
            self.push_frame();
        }
        let at_the_root = task.range.from == Path::root();
        self.segment_from = Some(task.range.from);
        self.end = None;
        self.edge = NO_EDGE;
        if let Some(to) = task.range.to {
            self.cut_at(to, task.span.1);
        }
        if at_the_root && self.end.as_ref() != Some(&Path::root()) {
            self.tally.nodes += 1;
            if self.tree.is_answer() {
                self.record();
            }
        }
    }

    fn push_frame(&mut self) {
        let fanout = self.tree.fanout();
        self.frames.push(Frame { next: 0, end: fanout, fanout });
    }

    /// Visits nodes in id order until something calls for the pool's attention, `budget` of them at most, and takes
    /// those it visited off the budget.
    // Kept out of line: inlined into its caller, the loop has to share registers with it (5 % slower).
    #[inline(never)]
    pub fn search(&mut self, budget: &mut u64) -> Pause {
        let mut left = *budget;
        let mut cases = 0;
        // The innermost frame is kept apart while the loop runs: it changes at every step.
        let Some(mut frame) = self.frames.pop() else { return Pause::Exhausted };
        let pause = loop {
            if left == 0 {
                break Pause::Budget;
            }
            let entered = self.tree.enter(frame.next..frame.end);
            if self.has_slow_nodes && self.control.is_stopped() {
                // Whatever came out was cut short: as if it had not been tried.
                if entered.is_some() {
                    self.tree.leave();
                }
                break Pause::Budget;
            }
            let Some(digit) = entered else {
                cases += u64::from(frame.end - frame.next);
                frame.next = frame.end;
                let Some(parent) = self.frames.pop() else { break Pause::Exhausted };
                frame = parent;
                self.tree.leave();
                continue;
            };
            cases += u64::from(digit - frame.next) + 1;
            left -= 1;
            frame.next = digit + 1;
            let depth = self.frames.len();
            let mut is_news = false;
            if self.tree.is_answer() {
                self.count_work(budget, left, &mut cases);
                is_news = self.record();
            }
            if depth == self.edge {
                let fanout = self.tree.fanout();
                let end = fanout.min(self.pass_edge(depth, digit));
                self.frames.push(std::mem::replace(&mut frame, Frame { next: 0, end, fanout }));
            } else {
                let best = self.best_here;
                if self.sweep(depth, budget, &mut left, &mut cases) {
                    self.tree.leave();
                } else {
                    let fanout = self.tree.fanout();
                    self.frames.push(std::mem::replace(&mut frame, Frame { next: 0, end: fanout, fanout }));
                    self.follow_way(&mut frame);
                }
                is_news |= self.has_enough() || best != self.best_here;
            }
            if is_news {
                break Pause::News;
            }
        };
        self.frames.push(frame);
        self.count_work(budget, left, &mut cases);
        pause
    }

    /// How many nodes to visit before the pool is looked at again, no more than `most`.
    pub fn stretch(&self, most: u64) -> u64 {
        if self.has_slow_nodes { 1 } else { self.stretch.min(most) }
    }

    /// Makes the next stretch of work longer or shorter, and lets sweeps that pause do so sooner or later, by the time
    /// that the last stretch took. No stretch has more than `most` nodes. With more threads than cores all of them come
    /// to their end one after the other before a stop is seen by the last.
    pub fn keep_pace(&mut self, elapsed: Duration, most: u64) {
        if elapsed < PAUSE_TIME.start {
            self.stretch = self.stretch.saturating_mul(2).min(most);
        } else if elapsed >= PAUSE_TIME.end {
            self.stretch = (self.stretch / 2).max(SHORTEST_STRETCH);
        }
        if !self.pauses {
            return;
        }
        let bounds = match self.quest {
            Quest::Lowest(_) | Quest::Any(_) => PAUSE_WITH_ANSWERS_AFTER,
            Quest::Count | Quest::Best | Quest::AllBest(_) => PAUSE_AFTER,
        };
        if elapsed >= PAUSE_TIME.end {
            self.longest_sweep = (self.longest_sweep / 2).max(*bounds.start());
        } else if self.has_paused && elapsed < PAUSE_TIME.start {
            self.longest_sweep = (self.longest_sweep * 2).min(*bounds.end());
        }
        self.has_paused = false;
    }

    /// Moves on to where a sweep has paused. `frame` is that of the node it began on.
    fn follow_way(&mut self, frame: &mut Frame) {
        for digit in std::mem::take(&mut self.way) {
            frame.next = digit + 1;
            // What the sweep has found may have barred the way to where it paused: then all before the pause is done.
            if self.tree.enter(digit..digit + 1).is_none() {
                break;
            }
            let fanout = self.tree.fanout();
            self.frames.push(std::mem::replace(frame, Frame { next: 0, end: fanout, fanout }));
        }
    }

    /// Lets the tree search all below the current node by itself, if it can. Its nodes come off what is left to visit.
    /// Has it searched all? If not, either nothing has been searched, or all up to the end of the way.
    #[inline(always)]
    fn sweep(&mut self, depth: usize, budget: &mut u64, left: &mut u64, cases: &mut u64) -> bool {
        if depth < self.sweep_from || !self.tree.can_sweep() {
            return false;
        }
        self.count_work(budget, *left, cases);
        let (before, best_before) = (self.tally, self.best_here);
        // A better solution takes the place of the best one so far, which a sweep that is given up has to leave there.
        let replaced = if self.pauses || self.quest != Quest::Best { None } else { self.found.pop() };
        let known = self.found.len();
        let most_nodes = before.nodes + self.longest_sweep;
        let found = (self.quest != Quest::Count).then_some(&mut self.found);
        let best = self.quest.is_for_best().then_some(&mut self.best_here);
        let all = matches!(self.quest, Quest::AllBest(_));
        let equals = all.then_some((&mut self.equals, self.quest.equals_kept()));
        let mut sweep = Sweep { tally: &mut self.tally, most_nodes, found, best, equals, way: &mut self.way };
        self.tree.sweep(&mut sweep);
        if !self.pauses && sweep.is_too_long() {
            // As if it had not been tried; nor is it tried so high up again in this range.
            self.tally = before;
            self.best_here = best_before;
            self.found.truncate(known);
            self.found.extend(replaced);
            self.way.clear();
            self.tree.set_floor(self.floor);
            self.sweep_from = depth + 1;
            return false;
        }
        if self.found.is_empty() {
            self.found.extend(replaced);
        }
        self.answers_here += self.found.len().saturating_sub(known) as u64;
        *left = left.saturating_sub(self.tally.nodes - before.nodes);
        *budget = *left;
        self.has_paused |= !self.way.is_empty();
        self.way.is_empty()
    }

    /// Has this range brought as many solutions as are wanted of all ranges?
    fn has_enough(&self) -> bool {
        self.answers_here >= self.quest.wanted()
    }

    /// Enters into the tally what the loop above has in its registers.
    fn count_work(&mut self, budget: &mut u64, left: u64, cases: &mut u64) {
        self.tally.nodes += *budget - left;
        self.tally.cases += std::mem::take(cases);
        *budget = left;
    }

    /// The end of the digits below a child that was entered where the path coincides with the way to `end`.
    #[cold]
    fn pass_edge(&mut self, depth: usize, digit: u32) -> u32 {
        let end = self.end.as_ref().expect("an edge belongs to an end");
        if end.digits()[depth] != digit {
            return u32::MAX;
        }
        self.edge = depth + 1;
        upper_digit(end, depth + 1)
    }

    /// Takes note of the solution the cursor stands on. Is it news for others?
    fn record(&mut self) -> bool {
        self.tally.answers += 1;
        match self.quest {
            Quest::Count => false,
            Quest::Lowest(_) | Quest::Any(_) => {
                self.found.push(Found { at: self.tally, score: 0, answer: self.tree.answer() });
                self.answers_here += 1;
                self.has_enough()
            }
            Quest::Best | Quest::AllBest(_) => {
                let score = self.tree.score();
                if self.best_here.is_some_and(|best| score < best) || self.best_here == Some(score) {
                    let is_equal = self.best_here == Some(score) && self.quest != Quest::Best;
                    self.equals += u64::from(is_equal);
                    if is_equal && self.found.len() < self.quest.equals_kept() {
                        self.found.push(Found { at: self.tally, score, answer: self.tree.answer() });
                    }
                    return false;
                }
                self.equals = 1;
                self.best_here = Some(score);
                self.found.clear();
                self.found.push(Found { at: self.tally, score, answer: self.tree.answer() });
                true
            }
        }
    }

    /// Are there solutions nobody else has heard of?
    pub fn has_found(&self) -> bool {
        !self.found.is_empty()
    }

    /// The best score of this range so far.
    pub fn best_here(&self) -> Option<i64> {
        self.best_here
    }

    /// Passes a floor on to the cursor.
    pub fn set_floor(&mut self, floor: i64) {
        self.floor = floor;
        self.tree.set_floor(floor);
    }

    /// Gives up the later half of what is left: the shallowest open node with any untried child keeps the earlier
    /// half of its untried children, or none if there is only one.
    pub fn split(&mut self) -> Option<Task> {
        let depth = self.frames.iter().position(|frame| frame.next < frame.end)?;
        if depth > self.tree.divisible_depth() {
            return None;
        }
        let Frame { next, end, .. } = self.frames[depth];
        let cut = self.path_to(depth).child(next + (end - next) / 2);
        let position = self.position_of(depth, next + (end - next) / 2);
        let range = Range { from: cut.clone(), to: self.end.clone() };
        let given = Task { range, span: (position, self.end_position), branches: 1 };
        debug_assert!(self.next_id().is_some_and(|next| next <= cut), "the part kept is a range");
        debug_assert!(!given.range.is_empty(), "the part given away is a range");
        self.cut_at(cut, position);
        Some(given)
    }

    /// Moves the end of the range forward to `to`, which lies at `position`.
    pub fn cut_at(&mut self, to: Path, position: f64) {
        if self.end.as_ref().is_some_and(|end| *end <= to) {
            return;
        }
        self.edge = NO_EDGE;
        let mut past_the_end = false;
        let open_nodes = self.frames.len();
        for (depth, frame) in self.frames.iter_mut().enumerate() {
            past_the_end |= depth >= to.depth();
            let upper = if past_the_end { 0 } else { upper_digit(&to, depth) };
            frame.end = frame.end.min(upper).max(frame.next);
            if past_the_end {
                continue;
            }
            let taken = (depth + 1 < open_nodes).then(|| frame.next - 1);
            if taken.is_none_or(|digit| digit < to.digits()[depth]) {
                // What lies deeper comes before the new end. A child on the way to it may still come up here, unless
                // that child is the end itself.
                self.edge = if depth + 1 < to.depth() { depth } else { NO_EDGE };
                break;
            }
            past_the_end = taken.is_some_and(|digit| digit > to.digits()[depth]);
        }
        self.end_position = position;
        self.end = Some(to);
    }

    /// The next id to be tried, if any is left.
    pub fn next_id(&self) -> Option<Path> {
        let depth = self.frames.iter().rposition(|frame| frame.next < frame.end)?;
        Some(self.path_to(depth).child(self.frames[depth].next))
    }

    fn path_to(&self, depth: usize) -> Path {
        Path::from(self.frames[..depth].iter().map(|frame| frame.next - 1).collect::<Vec<_>>())
    }

    /// The position in the tree of child `digit` of the open node at `depth`.
    fn position_of(&self, depth: usize, digit: u32) -> f64 {
        let (mut position, mut width) = (0.0, 1.0);
        for (at, frame) in self.frames[..=depth].iter().enumerate() {
            let taken = if at == depth { digit } else { frame.next - 1 };
            width /= f64::from(frame.fanout.max(1));
            position += width * f64::from(taken);
        }
        position
    }

    /// Hands over the finished part of the range, and goes on with the rest as a range of its own. `None` if all of
    /// the range has been handed over already.
    pub fn close_segment(&mut self) -> Option<Segment<T::Answer>> {
        let from = self.segment_from.take()?;
        let (to, position) = match self.frames.iter().rposition(|frame| frame.next < frame.end) {
            None => (self.end.clone(), self.end_position),
            Some(depth) => {
                let digit = self.frames[depth].next;
                self.segment_from = Some(self.path_to(depth).child(digit));
                (self.segment_from.clone(), self.position_of(depth, digit))
            }
        };
        let share = (position - self.segment_position).max(0.0);
        self.segment_position = position;
        let (tally, found) = (std::mem::take(&mut self.tally), std::mem::take(&mut self.found));
        self.total += tally;
        Some(Segment::new(Range { from, to }, tally, found, share, std::mem::take(&mut self.equals)))
    }

    /// Takes the room of solutions that have been handed over, for those to come.
    pub fn reuse(&mut self, room: Vec<Found<T::Answer>>) {
        if self.found.capacity() == 0 {
            self.found = room;
        }
    }

    /// What is left to be searched of the range, as a task of its own.
    pub fn rest(&self) -> Option<Task> {
        let depth = self.frames.iter().rposition(|frame| frame.next < frame.end)?;
        let digit = self.frames[depth].next;
        let range = Range { from: self.path_to(depth).child(digit), to: self.end.clone() };
        Some(Task { range, span: (self.position_of(depth, digit), self.end_position), branches: 1 })
    }

    /// Where the range ends.
    pub fn end(&self) -> Option<&Path> {
        self.end.as_ref()
    }

    /// All the work that was handed over.
    pub fn total(&self) -> Tally {
        self.total
    }

    /// Where the worker stands. What it has done so far must have been handed over.
    pub fn branch(&self, worker: usize) -> Branch<T::Answer> {
        let width = self.end_position - self.began_position;
        let done = self.segment_position - self.began_position;
        Branch {
            worker,
            range: Some(Range { from: self.began.clone(), to: self.end.clone() }),
            at: self.segment_from.clone(),
            share: if width > 0.0 { (done / width).clamp(0.0, 1.0) } else { 1.0 },
            tally: self.total,
            so_far: self.tree.so_far(),
        }
    }

    /// The range that is being searched, from the start of what is not yet handed over.
    pub fn unreported(&self) -> Option<Range> {
        let from = self.segment_from.clone()?;
        Some(Range { from, to: self.end.clone() })
    }
}
