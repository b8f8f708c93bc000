//! `cp-circuit`: if no cell is free, the trail is a Hamiltonian path. The model is that of `rolling/src/path_circuit.rs`, as for the die tour,
//! on the states that show the labels, with the same sets, variables and constraints (1) to (7).
//!
//! On C cells, every trail has C − 1 rolls, or C if it is closed: the objective is this constant. Size: at most 10·C variables (four
//! orientations, four arcs, a start and an end per cell).

use super::label_graph::Numbered;
use super::{LabeledBoard, Trail};
use tumble_model::model::{ConstraintKind, Model};
use tumble_puzzles::puzzle::{Encoding, Formulation, Has};
use tumble_rolling::PathCircuit;

pub(super) const ENCODING: Encoding<LabeledBoard> = Encoding::new(
    "cp-circuit",
    "a circuit over the cells, for boards without free cells: the die tour's encoding on the states that show the labels",
    |puzzle: &LabeledBoard, _| 10 * puzzle.board.free_cells().count() as u128,
    |puzzle, _, model| build(puzzle, model).into(),
)
.fitting(LabeledBoard::fits_a_path)
.with_constraints(&[ConstraintKind::Circuit])
.ranked(|_, capabilities| if capabilities.circuit || capabilities.half_reified { 4 } else { 0 });

fn build(puzzle: &LabeledBoard, mut model: Model) -> Formulation<Trail> {
    let board = Numbered::new(puzzle);
    let path = PathCircuit::new(board.graph.clone(), board.endpoints.clone(), &mut model);
    board.path_length(&mut model);
    let distinct = path.distinguishing();
    let decode = move |assignment: &_| {
        let (start, rolls) = path.path(assignment)?;
        Ok(Trail::of(board.start(start), &rolls))
    };
    Formulation::new(model, Has::All, Box::new(decode)).distinguished_by(distinct)
}
