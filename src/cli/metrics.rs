//! Figures of a search in a file that a collector reads, in the text format of Prometheus. The file is replaced as a
//! whole.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use crate::{
    destination::refuse_to_replace,
    report::{Medium, harmless, path_name},
    search::Progress,
    whole_file,
};

use super::failure::Failure;

/// The file is written anew this often.
const EVERY: Duration = Duration::from_secs(1);

/// A file of figures about one case.
pub struct Metrics {
    file: PathBuf,
    case: String,
    last: Option<Instant>,
}

impl Metrics {
    pub fn new(file: &Path, case: &str) -> Self {
        Self { file: file.to_owned(), case: case.to_owned(), last: None }
    }

    /// Refuses a file that could not be written, would be waited for or is needed for something else.
    pub fn ensure_writable(file: &Path, needed: &[PathBuf]) -> Result<(), Failure> {
        refuse_to_replace(file, needed)?;
        whole_file::ensure_rewritable(file)
            .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path_name(file))))
    }

    /// Writes the figures if it is time for it. Comes back with what went wrong.
    pub fn write_if_due(&mut self, progress: &Progress) -> Option<Result<(), String>> {
        let is_due = self.last.is_none_or(|last| last.elapsed() >= EVERY);
        is_due.then(|| self.write(progress, false))
    }

    /// Writes the figures.
    pub fn write(&mut self, progress: &Progress, is_finished: bool) -> Result<(), String> {
        self.last = Some(Instant::now());
        let text = self.text(progress, is_finished);
        let written = whole_file::write(&self.file, text.as_bytes());
        written.map_err(|error| format!("cannot write {}: {error}", path_name(&self.file)))
    }

    fn text(&self, progress: &Progress, is_finished: bool) -> String {
        // A label may hold anything but these three, but whoever reads the file may do it at a terminal.
        let case = harmless(&self.case, Medium::Text).replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        let mut text = String::new();
        let mut figure = |name: &str, kind: &str, about: &str, value: f64| {
            let _ = writeln!(text, "# HELP fathom_{name} {about}");
            let _ = writeln!(text, "# TYPE fathom_{name} {kind}");
            let _ = writeln!(text, "fathom_{name}{{case=\"{case}\"}} {value}");
        };
        figure("nodes_total", "counter", "Nodes visited.", progress.tally.nodes as f64);
        figure("cases_examined_total", "counter", "Candidates looked at.", progress.tally.cases as f64);
        figure("solutions_total", "counter", "Solutions found.", progress.tally.answers as f64);
        figure("elapsed_seconds", "gauge", "Time since the search began.", progress.elapsed.as_secs_f64());
        figure("resident_bytes", "gauge", "Memory of the process.", crate::memory::resident() as f64);
        if let Some(share) = progress.share {
            figure("searched_ratio", "gauge", "Part of the work that is done, as far as can be told.", share);
        }
        if let Some(best) = progress.best {
            figure("best_score", "gauge", "The best score so far.", best as f64);
        }
        figure("finished", "gauge", "Has the search ended?", f64::from(u8::from(is_finished)));
        text
    }
}

#[cfg(test)]
mod tests {
    use crate::search::Tally;

    use super::*;

    #[test]
    fn a_case_can_be_called_anything() {
        let metrics = Metrics::new(Path::new("m"), "a\u{1b}[31mb\u{202e}c");
        let text = metrics.text(&Progress::of(Tally::default(), Duration::ZERO), true);
        assert!(text.contains("{case=\"a\\\\u{1b}[31mb\\\\u{202e}c\"}"), "{text}");
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
    }

    #[test]
    fn every_figure_is_a_line_that_can_be_read() {
        let metrics = Metrics::new(Path::new("m"), "a \"b\"\n\\c");
        let tally = Tally { nodes: 3, cases: 5, answers: 1 };
        let progress = Progress { share: Some(0.5), best: Some(-4), ..Progress::of(tally, Duration::from_secs(2)) };
        let text = metrics.text(&progress, false);
        let figures: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(figures.len(), 8);
        assert_eq!(figures[0], "fathom_nodes_total{case=\"a \\\"b\\\"\\n\\\\c\"} 3");
        assert!(figures.contains(&"fathom_best_score{case=\"a \\\"b\\\"\\n\\\\c\"} -4"));
    }
}
