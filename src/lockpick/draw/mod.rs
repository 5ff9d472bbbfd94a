//! Pictures of levels. A level that was made from a room is drawn as that room; any other as its graph.

mod graph;
mod guide;
mod look;
mod room;
mod things;

pub(super) use guide::{Chapter, guide};
pub(super) use look::Looks;

use crate::{
    page::{Backdrop, Places, Spots, Stage, Trace},
    picture::{Colour as Ink, Scene},
    report::View,
};

use super::{colour::Colour, geometry::room::Room, level::Level};

pub use graph::picture;

/// A level without a route, for a page.
pub(super) fn view(level: &Level, room: Option<&Room>) -> View {
    let Some(room) = room else { return graph::view(level) };
    let scale = room::scale_of(room);
    let places =
        Places { spots: Spots::Areas(room::areas(level, room, scale)), unit: 20.0 * scale, trace: Trace::Visit };
    let backdrop = room::scene(level, room, &Looks::at_start(level), &[], scale);
    View { backdrop: Backdrop::Scene(backdrop), stage: Stage::Places(places) }
}

/// The room at the start without a route.
pub(super) fn still(level: &Level, room: &Room) -> Scene {
    room::scene(level, room, &Looks::at_start(level), &[], room::scale_of(room))
}

/// Light enough for black letters.
pub(super) fn tint(colour: Colour) -> Ink {
    match colour {
        Colour::Master => [255, 228, 120],
        Colour::White => [245, 245, 245],
        Colour::Orange => [255, 190, 120],
        Colour::Purple => [205, 170, 240],
        Colour::Red => [255, 150, 140],
        Colour::Green => [150, 215, 150],
        Colour::Blue => [150, 180, 250],
        Colour::Pink => [255, 190, 225],
        Colour::Cyan => [150, 230, 235],
        Colour::Black => [165, 165, 170],
        Colour::Brown => [205, 170, 130],
        Colour::Pure => [225, 240, 255],
        Colour::Glitch => [190, 235, 190],
        Colour::Stone => [195, 190, 180],
    }
}

/// Strong enough to stand out from a light sheet.
fn tone(colour: Colour) -> Ink {
    match colour {
        Colour::Master => [214, 160, 20],
        Colour::White => [205, 200, 195],
        Colour::Orange => [220, 120, 40],
        Colour::Purple => [130, 80, 185],
        Colour::Red => [190, 40, 40],
        Colour::Green => [45, 145, 70],
        Colour::Blue => [70, 95, 180],
        Colour::Pink => [215, 95, 155],
        Colour::Cyan => [50, 165, 170],
        Colour::Black => [45, 42, 40],
        Colour::Brown => [120, 72, 25],
        Colour::Pure => [150, 190, 225],
        Colour::Glitch => [110, 170, 40],
        Colour::Stone => [125, 120, 112],
    }
}

/// Two letters for a colour, where its name has no room.
const fn letters(colour: Colour) -> &'static str {
    match colour {
        Colour::Master => "Ma",
        Colour::White => "Wh",
        Colour::Orange => "Or",
        Colour::Purple => "Pp",
        Colour::Red => "Re",
        Colour::Green => "Gr",
        Colour::Blue => "Bu",
        Colour::Pink => "Pi",
        Colour::Cyan => "Cy",
        Colour::Black => "Bk",
        Colour::Brown => "Br",
        Colour::Pure => "Pu",
        Colour::Glitch => "Gl",
        Colour::Stone => "St",
    }
}
