//! `lp-frontier`: frontier dynamic programming, bounded by the duals of the linear relaxation of `edge-cuts` ([`frontier`](crate::frontier)).
//!
//! Closed tours are open ones that end next to their start; each start cell, and for a restored orientation each start, is a case of its
//! own, which has to beat the best of the cases before it.

use super::numbered::Numbered;
use super::{DieTour, Objective, Tour};
use crate::frontier::{Found, MAX_WIDTH, Settled, optimum};
use crate::geometry::Die;
use crate::lp::{LpFailure, LpSolver};
use crate::puzzle::{Bounded, BoundedInfo, BoundedSearch, Searched};
use crate::rolling::{Endpoints, ORIENTATIONS, PathStates, State, Terminal};
use crate::run::{Event, Incumbent, Progress, Request, Stop, Verdict};

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
    } else if puzzle.board.columns().min(puzzle.board.rows()) > MAX_WIDTH {
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
    let sign = if puzzle.objective == Objective::Min { -1 } else { 1 };
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
        known.best = single(puzzle, &tour, sign);
        return Ok(known.bounded(&tour, sign));
    }
    let mut cases = cases(puzzle, &tour).into_iter();
    while let Some(endpoints) = cases.next().filter(|_| known.stop.is_none()) {
        known.take(&tour, endpoints, sign, solver, request)?;
    }
    // Nothing is known of cases that were not reached.
    known.bound = known.bound.filter(|_| cases.len() == 0);
    Ok(known.bounded(&tour, sign))
}

/// The best tour of one cell.
fn single(puzzle: &DieTour, tour: &Numbered, sign: i64) -> Option<Found> {
    let die = puzzle.start_dice.iter().max_by_key(|die| sign * i64::from(die.top()))?;
    let path = (State::new(0, die.index()), Vec::new());
    Some(Found { sum: sign * tour.top(die.index()), path })
}

/// The ends of the paths that together are all tours.
fn cases(puzzle: &DieTour, tour: &Numbered) -> Vec<Endpoints> {
    if !puzzle.closed {
        return vec![tour.endpoints.clone()];
    }
    let graph = &tour.graph;
    let cells = puzzle.start_cells();
    // A restored tour can be started at any of its cells, if the die may be in any orientation there.
    let turns = puzzle.restore_orientation && puzzle.start_dice.len() == ORIENTATIONS;
    let cells = if turns { &cells[..1] } else { &cells[..] };
    let dice: Vec<&[Die]> =
        if puzzle.restore_orientation { puzzle.start_dice.chunks(1).collect() } else { vec![&puzzle.start_dice[..]] };
    let starts = cells.iter().flat_map(|&cell| dice.iter().map(move |&dice| (cell, dice)));
    starts
        .map(|(cell, dice)| Endpoints { start: Terminal::new(graph, Some(cell), dice), ..tour.endpoints.clone() })
        .collect()
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
        let weight = |state: &State| (sign * tour.top(state.orientation())) as i32;
        let weights: Vec<i32> = paths.states.iter().map(weight).collect();
        let least = self.best.as_ref().map(|best| best.sum + 1);
        let Settled { best, bound, root_bound, stop, states, rounds, cuts, .. } =
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
        let solution = best.map(|Found { path: (start, rolls), .. }| {
            let closing = tour.endpoints.closing_roll(&tour.graph, start, &rolls).ok().flatten();
            tour.tour(start, &rolls.into_iter().chain(closing).collect::<Vec<_>>())
        });
        let bound = bound.map(|bound| sign * bound);
        let verdict = match (solution, stop) {
            (Some(solution), None) => Verdict::Optimal(solution),
            (Some(solution), Some(stop)) => Verdict::Feasible { solution, bound, stop },
            (None, None) => Verdict::Infeasible,
            (None, Some(stop)) => Verdict::Unknown { bound, stop },
        };
        let searched = Searched { verdict, nodes: states, incumbents, reason: None };
        Bounded { searched, root_bound: root_bound.map(|bound| sign as f64 * bound), cut_rounds, cuts }
    }
}
