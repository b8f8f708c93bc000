//! Minimum cuts in a network over states or other places, for the separation of rows that a point of a linear relaxation violates.
//!
//! A maximum flow is found by Dinitz's algorithm: shortest augmenting paths, all those of one length together. The flow ends as soon as it is
//! so large that its minimum cut is of no interest, which is the case for most targets.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;

use super::State;
use tumble_model::control::look;
use tumble_model::model::nearest;

/// The capacity that represents 1: values are rounded to multiples of 1 / `UNIT`.
pub const UNIT: u64 = 1 << 20;
/// Cuts that fall short by less are ignored.
const SLACK: u64 = UNIT / 50;
/// The level of a node that no way leads to.
const UNREACHED: usize = usize::MAX;

/// A network with a root, from which flow comes to the places, which are states where nothing else is said.
#[derive(Clone, Debug)]
pub struct CutNetwork<P = State> {
    /// The places, with the numbers of their nodes. The root is node 0.
    nodes: BTreeMap<P, usize>,
    /// Each arc is followed by its reverse, which takes flow back.
    arcs: Vec<Arc>,
    /// By node, the arcs that leave it.
    at: Vec<Vec<usize>>,
}

#[derive(Clone, Copy, Debug)]
struct Arc {
    head: usize,
    capacity: u64,
}

/// A flow from the root to targets.
struct Flow<'a, P> {
    network: &'a CutNetwork<P>,
    is_target: Vec<bool>,
    /// By arc: the capacity that is left.
    left: Vec<u64>,
}

/// A value of a relaxation as a capacity.
pub fn capacity(value: f64) -> u64 {
    nearest(value.max(0.0) * UNIT as f64).unsigned_abs()
}

impl<P: Copy + Ord> CutNetwork<P> {
    const ROOT: usize = 0;

    /// A network over these places, without arcs.
    pub fn new(places: impl IntoIterator<Item = P>) -> Self {
        let mut nodes: BTreeMap<P, usize> = places.into_iter().map(|place| (place, Self::ROOT)).collect();
        nodes.values_mut().zip(1..).for_each(|(node, number)| *node = number);
        let at = vec![Vec::new(); nodes.len() + 1];
        Self { nodes, arcs: Vec::new(), at }
    }

    /// Its places, in order.
    pub fn places(&self) -> impl Iterator<Item = P> + '_ {
        self.nodes.keys().copied()
    }

    /// Adds an arc from the root.
    ///
    /// # Panics
    /// When the network lacks the place.
    pub fn supply(&mut self, head: P, capacity: u64) {
        self.join(Self::ROOT, self.nodes[&head], capacity);
    }

    /// Adds an arc between two places.
    ///
    /// # Panics
    /// When the network lacks a place.
    pub fn connect(&mut self, tail: P, head: P, capacity: u64) {
        self.join(self.nodes[&tail], self.nodes[&head], capacity);
    }

    fn join(&mut self, tail: usize, head: usize, capacity: u64) {
        for (tail, head, capacity) in [(tail, head, capacity), (head, tail, 0)] {
            self.at[tail].push(self.arcs.len());
            self.arcs.push(Arc { head, capacity });
        }
    }

    /// The sets of places that contain all `targets` and are entered by clearly less than `wanted`: the largest and the
    /// smallest set among the minimum cuts.
    ///
    /// # Panics
    /// When the network lacks a target.
    pub fn below(&self, targets: &[P], wanted: u64) -> Vec<BTreeSet<P>> {
        look();
        let mut is_target = vec![false; self.at.len()];
        for target in targets {
            is_target[self.nodes[target]] = true;
        }
        let left = self.arcs.iter().map(|arc| arc.capacity).collect();
        let mut flow = Flow { network: self, is_target, left };
        if !flow.stays_below(wanted.saturating_sub(SLACK)) {
            return Vec::new();
        }
        let reached = flow.levels();
        let largest = self.within(|node| reached[node] == UNREACHED);
        let leading = flow.leading();
        let smallest = self.within(|node| leading[node]);
        if largest == smallest { vec![largest] } else { vec![largest, smallest] }
    }

    fn within(&self, is_in: impl Fn(usize) -> bool) -> BTreeSet<P> {
        self.nodes.iter().filter(|&(_, &node)| is_in(node)).map(|(&place, _)| place).collect()
    }
}

