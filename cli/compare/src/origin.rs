//! The machine and the program that made a run.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

/// Where a record comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// When the run began, in UTC.
    pub started: String,
    /// The version of tumble.
    pub tumble: String,
    /// The git revision that tumble was built from; `None`: it was not built from a repository.
    pub revision: Option<String>,
    /// How many runs there may have been at the same time.
    pub jobs: usize,
    /// The machine.
    pub machine: Machine,
}

/// A machine.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Machine {
    /// The name of the processor; empty if it is not known.
    pub cpu: String,
    /// Logical processors.
    pub cores: usize,
    /// Memory in bytes.
    pub memory_bytes: u64,
    /// The operating system and its version.
    pub system: String,
    /// The architecture that tumble was built for.
    pub architecture: String,
}

impl Machine {
    /// This one.
    pub fn this() -> Self {
        let what = RefreshKind::nothing()
            .with_cpu(CpuRefreshKind::nothing())
            .with_memory(MemoryRefreshKind::nothing().with_ram());
        let system = System::new_with_specifics(what).ok();
        let cpus = system.as_ref().map(System::cpus).unwrap_or_default();
        Self {
            cpu: cpus.first().map(|cpu| cpu.brand().trim().to_owned()).unwrap_or_default(),
            cores: cpus.len(),
            memory_bytes: system.as_ref().map_or(0, System::total_memory),
            system: System::long_os_version().unwrap_or_else(|_| std::env::consts::OS.to_owned()),
            architecture: std::env::consts::ARCH.to_owned(),
        }
    }
}

impl Origin {
    /// This program on this machine, now.
    pub fn now(machine: Machine, jobs: usize) -> Self {
        Self {
            started: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            tumble: env!("CARGO_PKG_VERSION").to_owned(),
            revision: option_env!("TUMBLE_REVISION").map(str::to_owned),
            jobs,
            machine,
        }
    }
}
