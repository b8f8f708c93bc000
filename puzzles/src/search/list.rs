//! All shortest paths, one by one.
//!
//! A first search finds where the paths cross the middle. The layers up to the middle are then made again and all kept. The paths are read
//! off backwards on both sides: from each state of the middle to the states one layer nearer that lead to it.

use std::ops::ControlFlow;

use super::layer::{Expand, Layer, State};
use super::path::{Ended, Goals, Graph, Middle, Ran, middle};
use super::side::Side;
use crate::control::{Request, Stop};

/// Hands the shortest paths from the starts to the goals to `found`, each sequence of states once, start and goal included, until
/// there are no others or `found` breaks off. Its second argument is the memory in bytes that the list holds. From the first path on
/// `found` alone keeps the limits of the request. The result says whether it broke off.
pub fn list_shortest<K: State>(
    graph: &Graph<'_, K>,
    starts: &[K],
    goals: &Goals<'_, K>,
    found: &mut dyn FnMut(&[K], u64) -> ControlFlow<()>,
    request: &Request<'_>,
) -> Ran<ControlFlow<()>> {
    let Ran { ended, mut states } = middle::<K, ()>(graph, starts, goals, request);
    let ended = ended.and_then(|middle| {
        let at_least = middle.depths.iter().sum();
        match Halves::new(graph, starts, goals, &middle, request, &mut states) {
            Ok(halves) => Ended::Found(halves.join(&middle, found)),
            Err(stop) => Ended::Stopped { stop, at_least },
        }
    });
    Ran { ended, states }
}

/// The layers on both sides of the middle, by distance from the starts and from the goals.
struct Halves<'a, K> {
    graph: &'a Graph<'a, K>,
    before: Vec<Layer<K, ()>>,
    after: Vec<Layer<K, ()>>,
}

impl<'a, K: State> Halves<'a, K> {
    fn new(
        graph: &'a Graph<'a, K>,
        starts: &[K],
        goals: &Goals<'_, K>,
        found: &Middle<K, ()>,
        request: &Request<'_>,
        states: &mut u64,
    ) -> Result<Self, Stop> {
        let [depth_before, depth_after] = found.depths;
        let mut here = Side::new(starts, graph.reversible, graph.forward).keeping();
        for _ in 0..depth_before {
            here.advance(request, 0)?;
        }
        // Where the goals are not listed, the middle is where the paths end.
        let goals = if let Goals::Listed(goals) = goals { goals.as_slice() } else { &[] };
        let mut there = Side::new(goals, graph.reversible, graph.backward).keeping();
        for _ in 0..depth_after {
            there.advance(request, here.bytes())?;
        }
        *states += here.seen + there.seen;
        Ok(Self { graph, before: here.into_layers(), after: there.into_layers() })
    }

    /// The memory that the layers take, in bytes.
    fn bytes(&self) -> u64 {
        let states: usize = self.before.iter().chain(&self.after).map(Vec::len).sum();
        (states * size_of::<(K, ())>()) as u64
    }

    /// Joins the halves at each state of the middle.
    #[expect(clippy::cast_possible_truncation, reason = "the layers are in memory")]
    fn join(&self, middle: &Middle<K, ()>, found: &mut dyn FnMut(&[K], u64) -> ControlFlow<()>) -> ControlFlow<()> {
        let [depth_before, depth_after] = middle.depths.map(|depth| depth as usize);
        let bytes = self.bytes();
        middle.states.iter().try_for_each(|&(state, (), ())| {
            let mut first = vec![state];
            nearer(&mut first, &self.before[..depth_before], self.graph.backward, &mut |first| {
                let mut path: Vec<K> = first.iter().rev().copied().collect();
                nearer(&mut path, &self.after[..depth_after], self.graph.forward, &mut |path| found(path, bytes))
            })
        })
    }
}

