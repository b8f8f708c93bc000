//! Models: solving, counting, checking, drawing.

use std::collections::BTreeMap;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use serde_json::{Value, json};
use tumble::backend::sparse::{Columns, Rows};
use tumble::control::Request;
use tumble::format::{self, FormatEntry};
use tumble::html;
use tumble::instance::{Document, SolveTable};
use tumble::lower::Lowering;
use tumble::model::{self, Capabilities, NamedConstraint, Sense};
use tumble::names::suggestion;
use tumble::puzzle::{
    Choices, Malformed, MovesError, Purpose, PuzzleEntry, PuzzleOption, Question, TabulateError, TabulationSource,
};
use tumble::registry::{Head, Registry};
use tumble::render::svg;
use tumble::search::NoDistances;
use tumble::solve::{self, Asked, CheckError, Method, Options, Prepared, Problem, SolveError, Verified, Ways};

use crate::errors::{InputError, Raise as _, TumbleError};
use crate::task::Limits;

/// Whether a solution keeps the rules, its objective, and what it breaks.
type Replayed = (bool, Option<i64>, Option<String>);

/// An instance of a puzzle.
#[pyclass(frozen)]
#[derive(Debug)]
pub(crate) struct Model {
    pub(crate) problem: Problem,
    /// The model file.
    pub(crate) document: Document,
    /// How the file says that it is solved.
    defaults: SolveTable,
    /// The limit of time in the file.
    time_limit: Option<Duration>,
    /// The number of threads in the file.
    threads: Option<u32>,
    /// The puzzle's own options.
    #[pyo3(get)]
    pub(crate) options: BTreeMap<String, String>,
    /// The moves after which it begins, with their start.
    #[pyo3(get)]
    after: Option<Begin>,
}

/// Moves, and the start where the model leaves it open.
type Begin = (String, Option<String>);

/// The puzzle of this name.
pub(crate) fn entry(name: &str) -> PyResult<&'static PuzzleEntry> {
    Registry::built_in().named(name).or_raise()
}

/// Options by name.
pub(crate) fn choices(
    puzzle: &str,
    known: &'static [PuzzleOption],
    given: &BTreeMap<String, String>,
) -> PyResult<Choices> {
    let find = |(name, value): (&String, &String)| {
        let option = known.iter().find(|option| option.name == name);
        let no_such = || {
            let names: Vec<&str> = known.iter().map(|option| option.name).collect();
            let others = if names.is_empty() { "there are none".into() } else { suggestion(name, &names) };
            InputError::new_err(format!("{puzzle} has no option {name}; {others}"))
        };
        let option = option.ok_or_else(no_such)?;
        Ok((option.name, value.clone()))
    };
    given.iter().map(find).collect()
}

#[pymethods]
impl Model {
    /// Reads the text of a model file, or an id of a game; with moves, what is left after them.
    #[new]
    #[pyo3(signature = (text, name, options=BTreeMap::new(), after=None))]
    pub(crate) fn new(
        text: String,
        name: String,
        options: BTreeMap<String, String>,
        after: Option<Begin>,
    ) -> PyResult<Self> {
        // An id is not a file: its errors show only the id.
        let document = Document::new(if text.trim() == name { "" } else { &name }, &text);
        let head = Registry::built_in().head(&document).or_raise()?;
        let puzzle = head.puzzle;
        let choices = choices(puzzle.name, puzzle.options, &options)?;
        let instance = head.read(&choices).or_raise()?;
        let Head { solve: defaults, time_limit, threads, .. } = head;
        let mut problem = Problem::new(name, puzzle, instance);
        if let Some((moves, start)) = &after {
            problem = problem.after(moves, start.as_deref()).or_raise()?;
        }
        Ok(Self { problem, document, defaults, time_limit, threads, options, after })
    }

    /// The text of the model file.
    #[getter]
    pub(crate) fn text(&self) -> &str {
        self.document.text()
    }

    /// The model file, as the caller named it.
    #[getter]
    fn name(&self) -> &str {
        &self.problem.model
    }

