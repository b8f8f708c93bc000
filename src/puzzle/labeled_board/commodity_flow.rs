//! `commodity-flow`: an Eulerian walk on the graph of (cell, orientation), as an integer flow that a commodity keeps connected: a complete
//! model, without cuts.
//!
//! Sets, variables and constraints (1) to (3), (5), (6) are those of `euler_walk.rs`. The trail carries one unit of a commodity from its start
//! to each labeled cell, over arcs that it uses; so all labeled cells are connected to the start.
//!
//! Variables: `f[u,d]` ∈ 0..=L what the arc (u, d) carries, `g[u]` ∈ 0..=L what starts in u. If x and s are given, they are a flow with
//! integral capacities, so there are integral ones if there are any: they may be continuous.
//!
//! ```text
//! (4a) f[u,d] ≤ L · x[u,d]                                                 each arc (u, d)
//! (4b) g[u] ≤ L · s[u]                                                     each start state u
//! (4c) g[u] + Σ f into u = Σ f out of u                                    each state u on a free cell
//!      g[u] + Σ f into u = Σ f out of u + s[u] + Σ x into u                each state u on a labeled cell; closed: without s[u]
//! ```
//! Size: at most 264·C variables; 170·C + 2 rows, 24·C more if the orientation is restored.
//!
//! Source: B. Gavish and S. C. Graves, *The travelling salesman problem and related problems*, 1978, for tours.

use std::collections::BTreeMap;

use super::network::Network;
use super::numbered::Numbered;
use super::{LabeledBoard, Trail, euler_walk};
use crate::model::{Linear, Model, Var};
use crate::puzzle::{Encoding, Formulation};
use crate::rolling::State;

pub(super) const ENCODING: Encoding<LabeledBoard> = Encoding::new(
    "commodity-flow",
    "an Eulerian walk as an integer flow on the graph of (cell, orientation), kept connected by a commodity: no cuts",
    |puzzle: &LabeledBoard, _| euler_walk::size(puzzle) + 120 * puzzle.board.free_cells().count() as u128,
    |puzzle, _| build(puzzle).into(),
)
.ranked(|_, _| 0);

fn build(puzzle: &LabeledBoard) -> Formulation<Trail> {
    let board = Numbered::new(puzzle);
    let (mut model, network) = euler_walk::build(puzzle, &board);
    connect(&network, &mut model);
    Formulation::new(model, Box::new(move |assignment| euler_walk::decode(&board, &network, assignment)))
}

/// Rows (4).
fn connect(network: &Network, model: &mut Model) {
    model.explain(
        "f_cC_oO_D",
        "what is carried from cell C and orientation O in direction D to labeled cells that come later",
    );
    model.explain("g_cC_oO", "what is carried away from the start on cell C in orientation O");
    let most = network.labeled.iter().filter(|&&labeled| labeled).count() as i64;
    let mut balance: BTreeMap<State, Linear> = BTreeMap::new();
    let starts = network.starts.iter().map(|(&state, &start)| (None, state, state.to_string(), start));
    let arcs = network.arcs.iter().map(|arc| (Some(arc.roll.tail), arc.roll.head, arc.roll.to_string(), arc.var));
    model.block("(4) the trail carries a unit from its start to each labeled cell");
    for (tail, head, name, used) in starts.chain(arcs) {
        let (what, limit) = if tail.is_some() { ("f", "carry") } else { ("g", "begin") };
        let carried: Var = model.implied_integer(format!("{what}_{name}"), 0..=most);
        model.add(format!("{limit}_{name}"), Linear::from(carried).plus(-most, used).at_most(0));
        if let Some(tail) = tail {
            balance.entry(tail).or_default().push(-1, carried);
        }
        let into = balance.entry(head).or_default();
        into.push(1, carried);
        if network.labeled[head.cell()] && (tail.is_some() || !network.closed) {
            into.push(-1, used);
        }
    }
    for (state, sum) in balance {
        model.add(format!("supply_{state}"), sum.equals(0));
    }
}
