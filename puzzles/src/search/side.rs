//! One side of a breadth-first search: its layers as sorted lists of states.
//!
//! If every move can be undone, a neighbour of a state in layer d lies in layer d − 1, d or d + 1, so two layers are enough to
//! tell whether a state is new. Otherwise it may lie in any earlier layer: their states are kept in a few sorted lists.

use super::expand::{Runs, expanded};
use super::layer::{Expand, Layer, State, Weight};
use crate::control::{Event, Progress, Request, Stop};

/// One side of a search.
pub(super) struct Side<'a, K, W> {
    /// The states at distance `depth`.
    pub(super) layer: Layer<K, W>,
    /// Their distance from the states that this side began with.
    pub(super) depth: u64,
    /// The number of states that were ever in a layer.
    pub(super) seen: u64,
    earlier: Earlier<K, W>,
    /// All layers before this one, by distance, if they are wanted.
    kept: Option<Vec<Layer<K, W>>>,
    expand: &'a Expand<'a, K>,
}

/// The states of earlier layers that a move may lead back to.
enum Earlier<K, W> {
    /// If every move can be undone: those of the last layer.
    Last(Layer<K, W>),
    All(Runs<K, W>),
}

impl<'a, K: State, W: Weight> Side<'a, K, W> {
    /// A side that begins at these states; `expand` pushes what one move leads to.
    pub(super) fn new(states: &[K], reversible: bool, expand: &'a Expand<'a, K>) -> Self {
        let mut layer: Layer<K, W> = states.iter().map(|&state| (state, W::one())).collect();
        layer.sort_unstable_by_key(|entry| entry.0);
        layer.dedup_by_key(|entry| entry.0);
        let earlier = if reversible { Earlier::Last(Vec::new()) } else { Earlier::All(Runs(Vec::new())) };
        Self { seen: layer.len() as u64, layer, depth: 0, earlier, kept: None, expand }
    }

    /// This side, which keeps all its layers.
    pub(super) fn keeping(self) -> Self {
        Self { kept: Some(Vec::new()), ..self }
    }

    /// The bytes that its layers take.
    pub(super) fn bytes(&self) -> u64 {
        let earlier = match &self.earlier {
            Earlier::Last(layer) => layer.len(),
            Earlier::All(runs) => runs.states(),
        };
        let kept = self.kept.iter().flatten().map(Vec::len).sum::<usize>();
        ((self.layer.len() + earlier + kept) * size_of::<(K, W)>()) as u64
    }

    /// Advances to the next layer. `others` is the memory in bytes that the rest of the search holds.
    pub(super) fn advance(&mut self, request: &Request<'_>, others: u64) -> Result<(), Stop> {
        let expand = |next: &mut Vec<K>, state, weight: W, out: &mut Layer<K, W>| {
            (self.expand)(state, next);
            out.extend(next.drain(..).map(|state| (state, weight.clone())));
        };
        let mut next = expanded(&self.layer, &expand, request, self.bytes().saturating_add(others))?;
        let earlier = match &self.earlier {
            Earlier::Last(layer) => std::slice::from_ref(layer),
            Earlier::All(runs) => &runs.0,
        };
        for layer in earlier.iter().chain([&self.layer]) {
            subtract(&mut next, layer);
            request.control.check()?;
        }
        next.shrink_to_fit();
        self.seen += next.len() as u64;
        self.depth += 1;
        let passed = std::mem::replace(&mut self.layer, next);
        if let Some(kept) = &mut self.kept {
            kept.push(passed.clone());
        }
        match &mut self.earlier {
            Earlier::Last(layer) => *layer = passed,
            Earlier::All(runs) => runs.push(passed, request)?,
        }
        Ok(())
    }

    /// Its layers by their distance, of a side that keeps them.
    pub(super) fn into_layers(self) -> Vec<Layer<K, W>> {
        self.kept.into_iter().flatten().chain([self.layer]).collect()
    }

    /// The states that two sides share, with both weights.
    pub(super) fn meet<'b>(&'b self, other: &'b Side<'_, K, W>) -> impl Iterator<Item = (K, W, W)> + 'b {
        let mut theirs = other.layer.iter().peekable();
        self.layer.iter().filter_map(move |(state, weight)| {
            while theirs.next_if(|entry| entry.0 < *state).is_some() {}
            theirs.peek().filter(|entry| entry.0 == *state).map(|entry| (*state, weight.clone(), entry.1.clone()))
        })
    }
}

/// Reports the progress of a search: the number of states that it kept, and the lower bound `at_least` on the length of a path.
pub(super) fn report(request: &Request<'_>, states: u64, at_least: u64) {
    let progress = Progress { incumbent: None, bound: Some(at_least as f64), nodes: Some(states) };
    request.control.notify(&Event::Progress(progress));
}

/// A list that is so many times as long as another is searched for the states of the other one by one.
const LONG: usize = 32;

/// Removes from a sorted list the states of another.
fn subtract<K: Copy + Ord, W>(from: &mut Layer<K, W>, what: &Layer<K, W>) {
    if from.len().saturating_mul(LONG) < what.len() {
        return from.retain(|entry| what.binary_search_by_key(&entry.0, |other| other.0).is_err());
    }
    let mut rest = what.iter().peekable();
    from.retain(|entry| {
        while rest.next_if(|other| other.0 < entry.0).is_some() {}
        rest.peek().is_none_or(|other| other.0 != entry.0)
    });
}
