//! CBC: its row of the registry and, with the feature `cbc`, the solver.

use super::{BackendEntry, Kind};

#[cfg(feature = "cbc")]
mod bridge;
#[cfg(feature = "cbc")]
mod solver;

pub(super) const ENTRY: BackendEntry = BackendEntry {
    name: "cbc",
    summary: "CBC, an open MILP solver, the system's library",
    kind: Kind::Library,
    needs: "feature `cbc`; to build: a C++ compiler, coinor-libcbc-dev, zlib1g-dev, pkg-config",
    #[cfg(feature = "cbc")]
    find: || Ok(&solver::Cbc),
    #[cfg(not(feature = "cbc"))]
    find: || {
        Err("install libcbc (Debian: coinor-libcbc-dev zlib1g-dev pkg-config) and build with `--features cbc`".into())
    },
};
