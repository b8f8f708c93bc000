//! What binds a run: the request that goes from the command line to searches and solvers, when the run has to stop, and the observer that it
//! reports to.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web_time::Instant;

use super::{Bytes, Memory, ProcessMemory, Stop};

/// The default memory limit of a [`Control`].
pub const MEMORY_LIMIT: Bytes = Bytes(4 << 30);

/// A flag that asks runs to stop; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    raised: Arc<AtomicBool>,
    /// The flag that it follows.
    wider: Option<Arc<Interrupt>>,
    /// How often it may still be looked at before it raises itself.
    looks: Option<Arc<AtomicU64>>,
}

impl Interrupt {
    /// A flag for one of several runs: it counts as raised if this flag is raised, but this flag does not follow it.
    #[must_use]
    pub fn narrower(&self) -> Self {
        Self { wider: Some(Arc::new(self.clone())), ..Self::default() }
    }

    /// A flag that raises itself after it was looked at so many times: for tests that stop a run at any moment.
    pub fn after_looks(looks: u64) -> Self {
        Self { looks: Some(Arc::new(AtomicU64::new(looks))), ..Self::default() }
    }

    /// Asks every run that watches this flag to stop.
    pub fn raise(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }

    /// Whether it was raised.
    pub fn is_raised(&self) -> bool {
        let used_up = |looks: &Arc<AtomicU64>| looks.fetch_sub(1, Ordering::Relaxed) == 0;
        if self.looks.as_ref().is_some_and(used_up) {
            self.raise();
        }
        self.raised.load(Ordering::Relaxed) || self.wider.as_ref().is_some_and(|wider| wider.is_raised())
    }
}

/// When a run has to stop, and whom it informs. Time counts from when the control was made, so one control over several
/// runs is one limit for all of them.
#[derive(Clone)]
pub struct Control<'a> {
    started: Instant,
    time_limit: Option<Duration>,
    memory: Memory,
    interrupt: Interrupt,
    observer: &'a (dyn Fn(&Event<'_>) + Sync),
}

impl std::fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Control").field("time_limit", &self.time_limit).finish_non_exhaustive()
    }
}

impl Control<'static> {
    /// No limit of time, no observer; the memory limit is [`MEMORY_LIMIT`].
    pub fn unlimited() -> Self {
        Self::new(None, Interrupt::default(), &|_| ())
    }
}

