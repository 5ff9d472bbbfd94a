//! However many solutions there are, and however long it takes to tell them, only few wait to be told.

use std::{
    ops::ControlFlow,
    ops::Range as Digits,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};

use serde::{Deserialize, Serialize};

use crate::search::{
    Control, Event, Ledger, Limits, Quest, Range, Settings, StopReason, Tree, Written, run, run_writing,
};

/// A solution that is counted as long as somebody keeps it, and takes some room: bytes are what the engine counts.
#[derive(Debug, Deserialize, Serialize)]
struct Kept(u32, [u64; 32]);

/// What is counted belongs to one test at a time.
static COUNTING: Mutex<()> = Mutex::new(());
static KEPT: AtomicUsize = AtomicUsize::new(0);
static MOST_KEPT: AtomicUsize = AtomicUsize::new(0);

impl Kept {
    fn new(number: u32) -> Self {
        let kept = KEPT.fetch_add(1, SeqCst) + 1;
        MOST_KEPT.fetch_max(kept, SeqCst);
        Self(number, [0; 32])
    }
}

impl Clone for Kept {
    fn clone(&self) -> Self {
        Self::new(self.0)
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        KEPT.fetch_sub(1, SeqCst);
    }
}

const DEPTH: usize = 19;

/// All numbers of [`DEPTH`] bits. Those that begin with ones are found in no time, those with zeros in a while.
#[derive(Clone, Debug, Default)]
struct Numbers {
    bits: Vec<u32>,
}

impl Numbers {
    fn number(&self) -> u32 {
        self.bits.iter().fold(0, |number, bit| 2 * number + bit)
    }
}

impl Tree for Numbers {
    type Answer = Kept;

    fn fanout(&self) -> u32 {
        if self.bits.len() < DEPTH { 2 } else { 0 }
    }

    fn enter(&mut self, digits: Digits<u32>) -> Option<u32> {
        let digit = Some(digits.start).filter(|_| !digits.is_empty())?;
        self.bits.push(digit);
        let effort = if self.bits[0] == 0 { 100 } else { 0 };
        (0..effort).for_each(|_| std::hint::spin_loop());
        Some(digit)
    }

    fn leave(&mut self) {
        self.bits.pop();
    }

    fn is_answer(&self) -> bool {
        self.bits.len() == DEPTH
    }

    fn answer(&self) -> Kept {
        Kept::new(self.number())
    }
}

