//! The proof that `lp-frontier` leaves: for each case the prices of the run that found no better tour. `frontier_check/` reads it.
//!
//! ```text
//! { "instance": what it is about,
//!   "cases": [ { "scale":  how many units are a half of the sum,
//!                "cells":  [[x, y, μ], …]                              cells that are not listed have μ = 0
//!                "states": [[x, y, top, north, east, σ], …]            states that are not listed have σ = 0
//!                "cuts":   [{ "price": π, "cell": [x, y] of k, "states": A, as indices of "states" }, …] }, … ] }
//! ```

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::geometry::Place;
use crate::puzzle::die_tour::DieTour;
use crate::puzzle::die_tour::frontier::Prices;
use crate::rolling::PathStates;

/// The proof by the prices of all cases.
pub(super) fn proof(puzzle: &DieTour, cases: &[(PathStates, Prices)]) -> Value {
    let cases: Vec<Value> = cases.iter().map(|(paths, prices)| case(paths, prices)).collect();
    json!({ "instance": puzzle.described(), "cases": cases })
}

fn case(paths: &PathStates, prices: &Prices) -> Value {
    let in_cuts = prices.cuts.iter().flat_map(|(cut, _)| cut.others.iter().copied());
    let with_sigma = (0..paths.states.len()).filter(|&u| prices.sigma[u] > 0);
    let listed: Vec<usize> = in_cuts.chain(with_sigma).collect::<BTreeSet<usize>>().into_iter().collect();
    let cell = |c: usize| paths.graph.cells().cells()[c];
    let states = listed.iter().map(|&u| {
        let (cell, die) = paths.graph.placed(paths.states[u]);
        let [north, east] = [Place::North, Place::East].map(|place| die.face(place));
        json!([cell.x, cell.y, die.top(), north, east, prices.sigma[u]])
    });
    let cells = prices.cells.iter().enumerate().map(|(c, price)| json!([cell(c).x, cell(c).y, price]));
    let cuts = prices.cuts.iter().map(|(cut, price)| {
        let set: Vec<usize> = cut.others.iter().filter_map(|u| listed.binary_search(u).ok()).collect();
        json!({ "price": price, "cell": [cell(cut.k).x, cell(cut.k).y], "states": set })
    });
    json!({
        "scale": prices.scale,
        "cells": cells.collect::<Vec<_>>(),
        "states": states.collect::<Vec<_>>(),
        "cuts": cuts.collect::<Vec<_>>(),
    })
}
