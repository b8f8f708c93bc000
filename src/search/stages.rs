//! Searches whose states go through a fixed number of stages, as the dynamic programs over subsets do (Held and Karp's, say):
//! every move leads from one stage to the next, and costs what it costs.
//!
//! What is known of a state is a [`Weight`] that joins what its ways have found: the least cost, perhaps with the number of ways
//! that have it.

use super::expand::{expanded, join_equal};
use super::layer::{Layer, Weight, tell};
use crate::run::{Request, Stop};

/// What a search through stages found.
#[derive(Clone, Debug)]
pub struct Stages<K, W> {
    /// The states of the stages, ascending, the first stage first: of all of them, or of the last one only. Of fewer where a
    /// stage has no states, or the search was stopped.
    pub layers: Vec<Layer<K, W>>,
    /// States of all stages.
    pub states: u64,
    /// Why it did not go to its end.
    pub stop: Option<Stop>,
}

/// Goes through `count` stages from the first one. `expand` pushes the states of the next stage that a state leads to, each
/// with the weight of the way there; `at_least` tells, for progress, what a solution costs at least that goes through a layer.
///
/// All layers are kept where `keep` is set, otherwise the latest.
pub fn stages<K, W, F>(
    first: Layer<K, W>,
    count: usize,
    keep: bool,
    expand: &F,
    at_least: &dyn Fn(&Layer<K, W>) -> u64,
    request: &Request<'_>,
) -> Stages<K, W>
where
    K: Copy + Ord + Send + Sync,
    W: Weight,
    F: Fn(K, W, &mut Layer<K, W>) + Sync,
{
    let mut layer = first;
    layer.sort_unstable_by_key(|entry| entry.0);
    join_equal(&mut layer);
    let mut found = Stages { states: layer.len() as u64, layers: vec![layer], stop: None };
    for _ in 1..count {
        let Some(layer) = found.layers.last().filter(|layer| !layer.is_empty()) else { break };
        tell(request, found.states, at_least(layer));
        let held = found.layers.iter().map(Vec::len).sum::<usize>() * size_of::<(K, W)>();
        let expand = |(): &mut (), state, weight, out: &mut Layer<K, W>| expand(state, weight, out);
        match expanded(layer, &expand, request, held as u64) {
            Ok(mut next) => {
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
