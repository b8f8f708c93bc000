//! Shortest paths: one, how many there are, or all, one by one.
//!
//! Two sides meet in the middle: the one with the smaller layer advances, and when they first have a state in common, the sum of
//! their depths is the distance. If the goals are too many to list, one side advances until a predicate holds. Paths are not stored: once
//! the state in the middle is known, each half is found by a search of its own, which is half as deep and costs little compared with the
//! first search. For all paths the layers up to the middle are made again and all kept; the paths are read off backwards on both sides, from
//! each state of the middle to the states one layer nearer that lead to it.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::layers::{Expand, Layer, Side, State, Weight, report};
use crate::control::{Request, Stop, Verdict};

/// The control is asked after so many states.
const ASK: usize = 1 << 11;

/// The moves of a puzzle, and from where to where they are to lead.
pub struct Graph<'a, K> {
    /// The states that one move leads to.
    pub forward: &'a Expand<'a, K>,
    /// The states from which one move leads here.
    pub backward: &'a Expand<'a, K>,
    /// Whether every move can be undone by one move: then a search keeps two layers only.
    pub reversible: bool,
    /// Where a path starts.
    pub starts: Vec<K>,
    /// Where it has to end.
    pub goals: Goals<'a, K>,
}

impl<'a, K> Graph<'a, K> {
    /// Moves that can each be undone by one move: forward and backward moves are equal.
    pub const fn reversible(expand: &'a Expand<'a, K>, starts: Vec<K>, goals: Goals<'a, K>) -> Self {
        Self { forward: expand, backward: expand, reversible: true, starts, goals }
    }
}

impl<K> std::fmt::Debug for Graph<'_, K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Graph").field("reversible", &self.reversible).finish_non_exhaustive()
    }
}

/// Where a path has to end.
pub enum Goals<'a, K> {
    /// At one of these states.
    Listed(Vec<K>),
    /// Where this holds.
    Where(&'a (dyn Fn(K) -> bool + Sync)),
}

impl<K> std::fmt::Debug for Goals<'_, K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Listed(goals) => write!(f, "Listed({})", goals.len()),
            Self::Where(_) => f.write_str("Where"),
        }
    }
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended<T> {
    /// There is a path: the result of the search.
    Found(T),
    /// It proved that there is no path.
    NoPath,
    /// It reached a limit.
    Stopped {
        /// The limit.
        stop: Stop,
        /// No path is shorter than this number of moves.
        at_least: u64,
    },
}

impl<T> Ended<T> {
    /// What it says of the shortest solution.
    pub fn verdict(self) -> Verdict<T> {
        match self {
            Self::Found(found) => Verdict::Optimal(found),
            Self::NoPath => Verdict::Infeasible,
            Self::Stopped { stop, at_least } => Verdict::Unknown { bound: i64::try_from(at_least).ok(), stop },
        }
    }

    /// Converts the found value; the other ends stay.
    pub fn and_then<U>(self, next: impl FnOnce(T) -> Ended<U>) -> Ended<U> {
        match self {
            Self::Found(found) => next(found),
            Self::NoPath => Ended::NoPath,
            Self::Stopped { stop, at_least } => Ended::Stopped { stop, at_least },
        }
    }
}

/// A search that ran to its end or to a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran<T> {
    /// How it ended.
    pub ended: Ended<T>,
    /// States that it kept, over both sides.
    pub states: u64,
}

/// The states of a shortest path from a start to a goal, both included.
pub fn shortest_path<K: State>(graph: &Graph<'_, K>, request: &Request<'_>) -> Ran<Vec<K>> {
    let Ran { ended, mut states } = middle::<K, ()>(graph, request);
    let mut trace = |found: Middle<K, ()>| {
        let [before, after] = found.depths;
        let state = [found.states[0].0];
        let mut path = between(graph, &graph.starts, &state, before, request, &mut states)?;
        if let Goals::Listed(goals) = &graph.goals {
            path.pop();
            path.extend(between(graph, &state, goals, after, request, &mut states)?);
        }
        Ok(path)
    };
    let ended = ended.and_then(|found| {
        let length = found.depths[0] + found.depths[1];
        trace(found).map_or_else(|stop| Ended::Stopped { stop, at_least: length }, Ended::Found)
    });
    Ran { ended, states }
}

