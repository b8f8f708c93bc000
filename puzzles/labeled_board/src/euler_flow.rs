//! `euler-flow`: an Eulerian walk on the graph of (cell, orientation), as an integer flow that the cuts (4) keep connected.
//!
//! Sets, variables and constraints (1) to (3), (5), (6) are those of `euler_walk.rs`.
//!
//! ```text
//! (4)  Σ x into W + Σ_{u ∈ W} s[u] ≥ visits of W on c                      sets W of states, labeled cells c: when violated
//! ```
//! The visits of W on c are the sum of (3) over the states of W. Size: that of `euler_walk.rs`.
//!
//! Source: the cuts are the generalised subtour eliminations of the prize-collecting travelling salesman (Balas 1989).

use super::label_graph::Numbered;
use super::{LabeledBoard, Trail, connect, euler_walk};
use tumble_model::model::Model;
use tumble_puzzles::puzzle::{Cuts, Encoding, Formulation};

pub(super) const ENCODING: Encoding<LabeledBoard> = Encoding::new(
    "euler-flow",
    "an Eulerian walk as an integer flow on the graph of (cell, orientation), with connectivity cuts added when violated",
    |puzzle: &LabeledBoard, _| euler_walk::size(puzzle),
    |puzzle, _, model| build(puzzle, model).into(),
)
.with_cuts()
.fitting(LabeledBoard::has_no_order)
.with_tight_relaxation();

fn build(puzzle: &LabeledBoard, model: Model) -> Formulation<Trail> {
    let board = Numbered::new(puzzle);
    let (model, network) = euler_walk::build(puzzle, &board, model);
    let [integral, relaxed] = std::array::from_fn(|_| network.clone());
    Formulation::new(
        model,
        puzzle.has_by_arcs(),
        Box::new(move |assignment| euler_walk::decode(&board, &network, assignment)),
    )
    .with_separate(Box::new(move |assignment| connect::violated(&integral, assignment)))
    .with_cuts(Cuts::new(relaxed, connect::violated_by_relaxation, connect::row))
}
