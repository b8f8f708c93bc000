//! Reading model files: the parts that puzzles share, with a place in the file for every error.
//!
//! A model file is TOML. Its `puzzle` key picks the schema, which each puzzle owns (a serde type in its `instance.rs`);
//! boards, dice, maps and the `[solve]` table are read here, once.

mod at;
mod board;
mod die;
mod document;
mod error;
mod node;
mod spot;

pub use at::At;
pub use board::{BoardTable, BridgeState, LabelKind, MAX_WEIGHT, MapCell, drawn_map, read_map, read_map_of_words};
pub use die::{DieTable, FaceValues, FacesTable, GoalTable, MAX_VALUE, StartTable, free_cell, read_faces};
pub(crate) use document::refused_keys;
pub use document::{Document, SolveTable};
pub use error::{InputError, lay_out};
pub use spot::Spot;
