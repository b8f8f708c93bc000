//! Pumpkin.

mod options;
mod search;
pub(super) mod solver;
mod statistics;
#[cfg(test)]
mod tests;
mod translation;
mod watch;
