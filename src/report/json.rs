//! JSON: one object for each case, or one record a line.

use std::io;

use serde_json::{Map, Value, json};

use super::{CaseHead, CaseSummary, Fact, Report, Solution, SteadyFlush};

/// One JSON object for each case.
pub struct JsonReport<W> {
    out: W,
    solutions: Vec<Value>,
    facts: Map<String, Value>,
}

impl<W: io::Write> JsonReport<W> {
    /// A report that goes to `out`.
    pub fn new(out: W) -> Self {
        Self { out, solutions: Vec::new(), facts: Map::new() }
    }
}

impl<W: io::Write> Report for JsonReport<W> {
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

    fn end(&mut self, head: &CaseHead, summary: &CaseSummary) -> io::Result<()> {
        let mut object = head_fields(head);
        object.insert("solutions".to_owned(), Value::Array(std::mem::take(&mut self.solutions)));
        object.extend(std::mem::take(&mut self.facts));
        object.extend(summary_fields(summary));
        serde_json::to_writer_pretty(&mut self.out, &object)?;
        writeln!(self.out)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// JSON lines: a `run` record, a `solution` record each, and a `summary` record, without which the file is cut short.
pub struct JsonLines<W> {
    out: W,
    flush: SteadyFlush,
    facts: Map<String, Value>,
}

impl<W: io::Write> JsonLines<W> {
    /// A report that goes to `out`.
    pub fn new(out: W) -> Self {
        Self { out, flush: SteadyFlush::new(), facts: Map::new() }
    }

    fn record(&mut self, name: &str, fields: Map<String, Value>) -> io::Result<()> {
        let mut object = Map::new();
        object.insert("record".to_owned(), json!(name));
        object.extend(fields);
        serde_json::to_writer(&mut self.out, &object)?;
        writeln!(self.out)
    }
}

impl<W: io::Write> Report for JsonLines<W> {
    fn begin(&mut self, head: &CaseHead) -> io::Result<()> {
        self.record("run", head_fields(head))
    }

    fn solution(&mut self, solution: &dyn Solution) -> io::Result<()> {
        self.record("solution", solution.fields())?;
        self.flush.flush(&mut self.out)
    }

    fn fact(&mut self, fact: &Fact) -> io::Result<()> {
        self.facts.insert(fact.name.to_owned(), fact.value.clone());
        Ok(())
    }

    fn end(&mut self, head: &CaseHead, summary: &CaseSummary) -> io::Result<()> {
        let mut fields = Map::new();
        fields.insert("case".to_owned(), json!(head.case));
        fields.extend(std::mem::take(&mut self.facts));
        fields.extend(summary_fields(summary));
        self.record("summary", fields)?;
        self.out.flush()
    }

    fn finish(&mut self) -> io::Result<()> {
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

fn summary_fields(summary: &CaseSummary) -> Map<String, Value> {
    let mut fields = vec![
        ("status", json!(summary.status)),
        ("stop", json!(summary.stop)),
        ("count", json!(summary.count.to_string())),
        ("nodes", json!(summary.tally.nodes)),
        ("cases_examined", json!(summary.tally.cases)),
        ("elapsed_ms", json!(summary.elapsed.as_secs_f64() * 1e3)),
    ];
    if let Some(reason) = &summary.reason {
        fields.push(("reason", json!(reason)));
    }
    if let Some(range) = &summary.range {
        fields.push(("range", json!(range)));
    }
    if !summary.stop.is_final() && summary.reason.is_none() {
        fields.push(("searched", json!(summary.share)));
    }
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
