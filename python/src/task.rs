//! Work without the interpreter's lock, that Ctrl-C ends.

use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use serde_json::{Value, json};
use tumble::control::{Bytes, Control, Event, MEMORY_LIMIT, Request, Worker};

use crate::errors::InputError;

/// The pause between two looks at signals.
const TICK: Duration = Duration::from_millis(50);

/// A flag that ends runs, from any thread.
#[pyclass(frozen, from_py_object)]
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt(pub(crate) tumble::control::Interrupt);

#[pymethods]
impl Interrupt {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Ends the runs that it was given to.
    #[pyo3(name = "raise_")]
    fn raise(&self) {
        self.0.raise();
    }
}

/// The limits of a run and the options of its solver: `Limits` of the Python package, which has checked them.
#[derive(Debug, FromPyObject)]
pub(crate) struct Limits {
    time_limit: Option<f64>,
    pub(crate) memory_limit: Option<u64>,
    pub(crate) threads: Option<u32>,
    seed: Option<u32>,
    pub(crate) solver_options: Vec<(String, String)>,
    interpreter: Option<PathBuf>,
}

impl Limits {
    pub(crate) fn time_limit(&self) -> PyResult<Option<Duration>> {
        let limit = self.time_limit.map(Duration::try_from_secs_f64).transpose();
        limit.map_err(|error| InputError::new_err(format!("time_limit: {error}")))
    }

    /// These limits, with others where none is given.
    pub(crate) fn or(self, time_limit: Option<Duration>, threads: Option<u32>, seed: Option<u32>) -> Self {
        let time_limit = self.time_limit.or(time_limit.map(|limit| limit.as_secs_f64()));
        Self { time_limit, threads: self.threads.or(threads), seed: self.seed.or(seed), ..self }
    }

    /// Does the work of a request with these limits: see [`run`].
    pub(crate) fn run<T: Send>(
        self,
        py: Python<'_>,
        listener: Option<&Bound<'_, PyAny>>,
        work: impl FnOnce(&Request<'_>) -> T + Send,
    ) -> PyResult<T> {
        let limit = self.time_limit()?;
        let Self { memory_limit, threads, seed, solver_options: options, interpreter, .. } = self;
        let memory = memory_limit.map_or(MEMORY_LIMIT, Bytes);
        let interrupt = Interrupt::default();
        run(py, &interrupt, listener, |observer| {
            let control = Control::new(limit, interrupt.0.clone(), observer).with_memory_limit(memory);
            let worker = worker(interpreter);
            work(&Request { control, threads, seed, log: false, options, worker })
        })
    }
}

/// The seconds of a time such as `1h 30min`.
#[pyfunction]
pub(crate) fn read_time(text: &str) -> PyResult<f64> {
    let time = humantime::parse_duration(text).map(|time| time.as_secs_f64());
    time.map_err(|error| InputError::new_err(format!("time_limit: `{text}`: {error}")))
}

/// The bytes of an amount of memory such as `8G`.
#[pyfunction]
pub(crate) fn read_memory(text: &str) -> PyResult<u64> {
    let memory = text.parse::<Bytes>().map(|bytes| bytes.0);
    memory.map_err(|error| InputError::new_err(format!("memory_limit: `{text}`: {error}")))
}

/// How to start a solver's process, where that is possible.
pub(crate) fn worker(interpreter: Option<PathBuf>) -> Option<Worker> {
    interpreter.filter(|_| tumble::backend::SUPERVISES).map(serving)
}

/// Serves as the process of a solver. A command on the command line has the current folder on its path, as an empty name: nothing is
/// imported from there.
const SERVE: &str = "import sys; sys.path[:] = filter(None, sys.path); from tumble._tumble import serve; serve()";

/// The interpreter, as a process that serves.
pub(crate) fn serving(interpreter: PathBuf) -> Worker {
    let arguments = ["-c", SERVE].map(Into::into).to_vec();
    Worker { program: interpreter, arguments }
}

/// An event as JSON; `None` for those that say nothing to a caller.
fn to_json(event: &Event<'_>) -> Option<Value> {
    match event {
        Event::Progress(progress) => Some(json!({
            "event": "progress", "incumbent": progress.incumbent, "bound": progress.bound, "nodes": progress.nodes
        })),
        Event::Incumbent { found, .. } => {
            Some(json!({ "event": "incumbent", "objective": found.objective, "seconds": found.seconds }))
        }
        Event::Log(line) => Some(json!({ "event": "log", "line": line })),
        Event::Share(share) => Some(json!({ "event": "share", "share": share })),
        Event::Solution { .. } => None,
    }
}

/// Does work on another thread, without the lock, while events go to `listener` as JSON. Ctrl-C raises the interrupt, waits for the work to
/// end, and is then the exception.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    interrupt: &Interrupt,
    listener: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&(dyn Fn(&Event<'_>) + Sync)) -> T + Send,
) -> PyResult<T> {
    let (send, receive) = mpsc::channel::<String>();
    // Only this thread receives, but it hands the receiver to a closure without the lock.
    let receive = Mutex::new(receive);
    let next = || receive.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(TICK);
    let has_listener = listener.is_some();
    std::thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let observer = |event: &Event<'_>| {
                if let Some(event) = has_listener.then(|| to_json(event)).flatten() {
                    // The receiver outlives the thread.
                    let _ = send.send(event.to_string());
                }
            };
            work(&observer)
        });
        let mut raised = None;
        loop {
            match py.detach(next) {
                Ok(event) => {
                    let heard = listener.map(|listener| listener.call1((event,)));
                    if let Some(Err(error)) = heard {
                        interrupt.0.raise();
                        raised.get_or_insert(error);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = py.check_signals() {
                        interrupt.0.raise();
                        raised.get_or_insert(error);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let done = py.detach(|| worker.join());
        match (raised, done) {
            (Some(error), _) => Err(error),
            (None, Ok(done)) => Ok(done),
            (None, Err(panic)) => std::panic::resume_unwind(panic),
        }
    })
}
