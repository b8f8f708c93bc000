//! From the names that a caller gives to a method: what is left open is chosen. The command line, experiments and the Python package
//! choose here and nowhere else.

use super::method::{MODEL, Method, MethodError};
use super::problem::Problem;
use crate::names::suggestion;
use crate::puzzle::{FittingSearch, Instance};
use crate::report::SEARCH;

/// What a caller names of a method.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wish<'a> {
    /// `search`, `model`, or a bounded search of the puzzle.
    pub method: Option<&'a str>,
    /// Search, or a backend.
    pub backend: Option<Method>,
    /// Whether an encoding or a lowering is named: a model is meant if neither method nor backend says otherwise.
    pub names_model: bool,
    /// What the method is for.
    pub task: Task,
}

/// What a method is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Task {
    /// To find a solution.
    #[default]
    Solve,
    /// To list solutions, or to count all of them.
    List,
    /// To count the optimal solutions.
    Count,
}

impl Wish<'_> {
    /// The method: as it is named; of what is left open, the fastest for the instance as far as is known.
    ///
    /// # Errors
    /// When the names exclude each other, or no method of this build has them.
    pub fn method(&self, problem: &Problem) -> Result<Method, MethodError> {
        let is_model = self.method == Some(MODEL) || (self.method.is_none() && self.names_model);
        match (self.method, self.backend) {
            (Some(SEARCH), None | Some(Method::Search)) => Ok(Method::Search),
            (Some(SEARCH), Some(_)) => Err(MethodError::SearchByBackend),
            (Some(MODEL), Some(Method::Search)) => Err(MethodError::NoBackend),
            (_, backend) if is_model => backend.map_or_else(Method::first_solver, Ok),
            (Some(name), backend) => self.bounded(problem, name, backend),
            (None, Some(backend)) => Ok(self.best_with(backend, &*problem.instance)),
            (None, None) => Ok(self.best(&*problem.instance)),
        }
    }

    /// Why [`method`](Self::method) takes what it takes, in words.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match (self.method, self.names_model, self.backend) {
            (Some(_), ..) => "named",
            (None, true, _) => "an encoding or a lowering is named",
            (None, false, Some(_)) => "the fastest known method with this backend",
            (None, false, None) => "the fastest known method for the instance",
        }
    }

    /// The bounded search of this name.
    fn bounded(&self, problem: &Problem, name: &str, backend: Option<Method>) -> Result<Method, MethodError> {
        let known = (problem.puzzle.bounded)();
        let search = known.iter().find(|info| info.name == name).map(|info| info.name);
        let no_such = || {
            let names: Vec<&str> = [SEARCH, MODEL].into_iter().chain(known.iter().map(|info| info.name)).collect();
            let (name, known) = (name.to_owned(), suggestion(name, &names));
            MethodError::NoMethod { puzzle: problem.puzzle.name, name, known }
        };
        let search = search.ok_or_else(no_such)?;
        match self.task {
            Task::Solve | Task::List => problem.instance.fits_search(search)?,
            Task::Count => problem.instance.fits_count(search)?,
        }
        Method::bounded(search, backend)
    }

    /// The bounded searches that can do the task.
    fn able(&self, instance: &dyn Instance) -> impl Iterator<Item = FittingSearch> {
        let task = self.task;
        let searches = if task == Task::List { Vec::new() } else { instance.bounded_searches() };
        searches.into_iter().filter(move |search| task != Task::Count || search.counts)
    }

    /// The fastest method that uses this backend: a bounded search, if one fits, before a model, which leaves the board to general cuts.
    fn best_with(&self, backend: Method, instance: &dyn Instance) -> Method {
        let bounded = self.able(instance).find_map(|search| Method::bounded(search.name, Some(backend)).ok());
        bounded.unwrap_or(backend)
    }

    /// The fastest method of this build: a bounded search that wins on the instance, otherwise direct search.
    fn best(&self, instance: &dyn Instance) -> Method {
        let search = self.able(instance).find(|search| search.wins);
        search.and_then(|search| Method::bounded(search.name, None).ok()).unwrap_or(Method::Search)
    }
}
