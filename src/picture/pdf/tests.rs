//! Booklets read again, as far as that takes no reader of PDF.

use std::io::Read;

use flate2::read::ZlibDecoder;

use crate::picture::{Anchor, Scene, Shape};

use super::*;

/// A file as text, its streams unpacked.
fn unpacked(bytes: &[u8]) -> String {
    let mut text = String::new();
    let mut rest = bytes;
    let find = |haystack: &[u8], needle: &[u8]| haystack.windows(needle.len()).position(|window| window == needle);
    while let Some(at) = find(rest, b"stream\n") {
        text += &String::from_utf8_lossy(&rest[..at]);
        rest = &rest[at + 7..];
        let end = find(rest, b"\nendstream").unwrap();
        let mut inner = Vec::new();
        ZlibDecoder::new(&rest[..end]).read_to_end(&mut inner).unwrap();
        text += &String::from_utf8_lossy(&inner);
        rest = &rest[end + 10..];
    }
    text + &String::from_utf8_lossy(rest)
}

fn with_text(text: &str) -> Scene {
    let mut scene = Scene::sheet(200.0, 40.0, text, [255; 3]);
    scene.shapes.push(Shape::Text((10.0, 30.0), 14.0, Anchor::Middle, [0; 3], text.to_owned()));
    scene.shapes.push(Shape::Ball((50.0, 20.0), 9.0, [10, 200, 30]));
    scene
}

#[test]
fn every_object_is_where_the_table_says() {
    let mut bytes = Vec::new();
    let mut booklet = Booklet::begin(&mut bytes, "three <pages> (of many)").unwrap();
    for text in ["one", "two", "three"] {
        booklet.page(&with_text(text)).unwrap();
    }
    assert_eq!(booklet.pages(), 3);
    booklet.finish().unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let table: usize = text.rsplit("startxref\n").next().unwrap().lines().next().unwrap().parse().unwrap();
    let lines: Vec<&str> = std::str::from_utf8(&bytes[table..]).unwrap().lines().collect();
    assert_eq!(lines[0], "xref");
    let count: usize = lines[1].split(' ').nth(1).unwrap().parse().unwrap();
    for number in 1..count {
        let place: usize = lines[2 + number][..10].parse().unwrap();
        assert!(bytes[place..].starts_with(format!("{number} 0 obj").as_bytes()), "object {number}");
    }
    assert!(unpacked(&bytes).contains("/Count 3"));
}

#[test]
fn texts_can_be_searched_and_mean_nothing_else() {
    let hostile = "(a) Tj ET Q /JS <</S/JavaScript>> endstream endobj \u{1b}\u{202e}\\)";
    let scene = Scene { title: "plain".to_owned(), ..with_text(hostile) };
    let text = unpacked(&pdf(&scene).unwrap());
    assert_eq!(text.matches("/JS").count(), 0, "texts are numbers of letters");
    let title = unpacked(&pdf(&with_text("(a) endobj \\)")).unwrap());
    assert!(title.contains(r"\(a\) endobj \\\)"), "the title is escaped");
    assert_eq!(text.matches(" Tj").count(), 1);
    // Letters are told by what they mean.
    assert!(text.contains("<0054>") && text.contains("beginbfchar"), "T has its meaning");
}

#[test]
fn other_scripts_are_set_as_outlines_or_code_points() {
    let text = unpacked(&pdf(&with_text("棋")).unwrap());
    assert!(text.contains(" Tj") || text.contains(" c\n"), "either a code point as text, or curves");
}

#[test]
fn a_booklet_without_pages_has_an_empty_one() {
    let mut bytes = Vec::new();
    Booklet::begin(&mut bytes, "").unwrap().finish().unwrap();
    assert!(unpacked(&bytes).contains("/Count 1"));
}
