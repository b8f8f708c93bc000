//! From the relaxation to a proved optimum: its duals, a beam for a good path, then the program with the next better sum as target. If a sum is
//! known that is to be exceeded, all this is tried as soon as further rounds of cuts would take longer than what they save.

use std::ops::ControlFlow;
use std::thread::{Scope, ScopedJoinHandle};

use super::prices::Prices;
use super::program::{Aim, Program, Ran, joined};
use super::relaxation::{Root, Round, root};
use super::steps::Steps;
use super::table::{Best, Counted, Worth};
use tumble_model::control::{Control, Event, Interrupt, Progress, Request, Stop};
use tumble_model::lp::Patience;
use tumble_model::session::{BackendError, Reload};
use tumble_puzzles::search::thread_count;
use tumble_rolling::{Path, PathStates};

/// The states of the beams. They look for a good path one after the other, as long as each beam finds a better path.
const BEAMS: [usize; 4] = [300, 3_000, 30_000, 300_000];

/// The beams, from 0, after which an attempt with a budget expects no path better than the known path.
const TRIES: usize = 1;

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
    let settled = Settled::default();
    let mut balance = Balance::new(steps.scan.width);
    let patience = patience(paths.cells(), least.is_some());
    std::thread::scope(|scope| {
        let early = EarlyBeams::new(scope, thread_count(request.threads));
        let mut search =
            Search { paths, steps: &steps, weights, request, target: least, has_ended: false, early, settled };
        let root = root(paths, weights, patience, solver, request, &mut |round| search.look(round, &mut balance))?;
        if !search.has_ended {
            match root {
                Root::Duals(round) => search.finish(&round),
                Root::Infeasible => {}
                Root::Stopped(stop) => search.settled.stop = Some(stop),
            }
        }
        Ok(search.settled)
    })
}

/// When the rounds end. The larger the board, the more states a tighter relaxation saves; with a target, the rounds may end before.
const fn patience(cells: usize, has_target: bool) -> Patience {
    match cells {
        _ if has_target => Patience { rounds: 6, gain: 0.1 },
        ..64 => Patience { rounds: 5, gain: 1.5 },
        64..81 => Patience { rounds: 5, gain: 1.0 },
        81..100 => Patience { rounds: 5, gain: 0.6 },
        100.. => Patience { rounds: 6, gain: 0.3 },
    }
}

struct Search<'a, 'e, V> {
    paths: &'a PathStates,
    steps: &'a Steps<'a>,
    weights: &'a [i32],
    request: &'a Request<'a>,
    /// The least sum that is still of interest, if a sum is known.
    target: Option<i64>,
    /// Whether there is a proof, or a limit.
    has_ended: bool,
    early: EarlyBeams<'a, 'e, V>,
    settled: Settled<V>,
}

impl<V: Wanted> Search<'_, '_, V> {
    /// Looks at a round: breaks if it is the last that is needed.
    fn look(&mut self, round: &Round, balance: &mut Balance) -> ControlFlow<()> {
        if self.target.is_none() {
            return ControlFlow::Continue(());
        }
        let prices = self.prices(round);
        // Without a bound there is no path, whatever the prices.
        let Some(bound) = self.settled.root_bound else { return ControlFlow::Break(()) };
        balance.count(round, bound);
        if let Err(stop) = self.beam_early(round, &prices) {
            self.settled.stop = Some(stop);
            return self.end();
        }
        let Some(target) = self.target else { return ControlFlow::Continue(()) };
        let is_beyond = self.settled.bound.is_some_and(|bound| bound < target);
        let Some(budget) = balance.attempt(target - 1).filter(|_| !is_beyond) else {
            if !is_beyond {
                return ControlFlow::Continue(());
            }
            return self.end();
        };
        match self.run(&prices, Some(budget)) {
            Ok(true) => self.end(),
            // With better prices it may need less memory.
            Ok(false) | Err(Stop::MemoryLimit { .. }) => {
                balance.failed();
                ControlFlow::Continue(())
            }
            Err(stop) => {
                self.settled.stop = Some(stop);
                self.end()
            }
        }
    }

