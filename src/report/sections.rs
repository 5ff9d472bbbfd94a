//! The part of an answer file that is about one case: a file may hold the reports on several.

use serde_json::Value;

use crate::{diagnostics::Source, input::Input};

use super::palette::without_colours;

/// The same answer without the reports on other cases. An answer that does not tell its cases apart is left as it is.
pub fn about(case: &str, answer: Input) -> Input {
    let Ok(source) = answer.source() else { return answer };
    let text = source.text().trim_start();
    let kept =
        if text.starts_with(['{', '[']) { json_sections(case, &source) } else { text_sections(case, source.text()) };
    match kept {
        Some(text) => Input::new(answer.name(), text),
        None => answer,
    }
}

/// Reports and, of JSON lines, runs of records, each with the case it is about.
fn json_sections(case: &str, source: &Source) -> Option<String> {
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
    let kept = kept(case, sections)?;
    Some(kept.into_iter().flatten().map(|value| format!("{value}\n")).collect())
}

/// Reports as text begin with a line `CASE: family, …, strategy NAME`.
fn text_sections(case: &str, text: &str) -> Option<String> {
    let mut sections: Vec<(Option<String>, String)> = Vec::new();
    for line in text.lines() {
        let plain = without_colours(line);
        let name =
            plain.split_once(": ").filter(|(_, rest)| rest.contains(", strategy ")).map(|(name, _)| name.to_owned());
        if name.is_some() || sections.is_empty() {
            sections.push((name, String::new()));
        }
        if let Some((_, section)) = sections.last_mut() {
            section.push_str(line);
            section.push('\n');
        }
    }
    kept(case, sections).map(|sections| sections.concat())
}

/// The sections about a case; `None` if there is just one, or none is about it.
fn kept<T>(case: &str, sections: Vec<(Option<String>, T)>) -> Option<Vec<T>> {
    let is_about = |name: &Option<String>| name.as_deref() == Some(case);
    if sections.len() < 2 || !sections.iter().any(|(name, _)| is_about(name)) {
        return None;
    }
    Some(sections.into_iter().filter(|(name, _)| is_about(name)).map(|(_, section)| section).collect())
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
    fn what_cannot_be_told_apart_is_left_alone() {
        for text in ["AAB\nABB\n", "{\"case\":\"b\"}", "b: maze, 2x2, strategy bfs\n", "", "{ broken"] {
            assert_eq!(about_a(text), text);
        }
    }
}