impl<P: Copy + Ord> Flow<'_, P> {
    /// Enlarges the flow until it is maximal, and then less than this, or is not less than this.
    fn stays_below(&mut self, wanted: u64) -> bool {
        let mut flow = 0;
        loop {
            let mut levels = self.levels();
            let is_maximal = !levels.iter().zip(&self.is_target).any(|(&level, &is)| is && level != UNREACHED);
            if flow >= wanted || is_maximal {
                return flow < wanted;
            }
            flow += self.enlarge(&mut levels);
        }
    }

    /// By node: the number of arcs to it from the root, where something is left.
    fn levels(&self) -> Vec<usize> {
        let mut levels = vec![UNREACHED; self.is_target.len()];
        levels[CutNetwork::<P>::ROOT] = 0;
        let mut open = VecDeque::from([CutNetwork::<P>::ROOT]);
        while let Some(node) = open.pop_front() {
            for &arc in &self.network.at[node] {
                let head = self.network.arcs[arc].head;
                if self.left[arc] > 0 && levels[head] == UNREACHED {
                    levels[head] = levels[node] + 1;
                    open.push_back(head);
                }
            }
        }
        levels
    }

    /// By node: whether a way leads from it to a target, where something is left.
    fn leading(&self) -> Vec<bool> {
        let mut leads = self.is_target.clone();
        let mut open: Vec<usize> = (0..leads.len()).filter(|&node| leads[node]).collect();
        while let Some(node) = open.pop() {
            for &arc in &self.network.at[node] {
                // The other arc of the pair comes from there.
                let tail = self.network.arcs[arc].head;
                if self.left[arc ^ 1] > 0 && !leads[tail] {
                    leads[tail] = true;
                    open.push(tail);
                }
            }
        }
        leads
    }

    /// Sends as much as possible along ways on which each arc leads one level up. Returns how much.
    fn enlarge(&mut self, levels: &mut [usize]) -> u64 {
        let Self { network, is_target, left } = self;
        let (mut sent, mut way, mut tried) = (0, Vec::new(), vec![0; levels.len()]);
        loop {
            let node = way.last().map_or(CutNetwork::<P>::ROOT, |&arc: &usize| network.arcs[arc].head);
            if is_target[node] {
                let amount = way.iter().map(|&arc| left[arc]).min().unwrap_or(0);
                for &arc in &way {
                    left[arc] -= amount;
                    left[arc ^ 1] += amount;
                }
                sent += amount;
                way.clear();
                continue;
            }
            let goes_on = |&arc: &usize| left[arc] > 0 && levels[network.arcs[arc].head] == levels[node] + 1;
            match network.at[node][tried[node]..].iter().position(goes_on) {
                Some(further) => {
                    tried[node] += further;
                    way.push(network.at[node][tried[node]]);
                }
                None if way.pop().is_some() => levels[node] = UNREACHED,
                None => return sent,
            }
        }
    }
}

// Cells and states as places that a path passes: flows and cuts may look at either.

/// A cell, or a state of the die on it.
pub trait Place: Copy + Ord + fmt::Debug + fmt::Display {
    /// Where a die in a state is.
    fn of(state: State) -> Self;

    /// The number of its cell.
    fn cell(self) -> usize;

    /// A number that is its own.
    fn number(self) -> usize;
}

impl Place for State {
    fn of(state: State) -> Self {
        state
    }

    fn cell(self) -> usize {
        self.cell()
    }

    fn number(self) -> usize {
        self.index() as usize
    }
}

/// A cell, whatever the orientation of the die on it. It is written `c3`, as in the names of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OnCell(pub usize);

impl Place for OnCell {
    fn of(state: State) -> Self {
        Self(state.cell())
    }

    fn cell(self) -> usize {
        self.0
    }

    fn number(self) -> usize {
        self.0
    }
}

