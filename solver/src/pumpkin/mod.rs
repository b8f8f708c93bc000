//! Pumpkin, a constraint solver with lazy clause generation, through its crates `pumpkin-core`, `pumpkin-constraints` and
//! `pumpkin-conflict-resolvers`. The crate `pumpkin-solver` adds only a program, whose build needs git and a C compiler.
//!
//! * It searches on one thread; `threads` has no effect.
//! * It looks for a stop once per decision and once per conflict, but not during a propagation.
//! * Its bound on the objective comes from propagation before the first decision; with the strategy `linear-unsat-sat` also from refuted
//!   values.
//! * A session keeps the solver and its learned clauses, as long as runs have one seed and one set of options and end with an answer.
//! * It states its invariants as assertions, and a failed one panics: that is a failed run, after which its state is dropped.

mod options;
mod search;
#[cfg(test)]
mod tests;
mod translation;

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::control::Request;
use crate::model::{Capabilities, Model};
use crate::session::{Change, Receiver, Task};
use crate::{Backend, BackendError, Claim, Ending, Session};
use options::{Settings, VERSION, name};
use search::Search;

/// See the [module](self).
#[derive(Debug)]
pub(crate) struct Pumpkin;

impl Backend for Pumpkin {
    fn version(&self) -> String {
        VERSION.to_owned()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { circuit: false, ..Capabilities::ALL }
    }

    /// Its options are ways to search.
    fn keeps_proofs(&self, _option: &str) -> bool {
        true
    }

    fn open<'b>(&'b self, model: Model) -> Box<dyn Session + 'b> {
        Box::new(Incremental { model, kept: None })
    }
}

/// A model that grows, and Pumpkin's search in it.
struct Incremental {
    model: Model,
    /// The state that the last run has left.
    kept: Option<KeptSearch>,
}

/// A search that may go on, and its seed and options.
struct KeptSearch {
    seed: Option<u32>,
    options: Vec<(String, String)>,
    search: Search,
}

impl Session for Incremental {
    fn change(&mut self, change: Change) {
        // Rows may stay: the solver has them.
        if let Change::Add(..) = change {
            change.make(&mut self.model);
        }
    }

    fn run(&mut self, task: &Task, request: &Request<'_>, _: &mut Receiver<'_>) -> Result<Claim, BackendError> {
        let Task::Best = task else { return Err(BackendError::no_such_task("Pumpkin")) };
        let panicked = || BackendError::Failed { solver: name(), message: "one of its assertions failed".into() };
        // Nothing of a run that panicked is used again: it has taken what was kept.
        catch_unwind(AssertUnwindSafe(|| self.solve(request))).unwrap_or_else(|_| Err(panicked()))
    }
}

impl Incremental {
    fn solve(&mut self, request: &Request<'_>) -> Result<Claim, BackendError> {
        let Request { seed, options, .. } = request;
        let kept = self.kept.take().filter(|kept| (&kept.seed, &kept.options) == (seed, options));
        let search = match kept {
            Some(kept) => Some(kept.search),
            None => Search::new(&self.model, Settings::new(request)?)?,
        };
        let Some(mut search) = search else { return Ok(Claim::of(Ending::Infeasible)) };
        let claim = search.solve(&self.model, request)?;
        // A run that was stopped leaves Pumpkin in a state from which it may not go on.
        if claim.ending == Ending::Optimal {
            self.kept = Some(KeptSearch { seed: *seed, options: options.clone(), search });
        }
        Ok(claim)
    }
}
