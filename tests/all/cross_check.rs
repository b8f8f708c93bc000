//! Every encoding on every backend against direct search, on instances with and without a tour.

#![cfg_attr(
    not(all(feature = "highs", feature = "cbc")),
    allow(dead_code, unused_imports, reason = "most of it is for MILP solvers")
)]

use std::collections::BTreeSet;

use crate::common;
use tumble::report::Status;
use tumble::solve::Method;

/// Hand-made instances: each variant of the puzzle, and the smallest boards.
fn hand_made() -> Vec<String> {
    let start = |cell: &str, die: &str| format!("[start]\n{cell}\n{die}\n");
    let board = |text: &str| format!("puzzle = \"die-tour\"\n{text}\n");
    let mut list = vec![
        // Boards of one and two cells.
        common::corner(1, 1, "max", ""),
        common::corner(1, 1, "max", "closed = true"),
        common::corner(2, 1, "min", ""),
        common::corner(1, 2, "max", "closed = true"),
        common::corner(2, 1, "max", "closed = true\nrestore-orientation = true"),
        common::corner(5, 1, "min", ""),
        // Closed, restored, impossible.
        common::corner(1, 1, "min", "closed = true\nrestore-orientation = true"),
        common::corner(1, 2, "min", "closed = true\nrestore-orientation = true"),
        common::corner(3, 1, "any", "closed = true\nrestore-orientation = true"),
        common::corner(3, 2, "max", "closed = true\nrestore-orientation = true"),
        common::corner(2, 2, "max", "closed = true"),
        common::corner(2, 2, "any", "closed = true\nrestore-orientation = true"),
        common::corner(4, 2, "max", "closed = true"),
        common::corner(4, 2, "min", "closed = true\nrestore-orientation = true"),
        common::corner(3, 3, "max", "closed = true"),
        // Exact totals, reached and not.
        common::corner(3, 2, "any", "total = 19"),
        common::corner(3, 3, "min", "total = 31"),
        common::corner(3, 3, "any", "total = 26"),
        common::corner(2, 2, "max", "total = -1000000000000"),
        common::corner(3, 2, "any", "total = 9223372036854775807"),
        // The 3×3 board and its two kinds of start.
        common::corner(3, 3, "max", ""),
        common::corner(3, 3, "min", ""),
        common::corner(3, 3, "max", "").replace("[0, 0]", "[1, 0]"),
        common::corner(4, 3, "max", ""),
        // Not connected; too many dead ends.
        board("[board]\nmap = \"\"\"\n. # .\n. # .\n\"\"\""),
        board("[board]\nmap = \"\"\"\n# . #\n. . .\n# . #\n\"\"\""),
    ];
    // Free starts, free dice, partial dice of both hands.
    let two_by_two = "[board]\ncolumns = 2\nrows = 2";
    list.push(board(two_by_two));
    list.push(board(&format!(
        "objective = \"max\"\n{two_by_two}\n{}",
        start("", "die = { top = 1, north = 2, east = 3 }")
    )));
    list.push(board(&format!("objective = \"min\"\n{two_by_two}\n[tour]\nclosed = true")));
    list.push(board(&format!("{two_by_two}\n[tour]\nclosed = true\nrestore-orientation = true")));
    list.push(board(&format!("{two_by_two}\n{}", start("", "die = { top = 6 }\nhandedness = \"left\""))));
    let three_by_two = "[board]\ncolumns = 3\nrows = 2";
    list.push(board(&format!("{three_by_two}\n{}", start("cell = [1, 1]", ""))));
    list.push(board(&format!("{three_by_two}\n{}", start("cell = [2, 0]", "die = { bottom = 4, west = 1 }"))));
    list.push(board(&format!("{three_by_two}\n{}", start("", "die = { top = 2, south = 3, west = 1 }"))));
    list
}

/// Random ones, half of them without a tour.
fn random() -> Vec<String> {
    let sizes = [
        ("3", "3", "1"),
        ("4", "2", "1"),
        ("4", "3", "3"),
        ("3", "4", "2"),
        ("5", "2", "2"),
        ("4", "4", "2"),
        ("4", "4", "3"),
        ("4", "4", "4"),
    ];
    let mut list = Vec::new();
    for (i, (columns, rows, blocked)) in sizes.into_iter().enumerate() {
        let seed = i as u64;
        let board = [("columns", columns), ("rows", rows), ("blocked", blocked)];
        let objective = if i % 2 == 0 { ("objective", "max") } else { ("objective", "min") };
        let with = |more: &[(&'static str, &'static str)]| [&board[..], &[objective], more].concat();
        list.push(common::random(seed, &with(&[])));
        list.push(common::random(seed, &with(&[("unsolvable", "")])));
        list.push(common::random(seed, &with(&[("closed", ""), ("unsolvable", "")])));
    }
    list
}

