//! How much faster it gets with more threads, or how the time depends on branches, as a picture.

use std::collections::BTreeMap;

use crate::picture::{Anchor, Scene, Shape};

use super::measure::{Measured, Measurement};

const WIDTH: f32 = 860.0;
const HEIGHT: f32 = 520.0;
const LEFT: f32 = 80.0;
const RIGHT: f32 = 300.0;
const TOP: f32 = 50.0;
const BOTTOM: f32 = 60.0;
const INK: [u8; 3] = [40, 40, 40];
const GRID: [u8; 3] = [222, 222, 222];
/// Colours that people with any kind of colour vision can tell apart.
const COLOURS: [[u8; 3]; 7] =
    [[0, 114, 178], [213, 94, 0], [0, 158, 115], [204, 121, 167], [230, 159, 0], [86, 180, 233], [90, 90, 90]];

/// A line of the plot: speed over the number of branches or threads.
type Lines = BTreeMap<String, BTreeMap<usize, f64>>;

/// Speed relative to the smallest number of branches, or of threads if those differ; nothing if neither does.
pub fn plot(measurements: &[Measurement]) -> Option<Scene> {
    let by_branches = lines(measurements, &|(threads, branches)| (branches, format!("{threads} threads")));
    let by_threads = lines(measurements, &|(threads, _)| (threads, String::new()));
    let has_several = |lines: &Lines| lines.values().any(|line| line.len() > 1);
    let threads_differ = has_several(&by_threads);
    let branches_differ = has_several(&by_branches);
    match (threads_differ, branches_differ) {
        (true, _) => Some(draw(&by_threads, "threads")),
        (false, true) => Some(draw(&by_branches, "branches")),
        (false, false) => None,
    }
}

fn lines(measurements: &[Measurement], of: &dyn Fn((usize, usize)) -> (usize, String)) -> Lines {
    let mut times: Lines = BTreeMap::new();
    for measurement in measurements {
        let contestant = &measurement.contestant;
        let (Some(division), Measured::Done { samples, .. }) = (contestant.division(), &measurement.measured) else {
            continue;
        };
        let (number, rest) = of(division);
        let name = contestant.case.rsplit('/').next().unwrap_or_default();
        let name = format!("{name} {} {rest}", contestant.name()).trim_end().to_owned();
        let best = times.entry(name).or_default().entry(number).or_insert(f64::INFINITY);
        *best = best.min(samples.median());
    }
    for line in times.values_mut() {
        let Some(base) = line.values().next().copied() else { continue };
        line.values_mut().for_each(|time| *time = base / time.max(1e-9));
    }
    times
}

fn draw(lines: &Lines, what: &str) -> Scene {
    let numbers: Vec<usize> = {
        let mut all: Vec<usize> = lines.values().flat_map(|line| line.keys().copied()).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let highest = lines.values().flat_map(BTreeMap::values).fold(1.0f64, |most, speed| most.max(*speed));
    let top = highest.ceil().max(2.0);
    // Numbers stand evenly: they mostly double from one to the next.
    let x = |number: usize| {
        let place = numbers.iter().position(|it| *it == number).unwrap_or(0);
        LEFT + (WIDTH - LEFT - RIGHT) * place as f32 / (numbers.len().max(2) - 1) as f32
    };
    let y = |speed: f64| HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (speed / top) as f32;
    let text = |x: f32, y: f32, size: f32, anchor: Anchor, text: String| Shape::Text((x, y), size, anchor, INK, text);
    let mut shapes = vec![Shape::Rectangle(0.0, 0.0, WIDTH, HEIGHT, [255, 255, 255])];
    let step = if top > 8.0 { (top / 8.0).ceil() } else { 1.0 };
    let mut mark = 0.0;
    while mark <= top {
        shapes.push(Shape::Line(vec![(LEFT, y(mark)), (WIDTH - RIGHT, y(mark))], 1.0, GRID));
        shapes.push(text(LEFT - 8.0, y(mark) + 4.0, 10.0, Anchor::End, format!("{mark:.0}")));
        mark += step;
    }
    for number in &numbers {
        shapes.push(text(x(*number), HEIGHT - BOTTOM + 20.0, 10.0, Anchor::Middle, number.to_string()));
    }
    shapes.push(text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 14.0, 12.0, Anchor::Middle, what.to_owned()));
    shapes.push(text(LEFT, TOP - 20.0, 12.0, Anchor::Start, format!("speed, relative to the fewest {what}")));
    for (index, (name, line)) in lines.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let points: Vec<_> = line.iter().map(|(number, speed)| (x(*number), y(*speed))).collect();
        shapes.extend(points.iter().map(|point| Shape::Disc(*point, 4.0, colour)));
        shapes.push(Shape::Line(points, 2.0, colour));
        let height = TOP + 18.0 * index as f32;
        if height < HEIGHT - 20.0 {
            shapes.push(Shape::Rectangle(WIDTH - RIGHT + 20.0, height - 9.0, 12.0, 9.0, colour));
            shapes.push(text(WIDTH - RIGHT + 38.0, height, 9.0, Anchor::Start, name.clone()));
        }
    }
    Scene { width: WIDTH, height: HEIGHT, title: format!("Speed over {what}"), shapes }
}
