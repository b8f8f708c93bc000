//! CBC, through `good_lp` for the model and CBC's C API for the run, because the wrappers between them hide the node count
//! and whether there is an incumbent.
//!
//! Behaviour of CBC 2.10 that was observed by running it and is handled here:
//! * At a time limit without an incumbent it returns an LP point with objective ±1e50: only `Cbc_bestSolution` is reliable.
//! * `sec` counts CPU seconds of all threads unless `timeMode` is `elapsed`.
//! * It reads the objective of a starting solution for a maximisation with the wrong sign, so every model is loaded as a
//!   minimisation.
//! * A model without integer variables never reaches the tree search: its status stays "unlaunched", `sec` is ignored and the LP
//!   solver prints to standard output whatever the log level. If every variable is an implied integer, all are declared integer.
//! * Nothing in the C API stops a running search. Each run has its own thread; on an interrupt, or if the run exceeds its time
//!   limit by far, the thread is abandoned and the answer is "unknown". Its incumbent is lost.
//! * It is not thread-safe, so a lock is held during each run; and it gives thread counts of 100 or more another meaning, so they
//!   are capped.
//! * Its log can go only to the C library's standard output.

use std::ffi::{CString, c_int};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use coin_cbc_sys as sys;

use super::log::LogToStandardError;
use crate::backend::{Backend, BackendError, Outcome, milp};
use crate::model::{Capabilities, Model, Sense};
use crate::run::{Event, MAX_THREADS, Progress, Request, Stop, Verdict};

/// See the [module](self).
#[derive(Debug)]
pub(in crate::backend) struct Cbc;

/// How often a waiting caller checks for an interrupt.
const POLL: Duration = Duration::from_millis(20);
/// How long a run may continue past its time limit before its thread is abandoned.
const GRACE: Duration = Duration::from_secs(10);
/// CBC reports a missing objective or bound as a value of at least this size.
const NONE: f64 = 1e29;

unsafe extern "C" {
    /// The best integer solution, or null: part of CBC's C API that `coin_cbc_sys` does not declare.
    fn Cbc_bestSolution(model: *mut sys::Cbc_Model) -> *const f64;
}

impl Backend for Cbc {
    fn version(&self) -> String {
        coin_cbc::raw::Model::version().to_owned()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::LINEAR
    }

    fn solve(&self, model: &Model, request: &Request<'_>) -> Result<Outcome, BackendError> {
        if let Some(verdict) = milp::settle(model) {
            return Ok(Outcome::of(verdict));
        }
        let _log = request.log.then(LogToStandardError::begin).flatten();
        let job = Job::new(model.clone(), request);
        let (send, receive) = mpsc::channel();
        // The job owns everything it needs, so that its thread can be abandoned.
        std::thread::spawn(move || send.send(job.run()));
        loop {
            match receive.recv_timeout(POLL) {
                Ok(answer) => return outcome(model, answer?, request.control.overrun().is_some()),
                Err(mpsc::RecvTimeoutError::Disconnected) => return Err(failed("the thread that ran it panicked")),
                Err(mpsc::RecvTimeoutError::Timeout) => {}
            }
            let left_behind = |stop| Ok(Outcome::of(Verdict::Unknown { bound: None, stop }));
            if request.control.is_interrupted() {
                return left_behind(Stop::Interrupted);
            }
            if request.control.overrun().is_some_and(|over| over > GRACE) {
                return left_behind(Stop::TimeLimit);
            }
            request.control.notify(&Event::Progress(Progress::default()));
        }
    }
}

fn failed(message: impl Into<String>) -> BackendError {
    BackendError::Failed { solver: format!("CBC {}", Cbc.version()), message: message.into() }
}

/// The factor, 1 or −1, that turns the model's objective into one to minimise.
fn sign(model: &Model) -> f64 {
    if model.objective().is_some_and(|objective| objective.sense == Sense::Maximize) { -1.0 } else { 1.0 }
}

/// A run and everything it needs.
struct Job {
    model: Model,
    log: bool,
    deadline: Option<Instant>,
    threads: Option<u32>,
    seed: Option<u32>,
    options: Vec<(String, String)>,
}

