//! Why turns cannot reach an assembly, in the wording of a solution's `reason`. This is the wording only: `placements.rs` determines the
//! obstacle for the search and the encodings, and `rules.rs` does so independently.

/// Why turns cannot reach an assembly: the first of these that applies, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Obstacle {
    #[error("no turns reach it: one corner would have to be twisted in its place")]
    Twist,
    #[error("no turns reach it: one edge would have to be flipped in its place")]
    Flip,
    #[error("no turns reach it: two pieces would have to be swapped")]
    Parity,
    #[error("no turns reach it: one centre would have to be turned by a quarter")]
    Centers,
}
