//! Several pictures on one sheet, each with a line below it, and a picture with lines below it.

use super::{
    scene::{Anchor, Colour, Scene, Shape},
    words,
};

/// More pictures are not put on a sheet: it could not be looked at.
pub const MOST: usize = 120;

const PAPER: Colour = [255, 255, 255];
const INK: Colour = [60, 60, 60];

/// The longer side of a small picture.
const SIDE: f32 = 280.0;
const GAP: f32 = 18.0;
const CAPTION: f32 = 8.0;

/// A picture and what is said below it.
#[derive(Clone)]
pub struct Exhibit {
    /// A line.
    pub caption: String,
    /// The picture.
    pub scene: Scene,
}

/// A sheet with the first of the pictures, and how many of all there are did not fit on it; the sheet says so too.
pub fn sheet(title: &str, exhibits: impl Iterator<Item = Exhibit>, all: u64) -> (Scene, u64) {
    let shown: Vec<Exhibit> = exhibits.take(MOST).collect();
    let left_out = all.saturating_sub(shown.len() as u64);
    let largest = |side: fn(&Scene) -> f32| shown.iter().map(|it| side(&it.scene)).fold(1.0, f32::max);
    let (widest, highest) = (largest(|scene| scene.width), largest(|scene| scene.height));
    let scale = (SIDE / widest.max(highest)).min(1.0);
    let (wide, high) = ((widest * scale).max(120.0), highest * scale + 3.0 * CAPTION);
    let count = shown.len().max(1) as f32;
    // About as wide as a sheet of paper that lies.
    let columns = ((count * 1.4 * high / wide).sqrt().round().max(1.0)).min(count) as usize;
    let rows = shown.len().div_ceil(columns.max(1));
    let head = 44.0;
    let width = (columns as f32 * (wide + GAP) + GAP).max(360.0);
    let mut scene = Scene::sheet(width, head + rows as f32 * (high + GAP), title, PAPER);
    let heading = match left_out {
        0 => title.to_owned(),
        _ => format!("{title}: the first {} of {all}", shown.len()),
    };
    let heading = words::fitted(&heading, 12.0, width - 2.0 * GAP);
    scene.shapes.push(Shape::Text((GAP, 28.0), 12.0, Anchor::Start, INK, heading));
    for (index, exhibit) in shown.into_iter().enumerate() {
        let (column, row) = (index % columns, index / columns);
        let (left, top) = (GAP + column as f32 * (wide + GAP), head + row as f32 * (high + GAP));
        let size = (exhibit.scene.width * scale, exhibit.scene.height * scale);
        scene.put(exhibit.scene, (left + (wide - size.0) / 2.0, top), scale);
        let caption = words::fitted(&exhibit.caption, CAPTION, wide);
        let place = (left + wide / 2.0, top + highest * scale + 1.6 * CAPTION);
        scene.shapes.push(Shape::Text(place, CAPTION, Anchor::Middle, INK, caption));
    }
    (scene, left_out)
}

/// A picture with a line below it.
pub fn captioned(exhibit: Exhibit) -> Scene {
    let Exhibit { caption, scene } = exhibit;
    if caption.is_empty() {
        return scene;
    }
    let width = scene.width.max(200.0);
    let mut whole = Scene::sheet(width, scene.height + 2.6 * CAPTION, scene.title.clone(), PAPER);
    let at = ((width - scene.width) / 2.0, 0.0);
    let line = words::fitted(&caption, CAPTION, width - GAP);
    whole.shapes.push(Shape::Text((width / 2.0, scene.height + CAPTION), CAPTION, Anchor::Middle, INK, line));
    whole.put(scene, at, 1.0);
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exhibit(caption: &str) -> Exhibit {
        Exhibit { caption: caption.to_owned(), scene: Scene::sheet(400.0, 200.0, "x", PAPER) }
    }

    #[test]
    fn what_does_not_fit_is_counted() {
        let (scene, left_out) = sheet("many", (0..500).map(|_| exhibit("a")), 700);
        assert_eq!(left_out, 700 - MOST as u64);
        let groups = scene.shapes.iter().filter(|shape| matches!(shape, Shape::Group(..))).count();
        assert_eq!(groups, MOST);
        let says_so = |shape: &Shape| matches!(shape, Shape::Text(.., text) if text == "many: the first 120 of 700");
        assert!(scene.shapes.iter().any(says_so));
        let (small, left_out) = sheet("few", [exhibit(&"x".repeat(1000))].into_iter(), 1);
        assert_eq!(left_out, 0);
        assert!(small.width < 500.0 && small.width > small.height, "{} {}", small.width, small.height);
    }
}
