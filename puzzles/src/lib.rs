#![doc = include_str!("../README.md")]
//!
//! # Where things are
//!
//! | module | what |
//! |---|---|
//! | [`geometry`] | cells, boards, dice |
//! | [`instance`] | reading model files; every error has its place in the file |
//! | [`search`] | generic direct search: shortest paths, distance tables |
//! | [`puzzle`] | the interface of the puzzles, and what they share |
//! | [`registry`] | puzzles by name |
//! | [`render`] | pictures as text and SVG, replays as JSON |
//!
//! A puzzle makes a [`Model`](tumble_model::model::Model) and knows no solver.

pub mod geometry;
pub mod instance;
pub mod puzzle;
pub mod registry;
pub mod render;
pub mod search;

// Beside the rooms of this crate, as in `tumble`.
use tumble_model::{control, model, names, session, text};
