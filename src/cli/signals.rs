//! Signals: the first stops the work and keeps what there is, the second ends the program as it would without us.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
};

use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP},
    flag,
    iterator::Signals,
    low_level::emulate_default_handler,
};

use crate::terminal::screen;

use super::failure::Failure;

/// From here on SIGINT, SIGTERM and SIGHUP set the flag that comes back.
pub fn catch() -> Result<Arc<AtomicBool>, Failure> {
    let interrupt = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        // The order matters: the default action must be registered first, to see the flag of the signal before.
        flag::register_conditional_default(signal, Arc::clone(&interrupt))?;
        flag::register(signal, Arc::clone(&interrupt))?;
    }
    Ok(interrupt)
}

/// The same while the whole terminal is taken: it is given back before a second signal ends the program, and whenever
/// the program is put to sleep.
pub fn catch_for_view() -> Result<Arc<AtomicBool>, Failure> {
    let interrupt = Arc::new(AtomicBool::new(false));
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGTSTP])?;
    let is_second = Arc::clone(&interrupt);
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            if signal == SIGTSTP {
                let is_taken = screen::is_taken();
                screen::give_back();
                let _ = emulate_default_handler(signal);
                // Awake again.
                if is_taken && screen::take().is_err() {
                    is_second.store(true, Relaxed);
                }
            } else if is_second.swap(true, Relaxed) {
                screen::give_back();
                let _ = emulate_default_handler(signal);
            }
        }
    })?;
    Ok(interrupt)
}
