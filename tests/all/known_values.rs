//! Values from the literature and from exhaustive search, reproduced by direct search and by the best encodings.

use std::time::Duration;

use crate::common;
use crate::common::sudoku::{SEED, any_assembly};
use tumble::control::{Control, Interrupt, Request};
use tumble::geometry::{Die, Direction, Handedness, Place};
use tumble::puzzle::Which;
use tumble::report::Status;
use tumble::solve::{self, Method, Options};

fn optimum(text: &str) -> Option<i64> {
    common::optimum(&common::problem(text))
}

fn paths(text: &str) -> u64 {
    let count = common::count(&common::problem(text), Which::All, &common::search_request());
    count.solutions.try_into().unwrap()
}

/// (columns and rows, maximum, minimum, Hamiltonian paths): Jandhyala, chapter 14, and exhaustive search.
const FROM_THE_CORNER: [(usize, i64, i64, u64); 6] = [
    (3, 37, 25, 8),
    (4, 68, 47, 52),
    (5, 103, 71, 824),
    (6, 150, 100, 22_144),
    (7, 207, 134, 1_510_446),
    (8, 273, 175, 180_160_012),
];

const CLOSED: &str = "closed = true\n";
const RESTORED: &str = "closed = true\nrestore-orientation = true\n";

/// Closed tours are counted in both directions.
#[test]
fn tours_from_the_corner_have_the_known_extremes_and_numbers() {
    let open = FROM_THE_CORNER.map(|known| (known, ""));
    for ((size, max, min, count), more) in
        open.into_iter().chain([((4, 68, 51, 12), CLOSED), ((4, 68, 66, 4), RESTORED)])
    {
        assert_eq!(optimum(&common::corner(size, size, "max", more)), Some(max), "{size} max {more}");
        assert_eq!(optimum(&common::corner(size, size, "min", more)), Some(min), "{size} min {more}");
        assert_eq!(paths(&common::corner(size, size, "any", more)), count, "{size} paths {more}");
    }
}

#[test]
fn a_board_is_not_its_transpose() {
    assert_eq!(optimum(&common::corner(6, 5, "min", "")), Some(83));
    assert_eq!(optimum(&common::corner(5, 6, "min", "")), Some(84));
}

#[test]
fn footprints_3x3_sums_run_from_21_to_42_without_29_and_34() {
    for handedness in ["left", "right"] {
        let with = |objective: &str, more: &str| {
            format!(
                "puzzle = \"die-tour\"\nobjective = \"{objective}\"\n[board]\ncolumns = 3\nrows = 3\n\
                 [start]\nhandedness = \"{handedness}\"\n[tour]\n{more}\n"
            )
        };
        assert_eq!(optimum(&with("max", "")), Some(42));
        assert_eq!(optimum(&with("min", "")), Some(21));
        for total in 20..=43 {
            let exists = paths(&with("any", &format!("total = {total}"))) > 0;
            assert_eq!(exists, (21..=42).contains(&total) && total != 29 && total != 34, "{handedness} {total}");
        }
    }
}

#[test]
fn the_search_does_not_depend_on_the_number_of_threads() {
    let problem = common::problem(&common::corner(5, 5, "max", ""));
    let with = |threads| {
        let request = Request::unlimited().with_threads(Some(threads));
        common::searched(&*problem.instance, &request).verdict
    };
    assert_eq!(with(1), with(2));
    assert_eq!(with(1), with(7));
}

#[test]
fn where_any_tour_will_do_the_first_one_ends_the_search_on_every_thread() {
    // A rare total: threads that did not stop would need minutes for the rest of the tree.
    let problem = common::problem(&common::corner(8, 8, "any", "total = 182"));
    for threads in [2, 8] {
        let control = Control::new(Some(Duration::from_mins(1)), Interrupt::default(), &|_| ());
        let report = solve::solve(
            &problem,
            Method::SEARCH,
            &Options::default(),
            &Request::new(control).with_threads(Some(threads)),
        )
        .unwrap();
        assert_eq!(report.status, Status::Optimal, "{threads} threads");
    }
}

#[test]
fn a_start_that_cuts_the_board_in_two_is_seen_at_once() {
    let room = ". . . . . . . .\n".repeat(8);
    let door = "# # # . # # # #\n";
    let text =
        format!("puzzle = \"die-tour\"\n[board]\nmap = \"\"\"\n{room}{door}{room}\"\"\"\n[start]\ncell = [3, 8]\n");
    let report = common::run(&common::problem(&text), Method::SEARCH, None);
    assert_eq!(report.status, Status::Infeasible);
    assert!(report.stats.nodes.unwrap() < 100);
}

#[test]
fn only_twelve_orientations_ever_stand_on_a_cell() {
    // Every roll changes the colour of the cell and the class of the orientation.
    for handedness in [Handedness::Left, Handedness::Right] {
        for &die in Die::all(handedness) {
            let same_top = Die::all(handedness).iter().filter(|d| d.top() == die.top() && d.class() == die.class());
            assert_eq!(same_top.count(), 2);
            let reached = Direction::ALL.map(|d| die.roll(d).face(Place::Top));
            assert!(!reached.contains(&die.top()) && !reached.contains(&(7 - die.top())));
        }
    }
}

/// The size formulas at the heads of the encodings.
#[test]
fn models_have_the_sizes_that_their_heads_state() {
    let (tour, cube) = (common::problem(&common::corner(4, 4, "max", "")), any_assembly(SEED));
    for (problem, encoding, variables, constraints) in [
        (&tour, "time-indexed", 2140, 860),
        (&tour, "time-expanded", 2649, 912),
        (&tour, "arc-cuts", 627, 199),
        (&tour, "arc-flow", 673, 307),
        (&tour, "arc-flow+squares+twocycles", 673, 844),
        (&tour, "arc-mtz", 642, 243),
        (&tour, "arc-multiflow", 1273, 1070),
        (&tour, "cp-circuit", 236, 547),
        (&tour, "cp-table", 63, 49),
        (&tour, "product-cuts", 627, 199),
        (&tour, "product-multiflow", 8049, 10156),
        (&cube, "bitflag", 936, 2452),
        (&cube, "bitflag-slim", 504, 1252),
        (&cube, "aggregated", 504, 356),
        (&cube, "face-digit", 504, 250),
        (&cube, "face-digit-plus", 504, 560),
    ] {
        let size = common::formulation(problem, encoding).model.size();
        assert_eq!((size.variables, size.constraints), (variables, constraints), "{encoding}");
    }
}
