//! tumble
pub mod backend;
pub mod format;
pub mod geometry;
pub mod instance;
pub mod lower;
pub mod model;
pub mod puzzle;
pub mod render;
pub mod report;
pub mod run;
pub mod solve;
