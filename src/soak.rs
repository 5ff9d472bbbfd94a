//! How many random cases the tests try. They are the same in every run, so that a change is judged by what it changes;
//! `SOAK=20 PROPTEST_RNG_SEED=7 cargo test` tries twenty times as many, and others.

use proptest::test_runner::Config;

/// The usual number of cases, times what `SOAK` says.
pub fn cases(usual: u32) -> u32 {
    let times = std::env::var("SOAK").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    usual.saturating_mul(times)
}

/// What a law is tried on, so many cases usually. A case that breaks it is written down and tried first from then on.
pub fn laws(usual: u32) -> Config {
    Config::with_cases(cases(usual))
}

/// The same for laws whose cases are made from too much to be written down.
pub fn unrecorded_laws(usual: u32) -> Config {
    Config { failure_persistence: None, ..laws(usual) }
}
