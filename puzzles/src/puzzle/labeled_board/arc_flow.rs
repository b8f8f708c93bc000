//! `arc-flow`: if no cell is free, the trail is a Hamiltonian path. The model is that of `rolling/path_arcs.rs` and
//! `rolling/path_flow.rs`, as for the die tour, on the states that show the labels, with the same sets, variables and rows (1) to (7).
//!
//! On C cells, every trail has C − 1 rolls, or C if it is closed: the objective is this constant. Size: at most 28·C variables (four
//! orientations a cell: 16 arcs, 4 starts, 4 ends, 4 flows).

use super::numbered::Numbered;
use super::{LabeledBoard, Trail};
use crate::model::Model;
use crate::puzzle::{Encoding, Formulation};
use crate::rolling::PathArcs;

pub(super) const ENCODING: Encoding<LabeledBoard> = Encoding::new(
    "arc-flow",
    "a Hamiltonian path, for boards without free cells: the die tour's encoding on the states that show the labels",
    |puzzle: &LabeledBoard, _| 28 * puzzle.board.free_cells().count() as u128,
    |puzzle, _| build(puzzle).into(),
)
.fitting(LabeledBoard::fits_a_path)
.ranked(|_, _| 2);

fn build(puzzle: &LabeledBoard) -> Formulation<Trail> {
    let board = Numbered::new(puzzle);
    let mut model = Model::new("labeled-board");
    let path = PathArcs::new(board.graph.clone(), board.endpoints.clone(), &mut model);
    path.connect_by_flow(&mut model);
    board.path_length(&mut model);
    let distinct = path.distinguishing();
    let decode = move |assignment: &_| {
        let (start, rolls) = path.path(assignment)?;
        Ok(Trail::of(board.start(start), &rolls))
    };
    Formulation::new(model, Box::new(decode)).distinguished_by(distinct)
}
