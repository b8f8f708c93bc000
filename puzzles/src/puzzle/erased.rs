//! Puzzles with their types erased, as the layers above see them: an [`Instance`] of some puzzle, whose solutions are JSON
//! objects, and a [`Solved`] instance, which holds a parsed solution.
//!
//! What is verified is what is printed: solutions leave this layer only as JSON, and come back only through [`Instance::parse`].

use std::error::Error;
use std::fmt::{self, Debug};

use serde::Deserialize as _;
use serde_json::Value;

use super::bounded::{counting, fitting, named};
use super::encoding::Choice;
use super::{
    Bounded, BoundedError, Count, EncodeError, Encoded, Extras, FittingSearch, Listed, MovesError, NoMoves, Puzzle,
    Receiver, Searched,
};
use crate::control::{Request, Stop};
use crate::lp::{LpFailure, LpSolver};
use crate::model::{Capabilities, Sense};
use crate::render::replay::Stage;
use crate::render::{Replay, Scene};

/// An instance of some puzzle.
pub trait Instance: Send + Sync + Debug {
    /// See [`Puzzle::sense`].
    fn sense(&self) -> Option<Sense>;
    /// See [`Puzzle::infeasible_because`].
    fn infeasible_because(&self) -> Option<String>;
    /// See [`Puzzle::search`].
    fn search(&self, request: &Request<'_>) -> Searched<Value>;
    /// Whether a bounded search of this name fits the instance.
    ///
    /// # Errors
    /// When there is no such search, or it does not fit.
    fn fits_search(&self, name: &str) -> Result<(), BoundedError>;
    /// The bounded searches that fit the instance, the fastest first.
    fn bounded_searches(&self) -> Vec<FittingSearch>;
    /// Solves it by a bounded search.
    ///
    /// # Errors
    /// As [`fits_search`](Self::fits_search); inside: when the solver of the linear programs fails.
    fn bounded_search(
        &self,
        name: &str,
        solver: &mut dyn LpSolver,
        request: &Request<'_>,
    ) -> Result<Result<Bounded<Value>, LpFailure>, BoundedError>;
    /// Whether a bounded search of this name fits the instance and counts its optimal solutions.
    ///
    /// # Errors
    /// When there is no such search, it does not fit, or it does not count.
    fn fits_count(&self, name: &str) -> Result<(), BoundedError>;
    /// Counts the optimal solutions by a bounded search.
    ///
    /// # Errors
    /// As [`fits_count`](Self::fits_count); inside: when the solver of the linear programs fails.
    fn bounded_count(
        &self,
        name: &str,
        solver: &mut dyn LpSolver,
        request: &Request<'_>,
    ) -> Result<Result<Count, LpFailure>, BoundedError>;
    /// See [`Puzzle::list`].
    fn list(&self, found: &mut Receiver<'_, Value>, request: &Request<'_>) -> Option<Listed>;
    /// See [`Puzzle::count`].
    fn count(&self, feasible: bool, request: &Request<'_>) -> Count;
    /// Whether solutions get their moves after they are found: see [`Extras::add_moves`].
    fn adds_moves(&self) -> bool;
    /// Whether solutions may look alike: see [`Extras::layout`].
    fn has_layouts(&self) -> bool;
    /// The name of the best encoding for a backend with these capabilities; `None` if no encoding fits the instance.
    fn best_encoding(&self, capabilities: Capabilities) -> Option<String>;
    /// The name of the best encoding for a file, to which no cuts are added: an encoding whose models always lack cuts, or are staged, is
    /// the last choice.
    fn best_encoding_for_file(&self, capabilities: Capabilities) -> Option<String>;
    /// The name of the best encoding for a certificate: an encoding with a [tight relaxation](super::Encoding::with_tight_relaxation) comes
    /// first.
    fn best_encoding_for_proof(&self) -> Option<String>;
    /// The canonical name of an encoding that fits the instance, without building its model.
    ///
    /// # Errors
    /// When there is no such encoding, or it does not fit.
    fn fits(&self, encoding: &str) -> Result<String, EncodeError>;
    /// Builds the model of an encoding; returns it with the canonical name.
    ///
    /// # Errors
    /// When there is no such encoding, it does not fit the instance, or the model would be too large.
    fn encode(&self, encoding: &str) -> Result<(String, Encoded<Value>), EncodeError>;
    /// Reads a solution.
    ///
    /// # Errors
    /// When the JSON value is not a solution of this puzzle.
    fn parse(&self, solution: &Value) -> Result<Box<dyn Solved + '_>, Malformed>;
    /// See [`Puzzle::solution_of_moves`].
    ///
    /// # Errors
    /// As for [`Puzzle::solution_of_moves`].
    fn solution_of_moves(&self, moves: &str, start: Option<&str>) -> Result<Value, MovesError<Breach>>;
    /// See [`Puzzle::scene`]: the picture of the unsolved instance.
    fn scene(&self) -> Scene;
    /// The replay of the unsolved instance of the puzzle with this name: it has no moves. See [`Puzzle::stage`].
    fn replay(&self, puzzle: &str) -> Replay;
    /// The file of the unsolved instance in another program's format; `None` if the puzzle has no format of this suffix.
    fn file(&self, suffix: &str) -> Option<String>;
}

/// A solution that was read, together with its instance. Nothing is known of it before [`Solved::verify`].
pub trait Solved: Debug {
    /// The solution as it is printed.
    fn json(&self) -> Value;
    /// See [`Puzzle::verify`].
    ///
    /// # Errors
    /// The first rule that the solution breaks.
    fn verify(&self) -> Result<Option<i64>, Breach>;
    /// See [`Extras::add_moves`]; returns the limit that cut it short, if one did.
    ///
    /// # Errors
    /// When no moves are found although the solution claims that there are some; the solution is left unchanged.
    fn add_moves(&mut self, request: &Request<'_>) -> Result<Option<Stop>, NoMoves>;
    /// See [`Extras::layout`].
    fn layout(&self) -> Option<String>;
    /// See [`Puzzle::scene`].
    fn scene(&self) -> Scene;
    /// The replay of the solution, for the puzzle with this name. See [`Puzzle::stage`].
    fn replay(&self, puzzle: &str) -> Replay;
    /// See [`Puzzle::answer`].
    fn answer(&self) -> Vec<(&'static str, String)>;
    /// The file of the solved instance in another program's format; `None` if the puzzle has no format with this suffix.
    fn file(&self, suffix: &str) -> Option<String>;
}

/// A broken rule of any puzzle.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct Breach(Box<dyn Error + Send + Sync>);

/// A JSON value that is not a solution of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a solution of this puzzle: {0}")]
pub struct Malformed(String);

/// An instance of a puzzle, with its type erased.
#[must_use]
pub fn erased<P: Puzzle>(puzzle: P, extras: &'static Extras<P>) -> Box<dyn Instance> {
    Box::new(Erased { puzzle, extras })
}

struct Erased<P: Puzzle> {
    puzzle: P,
    extras: &'static Extras<P>,
}

impl<P: Puzzle> Debug for Erased<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.puzzle.fmt(f)
    }
}

impl<P: Puzzle> Instance for Erased<P> {
    fn sense(&self) -> Option<Sense> {
        self.puzzle.sense()
    }

    fn infeasible_because(&self) -> Option<String> {
        self.puzzle.infeasible_because()
    }

    fn search(&self, request: &Request<'_>) -> Searched<Value> {
        self.puzzle.search(request).map(|solution| to_json(&solution))
    }

    fn fits_search(&self, name: &str) -> Result<(), BoundedError> {
        named(&self.puzzle, name).map(|_| ())
    }

    fn bounded_searches(&self) -> Vec<FittingSearch> {
        fitting(&self.puzzle)
    }

    fn bounded_search(
        &self,
        name: &str,
        solver: &mut dyn LpSolver,
        request: &Request<'_>,
    ) -> Result<Result<Bounded<Value>, LpFailure>, BoundedError> {
        let search = named(&self.puzzle, name)?;
        let bounded = (search.search)(&self.puzzle, solver, request);
        Ok(bounded.map(|bounded| Bounded {
            searched: bounded.searched.map(|solution| to_json(&solution)),
            root_bound: bounded.root_bound,
            cut_rounds: bounded.cut_rounds,
            cuts: bounded.cuts,
        }))
    }

    fn fits_count(&self, name: &str) -> Result<(), BoundedError> {
        counting(&self.puzzle, name).map(|_| ())
    }

    fn bounded_count(
        &self,
        name: &str,
        solver: &mut dyn LpSolver,
        request: &Request<'_>,
    ) -> Result<Result<Count, LpFailure>, BoundedError> {
        let count = counting(&self.puzzle, name)?;
        Ok(count(&self.puzzle, solver, request))
    }

    fn list(&self, found: &mut Receiver<'_, Value>, request: &Request<'_>) -> Option<Listed> {
        self.puzzle.list(&mut |solution, held| found(to_json(&solution), held), request)
    }

    fn adds_moves(&self) -> bool {
        self.extras.add_moves.is_some()
    }

    fn has_layouts(&self) -> bool {
        self.extras.layout.is_some()
    }

    fn count(&self, feasible: bool, request: &Request<'_>) -> Count {
        self.puzzle.count(feasible, request)
    }

    fn best_encoding(&self, capabilities: Capabilities) -> Option<String> {
        Choice::best(&self.puzzle, capabilities).map(|choice| choice.name())
    }

    fn best_encoding_for_file(&self, capabilities: Capabilities) -> Option<String> {
        Choice::best_for_file(&self.puzzle, capabilities).map(|choice| choice.name())
    }

    fn best_encoding_for_proof(&self) -> Option<String> {
        Choice::best_for_proof(&self.puzzle).map(|choice| choice.name())
    }

    fn fits(&self, encoding: &str) -> Result<String, EncodeError> {
        let choice = Choice::<P>::named(encoding)?;
        choice.fits(&self.puzzle)?;
        Ok(choice.name())
    }

    fn encode(&self, encoding: &str) -> Result<(String, Encoded<Value>), EncodeError> {
        let choice = Choice::<P>::named(encoding)?;
        Ok((choice.name(), choice.build(&self.puzzle)?.map(|solution| to_json(&solution))))
    }

    fn parse(&self, solution: &Value) -> Result<Box<dyn Solved + '_>, Malformed> {
        let solution = P::Solution::deserialize(solution).map_err(|e| Malformed(e.to_string()))?;
        Ok(Box::new(SolvedInstance { puzzle: &self.puzzle, extras: self.extras, solution }))
    }

    fn solution_of_moves(&self, moves: &str, start: Option<&str>) -> Result<Value, MovesError<Breach>> {
        match self.puzzle.solution_of_moves(moves, start) {
            Ok(solution) => Ok(to_json(&solution)),
            Err(MovesError::Unreadable(why)) => Err(MovesError::Unreadable(why)),
            Err(MovesError::Breach(breach)) => Err(MovesError::Breach(Breach(Box::new(breach)))),
        }
    }

    fn scene(&self) -> Scene {
        self.puzzle.scene(None)
    }

    fn replay(&self, puzzle: &str) -> Replay {
        replay(puzzle, &Instance::scene(self), Vec::new(), self.puzzle.stage(None))
    }

    fn file(&self, suffix: &str) -> Option<String> {
        self.extras.file(&self.puzzle, None, suffix)
    }
}

struct SolvedInstance<'a, P: Puzzle> {
    puzzle: &'a P,
    extras: &'static Extras<P>,
    solution: P::Solution,
}