/// A model as CBC's C API takes it, always a minimisation.
struct Columns {
    starts: Vec<c_int>,
    rows: Vec<c_int>,
    values: Vec<f64>,
    column_bounds: [Vec<f64>; 2],
    row_bounds: [Vec<f64>; 2],
    costs: Vec<f64>,
    integers: Vec<c_int>,
}

/// CBC's answer at the end of a run, still as a minimisation.
struct Answer {
    status: c_int,
    secondary: c_int,
    proved_optimal: bool,
    proved_infeasible: bool,
    best: Option<Vec<f64>>,
    bound: f64,
    nodes: Option<u64>,
}

/// Held while CBC's library is in use: it serves one thread at a time.
static LIBRARY: Mutex<()> = Mutex::new(());

impl Job {
    fn new(model: Model, request: &Request<'_>) -> Self {
        let deadline = request.control.remaining().and_then(|left| Instant::now().checked_add(left));
        let options = request.options.clone();
        Self { model, log: request.log, deadline, threads: request.threads, seed: request.seed, options }
    }

    fn run(&self) -> Result<Answer, BackendError> {
        // Declared first, so dropped last: everything that belongs to the library lives under the lock.
        let _lock = LIBRARY.lock().unwrap_or_else(PoisonError::into_inner);
        let columns = Columns::of(&self.model)?;
        let parameters = self.parameters();
        // SAFETY: the library is locked; the model is deleted once, at the end; what it points to is copied out first.
        unsafe {
            let cbc = sys::Cbc_newModel();
            columns.load(cbc);
            for (name, value) in &parameters {
                sys::Cbc_setParameter(cbc, name.as_ptr(), value.as_ptr());
            }
            sys::Cbc_solve(cbc);
            let answer = Answer::read(cbc, columns.costs.len());
            sys::Cbc_deleteModel(cbc);
            Ok(answer)
        }
    }

    fn parameters(&self) -> Vec<(CString, CString)> {
        let mut parameters = vec![
            ("log", if self.log { "1" } else { "0" }.to_owned()),
            ("timeMode", "elapsed".to_owned()),
            ("ratioGap", "0".to_owned()),
            ("allowableGap", "0".to_owned()),
        ];
        if let Some(deadline) = self.deadline {
            let left = deadline.saturating_duration_since(Instant::now());
            parameters.push(("sec", left.as_secs_f64().to_string()));
        }
        if let Some(threads) = self.threads.filter(|&threads| threads > 1) {
            parameters.push(("threads", threads.min(MAX_THREADS).to_string()));
        }
        if let Some(seed) = self.seed {
            let seed = (seed & 0x7fff_ffff).to_string();
            parameters.push(("randomSeed", seed.clone()));
            parameters.push(("randomCbcSeed", seed));
        }
        let own = self.options.iter().map(|(name, value)| (name.as_str(), value.clone()));
        parameters.extend(own);
        // A command line cannot hold a null byte; nor do the parameters above.
        let c = |text: &str| CString::new(text).unwrap_or_default();
        parameters.into_iter().map(|(name, value)| (c(name), c(&value))).collect()
    }
}

impl Columns {
    /// Reads the matrix out of the model that `good_lp` builds; the caller holds the lock.
    fn of(model: &Model) -> Result<Self, BackendError> {
        let built = milp::build(model, good_lp::solvers::coin_cbc::coin_cbc)?;
        let raw = built.as_inner().to_raw();
        let columns = model.variables().len();
        let all_continuous = model.variables().iter().all(|v| v.implied_integer);
        let is_integer = |&j: &usize| all_continuous || raw.is_integer(j);
        // The getters return null pointers, not empty arrays, if there is no data.
        let has_rows = raw.num_rows() > 0;
        let has_elements = raw.num_elements() > 0;
        let when = |present: bool, get: &dyn Fn() -> Vec<f64>| if present { get() } else { Vec::new() };
        Ok(Self {
            starts: if has_elements { raw.vector_starts().to_vec() } else { vec![0; columns + 1] },
            rows: if has_elements { raw.indices().to_vec() } else { Vec::new() },
            values: when(has_elements, &|| raw.elements().to_vec()),
            column_bounds: [raw.col_lower().to_vec(), raw.col_upper().to_vec()],
            row_bounds: [when(has_rows, &|| raw.row_lower().to_vec()), when(has_rows, &|| raw.row_upper().to_vec())],
            costs: raw.obj_coefficients().iter().map(|cost| sign(model) * cost).collect(),
            integers: (0..columns).filter(is_integer).map(|j| j as c_int).collect(),
        })
    }

