//! The thread that draws the screen and takes the keys.

use std::{
    io::{self, BufWriter, Stderr},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use ratatui::{
    Terminal,
    backend::CrosstermBackend,
    crossterm::event::{self, Event},
};
use signal_hook::{
    consts::{SIGINT, SIGTSTP},
    low_level,
};

use crate::{
    search::StopReason,
    terminal::{
        events::{Waited, wait},
        screen,
    },
};

use super::{
    draw::draw,
    keys::{Request, press},
    model::Model,
    paint::Colours,
};

/// The time between two pictures: what changes faster nobody can read, and the search needs the processor.
const FRAME: Duration = Duration::from_millis(125);

type Screen = Terminal<CrosstermBackend<BufWriter<Stderr>>>;

/// Starts the thread.
pub fn open(model: Arc<Mutex<Model>>, colours: Colours) -> io::Result<JoinHandle<()>> {
    let writer = BufWriter::with_capacity(1 << 16, io::stderr());
    let mut screen = Terminal::new(CrosstermBackend::new(writer))?;
    thread::Builder::new().name("live-view".to_owned()).spawn(move || {
        let watched = catch_unwind(AssertUnwindSafe(|| watch(&mut screen, &model, colours)));
        // Without a view nobody can see or stop the search any more: it ends, and keeps what it has.
        if !matches!(watched, Ok(Ok(()))) {
            stop(&mut lock(&model));
        }
    })
}

fn lock(model: &Mutex<Model>) -> MutexGuard<'_, Model> {
    model.lock().unwrap_or_else(PoisonError::into_inner)
}

fn stop(model: &mut Model) {
    model.is_leaving = true;
    if let Some(control) = &model.control {
        control.stop(StopReason::Interrupted);
    }
}

/// Draws and takes keys until somebody wants to leave and the search is over.
fn watch(screen: &mut Screen, model: &Mutex<Model>, colours: Colours) -> io::Result<()> {
    let mut next_frame = Instant::now();
    loop {
        {
            let mut model = lock(model);
            // A signal may have stopped the run while nothing looked at the control.
            if model.control.as_ref().is_some_and(|control| control.is_interrupted()) {
                model.is_leaving = true;
            }
            if model.is_leaving && (model.ended.is_some() || model.is_dropped) {
                return Ok(());
            }
            model.is_stale |= screen::was_taken();
            if Instant::now() >= next_frame || model.is_stale {
                let _pen = screen::pen();
                if screen::is_taken() {
                    if std::mem::take(&mut model.is_stale) {
                        screen.clear()?;
                    }
                    screen.draw(|frame| draw(frame, &mut model, colours))?;
                }
                next_frame = Instant::now() + FRAME;
            }
        }
        let patience = next_frame.saturating_duration_since(Instant::now()).min(Duration::from_millis(50));
        match wait(patience)? {
            Waited::Event => {}
            Waited::Nothing => continue,
            // Nobody watches any more. The signal that comes with it stops the search.
            Waited::HungUp => return Err(io::ErrorKind::BrokenPipe.into()),
        }
        let mut model = lock(model);
        match event::read()? {
            Event::Key(key) => match press(&mut model, key) {
                Some(Request::EndNow) => {
                    screen::give_back();
                    let _ = low_level::emulate_default_handler(SIGINT);
                }
                Some(Request::Suspend) => {
                    let _ = low_level::raise(SIGTSTP);
                }
                None => {}
            },
            Event::Resize(..) => model.is_stale = true,
            _ => {}
        }
        // Whoever presses a key wants to see what it does.
        next_frame = next_frame.min(Instant::now() + Duration::from_millis(20));
    }
}
