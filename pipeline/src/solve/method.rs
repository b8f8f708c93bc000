//! How problems are solved: from what a caller asks and what the model file says to methods, an encoding and a lowering.
//!
//! The command line, comparisons, the Python package and the page decide here and nowhere else, so that all of them refuse the same.
//! What is asked wins over `[solve]` in the file:
//!
//! | method | backends | encoding, or asked lowering | way |
//! |---|---|---|---|
//! | a search | none | | this search, with the first built-in library for its linear programs if it takes them |
//! | a search | asked, or in the file unless the method is `search` | | this search, with each of them for its linear programs |
//! | `model` | none | | a model, by the first built-in library |
//! | `model` | asked, or in the file | | a model, by each of them |
//! | none | none | named | as for `model` |
//! | none | asked, or in the file | named, or a lowering in the file | as for `model` |
//! | none | asked, or in the file | none | the fastest search with linear programs by each of them, otherwise a model by it |
//! | none | none | none | the fastest search |
//!
//! What is asked and has no effect on any of the methods is refused; what the file says may be for other methods. A backend that cannot solve
//! the instance is left out if another one can.

use super::problem::Problem;
use tumble_model::lower::{Lowering, UnknownLowering};
use tumble_model::model::Capabilities;
use tumble_model::names::suggestion;
use tumble_puzzles::instance::{At, InputError, SolveTable};
use tumble_puzzles::puzzle::{EncodeError, EncodingInfo, Instance, Purpose, PuzzleEntry, Question, SEARCH, SearchInfo};
use tumble_solver::{self as backend, Backend, BackendEntry, Kind};

/// How to solve a problem: through which model, and for how many solutions.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The encoding; `None`: the best encoding for the backend.
    pub encoding: Option<String>,
    /// How to lower its model; direct search ignores it.
    pub lowering: Lowering,
    /// `Some(n)`: list up to n solutions (n ≥ 1), the optimal ones if there is an objective. `None`: find one.
    pub solutions: Option<usize>,
    /// Of a list where there is an objective: how much worse than the best one its solutions may be.
    pub within: u64,
    /// Do not call [`Powers::add_moves`](tumble_puzzles::puzzle::Powers::add_moves), which may take long.
    pub skip_moves: bool,
    /// Solve a model even if the instance [shows](tumble_puzzles::puzzle::Puzzle::infeasible_because) that it has no solution: for a second opinion.
    pub always_model: bool,
}

impl Options {
    /// What is asked of the instance.
    pub fn question(&self) -> Question {
        self.solutions.map_or(Question::Best, |_| Question::List(self.within))
    }

    /// What an encoding is chosen for, if none is named, by a backend with these capabilities.
    pub(super) const fn purpose(&self, capabilities: Capabilities) -> Purpose {
        if self.within > 0 { Purpose::Near(capabilities) } else { Purpose::Backend(capabilities) }
    }
}

/// The name of the method that solves a model, by whatever backend.
pub const MODEL: &str = "model";
/// The name that means all backends.
const ALL: &str = "all";

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

impl From<MethodError> for InputError {
    fn from(error: MethodError) -> Self {
        Self::new(error.to_string())
    }
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

/// The backends that a caller asks for.
#[derive(Clone, Debug, Default)]
pub enum Backends {
    /// None: those of the model file, or a chosen one.
    #[default]
    Open,
    /// Search, and every backend that is built in. External programs must be named.
    All,
    /// These.
    These(Vec<Method>),
}

impl Backends {
    /// The backends of these names, or all if `all` is among them.
    ///
    /// # Errors
    /// When there is no such backend, or this build lacks it.
    pub fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, MethodError> {
        let names: Vec<&str> = names.into_iter().collect();
        if names.contains(&ALL) {
            return Ok(Self::All);
        }
        let methods: Vec<Method> = names.into_iter().map(Method::named).collect::<Result<_, _>>()?;
        Ok(if methods.is_empty() { Self::Open } else { Self::These(methods) })
    }
}

impl From<Option<Method>> for Backends {
    fn from(backend: Option<Method>) -> Self {
        backend.map_or(Self::Open, |backend| Self::These(vec![backend]))
    }
}

/// What a caller asks of a run; what is left open is chosen.
#[derive(Clone, Debug, Default)]
pub struct Asked<'a> {
    /// `model`, or a search of the puzzle.
    pub method: Option<&'a str>,
    /// The backends, or search.
    pub backends: Backends,
    /// The encoding.
    pub encoding: Option<&'a str>,
    /// How to lower its model.
    pub lowering: Option<Lowering>,
    /// Options of the solver's own.
    pub options: &'a [(String, String)],
}

/// The methods that solve a problem as a caller asked, with the model of those that have one.
#[derive(Clone, Debug)]
pub struct Ways {
    /// The methods: at least one.
    pub methods: Vec<Method>,
    /// Why these, in words.
    pub reason: &'static str,
    /// The encoding; `None`: the best one for the backend.
    pub encoding: Option<String>,
    /// How to lower its model.
    pub lowering: Lowering,
    /// The backends that were left out, and why.
    pub left_out: Vec<(Method, String)>,
}

