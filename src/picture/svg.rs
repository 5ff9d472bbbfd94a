//! Writes a scene as SVG.

use std::fmt::Write;

use crate::report::{Medium, harmless};

use super::scene::{Anchor, Colour, Scene, Shape};

fn hex(colour: Colour) -> String {
    format!("#{:02x}{:02x}{:02x}", colour[0], colour[1], colour[2])
}

fn escape(text: &str) -> String {
    let text = harmless(text, Medium::Text);
    // Two marks that no XML may have, and that are no control characters either.
    let text = text.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Two digits after the point, none if there is nothing to say.
fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The scene as an SVG document.
pub fn svg(scene: &Scene) -> String {
    let (width, height) = (number(scene.width), number(scene.height));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">\n<title>{}</title>\n",
        escape(&scene.title)
    );
    for shape in &scene.shapes {
        let _ = match shape {
            Shape::Rectangle(x, y, width, height, colour) => writeln!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
                number(*x),
                number(*y),
                number(*width),
                number(*height),
                hex(*colour)
            ),
            Shape::Line(points, width, colour) => {
                let points: Vec<_> = points.iter().map(|(x, y)| format!("{},{}", number(*x), number(*y))).collect();
                writeln!(
                    out,
                    "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" \
                     stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
                    points.join(" "),
                    hex(*colour),
                    number(*width)
                )
            }
            Shape::Disc((x, y), radius, colour) => writeln!(
                out,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>",
                number(*x),
                number(*y),
                number(*radius),
                hex(*colour)
            ),
            Shape::Text((x, y), height, anchor, colour, text) => {
                let anchor = match anchor {
                    Anchor::Start => "start",
                    Anchor::Middle => "middle",
                    Anchor::End => "end",
                };
                // Capitals are about 0.7 of the size of a font.
                writeln!(
                    out,
                    "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{anchor}\" fill=\"{}\">{}</text>",
                    number(*x),
                    number(*y),
                    number(height / 0.7),
                    hex(*colour),
                    escape(text)
                )
            }
        };
    }
    out.push_str("</svg>\n");
    out
}
