//! Checks the proofs of `lp-frontier`: that no tour is better than a given sum.
//!
//! A proof has prices for each case of starts. The check sweeps the board cell by cell as `frontier/` does, and drops each state whose sum
//! and Φ do not reach the next better sum. Φ bounds what completions add whatever the prices are (the theorem in `docs/die_tour.md`), so
//! what is checked of the prices is what the theorem asks: σ and π are not negative, the states of each cut are on other cells than its k.
//! If no tour is left at the end, there is no better one.
//!
//! The code is plain, on one thread, and takes its time: it follows the definitions, and it shares with `frontier/`, with linear programs
//! and with the graph of rolls nothing but the instance.
//!
//! | file | what |
//! |---|---|
//! | `file.rs` | the proof, as it is read |
//! | `ground.rs` | the cases; the states of a case: a cell and an orientation; rolls between them |
//! | `crossings.rs` | a state of the frontier |
//! | `bound.rs` | Φ |
//! | `sweep.rs` | from cell to cell |

mod bound;
mod crossings;
mod file;
mod ground;
mod sweep;
#[cfg(test)]
mod tests;

use serde_json::Value;

use super::{DieTour, Objective};
use crate::control::{Event, Request};
use crate::puzzle::{ProofEffort, ProofError};
use bound::Bound;
use crossings::PLACES;
use file::{File, Prices};
use ground::{Ground, cases};
use sweep::Sweep;

/// Checks by a proof that no tour has a better sum than `best`; that there is no tour, if `best` is missing.
pub(super) fn check(
    puzzle: &DieTour,
    proof: &Value,
    best: Option<i64>,
    request: &Request<'_>,
) -> Result<ProofEffort, ProofError> {
    let file = File::read(proof, puzzle)?;
    let invalid = |why: String| ProofError::Invalid(why);
    let cells = puzzle.board.free_cells().count();
    if cells < 2 || puzzle.board.columns().min(puzzle.board.rows()) >= PLACES {
        return Err(invalid("a board of one cell, or of such a width, has no proof of this kind".into()));
    }
    let cases = cases(puzzle);
    if cases.len() != file.cases.len() {
        return Err(invalid(format!("it has {} cases of starts where there are {}", file.cases.len(), cases.len())));
    }
    let sign = if puzzle.objective == Objective::Min { -1 } else { 1 };
    // The sum of any tour is between −6 and 6 times the cells.
    let limit = 6 * cells as i64 + 1;
    let target = best.map_or(-limit, |best| (sign * best.clamp(-limit, limit)) + 1);
    let mut effort = ProofEffort::default();
    let mut better = None;
    for (i, (starts, prices)) in cases.iter().zip(&file.cases).enumerate() {
        let ground = Ground::new(puzzle, starts);
        let prices = Prices::new(prices, &ground).map_err(|why| invalid(format!("case {}: {why}", i + 1)))?;
        let bound = Bound::new(&ground, &prices, sign);
        let observer = |event: &Event<'_>| match event {
            Event::Share(share) => request.control.notify(&Event::Share((i as f64 + share) / cases.len() as f64)),
            other => request.control.notify(other),
        };
        let request = Request { control: request.control.observed_by(&observer), ..request.clone() };
        let mut sweep = Sweep::new(&ground, &bound, target, sign);
        better = better.max(sweep.run(&request)?);
        effort = ProofEffort { states: effort.states + sweep.states, bytes: effort.bytes.max(sweep.bytes) };
    }
    better.map_or(Ok(effort), |sum| Err(ProofError::Better(sign * sum)))
}
