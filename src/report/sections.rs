//! The reports in an answer file: it may hold several, on one case or on many.

use serde_json::Value;

use crate::{
    diagnostics::{Diagnostic, Source},
    input::Input,
};

use super::palette::without_colours;

/// The same answer without the reports on other cases. An answer that does not tell its cases apart is left as it is.
pub fn about(case: &str, answer: Input) -> Input {
    let Ok(source) = answer.source() else { return answer };
    let kept = if source.is_json() {
        let kept = json_sections(&source).and_then(|sections| kept(case, sections));
        kept.map(|sections| sections.iter().map(|values| json_lines(values)).collect())
    } else {
        kept(case, text_sections(source.text())).map(|sections| sections.concat())
    };
    match kept {
        Some(text) => Input::new(answer.name(), text),
        None => answer,
    }
}

/// The reports of an answer, each as an answer of its own. What stands in it without a report belongs together.
pub fn reports_of(answer: &Input) -> Result<Vec<Input>, Diagnostic> {
    let source = answer.source()?;
    let texts: Vec<String> = if source.is_json() {
        let Some(sections) = json_sections(&source) else { return Ok(vec![answer.clone()]) };
        if sections.len() < 2 {
            return Ok(vec![answer.clone()]);
        }
        let mut reports: Vec<(bool, Vec<Value>)> = Vec::new();
        for (_, values) in sections {
            let is_alone = values.iter().all(|value| !is_of_report(value));
            match reports.last_mut().filter(|(is_last_alone, _)| is_alone && *is_last_alone) {
                Some((_, others)) => others.extend(values),
                None => reports.push((is_alone, values)),
            }
        }
        reports.iter().map(|(_, values)| json_lines(values)).collect()
    } else {
        let mut sections = text_sections(source.text());
        // What stands before the first report is no report.
        if sections.len() > 1 && sections[0].0.is_none() {
            let (_, before) = sections.remove(0);
            sections[0].1.insert_str(0, &before);
        }
        let mut lines_before = 0;
        let with_lines_before = |(_, text): (Option<String>, String)| {
            // What is said of a line names its number in the file.
            let padded = "\n".repeat(lines_before) + &text;
            lines_before += text.lines().count();
            padded
        };
        sections.into_iter().map(with_lines_before).collect()
    };
    match texts.len() {
        0 | 1 => Ok(vec![answer.clone()]),
        _ => Ok(texts.into_iter().map(|text| Input::new(answer.name(), text)).collect()),
    }
}

/// Is it a report, or a record of one? Otherwise it is a solution that stands alone.
pub(super) fn is_of_report(value: &Value) -> bool {
    ["record", "solutions", "status", "stop", "fathom"].iter().any(|field| value.get(field).is_some())
}

fn json_lines(values: &[Value]) -> String {
    values.iter().map(|value| format!("{value}\n")).collect()
}

/// Reports and, of JSON lines, runs of records, each with the case it is about; `None` if that cannot be read.
fn json_sections(source: &Source) -> Option<Vec<(Option<String>, Vec<Value>)>> {
    let mut sections: Vec<(Option<String>, Vec<Value>)> = Vec::new();
    let mut is_open = false;
    for value in source.json_values() {
        let value = value.ok()?;
        let name = value.get("case").and_then(Value::as_str).map(str::to_owned);
        let record = value.get("record").and_then(Value::as_str).map(str::to_owned);
        match record.as_deref() {
            Some("run") => {
                sections.push((name, vec![value]));
                is_open = true;
            }
            Some(record) => {
                match sections.last_mut().filter(|_| is_open) {
                    Some((known, records)) => {
                        // Without the record of the run, the summary says what the solutions before it are about.
                        *known = known.take().or(name);
                        records.push(value);
                    }
                    None => sections.push((name, vec![value])),
                }
                is_open = record != "summary";
            }
            None => {
                sections.push((name, vec![value]));
                is_open = false;
            }
        }
    }
    Some(sections)
}

