//! HiGHS, through `good_lp` and, for what that has no way to say, `highs-sys`.
//!
//! * Gaps are set to 0: the default relative gap of 1e-4 would stop early on large integer objectives.
//! * The log, the incumbents, the bound and interrupts come through HiGHS callbacks.
//! * Each run has a thread of its own, because HiGHS keeps a scheduler a thread and refuses another number of threads on
//!   one that already has it.
//! * Interrupts are polled by the simplex, the interior point method and the tree search, not by presolve: they can come
//!   late.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::{Mutex, PoisonError};

use highs::{HighsModelStatus, HighsSolutionStatus, SolvedModel};
use highs_sys as sys;

use super::{Backend, BackendError, Outcome, Request, milp};
use crate::lower::Capabilities;
use crate::model::Model;
use crate::run::{Control, Event, Incumbent, Progress, Stop, Verdict};

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
            return Ok(Outcome { verdict, root_bound: None, nodes: None, incumbents: None });
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
    let listener = Listener { control: &request.control, log: request.log, heard: Mutex::default() };
    // SAFETY: the pointer is a live HiGHS object; `listener` outlives the solve below, the only time callbacks come.
    unsafe {
        let raw = highs.as_mut_ptr();
        sys::Highs_changeObjectiveOffset(raw, milp::offset(model));
        sys::Highs_setCallback(raw, Some(on_event), (&raw const listener).cast_mut().cast());
        for kind in CALLBACKS {
            sys::Highs_startCallback(raw, kind);
        }
    }
    let solved = highs.try_solve().map_err(|status| failed(format!("{status:?}")))?;
    let heard = listener.heard.into_inner().unwrap_or_else(PoisonError::into_inner);
    outcome(model, &solved, heard, &request.control)
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
        highs.try_set_option("threads", i32::try_from(threads).unwrap_or(i32::MAX)).map_err(refused)?;
    }
    if let Some(seed) = request.seed {
        highs.try_set_option("random_seed", (seed & 0x7fff_ffff).cast_signed()).map_err(refused)?;
    }
    Ok(())
}

fn outcome(model: &Model, solved: &SolvedModel, heard: Heard, control: &Control<'_>) -> Result<Outcome, BackendError> {
    let values = (solved.primal_solution_status() == HighsSolutionStatus::Feasible)
        .then(|| solved.get_solution().columns().to_vec());
    let is_mip = model.variables().iter().any(|v| !v.may_be_continuous);
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
        HighsModelStatus::ReachedMemoryLimit => Some(Stop::MemoryLimit),
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
}

#[derive(Default)]
struct Heard {
    incumbents: Vec<Incumbent>,
    root_bound: Option<f64>,
}

impl Listener<'_> {
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
    match kind {
        sys::kHighsCallbackLogging if listener.log && !message.is_null() => {
            // SAFETY: HiGHS passes a null-terminated string.
            let text = unsafe { CStr::from_ptr(message) }.to_string_lossy();
            text.lines().for_each(|line| listener.control.tell(&Event::Log(line)));
        }
        sys::kHighsCallbackMipImprovingSolution if !out.is_null() => {
            // SAFETY: HiGHS passes a filled struct for this kind.
            listener.improving_solution(unsafe { (*out).objective_function_value });
        }
        sys::kHighsCallbackMipInterrupt if !out.is_null() => {
            // SAFETY: as above.
            let (primal, dual, nodes) =
                unsafe { ((*out).mip_primal_bound, (*out).mip_dual_bound, (*out).mip_node_count) };
            listener.progress(primal, dual, nodes);
        }
        _ => {}
    }
    let may_interrupt = matches!(
        kind,
        sys::kHighsCallbackSimplexInterrupt | sys::kHighsCallbackIpmInterrupt | sys::kHighsCallbackMipInterrupt
    );
    if may_interrupt && listener.control.is_interrupted() && !input.is_null() {
        // SAFETY: HiGHS passes a struct to write to for these kinds.
        unsafe { (*input).user_interrupt = 1 };
    }
}
