//! CBC through C++ of tumble's own (`bridge.cpp`, in Rust `raw.rs`), because its C API reports nothing during a run and cannot stop one.
//!
//! Behaviour of CBC 2.10 that was observed by running it and is handled here:
//! * It reads the objective of a starting solution for a maximisation with the wrong sign, so every model is a minimisation.
//! * A model without integer variables never reaches the tree search: its status stays "unlaunched" and `sec` is ignored. Clp solves it
//!   alone, as a linear program.
//! * A stop takes effect at its next event: a node, a round of cuts, a heuristic; not within a linear program.
//! * The values of an incumbent are those of the presolved model until the end; the bridge completes them.

mod raw;

use std::ffi::CString;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::solver::{Answer, failed, of_model, parameters, refused};
use crate::BackendError;
use crate::control::{Event, Incumbent, Progress, Request};
use crate::model::Model;
use raw::{Ended, Listener, Problem, check_parameter, sign};

/// How often progress is reported.
const REPORT: Duration = Duration::from_millis(100);

/// Runs CBC.
pub(super) fn solve(model: &Model, request: &Request<'_>) -> Result<Answer, BackendError> {
    let problem = Problem::of(model)?;
    let run = Run { model, request, heard: Mutex::default() };
    let ended = problem.solve(&arguments(request)?, &run).map_err(|why| run.failed(why))?;
    Ok(run.answer(ended))
}

/// The command line for CBC.
fn arguments(request: &Request<'_>) -> Result<Vec<CString>, BackendError> {
    let mut arguments = vec![c"cbc".to_owned()];
    for (name, value) in parameters(request) {
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

/// A run, which hears CBC's reports.
struct Run<'a> {
    model: &'a Model,
    request: &'a Request<'a>,
    heard: Mutex<Heard>,
}

/// What a run reported.
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

    /// A value of CBC's minimisation as one of the model's objective; `None` if it is not known.
    fn of_model(&self, value: f64) -> Option<f64> {
        of_model(self.model, sign(self.model), value)
    }

    fn failed(&self, message: &str) -> BackendError {
        let last = std::mem::take(&mut self.heard().last_line);
        failed(if last.is_empty() { message.to_owned() } else { format!("{message}; its last line: {last}") })
    }

    fn answer(&self, Ended { status, best }: Ended) -> Answer {
        let heard = std::mem::take(&mut *self.heard());
        Answer {
            code: status.code,
            secondary: status.secondary,
            is_optimal: status.is_optimal,
            is_infeasible: status.is_infeasible,
            best,
            bound: self.of_model(status.bound),
            root_bound: heard.root_bound,
            nodes: u64::try_from(status.nodes).ok(),
            incumbents: Some(heard.incumbents),
        }
    }
}
