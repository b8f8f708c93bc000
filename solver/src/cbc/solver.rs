//! CBC as a backend: its parameters, and what its answer means. How it is called: `whole.rs`, or with the feature `cbc-bridge` `bridge/`,
//! which hears of a run and can stop it.
//!
//! Behaviour of CBC 2.10 that was observed by running it and is handled here:
//! * At a time limit without an incumbent it returns an LP point with objective ±1e50.
//! * `sec` counts CPU seconds of all threads unless `timeMode` is `elapsed`.
//! * It gives thread counts of 100 or more another meaning, so they are capped.
//! * After a stop, "infeasible" may only mean that it gave up.
//! * Its preprocessing loses solutions: of 28,000 random models of up to eight variables, each solved by trying all values, twelve optima were
//!   wrong with it and none without. Without it CBC may abort on integers that are not binary, where there is no solution.

use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(feature = "cbc-bridge")]
use super::bridge::solve;
#[cfg(not(feature = "cbc-bridge"))]
use super::whole::solve;
use crate::control::{Incumbent, MAX_THREADS, Request, Stop};
use crate::harmless::{self, is_among};
use crate::model::{Capabilities, Model};
use crate::{Backend, BackendError, Claim, Ending, floats, linear};

/// See the [module](self).
#[derive(Debug)]
pub(crate) struct Cbc;

/// CBC reports a missing objective or bound as a value of at least this size.
pub(super) const NONE: f64 = 1e29;

/// Held while CBC runs in this process: its library has global state.
pub(super) fn locked() -> MutexGuard<'static, ()> {
    static LIBRARY: Mutex<()> = Mutex::new(());
    LIBRARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// CBC's answer at the end of a run, in the sense of the model, with the constant of its objective.
pub(super) struct Answer {
    /// 0: finished; 1: stopped.
    pub(super) code: i32,
    /// 0: nothing to add; 1: the root's linear program is infeasible; 2: the gap is as small as it has to be; 4: a limit of time.
    pub(super) secondary: i32,
    pub(super) is_optimal: bool,
    pub(super) is_infeasible: bool,
    /// A value for each variable.
    pub(super) best: Option<Vec<f64>>,
    pub(super) bound: Option<f64>,
    pub(super) root_bound: Option<f64>,
    pub(super) nodes: Option<u64>,
    pub(super) incumbents: Option<Vec<Incumbent>>,
}

impl Backend for Cbc {
    fn version(&self) -> String {
        coin_cbc::raw::Model::version().to_owned()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::LINEAR
    }

    /// A tenth of the reciprocal of its tolerance: its integer tolerance is 1e-6.
    fn largest_trusted(&self) -> Option<u64> {
        Some(100_000)
    }

    fn solves_relaxations(&self) -> bool {
        // A whole run has integer variables: without them CBC never reaches its tree search, and does not say how it ended.
        cfg!(feature = "cbc-bridge")
    }

    fn keeps_proofs(&self, option: &str) -> bool {
        is_among(option, harmless::CBC)
    }

    fn solve(&self, model: &Model, request: &Request<'_>) -> Result<Claim, BackendError> {
        if let Some(settled) = linear::settle(model) {
            return Ok(settled);
        }
        claim(solve(model, request)?, request.control.stop())
    }
}

/// CBC's parameters for a request, without those that the caller gives in CBC's own words.
pub(super) fn parameters(request: &Request<'_>) -> Vec<(&'static str, String)> {
    // At 1 it falls silent after its first heuristics.
    let mut parameters = vec![("log", if request.log { "2" } else { "0" }.to_owned())];
    parameters.extend(harmless::CBC_ALWAYS.map(|(name, value)| (name, value.to_owned())));
    if let Some(left) = request.control.remaining() {
        parameters.push(("sec", left.as_secs_f64().to_string()));
    }
    if let Some(threads) = request.threads.filter(|&threads| threads > 1) {
        parameters.push(("threads", threads.min(MAX_THREADS).to_string()));
    }
    if let Some(seed) = request.seed {
        let seed = (seed & 0x7fff_ffff).to_string();
        parameters.extend([("randomSeed", seed.clone()), ("randomCbcSeed", seed)]);
    }
    parameters
}

/// The error for an option in CBC's own words.
pub(super) fn refused(name: &str, value: &str, why: &str) -> BackendError {
    let solver = format!("cbc {}", Cbc.version());
    BackendError::Option { solver, name: name.into(), value: value.into(), why: why.into() }
}

pub(super) fn failed(message: String) -> BackendError {
    BackendError::Failed { solver: format!("cbc {}", Cbc.version()), message }
}

/// A value that CBC reports for the objective, times `sign`, as one of the model's objective; `None` if it is not known.
pub(super) fn of_model(model: &Model, sign: f64, value: f64) -> Option<f64> {
    (value.abs() < NONE).then(|| sign.mul_add(value, floats::offset(model)))
}

/// What CBC claims with an answer, after which the request has this stop.
fn claim(answer: Answer, stop: Option<Stop>) -> Result<Claim, BackendError> {
    let ending = match (answer.code, answer.secondary, &answer.best) {
        (0, 0 | 2, Some(_)) if answer.is_optimal => Ending::Optimal,
        (0, 0 | 1, None) if answer.is_infeasible && stop.is_none() => Ending::Infeasible,
        (code, secondary, _) => Ending::Stopped(match (code, secondary, stop) {
            (_, _, Some(stop)) => stop,
            (1, 4, None) => Stop::TimeLimit,
            (1, _, None) => Stop::Solver(format!("stopped, secondary status {secondary}")),
            _ => return Err(failed(format!("status {code}, secondary status {secondary}"))),
        }),
    };
    Ok(Claim {
        values: answer.best,
        bound: Some(answer.bound.unwrap_or(f64::INFINITY)),
        root_bound: answer.root_bound,
        nodes: answer.nodes,
        incumbents: answer.incumbents,
        ..Claim::of(ending)
    })
}
