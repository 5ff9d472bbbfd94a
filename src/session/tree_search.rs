//! Searches with the tree kernel: what is known already, the settings, and what is told while it goes on.

use std::ops::ControlFlow;

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    family::Error,
    report::Solution,
    search::{
        self, CheckpointPlan, Event, Fingerprint, Incumbent, Ledger, Outcome, Quest, Range, Settings, Stretch, Tree,
        Weighing, Work, WriteDown, Written,
    },
};

use super::{
    BranchView, Session, Sharded, Shards, Tell, Telling,
    divided::{load_range, merged},
    tell_both, with_causes,
};

/// What is to be searched with the tree kernel.
pub struct Job {
    /// Texts that together say what is searched: puzzle, options. The strategy, the quest and the range are added.
    pub identity: Vec<String>,
    /// What to bring back.
    pub quest: Quest,
    /// The ids to be searched.
    pub range: Range,
    /// Solutions with a lower score need not be found.
    pub least_score: Option<i64>,
    /// Are solutions needed after they have been told?
    pub keep_answers: bool,
    /// Tells how much of the work is done, if the family knows more than the ids say.
    pub weighing: Option<Weighing>,
}

impl Job {
    /// Everything, for a quest.
    pub fn new(identity: impl IntoIterator<Item = impl AsRef<str>>, quest: Quest) -> Self {
        let identity = identity.into_iter().map(|part| part.as_ref().to_owned()).collect();
        Self { identity, quest, range: Range::everything(), least_score: None, keep_answers: true, weighing: None }
    }
}

/// How a family shows solutions that follow each other to whoever writes them down, on any thread.
pub type Present<'a, A> = &'a (dyn Fn(&mut dyn Iterator<Item = &A>, &mut dyn FnMut(&dyn Solution)) + Sync);

