//! From the relaxation to a proved optimum: its duals, a beam for a good path, then the program with the next better sum as target. If a sum is
//! known that is to be exceeded, the rounds of cuts end as soon as their bound says that none exceeds it, or the program takes no longer than
//! they did.

use std::ops::ControlFlow;

use super::key::Steps;
use super::program::{Aim, Best, Counted, Program, Ran, Worth};
use super::relaxation::{Prices, Root, Round, root};
use tumble_model::control::{Event, Progress, Request, Stop};
use tumble_model::lp::Patience;
use tumble_model::session::{BackendError, Reload};
use tumble_rolling::{Path, PathStates};

/// The states of the beams. They look for a good path one after the other, as long as each beam finds a better path.
const BEAMS: [usize; 4] = [300, 3_000, 30_000, 300_000];

/// The growth of the logarithm of the number of states with a gap that is larger by one. On square boards of 6×6 and 8×8 cells the program has
/// about exp(GAP · gap + WIDTH · width − 0.7) states, where the gap is that between the bound of the relaxation and the sum to exceed.
const GAP: f64 = 0.6;
/// The growth with a board that is wider by one cell.
const WIDTH: f64 = 1.33;
/// The rounds end where the program takes no longer than they took so far: a state counts as so many numbers in the tableau of a linear
/// program. States and sizes are counted, not seconds, so that the same prices are used on every machine.
const NUMBERS_PER_STATE: f64 = 24.0;

/// Whether one best path is wanted, or all best paths.
pub trait Wanted: Worth {
    /// The least sum of a path that is still of interest when a path with this sum is known.
    fn after(sum: i64) -> i64;
}

/// One best path: then only a better path is of interest.
impl Wanted for Best {
    fn after(sum: i64) -> i64 {
        sum + 1
    }
}

/// All best paths: an equally good path counts too.
impl Wanted for Counted {
    fn after(sum: i64) -> i64 {
        sum
    }
}

/// A path and its sum.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its sum.
    pub sum: i64,
    /// Its start and its rolls, without a closing roll.
    pub path: Path,
}

/// The result of the search for the best path.
#[derive(Clone, Debug)]
pub struct Settled<V> {
    /// The best path.
    pub best: Option<Found>,
    /// The value of all best paths, such as their number, from the run that proved them best; `None` if the best path was known before, and
    /// no other path was of interest.
    pub proved: Option<V>,
    /// No path is better than this.
    pub bound: Option<i64>,
    /// The bound of the relaxation.
    pub root_bound: Option<f64>,
    /// The limit that stopped the search before a proof.
    pub stop: Option<Stop>,
    /// States of all runs.
    pub states: u64,
    /// Rounds of cuts.
    pub rounds: u64,
    /// Cuts.
    pub cuts: u64,
}

impl<V> Default for Settled<V> {
    fn default() -> Self {
        let (best, proved, bound, root_bound, stop) = (None, None, None, None, None);
        Self { best, proved, bound, root_bound, stop, states: 0, rounds: 0, cuts: 0 }
    }
}

/// Finds the path of the largest sum of weights, if this sum is at least `least`. V says whether all such paths matter, or only one path.
///
/// # Errors
/// When the solver fails.
///
/// # Panics
/// When the board is too wide for a [`Scan`](super::Scan), or has a single cell.
pub fn optimum<V: Wanted>(
    paths: &PathStates,
    weights: &[i32],
    least: Option<i64>,
    solver: &mut dyn Reload,
    request: &Request<'_>,
) -> Result<Settled<V>, BackendError> {
    let steps = Steps::new(paths).expect("the caller has looked at the width");
    let patience = patience(paths.cells());
    let mut search =
        Search { paths, steps: &steps, weights, request, target: least, work: 0.0, settled: Settled::default() };
    match root(paths, weights, patience, solver, request, &mut |round| search.look(round))? {
        Root::Duals(round) => search.finish(&round),
        Root::Infeasible => {}
        Root::Stopped(stop) => search.settled.stop = Some(stop),
    }
    Ok(search.settled)
}

/// When the rounds end. The larger the board, the more states a tighter relaxation saves.
const fn patience(cells: usize) -> Patience {
    match cells {
        ..64 => Patience { rounds: 5, gain: 1.5 },
        64..81 => Patience { rounds: 5, gain: 1.0 },
        81..100 => Patience { rounds: 5, gain: 0.6 },
        100.. => Patience { rounds: 6, gain: 0.3 },
    }
}

