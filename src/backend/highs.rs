//! HiGHS, through `good_lp` and, for what that has no way to say, `highs-sys`.
//!
//! * Gaps are set to 0: the default relative gap of 1e-4 would stop early on large integer objectives.
//! * The log, the incumbents, the bound and interrupts come through HiGHS callbacks.
//! * Each run has a thread of its own, because HiGHS keeps a scheduler a thread and refuses another number of threads on
//!   one that already has it.
//! * Interrupts are polled by the simplex, the interior point method and the tree search, not by presolve: they can come
//!   late.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use highs::{HighsModelStatus, HighsSolutionStatus, SolvedModel};
use highs_sys as sys;

use super::{Backend, BackendError, Outcome, milp};
use crate::model::{Capabilities, Model};
use crate::run::{Control, Event, Incumbent, MAX_THREADS, Progress, Request, Stop, Verdict};

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Highs;

impl Backend for Highs {
    fn version(&self) -> String {
        // SAFETY: HiGHS returns a pointer to a static, null-terminated string.
        unsafe { CStr::from_ptr(sys::Highs_version()) }.to_string_lossy().into_owned()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::LINEAR
    }

    fn solve(&self, model: &Model, request: &Request<'_>) -> Result<Outcome, BackendError> {
        if let Some(verdict) = milp::settle(model) {
            return Ok(Outcome::of(verdict));
        }
        std::thread::scope(|scope| {
            let run = scope.spawn(|| {
                let outcome = run(model, request);
                // SAFETY: no HiGHS object of this thread is alive any more; its worker threads are joined.
                unsafe { sys::Highs_resetGlobalScheduler(1) };
                outcome
            });
            run.join().unwrap_or_else(|_| Err(failed("the thread that ran it panicked")))
        })
    }
}

fn failed(message: impl Into<String>) -> BackendError {
    BackendError::Failed { solver: format!("HiGHS {}", Highs.version()), message: message.into() }
}

fn run(model: &Model, request: &Request<'_>) -> Result<Outcome, BackendError> {
    let problem = milp::build(model, good_lp::solvers::highs::highs)?;
    let mut highs = problem.try_into_inner().map_err(|e| failed(e.to_string()))?;
    set_options(&mut highs, request)?;
    let listener = Listener {
        control: &request.control,
        log: request.log,
        heard: Mutex::default(),
        panicked: AtomicBool::new(false),
    };
    listen(&mut highs, model, &listener)?;
    let solved = highs.try_solve().map_err(|status| failed(format!("{status:?}")))?;
    if listener.panicked.load(Ordering::Relaxed) {
        return Err(failed("the observer of the run panicked"));
    }
    let heard = std::mem::take(&mut *listener.heard.lock().unwrap_or_else(PoisonError::into_inner));
    outcome(model, &solved, heard, &request.control)
}

/// Gives HiGHS the objective's constant, so that its log and its bounds are those of the model, and the listener.
fn listen(highs: &mut highs::Model, model: &Model, listener: &Listener<'_>) -> Result<(), BackendError> {
    let user = std::ptr::from_ref(listener).cast_mut().cast();
    // SAFETY: the pointer is a live HiGHS object; the listener outlives the solve, the only time callbacks come.
    let statuses = unsafe {
        let raw = highs.as_mut_ptr();
        let mut statuses = vec![
            sys::Highs_changeObjectiveOffset(raw, milp::offset(model)),
            sys::Highs_setCallback(raw, Some(on_event), user),
        ];
        statuses.extend(CALLBACKS.map(|kind| sys::Highs_startCallback(raw, kind)));
        statuses
    };
    let refused = statuses.into_iter().any(|status| status != sys::STATUS_OK);
    if refused { Err(failed("it refuses the objective's constant or a callback")) } else { Ok(()) }
}

fn set_options(highs: &mut highs::Model, request: &Request<'_>) -> Result<(), BackendError> {
    let refused = |e: highs::TrySetOptionError| failed(e.to_string());
    highs.try_set_option("mip_rel_gap", 0.0).map_err(refused)?;
    highs.try_set_option("mip_abs_gap", 0.0).map_err(refused)?;
    // Without the flag HiGHS makes no log lines; the console stays quiet all the same.
    highs.try_set_option("output_flag", request.log).map_err(refused)?;
    highs.try_set_option("log_to_console", false).map_err(refused)?;
    if let Some(left) = request.control.remaining() {
        highs.try_set_option("time_limit", left.as_secs_f64()).map_err(refused)?;
    }
    if let Some(threads) = request.threads {
        highs.try_set_option("threads", threads.min(MAX_THREADS).cast_signed()).map_err(refused)?;
    }
    if let Some(seed) = request.seed {
        highs.try_set_option("random_seed", (seed & 0x7fff_ffff).cast_signed()).map_err(refused)?;
    }
    Ok(())
}

fn outcome(model: &Model, solved: &SolvedModel, heard: Heard, control: &Control<'_>) -> Result<Outcome, BackendError> {
    let values = (solved.primal_solution_status() == HighsSolutionStatus::Feasible)
        .then(|| solved.get_solution().columns().to_vec());
    let is_mip = model.variables().iter().any(|v| !v.implied_integer);
    let info = |name: &CStr| solved.double_info_value(name).ok().filter(|_| is_mip);
    let bound = info(c"mip_dual_bound").and_then(|bound| milp::integer_bound(model, bound));
    let verdict = match (solved.status(), values) {
        (HighsModelStatus::Optimal, Some(values)) => Verdict::Optimal(values),
        // Every variable is bounded, so "unbounded or infeasible" is infeasible.
        (HighsModelStatus::Infeasible | HighsModelStatus::UnboundedOrInfeasible, _) => Verdict::Infeasible,
        (status, values) => {
            let stop = stop_reason(status, control).ok_or_else(|| failed(format!("model status {status:?}")))?;
            match values {
                Some(solution) => Verdict::Feasible { solution, bound, stop },
                None => Verdict::Unknown { bound, stop },
            }
        }
    };
    let root_bound = heard.root_bound.filter(|_| model.objective().is_some());
    Ok(Outcome { verdict, root_bound, nodes: node_count(solved), incumbents: Some(heard.incumbents) })
}

