//! Puzzles by name. The command line and the readers of model files take them from here.

use std::time::Duration;

use crate::instance::{Document, InputError, SolveTable};
use crate::names::suggestion;
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

    /// The puzzle that a caller names.
    ///
    /// # Errors
    /// When there is none: says the nearest name, or all of them.
    pub fn named(&self, name: &str) -> Result<&'static PuzzleEntry, InputError> {
        let known = || self.puzzles().map(|puzzle| puzzle.name).collect::<Vec<_>>();
        let why = || InputError::new(format!("no puzzle `{name}`; {}", suggestion(name, &known())));
        self.find(name).ok_or_else(why)
    }

    /// The puzzle that a model file names.
    ///
    /// # Errors
    /// When the file names no puzzle, or a puzzle that is not in the registry.
    pub fn puzzle_of(&self, document: &Document) -> Result<&'static PuzzleEntry, InputError> {
        let name = document.puzzle()?;
        self.find(&name.value).ok_or_else(|| {
            let known: Vec<&str> = self.puzzles().map(|puzzle| puzzle.name).collect();
            document.place(InputError::unknown("puzzle", &name.value, &known).or_at(name.span, ""))
        })
    }

    /// The puzzle whose ids a text looks like.
    pub fn puzzle_of_id(&self, text: &str) -> Option<(&'static PuzzleEntry, Ids)> {
        let mut with_ids = self.puzzles().filter_map(|puzzle| Some((puzzle, puzzle.ids?)));
        with_ids.find(|(_, ids)| (ids.looks_like_one)(text))
    }

    /// Whose model a text is, a model file or an id of a game, and how it says that it is solved.
    ///
    /// # Errors
    /// When the text is too long or names no puzzle, or when something is wrong with its `[solve]` table.
    pub fn head<'a>(&self, document: &'a Document) -> Result<Head<'a>, InputError> {
        document.check_size()?;
        let (puzzle, ids, solve) = match (self.puzzle_of(document), document.text()) {
            (Ok(puzzle), _) => (puzzle, None, document.solve_defaults()?),
            (Err(error), text) => {
                let (puzzle, ids) = self.puzzle_of_id(text).ok_or(error)?;
                (puzzle, Some(ids), SolveTable::default())
            }
        };
        let limits = solve.time_limit().and_then(|time| Ok((time, solve.threads()?)));
        let (time_limit, threads) = limits.map_err(|error| document.place(error))?;
        Ok(Head { puzzle, solve, time_limit, threads, document, ids })
    }

    /// Reads the instance in a model file or of an id, without options.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn read(&self, document: &Document) -> Result<(&'static PuzzleEntry, Box<dyn Instance>), InputError> {
        let head = self.head(document)?;
        Ok((head.puzzle, head.read(&Choices::new())?))
    }
}

/// A model whose puzzle is known: command line, Python and page all read it by [`Registry::head`] and [`Head::read`].
#[derive(Debug)]
pub struct Head<'a> {
    /// Its puzzle.
    pub puzzle: &'static PuzzleEntry,
    /// How it says that it is solved; of an id nothing.
    pub solve: SolveTable,
    /// The limit of time there.
    pub time_limit: Option<Duration>,
    /// The number of threads there.
    pub threads: Option<u32>,
    document: &'a Document,
    /// If it is an id.
    ids: Option<Ids>,
}

impl Head<'_> {
    /// Whether the text is not a model file, but an id or a save file of a game.
    pub const fn is_id(&self) -> bool {
        self.ids.is_some()
    }

    /// Reads the instance, with these of its puzzle's options.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn read(&self, choices: &Choices) -> Result<Box<dyn Instance>, InputError> {
        let read = match self.ids {
            Some(ids) => (ids.read)(self.document.text()),
            None => (self.puzzle.read)(self.document, choices),
        };
        read.map_err(|error| self.document.place(error))
    }
}
