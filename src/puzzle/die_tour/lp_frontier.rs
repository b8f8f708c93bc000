//! `lp-frontier`: frontier dynamic programming, bounded by the duals of the linear relaxation of `edge-cuts` ([`frontier`](crate::frontier)).
//! Each case ([`frontier`](super::frontier)) has to beat the best of the cases before it.

use super::frontier::{Cases, best_count, cases, sign, single, verdict, weights, width};
use super::numbered::Numbered;
use super::{DieTour, Objective, Tour};
use crate::frontier::{Best, Counted, Found, MAX_WIDTH, Wanted, optimum};
use crate::lp::{LpFailure, LpSolver};
use crate::puzzle::{Bounded, BoundedInfo, BoundedSearch, Count, Puzzle as _, Searched};
use crate::rolling::{Endpoints, PathStates};
use crate::run::{Event, Incumbent, Progress, Request, Stop};

pub(super) const SEARCH: BoundedSearch<DieTour> = BoundedSearch {
    info: BoundedInfo {
        name: "lp-frontier",
        summary: "frontier dynamic programming, bounded by the duals of the linear relaxation: the fastest from 9×9 up",
    },
    fits,
    wins: |puzzle| puzzle.board.free_cells().count() > CELLS_FOR_SEARCH,
    search,
    count: Some(count),
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

/// What is known after some cases. V is what of the best paths matters.
struct Known<V> {
    best: Option<Found>,
    /// What is known of all best paths.
    worth: Option<V>,
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
    let mut known = Known::<Best>::new();
    match puzzle.obstacle() {
        Some(_) => {}
        None if tour.visits() == 1 => known.best = single(puzzle, &tour),
        None => known.take_all(&tour, cases(puzzle, &tour).ends, sign(puzzle), solver, request)?,
    }
    Ok(known.bounded(&tour, sign(puzzle)))
}

fn count(puzzle: &DieTour, solver: &mut dyn LpSolver, request: &Request<'_>) -> Result<Count, LpFailure> {
    let tour = Numbered::new(puzzle);
    if tour.visits() == 1 || puzzle.obstacle().is_some() {
        return Ok(puzzle.count(false, request));
    }
    let Cases { ends, times } = cases(puzzle, &tour);
    let mut known = Known::<Counted>::new();
    known.take_all(&tour, ends, sign(puzzle), solver, request)?;
    Ok(best_count(known.worth, times, sign(puzzle), known.stop))
}

impl<V: Wanted> Known<V> {
    const fn new() -> Self {
        let (best, worth, bound, root_bound, stop) = (None, None, None, None, None);
        Self { best, worth, bound, root_bound, stop, incumbents: Vec::new(), states: 0, cut_rounds: 0, cuts: 0 }
    }

    /// Solves one case after the other.
    fn take_all(
        &mut self,
        tour: &Numbered,
        cases: Vec<Endpoints>,
        sign: i64,
        solver: &mut dyn LpSolver,
        request: &Request<'_>,
    ) -> Result<(), LpFailure> {
        // The program maximises: what it reports gets its sign back.
        let observer = |event: &Event<'_>| match event {
            Event::Progress(Progress { incumbent, bound, nodes }) => {
                let (incumbent, bound) = (incumbent.map(|sum| sign * sum), bound.map(|bound| sign as f64 * bound));
                request.control.notify(&Event::Progress(Progress { incumbent, bound, nodes: *nodes }));
            }
            other => request.control.notify(other),
        };
        let request = &Request { control: request.control.observed_by(&observer), ..request.clone() };
        let mut cases = cases.into_iter();
        while let Some(endpoints) = cases.next().filter(|_| self.stop.is_none()) {
            self.take(tour, endpoints, sign, solver, request)?;
        }
        // Nothing is known of cases that were not reached.
        self.bound = self.bound.filter(|_| cases.len() == 0);
        Ok(())
    }

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
        let known = self.best.as_ref().map(|best| best.sum);
        let settled = optimum::<V>(&paths, &weights, known.map(V::after), solver, request)?;
        self.bound = self.bound.max(settled.bound);
        self.root_bound = self.root_bound.into_iter().chain(settled.root_bound).reduce(f64::max);
        self.stop = settled.stop;
        self.states += settled.states;
        self.cut_rounds += settled.rounds;
        self.cuts += settled.cuts;
        if let Some(found) = settled.best.filter(|found| Some(found.sum) > known) {
            let seconds = request.control.elapsed().as_secs_f64();
            self.incumbents.push(Incumbent { seconds, objective: sign * found.sum });
            self.best = Some(found);
        }
        self.worth = match (self.worth.take(), settled.proved) {
            (Some(mut worth), Some(more)) => {
                worth.merge(more);
                Some(worth)
            }
            (one, other) => one.or(other),
        };
        Ok(())
    }
}

impl Known<Best> {
    fn bounded(self, tour: &Numbered, sign: i64) -> Bounded<Tour> {
        let verdict = verdict(tour, self.best.map(|best| best.path), self.bound.map(|bound| sign * bound), self.stop);
        let searched = Searched { verdict, nodes: self.states, incumbents: self.incumbents, reason: None };
        let root_bound = self.root_bound.map(|bound| sign as f64 * bound);
        Bounded { searched, root_bound, cut_rounds: self.cut_rounds, cuts: self.cuts }
    }
}
