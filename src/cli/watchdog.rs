//! Limits over work that cannot look at them: an input that does not come, a decoder, a parser, a checker. A search
//! looks at its limits itself, and keeps what it has found; what is watched here has nothing to be kept yet, so it may
//! end at once.

use std::{
    io::{self, Write},
    path::Path,
    process,
    sync::{
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{RecvTimeoutError, channel},
    },
    thread,
    time::{Duration, Instant},
};

use crate::{
    diagnostics::Diagnostic,
    family,
    input::Input,
    memory,
    search::{Limits, StopReason},
    terminal::stderr_is_terminal,
};

use super::failure::Failure;

/// The time between two looks.
const PACE: Duration = Duration::from_millis(1);

/// Work that looks at its limits itself has this long to come back with a better answer than the end of the program.
const GRACE: Duration = Duration::from_millis(60);

/// No case of usual size takes so much to be read.
const SMALL: u64 = 16 << 20;

/// Does work, and ends the program if the work outgrows the limits.
pub fn guard<T>(limits: &Limits, work: impl FnOnce() -> T) -> T {
    if limits.time.is_none() && limits.memory.is_none() {
        return work();
    }
    watch(limits, &AtomicBool::new(false), work)
}

/// The same, and ends the program also if the work goes on although a signal has set the flag.
pub fn watch<T>(limits: &Limits, interrupt: &AtomicBool, work: impl FnOnce() -> T) -> T {
    let deadline = limits.time.and_then(|time| Instant::now().checked_add(time.saturating_add(GRACE)));
    // Work that looks itself has stopped before it comes to this. What the program holds before it begins is not its
    // fault.
    let most = limits.memory.map(|bytes| bytes.saturating_add(bytes / 200).max(memory::resident() + SMALL));
    thread::scope(|scope| {
        // Dropped when the work is done, or when it panics.
        let (end, is_over) = channel::<()>();
        scope.spawn(move || {
            let mut interrupted: Option<Instant> = None;
            let mut held_before = u64::MAX;
            while is_over.recv_timeout(PACE) == Err(RecvTimeoutError::Timeout) {
                if interrupt.load(Relaxed) && interrupted.get_or_insert_with(Instant::now).elapsed() > GRACE {
                    end_program(StopReason::Interrupted);
                }
                if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    end_program(StopReason::TimeLimit);
                }
                if let Some(most) = most {
                    // What it takes until the next look counts already.
                    let held = memory::resident();
                    if held + held.saturating_sub(held_before) > most {
                        end_program(StopReason::MemoryLimit);
                    }
                    held_before = held;
                }
            }
        });
        let done = work();
        drop(end);
        done
    })
}

/// Reads a case or an answer, and takes the time it took off the limits of what follows.
pub fn read(file: &Path, limits: &mut Limits) -> Result<Input, Diagnostic> {
    let begun = Instant::now();
    let input = guard(limits, || Input::read(file));
    limits.time = limits.time.map(|time| time.saturating_sub(begun.elapsed()));
    input
}

fn end_program(reason: StopReason) -> ! {
    let failure = Failure::from(family::Error::from(reason));
    if stderr_is_terminal() {
        // A line that says what is being done may stand there.
        let _ = write!(io::stderr(), "\r\x1b[2K");
    }
    failure.print();
    process::exit(failure.exit().code().into())
}
