//! The ways in which a solid stands on the squares of a board, and the rolls between them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::moves::{BOTTOM, Moves, beside_bottom, name};
use super::{Grid, TathamCube};
use tumble_model::model::Model;
use tumble_puzzles::geometry::Direction;
use tumble_rolling::{RollArc, Rolls};

/// A square and an orientation. It is written `c3_o17`, as in the names of variables and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Stand {
    square: u8,
    orientation: u8,
}

impl Stand {
    /// The number of the square.
    pub(super) const fn square(self) -> usize {
        self.square as usize
    }
}

impl fmt::Display for Stand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}_o{}", self.square, self.orientation)
    }
}

/// The stands of a solid. Its faces are numbered by their places before the first roll, in orientation 0.
#[derive(Debug)]
pub(super) struct Stands<'a> {
    moves: &'a Moves,
    /// By orientation: the face at each place.
    orientations: Vec<Vec<u8>>,
    /// By orientation, whether the square points down, and direction: the orientation after a roll.
    rolled: Vec<[[u8; 4]; 2]>,
}

impl<'a> Stands<'a> {
    pub(super) fn new(moves: &'a Moves) -> Self {
        let mut orientations: Vec<Vec<u8>> = vec![(0..).take(moves.solid.faces()).collect()];
        let mut rolled = Vec::new();
        while let Some(faces) = orientations.get(rolled.len()).cloned() {
            let mut after = |points_down: bool, direction: Direction| {
                let turned = turned(&faces, moves.places(points_down, direction));
                let known = orientations.iter().position(|other| *other == turned);
                let index = known.unwrap_or_else(|| {
                    orientations.push(turned);
                    orientations.len() - 1
                });
                u8::try_from(index).expect("a solid has 60 orientations at most")
            };
            rolled.push([false, true].map(|down| Direction::ALL.map(|direction| after(down, direction))));
        }
        Self { moves, orientations, rolled }
    }

    /// The solid on a square before its first roll.
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 128 squares")]
    pub(super) const fn start(square: usize) -> Stand {
        Stand { square: square as u8, orientation: 0 }
    }

    /// The face at a place.
    pub(super) fn face(&self, stand: Stand, place: usize) -> usize {
        usize::from(self.orientations[usize::from(stand.orientation)][place])
    }

    /// The stands that rolls reach from a square, the start included.
    pub(super) fn reached(&self, square: usize) -> BTreeSet<Stand> {
        let mut open = vec![Self::start(square)];
        let mut reached = BTreeSet::from([Self::start(square)]);
        while let Some(stand) = open.pop() {
            open.extend(self.rolls_from(stand).map(|arc| arc.head).filter(|&head| reached.insert(head)));
        }
        reached
    }
}

/// The faces after a roll.
fn turned(faces: &[u8], places: &[u8]) -> Vec<u8> {
    let mut after = faces.to_vec();
    for (&face, &place) in faces.iter().zip(places) {
        after[usize::from(place)] = face;
    }
    after
}

impl Rolls<Stand> for Stands<'_> {
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 128 squares")]
    fn rolls_from(&self, tail: Stand) -> impl Iterator<Item = RollArc<Stand>> {
        let after = &self.rolled[usize::from(tail.orientation)][usize::from(self.moves.points_down(tail.square()))];
        Direction::ALL.into_iter().filter_map(move |direction| {
            let square = self.moves.next(tail.square(), direction)? as u8;
            Some(RollArc { tail, direction, head: Stand { square, orientation: after[direction.index()] } })
        })
    }

    fn explain(&self, model: &mut Model) {
        let solid = self.moves.solid;
        // Two places are enough to tell the orientations apart.
        let words = |faces: &Vec<u8>| {
            let at =
                [BOTTOM, beside_bottom(solid)].map(|place| format!("k{} {}", faces[place] + 1, name(solid, place)));
            at.join(", ")
        };
        let named = self.orientations.iter().enumerate().map(|(o, faces)| (format!("o{o}"), words(faces)));
        model.explain_words("orientations", named);
    }
}

// Which faces can come down on which squares. On triangles a solid stands on a square in few ways: a face of a tetrahedron only ever comes
// down on a quarter of the squares, a face of an octahedron on half of them. Colours never leave the faces and squares that belong
// together in this way.

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