/// Extends a path by one state of each layer, the last layer first, in all ways; `step` pushes the states that are one move away from
/// a state. `found` gets each finished path.
fn nearer<K: Copy + Ord>(
    path: &mut Vec<K>,
    layers: &[Layer<K, ()>],
    step: &Expand<'_, K>,
    found: &mut dyn FnMut(&[K]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let begin = path.len();
    extended(path, &mut |path| match (layers.len().checked_sub(path.len() - begin + 1), path.last()) {
        (Some(next), Some(&last)) => ControlFlow::Continue(states_of(&layers[next], last, step)),
        _ => found(path).map_continue(|()| Vec::new()),
    })
}

/// Extends a path in all ways, depth first: `next` gets each path, and returns the states that it may go on to, the first of them last. A
/// path may have a million states, so this does not call itself for each.
pub fn extended<K: Copy, B>(
    path: &mut Vec<K>,
    next: &mut dyn FnMut(&[K]) -> ControlFlow<B, Vec<K>>,
) -> ControlFlow<B> {
    let begin = path.len();
    // By state of the path from its beginning on: the other states that may follow it.
    let mut open: Vec<Vec<K>> = Vec::new();
    loop {
        open.push(next(path)?);
        loop {
            let depth = open.len();
            let Some(states) = open.last_mut() else { return ControlFlow::Continue(()) };
            path.truncate(begin + depth - 1);
            if let Some(state) = states.pop() {
                path.push(state);
                break;
            }
            open.pop();
        }
    }
}

/// The states of a layer that are one move away from a state, the largest first.
fn states_of<K: Copy + Ord>(layer: &Layer<K, ()>, from: K, step: &Expand<'_, K>) -> Vec<K> {
    let mut states = Vec::new();
    step(from, &mut states);
    states.retain(|state| layer.binary_search_by_key(state, |entry| entry.0).is_ok());
    states.sort_unstable_by(|a, b| b.cmp(a));
    states.dedup();
    states
}

#[cfg(test)]
mod tests {
    use super::super::count_shortest;
    use super::*;

    /// Bits that can be flipped one at a time.
    fn turn(state: u64, out: &mut Vec<u64>) {
        out.extend((0..6).map(|bit| state ^ (1 << bit)));
    }

    /// Up to so many paths.
    fn paths(goals: &Goals<'_, u64>, limit: usize) -> Vec<Vec<u64>> {
        let mut paths = Vec::new();
        let mut found = |path: &[u64], bytes| {
            assert!(bytes > 0, "the layers take memory");
            paths.push(path.to_vec());
            if paths.len() == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let ran = list_shortest(&Graph::reversible(&turn), &[0], goals, &mut found, &Request::unlimited());
        let flow = if paths.len() == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        assert_eq!(ran.ended, Ended::Found(flow));
        paths
    }

    #[test]
    fn all_shortest_paths_are_listed_each_once() {
        let request = Request::unlimited();
        let is_goal = |state: u64| state == 0b11111;
        for goals in [Goals::Listed(vec![0b11111]), Goals::Where(&is_goal)] {
            let graph = Graph::reversible(&turn);
            let Ended::Found((length, count)) = count_shortest(&graph, &[0], &goals, &request).ended else { panic!() };
            let mut paths = paths(&goals, usize::MAX);
            assert_eq!(count, paths.len().into());
            for path in &paths {
                assert_eq!((path[0], path[path.len() - 1], path.len() as u64), (0, 0b11111, length + 1));
                assert!(path.windows(2).all(|pair| (pair[0] ^ pair[1]).is_power_of_two()));
            }
            paths.sort_unstable();
            paths.dedup();
            assert_eq!(count, paths.len().into());
        }
    }

    #[test]
    fn a_list_ends_where_its_receiver_breaks_off() {
        assert_eq!(paths(&Goals::Listed(vec![0b11_1111]), 7).len(), 7);
        assert_eq!(paths(&Goals::Listed(vec![0b11_1111]), usize::MAX).len(), 720);
    }

    #[test]
    fn a_start_that_is_a_goal_is_a_path_by_itself() {
        assert_eq!(paths(&Goals::Listed(vec![0]), 9), [vec![0]]);
    }
}
