//! Counts instructions instead of time, which other programs on the machine cannot disturb.
//!
//! `cargo bench --bench instructions` runs each workload under valgrind and prints its count beside the one in
//! `benches/records/instructions.txt`; with `-- --record` it writes that file anew. The last line is what the engine
//! costs over plain recursion.

#[path = "recursion/mod.rs"]
mod recursion;

use std::{
    collections::BTreeMap,
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use fathom::{
    diagnostics::Source,
    polyomino::{Compiled, Plan, Rules, Strategy, Wish, input},
    search::{Ledger, Quest, Range, Settings},
};

use recursion::Recursion;

/// A search on one thread: its name, the case, what is wanted, and the strategy.
const WORKLOADS: [(&str, &str, Quest, Option<Strategy>); 7] = [
    (ENGINE, OVERHEAD_CASE, Quest::Count, Some(Strategy::Cover)),
    ("brute force, plus case", "paper-plus-misread", Quest::Count, Some(Strategy::Brute)),
    ("constrained, Soma cube, all", "soma-3x3x3", Quest::Lowest(u64::MAX), Some(Strategy::Constrained)),
    ("frontier, 4x15, all", "pentominoes-4x15", Quest::Lowest(u64::MAX), Some(Strategy::Frontier)),
    ("frontier, 5x12, count", "pentominoes-5x12", Quest::Count, Some(Strategy::Frontier)),
    ("portfolio, hexominoes, one", "hexominoes-15x15-hole", Quest::Lowest(1), Some(Strategy::Portfolio)),
    ("auto, IQ Puzzler Pro, one", "iq-puzzler-pro-5x11", Quest::Lowest(1), None),
];
const ENGINE: &str = "engine, 4x15, first empty cell";
const RECURSION: &str = "recursion, 4x15, first empty cell";
const OVERHEAD_CASE: &str = "pentominoes-4x15";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, name] = &args[..]
        && flag == "--workload"
    {
        run(name);
        return ExitCode::SUCCESS;
    }
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/records/instructions.txt");
    let before = read_record(&record);
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for name in [RECURSION].into_iter().chain(WORKLOADS.map(|(name, ..)| name)) {
        let Some(count) = count_instructions(name) else {
            eprintln!("valgrind is needed to count instructions, and did not run");
            return ExitCode::FAILURE;
        };
        counts.insert(name, count);
        let change = before
            .get(name)
            .map_or("new".to_owned(), |before| format!("{:+.2} %", (count as f64 / *before as f64 - 1.0) * 100.0));
        println!("{count:>15}  {change:>9}  {name}");
    }
    println!("engine / recursion: {:.4}", counts[ENGINE] as f64 / counts[RECURSION] as f64);
    if args.iter().any(|arg| arg == "--record") {
        let text: String = counts.iter().map(|(name, count)| format!("{count} {name}\n")).collect();
        if let Err(error) = std::fs::write(&record, text) {
            eprintln!("cannot write {}: {error}", record.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn read_record(file: &PathBuf) -> BTreeMap<String, u64> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let lines = text.lines().filter_map(|line| line.split_once(' '));
    lines.filter_map(|(count, name)| Some((name.to_owned(), count.parse().ok()?))).collect()
}

/// Runs one workload in a process of its own under valgrind.
fn count_instructions(name: &str) -> Option<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().ok()?)
        .args(["--workload", name])
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().find_map(|line| line.split_once("Collected :"))?.1;
    line.trim().parse().ok()
}

fn run(name: &str) {
    if name == RECURSION {
        assert_eq!(Recursion::new(&load(OVERHEAD_CASE)).solutions(), 1472);
        return;
    }
    let (_, case, quest, strategy) = WORKLOADS.into_iter().find(|workload| workload.0 == name).expect("a workload");
    let compiled = load(case);
    let settings = Settings::new(quest);
    let wish = Wish { strategy, only_number: quest == Quest::Count, ..Wish::default() };
    let (plan, _) = Plan::new(&compiled, wish, &settings).expect("nothing stops it");
    if plan.counted().is_none() {
        let ledger = Ledger::new(Range::everything());
        let outcome = plan.search(&compiled, &settings, ledger, &mut |_| ControlFlow::Continue(()));
        assert!(outcome.expect("no range panics").tally.answers > 0);
    }
}

fn load(case: &str) -> Compiled {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/polyomino").join(format!("{case}.txt"));
    let source = Source::read(&file).expect("the case is there");
    Compiled::new(input::parse(&source, Rules::default()).expect("the case is right"))
}
