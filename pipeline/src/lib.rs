#![doc = include_str!("../README.md")]

pub mod file;
pub mod report;
pub mod solve;
mod verify;
