//! Drawing for as long as a control allows.

use std::{
    sync::mpsc::{RecvTimeoutError, sync_channel},
    time::Duration,
};

use crate::search::Control;

use super::{PictureError, Scene, svg};

/// So often whoever waits for a picture looks at the control.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Scenes with fewer parts are written in a few milliseconds: a thread would not be worth it.
const SMALL: usize = 5_000;

/// Draws on a thread of its own: to draw cannot be interrupted, but if the run is stopped, nobody waits for it any
/// more.
fn under<T: Send + 'static>(control: &Control, draw: impl FnOnce() -> T + Send + 'static) -> Result<T, PictureError> {
    let (send, drawn) = sync_channel(1);
    let painter = std::thread::Builder::new().name("fathom-paint".to_owned());
    let spawned = painter.spawn(move || drop(send.send(draw())));
    spawned.map_err(|error| PictureError::Encoding(error.to_string()))?;
    loop {
        match drawn.recv_timeout(LOOK_EVERY) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) if control.look_now() => return Err(PictureError::Stopped),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PictureError::Encoding("the painter broke".to_owned()));
            }
        }
    }
}

/// The scene as a PNG file.
pub fn png_under(scene: &Scene, control: &Control) -> Result<Vec<u8>, PictureError> {
    let scene = scene.clone();
    under(control, move || super::png(&scene))?
}

/// The scene as a PDF file of one page.
pub fn pdf_under(scene: &Scene, control: &Control) -> Result<Vec<u8>, PictureError> {
    let scene = scene.clone();
    under(control, move || super::pdf(&scene))?
}

/// The scene as an SVG document.
pub fn svg_under(scene: &Scene, control: &Control) -> Result<String, PictureError> {
    if scene.parts() < SMALL {
        return Ok(svg(scene));
    }
    let scene = scene.clone();
    under(control, move || svg(&scene))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        picture::Shape,
        search::{Limits, StopReason},
    };

    #[test]
    fn nobody_waits_for_what_is_stopped() {
        let mut large = Scene::sheet(100.0, 100.0, "large", [255; 3]);
        large.shapes.resize(2_000_000, Shape::Disc((50.0, 50.0), 3.0, [0; 3]));
        let control = Control::new(&Limits { time: Some(Duration::from_millis(5)), ..Limits::default() });
        assert_eq!(svg_under(&large, &control), Err(PictureError::Stopped));
        assert_eq!(control.reason(), Some(StopReason::TimeLimit));
        let small = Scene::sheet(10.0, 10.0, "small", [255; 3]);
        assert_eq!(svg_under(&small, &Control::default()), Ok(svg(&small)));
        assert_eq!(under(&Control::default(), || 7), Ok(7));
    }
}
