//! Puzzles by name. The command line and the readers of model files take them from here.

use crate::instance::{Document, InputError};
use crate::puzzle::{Choices, Ids, Instance, PuzzleEntry};

/// A table of puzzles.
#[derive(Clone, Debug)]
pub struct Registry {
    puzzles: Vec<&'static PuzzleEntry>,
}

impl Registry {
    /// A registry of these puzzles, by name.
    pub fn of(puzzles: &'static [PuzzleEntry]) -> Self {
        Self { puzzles: puzzles.iter().collect() }
    }

    /// The registry with one more puzzle, which replaces a puzzle of its name.
    #[must_use]
    pub fn with(mut self, puzzle: &'static PuzzleEntry) -> Self {
        self.puzzles.retain(|other| other.name != puzzle.name);
        self.puzzles.push(puzzle);
        self.puzzles.sort_by_key(|puzzle| puzzle.name);
        self
    }

    /// The puzzles, by name.
    pub fn puzzles(&self) -> impl Iterator<Item = &'static PuzzleEntry> + '_ {
        self.puzzles.iter().copied()
    }

    /// The puzzle of this name.
    pub fn find(&self, name: &str) -> Option<&'static PuzzleEntry> {
        self.puzzles().find(|puzzle| puzzle.name == name)
    }

    /// The puzzle that a model file names.
    ///
    /// # Errors
    /// When the file names no puzzle, or a puzzle that is not in the registry.
    pub fn puzzle_of(&self, document: &Document) -> Result<&'static PuzzleEntry, InputError> {
        let name = document.puzzle()?;
        self.find(&name.value).ok_or_else(|| {
            let known: Vec<&str> = self.puzzles().map(|puzzle| puzzle.name).collect();
            let error = InputError::of(&name, format!("unknown puzzle `{}`", name.value), "no such puzzle");
            document.place(error.suggest("puzzle", &name.value, &known))
        })
    }

    /// The puzzle whose ids a text looks like.
    pub fn puzzle_of_id(&self, text: &str) -> Option<(&'static PuzzleEntry, Ids)> {
        let mut with_ids = self.puzzles().filter_map(|puzzle| Some((puzzle, puzzle.ids?)));
        with_ids.find(|(_, ids)| (ids.looks_like_one)(text))
    }

    /// Reads the instance in a model file, for the puzzle that the file names.
    ///
    /// # Errors
    /// What is wrong with the file, and where.
    pub fn read(&self, document: &Document) -> Result<(&'static PuzzleEntry, Box<dyn Instance>), InputError> {
        let puzzle = self.puzzle_of(document)?;
        Ok((puzzle, (puzzle.read)(document, &Choices::new()).map_err(|error| document.place(error))?))
    }
}