impl<P: Puzzle> Debug for SolvedInstance<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolvedInstance").field("puzzle", self.puzzle).finish_non_exhaustive()
    }
}

impl<P: Puzzle> Solved for SolvedInstance<'_, P> {
    fn json(&self) -> Value {
        to_json(&self.solution)
    }

    fn verify(&self) -> Result<Option<i64>, Breach> {
        self.puzzle.verify(&self.solution).map_err(|breach| Breach(Box::new(breach)))
    }

    fn add_moves(&mut self, request: &Request<'_>) -> Result<Option<Stop>, NoMoves> {
        let Some(add_moves) = self.extras.add_moves else { return Ok(None) };
        let (solution, stop) = add_moves(self.puzzle, &self.solution, request)?;
        self.solution = solution;
        Ok(stop)
    }

    fn layout(&self) -> Option<String> {
        self.extras.layout.map(|layout| layout(&self.solution))
    }

    fn scene(&self) -> Scene {
        self.puzzle.scene(Some(&self.solution))
    }

    fn replay(&self, puzzle: &str) -> Replay {
        replay(puzzle, &self.scene(), self.answer(), self.puzzle.stage(Some(&self.solution)))
    }

    fn answer(&self) -> Vec<(&'static str, String)> {
        self.puzzle.answer(&self.solution)
    }

    fn file(&self, suffix: &str) -> Option<String> {
        self.extras.file(self.puzzle, Some(&self.solution), suffix)
    }
}

fn replay(puzzle: &str, scene: &Scene, facts: Vec<(&'static str, String)>, stage: Option<Stage>) -> Replay {
    Replay { format: Replay::FORMAT, puzzle: puzzle.to_owned(), title: scene.title().to_owned(), facts, stage }
}

fn to_json(solution: &impl serde::Serialize) -> Value {
    // Solutions are plain structs with string keys: nothing in them can fail to serialise.
    serde_json::to_value(solution).expect("a solution is plain data")
}
