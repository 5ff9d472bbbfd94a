//! A route, a game or a way as a picture that moves: SVG that repeats itself. What cannot move pictures shows the last
//! step.

use std::fmt::Write;

use crate::picture::{Point, Scene, svg};

use super::{Performance, Places, Spots, Step, Trace};

/// Seconds for a step, for all of them at most, and for a look at the end.
const STEP: f32 = 0.6;
const LONGEST: f32 = 40.0;
const PAUSE: f32 = 2.5;

/// The moving picture; `None` if there are no steps.
pub fn animated(backdrop: &Scene, places: &Places, performance: &Performance) -> Option<String> {
    let Performance::Steps { start, steps } = performance else { return None };
    let mut stops: Vec<Vec<Point>> = vec![vec![places.spots.at(*start)?]];
    for step in steps {
        let points = step.via.iter().chain([&step.place]).map(|place| places.spots.at(*place));
        stops.push(points.collect::<Option<_>>()?);
    }
    if steps.is_empty() {
        return None;
    }
    let moving = (steps.len() as f32 * STEP).min(LONGEST);
    let clock = Clock { total: moving + PAUSE, share: moving / (moving + PAUSE), steps: steps.len() };
    let mut layer = String::new();
    match places.trace {
        Trace::Visit => push_visits(places, *start, steps, &clock, &mut layer),
        Trace::Line | Trace::Cover => push_line(&stops, places.unit, backdrop.width, &clock, &mut layer),
    }
    let mut text = svg(backdrop);
    let end = text.rfind("</svg>")?;
    text.insert_str(end, &layer);
    Some(text)
}

impl Spots {
    /// Where a place is.
    fn at(&self, place: usize) -> Option<Point> {
        match self {
            Self::Grid { origin, step, columns } => {
                let (row, column) = (place / (*columns).max(1), place % (*columns).max(1));
                Some((origin[0] + column as f32 * step, origin[1] + row as f32 * step))
            }
            Self::Points(points) => points.get(place).copied(),
            Self::Areas(areas) => {
                areas.get(place).map(|[left, top, width, height]| (left + width / 2.0, top + height / 2.0))
            }
        }
    }
}

impl Places {
    /// A frame around a place: left, top, width and height. Where places are rectangles, it is as large as one.
    fn frame(&self, place: usize) -> Option<[f32; 4]> {
        if let Spots::Areas(areas) = &self.spots {
            return areas
                .get(place)
                .map(|[left, top, width, height]| [left - 4.0, top - 4.0, width + 8.0, height + 8.0]);
        }
        let (x, y) = self.spots.at(place)?;
        let (wide, high) = (self.unit * 3.0, self.unit * 1.2);
        Some([x - wide / 2.0, y - high / 2.0, wide, high])
    }
}

/// How long all takes, and when a step is done.
struct Clock {
    total: f32,
    /// The part of the time in which something moves.
    share: f32,
    steps: usize,
}

impl Clock {
    /// When so many steps are done, as a part of the whole time.
    fn done(&self, steps: usize) -> f32 {
        self.share * steps as f32 / self.steps as f32
    }

    fn repeats(&self) -> String {
        format!("dur=\"{:.2}s\" repeatCount=\"indefinite\"", self.total)
    }
}

fn list(values: impl Iterator<Item = f32>) -> String {
    values.map(|value| format!("{value:.4}")).collect::<Vec<_>>().join(";")
}

/// A line that grows, and a disc at its end. Every step takes the same time, however long it is.
fn push_line(stops: &[Vec<Point>], unit: f32, width: f32, clock: &Clock, out: &mut String) {
    let points: Vec<Point> = stops.iter().flatten().copied().collect();
    let distance = |a: Point, b: Point| (a.0 - b.0).hypot(a.1 - b.1);
    let mut lengths = Vec::with_capacity(stops.len());
    let (mut length, mut last) = (0.0f32, points[0]);
    for &point in stops.iter().flatten() {
        length += distance(last, point);
        last = point;
    }
    let whole = length.max(1e-6);
    (length, last) = (0.0, points[0]);
    for stop in stops {
        for &point in stop {
            length += distance(last, point);
            last = point;
        }
        lengths.push((length / whole).min(1.0));
    }
    let times = list((0..stops.len()).map(|step| clock.done(step)).chain([1.0]));
    let there = list(lengths.iter().copied().chain([1.0]));
    let left = list(lengths.iter().map(|part| 1.0 - part).chain([0.0]));
    let path_from = |(left, top): Point| {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{:.1} {:.1}", x - left, y - top)).collect();
        format!("M{}", points.join("L"))
    };
    // The disc lies at the end of the way, and its motion is told from there: what cannot move shows it at the end.
    let (path, motion, repeats) = (path_from((0.0, 0.0)), path_from(last), clock.repeats());
    let thick = (unit * 0.14).max(width / 400.0);
    let _ = write!(
        out,
        "<path d=\"{path}\" fill=\"none\" stroke=\"#0072b2\" stroke-width=\"{thick:.2}\" stroke-linejoin=\"round\" \
         pathLength=\"1\" stroke-dasharray=\"1 1\"><animate attributeName=\"stroke-dashoffset\" values=\"{left}\" \
         keyTimes=\"{times}\" {repeats}/></path>\n<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{:.2}\" fill=\"#d55e00\" stroke=\"#fff\" \
         stroke-width=\"{:.2}\"><animateMotion path=\"{motion}\" keyPoints=\"{there}\" keyTimes=\"{times}\" \
         calcMode=\"linear\" {repeats}/></circle>\n",
        last.0,
        last.1,
        (unit * 0.26).max(thick * 1.6),
        thick * 0.4
    );
}

