//! `arc-cuts`: arcs between states on labeled cells, along shortest walks over free cells; cuts over the labeled cells keep them in one
//! piece.
//!
//! Sets, variables `a`, `s`, `z` and rows (1) and (2): as in `label_arcs.rs`; `+fixing` leaves out arcs, as in `fixing.rs`.
//!
//! ```text
//! (3)  Σ_{a into S from outside} a ≥ 1                         each set S of labeled cells: when violated
//! ```
//! The sets that a point violates are found as minimum cuts between the terminals and each cell (`rolling/src/path_cuts.rs`).
//!
//! Size: at most 8 arcs for two labels with free cells between them, and 8 arcs for each label at a terminal.
//!
//! Source: the generalised subtour elimination of M. Fischetti, J. Salazar and P. Toth, *A branch-and-cut algorithm for the symmetric
//! generalized traveling salesman problem*, Operations Research 45, 1997, on arcs.

use super::fixing::FIXING;
use super::label_arcs::LabelArcs;
use super::label_graph::size;
use super::{LabeledBoard, Trail};
use tumble_model::model::Model;
use tumble_puzzles::puzzle::{Chosen, Cuts, Encoding, Formulation};
use tumble_rolling::PathCuts;

pub(super) const ENCODING: Encoding<LabeledBoard> = Encoding::new(
    "arc-cuts",
    "arcs between the states on labels, the shortest walks over free cells; with connectivity cuts added when violated",
    |puzzle: &LabeledBoard, _| size(puzzle),
    |puzzle, chosen, model| build(puzzle, chosen, model).into(),
)
.fitting(LabeledBoard::has_labels)
.with_strengthenings(&[FIXING])
.with_cuts()
.with_tight_relaxation()
.ranked(|_, _| 2);

fn build(puzzle: &LabeledBoard, chosen: Chosen, mut model: Model) -> Formulation<Trail> {
    let arcs = LabelArcs::new(puzzle, chosen, &mut model);
    arcs.pass(&mut model);
    let between = arcs.between_cells();
    let cuts = Cuts::new(PathCuts::of(between.first, between.arcs), PathCuts::violated, PathCuts::cut);
    arcs.formulation(model).with_cuts_at_points(cuts)
}
