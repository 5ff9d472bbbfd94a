//! How many random cases the tests try. `SOAK=20 cargo test` tries twenty times as many as usual.

/// The usual number of cases, times what `SOAK` says.
pub fn cases(usual: u32) -> u32 {
    let times = std::env::var("SOAK").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    usual.saturating_mul(times)
}
