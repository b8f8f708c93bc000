//! A solution of a Sudoku Cube: the solved layout, which piece goes where, and the moves that bring it there.

use serde::{Deserialize, Serialize};

use super::SudokuCube;
use super::placements;
use super::placements::{Assembly, CORNERS, EDGES, Layout, PIECES};
use tumble_puzzles::geometry::cube::Face;

/// A solution. Pieces and positions are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solution {
    /// The solved faces.
    pub faces: Faces,
    /// The corner pieces, in order.
    pub corners: Vec<Put>,
    /// The edge pieces, in order.
    pub edges: Vec<Put>,
    /// Whether turns of the cube lead from the scrambled to the solved state.
    pub reachable: bool,
    /// These turns in standard notation, if they were computed.
    pub moves: Option<String>,
    /// The number of turns; a half turn counts as one.
    pub move_count: Option<usize>,
    /// Why no turns exist, in fixed words: a twisted corner, a flipped edge, two swapped pieces or a turned centre. `None` exactly if
    /// the assembly is reachable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The solved faces, by their letters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "UPPERCASE")]
#[allow(missing_docs, reason = "the faces of the cube")]
pub struct Faces {
    pub u: SolvedFace,
    pub l: SolvedFace,
    pub f: SolvedFace,
    pub r: SolvedFace,
    pub b: SolvedFace,
    pub d: SolvedFace,
}

impl Faces {
    /// The faces, each as `solved` says.
    pub(super) fn new(solved: impl FnMut(Face) -> SolvedFace) -> Self {
        let [u, l, f, r, b, d] = Face::ALL.map(solved);
        Self { u, l, f, r, b, d }
    }

    /// The solved face in this place.
    pub const fn get(&self, face: Face) -> &SolvedFace {
        match face {
            Face::U => &self.u,
            Face::L => &self.l,
            Face::F => &self.f,
            Face::R => &self.r,
            Face::B => &self.b,
            Face::D => &self.d,
        }
    }
}

/// What a solved face shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolvedFace {
    /// Its nine digits, row by row as drawn in the net.
    pub digits: String,
    /// Where their tops point in the net: 0 up, 1 right, 2 down, 3 left.
    pub direction: u8,
}

/// Where a piece goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Put {
    /// The piece, by its position in the scrambled cube.
    pub piece: usize,
    /// The position it goes to.
    pub position: usize,
    /// Field t of the position then shows what field t + permutation of the piece showed.
    pub permutation: usize,
}

impl Solution {
    /// The solution for an assembly with this layout, without moves.
    pub(super) fn new(cube: &SudokuCube, assembly: &Assembly, layout: &Layout) -> Self {
        let solved = |face: Face| SolvedFace {
            digits: layout.digits[face.index()].iter().map(ToString::to_string).collect(),
            direction: layout.directions[face.index()],
        };
        let put = |first: usize, slots: &[(usize, usize)]| -> Vec<Put> {
            let put = |(k, &(position, permutation)): (usize, &(usize, usize))| Put {
                piece: k + 1,
                position: position - first + 1,
                permutation,
            };
            slots.iter().enumerate().map(put).collect()
        };
        let obstacle = placements::obstacle(cube, assembly, layout.directions);
        Self {
            faces: Faces::new(solved),
            corners: put(0, &assembly.put[..EDGES.start]),
            edges: put(EDGES.start, &assembly.put[EDGES]),
            reachable: obstacle.is_none(),
            moves: None,
            move_count: None,
            reason: obstacle.map(|obstacle| obstacle.to_string()),
        }
    }

    /// Where each piece goes; `None` if the lists are not valid, each piece once.
    pub(super) fn assembly(&self) -> Option<Assembly> {
        let mut assembly = Assembly { put: [(0, 0); PIECES.end] };
        let mut is_put = [false; PIECES.end];
        for (pieces, fields, list) in [(CORNERS, 3, &self.corners), (EDGES, 2, &self.edges)] {
            for &Put { piece, position, permutation } in list {
                let (piece, position) = (
                    piece.checked_sub(1)?.checked_add(pieces.start)?,
                    position.checked_sub(1)?.checked_add(pieces.start)?,
                );
                let is_valid = pieces.contains(&piece) && pieces.contains(&position) && permutation < fields;
                if !is_valid || std::mem::replace(&mut is_put[piece], true) {
                    return None;
                }
                assembly.put[piece] = (position, permutation);
            }
        }
        (self.corners.len() == CORNERS.len() && self.edges.len() == EDGES.len()).then_some(assembly)
    }

    /// The directions of the faces.
    pub(super) fn directions(&self) -> [u8; 6] {
        Face::ALL.map(|face| self.faces.get(face).direction)
    }
}
