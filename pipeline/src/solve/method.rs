//! The ways to solve a problem, and how one is chosen: a search of its puzzle, or a model and a solver.
//!
//! The command line, comparisons and the Python package turn names into methods here and nowhere else.

use tumble_model::lower::Lowering;
use tumble_model::model::Capabilities;
use tumble_model::names::suggestion;
use tumble_puzzles::puzzle::{Instance, Purpose, PuzzleEntry, Question, SEARCH, SearchInfo};
use tumble_solver::{self as backend, Backend, BackendEntry, Kind};

use super::problem::Problem;

/// The name of the method that solves a model, by whatever backend.
pub const MODEL: &str = "model";

/// How to solve a problem.
#[derive(Clone, Copy)]
pub enum Method {
    /// By the search of this name, with a backend for its linear programs if it takes them.
    Search(&'static str, Option<Solver>),
    /// Through a model.
    Model(Solver),
}

/// A backend with its registry entry, which has its name.
#[derive(Clone, Copy)]
pub struct Solver {
    /// The entry.
    pub entry: &'static BackendEntry,
    /// The backend.
    pub backend: &'static dyn Backend,
}

impl std::fmt::Debug for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Method({} by {})", self.method(), self.backend())
    }
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Solver({})", self.entry.name)
    }
}

/// Why there is no method of a name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MethodError {
    /// No backend of this name.
    #[error("no backend `{name}`; {known}")]
    Unknown {
        /// The requested name.
        name: String,
        /// The nearest name, if one is near, and the names that exist.
        known: String,
    },
    /// It exists, but not in this build or on this machine.
    #[error("{name} is not here: {how}")]
    Missing {
        /// Its name.
        name: &'static str,
        /// How to get it.
        how: String,
    },
    /// No method of this name.
    #[error("{puzzle} has no method `{name}`; {known}")]
    NoMethod {
        /// The puzzle.
        puzzle: &'static str,
        /// The requested name.
        name: String,
        /// The nearest name, if one is near, and the names that exist.
        known: String,
    },
    /// A model without a solver.
    #[error(
        "the method {MODEL} needs a solver: name one with --backend; `tumble list backends` shows those of this build"
    )]
    NoBackend,
    /// Search with a backend.
    #[error("the method {SEARCH} has no backend")]
    SearchByBackend,
    /// The search does not answer the question about this instance.
    #[error("the method {name} does not fit: {why}")]
    Unfit {
        /// Its name.
        name: &'static str,
        /// Why not.
        why: &'static str,
    },
    /// The backend does not give duals, which a search with linear programs needs.
    #[error("{name} does not give the duals of linear programs")]
    NoDuals {
        /// Its name.
        name: &'static str,
    },
    /// No backend of this build gives duals.
    #[error("no solver of this build gives the duals of linear programs: build with `--features highs`")]
    NoLpSolver,
    /// No backend of this build refutes clauses.
    #[error("no solver of this build proves: build with `--features cadical`")]
    NoProver,
}

/// The names of a puzzle's methods.
pub fn method_names(puzzle: &PuzzleEntry) -> Vec<&'static str> {
    let mut names: Vec<&str> = (puzzle.searches)().iter().map(|search| search.name).collect();
    names.insert(1.min(names.len()), MODEL);
    names
}

impl Solver {
    /// Every backend that is built in, that for models without a named backend first. External programs must be named. Libraries that are
    /// found at run time are loaded when their turn comes.
    pub fn all() -> impl Iterator<Item = Self> {
        let linked = backend::REGISTRY.iter().filter(|entry| entry.kind == Kind::Library);
        linked.filter_map(|entry| Some(Self { entry, backend: entry.backend().ok()? }))
    }

    /// The first of them that can do this.
    pub fn that(can: impl Fn(Capabilities) -> bool) -> Option<Self> {
        Self::all().find(|solver| can(solver.backend.capabilities()))
    }
}

impl Method {
    /// The puzzle's own direct search.
    pub const SEARCH: Self = Self::Search(SEARCH, None);

    /// The method of a name on the command line: `search` or a backend.
    ///
    /// # Errors
    /// When there is no such method, or this build lacks it.
    pub fn named(name: &str) -> Result<Self, MethodError> {
        if name == SEARCH {
            return Ok(Self::SEARCH);
        }
        let Some(entry) = backend::find(name) else {
            let known: Vec<&str> =
                std::iter::once(SEARCH).chain(backend::REGISTRY.iter().map(|entry| entry.name)).collect();
            return Err(MethodError::Unknown { name: name.to_owned(), known: suggestion(name, &known) });
        };
        match entry.backend() {
            Ok(backend) => Ok(Self::Model(Solver { entry, backend })),
            Err(how) => Err(MethodError::Missing { name: entry.name, how }),
        }
    }

    /// What of these has no effect on this method, in words: those of a model on a search, the options of a solver on a search without one.
    pub fn ignores(
        self,
        encoding: Option<&str>,
        lowering: Option<&Lowering>,
        options: &[(String, String)],
    ) -> Option<String> {
        let Self::Search(name, solver) = self else { return None };
        let lowering = lowering.filter(|lowering| **lowering != Lowering::default());
        let of_model = encoding.map(|encoding| format!("encoding {encoding}"));
        let of_model = of_model.or_else(|| lowering.map(|lowering| format!("lowering {lowering}")));
        if solver.is_some() {
            return of_model.map(|what| format!("the method {name} has a relaxation of its own: it takes no {what}"));
        }
        let what = of_model.or_else(|| options.first().map(|(key, value)| format!("option {key}={value}")))?;
        Some(format!("direct search takes no {what}: name a backend that is a solver"))
    }