/// The canonical name of an encoding that fits the instance; the best one for the purpose if none is named.
///
/// # Errors
/// When the puzzle has no encoding of this name, or it does not fit, or none does.
pub fn encoding(problem: &Problem, named: Option<&str>, purpose: Purpose) -> Result<String, InputError> {
    let asked = Asked { encoding: named, ..Asked::default() };
    let fit = match asked.encoding(problem, &SolveTable::default())? {
        Some(NamedEncoding { fit, .. }) => fit,
        None => problem.instance.best_encoding(purpose),
    };
    fit.map_err(|error| InputError::new(error.to_string()))
}

/// An encoding that is named.
struct NamedEncoding<'a> {
    /// Its canonical name if it fits.
    fit: Result<String, EncodeError>,
    /// Where the model file names it.
    at: Option<&'a At<String>>,
}

impl NamedEncoding<'_> {
    fn error(&self, message: String, label: &str) -> InputError {
        let error = InputError::new(message);
        if let Some(at) = self.at { error.or_at(at.span.clone(), label) } else { error }
    }
}

impl Asked<'_> {
    /// The ways to answer a question; see the table in `method.rs` for what the file is asked.
    ///
    /// # Errors
    /// When names are unknown or exclude each other, no method of this build has them, or something has no effect. An error in the file has
    /// its place.
    pub fn ways(&self, problem: &Problem, file: &SolveTable, question: Question) -> Result<Ways, InputError> {
        let lowering = self.lowering(file)?;
        let encoding = self.encoding(problem, file)?;
        let search = self.search(problem)?;
        let backends = self.backends(file)?;
        let is_open = matches!(backends[..], [None]);
        let is_lowered = self.lowering.is_some() || (file.lowering.is_some() && !is_open);
        let is_model = search.is_none() && (self.method.is_some() || encoding.is_some() || is_lowered);
        let way = |backend| {
            let method = match &search {
                Some(search) => {
                    answers(problem, search.name, question)?;
                    return Ok(Method::by(search, backend)?);
                }
                None if is_model => self.model(backend)?,
                None => fastest(problem, backend, question),
            };
            serves(problem, method, encoding.as_ref(), question)
        };
        let (mut methods, mut refused) = (Vec::new(), Vec::new());
        for backend in backends {
            match way(backend) {
                Ok(method) => methods.push(method),
                Err(why) => refused.push((backend, why)),
            }
        }
        if methods.is_empty() {
            // Each has its reason: that of the first solver says most.
            refused.sort_by_key(|(backend, _)| !matches!(backend, Some(Method::Model(_))));
            return Err(refused.into_iter().next().map_or_else(|| MethodError::NoBackend.into(), |(_, why)| why));
        }
        // Of all methods some have no use for what is asked.
        if !matches!(self.backends, Backends::All) {
            self.have_effect(&methods)?;
        }
        let reason = match (self.method, is_model, is_open) {
            (Some(_), ..) => "named",
            (None, true, _) => "an encoding or a lowering is named",
            (None, false, false) => "the fastest known method with this backend",
            (None, false, true) => "the fastest known method for the instance",
        };
        let left_out = refused.into_iter().filter_map(|(backend, why)| Some((backend?, why.to_string()))).collect();
        let encoding = encoding.and_then(|named| named.fit.ok());
        Ok(Ways { methods, reason, encoding, lowering, left_out })
    }

    /// The method that is asked for, if at most one backend is, where no file is asked.
    ///
    /// # Errors
    /// As for [`ways`](Self::ways).
    pub fn method(&self, problem: &Problem, question: Question) -> Result<Method, InputError> {
        let ways = self.ways(problem, &SolveTable::default(), question)?;
        Ok(ways.methods[0])
    }

    fn lowering(&self, file: &SolveTable) -> Result<Lowering, InputError> {
        match (&self.lowering, &file.lowering) {
            (Some(lowering), _) => Ok(lowering.clone()),
            (None, Some(at)) => at
                .value
                .parse()
                .map_err(|error: UnknownLowering| InputError::of(at, error.to_string(), "not understood")),
            (None, None) => Ok(Lowering::default()),
        }
    }

    fn encoding<'f>(&self, problem: &Problem, file: &'f SolveTable) -> Result<Option<NamedEncoding<'f>>, InputError> {
        let at = file.encoding.as_ref().filter(|_| self.encoding.is_none());
        let Some(name) = self.encoding.or(at.map(|at| &*at.value)) else { return Ok(None) };
        let named = NamedEncoding { fit: problem.instance.fits(name), at };
        if !matches!(named.fit, Err(EncodeError::Unknown { .. })) {
            return Ok(Some(named));
        }
        let known = encoding_names(&(problem.puzzle.encodings)());
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let error = named.error(format!("{} has no encoding `{name}`", problem.puzzle.name), "no such encoding");
        Err(error.suggest("encoding", name, &known))
    }

    /// The search that is named.
    fn search(&self, problem: &Problem) -> Result<Option<SearchInfo>, InputError> {
        let Some(name) = self.method.filter(|name| *name != MODEL) else { return Ok(None) };
        let search = (problem.puzzle.searches)().into_iter().find(|search| search.name == name);
        search.map(Some).ok_or_else(|| {
            let error = InputError::new(format!("{} has no method `{name}`", problem.puzzle.name));
            error.suggest("method", name, &method_names(problem.puzzle))
        })
    }

    /// The backends, a `None` if none is named.
    fn backends(&self, file: &SolveTable) -> Result<Vec<Option<Method>>, InputError> {
        let in_file = match (&self.backends, &file.backend) {
            // The file names solvers.
            (Backends::Open, Some(at)) if self.method != Some(SEARCH) => {
                let named = Backends::named(at.value.split(',').map(str::trim));
                Some(named.map_err(|error| InputError::of(at, error.to_string(), "not in this build"))?)
            }
            _ => None,
        };
        Ok(match in_file.as_ref().unwrap_or(&self.backends) {
            Backends::Open => vec![None],
            Backends::All => Method::available().into_iter().map(Some).collect(),
            Backends::These(methods) => methods.iter().copied().map(Some).collect(),
        })
    }

    /// A model, by this backend or the first built-in library. An encoding may be named beside search, which has no use for it.
    fn model(&self, backend: Option<Method>) -> Result<Method, MethodError> {
        match backend {
            Some(Method::Search(..)) if self.method.is_some() => Err(MethodError::NoBackend),
            Some(backend) => Ok(backend),
            None => Solver::all().next().map(Method::Model).ok_or(MethodError::NoBackend),
        }
    }

    /// Refuses what has no effect on any of these methods. What the file asks for may apply to others.
    fn have_effect(&self, methods: &[Method]) -> Result<(), InputError> {
        let ignored: Option<Vec<String>> = methods.iter().map(|method| self.ignored_by(*method)).collect();
        match ignored.and_then(|ignored| ignored.into_iter().next()) {
            Some(why) => Err(InputError::new(format!("{why}; `tumble list backends` shows those of this build"))),
            None => Ok(()),
        }
    }

    /// What of this has no effect on a method, in words: that of a model on a search, the options of a solver on a search without one.
    fn ignored_by(&self, method: Method) -> Option<String> {
        let Method::Search(name, solver) = method else { return None };
        let lowering = self.lowering.as_ref().filter(|lowering| **lowering != Lowering::default());
        let of_model = self.encoding.map(|encoding| format!("encoding {encoding}"));
        let of_model = of_model.or_else(|| lowering.map(|lowering| format!("lowering {lowering}")));
        if solver.is_some() {
            return of_model.map(|what| format!("the method {name} has a relaxation of its own: it takes no {what}"));
        }
        let what = of_model.or_else(|| self.options.first().map(|(key, value)| format!("option {key}={value}")))?;
        Some(format!("direct search takes no {what}: name a backend that is a solver"))
    }
}

