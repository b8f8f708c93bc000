//! What the encodings of a tour as arcs share: the path without what keeps it in one piece, the strengthenings, and the objective
//!
//! ```text
//! opt  Σ_u top(u) · s[u] + Σ top(head of a) · a
//! ```
//! They differ in their linear relaxations. On the 4×4 board from the corner, where the optima are 68 and 47, these give
//!
//! | | largest | smallest |
//! |---|---|---|
//! | `arc-mtz` | 83.0 | 26.0 |
//! | `arc-flow` | 82.5 | 26.5 |
//! | `arc-multiflow`; `arc-cuts` when no cut is violated | 82.5 | 26.5 |
//! | `arc-flow+twocycles` | 70.7 | 36.7 |
//! | `arc-flow+squares+twocycles`, `arc-mtz+squares+twocycles`, `arc-multiflow+twocycles` | 70.2 | 38.5 |
//! | `product-multiflow`; `product-cuts` when no cut is violated | 68.5 | 45.9 |

use crate::numbered::Numbered;
use crate::{DieTour, Tour};
use tumble_model::model::Model;
use tumble_puzzles::puzzle::{Chosen, Cuts, Formulation, Strengthening};
use tumble_rolling::PathArcs;

/// Rows (S).
pub(super) const SQUARES: Strengthening =
    Strengthening { name: "squares", summary: "at most three edges of the path round a 2×2 block", by_default: false };

/// Rows (T).
pub(super) const TWO_CYCLES: Strengthening =
    Strengthening { name: "twocycles", summary: "no roll there and back between two orientations", by_default: false };

/// The path with the chosen strengthenings and the objective, and nothing that keeps it in one piece.
fn path(puzzle: &DieTour, chosen: Chosen, mut model: Model) -> (Numbered, PathArcs, Model) {
    let tour = Numbered::new(puzzle);
    let path = PathArcs::new(tour.graph.clone(), tour.endpoints.clone(), &mut model);
    if chosen.has(&SQUARES) {
        path.tighten_squares(&mut model);
    }
    if chosen.has(&TWO_CYCLES) {
        path.tighten_two_cycles(&mut model);
    }
    tour.objective_of_visits(&mut model, path.visited());
    (tour, path, model)
}

/// The encoding in which rows that `connect` adds keep the path in one piece.
pub(super) fn connected(
    puzzle: &DieTour,
    chosen: Chosen,
    model: Model,
    connect: impl FnOnce(&PathArcs, &mut Model),
) -> Formulation<Tour> {
    let (tour, path, mut model) = path(puzzle, chosen, model);
    connect(&path, &mut model);
    tour.formulation(model, path.distinguishing(), move |assignment| path.path(assignment))
}

/// The encoding in which cuts do so.
pub(super) fn cut(
    puzzle: &DieTour,
    chosen: Chosen,
    model: Model,
    cuts: impl FnOnce(&PathArcs) -> Cuts,
) -> Formulation<Tour> {
    let (tour, path, model) = path(puzzle, chosen, model);
    let cuts = cuts(&path);
    let formulation = tour.formulation(model, path.distinguishing(), move |assignment| path.path(assignment));
    formulation.with_cuts_at_points(cuts)
}
