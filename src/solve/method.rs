//! How a problem is solved: direct search, or a backend.

use crate::backend::{self, Backend, BackendEntry, Kind};
use crate::puzzle::Instance;

/// The name of direct search, used in place of a backend's name.
pub const SEARCH: &str = "search";

/// How to solve a problem.
#[derive(Clone, Copy)]
pub enum Method {
    /// By the puzzle's own search.
    Search,
    /// Through a backend: its registry entry, for the name, and the backend in it.
    Backend(&'static BackendEntry, &'static dyn Backend),
}

/// Why there is no method of a name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MethodError {
    /// No backend of this name.
    #[error("no backend `{name}`; there are {known}")]
    Unknown {
        /// The requested name.
        name: String,
        /// The names that exist.
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
    /// When there is none, or this build lacks it.
    pub fn named(name: &str) -> Result<Self, MethodError> {
        if name == SEARCH {
            return Ok(Self::Search);
        }
        let Some(entry) = backend::find(name) else {
            let known = std::iter::once(SEARCH).chain(backend::REGISTRY.iter().map(|entry| entry.name));
            return Err(MethodError::Unknown { name: name.to_owned(), known: known.collect::<Vec<_>>().join(", ") });
        };
        match entry.backend() {
            Ok(backend) => Ok(Self::Backend(entry, backend)),
            Err(how) => Err(MethodError::Missing { name: entry.name, how }),
        }
    }

    /// Every method that this build has in itself, search first. Backends that are programs have to be named.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let linked = backend::REGISTRY.iter().filter(|entry| entry.kind == Kind::Library);
        let backends = linked.filter_map(|e| Some(Self::Backend(e, e.backend().ok()?)));
        std::iter::once(Self::Search).chain(backends).collect()
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
        }
    }

    /// Its name on the command line.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Search => SEARCH,
            Self::Backend(entry, _) => entry.name,
        }
    }
}
