//! Judges the claims of a solver: the only place where a run becomes "optimal" or "infeasible".
//!
//! * A solution is optimal if the solver says so and its own bound, rounded to what an integer objective can reach, is the objective of
//!   the solution. Gaps that a caller allows therefore make an answer feasible, whatever the solver calls it.
//! * A caller's own options for a solver may change what a proof means: a cutoff, a tolerance, a limit that the solver does not report.
//!   Unless a backend keeps its proofs under an option, nothing is proved: there is no bound, no optimum
//!   and no infeasibility, only solutions, which are checked in any case.
//! * A solver that computes in floating point proves nothing about a model whose coefficients its tolerances
//!   [swallow](crate::model::Capabilities::largest_trusted).
//! * A bound that the solver's own solution beats is no bound.

use serde::{Deserialize, Serialize};

use crate::control::{Incumbent, Stop, Verdict};
use crate::model::{Constraint, Integrality, LinearConstraint, Model, Objective, Var, Variable};

/// A solver's answer in its own numbers, not yet judged: a [`Judge`] makes an [`Outcome`] of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Claim {
    /// How the solver says that its run ended.
    pub ending: Ending,
    /// Its best solution: a value for each variable of the model, by index.
    pub values: Option<Vec<f64>>,
    /// Its last bound on the objective, the objective's constant included. `None` if the solver states no bounds; infinite if it has no
    /// bound.
    pub bound: Option<f64>,
    /// What it reports of the way there. The root bound is not needed for a run that was settled at the root.
    pub effort: Effort,
    /// See [`Outcome::duals`].
    pub duals: Option<Vec<f64>>,
}

/// What a solver reports of the way to its answer; `None` where it does not report it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Effort {
    /// The bound on the objective after the root node, the objective's constant included.
    pub root_bound: Option<f64>,
    /// Nodes of the search tree. A run that is settled in presolve or at the root has 0 or 1.
    pub nodes: Option<u64>,
    /// Improving solutions in order, each strictly better than the solution before, the last one that of the answer; objectives with their
    /// constant.
    pub incumbents: Option<Vec<Incumbent>>,
}

/// How a solver says that its run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// Its solution is best.
    Optimal,
    /// There is no solution.
    Infeasible,
    /// Neither: it stopped.
    Stopped(Stop),
}

impl Claim {
    /// An ending, and nothing else.
    pub const fn of(ending: Ending) -> Self {
        let effort = Effort { root_bound: None, nodes: None, incumbents: None };
        Self { ending, values: None, bound: None, effort, duals: None }
    }

    /// The claim of a run that has proved its best solution.
    pub fn optimal(values: Vec<f64>) -> Self {
        Self { values: Some(values), ..Self::of(Ending::Optimal) }
    }

    /// The claim about a model, judged. The run must be without options of the caller's own, which may spoil a claim.
    pub fn judged(self, model: &Model) -> Outcome {
        Judge::of(model).outcome(self, None)
    }

    /// The claim of a run that stopped.
    pub const fn stopped(stop: Stop) -> Self {
        Self::of(Ending::Stopped(stop))
    }
}

/// The part of a solver's [`Claim`] that is believed. Its values are not yet rounded or checked. A solution has a value for each variable
/// of the model, by index.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The verdict. Bounds are rounded to what an integer objective can reach.
    pub verdict: Verdict<Vec<f64>>,
    /// No solution is better than this: the bound of the verdict, or the objective of an optimum. `None`: not known.
    pub bound: Option<i64>,
    /// What the solver reports of the way there.
    pub effort: Effort,
    /// The dual of each row of a linear program, at its optimum or where the run stopped: how much the objective grows with the row's
    /// side. If the program is infeasible, a ray of duals, which proves this. `None`: the solver does not report duals. Duals are
    /// floating-point numbers: results that are computed from them have to hold for any numbers.
    pub duals: Option<Vec<f64>>,
}

/// The facts about a model that are needed to judge claims.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    objective: Option<Objective>,
    variables: usize,
    /// Whether it is a linear relaxation, whose optimum need not be an integer.
    is_relaxed: bool,
    /// By variable, the largest absolute value within its bounds.
    largest_values: Vec<u64>,
    scale: Scale,
}

