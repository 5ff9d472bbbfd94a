//! Sheets of paper, and how scenes lie on them. Lengths are in points, 72 of which are an inch.

#[cfg(feature = "pictures")]
use super::scene::Point;
use super::scene::{Anchor, Colour, Scene, Shape};
use super::{sheet::Exhibit, words};

/// A sheet of A4, upright or lying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// Upright.
    Portrait,
    /// Lying.
    Landscape,
}

/// The shorter and the longer side.
const SIDES: (f32, f32) = (595.28, 841.89);

/// What printers leave white, and some more.
pub const MARGIN: f32 = 40.0;

const PAPER: Colour = [255; 3];
const INK: Colour = [60; 3];
const GAP: f32 = 16.0;
const HEADING: f32 = 10.0;
const CAPTION: f32 = 6.0;

/// A picture that shares its page with others is at least so wide or high.
const LEAST_SIDE: f32 = 120.0;
const MOST_ON_A_PAGE: usize = 24;

impl Paper {
    /// Width and height.
    pub fn size(self) -> (f32, f32) {
        match self {
            Self::Portrait => SIDES,
            Self::Landscape => (SIDES.1, SIDES.0),
        }
    }

    /// The way a sheet lies so that a scene becomes largest on it.
    pub fn for_scene(scene: &Scene) -> Self {
        if scene.width > scene.height { Self::Landscape } else { Self::Portrait }
    }

    /// A white scene of the size of the sheet.
    pub fn sheet(self, title: &str) -> Scene {
        let (width, height) = self.size();
        Scene::sheet(width, height, title, PAPER)
    }

    /// Where a scene lies on the sheet, and the factor that makes it fit. One of the size of the sheet fills it.
    #[cfg(feature = "pictures")]
    pub(super) fn fitted(self, scene: &Scene) -> (Point, f32) {
        let (width, height) = self.size();
        if (scene.width - width).abs() < 1.0 && (scene.height - height).abs() < 1.0 {
            return ((0.0, 0.0), 1.0);
        }
        let (wide, high) = (scene.width.max(1.0), scene.height.max(1.0));
        let scale = ((width - 2.0 * MARGIN) / wide).min((height - 2.0 * MARGIN) / high);
        (((width - scale * wide) / 2.0, (height - scale * high) / 2.0), scale)
    }
}

/// How pictures of the size of a scene lie on a page: columns and rows, as few of them as are enough for so many.
pub fn grid_for(scene: &Scene, count: usize) -> (usize, usize) {
    let (width, height) = (SIDES.0 - 2.0 * MARGIN + GAP, SIDES.1 - 2.0 * MARGIN - 3.0 * HEADING + GAP);
    let ratio = scene.height.max(1.0) / scene.width.max(1.0);
    let mut best = (1, 1);
    for columns in 1..=4 {
        if best.0 * best.1 >= count {
            break;
        }
        let wide = width / columns as f32 - GAP;
        let high = wide * ratio;
        let rows = (height / (high + 3.0 * CAPTION + GAP)).floor() as usize;
        if rows >= 1 && wide.max(high) >= LEAST_SIDE && columns * rows <= MOST_ON_A_PAGE {
            best = (columns, rows);
        }
    }
    best
}

/// A page with a heading and pictures in columns and rows, each with a line below it. All have about the same size.
pub fn page_of(heading: &str, exhibits: Vec<Exhibit>, (columns, rows): (usize, usize)) -> Scene {
    let paper = match &exhibits[..] {
        [only] if columns * rows == 1 => Paper::for_scene(&only.scene),
        _ => Paper::Portrait,
    };
    let mut page = paper.sheet(heading);
    let (width, height) = paper.size();
    let text = words::fitted(heading, HEADING, width - 2.0 * MARGIN);
    page.shapes.push(Shape::Text((MARGIN, MARGIN + HEADING), HEADING, Anchor::Start, INK, text));
    let top = MARGIN + 3.0 * HEADING;
    let (wide, high) =
        ((width - 2.0 * MARGIN + GAP) / columns as f32 - GAP, (height - MARGIN - top + GAP) / rows as f32 - GAP);
    for (index, exhibit) in exhibits.into_iter().enumerate() {
        let (left, above) =
            (MARGIN + (index % columns) as f32 * (wide + GAP), top + (index / columns) as f32 * (high + GAP));
        let scene = exhibit.scene;
        let scale = (wide / scene.width.max(1.0)).min((high - 3.0 * CAPTION) / scene.height.max(1.0));
        let caption = words::fitted(&exhibit.caption, CAPTION, wide);
        let place = (left + wide / 2.0, above + scale * scene.height + 2.0 * CAPTION);
        let corner = (left + (wide - scale * scene.width) / 2.0, above);
        page.put(scene, corner, scale);
        page.shapes.push(Shape::Text(place, CAPTION, Anchor::Middle, INK, caption));
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenes_lie_within_the_margins() {
        for (width, height) in [(10.0, 10.0), (3000.0, 20.0), (20.0, 3000.0), (700.0, 900.0)] {
            let scene = Scene::sheet(width, height, "", PAPER);
            let paper = Paper::for_scene(&scene);
            let ((left, top), scale) = paper.fitted(&scene);
            let (wide, high) = paper.size();
            assert!(left >= MARGIN - 0.1 && top >= MARGIN - 0.1, "{width}x{height}: {left} {top}");
            assert!(left + scale * width <= wide - MARGIN + 0.1 && top + scale * height <= high - MARGIN + 0.1);
        }
        assert_eq!(Paper::Landscape.fitted(&Paper::Landscape.sheet("")), ((0.0, 0.0), 1.0));
    }

    #[test]
    fn small_pictures_share_a_page_and_stay_on_it() {
        for (width, height) in [(300.0, 300.0), (900.0, 150.0), (200.0, 700.0), (900.0, 1200.0)] {
            let scene = Scene::sheet(width, height, "", PAPER);
            let (columns, rows) = grid_for(&scene, usize::MAX);
            assert!(columns * rows >= 2, "{width}x{height}: {columns} columns, {rows} rows");
            let exhibit = || Exhibit { caption: "one".to_owned(), scene: scene.clone() };
            let page = page_of("many", (0..columns * rows).map(|_| exhibit()).collect(), (columns, rows));
            for shape in &page.shapes {
                if let Shape::Group((left, top), scale, _) = shape {
                    assert!(*left >= MARGIN - 0.1 && left + scale * width <= page.width - MARGIN + 0.1);
                    assert!(*top >= MARGIN && top + scale * height <= page.height - MARGIN + 0.1);
                }
            }
        }
    }
}
