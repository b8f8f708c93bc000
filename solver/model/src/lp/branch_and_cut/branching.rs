//! On which candidate to branch: the one that promises the largest falls of the bound in both children.
//!
//! A pseudo-cost is the average fall of the bound per change of a candidate's value, up or down. As long as it rests on few observations,
//! values are tried instead: some iterations of the solver with the candidate fixed. Such a trial gives a bound on the child, so a value
//! may turn out to be impossible.

use super::tree::{Branched, Fixed};

/// Pseudo-costs count once they rest on so many observations each way.
const RELIABLE: u32 = 4;
/// At most so many candidates are tried at a node.
const TRIED: usize = 4;
/// The least fall that counts, so that the fall in the other child is not forgotten.
const LEAST: f64 = 1e-3;
/// Values that are closer to 0 or 1 are integral.
pub(crate) const INTEGRAL: f64 = 1e-6;

/// The falls observed for a candidate in one direction, per change.
#[derive(Clone, Copy, Debug, Default)]
struct Observed {
    sum: f64,
    count: u32,
}

/// The pseudo-costs of all candidates.
#[derive(Clone, Debug)]
pub(crate) struct PseudoCosts {
    /// By candidate: down to 0, up to 1.
    observed: Vec<[Observed; 2]>,
    /// Of all candidates.
    total: [Observed; 2],
}

/// A candidate with a fractional value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fractional {
    pub candidate: usize,
    pub value: f64,
    /// The falls of the bound that are expected down and up.
    pub falls: [f64; 2],
}

impl Observed {
    fn add(&mut self, fall: f64) {
        self.sum += fall;
        self.count += 1;
    }

    fn average(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / f64::from(self.count))
    }
}

impl Fractional {
    /// How much the candidate's value changes towards 0 or 1.
    const fn change(&self, up: bool) -> f64 {
        if up { 1.0 - self.value } else { self.value }
    }

    /// The branching to one of its values, from this bound.
    pub const fn branched(&self, value: bool, before: f64) -> Branched {
        Branched { candidate: self.candidate, value, change: self.change(value), before }
    }

    /// What branching on it is worth.
    pub fn score(&self) -> f64 {
        self.falls.iter().map(|fall| fall.max(LEAST)).product()
    }
}

impl PseudoCosts {
    pub fn new(candidates: usize) -> Self {
        Self { observed: vec![Default::default(); candidates], total: Default::default() }
    }

    /// Records that the bound fell from `before` to `after`.
    pub fn observe(&mut self, branched: Branched, after: f64) {
        let Branched { candidate, value, change, before } = branched;
        let fall = (before - after).max(0.0) / change;
        if change > INTEGRAL && fall.is_finite() {
            let up = usize::from(value);
            self.observed[candidate][up].add(fall);
            self.total[up].add(fall);
        }
    }

    /// The candidates that are not fixed and have fractional values, the most promising first.
    pub fn fractional(&self, fixed: &Fixed, values: &[f64]) -> Vec<Fractional> {
        let is_fractional = |value: f64| value > INTEGRAL && value < 1.0 - INTEGRAL;
        let free = fixed.free().map(|candidate| (candidate, values[candidate]));
        let free = free.filter(|&(_, value)| is_fractional(value));
        let mut list: Vec<Fractional> = free.map(|(candidate, value)| self.expected(candidate, value)).collect();
        list.sort_by(|a, b| b.score().total_cmp(&a.score()));
        list
    }

    fn expected(&self, candidate: usize, value: f64) -> Fractional {
        let mut fractional = Fractional { candidate, value, falls: [0.0; 2] };
        for up in [false, true] {
            let side = usize::from(up);
            let average = self.observed[candidate][side].average().or_else(|| self.total[side].average());
            fractional.falls[side] = average.unwrap_or(1.0) * fractional.change(up);
        }
        fractional
    }

    /// Moves the candidates of a list whose values are worth trying to its end. Returns how many come before them.
    pub fn unreliable(&self, list: &mut [Fractional]) -> usize {
        let is_reliable = |f: &Fractional| self.observed[f.candidate].iter().all(|observed| observed.count >= RELIABLE);
        let first = list.len().min(TRIED);
        // The others stay, in whatever order.
        list.reverse();
        let rest = list.len() - first;
        list[rest..].sort_by_key(|f| !is_reliable(f));
        rest + list[rest..].partition_point(is_reliable)
    }
}
