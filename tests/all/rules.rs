//! What the rules of a puzzle say of moves, and of solutions with one field changed: for the tests of each puzzle.

use serde_json::Value;

use tumble::instance::Document;
use tumble::puzzle::{Instance, MovesError};
use tumble::registry::Registry;

pub fn instance(model: &str) -> Box<dyn Instance> {
    instance_of(model, &[])
}

/// The instance with these options of its puzzle.
pub fn instance_of(model: &str, options: &[&'static str]) -> Box<dyn Instance> {
    let document = Document::new("model.toml", model);
    let choices = options.iter().map(|&option| (option, String::new())).collect();
    let puzzle = Registry::built_in().puzzle_of(&document).unwrap();
    (puzzle.read)(&document, &choices).unwrap()
}

/// What the rules say of moves: the solution, or how they break a rule, or after a question mark why they cannot be read.
pub fn solution(instance: &dyn Instance, moves: &str, start: Option<&str>) -> Result<Value, String> {
    let solution = instance.solution_of_moves(moves, start).map_err(|error| match error {
        MovesError::Breach(breach) => breach.to_string(),
        MovesError::Unreadable(why) => format!("? {why}"),
    })?;
    verdict(instance, &solution).map(|_| solution)
}

/// What the rules say of a solution: the value of its objective, or how it breaks them.
pub fn verdict(instance: &dyn Instance, solution: &Value) -> Result<Option<i64>, String> {
    instance.parse(solution).unwrap().verify().map_err(|breach| breach.to_string())
}

/// An instance with a solution.
pub struct Solved {
    pub instance: Box<dyn Instance>,
    pub solution: Value,
}

impl Solved {
    /// The moves are a solution, whose objective has this value.
    #[track_caller]
    pub fn new(model: &str, moves: &str, start: Option<&str>, objective: Option<i64>) -> Self {
        let instance = instance(model);
        let solution = solution(&*instance, moves, start).unwrap();
        assert_eq!(verdict(&*instance, &solution), Ok(objective));
        Self { instance, solution }
    }

    /// The moves break the rules in this way.
    #[track_caller]
    pub fn breaks(&self, moves: &str, start: Option<&str>, breach: &str) -> &Self {
        assert_eq!(solution(&*self.instance, moves, start), Err(breach.to_owned()), "{moves} {start:?}");
        self
    }

    /// The solution breaks the rules in this way once the value at a JSON pointer is another one.
    #[track_caller]
    pub fn refuses(&self, pointer: &str, value: Value, breach: &str) -> &Self {
        let mut solution = self.solution.clone();
        *solution.pointer_mut(pointer).unwrap() = value;
        assert_eq!(verdict(&*self.instance, &solution), Err(breach.to_owned()), "{pointer}");
        self
    }
}

/// The text of a shipped model.
macro_rules! model {
    ($name:literal) => {
        include_str!(concat!("../../models/", $name, ".toml"))
    };
}
pub(crate) use model;
