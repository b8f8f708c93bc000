//! The encodings of a die tour, one file each; `arcs.rs`: what the encodings as arcs share, the path and the strengthenings.

mod arc_cuts;
mod arc_flow;
mod arc_mtz;
mod arc_multiflow;
mod arcs;
mod cp_circuit;
mod cp_table;
mod edge_cuts;
mod edge_flow;
mod product_cuts;
mod product_multiflow;
mod time_expanded;
mod time_indexed;

use super::DieTour;
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
