//! Cube puzzles solved by mathematical programming.
//!
//! tumble translates cube puzzles into integer models, passes these to MILP solvers, checks the answers in exact integers,
//! replays them by the puzzle's rules, and cross-checks them by direct search. Data flows one way:
//!
//! ```text
//! model.toml ──▶ puzzle ──encode──▶ Model ──lower──▶ Model (what the backend takes) ──▶ backend
//!   instance       │                  │                                                    │
//!                  │                  └────────── check in exact integers ◀── values ──────┘
//!                  ├── search (direct, no model) ──┐        ▼
//!                  └── rules: replay ◀─────────────┴──── decode ──▶ report ──▶ text, JSON, picture
//! ```
//!
//! | module | what |
//! |---|---|
//! | [`geometry`] | cells, boards, dice, the twisty cube |
//! | [`instance`] | reading model files; every error has its place in the file |
//! | [`rolling`] | a die that rolls over cells: the graph of (cell, orientation), its layers, paths in it as flows |
//! | [`search`] | generic direct search: shortest paths, distance tables |
//! | [`puzzle`] | the puzzles: instance, rules, search, encodings, picture |
//! | [`registry`] | the puzzles by name |
//! | [`render`] | pictures as text and SVG, replays as JSON |
//! | [`model`] | the integer model and what its constraints mean |
//! | [`lower`] | from the constraints of an encoding to those that a backend takes |
//! | [`sat`] | models as clauses |
//! | [`lp`], [`session`] | linear programs with exact bounds; work with a solver |
//! | [`proof`] | proofs that a model has no solution |
//! | [`names`], [`text`] | names that a person may have misspelt; text in bytes from outside |
//! | [`format`](mod@format) | models as files for other programs |
//! | [`backend`] | the solvers |
//! | [`control`] | requests, limits, progress, verdicts: what all methods share |
//! | [`solve`] | the pipeline above |
//! | [`report`] | the result of a run, as JSON and in words |
//! | [`file`](mod@file) | files that are written whole or not at all |
//! | `html` | replays as HTML files, with the feature `html` |
//! | `experiment` | grids of runs, recorded and summed up, with the feature `experiment` |
//! | `cli` | the command line, with the feature `cli` |
//!
//! The command line (`tumble --help`) is a thin layer over this library. In a program of your own:
//!
//! ```
//! use tumble::instance::Document;
//! use tumble::registry::Registry;
//! use tumble::control::Request;
//! use tumble::solve::{self, Method, Options, Problem};
//!
//! let text = r#"
//!     puzzle = "die-tour"
//!     objective = "max"
//!     [board]
//!     columns = 3
//!     rows = 3
//!     [start]
//!     cell = [0, 0]
//!     die = { top = 1, north = 2, east = 3 }
//! "#;
//! let (puzzle, instance) = Registry::built_in().read(&Document::new("example", text))?;
//! let problem = Problem::new("example".into(), puzzle, instance);
//!
//! // Every method of this build that fits: direct search and the solvers. Each answer was checked and replayed.
//! for method in Method::serving(&*problem.instance) {
//!     let report = solve::solve(&problem, method, &Options::default(), &Request::unlimited())?;
//!     assert_eq!(report.objective, Some(37));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`solve::solve_model`] takes a model of your own through the same steps (`solver/examples/own_model.rs`), and
//! [`solve::list_model`] lists its solutions. The folder `examples/` has a
//! puzzle of your own, and the command line with that puzzle.

/// The crate in whose terms a puzzle of your own describes its model files: derive with `#[schemars(crate = "tumble::schemars")]`.
pub use schemars;
/// The crate by which a puzzle of your own reads its model files and solutions: derive with `#[serde(crate = "tumble::serde")]`.
pub use serde;

pub use tumble_clauses as sat;
#[cfg(feature = "experiment")]
pub use tumble_compare as experiment;
pub use tumble_formats as format;
pub use tumble_pipeline::{file, report, solve};
#[cfg(feature = "html")]
pub use tumble_player as html;
pub use tumble_proofs as proof;
pub use tumble_puzzles::{geometry, instance, render, search};
pub use tumble_rolling as rolling;
pub use tumble_solver as backend;
pub use tumble_solver::{conflict, control, lower, lp, model, names, session, text};

#[cfg(feature = "cli")]
pub mod cli;
pub mod puzzle;
pub mod registry;
