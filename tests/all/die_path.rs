//! Die paths: search against the models, facts of the source, and the verifier against wrong paths.

#![cfg_attr(
    not(all(feature = "highs", feature = "cbc")),
    allow(dead_code, unused_imports, reason = "most of it is for MILP solvers")
)]

use crate::common::{self, agree};
use serde_json::{Value, json};
use tumble::control::Control;
use tumble::geometry::{Cell, Die, Handedness, Place};
use tumble::puzzle::{Encoded, MovesError};
use tumble::report::Status;
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

/// Random instances on boards up to 6×6, every fifth with a goal that parity forbids.
pub(crate) fn random(count: u64) -> Vec<String> {
    let one = |seed: u64| {
        let (columns, rows) = (2 + seed % 5, 1 + seed / 5 % 6);
        let blocked = (seed / 7 % 5).min(columns * rows / 3);
        let [columns, rows, blocked] = [columns, rows, blocked].map(|n| n.to_string());
        let options = [("columns", columns.as_str()), ("rows", rows.as_str()), ("blocked", blocked.as_str())];
        let text = common::random_of("die-path", seed, &options);
        // In every fifth instance the goal is a quarter turn off.
        if seed.is_multiple_of(5) { odd_goal(&text) } else { text }
    };
    (0..count).map(one).collect()
}

/// Turns the goal's die by a quarter round its top: the other class of orientations.
fn odd_goal(text: &str) -> String {
    let (head, goal) = text.split_once("[goal]").unwrap();
    let number = |key: &str| -> i64 { goal.split(&format!("{key} = ")).nth(1).unwrap()[..1].parse().unwrap() };
    let (top, north, west) = (number("top"), number("north"), number("west"));
    let cell = goal.lines().find(|line| line.starts_with("cell")).unwrap();
    format!("{head}[goal]\n{cell}\ndie = {{ top = {top}, north = {}, west = {north} }}\n", 7 - west)
}

#[test]
#[cfg(feature = "highs")]
fn search_agrees_with_the_static_flow_on_200_random_boards() {
    let highs = Method::named("highs").unwrap();
    let statuses: Vec<Status> = random(200).iter().map(|text| agree(text, highs, "state-flow")).collect();
    let infeasible = statuses.iter().filter(|status| **status == Status::Infeasible).count();
    assert!((40..120).contains(&infeasible), "{infeasible} infeasible");
}

#[test]
#[cfg(feature = "cbc")]
fn search_agrees_with_the_static_flow_on_cbc() {
    let cbc = Method::named("cbc").unwrap();
    for text in random(60) {
        agree(&text, cbc, "state-flow");
    }
}

#[test]
#[cfg(feature = "highs")]
fn search_agrees_with_the_flow_through_time() {
    let highs = Method::named("highs").unwrap();
    for text in random(60) {
        agree(&text, highs, "time-expanded");
    }
}

#[test]
#[cfg(feature = "highs")]
fn both_encodings_hold_a_shortest_path_on_the_plane() {
    let highs = Method::named("highs").unwrap();
    for seed in 0..common::cases(3, 6) {
        let text = common::random_of("die-path", seed, &[]);
        agree(&text, highs, "state-flow");
    }
    let start = (Cell::new(0, 0), Die::new(1, 2, 3).unwrap());
    for (goal, die) in
        [((0, 0), "die = { top = 6 }"), ((2, 1), "die = { top = 1 }"), ((-3, 2), ""), ((1, 1), "die = { bottom = 1 }")]
    {
        let text = on("", start, Cell::new(goal.0, goal.1), die);
        agree(&text, highs, "state-flow");
        agree(&text, highs, "time-expanded");
    }
}

#[test]
fn the_flow_through_time_still_goes_by_its_former_name() {
    let start = (Cell::new(0, 0), Die::new(1, 2, 3).unwrap());
    let problem = common::problem(&on(&rectangle(2, 2), start, Cell::new(1, 1), ""));
    let model = |name: &str| {
        let (encoding, encoded) = problem.instance.encode(name, &Control::unlimited()).unwrap();
        assert_eq!(encoding, "time-expanded");
        let Encoded::Staged(horizons) = encoded else { panic!("it is staged") };
        horizons.formulation(2..=4).unwrap().model
    };
    let (former, present) = (model("time-indexed"), model("time-expanded"));
    assert_eq!((former.variables(), former.constraints()), (present.variables(), present.constraints()));
    let row = (common::entry("die-path").encodings)().into_iter().find(|row| row.name == "time-expanded").unwrap();
    assert_eq!(row.aliases.iter().map(|alias| alias.name).collect::<Vec<_>>(), ["time-indexed"]);
}

#[test]
#[cfg(feature = "highs")]
fn a_run_under_the_former_name_reports_the_present_one() {
    let start = (Cell::new(0, 0), Die::new(1, 2, 3).unwrap());
    let problem = common::problem(&on(&rectangle(2, 1), start, Cell::new(1, 0), ""));
    let report = common::run(&problem, Method::named("highs").unwrap(), Some("time-indexed"));
    assert_eq!((report.encoding.as_deref(), report.objective), (Some("time-expanded"), Some(1)));
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
    assert_eq!((on_plane.solutions, on_plane.objective, on_plane.complete), (20u8.into(), Some(6), true));
    let parity =
        count(&on(&rectangle(3, 3), start, Cell::new(1, 1), &faces(start.1.roll(tumble::geometry::Direction::North))));
    assert_eq!((parity.solutions, parity.complete), (0u8.into(), true));
    let far = count(&on("", start, Cell::new(1_000_000, 1_000_000), ""));
    assert!(!far.complete && far.stop.unwrap().to_string().contains("cells"), "says why it was not counted");
}

