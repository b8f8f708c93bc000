//! Counts and optima of die tours on boards that depth-first search does not reach: known numbers, symmetries, limits. That the two methods
//! agree where both can is a unit test of the puzzle.

use std::time::{Duration, Instant};

use crate::common;
use num_bigint::BigUint;
use tumble::control::{Bytes, Control, Interrupt, Request, Stop};
use tumble::puzzle::{Count, Which};
use tumble::report::Status;
use tumble::solve::{Infinite, Method};

fn count(text: &str, which: Which, request: &Request<'_>) -> Count<Infinite> {
    common::count(&common::problem(text), which, request)
}

/// All tours.
fn tours(text: &str) -> BigUint {
    let count = count(text, Which::All, &common::search_request());
    assert!(count.extent.is_all() && count.objective.is_none());
    count.solutions
}

fn big(digits: &str) -> BigUint {
    digits.parse().unwrap()
}

/// The same board from any cell.
fn from_anywhere(columns: usize, rows: usize, more: &str) -> String {
    common::corner(columns, rows, "any", more).replace("cell = [0, 0]\n", "")
}

/// On-Line Encyclopedia of Integer Sequences: A145157 counts the paths from a corner of squares, A096969 the directed paths from
/// anywhere, A003763 the cycles of squares of even size; each is two tours.
#[test]
fn tours_of_squares_are_as_many_as_the_literature_has() {
    // Smaller ones are in `known_values.rs`.
    assert_eq!(tours(&common::corner(10, 10, "max", "")), big("29805993260994"));
    for (size, paths) in [(5, "8648"), (6, "458696"), (7, "27070560"), (8, "6046626568")] {
        assert_eq!(tours(&from_anywhere(size, size, "")), big(paths), "{size}");
    }
    for (size, cycles) in [(6, "1072"), (8, "4638576"), (10, "467260456608")] {
        let closed = "closed = true";
        assert_eq!(tours(&common::corner(size, size, "min", closed)), big(cycles) * 2u8, "{size}");
        assert_eq!(tours(&from_anywhere(size, size, closed)), big(cycles) * 2u8 * (size * size), "{size}");
    }
    // Each die is a start of its own.
    let any_die = common::corner(8, 8, "max", "").replace("die = { top = 1, north = 2, east = 3 }\n", "");
    assert_eq!(tours(&any_die), big("180160012") * 24u8);
}

#[test]
fn long_boards_are_counted_with_all_digits() {
    let start = Instant::now();
    assert_eq!(tours(&common::corner(30, 4, "max", "")), big("6045360575469"));
    // A145156.
    assert_eq!(tours(&common::corner(20, 5, "max", "")), big("2227966210989"));
    // Two rows: a path goes to a column and comes back, or leaves it zigzag: one for each column.
    assert_eq!(tours(&common::corner(400, 2, "max", "")), big("400"));
    let long = tours(&common::corner(4, 256, "any", ""));
    assert_eq!(long, tours(&common::corner(256, 4, "any", "")));
    assert!(long.to_string().len() > 100, "{long}");
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn the_program_prints_all_digits() {
    let of = |(columns, rows), format: &str| {
        let model = common::corner(columns, rows, "max", "");
        common::printed(&["count", "-", "--feasible", "--format", format], &model, 0).0
    };
    assert_eq!(of((8, 8), "json"), "{\"solutions\":180160012,\"objective\":null,\"complete\":true}\n");
    let digits = tours(&common::corner(40, 4, "max", "")).to_string();
    assert!(digits.len() > 16, "{digits}");
    assert_eq!(of((40, 4), "json"), format!("{{\"solutions\":\"{digits}\",\"objective\":null,\"complete\":true}}\n"));
    assert_eq!(of((40, 4), "text"), format!("-: {digits} solutions\n"));
}

#[test]
fn the_best_tours_of_a_board_are_the_worst_of_its_transpose() {
    // (t, n, e) becomes (7 − t, 7 − e, 7 − n), and the sum 7·cells − sum: transposing the board makes a maximum of a minimum.
    for (columns, rows) in [(3, 3), (4, 3), (4, 4), (5, 3), (5, 4), (2, 6), (24, 3), (30, 2), (61, 1)] {
        let max = common::corner(columns, rows, "max", "");
        let turned = "die = { top = 6, north = 4, east = 5 }";
        let min = common::corner(rows, columns, "min", "").replace("die = { top = 1, north = 2, east = 3 }", turned);
        let [of_max, of_min] = [&max, &min].map(|text| count(text, Which::Best, &common::search_request()));
        assert!(of_max.extent.is_all() && of_min.extent.is_all());
        assert_eq!(of_max.solutions, of_min.solutions, "{columns}×{rows}");
        assert_eq!(of_max.objective.unwrap(), 7 * (columns * rows) as i64 - of_min.objective.unwrap());
        let report = common::run(&common::problem(&max), Method::SEARCH, None);
        assert_eq!((report.status, report.objective), (Status::Optimal, of_max.objective), "{columns}×{rows}");
    }
}

#[test]
fn the_best_tours_of_four_long_rows_are_those_of_the_source() {
    // That of the shorter board is tumble's own.
    let (columns, sum) = common::cases((14, 236), (30, 509));
    let best = count(&common::corner(columns, 4, "max", ""), Which::Best, &common::search_request());
    assert_eq!((best.objective, best.extent.is_all()), (Some(sum), true));
}

#[test]
fn limits_end_a_count_and_leave_a_tour() {
    let text = common::corner(30, 4, "max", "");
    let control = |limit| Control::new(limit, Interrupt::default(), &|_| ());
    let little = Request::new(control(None).with_memory_limit(Bytes(8 << 20)));
    let stopped = count(&text, Which::Best, &little);
    assert!(!stopped.extent.is_all() && stopped.solutions == BigUint::ZERO, "{stopped:?}");
    assert!(matches!(stopped.extent.stop(), Some(Stop::MemoryLimit { needed: Some(_) })), "{stopped:?}");
    let wide = common::corner(17, 60, "any", "");
    let stopped = count(&wide, Which::All, &Request::new(control(Some(Duration::from_millis(300)))));
    assert!(!stopped.extent.is_all() && stopped.extent.stop().is_some(), "{stopped:?}");
    // From five rows on a beam finds a tour before the whole program is stopped.
    let five = common::problem(&common::corner(20, 5, "max", ""));
    let report = common::run_within(&five, Method::SEARCH, None, Duration::from_secs(1));
    assert_eq!(report.status, Status::Feasible);
    assert!(report.objective.is_some_and(|sum| (350..=600).contains(&sum)), "{:?}", report.objective);
}
