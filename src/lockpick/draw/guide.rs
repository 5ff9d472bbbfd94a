//! A route through a room as somebody would want it who plays: the room as it is, the numbers of the next steps in it,
//! and beside it what to do, in words; then the room as it is after that, and so on.

use crate::picture::{Anchor, Colour as Ink, Scene, Shape, words};

use super::{look::Looks, room};
use crate::lockpick::{geometry::room::Room, level::Level, play::Move};
use crate::words::counted;

const SHEET: Ink = [255, 255, 255];
const INK: Ink = [25, 25, 25];
const FAINT: Ink = [110, 110, 110];
const STEP: Ink = [190, 30, 45];

/// Steps in one picture.
const STEPS: usize = 12;
/// More pictures than this are left out, and the last says so: a page shows all.
const MOST_CHAPTERS: usize = 24;
/// The height of capitals, and of lines.
const LETTER: f32 = 11.0;
const LINE: f32 = 21.0;
/// How wide the column of words is.
const WORDS: f32 = 620.0;
/// How wide a picture of a room is at least and at most.
const WIDTH: (f32, f32) = (520.0, 1660.0);

/// What is told of one step: the room before it, what is done, and what the player holds before it.
pub(in crate::lockpick) struct Chapter {
    pub looks: Looks,
    pub text: String,
    pub hand: String,
}

/// The route through a room: the steps in several pictures one below the other, each of the room as it is then, with
/// the steps in words beside it.
pub(in crate::lockpick) fn guide(level: &Level, room: &Room, route: &[Move], chapters: &[Chapter]) -> Scene {
    let scale = scale_of(room);
    let (picture_width, picture_height) = room::size(room, scale);
    let width = picture_width + WORDS + 20.0;
    let title = if room.title.is_empty() { "Route" } else { &room.title };
    let mut scene = Scene::sheet(width, 0.0, title, SHEET);
    let heading =
        words::fitted(&format!("{title} · {}", counted(route.len(), "step")), 15.0, width - 2.0 * room::MARGIN);
    scene.shapes.push(Shape::Text((room::MARGIN, 32.0), 15.0, Anchor::Start, INK, heading));
    let mut top = 46.0;
    for (chapter, steps) in chapters.chunks(STEPS).enumerate().take(MOST_CHAPTERS) {
        let first = chapter * STEPS;
        let mark =
            |(index, step): (usize, &Move)| room::Mark { node: step.node, text: (first + index + 1).to_string() };
        let marks: Vec<room::Mark> = route[first..].iter().take(steps.len()).enumerate().map(mark).collect();
        scene.put(room::scene(level, room, &steps[0].looks, &marks, scale), (0.0, top), 1.0);
        let lines = lines_of(first, steps);
        let mut down = top + room::MARGIN + LETTER;
        for (text, ink, indent) in lines {
            let place = (picture_width + indent, down);
            scene.shapes.push(Shape::Text(place, LETTER, Anchor::Start, ink, text));
            down += LINE;
        }
        top = (top + picture_height).max(down) + 16.0;
    }
    let left_out = chapters.len().saturating_sub(MOST_CHAPTERS * STEPS);
    if left_out > 0 {
        let text = format!("{left_out} more steps are not drawn here: a page (.html) shows all of them");
        scene.shapes.push(Shape::Text((room::MARGIN, top + LINE), 15.0, Anchor::Start, STEP, text));
        top += 2.0 * LINE;
    }
    scene.height = top;
    // The sheet was laid before its length was known.
    scene.shapes[0] = Shape::Rectangle(0.0, 0.0, width, top, SHEET);
    scene
}

/// Small rooms are drawn larger than they are, and large ones smaller, so that the words beside them can be read.
fn scale_of(room: &Room) -> f32 {
    let wide = room.width.max(1) as f32;
    (WIDTH.0 / wide).clamp(1.4, 2.0).min(WIDTH.1 / wide).min(room::scale_of(room))
}

/// The words beside a picture: text, colour and how far to the right each line begins.
fn lines_of(first: usize, steps: &[Chapter]) -> Vec<(String, Ink, f32)> {
    let mut lines = Vec::new();
    let hand = format!("in hand: {}", steps[0].hand);
    lines.extend(wrapped(&hand, WORDS).into_iter().map(|line| (line, FAINT, 0.0)));
    for (index, step) in steps.iter().enumerate() {
        let number = format!("{}.", first + index + 1);
        let mut is_first = true;
        for line in wrapped(&step.text, WORDS - 40.0) {
            if is_first {
                lines.push((format!("{number} {line}"), INK, 0.0));
            } else {
                lines.push((line, INK, 40.0));
            }
            is_first = false;
        }
    }
    lines
}

/// A text in lines of a width.
fn wrapped(text: &str, width: f32) -> Vec<String> {
    let text = words::fitted(text, LETTER, width * 6.0);
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().filter(|line| {
            line.is_empty() || words::width(line, LETTER) + words::width(word, LETTER) + 0.5 * LETTER <= width
        });
        match last {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.to_owned()),
        }
    }
    lines.into_iter().map(|line| words::fitted(&line, LETTER, width)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lockpick::{
        geometry::{GeometryOptions, level_of, tests::drawing::room},
        play::Action,
    };

    #[test]
    fn long_routes_are_several_pictures() {
        let drawn = room(32, "######\n#@wW$#\n######");
        let level = level_of(&drawn, &GeometryOptions::default()).unwrap();
        let step = Move { node: 0, action: Action::Take, at: None };
        for (count, pictures) in [(1, 1), (12, 1), (13, 2), (1000, MOST_CHAPTERS)] {
            let chapter = |_| Chapter { looks: Looks::at_start(&level), text: "x ".repeat(400), hand: String::new() };
            let chapters: Vec<Chapter> = (0..count).map(chapter).collect();
            let scene = guide(&level, &drawn, &vec![step; count], &chapters);
            let groups = scene.shapes.iter().filter(|shape| matches!(shape, Shape::Group(..))).count();
            assert_eq!(groups, pictures);
            let is_left_out =
                scene.shapes.iter().any(|shape| matches!(shape, Shape::Text(.., text) if text.contains("712 more")));
            assert_eq!(is_left_out, count == 1000);
        }
    }
}
