//! What whoever watches a run hears on the way.

use std::{ops::ControlFlow, ops::Range as Digits, time::Duration};

use super::VastTree;
use crate::search::{
    CheckpointPlan, Control, Event, Fingerprint, Incumbent, Ledger, Limits, Outlook, Path, Quest, Range, Settings,
    StopReason, Tally, Tree, Weighing, run,
    worker::{Task, Worker},
};

/// A run that nobody ends is ended by its time limit, and a test sees that.
fn limited() -> Control {
    Control::new(&Limits { time: Some(Duration::from_secs(60)), ..Limits::default() })
}

fn whole<A>() -> Ledger<A> {
    Ledger::new(Range::everything())
}

/// Children that take a millisecond each and are solutions; each is better than the one before, up to the best.
#[derive(Clone, Debug)]
struct Rising {
    at: Option<u32>,
    floor: i64,
}

const CHILDREN: u32 = 300;
const BEST: u32 = 200;

impl Tree for Rising {
    type Answer = u32;

    fn fanout(&self) -> u32 {
        if self.at.is_none() { CHILDREN } else { 0 }
    }

    fn enter(&mut self, mut digits: Digits<u32>) -> Option<u32> {
        if self.floor > i64::from(CHILDREN) {
            return None;
        }
        self.at = Some(digits.next()?);
        std::thread::sleep(Duration::from_millis(1));
        self.at
    }

    fn leave(&mut self) {
        self.at = None;
    }

    fn is_answer(&self) -> bool {
        self.at.is_some()
    }

    fn answer(&self) -> u32 {
        self.at.expect("it stands on a solution")
    }

    fn score(&self) -> i64 {
        i64::from(self.answer().min(BEST))
    }

    fn set_floor(&mut self, floor: i64) {
        self.floor = floor;
    }
}

const RISING: Rising = Rising { at: None, floor: i64::MIN };

