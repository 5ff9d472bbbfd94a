//! The terminal while the live view has it: taken over as a whole, and given back as it was, whatever happens.

use std::{
    io::{self, Write},
    sync::{
        Mutex, MutexGuard, PoisonError, TryLockError,
        atomic::{AtomicBool, Ordering::SeqCst},
    },
    thread,
    time::Duration,
};

use ratatui::crossterm::{
    cursor::{Hide, Show},
    execute,
    terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
};

/// Is the terminal ours?
static IS_TAKEN: AtomicBool = AtomicBool::new(false);
/// Has it become ours again, so that nothing is on it?
static IS_EMPTY: AtomicBool = AtomicBool::new(false);
/// Held by whoever writes to the screen.
static PEN: Mutex<()> = Mutex::new(());
/// Whoever has to give the terminal back waits no longer for the pen than this.
const PATIENCE: u32 = 50;

/// Takes the terminal: keys come one by one, and what was on the screen is kept aside.
pub fn take() -> io::Result<()> {
    let _pen = pen();
    enable_raw_mode()?;
    // From here on there is something to give back.
    IS_TAKEN.store(true, SeqCst);
    IS_EMPTY.store(true, SeqCst);
    execute!(io::stderr(), EnterAlternateScreen, Hide)
}

/// Gives the terminal back as it was, if it was taken. May be called from anywhere and as often as one likes: at the
/// end, in a panic, before a signal ends the process.
pub fn give_back() {
    let _pen = (0..PATIENCE).find_map(|_| match PEN.try_lock() {
        Ok(pen) => Some(pen),
        Err(TryLockError::Poisoned(pen)) => Some(pen.into_inner()),
        Err(TryLockError::WouldBlock) => {
            thread::sleep(Duration::from_millis(2));
            None
        }
    });
    if IS_TAKEN.swap(false, SeqCst) {
        // Where the terminal is gone there is nothing to be done about it.
        let _ = execute!(io::stderr(), LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
        let _ = io::stderr().flush();
    }
}

/// The right to write to the screen.
pub fn pen() -> MutexGuard<'static, ()> {
    PEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Is the terminal ours? Asked with the pen in hand.
pub fn is_taken() -> bool {
    IS_TAKEN.load(SeqCst)
}

/// Has the terminal become ours since this was asked last? Then everything has to be drawn.
pub fn was_taken() -> bool {
    IS_EMPTY.swap(false, SeqCst)
}

/// Gives the terminal back when it goes away.
pub struct Taken(());

impl Taken {
    /// Takes the terminal.
    pub fn new() -> io::Result<Self> {
        let taken = take();
        if taken.is_err() {
            give_back();
        }
        taken.map(|()| Self(()))
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        give_back();
    }
}
