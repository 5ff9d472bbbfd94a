//! Signals: the first stops the work and keeps what there is, the second ends the program as it would without us.

use std::sync::{Arc, atomic::AtomicBool};

use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    flag,
};

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
