//! The top of the screen: what is searched, how, and how far it has come.

use ratatui::{
    Frame,
    layout::{Constraint, Layout, Rect},
    text::{Line, Span},
    widgets::{LineGauge, Paragraph, Sparkline},
};

use crate::{
    picture::words::file_name,
    terminal::numbers::{about, clock, grouped, short, size},
};

use super::{
    draw::boxed,
    model::Model,
    paint::{Colours, plain},
};

/// Draws the head: four lines in a box, or two.
pub fn draw(frame: &mut Frame<'_>, area: Rect, model: &Model, colours: Colours, is_large: bool) {
    let state = state(model);
    let room = usize::from(area.width).saturating_sub(state.chars().count() + 4);
    let full = Line::from(format!(" fathom · {} ", plain(&model.case)));
    // Where there is no room for the folders, the name of the file is what matters.
    let name = if full.width() <= room { full } else { Line::from(format!(" {} ", plain(file_name(&model.case)))) };
    let mut block = boxed(name.style(colours.accent()), colours);
    let style = if model.is_paused() { colours.warning() } else { colours.accent() };
    block = block.title(Line::from(Span::styled(format!(" {state} "), style)).right_aligned());
    let inner = block.inner(area);
    frame.render_widget(block, area);
    if !is_large {
        let [gauge, figures] = Layout::vertical([Constraint::Length(1), Constraint::Length(1)]).areas(inner);
        share(frame, gauge, model, colours);
        frame.render_widget(Paragraph::new(figures_line(model, false)), figures);
        return;
    }
    let rows = Layout::vertical([Constraint::Length(1); 4]).split(inner);
    frame.render_widget(Paragraph::new(case_line(model)), rows[0]);
    frame.render_widget(Paragraph::new(conditions_line(model)), rows[1]);
    share(frame, rows[2], model, colours);
    let [figures, curve] = Layout::horizontal([Constraint::Min(1), Constraint::Length(16)]).areas(rows[3]);
    frame.render_widget(Paragraph::new(figures_line(model, true)), figures);
    let speeds: Vec<u64> = model.speeds.iter().rev().take(16).rev().copied().collect();
    frame.render_widget(Sparkline::default().data(&speeds).style(colours.faint()), curve);
}

/// A few figures where there is no room for more.
pub fn small_figures(model: &Model) -> String {
    let share = model.progress.and_then(|progress| progress.share).map(percent);
    let parts = [share.unwrap_or_default(), format!("{} found", model.found), state(model)];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

fn state(model: &Model) -> String {
    let time = clock(model.elapsed());
    match () {
        () if model.ended.is_some() => format!("done, {time}"),
        () if model.is_leaving => "stopping".to_owned(),
        () if model.is_paused() => format!("paused, {time}"),
        () => time,
    }
}

fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share.clamp(0.0, 1.0))
}

fn case_line(model: &Model) -> String {
    match &model.head {
        Some(head) => format!("{}: {}", head.family, plain(&head.description)),
        None => format!("{} …", plain(&model.phase)),
    }
}

fn conditions_line(model: &Model) -> String {
    let mut parts = Vec::new();
    if let Some(head) = &model.head {
        parts.push(format!("strategy {}", head.strategy));
        parts.push(format!("{} thread{}", head.threads, if head.threads == 1 { "" } else { "s" }));
        if head.branches > 1 {
            parts.push(format!("{} branches", head.branches));
        }
    }
    parts.push(size(crate::memory::resident()));
    parts.extend(Some(plain(&model.conditions)).filter(|text| !text.is_empty()));
    parts.join(" · ")
}

/// The part that is done, or what is being done where nobody knows.
fn share(frame: &mut Frame<'_>, area: Rect, model: &Model, colours: Colours) {
    if let Some(verdict) = &model.verdict {
        let line = Line::from(Span::styled(plain(verdict), colours.accent()));
        return frame.render_widget(Paragraph::new(line), area);
    }
    let progress = model.progress;
    let Some(done) = progress.and_then(|progress| progress.share) else {
        let phase = progress.and_then(|progress| progress.phase).unwrap_or(&model.phase);
        let text =
            if phase.is_empty() { "searching: how much is left cannot be told".to_owned() } else { plain(phase) };
        return frame.render_widget(Paragraph::new(Line::from(Span::styled(text, colours.faint()))), area);
    };
    let left = model.left.map_or_else(String::new, |left| format!(", about {} left", about(left)));
    let gauge = LineGauge::default()
        .ratio(done.clamp(0.0, 1.0))
        .label(format!("{}{left}", percent(done)))
        .filled_symbol("━")
        .unfilled_symbol("─")
        .filled_style(colours.done())
        .unfilled_style(colours.faint());
    frame.render_widget(gauge, area);
}

fn figures_line(model: &Model, is_large: bool) -> String {
    let mut parts = Vec::new();
    if let Some(progress) = model.progress {
        let nodes = progress.tally.nodes;
        let nodes = if is_large { grouped(nodes) } else { short(nodes as f64) };
        parts.push(format!("{nodes} nodes"));
        let rate = if model.ended.is_some() { nodes_a_second(model) } else { model.rate };
        parts.push(format!("{}/s", short(rate)));
        parts.extend(progress.states.map(|states| format!("{} states", short(states as f64))));
        parts.extend(progress.best.map(|best| format!("best {best}")));
        if progress.best.is_none() {
            parts.push(format!("{} found", grouped(progress.tally.answers.max(model.found))));
        }
    } else {
        parts.push(format!("{} found", grouped(model.found)));
    }
    parts.extend(model.saved.filter(|_| is_large).map(|saved| format!("saved {} ago", clock(saved.elapsed()))));
    parts.join(" · ")
}

fn nodes_a_second(model: &Model) -> f64 {
    let nodes = model.progress.map_or(0, |progress| progress.tally.nodes);
    nodes as f64 / model.elapsed().as_secs_f64().max(1e-3)
}
