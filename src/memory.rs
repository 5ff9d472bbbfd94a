//! What the process uses of the machine's memory.

/// The memory the process holds, in bytes; 0 where the system does not tell.
pub fn resident() -> u64 {
    memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64)
}
