//! Pictures: a [`Scene`] describes what to show; [`text`] and [`svg`] draw it.

mod heat;
mod net;
mod page;
mod profile;
mod scene;
pub mod svg;
pub mod text;

pub use scene::{
    BoardScene, CubeView, HeatMap, HeatScene, Mark, Net, NetField, NetScene, Paint, Panel, ProfileCurve, ProfileScene,
    Scene, Segment,
};
