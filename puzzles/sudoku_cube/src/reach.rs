//! Which assemblies turns can reach: twist, flip, parity, and the directions of the centres.
//!
//! A face turn moves four corners and four edges in a cycle each, changes the sums of corner permutations by a multiple of 3
//! and of edge permutations by a multiple of 2, and turns one centre by a quarter. The four conditions that follow from this are also
//! sufficient: the fundamental theorem of the cube, with centres.

use super::SudokuCube;
use super::obstacle::Obstacle;
use super::placements::{Assembly, CORNERS, EDGES};

/// Why turns cannot reach an assembly whose faces read in these directions; `None` if they can.
pub(super) fn obstacle(cube: &SudokuCube, assembly: &Assembly, directions: [u8; 6]) -> Option<Obstacle> {
    let sum = |pieces: &[(usize, usize)]| pieces.iter().map(|&(_, permutation)| permutation).sum::<usize>();
    let (corners, edges) = (&assembly.put[CORNERS], &assembly.put[EDGES]);
    if !sum(corners).is_multiple_of(3) {
        return Some(Obstacle::Twist);
    }
    if !sum(edges).is_multiple_of(2) {
        return Some(Obstacle::Flip);
    }
    let corners_are_odd = is_odd(corners);
    if corners_are_odd != is_odd(edges) {
        return Some(Obstacle::Parity);
    }
    match center_turns(cube, directions) {
        Some(turns) if (turns % 2 == 1) != corners_are_odd => Some(Obstacle::Centers),
        _ => None,
    }
}

/// The sum of the quarter turns that the centres need; `None` if a centre's direction is unknown, because this centre can make up
/// for the parity of the other centres.
fn center_turns(cube: &SudokuCube, directions: [u8; 6]) -> Option<u32> {
    let turns =
        cube.center_directions.iter().zip(directions).map(|(&center, face)| Some(u32::from(face + 4 - center?)));
    turns.sum()
}

/// Whether the permutation of these pieces is odd: by its inversions.
pub(super) fn is_odd(pieces: &[(usize, usize)]) -> bool {
    let inversions = |i: usize| pieces[i + 1..].iter().filter(|next| next.0 < pieces[i].0).count();
    (0..pieces.len()).map(inversions).sum::<usize>() % 2 == 1
}
