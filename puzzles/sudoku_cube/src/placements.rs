//! Shared by search and encodings: every way to put a piece into a position, and the digits that the piece shows there.
//!
//! Pieces and positions are numbered consecutively: 0 to 7 the corners, 8 to 19 the edges.

use std::ops::Range;

use itertools::Itertools as _;

use super::SudokuCube;
use super::instance::Unread;
use super::obstacle::Obstacle;
use tumble_puzzles::geometry::cube::{Face, Field, corners, edges};

/// The corner pieces and positions.
pub(super) const CORNERS: Range<usize> = 0..8;
/// The edge pieces and positions.
pub(super) const EDGES: Range<usize> = 8..20;
/// All pieces and positions.
pub(super) const PIECES: Range<usize> = 0..20;

/// What one field shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    pub field: Field,
    /// The [number](Unread::number) of the field of the piece.
    pub number: usize,
    /// 1 to 9.
    pub digit: u8,
    /// Where its top points, 0 to 3.
    pub direction: u8,
    /// Whether the digit reads alike upside down.
    pub symmetric: bool,
}

impl Shown {
    /// The directions in which its face can read.
    pub fn readings(&self) -> impl Iterator<Item = u8> {
        std::iter::once(self.direction).chain(self.symmetric.then_some((self.direction + 2) % 4))
    }
}

/// A piece in a position, turned by a permutation.
#[derive(Clone, Debug)]
pub(super) struct Placement {
    pub piece: usize,
    pub position: usize,
    pub permutation: usize,
    /// The digits and directions in the fields of the position.
    pub shown: Vec<Shown>,
}

/// The pieces, or positions, of one kind.
pub(super) const fn kind(slot: usize) -> Range<usize> {
    if slot < CORNERS.end { CORNERS } else { EDGES }
}

/// The fields of a position.
pub(super) fn fields(position: usize) -> &'static [Field] {
    if position < CORNERS.end { &corners()[position] } else { &edges()[position - EDGES.start] }
}

/// The 48 fields, numbered consecutively: first the fields of the corner positions, then the fields of the edge positions.
pub(super) fn all_fields() -> impl Iterator<Item = (usize, Field)> {
    PIECES.flat_map(|position| fields(position).iter().copied()).enumerate()
}

/// All placements: 8·8·3 of corners, then 12·12·2 of edges, by piece, position, permutation.
pub(super) fn placements(cube: &SudokuCube) -> Vec<Placement> {
    let mut all = Vec::new();
    for (k, piece) in cube.corners.iter().chain(&cube.edges).enumerate() {
        let n = piece.values.len();
        for position in kind(k) {
            for permutation in 0..n {
                let shown = fields(position).iter().enumerate().map(|(t, &field)| {
                    let side = (t + permutation) % n;
                    let digit = piece.values[side];
                    let direction = (piece.rotations[side] + field.arrow) % 4;
                    let symmetric = cube.symmetric.contains(&digit);
                    Shown { field, number: Unread::number(k, side), digit, direction, symmetric }
                });
                all.push(Placement { piece: k, position, permutation, shown: shown.collect() });
            }
        }
    }
    all
}

/// The index of a placement in [`placements`].
pub(super) const fn index(piece: usize, position: usize, permutation: usize) -> usize {
    let (corners, edges) = (CORNERS.end, EDGES.end - EDGES.start);
    if piece < corners {
        (piece * corners + position) * 3 + permutation
    } else {
        corners * corners * 3 + ((piece - corners) * edges + position - corners) * 2 + permutation
    }
}

/// Where each piece goes: position and permutation, by piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Assembly {
    pub put: [(usize, usize); EDGES.end],
}

/// The look of an assembly: two assemblies may look alike.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Layout {
    /// The digits of each face in reading order.
    pub digits: [[u8; 9]; 6],
    /// The direction of each face.
    pub directions: [u8; 6],
}

