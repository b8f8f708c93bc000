//! `lp-frontier`: frontier dynamic programming, bounded by the duals of the linear relaxation of `edge-cuts` ([`frontier`](crate::frontier)).
//! Each case ([`frontier`](super::frontier)) has to beat the best of the cases before it.

use super::frontier::{cases, sign, single, verdict, weights, width};
use super::numbered::Numbered;
use super::{DieTour, Objective, Tour};
use crate::frontier::{Found, MAX_WIDTH, Settled, optimum};
use crate::lp::{LpFailure, LpSolver};
use crate::puzzle::{Bounded, BoundedInfo, BoundedSearch, Searched};
use crate::rolling::{Endpoints, PathStates};
use crate::run::{Event, Incumbent, Progress, Request, Stop};

pub(super) const SEARCH: BoundedSearch<DieTour> = BoundedSearch {
    info: BoundedInfo {
        name: "lp-frontier",
        summary: "frontier dynamic programming, bounded by the duals of the linear relaxation: the fastest from 9×9 up",
    },
    fits,
    wins: |puzzle| fits(puzzle).is_ok() && puzzle.board.free_cells().count() > CELLS_FOR_SEARCH,
    search,
};

/// Boards of up to so many cells are searched faster depth first.
const CELLS_FOR_SEARCH: usize = 64;

fn fits(puzzle: &DieTour) -> Result<(), &'static str> {
    if puzzle.total.is_some() {
        Err("it finds the best sum, not a given one")
    } else if puzzle.objective == Objective::Any {
        Err("it needs an objective")
    } else if width(puzzle) > MAX_WIDTH {
        Err("the board is more than 17 cells wide")
    } else {
        Ok(())
    }
}

/// What is known after some cases.
#[derive(Default)]
struct Known {
    best: Option<Found>,
    /// No path of the cases so far is better.
    bound: Option<i64>,
    /// The weakest bound of a relaxation.
    root_bound: Option<f64>,
    stop: Option<Stop>,
    incumbents: Vec<Incumbent>,
    states: u64,
    cut_rounds: u64,
    cuts: u64,
}

fn search(puzzle: &DieTour, solver: &mut dyn LpSolver, request: &Request<'_>) -> Result<Bounded<Tour>, LpFailure> {
    let tour = Numbered::new(puzzle);
    let sign = sign(puzzle);
    // The program maximises: what it reports gets its sign back.
    let observer = |event: &Event<'_>| match event {
        Event::Progress(Progress { incumbent, bound, nodes }) => {
            let (incumbent, bound) = (incumbent.map(|sum| sign * sum), bound.map(|bound| sign as f64 * bound));
            request.control.notify(&Event::Progress(Progress { incumbent, bound, nodes: *nodes }));
        }
        other => request.control.notify(other),
    };
    let request = &Request { control: request.control.observed_by(&observer), ..request.clone() };
    let mut known = Known::default();
    if puzzle.obstacle().is_some() {
        return Ok(known.bounded(&tour, sign));
    }
    if tour.visits() == 1 {
        known.best = single(puzzle, &tour);
        return Ok(known.bounded(&tour, sign));
    }
    let mut cases = cases(puzzle, &tour).ends.into_iter();
    while let Some(endpoints) = cases.next().filter(|_| known.stop.is_none()) {
        known.take(&tour, endpoints, sign, solver, request)?;
    }
    // Nothing is known of cases that were not reached.
    known.bound = known.bound.filter(|_| cases.len() == 0);
    Ok(known.bounded(&tour, sign))
}

impl Known {
    /// Solves a case.
    fn take(
        &mut self,
        tour: &Numbered,
        endpoints: Endpoints,
        sign: i64,
        solver: &mut dyn LpSolver,
        request: &Request<'_>,
    ) -> Result<(), LpFailure> {
        let paths = PathStates::new(tour.graph.clone(), endpoints);
        let weights = weights(tour, &paths, sign);
        let least = self.best.as_ref().map(|best| best.sum + 1);
        let Settled { best, bound, root_bound, stop, states, rounds, cuts } =
            optimum(&paths, &weights, least, solver, request)?;
        self.bound = self.bound.max(bound);
        self.root_bound = self.root_bound.into_iter().chain(root_bound).reduce(f64::max);
        self.stop = stop;
        self.states += states;
        self.cut_rounds += rounds;
        self.cuts += cuts;
        if let Some(found) = best {
            let seconds = request.control.elapsed().as_secs_f64();
            self.incumbents.push(Incumbent { seconds, objective: sign * found.sum });
            self.best = Some(found);
        }
        Ok(())
    }

    fn bounded(self, tour: &Numbered, sign: i64) -> Bounded<Tour> {
        let Self { best, bound, root_bound, stop, incumbents, states, cut_rounds, cuts } = self;
        let verdict = verdict(tour, best.map(|best| best.path), bound.map(|bound| sign * bound), stop);
        let searched = Searched { verdict, nodes: states, incumbents, reason: None };
        Bounded { searched, root_bound: root_bound.map(|bound| sign as f64 * bound), cut_rounds, cuts }
    }
}
