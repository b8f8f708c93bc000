//! Makes runs, several at a time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use super::journal::JournalError;
use super::record::{Machine, Origin, Record};
use super::setting::{Setting, Subject};
use tumble_model::control::{Bytes, Control, Interrupt, Request, Worker};
use tumble_model::lower::Lowering;
use tumble_pipeline::report::Report;
use tumble_pipeline::solve::{self, Asked, Method, MethodError, Options, SolveError};
use tumble_puzzles::puzzle::Question;

/// A run to make.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// Its model.
    pub subject: &'a Subject,
    /// Its setting.
    pub setting: Setting,
}

/// The conditions that all runs share.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// The machine.
    pub machine: Machine,
    /// How many runs there may be at the same time.
    pub jobs: usize,
    /// The interrupt that ends all runs.
    pub interrupt: Interrupt,
    /// How to start a process for a solver.
    pub worker: Option<Worker>,
}

/// What happens while runs are made.
#[derive(Debug)]
pub enum Step {
    /// The run with this index begins.
    Begun(usize),
    /// It ended.
    Ended(usize, Box<Record>),
}

/// Why a run cannot be made.
#[derive(Debug, thiserror::Error)]
enum RunError {
    #[error(transparent)]
    Method(#[from] MethodError),
    #[error("{0}")]
    Setting(String),
    #[error(transparent)]
    Solve(#[from] SolveError),
    #[error("tumble panicked: {0}")]
    Panicked(String),
}

/// Makes runs, in order, and tells `hear` of each as it begins and ends. A run that the interrupt ends is as if it had not been made; an
/// error of a run is its record.
///
/// # Errors
/// That of `hear`, after which no further run begins.
pub fn run_all(
    runs: &[Run<'_>],
    conditions: &Conditions,
    mut hear: impl FnMut(Step) -> Result<(), JournalError>,
) -> Result<(), JournalError> {
    let next = AtomicUsize::new(0);
    let stop = conditions.interrupt.narrower();
    let (send, receive) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..conditions.jobs.clamp(1, runs.len().max(1)) {
            let (send, next, stop) = (send.clone(), &next, &stop);
            scope.spawn(move || {
                while !stop.is_raised() {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(run) = runs.get(i) else { return };
                    // The receiver outlives the threads.
                    let _ = send.send(Step::Begun(i));
                    if let Some(record) = record(run, conditions, stop) {
                        let _ = send.send(Step::Ended(i, Box::new(record)));
                    }
                }
            });
        }
        drop(send);
        receive.iter().try_for_each(|step| hear(step).inspect_err(|_| stop.raise()))
    })
}

/// Makes one run; `None` if the interrupt ended it.
pub fn run_one(run: &Run<'_>, conditions: &Conditions) -> Option<Record> {
    record(run, conditions, &conditions.interrupt)
}

fn record(run: &Run<'_>, conditions: &Conditions, stop: &Interrupt) -> Option<Record> {
    let origin = Origin::now(conditions.machine.clone(), conditions.jobs);
    // A fault must not cost the hours of the other runs.
    let result = catch_unwind(AssertUnwindSafe(|| make(run, conditions, stop)));
    let result = result.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
        Err(RunError::Panicked(text.unwrap_or_default()))
    });
    let record = Record::new(run.subject, &run.setting, origin, &result.map_err(|error| error.to_string()));
    Some(record).filter(|_| !stop.is_raised())
}

fn make(run: &Run<'_>, conditions: &Conditions, stop: &Interrupt) -> Result<Report, RunError> {
    let Setting { configuration, seed, .. } = &run.setting;
    let problem = &run.subject.problem;
    let backend = configuration.backend.as_deref().map(Method::named).transpose()?;
    let asked = Asked { method: Some(&configuration.method), backends: backend.into(), ..Asked::default() };
    let method = asked.method(problem, Question::Best).map_err(|error| RunError::Setting(error.to_string()))?;
    let lowering = configuration.lowering.as_deref().unwrap_or("none").parse::<Lowering>();
    let lowering = lowering.map_err(|error| RunError::Setting(error.to_string()))?;
    // What is compared are the solvers.
    let options = Options {
        encoding: configuration.encoding.clone(),
        lowering,
        skip_moves: true,
        always_model: true,
        ..Options::default()
    };
    let limit = configuration.time_limit().map_err(|error| RunError::Setting(error.to_string()))?;
    let control = Control::new(limit, stop.clone(), &|_| ()).with_memory_limit(Bytes(configuration.memory_limit_bytes));
    let request = Request {
        control,
        threads: configuration.threads,
        seed: *seed,
        log: false,
        options: Vec::new(),
        worker: conditions.worker.clone(),
    };
    Ok(match method {
        Method::Model(solver) if configuration.lp_only => solve::relax(problem, solver, &options, &request)?,
        _ => solve::solve(problem, method, &options, &request)?,
    })
}
