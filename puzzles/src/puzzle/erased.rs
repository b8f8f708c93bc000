//! Puzzles with their types erased, as the layers above see them: an [`Instance`] of some puzzle, whose solutions are JSON
//! objects, and a [`Solved`] instance, which holds a parsed solution.
//!
//! What is verified is what is printed: solutions leave this layer only as JSON, and come back only through [`Instance::parse`].

use std::convert::Infallible;
use std::error::Error;
use std::fmt::{self, Debug};
use std::sync::Arc;

use serde::Deserialize as _;
use serde_json::Value;

use super::encoding::Choice;
use super::facts::changed;
use super::{
    After, Change, Count, EncodeError, Encoded, Endless, FactInfo, Listed, Listener, Means, MovesError, NoMoves,
    Purpose, Puzzle, Question, Search, Searched, Which,
};
use crate::control::{Control, Request, Stop};
use crate::model::Sense;
use crate::render::replay::Stage;
use crate::render::{Replay, Scene};
use crate::session::BackendError;

/// An instance of some puzzle.
pub trait Instance: Send + Sync + Debug {
    /// See [`Puzzle::sense`].
    fn sense(&self) -> Option<Sense>;
    /// See [`Puzzle::infeasible_because`].
    fn infeasible_because(&self) -> Option<String>;
    /// The rank of a search of this name for a question: see [`Search::fit`](super::Search::fit).
    ///
    /// # Errors
    /// When there is no such search, or it does not answer the question.
    fn fit(&self, search: &str, question: Question) -> Result<u8, &'static str>;
    /// Solves it by the search of this name: see [`Search::best`](super::Search::best).
    ///
    /// # Errors
    /// When the solver of its linear programs fails.
    ///
    /// # Panics
    /// When there is no such search.
    fn search(&self, search: &str, means: &mut Means<'_>) -> Result<Searched<Value>, BackendError>;
    /// Lists solutions by the search of this name: see [`Search::list`](super::Search::list).
    ///
    /// # Errors
    /// As [`search`](Self::search).
    ///
    /// # Panics
    /// When there is no such search.
    fn list(
        &self,
        search: &str,
        within: u64,
        found: &mut Listener<'_, Value>,
        means: &mut Means<'_>,
    ) -> Result<Listed<Value>, BackendError>;
    /// Counts solutions by the search of this name: see [`Search::count`](super::Search::count).
    ///
    /// # Errors
    /// As [`search`](Self::search).
    ///
    /// # Panics
    /// When there is no such search.
    fn count(&self, search: &str, which: Which, means: &mut Means<'_>) -> Result<Count<Endless<Value>>, BackendError>;
    /// Whether solutions get their moves after they are found: see [`Powers::add_moves`](super::Powers::add_moves).
    fn adds_moves(&self) -> bool;
    /// Whether solutions may look alike: see [`Powers::layout`](super::Powers::layout).
    fn has_layouts(&self) -> bool;
    /// The name of the best encoding for a purpose.
    ///
    /// # Errors
    /// When no encoding fits the instance.
    fn best_encoding(&self, purpose: Purpose) -> Result<String, EncodeError>;
    /// The canonical name of an encoding that fits the instance, without building its model.
    ///
    /// # Errors
    /// When there is no such encoding, or it does not fit.
    fn fits(&self, encoding: &str) -> Result<String, EncodeError>;
    /// As [`fits`](Self::fits), and the model is not too large, as far as that is known before it is built.
    ///
    /// # Errors
    /// When there is no such encoding, it does not fit, its model would be too large, or a limit is reached.
    fn has_model(&self, encoding: &str, control: &Control<'_>) -> Result<(), EncodeError>;
    /// Builds the model of an encoding within the limits of a run; returns it with the canonical name.
    ///
    /// # Errors
    /// When there is no such encoding, it does not fit the instance, the model would be too large, or a limit is reached.
    fn encode(&self, encoding: &str, control: &Control<'_>) -> Result<(String, Encoded<Value>), EncodeError>;
    /// Reads a solution.
    ///
    /// # Errors
    /// When the JSON value is not a solution of this puzzle.
    fn parse(&self, solution: &Value) -> Result<Arc<dyn Solved>, Malformed>;
    /// See [`Puzzle::solution_of_moves`].
    ///
    /// # Errors
    /// As for [`Puzzle::solution_of_moves`].
    fn solution_of_moves(&self, moves: &str, start: Option<&str>) -> Result<Value, MovesError<Breach>>;
    /// The starts from which one may choose: see [`Powers::starts`](super::Powers::starts).
    fn starts(&self) -> Box<dyn Iterator<Item = String> + '_>;
    /// What is left after some moves: see [`Powers::after`](super::Powers::after). `None` if the puzzle cannot say.
    ///
    /// # Errors
    /// When the moves cannot be read, or break a rule.
    fn after(&self, moves: &str, start: Option<&str>) -> Result<Option<After<Box<dyn Instance>>>, MovesError<Breach>>;
    /// What may explain that there is no solution: see [`Powers::facts`](super::Powers::facts).
    fn facts(&self) -> Vec<FactInfo>;
    /// Whether there is such a fact.
    fn has_facts(&self) -> bool;
    /// The instance with changes of its [facts](Self::facts).
    fn changed(&self, changes: &[Change]) -> Box<dyn Instance>;
    /// The instance, of which any solution will do if the best one takes longer to find.
    fn for_any(&self) -> Box<dyn Instance>;
    /// See [`Puzzle::scene`]: the picture of the unsolved instance.
    fn scene(&self) -> Scene;
    /// The replay of the unsolved instance: it has no moves. See [`Powers::stage`](super::Powers::stage).
    fn replay(&self) -> Replay;
    /// The file of the unsolved instance in another program's format; `None` if the puzzle has no format of this suffix.
    fn file(&self, suffix: &str) -> Option<String>;
}

/// A solution that was read, together with its instance. Nothing is known of it before [`Solved::verify`].
pub trait Solved: Send + Sync + Debug {
    /// The solution as it is printed.
    fn json(&self) -> Value;
    /// See [`Puzzle::verify`].
    ///
    /// # Errors
    /// The first rule that the solution breaks.
    fn verify(&self) -> Result<Option<i64>, Breach>;
    /// The solution with its moves, of which nothing is known either, and the limit that cut the search for them short: see
    /// [`Powers::add_moves`](super::Powers::add_moves).
    ///
    /// # Errors
    /// When no moves are found although the solution claims that there are some.
    fn with_moves(&self, request: &Request<'_>) -> Result<(Arc<dyn Solved>, Option<Stop>), NoMoves>;
    /// See [`Powers::layout`](super::Powers::layout).
    fn layout(&self) -> Option<String>;
    /// See [`Powers::position`](super::Powers::position).
    fn position(&self, moves: u64) -> Option<String>;
    /// See [`Puzzle::scene`].
    fn scene(&self) -> Scene;
    /// The replay of the solution. See [`Powers::stage`](super::Powers::stage).
    fn replay(&self) -> Replay;
    /// See [`Puzzle::answer`].
    fn answer(&self) -> Vec<(&'static str, String)>;
    /// The file of the solved instance in another program's format; `None` if the puzzle has no format with this suffix.
    fn file(&self, suffix: &str) -> Option<String>;
}

/// A broken rule of any puzzle.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct Breach(Box<dyn Error + Send + Sync>);

impl<B: Error + Send + Sync + 'static> MovesError<B> {
    fn erased(self) -> MovesError<Breach> {
        match self {
            Self::Unreadable(why) => MovesError::Unreadable(why),
            Self::Breach(breach) => MovesError::Breach(Breach(Box::new(breach))),
        }
    }
}

/// A JSON value that is not a solution of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a solution of this puzzle: {0}")]
pub struct Malformed(String);

/// An instance of a puzzle, with its type erased.
pub fn erased<P: Puzzle>(puzzle: P) -> Box<dyn Instance> {
    Box::new(Erased { puzzle: Arc::new(puzzle) })
}

#[derive(Debug)]
struct Erased<P: Puzzle> {
    puzzle: Arc<P>,
}

impl<P: Puzzle> Instance for Erased<P> {
    fn sense(&self) -> Option<Sense> {
        self.puzzle.sense()
    }

    fn infeasible_because(&self) -> Option<String> {
        self.puzzle.infeasible_because()
    }

    fn fit(&self, search: &str, question: Question) -> Result<u8, &'static str> {
        let search = P::SEARCHES.iter().find(|row| row.info.name == search).ok_or("the puzzle has no such search")?;
        (search.fit)(&self.puzzle, question)
    }

    fn search(&self, search: &str, means: &mut Means<'_>) -> Result<Searched<Value>, BackendError> {
        Ok((row::<P>(search).best)(&self.puzzle, means)?.map(|solution: P::Solution| to_json(&solution)))
    }

    fn list(
        &self,
        search: &str,
        within: u64,
        found: &mut Listener<'_, Value>,
        means: &mut Means<'_>,
    ) -> Result<Listed<Value>, BackendError> {
        let mut found = |solution: P::Solution, held| found(to_json(&solution), held);
        let listed = (row::<P>(search).list)(&self.puzzle, within, &mut found, means)?;
        Ok(listed.map(|solution: P::Solution| to_json(&solution)))
    }

    fn count(&self, search: &str, which: Which, means: &mut Means<'_>) -> Result<Count<Endless<Value>>, BackendError> {
        let count = (row::<P>(search).count)(&self.puzzle, which, means)?;
        let Ok(count) =
            count.try_map(|endless| Ok::<_, Infallible>(endless.map(|solution: P::Solution| to_json(&solution))));
        Ok(count)
    }

    fn adds_moves(&self) -> bool {
        P::POWERS.add_moves.is_some()
    }

    fn has_layouts(&self) -> bool {
        P::POWERS.layout.is_some()
    }

    fn best_encoding(&self, purpose: Purpose) -> Result<String, EncodeError> {
        Choice::<P>::best(&self.puzzle, purpose).map(|choice| choice.name()).ok_or(EncodeError::NoEncodings)
    }

    fn fits(&self, encoding: &str) -> Result<String, EncodeError> {
        let choice = Choice::<P>::named(encoding)?;
        choice.fits(&self.puzzle)?;
        Ok(choice.name())
    }

    fn has_model(&self, encoding: &str, control: &Control<'_>) -> Result<(), EncodeError> {
        Choice::<P>::named(encoding)?.size(&self.puzzle, control).map(drop)
    }

    fn encode(&self, encoding: &str, control: &Control<'_>) -> Result<(String, Encoded<Value>), EncodeError> {
        let choice = Choice::<P>::named(encoding)?;
        Ok((choice.name(), choice.build(&self.puzzle, control)?.map(|solution| to_json(&solution))))
    }

    fn parse(&self, solution: &Value) -> Result<Arc<dyn Solved>, Malformed> {
        let solution = P::Solution::deserialize(solution).map_err(|e| Malformed(e.to_string()))?;
        Ok(Arc::new(SolvedInstance { puzzle: Arc::clone(&self.puzzle), solution }))
    }

    fn solution_of_moves(&self, moves: &str, start: Option<&str>) -> Result<Value, MovesError<Breach>> {
        let solution = self.puzzle.solution_of_moves(moves, start);
        solution.map(|solution| to_json(&solution)).map_err(MovesError::erased)
    }

    fn starts(&self) -> Box<dyn Iterator<Item = String> + '_> {
        (P::POWERS.starts)(&self.puzzle)
    }

    fn after(&self, moves: &str, start: Option<&str>) -> Result<Option<After<Box<dyn Instance>>>, MovesError<Breach>> {
        let Some(after) = P::POWERS.after else { return Ok(None) };
        let After { rest, moves, length, counted } = after(&self.puzzle, moves, start).map_err(MovesError::erased)?;
        Ok(Some(After { rest: erased(rest), moves, length, counted }))
    }

    fn facts(&self) -> Vec<FactInfo> {
        let facts = P::POWERS.facts.map(|facts| (facts.list)(&self.puzzle));
        facts.into_iter().flatten().map(|fact| fact.info).collect()
    }

    fn has_facts(&self) -> bool {
        P::POWERS.facts.is_some_and(|facts| (facts.list)(&self.puzzle).next().is_some())
    }

    fn changed(&self, changes: &[Change]) -> Box<dyn Instance> {
        erased(changed(&*self.puzzle, changes))
    }

    fn for_any(&self) -> Box<dyn Instance> {
        let mut puzzle = P::clone(&self.puzzle);
        if let Some(facts) = &P::POWERS.facts {
            (facts.any)(&mut puzzle);
        }
        erased(puzzle)
    }

    fn scene(&self) -> Scene {
        self.puzzle.scene(None)
    }

    fn replay(&self) -> Replay {
        replay(P::NAME, &Instance::scene(self), Vec::new(), (P::POWERS.stage)(&self.puzzle, None))
    }

    fn file(&self, suffix: &str) -> Option<String> {
        P::POWERS.file(&self.puzzle, None, suffix)
    }
}

struct SolvedInstance<P: Puzzle> {
    puzzle: Arc<P>,
    solution: P::Solution,
}

impl<P: Puzzle> Debug for SolvedInstance<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolvedInstance").field("puzzle", &self.puzzle).finish_non_exhaustive()
    }
}

impl<P: Puzzle> Solved for SolvedInstance<P> {
    fn json(&self) -> Value {
        to_json(&self.solution)
    }

