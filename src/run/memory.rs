//! The memory of a process, as the system reports it.

/// A figure of memory.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Memory {
    /// What is resident now.
    #[cfg(any(feature = "child", feature = "external"))]
    Resident,
    /// The largest that was resident so far.
    Peak,
}

/// The memory of a process in bytes; `None` where the system does not report it: so far only Linux does.
pub(crate) fn memory(process: u32, figure: Memory) -> Option<u64> {
    let key = match figure {
        #[cfg(any(feature = "child", feature = "external"))]
        Memory::Resident => "VmRSS:",
        Memory::Peak => "VmHWM:",
    };
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}
