//! Pumpkin's statistics, which are its log here.
//!
//! Pumpkin logs nothing while it searches. Afterwards it can write statistics, to one writer for the whole process, on the thread that asks
//! for them. The writer that is set here collects the text of each thread.

use std::cell::RefCell;
use std::io::{self, Write};

use pumpkin_core::statistics::configure_statistic_logging;

thread_local! {
    static WRITTEN: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Appends to what its thread has written.
struct OfThisThread;

impl Write for OfThisThread {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        WRITTEN.with_borrow_mut(|written| written.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The statistics that `log` writes, as lines `name=value`.
pub(super) fn written_by(log: impl FnOnce()) -> Vec<String> {
    configure_statistic_logging("", None, None, Some(Box::new(OfThisThread)));
    log();
    let written = WRITTEN.take();
    String::from_utf8_lossy(&written).lines().map(|line| line.trim().to_owned()).collect()
}

/// The number of decisions.
pub(super) fn nodes(lines: &[String]) -> Option<u64> {
    lines.iter().find_map(|line| line.strip_prefix("nodes=")?.parse().ok())
}
