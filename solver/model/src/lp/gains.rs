//! When rounds of cuts are no longer worth their time.

/// When rounds of cuts end.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// The rounds end if this number of rounds
    pub rounds: usize,
    /// moves the bound by less than this.
    pub gain: f64,
}

/// The bounds of the rounds so far.
#[derive(Clone, Debug)]
pub struct Gains {
    patience: Patience,
    bounds: Vec<f64>,
}

impl Gains {
    /// No round yet.
    pub const fn new(patience: Patience) -> Self {
        Self { patience, bounds: Vec::new() }
    }

    /// Records a round's bound. Returns whether further rounds are not worth their time.
    pub fn have_ended(&mut self, bound: f64) -> bool {
        self.bounds.push(bound);
        let before = self.bounds.len().checked_sub(self.patience.rounds + 1).map(|round| self.bounds[round]);
        before.is_some_and(|before| (bound - before).abs() < self.patience.gain)
    }

    /// The number of rounds.
    pub const fn rounds(&self) -> usize {
        self.bounds.len()
    }

    /// Forgets all rounds.
    pub fn restart(&mut self) {
        self.bounds.clear();
    }
}
