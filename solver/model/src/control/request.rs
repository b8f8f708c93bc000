//! The one request that goes from the command line to searches and solvers.

use std::ffi::OsString;
use std::path::PathBuf;

use super::{Control, Event};

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
    /// Whether the solver's log goes to the observer, line by line, as [`Event::Log`](super::Event::Log).
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
    /// A request without a time limit; the memory limit is [`MEMORY_LIMIT`](super::MEMORY_LIMIT).
    pub fn unlimited() -> Self {
        Self::new(Control::unlimited())
    }
}