    /// Takes the path of the beam of the last rounds, and begins the beam of the next ones, if it is time.
    fn beam_early(&mut self, round: &Round, prices: &Prices) -> Result<(), Stop> {
        match self.early.result_after(round) {
            Some(Ok(ran)) => {
                self.settled.states += ran.states;
                let better = self.note(&ran);
                self.early.judge(better.is_some());
            }
            // Neither the rounds nor a proof need the beam.
            Some(Err(Stop::MemoryLimit { .. })) => self.early.judge(false),
            Some(Err(stop)) => return Err(stop),
            None => {}
        }
        let Some(width) = self.early.width_after(round, self.paths.cells()) else { return Ok(()) };
        let aim = Aim { beam: Some(width), path: true, ..self.aim() };
        let (steps, weights, prices) = (self.steps, self.weights, prices.clone());
        let others = self.request.clone();
        self.early.begin(round, &self.request.control, move |control| {
            let request = Request { control, threads: Some(1), ..others };
            Program { steps, weights, prices: &prices }.run(aim, &request)
        });
        Ok(())
    }

    fn end(&mut self) -> ControlFlow<()> {
        self.has_ended = true;
        ControlFlow::Break(())
    }

    /// Searches with the prices of the last round.
    fn finish(&mut self, round: &Round) {
        let prices = self.prices(round);
        let bound = self.settled.bound;
        if bound.is_some() && self.target.is_none_or(|target| bound >= Some(target)) {
            self.settled.stop = self.run(&prices, None).err();
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

    /// Looks for good paths, then for a proof that takes no more than so many states. Returns whether there is a proof.
    fn run(&mut self, prices: &Prices, budget: Option<u64>) -> Result<bool, Stop> {
        let tries = budget.map_or(BEAMS.len(), |_| TRIES);
        let mut has_found = false;
        for (i, beam) in BEAMS.into_iter().enumerate() {
            let ran = self.pass(prices, Aim { beam: Some(beam), path: true, ..self.aim() })?;
            let better = self.note(&ran);
            if ran.is_exact {
                self.settle(ran.worth);
                return Ok(true);
            }
            // Without a path of these beams the proof would have no target, or that of a path which others found: a wider beam is worth its
            // time. If that path is far from the best path, a proof without a budget would have more states than the memory holds.
            if better.is_none() && (has_found || (self.target.is_some() && i >= tries)) {
                break;
            }
            has_found |= better.is_some();
        }
        let mut proof = self.pass(prices, Aim { budget, ..self.aim() })?;
        if !proof.is_exact {
            return Ok(false);
        }
        if let Some(better) = proof.worth.as_ref().map(sum).filter(|&sum| Some(sum) > self.best()) {
            self.settled.bound = Some(better);
            proof = self.pass(prices, Aim { target: Some(better), path: true, ..Aim::default() })?;
            self.note(&proof);
        }
        self.settle(proof.worth);
        Ok(true)
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

    /// Records the path of a run if it is better than the paths before, and then returns its sum.
    fn note(&mut self, ran: &Ran<V>) -> Option<i64> {
        let sum = ran.worth.as_ref().map(sum).filter(|&sum| Some(sum) > self.best())?;
        let path = self.steps.path(ran.choices.as_ref()?)?;
        self.settled.best = Some(Found { sum, path });
        self.target = self.target.max(Some(V::after(sum)));
        let bound = self.settled.bound.map(|bound| bound as f64);
        let progress = Progress { incumbent: Some(sum), bound, nodes: Some(self.settled.states) };
        self.request.control.notify(&Event::Progress(progress));
        Some(sum)
    }
}

fn sum<V: Worth>(worth: &V) -> i64 {
    worth.sum().into()
}

// Beams while the rounds of cuts go on: the sooner a good path is known, the sooner the duals are good enough.
//
// Each beam has a thread of its own while the solver is at the next rounds, and as many states as take about as long as these rounds. Its
// path counts after these rounds, not before, so that a run is the same on every machine and with every number of threads. After beams that
// found nothing there are more rounds without a beam.

/// The rounds while a beam runs.
const ROUNDS: u64 = 4;
/// With fewer states a beam finds hardly any path.
const LEAST: usize = 300;

type Beamed<V> = Result<Ran<V>, Stop>;

/// One beam after the other.
pub(super) struct EarlyBeams<'s, 'e, V> {
    scope: &'s Scope<'s, 'e>,
    /// Whether beams run on a second thread.
    on_threads: bool,
    running: Option<Running<'s, V>>,
    /// Stops the beam that runs, once nobody asks for it any more.
    interrupt: Option<Interrupt>,
    /// The round after which the path of the beam counts, and the round after which the next beam begins.
    due: u64,
    next: u64,
    /// The beams in a row that found nothing.
    failures: u64,
}

enum Running<'s, V> {
    OnThread(ScopedJoinHandle<'s, Beamed<V>>),
    /// With a single thread, it runs when it is asked for.
    Waiting(Box<dyn FnOnce() -> Beamed<V> + 's>),
}

impl<'s, V: Send + 's> EarlyBeams<'s, '_, V> {
    /// No beam yet.
    pub fn new<'e>(scope: &'s Scope<'s, 'e>, threads: usize) -> EarlyBeams<'s, 'e, V> {
        EarlyBeams { scope, on_threads: threads > 1, running: None, interrupt: None, due: 0, next: ROUNDS, failures: 0 }
    }

    /// The states of the beam that begins after a round, if one does. The board has so many cells.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an estimate of states")]
    pub fn width_after(&self, round: &Round, cells: usize) -> Option<usize> {
        let states = round.size as f64 * ROUNDS as f64 / NUMBERS_PER_STATE;
        (round.rounds >= self.next).then_some(LEAST.max(states as usize / cells))
    }

    /// Begins a beam after a round, in a run with this control; the beam gets a control of its own.
    pub fn begin(
        &mut self,
        round: &Round,
        control: &Control<'_>,
        beam: impl FnOnce(Control<'static>) -> Beamed<V> + Send + 's,
    ) {
        let (control, interrupt) = control.part();
        self.interrupt = Some(interrupt);
        let beam = move || beam(control);
        self.due = round.rounds + ROUNDS;
        self.next = round.rounds + ROUNDS * (1 + self.failures);
        self.running = Some(if self.on_threads {
            Running::OnThread(self.scope.spawn(beam))
        } else {
            Running::Waiting(Box::new(beam))
        });
    }

    /// Records whether the path of the last beam is better than all before.
    pub fn judge(&mut self, is_better: bool) {
        self.failures = if is_better { 0 } else { self.failures + 1 };
    }

    /// The result of the last beam, if it counts after a round.
    pub fn result_after(&mut self, round: &Round) -> Option<Beamed<V>> {
        if round.rounds < self.due {
            return None;
        }
        Some(match self.running.take()? {
            Running::OnThread(thread) => joined(thread),
            Running::Waiting(beam) => beam(),
        })
    }
}

/// The scope of the threads waits for a beam that still runs.
impl<V> Drop for EarlyBeams<'_, '_, V> {
    fn drop(&mut self) {
        if let Some(interrupt) = &self.interrupt {
            interrupt.raise();
        }
    }
}

// When a further round of cuts takes longer than what it saves: rounds lead to better prices, and better prices to fewer states of the
// program.
//
// The number of states grows with the gap between the bound of the relaxation and the sum to beat, and with the width of the board. On square boards
// of 6×6 and 8×8 cells it is about
//
// ```text
// states = exp(GAP · gap + WIDTH · width − 0.7)
// ```
// The rounds are worth their time as long as the states that the last rounds saved take longer than these rounds. Otherwise the program is tried,
// with some more states than expected. If that is not enough, more states are expected from then on, and the rounds go on.
//
// All of this counts states and sizes of linear programs, not seconds: so the same prices are tried on every machine.

/// The growth of the logarithm of the number of states with a gap that is larger by one.
const GAP: f64 = 0.6;
/// The growth with a board that is wider by one cell.
const WIDTH: f64 = 1.33;
/// The rounds of which the gains are looked at: every other round gains little.
const LOOKED_AT: usize = 4;
/// A state takes as long as so many numbers in the tableau of a linear program.
pub(super) const NUMBERS_PER_STATE: f64 = 12.0;
/// An attempt gets so many times the states that are expected.
const MARGIN: f64 = 4.0;
/// An attempt with so few states costs nothing.
const LEAST_STATES: f64 = 5_000.0;

/// The rounds so far.
#[derive(Clone, Debug)]
pub(super) struct Balance {
    /// The logarithm of the number of states without a gap.
    level: f64,
    /// By round: the bound, and the size of the linear program.
    rounds: Vec<(f64, f64)>,
}

impl Balance {
    /// No round yet, on a board of this width.
    pub fn new(width: usize) -> Self {
        Self { level: WIDTH * width as f64 - 0.7, rounds: Vec::new() }
    }

    /// Counts a round with this bound of the sums.
    pub fn count(&mut self, round: &Round, bound: f64) {
        self.rounds.push((bound, round.size as f64));
    }

    /// The states that an attempt to exceed a sum gets, if the last rounds took longer than what they saved; `None` otherwise.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an estimate of states")]
    pub fn attempt(&self, known: i64) -> Option<u64> {
        let now = self.rounds.len().checked_sub(1)?;
        let before = now.checked_sub(LOOKED_AT)?;
        let [gap, gap_before] = [now, before].map(|round| self.rounds[round].0 - known as f64);
        let states = (self.level + GAP * gap).exp();
        let saved = states * (1.0 - (GAP * (gap - gap_before)).exp());
        let work: f64 = self.rounds[before + 1..].iter().map(|(_, size)| size).sum();
        let is_enough = states <= LEAST_STATES || saved * NUMBERS_PER_STATE <= work;
        is_enough.then(|| (MARGIN * states).max(LEAST_STATES) as u64)
    }

    /// The attempt needed more states than it got.
    pub fn failed(&mut self) {
        self.level += MARGIN.ln();
    }
}

#[cfg(test)]
mod tests {
    use super::super::relaxation::Duals;
    use super::*;

    fn after(bounds: &[f64], size: u64) -> Balance {
        let mut balance = Balance::new(8);
        let duals = Duals { cells: Vec::new(), stops: Vec::new(), cuts: Vec::new() };
        let round = Round { duals, rounds: 0, cuts: 0, size };
        for &bound in bounds {
            balance.count(&round, bound);
        }
        balance
    }

    #[test]
    fn rounds_go_on_while_they_save_more_than_they_cost() {
        let steep = [290.0, 287.0, 284.0, 282.0, 280.0];
        let flat = [278.0, 277.9, 277.8, 277.75, 277.7];
        assert_eq!(after(&steep, 3_000_000).attempt(273), None);
        assert!(after(&flat, 3_000_000).attempt(273).is_some());
        // Small programs are worth more rounds.
        assert_eq!(after(&flat, 3_000).attempt(273), None);
        assert_eq!(after(&flat[1..], 3_000_000).attempt(273), None, "there are too few rounds");
    }

    #[test]
    fn after_an_attempt_that_failed_more_states_are_expected() {
        let mut balance = after(&[278.0; 5], 3_000_000);
        let first = balance.attempt(273).unwrap();
        balance.failed();
        let second = balance.attempt(273).unwrap();
        assert!((second as f64 / first as f64 - MARGIN).abs() < 0.01, "{first}, {second}");
    }
}