impl Method {
    /// The fastest search for a question about a problem, as far as is known.
    pub fn fastest(problem: &Problem, question: Question) -> Self {
        fastest(problem, None, question)
    }
}

/// The names of encodings: with each set of strengthenings, and their aliases.
pub fn encoding_names(infos: &[EncodingInfo]) -> Vec<String> {
    let aliases = infos.iter().flat_map(|info| info.aliases).map(|alias| alias.name.to_owned());
    infos.iter().flat_map(EncodingInfo::names).chain(aliases).collect()
}

/// The fastest search, with this backend for its linear programs if there is one. Such a search comes before a model by the backend, which
/// leaves the board to general cuts.
fn fastest(problem: &Problem, backend: Option<Method>, question: Question) -> Method {
    let by =
        |search: &SearchInfo| Method::by(search, backend).ok().filter(|_| backend.is_none() || search.takes_programs);
    best(problem, question, by).or(backend).unwrap_or(Method::SEARCH)
}

/// The method, if it can answer a question about the problem: a search that does, or a model in the encoding that is named or in some other.
fn serves(
    problem: &Problem,
    method: Method,
    encoding: Option<&NamedEncoding<'_>>,
    question: Question,
) -> Result<Method, InputError> {
    match (method, encoding) {
        (Method::Search(name, _), _) => answers(problem, name, question)?,
        (Method::Model(_), Some(NamedEncoding { fit: Ok(_), .. })) => {}
        (Method::Model(_), Some(named @ NamedEncoding { fit: Err(why), .. })) => {
            return Err(named.error(why.to_string(), "it does not fit"));
        }
        (Method::Model(solver), None) => {
            let best = problem.instance.best_encoding(Purpose::Backend(solver.backend.capabilities()));
            best.map_err(|why| InputError::new(why.to_string()))?;
        }
    }
    Ok(method)
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
