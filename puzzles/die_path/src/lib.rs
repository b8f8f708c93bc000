#![doc = include_str!("../README.md")]
//!
//! `die-path`: the fewest rolls that bring a die from a cell and an orientation to another cell and orientation, on the
//! unbounded plane or on a board with blocked cells; or two dice at once, on a board. On a board cells may have labels that the die has to
//! show, and in place of the rolls a sum over the cells may be made smallest or largest.
//!
//! Source: J. Yao, *Research on the Minimum Moves of Rolling Cube Puzzles*, master's thesis, JAIST 2021.
//!
//! | file | what |
//! |---|---|
//! | `instance.rs` | the model file; what is made smallest or largest; a solution |
//! | `rules.rs` | replay: shares no code with the encodings or the search |
//! | `search.rs`, `plane.rs` | breadth-first search on boards; the folded table on the plane |
//! | `region.rs` | the cells that an encoding or a search needs, and the graph of rolls over them; in it paths of the best sum, counts and lists |
//! | `near.rs` | paths whose sum is near the best one |
//! | `state_flow.rs`, `time_expanded.rs` | the encodings |
//! | `facts.rs` | what may explain that there is no solution |
//! | `scene.rs` | the picture, the replay, long ways in them |
//! | `new.rs`, `table.rs` | `tumble new die-path`, `tumble table die-path` |

mod facts;
#[cfg(test)]
mod flow_tests;
mod instance;
mod near;
mod new;
mod plane;
mod region;
mod rules;
mod scene;
mod search;
mod state_flow;
mod table;
mod time_expanded;

pub use instance::Sum;
pub use instance::{DiePath, Route, Runner};
pub use rules::Breach;

use schemars::{Schema, schema_for};

use tumble_model::model::Sense;
use tumble_puzzles::instance::{Document, InputError};
use tumble_puzzles::puzzle::{Choices, Encoding, MovesError, Powers, Puzzle, ROLLING, Search};
use tumble_puzzles::render::Scene;

/// The encodings are for a single die.
fn one_die(puzzle: &DiePath) -> Result<(), &'static str> {
    if puzzle.runners.len() == 1 { Ok(()) } else { Err("two dice are solved by direct search only") }
}

/// Of longer lists, only the runs at both ends are shown.
const SHOWN_RUNS: usize = 40;

impl Puzzle for DiePath {
    const NAME: &'static str = "die-path";
    const SUMMARY: &'static str = "shortest roll of a die from one cell and orientation to another";
    const RULES: &'static [&'static str] = &[
        ROLLING,
        "It is to come from the start to the goal in the fewest rolls. A number in the goal has to be on top there.",
    ];

    type Solution = Route;
    type Breach = Breach;

    const ENCODINGS: &'static [Encoding<Self>] = &[state_flow::ENCODING, time_expanded::ENCODING];

    const SEARCHES: &'static [Search<Self>] = &[search::DIRECT];
    const POWERS: Powers<Self> = Powers {
        new_options: new::OPTIONS,
        new: new::write,
        stage: scene::stage,
        position: Some(rules::position),
        table: Some(table::TABULATION),
        facts: Some(facts::FACTS),
        starts: rules::starts,
        after: Some(rules::after),
        ..Powers::NONE
    };
    const BOARD_KEYS: &'static [&'static str] = &["blocked", "labels", "weights"];

    fn schema() -> Schema {
        schema_for!(instance::File)
    }

    fn read(document: &Document, _: &Choices) -> Result<Self, InputError> {
        Self::read(document)
    }

    fn sense(&self) -> Option<Sense> {
        Some(self.sum.as_ref().map_or(Sense::Minimize, |sum| sum.sense))
    }

    fn infeasible_because(&self) -> Option<String> {
        self.obstacle()
    }

    fn verify(&self, solution: &Route) -> Result<Option<i64>, Breach> {
        rules::verify(self, solution).map(Some)
    }

    fn solution_of_moves(&self, moves: &str, start: Option<&str>) -> Result<Route, MovesError<Breach>> {
        rules::from_moves(self, moves, start)
    }

    fn scene(&self, solution: Option<&Route>) -> Scene {
        scene::scene(self, solution)
    }

    fn answer(&self, route: &Route) -> Vec<(&'static str, String)> {
        let mut runs = route.spelled_runs();
        if runs.len() > SHOWN_RUNS {
            let hidden = runs.len() - SHOWN_RUNS;
            runs.splice(SHOWN_RUNS / 2..SHOWN_RUNS / 2 + hidden, [format!("… {hidden} more …")]);
        }
        let mut lines = vec![("length", route.length.to_string()), ("runs", runs.join(" "))];
        lines.extend(route.sum.map(|sum| ("sum", sum.to_string())));
        lines.extend(route.moves.clone().map(|moves| ("moves", moves)));
        lines.extend(route.starts().unwrap_or_default().iter().map(|start| ("start", start.to_string())));
        lines
    }
}
