//! How the screen is shared out: the case and its figures above, branches and solutions side by side below, or one of
//! them where there is no room for both.

use ratatui::{
    Frame,
    layout::{Constraint, Layout, Rect},
    style::Stylize,
    text::{Line, Span},
    widgets::{Block, BorderType, Clear, Paragraph, Wrap},
};

use crate::report::palette;

use super::{
    branches, head,
    keys::KEYS,
    model::{Model, Panel},
    paint::{Colours, lines, plain},
};

/// From this size on branches and solutions stand side by side.
const WIDE: u16 = 72;
const HIGH: u16 = 18;
/// Below this size there is only a line or two of figures.
const NARROWEST: u16 = 30;
const LOWEST: u16 = 8;

/// Draws everything.
pub fn draw(frame: &mut Frame<'_>, model: &mut Model, colours: Colours) {
    let area = frame.area();
    if area.width < NARROWEST || area.height < LOWEST {
        let figures = head::small_figures(model);
        frame.render_widget(Paragraph::new(figures).wrap(Wrap { trim: true }), area);
        return;
    }
    let is_large = area.width >= WIDE && area.height >= HIGH;
    let head_height = if is_large { 6 } else { 4 };
    let [top, body, foot] =
        Layout::vertical([Constraint::Length(head_height), Constraint::Min(1), Constraint::Length(1)]).areas(area);
    head::draw(frame, top, model, colours, is_large);
    if is_large {
        let right = width_for_solutions(model, area.width);
        let [left, right] = Layout::horizontal([Constraint::Min(1), Constraint::Length(right)]).areas(body);
        branches::draw(frame, left, model, colours);
        solutions(frame, right, model, colours);
    } else {
        match model.panel {
            Panel::Branches => branches::draw(frame, body, model, colours),
            Panel::Solutions => solutions(frame, body, model, colours),
        }
    }
    footer(frame, foot, model, colours);
    if model.is_helping {
        help(frame, area, colours);
    }
}

/// As much room as the drawing of a solution needs, as long as the branches keep a third of the screen.
fn width_for_solutions(model: &Model, width: u16) -> u16 {
    let text = model.shown().map(|(_, text)| text).or(model.best.as_ref().map(|best| best.text.as_str()));
    let widths = text.into_iter().flat_map(str::lines).map(|line| palette::without_colours(line).chars().count() + 2);
    // A line that is longer than any drawing goes on in the next one.
    let widest = widths.filter(|wide| *wide <= usize::from(width) * 2 / 3).max().unwrap_or(0);
    (widest as u16).max(width * 2 / 5)
}