/// A number that appears at each place, and a frame that goes from place to place.
fn push_visits(places: &Places, start: usize, steps: &[Step], clock: &Clock, out: &mut String) {
    let (unit, repeats) = (places.unit, clock.repeats());
    let here = std::iter::once(start).chain(steps.iter().map(|step| step.place));
    let frames: Vec<[f32; 4]> = here.filter_map(|place| places.frame(place)).collect();
    let times = list((0..frames.len()).map(|step| clock.done(step)).chain([1.0]));
    let Some(last) = frames.last() else { return };
    // What cannot move shows the frame at the end.
    let _ = write!(
        out,
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"6\" fill=\"none\" stroke=\"#d55e00\" \
         stroke-width=\"4\">",
        last[0], last[1], last[2], last[3]
    );
    for (at, name) in ["x", "y", "width", "height"].into_iter().enumerate() {
        let values: Vec<String> = frames.iter().chain([last]).map(|frame| format!("{:.1}", frame[at])).collect();
        let _ = write!(
            out,
            "<animate attributeName=\"{name}\" values=\"{}\" keyTimes=\"{times}\" calcMode=\"discrete\" {repeats}/>",
            values.join(";")
        );
    }
    let _ = writeln!(out, "</rect>");
    let mut seen = std::collections::HashMap::new();
    for (number, ([left, top, ..], step)) in (1..).zip(frames.iter().skip(1).zip(steps)) {
        let before = seen.entry(step.place).or_insert(0);
        let (left, top) = (left + unit * 0.25 + *before as f32 * unit * 0.6, top + unit * 0.1);
        *before += 1;
        let at = clock.done(number);
        let _ = writeln!(
            out,
            "<g><circle cx=\"{left:.1}\" cy=\"{top:.1}\" r=\"{:.1}\" fill=\"#be1e2d\"/><text x=\"{left:.1}\" y=\"{:.1}\" \
             font-size=\"{:.1}\" text-anchor=\"middle\" fill=\"#fff\">{number}</text><animate attributeName=\"opacity\" \
             values=\"0;1;1\" keyTimes=\"0;{at:.4};1\" calcMode=\"discrete\" {repeats}/></g>",
            unit * 0.27,
            top + unit * 0.1,
            unit * 0.27
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moving(trace: Trace) -> String {
        let spots = Spots::Grid { origin: [5.0, 5.0], step: 10.0, columns: 3 };
        let steps = vec![Step::to(2, "a".to_owned()), Step { via: vec![5], ..Step::to(8, "b".to_owned()) }];
        let performance = Performance::Steps { start: 0, steps };
        let backdrop = Scene::sheet(30.0, 30.0, "x", [255; 3]);
        animated(&backdrop, &Places { spots, unit: 10.0, trace }, &performance).unwrap()
    }

    #[test]
    fn lines_grow_and_numbers_appear() {
        let line = moving(Trace::Line);
        assert!(line.contains("M5.0 5.0L25.0 5.0L25.0 15.0L25.0 25.0"), "{line}");
        assert!(line.contains("cx=\"25.0\" cy=\"25.0\"") && line.contains("M-20.0 -20.0"), "{line}");
        // Half of the way is done when the first of two steps is.
        assert!(line.contains("keyPoints=\"0.0000;0.5000;1.0000;1.0000\""), "{line}");
        let visits = moving(Trace::Visit);
        assert_eq!(visits.matches("<animate attributeName=\"opacity\"").count(), 2);
        for text in [line, visits] {
            assert!(roxmltree::Document::parse(&text).is_ok());
            let times = text.split("keyTimes=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
            assert!(times.starts_with("0") && (times.ends_with("1.0000") || times.ends_with(";1")), "{times}");
        }
    }

    #[test]
    fn frames_are_as_large_as_places() {
        let spots = Spots::Areas(vec![[10.0, 20.0, 11.0, 21.0], [50.0, 20.0, 64.0, 32.0]]);
        let performance = Performance::Steps { start: 0, steps: vec![Step::to(1, "a".to_owned())] };
        let backdrop = Scene::sheet(130.0, 60.0, "x", [255; 3]);
        let text = animated(&backdrop, &Places { spots, unit: 40.0, trace: Trace::Visit }, &performance).unwrap();
        assert!(text.contains("attributeName=\"x\" values=\"6.0;46.0;46.0\""), "{text}");
        assert!(text.contains("attributeName=\"width\" values=\"19.0;72.0;72.0\""), "{text}");
        // The number stands at the corner of what the step is done to.
        assert!(text.contains("<circle cx=\"56.0\" cy=\"20.0\""), "{text}");
    }

    #[test]
    fn what_has_no_steps_does_not_move() {
        let places = Places { spots: Spots::Points(vec![(0.0, 0.0)]), unit: 1.0, trace: Trace::Line };
        let scene = Scene::sheet(1.0, 1.0, "", [255; 3]);
        let none = Performance::Steps { start: 0, steps: Vec::new() };
        let outside = Performance::Steps { start: 0, steps: vec![Step::to(9, String::new())] };
        for performance in [Performance::Still, Performance::Cells(vec![1]), none, outside] {
            assert_eq!(animated(&scene, &places, &performance), None);
        }
    }
}
