//! The memory of a process, as the system reports it.

/// The largest resident memory of this process so far, in bytes; `None` where the system does not report it. Only Linux does.
#[must_use]
pub fn peak_memory() -> Option<u64> {
    // Not by the process's number, which is a panic in the browser.
    figure("self", "VmHWM:")
}

/// The resident memory of a process now, in bytes; `None` where the system does not report it.
#[must_use]
pub fn resident_memory(process: u32) -> Option<u64> {
    figure(&process.to_string(), "VmRSS:")
}

fn figure(process: &str, key: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}
