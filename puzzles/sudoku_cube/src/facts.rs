//! What may explain that there is no solution: digits, and the directions of their tops.

use super::instance::Unread;
use super::net::{ARROWS, name};
use super::{SudokuCube, net};
use tumble_puzzles::geometry::Cell;
use tumble_puzzles::geometry::cube::Face;
use tumble_puzzles::instance::Spot;
use tumble_puzzles::puzzle::{Fact, Facts, FactsOf};

pub(super) const FACTS: Facts<SudokuCube> = Facts { list, any: |_| () };

/// Where a field of a piece is in a model file: in its net, or in its lists of pieces.
fn spot(number: usize, place: (usize, usize)) -> Spot {
    let of = match number {
        0..Unread::EDGES => ("corners", number / 3),
        Unread::EDGES..Unread::CENTERS => ("edges", (number - Unread::EDGES) / 2),
        _ => ("centers", number - Unread::CENTERS),
    };
    Spot::Field { cell: Cell::new(place.1 as i64, place.0 as i64), word: (place.0, net::word(place)), of }
}

fn list(cube: &SudokuCube) -> FactsOf<'_, SudokuCube> {
    let fields = cube.shown().map(|(field, digit, direction)| (field.in_net(), digit, Some(direction)));
    let centers = Face::ALL.into_iter().map(|face| {
        let (row, column) = face.net_corner();
        ((row + 1, column + 1), cube.centers[face.index()], cube.center_directions[face.index()])
    });
    let all: Vec<_> = fields.chain(centers).enumerate().collect();
    let digits = all.clone().into_iter().map(|(number, (place, digit, _))| {
        let words = format!("the digit {digit} at {}", name(place));
        let without = move |cube: &mut SudokuCube| cube.unread.digits |= 1 << number;
        Fact::new("digit", words, spot(number, place), without).valued(digit)
    });
    let arrows = all.into_iter().filter_map(|(number, (place, _, direction))| {
        let arrow = ARROWS[usize::from(direction?)];
        let without = move |cube: &mut SudokuCube| match number.checked_sub(Unread::CENTERS) {
            Some(face) => cube.center_directions[face] = None,
            None => cube.unread.directions |= 1 << number,
        };
        let words = format!("the arrow {arrow} at {}", name(place));
        Some(Fact::new("arrow", words, spot(number, place), without).valued(arrow.to_string()))
    });
    Box::new(digits.chain(arrows))
}