struct Search<'a, V> {
    paths: &'a PathStates,
    steps: &'a Steps<'a>,
    weights: &'a [i32],
    request: &'a Request<'a>,
    /// The least sum that is still of interest, if a sum is known.
    target: Option<i64>,
    /// The numbers in the tableaus of all linear programs so far.
    work: f64,
    settled: Settled<V>,
}

impl<V: Wanted> Search<'_, V> {
    /// Looks at a round: breaks if its bound shows that no path is of interest, or if a proof takes no longer than the rounds so far.
    fn look(&mut self, round: &Round) -> ControlFlow<()> {
        let Some(target) = self.target else { return ControlFlow::Continue(()) };
        self.prices(round);
        self.work += round.size as f64;
        // Without a bound there is no path, whatever the prices.
        let is_beyond = self.settled.bound.is_none_or(|bound| bound < target);
        let gap = self.settled.root_bound.map_or(0.0, |bound| bound - (target - 1) as f64);
        let states = (GAP * gap + WIDTH * self.steps.scan.width as f64 - 0.7).exp();
        let is_enough = is_beyond || states * NUMBERS_PER_STATE <= self.work;
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Searches with the prices of the last round.
    fn finish(&mut self, round: &Round) {
        let prices = self.prices(round);
        let bound = self.settled.bound;
        if bound.is_some() && self.target.is_none_or(|target| bound >= Some(target)) {
            self.settled.stop = self.run(&prices).err();
        }
    }

    /// The prices of a round, whose bound is recorded.
    fn prices(&mut self, round: &Round) -> Prices {
        let prices = Prices::new(self.paths, self.weights, &round.duals);
        let units = prices.root(self.paths, &self.steps.scan);
        (self.settled.rounds, self.settled.cuts) = (round.rounds, round.cuts);
        self.settled.root_bound = units.map(|units| units as f64 / prices.units(1) as f64);
        self.settled.bound = units.map(|units| prices.sum(units));
        prices
    }

    /// Looks for good paths, then for a proof.
    fn run(&mut self, prices: &Prices) -> Result<(), Stop> {
        let mut has_found = false;
        for beam in BEAMS {
            let ran = self.pass(prices, Aim { beam: Some(beam), path: true, ..self.aim() })?;
            let is_better = self.note(&ran);
            if ran.is_exact {
                self.settle(ran.worth);
                return Ok(());
            }
            // Without a path of these beams the proof would have no target, or that of a path which others found: a wider beam is worth its time.
            if !is_better && has_found {
                break;
            }
            has_found |= is_better;
        }
        let mut proof = self.pass(prices, self.aim())?;
        if let Some(better) = proof.worth.as_ref().map(sum).filter(|&sum| Some(sum) > self.best()) {
            self.settled.bound = Some(better);
            proof = self.pass(prices, Aim { target: Some(better), path: true, ..Aim::default() })?;
            self.note(&proof);
        }
        self.settle(proof.worth);
        Ok(())
    }

    /// Paths that are of interest.
    fn aim(&self) -> Aim {
        Aim { target: self.target, ..Aim::default() }
    }

    fn best(&self) -> Option<i64> {
        self.settled.best.as_ref().map(|best| best.sum)
    }

    /// Records that no path is better than the best path.
    fn settle(&mut self, proved: Option<V>) {
        self.settled.bound = self.best();
        self.settled.proved = proved;
    }

    fn pass(&mut self, prices: &Prices, aim: Aim) -> Result<Ran<V>, Stop> {
        let (control, before) = (&self.request.control, self.settled.states);
        let observer = |event: &Event<'_>| control.notify(&event.after_nodes(before));
        let request = self.request.observed_by(&observer);
        let program = Program { steps: self.steps, weights: self.weights, prices };
        let ran = program.run(aim, &request)?;
        self.settled.states += ran.states;
        Ok(ran)
    }

    /// Records the path of a run if it is better than the paths before; returns whether it is.
    fn note(&mut self, ran: &Ran<V>) -> bool {
        let sum = ran.worth.as_ref().map(sum).filter(|&sum| Some(sum) > self.best());
        let path = ran.choices.as_ref().and_then(|choices| self.steps.path(choices));
        let Some((sum, path)) = sum.zip(path) else { return false };
        self.settled.best = Some(Found { sum, path });
        self.target = self.target.max(Some(V::after(sum)));
        let bound = self.settled.bound.map(|bound| bound as f64);
        let progress = Progress { incumbent: Some(sum), bound, nodes: Some(self.settled.states) };
        self.request.control.notify(&Event::Progress(progress));
        true
    }
}

fn sum<V: Worth>(worth: &V) -> i64 {
    worth.sum().into()
}
