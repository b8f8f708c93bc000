//! The integration tests, in one program: what they share is linked once. Each file is about one subject.

#![allow(clippy::unwrap_used, reason = "a test that unwraps a failure has failed")]
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "tests count what they made")]

#[cfg_attr(not(all(feature = "highs", feature = "cbc")), allow(dead_code, reason = "some tests are left out"))]
mod common;

mod architecture;
mod bad_input;
mod block_maze;
mod brief;
#[cfg(feature = "cadical")]
mod cadical;
#[cfg(feature = "highs")]
mod certificates;
#[cfg(feature = "highs")]
mod check;
mod clauses;
#[cfg(all(feature = "highs", feature = "pumpkin"))]
mod cli;
mod collections;
#[cfg(feature = "highs")]
mod comparison_tables;
#[cfg(feature = "highs")]
mod comparisons;
mod conformance;
#[cfg(feature = "cp-sat")]
mod cp_sat;
mod cube_tray;
mod decode;
mod decode_files;
mod decoded_claims;
mod dependencies;
mod dialects;
mod die_path;
mod die_path_solvers;
mod die_tour;
mod encodings;
mod explain;
#[cfg(feature = "highs")]
mod export;
#[cfg(all(feature = "external", target_os = "linux"))]
mod external;
mod files;
mod flatzinc;
mod frontier_counts;
mod headers;
#[cfg(feature = "highs")]
mod known_values;
mod labeled_board;
mod limits;
mod listing;
mod long_names;
#[cfg(feature = "highs")]
mod lp_frontier;
mod models;
mod mutations;
mod oracle;
#[cfg(feature = "highs")]
mod proofs;
mod random_models;
mod readme;
#[cfg(any(feature = "highs", feature = "pumpkin"))]
mod released;
mod repairs;
mod replay_files;
mod replays;
#[cfg(any(feature = "cbc", feature = "highs", feature = "microlp", feature = "pumpkin"))]
mod reports;
mod rules;
#[cfg(unix)]
mod security;
mod sheet;
#[cfg(feature = "highs")]
mod staged;
mod stops;
mod streams;
#[cfg(feature = "highs")]
mod sudoku_cube;
#[cfg(feature = "highs")]
mod sudoku_encodings;
mod sudoku_moves;
#[cfg(target_os = "linux")]
mod supervision;
mod tatham_cube;
mod terminal;
mod texts;
mod tutorial;
#[cfg(all(feature = "highs", feature = "pumpkin"))]
mod usage;
mod wrong_answers;
