//! HiGHS, which the page has as a WebAssembly of its own: a job goes to the page as JSON and comes back as JSON.
//!
//! Gaps are set to 0, as in the built-in HiGHS. There are no threads, and a run is ended by ending the worker.

use std::cell::RefCell;

use serde::{Deserialize, Serialize};
use tumble::backend::sparse::{Columns, Rows};
use tumble::backend::{Backend, BackendEntry, BackendError, Claim, Effort, Ending, Kind, Session, floats, linear};
use tumble::control::{Control, Event, Incumbent, Progress, Request, Stop};
use tumble::model::{Capabilities, Model, nearest};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// HiGHS's row, as in tumble's own registry.
pub(crate) static ENTRY: BackendEntry = BackendEntry {
    name: "highs",
    summary: "HiGHS, an open MILP solver, as WebAssembly",
    kind: Kind::Library,
    needs: "a page that brings it",
    find: || Ok(&Highs),
};

#[wasm_bindgen(js_namespace = tumbleHost)]
extern "C" {
    /// Runs a [`Job`] and returns an [`Answer`]; meanwhile `hear` gets each [`Heard`].
    #[wasm_bindgen(catch)]
    fn highs(job: &str, hear: &dyn Fn(String)) -> Result<String, JsValue>;

    /// HiGHS's version.
    #[wasm_bindgen(js_name = highsVersion)]
    fn highs_version() -> String;
}

/// See the [module](self).
pub(crate) struct Highs;

/// What HiGHS is to do.
#[derive(Serialize)]
struct Job {
    program: Program,
    /// `None`: no limit.
    seconds: Option<f64>,
    seed: Option<u32>,
    log: bool,
}

/// A mixed-integer linear program in arrays. JSON has no infinity: an open side of a row is null.
#[derive(Serialize)]
struct Program {
    maximize: bool,
    /// The objective's constant.
    offset: f64,
    columns: Columns,
    rows: Rows,
}

impl Program {
    fn new(model: &Model) -> Result<Self, BackendError> {
        let (columns, rows) = (Columns::of(model)?, Rows::of(model, 0)?);
        Ok(Self { maximize: model.is_maximized(), offset: floats::offset(model), columns, rows })
    }
}

/// How HiGHS ended.
#[derive(Deserialize)]
struct Answer {
    /// In HiGHS's words, as in `timeLimit`.
    status: String,
    values: Option<Vec<f64>>,
    bound: Option<f64>,
    root_bound: Option<f64>,
    nodes: Option<u64>,
}

/// What HiGHS says while it runs.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Heard {
    Log(String),
    Improving { objective: f64, values: Vec<f64> },
    Progress { primal: Option<f64>, dual: Option<f64>, nodes: Option<u64> },
}

/// A failure of HiGHS.
fn failed(message: impl Into<String>) -> BackendError {
    BackendError::Failed { solver: format!("HiGHS {}", highs_version()), message: message.into() }
}

impl Backend for Highs {
    fn version(&self) -> String {
        highs_version()
    }

    fn capabilities(&self) -> Capabilities {
        // A tenth of the reciprocal of its tolerance: its `mip_feasibility_tolerance` is 1e-6.
        Capabilities { relaxations: true, largest_trusted: Some(100_000), ..Capabilities::LINEAR }
    }

    fn open<'b>(&'b self, model: Model) -> Box<dyn Session + 'b> {
        linear::whole_runs(model, solve)
    }
}

fn solve(model: &Model, request: &Request<'_>) -> Result<Claim, BackendError> {
    let seconds = request.control.remaining().map(|left| left.as_secs_f64());
    let seed = request.seed.map(|seed| seed & 0x7fff_ffff);
    let job = Job { program: Program::new(model)?, seconds, seed, log: request.log };
    let job = serde_json::to_string(&job).map_err(|error| failed(error.to_string()))?;
    let incumbents = RefCell::new(Vec::new());
    let answer = highs(&job, &|heard| {
        // What the page's own module sends can be read.
        if let Ok(heard) = serde_json::from_str(&heard) {
            hear(heard, &request.control, &incumbents);
        }
    });
    let answer = answer.map_err(|error| failed(text(&error)))?;
    let answer = serde_json::from_str(&answer).map_err(|error| failed(error.to_string()))?;
    claim(model, answer, incumbents.into_inner())
}

/// What a thrown value says.
fn text(error: &JsValue) -> String {
    js_sys::Reflect::get(error, &"message".into())
        .ok()
        .and_then(|message| message.as_string())
        .unwrap_or_else(|| format!("{error:?}"))
}

fn hear(heard: Heard, control: &Control<'_>, incumbents: &RefCell<Vec<Incumbent>>) {
    match heard {
        Heard::Log(line) => control.notify(&Event::Log(&line)),
        Heard::Improving { objective, values } => {
            incumbents.borrow_mut().push(control.found(nearest(objective), &values));
        }
        Heard::Progress { primal, dual, nodes } => {
            let progress = Progress { incumbent: primal.map(nearest), bound: dual, nodes };
            control.notify(&Event::Progress(progress));
        }
    }
}

fn claim(model: &Model, answer: Answer, incumbents: Vec<Incumbent>) -> Result<Claim, BackendError> {
    let Answer { status, values, bound, root_bound, nodes } = answer;
    let ending = match status.as_str() {
        "optimal" => Ending::Optimal,
        // Every variable is bounded, so "unbounded or infeasible" is infeasible.
        "infeasible" | "unboundedOrInfeasible" => Ending::Infeasible,
        status => Ending::Stopped(stop(status).ok_or_else(|| failed(format!("model status {status}")))?),
    };
    // An infeasible model may leave the point where HiGHS found that out.
    let values = values.filter(|_| ending != Ending::Infeasible);
    // A linear program has no bound of a search tree.
    let is_mip = model.variables().iter().any(|v| !v.may_be_continuous());
    let (bound, nodes) = (bound.filter(|_| is_mip), nodes.filter(|_| is_mip));
    let effort = Effort { root_bound, nodes, incumbents: Some(incumbents) };
    Ok(Claim { values, bound, effort, ..Claim::of(ending) })
}

/// The limit that a status means; `None` if the status is a failure.
fn stop(status: &str) -> Option<Stop> {
    match status {
        "timeLimit" => Some(Stop::TimeLimit),
        "interrupted" => Some(Stop::Interrupted),
        "iterationLimit" | "solutionLimit" | "unknown" => Some(Stop::Solver(status.to_owned())),
        _ => None,
    }
}
