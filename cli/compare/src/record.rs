//! A run with its result and its origin, the machine and the program that made it, as a line of JSON.

use std::fmt;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

use super::setting::{Setting, Subject};
use tumble_model::model::Sense;
use tumble_pipeline::report::{FORMAT_VERSION, Relaxation, Report, Stats, Status};
use tumble_pipeline::solve::Statement;

/// How a recorded run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::Display)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Ending {
    /// Proved best; without an objective, any solution.
    Optimal,
    /// Stopped with a solution, without a proof.
    Feasible,
    /// Proved to have no solution.
    Infeasible,
    /// Stopped without a solution.
    Unknown,
    /// Proved to have no best solution.
    Unbounded,
    /// It failed.
    Error,
}

impl fmt::Display for Record {
    /// Its line in a file, without the end of line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", json!(self))
    }
}

impl From<Status> for Ending {
    fn from(status: Status) -> Self {
        match status {
            Status::Optimal => Self::Optimal,
            Status::Feasible => Self::Feasible,
            Status::Infeasible => Self::Infeasible,
            Status::Unknown => Self::Unknown,
            Status::Unbounded => Self::Unbounded,
        }
    }
}

impl Ending {
    /// The status, unless it failed.
    pub const fn status(self) -> Option<Status> {
        match self {
            Self::Optimal => Some(Status::Optimal),
            Self::Feasible => Some(Status::Feasible),
            Self::Infeasible => Some(Status::Infeasible),
            Self::Unknown => Some(Status::Unknown),
            Self::Unbounded => Some(Status::Unbounded),
            Self::Error => None,
        }
    }
}

/// A run with its result: the keys of a [`Report`], and further keys. The record of a failed run has only some keys of a report.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The version of the report's keys.
    pub format_version: u32,
    /// The model file, as the caller named it.
    pub model: String,
    /// The puzzle.
    pub puzzle: String,
    /// How the run ended.
    pub status: Ending,
    /// The objective of the solution.
    pub objective: Option<i64>,
    /// No solution is better than this.
    pub bound: Option<i64>,
    /// Sizes and times.
    pub stats: Stats,
    /// The result of the linear relaxation, in a run of the relaxation alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relaxation: Option<Relaxation>,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The other keys of the report.
    #[serde(flatten)]
    pub rest: Map<String, Value>,
    /// Whether the objective is to be large or small.
    pub sense: Option<Sense>,
    /// The setting of the run.
    pub setting: Setting,
    /// Where it was made.
    pub origin: Origin,
}

/// The keys of a report that a [`Record`] has as fields.
const TYPED: [&str; 8] = ["format_version", "model", "puzzle", "status", "objective", "bound", "stats", "relaxation"];

impl Record {
    /// The record of a run.
    pub fn new(subject: &Subject, setting: &Setting, origin: Origin, result: &Result<Report, String>) -> Self {
        let report = result.as_ref().ok();
        let error = result.as_ref().err().cloned();
        let mut rest = report.and_then(|report| json!(report).as_object().cloned()).unwrap_or_default();
        rest.retain(|key, _| !TYPED.contains(&key.as_str()));
        Self {
            format_version: FORMAT_VERSION,
            model: subject.problem.model.clone(),
            puzzle: subject.problem.puzzle.name.to_owned(),
            status: report.map_or(Ending::Error, |report| report.status.into()),
            objective: report.and_then(|report| report.objective),
            bound: report.and_then(|report| report.bound),
            stats: report.map(|report| report.stats.clone()).unwrap_or_default(),
            relaxation: report.and_then(|report| report.relaxation),
            error,
            rest,
            sense: subject.problem.instance.sense(),
            setting: setting.clone(),
            origin,
        }
    }

    /// What the record says about its problem; `None` if the run failed.
    pub fn statement(&self) -> Option<Statement> {
        let Self { objective, bound, .. } = *self;
        Some(Statement { by: self.setting.configuration.to_string(), status: self.status.status()?, objective, bound })
    }

    /// The seconds of the run; in a run of the relaxation alone, the seconds of the relaxation.
    pub fn seconds(&self) -> Option<f64> {
        self.relaxation.map(|relaxation| relaxation.seconds).or(self.stats.total_seconds)
    }

    /// Whether the run failed.
    pub fn has_failed(&self) -> bool {
        self.status == Ending::Error
    }

    /// Whether there is nothing left to find out: its answer is proved, or its relaxation solved.
    pub fn is_complete(&self) -> bool {
        let is_solved = |relaxation: Relaxation| relaxation.value.is_some() || relaxation.is_infeasible;
        self.status.status().is_some_and(Status::is_proof) || self.relaxation.is_some_and(is_solved)
    }
}

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
