//! Compares strategies, threads and branches, and other people's programs, on the same cases in one run.
//!
//! Whoever takes part runs in turns, round after round, so that a slow moment of the machine falls on all of them; what
//! counts is the median. The results are tables, and plots over threads or branches.

mod export;
mod measure;
mod plot;
mod samples;

pub use export::{csv, json, markdown, table};
pub use measure::{Contestant, Kind, Measured, Measurement, measure};
pub use plot::plot;
pub use samples::Samples;
