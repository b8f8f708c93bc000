//! Pictures: a [`Scene`] says what is to be seen, [`text`] and [`svg`] draw it.

mod scene;
pub mod svg;
pub mod text;

pub use scene::{CubeView, Mark, Paint, Panel, Scene, Segment};
