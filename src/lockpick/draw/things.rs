//! Keys, doors, gates and the rest as they are painted in a room. Every colour has its name or two letters beside it.

use crate::picture::{Anchor, Colour as Ink, Point, Shape, words};

use super::{letters, look::Look, tint, tone};
use crate::lockpick::{
    colour::Colour,
    complex::Complex,
    level::{Auras, Key, KeyEffect, Lock, Need, NodeKind},
};

const INK: Ink = [25, 25, 25];
const PAPER: Ink = [255, 255, 255];
const GATE: Ink = [60, 60, 60];
const GONE: Ink = [190, 186, 178];
const ICE: Ink = [120, 205, 245];
const EROSION: Ink = [90, 185, 90];
const PAINT: Ink = [110, 130, 225];

/// A rectangle: left, top, width, height.
type Frame = [f32; 4];

/// Paints a thing.
pub(super) fn paint(shapes: &mut Vec<Shape>, kind: &NodeKind, look: Look, frame: Frame) {
    match (kind, look) {
        (_, Look::Gone) => outline(shapes, inset(frame, 2.0), 1.0, GONE),
        (NodeKind::Key(key), _) => paint_key(shapes, key, frame),
        (NodeKind::Door(door), _) => {
            let (copies, auras, cursed) = match look {
                Look::Door { copies, auras, cursed } => (copies, auras, cursed),
                _ => (door.copies, door.auras, door.cursed),
            };
            let colour = |colour: Colour| if cursed { Colour::Brown } else { colour };
            let [left, top, width, height] = frame;
            shapes.push(Shape::Rectangle(left, top, width, height, INK));
            let inner = inset(frame, 1.5);
            shapes.push(Shape::Rectangle(inner[0], inner[1], inner[2], inner[3], tone(colour(door.spend))));
            let edge = (width.min(height) * 0.11).clamp(3.0, 12.0);
            let mut field = inset(frame, edge);
            paint_covers(shapes, auras, cursed, &mut field);
            let is_plain = copies == Complex::ONE && !door.endless;
            if !is_plain {
                let text = if door.endless { format!("×∞ ({copies})") } else { format!("×{copies}") };
                let high = (field[3] * 0.3).min(16.0);
                let strip = [field[0], field[1] + field[3] - high, field[2], high];
                shapes.push(Shape::Rectangle(strip[0], strip[1], strip[2], strip[3], PAPER));
                write_in(shapes, strip, &[text], 11.0, INK);
                field[3] -= high;
            }
            paint_locks(shapes, &door.locks, colour, field, true);
        }
        (NodeKind::Gate(gate), _) => {
            let [left, top, width, height] = frame;
            // Stripes tell it from a door: one can be inside.
            let mut at = 6.0;
            while at < width + height {
                let from = (left + at.min(width), top + (at - width).max(0.0));
                let to = (left + (at - height).max(0.0), top + at.min(height));
                shapes.push(Shape::Line(vec![from, to], 1.2, [185, 180, 172]));
                at += 9.0;
            }
            outline(shapes, inset(frame, 1.5), 3.0, GATE);
            let mut field = inset(frame, (width.min(height) * 0.14).clamp(4.0, 14.0));
            cover(shapes, "gate", [225, 222, 214], &mut field);
            paint_locks(shapes, &gate.locks, |colour| colour, field, false);
        }
        (NodeKind::Goal, _) => {
            let [left, top, width, height] = frame;
            let middle = (left + width / 2.0, top + height / 2.0);
            let radius = width.min(height) / 2.0;
            shapes.push(Shape::Disc(middle, radius, INK));
            shapes.push(Shape::Disc(middle, radius - 2.0, [255, 205, 60]));
            write_in(shapes, inset(frame, 6.0), &["goal".to_owned()], 11.0, INK);
        }
        (NodeKind::Salvage(point), _) => {
            let word = if point.output { "salvage out" } else { "salvage" };
            outline(shapes, inset(frame, 3.0), 2.0, [150, 60, 150]);
            let texts = [format!("{word} {}", point.id), format!("s {}", point.id)];
            write_in(shapes, inset(frame, 6.0), &texts, 9.0, [110, 30, 110]);
        }
        (NodeKind::Junction, _) => {}
    }
}

fn inset([left, top, width, height]: Frame, by: f32) -> Frame {
    let by = by.min(width / 2.0).min(height / 2.0);
    [left + by, top + by, width - 2.0 * by, height - 2.0 * by]
}

