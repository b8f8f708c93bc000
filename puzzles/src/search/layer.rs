//! Layers of a search: sorted lists of states, each with a weight.

/// The knowledge about a state, for example the number of shortest paths to it.
pub trait Weight: Copy + Send + Sync {
    /// The weight of a state that a search starts from.
    const ONE: Self;
    /// The weight of a state that is reached in two ways.
    #[must_use]
    fn plus(self, other: Self) -> Self;
}

impl Weight for () {
    const ONE: Self = ();
    fn plus(self, (): Self) -> Self {}
}

/// Numbers of paths; `u64::MAX` means that many or more.
impl Weight for u64 {
    const ONE: Self = 1;
    fn plus(self, other: Self) -> Self {
        self.saturating_add(other)
    }
}

/// States in ascending order, each once.
pub type Layer<K, W> = Vec<(K, W)>;