/// How large the numbers of a model are, each row divided by the greatest common divisor of its coefficients.
#[derive(Clone, Copy, Debug, Default)]
struct Scale {
    coefficient: u64,
    /// The largest product of a coefficient and a value of its variable.
    term: u64,
}

/// Terms beyond this are as large as the reciprocal of the smallest tolerances (1e-9), which are relative to the size of a row.
const LARGEST_TERM: u64 = 1_000_000_000;

impl Scale {
    fn extend(&mut self, terms: &[(Var, i64)], largest_values: &[u64]) {
        let divisor = terms.iter().fold(0, |divisor, &(_, a)| gcd(divisor, a.unsigned_abs())).max(1);
        for &(var, a) in terms {
            let coefficient = a.unsigned_abs() / divisor;
            self.coefficient = self.coefficient.max(coefficient);
            self.term = self.term.max(coefficient.saturating_mul(largest_values[var.index()]));
        }
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Judge {
    /// The facts about a model.
    pub fn of(model: &Model) -> Self {
        let variables = model.variables();
        let largest = |variable: &Variable| variable.lower.unsigned_abs().max(variable.upper.unsigned_abs());
        let mut judge = Self {
            objective: model.objective().cloned(),
            variables: variables.len(),
            is_relaxed: variables.iter().any(|variable| variable.integrality == Integrality::Relaxed),
            largest_values: variables.iter().map(largest).collect(),
            scale: Scale::default(),
        };
        for named in model.constraints() {
            if let Constraint::Linear(row) = &named.constraint {
                judge.add(row);
            }
        }
        if let Some(objective) = model.objective() {
            judge.scale.extend(objective.expression.terms(), &judge.largest_values);
        }
        judge
    }

    /// Takes a row into account that was added to the model.
    pub fn add(&mut self, row: &LinearConstraint) {
        self.scale.extend(row.terms(), &self.largest_values);
    }

    /// Why the answers of a solver prove nothing about the model, if it can be [trusted](crate::model::Capabilities::largest_trusted) with
    /// coefficients up to this.
    pub fn doubt(&self, trusted: Option<u64>) -> Option<String> {
        let trusted = trusted?;
        let Scale { coefficient, term } = self.scale;
        let (what, number, most) =
            if coefficient > trusted { ("coefficients", coefficient, trusted) } else { ("terms", term, LARGEST_TERM) };
        (number > most).then(|| {
            format!("the model has {what} up to {number}: beyond {most} its tolerance may swallow an integer, so its answer is no proof")
        })
    }

    /// Judges a claim. `doubt`: why the claim proves nothing.
    pub fn outcome(&self, claim: Claim, doubt: Option<Stop>) -> Outcome {
        let Claim { ending, values, bound: stated, mut effort, duals } = claim;
        let value = values.as_deref().and_then(|values| self.value(values));
        let bound = self.bound(stated, value).filter(|_| doubt.is_none());
        let is_met = bound.is_some() && bound == value;
        // Some programs state no bound: what they prove is what they say.
        let is_proved = doubt.is_none() && (is_met || stated.is_none());
        let is_settled = matches!(ending, Ending::Optimal) && effort.nodes.is_some_and(|nodes| nodes <= 1);
        let verdict = match (ending, values) {
            (Ending::Optimal | Ending::Stopped(_), Some(values)) if self.objective.is_none() => {
                Verdict::Optimal(values)
            }
            (Ending::Optimal, Some(values)) if is_proved => Verdict::Optimal(values),
            (Ending::Stopped(_), Some(values)) if is_met => Verdict::Optimal(values),
            (Ending::Infeasible, None) if doubt.is_none() => Verdict::Infeasible,
            (ending, values) => {
                let stop = doubt.unwrap_or_else(|| ending.stop(values.is_some()));
                match values {
                    Some(solution) => Verdict::Feasible { solution, bound, stop },
                    None => Verdict::Unknown { bound, stop },
                }
            }
        };
        // A run that is settled in presolve or at the root ends with its root bound.
        let root_bound = if is_settled { stated.or(value.map(|value| value as f64)) } else { effort.root_bound };
        effort.root_bound = root_bound.filter(|bound| bound.is_finite() && self.objective.is_some());
        let bound = if matches!(verdict, Verdict::Optimal(_)) { value } else { bound };
        Outcome { verdict, bound, effort, duals }
    }

    /// The objective of a solution; of a point of a linear program, or with fractions, the best that an integer objective can be there.
    fn value(&self, values: &[f64]) -> Option<i64> {
        let objective = self.objective.as_ref()?;
        let whole = objective.rounded_at(values).filter(|_| !self.is_relaxed);
        whole.or_else(|| {
            let has_all = values.len() >= self.variables && values.iter().all(|value| value.is_finite());
            has_all.then(|| objective.integer_bound(objective.at(values)))?
        })
    }

    /// The bound that a solver states, rounded to what an integer objective can reach, unless its own solution's value is better.
    fn bound(&self, stated: Option<f64>, value: Option<i64>) -> Option<i64> {
        let objective = self.objective.as_ref()?;
        let bound = objective.integer_bound(stated?)?;
        Some(bound).filter(|&bound| value.is_none_or(|value| !objective.sense.is_better(value, bound)))
    }
}

impl Ending {
    /// Why a run stopped that proves nothing, with or without a solution.
    fn stop(self, has_solution: bool) -> Stop {
        match (self, has_solution) {
            (Self::Stopped(stop), _) => stop,
            (Self::Optimal, true) => Stop::Solver("its bound does not meet its solution".into()),
            (Self::Optimal, false) => Stop::Solver("it says that it has an optimum, but gives no solution".into()),
            (Self::Infeasible, _) => Stop::Solver("it says that there is no solution, but gives one".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Linear, Sense};

    /// The largest value of x + 100, for x in 0..=9.
    fn model() -> Model {
        let mut model = Model::new("m");
        let x = model.integer("x", 0..=9);
        model.set_objective(Sense::Maximize, Linear::from(x).plus_constant(100));
        model
    }

    fn verdict(claim: Claim, doubt: Option<Stop>) -> Verdict<Vec<f64>> {
        Judge::of(&model()).outcome(claim, doubt).verdict
    }

    fn stop() -> Stop {
        Stop::Solver("of the test".into())
    }

    #[test]
    fn an_optimum_has_to_meet_the_bound() {
        let claim = |bound| Claim { bound, ..Claim::optimal(vec![7.0]) };
        for (stated, bound) in [(Some(107.4), Some(107)), (Some(106.9999), Some(107)), (None, None)] {
            assert_eq!(verdict(claim(stated), None), Verdict::Optimal(vec![7.0]), "{stated:?} {bound:?}");
        }
        for (stated, bound) in [(108.0, Some(108)), (f64::INFINITY, None), (f64::NAN, None), (105.0, None)] {
            let Verdict::Feasible { bound: known, stop, .. } = verdict(claim(Some(stated)), None) else {
                panic!("{stated} proves nothing");
            };
            assert_eq!((known, stop), (bound, Stop::Solver("its bound does not meet its solution".into())));
        }
    }

    #[test]
    fn a_stopped_run_whose_bound_is_met_is_over() {
        let claim = |bound| Claim { values: Some(vec![7.0]), bound: Some(bound), ..Claim::stopped(stop()) };
        assert_eq!(verdict(claim(107.0), None), Verdict::Optimal(vec![7.0]));
        let open = Verdict::Feasible { solution: vec![7.0], bound: Some(108), stop: stop() };
        assert_eq!(verdict(claim(108.0), None), open);
    }

    #[test]
    fn in_doubt_nothing_is_proved() {
        let doubt = || Some(stop());
        let optimal = Claim { bound: Some(107.0), ..Claim::optimal(vec![7.0]) };
        let feasible = Verdict::Feasible { solution: vec![7.0], bound: None, stop: stop() };
        assert_eq!(verdict(optimal, doubt()), feasible);
        let unknown = Verdict::Unknown { bound: None, stop: stop() };
        assert_eq!(verdict(Claim::of(Ending::Infeasible), doubt()), unknown);
        let stopped = Claim { bound: Some(107.0), ..Claim::stopped(Stop::TimeLimit) };
        assert_eq!(verdict(stopped, doubt()), unknown);
    }

    #[test]
    fn claims_that_contradict_themselves_prove_nothing() {
        let infeasible = Claim { values: Some(vec![7.0]), ..Claim::of(Ending::Infeasible) };
        assert!(matches!(verdict(infeasible, None), Verdict::Feasible { bound: None, .. }));
        let empty = Claim::of(Ending::Optimal);
        assert!(matches!(verdict(empty, None), Verdict::Unknown { bound: None, .. }));
    }
}
