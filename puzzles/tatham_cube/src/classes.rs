//! Which faces can come down on which squares. On triangles a solid stands on a square in few ways: a face of a tetrahedron only ever comes
//! down on a quarter of the squares, a face of an octahedron on half of them. Colours never leave the faces and squares that belong
//! together in this way.

use std::collections::{BTreeMap, BTreeSet};

use super::moves::Moves;
use super::places::BOTTOM;
use super::stands::Stands;
use super::{Grid, TathamCube};
use tumble_rolling::Rolls as _;

/// Faces and squares that belong together.
pub(super) struct Class {
    /// The number of its faces.
    pub(super) faces: usize,
    /// The numbers of its squares.
    pub(super) squares: BTreeSet<usize>,
}

/// The classes of a solid that starts on a square; together they have all faces. Squares that it never reaches are in none.
pub(super) fn classes(grid: &Grid, start: usize) -> Vec<Class> {
    let moves = Moves::new(grid);
    let stands = Stands::new(&moves);
    // By face: the first face of its class, as far as it is known; and by square: a face that comes down there.
    let mut class: Vec<usize> = (0..grid.solid().faces()).collect();
    let mut on = BTreeMap::new();
    for head in stands.reached(start).into_iter().flat_map(|stand| stands.rolls_from(stand)).map(|arc| arc.head) {
        let face = stands.face(head, BOTTOM);
        let [one, other] = [class[*on.entry(head.square()).or_insert(face)], class[face]];
        class.iter_mut().filter(|class| **class == one.max(other)).for_each(|class| *class = one.min(other));
    }
    let firsts: BTreeSet<usize> = class.iter().copied().collect();
    let of_first = |first: usize| Class {
        faces: class.iter().filter(|&&class| class == first).count(),
        squares: on.iter().filter(|&(_, &face)| class[face] == first).map(|(&square, _)| square).collect(),
    };
    firsts.into_iter().map(of_first).collect()
}

/// Why a game cannot be won, if too few squares are blue.
pub(super) fn infeasible_because(puzzle: &TathamCube) -> Option<String> {
    let (blue, solid) = (puzzle.count_blue(), puzzle.grid.solid());
    let faces = solid.faces_in_words();
    if blue < solid.faces() {
        let squares = if blue == 1 { "1 blue square is" } else { &format!("{blue} blue squares are") };
        return Some(format!("{squares} too few: each of the {faces} faces has to pick one up"));
    }
    classes(&puzzle.grid, puzzle.start_number()).into_iter().find_map(|class| {
        let blue = class.squares.iter().filter(|&&square| puzzle.blue[square]).count();
        let come = if class.faces == 1 { "comes" } else { "come" };
        let some = if blue == 0 { "none" } else { &format!("only {blue}") };
        let why = || format!("{} of the {faces} faces {come} down on {some} of the blue squares", class.faces);
        (blue < class.faces).then(why)
    })
}
