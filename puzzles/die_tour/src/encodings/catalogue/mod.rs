//! Encodings that nothing chooses by itself: they are there to be compared.

pub(super) mod arc_cuts;
pub(super) mod arc_mtz;
pub(super) mod arc_multiflow;
pub(super) mod product_cuts;
pub(super) mod product_multiflow;
pub(super) mod time_indexed;
