//! From the relaxation to a proved optimum: its duals, a beam for a good path, then the program with the next better sum as target. If a sum is
//! known that is to be exceeded, the program is tried while the relaxation is solved (`attempts.rs`).

use std::ops::ControlFlow;

use super::attempts::{Attempt, Attempts, Schedule};
use super::prices::Prices;
use super::program::{Aim, Program, Ran};
use super::relaxation::{Root, Round, root};
use super::steps::Steps;
use super::table::{Best, Counted, Worth};
use crate::control::{Event, Incumbent, Progress, Request, Stop};
use crate::lp::{LpFailure, LpSolver, Patience};
use crate::rolling::{Path, PathStates};
use crate::search::thread_count;

/// The states of the beams. They look for a good path one after the other, as long as each beam finds a better path.
const BEAMS: [usize; 4] = [300, 3_000, 30_000, 300_000];

/// The beams, from 0, after which no path better than the known path is expected.
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
    solver: &mut dyn LpSolver,
    request: &Request<'_>,
) -> Result<Settled<V>, LpFailure> {
    let steps = Steps::new(paths).expect("the caller has looked at the width");
    let mut settled = Settled::default();
    let attempts = least.map(|target| Attempts::new(&steps, weights, target, request));
    let root = rounds(paths, weights, solver, request, attempts.as_ref())?;
    let mut states = 0;
    let proof = attempts.and_then(|attempts| {
        states = attempts.states.into_inner();
        attempts.proof.into_inner()
    });
    settled.states = states;
    let (round, prices, proof) = match (proof, root) {
        (Some((Attempt { round, prices, .. }, ran)), _) => (round, prices, Some(ran)),
        (None, Root::Duals(round)) => {
            let prices = Prices::new(paths, weights, &round.duals);
            (round, prices, None)
        }
        (None, Root::Infeasible) => return Ok(settled),
        (None, Root::Stopped(stop)) => return Ok(Settled { stop: Some(stop), ..settled }),
    };
    (settled.rounds, settled.cuts) = (round.rounds, round.cuts);
    let Some(units) = prices.root(paths, &steps.scan) else { return Ok(settled) };
    settled.root_bound = Some(units as f64 / prices.units(1) as f64);
    settled.bound = Some(prices.sum(units));
    if least.is_some_and(|least| prices.sum(units) < least) {
        return Ok(settled);
    }
    let program = Program { steps: &steps, weights, prices: &prices };
    let mut search = Search { program, request, settled: &mut settled };
    let ended = match proof {
        Some(ran) => search.conclude(ran),
        None => search.run(least),
    };
    settled.stop = ended.err();
    Ok(settled)
}

/// Solves the relaxation, and makes attempts at a proof meanwhile.
fn rounds<V: Wanted>(
    paths: &PathStates,
    weights: &[i32],
    solver: &mut dyn LpSolver,
    request: &Request<'_>,
    attempts: Option<&Attempts<'_, V>>,
) -> Result<Root, LpFailure> {
    let patience = patience(paths.cells());
    let Some(attempts) = attempts else {
        return root(paths, weights, patience, solver, request, &mut |_| ControlFlow::Continue(()));
    };
    let has_helper = thread_count(request.threads) > 1;
    let (sender, due) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        if has_helper {
            scope.spawn(move || attempts.make_all(&due));
        }
        let mut schedule = Schedule::default();
        let rounds = root(paths, weights, patience, solver, request, &mut |round: &Round| {
            let budget = schedule.count(round);
            let prices = Prices::new(paths, weights, &round.duals);
            let bound = prices.root(paths, &attempts.steps.scan).map(|units| prices.sum(units));
            if let Some(budget) = budget.filter(|_| bound.is_some_and(|bound| bound >= attempts.target)) {
                let attempt = Attempt::new(round.clone(), prices, budget);
                if has_helper {
                    // The helper only ends before with a proof.
                    let _ = sender.send(attempt);
                } else {
                    attempts.make(attempt);
                }
            }
            let is_enough = attempts.proof.get().is_some() || bound.is_none_or(|bound| bound < attempts.target);
            if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        // The helper makes the attempts that are left, and ends.
        drop(sender);
        rounds
    })
}

/// The larger the board, the more states a tighter relaxation saves.
const fn patience(cells: usize) -> Patience {
    match cells {
        ..64 => Patience { rounds: 5, gain: 1.5 },
        64..81 => Patience { rounds: 5, gain: 1.0 },
        81..100 => Patience { rounds: 5, gain: 0.6 },
        100.. => Patience { rounds: 6, gain: 0.3 },
    }
}

struct Search<'a, V> {
    program: Program<'a>,
    request: &'a Request<'a>,
    settled: &'a mut Settled<V>,
}

impl<V: Wanted> Search<'_, V> {
    fn run(&mut self, least: Option<i64>) -> Result<(), Stop> {
        let mut target = least;
        for (i, beam) in BEAMS.into_iter().enumerate() {
            let ran = self.pass(Aim { target, beam: Some(beam), path: true, ..Aim::default() })?;
            let better = self.note(&ran);
            if ran.is_exact {
                self.settle(ran.worth);
                return Ok(());
            }
            // Without any path the proof would have no target, or that of a path which others found: a wider beam is worth its time.
            match better {
                Some(best) => target = Some(V::after(best)),
                None if self.best().is_some() || (target.is_some() && i >= TRIES) => break,
                None => {}
            }
        }
        let proof = self.pass(Aim { target, ..Aim::default() })?;
        self.conclude(proof)
    }

    /// Takes the result of an exact run. If there is a better path, the run is repeated for it.
    fn conclude(&mut self, mut proof: Ran<V>) -> Result<(), Stop> {
        if let Some(better) = proof.worth.as_ref().map(sum).filter(|&sum| Some(sum) > self.best()) {
            self.settled.bound = Some(better);
            proof = self.pass(Aim { target: Some(better), path: true, ..Aim::default() })?;
            self.note(&proof);
        }
        self.settle(proof.worth);
        Ok(())
    }

    fn best(&self) -> Option<i64> {
        self.settled.best.as_ref().map(|best| best.sum)
    }

    /// Records that no path is better than the best path.
    fn settle(&mut self, proved: Option<V>) {
        self.settled.bound = self.best();
        self.settled.proved = proved;
    }

    fn pass(&mut self, aim: Aim) -> Result<Ran<V>, Stop> {
        let (control, before) = (&self.request.control, self.settled.states);
        let observer = |event: &Event<'_>| control.notify(&event.after_nodes(before));
        let request = Request { control: control.observed_by(&observer), ..self.request.clone() };
        let ran = self.program.run(aim, &request)?;
        self.settled.states += ran.states;
        Ok(ran)
    }

    /// Records the path of a run if it is better than the paths before, and then returns its sum.
    fn note(&mut self, ran: &Ran<V>) -> Option<i64> {
        let sum = ran.worth.as_ref().map(sum).filter(|&sum| Some(sum) > self.best())?;
        let path = self.program.steps.path(ran.choices.as_ref()?)?;
        self.settled.best = Some(Found { sum, path });
        let control = &self.request.control;
        let found = Incumbent { seconds: control.elapsed().as_secs_f64(), objective: sum };
        let bound = self.settled.bound.map(|bound| bound as f64);
        let progress = Progress { incumbent: Some(found.objective), bound, nodes: Some(self.settled.states) };
        control.notify(&Event::Progress(progress));
        Some(sum)
    }
}

fn sum<V: Worth>(worth: &V) -> i64 {
    worth.sum().into()
}
