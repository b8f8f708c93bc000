//! The pipeline: the one room that sees puzzles, lowering and backends together.
//!
//! An answer of a backend is believed after three steps and not before: it is rounded, checked against the model *before*
//! lowering in exact integers, and decoded and replayed by the puzzle's rules, which recompute the objective. A failure in
//! any of them is an error that names the solver, never a warning.
//!
//! | file | what |
//! |---|---|
//! | `method.rs` | direct search or a backend, by name |
//! | `prepare.rs` | from an encoding to a lowered model |
//! | `model.rs` | one model through lowering, a backend, rounding and the exact check; also for models of your own |
//! | `rounds.rs`, `listing.rs` | the loops over cuts, over horizons, and over solutions |
//! | `verify.rs` | replay by the rules: the only place that makes a [`Verified`] |
//! | `outcome.rs` | from a verified verdict to a [`Report`] |
//! | `count.rs` | how many solutions there are |
//! | `compare.rs` | reports held against each other |

mod compare;
mod count;
mod error;
mod listing;
mod method;
mod model;
mod outcome;
mod prepare;
mod rounds;
mod verify;

pub use compare::{compare, cross_check, other_method};
pub use count::count;
pub use error::SolveError;
pub use method::{Method, MethodError, SEARCH};
pub use model::{ModelAnswer, ModelError, solve_model};
pub use prepare::{Prepared, prepare, prepare_whole};
pub use verify::{CheckError, MovesFault, Verified, check};

use std::time::Instant;

use serde_json::Value;

use crate::lower::Lowering;
use crate::puzzle::{EncodeError, Instance, Listed, PuzzleEntry, Searched};
use crate::report::{Report, Stats};
use crate::run::{Request, Verdict};
use listing::Listing;
use outcome::{Outcome, Solver};
use rounds::Rounds;

/// A puzzle's instance and what it is called.
#[derive(Debug)]
pub struct Problem {
    /// The model file, as it was named.
    pub model: String,
    /// The puzzle.
    pub puzzle: &'static PuzzleEntry,
    /// The instance.
    pub instance: Box<dyn Instance>,
}

/// What is to be solved beside the problem itself: through which model, and how many solutions.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The encoding; without one the best for the backend.
    pub encoding: Option<String>,
    /// How to lower it; what this leaves open is lowered by default.
    pub lowering: Lowering,
    /// The most solutions to list, at least one; without it a single solution is found.
    pub solutions: Option<usize>,
    /// Whether to leave out what a solution says beyond what was decided, such as moves:
    /// [`Extras::add_moves`](crate::puzzle::Extras::add_moves).
    pub skip_moves: bool,
}

/// Solves a problem by a method.
///
/// # Errors
/// When the model cannot be made, the backend fails, or its answer does not survive the checks.
pub fn solve(
    problem: &Problem,
    method: Method,
    options: &Options,
    request: &Request<'_>,
) -> Result<Report, SolveError> {
    let watch = outcome::watch();
    let outcome = match method {
        Method::Search => by_search(problem, options, request)?,
        Method::Backend(entry, backend) => {
            let wanted = options.encoding.clone();
            let best = || problem.instance.best_encoding(backend.capabilities());
            let encoding = wanted.or_else(best).ok_or(EncodeError::NoEncodings)?;
            let rounds = Rounds::new(problem, (entry.name, backend), &encoding, options, request)?;
            match options.solutions {
                None => rounds.solve()?,
                Some(limit) => rounds.list(limit)?,
            }
        }
    };
    outcome.report(problem, options, request, watch)
}

fn by_search(problem: &Problem, options: &Options, request: &Request<'_>) -> Result<Outcome, SolveError> {
    let start = Instant::now();
    let (searched, listing) = match options.solutions {
        None => (problem.instance.search(request), None),
        Some(limit) => {
            let (searched, listing) = list_by_search(problem, limit, request)?;
            (searched, Some(listing))
        }
    };
    let Searched { verdict, nodes, incumbents, reason } = searched;
    let stats = Stats {
        nodes: Some(nodes),
        incumbents: problem.instance.sense().map(|_| incumbents),
        solve_seconds: Some(start.elapsed().as_secs_f64()),
        ..Stats::default()
    };
    Ok(Outcome { solver: Solver::search(), verdict: verdict.map(|solution| (solution, None)), reason, stats, listing })
}

/// Lists solutions. One more than requested is looked for, to see whether these are all.
fn list_by_search(
    problem: &Problem,
    limit: usize,
    request: &Request<'_>,
) -> Result<(Searched<Value>, Listing), SolveError> {
    let listed = problem.instance.list(limit.saturating_add(1), request);
    let unlisted = || SolveError::Unlisted { what: format!("the search of {}", problem.puzzle.name) };
    let Listed { mut solutions, nodes, stop, reason } = listed.ok_or_else(unlisted)?;
    let complete = stop.is_none() && solutions.len() <= limit;
    solutions.truncate(limit);
    let verdict = match (solutions.first(), &stop) {
        (Some(solution), _) => Verdict::Optimal(solution.clone()),
        (None, None) => Verdict::Infeasible,
        (None, Some(stop)) => Verdict::Unknown { bound: None, stop: stop.clone() },
    };
    Ok((Searched { reason, ..Searched::new(verdict, nodes) }, Listing { solutions, complete, stop }))
}
