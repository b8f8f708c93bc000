//! Die paths: facts of the sources, paths as they are written, how they break the rules, and where their replays lead; numbers without end.

#![cfg_attr(
    not(all(feature = "highs", feature = "cbc")),
    allow(dead_code, unused_imports, reason = "most of it is for MILP solvers")
)]

use std::collections::BTreeSet;

use crate::common::{self, cases, problem};
use crate::replays::{is_plain, played, readout, replay, replays_of, solids, solids::cell, solved};
use crate::rules::{Solved, instance, model, solution, verdict};
use serde_json::{Value, json};
use tumble::control::{Bytes, Control, Extent, Interrupt, Request, Stop};
use tumble::geometry::{Cell, Die, Handedness, Place};
use tumble::puzzle::Which;
use tumble::report::Status;
use tumble::solve::{CheckError, Method, Options, solve};

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
                let problem = problem(&on(&board, (start, die), goal, &faces(goal_die)));
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
    assert_eq!(common::run(&problem(text), Method::SEARCH, None).objective, Some(3));
}

#[test]
fn shortest_paths_are_counted() {
    let count = |text: &str| common::count(&problem(text), Which::Best, &common::search_request());
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
    common::says(&far.extent.stop().unwrap().to_string(), &["cells"]);
}

#[test]
fn a_path_of_two_billion_rolls_is_checked_at_once() {
    let start = (Cell::new(0, 0), Die::new(1, 2, 3).unwrap());
    let problem = problem(&on("", start, Cell::new(1_000_000_000, -1_000_000_000), "die = { top = 6 }"));
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
        let has_letters_first = |run: &str| run.starts_with(|c: char| c.is_ascii_uppercase());
        assert!(runs.split(' ').all(|run| has_letters_first(run) == (model == far)), "{runs}");
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
    let problem = problem(text);
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

/// A path on the plane from an orientation that the model leaves open.
fn open_path(columns: i64) -> String {
    let ends = format!(
        "[start]\ncell = [0, 0]\ndie = {{ top = 1 }}\n[goal]\ncell = [{columns}, 0]\ndie = {{ top = 1, north = 2 }}\n"
    );
    format!("puzzle = \"die-path\"\n{ends}")
}

#[test]
fn breaches_are_told() {
    Solved::new(model!("die_path/corner"), "ENEESWWW", None, Some(8))
        .breaks("E4NE", None, "the path ends on [2, 4], not on the goal [0, 0]")
        .breaks("9N", None, "run 1 (N) leaves the board or enters a blocked cell after [0, 5]")
        .breaks(
            "EW",
            None,
            "on the goal cell [0, 0] the die shows top 1, north 2, east 3, which the goal does not allow",
        )
        .breaks("E", None, "the path ends on [1, 0], not on the goal [0, 0]")
        .breaks("EX", None, "? run 2 is `X`, not one of N, E, S, W")
        .breaks("1E2", None, "? `2` at the end has no letter")
        .breaks("99999999999999999999E", None, "? `99999999999999999999` is too large a number of rolls")
        .breaks("9223372036854775807E W", None, "? too many rolls")
        .breaks("ENEESWWW", Some("top=1"), "? the model fixes the start: leave out --start")
        .refuses("/runs/1", json!(["X", 1]), "run 2 is `X`, not one of N, E, S, W")
        .refuses("/runs/1", json!(["1N", 1]), "run 2 is `1N`, not one of N, E, S, W")
        .refuses("/runs/1", json!(["", 1]), "run 2 is ``, not one of N, E, S, W")
        .refuses("/runs/1", json!(["N", 0]), "run 2 has 0 rolls")
        .refuses("/runs/1", json!(["N", 5]), "the path ends on [0, 4], not on the goal [0, 0]")
        .refuses("/length", json!(7), "the length is given as 7, but it is 8")
        .refuses("/moves", json!("ENEESWW"), "the moves do not match the runs")
        .refuses("/moves", json!("E N E E S W W W"), "the moves do not match the runs")
        .refuses("/moves", Value::Null, "the moves do not match the runs");
}

#[test]
fn breaches_of_two_dice_are_told() {
    Solved::new(model!("die_path/two_dice"), "2S 2W 1E 1E 1E 2S 2W 2W 1W 1N 1E 1N", None, Some(12))
        .breaks("N", None, "? run 1 is `N`, not the number of a die and one of N, E, S, W")
        .breaks("3N", None, "? run 1 is `3N`, not the number of a die and one of N, E, S, W")
        .breaks("1E 1E 1E 1N 1N", None, "run 2 (1N) rolls into the other die on [3, 2]")
        .breaks("2W 2W 2W 2S 2S", None, "run 2 (2S) rolls into the other die on [0, 0]")
        .breaks("1E 1E 1E 2S 2S", None, "run 2 (2S) rolls into the other die on [3, 0]")
        .breaks("1E 1N", None, "run 2 (1N) leaves the board or enters a blocked cell after [1, 0]")
        .refuses("/runs/0", json!(["S", 1]), "run 1 is `S`, not the number of a die and one of N, E, S, W")
        .refuses("/moves", json!("2S"), "the moves do not match the runs");
    let open = model!("die_path/two_dice").replace("die = { top = 1, north = 2, east = 3 }", "die = { top = 1 }");
    let open = Solved::new(&open, "2S 2W 1E 1E 1E 2S 2W 2W 1W 1N 1E 1N", None, Some(12));
    open.refuses("/starts", json!([open.solution["starts"][0]]), "the path states 1 starts, of 2 dice")
        .refuses(
            "/starts/1/cell",
            json!([0, 0]),
            "the path starts on [0, 0] with top 1, north 2, east 4, which the model does not allow",
        )
        .breaks("1E", Some("top=1"), "? --start has 1 parts, for 2 dice: put a semicolon between them");
}

#[test]
fn breaches_of_faces_that_are_never_on_top_are_told() {
    Solved::new(model!("die_path/never"), "ENWNESENWNESENWNEE", None, Some(18))
        .breaks("NNEE", None, "after roll 2 on [0, 2] the die has 6 on top, which must never be there")
        .breaks("E×2", None, "after roll 2 on [2, 0] the die has 6 on top, which must never be there")
        .breaks("N", None, "the path ends on [0, 1], not on the goal [4, 4]")
        .refuses("/runs/0", json!(["N", 2]), "after roll 2 on [0, 2] the die has 6 on top, which must never be there");
    // Of several start orientations those are left that show none of the faces.
    let row = "puzzle = \"die-path\"\nboard = { columns = 3, rows = 1 }\n\
               start = { cell = [0, 0], die = { north = 2 } }\ngoal = { cell = [2, 0] }\npath.never = ";
    Solved::new(&format!("{row}[6]"), "EE", Some("top=4"), Some(2))
        .breaks("EE", Some("top=1"), "after roll 2 on [2, 0] the die has 6 on top, which must never be there")
        .breaks("EE", Some("top=6"), "at the start on [0, 0] the die has 6 on top, which must never be there");
    // The last one: both of two dice.
    let both = format!("{}\n[path]\nnever = [3]\n", model!("die_path/two_dice"));
    for (model, moves, place) in
        [(format!("{row}[1, 6]"), "EE", "1 on [1, 0] the die has 6"), (both, "2S 2W 1E", "2 on [2, 1] the die has 3")]
    {
        let breach = format!("after roll {place} on top, which must never be there");
        assert_eq!(solution(&*instance(&model), moves, None), Err(breach));
    }
}

#[test]
fn paths_from_open_starts() {
    // Stated twice, each time for the one die.
    let one = Solved::new(&open_path(4), "4E", None, Some(4));
    let mut twice = one.solution.clone();
    twice["starts"] = json!([twice["start"]]);
    assert_eq!(verdict(&*one.instance, &twice), Err("the path states 1 starts, of 1 dice".into()));
    one.breaks(
        "4E",
        Some("top=1"),
        "? the start leaves 4 orientations open: give --start; write it like \"0,0 top=1 north=2 east=3\"",
    )
    .breaks(
        "4E",
        Some("1,0 top=1 north=2"),
        "the path starts on [1, 0] with top 1, north 2, east 4, which the model does not allow",
    )
    .breaks(
        "4E",
        Some("top=1 north=3"),
        "on the goal cell [4, 0] the die shows top 1, north 3, east 2, which the goal does not allow",
    )
    .breaks("4E", Some("top=1; top=1"), "? --start has 2 parts, for 1 dice: put a semicolon between them")
    .refuses(
        "/start/cell",
        json!([0, 1]),
        "the path starts on [0, 1] with top 1, north 2, east 4, which the model does not allow",
    )
    .refuses(
        "/start/die",
        json!({ "top": 2, "north": 1, "east": 4 }),
        "the path starts on [0, 0] with top 2, north 1, east 4, which the model does not allow",
    )
    .refuses(
        "/start/die",
        json!({ "top": 1, "north": 2, "east": 3 }),
        "the path starts on [0, 0] with top 1, north 2, east 3, which the model does not allow",
    );
}

#[test]
fn paths_of_many_rolls() {
    let longest = Solved::new(&open_path(10_000), "10000E", None, Some(10_000));
    longest.refuses("/moves", Value::Null, "the moves do not match the runs");
    let far = Solved::new(&open_path(40_000), "40000E", None, Some(40_000));
    far.refuses("/moves", json!("E".repeat(40_000)), "the moves do not match the runs");
    assert_eq!(far.solution["moves"], Value::Null);
    far.breaks("39999E", None, "the path ends on [39999, 0], not on the goal [40000, 0]")
        .breaks("9223372036854775807E E", None, "? too many rolls")
        .refuses("/moves", json!("E"), "the moves do not match the runs");
    far.breaks("9223372036854775807N N 9223372036854775807S", None, "? too many rolls");
    far.refuses(
        "/runs",
        json!([["N", i64::MAX], ["S", i64::MAX]]),
        "the length is given as 40000, but it is 9223372036854775807",
    );
    far.refuses(
        "/runs",
        json!([["E", i64::MAX], ["E", 1]]),
        "run 2 (E) leaves the board or enters a blocked cell after [9223372036854775807, 0]",
    );
}

#[test]
fn replays_lead_to_the_end() {
    for (stage, solution) in replays_of("die-path", &[&[("columns", "6")]]) {
        check_path(&stage, &solution);
    }
}

fn check_path(stage: &Value, solution: &Value) {
    let is_played = is_plain(stage) && !solution["moves"].is_null();
    let states = if is_played { played(stage, solution) } else { solids::play(stage) };
    let steps = stage["steps"].as_array().unwrap();
    let rolls = |step: &Value| match (step.get("count"), step.get("part")) {
        (Some(count), _) => count.as_i64().unwrap(),
        (None, Some(_)) => 0,
        (None, None) => 1,
    };
    assert_eq!(steps.iter().map(rolls).sum::<i64>(), solution["length"].as_i64().unwrap());
    let goals = solids::ends(stage, "goal");
    assert_eq!(goals.len(), states[0].all.len());
    for (at, goal) in goals {
        let (here, faces) = &states.last().unwrap().all[goal["solid"].as_u64().unwrap() as usize];
        assert_eq!(*here, at);
        assert!(solids::agrees(faces, &goal["faces"]), "{faces:?} {goal}");
    }
}

const FAR: &str = "puzzle = \"die-path\"\n[start]\ncell = [0, 0]\ndie = { top = 1, north = 2, east = 3 }\n[goal]\n";

#[test]
fn runs_that_break_the_rules_are_no_harm() {
    let far = problem(&format!("{FAR}cell = [1000, 3]\n"));
    let many = i64::MAX;
    for runs in [
        json!([["E", many], ["E", many]]),
        json!([["E", many], ["W", many], ["N", 7]]),
        json!([["W", -1]]),
        json!([["é", 3]]),
        json!([["", 3]]),
        json!([["2N", 3]]),
        json!([["N", 0]]),
    ] {
        replay(&far, Some(&json!({"length": 1, "moves": null, "runs": runs})));
    }
}

#[test]
fn far_paths_are_drawn_short() {
    for (x, y) in [(1_000_000_000i64, 3i64), (-1_000_000_001, 999_999_998), (30, -40), (0, 1i64 << 51)] {
        let problem = problem(&format!("{FAR}cell = [{x}, {y}]\ndie = {{ top = 1 }}\n"));
        let solution = solved(&problem).unwrap();
        let replay = replay(&problem, Some(&solution));
        let stage = &replay["stage"];
        check_path(stage, &solution);
        assert!(stage["columns"].as_u64().unwrap() <= 100 && stage["rows"].as_u64().unwrap() <= 100, "{stage}");
        assert_eq!(readout(stage, "cell").last().unwrap(), &format!("[{x}, {y}]"));
        if i64::max(x.abs(), y.abs()) > 100 {
            assert_eq!(readout(stage, "rolls").last().unwrap(), &solution["length"].to_string());
        }
        let start = &solids::ends(stage, "start")[0].0;
        let origin = stage.get("origin").map_or((0, 0), cell);
        assert_eq!((origin.0 + start.0, origin.1 + start.1), (0, 0), "the origin is where the start says");
    }
}

/// The objective and the moves of the first best path, and the number of best paths.
fn found(map: &str, more: &str) -> (Option<i64>, String, String) {
    let text =
        format!("puzzle = \"die-path\"\n{}\n[board]\nmap = \"\"\"\n{map}\n\"\"\"\n{}", more.lines().next().unwrap(), {
            more.split_once('\n').map_or("", |(_, rest)| rest)
        });
    let problem = problem(&text);
    let request = Request::unlimited();
    let report = solve(&problem, Method::SEARCH, &Options::default(), &request).unwrap();
    let moves = report.solution.map(|solution| solution.json()["moves"].as_str().unwrap().to_owned());
    (report.objective, moves.unwrap_or_default(), common::count(&problem, Which::Best, &request).solutions.to_string())
}

#[test]
fn gates_of_the_sources() {
    let small = "* 2 4\n5 5 6\n6 * *".replace('*', ".");
    let start = "\nlabels = \"gate\"\n[start]\ncell = [1, 2]\ndie = { top = 5, north = 6, east = 3 }\n[path]\nround-trip = true\n";
    let (best, moves, _) = found(&small, start);
    assert_eq!((best, &*moves), (Some(8), "SESWWNNE"));
    let large = "4 6 2 5 1\n5 2 1 * 4\n6 2 3 1 5\n6 4 6 3 6\n5 3 4 5 1\n3 6 * 3 3".replace('*', ".");
    let ends = "[start]\ncell = [0, 5]\ndie = { top = 6, north = 3, east = 5 }\n[goal]\ncell = [4, 0]\n";
    let (best, _, ways) = found(&large, &format!("\nlabels = \"gate\"\n{ends}"));
    assert_eq!((best, &*ways), (Some(27), "1"));
    let open = large.replace(|symbol: char| symbol.is_ascii_digit(), ".");
    let (best, _, ways) = found(&open, &format!("\n{ends}"));
    assert_eq!((best, &*ways), (Some(9), "126"));
}

#[test]
fn the_largest_sums_of_tops_to_the_east_and_south() {
    for ((columns, rows), sum) in [((2, 2), 9), ((2, 1), 4), ((1, 2), 6), ((3, 3), 19)] {
        let map = vec![vec!["."; columns].join(" "); rows].join("\n");
        let more = format!(
            "objective = \"max-tops\"\n[start]\ncell = [0, {}]\ndie = {{ top = 1, south = 2, west = 3 }}\n[goal]\ncell = [{}, 0]\n[path]\ndirections = \"ES\"\n",
            rows - 1,
            columns - 1
        );
        assert_eq!(found(&map, &more).0, Some(sum), "{columns}x{rows}");
    }
}

#[test]
fn faces_that_are_never_on_top() {
    let ends = "\n[start]\ncell = [0, 0]\ndie = { top = 1, north = 2, east = 3 }\n[goal]\ncell = [4, 4]\n";
    let map = [". . . . ."; 5].join("\n");
    for (never, best, ways) in [("[]", Some(8), "70"), ("[6]", Some(10), "2"), ("[6, 2]", Some(18), "1")] {
        let (found, _, number) = found(&map, &format!("{ends}[path]\nnever = {never}\n"));
        assert_eq!((found, &*number), (best, ways), "{never}");
    }
    for (never, end) in [("[1]", "start"), ("[1, 2, 3, 4, 5, 6]", "start"), ("[3]", "goal")] {
        let text = format!(
            "puzzle = \"die-path\"\nboard = {{ columns = 5, rows = 5 }}\n{ends}die.top = 3\n[path]\nnever = {never}\n"
        );
        let because = problem(&text).instance.infeasible_because();
        assert_eq!(because, Some(format!("at the {end} the die shows a face that is never on top")));
    }
}

#[test]
fn random_paths_hide_the_face_that_is_wished() {
    let options = [("columns", "5"), ("labels", "4"), ("never", "2"), ("rolls", "6..12"), ("unique", "")];
    for seed in 0..cases(10, 100) {
        let text = common::random_of("die-path", seed, &options);
        let map = text.split("\"\"\"").nth(1).unwrap();
        assert!(text.contains("never = [2]") && !map.contains('2') && !text.contains("top = 2"), "{text}");
        let count = common::count(&problem(&text), Which::Best, &Request::unlimited());
        assert!(count.extent.is_all() && count.solutions == 1u32.into(), "{count:?} {text}");
    }
}

/// Three cells in a row whose faces count nothing: the die may roll to and fro on the way.
const ENDLESS: &str = "puzzle = \"die-path\"\nobjective = \"min-tops\"\n[board]\nmap = \". . .\"\nweights = \"0 0 0\"\n\
     [start]\ncell = [0, 0]\ndie = { top = 1, north = 2, east = 3 }\n[goal]\ncell = [2, 0]\n";

#[test]
fn of_infinitely_many_best_paths_the_shortest_are_listed() {
    let problem = problem(ENDLESS);
    for (wanted, listed) in [(3, 3), (usize::MAX, 1000)] {
        let options = Options { solutions: Some(wanted), ..Options::default() };
        let report = solve(&problem, Method::SEARCH, &options, &Request::unlimited()).unwrap();
        assert_eq!((report.status, report.objective, report.complete), (Status::Optimal, Some(0), Some(false)));
        assert!(report.reason.as_ref().unwrap().starts_with("infinitely many, because") && report.stop.is_none());
        let paths: Vec<_> = report.solutions.as_ref().unwrap().iter().collect();
        let moves: BTreeSet<&str> = paths.iter().map(|path| path["moves"].as_str().unwrap()).collect();
        assert_eq!((paths.len(), moves.len()), (listed, listed), "each once");
        assert!(paths.is_sorted_by_key(|path| path["length"].as_i64()), "the shortest first");
        assert_eq!(paths[..3].iter().map(|path| path["length"].as_i64().unwrap()).collect::<Vec<_>>(), [2, 4, 4]);
    }
    let count = common::count(&problem, Which::Best, &Request::unlimited());
    assert!(matches!(count.extent, Extent::Endless(_)), "{count:?}");
}

#[test]
fn all_best_paths_to_any_goal_of_a_large_board_are_counted_in_a_moment() {
    let board = "puzzle = \"die-path\"\nobjective = \"max-tops\"\nboard = { columns = 100, rows = 100 }\n\
         start = { cell = [0, 99], die = { top = 1, north = 2, east = 3 } }\ngoal = {}\npath.directions = \"ES\"\n";
    let control = Control::new(Some(std::time::Duration::from_secs(30)), Interrupt::default(), &|_| ());
    let count = common::count(&problem(board), Which::Best, &Request::new(control));
    assert_eq!((count.objective, count.extent.is_all()), (Some(697), true));
    assert_eq!(count.solutions.to_string(), "5687720769855733741545488112021978203432785376212554589150");
    // In little memory it says so.
    let control = Control::unlimited().with_memory_limit(Bytes(1 << 20));
    let count = common::count(&problem(board), Which::Best, &Request::new(control));
    assert!(matches!(count.extent.stop(), Some(Stop::MemoryLimit { .. })), "{count:?}");
}
