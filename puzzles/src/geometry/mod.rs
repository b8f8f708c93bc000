//! Cells and boards, dice and how they roll, the twisty cube.
//!
//! Everything here is a fact of geometry: no puzzle, no model, no solver. One set of conventions serves the whole
//! project: a cell is `[x, y]`, x grows east and y grows north; opposite faces of a die sum to seven.

pub mod board;
pub mod cube;
pub mod die;

pub use board::{Board, BoardError, Cell, Direction, Reached};
pub use die::{Die, Face, Handedness, Place};