    /// The puzzle.
    #[getter]
    fn puzzle(&self) -> &'static str {
        self.problem.puzzle.name
    }

    /// The encodings that fit, with each set of their strengthenings.
    fn encodings(&self) -> Vec<String> {
        let names = (self.problem.puzzle.encodings)().into_iter().flat_map(|info| info.names());
        names.filter(|name| self.problem.instance.fits(name).is_ok()).collect()
    }

    /// The report of a run, as JSON.
    #[pyo3(signature = (limits, *, method=None, backend=None, encoding=None, lowering=None, solutions=None, within=None, listener=None))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn solve(
        &self,
        py: Python<'_>,
        limits: Limits,
        method: Option<&str>,
        backend: Option<&str>,
        encoding: Option<&str>,
        lowering: Option<&str>,
        solutions: Option<usize>,
        within: Option<u64>,
        listener: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let within = solve::within(&self.problem, within).or_raise()?;
        let options = Options { solutions, within, ..Options::default() };
        let asked = Asked {
            method,
            backends: backend.map(Method::named).transpose().or_raise()?.into(),
            encoding,
            lowering: lowering.map(str::parse::<Lowering>).transpose().or_raise()?,
            options: &limits.solver_options,
        };
        let ways = asked.ways(&self.problem, &self.defaults, options.question());
        let Ways { methods, encoding, lowering, .. } = ways.map_err(|error| self.document.place(error)).or_raise()?;
        let options = Options { encoding, lowering, ..options };
        let report = self
            .bound(limits)
            .run(py, listener, |request| solve::solve(&self.problem, methods[0], &options, request))?;
        let report = report.or_raise()?;
        serde_json::to_string(&report).or_raise()
    }

    /// The number of optimal or of all solutions, as JSON.
    #[pyo3(signature = (limits, *, feasible=false, within=None, method=None, backend=None, listener=None))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn count(
        &self,
        py: Python<'_>,
        limits: Limits,
        feasible: bool,
        within: Option<u64>,
        method: Option<&str>,
        backend: Option<&str>,
        listener: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let which = solve::which(&self.problem, feasible, within).or_raise()?;
        let asked =
            Asked { method, backends: backend.map(Method::named).transpose().or_raise()?.into(), ..Asked::default() };
        let method = asked.method(&self.problem, Question::Count(which)).or_raise()?;
        let count =
            self.bound(limits).run(py, listener, |request| solve::count(&self.problem, method, which, request))?;
        let count = count.or_raise()?;
        let stop = count.extent.stop().map(ToString::to_string).or(count.reason);
        // Digits: JSON's numbers lose those beyond 2^53 in many readers.
        let solutions = count.solutions.to_string();
        let by_objective: Vec<_> =
            count.by_objective.iter().map(|(objective, number)| (objective, number.to_string())).collect();
        Ok(json!({ "solutions": solutions, "objective": count.objective, "by_objective": by_objective, "complete": count.extent.is_all(), "stop": stop })
            .to_string())
    }

    /// Why there is no solution, as JSON; nothing if the puzzle cannot say.
    #[pyo3(signature = (limits, *, listener=None))]
    fn explain(&self, py: Python<'_>, limits: Limits, listener: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let Problem { puzzle, .. } = &self.problem;
        let file = (&self.document, &choices(puzzle.name, puzzle.options, &self.options)?);
        let explain = |request: &Request<'_>| solve::explain(&self.problem, file, request, &mut |_| {});
        let explained = self.bound(limits).run(py, listener, explain)?;
        Ok(explained.or_raise()?.json(&self.problem.model, &self.document).to_string())
    }

    /// Replays a solution in JSON by the rules: whether it keeps them, its objective, and what it breaks.
    fn check(&self, py: Python<'_>, solution: &str) -> PyResult<Replayed> {
        let solution: Value = serde_json::from_str(solution).or_raise()?;
        py.detach(|| self.replayed(&solution)).or_raise()
    }

    /// The same for moves, such as `NNE`, from a start in the puzzle's own words if the model leaves it open.
    #[pyo3(signature = (moves, start=None))]
    fn check_moves(&self, py: Python<'_>, moves: &str, start: Option<&str>) -> PyResult<Replayed> {
        py.detach(|| match self.problem.instance.solution_of_moves(moves, start) {
            Ok(solution) => self.replayed(&solution).or_raise(),
            Err(MovesError::Breach(breach)) => Ok((false, None, Some(breach.to_string()))),
            Err(MovesError::Unreadable(why)) => Err(InputError::new_err(why)),
        })
    }

    /// A picture of the instance, or of a solution in JSON, as SVG or as text.
    #[pyo3(signature = (solution=None, as_text=false))]
    fn picture(&self, solution: Option<&str>, as_text: bool) -> PyResult<String> {
        let instance = &*self.problem.instance;
        let scene = match solution {
            None => instance.scene(),
            Some(solution) => self.verified(solution)?.solved().scene(),
        };
        Ok(if as_text { scene.to_string() } else { svg::draw(&scene) })
    }

    /// A page in HTML that replays a solution in JSON, or shows the instance.
    #[pyo3(signature = (solution=None))]
    fn replay(&self, solution: Option<&str>) -> PyResult<String> {
        let instance = &*self.problem.instance;
        let Some(solution) = solution else { return Ok(html::draw(&instance.replay(), &instance.scene())) };
        let verified = self.verified(solution)?;
        Ok(html::draw(&verified.solved().replay(), &verified.solved().scene()))
    }

    /// The model file of an encoding for other programs, in a format such as `lp`, and what is to be known of it, as JSON.
    #[pyo3(signature = (limits, format, *, encoding=None, lowering=None, horizon=None))]
    fn export(
        &self,
        py: Python<'_>,
        limits: Limits,
        format: &str,
        encoding: Option<&str>,
        lowering: Option<&str>,
        horizon: Option<u64>,
    ) -> PyResult<Vec<u8>> {
        let entry = format_of(format)?;
        let encoding = solve::encoding(&self.problem, encoding, Purpose::File(entry.capabilities)).or_raise()?;
        let lowering = read_lowering(lowering)?;
        let written = limits.run(py, None, |request| {
            let (problem, capabilities, control) = (&self.problem, entry.capabilities, &request.control);
            let prepared = solve::prepare_whole(problem, &encoding, capabilities, &lowering, horizon, control)?;
            Ok::<_, SolveError>(prepared.file(problem, entry))
        })?;
        written.or_raise()?.or_raise()
    }

    /// The linear model of an encoding as [`arrays`], with the encoding's name.
    #[pyo3(signature = (limits, *, encoding=None, lowering=None, horizon=None))]
    fn formulation<'py>(
        &self,
        py: Python<'py>,
        limits: Limits,
        encoding: Option<&str>,
        lowering: Option<&str>,
        horizon: Option<u64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (problem, linear, wanted) = (&self.problem, Capabilities::LINEAR, read_lowering(lowering)?);
        let encoding = solve::encoding(problem, encoding, Purpose::Backend(linear)).or_raise()?;
        let prepared = limits.run(py, None, |request| {
            let prepared = solve::prepare_whole(problem, &encoding, linear, &wanted, horizon, &request.control)?;
            let Prepared { encoding, formulation, lowered, lowering, .. } = prepared;
            Ok::<_, SolveError>((encoding, formulation.is_relaxation(), lowered, lowering))
        })?;
        let (encoding, is_relaxation, lowered, lowering) = prepared.or_raise()?;
        let dict = arrays(py, &lowered, &lowering)?;
        dict.set_item("encoding", encoding)?;
        dict.set_item("is_relaxation", is_relaxation)?;
        Ok(dict)
    }
}

