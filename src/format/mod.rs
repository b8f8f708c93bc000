//! Models as files for other programs.

#[cfg(feature = "cp-sat")]
pub mod cp_sat;
pub mod lp;
