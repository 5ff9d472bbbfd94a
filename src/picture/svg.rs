//! Writes a scene as SVG.

use std::{collections::BTreeSet, fmt::Write};

use crate::report::{Medium, harmless};

use super::{
    palette,
    scene::{Anchor, Colour, HALO, Point, Scene, Shape},
};

/// The height of capitals of the font that the pictures are made for, and of those that look like it.
pub(super) const CAPITALS: f32 = 0.729;

/// Letters of a text that are shown at most: more fit into no picture, and a painter takes seconds for a very long one.
const LONGEST_TEXT: usize = 1000;

/// The fonts that texts are set in, the first that is there.
const FONTS: &str = "DejaVu Sans, Verdana, sans-serif";

fn hex(colour: Colour) -> String {
    format!("{:02x}{:02x}{:02x}", colour[0], colour[1], colour[2])
}

/// A text that means nothing but itself within SVG and HTML.
pub(crate) fn escape(text: &str) -> String {
    let text = harmless(text, Medium::Text);
    // Two marks that no XML may have, and that are no control characters either.
    let text = text.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}").replace(['\u{2028}', '\u{2029}'], " ");
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}

/// Two digits after the point, none if there is nothing to say.
fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The scene as an SVG document.
pub fn svg(scene: &Scene) -> String {
    document(scene, &format!("width=\"{}\" height=\"{}\" ", number(scene.width), number(scene.height)))
}

/// The scene as an element of a page, as wide as there is room.
pub fn svg_element(scene: &Scene) -> String {
    document(scene, "")
}

fn document(scene: &Scene, size: &str) -> String {
    let (width, height, title) = (number(scene.width), number(scene.height), escape(&scene.title));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" {size}viewBox=\"0 0 {width} {height}\" \
         font-family=\"{FONTS}\" role=\"img\">\n<title>{title}</title>\n",
    );
    push_balls(&scene.shapes, &mut out);
    push_shapes(&scene.shapes, &mut out);
    out.push_str("</svg>\n");
    out
}

/// The colours that balls have.
fn ball_colours(shapes: &[Shape], into: &mut BTreeSet<Colour>) {
    for shape in shapes {
        match shape {
            Shape::Ball(_, _, colour) => drop(into.insert(*colour)),
            Shape::Group(_, _, shapes) => ball_colours(shapes, into),
            _ => {}
        }
    }
}

/// How light falls on balls of each colour. Its name is made of the colour, so that several pictures in one page agree.
fn push_balls(shapes: &[Shape], out: &mut String) {
    let mut colours = BTreeSet::new();
    ball_colours(shapes, &mut colours);
    for colour in colours {
        let [light, dark] = [palette::lighter(colour, 0.65), palette::darker(colour, 0.45)];
        let _ = writeln!(
            out,
            "<radialGradient id=\"ball-{0}\" cx=\"0.36\" cy=\"0.32\" r=\"0.7\"><stop offset=\"0\" \
             stop-color=\"#{1}\"/><stop offset=\"0.45\" stop-color=\"#{0}\"/><stop offset=\"1\" \
             stop-color=\"#{2}\"/></radialGradient>",
            hex(colour),
            hex(light),
            hex(dark)
        );
    }
}

fn push_shapes(shapes: &[Shape], out: &mut String) {
    for shape in shapes {
        push_shape(shape, out);
    }
}

fn push_shape(shape: &Shape, out: &mut String) {
    let _ = match shape {
        Shape::Rectangle(x, y, width, height, colour) => writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#{}\"/>",
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
                "<polyline points=\"{}\" fill=\"none\" stroke=\"#{}\" stroke-width=\"{}\" \
                 stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
                points.join(" "),
                hex(*colour),
                number(*width)
            )
        }
        Shape::Strokes(lines, width, colour) => {
            let lines: String = lines.iter().map(|line| open(line)).collect();
            writeln!(
                out,
                "<path d=\"{lines}\" fill=\"none\" stroke=\"#{}\" stroke-width=\"{}\" stroke-linecap=\"round\" \
                 stroke-linejoin=\"round\"/>",
                hex(*colour),
                number(*width)
            )
        }
        Shape::Disc(centre, radius, colour) => push_circle(*centre, *radius, &format!("#{}", hex(*colour)), out),
        Shape::Ball(centre, radius, colour) => {
            push_circle(*centre, *radius, &format!("url(#ball-{})", hex(*colour)), out)
        }
        Shape::Area(lines, fill, width, stroke) => {
            let _ = write!(out, "<path fill=\"#{}\" fill-rule=\"evenodd\"", hex(*fill));
            if *width > 0.0 {
                let (stroke, width) = (hex(*stroke), number(*width));
                let _ = write!(out, " stroke=\"#{stroke}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"");
            }
            writeln!(out, " d=\"{}\"/>", lines.iter().map(|line| closed(line)).collect::<String>())
        }
        Shape::Text(place, height, anchor, colour, text) => push_text(*place, *height, *anchor, *colour, "", text, out),
        Shape::Haloed(place, height, anchor, [colour, halo], text) => {
            let (halo, width) = (hex(*halo), number(2.0 * HALO * height));
            let stroke = format!(
                " paint-order=\"stroke\" stroke=\"#{halo}\" stroke-width=\"{width}\" stroke-linejoin=\"round\""
            );
            push_text(*place, *height, *anchor, *colour, &stroke, text, out)
        }
        Shape::Group((x, y), scale, shapes) => {
            let scale = if *scale == 1.0 { String::new() } else { format!(" scale({scale:.4})") };
            let _ = writeln!(out, "<g transform=\"translate({},{}){scale}\">", number(*x), number(*y));
            push_shapes(shapes, out);
            writeln!(out, "</g>")
        }
    };
}

fn push_circle((x, y): Point, radius: f32, fill: &str, out: &mut String) -> std::fmt::Result {
    writeln!(out, "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\"/>", number(x), number(y), number(radius))
}

fn push_text(
    (x, y): Point,
    height: f32,
    anchor: Anchor,
    colour: Colour,
    stroke: &str,
    text: &str,
    out: &mut String,
) -> std::fmt::Result {
    let anchor = match anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let (x, y, size, colour) = (number(x), number(y), number(height / CAPITALS), hex(colour));
    let text = match text.char_indices().nth(LONGEST_TEXT) {
        Some((end, _)) => escape(&text[..end]) + "…",
        None => escape(text),
    };
    writeln!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor} fill=\"#{colour}\"{stroke}>{text}</text>")
}

/// A line as the commands of a path.
fn open(points: &[Point]) -> String {
    let mut commands = String::new();
    for (index, (x, y)) in points.iter().enumerate() {
        let _ = write!(commands, "{}{} {}", if index == 0 { 'M' } else { 'L' }, number(*x), number(*y));
    }
    commands
}

/// A closed line as the commands of a path.
fn closed(points: &[Point]) -> String {
    open(points) + "Z"
}
