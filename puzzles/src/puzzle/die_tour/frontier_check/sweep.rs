//! The sweep: from the states before a cell to the states after it, with the best sum of each.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::bound::{Bound, Counts};
use super::crossings::{Crossing, Frontier, Other, PLACES};
use super::ground::{Ground, ORIENTATIONS};
use crate::control::{Event, Progress, Request, Stop};

/// States between two looks at the limits.
const STATES_PER_CHECK: usize = 1 << 12;

/// By state, the best sum of a part of a tour that leads to it.
type Layer = HashMap<Frontier, i64>;

/// The sweep of a case.
pub(super) struct Sweep<'a> {
    ground: &'a Ground,
    bound: &'a Bound,
    /// The least sum that is looked for.
    target: i64,
    /// 1, or −1 if the sum is that of the negative tops.
    sign: i64,
    /// The states so far.
    pub states: u64,
    /// The most bytes that two layers took.
    pub bytes: u64,
}

impl<'a> Sweep<'a> {
    /// A sweep for tours of a sum of at least `target`.
    pub const fn new(ground: &'a Ground, bound: &'a Bound, target: i64, sign: i64) -> Self {
        Self { ground, bound, target, sign, states: 0, bytes: 0 }
    }

    /// The best sum of a tour that reaches the target; `None` if there is no such tour.
    pub fn run(&mut self, request: &Request<'_>) -> Result<Option<i64>, Stop> {
        let mut counts = Counts::default();
        let mut layer = Layer::new();
        self.offer((0, &self.entered(0)), &mut layer, Frontier::default(), 0, &mut counts);
        let mut best = None;
        let count = self.ground.cells.len();
        for t in 0..count {
            request.control.notify(&Event::Share(t as f64 / count as f64));
            let mut next = Layer::new();
            let entered = self.entered(t + 1);
            for (i, (frontier, &sum)) in layer.iter().enumerate() {
                if i.is_multiple_of(STATES_PER_CHECK) {
                    self.look(&layer, &next, request)?;
                }
                self.pass(t, frontier, &mut |after, o| {
                    let sum = sum + self.sign * self.ground.tops[o];
                    match after {
                        Some(after) => self.offer((t + 1, &entered), &mut next, after, sum, &mut counts),
                        None => best = best.max(Some(sum).filter(|&sum| sum >= self.target)),
                    }
                });
            }
            self.look(&layer, &next, request)?;
            self.states += layer.len() as u64;
            layer = next;
        }
        Ok(best)
    }

    /// Keeps to the limits, and reports progress.
    fn look(&mut self, layer: &Layer, next: &Layer, request: &Request<'_>) -> Result<(), Stop> {
        request.control.check()?;
        // A table that grows is there three times; it has a byte beside each entry, and an eighth is empty.
        let places = (layer.capacity() + 3 * next.capacity()) as u64;
        let bytes = places * (size_of::<(Frontier, i64)>() as u64 + 1) * 8 / 7;
        self.bytes = self.bytes.max(bytes);
        request.control.check_memory(bytes)?;
        let nodes = Some(self.states + next.len() as u64);
        request.control.notify(&Event::Progress(Progress { nodes, ..Progress::default() }));
        Ok(())
    }

    /// Puts a state before cell t into a layer, unless no completion reaches the target. `entered` are the cells that crossings enter.
    fn offer(
        &self,
        (t, entered): (usize, &[usize; PLACES]),
        layer: &mut Layer,
        frontier: Frontier,
        sum: i64,
        counts: &mut Counts,
    ) {
        match layer.entry(frontier) {
            Entry::Occupied(mut known) => *known.get_mut() = sum.max(*known.get()),
            Entry::Vacant(place) => {
                let least = self.bound.unit * (self.target - sum);
                if self.bound.phi(t, &frontier, entered, least, counts).is_some() {
                    place.insert(sum);
                }
            }
        }
    }

    /// The cells that crossings enter before cell t, by place: the next cell with this place, and at the last place cell t. Where there is
    /// no such cell there is no crossing.
    fn entered(&self, t: usize) -> [usize; PLACES] {
        let Ground { cells, places, width, .. } = self.ground;
        let mut entered = [cells.len(); PLACES];
        for c in (t..cells.len()).rev() {
            entered[places[c]] = c;
        }
        entered[*width] = t;
        entered
    }

    /// Finds all ways in which a tour can pass cell t: the state after it, `None` if the tour is complete, and the orientation of the visit.
    fn pass(&self, t: usize, frontier: &Frontier, found: &mut impl FnMut(Option<Frontier>, usize)) {
        let Ground { width, may_visit, may_start, may_end, only_start, .. } = self.ground;
        let arriving = [frontier.at(self.ground.places[t]), frontier.at(*width)];
        if arriving[0].is_some_and(|crossing| crossing.other == Other::Crossing(*width)) {
            // A cycle.
            return;
        }
        for o in (0..ORIENTATIONS).filter(|&o| may_visit[t][o]) {
            if arriving.iter().flatten().any(|crossing| crossing.orientation != o) {
                continue;
            }
            if *only_start != Some(t) {
                self.leave(t, frontier, o, None, found);
            }
            if may_start[t][o] && !frontier.has(Other::Start) {
                self.leave(t, frontier, o, Some(Other::Start), found);
            }
            if may_end[t][o] && !frontier.has(Other::End) {
                self.leave(t, frontier, o, Some(Other::End), found);
            }
        }
    }

    /// Finds all ways to leave cell t: with what arrives there, and the start or the end of the tour, two things come together.
    fn leave(
        &self,
        t: usize,
        frontier: &Frontier,
        o: usize,
        stop: Option<Other>,
        found: &mut impl FnMut(Option<Frontier>, usize),
    ) {
        let slots = [self.ground.places[t], self.ground.width];
        let arriving = slots.map(|slot| frontier.at(slot).map(|crossing| crossing.other));
        let exits = self.ground.exits[t][o];
        for leaving in [[false, false], [true, false], [false, true], [true, true]] {
            let mut after = *frontier;
            let mut ends: Vec<Other> = arriving.into_iter().flatten().chain(stop).collect();
            for ((slot, exit), leaves) in slots.into_iter().zip(exits).zip(leaving) {
                let exit = exit.filter(|_| leaves);
                // The other end of the crossing follows.
                after.set(slot, exit.map(|(_, orientation)| Crossing { orientation, other: Other::Start }));
                ends.extend(exit.map(|_| Other::Crossing(slot)));
            }
            let is_there = leaving.iter().zip(exits).all(|(leaves, exit)| !leaves || exit.is_some());
            if let [a, b] = ends[..]
                && is_there
            {
                self.join(t, after, [a, b], &mut |after| found(after, o));
            }
        }
    }

    /// Makes one piece of what leads to these two ends.
    fn join(&self, t: usize, mut after: Frontier, [a, b]: [Other; 2], found: &mut impl FnMut(Option<Frontier>)) {
        for (end, other) in [(a, b), (b, a)] {
            if let Other::Crossing(place) = end {
                let crossing = after.at(place).map(|crossing| Crossing { other, ..crossing });
                after.set(place, crossing);
            }
        }
        match (a, b) {
            (Other::Crossing(_), _) | (_, Other::Crossing(_)) => found(Some(after)),
            // The whole tour: only if it has visited all cells.
            (Other::Start, Other::End) | (Other::End, Other::Start) if t + 1 == self.ground.cells.len() => found(None),
            _ => {}
        }
    }
}
