//! The board with something to be told of every square: what a jump there does to the length of the game, or which die
//! is to be chosen.

use super::board::{FINE, Layout, MAX_FIELDS, jumps};
use crate::{
    picture::{Anchor, Colour, Scene, Shape, palette, words},
    snakes::{
        board::Case,
        odds::{
            choice::Best,
            sensitivity::{Influence, Sensitivity},
        },
        rules::Die,
    },
};

const PAPER: Colour = [255; 3];
const INK: Colour = [40; 3];
const EMPTY: Colour = [225; 3];
const FRAME: Colour = [60; 3];
const SHORTER: Colour = [0, 114, 178];
const LONGER: Colour = [213, 94, 0];

/// Squares smaller than this have no room for texts.
const ROOMY: f32 = 40.0;

/// What is told of a square: the colours of its upper and its lower half, and a text on each.
struct Mark {
    colours: [Colour; 2],
    texts: [String; 2],
    has_frame: bool,
}

impl Mark {
    fn plain(colour: Colour, text: String) -> Self {
        Self { colours: [colour; 2], texts: [String::new(), text], has_frame: false }
    }
}

/// How much every square matters: blue makes the game shorter, orange longer.
pub fn sensitivity(case: &Case, found: &Sensitivity) -> Scene {
    let sizes = found.squares.iter().flat_map(|square| {
        [square.removed, square.shortest.map(|best| best.longer), square.longest.map(|best| best.longer)]
    });
    let largest = sizes.flatten().map(f64::abs).fold(1e-9, f64::max);
    let colour = |turns: f64| {
        // Small changes are to be seen beside large ones.
        let strength = (turns.abs() / largest).sqrt() as f32;
        palette::lighter(if turns < 0.0 { SHORTER } else { LONGER }, 1.0 - strength)
    };
    let mark = |square: &Influence| match (square.jump, square.shortest.zip(square.longest)) {
        (Some(_), _) => {
            let text = square.removed.map_or("endless".to_owned(), |turns| format!("{turns:+.2}"));
            let ground = square.removed.map_or(EMPTY, colour);
            Mark { has_frame: true, ..Mark::plain(ground, text) }
        }
        (None, Some((shortest, longest))) => Mark {
            colours: [colour(shortest.longer), colour(longest.longer)],
            texts: [shortest, longest].map(|best| format!("{:+.1} >{}", best.longer, best.jump.to)),
            has_frame: false,
        },
        (None, None) => Mark::plain(EMPTY, String::new()),
    };
    let title = format!("{:.3} turns on average, and what a jump on each square does to that", found.expected);
    let legend = [
        (SHORTER, "upper half: the jump from here that makes the game shortest".to_owned()),
        (LONGER, "lower half: the jump from here that makes it longest".to_owned()),
        (FRAME, "framed: a jump begins here; turns more or less if it is removed".to_owned()),
        (EMPTY, "no jump can begin here".to_owned()),
    ];
    marked(case, &title, &legend, |square| found.squares.get(square as usize - 1).map(mark))
}

/// Which die is to be chosen on every square.
pub fn choices(case: &Case, dice: &[Die], best: &Best) -> Scene {
    let tone = |die: usize| palette::lighter(palette::colour(die), 0.45);
    let title = format!("{:.6} turns on average by the best choice of dice", best.turns);
    let name = |(at, die): (usize, &Die)| (tone(at), format!("die {}", die.text()));
    let mut legend: Vec<(Colour, String)> = dice.iter().enumerate().map(name).collect();
    legend.push((EMPTY, "no turn begins here".to_owned()));
    marked(case, &title, &legend, |square| {
        let at = best.choices.binary_search_by_key(&square, |choice| choice.square).ok()?;
        let choice = &best.choices[at];
        let texts = [dice[choice.die].text().to_owned(), format!("{:.2}", choice.turns)];
        Some(Mark { colours: [tone(choice.die); 2], texts, has_frame: false })
    })
}

/// The board with its marks, a title above and a legend below.
fn marked(case: &Case, title: &str, legend: &[(Colour, String)], mark: impl Fn(u32) -> Option<Mark>) -> Scene {
    let board = &case.board;
    let layout = Layout::of(board);
    let line = (layout.width / 60.0).clamp(9.0, 24.0);
    let (head, foot) = (3.0 * line, 2.0 * line * legend.len() as f32 + line);
    let mut field = Vec::new();
    let has_texts = layout.cell >= ROOMY;
    let (mut texts, mut frames) = (Vec::new(), Vec::new());
    for square in 1..=board.squares.min(MAX_FIELDS) {
        let ((x, y), side) = (layout.corner(board, square), layout.cell);
        let mark = mark(square).unwrap_or_else(|| Mark::plain(EMPTY, String::new()));
        for (half, colour) in mark.colours.into_iter().enumerate() {
            field.push(Shape::Rectangle(x, y + half as f32 * side / 2.0, side, side / 2.0, colour));
        }
        let width = if mark.has_frame { side * 0.05 } else { 0.5 };
        let inset = width / 2.0;
        let (left, top, right, bottom) = (x + inset, y + inset, x + side - inset, y + side - inset);
        let frame = vec![(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
        if mark.has_frame {
            frames.push(Shape::Line(frame, width, FRAME));
        } else {
            field.push(Shape::Line(frame, width, PAPER));
        }
        if !has_texts {
            continue;
        }
        let height = side * 0.11;
        let number = (side * 0.16, square.to_string());
        texts.push(ground((x + side * 0.06, y + side * 0.24), number.0, mark.colours[0], &number.1));
        texts.push(Shape::Text((x + side * 0.06, y + side * 0.24), number.0, Anchor::Start, INK, number.1));
        for ((half, text), colour) in
            mark.texts.into_iter().enumerate().zip(mark.colours).filter(|it| !it.0.1.is_empty())
        {
            let place = (x + side * 0.06, y + side * (0.42 + 0.45 * half as f32));
            let text = words::fitted(&text, height, side * 0.92);
            texts.push(ground(place, height, colour, &text));
            texts.push(Shape::Text(place, height, Anchor::Start, palette::ink_on(colour), text));
        }
    }
    if layout.cell >= FINE {
        jumps(&mut field, board, &layout);
    }
    field.extend(texts.into_iter().chain(frames));
    let mut scene = Scene::sheet(layout.width, head + layout.height + foot, title, PAPER);
    let room = layout.width - 2.0 * layout.margin;
    let heading = words::fitted(title, line, room);
    scene.shapes.push(Shape::Text((layout.margin, 2.0 * line), line, Anchor::Start, INK, heading));
    scene.shapes.push(Shape::Group((0.0, head), 1.0, field));
    for (at, (colour, text)) in legend.iter().enumerate() {
        let y = head + layout.height + 2.0 * line * at as f32;
        scene.shapes.push(Shape::Rectangle(layout.margin, y, line, line, *colour));
        let text = words::fitted(text, line * 0.8, room - 2.0 * line);
        let place = (layout.margin + 1.6 * line, y + 0.9 * line);
        scene.shapes.push(Shape::Text(place, line * 0.8, Anchor::Start, INK, text));
    }
    scene
}

/// The ground of a text, so that it can be read whatever crosses the square.
fn ground((x, y): (f32, f32), height: f32, colour: Colour, text: &str) -> Shape {
    let edge = height * 0.3;
    Shape::Rectangle(x - edge, y - height - edge, words::width(text, height) + 2.0 * edge, height + 2.0 * edge, colour)
}