/// A box with a title.
pub fn boxed(title: Line<'static>, colours: Colours) -> Block<'static> {
    Block::bordered().border_type(BorderType::Rounded).border_style(colours.faint()).title(title)
}

/// The solution that is looked at, or the best so far while nothing is certain.
fn solutions(frame: &mut Frame<'_>, area: Rect, model: &mut Model, colours: Colours) {
    let (title, text) = match (model.shown(), &model.best) {
        (Some((at, text)), _) => {
            let kept = model.solutions.len() as u64;
            let more = if model.found > kept { format!(", {} in all", model.found) } else { String::new() };
            (format!(" Solution {} of {kept}{more} ", at + 1), text.to_owned())
        }
        (None, Some(best)) => (format!(" Best so far: {} ", plain(&best.title)), best.text.clone()),
        (None, None) => {
            let text = if model.ended.is_some() { "There is none to show." } else { "None yet." };
            (" Solutions ".to_owned(), text.to_owned())
        }
    };
    let block = boxed(Line::from(Span::styled(title, colours.accent())), colours);
    let inner = block.inner(area);
    let lines = lines(&text, colours);
    // Long lines go on in the next one, so the last of them may be farther down than their number says.
    let rows: usize = lines.iter().map(|line| line.width().max(1).div_ceil(usize::from(inner.width.max(1)))).sum();
    let furthest = rows.saturating_sub(usize::from(inner.height));
    model.scroll = model.scroll.min(u16::try_from(furthest).unwrap_or(u16::MAX));
    let text = Paragraph::new(lines).wrap(Wrap { trim: false }).scroll((model.scroll, 0)).block(block);
    frame.render_widget(text, area);
}

/// What was said last, or what the keys do.
fn footer(frame: &mut Frame<'_>, area: Rect, model: &Model, colours: Colours) {
    if let Some(news) = model.news() {
        return frame.render_widget(Paragraph::new(Line::from(plain(news)).italic()), area);
    }
    let all = [
        ("q", if model.ended.is_some() { "leave" } else { "quit" }),
        ("p", if model.is_paused() { "go on" } else { "pause" }),
        ("?", "keys"),
        ("←→", "browse"),
        ("Tab", "panel"),
        ("s", "save"),
        ("w", "write solution"),
    ];
    let mut line = Line::default();
    for (name, what) in all {
        let more = format!(" {what}  ");
        // As many as there is room for.
        if line.width() + name.chars().count() + more.len() > usize::from(area.width) + 2 {
            break;
        }
        line.push_span(Span::styled(name, colours.accent()));
        line.push_span(more);
    }
    frame.render_widget(Paragraph::new(line), area);
}

fn help(frame: &mut Frame<'_>, area: Rect, colours: Colours) {
    let (width, height) = (area.width.min(52), area.height.min(KEYS.len() as u16 + 2));
    let place = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    let lines: Vec<Line<'_>> = KEYS
        .iter()
        .map(|(key, what)| Line::from(vec![Span::styled(format!("{key:>9}  "), colours.accent()), Span::from(*what)]))
        .collect();
    frame.render_widget(Clear, place);
    let title = Line::from(Span::styled(" Keys ", colours.accent()));
    frame.render_widget(Paragraph::new(lines).block(boxed(title, colours)), place);
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ratatui::{Terminal, backend::TestBackend};

    use crate::{
        search::{Path, Progress, Range, Tally},
        session::{BranchView, Sketch},
    };

    use super::*;

    fn model(workers: usize) -> Model {
        let mut model = Model { case: "case \u{1b}[2J\u{202e}.txt".to_owned(), ..Model::default() };
        let range = Range { from: "/3/0".parse().unwrap(), to: Some(Path::from(vec![5])) };
        let sketch = Sketch { title: "2 of 3 pieces".to_owned(), text: "AAB\nA_B\n".to_owned() };
        let branches: Vec<BranchView<'_>> = (0..workers)
            .map(|worker| BranchView {
                worker,
                range: Some(&range),
                at: Some(&range.from),
                share: 0.25,
                tally: Tally { nodes: 10, cases: 10, answers: 0 },
                sketch: Some(sketch.clone()),
            })
            .collect();
        model.take_branches(&branches);
        let tally = Tally { nodes: 123_456_789, cases: 0, answers: 4 };
        let progress = Progress { share: Some(0.5), left: Some(1.0), ..Progress::of(tally, Duration::from_secs(3)) };
        model.take_progress(&progress);
        model.keep("Placement id: 7\nAAB\nACB\n\u{1b}]0;owned\u{7}".to_owned());
        model.found = 1;
        model
    }

    fn drawn(model: &mut Model, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(frame, model, Colours(None))).unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn every_size_is_drawn_whatever_there_is_to_show() {
        for workers in [0, 1, 2, 64] {
            let mut model = model(workers);
            for size in [(1, 1), (10, 3), (30, 8), (40, 12), (72, 18), (80, 24), (200, 60), (300, 5), (20, 100)] {
                for is_helping in [false, true] {
                    model.is_helping = is_helping;
                    let text = drawn(&mut model, size.0, size.1);
                    assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}') && !text.contains('\u{7}'));
                }
            }
        }
    }

    #[test]
    fn branches_and_solutions_stand_side_by_side_or_one_at_a_time() {
        let mut model = model(2);
        let large = drawn(&mut model, 80, 24);
        for part in ["/3/0../5", "2 of 3 pieces", "AAB", "Solution 1", "Placement id: 7", "50.00 %", "123,456,789"] {
            assert!(large.contains(part), "{part} is missing:\n{large}");
        }
        let small = drawn(&mut model, 40, 12);
        assert!(small.contains("/3/0../5") && !small.contains("Placement id"), "{small}");
        model.panel = Panel::Solutions;
        let small = drawn(&mut model, 40, 12);
        assert!(small.contains("Placement id: 7") && small.contains("50.00 %"), "{small}");
    }
}