impl fmt::Display for OnCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng as _, SeedableRng as _};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// Arcs with capacities; those from the root have no tail.
    type Arcs = Vec<(Option<u32>, u32, u64)>;

    fn network(places: u32, arcs: &Arcs) -> CutNetwork<u32> {
        let mut network = CutNetwork::new(0..places);
        for &(tail, head, capacity) in arcs {
            match tail {
                Some(tail) => network.connect(tail, head, capacity),
                None => network.supply(head, capacity),
            }
        }
        network
    }

    /// All minimum cuts as bits, and what enters them, by trying all sets.
    fn minimum(places: u32, arcs: &Arcs, targets: &[u32]) -> (u64, Vec<u32>) {
        let has = |set: u32, place: u32| set >> place & 1 == 1;
        let sets = (0..1 << places).filter(|&set| targets.iter().all(|&target| has(set, target)));
        let enters = |set: u32| {
            let enters = |&&(tail, head, _): &&(Option<u32>, u32, u64)| {
                has(set, head) && tail.is_none_or(|tail| !has(set, tail))
            };
            arcs.iter().filter(enters).map(|arc| arc.2).sum::<u64>()
        };
        let least = sets.clone().map(enters).min().unwrap_or(0);
        (least, sets.filter(|&set| enters(set) == least).collect())
    }

    fn bits(set: &BTreeSet<u32>) -> u32 {
        set.iter().map(|place| 1 << place).sum()
    }

    #[test]
    fn the_largest_and_the_smallest_minimum_cut_are_found() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut found = [0; 3];
        for _ in 0..3000 {
            let places = rng.random_range(1..=7);
            let mut arcs = Arcs::new();
            for _ in 0..rng.random_range(0..=3 * places) {
                let tail = rng.random_bool(0.7).then(|| rng.random_range(0..places));
                arcs.push((tail, rng.random_range(0..places), rng.random_range(0..=4) * UNIT / 4));
            }
            let targets: Vec<u32> = (0..rng.random_range(1..=2)).map(|_| rng.random_range(0..places)).collect();
            let wanted = rng.random_range(1..=2) * UNIT;
            let (least, sets) = minimum(places, &arcs, &targets);
            let cuts: Vec<u32> = network(places, &arcs).below(&targets, wanted).iter().map(bits).collect();
            found[cuts.len()] += 1;
            let extremes =
                [sets.iter().fold(0, |all, set| all | set), sets.iter().fold(u32::MAX, |all, set| all & set)];
            let expected: &[u32] = match extremes {
                _ if least >= wanted => &[],
                [largest, smallest] if largest == smallest => &extremes[..1],
                _ => &extremes,
            };
            assert_eq!(cuts, expected, "{arcs:?} to {targets:?}, {wanted} wanted");
        }
        assert!(found.iter().all(|&count| count > 200), "{found:?}");
    }

    /// The first way, by the places 0 and 2 to 4, is undone by the second, by 1, 2, 0 and 3; it can be undone once.
    #[test]
    fn what_was_sent_one_way_is_sent_another_way_once() {
        let arcs = [
            (None, 0, 1),
            (None, 1, 2),
            (Some(0), 2, 1),
            (Some(0), 3, 2),
            (Some(1), 2, 2),
            (Some(2), 4, 1),
            (Some(3), 4, 2),
        ];
        let network = network(5, &arcs.map(|(tail, head, units)| (tail, head, units * UNIT)).to_vec());
        assert!(network.below(&[4], 2 * UNIT).is_empty());
        let cut = BTreeSet::from([0, 3, 4]);
        assert_eq!(network.below(&[4], 3 * UNIT).last(), Some(&cut));
    }

    /// The least that counts as a violation is a fiftieth.
    #[test]
    fn what_hardly_falls_short_is_no_cut() {
        let falls_short = |by: u64| !network(1, &vec![(None, 0, UNIT - by)]).below(&[0], UNIT).is_empty();
        assert_eq!([0, SLACK - 1, SLACK, SLACK + 1, UNIT].map(falls_short), [false, false, false, true, true]);
        assert_eq!(SLACK, 20_971);
    }

    #[test]
    fn values_are_capacities_to_a_millionth() {
        assert_eq!([-0.5, 0.0, 0.25, 1.0, 1.5, 1e-7].map(capacity), [0, 0, UNIT / 4, UNIT, UNIT * 3 / 2, 0]);
        assert!(network(3, &Arcs::new()).places().eq(0..3));
    }
}
