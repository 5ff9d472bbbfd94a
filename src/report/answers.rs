//! Reads what was told as JSON: the solutions of an answer file.

use serde_json::Value;

use crate::diagnostics::{Diagnostic, Source};

/// The solutions of an answer to a puzzle of a family: those of reports, and objects that stand alone and have the
/// field every solution of the family has.
pub fn json_solutions(source: &Source, family: &str, field: &str) -> Result<Vec<Value>, Diagnostic> {
    let mut solutions = Vec::new();
    for value in source.json_values() {
        let mut value = value?;
        if let Some(other) = value.get("family").and_then(Value::as_str).filter(|other| *other != family) {
            return Err(source.error_at_end(format!("this is an answer to a {other} puzzle, not to a {family} one")));
        }
        match value.get_mut("solutions").map(Value::take) {
            Some(Value::Array(found)) => solutions.extend(found),
            _ if value.get(field).is_some() => solutions.push(value),
            _ => {}
        }
    }
    Ok(solutions)
}
