//! Waits for keys and changes of size, and notices when the terminal is gone.
//!
//! A terminal that was closed reads as an endless empty input. The reader of events does not see that: it would try
//! again and again, on a whole core, and never come back. So nothing is read before the system was asked whether
//! anybody is there.

use std::{
    io::{self, IsTerminal, Stdin},
    time::Duration,
};

use ratatui::crossterm::event;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// What came of waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waited {
    /// There is an event to be read.
    Event,
    /// Nothing happened.
    Nothing,
    /// The terminal is gone: nothing will come any more, and nothing must be read.
    HungUp,
}

/// Waits so long for an event.
pub fn wait(patience: Duration) -> io::Result<Waited> {
    let stdin = io::stdin();
    if !stdin.is_terminal() {
        // Events then come from the controlling terminal, which the reader has opened by itself.
        return Ok(if event::poll(patience)? { Waited::Event } else { Waited::Nothing });
    }
    // Events that were read together with others are there without anything to be read.
    for patience in [Duration::ZERO, patience] {
        if is_hung_up(&stdin, patience)? {
            return Ok(Waited::HungUp);
        }
        if event::poll(Duration::ZERO)? {
            return Ok(Waited::Event);
        }
    }
    Ok(Waited::Nothing)
}

/// Waits until there is something to be read, but no longer than this. Is the terminal gone?
fn is_hung_up(stdin: &Stdin, patience: Duration) -> io::Result<bool> {
    let mut ends = [PollFd::new(stdin, PollFlags::IN)];
    let patience = Timespec::try_from(patience).unwrap_or(Timespec { tv_sec: 1, tv_nsec: 0 });
    match poll(&mut ends, Some(&patience)) {
        Ok(_) => Ok(ends[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL)),
        // A signal has come: whoever waits looks at that by himself.
        Err(rustix::io::Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
