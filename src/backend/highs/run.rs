//! One run of HiGHS, through `good_lp` and, for what `good_lp` cannot express, `highs-sys`.
//!
//! * Gaps are set to 0: the default relative gap of 1e-4 would stop early on large integer objectives.
//! * The log, the incumbents, the bound and interrupts come through HiGHS callbacks.
//! * Each run has its own thread, because HiGHS keeps one scheduler per thread and refuses a different thread count on a thread
//!   that already has one.
//! * Interrupts are polled by the simplex, the interior point method and the tree search, not by presolve, so they may take
//!   effect late.

use std::ffi::CStr;

use highs::{HighsModelStatus, HighsSolutionStatus, SolvedModel};
use highs_sys as sys;

use super::callbacks::{Heard, Listener};
use super::handle::{Handle, failed};
use crate::backend::{BackendError, Outcome, floats, linear, milp};
use crate::model::Model;
use crate::run::{Control, Request, Stop, Verdict};

/// Does something with HiGHS on a thread of its own.
pub(super) fn on_own_thread<T: Send>(run: impl FnOnce() -> Result<T, BackendError> + Send) -> Result<T, BackendError> {
    std::thread::scope(|scope| {
        let run = scope.spawn(|| {
            let outcome = run();
            // SAFETY: no HiGHS object of this thread runs any more; its worker threads are joined.
            unsafe { sys::Highs_resetGlobalScheduler(1) };
            outcome
        });
        run.join().unwrap_or_else(|_| Err(failed("the thread that ran it panicked")))
    })
}

/// Solves a model.
pub(super) fn solve(model: &Model, request: &Request<'_>) -> Result<Outcome, BackendError> {
    if let Some(verdict) = linear::settle(model) {
        return Ok(Outcome::of(verdict));
    }
    on_own_thread(|| run(model, request))
}

fn run(model: &Model, request: &Request<'_>) -> Result<Outcome, BackendError> {
    let problem = milp::build(model, good_lp::solvers::highs::highs)?;
    let mut highs = problem.try_into_inner().map_err(|e| failed(e.to_string()))?;
    // SAFETY: `highs` lives until it is solved, after the last use of the handle.
    let handle = unsafe { Handle::new(highs.as_mut_ptr()) };
    handle.set_options(request)?;
    handle.set_offset(model)?;
    let listener = Listener::new(request);
    listener.attach(handle).map_err(failed)?;
    let solved = highs.try_solve().map_err(|status| failed(format!("{status:?}")))?;
    outcome(model, &solved, listener.heard().map_err(failed)?, &request.control)
}

fn outcome(model: &Model, solved: &SolvedModel, heard: Heard, control: &Control<'_>) -> Result<Outcome, BackendError> {
    let values = (solved.primal_solution_status() == HighsSolutionStatus::Feasible)
        .then(|| solved.get_solution().columns().to_vec());
    let is_mip = model.variables().iter().any(|v| !v.implied_integer);
    let info = |name: &CStr| solved.double_info_value(name).ok().filter(|_| is_mip);
    let dual_bound = info(c"mip_dual_bound");
    let bound = dual_bound.and_then(|bound| floats::integer_bound(model, bound));
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
    // SAFETY: `solved` is alive, and nothing is written through the handle.
    let handle = unsafe { Handle::new(solved.as_ptr().cast_mut()) };
    // There is none if presolve solved the model.
    let nodes = handle.integer_info(c"mip_node_count").and_then(|nodes| u64::try_from(nodes).ok());
    // A run that ends in presolve or at the root does not report a root bound: its final bound is the root bound.
    let settled_at_root = matches!(verdict, Verdict::Optimal(_)) && nodes.is_some_and(|nodes| nodes <= 1);
    let root_bound = if settled_at_root { dual_bound } else { heard.root_bound };
    let root_bound = root_bound.filter(|_| model.objective().is_some());
    Ok(Outcome { root_bound, nodes, incumbents: Some(heard.incumbents), ..Outcome::of(verdict) })
}

/// The limit that a status reports; `None` if the status is a failure.
pub(super) fn stop_reason(status: HighsModelStatus, control: &Control<'_>) -> Option<Stop> {
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
