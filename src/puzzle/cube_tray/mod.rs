//! `cube-tray`: cubes stand in a tray with one hole; a move rolls a neighbouring cube into the hole. From one picture to
//! another in as few moves as can be.
//!
//! Source: V. Jandhyala, "Rolling Cube"; the puzzle is John Harris's.
//!
//! | file | what |
//! |---|---|
//! | `instance.rs` | the model file |
//! | `poses.rs` | how a cube can stand: 6 states, or 24 orientations |
//! | `rules.rs` | replay: shares no code with the search |
//! | `search.rs` | shortest solutions and their number |
//! | `invariant.rs` | goals that parity rules out |
//! | `table.rs` | the distances of all states |
//! | `time_indexed.rs`, `layers.rs` | the encoding, and what it can leave out |
//! | `scene.rs` | the picture |
//! | `new.rs` | `tumble new cube-tray` |

mod instance;
mod invariant;
mod layers;
mod new;
mod poses;
mod rules;
mod scene;
mod search;
mod table;
mod time_indexed;

pub use instance::{CubeTray, Wanted};
pub use poses::Cubes;
pub use rules::{Breach, Rolls};
pub(super) use table::TABLE;

use super::{Count, Encoding, Entry, MovesError, Puzzle, SearchRequest, Searched, encoding_infos};
use crate::model::{Capabilities, Sense};
use crate::render::Scene;

/// The row of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "cube-tray",
    summary: "cubes in a tray with one hole: from one picture to another in the fewest rolls",
    encodings: encoding_infos::<CubeTray>,
    read: |document| Ok(Box::new(CubeTray::read(document)?)),
    schema: instance::schema,
    new_options: new::OPTIONS,
    new: new::write,
};

impl Puzzle for CubeTray {
    type Solution = Rolls;
    type Breach = Breach;

    const ENCODINGS: &'static [Encoding<Self>] = &[time_indexed::ENCODING];

    fn sense(&self) -> Option<Sense> {
        Some(Sense::Minimize)
    }

    fn best_encoding(&self, _: Capabilities) -> Option<&'static str> {
        Some(time_indexed::ENCODING.name)
    }

    fn infeasible_because(&self) -> Option<String> {
        invariant::obstacle(self)
    }

    fn search(&self, request: &SearchRequest<'_>) -> Searched<Rolls> {
        search::solve(self, request)
    }

    fn count(&self, feasible: bool, request: &SearchRequest<'_>) -> Count {
        search::count(self, feasible, request)
    }

    fn verify(&self, solution: &Rolls) -> Result<Option<i64>, Breach> {
        rules::verify(self, solution).map(Some)
    }

    fn solution_of_moves(&self, moves: &str, start: Option<&str>) -> Result<Rolls, MovesError<Breach>> {
        rules::from_moves(moves, start)
    }

    fn scene(&self, solution: Option<&Rolls>) -> Scene {
        scene::scene(self, solution)
    }

    fn answer(&self, rolls: &Rolls) -> Vec<(&'static str, String)> {
        vec![("moves", rolls.moves.clone()), ("length", rolls.length.to_string())]
    }
}
