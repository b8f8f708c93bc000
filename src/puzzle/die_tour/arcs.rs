//! What the encodings of a tour as arcs share: the path without what keeps it in one piece, the strengthenings, and the objective
//!
//! ```text
//! opt  Σ_u top(u) · s[u] + Σ top(head of a) · a
//! ```

use super::numbered::Numbered;
use super::{DieTour, Tour};
use crate::model::Model;
use crate::puzzle::{Chosen, Formulation, Strengthening};
use crate::rolling::{PathArcs, PathCuts, Place};

/// Rows (S).
pub(super) const SQUARES: Strengthening =
    Strengthening { name: "squares", summary: "at most three edges of the path round a 2×2 block" };

/// Rows (T).
pub(super) const TWO_CYCLES: Strengthening =
    Strengthening { name: "twocycles", summary: "no roll there and back between two orientations" };

/// The strengthenings of encodings that connect cells.
pub(super) const STRENGTHENINGS: &[Strengthening] = &[SQUARES, TWO_CYCLES];

/// The strengthenings of encodings that connect states, which imply (T).
pub(super) const OF_STATES: &[Strengthening] = &[SQUARES];

/// The path with the chosen strengthenings and the objective, and nothing that keeps it in one piece.
fn path(puzzle: &DieTour, chosen: Chosen) -> (Numbered, PathArcs, Model) {
    let tour = Numbered::new(puzzle);
    let mut model = Model::new("die-tour");
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
    connect: impl FnOnce(&PathArcs, &mut Model),
) -> Formulation<Tour> {
    let (tour, path, mut model) = path(puzzle, chosen);
    connect(&path, &mut model);
    tour.formulation(model, path.distinguishing(), move |assignment| path.path(assignment))
}

/// The encoding in which cuts over such places do so.
pub(super) fn cut<P: Place + Send + Sync + 'static>(puzzle: &DieTour, chosen: Chosen) -> Formulation<Tour> {
    let (tour, path, model) = path(puzzle, chosen);
    let cuts = PathCuts::<P>::new(&path);
    let formulation = tour.formulation(model, path.distinguishing(), move |assignment| path.path(assignment));
    formulation.with_cuts_at_points(move |values| cuts.violated(values))
}