    /// A search. If it takes linear programs, these are left to the named backend, or to the first backend of this build that gives duals.
    ///
    /// # Errors
    /// When there is no such backend, it gives no duals, or the search takes no linear programs.
    fn by(search: &SearchInfo, backend: Option<Self>) -> Result<Self, MethodError> {
        let solver = match backend.and_then(|method| method.solver()) {
            None if !search.takes_programs => return Ok(Self::Search(search.name, None)),
            Some(_) if !search.takes_programs => return Err(MethodError::SearchByBackend),
            None if backend.is_some() => return Err(MethodError::NoDuals { name: SEARCH }),
            Some(solver) if !solver.backend.capabilities().duals => {
                return Err(MethodError::NoDuals { name: solver.entry.name });
            }
            Some(solver) => solver,
            None => Solver::that(|can| can.duals).ok_or(MethodError::NoLpSolver)?,
        };
        Ok(Self::Search(search.name, Some(solver)))
    }

    /// A model with each backend that is built in: see [`Solver::all`].
    pub fn solvers() -> impl Iterator<Item = Self> {
        Solver::all().map(Self::Model)
    }

    /// Every method that is built in, search first. External programs must be named.
    pub fn available() -> Vec<Self> {
        std::iter::once(Self::SEARCH).chain(Self::solvers()).collect()
    }

    /// The methods of this build that can solve an instance: search, and each backend for which an encoding fits.
    pub fn serving(instance: &dyn Instance) -> Vec<Self> {
        Self::available().into_iter().filter(|method| method.serves(instance)).collect()
    }

    /// Whether it can solve an instance; a backend can if some encoding fits.
    pub fn serves(&self, instance: &dyn Instance) -> bool {
        match self {
            Self::Search(name, _) => instance.fit(name, Question::Best).is_ok(),
            Self::Model(solver) => instance.best_encoding(Purpose::Backend(solver.backend.capabilities())).is_ok(),
        }
    }

    /// Its solver, of models or of linear programs.
    pub const fn solver(&self) -> Option<Solver> {
        match *self {
            Self::Search(_, solver) => solver,
            Self::Model(solver) => Some(solver),
        }
    }

    /// The name of its backend; `search` if it has no backend.
    pub const fn backend(&self) -> &'static str {
        match self {
            Self::Search(_, None) => SEARCH,
            Self::Search(_, Some(solver)) | Self::Model(solver) => solver.entry.name,
        }
    }

    /// How it solves, in reports: the name of a search, or `model`.
    pub const fn method(&self) -> &'static str {
        match self {
            Self::Search(name, _) => name,
            Self::Model(_) => MODEL,
        }
    }

    /// Its name on the command line.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Search(name, _) => name,
            Self::Model(solver) => solver.entry.name,
        }
    }
}

/// What a caller names of a method; what is left open is chosen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Named<'a> {
    /// `model`, or a search of the puzzle.
    pub method: Option<&'a str>,
    /// Search, or a backend.
    pub backend: Option<Method>,
    /// Whether an encoding or a lowering is named: a model is meant if neither method nor backend says otherwise.
    pub model: bool,
}

impl Named<'_> {
    /// The method: as it is named; of what is left open, the fastest for the question as far as is known.
    ///
    /// # Errors
    /// When the names exclude each other, no method of this build has them, or the named search does not answer the question.
    pub fn method(&self, problem: &Problem, question: Question) -> Result<Method, MethodError> {
        let searches = (problem.puzzle.searches)();
        let is_model = self.method == Some(MODEL) || (self.method.is_none() && self.model);
        match (self.method, self.backend) {
            (Some(MODEL), Some(Method::Search(..))) => Err(MethodError::NoBackend),
            (_, None) if is_model => Solver::all().next().map(Method::Model).ok_or(MethodError::NoBackend),
            (_, Some(backend)) if is_model => Ok(backend),
            (Some(name), backend) => {
                let no_such = || {
                    let known = suggestion(name, &method_names(problem.puzzle));
                    MethodError::NoMethod { puzzle: problem.puzzle.name, name: name.to_owned(), known }
                };
                let search = searches.iter().find(|search| search.name == name).ok_or_else(no_such)?;
                answers(problem, search.name, question)?;
                Method::by(search, backend)
            }
            // Before a model, which leaves the board to general cuts, any search that takes linear programs.
            (None, Some(backend)) => Ok(best(problem, question, |search| {
                Method::by(search, Some(backend)).ok().filter(|_| search.takes_programs)
            })
            .unwrap_or(backend)),
            (None, None) => {
                Ok(best(problem, question, |search| Method::by(search, None).ok()).unwrap_or(Method::SEARCH))
            }
        }
    }

    /// Why [`method`](Self::method) takes what it takes, in words.
    pub const fn reason(&self) -> &'static str {
        match (self.method, self.model, self.backend) {
            (Some(_), ..) => "named",
            (None, true, _) => "an encoding or a lowering is named",
            (None, false, Some(_)) => "the fastest known method with this backend",
            (None, false, None) => "the fastest known method for the instance",
        }
    }
}

/// Of the searches that this function makes methods of, that of the highest rank; of equal ranks the first.
fn best(problem: &Problem, question: Question, method: impl Fn(&SearchInfo) -> Option<Method>) -> Option<Method> {
    let searches = (problem.puzzle.searches)();
    let ranked = searches.iter().rev().filter_map(|search| {
        let rank = problem.instance.fit(search.name, question).ok()?;
        Some((rank, method(search)?))
    });
    ranked.max_by_key(|(rank, _)| *rank).map(|(_, method)| method)
}

/// Checks that a search answers a question about the instance.
pub(super) fn answers(problem: &Problem, search: &'static str, question: Question) -> Result<(), MethodError> {
    let fit = problem.instance.fit(search, question);
    fit.map(drop).map_err(|why| MethodError::Unfit { name: search, why })
}
