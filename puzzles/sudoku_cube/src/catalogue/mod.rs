//! Encodings that nothing chooses by itself: they are there to be compared. `integers.rs` is what the two of integers share.

pub(super) mod bitflag;
pub(super) mod bitflag_slim;
pub(super) mod integer_chain;
pub(super) mod integer_pairs;
mod integers;
