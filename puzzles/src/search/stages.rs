//! Searches through a fixed number of stages, such as Held and Karp's dynamic program over subsets: every move leads from a state of one
//! stage to a state of the next stage, at a cost.
//!
//! The [`Weight`] of a state combines the ways to reach it: the least cost, optionally with the number of ways of this cost.

use super::expand::{expanded, join_equal};
use super::layer::{Layer, State, Weight};
use super::side::report;
use crate::control::{Request, Stop};

/// The result of a search through stages.
#[derive(Clone, Debug)]
pub struct Stages<K, W> {
    /// The states of each stage in ascending order, from the first stage on, or of the latest stage only. The list ends early
    /// with a stage that has no states, or where the search was stopped.
    pub layers: Vec<Layer<K, W>>,
    /// The number of states of all stages.
    pub states: u64,
    /// Why it was stopped before its end.
    pub stop: Option<Stop>,
}

/// Searches `count` stages, beginning with the stage `first`. `expand` pushes the states of the next stage that a state leads to,
/// each with the weight of the way there; in each stage its scratch is a new one. `narrow` may take states out of a new layer. `at_least` gives a lower bound on the cost of a
/// solution through a layer, for progress.
///
/// All layers are kept where `keep` is set, otherwise the latest only.
pub fn stages<K, W, S, F>(
    first: Layer<K, W>,
    count: usize,
    keep: bool,
    expand: &F,
    narrow: &mut dyn FnMut(&mut Layer<K, W>),
    at_least: &dyn Fn(&Layer<K, W>) -> u64,
    request: &Request<'_>,
) -> Stages<K, W>
where
    K: State,
    W: Weight,
    S: Default,
    F: Fn(&mut S, K, W, &mut Layer<K, W>) + Sync,
{
    let mut layer = first;
    layer.sort_unstable_by_key(|entry| entry.0);
    join_equal(&mut layer);
    narrow(&mut layer);
    let mut found = Stages { states: layer.len() as u64, layers: vec![layer], stop: None };
    for _ in 1..count {
        let Some(layer) = found.layers.last().filter(|layer| !layer.is_empty()) else { break };
        report(request, found.states, at_least(layer));
        let held = found.layers.iter().map(Vec::len).sum::<usize>() * size_of::<(K, W)>();
        match expanded(layer, expand, request, held as u64) {
            Ok(mut next) => {
                narrow(&mut next);
                next.shrink_to_fit();
                found.states += next.len() as u64;
                if !keep {
                    found.layers.clear();
                }
                found.layers.push(next);
            }
            Err(stop) => {
                found.stop = Some(stop);
                break;
            }
        }
    }
    found
}
