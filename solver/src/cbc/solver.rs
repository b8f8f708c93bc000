//! CBC, through a bridge of tumble's own ([`bridge`](super::bridge)): CBC's C API reports nothing during a run and cannot stop a run.
//!
//! Behaviour of CBC 2.10 that was observed by running it and is handled here:
//! * At a time limit without an incumbent it returns an LP point with objective ±1e50: only `bestSolution` is reliable.
//! * `sec` counts CPU seconds of all threads unless `timeMode` is `elapsed`.
//! * It reads the objective of a starting solution for a maximisation with the wrong sign, so every model is a minimisation.
//! * A model without integer variables never reaches the tree search: its status stays "unlaunched" and `sec` is ignored. Clp solves it
//!   alone, as a linear program.
//! * A stop takes effect at its next event: a node, a round of cuts, a heuristic; not within a linear program.
//! * It gives thread counts of 100 or more another meaning, so they are capped.
//! * The values of an incumbent are those of the presolved model until the end; the bridge completes them.

use std::ffi::CString;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::bridge::{Answer, Listener, Problem, check_parameter, sign, version};
use crate::control::{Event, Incumbent, MAX_THREADS, Progress, Request, Stop};
use crate::harmless::{self, is_among};
use crate::model::{Capabilities, Model};
use crate::{Backend, BackendError, Claim, Ending, floats, linear};

/// See the [module](self).
#[derive(Debug)]
pub(crate) struct Cbc;

/// CBC reports a missing objective or bound as a value of at least this size.
const NONE: f64 = 1e29;
/// How often progress is reported.
const REPORT: Duration = Duration::from_millis(100);

impl Backend for Cbc {
    fn version(&self) -> String {
        version()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::LINEAR
    }

    fn solves_relaxations(&self) -> bool {
        true
    }

    fn keeps_proofs(&self, option: &str) -> bool {
        is_among(option, harmless::CBC)
    }

    fn solve(&self, model: &Model, request: &Request<'_>) -> Result<Claim, BackendError> {
        if let Some(settled) = linear::settle(model) {
            return Ok(settled);
        }
        let problem = Problem::of(model)?;
        let listener = Run { model, request, heard: Mutex::default() };
        let answer = problem.solve(&arguments(request)?, &listener).map_err(|why| listener.failed(why))?;
        listener.claim(answer)
    }
}

/// The command line for CBC.
fn arguments(request: &Request<'_>) -> Result<Vec<CString>, BackendError> {
    let mut parameters: Vec<(&str, String)> = vec![
        // At 1 it falls silent after its first heuristics.
        ("log", if request.log { "2" } else { "0" }.into()),
        ("timeMode", "elapsed".into()),
        ("ratioGap", "0".into()),
        ("allowableGap", "0".into()),
    ];
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
    let mut arguments = vec![c"cbc".to_owned()];
    for (name, value) in parameters {
        arguments.extend(parameter(name, &value)?);
    }
    for (name, value) in &request.options {
        let [dashed, text] = parameter(name, value)?;
        let plain = CString::new(name.as_str()).unwrap_or_default();
        check_parameter(&plain, &text).map_err(|why| refused(name, value, why))?;
        arguments.extend([dashed, text]);
    }
    arguments.extend([c"-solve".to_owned(), c"-quit".to_owned()]);
    Ok(arguments)
}

/// A parameter as two words of a command line.
fn parameter(name: &str, value: &str) -> Result<[CString; 2], BackendError> {
    let word = |word: String| CString::new(word).map_err(|_| refused(name, value, "it holds a null character"));
    Ok([word(format!("-{name}"))?, word(value.to_owned())?])
}

fn refused(name: &str, value: &str, why: &str) -> BackendError {
    let solver = format!("cbc {}", version());
    BackendError::Option { solver, name: name.into(), value: value.into(), why: why.into() }
}

