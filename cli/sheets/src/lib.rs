#![doc = include_str!("../README.md")]

mod paper;
mod sheet;

pub use sheet::Args as Sheet;
