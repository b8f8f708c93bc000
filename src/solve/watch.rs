//! Time and memory of a run.

use web_time::Instant;

use crate::run::{Memory, memory};

/// Watches the time and the memory of a run.
pub(super) struct Watch {
    start: Instant,
    /// Whether the system reset the peak of what came before.
    is_fresh: bool,
}

impl Watch {
    /// Begins to watch. Where the system allows it, on Linux, the peak of resident memory is measured from now on.
    pub fn start() -> Self {
        // 5 resets the peak: see proc_pid_clear_refs(5).
        Self { start: Instant::now(), is_fresh: std::fs::write("/proc/self/clear_refs", "5").is_ok() }
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// The largest resident memory since the start in bytes, where the system reports it.
    pub fn peak_memory(&self) -> Option<u64> {
        if !self.is_fresh {
            return None;
        }
        memory(std::process::id(), Memory::Peak)
    }
}
