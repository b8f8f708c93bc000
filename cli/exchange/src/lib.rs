#![doc = include_str!("../README.md")]

mod decode;
mod export;

pub use decode::Args as Decode;
pub use export::Args as Export;
