//! What the names of variables mean, in all encodings.

use super::SudokuCube;
use super::placements::{CORNERS, PIECES, fields};
use tumble_model::model::Model;

/// The names of all encodings; a model's legend lists the names that it has.
const NAMES: &[(&str, &str)] = &[
    ("x_kK_pP_qQ", "piece K goes to position P, turned by Q: field t of P then shows value t + Q of K"),
    ("direction_F_D", "face F reads in direction D: 0 up; 1 right; 2 down; 3 left, as drawn in the net"),
    ("digit_flag_I_V", "field I shows digit V; the fields are numbered position by position"),
    ("position_K", "the position of piece K"),
    ("permutation_K", "by how much piece K is turned"),
    ("digit_I", "the digit in field I; the fields are numbered position by position"),
    ("axis_I", "whether field I reads sideways"),
    ("half_I", "whether field I reads downwards or, sideways, to the left"),
    ("center_F", "the digit of the centre of face F"),
    ("twist_multiple", "a third of the sum of the corners' turns"),
    ("flip_multiple", "half of the sum of the edges' turns"),
    ("inverse_J_K", "piece J goes to a later position than piece K"),
    ("inversions_half", "half of the number of such pairs"),
    (
        "centres_half",
        "half of the difference between the centres' turns and the number of corner pairs in inverse order",
    ),
];

/// Explains the names.
pub(super) fn explain(cube: &SudokuCube, model: &mut Model) {
    for &(pattern, meaning) in NAMES {
        model.explain(pattern, meaning);
    }
    let kind = |slot: usize| if CORNERS.contains(&slot) { "corner" } else { "edge" };
    let values = cube.corners.iter().chain(&cube.edges).enumerate();
    let pieces = values.map(|(k, piece)| {
        let values: String = piece.values.iter().map(u8::to_string).collect();
        (format!("k{k}"), format!("{} {values}", kind(k)))
    });
    model.explain_words("pieces", pieces);
    let positions = PIECES.map(|p| {
        let faces: String = fields(p).iter().map(|field| field.face.letter()).collect();
        (format!("p{p}"), format!("{} {faces}", kind(p)))
    });
    model.explain_words("positions", positions);
}
