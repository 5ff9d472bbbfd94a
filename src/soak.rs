//! How many random cases the tests try. They are the same in every run, so that a change is judged by what it changes;
//! `SOAK=20 PROPTEST_RNG_SEED=7 cargo test` tries twenty times as many, and others.

use std::time::Duration;

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

/// How long this thread was at work so far: however busy the machine is, that is the same. Zero where it cannot be
/// told.
pub fn time_at_work() -> Duration {
    let fields = std::fs::read_to_string("/proc/thread-self/stat").unwrap_or_default();
    // After the name in brackets: the state, and from there as the 12th and 13th what was spent, in hundredths of a
    // second.
    let spent = fields.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace().skip(11).take(2);
    Duration::from_millis(10 * spent.filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>())
}
