//! Die paths: facts of the source, and paths as they are written.

#![cfg_attr(
    not(all(feature = "highs", feature = "cbc")),
    allow(dead_code, unused_imports, reason = "most of it is for MILP solvers")
)]

use crate::common::{self};
use serde_json::{Value, json};
use tumble::geometry::{Cell, Die, Handedness, Place};
use tumble::solve::{CheckError, Method};

pub(crate) fn faces(die: Die) -> String {
    let [top, north, east] = [Place::Top, Place::North, Place::East].map(|place| die.face(place));
    format!("die = {{ top = {top}, north = {north}, east = {east} }}")
}

pub(crate) fn on(board: &str, start: (Cell, Die), goal: Cell, goal_die: &str) -> String {
    let (cell, die) = (start.0, faces(start.1));
    format!("puzzle = \"die-path\"\n{board}[start]\ncell = {cell}\n{die}\n[goal]\ncell = {goal}\n{goal_die}\n")
}

pub(crate) fn rectangle(columns: i64, rows: i64) -> String {
    format!("[board]\ncolumns = {columns}\nrows = {rows}\n")
}

/// The largest detours over all goals from one start orientation; by symmetry the others have the same.
fn largest_detour(columns: i64, rows: i64, starts: &[Cell]) -> i64 {
    let die = Die::new(1, 2, 3).unwrap();
    let board = rectangle(columns, rows);
    let mut largest = 0;
    for &start in starts {
        for goal in (0..columns).flat_map(|x| (0..rows).map(move |y| Cell::new(x, y))) {
            for &goal_die in Die::all(Handedness::Left) {
                let problem = common::problem(&on(&board, (start, die), goal, &faces(goal_die)));
                let report = common::run(&problem, Method::SEARCH, None);
                let distance = (start.x - goal.x).abs() + (start.y - goal.y).abs();
                largest = largest.max(report.objective.map_or(0, |length| length - distance));
            }
        }
    }
    largest
}

#[test]
fn bounded_boards_need_more_than_the_detour_of_the_plane() {
    // The source's bound of six holds on the plane only.
    let all: Vec<Cell> = (0..3).flat_map(|x| (0..2).map(move |y| Cell::new(x, y))).collect();
    assert_eq!(largest_detour(3, 2, &all), 12);
    for side in 3..=6 {
        assert_eq!(largest_detour(side, side, &[Cell::new(0, 0)]), 8, "{side}×{side} corner");
    }
}

#[test]
fn a_free_start_takes_the_orientation_that_is_best() {
    let text = "puzzle = \"die-path\"\n[board]\ncolumns = 4\nrows = 1\n[start]\ncell = [0, 0]\n[goal]\ncell = [3, 0]\ndie = { top = 5 }\n";
    assert_eq!(common::run(&common::problem(text), Method::SEARCH, None).objective, Some(3));
}

#[test]
fn shortest_paths_are_counted() {
    let count = |text: &str| common::count(&common::problem(text), false, &common::search_request());
    let start = (Cell::new(0, 0), Die::new(1, 2, 3).unwrap());
    // Any orientation at the end: all monotone lattice paths.
    for (columns, rows, ways) in [(3, 3, 6u8), (4, 4, 20), (5, 2, 5)] {
        let text = on(&rectangle(columns, rows), start, Cell::new(columns - 1, rows - 1), "");
        assert_eq!(count(&text).solutions, ways.into());
    }
    let on_plane = count(&on("", start, Cell::new(3, 3), ""));
    assert_eq!((on_plane.solutions, on_plane.objective, on_plane.extent.is_all()), (20u8.into(), Some(6), true));
    let parity =
        count(&on(&rectangle(3, 3), start, Cell::new(1, 1), &faces(start.1.roll(tumble::geometry::Direction::North))));
    assert_eq!((parity.solutions, parity.extent.is_all()), (0u8.into(), true));
    let far = count(&on("", start, Cell::new(1_000_000, 1_000_000), ""));
    assert!(
        !far.extent.is_all() && far.extent.stop().unwrap().to_string().contains("cells"),
        "says why it was not counted"
    );
}

#[test]
fn a_path_of_two_billion_rolls_is_checked_at_once() {
    let start = (Cell::new(0, 0), Die::new(1, 2, 3).unwrap());
    let problem = common::problem(&on("", start, Cell::new(1_000_000_000, -1_000_000_000), "die = { top = 6 }"));
    let report = common::run(&problem, Method::SEARCH, None);
    assert!((0..=6).contains(&(report.objective.unwrap() - 2_000_000_000)));
    let moves = "999999999E 999999994S E 6S";
    let verdict = |moves| common::verify(&problem, &problem.instance.solution_of_moves(moves, None).unwrap());
    assert!(verdict(moves).is_ok());
    assert!(verdict("999999999E 999999994S E 7S").is_err());
    assert!(problem.instance.solution_of_moves("99999999999999999999E", None).is_err());
}