/// The length of the shortest paths and how many there are.
pub fn count_shortest<K: State>(graph: &Graph<'_, K>, request: &Request<'_>) -> Ran<(u64, BigUint)> {
    let Ran { ended, mut states } = middle::<K, u64>(graph, request);
    let ended = ended.and_then(|found| {
        let length = found.depths[0] + found.depths[1];
        let product =
            |(_, before, after): &(K, u64, u64)| before.checked_mul(*after).filter(|_| *before.max(after) < u64::MAX);
        let sum = found.states.iter().try_fold(0, |sum: u64, state| sum.checked_add(product(state)?));
        // There are seldom more than 64 bits can count: that costs much memory and time.
        let count = || Halves::new(graph, &found, request, &mut states)?.count(&found, request);
        match sum.map_or_else(count, |sum| Ok(sum.into())) {
            Ok(count) => Ended::Found((length, count)),
            Err(stop) => Ended::Stopped { stop, at_least: length },
        }
    });
    Ran { ended, states }
}

/// Where shortest paths cross a layer: every shortest path has exactly one of these states.
pub(super) struct Middle<K, W> {
    /// The states, at least one, with the weights of both sides.
    pub(super) states: Vec<(K, W, W)>,
    /// Their distances from the starts and from the goals.
    pub(super) depths: [u64; 2],
}

pub(super) fn middle<K: State, W: Weight>(graph: &Graph<'_, K>, request: &Request<'_>) -> Ran<Middle<K, W>> {
    let mut states = 0;
    let ended = match &graph.goals {
        Goals::Listed(goals) => meet(graph, goals, request, &mut states),
        Goals::Where(holds) => until(graph, holds, request, &mut states),
    };
    Ran { ended, states }
}

/// Both sides, the smaller layer first.
fn meet<K: State, W: Weight>(
    graph: &Graph<'_, K>,
    goals: &[K],
    request: &Request<'_>,
    states: &mut u64,
) -> Ended<Middle<K, W>> {
    let mut here = Side::<K, W>::new(&graph.starts, graph.reversible, graph.forward);
    let mut there = Side::<K, W>::new(goals, graph.reversible, graph.backward);
    loop {
        *states = here.seen + there.seen;
        let common: Vec<_> = here.meet(&there).collect();
        if !common.is_empty() {
            return Ended::Found(Middle { states: common, depths: [here.depth, there.depth] });
        }
        if here.layer.is_empty() || there.layer.is_empty() {
            return Ended::NoPath;
        }
        let at_least = here.depth + there.depth + 1;
        report(request, *states, at_least);
        let advanced = if here.layer.len() <= there.layer.len() {
            here.advance(request, there.bytes())
        } else {
            there.advance(request, here.bytes())
        };
        if let Err(stop) = advanced {
            return Ended::Stopped { stop, at_least };
        }
    }
}

/// One side, until the predicate holds somewhere in its layer.
fn until<K: State, W: Weight>(
    graph: &Graph<'_, K>,
    holds: &(dyn Fn(K) -> bool + Sync),
    request: &Request<'_>,
    states: &mut u64,
) -> Ended<Middle<K, W>> {
    let mut side = Side::<K, W>::new(&graph.starts, graph.reversible, graph.forward);
    while !side.layer.is_empty() {
        *states = side.seen;
        let goals: Vec<_> = side.layer.iter().filter(|e| holds(e.0)).map(|e| (e.0, e.1.clone(), W::one())).collect();
        if !goals.is_empty() {
            return Ended::Found(Middle { states: goals, depths: [side.depth, 0] });
        }
        let at_least = side.depth + 1;
        report(request, *states, at_least);
        if let Err(stop) = side.advance(request, 0) {
            return Ended::Stopped { stop, at_least };
        }
    }
    Ended::NoPath
}