#[test]
fn few_solutions_wait_to_be_told() {
    let _counting = COUNTING.lock().unwrap_or_else(PoisonError::into_inner);
    for threads in [2, 8] {
        MOST_KEPT.store(0, SeqCst);
        let settings =
            Settings { threads, branches: 16, keep_answers: false, ..Settings::new(Quest::Lowest(u64::MAX)) };
        let mut next = 0;
        let outcome = run(Numbers::default(), &settings, Ledger::new(Range::everything()), &mut |event| {
            if let Event::Answer(Kept(number, _)) = event {
                assert_eq!(*number, next, "with {threads} threads");
                next += 1;
            }
            ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!((outcome.stop, outcome.found, next), (StopReason::Complete, 1 << DEPTH, 1 << DEPTH));
        let most = MOST_KEPT.load(SeqCst);
        assert!(most < 1 << (DEPTH - 2), "{most} were kept at once with {threads} threads");
    }
}

fn write_numbers(all: &mut dyn Iterator<Item = &Kept>, after: &str, written: &mut Written) {
    for kept in all {
        written.text.extend_from_slice(format!("{}{after}", kept.0).as_bytes());
        written.end();
    }
}

#[test]
fn what_workers_write_down_is_told_in_order() {
    let _counting = COUNTING.lock().unwrap_or_else(PoisonError::into_inner);
    let write = |all: &mut dyn Iterator<Item = &Kept>, written: &mut Written| write_numbers(all, "\n", written);
    let expected: String = (0..1u32 << DEPTH).map(|number| format!("{number}\n")).collect();
    for (threads, branches) in [(1, 1), (2, 16), (8, 64)] {
        let settings = Settings { threads, branches, keep_answers: false, ..Settings::new(Quest::Lowest(u64::MAX)) };
        let mut told = Vec::new();
        let outcome =
            run_writing(Numbers::default(), &settings, Ledger::new(Range::everything()), Some(&write), &mut |event| {
                if let Event::Written(written) = event {
                    assert_eq!(written.each().map(<[u8]>::len).sum::<usize>(), written.text.len());
                    told.extend_from_slice(&written.text);
                }
                ControlFlow::Continue(())
            })
            .unwrap();
        assert!(told == expected.as_bytes(), "with {threads} threads");
        assert_eq!((outcome.found, outcome.answers.len(), outcome.written.len()), (1 << DEPTH, 0, 0));
    }
}

#[test]
fn what_is_written_beyond_a_gap_is_not_lost() {
    let _counting = COUNTING.lock().unwrap_or_else(PoisonError::into_inner);
    let write = |all: &mut dyn Iterator<Item = &Kept>, written: &mut Written| write_numbers(all, " ", written);
    let control = Control::new(&Limits { nodes: Some(300_000), ..Limits::default() });
    let settings =
        Settings { threads: 4, branches: 64, keep_answers: false, control, ..Settings::new(Quest::Lowest(u64::MAX)) };
    let mut told = Vec::new();
    let outcome =
        run_writing(Numbers::default(), &settings, Ledger::new(Range::everything()), Some(&write), &mut |event| {
            if let Event::Written(written) = event {
                told.extend_from_slice(&written.text);
            }
            ControlFlow::Continue(())
        })
        .unwrap();
    outcome.written.iter().for_each(|written| told.extend_from_slice(&written.text));
    let text = String::from_utf8(told).unwrap();
    let numbers: Vec<u32> = text.split_whitespace().map(|number| number.parse().unwrap()).collect();
    assert!(numbers.is_sorted_by(|one, next| one < next), "in order, and none twice");
    assert_eq!((outcome.stop, outcome.found), (StopReason::NodeLimit, numbers.len()));
}

/// Whoever is slow to write down what was found does not hold up the end; what is not written down is left.
#[test]
fn what_there_is_no_time_to_write_down_is_left_to_be_searched() {
    let _counting = COUNTING.lock().unwrap_or_else(PoisonError::into_inner);
    let everything = || Ledger::new(Range::everything());
    for threads in [1, 4] {
        let control = Control::default();
        let asked = AtomicUsize::new(0);
        let write = |all: &mut dyn Iterator<Item = &Kept>, written: &mut Written| {
            for kept in all {
                if asked.fetch_add(1, SeqCst) > 20_000 {
                    control.stop(StopReason::Interrupted);
                    std::thread::sleep(Duration::from_millis(1));
                }
                written.text.extend_from_slice(format!("{} ", kept.0).as_bytes());
                written.end();
            }
        };
        let quest = Quest::Lowest(u64::MAX);
        let settings =
            Settings { threads, branches: 64, keep_answers: false, control: control.clone(), ..Settings::new(quest) };
        let mut told = 0;
        let outcome = run_writing(Numbers::default(), &settings, everything(), Some(&write), &mut |event| {
            if let Event::Written(written) = event {
                told += written.ends.len();
            }
            ControlFlow::Continue(())
        })
        .unwrap();
        told += outcome.written.iter().map(|written| written.ends.len()).sum::<usize>();
        assert_eq!((outcome.stop, outcome.found), (StopReason::Interrupted, told), "with {threads} threads");
        let rest: u64 = outcome
            .left
            .into_iter()
            .map(|range| {
                let settings = Settings::new(Quest::Count);
                run(Numbers::default(), &settings, Ledger::new(range), &mut |_| ControlFlow::Continue(())).unwrap()
            })
            .map(|outcome| outcome.tally.answers)
            .sum();
        assert!(told > 0 && rest > 0, "{told} told, {rest} left, with {threads} threads");
        assert_eq!(told as u64 + rest, 1 << DEPTH, "with {threads} threads");
    }
}
