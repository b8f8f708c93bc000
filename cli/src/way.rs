//! Moves as text, on the command line or in a file, in place of results in JSON.

use std::path::Path;
use std::sync::Arc;

use super::failure::Failure;
use tumble_pipeline::solve::{self, CheckError, Problem, Verified};
use tumble_puzzles::instance::{Document, InputError};
use tumble_puzzles::puzzle::{Breach, MovesError, Solved};

/// Moves, and where they start.
#[derive(clap::Args, Debug)]
pub struct Way {
    /// The moves, in place of a result file.
    #[arg(long, group = "way")]
    moves: Option<String>,
    /// Begin after these moves, written as tumble prints them: the solution is the rest.
    #[arg(long, value_name = "MOVES")]
    after: Option<String>,
    /// With moves: the start, if the model leaves it open, as in "0,0 top=1 north=2 east=3".
    #[arg(long)]
    start: Option<String>,
}

/// What was given in place of a solution.
pub enum Given {
    /// A file of results in JSON.
    Results(Document),
    /// Moves as text.
    Moves(Moves),
}

/// Moves as text.
pub struct Moves {
    text: String,
    start: Option<String>,
    /// The file that they are in.
    file: Option<String>,
}

/// What became of a replay of moves.
pub enum Replayed {
    /// They are a solution.
    Keeps(Verified),
    /// They break a rule.
    Breaks(Broken),
}

/// Moves that break a rule.
pub struct Broken {
    /// The rule.
    pub breach: Breach,
    /// What they are up to the fault, if that can be drawn.
    pub solved: Option<Arc<dyn Solved>>,
}

impl Way {
    /// Moves that the option gives, or the file, or the results in the file: what does not begin like JSON are moves.
    ///
    /// # Errors
    /// When the file cannot be read, or there is a start for results.
    pub fn given(&self, file: Option<&Path>) -> Result<Option<Given>, Failure> {
        let moves = |text: &str, file| {
            // The start of the moves after which the model begins was read with them.
            let start = self.start.as_deref().filter(|_| self.after.is_none());
            Some(Given::Moves(Moves { file, ..Moves::new(text, start) }))
        };
        if let Some(text) = &self.moves {
            return Ok(moves(text, None));
        }
        let Some(path) = file else {
            let of_nothing = self.start.is_some() && self.after.is_none();
            return if of_nothing {
                Err(Failure::usage("--start is the start of moves: give --moves"))
            } else {
                Ok(None)
            };
        };
        // Whoever writes moves in place of a file names no file.
        let help =
            |error: InputError| if path.exists() { error } else { error.and_help("moves are given with `--moves`") };
        let document = Document::read(path).map_err(help)?;
        if !document.text().trim_start().starts_with(['{', '[', '"']) && !document.text().trim().is_empty() {
            return Ok(moves(document.text(), Some(document.name().to_owned())));
        }
        match self.start.as_deref().filter(|_| self.after.is_none()) {
            Some(_) => Err(Failure::usage(format!("{}: --start is for moves, and these are results", document.name()))),
            None => Ok(Some(Given::Results(document))),
        }
    }
}

/// The value in a line of an answer, such as `moves  NNE`, or a value alone.
fn value<'a>(line: &'a str, key: &str) -> &'a str {
    let line = line.trim();
    line.strip_prefix(key).filter(|rest| rest.starts_with(char::is_whitespace)).unwrap_or(line)
}

impl Moves {
    /// Moves, and where they start if the model leaves it open, each also as a line of an answer.
    pub fn new(moves: &str, start: Option<&str>) -> Self {
        let start = start.map(|start| value(start, "start").to_owned());
        Self { text: value(moves, "moves").to_owned(), start, file: None }
    }

    /// The solution that they make, replayed by the rules.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn replayed(&self, problem: &Problem) -> Result<Replayed, Failure> {
        let instance = &*problem.instance;
        let broken = |breach, solved| Ok(Replayed::Breaks(Broken { breach, solved }));
        let solution = match instance.solution_of_moves(&self.text, self.start.as_deref()) {
            Ok(solution) => solution,
            Err(MovesError::Breach(breach)) => return broken(breach, None),
            Err(MovesError::Unreadable(why)) => return Err(Failure::usage(self.named(&why))),
        };
        match solve::check(instance, &solution) {
            Ok(verified) => Ok(Replayed::Keeps(verified)),
            Err(CheckError::Breach(breach)) => broken(breach, instance.parse(&solution).ok()),
            Err(malformed @ CheckError::Malformed(_)) => Err(Failure::usage(malformed)),
        }
    }

    /// A message on them, with the file that they are in.
    fn named(&self, why: &str) -> String {
        self.file
            .as_ref()
            .map_or_else(|| why.to_owned(), |file| format!("{file}: neither results in JSON nor moves: {why}"))
    }
}

impl Broken {
    /// What is said of them.
    pub fn words(&self) -> String {
        format!("the solution breaks the rules: {}", self.breach)
    }
}
