//! The puzzles that tumble knows, by name.

use std::ops::Deref;

use tumble_puzzles::registry;
pub use tumble_puzzles::registry::Head;

use crate::puzzle::{BUILT_IN, PuzzleEntry};

/// A [table of puzzles](registry::Registry) that begins with tumble's own.
#[derive(Clone, Debug)]
pub struct Registry(registry::Registry);

impl Default for Registry {
    fn default() -> Self {
        Self::built_in()
    }
}

impl Registry {
    /// tumble's own puzzles.
    pub fn built_in() -> Self {
        Self(registry::Registry::of(BUILT_IN))
    }

    /// The registry with one more puzzle, which replaces a puzzle of its name.
    #[must_use]
    pub fn with(self, puzzle: &'static PuzzleEntry) -> Self {
        Self(self.0.with(puzzle))
    }
}

impl Deref for Registry {
    type Target = registry::Registry;

    fn deref(&self) -> &registry::Registry {
        &self.0
    }
}
