//! CBC as a backend: a whole run through `good_lp` and `coin_cbc`, which tells nothing before its end and keeps CBC's own limits only. A child
//! process adds what is missing: limits and interrupts.
//!
//! Behaviour of CBC 2.10 that was observed by running it and is handled here:
//! * At a time limit without an incumbent it returns an LP point with objective ±1e50.
//! * `sec` counts CPU seconds of all threads unless `timeMode` is `elapsed`.
//! * It gives thread counts of 100 or more another meaning, so they are capped.
//! * After a stop, "infeasible" may only mean that it gave up.
//! * Its preprocessing loses solutions: of 28,000 random models of up to eight variables, each solved by trying all values, twelve optima were
//!   wrong with it and none without. Without it CBC may abort on integers that are not binary, where there is no solution.
//! * It aborts on three of 180,000 of these models by its own assertions, which ends the child process and is told as a failure.

use std::sync::{Mutex, PoisonError};

use crate::control::{MAX_THREADS, Request, Stop};
use crate::harmless::{self, is_among};
use crate::model::{Capabilities, Model};
use crate::{Backend, BackendError, Claim, Ending, Session, floats, linear, milp};

/// See the [module](self).
#[derive(Debug)]
pub(crate) struct Cbc;

/// CBC reports a missing objective or bound as a value of at least this size.
const NONE: f64 = 1e29;

/// Held while CBC runs in this process: its library has global state.
static LIBRARY: Mutex<()> = Mutex::new(());

impl Backend for Cbc {
    fn version(&self) -> String {
        coin_cbc::raw::Model::version().to_owned()
    }

    fn capabilities(&self) -> Capabilities {
        // A tenth of the reciprocal of its tolerance: its integer tolerance is 1e-6.
        Capabilities { largest_trusted: Some(100_000), ..Capabilities::LINEAR }
    }

    fn keeps_proofs(&self, option: &str) -> bool {
        is_among(option, harmless::CBC)
    }

    fn open<'b>(&'b self, model: Model) -> Box<dyn Session + 'b> {
        linear::whole_runs(model, solve)
    }
}

fn solve(model: &Model, request: &Request<'_>) -> Result<Claim, BackendError> {
    // Its variables are integer: without integer variables CBC never reaches its tree search, and does not say how it ended.
    let mut built = milp::build(model, good_lp::solvers::coin_cbc::coin_cbc, false)?;
    for (name, value) in parameters(request) {
        built.set_parameter(name, &value);
    }
    for (name, value) in &request.options {
        // The library ignores names that it does not know.
        if !is_among(name, harmless::CBC) || value.contains('\0') {
            return Err(refused(name, value));
        }
        built.set_parameter(name, value);
    }
    let lock = LIBRARY.lock().unwrap_or_else(PoisonError::into_inner);
    let solved = built.as_inner().solve();
    drop(lock);
    claim(model, solved.raw(), request.control.stop())
}

/// CBC's parameters for a request, without those that the caller gives in CBC's own words.
fn parameters(request: &Request<'_>) -> Vec<(&'static str, String)> {
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
fn refused(name: &str, value: &str) -> BackendError {
    let why = "only options that leave proofs what they are reach the library";
    BackendError::refused(format!("cbc {}", Cbc.version()), name, value, why)
}

fn failed(message: String) -> BackendError {
    BackendError::Failed { solver: format!("cbc {}", Cbc.version()), message }
}

/// What CBC claims at the end of a run, after which the request has this stop.
fn claim(model: &Model, raw: &coin_cbc::raw::Model, stop: Option<Stop>) -> Result<Claim, BackendError> {
    let values = raw.col_solution();
    if values.len() < model.variables().len() {
        return Err(failed("it has no value for some variables".into()));
    }
    // Without an incumbent the values are those of a linear program.
    let best = (raw.obj_value().abs() < NONE && !raw.is_proven_infeasible()).then(|| values.to_vec());
    // The status is 0 if the run is finished, 1 if it was stopped. The secondary status is 0 if there is nothing to add, 1 if the root's linear
    // program is infeasible, 2 if the gap is as small as it has to be, 4 at a limit of time.
    let ending = match (raw.status() as i32, raw.secondary_status() as i32, &best) {
        (0, 0 | 2, Some(_)) if raw.is_proven_optimal() => Ending::Optimal,
        (0, 0 | 1, None) if raw.is_proven_infeasible() && stop.is_none() => Ending::Infeasible,
        (code, secondary, _) => Ending::Stopped(match (code, secondary, stop) {
            (_, _, Some(stop)) => stop,
            (1, 4, None) => Stop::TimeLimit,
            (1, _, None) => Stop::Solver(format!("stopped, secondary status {secondary}")),
            _ => return Err(failed(format!("status {code}, secondary status {secondary}"))),
        }),
    };
    let bound = raw.best_possible_value();
    let bound = if bound.abs() < NONE { bound + floats::offset(model) } else { f64::INFINITY };
    Ok(Claim { values: best, bound: Some(bound), ..Claim::of(ending) })
}
