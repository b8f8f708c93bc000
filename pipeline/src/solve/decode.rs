//! The answer of another program to an exported model: checked as a backend's answer is, decoded, and reported.

use serde_json::Value;

use super::answer::{self, By};
use super::error::SolveError;
use super::outcome::Answered;
use super::prepare::Prepared;
use super::problem::{Options, Problem};
use super::watch::Watch;
use crate::report::{Report, Stats, Status};
use tumble_formats::solution::is_rounded;
use tumble_model::control::{Request, Stop, Verdict};
use tumble_model::model::{Assignment, EXACT, LinearConstraint, Model, Sense, Violation, nearest};
use tumble_puzzles::puzzle::Formulation;

/// The answer of another program.
#[derive(Clone, Debug)]
pub struct Foreign {
    /// The program, for the report.
    pub solver: &'static str,
    /// A text in place of its version.
    pub version: String,
    /// How its run ended, as it states itself. Only [`Status::Optimal`] and [`Status::Infeasible`] claim a proof.
    pub stated: Status,
    /// In words, why the solution is not known to be best, or why there is no solution; not used if the program claims a proof.
    pub why: String,
    /// A value for each variable of the model before lowering, by index; `None` if there is no solution.
    pub values: Option<Vec<f64>>,
}

/// Why an answer is not a solution.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// A value is not integral.
    #[error("{variable} is {value}, which is not an integer")]
    NotIntegral {
        /// The variable.
        variable: String,
        /// Its value.
        value: f64,
    },
    /// A value is not integral, and need not be, because the exported model is a relaxation.
    #[error("the exported model is a relaxation, and this is no solution of the puzzle: {variable} is {value}")]
    Fractional {
        /// The variable.
        variable: String,
        /// Its value.
        value: f64,
        /// If the program states that this is an optimum of the relaxation: no solution of the puzzle is better than this.
        bound: Option<i64>,
    },
    /// A value is out of bounds, or a row does not hold.
    #[error("it violates {0}")]
    Violated(Violation),
    /// A cut that the exported model lacks does not hold.
    #[error("it violates a cut, which the exported model lacks: {cut}, but the sum is {sum}{}", bounding(*bound))]
    Cut {
        /// The cut.
        cut: String,
        /// The value of its left side.
        sum: i128,
        /// As of [`Fractional`](Self::Fractional).
        bound: Option<i64>,
    },
    /// Decoding or the rules disagree with the model. The answer is not to blame.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// What a relaxation's optimum says of the puzzle.
fn bounding(bound: Option<i64>) -> String {
    let words = |bound| {
        format!("; if it is an optimum, as the program states, no solution of the puzzle is better than {bound}")
    };
    bound.map(words).unwrap_or_default()
}

/// How far a value may be from an integer: solvers allow 1e-5, and some files have six digits.
const INTEGRAL: f64 = 1e-4;

/// The remark on the statement of a program.
const UNPROVED: &str = "as the program states; tumble has not proved it";

/// Checks an answer to the prepared model, decodes it and reports it. The report takes the program's word that a
/// solution is best, or that there is no solution.
///
/// # Errors
/// When the values are no solution of the model.
pub fn decode(
    problem: &Problem,
    prepared: &Prepared,
    foreign: Foreign,
    request: &Request<'_>,
) -> Result<Report, DecodeError> {
    let watch = Watch::start();
    let mut stats = Stats { lowered: Some(prepared.lowered.size()), ..Stats::default() };
    stats.set_size(prepared.formulation.model.size());
    let by = By::model(foreign.solver, foreign.version, prepared);
    let is_best = foreign.stated == Status::Optimal;
    let assignment = foreign.values.as_deref().map(|values| assignment(&prepared.formulation, values, is_best));
    let (assignment, relaxed) = match assignment.transpose() {
        Ok(assignment) => (assignment, None),
        Err(error @ DecodeError::Fractional { bound: Some(bound), .. }) => {
            (None, Some((bound, format!("{error}; the bound is its optimum, {UNPROVED}"))))
        }
        Err(error) => return Err(error),
    };
    let answer = assignment.map(|assignment| answer::decode(&prepared.formulation, assignment)).transpose();
    let answer = answer.map_err(|why| by.wrong(foreign.stated, why))?;
    let solution = answer.map(|answer| (answer.solution, Some(answer.claim)));
    let has_objective = problem.instance.sense().is_some();
    // The model of some horizons says nothing of longer solutions.
    let beyond = prepared.lengths.as_ref().filter(|_| foreign.stated == Status::Infeasible);
    let beyond = beyond.map(|lengths| format!("no solution has up to {} moves, {UNPROVED}", lengths.end()));
    let (bound, why) = match relaxed {
        Some((bound, why)) => (Some(bound), why),
        None => (None, beyond.clone().unwrap_or(foreign.why)),
    };
    let stop = Stop::Solver(why.clone());
    let verdict = match solution {
        None if foreign.stated == Status::Infeasible && beyond.is_none() => Verdict::Infeasible,
        None => Verdict::Unknown { bound, stop },
        Some(solution) if foreign.stated == Status::Optimal || !has_objective => Verdict::Optimal(solution),
        Some(solution) => Verdict::Feasible { solution, bound: None, stop },
    };
    let answered = Answered { by, verdict, reason: None, stats, listing: None };
    let mut report = answered.report(problem, &Options::default(), request, &watch)?;
    match report.status {
        Status::Optimal if !has_objective => {}
        Status::Optimal | Status::Infeasible => report.reason = Some(UNPROVED.to_owned()),
        Status::Feasible | Status::Unknown | Status::Unbounded => report.reason = Some(why),
    }
    Ok(report)
}