impl Model {
    /// The limits of a run, with those of the file where the caller gives none.
    fn bound(&self, limits: Limits) -> Limits {
        let seed = self.defaults.seed.as_ref().map(|at| at.value);
        limits.or(self.time_limit, self.threads, seed)
    }

    /// A solution in JSON, replayed by the rules.
    fn verified(&self, solution: &str) -> PyResult<Verified> {
        let solution: Value = serde_json::from_str(solution).or_raise()?;
        let checked = solve::check(&*self.problem.instance, &solution);
        checked.map_err(|error| InputError::new_err(error.to_string()))
    }

    /// What the rules say of a solution.
    fn replayed(&self, solution: &Value) -> Result<Replayed, Malformed> {
        match solve::check(&*self.problem.instance, solution) {
            Ok(verified) => Ok((true, verified.objective(), None)),
            Err(CheckError::Breach(breach)) => Ok((false, None, Some(breach.to_string()))),
            Err(CheckError::Malformed(malformed)) => Err(malformed),
        }
    }
}

/// The file format of a name.
pub(crate) fn format_of(name: &str) -> PyResult<&'static FormatEntry> {
    format::find(name).ok_or_else(|| {
        let names: Vec<&str> = format::REGISTRY.iter().map(|entry| entry.name).collect();
        InputError::new_err(format!("no format `{name}`; {}", suggestion(name, &names)))
    })
}