/// The states of a path of `length` moves, which is the distance between the two sets.
fn between<K: State>(
    graph: &Graph<'_, K>,
    starts: &[K],
    goals: &[K],
    length: u64,
    request: &Request<'_>,
    states: &mut u64,
) -> Result<Vec<K>, Stop> {
    let mut here = Side::<K, ()>::new(starts, graph.reversible, graph.forward);
    let mut there = Side::<K, ()>::new(goals, graph.reversible, graph.backward);
    // Each half is shorter than the whole, whatever the layers' sizes: that ends the recursion.
    for _ in 0..length.div_ceil(2) {
        here.advance(request, there.bytes())?;
    }
    for _ in 0..length / 2 {
        there.advance(request, here.bytes())?;
    }
    let state = here.meet(&there).next().expect("the sets are this far apart").0;
    *states += here.seen + there.seen;
    drop((here, there));
    if length == 0 {
        return Ok(vec![state]);
    }
    if length == 1 {
        let mut before = Vec::new();
        (graph.backward)(state, &mut before);
        let start = before.into_iter().find(|state| starts.contains(state)).expect("it is one move from a start");
        return Ok(vec![start, state]);
    }
    let mut path = between(graph, starts, &[state], length.div_ceil(2), request, states)?;
    path.pop();
    path.extend(between(graph, &[state], goals, length / 2, request, states)?);
    Ok(path)
}

/// Hands the shortest paths from the starts to the goals to `found`, each sequence of states once, start and goal included, until
/// there are no others or `found` breaks off. Its second argument is the memory in bytes that the list holds. From the first path on
/// `found` alone keeps the limits of the request. The result says whether it broke off.
pub fn list_shortest<K: State>(
    graph: &Graph<'_, K>,
    found: &mut dyn FnMut(&[K], u64) -> ControlFlow<()>,
    request: &Request<'_>,
) -> Ran<ControlFlow<()>> {
    let Ran { ended, mut states } = middle::<K, ()>(graph, request);
    let ended = ended.and_then(|middle| {
        let at_least = middle.depths.iter().sum();
        match Halves::new(graph, &middle, request, &mut states) {
            Ok(halves) => Ended::Found(halves.join(&middle, found)),
            Err(stop) => Ended::Stopped { stop, at_least },
        }
    });
    Ran { ended, states }
}

/// The layers on both sides of the middle, by distance from the starts and from the goals.
pub(super) struct Halves<'a, K> {
    graph: &'a Graph<'a, K>,
    before: Vec<Layer<K, ()>>,
    after: Vec<Layer<K, ()>>,
}

