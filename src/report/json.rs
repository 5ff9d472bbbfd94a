//! JSON: one object for each case, or one record a line.

use std::{
    io::{self, Write},
    time::Duration,
};

use serde_json::{Map, Value, json};

use super::{
    CaseHead, Fact, Finding, Guarded, Medium, Report, Solution, Status, SteadyFlush, WriteSolution,
    guard::make_harmless,
};
use crate::search::Written;

/// Gathers all that is told of a case in one JSON object.
#[derive(Debug, Default)]
pub struct JsonRecord {
    solutions: Vec<Value>,
    facts: Map<String, Value>,
    whole: Option<Map<String, Value>>,
}

impl JsonRecord {
    /// Everything that was told, once the case has ended.
    pub fn take(&mut self) -> Option<Map<String, Value>> {
        self.whole.take()
    }
}

impl Report for JsonRecord {
    fn begin(&mut self, _: &CaseHead) -> io::Result<()> {
        Ok(())
    }

    fn solution(&mut self, solution: &dyn Solution) -> io::Result<()> {
        self.solutions.push(Value::Object(solution.fields()));
        Ok(())
    }

    fn fact(&mut self, fact: &Fact) -> io::Result<()> {
        self.facts.insert(fact.name.to_owned(), fact.value.clone());
        Ok(())
    }

    fn end(&mut self, head: &CaseHead, finding: &Finding, elapsed: Duration) -> io::Result<()> {
        let mut object = head_fields(head);
        object.insert("solutions".to_owned(), Value::Array(std::mem::take(&mut self.solutions)));
        object.extend(std::mem::take(&mut self.facts));
        object.extend(summary_fields(finding, elapsed));
        self.whole = Some(object);
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// One JSON object for one case, a list of them for several. Solutions are written as they come: there may be millions.
pub struct JsonReport<W> {
    out: Guarded<W>,
    flush: SteadyFlush,
    is_list: bool,
    /// Cases told so far.
    told: u64,
    /// Has a case been begun and not ended?
    is_open: bool,
    /// Has a solution of the present case been told?
    has_solutions: bool,
    facts: Map<String, Value>,
    /// What is being written.
    text: Vec<u8>,
}

impl<W: io::Write> JsonReport<W> {
    /// A report on one case, or a list of reports, that goes to `out`.
    pub fn new(out: W, is_list: bool) -> Self {
        Self {
            out: Guarded::new(out, Medium::Json),
            flush: SteadyFlush::new(),
            is_list,
            told: 0,
            is_open: false,
            has_solutions: false,
            facts: Map::new(),
            text: Vec::new(),
        }
    }

    /// Ends the object of a case whose search broke: what follows must still be read.
    fn close(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.is_open) {
            self.facts.clear();
            let end = if self.has_solutions { "\n  ]" } else { "]" };
            let last = if self.is_list { "" } else { "\n" };
            // What is wrong is told on standard error.
            write!(self.out, "{end},\n  \"status\": \"unknown\",\n  \"stop\": \"error\"\n}}{last}")?;
        }
        Ok(())
    }

    /// Solutions as [`write_element`] writes them, each with a comma before it: the first of a case has none.
    fn solutions(&mut self, text: &[u8]) -> io::Result<()> {
        let text = if self.has_solutions { text } else { text.strip_prefix(b",").unwrap_or(text) };
        self.has_solutions |= !text.is_empty();
        self.out.write_harmless(text)?;
        self.flush.flush(&mut self.out)
    }
}

/// A value on lines of its own, so far to the right.
fn push_pretty(value: &Value, indent: usize, text: &mut Vec<u8>) {
    // Strings have no line breaks in them: those are written as escapes.
    for mark in format!("{value:#}").bytes() {
        text.push(mark);
        if mark == b'\n' {
            text.resize(text.len() + indent, b' ');
        }
    }
}

/// Fields of the object of a case, each on a line of its own, with a comma before or after it.
fn push_fields(fields: Map<String, Value>, before: &[u8], after: &[u8], text: &mut Vec<u8>) {
    for (name, value) in fields {
        text.extend_from_slice(before);
        text.extend_from_slice(format!("  {}: ", Value::String(name)).as_bytes());
        push_pretty(&value, 2, text);
        text.extend_from_slice(after);
    }
}

/// A solution as an element of a list. Those of which there may be millions are on a line each.
fn write_element(solution: &dyn Solution, text: &mut Vec<u8>) {
    text.extend_from_slice(b",\n    ");
    let begin = text.len();
    text.push(b'{');
    if solution.push_fields(text) {
        text.pop();
        text.push(b'}');
    } else {
        text.truncate(begin);
        push_pretty(&Value::Object(solution.fields()), 4, text);
    }
    make_harmless(text, begin, Medium::Json);
}

impl<W: io::Write> Report for JsonReport<W> {
    fn begin(&mut self, head: &CaseHead) -> io::Result<()> {
        self.close()?;
        self.is_open = true;
        self.text.clear();
        if self.is_list {
            self.text.extend_from_slice(if self.told == 0 { b"[\n" } else { b",\n" });
        }
        self.told += 1;
        self.has_solutions = false;
        self.text.extend_from_slice(b"{\n");
        push_fields(head_fields(head), b"", b",\n", &mut self.text);
        self.text.extend_from_slice(b"  \"solutions\": [");
        self.out.write_all(&self.text)
    }

    fn solution(&mut self, solution: &dyn Solution) -> io::Result<()> {
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        write_element(solution, &mut text);
        let written = self.solutions(&text);
        self.text = text;
        written
    }

    fn writer(&self) -> Option<WriteSolution> {
        Some(write_element)
    }

    fn written(&mut self, written: &Written) -> io::Result<()> {
        self.solutions(&written.text)
    }

