//! `arc-flow`: where no cell is free the trail is a Hamiltonian path, and the model is that of a die tour, see
//! `die_tour/arc_flow.rs`, of which only the states that show the labels are left: sets, variables and rows are those.
//!
//! Every trail has C − 1 rolls on C cells, C where it is closed: the objective is that constant. Size: at most 28·C variables (four
//! orientations a cell: 16 arcs, 4 starts, 4 ends, 4 flows).

use super::{LabeledBoard, Objective, Trail, walks};
use crate::model::{Linear, Model, Sense};
use crate::puzzle::die_tour::{Tour, arc_flow};
use crate::puzzle::{Encoding, Formulation};

pub(super) const ENCODING: Encoding<LabeledBoard> =
    Encoding::new(
        "arc-flow",
        "a Hamiltonian path, for boards without free cells: the die tour's encoding on the states that show the labels",
        |puzzle: &LabeledBoard, _| 28 * puzzle.board.free_cells().count() as u128,
        |puzzle, _| build(puzzle).into(),
    )
    .fitting(|puzzle| {
        if puzzle.is_full() { Ok(()) } else { Err("the board has free cells, which may be entered more than once") }
    })
    .ranked(|_, _| 2);

fn build(puzzle: &LabeledBoard) -> Formulation<Trail> {
    let mut formulation = arc_flow::formulation(walks::states(puzzle), Model::new("labeled-board"));
    if puzzle.objective == Objective::Min {
        let rolls = puzzle.board.free_cells().count() - usize::from(!puzzle.closed);
        // A board has at most 1024 cells.
        formulation.model.set_objective(Sense::Minimize, Linear::new().plus_constant(rolls as i64));
    }
    formulation.map(|tour: Tour| Trail::of_moves(tour.start, &tour.moves))
}
