//! microlp, a branch-and-bound solver in pure Rust.
//!
//! * It has no callbacks, but a run that reached a time limit can be resumed: it runs in short slices, between which the control
//!   is polled and progress is reported.
//! * Its integer variables are of 32 bits; its reals are not limited.
//! * It is called directly, not through `good_lp`, which cannot resume.
//! * It has no threads, no seed and no log.

use std::time::Duration;

use microlp::{
    ComparisonOp, Error, OptimizationDirection, SolutionStatus, SolveOptions, SolveOutcome, Stats, Variable,
};

use crate::control::{Event, Incumbent, Progress, Request};
use crate::floats::{self, exact};
use crate::linear::{self, rows};
use crate::model::{Capabilities, Model, Relation, nearest};
use crate::sparse::Columns;
use crate::{Backend, BackendError, Claim, Effort, Ending, Session};

/// See the [module](self).
#[derive(Debug)]
pub(crate) struct Microlp;

/// How long it runs before the control is polled.
const SLICE: Duration = Duration::from_millis(50);

impl Backend for Microlp {
    fn version(&self) -> String {
        env!("MICROLP_VERSION").to_owned()
    }

    fn capabilities(&self) -> Capabilities {
        // A tenth of the reciprocal of its tolerance: its tolerance is 1e-5.
        Capabilities { relaxations: true, largest_trusted: Some(10_000), ..Capabilities::LINEAR }
    }

    fn open<'b>(&'b self, model: Model) -> Box<dyn Session + 'b> {
        linear::whole_runs(model, solve)
    }
}

fn solve(model: &Model, request: &Request<'_>) -> Result<Claim, BackendError> {
    let (problem, columns) = build(model)?;
    let mut options = SolveOptions::default();
    options.time_limit = Some(SLICE);
    set_own_options(&mut options, request)?;
    let mut run = Run { model, request, columns, incumbents: Vec::new(), root_bound: None };
    let mut outcome = match problem.solve_with(options) {
        Err(Error::Infeasible) => return Ok(Claim::of(Ending::Infeasible)),
        outcome => outcome.map_err(failed)?,
    };
    loop {
        run.hear(&outcome);
        if outcome.is_optimal() || request.control.stop().is_some() {
            return run.claim(&outcome);
        }
        outcome = match outcome.resume() {
            Err(Error::Infeasible) => return Ok(Claim::of(Ending::Infeasible)),
            outcome => outcome.map_err(failed)?,
        };
    }
}

fn failed(error: impl std::fmt::Display) -> BackendError {
    BackendError::Failed { solver: format!("microlp {}", Microlp.version()), message: error.to_string() }
}

/// Builds microlp's problem, the objective without its constant, and its variables by index.
fn build(model: &Model) -> Result<(microlp::Problem, Vec<Variable>), BackendError> {
    let is_maximized = model.is_maximized();
    let direction = if is_maximized { OptimizationDirection::Maximize } else { OptimizationDirection::Minimize };
    let Columns { lower, upper, costs, .. } = Columns::of(model)?;
    let mut problem = microlp::Problem::new(direction);
    let columns = model.variables().iter().enumerate().map(|(i, variable)| {
        let (name, cost) = (&variable.name, costs[i]);
        if variable.may_be_continuous() {
            return Ok(problem.add_var(cost, (lower[i], upper[i])));
        }
        let small = |bound: i64| {
            i32::try_from(bound).map_err(|_| failed(format!("{bound}, a bound of {name}, is beyond 32 bits")))
        };
        Ok(problem.add_integer_var(cost, (small(variable.lower)?, small(variable.upper)?)))
    });
    let columns = columns.collect::<Result<Vec<Variable>, BackendError>>()?;
    for (name, row) in rows(model).filter(|(_, row)| !row.terms().is_empty()) {
        let terms = row.terms().iter().map(|&(var, coefficient)| Ok((columns[var.index()], exact(coefficient, name)?)));
        let terms = terms.collect::<Result<Vec<(Variable, f64)>, BackendError>>()?;
        for (relation, bound) in row.sides() {
            let operator = match relation {
                Relation::AtLeast => ComparisonOp::Ge,
                Relation::AtMost => ComparisonOp::Le,
                Relation::Equal => ComparisonOp::Eq,
            };
            problem.add_constraint(terms.as_slice(), operator, exact(bound, name)?);
        }
    }
    Ok((problem, columns))
}

/// Sets the options that have a name in microlp and a meaning here.
fn set_own_options(options: &mut SolveOptions, request: &Request<'_>) -> Result<(), BackendError> {
    for (name, value) in &request.options {
        let refused = |why: &str| BackendError::refused(format!("microlp {}", Microlp.version()), name, value, why);
        let target = match name.as_str() {
            "int_tol" => &mut options.int_tol,
            "feasibility" => &mut options.tolerances.feasibility,
            _ => return Err(refused("there is no such option")),
        };
        let number: f64 = value.parse().map_err(|_| refused("it is not a number"))?;
        if !(0.0..0.5).contains(&number) {
            return Err(refused("it has to be in 0..0.5"));
        }
        *target = number;
    }
    Ok(())
}

/// A run from one slice to the next.
struct Run<'a> {
    model: &'a Model,
    request: &'a Request<'a>,
    columns: Vec<Variable>,
    incumbents: Vec<Incumbent>,
    /// The latest bound before the first node was solved.
    root_bound: Option<f64>,
}

impl Run<'_> {
    /// Reports the results of a slice.
    fn hear(&mut self, outcome: &SolveOutcome) {
        let control = &self.request.control;
        let Stats { nodes_solved, .. } = outcome.stats();
        let bound = self.bound(outcome);
        if nodes_solved == 0 {
            self.root_bound = bound.or(self.root_bound);
        }
        if let Some(solution) = outcome.solution() {
            let objective = nearest(solution.objective() + floats::offset(self.model));
            if self.incumbents.last().is_none_or(|last| last.objective != objective) {
                self.incumbents.push(control.found(objective, &self.values(solution)));
            }
        }
        let incumbent = self.incumbents.last().map(|found| found.objective);
        control.notify(&Event::Progress(Progress { incumbent, bound, nodes: Some(nodes_solved) }));
    }

    /// The bound on the model's objective.
    fn bound(&self, outcome: &SolveOutcome) -> Option<f64> {
        let bound = outcome.stats().best_bound.filter(|bound| bound.is_finite())?;
        self.model.objective().map(|_| bound + floats::offset(self.model))
    }

    fn values(&self, solution: &microlp::Solution) -> Vec<f64> {
        self.columns.iter().map(|&column| solution.var_value_raw(column)).collect()
    }

    fn claim(self, outcome: &SolveOutcome) -> Result<Claim, BackendError> {
        let solution = outcome.solution();
        let ending = match (solution, self.request.control.stop()) {
            (Some(solution), _) if solution.status() == SolutionStatus::Optimal => Ending::Optimal,
            (_, Some(stop)) => Ending::Stopped(stop),
            (_, None) => return Err(failed("it ended without an answer")),
        };
        Ok(Claim {
            values: solution.map(|solution| self.values(solution)),
            bound: self.bound(outcome),
            effort: Effort {
                root_bound: self.root_bound,
                nodes: Some(outcome.stats().nodes_solved),
                incumbents: Some(self.incumbents),
            },
            ..Claim::of(ending)
        })
    }
}