pub(crate) fn read_lowering(text: Option<&str>) -> PyResult<Lowering> {
    text.unwrap_or("none").parse::<Lowering>().or_raise()
}

// Whole-board results, such as the distances of all states.

/// The numbers of a table of a puzzle, as JSON. `of` is the text of a model file or a size, as the puzzle needs.
#[pyfunction]
pub(crate) fn table(
    py: Python<'_>,
    limits: Limits,
    puzzle: &str,
    of: String,
    options: BTreeMap<String, String>,
) -> PyResult<String> {
    let entry = entry(puzzle)?;
    let kind = entry.table.ok_or_else(|| InputError::new_err(format!("{puzzle} has no table")))?;
    let choices = choices(puzzle, kind.source.options(), &options)?;
    let made = limits.run(py, None, |request| {
        let made = match kind.source {
            TabulationSource::Size { make, .. } => make(&of, request),
            TabulationSource::Model { make, .. } => {
                let document = Document::new("model", &of);
                document.check_puzzle(puzzle, "a table")?;
                make(&document, &choices, request)
            }
        };
        made.and_then(|table| match table.stop {
            None => Ok(Value::from(table.numbers).to_string()),
            Some(stop) => Err(NoDistances::Stopped(stop).into()),
        })
    })?;
    match made {
        Ok(numbers) => Ok(numbers),
        Err(TabulateError::Input(error)) => Err(error).or_raise(),
        Err(TabulateError::Search(error)) => Err(TumbleError::new_err(error.to_string())),
    }
}

/// Numbers as the bytes of an array, little-endian as on all machines that tumble is built for.
fn bytes<'py, T: Copy, const N: usize>(
    py: Python<'py>,
    numbers: &[T],
    to_bytes: impl Fn(T) -> [u8; N],
) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|&number| to_bytes(number)).collect();
    PyBytes::new(py, &bytes)
}

/// A model in rows lower ≤ Σ a x ≤ upper: names of variables and rows; bounds, integrality and costs by variable; sides by row; and the
/// matrix, row by row, as starts, indices and values.
pub(crate) fn arrays<'py>(py: Python<'py>, model: &model::Model, lowering: &Lowering) -> PyResult<Bound<'py, PyDict>> {
    let name = |named: &NamedConstraint| match named.constraint.as_row() {
        Some(_) => Ok(named.name.clone()),
        None => Err(TumbleError::new_err(format!("{} is not a row", named.name))),
    };
    let names = model.constraints().iter().map(name).collect::<PyResult<Vec<String>>>()?;
    let (columns, rows) = (Columns::of(model).or_raise()?, Rows::of(model, 0).or_raise()?);
    let (variables, objective) = (model.variables(), model.objective());
    let float = |numbers: &[f64]| bytes(py, numbers, f64::to_le_bytes);
    let integer = |numbers: &[i32]| bytes(py, numbers, |number| i64::from(number).to_le_bytes());
    let dict = PyDict::new(py);
    dict.set_item("lowering", lowering.to_string())?;
    dict.set_item("variables", variables.iter().map(|variable| variable.name.as_str()).collect::<Vec<_>>())?;
    dict.set_item("rows", names)?;
    dict.set_item("starts", integer(&rows.starts))?;
    dict.set_item("indices", integer(&rows.indices))?;
    dict.set_item("values", float(&rows.values))?;
    dict.set_item("row_lower", float(&rows.lower))?;
    dict.set_item("row_upper", float(&rows.upper))?;
    dict.set_item("lower", float(&columns.lower))?;
    dict.set_item("upper", float(&columns.upper))?;
    dict.set_item("integrality", PyBytes::new(py, &columns.integrality))?;
    dict.set_item("costs", float(&columns.costs))?;
    dict.set_item("constant", objective.map_or(0, |objective| objective.expression.constant()))?;
    dict.set_item("is_maximized", objective.map(|objective| objective.sense == Sense::Maximize))?;
    Ok(dict)
}
