//! Integer models of a caller's own: what is wrong is said before it reaches the library, which takes it for granted.

use std::collections::{BTreeMap, BTreeSet};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::json;
use tumble::backend::Engine;
use tumble::control::{Extent, Request, Stop, Verdict};
use tumble::lower::{Lowered, Lowering, lower};
use tumble::model::{
    Arc, Assignment, Capabilities, Circuit, Constraint, EXACT, Linear, LinearConstraint, Literal, MAX_VARIABLES, Model,
    Sense, Table, Var,
};
use tumble::report::Status;
use tumble::solve::{
    Explained, Method, MethodError, ModelError, RowConflict, Solver, explain_model_in, list_model_in, solve_model_in,
};

use crate::errors::{InputError, Raise as _, TumbleError};
use crate::model;
use crate::task::Limits;

/// A literal as Python writes it: the index of a 0/1 variable, and whether it is to be 1.
type PyLiteral = (usize, bool);
/// The coefficients of an expression, by index of the variable.
type Terms = BTreeMap<usize, i128>;

/// An integer model.
#[pyclass]
#[derive(Debug)]
pub(crate) struct IntegerModel {
    model: Model,
    /// The names of its variables.
    variables: BTreeSet<String>,
    /// The names of its constraints.
    constraints: BTreeSet<String>,
}

#[pymethods]
impl IntegerModel {
    #[new]
    fn new(name: &str) -> Self {
        Self { model: Model::new(name), variables: BTreeSet::new(), constraints: BTreeSet::new() }
    }

    /// Adds an integer variable; its index.
    fn integer(&mut self, name: String, lower: i128, upper: i128) -> PyResult<usize> {
        let range = exact(lower, &name)?..=exact(upper, &name)?;
        if range.is_empty() {
            return Err(InputError::new_err(format!("{name} has no value: {lower} is more than {upper}")));
        }
        self.claim_variable(&name)?;
        Ok(self.model.integer(name, range).index())
    }

    /// Starts a block of constraints.
    fn block(&mut self, title: String) {
        self.model.block(title);
    }

    /// The literal that a variable has a value, which is a 0/1 variable of the model, and the name of that variable.
    fn is_value(&mut self, var: usize, value: i128) -> PyResult<(PyLiteral, String)> {
        let var = self.var(var)?;
        let value = exact(value, "a literal")?;
        // A name that is taken is refused before there is a variable of that name.
        if let Some(name) = self.model.new_literal(var, value) {
            self.claim_variable(&name)?;
        }
        let literal = self.model.is(var, value);
        let name = self.model.variable(literal.var()).name.clone();
        Ok(((literal.var().index(), literal.is_positive()), name))
    }

    /// Adds lower ≤ Σ coefficient · variable ≤ upper, required only if the literal holds.
    #[pyo3(signature = (name, terms, lower, upper, only_if=None))]
    fn linear(
        &mut self,
        name: String,
        terms: Terms,
        lower: Option<i128>,
        upper: Option<i128>,
        only_if: Option<PyLiteral>,
    ) -> PyResult<()> {
        let expression = self.expression(terms, &name)?;
        let bound = |bound: Option<i128>| bound.map(|bound| exact(bound, &name)).transpose();
        let row = LinearConstraint::new(expression, bound(lower)?, bound(upper)?);
        let row = match only_if {
            Some(literal) => row.only_if(self.literal(literal)?),
            None => row,
        };
        self.add(name, row)
    }

    /// Adds that no two variables have the same value.
    fn all_different(&mut self, name: String, vars: Vec<usize>) -> PyResult<()> {
        let vars = self.vars(vars)?;
        self.add(name, Constraint::AllDifferent(vars))
    }

    /// Adds that the values of variables are one of the tuples, a flat list.
    fn table(&mut self, name: String, vars: Vec<usize>, tuples: Vec<i128>) -> PyResult<()> {
        let vars = self.vars(vars)?;
        if vars.is_empty() || !tuples.len().is_multiple_of(vars.len()) {
            return Err(InputError::new_err(format!("{name}: each tuple has a value for each variable")));
        }
        let tuples: Vec<i64> = tuples.into_iter().map(|value| exact(value, &name)).collect::<PyResult<_>>()?;
        self.add(name, Table::new(vars, tuples.into()))
    }

    /// Adds that the used arcs form one circuit: each arc has a tail, a head and the literal that it is used.
    fn circuit(&mut self, name: String, nodes: usize, arcs: Vec<(usize, usize, PyLiteral)>) -> PyResult<()> {
        let arc = |(from, to, literal): (usize, usize, PyLiteral)| {
            if from.max(to) >= nodes {
                return Err(InputError::new_err(format!("{name}: no arc from {from} to {to} on {nodes} nodes")));
            }
            Ok(Arc { from, to, literal: self.literal(literal)? })
        };
        let arcs = arcs.into_iter().map(arc).collect::<PyResult<_>>()?;
        self.add(name, Circuit { nodes, arcs })
    }

