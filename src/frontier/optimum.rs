//! From the relaxation to a proved optimum: its duals, a beam for a good path, then the program with the next better sum as target.

use super::prices::Prices;
use super::program::{Aim, Program, Ran};
use super::relaxation::{Patience, Root, root};
use super::steps::Steps;
use super::table::Best;
use crate::lp::{LpFailure, LpSolver};
use crate::rolling::{Path, PathStates};
use crate::run::{Event, Incumbent, Progress, Request, Stop};

/// The states of the beams, which look for a good path one after the other, as long as each finds a better one.
const BEAMS: [usize; 4] = [300, 3_000, 30_000, 300_000];

/// A path and its sum.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its sum.
    pub sum: i64,
    /// Its start and its rolls, without a closing one.
    pub path: Path,
}

/// What became of the search for the best path.
#[derive(Clone, Debug, Default)]
pub struct Settled {
    /// A path better than the one that was to be beaten.
    pub best: Option<Found>,
    /// No path is better than this.
    pub bound: Option<i64>,
    /// The bound of the relaxation.
    pub root_bound: Option<f64>,
    /// Why it stopped before the best was proved to be the best.
    pub stop: Option<Stop>,
    /// States of all runs.
    pub states: u64,
    /// Rounds of cuts.
    pub rounds: u64,
    /// Cuts.
    pub cuts: u64,
}

/// Finds the path of the largest sum of weights, if that is at least `least`.
///
/// # Errors
/// When the solver fails.
///
/// # Panics
/// When the board is too wide for a [`Scan`](super::Scan), or has a single cell.
pub fn optimum(
    paths: &PathStates,
    weights: &[i32],
    least: Option<i64>,
    solver: &mut dyn LpSolver,
    request: &Request<'_>,
) -> Result<Settled, LpFailure> {
    let steps = Steps::new(paths).expect("the caller has looked at the width");
    let patience = patience(paths.cells());
    let mut settled = Settled::default();
    let duals = match root(paths, weights, patience, solver, request)? {
        Root::Infeasible => return Ok(settled),
        Root::Stopped(stop) => return Ok(Settled { stop: Some(stop), ..settled }),
        Root::Duals { duals, rounds, cuts } => {
            (settled.rounds, settled.cuts) = (rounds, cuts);
            duals
        }
    };
    let prices = Prices::new(paths, weights, &duals);
    let first = &prices.constants(paths, &steps.scan)[0];
    let Some(units) = first.start.zip(first.end).map(|(start, end)| first.base + start + end) else {
        return Ok(settled);
    };
    settled.root_bound = Some(units as f64 / prices.units(1) as f64);
    settled.bound = Some(prices.sum(units));
    if least.is_some_and(|least| prices.sum(units) < least) {
        return Ok(settled);
    }
    let program = Program { steps: &steps, weights, prices: &prices };
    settled.stop = Search { program, request, settled: &mut settled }.run(least).err();
    Ok(settled)
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

struct Search<'a> {
    program: Program<'a>,
    request: &'a Request<'a>,
    settled: &'a mut Settled,
}

impl Search<'_> {
    fn run(&mut self, least: Option<i64>) -> Result<(), Stop> {
        let mut target = least;
        for beam in BEAMS {
            let ran = self.pass(Aim { target, beam: Some(beam), path: true })?;
            let best = self.note(&ran);
            if ran.is_exact {
                self.settle();
                return Ok(());
            }
            // Without any path the proof would have no target: a wider beam is worth its time.
            match best {
                Some(best) => target = Some(best + 1),
                None if target.is_some() => break,
                None => {}
            }
        }
        let proof = self.pass(Aim { target, beam: None, path: false })?;
        let Some(Best(better)) = proof.worth else {
            self.settle();
            return Ok(());
        };
        let better = i64::from(better);
        self.settled.bound = Some(better);
        let again = self.pass(Aim { target: Some(better), beam: None, path: true })?;
        self.note(&again);
        Ok(())
    }

    /// No path is better than the best.
    fn settle(&mut self) {
        self.settled.bound = self.settled.best.as_ref().map(|best| best.sum);
    }

    fn pass(&mut self, aim: Aim) -> Result<Ran<Best>, Stop> {
        let ran = self.program.run(aim, self.request)?;
        self.settled.states += ran.states;
        Ok(ran)
    }

    /// Records the path of a run. Returns its sum.
    fn note(&mut self, ran: &Ran<Best>) -> Option<i64> {
        let sum = i64::from(ran.worth?.0);
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