    fn fact(&mut self, fact: &Fact) -> io::Result<()> {
        self.facts.insert(fact.name.to_owned(), fact.value.clone());
        Ok(())
    }

    fn end(&mut self, _: &CaseHead, finding: &Finding, elapsed: Duration) -> io::Result<()> {
        self.is_open = false;
        self.text.clear();
        self.text.extend_from_slice(if self.has_solutions { b"\n  ]" } else { b"]" });
        let mut fields = std::mem::take(&mut self.facts);
        fields.extend(summary_fields(finding, elapsed));
        push_fields(fields, b",\n", b"", &mut self.text);
        self.text.extend_from_slice(if self.is_list { b"\n}" } else { b"\n}\n" });
        self.out.write_all(&self.text)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.close()?;
        if self.is_list {
            writeln!(self.out, "{}", if self.told == 0 { "[]" } else { "\n]" })?;
        }
        self.out.flush()
    }
}

/// JSON lines: a `run` record, a `solution` record each, and a `summary` record, without which the file is cut short.
pub struct JsonLines<W> {
    out: Guarded<W>,
    flush: SteadyFlush,
    facts: Map<String, Value>,
    /// Has a case been begun and not ended?
    is_open: bool,
    /// The line that is being written.
    line: Vec<u8>,
}

impl<W: io::Write> JsonLines<W> {
    /// A report that goes to `out`.
    pub fn new(out: W) -> Self {
        let out = Guarded::new(out, Medium::Json);
        Self { out, flush: SteadyFlush::new(), facts: Map::new(), is_open: false, line: Vec::new() }
    }

    /// Ends a case whose search broke. What is wrong is told on standard error.
    fn close(&mut self) -> io::Result<()> {
        if !std::mem::take(&mut self.is_open) {
            return Ok(());
        }
        self.facts.clear();
        let fields = [("status", json!(Status::Unknown)), ("stop", json!("error"))];
        self.record("summary", fields.map(|(name, value)| (name.to_owned(), value)).into_iter().collect())
    }

    fn record(&mut self, name: &str, fields: Map<String, Value>) -> io::Result<()> {
        self.line.clear();
        push_record(name, fields, &mut self.line);
        self.out.write_all(&self.line)
    }
}

fn push_record(name: &str, fields: Map<String, Value>, line: &mut Vec<u8>) {
    let mut object = Map::new();
    object.insert("record".to_owned(), json!(name));
    object.extend(fields);
    line.extend_from_slice(Value::Object(object).to_string().as_bytes());
    line.push(b'\n');
}

/// The line of a solution.
fn write_line(solution: &dyn Solution, line: &mut Vec<u8>) {
    let begin = line.len();
    line.push(b'{');
    if solution.push_fields(line) {
        line.extend_from_slice(b"\"record\":\"solution\"}\n");
    } else {
        line.truncate(begin);
        push_record("solution", solution.fields(), line);
    }
    make_harmless(line, begin, Medium::Json);
}

impl<W: io::Write> Report for JsonLines<W> {
    fn begin(&mut self, head: &CaseHead) -> io::Result<()> {
        self.close()?;
        self.is_open = true;
        self.record("run", head_fields(head))
    }

    fn solution(&mut self, solution: &dyn Solution) -> io::Result<()> {
        self.line.clear();
        write_line(solution, &mut self.line);
        self.out.write_harmless(&self.line)?;
        self.flush.flush(&mut self.out)
    }

    fn writer(&self) -> Option<WriteSolution> {
        Some(write_line)
    }

    fn written(&mut self, written: &Written) -> io::Result<()> {
        self.out.write_harmless(&written.text)?;
        self.flush.flush(&mut self.out)
    }

    fn fact(&mut self, fact: &Fact) -> io::Result<()> {
        self.facts.insert(fact.name.to_owned(), fact.value.clone());
        Ok(())
    }

    fn end(&mut self, head: &CaseHead, finding: &Finding, elapsed: Duration) -> io::Result<()> {
        self.is_open = false;
        let mut fields = Map::new();
        fields.insert("case".to_owned(), json!(head.case));
        fields.extend(std::mem::take(&mut self.facts));
        fields.extend(summary_fields(finding, elapsed));
        self.record("summary", fields)?;
        self.out.flush()
    }

    fn finish(&mut self) -> io::Result<()> {
        self.close()?;
        self.out.flush()
    }
}

fn head_fields(head: &CaseHead) -> Map<String, Value> {
    let fields = [
        ("fathom", json!(env!("CARGO_PKG_VERSION"))),
        ("family", json!(head.family)),
        ("case", json!(head.case)),
        ("strategy", json!(head.strategy)),
        ("threads", json!(head.threads)),
        ("branches", json!(head.branches)),
    ];
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// A time as reports tell it: in milliseconds, to the microsecond.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

fn summary_fields(finding: &Finding, elapsed: Duration) -> Map<String, Value> {
    let mut fields = vec![
        ("status", json!(finding.status)),
        ("stop", json!(finding.stop)),
        ("count", json!(finding.count.to_string())),
        ("nodes", json!(finding.tally.nodes)),
        ("cases_examined", json!(finding.tally.cases)),
        ("elapsed_ms", json!(milliseconds(elapsed))),
    ];
    if let Some(reason) = &finding.reason {
        fields.push(("reason", json!(reason)));
    }
    if let Some(range) = &finding.range {
        fields.push(("range", json!(range)));
    }
    if let Some(score) = finding.missing_score {
        fields.push(("score_elsewhere", json!(score)));
    }
    if let Some(share) = finding.share.filter(|_| !finding.stop.is_final()) {
        fields.push(("searched", json!(share)));
    }
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
