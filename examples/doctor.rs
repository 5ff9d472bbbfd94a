//! Changes the checkpoint of a counting range as a machine that computes wrongly would have written it: every checksum
//! is right, and one part of the range claims a solution too many. An audit has to find out.
//!
//!     cargo run --example doctor -- pieces/0007.range

use std::{path::Path, process::ExitCode, time::Duration};

use fathom::{
    search::{CheckpointPlan, Ledger, load_checkpoint, save_checkpoint},
    shards::{RangeFile, checkpoint_of},
};

fn main() -> ExitCode {
    let Some(range_file) = std::env::args().nth(1) else {
        eprintln!("usage: doctor RANGE_FILE");
        return ExitCode::from(2);
    };
    match doctor(Path::new(&range_file)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn doctor(range_file: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let file = checkpoint_of(range_file);
    let fingerprint = RangeFile::read(range_file)?.search().ok_or("no fingerprint")?;
    let ledger: Ledger<()> = load_checkpoint(&file, fingerprint)?;
    let mut value = serde_json::to_value(&ledger)?;
    for segment in value["done"].as_array_mut().ok_or("no list of segments")? {
        add_one(&mut segment["tally"]["answers"]);
        for stretch in segment["stretches"].as_array_mut().ok_or("no stretches")? {
            add_one(&mut stretch["tally"]["answers"]);
        }
    }
    let doctored: Ledger<()> = serde_json::from_value(value)?;
    let plan = CheckpointPlan { file, every: Duration::ZERO, fingerprint, only_unfinished: false };
    Ok(save_checkpoint(&plan, &doctored)?)
}

fn add_one(number: &mut serde_json::Value) {
    *number = (number.as_u64().unwrap_or(0) + 1).into();
}
