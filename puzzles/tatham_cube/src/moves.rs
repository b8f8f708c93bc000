//! States as numbers, and what one roll does to them.
//!
//! Bits of a state: one for each face by its [place](super::moves) (1 is blue), seven for the number of the square of the solid, then one
//! for each square by its number.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::{Grid, Solid};
use tumble_model::model::Model;
use tumble_puzzles::geometry::{Direction, Place};
use tumble_rolling::{RollArc, Rolls};

/// The number of bits for the square of the solid.
const POSITION_BITS: u32 = 7;

/// An unpacked state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    /// A bit for each blue face, by its place.
    pub(super) faces: u32,
    pub(super) position: usize,
    /// A bit for each blue square.
    pub(super) squares: u128,
}

impl Parts {
    /// The bottom and the square under it swap colours.
    pub(super) const fn swapped(self) -> Self {
        let square = (self.squares >> self.position & 1) as u32;
        let bottom = self.faces >> BOTTOM & 1;
        let change = square ^ bottom;
        Self {
            faces: self.faces ^ change << BOTTOM,
            squares: self.squares ^ (change as u128) << self.position,
            position: self.position,
        }
    }

    /// Whether the face at a place is blue.
    pub(super) const fn is_blue_at(self, place: usize) -> bool {
        self.faces >> place & 1 == 1
    }
}

/// A state packed into a number: 64 bits are enough for most boards, and the search is faster with them.
pub(super) trait Packed: Copy + Ord + std::hash::Hash + Send + Sync + TryFrom<u128> + Into<u128> {}

impl Packed for u64 {}

impl Packed for u128 {}

/// A permutation of the bits of a set of faces, by the bytes of the set.
#[derive(Debug)]
struct Shuffle(Vec<[u32; 256]>);

impl Shuffle {
    fn new(places: &Places) -> Self {
        let image = |first: usize, byte: usize| {
            let after = places.iter().skip(first).take(8).enumerate();
            after.filter(|(bit, _)| byte >> bit & 1 == 1).fold(0, |set, (_, &place)| set | 1 << place)
        };
        Self((0..places.len()).step_by(8).map(|first| std::array::from_fn(|byte| image(first, byte))).collect())
    }

    fn of(&self, faces: u32) -> u32 {
        let bytes = faces.to_le_bytes();
        self.0.iter().zip(bytes).fold(0, |set, (images, byte)| set | images[usize::from(byte)])
    }
}

/// The rolls on a board.
#[derive(Debug)]
pub(super) struct Moves {
    pub(super) solid: Solid,
    /// By square and direction: the neighbour to which a roll leads.
    next: Vec<[Option<usize>; 4]>,
    /// Whether a square points down.
    points_down: Vec<bool>,
    /// By whether the square of before points down, and by direction.
    places: [[Places; 4]; 2],
    shuffles: [[Shuffle; 4]; 2],
}

impl Moves {
    pub(super) fn new(grid: &Grid) -> Self {
        let solid = grid.solid();
        let places = [false, true].map(|down| Direction::ALL.map(|direction| rolled(solid, direction, down)));
        let neighbours = |&cell: &_| {
            // A triangle has no side towards where it points.
            let tip = if grid.points_down(cell) { Direction::South } else { Direction::North };
            Direction::ALL.map(|direction| {
                let has_side = !solid.is_on_triangles() || direction != tip;
                cell.step(direction).filter(|_| has_side).and_then(|next| grid.number(next))
            })
        };
        Self {
            solid,
            next: grid.squares().iter().map(neighbours).collect(),
            points_down: grid.squares().iter().map(|&cell| grid.points_down(cell)).collect(),
            shuffles: std::array::from_fn(|down| std::array::from_fn(|d| Shuffle::new(&places[down][d]))),
            places,
        }
    }

    pub(super) fn squares(&self) -> usize {
        self.next.len()
    }

