//! States as numbers, and what one roll does to them.
//!
//! Bits of a state: six for the faces (top, bottom, north, south, east, west; 1 is blue), six for the cell index of the cube,
//! then one for each square by cell index.

use crate::geometry::{Board, Direction};

/// A state of the search, packed into a number.
pub(super) type PackedState = u64;

/// The number of bits for the faces.
const FACE_BITS: u32 = 6;
/// The first bit of the squares.
const SQUARES: u32 = 12;
/// The most squares of a board.
pub(super) const MAX_CELLS: usize = (PackedState::BITS - SQUARES) as usize;
/// All six faces blue.
pub(super) const ALL_BLUE: u8 = 0b11_1111;
/// The bottom face.
pub(super) const BOTTOM: u8 = 0b10;

/// An unpacked state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    pub(super) faces: u8,
    pub(super) position: usize,
    /// A bit for each blue square, by cell index.
    pub(super) squares: u64,
}

impl Parts {
    pub(super) const fn of(state: PackedState) -> Self {
        Self {
            faces: state as u8 & ALL_BLUE,
            position: (state >> FACE_BITS) as usize & 0x3f,
            squares: state >> SQUARES,
        }
    }

    pub(super) const fn state(self) -> PackedState {
        self.faces as u64 | (self.position as u64) << FACE_BITS | self.squares << SQUARES
    }

    /// The bottom and the square under it swap colours.
    pub(super) const fn swapped(self) -> Self {
        let square = (self.squares >> self.position & 1) as u8;
        let bottom = (self.faces & BOTTOM) >> 1;
        let change = square ^ bottom;
        Self {
            faces: self.faces ^ change << 1,
            squares: self.squares ^ (change as u64) << self.position,
            position: self.position,
        }
    }
}

/// The rolls on a board.
#[derive(Debug)]
pub(super) struct Moves {
    /// By cell index and direction: the index of the neighbour.
    next: Vec<[Option<usize>; 4]>,
    /// `rolled[direction][faces]`.
    rolled: [[u8; 64]; 4],
}

impl Moves {
    pub(super) fn new(board: &Board) -> Self {
        let neighbours = |index: usize| {
            Direction::ALL
                .map(|direction| board.neighbour(board.cell(index), direction).and_then(|cell| board.index(cell)))
        };
        let rolled = |direction| std::array::from_fn(|faces| roll(faces as u8, direction));
        Self { next: (0..board.size()).map(neighbours).collect(), rolled: Direction::ALL.map(rolled) }
    }

    pub(super) fn cells(&self) -> usize {
        self.next.len()
    }

    /// The state after a roll; `None` off the board, and when all faces are blue: the game is over.
    pub(super) fn forward(&self, from: Parts, direction: Direction) -> Option<Parts> {
        if from.faces == ALL_BLUE {
            return None;
        }
        let position = self.next[from.position][direction.index()]?;
        let faces = self.rolled[direction.index()][usize::from(from.faces)];
        Some(Parts { faces, position, ..from }.swapped())
    }

    /// The states from which one roll leads to a state.
    pub(super) fn backward(&self, to: Parts) -> impl Iterator<Item = Parts> + '_ {
        // Undone in reverse: the swap, then the roll.
        let landed = to.swapped();
        Direction::ALL.into_iter().filter_map(move |direction| {
            let position = self.next[landed.position][direction.index()]?;
            let faces = self.rolled[direction.index()][usize::from(landed.faces)];
            (faces != ALL_BLUE).then_some(Parts { faces, position, ..landed })
        })
    }
}

/// The faces after a roll.
const fn roll(faces: u8, direction: Direction) -> u8 {
    let [top, bottom, north, south, east, west] =
        [faces & 1, faces >> 1 & 1, faces >> 2 & 1, faces >> 3 & 1, faces >> 4 & 1, faces >> 5 & 1];
    let [t, b, n, s, e, w] = match direction {
        Direction::North => [south, north, top, bottom, east, west],
        Direction::South => [north, south, bottom, top, east, west],
        Direction::East => [west, east, north, south, top, bottom],
        Direction::West => [east, west, north, south, bottom, top],
    };
    t | b << 1 | n << 2 | s << 3 | e << 4 | w << 5
}
