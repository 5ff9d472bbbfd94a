//! The results as tables: for people, for spreadsheets, for documents and for programs.

use serde_json::{Value, json as object};

use crate::report::harmless_name;

use super::measure::{Measured, Measurement};

const HEADER: [&str; 10] =
    ["case", "who", "threads", "branches", "median s", "± s", "shortest s", "relative", "nodes", "found"];

/// The rows of the table. Times are relative to the first contestant of the same case that did its work.
fn rows(measurements: &[Measurement]) -> Vec<[String; 10]> {
    measurements
        .iter()
        .map(|measurement| {
            let contestant = &measurement.contestant;
            let (threads, branches) = contestant
                .division()
                .map_or_else(Default::default, |(threads, branches)| (threads.to_string(), branches.to_string()));
            let mut row = [
                harmless_name(&contestant.case).into_owned(),
                contestant.name(),
                threads,
                branches,
                String::new(),
                String::new(),
                String::new(),
                String::new(),
                String::new(),
                String::new(),
            ];
            match &measurement.measured {
                Measured::Failed(reason) => row[9] = format!("failed: {reason}"),
                Measured::Done { samples, nodes, found } => {
                    let relative = baseline(measurements, &contestant.case).map(|base| samples.median() / base);
                    row[4] = format!("{:.6}", samples.median());
                    row[5] = format!("{:.6}{}", samples.spread(), if samples.is_noisy() { " !" } else { "" });
                    row[6] = format!("{:.6}", samples.shortest());
                    row[7] = relative.map_or_else(String::new, |relative| format!("{relative:.2}"));
                    row[8] = nodes.map_or_else(String::new, |nodes| nodes.to_string());
                    row[9] = found.clone();
                }
            }
            row
        })
        .collect()
}

/// The median of the first contestant of a case that did its work.
pub(super) fn baseline(measurements: &[Measurement], case: &str) -> Option<f64> {
    measurements.iter().filter(|it| it.contestant.case == case).find_map(|it| match &it.measured {
        Measured::Done { samples, .. } => Some(samples.median()),
        Measured::Failed(_) => None,
    })
}

/// For people: columns that stand below each other.
pub fn table(measurements: &[Measurement]) -> String {
    let rows = rows(measurements);
    let width = |column: usize| {
        let longest = rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        longest.max(HEADER[column].chars().count())
    };
    let widths: Vec<usize> = (0..HEADER.len()).map(width).collect();
    let line = |cells: &[String]| {
        let mut line = String::new();
        for (column, (cell, width)) in cells.iter().zip(&widths).enumerate() {
            let is_text = column < 2 || column == 9;
            line += &if is_text { format!("{cell:<width$}  ") } else { format!("{cell:>width$}  ") };
        }
        line.trim_end().to_owned() + "\n"
    };
    let mut text = line(&HEADER.map(str::to_owned));
    rows.iter().for_each(|row| text += &line(row));
    if rows.iter().any(|row| row[5].ends_with('!')) {
        text += "! the machine is noisy: the spread is more than a tenth of the median\n";
    }
    text
}

/// For documents.
pub fn markdown(measurements: &[Measurement]) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let mut text = line(&HEADER.map(str::to_owned));
    text += &format!("|{}\n", "---|".repeat(HEADER.len()));
    rows(measurements).iter().for_each(|row| text += &line(row));
    text
}

/// For spreadsheets.
pub fn csv(measurements: &[Measurement]) -> String {
    let line = |cells: &[String]| {
        let quote = |cell: &String| match cell.contains([',', '"', '\n', '\r']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.clone(),
        };
        cells.iter().map(quote).collect::<Vec<_>>().join(",") + "\n"
    };
    let mut text = line(&HEADER.map(str::to_owned));
    rows(measurements).iter().for_each(|row| text += &line(row));
    text
}

/// For programs.
pub fn json(measurements: &[Measurement]) -> Value {
    let record = |measurement: &Measurement| {
        let contestant = &measurement.contestant;
        let division = contestant.division();
        let mut record = object!({
            "case": contestant.case,
            "who": contestant.name(),
            "threads": division.map(|(threads, _)| threads),
            "branches": division.map(|(_, branches)| branches),
        });
        match &measurement.measured {
            Measured::Failed(reason) => record["failed"] = object!(reason),
            Measured::Done { samples, nodes, found } => {
                record["median_s"] = object!(samples.median());
                record["spread_s"] = object!(samples.spread());
                record["shortest_s"] = object!(samples.shortest());
                record["longest_s"] = object!(samples.longest());
                record["runs"] = object!(samples.count());
                record["noisy"] = object!(samples.is_noisy());
                record["relative"] =
                    object!(baseline(measurements, &contestant.case).map(|base| samples.median() / base));
                record["nodes"] = object!(nodes);
                record["found"] = object!(found);
            }
        }
        record
    };
    object!({
        "fathom": env!("CARGO_PKG_VERSION"),
        "cores": std::thread::available_parallelism().map_or(1, usize::from),
        "measurements": measurements.iter().map(record).collect::<Vec<_>>(),
    })
}
