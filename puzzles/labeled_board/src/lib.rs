#![doc = include_str!("../README.md")]
//!
//! `labeled-board`: a die rolls over a board on which some cells are labeled. It enters each labeled cell exactly once, with that
//! number on top, and free cells any number of times.
//!
//! Sources: K. Buchin, M. Buchin, E. Demaine, M. Demaine, D. El-Khechen, S. Fekete, C. Knauer, A. Schulz, P. Taslakian, *On Rolling
//! Cube Puzzles*, CCCG 2007: NP-complete. J. Yao, *Research on the Minimum Moves of Rolling Cube Puzzles*, master's thesis, JAIST
//! 2021, chapter 2. Whether a fully labeled rectangle can have two Hamiltonian cycles is problem 68 of the Open Problems Project.
//!
//! | file | what |
//! |---|---|
//! | `instance.rs` | the model file, and a solution |
//! | `rules.rs` | replay: shares no code with the encodings or the search |
//! | `label_graph.rs` | the graph of labels: shortest walks over free cells; the instance with numbered cells; the board contracted to its labels |
//! | `stages.rs` | dynamic programming over sets of labels, and its trails; what is left out of it; bounds on the rest of a trail |
//! | `bounded.rs` | the same within a limit of rolls that rises |
//! | `search.rs` | solving and counting, also of trails of any length |
//! | `bound_graph.rs`, `prices.rs` | the bounds: the graph that they see, walks that forget labels, and prices of labels |
//! | `local_search.rs` | good trails in a moment |
//! | `label_arcs.rs`, `fixing.rs` | the arcs of the contracted board as variables; arcs that are left out |
//! | `arc_circuit.rs`, `arc_cuts.rs`, `arc_flow.rs` | encodings as arcs |
//! | `cp_circuit.rs` | an encoding for boards without free cells |
//! | `commodity_flow.rs`, `euler_flow.rs` | encodings on all cells, and the cuts of the second |
//! | `euler_walk.rs` | what these two share, and its variables |
//! | `facts.rs` | what may explain that a board has no solution |
//! | `scene.rs` | the picture, the replay |
//! | `new.rs` | `tumble new labeled-board` |

mod arc_circuit;
mod arc_cuts;
mod arc_flow;
mod bound_graph;
mod bounded;
mod commodity_flow;
mod cp_circuit;
mod euler_flow;
mod euler_walk;
mod facts;
mod fixing;
mod instance;
mod label_arcs;
mod label_graph;
mod local_search;
mod new;
mod prices;
mod rules;
mod scene;
mod search;
#[cfg(test)]
mod search_tests;
mod stages;

pub use instance::{LabeledBoard, Objective, Trail};
pub use rules::Breach;

use schemars::{Schema, schema_for};

use tumble_model::model::Sense;
use tumble_puzzles::instance::{Document, InputError};
use tumble_puzzles::puzzle::{Choices, Encoding, MovesError, Powers, Puzzle, ROLLING, Search, Start};
use tumble_puzzles::render::Scene;

impl Puzzle for LabeledBoard {
    const NAME: &'static str = "labeled-board";
    const SUMMARY: &'static str = "rolling cube puzzle: visit each labeled cell once, with its number on top";
    const RULES: &'static [&'static str] = &[
        ROLLING,
        "It enters each cell with a number exactly once and then has that number on top. It may enter other cells any number of times. The fewest rolls are asked for.",
    ];

    type Solution = Trail;
    type Breach = Breach;

    const ENCODINGS: &'static [Encoding<Self>] = &[
        arc_circuit::ENCODING,
        arc_cuts::ENCODING,
        arc_flow::ENCODING,
        commodity_flow::ENCODING,
        cp_circuit::ENCODING,
        euler_flow::ENCODING,
    ];

    const SEARCHES: &'static [Search<Self>] = &[search::DIRECT];
    const POWERS: Powers<Self> = Powers {
        new_options: new::OPTIONS,
        new: new::write,
        stage: scene::stage,
        position: Some(rules::position),
        starts: |puzzle| Start::each(&puzzle.board, puzzle.start_cell, &puzzle.start_dice),
        after: Some(rules::after),
        facts: Some(facts::FACTS),
        ..Powers::NONE
    };
    const BOARD_KEYS: &'static [&'static str] = &["blocked", "order"];

    fn schema() -> Schema {
        schema_for!(instance::File)
    }

    fn read(document: &Document, _: &Choices) -> Result<Self, InputError> {
        Self::read(document)
    }

    fn sense(&self) -> Option<Sense> {
        (self.objective == Objective::Min).then_some(Sense::Minimize)
    }

    fn infeasible_because(&self) -> Option<String> {
        self.obstacle()
    }

    fn verify(&self, solution: &Trail) -> Result<Option<i64>, Breach> {
        let length = rules::verify(self, solution)?;
        Ok(Puzzle::sense(self).map(|_| length))
    }

    fn solution_of_moves(&self, moves: &str, start: Option<&str>) -> Result<Trail, MovesError<Breach>> {
        rules::from_moves(self, moves, start)
    }

    fn scene(&self, solution: Option<&Trail>) -> Scene {
        scene::scene(self, solution)
    }

    fn answer(&self, trail: &Trail) -> Vec<(&'static str, String)> {
        let tops = trail.tops.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        vec![
            ("start", trail.start.to_string()),
            ("moves", trail.moves.clone()),
            ("length", trail.length.to_string()),
            ("tops", tops),
        ]
    }
}
