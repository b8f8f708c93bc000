//! Memory: amounts as people write them (`512M`, `8G`, `1.5 GiB`), the limit of a run, which its parts share, and what the system reports of
//! processes.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use super::Stop;

/// An amount of memory. Units are powers of 1024: `8G`, `8GB`, `8 GiB` and `8192M` are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Bytes(pub u64);

/// A text that is not an amount of memory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}; write a number and a unit of K, M, G or T, as in 512M or 1.5G")]
pub struct UnknownSize(&'static str);

/// The least amount that needs no unit: no one means fewer bytes.
const LEAST: u64 = 1 << 20;

impl FromStr for Bytes {
    type Err = UnknownSize;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let has_unit = text.chars().any(char::is_alphabetic);
        match parse_size::Config::new().with_binary().parse_size(text.trim()) {
            Ok(0) => Err(UnknownSize("0 leaves no memory")),
            Ok(bytes) if !has_unit && bytes < LEAST => Err(UnknownSize("without a unit, the number is one of bytes")),
            Ok(bytes) => Ok(Self(bytes)),
            Err(parse_size::Error::PosOverflow) => Err(UnknownSize("more than any machine has")),
            Err(_) => Err(UnknownSize("not a size")),
        }
    }
}

/// In the largest unit that fits at least once, exact or rounded *up* to a tenth, so that a limit of the printed amount is
/// enough. Libraries round to the nearest, so none is used here.
impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [('T', 40), ('G', 30), ('M', 20), ('K', 10)];
        let Some((letter, power)) = units.into_iter().find(|(_, power)| self.0 >> power > 0) else {
            return write!(f, "{} B", self.0);
        };
        let tenths = (u128::from(self.0) * 10).div_ceil(1 << power);
        match tenths % 10 {
            0 => write!(f, "{} {letter}iB", tenths / 10),
            tenth => write!(f, "{}.{tenth} {letter}iB", tenths / 10),
        }
    }
}

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
    fn sizes_are_read_with_their_units() {
        for (text, bytes) in [
            ("1048576", 1 << 20),
            ("12 B", 12),
            ("64K", 64 << 10),
            ("512M", 512 << 20),
            ("8G", 8 << 30),
            ("8g", 8 << 30),
            ("8 GiB", 8 << 30),
            ("8GB", 8 << 30),
            ("1.5 GiB", 3 << 29),
            (" 1.5g ", 3 << 29),
            ("2T", 2 << 40),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(text.parse(), Ok(Bytes(bytes)), "{text}");
        }
        for text in [
            "",
            "G",
            "0",
            "0G",
            "0.1B",
            "8",
            "1",
            "1048575",
            "0.5",
            "-1G",
            "1.5.5G",
            "8X",
            "8 G 3",
            "99999999999T",
            "18446744073709551616",
        ] {
            assert!(text.parse::<Bytes>().is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_are_written_in_the_unit_that_fits_and_never_too_small() {
        for (bytes, text) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1 KiB"),
            (4 << 30, "4 GiB"),
            ((4 << 30) + 1, "4.1 GiB"),
            (3 << 29, "1.5 GiB"),
            (u64::MAX, "16777216 TiB"),
        ] {
            assert_eq!(Bytes(bytes).to_string(), text);
        }
    }

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
