//! Pumpkin: its row of the registry and, with the feature `pumpkin`, the solver.

use super::{BackendEntry, Kind};

#[cfg(feature = "pumpkin")]
mod options;
#[cfg(feature = "pumpkin")]
mod search;
#[cfg(feature = "pumpkin")]
mod solver;
#[cfg(feature = "pumpkin")]
mod statistics;
#[cfg(test)]
#[cfg(feature = "pumpkin")]
mod tests;
#[cfg(feature = "pumpkin")]
mod translation;
#[cfg(feature = "pumpkin")]
mod watch;

pub(super) const ENTRY: BackendEntry = BackendEntry {
    name: "pumpkin",
    summary: "Pumpkin, a constraint solver with lazy clause generation, built in",
    kind: Kind::Library,
    needs: "nothing",
    #[cfg(feature = "pumpkin")]
    find: || Ok(&solver::Pumpkin),
    #[cfg(not(feature = "pumpkin"))]
    find: || Err("build with `--features pumpkin`".into()),
};