impl<'a> Control<'a> {
    /// A run that starts now, with the memory limit [`MEMORY_LIMIT`]. The `observer` is called from the threads of the run.
    pub fn new(time_limit: Option<Duration>, interrupt: Interrupt, observer: &'a (dyn Fn(&Event<'_>) + Sync)) -> Self {
        Self { started: Instant::now(), time_limit, memory: Memory::new(MEMORY_LIMIT), interrupt, observer }
    }

    /// This control, reporting to another observer.
    pub fn observed_by<'b>(&self, observer: &'b (dyn Fn(&Event<'_>) + Sync)) -> Control<'b> {
        let Self { started, time_limit, ref memory, ref interrupt, observer: _ } = *self;
        Control { started, time_limit, memory: memory.clone(), interrupt: interrupt.clone(), observer }
    }

    /// This control, stopped by another flag.
    #[must_use]
    pub fn interrupted_by(self, interrupt: Interrupt) -> Self {
        Self { interrupt, ..self }
    }

    /// This control with another memory limit.
    #[must_use]
    pub fn with_memory_limit(self, limit: Bytes) -> Self {
        Self { memory: self.memory.limited(limit), ..self }
    }

    /// This control for work of its own beside the run: the same limits, a part of the memory of its own, and no observer.
    #[must_use]
    pub fn beside(&self) -> Control<'static> {
        let Self { started, time_limit, ref memory, ref interrupt, observer: _ } = *self;
        Control { started, time_limit, memory: memory.beside(), interrupt: interrupt.clone(), observer: &|_| () }
    }

    /// This control, with at most so much time from now on.
    #[must_use]
    pub fn within(self, time: Option<Duration>) -> Self {
        let until = time.map(|time| self.elapsed().saturating_add(time));
        let time_limit = [self.time_limit, until].into_iter().flatten().min();
        Self { time_limit, ..self }
    }

    /// This control for looking at what a run found: at least for so long, also if the run was stopped.
    #[must_use]
    pub fn with_grace(&self, grace: Duration) -> Control<'static> {
        let control = self.beside();
        let enough = control.remaining().is_none_or(|left| left >= grace) && !self.is_interrupted();
        if enough {
            control
        } else {
            Control::new(Some(grace), Interrupt::default(), &|_| ()).with_memory(&self.memory)
        }
    }

    /// This control as a search of its own under a memory limit that it shares.
    #[must_use]
    pub fn with_memory(self, memory: &Memory) -> Self {
        Self { memory: memory.beside(), ..self }
    }

    /// The most memory that the states of the searches and the processes of a run may take together. It does not limit solvers in this
    /// process.
    pub const fn memory_limit(&self) -> Bytes {
        self.memory.limit()
    }

    /// The part of the memory limit that this search may take now.
    pub fn memory_left(&self) -> Bytes {
        self.memory.left()
    }

    /// For a process that works for this run.
    pub fn process_memory(&self) -> ProcessMemory {
        self.memory.process()
    }

    /// The time limit; `None`: no limit.
    pub const fn time_limit(&self) -> Option<Duration> {
        self.time_limit
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Time left; `None`: no limit.
    pub fn remaining(&self) -> Option<Duration> {
        self.time_limit.map(|limit| limit.saturating_sub(self.elapsed()))
    }

    /// Time since the limit passed; `None`: it has not.
    pub fn overrun(&self) -> Option<Duration> {
        self.elapsed().checked_sub(self.time_limit?)
    }

    /// Why the run has to stop now; `None`: it may continue.
    pub fn stop(&self) -> Option<Stop> {
        if self.interrupt.is_raised() {
            Some(Stop::Interrupted)
        } else if self.remaining().is_some_and(|left| left.is_zero()) {
            Some(Stop::TimeLimit)
        } else {
            None
        }
    }

    /// As [`stop`](Self::stop), for work that ends there.
    ///
    /// # Errors
    /// Why the run has to stop now.
    pub fn check(&self) -> Result<(), Stop> {
        self.stop().map_or(Ok(()), Err)
    }

    /// Compares the memory that this search needs, in bytes, with what the limit leaves to it.
    ///
    /// # Errors
    /// When it is more.
    pub fn check_memory(&self, needed: u64) -> Result<(), Stop> {
        self.memory.check(needed)
    }

    /// Whether the interrupt was raised.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.is_raised()
    }

    /// Reports an event of a run whose objective is settled: the effort and the log. Its bounds and solutions are left out, because they
    /// belong to an auxiliary problem.
    pub fn notify_of_effort(&self, event: &Event<'_>) {
        match event {
            Event::Progress(Progress { nodes, .. }) => {
                self.notify(&Event::Progress(Progress { nodes: *nodes, ..Progress::default() }));
            }
            Event::Log(_) => self.notify(event),
            Event::Incumbent { .. } | Event::Solution { .. } | Event::Share(_) => {}
        }
    }

    /// Reports a solution of a backend, found now, that is better than all before it: its objective, and a value for each variable.
    pub fn found(&self, objective: i64, values: &[f64]) -> Incumbent {
        let found = Incumbent { seconds: self.elapsed().as_secs_f64(), objective };
        self.notify(&Event::Incumbent { found, values });
        found
    }

    /// Reports an event to the observer.
    pub fn notify(&self, event: &Event<'_>) {
        (self.observer)(event);
    }
}

/// The most threads that a run may use: solvers misbehave far beyond the number of cores.
pub const MAX_THREADS: u32 = 64;

