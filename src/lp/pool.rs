//! The rows that are added to a linear program when they are violated, and dropped when they are idle.

use std::collections::BTreeSet;

/// A row with a smaller dual is idle.
const IDLE: f64 = 1e-9;
/// Idle rows are dropped if that makes the program smaller by one part in so many.
const IDLE_SHARE: usize = 4;

/// The rows that the solver has beyond those of the model, in order. `R` is what a row says, without its form in the program.
#[derive(Clone, Debug)]
pub struct Pool<R> {
    /// The rows of the model, which come first.
    fixed: usize,
    /// Rows that were idle for so many runs are dropped.
    patience: u32,
    /// Each with the number of runs since it had a dual.
    rows: Vec<(R, u32)>,
    /// Rows so far, for their names.
    added: u64,
}

impl<R: Ord> Pool<R> {
    /// No rows yet, beside `fixed` of the model; rows are dropped when they were idle for so many runs.
    #[must_use]
    pub const fn new(fixed: usize, patience: u32) -> Self {
        Self { fixed, patience, rows: Vec::new(), added: 0 }
    }

    /// Which rows to keep after a run with these duals, the model's included, if it is worth while to drop some; they are no longer in
    /// the pool then.
    pub fn drop_idle(&mut self, duals: &[f64]) -> Option<Vec<bool>> {
        for ((_, idle), dual) in self.rows.iter_mut().zip(&duals[self.fixed..]) {
            *idle = if dual.abs() > IDLE { 0 } else { *idle + 1 };
        }
        let is_kept = |(_, idle): &(R, u32)| *idle < self.patience;
        let fixed = std::iter::repeat_n(true, self.fixed);
        let kept: Vec<bool> = fixed.chain(self.rows.iter().map(is_kept)).collect();
        if kept.iter().filter(|&&kept| !kept).count() * IDLE_SHARE <= self.rows.len() {
            return None;
        }
        self.rows.retain(is_kept);
        Some(kept)
    }

    /// Those that the solver does not have, each once.
    #[must_use]
    pub fn fresh(&self, rows: Vec<R>) -> BTreeSet<R> {
        let known: BTreeSet<&R> = self.rows.iter().map(|(row, _)| row).collect();
        rows.into_iter().filter(|row| !known.contains(row)).collect()
    }

    /// Adds a row, and says under which name.
    pub fn push(&mut self, row: R) -> String {
        self.rows.push((row, 0));
        self.added += 1;
        format!("row_{}", self.added)
    }

    /// The rows with their duals.
    pub fn with_duals<'a>(&'a self, duals: &'a [f64]) -> impl Iterator<Item = (&'a R, f64)> {
        self.rows.iter().map(|(row, _)| row).zip(duals[self.fixed..].iter().copied())
    }
}