/// A run, which hears CBC's reports.
struct Run<'a> {
    model: &'a Model,
    request: &'a Request<'a>,
    heard: Mutex<Heard>,
}

/// The reports of a run.
#[derive(Default)]
struct Heard {
    incumbents: Vec<Incumbent>,
    last_line: String,
    /// The latest bound before the first node was finished.
    root_bound: Option<f64>,
    /// When progress was last passed on.
    reported: Duration,
}

impl Listener for Run<'_> {
    fn columns(&self) -> usize {
        self.model.variables().len()
    }

    fn log(&self, line: &str) {
        if self.request.log {
            self.request.control.notify(&Event::Log(line));
        }
        line.clone_into(&mut self.heard().last_line);
    }

    fn incumbent(&self, objective: f64, values: &[f64]) {
        let Some(objective) = self.of_model(objective) else { return };
        let found =
            Incumbent { seconds: self.request.control.elapsed().as_secs_f64(), objective: objective.round() as i64 };
        let mut heard = self.heard();
        let sense = self.model.objective().map(|objective| objective.sense);
        let better = |last: &Incumbent| sense.is_some_and(|sense| sense.is_better(found.objective, last.objective));
        if heard.incumbents.last().is_none_or(better) {
            heard.incumbents.push(found);
            drop(heard);
            self.request.control.notify(&Event::Incumbent { found, values });
        }
    }

    fn progress(&self, objective: f64, bound: f64, nodes: i64) -> bool {
        let control = &self.request.control;
        let (incumbent, bound) = (self.of_model(objective).map(|value| value.round() as i64), self.of_model(bound));
        let mut heard = self.heard();
        if nodes == 0 {
            heard.root_bound = bound.or(heard.root_bound);
        }
        if control.elapsed() >= heard.reported + REPORT {
            heard.reported = control.elapsed();
            drop(heard);
            control.notify(&Event::Progress(Progress { incumbent, bound, nodes: u64::try_from(nodes).ok() }));
        }
        control.stop().is_some()
    }
}

impl Run<'_> {
    fn heard(&self) -> std::sync::MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A value of CBC's minimisation as a value of the model's objective; `None` if it is not known.
    fn of_model(&self, value: f64) -> Option<f64> {
        (value.abs() < NONE).then(|| sign(self.model).mul_add(value, floats::offset(self.model)))
    }

    fn failed(&self, message: &str) -> BackendError {
        let last = std::mem::take(&mut self.heard().last_line);
        let message = if last.is_empty() { message.to_owned() } else { format!("{message}; its last line: {last}") };
        BackendError::Failed { solver: format!("cbc {}", version()), message }
    }

    fn claim(&self, Answer { status, best }: Answer) -> Result<Claim, BackendError> {
        let stop = self.request.control.stop();
        // Code 0: finished; 1: stopped. Secondary 1: the root LP is infeasible; 2: the gap is as small as it has to be.
        let ending = match (status.code, status.secondary, &best) {
            (0, 0 | 2, Some(_)) if status.is_optimal => Ending::Optimal,
            // After a stop "infeasible" may only mean that it gave up.
            (0, 0 | 1, None) if status.is_infeasible && stop.is_none() => Ending::Infeasible,
            (code, secondary, _) => Ending::Stopped(match (code, secondary, stop) {
                (_, _, Some(stop)) => stop,
                (1, 4, None) => Stop::TimeLimit,
                (1, _, None) => Stop::Solver(format!("stopped, secondary status {secondary}")),
                _ => return Err(self.failed(&format!("status {code}, secondary status {secondary}"))),
            }),
        };
        let heard = std::mem::take(&mut *self.heard());
        Ok(Claim {
            values: best,
            bound: Some(self.of_model(status.bound).unwrap_or(f64::INFINITY)),
            root_bound: heard.root_bound,
            nodes: u64::try_from(status.nodes).ok(),
            incumbents: Some(heard.incumbents),
            ..Claim::of(ending)
        })
    }
}
