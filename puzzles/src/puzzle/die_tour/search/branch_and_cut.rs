//! `branch-and-cut`: the linear relaxation of the [frontier programs](crate::puzzle::die_tour::frontier), branched on the cell edges
//! ([`branch_and_cut`](crate::lp::branch_and_cut)), for every kind of tour.
//!
//! Sets, variables and rows (1) to (4) as in `frontier/relaxation.rs`, with
//!
//! ```text
//! (5)  y[c,b] = Σ w[e] ∈ {0, 1}                                  each cell edge, e over it
//! (6)  Σ_{u on c} s[u] ≤ Σ z one roll before c                  closed: each start cell c
//! (7)  s[u] ≤ Σ z one roll before u                             restored: each start state u
//! (8)  Σ_u top[u] · D[u] = 2 · total                            if there is a total
//! ```
//! A Hamiltonian y leaves few tours, which are found by rolling: from each of its two ends in each orientation in which the tour may start.

use std::collections::BTreeMap;

use super::{beam, fits_bounded};
use crate::control::{Control, Request, Verdict};
use crate::geometry::Direction;
use crate::lp::branch_and_cut::{Found, Setup, Task, solve};
use crate::lp::{LpFailure, LpSolver, Optimum};
use crate::model::{Linear, LinearConstraint, Model};
use crate::puzzle::die_tour::cases::{closed, searched, sign, single, weights};
use crate::puzzle::die_tour::frontier::{Aim, Best, Prices, Program, Relaxation, Row, Steps};
use crate::puzzle::die_tour::numbered::Numbered;
use crate::puzzle::die_tour::{DieTour, Objective, Tour};
use crate::puzzle::{Bounded, BoundedInfo, BoundedSearch, Searched};
use crate::rolling::{LocalCuts, Path, PathStates, State};
use crate::search::{Case, Cases, Stopped};

pub(super) const SEARCH: BoundedSearch<DieTour> = BoundedSearch {
    info: BoundedInfo {
        name: "branch-and-cut",
        summary: "branch and cut on the edges between cells, for every kind of tour: the fastest over linear programs alone",
    },
    fits: fits_bounded,
    wins: |_| false,
    search,
    count: None,
    check: None,
};

/// The states of the beams. They look for a good tour one after the other, as long as each beam finds a better tour.
const BEAMS: [usize; 3] = [300, 3_000, 30_000];

/// Die tours as a task.
struct Tours<'a> {
    puzzle: &'a DieTour,
    paths: &'a PathStates,
    relaxation: Relaxation<'a>,
    local: LocalCuts,
    /// The summed numbers, by state: tops with the sign of the objective.
    weights: Vec<i32>,
    /// The cell edges, in the order of the candidates.
    edges: Vec<(usize, usize)>,
}

fn search(puzzle: &DieTour, solver: &mut dyn LpSolver, request: &Request<'_>) -> Result<Bounded<Tour>, LpFailure> {
    let tour = Numbered::new(puzzle);
    if puzzle.obstacle().is_some() {
        return Ok(Bounded::without_bounds(Searched::new(Verdict::Infeasible, 0)));
    }
    if tour.visits() == 1 {
        let verdict = single(puzzle, &tour).map_or(Verdict::Infeasible, Verdict::Optimal);
        return Ok(Bounded::without_bounds(Searched::new(verdict, 0)));
    }
    let paths = PathStates::new(tour.graph.clone(), tour.endpoints.clone());
    let (tours, setup) = Tours::new(puzzle, &tour, &paths);
    let sign = sign(puzzle);
    let mut known = Cases::new(sign);
    let (mut root_bound, mut cut_rounds, mut cuts) = (None, 0, 0);
    // All starts are in one tree: one case.
    known.each(vec![()], request, |(), _, request| {
        let ended = solve(&tours, &setup, tours.soon(&request.control), solver, request)?;
        (root_bound, cut_rounds, cuts) = (ended.root_bound, ended.rounds, ended.cuts);
        // Sums are integers, in the program twice.
        let bound = ended.bound.map(|bound| sign * bound.div_euclid(2));
        let best =
            ended.best.map(|best| (sign * best.objective / 2, closed(&tour.graph, &tour.endpoints, best.solution)));
        Ok(Case { best, stopped: ended.stop.map(|stop| Stopped { stop, bound }), states: ended.nodes })
    })?;
    Ok(Bounded { searched: searched(known), root_bound, cut_rounds, cuts, proof: None })
}

impl<'a> Tours<'a> {
    /// The task, and its model.
    fn new(puzzle: &'a DieTour, tour: &'a Numbered, paths: &'a PathStates) -> (Self, Setup) {
        let mut model = Model::new("tours");
        let sign = sign(puzzle);
        let weights = weights(tour, paths, sign);
        // With a total, all tours are as good.
        let any = puzzle.objective == Objective::Any || puzzle.total.is_some();
        let objective = if any { vec![0; weights.len()] } else { weights.clone() };
        let relaxation = Relaxation::new(paths, &objective, &mut model);
        let mut over: BTreeMap<(usize, usize), Linear> = BTreeMap::new();
        for (edge, &var) in paths.edges.iter().zip(&relaxation.edges) {
            over.entry(edge.cells()).or_default().push(1, var);
        }
        let mut candidates = Vec::new();
        for (&(a, b), sum) in &over {
            let used = model.binary(format!("y_c{a}_c{b}"));
            model.add(format!("use_c{a}_c{b}"), sum.clone().plus(-1, used).equals(0));
            candidates.push(used);
        }
        let states = &paths.states;
        let starts: Vec<_> = paths.starts.iter().map(|&u| states[u]).zip(relaxation.starts.iter().copied()).collect();
        let ends = paths.ends.iter().map(|&u| states[u]).zip(relaxation.ends.iter().map(|&var| var.into())).collect();
        paths.endpoints.close(&paths.graph, 6, &starts, &ends, &mut model);
        if let Some(total) = puzzle.total {
            // As in `Numbered::objective`.
            let visits = paths.cells() as i64;
            model.add("total", relaxation.twice(&weights).equals(2 * sign * total.clamp(visits - 1, 6 * visits + 1)));
        }
        let edges = over.into_keys().collect();
        let local = LocalCuts::new(paths);
        let tours = Self { puzzle, paths, relaxation, local, weights, edges };
        (tours, Setup { model, candidates, any, unit: 2 * sign })
    }