#[test]
fn wrong_paths_are_rejected() {
    let die = Die::new(1, 2, 3).unwrap();
    let text = on(&rectangle(4, 3), (Cell::new(0, 0), die), Cell::new(3, 2), "die = { top = 6 }");
    let problem = common::problem(&text);
    let solution = common::run(&problem, Method::SEARCH, None).solution.unwrap();
    assert!(common::verify(&problem, &solution).is_ok());
    let moves = solution["moves"].as_str().unwrap().to_owned();
    for i in 0..moves.len() {
        for letter in ["N", "E", "S", "W", "Q"] {
            let mutated = format!("{}{letter}{}", &moves[..i], &moves[i + 1..]);
            if mutated != moves {
                let wrong = problem.instance.solution_of_moves(&mutated, None);
                // A letter that is not a roll cannot be read as moves; in a result it breaks a rule.
                let as_it_should = match letter {
                    "Q" => matches!(wrong, Err(MovesError::Unreadable(_))),
                    _ => matches!(wrong, Err(MovesError::Breach(_))),
                };
                assert!(as_it_should, "{mutated}: {wrong:?}");
                let mut told = solution.clone();
                told["moves"] = json!(mutated);
                assert!(matches!(common::verify(&problem, &told), Err(CheckError::Breach(_))), "{mutated}");
            }
        }
    }
    for (key, value) in [
        ("length", json!(3)),
        ("moves", json!(null)),
        ("runs", json!([["E", 0]])),
        ("runs", json!([["E", i64::MAX], ["E", 9]])),
    ] {
        let mut wrong = solution.clone();
        wrong[key] = value;
        assert!(matches!(common::verify(&problem, &wrong), Err(CheckError::Breach(_))), "{wrong}");
    }
}

#[test]
fn a_path_of_two_billion_rolls_is_checked_at_once() {
    let start = (Cell::new(0, 0), Die::new(1, 2, 3).unwrap());
    let problem = common::problem(&on("", start, Cell::new(1_000_000_000, -1_000_000_000), "die = { top = 6 }"));
    let report = common::run(&problem, Method::SEARCH, None);
    assert!((0..=6).contains(&(report.objective.unwrap() - 2_000_000_000)));
    let moves = "999999999E 999999994S E 6S";
    assert!(problem.instance.solution_of_moves(moves, None).is_ok());
    assert!(problem.instance.solution_of_moves("999999999E 999999994S E 7S", None).is_err());
    assert!(problem.instance.solution_of_moves("99999999999999999999E", None).is_err());
}

/// The length for two dice, by plain breadth-first search over pairs of (cell, orientation).
fn two_dice_by_force(
    columns: i64,
    rows: i64,
    blocked: &[Cell],
    starts: [(Cell, Die); 2],
    goals: [(Cell, u8); 2],
) -> Option<i64> {
    use std::collections::HashSet;
    let free = |c: Cell| (0..columns).contains(&c.x) && (0..rows).contains(&c.y) && !blocked.contains(&c);
    let mut seen = HashSet::from([starts]);
    let mut layer = vec![starts];
    for length in 0.. {
        if layer.is_empty() {
            return None;
        }
        if layer.iter().any(|state| (0..2).all(|i| state[i].0 == goals[i].0 && state[i].1.top() == goals[i].1)) {
            return Some(length);
        }
        let mut next = Vec::new();
        for state in layer {
            for (i, direction) in (0..2).flat_map(|i| tumble::geometry::Direction::ALL.map(|d| (i, d))) {
                let cell = state[i].0.step(direction).unwrap();
                if free(cell) && cell != state[1 - i].0 {
                    let mut moved = state;
                    moved[i] = (cell, state[i].1.roll(direction));
                    if seen.insert(moved) {
                        next.push(moved);
                    }
                }
            }
        }
        layer = next;
    }
    None
}

#[test]
fn two_dice_agree_with_plain_search_over_pairs() {
    let blocks: [&[Cell]; 3] = [&[], &[Cell::new(1, 1)], &[Cell::new(1, 0), Cell::new(1, 2)]];
    let left = Die::all(Handedness::Left);
    let right = Die::all(Handedness::Right);
    let (mut feasible, mut infeasible) = (0, 0);
    for (i, blocked) in blocks.into_iter().cycle().take(24).enumerate() {
        let starts = [(Cell::new(0, 0), left[i]), (Cell::new(2, 2), right[23 - i])];
        let goals = [(Cell::new(2, 2), 1 + (i % 6) as u8), (Cell::new(0, (i % 2) as i64), 1 + (i / 2 % 6) as u8)];
        let list: Vec<String> = blocked.iter().map(ToString::to_string).collect();
        let die = |(start, goal): ((Cell, Die), (Cell, u8))| {
            let (from, start_die) = (start.0, faces(start.1));
            let (to, top) = goal;
            format!(
                "[[dice]]\nstart = {{ cell = {from}, {start_die} }}\ngoal = {{ cell = {to}, die = {{ top = {top} }} }}\n"
            )
        };
        let dice: String = starts.into_iter().zip(goals).map(die).collect();
        let board = rectangle(3, 3);
        let text = format!("puzzle = \"die-path\"\n{board}blocked = [{}]\n{dice}", list.join(", "));
        let report = common::run(&common::problem(&text), Method::SEARCH, None);
        let expected = two_dice_by_force(3, 3, blocked, starts, goals);
        assert_eq!(report.objective, expected, "{text}");
        assert_eq!(report.status == Status::Infeasible, expected.is_none());
        if expected.is_some() { feasible += 1 } else { infeasible += 1 }
    }
    assert!(feasible > 5 && infeasible > 2, "{feasible} feasible, {infeasible} infeasible");
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
