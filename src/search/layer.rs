//! Layers of a search: sorted lists of states, each with what is known of it.

/// What is known of a state beside itself: nothing, say, or on how many shortest paths it was reached.
pub trait Weight: Copy + Send + Sync {
    /// Of a state that a search starts from.
    const ONE: Self;
    /// Of a state that is reached in two ways.
    #[must_use]
    fn plus(self, other: Self) -> Self;
}

impl Weight for () {
    const ONE: Self = ();
    fn plus(self, (): Self) -> Self {}
}

/// Numbers of paths; `u64::MAX` stands for all that are larger.
impl Weight for u64 {
    const ONE: Self = 1;
    fn plus(self, other: Self) -> Self {
        self.saturating_add(other)
    }
}

/// States in ascending order, each once.
pub type Layer<K, W> = Vec<(K, W)>;
