//! Reads the solutions out of an answer file: what `solve` wrote as text, JSON or JSON lines, or just a drawn board.

use serde_json::Value;

use crate::diagnostics::{Diagnostic, Source};

use super::{board::Board, check::Claim};

/// The claims of an answer file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// What is claimed to be solutions, in the order of the file.
    pub solutions: Vec<Claim>,
    /// The file says that it is the whole answer, and how many solutions that should be.
    pub expected: Option<String>,
}

/// Reads an answer to a puzzle on `board`.
pub fn parse(source: &Source, board: &Board) -> Result<Claims, Diagnostic> {
    let text = source.text().trim_start();
    if text.starts_with('{') || text.starts_with('[') { parse_json(source) } else { parse_text(source, board) }
}

fn parse_json(source: &Source) -> Result<Claims, Diagnostic> {
    let mut claims = Claims::default();
    let mut is_cut_short = false;
    for value in serde_json::Deserializer::from_str(source.text()).into_iter::<Value>() {
        let value = value.map_err(|error| {
            let line = source.lines().nth(error.line().saturating_sub(1));
            let line = line.unwrap_or(crate::diagnostics::Line { number: error.line(), text: "" });
            let column = error.column().saturating_sub(1);
            source.error("this is not JSON", line, column..column + 1).label(error.to_string())
        })?;
        let record = value.get("record").and_then(Value::as_str);
        let solutions: Vec<&Value> = match record {
            Some("solution") => vec![&value],
            _ => value.get("solutions").and_then(Value::as_array).map(|list| list.iter().collect()).unwrap_or_default(),
        };
        for solution in solutions {
            let claim = claim_of(solution)
                .ok_or_else(|| source.error_at_end("a solution in this file has no grid of letters"))?;
            claims.solutions.push(claim);
        }
        is_cut_short = match record {
            Some("run" | "solution") => true,
            Some("summary") => false,
            _ => is_cut_short,
        };
        if let Some(count) = value.get("count").and_then(Value::as_str) {
            claims.expected = Some(count.to_owned());
        }
    }
    if is_cut_short {
        let error = source.error_at_end("the file is cut short: its summary is missing");
        return Err(error.label("expected a summary record"));
    }
    Ok(claims)
}

fn claim_of(solution: &Value) -> Option<Claim> {
    let rows = |layer: &Value| layer.as_array()?.iter().map(|row| row.as_str().map(str::to_owned)).collect();
    let grid = solution.get("grid")?.as_array()?.iter().map(rows).collect::<Option<_>>()?;
    let placement_id = match solution.get("placement_id") {
        None | Some(Value::Null) => None,
        Some(Value::String(id)) => Some(id.clone()),
        Some(other) => Some(other.to_string()),
    };
    Some(Claim { grid, placement_id })
}

/// The rows of a text follow a line `Solution N`, or are all there is.
fn parse_text(source: &Source, board: &Board) -> Result<Claims, Diagnostic> {
    let lines = || source.lines().filter(|line| !line.text.trim().is_empty() && !line.text.starts_with('#'));
    let is_title = |text: &str| text.starts_with("Solution ");
    let mut blocks: Vec<Vec<_>> = Vec::new();
    if lines().any(|line| is_title(line.text)) {
        for line in lines() {
            if is_title(line.text) {
                blocks.push(Vec::new());
            } else if let Some(block) = blocks.last_mut() {
                block.push(line);
            }
        }
    } else {
        let drawn: Vec<_> = lines().collect();
        // A report without solutions has no board in it.
        if !drawn.iter().any(|line| line.text.starts_with("No solution")) && !drawn.is_empty() {
            blocks.push(drawn);
        }
    }
    let mut claims = Claims::default();
    for block in blocks {
        let mut claim = Claim::default();
        let mut rows = block.iter().filter(|line| !line.text.starts_with("Z:")).peekable();
        if let Some(line) = rows.next_if(|line| line.text.starts_with("Placement id:")) {
            claim.placement_id = line.text.split_once(':').map(|(_, id)| id.trim().to_owned());
        }
        for (height, _) in board.layer_sizes() {
            let layer: Vec<String> = rows.by_ref().take(height).map(|line| line.text.to_owned()).collect();
            claim.grid.push(layer);
        }
        claims.solutions.push(claim);
    }
    Ok(claims)
}
