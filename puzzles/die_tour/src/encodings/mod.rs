//! The encodings of a die tour, one file each; `arcs.rs`: what the encodings as arcs share, the path and the strengthenings;
//! `catalogue/`: those that nothing chooses by itself.

mod arc_flow;
mod arcs;
/// Encodings that nothing chooses by itself: they are there to be compared.
mod catalogue {
    pub(super) mod arc_cuts;
    pub(super) mod arc_mtz;
    pub(super) mod arc_multiflow;
    pub(super) mod product_cuts;
    pub(super) mod product_multiflow;
    pub(super) mod time_indexed;
}
mod cp_circuit;
mod cp_table;
mod edge_cuts;
mod edge_flow;
mod time_expanded;

use super::DieTour;
use catalogue::{arc_cuts, arc_mtz, arc_multiflow, product_cuts, product_multiflow, time_indexed};
use tumble_puzzles::puzzle::Encoding;

pub(super) const ALL: &[Encoding<DieTour>] = &[
    arc_cuts::ENCODING,
    arc_flow::ENCODING,
    arc_mtz::ENCODING,
    arc_multiflow::ENCODING,
    cp_circuit::ENCODING,
    cp_table::ENCODING,
    edge_cuts::ENCODING,
    edge_flow::ENCODING,
    product_cuts::ENCODING,
    product_multiflow::ENCODING,
    time_expanded::ENCODING,
    time_indexed::ENCODING,
];

/// For encodings that have cells and orientations apart.
fn shows_anything(puzzle: &DieTour) -> Result<(), &'static str> {
    if !puzzle.shows_anything() {
        Err("which faces may be on top depends on the cell, and the encoding has cells and orientations apart")
    } else if puzzle.values.weights.is_some() {
        Err("what a face counts depends on the cell, and the encoding has cells and orientations apart")
    } else {
        Ok(())
    }
}
