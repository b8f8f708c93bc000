//! What some puzzles have beside what every puzzle has: moves that are found afterwards, layouts, files of other programs.

use super::Puzzle;
use crate::control::{Request, Stop};

/// Optional parts of a puzzle beside [`Puzzle`]; most puzzles have [`Extras::NONE`]. Given to
/// [`erased`](super::erased()) when an instance is read.
#[derive(Debug)]
pub struct Extras<P: Puzzle> {
    /// Completes a solution that a search or a model decided only in part, such as a layout without the turns that lead
    /// to it. Called after the solution was verified; the result is verified again.
    pub add_moves: Option<AddMoves<P>>,
    /// A text that is equal for solutions that look alike; counts report how many differ.
    pub layout: Option<fn(&P::Solution) -> String>,
    /// Files in formats of other programs.
    pub files: &'static [FileKind<P>],
}

/// Adds moves to a solution.
pub type AddMoves<P> = fn(&P, &<P as Puzzle>::Solution, &Request<'_>) -> Result<WithMoves<P>, NoMoves>;

/// A solution with its moves, and the limit that cut the search for fewer moves short, if one did.
pub type WithMoves<P> = (<P as Puzzle>::Solution, Option<Stop>);

/// No moves were found for a solution that is marked reachable: it was not verified, or the search for moves has a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no moves were found, although the solution says that some lead to it")]
pub struct NoMoves;

/// A file format of another program.
#[derive(Clone, Copy, Debug)]
pub struct FileKind<P: Puzzle> {
    /// The suffix of its files, without the dot.
    pub suffix: &'static str,
    /// Writes an instance, with its solution if one is given.
    pub write: fn(&P, Option<&P::Solution>) -> String,
}

impl<P: Puzzle> Extras<P> {
    /// No optional parts.
    pub const NONE: Self = Self { add_moves: None, layout: None, files: &[] };

    /// The text of a file with this suffix; `None` if the puzzle has no such files.
    pub(super) fn file(&self, puzzle: &P, solution: Option<&P::Solution>, suffix: &str) -> Option<String> {
        let kind = self.files.iter().find(|kind| kind.suffix == suffix)?;
        Some((kind.write)(puzzle, solution))
    }
}
