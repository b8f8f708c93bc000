//! The answer of another program to an exported model: checked as a backend's answer is, decoded, and reported.

use serde_json::Value;

use super::answer::{Answer, Answered, By};
use super::error::SolveError;
use super::method::Options;
use super::prepare::Prepared;
use super::problem::Problem;
use super::watch::Watch;
use crate::report::{Report, Stats, Status};
use tumble_formats::solution::{INTEGRAL, ROUNDED};
use tumble_model::control::{Request, Stop, Verdict};
use tumble_model::model::{Assignment, EXACT, LinearConstraint, Model, Sense, Violation, nearest};
use tumble_model::session::{Claim, Ending, Judge, Outcome};
use tumble_puzzles::puzzle::{Formulation, Has};

/// The answer of another program.
#[derive(Clone, Debug)]
pub struct Foreign {
    /// The program, for the report.
    pub solver: &'static str,
    /// A text in place of its version.
    pub version: String,
    /// How its run ended, as it states itself. Only [`Status::Optimal`] and [`Status::Infeasible`] claim a proof.
    pub stated: Status,
    /// In words, why the solution is not known to be best, or why there is no solution; not used if what the program claims is believed.
    pub why: String,
    /// The bound on the objective that the program states, or that is left where it calls a solution best within a gap; infinite if its
    /// claim is not about the objective. `None`: what it calls best is best.
    pub bound: Option<f64>,
    /// The largest coefficient with which its claims count: see [`Judge::doubt`].
    pub largest_trusted: Option<u64>,
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
        /// The bound on the puzzle's objective, if the program states that this is an optimum of the relaxation.
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

/// The remark on the statement of a program.
const UNPROVED: &str = "as the program states; tumble has not proved it";

/// Checks an answer to the prepared model, decodes it and reports it. The report takes the program's word that a
/// solution is best, or that there is no solution, if a [`Judge`] believes it, as it judges the claims of backends.
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
    let by = By::model(foreign.solver, foreign.version.clone(), prepared);
    let has_objective = problem.instance.sense().is_some();
    let stated = foreign.stated;
    let (outcome, mut why) = judged(prepared, foreign);
    let bound = outcome.bound;
    let assigned =
        |values: Vec<f64>| assignment(&prepared.formulation, &values, bound.filter(|_| stated == Status::Optimal));
    let verdict = match outcome.verdict.try_map(assigned) {
        Ok(verdict) => verdict,
        Err(error @ DecodeError::Fractional { bound: Some(bound), .. }) => {
            why = format!("{error}; the bound is of its optimum, {UNPROVED}");
            Verdict::Unknown { bound: Some(bound), stop: Stop::Solver(why.clone()) }
        }
        Err(error) => return Err(error),
    };
    let decoded = |assignment| Answer::new(problem, &prepared.formulation, assignment);
    let verdict = verdict.try_map(|assignment| decoded(assignment).map_err(|why| by.wrong(stated, why)))?;
    let verdict = match (verdict, &prepared.lengths) {
        // The model of some horizons says nothing of longer solutions.
        (Verdict::Infeasible, Some(lengths)) => {
            why = format!("no solution has up to {} moves, {UNPROVED}", lengths.end());
            Verdict::Unknown { bound: None, stop: Stop::Solver(why.clone()) }
        }
        (Verdict::Infeasible, None) => match prepared.formulation.has {
            Has::All | Has::AllBest | Has::SomeBest => Verdict::Infeasible,
            Has::Better(..) => Verdict::Unknown { bound: None, stop: Stop::Solver(why.clone()) },
        },
        // Any solution is best of a model without the puzzle's objective.
        (Verdict::Optimal(solution), _) if has_objective && prepared.formulation.model.objective().is_none() => {
            Verdict::Feasible { solution, bound: None, stop: Stop::Solver(why.clone()) }
        }
        (verdict, _) => verdict,
    };
    let status = Status::from(&verdict);
    let verdict = verdict.try_map(|answer| by.counted(problem, status, answer.verified, answer.claim))?;
    let answered = Answered { by, verdict, reason: None, stats, listing: None };
    let mut report = answered.report(problem, &Options::default(), request, &watch)?;
    match report.status {
        Status::Optimal if !has_objective => {}
        Status::Optimal | Status::Infeasible => report.reason = Some(UNPROVED.to_owned()),
        Status::Feasible | Status::Unknown | Status::Unbounded => report.reason = Some(why),
    }
    Ok(report)
}

/// What is believed of a program's answer, and in words why it is no more.
fn judged(prepared: &Prepared, foreign: Foreign) -> (Outcome, String) {
    let Foreign { stated, why, bound, largest_trusted, values, .. } = foreign;
    let ending = match stated {
        Status::Optimal => Ending::Optimal,
        Status::Infeasible => Ending::Infeasible,
        Status::Feasible | Status::Unknown | Status::Unbounded => Ending::Stopped(Stop::Solver(why.clone())),
    };
    let claims = !matches!(ending, Ending::Stopped(_)) || bound.is_some();
    // The numbers that the program computed with are those of the model that it was given.
    let doubt = Judge::of(&prepared.lowered).doubt(largest_trusted).filter(|_| claims);
    let why = doubt.clone().unwrap_or(why);
    let model = &prepared.formulation.model;
    let is_fractional = |values: &Vec<f64>| model.objective().is_some_and(|goal| goal.rounded_at(values).is_none());
    let bound = match (model.objective(), values.as_ref().filter(|values| is_fractional(values))) {
        // The digits that a file leaves out are no part of the bound.
        (Some(goal), Some(values)) if ending == Ending::Optimal => {
            let bound = bound.unwrap_or_else(|| goal.at(values));
            let left_out = ROUNDED * bound.abs();
            Some(if goal.sense == Sense::Maximize { bound + left_out } else { bound - left_out })
        }
        _ => bound,
    };
    let claim = Claim { values, bound, ..Claim::of(ending) };
    (Judge::of(model).outcome(claim, doubt.map(Stop::Solver)), why)
}

/// The assignment, if it satisfies the model and no cut is violated. `bound`: that of a program which states that no other is better.
fn assignment(formulation: &Formulation<Value>, values: &[f64], bound: Option<i64>) -> Result<Assignment, DecodeError> {
    let model = &formulation.model;
    let assignment = integers(formulation, values, bound)?;
    model.check(&assignment).map_err(DecodeError::Violated)?;
    let cuts = formulation.separate.as_ref().map(|separate| separate(&assignment)).unwrap_or_default();
    match cuts.first() {
        Some(cut) => Err(DecodeError::Cut { cut: in_words(model, cut), sum: cut.activity(&assignment), bound }),
        None => Ok(assignment),
    }
}

/// The nearest integers. Of a relaxation those variables may be fractional that need not be declared integer.
fn integers(formulation: &Formulation<Value>, values: &[f64], bound: Option<i64>) -> Result<Assignment, DecodeError> {
    let model = &formulation.model;
    let is_far = |value: f64| value.abs() > EXACT as f64 || (value - value.round()).abs() > INTEGRAL;
    let far = values.iter().copied().zip(model.variables()).filter(|(value, _)| is_far(*value));
    let Some((value, variable)) = far.min_by_key(|(_, variable)| variable.may_be_continuous()) else {
        return Ok(values.iter().copied().map(nearest).collect::<Vec<_>>().into());
    };
    let name = variable.name.clone();
    Err(if formulation.is_relaxation() && variable.may_be_continuous() {
        DecodeError::Fractional { variable: name, value, bound }
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
