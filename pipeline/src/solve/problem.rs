//! Problems: the instance of a model, or what is left of it after some moves.

use std::collections::HashSet;

use crate::report::Begun;
use tumble_model::control::{Event, Incumbent, Progress};
use tumble_puzzles::instance::InputError;
use tumble_puzzles::puzzle::{After, FactInfo, Instance, PuzzleEntry};

/// A puzzle's instance and its name.
#[derive(Debug)]
pub struct Problem {
    /// The model file, as the caller named it.
    pub model: String,
    /// The puzzle.
    pub puzzle: &'static PuzzleEntry,
    /// The instance.
    pub instance: Box<dyn Instance>,
    /// The moves after which it begins, if it is what is left of the model.
    pub begun: Option<Begun>,
    /// The whole instance then.
    whole: Option<Box<dyn Instance>>,
}

impl Problem {
    /// The problem of an instance; `model` is how the caller named its file.
    pub const fn new(model: String, puzzle: &'static PuzzleEntry, instance: Box<dyn Instance>) -> Self {
        Self { model, puzzle, instance, begun: None, whole: None }
    }

    /// What is left of the problem after these moves; `start` is the start where the model leaves it open. The error says what is wrong with
    /// them.
    ///
    /// # Errors
    /// When the moves cannot be read or break a rule, or the puzzle cannot say what is left.
    pub fn after(self, moves: &str, start: Option<&str>) -> Result<Self, InputError> {
        let after = self.instance.after(moves, start).map_err(|error| InputError::new(error.to_string()))?;
        let nothing = || InputError::new(format!("{} has no moves after which it goes on", self.puzzle.name));
        let After { rest, moves, length, counted } = after.ok_or_else(nothing)?;
        let (begun, whole) = (Some(Begun { moves, length, counted }), Some(self.instance));
        Ok(Self { instance: rest, begun, whole, ..self })
    }

    /// The facts of the model, by their indices in the facts of the instance: what moves have made of it, and where they have brought what it has,
    /// are none.
    pub(super) fn facts(&self, of_instance: &[FactInfo]) -> Vec<usize> {
        let of_whole = self.whole.as_ref().map(|whole| whole.facts().into_iter().collect::<HashSet<FactInfo>>());
        let moves = |fact: &FactInfo| matches!(fact.kind, "start" | "die" | "digit" | "arrow");
        let counts = |fact: &FactInfo| of_whole.as_ref().is_none_or(|of| !moves(fact) && of.contains(fact));
        (0..of_instance.len()).filter(|&fact| counts(&of_instance[fact])).collect()
    }

    /// The problem with a changed instance.
    pub(super) fn changed(&self, instance: Box<dyn Instance>) -> Self {
        let Self { model, puzzle, begun, .. } = self;
        Self { model: model.clone(), puzzle, instance, begun: begun.clone(), whole: None }
    }

    /// The objective of the moves after which the problem begins and of a solution together.
    pub fn in_all(&self, objective: i64) -> i64 {
        objective.saturating_add(self.begun.as_ref().map_or(0, |begun| begun.counted))
    }

    /// The event of a run of this problem, with objectives in all.
    pub(super) fn event_in_all<'e>(&self, event: &Event<'e>) -> Event<'e> {
        let found = |found: Incumbent| Incumbent { objective: self.in_all(found.objective), ..found };
        let moved = self.in_all(0) as f64;
        match *event {
            Event::Progress(Progress { incumbent, bound, nodes }) => {
                let incumbent = incumbent.map(|objective| self.in_all(objective));
                Event::Progress(Progress { incumbent, bound: bound.map(|bound| bound + moved), nodes })
            }
            Event::Incumbent { found: at, values } => Event::Incumbent { found: found(at), values },
            Event::Solution { found: at, solution } => Event::Solution { found: found(at), solution },
            Event::Share(_) | Event::Log(_) => event.clone(),
        }
    }
}
