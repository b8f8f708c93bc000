//! Solutions one by one through a backend: solve, exclude what was found, solve again.

use super::error::SolveError;
use super::outcome::{Listing, Outcome};
use super::rounds::{Answer, Rounds};
use crate::run::{Stop, Verdict};

/// The least memory that a listed solution takes, in bytes: its JSON, and the row that excludes it, stored twice with its name.
const BYTES_PER_SOLUTION: u64 = 1 << 10;
/// The bytes that each variable in such a row takes, in the model before and after lowering.
const BYTES_PER_TERM: u64 = 32;

impl Rounds<'_> {
    /// Lists up to `limit` solutions, then looks for one more to see whether the list is complete.
    pub fn list(mut self, limit: usize) -> Result<Outcome, SolveError> {
        let model = &self.prepared.formulation.model;
        // A constant objective is that of a staged encoding: all solutions of a horizon are equally good.
        let equally_good = model.objective().is_none_or(|objective| objective.expression.terms().is_empty());
        if self.prepared.formulation.exclude.is_none() || !equally_good {
            return Err(SolveError::Unlisted { what: format!("encoding {}", self.prepared.encoding) });
        }
        let mut listing = Listing::default();
        let mut bytes = 0;
        let first = self.solve_horizons()?;
        let mut next = self.exclude(&first, limit, &mut listing, &mut bytes);
        while next {
            // Further solutions are looked for only at the horizon of the first.
            let verdict = self.solve_model()?;
            next = self.exclude(&verdict, limit, &mut listing, &mut bytes);
        }
        Ok(self.outcome(first, Some(listing)))
    }

    /// Records the solution of a verdict and excludes it from the model. Returns whether to look for another one.
    fn exclude(&mut self, verdict: &Verdict<Answer>, limit: usize, listing: &mut Listing, bytes: &mut u64) -> bool {
        match verdict {
            Verdict::Infeasible => listing.complete = true,
            Verdict::Unknown { stop, .. } | Verdict::Feasible { stop, .. } => listing.stop = Some(stop.clone()),
            Verdict::Optimal(answer) if listing.solutions.len() < limit => {
                let Some(exclude) = &self.prepared.formulation.exclude else { return false };
                let row = exclude(&answer.assignment);
                *bytes += BYTES_PER_SOLUTION + BYTES_PER_TERM * row.terms().len() as u64;
                listing.solutions.push(answer.solution.clone());
                self.add("exclude", row);
                let full = *bytes > self.request.control.memory_limit().0;
                listing.stop =
                    self.request.control.stop().or_else(|| full.then_some(Stop::MemoryLimit { needed: None }));
            }
            // One more than requested: the list is not complete.
            Verdict::Optimal(_) => return false,
        }
        !listing.complete && listing.stop.is_none()
    }
}
