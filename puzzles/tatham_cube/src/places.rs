//! What a roll does to a solid: a permutation of the places where it has faces.
//!
//! Places are numbered, and a solid has a [`Row`]: how a turn about the upright axis permutes them, and how a roll to the south does.
//! A roll in another direction is a turn, that roll, and the turn back. On a triangle that points down, places are those on a triangle that
//! points up after half a turn about the upright axis; so a roll over a level side is the same from both.
//!
//! Place 1 is the bottom. On a cube the places are top, bottom, north, south, east and west. On triangles the south side of a triangle that
//! points up has place 2, the east side 3 and the west side 4, and place 0 is the top; a tetrahedron has no top, and 0 is in the south, 2
//! in the east, 3 in the west.

use super::Solid;
use tumble_puzzles::geometry::{Direction, Place};

/// The place of the bottom.
pub(super) const BOTTOM: usize = 1;

/// The permutations of a solid, in cycles: the face at a place comes to the next place of its cycle.
struct Row {
    /// A third of a turn, counter-clockwise, or a quarter of the cube.
    turn: &'static [&'static [u8]],
    /// A roll to the south.
    south: &'static [&'static [u8]],
}

const fn row(solid: Solid) -> &'static Row {
    match solid {
        Solid::Tetrahedron => &Row { turn: &[&[0, 2, 3]], south: &[&[0, 1], &[2, 3]] },
        Solid::Cube => &Row { turn: &[&[3, 4, 2, 5]], south: &[&[0, 3, 1, 2]] },
        Solid::Octahedron => &Row { turn: &[&[2, 3, 4], &[5, 6, 7]], south: &[&[0, 6], &[1, 2], &[3, 7], &[4, 5]] },
        Solid::Icosahedron => &Row {
            turn: &[&[2, 3, 4], &[5, 7, 9], &[6, 8, 10], &[11, 13, 15], &[12, 14, 16], &[17, 18, 19]],
            south: &[
                &[0, 18],
                &[1, 2],
                &[3, 10],
                &[4, 5],
                &[6, 9],
                &[7, 16],
                &[8, 11],
                &[12, 15],
                &[13, 19],
                &[14, 17],
            ],
        },
    }
}

/// A place beside the bottom: on triangles over the level side, of the cube in the north.
pub(super) const fn beside_bottom(solid: Solid) -> usize {
    if matches!(solid, Solid::Tetrahedron) { 0 } else { 2 }
}

/// What a place is called.
pub(super) fn name(solid: Solid, place: usize) -> String {
    match (solid, place) {
        (Solid::Cube, _) => Place::ALL[place].name().to_owned(),
        (_, BOTTOM) => "bottom".to_owned(),
        _ if place == beside_bottom(solid) => "level side".to_owned(),
        (Solid::Tetrahedron, 2) | (_, 3) => "next side counter-clockwise".to_owned(),
        (Solid::Tetrahedron, _) | (_, 4) => "next side clockwise".to_owned(),
        (_, 0) => "top".to_owned(),
        _ => format!("place {place}"),
    }
}

/// Where the face at each place comes.
pub(super) type Places = Vec<u8>;

/// What a roll does, from a square that points down or from another one. There is no roll to the north from a triangle that points up.
pub(super) fn rolled(solid: Solid, direction: Direction, points_down: bool) -> Places {
    let row = row(solid);
    let [turn, mut roll] = [row.turn, row.south].map(|cycles| permutation(solid.faces(), cycles));
    let back: Places = (0..turn.len()).map(|to| image_of(&turn, to)).collect();
    let turns = match (solid.is_on_triangles(), if points_down { direction.opposite() } else { direction }) {
        (_, Direction::South) => 0,
        (_, Direction::East) => 1,
        (true, _) | (false, Direction::North) => 2,
        (false, Direction::West) => 3,
    };
    for _ in 0..turns {
        roll = back.iter().map(|&place| turn[usize::from(roll[usize::from(place)])]).collect();
    }
    roll
}

/// The place from which a permutation leads to a place.
fn image_of(permutation: &[u8], to: usize) -> u8 {
    let from = (0..).zip(permutation).find(|&(_, &place)| usize::from(place) == to);
    from.expect("a permutation reaches every place").0
}

fn permutation(places: usize, cycles: &[&[u8]]) -> Places {
    let mut image: Places = (0..).take(places).collect();
    for cycle in cycles {
        for (i, &place) in cycle.iter().enumerate() {
            image[usize::from(place)] = cycle[(i + 1) % cycle.len()];
        }
    }
    image
}
