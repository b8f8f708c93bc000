//! Grids of runs, and their file.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use serde_json::json;
use tumble::control::MEMORY_LIMIT;
use tumble::experiment::{
    self, Conditions, Grid, LoweringName, Lowerings, Machine, Names, Record, Run, Setting, Subject, Summary,
};
use tumble::render::{Scene, svg};

use crate::errors::{InputError, Raise as _, TumbleError};
use crate::model::{self, Model};
use crate::task::{self, Interrupt, Limits};

/// The runs of a grid, and what is left out, as JSON: each run with the index of its model.
#[pyfunction]
#[pyo3(signature = (limits, models, *, methods, backends, encodings, lowerings, seeds, lp_only))]
#[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn plan(
    limits: Limits,
    models: Vec<PyRef<'_, Model>>,
    methods: Vec<String>,
    backends: Vec<String>,
    encodings: Vec<String>,
    lowerings: Vec<String>,
    seeds: Option<u32>,
    lp_only: bool,
) -> PyResult<String> {
    let lowerings = lowerings.iter().map(|name| name.parse::<LoweringName>()).collect::<Result<Vec<_>, _>>();
    let grid = Grid {
        methods: Names::of(methods),
        backends: Names::of(backends),
        encodings,
        lowerings: Lowerings::of(lowerings.or_raise()?),
        seeds,
        threads: limits.threads,
        time_limit: limits.time_limit()?,
        memory_limit: limits.memory_limit.unwrap_or(MEMORY_LIMIT.0),
        lp_only,
    };
    let subjects = models.iter().map(|model| subject(model)).collect::<PyResult<Vec<_>>>()?;
    let planned = grid.plan(&subjects).or_raise()?;
    let left_out: Vec<String> = planned.left_out.iter().map(ToString::to_string).collect();
    Ok(json!({ "settings": planned.settings, "left_out": left_out }).to_string())
}

/// What a model is in a comparison.
fn subject(of: &Model) -> PyResult<Subject> {
    if of.problem.begun.is_some() {
        return Err(InputError::new_err("a comparison takes whole models, not what is left of one after moves"));
    }
    // An instance cannot be copied, but read again.
    let again = Model::new(of.text().to_owned(), of.problem.model.clone(), of.options.clone(), None)?;
    let puzzle = again.problem.puzzle;
    let choices = model::choices(puzzle.name, puzzle.options, &again.options)?;
    let Model { problem, document, .. } = again;
    Ok(Subject::new(problem, document.text(), &choices))
}

fn record(text: &str) -> PyResult<Record> {
    serde_json::from_str(text).or_raise()
}

/// Records as Python has them.
fn texts(records: &[Record]) -> Vec<String> {
    records.iter().map(ToString::to_string).collect()
}

/// Records from what Python has.
fn parsed(texts: &[String]) -> PyResult<Vec<Record>> {
    texts.iter().map(|text| record(text)).collect()
}

/// Makes a run: its record as JSON; `None` if the interrupt ended it.
#[pyfunction]
#[pyo3(signature = (of, setting, *, jobs=1, interpreter=None, interrupt=None))]
pub(crate) fn run(
    py: Python<'_>,
    of: &Model,
    setting: &str,
    jobs: usize,
    interpreter: Option<PathBuf>,
    interrupt: Option<Interrupt>,
) -> PyResult<Option<String>> {
    let (subject, setting) = (subject(of)?, serde_json::from_str::<Setting>(setting).or_raise()?);
    let interrupt = interrupt.unwrap_or_default();
    let worker = task::worker(interpreter);
    task::run(py, &interrupt, None, |_| {
        let conditions = Conditions { machine: Machine::this(), jobs, interrupt: interrupt.0.clone(), worker };
        let made = experiment::run_one(&Run { subject: &subject, setting }, &conditions);
        made.map(|record| record.to_string())
    })
}

/// The records of a file, each as JSON.
#[pyfunction]
pub(crate) fn records(path: PathBuf) -> PyResult<Vec<String>> {
    Ok(texts(&experiment::read(&path).or_raise()?))
}

/// What records add up to, as JSON.
#[pyfunction]
pub(crate) fn summary(records: Vec<String>) -> PyResult<String> {
    let Summary { contradictions, rows, .. } = Summary::of(&parsed(&records)?);
    let contradictions: Vec<String> = contradictions.iter().map(ToString::to_string).collect();
    Ok(json!({ "contradictions": contradictions, "rows": rows }).to_string())
}

/// The performance profile of records, as SVG.
#[pyfunction]
pub(crate) fn profile(records: Vec<String>) -> PyResult<String> {
    Ok(svg::draw(&Scene::Profile(experiment::profile(&parsed(&records)?))))
}

/// A file to which records are added, until it is closed.
#[pyclass(frozen)]
#[derive(Debug)]
pub(crate) struct Journal(Mutex<Option<experiment::Journal>>);

#[pymethods]
impl Journal {
    /// Opens a file: the journal, the records that it has, and whether the last line was torn.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<(Self, Vec<String>, bool)> {
        let opened = py.detach(|| experiment::Journal::open(&path)).or_raise()?;
        let experiment::Opened { journal, records, is_torn } = opened;
        Ok((Self(Mutex::new(Some(journal))), texts(&records), is_torn))
    }

    /// Adds a record in JSON.
    fn add(&self, text: &str) -> PyResult<()> {
        let record = record(text)?;
        match &mut *self.lock() {
            Some(journal) => journal.add(&record).or_raise(),
            None => Err(TumbleError::new_err("the file is closed")),
        }
    }

    /// Leaves the file to others: an exception's traceback would keep it for longer.
    fn close(&self) {
        *self.lock() = None;
    }
}

impl Journal {
    fn lock(&self) -> MutexGuard<'_, Option<experiment::Journal>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
