//! What only some puzzles have.

use std::fmt::{self, Debug};

use super::{Choices, FindRepairs, Instance, NoMoves, Puzzle, PuzzleOption, Tabulation};
use crate::control::{Control, Request, Stop};
use crate::instance::InputError;
use crate::render::replay::Stage;

/// What only some puzzles have; most have little of it. See [`Puzzle::POWERS`].
#[derive(Debug)]
pub struct Powers<P: Puzzle> {
    /// What this puzzle adds to the options of every command that reads a model. No other option of these commands may
    /// have such a name.
    pub options: &'static [PuzzleOption],
    /// The options of `tumble new`.
    pub new_options: &'static [PuzzleOption],
    /// The text of a commented model file, as the options say. The error is a message for the user: an option that
    /// makes no sense. A search for an instance that is as wished ends at the limits of the control; what it returns then is not looked at.
    pub new: fn(&Choices, &Control<'_>) -> Result<String, String>,
    /// The replay of a solution, or of the instance, which has no moves; `None` if it can only be drawn. The solution may be anything that
    /// its type can hold: this must not panic.
    pub stage: StageOf<P>,
    /// Completes a solution that a search or a model decided only in part, such as a layout without the turns that lead
    /// to it. Called after the solution was verified; the result is verified again.
    pub add_moves: Option<AddMoves<P>>,
    /// A text that is equal for solutions that look alike; counts report how many differ.
    pub layout: Option<fn(&P::Solution) -> String>,
    /// What decides over all further moves after so many moves of a solution, by the rules: equal texts are equal positions. `None` if the
    /// solution has fewer moves or breaks a rule before. Only a puzzle that has it can have [infinitely many](super::Endless) solutions.
    pub position: Option<PositionOf<P>>,
    /// Files in formats of other programs.
    pub files: &'static [FileKind<P>],
    /// The ids of its instances.
    pub ids: Option<Ids>,
    /// The whole-board result of `tumble table`.
    pub table: Option<Tabulation>,
    /// Finds what may have been misread in a model without a solution, if the puzzle is read off something.
    pub repairs: Option<FindRepairs>,
}

impl<P: Puzzle> Powers<P> {
    /// None of all this: without [`new`](Self::new), `tumble new` says that there is nothing to write.
    pub const NONE: Self = Self {
        options: &[],
        new_options: &[],
        new: |_, _| Err("this puzzle has no model file to begin with: `tumble schema` tells what one has".into()),
        stage: |_, _| None,
        add_moves: None,
        layout: None,
        position: None,
        files: &[],
        ids: None,
        table: None,
        repairs: None,
    };

    /// The text of a file with this suffix; `None` if the puzzle has no such files.
    pub(super) fn file(&self, puzzle: &P, solution: Option<&P::Solution>, suffix: &str) -> Option<String> {
        let kind = self.files.iter().find(|kind| kind.suffix == suffix)?;
        Some((kind.write)(puzzle, solution))
    }
}

/// The replay of an instance, with its solution if one is given.
pub type StageOf<P> = fn(&P, Option<&<P as Puzzle>::Solution>) -> Option<Stage>;

/// The position after so many moves of a solution.
pub type PositionOf<P> = fn(&P, &<P as Puzzle>::Solution, u64) -> Option<String>;

/// Adds moves to a solution.
pub type AddMoves<P> = fn(&P, &<P as Puzzle>::Solution, &Request<'_>) -> Result<WithMoves<P>, NoMoves>;

/// A solution with its moves, and the limit that cut the search for fewer moves short, if one did.
pub type WithMoves<P> = (<P as Puzzle>::Solution, Option<Stop>);

/// A file format of another program.
#[derive(Clone, Copy, Debug)]
pub struct FileKind<P: Puzzle> {
    /// The suffix of its files, without the dot.
    pub suffix: &'static str,
    /// What they are, in a few words.
    pub what: &'static str,
    /// Writes an instance, with its solution if one is given.
    pub write: fn(&P, Option<&P::Solution>) -> String,
}

/// Ids: short texts that each describe one instance, in a game's own format.
#[derive(Clone, Copy)]
pub struct Ids {
    /// What they are, in the plural: `ids of Simon Tatham's Cube`.
    pub what: &'static str,
    /// One of them.
    pub example: &'static str,
    /// Whether a text looks like such an id rather than the name of a file, or like a save file of the game rather than a model file.
    pub looks_like_one: fn(&str) -> bool,
    /// Reads an id or a save file, with blanks around it; the spans of errors are ranges of bytes in it.
    pub read: fn(&str) -> Result<Box<dyn Instance>, InputError>,
    /// Makes, from the bytes of a file that [`Powers::table`] wrote, a reader of ids. The instances that it reads
    /// answer a search from that table. The error is a message for the user.
    pub with_table: fn(Vec<u8>) -> Result<ReadId, String>,
}

/// Reads an id.
pub type ReadId = Box<dyn Fn(&str) -> Result<Box<dyn Instance>, InputError> + Send + Sync>;

impl Debug for Ids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ids").finish_non_exhaustive()
    }
}
