//! Pages with names that want to be more than names.

use serde_json::json;

use super::*;
use crate::{picture::Scene, report::Solution};

const HOSTILE: &str =
    "</script><script>alert(1)</script><img src=x onerror=alert(1)>'\"&\u{1b}[2J\u{202e}\u{2028}\u{0}";

/// A solution that says its name wherever it can.
struct Named<'a>(&'a str);

impl Solution for Named<'_> {
    fn fields(&self) -> serde_json::Map<String, serde_json::Value> {
        serde_json::Map::new()
    }

    fn write_text(&self, _: &mut dyn std::io::Write, _: bool) -> std::io::Result<()> {
        Ok(())
    }

    fn caption(&self) -> String {
        self.0.to_owned()
    }

    fn scene(&self) -> Option<Scene> {
        Some(Scene::sheet(10.0, 10.0, self.0, [255; 3]))
    }

    fn performance(&self) -> Performance {
        let hand = Some(vec![([1, 2, 3], self.0.to_owned())]);
        Performance::Steps { start: 0, steps: vec![Step { hand, ..Step::to(1, self.0.to_owned()) }] }
    }
}

fn page(name: &str) -> String {
    let mut case = CasePage {
        name: name.to_owned(),
        description: name.to_owned(),
        verdict: name.to_owned(),
        figures: vec![(name.to_owned(), name.to_owned())],
        backdrop: Backdrop::Scene(Scene::sheet(10.0, 10.0, name, [255; 3])),
        stage: Stage::Places(Places {
            spots: Spots::Points(vec![(1.0, 2.0), (3.0, 4.0)]),
            unit: 5.0,
            trace: Trace::Visit,
        }),
        ..CasePage::default()
    };
    case.push(&Named(name));
    let mut bytes = Vec::new();
    write(&[case], &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn names_stay_names_wherever_they_stand() {
    let (plain, hostile) = (page("x"), page(HOSTILE));
    let count = |text: &str, what: &str| text.matches(what).count();
    for what in ["<script", "</script", "<img", "<!--"] {
        assert_eq!(count(&hostile, what), count(&plain, what), "{what}");
    }
    assert!(!hostile.contains(['\u{1b}', '\u{202e}', '\u{0}', '\u{2028}']));
    assert!(hostile.contains("&lt;img src=x onerror=alert(1)&gt;"));
}

#[test]
fn a_page_is_small_and_asks_for_nothing() {
    let page = page("x");
    assert!(page.len() < 100 << 10, "{}", page.len());
    let links = page.matches("http").count();
    // The names of SVG, which is no address to be fetched, and a heading of the security policy.
    let names = page.matches("http://www.w3.org/2000/svg").count() + page.matches("http-equiv").count();
    assert_eq!(links, names);
    assert!(page.contains("default-src 'none'"));
}

#[test]
fn json_in_scripts_means_the_same_and_ends_nothing() {
    let text = json_for_script(&json!({"a": "</script>\u{2028}&", "b": [1, null]}));
    assert!(!text.contains(['<', '>', '&', '\u{2028}']));
    let back: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(back, json!({"a": "</script>\u{2028}&", "b": [1, null]}));
}
