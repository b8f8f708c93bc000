//! The memory of a run: its limit, which the parts of the run share, and what the system reports of processes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Bytes, Stop};

/// The memory limit of a run. The run may have parts at the same time: searches in this process, and processes of solvers. Clones are the
/// same search; [`beside`](Self::beside) is another one. All parts together keep to the limit.
#[derive(Clone, Debug)]
pub struct Memory {
    limit: Bytes,
    processes: Arc<AtomicU64>,
    searches: Arc<AtomicU64>,
    /// What this search holds, as part of `searches`.
    own: Arc<Part>,
}

impl Memory {
    /// A limit for a run that has no parts yet.
    pub fn new(limit: Bytes) -> Self {
        let searches = Arc::default();
        Self { limit, processes: Arc::default(), own: Arc::new(Part::of(&searches)), searches }
    }

    /// Another search under the same limit.
    #[must_use]
    pub fn beside(&self) -> Self {
        Self { own: Arc::new(Part::of(&self.searches)), ..self.clone() }
    }

    pub(super) fn limited(self, limit: Bytes) -> Self {
        Self { limit, ..self }
    }

    pub(super) const fn limit(&self) -> Bytes {
        self.limit
    }

    /// What the other parts leave to this search.
    pub(super) fn left(&self) -> Bytes {
        let searches = self.searches.load(Ordering::Relaxed).saturating_sub(self.own.bytes.load(Ordering::Relaxed));
        Bytes(self.limit.0.saturating_sub(searches).saturating_sub(self.processes.load(Ordering::Relaxed)))
    }

    /// Notes what this search needs; an error where that is more than the other parts leave.
    pub(super) fn check(&self, needed: u64) -> Result<(), Stop> {
        self.own.set(needed);
        if needed <= self.left().0 { Ok(()) } else { Err(Stop::MemoryLimit { needed: Some(Bytes(needed)) }) }
    }

    pub(super) fn process(&self) -> ProcessMemory {
        ProcessMemory { held: Part::of(&self.processes), run: self.clone() }
    }
}

/// The memory of a process that works for a run.
#[derive(Debug)]
pub struct ProcessMemory {
    held: Part,
    run: Memory,
}

impl ProcessMemory {
    /// Notes what the process holds, as far as the system tells.
    ///
    /// # Errors
    /// When that is more than the limit of the run leaves to the process. The search that waits for the process is not counted: it counts
    /// the process, and would stop for it first.
    pub fn note(&self, bytes: Option<u64>) -> Result<(), Stop> {
        self.held.set(bytes.unwrap_or(0));
        let searches = self.run.searches.load(Ordering::Relaxed);
        let others = searches.saturating_sub(self.run.own.bytes.load(Ordering::Relaxed));
        let all = self.run.processes.load(Ordering::Relaxed).saturating_add(others);
        if all <= self.run.limit.0 { Ok(()) } else { Err(Stop::MemoryLimit { needed: None }) }
    }
}

/// The bytes of one part, and the sum that they are in until the part ends.
#[derive(Debug)]
struct Part {
    bytes: AtomicU64,
    sum: Arc<AtomicU64>,
}

impl Part {
    fn of(sum: &Arc<AtomicU64>) -> Self {
        Self { bytes: AtomicU64::new(0), sum: sum.clone() }
    }

    fn set(&self, bytes: u64) {
        let before = self.bytes.swap(bytes, Ordering::Relaxed);
        // A sum of unsigned numbers wraps around, and so does a difference: the sum stays right.
        self.sum.fetch_add(bytes.wrapping_sub(before), Ordering::Relaxed);
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        self.set(0);
    }
}

/// The largest resident memory of this process so far, in bytes; `None` where the system does not report it. Only Linux does.
pub fn peak_memory() -> Option<u64> {
    // Not by the process's number, which is a panic in the browser.
    figure("self", "VmHWM:")
}

/// The resident memory of a process now, in bytes; `None` where the system does not report it.
pub fn resident_memory(process: u32) -> Option<u64> {
    figure(&process.to_string(), "VmRSS:")
}

/// The value of a row of a process's status.
fn figure(process: &str, key: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_run_keep_to_one_limit() {
        let run = Memory::new(Bytes(100));
        let too_much = |needed: u64| Err(Stop::MemoryLimit { needed: Some(Bytes(needed)) });
        assert_eq!((run.check(100), run.check(101), run.check(60)), (Ok(()), too_much(101), Ok(())));
        let other = run.beside();
        assert_eq!((other.left(), other.check(40), other.check(41)), (Bytes(40), Ok(()), too_much(41)));
        let process = other.process();
        assert_eq!(other.check(10), Ok(()));
        assert_eq!((process.note(Some(40)), process.note(Some(41))), (Ok(()), Err(Stop::MemoryLimit { needed: None })));
        assert_eq!((run.left(), other.left()), (Bytes(49), Bytes(0)));
        drop((other, process));
        assert_eq!((run.left(), run.check(100)), (Bytes(100), Ok(())));
        assert_eq!((run.check(u64::MAX), run.left()), (too_much(u64::MAX), Bytes(100)));
    }
}