/// The nodes of the search tree; `None` where HiGHS has no number, as when presolve settled everything.
fn node_count(solved: &SolvedModel) -> Option<u64> {
    let mut nodes = -1;
    // SAFETY: the pointer is a live HiGHS object; the name is null-terminated; `nodes` outlives the call.
    let status = unsafe { sys::Highs_getInt64InfoValue(solved.as_ptr(), c"mip_node_count".as_ptr(), &raw mut nodes) };
    u64::try_from(nodes).ok().filter(|_| status == sys::STATUS_OK)
}

/// The limit behind a status, or `None` for a failure.
fn stop_reason(status: HighsModelStatus, control: &Control<'_>) -> Option<Stop> {
    match status {
        HighsModelStatus::ReachedInterrupt => Some(Stop::Interrupted),
        _ if control.is_interrupted() => Some(Stop::Interrupted),
        HighsModelStatus::ReachedTimeLimit => Some(Stop::TimeLimit),
        HighsModelStatus::ReachedMemoryLimit => Some(Stop::MemoryLimit { needed: None }),
        HighsModelStatus::ReachedIterationLimit
        | HighsModelStatus::ReachedSolutionLimit
        | HighsModelStatus::Unknown => Some(Stop::Solver(format!("{status:?}"))),
        _ => None,
    }
}

/// The callbacks that are asked for.
const CALLBACKS: [c_int; 5] = [
    sys::kHighsCallbackLogging,
    sys::kHighsCallbackSimplexInterrupt,
    sys::kHighsCallbackIpmInterrupt,
    sys::kHighsCallbackMipImprovingSolution,
    sys::kHighsCallbackMipInterrupt,
];

/// What the callbacks hand on and write down.
struct Listener<'a> {
    control: &'a Control<'a>,
    log: bool,
    heard: Mutex<Heard>,
    /// Whether the caller's observer panicked.
    panicked: AtomicBool,
}

#[derive(Default)]
struct Heard {
    incumbents: Vec<Incumbent>,
    root_bound: Option<f64>,
}

impl Listener<'_> {
    fn hear(&self, kind: c_int, message: Option<&CStr>, out: Option<&sys::HighsCallbackDataOut>) {
        match (kind, message, out) {
            (sys::kHighsCallbackLogging, Some(text), _) if self.log => {
                text.to_string_lossy().lines().for_each(|line| self.control.tell(&Event::Log(line)));
            }
            (sys::kHighsCallbackMipImprovingSolution, _, Some(out)) => {
                self.improving_solution(out.objective_function_value);
            }
            (sys::kHighsCallbackMipInterrupt, _, Some(out)) => {
                self.progress(out.mip_primal_bound, out.mip_dual_bound, out.mip_node_count);
            }
            _ => {}
        }
    }

    fn improving_solution(&self, objective: f64) {
        // Objectives are integer combinations of integers; what is not near one is left to the exact check.
        let incumbent =
            Incumbent { seconds: self.control.elapsed().as_secs_f64(), objective: objective.round() as i64 };
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).incumbents.push(incumbent);
    }

    fn progress(&self, primal: f64, dual: f64, nodes: i64) {
        if nodes == 0 && dual.is_finite() {
            self.heard.lock().unwrap_or_else(PoisonError::into_inner).root_bound = Some(dual);
        }
        let known = |value: f64| value.is_finite().then_some(value);
        let progress = Progress { incumbent: known(primal), bound: known(dual), nodes: u64::try_from(nodes).ok() };
        self.control.tell(&Event::Progress(progress));
    }
}

/// Called by HiGHS; `user` is the [`Listener`] of the run.
extern "C" fn on_event(
    kind: c_int,
    message: *const c_char,
    out: *const sys::HighsCallbackDataOut,
    input: *mut sys::HighsCallbackDataIn,
    user: *mut c_void,
) {
    // SAFETY: HiGHS hands back the pointer that `run` gave it, and `run` keeps the listener alive while HiGHS works.
    let listener = unsafe { &*user.cast::<Listener<'_>>() };
    // SAFETY: HiGHS passes null or a null-terminated string, null or a filled struct.
    let (message, out) = unsafe { ((!message.is_null()).then(|| CStr::from_ptr(message)), out.as_ref()) };
    // A listener that panics must not unwind into C; it ends the run instead.
    let heard = catch_unwind(AssertUnwindSafe(|| listener.hear(kind, message, out)));
    let polls = [sys::kHighsCallbackSimplexInterrupt, sys::kHighsCallbackIpmInterrupt, sys::kHighsCallbackMipInterrupt];
    if heard.is_err() {
        listener.panicked.store(true, Ordering::Relaxed);
    }
    let stop = listener.control.is_interrupted() || listener.panicked.load(Ordering::Relaxed);
    if stop && polls.contains(&kind) && !input.is_null() {
        // SAFETY: HiGHS passes a struct to write to for these kinds.
        unsafe { (*input).user_interrupt = 1 };
    }
}
