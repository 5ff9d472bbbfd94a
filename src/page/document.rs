//! Puts a page together. Whatever comes from outside is escaped for where it stands: in HTML, in SVG, or as data in a
//! script.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::{
    picture::{Scene, svg_element},
    report::{Medium, Solution, View, harmless},
};

use super::{Backdrop, Solutions, Stage};

/// Scripts, one job each, in the order they are needed.
const SCRIPTS: [&str; 9] = [
    include_str!("assets/data.js"),
    include_str!("assets/elements.js"),
    include_str!("assets/flat.js"),
    include_str!("assets/space.js"),
    include_str!("assets/steps.js"),
    include_str!("assets/chances.js"),
    include_str!("assets/filter.js"),
    include_str!("assets/flip.js"),
    include_str!("assets/main.js"),
];
const STYLE: &str = include_str!("assets/style.css");

/// Pictures of so many solutions are in the page for those who read it without scripts.
pub const MAX_STATIC: usize = 6;

/// What they may take together: the page without its data is to stay small.
const MAX_STATIC_BYTES: usize = 180 << 10;

/// Something about the run: a name and a value.
pub type Figure = (String, String);

/// All that a page shows of one case.
#[derive(Debug, Default)]
pub struct CasePage {
    /// What the case is called.
    pub name: String,
    /// A few words on it.
    pub description: String,
    /// What came of it.
    pub verdict: String,
    /// Figures of the run.
    pub figures: Vec<Figure>,
    /// The case as a picture.
    pub backdrop: Backdrop,
    /// Where solutions are shown.
    pub stage: Stage,
    /// The solutions as data.
    pub solutions: Solutions,
    /// Pictures of the first solutions, each with a line below it.
    pub pictures: Vec<(String, Scene)>,
    /// All that there is to tell in words, if that is wanted.
    pub text: String,
}

/// A text that means nothing but itself in HTML.
pub fn escape(text: &str) -> String {
    crate::picture::escape(text)
}

/// JSON that can stand in a script: nothing in it ends the script or a line of it, and texts show what could do harm
/// instead of doing it.
pub fn json_for_script(value: &Value) -> String {
    let mut value = value.clone();
    make_harmless(&mut value);
    let text = value.to_string();
    text.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

fn make_harmless(value: &mut Value) {
    match value {
        Value::String(text) => *text = harmless(text, Medium::Text).into_owned(),
        Value::Array(list) => list.iter_mut().for_each(make_harmless),
        Value::Object(fields) => fields.values_mut().for_each(make_harmless),
        _ => {}
    }
}

/// Writes a page.
pub fn write(cases: &[CasePage], out: &mut dyn Write) -> io::Result<()> {
    let title = match cases {
        [only] => escape(&only.name),
        cases => format!("{} cases", cases.len()),
    };
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'; img-src data:\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n\
         <title>{title} · fathom</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
    )?;
    for case in cases {
        write_case(case, out)?;
    }
    writeln!(out, "<footer>fathom {}</footer>\n<script>\n\"use strict\";\n(() => {{", env!("CARGO_PKG_VERSION"))?;
    for script in SCRIPTS {
        out.write_all(script.as_bytes())?;
    }
    writeln!(out, "}})();\n</script>\n</body>\n</html>")
}

fn write_case(case: &CasePage, out: &mut dyn Write) -> io::Result<()> {
    let name = escape(&case.name);
    write!(out, "<article class=\"case\" tabindex=\"-1\">\n<header>\n<h1>{name}</h1>\n")?;
    writeln!(
        out,
        "<p>{}</p>\n<p class=\"verdict\">{}</p>\n</header>",
        escape(&case.description),
        escape(&case.verdict)
    )?;
    let (all, kept) = case.solutions.counts();
    if kept < all {
        writeln!(out, "<p class=\"note\">The page holds the first {kept} of {all} solutions.</p>")?;
    }
    writeln!(out, "<section class=\"viewer\" hidden></section>")?;
    write_static(case, out)?;
    writeln!(out, "<details class=\"figures\" open><summary>Figures</summary>\n<dl>")?;
    for (name, value) in &case.figures {
        writeln!(out, "<div><dt>{}</dt><dd>{}</dd></div>", escape(name), escape(value))?;
    }
    writeln!(out, "</dl></details>")?;
    if !case.text.is_empty() {
        writeln!(
            out,
            "<details class=\"words\"><summary>In words</summary><pre>{}</pre></details>",
            escape(&case.text)
        )?;
    }
    write_data(case, kept, out)?;
    writeln!(out, "</article>")
}

/// Pictures that need no script: the case and its first solutions.
fn write_static(case: &CasePage, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<section class=\"static\">")?;
    writeln!(out, "<figure class=\"backdrop\">")?;
    match &case.backdrop {
        Backdrop::Nothing => {}
        Backdrop::Scene(scene) => out.write_all(svg_element(scene).as_bytes())?,
        Backdrop::Pixels { png, width, height } => write!(
            out,
            "<svg viewBox=\"0 0 {width} {height}\"><image width=\"{width}\" height=\"{height}\" \
             style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{}\"/></svg>",
            base64(png)
        )?,
    }
    writeln!(out, "<figcaption>The case</figcaption></figure>")?;
    let mut left = MAX_STATIC_BYTES;
    let mut shown = 0;
    for (caption, scene) in &case.pictures {
        let picture = svg_element(scene);
        if picture.len() > left {
            break;
        }
        left -= picture.len();
        shown += 1;
        writeln!(out, "<figure>{picture}<figcaption>{}</figcaption></figure>", escape(caption))?;
    }
    let (all, _) = case.solutions.counts();
    if all > shown && !case.pictures.is_empty() {
        writeln!(
            out,
            "<noscript><p>With scripts, the page shows all solutions; here are {shown} of {all}.</p></noscript>"
        )?;
    }
    writeln!(out, "</section>")
}

fn write_data(case: &CasePage, count: u64, out: &mut dyn Write) -> io::Result<()> {
    let setting = json!({"stage": case.stage, "count": count, "digits": case.solutions.digits()});
    writeln!(out, "<script type=\"application/json\" class=\"stage\">{}</script>", json_for_script(&setting))?;
    for (name, data) in case.solutions.blocks() {
        writeln!(out, "<script type=\"text/plain\" class=\"{name}\">{data}</script>")?;
    }
    Ok(())
}

#[cfg(feature = "pictures")]
fn base64(bytes: &[u8]) -> String {
    use base64::Engine;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

#[cfg(not(feature = "pictures"))]
fn base64(_: &[u8]) -> String {
    String::new()
}

impl CasePage {
    /// A page on a case that looks like this, without solutions so far.
    pub fn new(name: &str, description: String, view: View) -> Self {
        let View { backdrop, stage } = view;
        let pieces = if let Stage::Cells { pieces, .. } = &stage { pieces.len() } else { 0 };
        let solutions = Solutions::new(pieces);
        Self { name: name.to_owned(), description, backdrop, stage, solutions, ..Self::default() }
    }

    /// The same with a solution.
    pub fn with(mut self, solution: &dyn Solution) -> Self {
        self.push(solution);
        self
    }

    /// Takes a solution, as far as there is room for it.
    pub fn push(&mut self, solution: &dyn Solution) {
        if !self.solutions.count() {
            return;
        }
        let caption = solution.caption();
        if self.pictures.len() < MAX_STATIC {
            self.pictures.extend(solution.scene().map(|scene| (caption.clone(), scene)));
        }
        self.solutions.push(&caption, &solution.performance());
    }
}