    /// Sets the objective.
    fn set_objective(&mut self, is_maximized: bool, terms: Terms, constant: i128) -> PyResult<()> {
        let expression = self.expression(terms, "the objective")?.plus_constant(exact(constant, "the objective")?);
        self.model.set_objective(if is_maximized { Sense::Maximize } else { Sense::Minimize }, expression);
        Ok(())
    }

    /// Why values, one for each variable, are no solution; `None` if they are one.
    fn check(&self, values: Vec<i64>) -> PyResult<Option<String>> {
        if values.len() != self.model.variables().len() {
            return Err(InputError::new_err("a solution has a value for each variable"));
        }
        Ok(self.model.check(&Assignment::from(values)).err().map(|violation| violation.to_string()))
    }

    /// What a solver makes of it: the run as JSON, and the values of the variables if there are any.
    #[pyo3(signature = (limits, *, backend=None, lowering=None, listener=None))]
    fn solve(
        &self,
        py: Python<'_>,
        limits: Limits,
        backend: Option<&str>,
        lowering: Option<&str>,
        listener: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(String, Option<Vec<i64>>)> {
        let solver = solver(backend)?;
        let lowering = model::read_lowering(lowering)?;
        let answer = in_engine(py, limits, solver, listener, |engine, request| {
            solve_model_in(engine, &self.model, &lowering, request)
        })?;
        let (bound, stop) = ending(&answer.verdict);
        let run = json!({
            "backend": solver.entry.name, "status": Status::from(&answer.verdict), "bound": bound,
            "stop": stop.map(ToString::to_string), "lowering": answer.lowering.to_string(), "lowered": answer.lowered,
            // Digits: JSON's numbers lose those beyond 2^53 in many readers.
            "objective": answer.objective.map(|value| value.to_string()), "root_bound": answer.effort.root_bound,
            "nodes": answer.effort.nodes, "seconds": answer.solve_seconds,
        });
        let values = answer.verdict.solution().map(|assignment| assignment.values().to_vec());
        Ok((run.to_string(), values))
    }

    /// Of a model without a solution, constraints that have none together, by their names, and whether each of them is needed; nothing if there is a
    /// solution.
    #[pyo3(signature = (limits, *, backend=None, lowering=None, listener=None))]
    fn conflict(
        &self,
        py: Python<'_>,
        limits: Limits,
        backend: Option<&str>,
        lowering: Option<&str>,
        listener: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<(Vec<String>, bool)>> {
        let solver = solver(backend)?;
        let lowering = model::read_lowering(lowering)?;
        let explained = in_engine(py, limits, solver, listener, |engine, request| {
            explain_model_in(engine, &self.model, &lowering, request)
        })?;
        match explained {
            Explained::Solved => Ok(None),
            Explained::Unknown(stop) => {
                Err(TumbleError::new_err(format!("it is not known whether there is a solution: stopped by {stop}")))
            }
            Explained::Conflict(RowConflict { rows, is_minimal }) => {
                let name = |row: usize| self.model.constraints()[row].name.clone();
                Ok(Some((rows.into_iter().map(name).collect(), is_minimal)))
            }
        }
    }

    /// Up to `limit` solutions, the best ones if there is an objective: the run as JSON, and the values of the
    /// variables in each of them.
    #[pyo3(signature = (limits, limit, *, backend=None, lowering=None, listener=None))]
    fn solutions(
        &self,
        py: Python<'_>,
        limits: Limits,
        limit: Option<usize>,
        backend: Option<&str>,
        lowering: Option<&str>,
        listener: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(String, Vec<Vec<i64>>)> {
        let solver = solver(backend)?;
        let lowering = model::read_lowering(lowering)?;
        let listed = in_engine(py, limits, solver, listener, |engine, request| {
            list_model_in(engine, &self.model, &lowering, limit.unwrap_or(usize::MAX), request)
        })?;
        // Each solution of the list is one of the best; that there is none is only known of a complete list.
        let status = match (listed.solutions.is_empty(), &listed.extent) {
            (false, _) => Status::Optimal,
            (true, Extent::All) => Status::Infeasible,
            (true, Extent::Endless(_) | Extent::Enough | Extent::Stopped(_)) => Status::Unknown,
        };
        let run = json!({
            "backend": solver.entry.name, "status": status, "bound": null, "complete": listed.extent.is_all(),
            "stop": listed.extent.stop().map(ToString::to_string), "lowering": lowering.to_string(),
            "objective": listed.objective.map(|value| value.to_string()), "seconds": listed.seconds,
        });
        Ok((run.to_string(), listed.solutions.iter().map(|assignment| assignment.values().to_vec()).collect()))
    }

    /// Its file for other programs, in a format such as `lp`.
    #[pyo3(signature = (limits, format, *, lowering=None))]
    fn export(&self, py: Python<'_>, limits: Limits, format: &str, lowering: Option<&str>) -> PyResult<Vec<u8>> {
        let entry = model::format_of(format)?;
        let Lowered { model, lowering } = self.lowered(py, limits, entry.capabilities, lowering)?;
        let pair = |key, value: &str| (key, value.to_owned());
        let header = [
            pair("model", model.name()),
            pair("lowering", &lowering.to_string()),
            pair("written by", concat!("tumble ", env!("CARGO_PKG_VERSION"))),
        ];
        py.detach(|| (entry.write)(&model, &header)).or_raise()
    }

    /// The model lowered to rows, as arrays: see `model.rs`.
    #[pyo3(signature = (limits, *, lowering=None))]
    fn formulation<'py>(
        &self,
        py: Python<'py>,
        limits: Limits,
        lowering: Option<&str>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let Lowered { model, lowering } = self.lowered(py, limits, Capabilities::LINEAR, lowering)?;
        let dict = model::arrays(py, &model, &lowering)?;
        dict.set_item("encoding", model.name())?;
        dict.set_item("is_relaxation", false)?;
        Ok(dict)
    }
}

/// Runs a solver within limits, in a process of its own.
fn in_engine<T: Send>(
    py: Python<'_>,
    limits: Limits,
    Solver { entry, backend }: Solver,
    listener: Option<&Bound<'_, PyAny>>,
    run: impl FnOnce(&mut Engine<'_>, &Request<'_>) -> Result<T, ModelError> + Send,
) -> PyResult<T> {
    limits.run(py, listener, |request| run(&mut Engine::for_request(entry, backend, request), request))?.or_raise()
}

impl IntegerModel {
    /// Takes the name of a variable that is to be added.
    fn claim_variable(&mut self, name: &str) -> PyResult<()> {
        if self.model.variables().len() as u128 >= MAX_VARIABLES {
            return Err(InputError::new_err(format!("a model has at most {MAX_VARIABLES} variables")));
        }
        claim(&mut self.variables, name, "variable")
    }

    fn add(&mut self, name: String, constraint: impl Into<Constraint>) -> PyResult<()> {
        claim(&mut self.constraints, &name, "constraint")?;
        self.model.add(name, constraint);
        Ok(())
    }

    fn var(&self, index: usize) -> PyResult<Var> {
        if index >= self.model.variables().len() {
            return Err(InputError::new_err(format!("the model has no variable {index}")));
        }
        Ok(Var::from_index(index))
    }

    fn vars(&self, indices: Vec<usize>) -> PyResult<Vec<Var>> {
        indices.into_iter().map(|index| self.var(index)).collect()
    }

    fn literal(&self, (index, is_positive): PyLiteral) -> PyResult<Literal> {
        let var = self.var(index)?;
        let variable = self.model.variable(var);
        if variable.lower < 0 || variable.upper > 1 {
            return Err(InputError::new_err(format!("{} is no 0/1 variable, so it is no literal", variable.name)));
        }
        let literal = Literal::from(var);
        Ok(if is_positive { literal } else { !literal })
    }

    fn expression(&self, terms: Terms, place: &str) -> PyResult<Linear> {
        terms.into_iter().try_fold(Linear::new(), |sum, (index, coefficient)| {
            Ok(sum.plus(exact(coefficient, place)?, self.var(index)?))
        })
    }

    fn lowered(
        &self,
        py: Python<'_>,
        limits: Limits,
        capabilities: Capabilities,
        wanted: Option<&str>,
    ) -> PyResult<Lowered> {
        let wanted: Lowering = model::read_lowering(wanted)?;
        let lowered = |request: &Request<'_>| lower(self.model.clone().within(&request.control), capabilities, &wanted);
        limits.run(py, None, lowered)?.or_raise()
    }
}

/// The solver of this name, or the first one.
fn solver(name: Option<&str>) -> PyResult<Solver> {
    let first = || Method::solvers().next().ok_or(MethodError::NoBackend);
    match name.map_or_else(first, Method::named).or_raise()? {
        Method::Model(solver) => Ok(solver),
        Method::Search(..) => Err(InputError::new_err("only a puzzle has a search: a model needs a solver")),
    }
}

/// A number that solvers can take.
fn exact(number: i128, place: &str) -> PyResult<i64> {
    i64::try_from(number)
        .ok()
        .filter(|number| number.unsigned_abs() <= EXACT.unsigned_abs())
        .ok_or_else(|| InputError::new_err(format!("{number} in {place} is beyond ±2^53")))
}

/// Takes a name that no other one of its kind has.
fn claim(names: &mut BTreeSet<String>, name: &str, kind: &str) -> PyResult<()> {
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        let message = format!("`{name}` is no name of a {kind}: names are of ASCII letters, digits and underscores");
        return Err(InputError::new_err(message));
    }
    if !names.insert(name.to_owned()) {
        return Err(InputError::new_err(format!("there is a {kind} {name} already")));
    }
    Ok(())
}

/// The bound without a proof, and what stopped the run.
const fn ending<S>(verdict: &Verdict<S>) -> (Option<i64>, Option<&Stop>) {
    match verdict {
        Verdict::Optimal(_) | Verdict::Infeasible => (None, None),
        Verdict::Feasible { bound, stop, .. } | Verdict::Unknown { bound, stop } => (*bound, Some(stop)),
    }
}
