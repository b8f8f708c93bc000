//! States and moves of a search, and its layers: sorted lists of states, each with a weight.

use num_bigint::BigUint;

/// A state: anything small that has an order.
pub trait State: Copy + Ord + Send + Sync {}

impl<K: Copy + Ord + Send + Sync> State for K {}

/// Pushes the states that one move leads to. It is called once for each state that a search expands, so that searches are compiled once for each
/// type of states.
pub type Expand<'a, K> = dyn Fn(K, &mut Vec<K>) + Sync + 'a;

/// The knowledge about a state, for example the number of shortest paths to it.
pub trait Weight: Clone + Send + Sync {
    /// The weight of a state that a search starts from.
    fn one() -> Self;
    /// The weight of a state that is reached in two ways.
    #[must_use]
    fn plus(self, other: Self) -> Self;
}

impl Weight for () {
    fn one() -> Self {}
    fn plus(self, (): Self) -> Self {}
}

/// Numbers of paths; `u64::MAX` means that many or more.
impl Weight for u64 {
    fn one() -> Self {
        1
    }
    fn plus(self, other: Self) -> Self {
        self.saturating_add(other)
    }
}

/// Numbers of paths of any size.
impl Weight for BigUint {
    fn one() -> Self {
        1_u8.into()
    }
    fn plus(self, other: Self) -> Self {
        self + other
    }
}

/// States in ascending order, each once.
pub type Layer<K, W> = Vec<(K, W)>;