#[test]
fn every_worker_tells_where_it_stands() {
    for threads in [1, 3] {
        let settings = Settings {
            threads,
            branches: 6,
            poll_every: 100,
            is_watched: true,
            control: limited(),
            ..Settings::new(Quest::Count)
        };
        let mut rounds = 0;
        let outcome = run(VastTree(Vec::new()), &settings, whole(), &mut |event| {
            let Event::Branches(branches) = event else { return ControlFlow::Continue(()) };
            assert!(branches.len() <= threads);
            let at_work = branches.iter().filter(|branch| branch.range.is_some());
            for branch in at_work.clone() {
                let (range, at) = (branch.range.as_ref().unwrap(), branch.at.as_ref().unwrap());
                assert!(range.contains(at), "{at} is a part of {range}");
                assert!((0.0..=1.0).contains(&branch.share));
                assert!(branch.so_far.is_some());
            }
            assert!(branches.iter().enumerate().all(|(number, branch)| branch.worker == number));
            let is_seen = at_work.filter(|branch| branch.tally.nodes > 0).count() == threads;
            rounds += u32::from(is_seen);
            if rounds < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!(outcome.unwrap().stop, StopReason::Interrupted);
    }
}

#[test]
fn a_worker_knows_which_part_of_its_range_is_done() {
    let mut worker = Worker::new(super::HashTree::new(0, 4, 0), Quest::Count, Control::default());
    worker.open(Task { range: "/5../5".parse().unwrap(), span: (0.5, 0.5), branches: 1 });
    assert_eq!(worker.branch(0).share, 1.0, "there is nothing to do");

    let mut worker = Worker::new(Rising { at: None, floor: 0 }, Quest::Count, Control::default());
    let (from, to) = (CHILDREN / 3, 2 * CHILDREN / 3);
    let range: Range = format!("/{from}../{to}").parse().unwrap();
    worker.open(Task { range: range.clone(), span: (1.0 / 3.0, 2.0 / 3.0), branches: 1 });
    worker.search(&mut { u64::from(CHILDREN / 12) });
    worker.close_segment().unwrap();
    let branch = worker.branch(7);
    assert_eq!((branch.worker, branch.range), (7, Some(range)));
    assert!((branch.share - 0.25).abs() < 1e-9, "{}", branch.share);
    assert_eq!(branch.at, Some(Path::root().child(from + CHILDREN / 12)));
    let work = u64::from(CHILDREN / 12);
    assert_eq!((branch.tally, worker.total()), (worker.total(), Tally { nodes: work, cases: work, answers: work }));
}

#[test]
fn whoever_watches_hears_of_every_better_solution_once() {
    let settings = Settings { is_watched: true, poll_every: 1, control: limited(), ..Settings::new(Quest::Best) };
    let (mut heard, mut scores) = (Vec::new(), Vec::new());
    let outcome = run(RISING, &settings, whole(), &mut |event| {
        match event {
            Event::Better(answer) => heard.push(*answer),
            Event::Progress(progress) => scores.extend(progress.best),
            _ => {}
        }
        ControlFlow::Continue(())
    });
    assert_eq!(outcome.unwrap().answers, [BEST]);
    assert!(heard.len() > 1 && heard.is_sorted_by(|one, next| one < next), "{heard:?}");
    assert!(!scores.is_empty() && scores.is_sorted());
    // Who does not watch hears of none, and scores are told only where they count.
    let settings = Settings { is_watched: false, quest: Quest::Lowest(u64::MAX), ..settings };
    run(RISING, &settings, whole(), &mut |event| {
        assert!(!matches!(event, Event::Better(_) | Event::Branches(_)));
        assert!(!matches!(event, Event::Progress(progress) if progress.best.is_some()));
        ControlFlow::Continue(())
    })
    .unwrap();
}

#[test]
fn a_better_score_of_others_spares_the_rest_of_the_work() {
    let folder = crate::search::tests::folder();
    let incumbent = Incumbent { file: folder.path().join("best"), fingerprint: Fingerprint::of(&["rising"]) };
    let settings = Settings { poll_every: 1, incumbent: Some(incumbent.clone()), ..Settings::new(Quest::Best) };
    let outcome = run(RISING, &settings, whole(), &mut |event| {
        if let Event::Progress(_) = event {
            incumbent.raise(i64::from(CHILDREN) + 1);
        }
        ControlFlow::Continue(())
    });
    let outcome = outcome.unwrap();
    assert_eq!(outcome.stop, StopReason::Complete);
    assert!(outcome.tally.nodes < u64::from(CHILDREN), "it was heard of before the last child");
}

#[test]
fn the_time_left_follows_from_what_is_weighed() {
    let weigh = |left: &[Range]| {
        let next = left.first().map_or(CHILDREN, |range| range.from.digits().first().copied().unwrap_or(0));
        Outlook { share: f64::from(next) / f64::from(CHILDREN), is_certain: true }
    };
    let tell = |weighing: Weighing, ledger: Ledger<u32>| {
        let mut heard = Vec::new();
        let settings =
            Settings { poll_every: 1, weighing: Some(weighing), control: limited(), ..Settings::new(Quest::Count) };
        run(RISING, &settings, ledger, &mut |event| {
            if let Event::Progress(progress) = event {
                heard.push((progress.share.unwrap(), progress.left));
            }
            ControlFlow::Continue(())
        })
        .unwrap();
        heard
    };
    let told = tell(Weighing::new(weigh), whole());
    assert!(told.iter().any(|(share, _)| *share > 0.0));
    assert!(told.iter().all(|&(share, left)| left == (share > 0.0).then(|| (1.0 - share) / share)), "{told:?}");
    // What earlier runs have done took none of this run's time.
    let range = format!("/{}..", CHILDREN / 3).parse().unwrap();
    let told = tell(Weighing::new(weigh), Ledger::new(range));
    let before = f64::from(CHILDREN / 3) / f64::from(CHILDREN);
    let expected = |share: f64| (share > before).then(|| (1.0 - share) / (share - before));
    assert!(told.iter().all(|&(share, left)| left == expected(share)), "{told:?}");
    let doubt = move |left: &[Range]| Outlook { is_certain: false, ..weigh(left) };
    assert!(tell(Weighing::new(doubt), whole()).iter().all(|(_, left)| left.is_none()));
}

#[test]
fn checkpoints_are_written_when_they_are_due_or_asked_for() {
    let folder = crate::search::tests::folder();
    let file = folder.path().join("run.checkpoint");
    let plan = CheckpointPlan {
        file: file.clone(),
        every: Duration::from_secs(3600),
        fingerprint: Fingerprint::of(&["vast"]),
        only_unfinished: false,
    };
    // Counts the checkpoints that are heard of in some ticks.
    let count = |plan: &CheckpointPlan, asks: bool| {
        let control = limited();
        let settings =
            Settings { checkpoint: Some(plan.clone()), control: control.clone(), ..Settings::new(Quest::Count) };
        let (mut ticks, mut written, mut failed) = (0, 0, 0);
        let outcome = run(VastTree(Vec::new()), &settings, whole(), &mut |event| {
            match event {
                Event::Progress(_) => {
                    ticks += 1;
                    if asks && ticks == 1 {
                        control.ask_for_checkpoint();
                    }
                }
                Event::CheckpointWritten => written += 1,
                Event::CheckpointFailed(_) => failed += 1,
                _ => {}
            }
            if ticks < 4 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!(outcome.unwrap().stop, StopReason::Interrupted);
        (written, failed)
    };
    assert_eq!(count(&plan, false), (0, 0));
    assert_eq!(count(&plan, true), (1, 0));
    let often = CheckpointPlan { every: Duration::ZERO, ..plan.clone() };
    assert!(count(&often, false).0 >= 3);
    let nowhere = CheckpointPlan { file: folder.path().join("no folder").join("file"), ..plan };
    assert_eq!(count(&nowhere, true), (0, 1));
}
