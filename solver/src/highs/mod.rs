//! HiGHS as a backend: a run through `good_lp` and, for what `good_lp` cannot express, `highs-sys`; linear programs stay in HiGHS.
//!
//! * Gaps are set to 0: the default relative gap of 1e-4 would stop early on large integer objectives.
//! * The log, the incumbents, the bound and interrupts come through HiGHS callbacks.
//! * Each run has its own thread, because HiGHS keeps one scheduler per thread and refuses a different thread count on a thread
//!   that already has one.
//! * Interrupts are polled by the simplex, the interior point method and the tree search, not by presolve, so they may take
//!   effect late.

mod handle;
mod linear_program;

use highs::{HighsModelStatus, HighsSolutionStatus, SolvedModel};
use highs_sys as sys;

use crate::control::{Request, Stop};
use crate::harmless::{self, is_among};
use crate::model::{Capabilities, Model};
use crate::{Backend, BackendError, Claim, Effort, Ending, Session, linear, milp};
use handle::{Handle, Heard, Listener, failed, version};
use linear_program::LinearProgram;

/// See the [module](self).
#[derive(Debug)]
pub(crate) struct Highs;

impl Backend for Highs {
    fn version(&self) -> String {
        version()
    }

    fn capabilities(&self) -> Capabilities {
        // A tenth of the reciprocal of its tolerance: its `mip_feasibility_tolerance` is 1e-6.
        Capabilities { relaxations: true, duals: true, largest_trusted: Some(100_000), ..Capabilities::LINEAR }
    }

    fn keeps_proofs(&self, option: &str) -> bool {
        is_among(option, harmless::HIGHS)
    }

    fn open<'b>(&'b self, model: Model) -> Box<dyn Session + 'b> {
        if LinearProgram::is(&model) {
            return Box::new(LinearProgram::new(model));
        }
        linear::whole_runs(model, |model, request| on_own_thread(|| solve(model, request)))
    }
}

/// Does something with HiGHS on a thread of its own.
fn on_own_thread<T: Send>(run: impl FnOnce() -> Result<T, BackendError> + Send) -> Result<T, BackendError> {
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

/// Solves a model; to be called on a thread of its own.
fn solve(model: &Model, request: &Request<'_>) -> Result<Claim, BackendError> {
    let problem = milp::build(model, good_lp::solvers::highs::highs, true)?;
    let mut highs = problem.try_into_inner().map_err(|e| failed(e.to_string()))?;
    // SAFETY: `highs` lives until it is solved, after the last use of the handle.
    let handle = unsafe { Handle::new(highs.as_mut_ptr()) };
    handle.set_options(request)?;
    handle.set_offset(model)?;
    let listener = Listener::new(request);
    listener.attach(handle).map_err(failed)?;
    let solved = highs.try_solve().map_err(|status| failed(format!("{status:?}")))?;
    let is_mip = model.variables().iter().any(|variable| !variable.may_be_continuous());
    claim(&solved, is_mip, listener.heard().map_err(failed)?, request)
}

fn claim(solved: &SolvedModel, is_mip: bool, heard: Heard, request: &Request<'_>) -> Result<Claim, BackendError> {
    let values = (solved.primal_solution_status() == HighsSolutionStatus::Feasible)
        .then(|| solved.get_solution().columns().to_vec());
    let ending = ending(solved.status(), request)?;
    // An infeasible model may leave the point where HiGHS found that out.
    let values = values.filter(|_| ending != Ending::Infeasible);
    // SAFETY: `solved` is alive, and nothing is written through the handle.
    let handle = unsafe { Handle::new(solved.as_ptr().cast_mut()) };
    // There is none if presolve solved the model.
    let nodes = handle.integer_info(c"mip_node_count").and_then(|nodes| u64::try_from(nodes).ok());
    let bound = solved.double_info_value(c"mip_dual_bound").ok().filter(|_| is_mip);
    let effort = Effort { root_bound: heard.root_bound, nodes, incumbents: Some(heard.incumbents) };
    Ok(Claim { values, bound, effort, ..Claim::of(ending) })
}

/// The claim of a status.
///
/// # Errors
/// When it is that of a failure.
fn ending(status: HighsModelStatus, request: &Request<'_>) -> Result<Ending, BackendError> {
    match status {
        HighsModelStatus::Optimal => Ok(Ending::Optimal),
        // Every variable is bounded, so "unbounded or infeasible" is infeasible.
        HighsModelStatus::Infeasible | HighsModelStatus::UnboundedOrInfeasible => Ok(Ending::Infeasible),
        status => stop_reason(status, request).map(Ending::Stopped),
    }
}

/// The limit that a status reports.
fn stop_reason(status: HighsModelStatus, request: &Request<'_>) -> Result<Stop, BackendError> {
    match status {
        HighsModelStatus::ReachedInterrupt => Ok(Stop::Interrupted),
        _ if request.control.is_interrupted() => Ok(Stop::Interrupted),
        HighsModelStatus::ReachedTimeLimit => Ok(Stop::TimeLimit),
        HighsModelStatus::ReachedMemoryLimit => Ok(Stop::MemoryLimit { needed: None }),
        HighsModelStatus::ReachedIterationLimit
        | HighsModelStatus::ReachedSolutionLimit
        | HighsModelStatus::ObjectiveBound
        | HighsModelStatus::ObjectiveTarget
        | HighsModelStatus::Unknown => Ok(Stop::Solver(format!("{status:?}"))),
        // With the caller's own options even a model whose variables are bounded may seem to be unbounded.
        HighsModelStatus::Unbounded if !request.options.is_empty() => Ok(Stop::Solver(format!("{status:?}"))),
        status => Err(failed(format!("model status {status:?}"))),
    }
}
