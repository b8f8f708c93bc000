//! Pictures: a [`Scene`] describes what to show; [`text`] and [`svg`] draw it.

mod board_scene;
mod board_svg;
mod board_text;
mod canvas;
mod cell_svg;
mod compact_text;
mod frame;
mod heat;
mod ink;
mod net;
mod page;
mod profile;
mod scene;
mod strands;
mod strip_text;
pub mod svg;
#[cfg(test)]
mod tests;
pub mod text;
mod trail_svg;

pub use board_scene::{BoardScene, CubeView, Distance, End, EndKind, Mark, Paint, Panel, Sample, Sides, Symbol, Trail};
pub use ink::{Ink, Line, Span};
pub use scene::{HeatMap, HeatScene, Net, NetField, NetScene, ProfileCurve, ProfileScene, Scene};
