//! The problem to be solved.

use tumble_model::lower::Lowering;
use tumble_puzzles::puzzle::{Instance, PuzzleEntry};

/// A puzzle's instance and its name.
#[derive(Debug)]
pub struct Problem {
    /// The model file, as the caller named it.
    pub model: String,
    /// The puzzle.
    pub puzzle: &'static PuzzleEntry,
    /// The instance.
    pub instance: Box<dyn Instance>,
}

/// How to solve a problem: through which model, and for how many solutions.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The encoding; `None`: the best encoding for the backend.
    pub encoding: Option<String>,
    /// How to lower its model; direct search ignores it.
    pub lowering: Lowering,
    /// `Some(n)`: list up to n solutions (n ≥ 1), the optimal ones if there is an objective. `None`: find one.
    pub solutions: Option<usize>,
    /// Do not call [`Powers::add_moves`](tumble_puzzles::puzzle::Powers::add_moves), which may take long.
    pub skip_moves: bool,
    /// Solve a model even if the instance [shows](tumble_puzzles::puzzle::Puzzle::infeasible_because) that it has no solution: for a second opinion.
    pub always_model: bool,
}