fn agrees_with_search(encoding: &str, backend: &str) {
    // CBC takes the longest by far: it gets every third instance.
    let step = if backend == "cbc" { 3 } else { 1 };
    let backend = Method::named(backend).unwrap();
    let (hand_made, random) = (hand_made(), random());
    let is_small = |text: &&String| ["rows = 3", "columns = 4", ". # ."].iter().all(|large| !text.contains(large));
    let small = hand_made.iter().filter(is_small).cloned().collect();
    let instances: Vec<String> = common::cases(small, [&hand_made[..], &random].concat());
    let (mut feasible, mut infeasible) = (0, 0);
    for text in instances.into_iter().step_by(step) {
        let problem = common::problem(&text);
        let search = common::run(&problem, Method::SEARCH, None);
        let milp = common::run(&problem, backend, Some(encoding));
        assert_eq!((milp.status, milp.objective), (search.status, search.objective), "{encoding} on\n{text}");
        match search.status {
            Status::Optimal => feasible += 1,
            Status::Infeasible => infeasible += 1,
            other => panic!("{other:?}"),
        }
    }
    let needed = common::cases(6, 12) / step;
    assert!(feasible >= needed && infeasible >= needed, "{feasible} feasible, {infeasible} infeasible");
}

macro_rules! against_search {
    ($($name:ident: $encoding:literal on $backend:literal;)*) => {
        $(
            #[test]
            #[cfg(feature = $backend)]
            fn $name() {
                agrees_with_search($encoding, $backend);
            }
        )*
        /// The encodings of these tests.
        const AGAINST_SEARCH: &[&str] = &[$($encoding),*];
    };
}

against_search! {
    arc_cuts_on_highs: "arc-cuts" on "highs";
    arc_flow_on_highs: "arc-flow" on "highs";
    arc_mtz_on_highs: "arc-mtz" on "highs";
    arc_multiflow_on_highs: "arc-multiflow" on "highs";
    cp_circuit_on_highs: "cp-circuit" on "highs";
    cp_table_on_highs: "cp-table" on "highs";
    edge_cuts_on_highs: "edge-cuts" on "highs";
    edge_flow_on_highs: "edge-flow" on "highs";
    product_cuts_on_highs: "product-cuts" on "highs";
    product_multiflow_on_highs: "product-multiflow" on "highs";
    time_expanded_on_highs: "time-expanded" on "highs";
    time_indexed_on_highs: "time-indexed" on "highs";
    strengthened_arc_cuts_on_highs: "arc-cuts+twocycles" on "highs";
    strengthened_arc_flow_on_highs: "arc-flow+squares+twocycles" on "highs";
    strengthened_arc_mtz_on_highs: "arc-mtz+squares+twocycles" on "highs";
    strengthened_arc_multiflow_on_highs: "arc-multiflow+twocycles" on "highs";
    arc_flow_on_cbc: "arc-flow" on "cbc";
    arc_mtz_on_cbc: "arc-mtz" on "cbc";
    cp_circuit_on_cbc: "cp-circuit" on "cbc";
    cp_table_on_cbc: "cp-table" on "cbc";
    edge_cuts_on_cbc: "edge-cuts" on "cbc";
    edge_flow_on_cbc: "edge-flow" on "cbc";
    product_cuts_on_cbc: "product-cuts" on "cbc";
    time_expanded_on_cbc: "time-expanded" on "cbc";
    time_indexed_on_cbc: "time-indexed" on "cbc";
}

/// A new encoding has to be added to the list above.
#[test]
fn every_encoding_is_tested() {
    let encodings: BTreeSet<&str> = (common::entry("die-tour").encodings)().iter().map(|e| e.name).collect();
    let tested = AGAINST_SEARCH.iter().map(|name| name.split('+').next().unwrap()).collect();
    assert_eq!(encodings, tested);
}
