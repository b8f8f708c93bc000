//! Pictures: a [`Scene`] describes what to show; [`text`] and [`svg`] draw it. A [`Replay`] describes the moves.

mod board_scene;
mod board_svg;
mod board_text;
mod cell_svg;
mod compact_text;
mod digit;
mod heat;
mod ink;
mod net;
mod page;
mod profile;
pub mod replay;
mod scene;
mod strands;
mod strip_text;
pub mod svg;
#[cfg(test)]
mod tests;
pub mod text;
mod trail_svg;
mod triangle_svg;
mod turns;

pub use board_scene::{
    BoardScene, CellShape, CubeView, Distance, End, EndKind, Facet, Mark, Paint, Panel, Sample, Sides, Symbol, Trail,
};
pub use ink::{Ink, Line, Span};
pub use replay::Replay;
/// The mark of a picture in a file: in SVG a comment near the beginning, in text the last line.
pub const MARK: &str = "drawn by tumble";

pub use scene::{CubeAfterTurn, HeatMap, HeatScene, Net, NetField, NetScene, ProfileCurve, ProfileScene, Scene, Turns};
