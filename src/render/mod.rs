//! Pictures: a [`Scene`] describes what to show; [`text`] and [`svg`] draw it. Replays: a [`Replay`] describes the moves, and `html`
//! writes a file that plays them.

mod heat;
#[cfg(feature = "html")]
pub mod html;
mod net;
mod page;
mod profile;
pub mod replay;
mod scene;
pub mod svg;
pub mod text;

pub use replay::Replay;
pub use scene::{
    BoardScene, CubeView, HeatMap, HeatScene, Mark, Net, NetField, NetScene, Paint, Panel, ProfileCurve, ProfileScene,
    Scene, Segment,
};