    /// The sum of a path, if it is a tour.
    fn sum(&self, (start, rolls): &Path) -> Option<i64> {
        let (graph, endpoints) = (&self.paths.graph, &self.paths.endpoints);
        let index = |state: &State| self.paths.states.binary_search(state).ok();
        let mut visited: Vec<State> = vec![*start];
        for &roll in rolls {
            visited.push(graph.roll(visited[visited.len() - 1], roll)?);
        }
        let end = visited[visited.len() - 1];
        self.paths.starts.binary_search(&index(start)?).ok()?;
        self.paths.ends.binary_search(&index(&end)?).ok()?;
        let closing = endpoints.closing_roll(graph, *start, rolls).ok()?;
        if endpoints.restore && closing.and_then(|roll| graph.roll(end, roll)) != Some(*start) {
            return None;
        }
        let sum = visited.iter().map(|state| index(state).map(|u| i64::from(self.weights[u]))).sum::<Option<i64>>()?;
        let total = self.puzzle.total.map(|total| sign(self.puzzle) * total);
        total.is_none_or(|total| total == sum).then_some(sum)
    }

    /// A good tour, if one is found at once.
    fn soon(&self, control: &Control<'_>) -> Option<Found<Path>> {
        let tour = beam::soon(self.puzzle, control)?;
        let cells = self.paths.graph.cells();
        self.along(&tour.cells.into_iter().map(|cell| cells.number(cell)).collect::<Option<Vec<usize>>>()?)
    }

    /// The cells in the order in which a path through all of them passes these edges, if they are one.
    fn order(&self, used: &[bool]) -> Option<Vec<usize>> {
        let mut next = vec![Vec::new(); self.paths.cells()];
        for (&(a, b), _) in self.edges.iter().zip(used).filter(|&(_, &used)| used) {
            next[a].push(b);
            next[b].push(a);
        }
        let mut cells = vec![next.iter().position(|next| next.len() == 1)?];
        loop {
            let (here, before) = (cells[cells.len() - 1], cells.len().checked_sub(2).map(|i| cells[i]));
            let mut on = next[here].iter().filter(|&&cell| Some(cell) != before);
            match (on.next(), on.next()) {
                // A path that came back to one of its cells would pass it with three edges.
                (Some(&cell), None) => cells.push(cell),
                (None, None) => break,
                _ => return None,
            }
        }
        let edges = used.iter().filter(|&&used| used).count();
        (cells.len() == self.paths.cells() && edges + 1 == cells.len()).then_some(cells)
    }

    /// The best tour that passes the cells in this order.
    fn along(&self, cells: &[usize]) -> Option<Found<Path>> {
        let rolls: Option<Vec<Direction>> =
            cells.windows(2).map(|pair| self.paths.graph.cells().direction(pair[0], pair[1])).collect();
        let rolls = rolls?;
        let starts = self.paths.starts.iter().map(|&u| self.paths.states[u]).filter(|start| start.cell() == cells[0]);
        let tours = starts.filter_map(|start| {
            let path = (start, rolls.clone());
            Some(Found { objective: 2 * self.sum(&path)?, solution: path })
        });
        tours.max_by_key(|found| found.objective)
    }
}

impl Task for Tours<'_> {
    type Cut = Row;
    type Solution = Path;

    fn violated(&self, point: &Optimum) -> Vec<Row> {
        self.relaxation.violated(&self.local, point)
    }

    fn row(&self, cut: &Row) -> LinearConstraint {
        self.relaxation.row(cut)
    }

    fn best_of(&self, used: &[bool]) -> Option<Found<Path>> {
        let mut cells = self.order(used)?;
        let there = self.along(&cells);
        cells.reverse();
        there.into_iter().chain(self.along(&cells)).max_by_key(|found| found.objective)
    }

    fn guess(
        &self,
        duals: &[f64],
        cuts: &mut dyn Iterator<Item = (&Row, f64)>,
        request: &Request<'_>,
    ) -> Option<Found<Path>> {
        let steps = Steps::new(self.paths)?;
        let prices = Prices::new(self.paths, &self.weights, &self.relaxation.duals(duals, cuts));
        let program = Program { steps: &steps, weights: &self.weights, prices: &prices };
        let mut best: Option<Found<Path>> = None;
        for beam in BEAMS {
            let target = best.as_ref().map(|best| best.objective / 2 + 1);
            let Ok(ran) = program.run::<Best>(Aim { target, beam: Some(beam), path: true, ..Aim::default() }, request)
            else {
                break;
            };
            let path = ran.choices.and_then(|choices| steps.path(&choices));
            match path.and_then(|path| Some(Found { objective: 2 * self.sum(&path)?, solution: path })) {
                Some(found) => best = Some(found),
                None if best.is_some() => break,
                // A narrow beam may lose every tour. Without a fixed start, a path that it finds need not close.
                None => {}
            }
        }
        best
    }
}
