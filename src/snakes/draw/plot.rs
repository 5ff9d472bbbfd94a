//! The distribution of the number of turns as bars.

use crate::{
    picture::{Anchor, Colour, Scene, Shape},
    snakes::odds::distribution::Distribution,
};

const PAPER: Colour = [255, 255, 255];
const INK: Colour = [70, 70, 70];
const GRID: Colour = [225, 225, 225];
const BAR: Colour = [0, 114, 178];
const MEDIAN: Colour = [213, 94, 0];

const WIDTH: f32 = 960.0;
const HEIGHT: f32 = 480.0;
const LEFT: f32 = 80.0;
const RIGHT: f32 = 24.0;
const TOP: f32 = 48.0;
const BOTTOM: f32 = 56.0;

/// Bars beyond this share of all games are left out: the tail has no end.
const SHOWN: f32 = 0.999;

/// A plot of the chances of all lengths, with the median marked.
pub fn distribution(distribution: &Distribution) -> Scene {
    let ends = &distribution.ends;
    let finished: f64 = ends.iter().sum();
    let last = distribution.quantile(finished * f64::from(SHOWN)).unwrap_or(ends.len().saturating_sub(1)).max(1);
    let highest = ends.iter().copied().fold(0.0, f64::max).max(1e-12);
    let title = "Turns until the goal is reached".to_owned();
    let mut scene = Scene { width: WIDTH, height: HEIGHT, title: title.clone(), shapes: Vec::new() };
    let shapes = &mut scene.shapes;
    let (plot_width, plot_height) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    let x = |turn: f64| LEFT + plot_width * (turn / (last as f64 + 1.0)) as f32;
    let y = |chance: f64| TOP + plot_height * (1.0 - (chance / (highest * 1.05)) as f32);
    let text = |place, anchor, colour, text| Shape::Text(place, 11.0, anchor, colour, text);
    shapes.push(Shape::Rectangle(0.0, 0.0, WIDTH, HEIGHT, PAPER));
    shapes.push(Shape::Text((WIDTH / 2.0, 26.0), 14.0, Anchor::Middle, INK, title));
    let step = round_step(highest / 5.0);
    let decimals = (-(step * 100.0).log10().floor()).clamp(0.0, 12.0) as usize;
    for line in 0..=(highest * 1.05 / step) as u32 {
        let chance = f64::from(line) * step;
        shapes.push(Shape::Line(vec![(LEFT, y(chance)), (WIDTH - RIGHT, y(chance))], 1.0, GRID));
        let label = format!("{:.decimals$}%", chance * 100.0);
        shapes.push(text((LEFT - 8.0, y(chance) + 5.0), Anchor::End, INK, label));
    }
    // Thousands of turns share their bars, or the file would have more bars than pixels.
    let per_bar = (last + 1).div_ceil(plot_width as usize);
    for first in (0..=last).step_by(per_bar) {
        let bar = &ends[first.min(ends.len())..(first + per_bar).min(ends.len())];
        let chance = bar.iter().copied().fold(0.0, f64::max);
        let gap = if per_bar == 1 { 0.1 } else { 0.0 };
        let (left, right) = (x(first as f64 + gap), x((first + per_bar) as f64 - gap));
        if chance > 0.0 {
            shapes.push(Shape::Rectangle(left, y(chance), right - left, y(0.0) - y(chance), BAR));
        }
    }
    let step = round_step(last as f64 / 10.0).max(1.0) as usize;
    for turn in (0..=last).step_by(step) {
        let middle = x(turn as f64 + 0.5);
        shapes.push(text((middle, y(0.0) + 18.0), Anchor::Middle, INK, turn.to_string()));
    }
    shapes.push(text((LEFT + plot_width / 2.0, HEIGHT - 12.0), Anchor::Middle, INK, "turns".to_owned()));
    if let Some(median) = distribution.quantile(0.5) {
        let middle = x(median as f64 + 0.5);
        shapes.push(Shape::Line(vec![(middle, TOP), (middle, y(0.0))], 2.0, MEDIAN));
        shapes.push(text((middle + 8.0, TOP + 12.0), Anchor::Start, MEDIAN, format!("median {median}")));
    }
    scene
}

/// The nearest of 1, 2, 5 times a power of ten, not below the value.
fn round_step(value: f64) -> f64 {
    let power = 10f64.powf(value.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= value * 0.999);
    factor.unwrap_or(10.0) * power
}
