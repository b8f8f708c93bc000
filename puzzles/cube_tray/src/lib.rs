#![doc = include_str!("../README.md")]
//!
//! `cube-tray`: cubes in a tray with one hole; a move rolls a neighbouring cube into the hole. The goal is to get from one
//! arrangement to another in the fewest moves.
//!
//! Source: V. Jandhyala, "Rolling Cube"; the puzzle is John Harris's.
//!
//! | file | what |
//! |---|---|
//! | `instance.rs` | the model file, and a solution |
//! | `poses.rs` | the cubes: the letters of their faces, and their poses |
//! | `rules.rs` | replay: shares no code with the search or the encoding |
//! | `search.rs` | shortest solutions and their number; what no roll changes, and goals that this rules out |
//! | `table.rs` | the distances of all trays, and `tumble table` |
//! | `time_indexed.rs` | the encoding, and the states that it can leave out |
//! | `facts.rs` | what may explain that there is no solution |
//! | `scene.rs` | the picture, the replay |
//! | `new.rs` | `tumble new cube-tray` |

mod facts;
mod instance;
mod new;
mod poses;
mod rules;
mod scene;
mod search;
mod table;
mod time_indexed;

pub use instance::{CubeTray, Rolls, Wanted};
pub use poses::{Cubes, Kind};
pub use rules::Breach;

use schemars::{Schema, schema_for};

use tumble_model::model::Sense;
use tumble_puzzles::instance::{Document, InputError};
use tumble_puzzles::puzzle::{Choices, Encoding, MovesError, Powers, Puzzle, Search};
use tumble_puzzles::render::Scene;

impl Puzzle for CubeTray {
    const NAME: &'static str = "cube-tray";
    const SUMMARY: &'static str = "cubes in a tray with one hole: from one arrangement to another in the fewest rolls";
    const RULES: &'static [&'static str] = &[
        "A cube next to the hole rolls into the hole; nothing else can move.",
        "The cubes are to lie as in the goal, in the fewest rolls. Where the goal has a ?, anything may be.",
    ];

    type Solution = Rolls;
    type Breach = Breach;

    const ENCODINGS: &'static [Encoding<Self>] = &[time_indexed::ENCODING];

    const SEARCHES: &'static [Search<Self>] = &[search::DIRECT];
    const POWERS: Powers<Self> = Powers {
        new_options: new::OPTIONS,
        new: new::write,
        stage: scene::stage,
        position: Some(rules::position),
        table: Some(table::TABULATION),
        facts: Some(facts::FACTS),
        after: Some(rules::after),
        ..Powers::NONE
    };

    fn schema() -> Schema {
        schema_for!(instance::File)
    }

    fn read(document: &Document, _: &Choices) -> Result<Self, InputError> {
        Self::read(document)
    }

    fn sense(&self) -> Option<Sense> {
        Some(Sense::Minimize)
    }

    fn infeasible_because(&self) -> Option<String> {
        search::obstacle(self)
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
