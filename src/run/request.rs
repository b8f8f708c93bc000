//! What a caller asks of a run: the one request that goes from the command line to searches and solvers.

use super::Control;

/// How a search or a solver is to run.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// Limits, interrupt and observer.
    pub control: Control<'a>,
    /// The number of threads. Without one searches use all cores, and solvers as many as they choose.
    pub threads: Option<u32>,
    /// The seed of the solver's random numbers; without one its own default.
    pub seed: Option<u32>,
    /// Whether to pass on the solver's log, line by line.
    pub log: bool,
}

impl<'a> Request<'a> {
    /// A request that leaves everything but the limits open.
    #[must_use]
    pub const fn new(control: Control<'a>) -> Self {
        Self { control, threads: None, seed: None, log: false }
    }

    /// The same with a number of threads.
    #[must_use]
    pub fn with_threads(self, threads: Option<u32>) -> Self {
        Self { threads, ..self }
    }
}

impl Request<'static> {
    /// A request without limits.
    #[must_use]
    pub fn unlimited() -> Self {
        Self::new(Control::unlimited())
    }
}
