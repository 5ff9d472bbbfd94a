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
            let mut before = (Instant::now(), u64::MAX);
            while is_over.recv_timeout(PACE) == Err(RecvTimeoutError::Timeout) {
                if interrupt.load(Relaxed) && interrupted.get_or_insert_with(Instant::now).elapsed() > GRACE {
                    end_program(StopReason::Interrupted);
                }
                if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    end_program(StopReason::TimeLimit);
                }
                if let Some(most) = most {
                    let look = (Instant::now(), memory::resident());
                    if look.1.saturating_add(growth(before, look)) > most {
                        end_program(StopReason::MemoryLimit);
                    }
                    before = look;
                }
            }
        });
        let done = work();
        drop(end);
        done
    })
}

/// What will be taken until the next look, if it goes on as it did between these two: that counts already. On a busy
/// machine a look may come late, and the next one need not.
fn growth(before: (Instant, u64), look: (Instant, u64)) -> u64 {
    let passed = look.0.duration_since(before.0).max(PACE);
    let taken = u128::from(look.1.saturating_sub(before.1));
    u64::try_from(taken * PACE.as_nanos() / passed.as_nanos()).unwrap_or(u64::MAX)
}

/// Does work, ends the program if the work outgrows the limits, and takes the time it took off those of what follows.
pub fn guard_and_count<T>(limits: &mut Limits, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let done = guard(limits, work);
    limits.time = limits.time.map(|time| time.saturating_sub(begun.elapsed()));
    done
}

/// Reads a case or an answer under limits that count for what follows too.
pub fn read(file: &Path, limits: &mut Limits) -> Result<Input, Diagnostic> {
    guard_and_count(limits, || Input::read(file))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_grows_is_taken_to_go_on_as_fast_for_one_look() {
        let begun = Instant::now();
        let after = |milliseconds| begun + Duration::from_millis(milliseconds);
        assert_eq!(growth((begun, 10 << 20), (after(1), 12 << 20)), 2 << 20);
        assert_eq!(growth((begun, 10 << 20), (after(20), 60 << 20)), (50 << 20) / 20, "a look that came late");
        assert_eq!(growth((begun, 10 << 20), (begun, 12 << 20)), 2 << 20);
        assert_eq!(growth((begun, 12 << 20), (after(1), 10 << 20)), 0);
        assert_eq!(growth((begun, u64::MAX), (after(1), 10 << 20)), 0, "the first look");
    }
}