    fn verify(&self) -> Result<Option<i64>, Breach> {
        self.puzzle.verify(&self.solution).map_err(|breach| Breach(Box::new(breach)))
    }

    fn with_moves(&self, request: &Request<'_>) -> Result<(Arc<dyn Solved>, Option<Stop>), NoMoves> {
        let (solution, stop) = match P::POWERS.add_moves {
            Some(add_moves) => add_moves(&self.puzzle, &self.solution, request)?,
            None => (self.solution.clone(), None),
        };
        Ok((Arc::new(Self { puzzle: Arc::clone(&self.puzzle), solution }), stop))
    }

    fn layout(&self) -> Option<String> {
        P::POWERS.layout.map(|layout| layout(&self.solution))
    }

    fn position(&self, moves: u64) -> Option<String> {
        P::POWERS.position.and_then(|position| position(&self.puzzle, &self.solution, moves))
    }

    fn scene(&self) -> Scene {
        self.puzzle.scene(Some(&self.solution))
    }

    fn replay(&self) -> Replay {
        let stage = (P::POWERS.stage)(&self.puzzle, Some(&self.solution));
        replay(P::NAME, &self.scene(), self.answer(), stage)
    }

    fn answer(&self) -> Vec<(&'static str, String)> {
        self.puzzle.answer(&self.solution)
    }

    fn file(&self, suffix: &str) -> Option<String> {
        P::POWERS.file(&self.puzzle, Some(&self.solution), suffix)
    }
}

/// The search of this name.
fn row<P: Puzzle>(name: &str) -> &'static Search<P> {
    // Whoever runs a search has found its name in the same table.
    P::SEARCHES.iter().find(|row| row.info.name == name).expect("the puzzle has such a search")
}

fn replay(puzzle: &str, scene: &Scene, facts: Vec<(&'static str, String)>, stage: Option<Stage>) -> Replay {
    Replay { format: Replay::FORMAT, puzzle: puzzle.to_owned(), title: scene.title().to_owned(), facts, stage }
}

fn to_json(solution: &impl serde::Serialize) -> Value {
    // Solutions are plain structs with string keys: nothing in them can fail to serialise.
    serde_json::to_value(solution).expect("a solution is plain data")
}
