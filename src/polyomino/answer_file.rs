//! Reads the solutions out of an answer file: what `solve` wrote as text, JSON or JSON lines, or just a drawn board.

use serde_json::Value;

use crate::{
    diagnostics::{Diagnostic, Line, Source},
    report::palette::without_colours,
    words::counted,
};

use super::{
    board::Board,
    check::{Claim, Laid},
    slanted,
};

/// What an answer file claims about one case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// What is claimed to be solutions, in the order of the file.
    pub solutions: Vec<Claim>,
    /// What it says the verdict is.
    pub status: Option<String>,
}

/// Reads the answers to a puzzle on `board`: one for each time it was solved.
pub fn parse(source: &Source, board: &Board) -> Result<Vec<Claims>, Diagnostic> {
    if source.is_json() { parse_json(source) } else { parse_text(source, board) }
}

fn parse_json(source: &Source) -> Result<Vec<Claims>, Diagnostic> {
    let mut answers = Vec::new();
    // JSON lines: the run whose summary is still to come.
    let mut run: Option<Claims> = None;
    for value in source.json_values() {
        let value = value?;
        match value.get("record").and_then(Value::as_str) {
            Some("run") => run = Some(claims_of(source, &value)?),
            Some("solution") => run.get_or_insert_default().solutions.push(claim_of(source, &value)?),
            Some("summary") => {
                let claims = run.take().unwrap_or_default();
                answers.push(Claims { status: claims_of(source, &value)?.status, ..claims });
            }
            _ if value.get("grid").is_some() => {
                answers.push(Claims { solutions: vec![claim_of(source, &value)?], ..Claims::default() });
            }
            _ => answers.push(claims_of(source, &value)?),
        }
    }
    if run.is_some() {
        let error = source.error_at_end("the file is cut short: its summary is missing");
        return Err(error.label("expected a summary record"));
    }
    Ok(answers)
}

fn claims_of(source: &Source, object: &Value) -> Result<Claims, Diagnostic> {
    let solutions = match object.get("solutions") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(solutions)) => {
            solutions.iter().map(|solution| claim_of(source, solution)).collect::<Result<_, _>>()?
        }
        Some(_) => return Err(source.error_at_end("the field \"solutions\" is no list")),
    };
    let text = |name: &str| object.get(name).filter(|value| !value.is_null()).map(plain_text);
    Ok(Claims { solutions, status: text("status") })
}

fn claim_of(source: &Source, solution: &Value) -> Result<Claim, Diagnostic> {
    let rows = |layer: &Value| layer.as_array()?.iter().map(|row| row.as_str().map(str::to_owned)).collect();
    let grid = solution.get("grid").and_then(Value::as_array);
    let grid = grid.and_then(|layers| layers.iter().map(rows).collect::<Option<Vec<Vec<String>>>>());
    let grid = grid.ok_or_else(|| source.error_at_end("a solution in this file has no grid of letters"))?;
    let placements = solution.get("placements").filter(|placements| !placements.is_null());
    let placements = placements.map(|placements| {
        let laid = placements.as_array().and_then(|all| all.iter().map(laid_of).collect::<Option<Vec<Laid>>>());
        laid.ok_or_else(|| source.error_at_end("the placements of a solution are no list of pieces, copies and cells"))
    });
    let ids = ["id", "placement_id"].iter().filter_map(|name| solution.get(name)).filter(|id| !id.is_null());
    Ok(Claim {
        grid,
        placement_ids: ids.map(plain_text).collect(),
        placements: placements.transpose()?,
        ..Claim::default()
    })
}

fn laid_of(placement: &Value) -> Option<Laid> {
    let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
    let cell = |cell: &Value| {
        let [layer, row, column] = &cell.as_array()?[..] else { return None };
        Some([number(layer)?, number(row)?, number(column)?])
    };
    Some(Laid {
        piece: placement.get("piece")?.as_str()?.to_owned(),
        copy: number(placement.get("copy")?)?,
        cells: placement.get("cells")?.as_array()?.iter().map(cell).collect::<Option<_>>()?,
    })
}

/// A value as its reader would say it: texts without quotes, numbers as they stand.
fn plain_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The rows of a text follow a line `Solution N`, or are all there is.
fn parse_text(source: &Source, board: &Board) -> Result<Vec<Claims>, Diagnostic> {
    let plain = Source::new(source.name(), without_colours(source.text()));
    let lines: Vec<Line<'_>> =
        plain.lines().filter(|line| !line.text.trim().is_empty() && !line.text.starts_with('#')).collect();
    let is_title = |line: &Line<'_>| line.text.starts_with("Solution ");
    let mut claims = Claims::default();
    let mut rest = &lines[..];
    if lines.iter().any(is_title) {
        rest = &lines[lines.iter().position(is_title).unwrap_or(0)..];
        while let Some(title) = rest.first().filter(|line| is_title(line)) {
            rest = &rest[1..];
            claims.solutions.push(take_board(&plain, board, &mut rest, *title)?);
        }
    } else if lines.iter().any(|line| line.text.starts_with("No solution")) {
        return Ok(vec![claims]);
    } else {
        // Other programs may say something before the board.
        let before = rest.iter().take_while(|line| is_remark(line) && !begins_board(line)).count();
        rest = &rest[before..];
        if let Some(first) = rest.first() {
            claims.solutions.push(take_board(&plain, board, &mut rest, *first)?);
        }
    }
    // What follows the boards is the report's summary, or what another program has to say, such as its time.
    for line in rest {
        if !is_remark(line) || begins_board(line) {
            let error = plain.error("this line belongs to no board", *line, 0..line.text.len());
            return Err(error.label("expected the end of the answer"));
        }
    }
    Ok(vec![claims])
}

