#![doc = include_str!("../README.md")]
//!
//! `sudoku-cube`: a cube with digits, solved when every face shows 1 to 9 and reads in one direction. The solved layout
//! is not known in advance: first it is found, then the moves that lead to it.
//!
//! Source: A. Furmanek, *ILP series*, part 105, "Sudoku Cube".
//!
//! | file | what |
//! |---|---|
//! | `instance.rs` | the model file: pieces, or a net |
//! | `net.rs` | the net as text; the readings of the fields, right or wrong, and their places in the file |
//! | `facts.rs` | what may explain that there is no solution |
//! | `slips.rs` | changes of readings that make the cube solvable; what may have been misread |
//! | `solution.rs` | a solution |
//! | `stickers.rs` | the cube in space with rotation matrices: shares nothing with the encodings or the searches |
//! | `rules.rs` | replay on the stickers |
//! | `placements.rs` | every piece in every position, and the digits that it shows there; which assemblies turns can reach |
//! | `obstacle.rs` | why turns cannot reach an assembly, in words |
//! | `search.rs` | depth-first search |
//! | `moves.rs` | from the scrambled cube to an assembly: two-phase solver, centres |
//! | `scene.rs` | the picture: nets, and the cube after each turn; the replay |
//! | `new.rs` | `tumble new sudoku-cube` |
//! | `assembly.rs` | shared by the encodings: which piece is where, the rows that make it reachable, what names of variables mean |
//! | `catalogue/` | encodings that nothing chooses by itself |
//! | `aggregated.rs` … | one encoding each |

mod aggregated;
mod assembly;
/// Encodings that nothing chooses by itself: they are there to be compared. `integers.rs` is what the two of integers share.
mod catalogue {
    pub(super) mod bitflag;
    pub(super) mod bitflag_slim;
    pub(super) mod integer_chain;
    pub(super) mod integer_pairs;
    mod integers;
}
mod face_digit;
mod face_digit_plus;
mod facts;
mod instance;
mod moves;
mod net;
mod new;
mod obstacle;
mod placements;
mod rules;
mod scene;
mod search;
mod slips;
mod solution;
mod stickers;
#[cfg(test)]
mod tests;

pub use instance::{Piece, SudokuCube, Unread};
pub use rules::Breach;
pub use solution::{Faces, Put, Solution, SolvedFace};

use catalogue::{bitflag, bitflag_slim, integer_chain, integer_pairs};
use schemars::{Schema, schema_for};

use tumble_model::model::Sense;
use tumble_puzzles::geometry::cube::Face;
use tumble_puzzles::instance::{Document, InputError};
use tumble_puzzles::puzzle::{Choices, Encoding, MovesError, Powers, Puzzle, PuzzleOption, Search};
use tumble_puzzles::render::Scene;

/// Drops the requirement that turns can reach the solution.
const ANY_ASSEMBLY: PuzzleOption =
    PuzzleOption::flag("any-assembly", "Sudoku Cube: accept solutions that turns cannot reach, too");

/// What a solution looks like: assemblies that differ only in identical pieces look alike.
fn layout(solution: &Solution) -> String {
    let face = |face: Face| {
        let SolvedFace { digits, direction } = solution.faces.get(face);
        format!("{face}{digits}{direction}")
    };
    Face::ALL.map(face).concat()
}

impl Puzzle for SudokuCube {
    const NAME: &'static str = "sudoku-cube";
    const SUMMARY: &'static str =
        "a cube with digits: find the layout in which every face is 1 to 9 in one direction, and the moves to it";
    const RULES: &'static [&'static str] = &[
        "The cube is held still and unfolded: U above F, D below F, and L, F, R, B in a row.",
        "It is solved when every face shows 1 to 9 and all digits of a face read in one direction.",
        "F is a quarter turn of the front face clockwise, F' turns it back, F2 is a half turn; so with U, L, R, B and D.",
    ];

    type Solution = Solution;
    type Breach = Breach;

    const ENCODINGS: &'static [Encoding<Self>] = &[
        aggregated::ENCODING,
        bitflag::ENCODING,
        bitflag_slim::ENCODING,
        face_digit::ENCODING,
        face_digit_plus::ENCODING,
        integer_chain::ENCODING,
        integer_pairs::ENCODING,
    ];

    const SEARCHES: &'static [Search<Self>] = &[search::DIRECT];
    const POWERS: Powers<Self> = Powers {
        options: &[ANY_ASSEMBLY],
        new_options: new::OPTIONS,
        new: new::write,
        stage: scene::stage,
        add_moves: Some(moves::add_moves),
        layout: Some(layout),
        repairs: Some(slips::find),
        after: Some(rules::after),
        facts: Some(facts::FACTS),
        ..Powers::NONE
    };

    fn schema() -> Schema {
        schema_for!(instance::File)
    }

    fn read(document: &Document, choices: &Choices) -> Result<Self, InputError> {
        Ok(Self { any_assembly: choices.contains_key(ANY_ASSEMBLY.name), ..Self::read(document)? })
    }

    fn sense(&self) -> Option<Sense> {
        None
    }

    fn infeasible_because(&self) -> Option<String> {
        placements::unplaceable_piece(self)
    }

    fn verify(&self, solution: &Solution) -> Result<Option<i64>, Breach> {
        rules::verify(self, solution).map(|()| None)
    }

    fn solution_of_moves(&self, moves: &str, start: Option<&str>) -> Result<Solution, MovesError<Breach>> {
        rules::from_moves(self, moves, start)
    }

    fn scene(&self, solution: Option<&Solution>) -> Scene {
        scene::scene(self, solution)
    }

    fn answer(&self, solution: &Solution) -> Vec<(&'static str, String)> {
        let turns = match (&solution.moves, &solution.reason) {
            (Some(moves), _) => in_groups(moves),
            (None, Some(reason)) => format!("none: {reason}"),
            (None, None) => "not worked out".into(),
        };
        let mut lines = vec![("hold", self.hold()), ("moves", turns)];
        lines.extend(solution.move_count.map(|count| ("turns", count.to_string())));
        lines
    }
}

/// Moves in groups of five, four groups a line.
fn in_groups(moves: &str) -> String {
    let words: Vec<&str> = moves.split_whitespace().collect();
    let groups: Vec<String> = words.chunks(5).map(|group| format!("{:<14}", group.join(" "))).collect();
    groups.chunks(4).map(|line| line.join("  ").trim_end().to_owned()).collect::<Vec<_>>().join("\n       ")
}
