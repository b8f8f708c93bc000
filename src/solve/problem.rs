//! What is to be solved.

use crate::lower::Lowering;
use crate::puzzle::{Instance, PuzzleEntry};

/// A puzzle's instance and what it is called.
#[derive(Debug)]
pub struct Problem {
    /// The model file, as it was named.
    pub model: String,
    /// The puzzle.
    pub puzzle: &'static PuzzleEntry,
    /// The instance.
    pub instance: Box<dyn Instance>,
}

/// What is to be solved beside the problem itself: through which model, and how many solutions.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The encoding; without one the best for the backend.
    pub encoding: Option<String>,
    /// How to lower its model, where not by default; direct search ignores it.
    pub lowering: Lowering,
    /// The most solutions to list, at least one; without it a single solution is found.
    pub solutions: Option<usize>,
    /// Whether to leave out what a solution says beyond what was decided, such as moves:
    /// [`Extras::add_moves`](crate::puzzle::Extras::add_moves).
    pub skip_moves: bool,
}
