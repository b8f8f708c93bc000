//! An integer model as arrays.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use tumble::lower::Lowering;
use tumble::model::{Capabilities, Constraint, Model, Sense};
use tumble::puzzle::EncodeError;
use tumble::solve::{self, Problem, SolveError};

use crate::errors::{Raise as _, TumbleError};

/// Numbers as the bytes of an array, little-endian as on all machines that tumble is built for.
fn bytes<'py, T: Copy, const N: usize>(
    py: Python<'py>,
    numbers: &[T],
    to_bytes: impl Fn(T) -> [u8; N],
) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|&number| to_bytes(number)).collect();
    PyBytes::new(py, &bytes)
}

/// The model of an encoding, lowered to rows, as [`of_model`] writes it, with the encoding's name.
pub(crate) fn of_encoding<'py>(
    py: Python<'py>,
    problem: &Problem,
    encoding: Option<&str>,
    lowering: &Lowering,
    horizon: Option<u64>,
) -> PyResult<Bound<'py, PyDict>> {
    let best = || problem.instance.best_encoding(Capabilities::LINEAR);
    let encoding = encoding.map(str::to_owned).or_else(best);
    let encoding = encoding.ok_or(SolveError::from(EncodeError::NoEncodings)).or_raise()?;
    let prepared = solve::prepare_whole(problem, &encoding, Capabilities::LINEAR, lowering, horizon).or_raise()?;
    let dict = of_model(py, &prepared.lowered, &prepared.lowering)?;
    dict.set_item("encoding", &prepared.encoding)?;
    dict.set_item("is_relaxation", prepared.formulation.is_relaxation())?;
    Ok(dict)
}

/// A model in rows lower ≤ Σ a x ≤ upper: names of variables and rows; bounds, integrality and costs by variable; sides by row; and the
/// matrix, row by row, as starts, indices and values.
pub(crate) fn of_model<'py>(py: Python<'py>, model: &Model, lowering: &Lowering) -> PyResult<Bound<'py, PyDict>> {
    let (mut starts, mut indices, mut values) = (vec![0_i64], Vec::<i64>::new(), Vec::<f64>::new());
    let (mut lower, mut upper, mut rows) = (Vec::new(), Vec::new(), Vec::new());
    for named in model.constraints() {
        let Constraint::Linear(row) = &named.constraint else {
            return Err(TumbleError::new_err(format!("{} is not a row", named.name)));
        };
        for &(var, coefficient) in row.terms() {
            indices.push(var.index() as i64);
            values.push(coefficient as f64);
        }
        starts.push(indices.len() as i64);
        lower.push(row.lower().map_or(f64::NEG_INFINITY, |side| side as f64));
        upper.push(row.upper().map_or(f64::INFINITY, |side| side as f64));
        rows.push(named.name.as_str());
    }
    let variables = model.variables();
    let mut costs = vec![0.0; variables.len()];
    let objective = model.objective();
    for &(var, coefficient) in objective.into_iter().flat_map(|objective| objective.expression.terms()) {
        costs[var.index()] += coefficient as f64;
    }
    let float = |numbers: &[f64]| bytes(py, numbers, f64::to_le_bytes);
    let range = |bound: fn(&tumble::model::Variable) -> i64| -> Vec<f64> {
        variables.iter().map(|variable| bound(variable) as f64).collect()
    };
    let is_integer: Vec<u8> = variables.iter().map(|variable| u8::from(!variable.implied_integer)).collect();
    let dict = PyDict::new(py);
    dict.set_item("lowering", lowering.to_string())?;
    dict.set_item("variables", variables.iter().map(|variable| variable.name.as_str()).collect::<Vec<_>>())?;
    dict.set_item("rows", rows)?;
    dict.set_item("starts", bytes(py, &starts, i64::to_le_bytes))?;
    dict.set_item("indices", bytes(py, &indices, i64::to_le_bytes))?;
    dict.set_item("values", float(&values))?;
    dict.set_item("row_lower", float(&lower))?;
    dict.set_item("row_upper", float(&upper))?;
    dict.set_item("lower", float(&range(|variable| variable.lower)))?;
    dict.set_item("upper", float(&range(|variable| variable.upper)))?;
    dict.set_item("integrality", PyBytes::new(py, &is_integer))?;
    dict.set_item("costs", float(&costs))?;
    dict.set_item("constant", objective.map_or(0, |objective| objective.expression.constant()))?;
    dict.set_item("is_maximized", objective.map(|objective| objective.sense == Sense::Maximize))?;
    Ok(dict)
}
