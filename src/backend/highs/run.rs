//! One run of HiGHS, through `good_lp` and, for what `good_lp` cannot express, `highs-sys`.
//!
//! * Gaps are set to 0: the default relative gap of 1e-4 would stop early on large integer objectives.
//! * The log, the incumbents, the bound and interrupts come through HiGHS callbacks.
//! * Each run has its own thread, because HiGHS keeps one scheduler per thread and refuses a different thread count on a thread
//!   that already has one.
//! * Interrupts are polled by the simplex, the interior point method and the tree search, not by presolve, so they may take
//!   effect late.

use std::ffi::{CStr, CString};

use highs::{HighsModelStatus, HighsSolutionStatus, SolvedModel};
use highs_sys as sys;

use super::basis::Basis;
use super::callbacks::{Heard, Listener};
use crate::backend::{BackendError, Outcome, floats, linear, milp};
use crate::model::Model;
use crate::run::{Control, MAX_THREADS, Request, Stop, Verdict};

/// The version of the library.
pub(super) fn version() -> String {
    // SAFETY: HiGHS returns a pointer to a static, null-terminated string.
    unsafe { CStr::from_ptr(sys::Highs_version()) }.to_string_lossy().into_owned()
}

/// Solves a model, which begins at a basis if it is a linear program. Returns also the basis at which it ended.
pub(super) fn on_own_thread(
    model: &Model,
    basis: Option<&Basis>,
    request: &Request<'_>,
) -> Result<(Outcome, Option<Basis>), BackendError> {
    if let Some(verdict) = linear::settle(model) {
        return Ok((Outcome::of(verdict), None));
    }
    std::thread::scope(|scope| {
        let run = scope.spawn(|| {
            let outcome = run(model, basis, request);
            // SAFETY: no HiGHS object of this thread is alive any more; its worker threads are joined.
            unsafe { sys::Highs_resetGlobalScheduler(1) };
            outcome
        });
        run.join().unwrap_or_else(|_| Err(failed("the thread that ran it panicked")))
    })
}

fn failed(message: impl Into<String>) -> BackendError {
    BackendError::Failed { solver: format!("HiGHS {}", version()), message: message.into() }
}

fn run(model: &Model, basis: Option<&Basis>, request: &Request<'_>) -> Result<(Outcome, Option<Basis>), BackendError> {
    let problem = milp::build(model, good_lp::solvers::highs::highs)?;
    let mut highs = problem.try_into_inner().map_err(|e| failed(e.to_string()))?;
    set_options(&mut highs, request)?;
    set_offset(&mut highs, model)?;
    let is_linear = model.variables().iter().all(|variable| variable.implied_integer);
    if let Some(basis) = basis.filter(|_| is_linear) {
        basis.give(&mut highs);
    }
    let listener = Listener::new(request);
    listener.attach(&mut highs).map_err(failed)?;
    let solved = highs.try_solve().map_err(|status| failed(format!("{status:?}")))?;
    let outcome = outcome(model, &solved, listener.heard().map_err(failed)?, &request.control)?;
    Ok((outcome, Basis::of(&solved).filter(|_| is_linear)))
}

/// Gives HiGHS the objective's constant, so that its log and its bounds are those of the model.
fn set_offset(highs: &mut highs::Model, model: &Model) -> Result<(), BackendError> {
    // SAFETY: the pointer is a live HiGHS object.
    let status = unsafe { sys::Highs_changeObjectiveOffset(highs.as_mut_ptr(), floats::offset(model)) };
    if status == sys::STATUS_OK { Ok(()) } else { Err(failed("it refuses the objective's constant")) }
}

fn set_options(highs: &mut highs::Model, request: &Request<'_>) -> Result<(), BackendError> {
    let refused = |e: highs::TrySetOptionError| failed(e.to_string());
    highs.try_set_option("mip_rel_gap", 0.0).map_err(refused)?;
    highs.try_set_option("mip_abs_gap", 0.0).map_err(refused)?;
    // Without this flag HiGHS produces no log lines at all; the console stays quiet either way.
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
    request.options.iter().try_for_each(|(name, value)| set_own_option(highs, name, value))
}

/// Sets an option by its name in HiGHS's manual; HiGHS reads the value by the type of the option.
fn set_own_option(highs: &mut highs::Model, name: &str, value: &str) -> Result<(), BackendError> {
    let refused = |why: &str| BackendError::Option {
        solver: format!("HiGHS {}", version()),
        name: name.into(),
        value: value.into(),
        why: why.into(),
    };
    let [c_name, c_value] = [name, value].map(CString::new);
    let (Ok(c_name), Ok(c_value)) = (c_name, c_value) else { return Err(refused("it holds a null character")) };
    let mut kind = 0;
    // SAFETY: the pointer is a live HiGHS object; the strings are null-terminated; `kind` outlives the call.
    if unsafe { sys::Highs_getOptionType(highs.as_mut_ptr(), c_name.as_ptr(), &raw mut kind) } != sys::STATUS_OK {
        return Err(refused("there is no such option"));
    }
    // SAFETY: as above.
    let status = unsafe { sys::Highs_setOptionValue(highs.as_mut_ptr(), c_name.as_ptr(), c_value.as_ptr()) };
    if status == sys::STATUS_OK { Ok(()) } else { Err(refused("the value is of the wrong type or out of range")) }
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
    let nodes = node_count(solved);
    // A run that ends in presolve or at the root does not report a root bound: its final bound is the root bound.
    let settled_at_root = matches!(verdict, Verdict::Optimal(_)) && nodes.is_some_and(|nodes| nodes <= 1);
    let root_bound = if settled_at_root { dual_bound } else { heard.root_bound };
    let root_bound = root_bound.filter(|_| model.objective().is_some());
    Ok(Outcome { verdict, root_bound, nodes, incumbents: Some(heard.incumbents) })
}

/// The number of nodes of the search tree; `None` if HiGHS has no count, as when presolve solved the model.
fn node_count(solved: &SolvedModel) -> Option<u64> {
    let mut nodes = -1;
    // SAFETY: the pointer is a live HiGHS object; the name is null-terminated; `nodes` outlives the call.
    let status = unsafe { sys::Highs_getInt64InfoValue(solved.as_ptr(), c"mip_node_count".as_ptr(), &raw mut nodes) };
    u64::try_from(nodes).ok().filter(|_| status == sys::STATUS_OK)
}

/// The limit that a status reports; `None` if the status is a failure.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn int_option(highs: &mut highs::Model, name: &CStr) -> i32 {
        let mut value = -1;
        // SAFETY: the pointer is a live HiGHS object; the name is null-terminated; `value` outlives the call.
        let status = unsafe { sys::Highs_getIntOptionValue(highs.as_mut_ptr(), name.as_ptr(), &raw mut value) };
        assert_eq!(status, sys::STATUS_OK, "{name:?}");
        value
    }

    #[test]
    fn threads_and_seeds_reach_the_solver() {
        let mut model = Model::new("m");
        model.integer("x", 0..=10);
        for (threads, seed, expected) in [(3, 7, [3, 7]), (1000, u32::MAX, [64, i32::MAX])] {
            let mut highs = milp::build(&model, good_lp::solvers::highs::highs).unwrap().try_into_inner().unwrap();
            let request = Request { threads: Some(threads), seed: Some(seed), ..Request::unlimited() };
            set_options(&mut highs, &request).unwrap();
            assert_eq!([c"threads", c"random_seed"].map(|name| int_option(&mut highs, name)), expected);
        }
    }
}
