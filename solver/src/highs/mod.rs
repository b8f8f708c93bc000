//! HiGHS: its row of the registry and, with the feature `highs`, the solver.

use super::{BackendEntry, Kind};

#[cfg(feature = "highs")]
mod callbacks;
#[cfg(feature = "highs")]
mod handle;
#[cfg(feature = "highs")]
mod linear_program;
#[cfg(feature = "highs")]
mod run;
#[cfg(feature = "highs")]
mod solver;

pub(super) const ENTRY: BackendEntry = BackendEntry {
    name: "highs",
    summary: "HiGHS, an open MILP solver, built in",
    kind: Kind::Library,
    needs: "to build: cmake, a C++ compiler, libclang",
    #[cfg(feature = "highs")]
    find: || Ok(&solver::Highs),
    #[cfg(not(feature = "highs"))]
    find: || Err("build with `--features highs` (needs cmake, a C++ compiler and libclang)".into()),
};
