//! fathom as a library: read a puzzle, hear of its solutions as they come, stop in the middle, and go on later.
//!
//!     cargo run --release --example solve

use std::{ops::ControlFlow, time::Duration};

use fathom::{
    diagnostics::Source,
    polyomino::{Compiled, Plan, Rules, Strategy, Wish, input},
    search::{CheckpointPlan, Control, Event, Fingerprint, Ledger, Limits, Quest, Range, Settings, load_checkpoint},
};

const PENTOMINOES: &str = include_str!("../cases/polyomino/pentominoes-3x20.txt");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Parse: errors say where, and what would be right.
    let puzzle = input::parse(&Source::new("pentominoes", PENTOMINOES), Rules::default())?;
    let compiled = Compiled::new(puzzle);

    let folder = tempfile::tempdir()?;
    let file = folder.path().join("pentominoes.checkpoint");
    let fingerprint = Fingerprint::of(&["pentominoes 3x20", "cover"]);
    let settings = |control| Settings {
        threads: 2,
        branches: 16,
        control,
        checkpoint: Some(CheckpointPlan {
            file: file.clone(),
            every: Duration::from_secs(60),
            fingerprint,
            only_unfinished: false,
        }),
        ..Settings::new(Quest::Lowest(u64::MAX))
    };

    // Solve with a callback, and cancel after the first solution: any clone of the control stops the run.
    let control = Control::new(&Limits { time: Some(Duration::from_secs(60)), ..Limits::default() });
    let wish = Wish { strategy: Some(Strategy::Cover), ..Wish::default() };
    let first = settings(control.clone());
    let (plan, reason) = Plan::new(&compiled, wish, &first).map_err(|error| format!("{error:?}"))?;
    println!("strategy {}: {reason}", plan.strategy().name());
    let stopped = plan.search(&compiled, &first, Ledger::new(Range::everything()), &mut |event| match event {
        Event::Answer(solution) => {
            println!("solution {}", solution.placement_id(&compiled));
            control.stop(fathom::search::StopReason::Interrupted);
            ControlFlow::Continue(())
        }
        _ => ControlFlow::Continue(()),
    })?;
    println!("stopped: {:?}, {} ranges left, {:.1} % done", stopped.stop, stopped.left.len(), 100.0 * stopped.share);

    // Resume: search what the checkpoint lacks. What was found before is told again, in the order of the ids.
    let ledger = load_checkpoint(&file, fingerprint)?;
    let outcome = plan.search(&compiled, &settings(Control::default()), ledger, &mut |_| ControlFlow::Continue(()))?;
    println!("{:?}: {} solutions, {} nodes", outcome.stop, outcome.found, outcome.tally.nodes);
    assert_eq!(outcome.found, 8);
    Ok(())
}
