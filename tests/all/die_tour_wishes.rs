//! Die tours with labels, faces that must not show and goals: a fact of a source, and random ones as they are wished.

use tumble::control::Request;
use tumble::puzzle::Which;

use crate::common::{self, cases, problem};

/// Gardner's puzzle: from corner to corner along the north side, one face on top at both ends and nowhere between.
#[test]
fn one_tour_of_the_chess_board_hides_a_face_between_its_ends() {
    let text = |side: usize| {
        let last = side - 1;
        format!(
            "puzzle = \"die-tour\"\nobjective = \"any\"\n[board]\ncolumns = {side}\nrows = {side}\n[start]\ncell = [0, {last}]\n\
             die = {{ top = 1 }}\n[goal]\ncell = [{last}, {last}]\ndie = {{ top = 1 }}\n[tour]\nnever-between = [1]\n"
        )
    };
    for side in 3..=7 {
        let count = common::count(&problem(&text(side)), Which::All, &Request::unlimited());
        assert!(count.extent.is_all() && count.solutions == 0u32.into(), "{side} {count:?}");
    }
    let count = common::count(&problem(&text(8)), Which::All, &Request::unlimited());
    // The die may be turned about its top face at the start: the tour is the same for each of the four sides that may be in the north.
    assert!(count.extent.is_all() && count.solutions > 0u32.into(), "{count:?}");
}

#[test]
fn random_tours_are_as_they_are_wished() {
    let options = [("columns", "4"), ("rows", "3"), ("labels", "4"), ("goal", ""), ("never", "5"), ("unique", "")];
    for seed in 0..cases(10, 100) {
        let text = common::random_of("die-tour", seed, &options);
        let map = text.split("\"\"\"").nth(1).unwrap();
        assert_eq!(map.matches(|symbol: char| symbol.is_ascii_digit()).count(), 4, "{text}");
        assert!(text.contains("[goal]") && text.contains("never = [5]"), "{text}");
        let count = common::count(&problem(&text), Which::Best, &Request::unlimited());
        assert!(count.extent.is_all() && count.solutions == 1u32.into(), "{count:?} {text}");
    }
}

#[test]
fn what_is_out_of_reach_is_counted_from_the_start() {
    let with = |start: &str| format!("puzzle = \"die-tour\"\n[board]\nmap = \". # . .\"\n{start}");
    for (start, says) in [
        ("[start]\ncell = [3, 0]\n", "1 of 3 are out of reach from [3, 0]"),
        ("[start]\ncell = [0, 0]\n", "2 of 3 are out of reach from [0, 0]"),
        ("", "2 of 3 are out of reach from [0, 0]"),
    ] {
        let why = problem(&with(start)).instance.infeasible_because().unwrap();
        assert!(why.ends_with(says), "{why}");
    }
}
