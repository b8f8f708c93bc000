//! How a problem is solved: direct search, a backend, or a search with bounds from a backend.

use crate::backend::{self, Backend, BackendEntry, Kind};
use crate::names::suggestion;
use crate::puzzle::{BoundedError, Instance};
use crate::report::SEARCH;

/// The name of the method that solves a model, by whatever backend.
pub const MODEL: &str = "model";

/// How to solve a problem.
#[derive(Clone, Copy)]
pub enum Method {
    /// By the puzzle's own search.
    Search,
    /// Through a backend: its registry entry, for the name, and the backend in it.
    Backend(&'static BackendEntry, &'static dyn Backend),
    /// By a bounded search of the puzzle, whose linear programs a backend solves.
    Bounded(Bounds),
}

/// A bounded search and the backend for its linear programs.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// The name of the search.
    pub search: &'static str,
    /// The backend's registry entry.
    pub entry: &'static BackendEntry,
    /// The backend.
    pub backend: &'static dyn Backend,
}

impl std::fmt::Debug for Bounds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Bounds({} by {})", self.search, self.entry.name)
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
    /// The bounded search cannot do the task on this instance.
    #[error(transparent)]
    Unfit(#[from] BoundedError),
    /// The backend does not give duals, which a bounded search needs.
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

impl std::fmt::Debug for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Method({})", self.name())
    }
}

impl Method {
    /// The method of a name on the command line: `search` or a backend.
    ///
    /// # Errors
    /// When there is no such method, or this build lacks it.
    pub fn named(name: &str) -> Result<Self, MethodError> {
        if name == SEARCH {
            return Ok(Self::Search);
        }
        let Some(entry) = backend::find(name) else {
            let known: Vec<&str> =
                std::iter::once(SEARCH).chain(backend::REGISTRY.iter().map(|entry| entry.name)).collect();
            return Err(MethodError::Unknown { name: name.to_owned(), known: suggestion(name, &known) });
        };
        match entry.backend() {
            Ok(backend) => Ok(Self::Backend(entry, backend)),
            Err(how) => Err(MethodError::Missing { name: entry.name, how }),
        }
    }

    /// A bounded search of this name, with the linear programs left to the named backend, or to the first backend of this build that gives
    /// duals.
    ///
    /// # Errors
    /// When there is no such backend, or it gives no duals.
    pub fn bounded(search: &'static str, backend: Option<Self>) -> Result<Self, MethodError> {
        let (entry, backend) = match backend {
            Some(named) => named
                .backend_that(|backend| backend.gives_duals())
                .ok_or(MethodError::NoDuals { name: named.name() })?,
            None => Self::for_linear_programs()?,
        };
        Ok(Self::Bounded(Bounds { search, entry, backend }))
    }

    /// The backend, if it can do this.
    pub(super) fn backend_that(
        &self,
        can: impl Fn(&dyn Backend) -> bool,
    ) -> Option<(&'static BackendEntry, &'static dyn Backend)> {
        match *self {
            Self::Backend(entry, backend) if can(backend) => Some((entry, backend)),
            _ => None,
        }
    }

    /// The first backend of this build that gives the duals of linear programs.
    ///
    /// # Errors
    /// When there is none.
    pub fn for_linear_programs() -> Result<(&'static BackendEntry, &'static dyn Backend), MethodError> {
        Self::solvers()
            .find_map(|method| method.backend_that(|backend| backend.gives_duals()))
            .ok_or(MethodError::NoLpSolver)
    }

    /// Every method that is built in, search first. External programs must be named.
    #[must_use]
    pub fn available() -> Vec<Self> {
        std::iter::once(Self::Search).chain(Self::solvers()).collect()
    }

    /// Every backend that is built in, that for models without a named backend first. External programs must be named. Libraries that are
    /// found at run time are loaded when their turn comes.
    pub fn solvers() -> impl Iterator<Item = Self> {
        let linked = backend::REGISTRY.iter().filter(|entry| entry.kind == Kind::Library);
        linked.filter_map(|entry| Some(Self::Backend(entry, entry.backend().ok()?)))
    }

    /// The backend that serves where no backend is named.
    ///
    /// # Errors
    /// When this build has no backend.
    pub fn first_solver() -> Result<Self, MethodError> {
        Self::solvers().next().ok_or(MethodError::NoBackend)
    }

    /// The methods of this build that can solve an instance: search, and each backend for which an encoding fits.
    #[must_use]
    pub fn serving(instance: &dyn Instance) -> Vec<Self> {
        Self::available().into_iter().filter(|method| method.serves(instance)).collect()
    }

    /// Whether it can solve an instance; a backend can if some encoding fits.
    #[must_use]
    pub fn serves(&self, instance: &dyn Instance) -> bool {
        match self {
            Self::Search => true,
            Self::Backend(_, backend) => instance.best_encoding(backend.capabilities()).is_some(),
            Self::Bounded(Bounds { search, .. }) => instance.fits_search(search).is_ok(),
        }
    }

    /// The name of its backend; `search` if it has no backend.
    #[must_use]
    pub const fn backend(&self) -> &'static str {
        match self {
            Self::Search => SEARCH,
            Self::Backend(entry, _) | Self::Bounded(Bounds { entry, .. }) => entry.name,
        }
    }

    /// How it solves, in reports: search, a model, or the name of a bounded search.
    #[must_use]
    pub const fn method(&self) -> &'static str {
        match self {
            Self::Search => SEARCH,
            Self::Backend(..) => MODEL,
            Self::Bounded(Bounds { search, .. }) => search,
        }
    }

    /// Its name on the command line.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Search => SEARCH,
            Self::Backend(entry, _) => entry.name,
            Self::Bounded(Bounds { search, .. }) => search,
        }
    }
}
