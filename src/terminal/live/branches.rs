//! The branches: a panel for every worker, with its range, its share, its speed and its board; a line each where there
//! are too many.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
    widgets::{Paragraph, Wrap},
};

use crate::terminal::numbers::short;

use super::{
    draw::boxed,
    model::{Model, Row},
    paint::{Colours, lines, plain},
};

/// The least columns and lines of a panel in which a board means anything.
const PANEL_WIDTH: u16 = 26;
const PANEL_HEIGHT: u16 = 6;
/// The bar of a line.
const BAR: usize = 10;

/// Draws the branches into an area.
pub fn draw(frame: &mut Frame<'_>, area: Rect, model: &Model, colours: Colours) {
    let rows = &model.rows;
    if rows.is_empty() {
        let block = boxed(Line::from(Span::styled(" Search ", colours.accent())), colours);
        return frame
            .render_widget(Paragraph::new(nothing_to_divide(model)).wrap(Wrap { trim: true }).block(block), area);
    }
    let has_boards = rows.iter().any(|row| row.sketch.is_some());
    let columns = (area.width / PANEL_WIDTH).clamp(1, rows.len().min(4) as u16);
    let lines = (area.height / PANEL_HEIGHT).max(1);
    if !has_boards || area.height < PANEL_HEIGHT || usize::from(columns * lines) < rows.len().min(4) {
        return list(frame, area, model, colours);
    }
    let shown = usize::from(columns * lines).min(rows.len());
    let first = model.first_row.min(rows.len() - shown);
    // As many lines of panels as there is need for.
    let lines = (shown as u16).div_ceil(columns);
    let wide = (shown as u16).div_ceil(lines);
    let at = |part: u16, of: u16, length: u16| u32::from(part) * u32::from(length) / u32::from(of);
    for (place, number) in (0u16..).zip(first..first + shown) {
        let (line, column) = (place / wide, place % wide);
        let (x, y) = (at(column, wide, area.width) as u16, at(line, lines, area.height) as u16);
        let (right, low) = (at(column + 1, wide, area.width) as u16, at(line + 1, lines, area.height) as u16);
        let place = Rect { x: area.x + x, y: area.y + y, width: right - x, height: low - y };
        panel(frame, place, number, &rows[number], colours);
    }
}

/// What there is to say of a search that has no branches.
fn nothing_to_divide(model: &Model) -> String {
    match &model.head {
        Some(head) if model.ended.is_none() => {
            format!("Strategy {} has no ranges of ids: its figures are above.", head.strategy)
        }
        Some(head) => {
            format!("No branches to show: it was over at once, or strategy {} has no ranges of ids.", head.strategy)
        }
        None => "The search has not begun yet.".to_owned(),
    }
}

/// The range stands above the board, and what is done of it below.
fn panel(frame: &mut Frame<'_>, area: Rect, number: usize, row: &Row, colours: Colours) {
    let name = Span::styled(format!(" {} ", number + 1), colours.accent());
    let Some(range) = &row.range else {
        let text = Line::from(Span::styled("waits for work", colours.faint()));
        return frame.render_widget(Paragraph::new(text).block(boxed(Line::from(name), colours)), area);
    };
    let mut figures = bar(row.share, usize::from(area.width.saturating_sub(22)).min(12), colours);
    figures.spans.insert(0, Span::from(" "));
    figures.push_span(format!(" {:3.0} % · {}/s ", 100.0 * row.share, short(row.rate)));
    let title = Line::from(vec![name, Span::from(format!("{} ", fitted(range, area.width, 8)))]);
    let block = boxed(title, colours).title_bottom(figures);
    let inner = block.inner(area);
    let text = match &row.sketch {
        None => vec![Line::from(fitted(&row.at, inner.width, 0))],
        Some(sketch) => {
            let mut board = lines(&sketch.text, colours);
            if board.len() < usize::from(inner.height) {
                board.insert(0, Line::from(Span::styled(plain(&sketch.title), colours.faint())));
            }
            board
        }
    };
    frame.render_widget(Paragraph::new(text).block(block), area);
}

/// A line for each worker.
fn list(frame: &mut Frame<'_>, area: Rect, model: &Model, colours: Colours) {
    let block = boxed(Line::from(Span::styled(" Branches ", colours.accent())), colours);
    let inner = block.inner(area);
    let last = model.rows.len().saturating_sub(usize::from(inner.height));
    let first = model.first_row.min(last);
    let width = model.rows.len().to_string().len();
    let lines = model.rows.iter().enumerate().skip(first).take(usize::from(inner.height)).map(|(number, row)| {
        let mut line = Line::from(Span::styled(format!("{:>width$} ", number + 1), colours.accent()));
        let Some(range) = &row.range else {
            line.push_span(Span::styled("waits for work", colours.faint()));
            return line;
        };
        for span in bar(row.share, BAR, colours) {
            line.push_span(span);
        }
        line.push_span(format!(" {:3.0} % {:>7}/s ", 100.0 * row.share, short(row.rate)));
        let room = usize::from(inner.width).saturating_sub(line.width()) as u16;
        line.push_span(fitted(range, room, 0));
        line
    });
    frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()).block(block), area);
}

fn bar(share: f64, width: usize, colours: Colours) -> Line<'static> {
    let done = ((share.clamp(0.0, 1.0) * width as f64).round() as usize).min(width);
    Line::from(vec![
        Span::styled("━".repeat(done), colours.done()),
        Span::styled("─".repeat(width - done), colours.faint()),
    ])
}

/// A range or an id in so many columns, of which some are taken: the middle of a long one is left out.
fn fitted(text: &str, width: u16, taken: u16) -> String {
    let room = usize::from(width.saturating_sub(taken));
    let length = text.chars().count();
    if length <= room {
        return text.to_owned();
    }
    if room < 3 {
        return String::new();
    }
    let tail = (room - 1) / 2;
    let head: String = text.chars().take(room - 1 - tail).collect();
    let tail: String = text.chars().skip(length - tail).collect();
    format!("{head}…{tail}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_ranges_keep_both_ends() {
        assert_eq!(fitted("/3/0../5", 20, 8), "/3/0../5");
        assert_eq!(fitted("/1/2/3/4/5/6/7../9/8", 12, 0), "/1/2/3…./9/8");
        assert_eq!(fitted("/1/2/3", 2, 0), "");
    }
}
