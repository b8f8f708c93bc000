#![doc = include_str!("../README.md")]
//!
//! `block-maze`: the fewest tips that bring a box over a board with blocked cells from one placement to another.
//!
//! Sources: O. van Deventer's rolling block mazes; K. and M. Buchin, "Rolling Block Mazes are PSPACE-complete"; the game Bloxorz.
//!
//! | file | what |
//! |---|---|
//! | `instance.rs` | the model file, and a solution |
//! | `placement.rs` | where a box is and how it lies |
//! | `floor.rs` | what the floor does: the tables of letters in the model file |
//! | `rules.rs` | replay: shares no code with the encodings or the search |
//! | `maze.rs` | the graph of placements and tips; the states where the floor does something, and those that are reached |
//! | `search.rs` | shortest solutions and their number |
//! | `state_flow.rs`, `time_expanded.rs` | the encodings, and what bounds the layers of one of them |
//! | `facts.rs` | what may explain that there is no solution |
//! | `scene.rs` | the picture, the replay |
//! | `new.rs` | `tumble new block-maze` |

mod facts;
mod floor;
mod instance;
mod maze;
mod new;
mod placement;
mod rules;
mod scene;
mod search;
mod state_flow;
mod time_expanded;

pub use floor::{Bridge, Floor, Press, Splitter, Switch, Tile};
pub use instance::{BlockMaze, Tips};
pub use placement::{Placement, Size};
pub use rules::Breach;

use schemars::{Schema, schema_for};

use tumble_model::model::Sense;
use tumble_puzzles::instance::{Document, InputError};
use tumble_puzzles::puzzle::{Choices, Encoding, MovesError, Powers, Puzzle, Search};
use tumble_puzzles::render::Scene;

impl Puzzle for BlockMaze {
    const NAME: &'static str = "block-maze";
    const SUMMARY: &'static str = "a box tips over a board: from one placement to another in the fewest tips";
    const RULES: &'static [&'static str] = &[
        "A box tips over one of its lower edges, to the north, east, south or west. Every cell that it covers has to be free.",
        "It is to get from the start to the goal in the fewest tips. How it lies there counts, too.",
    ];

    type Solution = Tips;
    type Breach = Breach;

    const ENCODINGS: &'static [Encoding<Self>] = &[state_flow::ENCODING, time_expanded::ENCODING];

    const SEARCHES: &'static [Search<Self>] = &[search::DIRECT];
    const POWERS: Powers<Self> = Powers {
        new_options: new::OPTIONS,
        new: new::write,
        stage: scene::stage,
        position: Some(rules::position),
        after: Some(rules::after),
        facts: Some(facts::FACTS),
        ..Powers::NONE
    };
    const BOARD_KEYS: &'static [&'static str] = &["blocked", "fragile", "bridges"];

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
        self.obstacle()
    }

    fn verify(&self, solution: &Tips) -> Result<Option<i64>, Breach> {
        rules::verify(self, solution).map(Some)
    }

    fn solution_of_moves(&self, moves: &str, start: Option<&str>) -> Result<Tips, MovesError<Breach>> {
        rules::from_moves(self, moves, start)
    }

    fn scene(&self, solution: Option<&Tips>) -> Scene {
        scene::scene(self, solution)
    }

    fn answer(&self, tips: &Tips) -> Vec<(&'static str, String)> {
        vec![("moves", tips.moves.clone()), ("length", tips.length.to_string())]
    }
}
