//! Texts of all kinds, in SVG and in pixels.

use super::*;

/// A picture with a text in it.
fn with_text(text: &str) -> Scene {
    let mut scene = Scene::sheet(200.0, 40.0, text, [255; 3]);
    scene.shapes.push(Shape::Text((10.0, 30.0), 14.0, Anchor::Start, [0; 3], text.to_owned()));
    scene
}

#[test]
fn texts_that_want_to_be_markup_stay_texts() {
    let hostile = "</text><script>alert('1')</script>\u{1b}[2J\u{202e}\u{0}\u{ffff}\"&";
    let text = svg(&with_text(hostile));
    let document = roxmltree::Document::parse(&text).unwrap();
    assert!(!document.descendants().any(|node| node.has_tag_name("script")));
    assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{0}']));
    let told: Vec<&str> = document.descendants().filter_map(|node| node.text()).collect();
    assert!(told.iter().any(|text| text.starts_with("</text><script>")), "{told:?}");
}

#[test]
fn texts_longer_than_any_picture_are_cut_and_say_so() {
    let told = |text: &str| {
        let mut scene = with_text(text);
        scene.title.clear();
        svg(&scene)
    };
    assert!(told(&"é".repeat(1000)).contains(&format!(">{}</text>", "é".repeat(1000))));
    assert!(told(&"é".repeat(100_000)).contains(&format!(">{}…</text>", "é".repeat(1000))));
}

#[cfg(feature = "pictures")]
mod in_pixels {
    use super::*;

    /// The pixels that are dark.
    fn ink(scene: &Scene) -> usize {
        let bytes = png(scene).unwrap();
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        pixels.chunks_exact(3).filter(|pixel| pixel.iter().all(|part| *part < 128)).count()
    }

    #[test]
    fn letters_of_all_cases_and_alphabets_are_set() {
        assert_eq!(ink(&with_text("")), 0);
        for text in ["Ag", "äöß", "λθ", "Жщ", "→★", "illiterate"] {
            assert!(ink(&with_text(text)) > 60, "{text}");
        }
        // Upper and lower case differ.
        assert_ne!(ink(&with_text("AAAA")), ink(&with_text("aaaa")));
    }

    #[test]
    fn hostile_texts_are_painted_too() {
        let long = "W".repeat(100_000);
        for text in ["<script>", "\u{1b}[2J\u{7}", "\u{202e}abc", &long, "&lt;'\"", "\u{fffe}\u{ffff}"] {
            assert!(ink(&with_text(text)) > 20, "{}", &text[..4]);
        }
    }

    #[test]
    fn every_shape_leaves_ink() {
        let dark = [20, 20, 20];
        let square = vec![(5.0, 5.0), (35.0, 5.0), (35.0, 35.0), (5.0, 35.0)];
        for shape in [
            Shape::Rectangle(5.0, 5.0, 20.0, 20.0, dark),
            Shape::Line(square.clone(), 3.0, dark),
            Shape::Disc((20.0, 20.0), 10.0, dark),
            Shape::Ball((20.0, 20.0), 10.0, [60, 0, 0]),
            Shape::Area(vec![square], dark, 1.0, dark),
            Shape::Group((10.0, 0.0), 0.5, vec![Shape::Disc((20.0, 20.0), 10.0, dark)]),
        ] {
            let mut scene = Scene::sheet(60.0, 40.0, "", [255; 3]);
            scene.shapes.push(shape.clone());
            assert!(ink(&scene) > 50, "{shape:?}");
        }
    }

    #[test]
    fn large_pictures_are_made_smaller() {
        let bytes = png(&Scene::sheet(90_000.0, 300.0, "", [255; 3])).unwrap();
        let reader = ::png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        assert_eq!((reader.info().width, reader.info().height), (6000, 20));
        assert!(png(&Scene::sheet(f32::NAN, f32::INFINITY, "", [255; 3])).is_err());
    }
}