fn outline(shapes: &mut Vec<Shape>, [left, top, width, height]: Frame, thickness: f32, ink: Ink) {
    let (right, bottom) = (left + width, top + height);
    let corners = vec![(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
    shapes.push(Shape::Line(corners, thickness, ink));
}

/// A strip along the top with a word in it; what is below is left.
fn cover(shapes: &mut Vec<Shape>, word: &str, ink: Ink, field: &mut Frame) {
    let high = (field[3] * 0.26).min(15.0);
    let strip = [field[0], field[1], field[2], high];
    shapes.push(Shape::Rectangle(strip[0], strip[1], strip[2], strip[3], ink));
    write_in(shapes, strip, &[word.to_owned()], 9.0, INK);
    field[1] += high;
    field[3] -= high;
}

fn paint_covers(shapes: &mut Vec<Shape>, auras: Auras, cursed: bool, field: &mut Frame) {
    let covers = [
        (auras.ice, "ice", ICE),
        (auras.erosion, "erosion", EROSION),
        (auras.paint, "paint", PAINT),
        (cursed, "cursed", tint(Colour::Brown)),
    ];
    for (_, word, ink) in covers.into_iter().filter(|(is_there, ..)| *is_there) {
        cover(shapes, word, ink, field);
    }
}

/// Locks as fields in rows and columns, as large as there is room for.
fn paint_locks(
    shapes: &mut Vec<Shape>,
    locks: &[Lock],
    seen: impl Fn(Colour) -> Colour,
    field: Frame,
    is_filled: bool,
) {
    let [left, top, width, height] = field;
    if locks.is_empty() {
        shapes.push(Shape::Rectangle(left, top, width, height, PAPER));
        write_in(shapes, field, &["no locks".to_owned(), "free".to_owned()], 10.0, INK);
        return;
    }
    let columns = columns_for(locks.len(), width, height);
    let rows = locks.len().div_ceil(columns);
    let (wide, high) = (width / columns as f32, height / rows as f32);
    for (index, lock) in locks.iter().enumerate() {
        let (column, row) = (index % columns, index / columns);
        let cell = [left + column as f32 * wide, top + row as f32 * high, wide, high];
        let inner = inset(cell, (wide.min(high) * 0.05).min(1.5));
        let colour = seen(lock.colour);
        let fill = if is_filled { tint(colour) } else { PAPER };
        shapes.push(Shape::Rectangle(inner[0], inner[1], inner[2], inner[3], fill));
        outline(shapes, inner, if is_filled { 1.0 } else { 2.0 }, tone(colour));
        write_lock(shapes, lock.need, colour, inner);
    }
}

/// How many locks side by side leave the most room for letters.
fn columns_for(count: usize, width: f32, height: f32) -> usize {
    let room = |columns: &usize| {
        let rows = count.div_ceil(*columns);
        (width / *columns as f32 * 0.6).min(height / rows as f32)
    };
    // More than this many cannot be told apart anyway.
    (1..=count.min(64)).max_by(|one, other| room(one).total_cmp(&room(other)).then(other.cmp(one))).unwrap_or(1)
}

fn write_lock(shapes: &mut Vec<Shape>, need: Need, colour: Colour, [left, top, width, height]: Frame) {
    let (long, short) = match need {
        Need::Normal(amount) => (amount.to_string(), amount.to_string()),
        Need::Blank => ("none".to_owned(), "0".to_owned()),
        Need::Blast(unit) if unit == Complex::ONE => ("blast".to_owned(), "X".to_owned()),
        Need::Blast(unit) => {
            let sign = unit.to_string().replace('1', "");
            (format!("blast {sign}"), format!("X{sign}"))
        }
        Need::All => ("all".to_owned(), "=".to_owned()),
    };
    if height < 26.0 && width > 1.6 * height {
        let texts =
            [format!("{long} {colour}"), format!("{long} {}", letters(colour)), format!("{short}{}", letters(colour))];
        write_in(shapes, [left, top, width, height], &texts, 10.0, INK);
        return;
    }
    let upper = [left, top, width, height * 0.56];
    let lower = [left, top + height * 0.56, width, height * 0.4];
    write_in(shapes, upper, &[long, short], 15.0, INK);
    write_in(shapes, lower, &[colour.to_string(), letters(colour).to_owned()], 9.0, INK);
}

/// Writes the first of the texts that can be read in a frame, or as much of the last as fits.
fn write_in(shapes: &mut Vec<Shape>, [left, top, width, height]: Frame, texts: &[String], most: f32, ink: Ink) {
    const READABLE: f32 = 5.5;
    let fitting = |text: &String| (width * 0.94 / words::width(text, 1.0).max(0.1)).min(height * 0.72).min(most);
    let chosen = texts.iter().find(|text| fitting(text) >= READABLE).or(texts.last());
    let Some(text) = chosen else { return };
    let size = fitting(text).max(READABLE.min(height * 0.72));
    if size < 2.0 {
        return;
    }
    let text = words::fitted(text, size, width);
    let place = (left + width / 2.0, top + (height + size) / 2.0);
    shapes.push(Shape::Text(place, size, Anchor::Middle, ink, text));
}

/// A bow, a shaft and a bit, and a label below.
fn paint_key(shapes: &mut Vec<Shape>, key: &Key, [left, top, width, height]: Frame) {
    let side = width.min(height);
    let at = |x: f32, y: f32| -> Point { (left + width / 2.0 + (x - 0.5) * side, top + y * side) };
    let colour = tone(key.colour);
    let bow = at(0.3, 0.3);
    let shaft = vec![at(0.3, 0.3), at(0.86, 0.3)];
    let bits = [vec![at(0.84, 0.3), at(0.84, 0.5)], vec![at(0.66, 0.3), at(0.66, 0.46)]];
    for (ink, more) in [(INK, 0.05), (colour, 0.0)] {
        shapes.push(Shape::Disc(bow, side * (0.2 + more), ink));
        for line in std::iter::once(&shaft).chain(&bits) {
            shapes.push(Shape::Line(line.clone(), side * (0.09 + 2.0 * more), ink));
        }
    }
    shapes.push(Shape::Disc(bow, side * 0.11, INK));
    shapes.push(Shape::Disc(bow, side * 0.08, PAPER));
    let colours = [key.colour.to_string(), letters(key.colour).to_owned()];
    let what = match key.effect {
        KeyEffect::Add(amount) => amount.to_string(),
        KeyEffect::Exact(amount) => format!("={amount}"),
        KeyEffect::Star => "star".to_owned(),
        KeyEffect::Unstar => "unstar".to_owned(),
        KeyEffect::Flip => "×-1".to_owned(),
        KeyEffect::Rotor => "×i".to_owned(),
        KeyEffect::BackRotor => "×-i".to_owned(),
    };
    let what = if key.infinite { format!("∞ {what}") } else { what };
    let texts: Vec<String> = colours.iter().map(|colour| format!("{what} {colour}")).collect();
    let label = [left, top + height * 0.62, width, height * 0.36];
    shapes.push(Shape::Rectangle(label[0] + 1.0, label[1], label[2] - 2.0, label[3], tint(key.colour)));
    outline(shapes, [label[0] + 1.0, label[1], label[2] - 2.0, label[3]], 1.0, INK);
    write_in(shapes, label, &texts, 10.0, INK);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lockpick::level::{Door, Gate};

    fn texts(kind: &NodeKind, look: Look, frame: Frame) -> Vec<String> {
        let mut shapes = Vec::new();
        paint(&mut shapes, kind, look, frame);
        shapes
            .into_iter()
            .filter_map(|shape| if let Shape::Text(.., text) = shape { Some(text) } else { None })
            .collect()
    }

    #[test]
    fn a_door_says_all_about_itself() {
        let lock = |colour, need| Lock { colour, need };
        let locks = vec![lock(Colour::Red, Need::Normal(Complex::new(0, -3))), lock(Colour::Green, Need::Blank)];
        let door = Door { copies: Complex::new(4, 0), ..Door::combo(Colour::Cyan, locks) };
        let kind = NodeKind::Door(Door { auras: Auras { ice: true, paint: true, erosion: false }, ..door });
        let told = texts(&kind, Look::AsItIs, [0.0, 0.0, 128.0, 128.0]);
        assert_eq!(told, ["ice", "paint", "×4", "-3i", "red", "none", "green"]);
        let look = Look::Door { copies: Complex::ONE, auras: Auras::default(), cursed: true };
        assert_eq!(texts(&kind, look, [0.0, 0.0, 128.0, 128.0]), ["cursed", "-3i", "brown", "none", "brown"]);
        assert!(texts(&kind, Look::Gone, [0.0, 0.0, 128.0, 128.0]).is_empty());
    }

    #[test]
    fn many_locks_and_small_frames_do_no_harm() {
        let need = Need::Normal(Complex::new(i64::MIN, 0));
        for (count, side) in [(0, 64.0), (1, 8.0), (30, 64.0), (1000, 64.0), (7, 0.5)] {
            let locks = vec![Lock { colour: Colour::Orange, need }; count];
            for kind in
                [NodeKind::Gate(Gate { locks: locks.clone() }), NodeKind::Door(Door::combo(Colour::Pink, locks))]
            {
                let mut shapes = Vec::new();
                paint(&mut shapes, &kind, Look::AsItIs, [0.0, 0.0, side, side]);
                for shape in shapes {
                    if let Shape::Rectangle(left, top, width, height, _) = shape {
                        assert!(left >= -0.1 && top >= -0.1 && width >= 0.0 && height >= 0.0);
                        assert!(left + width <= side + 0.1 && top + height <= side + 0.1);
                    }
                }
            }
        }
    }

    #[test]
    fn locks_are_laid_out_to_be_read() {
        assert_eq!(columns_for(1, 64.0, 64.0), 1);
        assert_eq!(columns_for(2, 64.0, 128.0), 1);
        assert_eq!(columns_for(2, 128.0, 64.0), 2);
        assert_eq!(columns_for(4, 64.0, 64.0), 2);
    }
}
