//! `lp-frontier`: frontier dynamic programming, bounded by the duals of the linear relaxation of `edge-cuts` ([`frontier`](crate::frontier)).
//! Each case ([`cases`]) has to beat the best of the cases before it.

use super::{MAX_CELLS, beam};
use crate::frontier::{Best, Counted, MAX_WIDTH, Settled, Wanted, Worth as _, optimum};
use crate::numbered::{Cases, Numbered, are_sums_small, best_count, cases, searched, sign, single, weights, width};
use crate::{DieTour, Objective, Tour};
use tumble_model::control::{Event, Progress, Request, Verdict};
use tumble_model::session::{BackendError, Reload};
use tumble_puzzles::puzzle::{Count, Cutting, Endless, Means, Question, Search, SearchInfo, Searched, Which};
use tumble_puzzles::search::{self, Case, Stopped};
use tumble_rolling::{Endpoints, PathStates};

pub(super) const BY_PROGRAMS: Search<DieTour> = Search {
    info: SearchInfo {
        name: "lp-frontier",
        summary: "frontier dynamic programming, bounded by the duals of the linear relaxation: the fastest from 9×9 up",
        takes_programs: true,
    },
    ..Search::direct(search, |puzzle, _, means| count(puzzle, means)).fitting(fit)
};

fn fit(puzzle: &DieTour, question: Question) -> Result<u8, &'static str> {
    if matches!(question, Question::List(_)) {
        Err("it finds one tour and lists no more")
    } else if matches!(question, Question::Count(Which::All | Which::Within(_))) {
        Err("it counts the optimal tours, not all")
    } else if puzzle.total.is_some() {
        Err("it finds the best sum, not a given one")
    } else if puzzle.objective == Objective::Any {
        Err("it needs an objective")
    } else if width(puzzle) > MAX_WIDTH {
        Err("the board is more than 17 cells wide")
    } else if !are_sums_small(puzzle) {
        Err("sums may be beyond 134 million")
    } else if puzzle.board.size() > MAX_CELLS {
        Err("the board has more than 1024 cells")
    } else {
        Ok(1)
    }
}

/// The results of the linear programs of some cases.
#[derive(Default)]
struct Relaxed {
    /// The weakest bound of a relaxation, of the cases that have a relaxation.
    weakest: Option<f64>,
    /// The number of cases that have a bound of the relaxation, or need no bound.
    cases: usize,
    cut_rounds: u64,
    cuts: u64,
}

fn search(puzzle: &DieTour, Means { request, programs }: &mut Means<'_>) -> Result<Searched<Tour>, BackendError> {
    let tour = Numbered::new(puzzle);
    if let Some(why) = puzzle.obstacle() {
        return Ok(Searched::infeasible(why));
    }
    if tour.visits() == 1 {
        let verdict = single(puzzle, &tour).map_or(Verdict::Infeasible, Verdict::Optimal);
        return Ok(Searched::new(verdict, 0));
    }
    let sign = sign(puzzle);
    let mut known = search::Cases::new(sign);
    // A limit leaves a tour.
    if let Some(tour) = beam::soon(puzzle, &request.control) {
        known.begin_with(tour.total, tour, &request.control);
    }
    let ends = cases(puzzle, &tour).ends;
    let all = ends.len();
    let path = |settled: Settled<Best>| Some((sign * settled.best.as_ref()?.sum, tour.closed(settled.best?.path)));
    let relaxed = take_all(&mut known, ends, (&tour, sign), path, *programs, request)?;
    let root_bound = relaxed.weakest.filter(|_| relaxed.cases == all).map(|bound| sign as f64 * bound);
    let cutting = Cutting { root_bound, rounds: relaxed.cut_rounds, cuts: relaxed.cuts };
    Ok(Searched { cutting: Some(cutting), ..searched(known) })
}

fn count(puzzle: &DieTour, Means { request, programs }: &mut Means<'_>) -> Result<Count<Endless<Tour>>, BackendError> {
    let tour = Numbered::new(puzzle);
    if tour.visits() == 1 || puzzle.obstacle().is_some() {
        return Ok(super::count(puzzle, Which::Best, request));
    }
    let Cases { ends, times } = cases(puzzle, &tour);
    let sign = sign(puzzle);
    let mut known = search::Cases::merging(sign, Counted::merge);
    let ways = |settled: Settled<Counted>| settled.proved.map(|all| (sign * i64::from(all.sum), all));
    take_all(&mut known, ends, (&tour, sign), ways, *programs, request)?;
    Ok(best_count(&known, times))
}

/// Solves one case after the other. `kept` makes the value that is kept of a case, with its sum.
fn take_all<V: Wanted, S: Sync>(
    known: &mut search::Cases<S>,
    ends: Vec<Endpoints>,
    (tour, sign): (&Numbered, i64),
    kept: impl Fn(Settled<V>) -> Option<(i64, S)>,
    solver: &mut dyn Reload,
    request: &Request<'_>,
) -> Result<Relaxed, BackendError> {
    let mut relaxed = Relaxed::default();
    known.each(ends, request, |endpoints, best, request| {
        // The program maximises: what it reports gets its sign back.
        let observer = |event: &Event<'_>| match event {
            Event::Progress(Progress { incumbent, bound, nodes }) => {
                let (incumbent, bound) = (incumbent.map(|sum| sign * sum), bound.map(|bound| sign as f64 * bound));
                request.control.notify(&Event::Progress(Progress { incumbent, bound, nodes: *nodes }));
            }
            other => request.control.notify(other),
        };
        let signed = request.observed_by(&observer);
        let paths = PathStates::new(tour.graph.clone(), endpoints);
        let weights = weights(tour, &paths, sign);
        let least = best.map(|(sum, _)| V::after(sign * sum));
        let settled = optimum::<V>(&paths, &weights, least, solver, &signed)?;
        relaxed.weakest = relaxed.weakest.into_iter().chain(settled.root_bound).reduce(f64::max);
        relaxed.cases += usize::from(settled.stop.is_none() || settled.root_bound.is_some());
        relaxed.cut_rounds += settled.rounds;
        relaxed.cuts += settled.cuts;
        let bound = settled.bound.map(|bound| sign * bound);
        let stopped = settled.stop.clone().map(|stop| Stopped { stop, bound });
        Ok(Case { states: settled.states, stopped, best: kept(settled) })
    })?;
    Ok(relaxed)
}