    /// The faces of a solid that is all blue.
    pub(super) const fn all_blue(&self) -> u32 {
        (1 << self.solid.faces()) - 1
    }

    /// Whether a state fits in 64 bits.
    pub(super) fn are_small(&self) -> bool {
        self.solid.faces() + self.squares() + POSITION_BITS as usize <= 64
    }

    pub(super) fn pack<K: Packed>(&self, Parts { faces, position, squares }: Parts) -> K {
        let bits = u128::from(faces) | (position as u128 | squares << POSITION_BITS) << self.solid.faces();
        K::try_from(bits).unwrap_or_else(|_| unreachable!("the board is small enough for the type"))
    }

    #[expect(clippy::cast_possible_truncation, reason = "the bits of the faces are cut out")]
    pub(super) fn unpack<K: Packed>(&self, state: K) -> Parts {
        let bits: u128 = state.into();
        let rest = bits >> self.solid.faces();
        let position = rest as usize & ((1 << POSITION_BITS) - 1);
        Parts { faces: bits as u32 & self.all_blue(), position, squares: rest >> POSITION_BITS }
    }

    /// The square to which a roll leads.
    pub(super) fn next(&self, square: usize, direction: Direction) -> Option<usize> {
        self.next[square][direction.index()]
    }

    /// Whether a square points down.
    pub(super) fn points_down(&self, square: usize) -> bool {
        self.points_down[square]
    }

    /// What a roll does to the places.
    pub(super) fn places(&self, points_down: bool, direction: Direction) -> &Places {
        &self.places[usize::from(points_down)][direction.index()]
    }

    fn shuffled(&self, Parts { faces, position, .. }: Parts, direction: Direction) -> u32 {
        self.shuffles[usize::from(self.points_down[position])][direction.index()].of(faces)
    }

    /// The state after a roll; `None` off the board, and when all faces are blue: the game is over.
    pub(super) fn forward(&self, from: Parts, direction: Direction) -> Option<Parts> {
        if from.faces == self.all_blue() {
            return None;
        }
        let position = self.next(from.position, direction)?;
        Some(Parts { faces: self.shuffled(from, direction), position, ..from }.swapped())
    }

    /// The states from which one roll leads to a state.
    pub(super) fn backward(&self, to: Parts) -> impl Iterator<Item = Parts> + '_ {
        // Undone in reverse: the swap, then the roll.
        let landed = to.swapped();
        Direction::ALL.into_iter().filter_map(move |direction| {
            let position = self.next(landed.position, direction)?;
            let faces = self.shuffled(landed, direction);
            (faces != self.all_blue()).then_some(Parts { faces, position, ..landed })
        })
    }

    /// The state after the moves so far, in the game's letters, from a square on which a white solid stands.
    pub(super) fn start(&self, square: usize, blue: &[bool], so_far: &str) -> Parts {
        let squares = blue.iter().enumerate().filter(|(_, blue)| **blue).fold(0, |set, (i, _)| set | 1 << i);
        let played = |from, key| self.forward(from, Direction::ALL["URDL".find(key)?]);
        let now = so_far.chars().try_fold(Parts { faces: 0, position: square, squares }, played);
        now.expect("the rules allowed these moves when the save file was read")
    }
}

// What a roll does to a solid: a permutation of the places where it has faces.
//
// Places are numbered, and a solid has a [`Row`]: how a turn about the upright axis permutes them, and how a roll to the south does.
// A roll in another direction is a turn, that roll, and the turn back. On a triangle that points down, places are those on a triangle that
// points up after half a turn about the upright axis; so a roll over a level side is the same from both.
//
// Place 1 is the bottom. On a cube the places are top, bottom, north, south, east and west. On triangles the south side of a triangle that
// points up has place 2, the east side 3 and the west side 4, and place 0 is the top; a tetrahedron has no top, and 0 is in the south, 2
// in the east, 3 in the west.

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

// The ways in which a solid stands on the squares of a board, and the rolls between them.

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
