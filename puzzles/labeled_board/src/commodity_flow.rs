//! `commodity-flow`: an Eulerian walk on the graph of (cell, orientation), as an integer flow that a commodity keeps connected: a complete
//! model, without cuts.
//!
//! Sets, variables and constraints (1) to (3), (5), (6) are those of `euler_walk.rs`. The trail carries one unit of a commodity from its start
//! to each labeled cell, over arcs that it uses; so all labeled cells are connected to the start.
//!
//! Variables: `f[u,d]` ∈ 0..=L what the arc (u, d) carries. If x and s are given it is a flow with integral capacities, so there is an
//! integral one if there is any: it may be continuous.
//!
//! ```text
//! (4a) f[u,d] ≤ L · x[u,d]                                                 each arc (u, d)
//! (4b) L·s[u] + Σ f into u = Σ f out of u                                  each state u on a free cell
//!      L·s[u] + Σ f into u = Σ f out of u + s[u] + Σ x into u              each state u on a labeled cell; closed: without s[u]
//! ```
//! In (4a), L − 1 replaces L where u is on a labeled cell and the tour is open: the cell has taken its unit. Size: at most 240·C
//! variables; 146·C + 2 rows, 24·C more if the orientation is restored.
//!
//! Source: B. Gavish and S. C. Graves, *The travelling salesman problem and related problems*, 1978, for tours.

use std::collections::BTreeMap;

use super::euler_walk::Network;
use super::label_graph::Numbered;
use super::{LabeledBoard, Trail, euler_walk};
use tumble_model::model::{Linear, Model};
use tumble_puzzles::puzzle::{Encoding, Formulation};
use tumble_rolling::State;

pub(super) const ENCODING: Encoding<LabeledBoard> = Encoding::new(
    "commodity-flow",
    "an Eulerian walk as an integer flow on the graph of (cell, orientation), kept connected by a commodity: no cuts",
    |puzzle: &LabeledBoard, _| euler_walk::size(puzzle) + 96 * puzzle.board.free_cells().count() as u128,
    |puzzle, _, model| build(puzzle, model).into(),
)
.fitting(LabeledBoard::has_no_order)
.ranked(|_, _| 0);

fn build(puzzle: &LabeledBoard, model: Model) -> Formulation<Trail> {
    let board = Numbered::new(puzzle);
    let (mut model, network) = euler_walk::build(puzzle, &board, model);
    connect(&network, &mut model);
    Formulation::new(
        model,
        puzzle.has_by_arcs(),
        Box::new(move |assignment| euler_walk::decode(&board, &network, assignment)),
    )
}

/// Rows (4).
fn connect(network: &Network, model: &mut Model) {
    model.explain(
        "f_cC_oO_D",
        "what is carried from cell C and orientation O in direction D to labeled cells that come later",
    );
    let labels = network.labeled.iter().filter(|&&labeled| labeled).count() as i64;
    // What a cell takes from a trail that starts in it, or that enters it.
    let taken = |state: State| i64::from(network.labeled[state.cell()]);
    let taken_at_start = |state: State| if network.closed { 0 } else { taken(state) };
    let mut balance: BTreeMap<State, Linear> = BTreeMap::new();
    for (&state, &start) in &network.starts {
        balance.entry(state).or_default().push(labels - taken_at_start(state), start);
    }
    model.block("(4) the trail carries a unit from its start to each labeled cell");
    for arc in &network.arcs {
        let carried = model.implied_integer(format!("f_{}", arc.roll), 0..=labels);
        let most = labels - taken_at_start(arc.roll.tail);
        model.add(format!("carry_{}", arc.roll), Linear::from(carried).plus(-most, arc.var).at_most(0));
        balance.entry(arc.roll.tail).or_default().push(-1, carried);
        let into = balance.entry(arc.roll.head).or_default();
        into.push(1, carried);
        into.push(-taken(arc.roll.head), arc.var);
    }
    for (state, sum) in balance {
        model.add(format!("supply_{state}"), sum.equals(0));
    }
}
