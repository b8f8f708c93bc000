//! Models as files for other programs.

pub mod lp;
