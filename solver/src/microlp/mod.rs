//! microlp: its row of the registry and, with the feature `microlp`, the solver.

use super::{BackendEntry, Kind};

#[cfg(feature = "microlp")]
mod solver;

pub(super) const ENTRY: BackendEntry = BackendEntry {
    name: "microlp",
    summary: "microlp, a MILP solver in pure Rust for small models",
    kind: Kind::Library,
    needs: "feature `microlp`",
    #[cfg(feature = "microlp")]
    find: || Ok(&solver::Microlp),
    #[cfg(not(feature = "microlp"))]
    find: || Err("build with `--features microlp`".into()),
};
