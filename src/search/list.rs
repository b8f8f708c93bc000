//! All shortest paths, one by one.
//!
//! A first search finds where they cross the middle. The layers up to there are then made again and all kept, and the paths are
//! read off backwards: from each state of the middle to the states one layer nearer that lead to it, and the same on the other side.

use std::ops::ControlFlow;

use super::layer::Layer;
use super::path::{Ended, Goals, Graph, Middle, Ran, middle};
use super::side::Side;
use crate::run::{Request, Stop};

/// The memory that a path takes beside its states, in bytes.
const PATH_BYTES: u64 = 64;

/// Shortest paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paths<K> {
    /// The states of each, start and goal included: as many paths as were requested, or all if there are fewer. All if `stop` is not
    /// set.
    pub paths: Vec<Vec<K>>,
    /// The limit that cut the list short.
    pub stop: Option<Stop>,
}

/// Up to `limit` shortest paths from the starts to the goals, each sequence of states once.
pub fn list_shortest<K, F, B>(
    graph: &Graph<F, B>,
    starts: &[K],
    goals: &Goals<'_, K>,
    limit: usize,
    request: &Request<'_>,
) -> Ran<Paths<K>>
where
    K: Copy + Ord + Send + Sync,
    F: Fn(K, &mut Vec<K>) + Sync,
    B: Fn(K, &mut Vec<K>) + Sync,
{
    let Ran { ended, mut states } = middle::<K, (), F, B>(graph, starts, goals, request);
    let ended = ended.and_then(|found| {
        let at_least = found.depths.iter().sum();
        match Halves::new(graph, starts, goals, &found, request, &mut states) {
            Ok(halves) => Ended::Found(halves.join(&found, limit, request)),
            Err(stop) => Ended::Stopped { stop, at_least },
        }
    });
    Ran { ended, states }
}

/// The layers on both sides of the middle, by distance from the starts and from the goals.
struct Halves<'a, K, F, B> {
    graph: &'a Graph<F, B>,
    before: Vec<Layer<K, ()>>,
    after: Vec<Layer<K, ()>>,
}

impl<'a, K, F, B> Halves<'a, K, F, B>
where
    K: Copy + Ord + Send + Sync,
    F: Fn(K, &mut Vec<K>) + Sync,
    B: Fn(K, &mut Vec<K>) + Sync,
{
    fn new(
        graph: &'a Graph<F, B>,
        starts: &[K],
        goals: &Goals<'_, K>,
        found: &Middle<K, ()>,
        request: &Request<'_>,
        states: &mut u64,
    ) -> Result<Self, Stop> {
        let [depth_before, depth_after] = found.depths;
        let mut here = Side::new(starts, false, &graph.forward);
        for _ in 0..depth_before {
            here.advance(request, 0)?;
        }
        // Where the goals are not listed, the middle is where the paths end.
        let goals = if let Goals::Listed(goals) = goals { goals.as_slice() } else { &[] };
        let mut there = Side::new(goals, false, &graph.backward);
        for _ in 0..depth_after {
            there.advance(request, here.bytes())?;
        }
        *states += here.seen + there.seen;
        Ok(Self { graph, before: here.into_layers(), after: there.into_layers() })
    }

    /// Joins the halves at each state of the middle.
    fn join(&self, found: &Middle<K, ()>, limit: usize, request: &Request<'_>) -> Paths<K> {
        let [depth_before, depth_after] = found.depths.map(|depth| depth as usize);
        let length = depth_before + depth_after + 1;
        let room = request.control.memory_limit().0 / (PATH_BYTES + (length * size_of::<K>()) as u64);
        let mut listed = Paths { paths: Vec::new(), stop: None };
        for &(state, (), ()) in &found.states {
            let mut first = vec![state];
            let ended = nearer(&mut first, &self.before[..depth_before], &self.graph.backward, &mut |first| {
                let mut path: Vec<K> = first.iter().rev().copied().collect();
                nearer(&mut path, &self.after[..depth_after], &self.graph.forward, &mut |path| {
                    listed.paths.push(path.to_vec());
                    if listed.paths.len() >= limit {
                        return ControlFlow::Break(());
                    }
                    let full = listed.paths.len() as u64 >= room;
                    let full = full.then_some(Stop::MemoryLimit { needed: None });
                    listed.stop = request.control.stop().or(full);
                    if listed.stop.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                })
            });
            if ended.is_break() {
                break;
            }
        }
        listed
    }
}

/// Extends a path by one state of each layer, the last layer first, in all ways; `step` pushes the states that are one move away from
/// a state. `found` gets each finished path.
fn nearer<K: Copy + Ord>(
    path: &mut Vec<K>,
    layers: &[Layer<K, ()>],
    step: &impl Fn(K, &mut Vec<K>),
    found: &mut impl FnMut(&[K]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (Some((layer, rest)), Some(&last)) = (layers.split_last(), path.last()) else { return found(path) };
    let mut next = Vec::new();
    step(last, &mut next);
    next.retain(|state| layer.binary_search_by_key(state, |entry| entry.0).is_ok());
    next.sort_unstable();
    next.dedup();
    for state in next {
        path.push(state);
        nearer(path, rest, step, found)?;
        path.pop();
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::super::count_shortest;
    use super::*;
    use crate::run::{Bytes, Control};

    /// Bits that can be flipped one at a time.
    fn turn(state: u64, out: &mut Vec<u64>) {
        out.extend((0..6).map(|bit| state ^ (1 << bit)));
    }

    #[test]
    fn all_shortest_paths_are_listed_each_once() {
        let request = Request::unlimited();
        let is_goal = |state: u64| state == 0b11111;
        for goals in [Goals::Listed(vec![0b11111]), Goals::Where(&is_goal)] {
            let graph = Graph::reversible(turn);
            let Ended::Found((length, count)) = count_shortest(&graph, &[0], &goals, &request).ended else { panic!() };
            let Ended::Found(Paths { mut paths, stop: None }) =
                list_shortest(&graph, &[0], &goals, usize::MAX, &request).ended
            else {
                panic!()
            };
            assert_eq!(paths.len() as u64, count);
            for path in &paths {
                assert_eq!((path[0], path[path.len() - 1], path.len() as u64), (0, 0b11111, length + 1));
                assert!(path.windows(2).all(|pair| (pair[0] ^ pair[1]).is_power_of_two()));
            }
            paths.sort_unstable();
            paths.dedup();
            assert_eq!(paths.len() as u64, count);
        }
    }

    #[test]
    fn a_list_keeps_to_its_length_and_to_the_memory_limit() {
        let graph = Graph::reversible(turn);
        let goals = Goals::Listed(vec![0b11_1111]);
        let list = |limit, request: &Request<'_>| match list_shortest(&graph, &[0], &goals, limit, request).ended {
            Ended::Found(found) => found,
            other => panic!("{other:?}"),
        };
        assert_eq!(list(7, &Request::unlimited()).paths.len(), 7);
        // The layers fit, the 720 paths do not.
        let small = Request::new(Control::unlimited().with_memory_limit(Bytes(20_000)));
        let Paths { paths, stop } = list(usize::MAX, &small);
        assert_eq!(stop, Some(Stop::MemoryLimit { needed: None }));
        assert!((1..720).contains(&paths.len()), "{}", paths.len());
    }

    #[test]
    fn a_start_that_is_a_goal_is_a_path_by_itself() {
        let found = list_shortest(&Graph::reversible(turn), &[5], &Goals::Listed(vec![5]), 9, &Request::unlimited());
        assert_eq!(found.ended, Ended::Found(Paths { paths: vec![vec![5]], stop: None }));
    }
}