impl<'a, K: State> Halves<'a, K> {
    pub(super) fn new<W>(
        graph: &'a Graph<'a, K>,
        middle: &Middle<K, W>,
        request: &Request<'_>,
        states: &mut u64,
    ) -> Result<Self, Stop> {
        let [depth_before, depth_after] = middle.depths;
        let mut here = Side::new(&graph.starts, graph.reversible, graph.forward).keeping();
        for _ in 0..depth_before {
            here.advance(request, 0)?;
        }
        // Where the goals are not listed, the middle is where the paths end.
        let met = || middle.states.iter().map(|(state, ..)| *state).collect();
        let goals = if let Goals::Listed(goals) = &graph.goals { goals.clone() } else { met() };
        let mut there = Side::new(&goals, graph.reversible, graph.backward).keeping();
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

    /// The number of paths, of any size.
    pub(super) fn count<W>(&self, middle: &Middle<K, W>, request: &Request<'_>) -> Result<BigUint, Stop> {
        let before = self.ways(&self.before, self.graph.backward, request)?;
        let after = self.ways(&self.after, self.graph.forward, request)?;
        Ok(middle.states.iter().map(|(state, ..)| ways_to(&before, *state) * ways_to(&after, *state)).sum())
    }

    /// The number of ways from a state of the first layer to each state of the last one; `back` pushes the states one layer nearer.
    fn ways(
        &self,
        layers: &[Layer<K, ()>],
        back: &Expand<'_, K>,
        request: &Request<'_>,
    ) -> Result<Layer<K, BigUint>, Stop> {
        let mut known: Layer<K, BigUint> = layers[0].iter().map(|&(state, ())| (state, 1_u8.into())).collect();
        let mut nearer = Vec::new();
        for layer in &layers[1..] {
            request.control.check_memory(self.bytes() + (layer.len() * size_of::<(K, BigUint)>()) as u64)?;
            let mut ways = Vec::with_capacity(layer.len());
            for &(state, ()) in layer {
                if ways.len().is_multiple_of(ASK) {
                    request.control.check()?;
                }
                back(state, &mut nearer);
                ways.push((state, nearer.drain(..).map(|state| ways_to(&known, state)).sum()));
            }
            known = ways;
        }
        Ok(known)
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

/// The number of ways to a state of a layer; to another state there is none.
fn ways_to<K: Copy + Ord>(layer: &Layer<K, BigUint>, state: K) -> BigUint {
    layer.binary_search_by_key(&state, |entry| entry.0).map_or(BigUint::ZERO, |place| layer[place].1.clone())
}

/// Extends a path by one state of each layer, the last layer first, in all ways; `step` pushes the states that are one move away from
/// a state. `found` gets each finished path.
pub(super) fn nearer<K: Copy + Ord>(
    path: &mut Vec<K>,
    layers: &[Layer<K, ()>],
    step: &Expand<'_, K>,
    found: &mut dyn FnMut(&[K]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let begin = path.len();
    extended(path, |path| match (layers.len().checked_sub(path.len() - begin + 1), path.last()) {
        (Some(next), Some(&last)) => ControlFlow::Continue(states_of(&layers[next], last, step)),
        _ => found(path).map_continue(|()| Vec::new()),
    })
}

/// Extends a path in all ways, depth first: `next` gets each path, and returns the states that it may go on to, the first of them last. A
/// path may have a million states, so this does not call itself for each.
pub fn extended<K: Copy, B>(path: &mut Vec<K>, mut next: impl FnMut(&[K]) -> ControlFlow<B, Vec<K>>) -> ControlFlow<B> {
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
pub(super) fn states_of<K: Copy + Ord>(layer: &Layer<K, ()>, from: K, step: &Expand<'_, K>) -> Vec<K> {
    let mut states = Vec::new();
    step(from, &mut states);
    states.retain(|state| layer.binary_search_by_key(state, |entry| entry.0).is_ok());
    states.sort_unstable_by(|a, b| b.cmp(a));
    states.dedup();
    states
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use super::*;
    use crate::control::{Bytes, Control, Interrupt};

    /// Distances and numbers of shortest paths by the simplest search.
    fn naive(edges: &[(u32, u32)], start: u32) -> HashMap<u32, (u64, u64)> {
        let mut known = HashMap::from([(start, (0, 1))]);
        let mut queue = VecDeque::from([start]);
        while let Some(state) = queue.pop_front() {
            let (depth, paths) = known[&state];
            for &(_, next) in edges.iter().filter(|edge| edge.0 == state) {
                let entry = known.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    (depth + 1, 0)
                });
                if entry.0 == depth + 1 {
                    entry.1 += paths;
                }
            }
        }
        known
    }

    /// A graph without repeated edges from a small generator.
    fn random_edges(seed: u64, states: u32, count: usize, reversible: bool) -> Vec<(u32, u32)> {
        let mut random = seed;
        let mut next = || {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as u32 % states
        };
        let mut edges: Vec<(u32, u32)> = (0..count).map(|_| (next(), next())).collect();
        if reversible {
            edges.extend(edges.clone().into_iter().map(|(a, b)| (b, a)));
        }
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    #[test]
    fn random_graphs_agree_with_the_plainest_search() {
        for seed in 0..60 {
            let reversible = seed % 2 == 0;
            let edges = random_edges(seed, 40, 45, reversible);
            let push = |pairs: Vec<(u32, u32)>| {
                move |state: u32, out: &mut Vec<u32>| out.extend(pairs.iter().filter(|e| e.0 == state).map(|e| e.1))
            };
            let turned = edges.iter().map(|&(a, b)| (b, a)).collect();
            let (forward, backward) = (push(edges.clone()), push(turned));
            let known = naive(&edges, 0);
            let control = Control::unlimited();
            let request = Request::new(control.clone()).with_threads(Some(2));
            for goal in 0..40 {
                let is_goal = |state: u32| state == goal;
                for goals in [Goals::Listed(vec![goal]), Goals::Where(&is_goal)] {
                    let graph = Graph { forward: &forward, backward: &backward, reversible, starts: vec![0], goals };
                    let path = shortest_path(&graph, &request).ended;
                    let count = count_shortest(&graph, &request).ended;
                    let Some(&(length, paths)) = known.get(&goal) else {
                        assert_eq!((path, count), (Ended::NoPath, Ended::NoPath));
                        continue;
                    };
                    let Ended::Found(path) = path else { panic!("{path:?}") };
                    assert_eq!(path.len() as u64, length + 1);
                    assert!(path.windows(2).all(|pair| edges.contains(&(pair[0], pair[1]))));
                    assert_eq!((path[0], path[path.len() - 1]), (0, goal));
                    assert_eq!(count, Ended::Found((length, paths.into())));
                }
            }
        }
    }

    /// Bits that can be flipped one at a time.
    fn turn(state: u64, out: &mut Vec<u64>) {
        out.extend((0..24).map(|bit| state ^ (1 << bit)));
    }

    #[test]
    fn threads_do_not_change_the_answer() {
        let control = Control::unlimited();
        for threads in [1, 2, 5] {
            let request = Request::new(control.clone()).with_threads(Some(threads));
            let ran = count_shortest(&Graph::reversible(&turn, vec![0], Goals::Listed(vec![0x3ff])), &request);
            assert_eq!(ran.ended, Ended::Found((10, 3_628_800_u32.into())));
        }
    }

    #[test]
    fn more_paths_than_64_bits_can_count_are_counted() {
        let often = |state: u64, out: &mut Vec<u64>| (0..1 << 12).for_each(|_| turn_six(state, out));
        let is_goal = |state: u64| state.count_ones() == 5;
        for (goals, length) in [(Goals::Listed(vec![0b11_1111]), 6), (Goals::Where(&is_goal), 5)] {
            let ran = count_shortest(&Graph::reversible(&often, vec![0], goals), &Request::unlimited());
            assert_eq!(ran.ended, Ended::Found((length, BigUint::from(720_u32) << (12 * length))));
        }
    }

    #[test]
    fn limits_of_memory_and_interrupts_are_kept_and_give_a_bound() {
        let control = Control::unlimited();
        let request = Request::new(control.clone().with_memory_limit(Bytes(1 << 16)));
        let ran = shortest_path(&Graph::reversible(&turn, vec![0], Goals::Listed(vec![0xff_ffff])), &request);
        let Ended::Stopped { stop: Stop::MemoryLimit { needed: Some(needed) }, at_least } = ran.ended else {
            panic!("{ran:?}")
        };
        assert!((1..=24).contains(&at_least));
        assert!(needed.0 > request.control.memory_limit().0);
        let interrupt = Interrupt::default();
        interrupt.raise();
        let control = Control::new(None, interrupt, &|_| ());
        let ran = shortest_path(&Graph::reversible(&turn, vec![0], Goals::Listed(vec![1])), &Request::new(control));
        assert_eq!(ran.ended, Ended::Stopped { stop: Stop::Interrupted, at_least: 1 });
    }

    /// Six bits that can be flipped one at a time.
    fn turn_six(state: u64, out: &mut Vec<u64>) {
        out.extend((0..6).map(|bit| state ^ (1 << bit)));
    }

    /// From no bit to the goals.
    fn flips(goals: Goals<'_, u64>) -> Graph<'_, u64> {
        Graph::reversible(&turn_six, vec![0], goals)
    }

    /// Up to so many paths.
    fn paths(graph: &Graph<'_, u64>, limit: usize) -> Vec<Vec<u64>> {
        let mut paths = Vec::new();
        let mut found = |path: &[u64], bytes| {
            assert!(bytes > 0, "the layers take memory");
            paths.push(path.to_vec());
            if paths.len() == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let ran = list_shortest(graph, &mut found, &Request::unlimited());
        let flow = if paths.len() == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        assert_eq!(ran.ended, Ended::Found(flow));
        paths
    }

    #[test]
    fn all_shortest_paths_are_listed_each_once() {
        let request = Request::unlimited();
        let is_goal = |state: u64| state == 0b11111;
        for goals in [Goals::Listed(vec![0b11111]), Goals::Where(&is_goal)] {
            let graph = flips(goals);
            let mut paths = paths(&graph, usize::MAX);
            let Ended::Found((length, count)) = count_shortest(&graph, &request).ended else { panic!() };
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
        assert_eq!(paths(&flips(Goals::Listed(vec![0b11_1111])), 7).len(), 7);
        assert_eq!(paths(&flips(Goals::Listed(vec![0b11_1111])), usize::MAX).len(), 720);
    }

    #[test]
    fn a_start_that_is_a_goal_is_a_path_by_itself() {
        assert_eq!(paths(&flips(Goals::Listed(vec![0])), 9), [vec![0]]);
    }
}