    /// Loads an empty CBC model.
    ///
    /// # Safety
    /// `cbc` is a live model and the library is locked.
    unsafe fn load(&self, cbc: *mut sys::Cbc_Model) {
        // SAFETY: see above; the pointers are to arrays of the lengths that CBC is given, and it copies them.
        unsafe {
            sys::Cbc_loadProblem(
                cbc,
                self.costs.len() as c_int,
                self.row_bounds[0].len() as c_int,
                self.starts.as_ptr(),
                self.rows.as_ptr(),
                self.values.as_ptr(),
                self.column_bounds[0].as_ptr(),
                self.column_bounds[1].as_ptr(),
                self.costs.as_ptr(),
                self.row_bounds[0].as_ptr(),
                self.row_bounds[1].as_ptr(),
            );
            for &column in &self.integers {
                sys::Cbc_setInteger(cbc, column);
            }
            sys::Cbc_setObjSense(cbc, 1.0);
        }
    }
}

impl Answer {
    /// Reads CBC's answer after a run.
    ///
    /// # Safety
    /// `cbc` is a live model of this number of columns on which `Cbc_solve` has returned.
    unsafe fn read(cbc: *mut sys::Cbc_Model, columns: usize) -> Self {
        // SAFETY: see above; a non-null solution has a value for each column.
        unsafe {
            let best = Cbc_bestSolution(cbc);
            Self {
                status: sys::Cbc_status(cbc),
                secondary: sys::Cbc_secondaryStatus(cbc),
                proved_optimal: sys::Cbc_isProvenOptimal(cbc) != 0,
                proved_infeasible: sys::Cbc_isProvenInfeasible(cbc) != 0,
                best: (!best.is_null()).then(|| std::slice::from_raw_parts(best, columns).to_vec()),
                bound: sys::Cbc_getBestPossibleObjValue(cbc),
                nodes: u64::try_from(sys::Cbc_getNodeCount(cbc)).ok(),
            }
        }
    }
}

/// `late`: the time limit has passed, so "infeasible" may only mean that CBC gave up.
fn outcome(model: &Model, answer: Answer, late: bool) -> Result<Outcome, BackendError> {
    let sign = sign(model);
    let dual_bound =
        Some(answer.bound).filter(|bound| bound.abs() < NONE).map(|bound| sign.mul_add(bound, milp::offset(model)));
    let bound = dual_bound.and_then(|bound| milp::integer_bound(model, bound));
    let Answer { status, secondary, .. } = answer;
    // Status 0: finished; 1: stopped. Secondary 1: the root LP is infeasible; 2: the gap, which is 0, is closed.
    let verdict = match (status, secondary, answer.best) {
        (0, 0 | 2, Some(best)) if answer.proved_optimal => Verdict::Optimal(best),
        (0, 0 | 1, None) if answer.proved_infeasible && !late => Verdict::Infeasible,
        (status, secondary, best) => {
            let stop = match (status, secondary) {
                (1, 4) => Stop::TimeLimit,
                (0, _) if late => Stop::TimeLimit,
                (1, 5) | (5, _) => Stop::Interrupted,
                (1, _) => Stop::Solver(format!("stopped, secondary status {secondary}")),
                _ => return Err(failed(format!("status {status}, secondary status {secondary}"))),
            };
            match best {
                Some(solution) => Verdict::Feasible { solution, bound, stop },
                None => Verdict::Unknown { bound, stop },
            }
        }
    };
    // The C API does not report the root bound; if no node was enumerated, the final bound is the root bound.
    let settled_at_root = matches!(verdict, Verdict::Optimal(_)) && answer.nodes == Some(0);
    let root_bound = dual_bound.filter(|_| settled_at_root && model.objective().is_some());
    Ok(Outcome { verdict, root_bound, nodes: answer.nodes, incumbents: None })
}