/// Reports as text begin with a line `CASE: family, …, strategy NAME`.
fn text_sections(text: &str) -> Vec<(Option<String>, String)> {
    let mut sections: Vec<(Option<String>, String)> = Vec::new();
    for line in text.lines() {
        let plain = without_colours(line);
        let name = head_of(&plain).map(|(case, _)| case.to_owned());
        if name.is_some() || sections.is_empty() {
            sections.push((name, String::new()));
        }
        if let Some((_, section)) = sections.last_mut() {
            section.push_str(line);
            section.push('\n');
        }
    }
    sections
}

/// The case and the family that the first line of a report as text names, if the line is one.
pub(super) fn head_of(line: &str) -> Option<(&str, &str)> {
    let (case, rest) = line.split_once(": ").filter(|(_, rest)| rest.contains(", strategy "))?;
    Some((case, rest.split(',').next().unwrap_or_default()))
}

/// The sections about a case, and those that name none; `None` if there is just one, or none is about it.
fn kept<T>(case: &str, sections: Vec<(Option<String>, T)>) -> Option<Vec<T>> {
    let is_about = |name: &Option<String>| name.as_deref() == Some(case);
    if sections.len() < 2 || !sections.iter().any(|(name, _)| is_about(name)) {
        return None;
    }
    let is_kept = |name: &Option<String>| name.is_none() || is_about(name);
    Some(sections.into_iter().filter(|(name, _)| is_kept(name)).map(|(_, section)| section).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about_a(text: &str) -> String {
        String::from_utf8(about("a", Input::new("answer", text)).bytes().to_vec()).unwrap()
    }

    #[test]
    fn only_the_report_on_the_case_is_kept() {
        let text = "a: maze, 2x2, strategy bfs\n1\nb: maze, 3x3, strategy bfs\n2\na: maze, 2x2, strategy dfs\n3\n";
        assert_eq!(about_a(text), "a: maze, 2x2, strategy bfs\n1\na: maze, 2x2, strategy dfs\n3\n");
        let list = r#"[{"case":"b","solutions":[]},{"case":"a","count":"1"}]"#;
        assert_eq!(about_a(list), "{\"case\":\"a\",\"count\":\"1\"}\n");
        let lines =
            ["run\",\"case\":\"a", "solution\",\"id\":\"0", "summary\",\"case\":\"a", "run\",\"case\":\"b", "summary"];
        let lines: Vec<String> = lines.iter().map(|rest| format!("{{\"record\":\"{rest}\"}}\n")).collect();
        assert_eq!(about_a(&lines.concat()).lines().count(), 3);
        assert_eq!(about_a(&lines[1..].concat()).lines().count(), 2, "the record of the run is gone");
    }

    #[test]
    fn reports_are_told_apart() {
        for (text, reports) in [
            ("note\na: maze, 2x2, strategy bfs\n1\na: maze, 2x2, strategy bfs\n2\n", 2),
            ("AAB\nABB\n", 1),
            (r#"[{"solutions":[]},{"solutions":[]}]"#, 2),
            (r#"{"moves":"R"}{"moves":"D"}"#, 1),
            (r#"{"moves":"R"}{"status":"unknown"}{"moves":"D"}"#, 3),
            (r#"{"record":"run"}{"record":"summary"}{"record":"run"}{"record":"solution"}{"record":"summary"}"#, 2),
            ("{ broken", 1),
        ] {
            assert_eq!(reports_of(&Input::new("answer", text)).unwrap().len(), reports, "{text}");
        }
        let text = "a: maze, 2x2, strategy bfs\n1\na: maze, 2x2, strategy bfs\n2\n";
        let second = reports_of(&Input::new("answer", text)).unwrap().pop().unwrap();
        let numbers = second.source().unwrap().lines().filter(|line| line.text == "2").map(|line| line.number).max();
        assert_eq!(numbers, Some(4), "errors name the line of the file");
    }

    #[test]
    fn what_cannot_be_told_apart_is_left_alone() {
        for text in ["AAB\nABB\n", "{\"case\":\"b\"}", "b: maze, 2x2, strategy bfs\n", "", "{ broken"] {
            assert_eq!(about_a(text), text);
        }
    }
}