impl Session<'_> {
    /// Searches a tree and tells its solutions as they become certain.
    pub fn search_tree<T: Tree>(
        &mut self,
        tree: T,
        job: &Job,
        tell: Tell<'_, T::Answer>,
    ) -> Result<Outcome<T::Answer>, Error>
    where
        T::Answer: Serialize + DeserializeOwned,
    {
        self.search_with(job, Telling::solutions(tell), &mut |settings, ledger, observe| {
            Ok(search::run(tree.clone(), settings, ledger, observe)?)
        })
    }

    /// The same for a search that makes its own tree.
    #[allow(clippy::type_complexity)]
    pub fn search_with<A: Serialize + DeserializeOwned + Clone>(
        &mut self,
        job: &Job,
        telling: Telling<'_, A>,
        run: &mut dyn FnMut(
            &Settings,
            Ledger<A>,
            &mut dyn FnMut(Event<'_, A>) -> ControlFlow<()>,
        ) -> Result<Outcome<A>, Error>,
    ) -> Result<Outcome<A>, Error> {
        self.search_writing(job, telling, None, &mut |settings, ledger, _, observe| run(settings, ledger, observe))
    }

    /// The same, where the workers write down what they find if the report says how: there may be millions of
    /// solutions, and writing one down takes longer than finding it.
    #[allow(clippy::type_complexity)]
    pub fn search_writing<A: Serialize + DeserializeOwned + Clone>(
        &mut self,
        job: &Job,
        telling: Telling<'_, A>,
        present: Option<Present<'_, A>>,
        run: &mut dyn FnMut(
            &Settings,
            Ledger<A>,
            Option<WriteDown<'_, A>>,
            &mut dyn FnMut(Event<'_, A>) -> ControlFlow<()>,
        ) -> Result<Outcome<A>, Error>,
    ) -> Result<Outcome<A>, Error> {
        let identity: Vec<&str> = job.identity.iter().map(String::as_str).chain([job.quest.kind()]).collect();
        let fingerprint = self.fingerprint(&identity);
        if matches!(self.conditions.shards, Some(Shards::Piece { fingerprint: of, .. }) if of != fingerprint) {
            return Err(Error::OtherPiece);
        }
        let kept = self.checkpoint(&identity);
        // Lists that are cut into pieces are put together from their checkpoints; those of batches go when they are
        // done.
        let told_beside = self.conditions.shards.is_none()
            && job.quest == Quest::Lowest(u64::MAX)
            && !job.keep_answers
            && kept.as_ref().is_some_and(|(plan, _)| !plan.only_unfinished);
        let ledger = self.ledger(job, fingerprint, kept.as_ref(), told_beside)?;
        let checkpoint = kept.map(|(plan, _)| plan);
        let settings = Settings { checkpoint, told_beside, ..self.tree_settings(job, fingerprint) };
        let stretches: Vec<Stretch> = match &self.conditions.shards {
            Some(Shards::Merge(_)) => ledger.stretches().cloned().collect(),
            _ => Vec::new(),
        };
        self.tell_head()?;
        let mut written = Ok(());
        let mut told = 0usize;
        let Telling { solution: tell, sketch } = telling;
        // Whoever wants to see solutions has to be told of each of them.
        let present = present.filter(|_| !self.monitor.watches_solutions());
        let write = self.report.writer().zip(present).map(|(write, present)| {
            move |answers: &mut dyn Iterator<Item = &A>, written: &mut Written| {
                present(answers, &mut |solution| {
                    write(solution, &mut written.text);
                    written.end();
                });
            }
        });
        let (report, monitor) = (&mut *self.report, &mut *self.monitor);
        let control = self.conditions.control.clone();
        let mut observe = |event: Event<'_, A>| {
            match event {
                Event::Answer(answer) if written.is_ok() => {
                    told += 1;
                    monitor.clear_the_way();
                    written = tell(answer, &mut |solution| tell_both(solution, report, monitor));
                }
                Event::Written(block) if written.is_ok() => {
                    told += block.ends.len();
                    monitor.clear_the_way();
                    written = report.written(block);
                }
                Event::Answer(_) | Event::Written(_) => {}
                Event::Progress(progress) => {
                    control.keep_time(report.time_to_finish());
                    monitor.progress(&progress);
                }
                Event::Branches(branches) if monitor.is_due_for_branches() => {
                    let views: Vec<BranchView<'_>> =
                        branches.iter().map(|branch| BranchView::new(branch, sketch)).collect();
                    monitor.branches(&views);
                }
                Event::Branches(_) => {}
                Event::Better(best) => {
                    if let Some(text) = sketch.and_then(|sketch| sketch(best)) {
                        monitor.better(&text);
                    }
                }
                Event::CheckpointWritten => monitor.checkpoint_written(),
                Event::CheckpointFailed(error) => monitor.note(&with_causes(&error)),
            }
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let outcome = run(&settings, ledger, write.as_ref().map(|write| write as WriteDown<'_, A>), &mut observe);
        self.monitor.clear_the_way();
        let mut outcome = outcome?;
        written?;
        if self.conditions.shards.is_some() {
            let pieces = std::mem::take(&mut outcome.pieces);
            self.sharded = Some(Sharded {
                fingerprint,
                quest: job.quest,
                pieces,
                left: outcome.left.clone(),
                stretches,
                missing_score: outcome.missing_score,
            });
        }
        // What was found in no certain order, or beyond a gap in the ids, is told only now. The best is told by whoever
        // knows what else there is to say about it.
        if !matches!(job.quest, Quest::Best | Quest::AllBest(_)) {
            for block in &outcome.written {
                self.report.written(block)?;
            }
            let forgotten = outcome.found - outcome.answers.len();
            for answer in outcome.answers.iter().skip(told.saturating_sub(forgotten)) {
                tell(answer, &mut |solution| tell_both(solution, self.report, self.monitor))?;
            }
        }
        if let Some(saved) = &outcome.checkpoint {
            self.note_checkpoint(saved.as_ref().err().map(|error| with_causes(error)));
        }
        Ok(outcome)
    }

    /// What is known before the search begins: what a checkpoint or the pieces of a divided search hold, or nothing.
    fn ledger<A: Serialize + DeserializeOwned + Clone>(
        &self,
        job: &Job,
        fingerprint: Fingerprint,
        kept: Option<&(CheckpointPlan, bool)>,
        told_beside: bool,
    ) -> Result<Ledger<A>, Error> {
        match (&self.conditions.shards, kept) {
            (Some(Shards::Cut { checkpoint: Some(file), .. }), _) => Ok(search::load_checkpoint(file, fingerprint)?),
            (Some(Shards::Merge(files)), _) => Ok(merged(files, fingerprint, job)?),
            (_, Some((plan, true))) => Ok(load_range(&plan.file, fingerprint, &job.range, told_beside)?),
            _ => Ok(Ledger::new(job.range.clone())),
        }
    }

    /// The engine's settings for a job, without a checkpoint.
    fn tree_settings(&self, job: &Job, fingerprint: Fingerprint) -> Settings {
        let shards = &self.conditions.shards;
        Settings {
            least_score: job.least_score,
            keep_answers: job.keep_answers,
            work: match shards {
                None | Some(Shards::Piece { .. }) => Work::Search,
                Some(Shards::Cut { count, .. }) => Work::Cut(*count),
                Some(Shards::Merge(_)) => Work::Tell,
            },
            incumbent: match shards {
                Some(Shards::Piece { incumbent: Some(file), .. }) => {
                    Some(Incumbent { file: file.clone(), fingerprint })
                }
                _ => None,
            },
            weighing: job.weighing.clone(),
            is_watched: self.monitor.watches_branches(),
            ..self.settings(job.quest)
        }
    }
}