impl Assembly {
    /// Its layout, or `None` if it does not solve the cube.
    #[expect(clippy::cast_possible_truncation, reason = "a set of directions has four bits")]
    pub fn layout(&self, cube: &SudokuCube, placements: &[Placement]) -> Option<Layout> {
        let mut digits = [[0; 9]; 6];
        let mut directions = [0b1111_u8; 6];
        for face in Face::ALL {
            digits[face.index()][4] = cube.centers[face.index()];
        }
        for (k, &(position, permutation)) in self.put.iter().enumerate() {
            for shown in &placements[index(k, position, permutation)].shown {
                let face = shown.field.face.index();
                digits[face][shown.field.on_face()] = shown.digit;
                directions[face] &= shown.readings().map(|d| 1 << d).sum::<u8>();
            }
        }
        let has_all = |face: &[u8; 9]| face.iter().map(|digit| 1_u16 << digit).fold(0, |a, b| a | b) == 0b11_1111_1110;
        // At least two digits are not symmetric, one of them off the centre: no face reads in two directions.
        let solved = digits.iter().all(has_all) && directions.iter().all(|d| d.is_power_of_two());
        solved.then(|| Layout { digits, directions: directions.map(|d| d.trailing_zeros() as u8) })
    }

    /// The layout of an assembly that solves a cube with unread fields, where its faces read in these directions: the unread digits are
    /// those that are left. Of these, symmetric ones go where a digit is upside down.
    pub fn filled(&self, cube: &SudokuCube, placements: &[Placement], directions: [u8; 6]) -> Layout {
        let mut digits = [[0; 9]; 6];
        let mut unread: [[Vec<usize>; 2]; 6] = Default::default();
        for face in 0..6 {
            if cube.unread.has_digit(Unread::CENTERS + face) {
                unread[face][1].push(4);
            } else {
                digits[face][4] = cube.centers[face];
            }
        }
        for (k, &(position, permutation)) in self.put.iter().enumerate() {
            for shown in &placements[index(k, position, permutation)].shown {
                let (face, place) = (shown.field.face.index(), shown.field.on_face());
                if cube.unread.has_digit(shown.number) {
                    let is_upright = cube.unread.has_direction(shown.number) || shown.direction == directions[face];
                    unread[face][usize::from(is_upright)].push(place);
                } else {
                    digits[face][place] = shown.digit;
                }
            }
        }
        for (digits, places) in digits.iter_mut().zip(unread) {
            let left = (1..=9).filter(|digit| !digits.contains(digit));
            let left: Vec<u8> = left.sorted_by_key(|digit| !cube.symmetric.contains(digit)).collect();
            places.concat().into_iter().zip(left).for_each(|(place, digit)| digits[place] = digit);
        }
        Layout { digits, directions }
    }
}

/// Why there is no solution, if a piece fits no position because of the digits of the centres.
pub(super) fn unplaceable_piece(cube: &SudokuCube) -> Option<String> {
    let placements = placements(cube);
    let is_free = |shown: &Shown| {
        let face = shown.field.face.index();
        let is_unread = cube.unread.has_digit(shown.number) || cube.unread.has_digit(Unread::CENTERS + face);
        is_unread || cube.centers[face] != shown.digit
    };
    let fits = |placement: &&Placement| placement.shown.iter().all(is_free);
    let lost = PIECES.into_iter().find(|&k| !placements.iter().filter(fits).any(|placement| placement.piece == k))?;
    let (what, number) = if lost < CORNERS.end { ("corner", lost + 1) } else { ("edge", lost - CORNERS.end + 1) };
    Some(format!("{what} {number} fits no position: in each, it would repeat the digit of a centre"))
}

// Which assemblies turns can reach: twist, flip, parity, and the directions of the centres.
//
// A face turn moves four corners and four edges in a cycle each, changes the sums of corner permutations by a multiple of 3
// and of edge permutations by a multiple of 2, and turns one centre by a quarter. The four conditions that follow from this are also
// sufficient: the fundamental theorem of the cube, with centres.

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