/// The command that starts the worker of a child process: a program that calls `tumble::backend::child::serve`, built from the same
/// version of this library with the same features. tumble's own command line starts itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worker {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

/// How a search or a solver should run.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// Limits, interrupt and observer.
    pub control: Control<'a>,
    /// The number of threads, at most [`MAX_THREADS`]; `None` leaves it to the search, which uses all cores, or to the solver.
    pub threads: Option<u32>,
    /// The seed of the solver's random numbers; `None` for its own default. Direct searches use no random numbers.
    pub seed: Option<u32>,
    /// Whether the solver's log goes to the observer, line by line, as [`Event::Log`].
    pub log: bool,
    /// The solver's own options, in the solver's words, each a name and a value. They come after the options that tumble sets, so they win.
    /// Direct searches have no options.
    pub options: Vec<(String, String)>,
    /// Starts a child process for a solver, which then keeps its limits and cannot crash this process. `None`: solvers run in this
    /// process.
    pub worker: Option<Worker>,
}

impl<'a> Request<'a> {
    /// A request with these limits. Threads and seed are left to the method, and the log is off.
    pub const fn new(control: Control<'a>) -> Self {
        Self { control, threads: None, seed: None, log: false, options: Vec::new(), worker: None }
    }

    /// This request under another control.
    pub fn with_control<'b>(&self, control: Control<'b>) -> Request<'b> {
        let Self { control: _, threads, seed, log, ref options, ref worker } = *self;
        Request { control, threads, seed, log, options: options.clone(), worker: worker.clone() }
    }

    /// This request, reporting to another observer.
    pub fn observed_by<'b>(&self, observer: &'b (dyn Fn(&Event<'_>) + Sync)) -> Request<'b> {
        self.with_control(self.control.observed_by(observer))
    }

    /// The request with a number of threads.
    #[must_use]
    pub fn with_threads(self, threads: Option<u32>) -> Self {
        Self { threads, ..self }
    }
}

impl Request<'static> {
    /// A request without a time limit; the memory limit is [`MEMORY_LIMIT`].
    pub fn unlimited() -> Self {
        Self::new(Control::unlimited())
    }
}

// What a run reports while it is running.

/// When a run found a solution that was better than all before it, and the objective of that solution.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Incumbent {
    /// Seconds since the start of the run.
    pub seconds: f64,
    /// Its objective.
    pub objective: i64,
}

/// What a run reports to its observer.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// Its progress.
    Progress(Progress),
    /// A backend found a solution that is better than all before it.
    Incumbent {
        /// When, and its objective; 0 where there is no objective.
        found: Incumbent,
        /// A value for each variable of the model that the backend was given, by index; not yet rounded or checked.
        values: &'a [f64],
    },
    /// The solution of an incumbent, after it was checked and replayed by the rules.
    Solution {
        /// When, and its objective; 0 where there is no objective.
        found: Incumbent,
        /// The solution, as its puzzle writes it.
        solution: &'a serde_json::Value,
    },
    /// The share of the work that is done, from 0 to 1: of methods that know it.
    Share(f64),
    /// A line of the solver's own log, without its line break.
    Log(&'a str),
}

/// The progress of a run; `None`: not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Objective of the best solution so far: an integer, as every objective is.
    pub incumbent: Option<i64>,
    /// No solution is better than this. A solver's own bound, so not always an integer.
    pub bound: Option<f64>,
    /// Nodes of the search tree, or states that were reached, so far.
    pub nodes: Option<u64>,
}

impl Event<'_> {
    /// The event, if earlier runs had `before` nodes: the nodes of those runs count too.
    #[must_use]
    pub fn after_nodes(&self, before: u64) -> Self {
        match self {
            Self::Progress(progress) => {
                Self::Progress(Progress { nodes: progress.nodes.map(|nodes| before + nodes), ..*progress })
            }
            other => other.clone(),
        }
    }
}
