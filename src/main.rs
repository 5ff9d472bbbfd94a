//! The `fathom` program.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // Whatever panics, the program ends in order: with the code for a defect of its own.
    std::panic::catch_unwind(fathom::cli::run).unwrap_or(ExitCode::FAILURE)
}
