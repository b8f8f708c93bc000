//! Reading model files: the parts that puzzles share, with a place in the file for every error.
//!
//! A model file is TOML. Its `puzzle` key picks the schema, which each puzzle owns (a serde type in its `instance.rs`);
//! boards, dice, maps and the `[solve]` table are read here, once.

mod at;
mod board;
mod die;
mod document;
mod error;
mod faces;
mod layout;
mod map;
mod node;
mod solve;
mod source;

pub use at::At;
pub use board::{BoardTable, BridgeState, LabelKind, MAX_WEIGHT};
pub use die::{DieTable, GoalTable, StartTable, free_cell, read_faces};
pub use document::Document;
pub(crate) use document::refused_keys;
pub use error::InputError;
pub use faces::{FaceValues, FacesTable, MAX_VALUE};
pub use layout::lay_out;
pub use map::{MapCell, drawn_map, read_map, read_map_of_words};
pub use solve::SolveTable;
