//! microlp.

pub(super) mod solver;
