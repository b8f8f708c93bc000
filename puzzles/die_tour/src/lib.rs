#![doc = include_str!("../README.md")]
//!
//! `die-tour`: a die rolls over a board so that it visits every free cell exactly once; the sum of the top faces is to be as large,
//! or as small, as possible.
//!
//! Source: V. Jandhyala, *Solving Puzzles through Mathematical Programming*, chapter 14, "Rolling Cubes".
//!
//! | file | what |
//! |---|---|
//! | `instance.rs` | the model file, and a solution |
//! | `rules.rs` | replay: shares no code with the encodings or the search |
//! | `encodings/` | one file each |
//! | `search/` | direct search, and the methods that take bounds from linear programs |
//! | `frontier/` | frontier dynamic programming, by which some of these methods go through a board |
//! | `numbered.rs` | what encodings and search share: the instance with numbered cells and orientations, the objective; tours as paths |
//! | `table.rs` | `tumble table die-tour`: boards of one width and any length, and their best sums |
//! | `facts.rs` | what may explain that there is no solution |
//! | `scene.rs` | the picture, the replay |
//! | `new.rs` | `tumble new die-tour` |

mod encodings;
mod facts;
pub mod frontier;
mod instance;
mod new;
mod numbered;
mod rules;
mod scene;
mod search;
mod table;

pub use instance::{DieTour, Objective, Tour};
pub use rules::Breach;

use schemars::{Schema, schema_for};

use tumble_model::model::Sense;
use tumble_puzzles::instance::{Document, InputError};
use tumble_puzzles::puzzle::{Choices, Encoding, MovesError, Powers, Puzzle, ROLLING, Search, Start};
use tumble_puzzles::render::Scene;

/// Boards up to this many cells with a fixed start are best served by the layered graph of `time-expanded`, others by
/// `arc-flow`: the layers grow with the square of the number of cells, and with a free start they have all states.
const LAYERED_UP_TO: usize = 16;

impl Puzzle for DieTour {
    const NAME: &'static str = "die-tour";
    const SUMMARY: &'static str = "Hamiltonian tour of a rolling die with extremal sum of top faces";
    const RULES: &'static [&'static str] = &[
        ROLLING,
        "It visits every free cell once. The numbers on top add up, that in the first cell included: to the largest sum, or to the smallest if the puzzle says so.",
    ];

    type Solution = Tour;
    type Breach = Breach;

    const ENCODINGS: &'static [Encoding<Self>] = encodings::ALL;

    const SEARCHES: &'static [Search<Self>] = search::SEARCHES;
    const POWERS: Powers<Self> = Powers {
        new_options: new::OPTIONS,
        new: new::write,
        stage: scene::stage,
        table: Some(table::TABULATION),
        facts: Some(facts::FACTS),
        starts: |puzzle| Start::each(&puzzle.board, puzzle.start_cell, &puzzle.start_dice),
        after: Some(rules::after),
        ..Powers::NONE
    };
    const BOARD_KEYS: &'static [&'static str] = &["blocked", "weights"];

    fn schema() -> Schema {
        schema_for!(instance::File)
    }

    fn read(document: &Document, _: &Choices) -> Result<Self, InputError> {
        Self::read(document)
    }

    fn sense(&self) -> Option<Sense> {
        match self.objective {
            Objective::Max => Some(Sense::Maximize),
            Objective::Min => Some(Sense::Minimize),
            Objective::Any => None,
        }
    }

    fn infeasible_because(&self) -> Option<String> {
        self.obstacle()
    }

    fn verify(&self, solution: &Tour) -> Result<Option<i64>, Breach> {
        let total = rules::verify(self, solution)?;
        Ok(Puzzle::sense(self).map(|_| total))
    }

    fn solution_of_moves(&self, moves: &str, start: Option<&str>) -> Result<Tour, MovesError<Breach>> {
        rules::from_moves(self, moves, start)
    }

    fn scene(&self, solution: Option<&Tour>) -> Scene {
        scene::scene(self, solution)
    }

    fn answer(&self, tour: &Tour) -> Vec<(&'static str, String)> {
        let tops = tour.tops.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        vec![
            ("start", tour.start.to_string()),
            ("moves", tour.moves.clone()),
            ("tops", tops),
            ("total", tour.total.to_string()),
        ]
    }
}