/// The value of a point of a relaxation, rounded to what it leaves to the objective of solutions if no point is better.
fn bound_at(model: &Model, values: &[f64]) -> Option<i64> {
    let objective = model.objective()?;
    let terms = objective.expression.terms().iter();
    let sum = terms.map(|&(var, coefficient)| coefficient as f64 * values[var.index()]).sum::<f64>();
    let value = sum + objective.expression.constant() as f64;
    let integer = match objective.sense {
        _ if is_rounded(value, nearest(value)) => value.round(),
        Sense::Maximize => value.floor(),
        Sense::Minimize => value.ceil(),
    };
    (integer.abs() <= EXACT as f64).then_some(nearest(integer))
}

/// The assignment, if it satisfies the model and no cut is violated. `is_best`: the program states that none is better.
fn assignment(formulation: &Formulation<Value>, values: &[f64], is_best: bool) -> Result<Assignment, DecodeError> {
    let model = &formulation.model;
    let bound = || bound_at(model, values).filter(|_| is_best);
    let assignment = integers(formulation, values, &bound)?;
    model.check(&assignment).map_err(DecodeError::Violated)?;
    let cuts = formulation.separate.as_ref().map(|separate| separate(&assignment)).unwrap_or_default();
    match cuts.first() {
        Some(cut) => {
            Err(DecodeError::Cut { cut: in_words(model, cut), sum: cut.activity(&assignment), bound: bound() })
        }
        None => Ok(assignment),
    }
}

/// The nearest integers. Of a relaxation those variables may be fractional that need not be declared integer.
fn integers(
    formulation: &Formulation<Value>,
    values: &[f64],
    bound: &dyn Fn() -> Option<i64>,
) -> Result<Assignment, DecodeError> {
    let model = &formulation.model;
    let is_far = |value: f64| value.abs() > EXACT as f64 || (value - value.round()).abs() > INTEGRAL;
    let far = values.iter().copied().zip(model.variables()).filter(|(value, _)| is_far(*value));
    let Some((value, variable)) = far.min_by_key(|(_, variable)| variable.may_be_continuous()) else {
        return Ok(values.iter().copied().map(nearest).collect::<Vec<_>>().into());
    };
    let name = variable.name.clone();
    Err(if formulation.is_relaxation() && variable.may_be_continuous() {
        DecodeError::Fractional { variable: name, value, bound: bound() }
    } else {
        DecodeError::NotIntegral { variable: name, value }
    })
}

/// The most terms of a cut that are written.
const TERMS: usize = 12;

/// A row as it would be written: `x + 2 y >= 1`.
fn in_words(model: &Model, row: &LinearConstraint) -> String {
    let mut words = Vec::new();
    for (i, &(var, coefficient)) in row.terms().iter().take(TERMS).enumerate() {
        let sign = if coefficient < 0 { "-" } else { "+" };
        words.extend((i > 0 || coefficient < 0).then(|| sign.to_owned()));
        words.extend((coefficient.unsigned_abs() != 1).then(|| coefficient.unsigned_abs().to_string()));
        words.push(model.variable(var).name.clone());
    }
    words.extend((row.terms().len() > TERMS).then(|| "+ …".to_owned()));
    words.extend(row.lower().map(|lower| format!(">= {lower}")));
    words.extend(row.upper().map(|upper| format!("<= {upper}")));
    words.join(" ")
}
