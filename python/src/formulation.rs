//! An integer model as arrays.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use tumble::backend::sparse::{Columns, Rows};
use tumble::lower::Lowering;
use tumble::model::{Capabilities, Model, NamedConstraint, Sense};
use tumble::puzzle::Purpose;
use tumble::solve::{self, Prepared, Problem, SolveError};

use crate::errors::{Raise as _, TumbleError};
use crate::task::Limits;

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
    limits: Limits,
    problem: &Problem,
    encoding: Option<&str>,
    lowering: &Lowering,
    horizon: Option<u64>,
) -> PyResult<Bound<'py, PyDict>> {
    let encoding = solve::encoding(problem, encoding, Purpose::Backend(Capabilities::LINEAR)).or_raise()?;
    let prepared = limits.run(py, None, |request| {
        let (linear, control) = (Capabilities::LINEAR, &request.control);
        let prepared = solve::prepare_whole(problem, &encoding, linear, lowering, horizon, control)?;
        let Prepared { encoding, formulation, lowered, lowering, .. } = prepared;
        Ok::<_, SolveError>((encoding, formulation.is_relaxation(), lowered, lowering))
    })?;
    let (encoding, is_relaxation, lowered, lowering) = prepared.or_raise()?;
    let dict = of_model(py, &lowered, &lowering)?;
    dict.set_item("encoding", encoding)?;
    dict.set_item("is_relaxation", is_relaxation)?;
    Ok(dict)
}

/// A model in rows lower ≤ Σ a x ≤ upper: names of variables and rows; bounds, integrality and costs by variable; sides by row; and the
/// matrix, row by row, as starts, indices and values.
pub(crate) fn of_model<'py>(py: Python<'py>, model: &Model, lowering: &Lowering) -> PyResult<Bound<'py, PyDict>> {
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
