//! `time-expanded`: a path through layers of (cell, orientation), one layer per step.
//!
//! Sets: layers t ∈ 0..C of states u = (c, o), c ∈ 0..C, o ∈ 0..24, that are reachable from a start state in t rolls and
//! from which C − 1 − t further rolls lead to a goal state (a fixed start cell is not entered again; the last layer of a closed tour is
//! next to a start cell). Only states are there whose face may be on top. Colour and orientation class change with every roll, so a fixed
//! start leaves half of the cells and half of the orientations in each layer.
//!
//! Variables, all in {0, 1}: `s[u]` the tour starts in u; `a[t,u,d]` roll t leads from u in direction d.
//!
//! ```text
//! opt  Σ_u w(u) · s[u] + Σ w(head of a) · a          w(u) what the face on top counts
//! (1)  Σ_u s[u] = 1
//! (2)  Σ_{u on c} s[u] + Σ_{a into c} a = 1          each cell c
//! (3)  inflow of u in layer t = outflow of u         each u, t < C − 1; the inflow in layer 0 is s[u]
//! (4)  Σ_{u on c} s[u] ≤ inflow of the last layer next to c              closed: each start cell c
//! (5)  s[u] ≤ inflow of the last layer one roll before u                 restored: each start state u
//! ```
//! Size: at most 24·|start cells| + 96·C·(C − 1) variables; about a sixth of it for a fixed start.

use crate::numbered::Numbered;
use crate::{DieTour, LAYERED_UP_TO, Tour};
use tumble_model::model::{Assignment, Linear, Model, Var};
use tumble_puzzles::puzzle::{Encoding, Formulation, Has};
use tumble_rolling::{LayeredFlow, Layers, State, chosen};

pub(super) const ENCODING: Encoding<DieTour> = Encoding::new(
    "time-expanded",
    "a path through layers of (cell, orientation), pruned both ways: best on small boards",
    |puzzle: &DieTour, _| {
        let c = puzzle.board.free_cells().count() as u128;
        24 * c + 96 * c * (c - 1)
    },
    |puzzle, _, model| build(puzzle, model).into(),
)
.ranked(
    |puzzle, _| if puzzle.start_cell.is_some() && puzzle.board.free_cells().count() <= LAYERED_UP_TO { 2 } else { 0 },
);

fn build(puzzle: &DieTour, mut model: Model) -> Formulation<Tour> {
    let tour = Numbered::new(puzzle);
    let graph = &tour.graph;
    let layers = layers(&tour);
    model.explain("s_cC_oO", "the tour starts on cell C in orientation O");
    let starts: Vec<(State, Var)> =
        layers.at(0).iter().map(|state| (state, model.binary(format!("s_{state}")))).collect();
    model.block("(1) the tour starts once");
    model.add("one_start", Linear::sum(starts.iter().map(|&(_, start)| start)).equals(1));
    model.block("(3) what enters a state leaves it");
    let mut flow = LayeredFlow::new(starts.iter().map(|&(state, start)| (state, start.into())));
    for t in 1..tour.visits() {
        flow.step(graph, &mut model, |head| layers.at(t).contains(head), |_, _| None);
    }
    let mut visits = vec![Linear::new(); tour.visits()];
    let mut sum = Linear::new();
    let arcs = flow.rolls().iter().flatten().map(|&(arc, var)| (arc.head, var));
    for (state, var) in starts.iter().copied().chain(arcs) {
        visits[state.cell()].push(1, var);
        sum.push(tour.value(state), var);
    }
    model.block("(2) each cell is visited once");
    for (c, visits) in visits.into_iter().enumerate() {
        model.add(format!("visit_c{c}"), visits.equals(1));
    }
    tour.endpoints.close(graph, 4, &starts, flow.entering(), &mut model);
    tour.objective(&mut model, sum);
    let distinct: Vec<Var> = starts.iter().map(|&(_, start)| start).chain(flow.variables()).collect();
    Formulation::new(model, Has::All, Box::new(move |assignment| decode(&tour, &starts, &flow, assignment)))
        .distinguished_by(distinct)
}

fn layers(tour: &Numbered) -> Layers {
    let Numbered { graph, endpoints, .. } = tour;
    let starts = endpoints.start.states(graph);
    let layers = Layers::from(graph, starts, tour.visits() - 1, |c| endpoints.may_enter(c));
    let is_near = |end: State| !endpoints.closed || endpoints.is_next_to_a_start(graph, end.cell());
    layers.leading_to(graph, |end| endpoints.goal.contains(end) && is_near(end))
}

fn decode(
    tour: &Numbered,
    starts: &[(State, Var)],
    flow: &LayeredFlow,
    assignment: &Assignment,
) -> Result<Tour, String> {
    let start = chosen(starts, assignment).ok_or("the tour has no start")?;
    let mut rolls = flow.path(start, assignment);
    rolls.extend(tour.endpoints.closing_roll(&tour.graph, start, &rolls)?);
    Ok(tour.tour(start, &rolls))
}
