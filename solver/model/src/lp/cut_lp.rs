//! A linear program with rows that are added when they are violated, and dropped when they are idle.

use std::collections::BTreeSet;
use std::fmt;

use super::is_empty;
use crate::control::{Request, Stop};
use crate::model::{LinearConstraint, Model};
use crate::session::{BackendError, Change, Ending, Reload};

/// A row with a smaller dual is idle.
const IDLE: f64 = 1e-9;
/// Idle rows are dropped if that makes the program smaller by one part in so many.
const IDLE_SHARE: usize = 4;

/// A program in a solver, with a model of the rows that are now loaded in the solver. `R` is a row without its form in the program.
pub struct CutLp<'a, R> {
    model: Model,
    solver: &'a mut dyn Reload,
    /// The number of rows that come first, and are not dropped.
    fixed: usize,
    /// Rows that were idle for so many runs are dropped.
    patience: u32,
    /// The rows after the fixed rows, each with the number of runs since it had a dual.
    rows: Vec<(R, u32)>,
    /// Rows so far, for their names.
    added: u64,
}

impl<R: fmt::Debug> fmt::Debug for CutLp<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { model, solver: _, fixed, patience: _, rows, added: _ } = self;
        f.debug_struct("CutLp").field("model", model).field("fixed", fixed).field("rows", rows).finish_non_exhaustive()
    }
}

/// An optimum of a linear program, in floating point. Results that are computed from it have to hold for any numbers.
#[derive(Clone, Debug)]
pub struct Optimum {
    /// The value of each variable, by index.
    pub values: Vec<f64>,
    /// The dual of each row, in order: how much the objective grows with the row's side.
    pub duals: Vec<f64>,
}

/// What a run found.
#[derive(Clone, Debug)]
pub enum Relaxed {
    /// An optimum.
    Optimal(Optimum),
    /// The program has no point, which a ray of duals proves.
    Empty,
    /// The solver says that the program has no point, and cannot prove it.
    Unproved,
    /// A limit.
    Stopped(Stop),
}

impl<'a, R: Ord> CutLp<'a, R> {
    /// The relaxation of a model. Rows that are added later are dropped when they were idle for `patience` runs.
    pub fn new(model: Model, patience: u32, solver: &'a mut dyn Reload) -> Self {
        solver.load(&model.clone().relaxed());
        Self { fixed: model.constraints().len(), model, solver, patience, rows: Vec::new(), added: 0 }
    }

    /// The rows now loaded in the solver.
    pub const fn model(&self) -> &Model {
        &self.model
    }

    /// Solves the program with the rows so far.
    ///
    /// # Errors
    /// When the solver fails.
    pub fn solve(&mut self, request: &Request<'_>) -> Result<Relaxed, BackendError> {
        let claim = self.solver.best(request)?;
        Ok(match (claim.ending, claim.values, claim.duals) {
            (Ending::Infeasible, _, Some(ray)) if is_empty(&self.model, &ray) => Relaxed::Empty,
            (Ending::Stopped(stop), None, _) | (Ending::Stopped(stop), _, None) => Relaxed::Stopped(stop),
            (Ending::Infeasible, ..) | (Ending::Optimal, None, _) => Relaxed::Unproved,
            (Ending::Optimal | Ending::Stopped(_), Some(mut values), duals) => {
                let mut duals = duals.unwrap_or_default();
                // A solver may be wrong about anything, also about how many numbers there are.
                values.resize(self.model.variables().len(), 0.0);
                duals.resize(self.model.constraints().len(), 0.0);
                Relaxed::Optimal(Optimum { values, duals })
            }
        })
    }

    /// Adds the rows that the program does not have yet, in the form that `linear` gives them, and returns the new rows. If there are new
    /// rows, rows that were idle for some runs are dropped first, if there are enough of them; `duals` are the duals of the last run.
    /// Without new rows the program stays as it is, and the duals remain valid.
    pub fn exchange(&mut self, rows: Vec<R>, duals: &[f64], linear: impl Fn(&R) -> LinearConstraint) -> &[(R, u32)] {
        let known: BTreeSet<&R> = self.rows.iter().map(|(row, _)| row).collect();
        if rows.iter().all(|row| known.contains(row)) {
            return &[];
        }
        self.drop_idle(duals);
        self.add(rows, linear)
    }

    fn drop_idle(&mut self, duals: &[f64]) {
        for ((_, idle), dual) in self.rows.iter_mut().zip(&duals[self.fixed..]) {
            *idle = if dual.abs() > IDLE { 0 } else { *idle + 1 };
        }
        let patience = self.patience;
        let is_kept = |(_, idle): &(R, u32)| *idle < patience;
        let fixed = std::iter::repeat_n(true, self.fixed);
        let kept: Vec<bool> = fixed.chain(self.rows.iter().map(is_kept)).collect();
        if kept.iter().filter(|&&kept| !kept).count() * IDLE_SHARE > self.rows.len() {
            self.rows.retain(is_kept);
            self.model.retain(&kept);
            self.solver.change(Change::Retain(kept));
        }
    }

    /// Adds the rows that the program does not have yet, in the form that `linear` gives them, and returns the new rows.
    pub fn add(&mut self, rows: Vec<R>, linear: impl Fn(&R) -> LinearConstraint) -> &[(R, u32)] {
        let known: BTreeSet<&R> = self.rows.iter().map(|(row, _)| row).collect();
        let fresh: BTreeSet<R> = rows.into_iter().filter(|row| !known.contains(row)).collect();
        let before = self.rows.len();
        for row in fresh {
            self.added += 1;
            let (name, linear) = (format!("row_{}", self.added), linear(&row));
            self.model.add(name.clone(), linear.clone());
            self.solver.change(Change::Add(name, linear));
            self.rows.push((row, 0));
        }
        &self.rows[before..]
    }

    /// The rows that were added, with their duals in the last run. No rows may have been [exchanged](Self::exchange) since.
    pub fn with_duals<'d>(&'d self, duals: &'d [f64]) -> impl Iterator<Item = (&'d R, f64)> {
        self.rows.iter().map(|(row, _)| row).zip(duals[self.fixed..].iter().copied())
    }
}
