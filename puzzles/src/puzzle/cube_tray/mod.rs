//! `cube-tray`: cubes in a tray with one hole; a move rolls a neighbouring cube into the hole. The goal is to get from one
//! arrangement to another in the fewest moves.
//!
//! Source: V. Jandhyala, "Rolling Cube"; the puzzle is John Harris's.
//!
//! | file | what |
//! |---|---|
//! | `instance.rs` | the model file |
//! | `poses.rs` | the poses of a cube: 6 states, or 24 orientations |
//! | `solution.rs` | a solution |
//! | `rules.rs` | replay: shares no code with the search or the encoding |
//! | `search.rs` | shortest solutions and their number |
//! | `invariant.rs` | goals that parity rules out |
//! | `distances.rs`, `table.rs` | the distances of all trays, and `tumble table` |
//! | `time_indexed.rs`, `layers.rs` | the encoding, and the states that it can leave out |
//! | `scene.rs`, `replay.rs` | the picture, the replay |
//! | `new.rs` | `tumble new cube-tray` |

mod distances;
mod instance;
mod invariant;
mod layers;
mod new;
mod poses;
mod replay;
mod rules;
mod scene;
mod search;
mod solution;
mod table;
mod time_indexed;

pub use instance::{CubeTray, Wanted};
pub use poses::Cubes;
pub use rules::Breach;
pub use solution::Rolls;

use super::{Count, Encoding, Extras, Listed, MovesError, Puzzle, PuzzleEntry, Receiver, Searched, erased};
use crate::control::Request;
use crate::model::Sense;
use crate::render::Scene;
use crate::render::replay::Stage;

/// The registry entry.
pub static ENTRY: PuzzleEntry = PuzzleEntry {
    new_options: new::OPTIONS,
    new: new::write,
    table: Some(table::TABULATION),
    ..PuzzleEntry::of::<CubeTray>(
        "cube-tray",
        "cubes in a tray with one hole: from one arrangement to another in the fewest rolls",
        instance::schema,
        |document, _| Ok(erased(CubeTray::read(document)?, &Extras::NONE)),
    )
};

impl Puzzle for CubeTray {
    type Solution = Rolls;
    type Breach = Breach;

    const ENCODINGS: &'static [Encoding<Self>] = &[time_indexed::ENCODING];

    fn sense(&self) -> Option<Sense> {
        Some(Sense::Minimize)
    }

    fn infeasible_because(&self) -> Option<String> {
        invariant::obstacle(self)
    }

    fn search(&self, request: &Request<'_>) -> Searched<Rolls> {
        search::solve(self, request)
    }

    fn list(&self, found: &mut Receiver<'_, Rolls>, request: &Request<'_>) -> Option<Listed> {
        Some(search::list(self, found, request))
    }

    fn count(&self, feasible: bool, request: &Request<'_>) -> Count {
        search::count(self, feasible, request)
    }

    fn verify(&self, solution: &Rolls) -> Result<Option<i64>, Breach> {
        rules::verify(self, solution).map(Some)
    }

    fn solution_of_moves(&self, moves: &str, start: Option<&str>) -> Result<Rolls, MovesError<Breach>> {
        rules::from_moves(self, moves, start)
    }

    fn scene(&self, solution: Option<&Rolls>) -> Scene {
        scene::scene(self, solution)
    }

    fn stage(&self, solution: Option<&Rolls>) -> Option<Stage> {
        Some(replay::stage(self, solution))
    }

    fn answer(&self, rolls: &Rolls) -> Vec<(&'static str, String)> {
        vec![("moves", rolls.moves.clone()), ("length", rolls.length.to_string())]
    }
}
