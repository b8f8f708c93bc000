//! What can keep turns from an assembly, in the words of a solution's `reason`. Words only: `reach.rs` finds out for search and
//! encodings which one it is, and `rules.rs` finds out again.

/// Why no turns lead to an assembly: the first of these that holds, in this order.
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
