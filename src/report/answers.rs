//! Reads what was told as JSON: the solutions of an answer file.

use serde_json::Value;

use super::told::{Told, json_reports};
use crate::diagnostics::{Diagnostic, Source};

/// The solutions of an answer to a puzzle of a family: those of reports, and objects that stand alone and have the
/// field every solution of the family has.
pub fn json_solutions(source: &Source, family: &str, fields: &[&str]) -> Result<Vec<Value>, Diagnostic> {
    Ok(reports_on(source, family, fields)?.into_iter().flat_map(|told| told.solutions).collect())
}

/// The same, with what the reports say of the case as a whole.
pub fn reports_on(source: &Source, family: &str, fields: &[&str]) -> Result<Vec<Told>, Diagnostic> {
    let mut reports = json_reports(source)?;
    for told in &mut reports {
        told.expect_family(source, family)?;
        let is_report = told.is_report;
        told.solutions.retain(|solution| is_report || fields.iter().any(|field| solution.get(field).is_some()));
    }
    Ok(reports)
}

/// A number, if it is a whole one of its type: not negative where that cannot be, and not too large.
pub fn whole_number<N: TryFrom<i128>>(value: &Value) -> Option<N> {
    let number = value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from));
    number.and_then(|number| N::try_from(number).ok())
}

/// The number in a field of a solution; `None` if it is not there. What is there and is no such number is refused: to
/// pass over it would be to agree with it.
pub fn number_in<N: TryFrom<i128>>(source: &Source, solution: &Value, field: &str) -> Result<Option<N>, Diagnostic> {
    field_of(solution, field).map(|value| whole_number(value).ok_or_else(|| misfit(source, field, value))).transpose()
}

/// The list of numbers in a field of a solution; `None` if it is not there.
pub fn numbers_in<N: TryFrom<i128>>(
    source: &Source,
    solution: &Value,
    field: &str,
) -> Result<Option<Vec<N>>, Diagnostic> {
    let numbers = |value: &Value| value.as_array()?.iter().map(whole_number).collect::<Option<Vec<N>>>();
    field_of(solution, field).map(|value| numbers(value).ok_or_else(|| misfit(source, field, value))).transpose()
}

/// The text in a field of a solution; `None` if it is not there.
pub fn text_in<'a>(source: &Source, solution: &'a Value, field: &str) -> Result<Option<&'a str>, Diagnostic> {
    field_of(solution, field).map(|value| value.as_str().ok_or_else(|| misfit(source, field, value))).transpose()
}

/// The value of a field that is there.
pub fn field_of<'a>(solution: &'a Value, field: &str) -> Option<&'a Value> {
    solution.get(field).filter(|value| !value.is_null())
}

/// Says that a field holds what it cannot hold.
pub fn misfit(source: &Source, field: &str, value: &Value) -> Diagnostic {
    let held = match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(_) => "a text".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    };
    source.error_at_end(format!("the field \"{field}\" of a solution in this file cannot hold {held}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_are_whole_and_of_their_type() {
        let source = Source::new("answer", "{}");
        let solution = json!({
            "seven": 7, "less": -1, "part": 1.5, "much": u64::MAX, "more": 1e300, "word": "7", "nothing": null,
            "list": [1, 2], "mixed": [1, -2], "object": {"seven": 7},
        });
        let read = |field: &str| number_in::<usize>(&source, &solution, field).map_err(|error| error.to_string());
        assert_eq!(read("seven"), Ok(Some(7)));
        assert_eq!((read("nothing"), read("missing")), (Ok(None), Ok(None)));
        for (field, held) in [
            ("less", "-1"),
            ("part", "1.5"),
            ("more", "1e+300"),
            ("word", "a text"),
            ("list", "a list"),
            ("object", "an object"),
        ] {
            let error = read(field).unwrap_err();
            assert!(error.contains(&format!("\"{field}\" of a solution in this file cannot hold {held}")), "{error}");
        }
        assert_eq!(read("much"), Ok(Some(usize::MAX)));
        assert!(number_in::<i64>(&source, &solution, "much").is_err());
        assert_eq!(numbers_in::<u32>(&source, &solution, "list").unwrap(), Some(vec![1, 2]));
        for field in ["mixed", "seven", "object", "word"] {
            assert!(numbers_in::<u32>(&source, &solution, field).is_err(), "{field}");
        }
        assert_eq!(text_in(&source, &solution, "word").unwrap(), Some("7"));
        assert!(text_in(&source, &solution, "seven").is_err());
    }
}
