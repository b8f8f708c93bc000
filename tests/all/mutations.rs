//! The verifier is given tours with one error, and random walks; it must accept exactly the tours.

use crate::common;
use proptest::prelude::*;
use serde_json::{Value, json};
use tumble::solve::{CheckError, Method, Problem};

/// Solved instances of each variant, with their solutions.
fn solved() -> Vec<(Problem, Value)> {
    let texts = [
        common::corner(3, 3, "max", ""),
        common::corner(4, 4, "min", ""),
        common::corner(4, 3, "max", "closed = true"),
        common::corner(4, 4, "max", "closed = true\nrestore-orientation = true"),
        common::random(3, &[("columns", "5"), ("rows", "4"), ("blocked", "3")]),
        "puzzle = \"die-tour\"\n[board]\ncolumns = 3\nrows = 3\n".to_owned(),
    ];
    let solve = |text: String| {
        let problem = common::problem(&text);
        let solution = common::run(&problem, Method::SEARCH, None).solution.unwrap();
        (problem, solution)
    };
    texts.into_iter().map(solve).collect()
}

fn breaks_a_rule(problem: &Problem, solution: &Value) -> bool {
    matches!(common::verify(problem, solution), Err(CheckError::Breach(_)))
}

#[test]
fn solutions_keep_the_rules() {
    for (problem, solution) in solved() {
        assert!(common::verify(&problem, &solution).is_ok());
    }
}

#[test]
fn every_change_of_one_number_is_rejected() {
    for (problem, solution) in solved() {
        let cells = solution["cells"].as_array().unwrap().len();
        for i in 0..cells {
            for wrong in (1..=6).filter(|top| solution["tops"][i] != json!(top)) {
                let mut mutated = solution.clone();
                mutated["tops"][i] = json!(wrong);
                assert!(breaks_a_rule(&problem, &mutated), "top {i} as {wrong}");
            }
            for (axis, by) in [(0, 1), (0, -1), (1, 1), (1, -1)] {
                let mut mutated = solution.clone();
                mutated["cells"][i][axis] = json!(mutated["cells"][i][axis].as_i64().unwrap() + by);
                assert!(breaks_a_rule(&problem, &mutated), "cell {i}");
            }
        }
        for by in [1, -1, 7] {
            let mut mutated = solution.clone();
            mutated["total"] = json!(solution["total"].as_i64().unwrap() + by);
            assert!(breaks_a_rule(&problem, &mutated));
        }
    }
}

#[test]
fn every_change_of_one_move_is_rejected() {
    for (problem, solution) in solved() {
        let moves = solution["moves"].as_str().unwrap().to_owned();
        for i in 0..moves.len() {
            for letter in ["N", "E", "S", "W", "X"] {
                let mutated = format!("{}{letter}{}", &moves[..i], &moves[i + 1..]);
                if mutated != moves {
                    let mut tour = solution.clone();
                    tour["moves"] = json!(mutated);
                    assert!(breaks_a_rule(&problem, &tour), "{moves} as {mutated}");
                }
            }
            let mut shorter = solution.clone();
            shorter["moves"] = json!(format!("{}{}", &moves[..i], &moves[i + 1..]));
            assert!(breaks_a_rule(&problem, &shorter));
        }
        let mut longer = solution.clone();
        longer["moves"] = json!(format!("{moves}N"));
        assert!(breaks_a_rule(&problem, &longer));
    }
}

#[test]
fn a_start_that_the_model_does_not_allow_is_rejected() {
    for (problem, solution) in solved().into_iter().take(5) {
        let mut turned = solution.clone();
        turned["start"]["die"] = json!({ "top": 6, "north": 5, "east": 3 });
        assert!(breaks_a_rule(&problem, &turned));
        let mut moved = solution.clone();
        moved["start"]["cell"] = json!([1, 1]);
        assert!(breaks_a_rule(&problem, &moved));
    }
}

#[test]
fn what_is_no_tour_at_all_is_bad_input_not_a_breach() {
    let (problem, solution) = solved().remove(0);
    let mut impossible_die = solution.clone();
    impossible_die["start"]["die"] = json!({ "top": 1, "north": 6, "east": 3 });
    let mut extra = solution.clone();
    extra["speed"] = json!(3);
    for bad in [json!(null), json!([]), json!({}), impossible_die, extra] {
        assert!(matches!(common::verify(&problem, &bad), Err(CheckError::Malformed(_))), "{bad}");
    }
}

/// A die as a permutation of six faces, in the order top, bottom, north, south, east, west.
fn rolled(f: [i64; 6], letter: char) -> [i64; 6] {
    let [t, b, n, s, e, w] = f;
    match letter {
        'N' => [s, n, t, b, e, w],
        'S' => [n, s, b, t, e, w],
        'E' => [w, e, n, s, t, b],
        _ => [e, w, n, s, b, t],
    }
}

proptest! {
    /// Correctly recorded random walks are accepted exactly if they visit each cell once.
    #[test]
    fn random_walks_are_accepted_exactly_when_they_are_tours(walk in "[NESW]{5}", turn in 0..3usize) {
        let problem = common::problem(&common::corner(3, 2, "max", ""));
        // Random letters hardly ever make a tour; some tries are tours by construction.
        let walk = match turn { 0 => "NEESW".to_owned(), 1 => "EENWW".to_owned(), _ => walk };
        let (mut x, mut y, mut faces) = (0i64, 0i64, [1, 6, 2, 5, 3, 4]);
        let (mut cells, mut tops) = (vec![[0, 0]], vec![1]);
        for letter in walk.chars() {
            let (dx, dy) = match letter { 'N' => (0, 1), 'S' => (0, -1), 'E' => (1, 0), _ => (-1, 0) };
            (x, y, faces) = (x + dx, y + dy, rolled(faces, letter));
            cells.push([x, y]);
            tops.push(faces[0]);
        }
        let on_board = cells.iter().all(|&[x, y]| (0..3).contains(&x) && (0..2).contains(&y));
        let distinct = cells.iter().collect::<std::collections::BTreeSet<_>>().len() == 6;
        let total: i64 = tops.iter().sum();
        let start = json!({ "cell": [0, 0], "die": { "top": 1, "north": 2, "east": 3 } });
        let tour = json!({ "moves": walk, "start": start, "cells": cells, "tops": tops, "total": total });
        prop_assert_eq!(common::verify(&problem, &tour).is_ok(), on_board && distinct);
    }
}