/// Boards are drawn with letters: what has a colon or a digit is something else.
fn is_remark(line: &Line<'_>) -> bool {
    line.text.contains(|mark: char| mark == ':' || mark.is_ascii_digit())
}

/// Does the line stand above a board, or above a layer of it?
fn begins_board(line: &Line<'_>) -> bool {
    ["Number ", "Path:", "Placement id:", "Z:"].iter().any(|start| line.text.starts_with(start))
}

/// The marks of a row without the blanks that some programs write between them.
fn close_up(row: &str, width: usize) -> String {
    let marks: Vec<char> = row.chars().collect();
    let is_spaced = width > 1 && marks.len() == 2 * width - 1 && marks.iter().skip(1).step_by(2).all(|it| *it == ' ');
    if is_spaced { marks.into_iter().step_by(2).collect() } else { row.to_owned() }
}

/// Is it a line between two rows of a drawing with borders?
fn is_border(line: &Line<'_>) -> bool {
    line.text.starts_with('+') && line.text.chars().all(|mark| matches!(mark, '+' | '-' | ' '))
}

/// The marks of a row that is drawn with borders between its cells.
fn between_borders(row: &str, width: usize) -> String {
    let marks: Vec<char> = row.chars().collect();
    (0..width).map(|column| marks.get(4 * column + 2).copied().unwrap_or('.')).collect()
}

/// Takes one board off the front of the lines: its placement id, if it is there, and its rows.
fn take_board(source: &Source, board: &Board, rest: &mut &[Line<'_>], start: Line<'_>) -> Result<Claim, Diagnostic> {
    let mut claim = Claim::default();
    if let Some((line, after)) = rest.split_first()
        && line.text.starts_with("Number ")
    {
        *rest = after;
    }
    if let Some((line, after)) = rest.split_first()
        && line.text.starts_with("Path:")
    {
        *rest = after;
    }
    if let Some((line, after)) = rest.split_first()
        && let Some(id) = line.text.strip_prefix("Placement id:")
    {
        claim.placement_ids.push(id.trim().to_owned());
        *rest = after;
    }
    let cut_short = || {
        let rows: usize = board.layer_sizes().map(|size| size.0).sum();
        let error = source.error("this board is cut short", start, 0..start.text.len());
        error.label(format!("expected {}", counted(rows, "row")))
    };
    for (height, width) in board.layer_sizes() {
        let begin = *rest;
        if board.lattice().is_staggered() {
            let (rows, has_borders) = take_staggered(board, rest, (height, width)).ok_or_else(cut_short)?;
            claim.grid.push(rows);
            claim.borders.push(has_borders.then(|| lines_until(begin, rest)));
            continue;
        }
        let mut rows = Vec::new();
        let mut has_borders = false;
        while rows.len() < height {
            let (line, after) = rest.split_first().ok_or_else(cut_short)?;
            *rest = after;
            if is_border(line) {
                has_borders = true;
            } else if has_borders {
                rows.push(between_borders(line.text, width));
            } else if !(rows.is_empty() && line.text.starts_with("Z:")) {
                rows.push(close_up(line.text, width));
            }
        }
        if has_borders && let Some((_, after)) = rest.split_first().filter(|(line, _)| is_border(line)) {
            *rest = after;
        }
        claim.grid.push(rows);
        claim.borders.push(has_borders.then(|| lines_until(begin, rest)));
    }
    Ok(claim)
}

/// The lines of a drawing, up to what follows it.
fn lines_until(begin: &[Line<'_>], rest: &[Line<'_>]) -> Vec<String> {
    let lines = begin[..begin.len() - rest.len()].iter().map(|line| line.text.to_owned());
    lines.filter(|line| !line.starts_with("Z:")).collect()
}

/// Takes the rows of a board whose rows are staggered, and tells whether there are lines between the pieces.
fn take_staggered(
    board: &Board,
    rest: &mut &[Line<'_>],
    (height, width): (usize, usize),
) -> Option<(Vec<String>, bool)> {
    let has_lines = rest.first().is_some_and(|line| slanted::is_between_rows(board, line.text));
    let mut rows = Vec::new();
    let mut letters: Vec<&str> = Vec::new();
    while rows.len() < height {
        let (line, after) = rest.split_first()?;
        *rest = after;
        if !has_lines {
            rows.push(line.text.to_owned());
            continue;
        }
        if !slanted::is_between_rows(board, line.text) {
            letters.push(line.text);
        }
        if letters.len() == slanted::lines_per_row(board) {
            rows.push(slanted::row_of(board, rows.len(), &letters, width));
            letters.clear();
        }
    }
    if let Some((_, after)) = rest.split_first().filter(|(line, _)| slanted::is_between_rows(board, line.text)) {
        *rest = after;
    }
    Some((rows, has_lines))
}
