//! The picture of a Sudoku Cube: its net as it is scrambled, and as it is solved.

use super::placements::{index, placements};
use super::{Solution, SudokuCube};
use crate::geometry::cube::Face;
use crate::render::{Net, NetField, NetScene, Scene};

pub(super) fn scene(cube: &SudokuCube, solution: Option<&Solution>) -> Scene {
    let before = Net { caption: "scrambled".into(), fields: before(cube) };
    let mut nets = vec![before];
    let title = match solution {
        None => "Sudoku Cube".into(),
        Some(solution) => {
            let fields = after(cube, solution).unwrap_or_default();
            nets.push(Net { caption: "solved".into(), fields });
            match solution.move_count {
                Some(count) => format!("Sudoku Cube solved in {count} moves"),
                None => "Sudoku Cube solved".into(),
            }
        }
    };
    Scene::Net(NetScene { title, nets })
}

/// The fields of the scrambled cube.
pub(super) fn before(cube: &SudokuCube) -> Vec<NetField> {
    let pieces = cube.shown().map(|(field, digit, direction)| NetField {
        place: field.in_net(),
        digit,
        direction: Some(direction),
    });
    pieces.chain(centers(cube, &cube.center_directions)).collect()
}

/// The fields of the solved cube. A centre reads as its face if its direction matters; otherwise its direction is unknown.
pub(super) fn after(cube: &SudokuCube, solution: &Solution) -> Option<Vec<NetField>> {
    let placements = placements(cube);
    let put = solution.assembly()?.put;
    let placed = put.iter().enumerate().map(|(k, &(position, permutation))| index(k, position, permutation));
    let pieces = placed.flat_map(|i| &placements[i].shown).map(|shown| {
        let face = solution.faces.get(shown.field.face).direction;
        // A symmetric digit is drawn the way its face reads.
        let direction = if shown.symmetric { face } else { shown.direction };
        NetField { place: shown.field.in_net(), digit: shown.digit, direction: Some(direction) }
    });
    let directions: [Option<u8>; 6] =
        std::array::from_fn(|i| cube.center_directions[i].map(|_| solution.directions()[i]));
    Some(pieces.chain(centers(cube, &directions)).collect())
}

fn centers(cube: &SudokuCube, directions: &[Option<u8>; 6]) -> impl Iterator<Item = NetField> {
    Face::ALL.into_iter().map(move |face| {
        let (row, column) = face.net_corner();
        let direction = directions[face.index()];
        NetField { place: (row + 1, column + 1), digit: cube.centers[face.index()], direction }
    })
}