/// `2E` is a roll of the second of two dice, and so never means two rolls to the east; what is printed can be checked.
#[test]
fn runs_are_written_in_one_way_for_one_die_and_for_two() {
    let run = |args: &[&str], code| common::printed(args, "", code).0;
    let line = |text: &str, key: &str| text.lines().find_map(|line| line.strip_prefix(key)).unwrap().trim().to_owned();
    let far = "models/die_path/half_turn.toml";
    for (model, is_run) in [(far, r"N×"), ("models/die_path/two_dice.toml", "1E×")] {
        let text = run(&["solve", "--quiet", model], 0);
        let (runs, moves) = (line(&text, "runs "), line(&text, "moves "));
        assert!(runs.contains(is_run) || runs.contains('×'), "{runs}");
        assert!(
            runs.split(' ').all(|run| run.starts_with(|c: char| c.is_ascii_uppercase()) == (model == far)),
            "{runs}"
        );
        for written in [runs.clone(), runs.replace('×', "x"), runs.to_lowercase(), moves] {
            run(&["check", "--quiet", model, "--moves", &written], 0);
        }
    }
    let (runs, twos) = ("N×2 E × 2", "2N 2E");
    for (moves, code) in [(runs, 1), (twos, 1), ("N×", 2), ("2N×2", 2), ("N×99999999999999999999", 2), ("×2", 2)] {
        run(&["check", "--quiet", "models/die_path/corner.toml", "--moves", moves], code);
    }
}

#[test]
fn an_open_start_is_stated_and_checked() {
    let run = |args: &[&str], text: &str, code| common::printed(args, text, code).0;
    let text = "puzzle = \"die-path\"\nboard = { columns = 2, rows = 1 }\nstart.cell = [0, 0]\ngoal = { cell = [1, 0], die = { top = 3, north = 2 } }\n";
    let result = run(&["solve", "-", "--all", "--format", "json"], text, 0);
    let result: Value = serde_json::from_str(&result).unwrap();
    // The roll east brings the west face to the top.
    let start = json!({ "cell": [0, 0], "die": { "top": 1, "north": 2, "east": 4 } });
    assert_eq!(result["solutions"], json!([{ "length": 1, "moves": "E", "runs": [["E", 1]], "start": start }]));
    let problem = common::problem(text);
    let other = |die: Value| {
        let mut other = result["solution"].clone();
        other["start"]["die"] = die;
        common::verify(&problem, &other)
    };
    assert!(other(json!({ "top": 1, "north": 2, "east": 4 })).is_ok());
    assert!(matches!(other(json!({ "top": 2, "north": 6, "east": 4 })), Err(CheckError::Breach(_))), "another goal");
    assert!(matches!(other(json!({ "top": 1, "north": 2, "east": 3 })), Err(CheckError::Breach(_))), "the other hand");
    // Results of before, which do not state a start.
    let mut old = result["solution"].clone();
    old.as_object_mut().unwrap().remove("start");
    assert_eq!(common::verify(&problem, &old).unwrap(), Some(1));
    let check = |start: &str, code| run(&["check", "-", "--moves", "E", "--start", start], text, code);
    assert_eq!(check("0,0 top=1 north=2 east=4", 0), "-: the solution keeps the rules, objective 1\n");
    assert!(check("top=2 north=6", 1).contains("breaks the rules"));
    run(&["check", "-", "--moves", "E"], text, 0);
    run(&["check", "-", "--moves", "E", "--start", "top=1"], text, 2);
    let shown = run(&["solve", "-", "-q"], text, 0);
    assert!(shown.contains("start  [0, 0] with top 1, north 2, east 4"), "{shown}");
    // Two dice, one of them fixed.
    let text = "puzzle = \"die-path\"\nboard = { columns = 2, rows = 2 }\n\
        [[dice]]\nstart.cell = [0, 0]\ngoal = { cell = [0, 1], die = { top = 6, north = 3 } }\n\
        [[dice]]\nstart = { cell = [1, 0], die = { top = 1, north = 2, east = 4 } }\ngoal.cell = [1, 1]\n";
    let result = run(&["solve", "-", "--format", "json"], text, 0);
    let result: Value = serde_json::from_str(&result).unwrap();
    let starts = result["solution"]["starts"].as_array().unwrap();
    assert_eq!(starts[1], json!({ "cell": [1, 0], "die": { "top": 1, "north": 2, "east": 4 } }));
    let die = |place: &str| starts[0]["die"][place].as_u64().unwrap();
    let start = format!("top={} north={} east={};", die("top"), die("north"), die("east"));
    let moves = result["solution"]["moves"].as_str().unwrap();
    run(&["check", "-", "--moves", moves, "--start", &start], text, 0);
    run(&["check", "-", "--moves", moves, "--start", "top=1"], text, 2);
}
