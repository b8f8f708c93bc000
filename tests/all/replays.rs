//! Replays: their steps, rolled here with solids of another make, lead where the solution says; HTML files hold them safely.

mod cube;
mod shapes;
mod solids;

use std::collections::BTreeSet;
use std::time::Duration;

use crate::common::{self, problem, random_of, run_within};
use serde_json::{Value, json};
use solids::{Solids, cell};
use tumble::registry::Registry;
use tumble::render::{Panel, Replay, Scene};
use tumble::solve::{Method, Problem};

/// Models that are not solved sooner are left out.
const LIMIT: Duration = Duration::from_secs(2);

/// The replay of a problem, or of a solution, as JSON.
fn replay(problem: &Problem, solution: Option<&Value>) -> Value {
    let replay = match solution {
        None => problem.instance.replay(),
        Some(solution) => problem.instance.parse(solution).unwrap().replay(),
    };
    serde_json::to_value(replay).unwrap()
}

/// The search's solution, if it finds one in time.
fn solved(problem: &Problem) -> Option<Value> {
    run_within(problem, Method::SEARCH, None, LIMIT).solution
}

/// The shipped models: their paths and texts.
fn shipped() -> Vec<(String, String)> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let list = |dir: std::path::PathBuf| std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let files = list(root).flat_map(list);
    files.map(|file| (file.display().to_string(), std::fs::read_to_string(file).unwrap())).collect()
}

/// Options of `tumble new`.
type Given = &'static [(&'static str, &'static str)];

/// Further options of random models, of which there are eight of each puzzle and kind.
const RANDOM: [(&str, Given); 6] = [
    ("die-tour", &[("closed", ""), ("columns", "4")]),
    ("die-path", &[("columns", "6")]),
    ("cube-tray", &[("oriented", ""), ("columns", "2")]),
    ("cube-tray", &[("faces", "WWRRBB"), ("tops", "")]),
    ("tatham-cube", &[("solid", "tetrahedron")]),
    ("tatham-cube", &[("solid", "octahedron")]),
];

fn random() -> Vec<(String, String)> {
    let of = |(puzzle, given): (&'static str, Given)| {
        (0..if puzzle == "sudoku-cube" { 2 } else { 8 })
            .map(move |seed| (format!("{puzzle} {given:?} {seed}"), random_of(puzzle, seed, given)))
    };
    let plain = Registry::built_in().puzzles().map(|puzzle| (puzzle.name, &[][..])).collect::<Vec<_>>();
    plain.into_iter().chain(RANDOM).flat_map(of).collect()
}

#[test]
fn replays_lead_where_their_solutions_say() {
    let mut replayed = Vec::new();
    for (name, text) in shipped().into_iter().chain(random()) {
        let problem = problem(&text);
        let unsolved = replay(&problem, None);
        check_frame(&unsolved, &problem);
        let moves = unsolved["stage"].get("steps").or(unsolved["stage"].get("turns"));
        assert_eq!(moves, Some(&json!([])), "{name}");
        let Some(solution) = solved(&problem) else { continue };
        let replay = replay(&problem, Some(&solution));
        check_frame(&replay, &problem);
        check(problem.puzzle.name, &replay["stage"], &solution);
        replayed.push(problem.puzzle.name);
    }
    assert!(replayed.len() > 50, "{replayed:?}");
    let puzzles = Registry::built_in().puzzles().map(|puzzle| puzzle.name).collect::<BTreeSet<_>>();
    assert_eq!(replayed.into_iter().collect::<BTreeSet<_>>(), puzzles);
}

/// The keys around the stage.
fn check_frame(replay: &Value, problem: &Problem) {
    assert_eq!(replay["format"], Replay::FORMAT);
    assert_eq!(replay["puzzle"], problem.puzzle.name);
    assert!(!replay["title"].as_str().unwrap().is_empty());
    let facts = replay["facts"].as_array().unwrap();
    assert!(facts.iter().all(|fact| fact[0].is_string() && fact[1].is_string()), "{facts:?}");
}

fn check(puzzle: &str, stage: &Value, solution: &Value) {
    match puzzle {
        "die-tour" => check_tour(stage, solution),
        "die-path" => check_path(stage, solution),
        "labeled-board" => check_trail(stage, solution),
        "block-maze" => check_block(stage, solution),
        "cube-tray" => check_tray(stage, solution),
        "tatham-cube" => check_tatham(stage, solution),
        "sudoku-cube" => check_sudoku(stage, solution),
        _ => drop(played(stage, solution)),
    }
}

/// The solids of a board after each step; the moves are those of the solution.
fn played(stage: &Value, solution: &Value) -> Vec<Solids> {
    assert_eq!(stage["kind"], "board");
    let states = solids::play(stage);
    for readout in stage["readouts"].as_array().unwrap() {
        assert_eq!(readout["values"].as_array().unwrap().len(), states.len(), "{readout}");
    }
    if let Some(moves) = solution["moves"].as_str() {
        let texts = stage["steps"].as_array().unwrap().iter().map(|step| step["text"].as_str().unwrap());
        assert_eq!(texts.collect::<String>(), moves.replace(' ', ""));
    }
    states
}

fn readout(stage: &Value, name: &str) -> Vec<String> {
    let readouts = stage["readouts"].as_array().unwrap();
    let values = &readouts.iter().find(|readout| readout["name"] == name).unwrap()["values"];
    values.as_array().unwrap().iter().map(|value| value.as_str().unwrap().to_owned()).collect()
}

fn check_tour(stage: &Value, solution: &Value) {
    let states = played(stage, solution);
    let (cells, tops) = (solution["cells"].as_array().unwrap(), solution["tops"].as_array().unwrap());
    let sums = readout(stage, "sum");
    let mut sum = 0;
    for (i, (at, top)) in cells.iter().zip(tops).enumerate() {
        let (here, faces) = &states[i].all[0];
        assert_eq!((here, &faces["top"]["pips"]), (&cell(at), top));
        sum += top.as_i64().unwrap();
        assert_eq!(sums[i], sum.to_string());
    }
    assert_eq!(sums.last().unwrap(), &solution["total"].to_string());
    assert_eq!(states.len() - cells.len(), usize::from(stage.get("closed").is_some()));
    if stage.get("closed").is_some() {
        assert_eq!(states.last().unwrap().all[0].0, states[0].all[0].0);
    }
}

fn check_path(stage: &Value, solution: &Value) {
    let states = if solution["moves"].is_null() { solids::play(stage) } else { played_runs(stage, solution) };
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

/// Runs may be drawn shorter than the moves.
fn played_runs(stage: &Value, solution: &Value) -> Vec<Solids> {
    let is_short = stage["steps"].as_array().unwrap().iter().any(|step| step.get("count").is_some());
    if is_short || stage.get("readouts").is_none() { solids::play(stage) } else { played(stage, solution) }
}

fn check_trail(stage: &Value, solution: &Value) {
    let states = played(stage, solution);
    let is_closed = stage.get("closed").is_some();
    let visits = &states[..states.len() - usize::from(is_closed && states.len() > 1)];
    let labeled = stage["cells"].as_array().unwrap().iter().filter(|cell| cell.get("label").is_some());
    let labels: Vec<_> = labeled.map(|labeled| (cell(&labeled["at"]), labeled["label"].as_str().unwrap())).collect();
    for (at, label) in &labels {
        let tops: Vec<_> = visits
            .iter()
            .filter(|state| state.all[0].0 == *at)
            .map(|state| state.all[0].1["top"]["pips"].to_string())
            .collect();
        assert_eq!(tops, [*label], "{at:?}");
    }
    assert_eq!(readout(stage, "labels").last().unwrap(), &format!("{0} of {0}", labels.len()));
    for (i, (state, top)) in states.iter().zip(solution["tops"].as_array().unwrap()).enumerate() {
        assert_eq!(&state.all[0].1["top"]["pips"], top, "{i}");
    }
    for (at, goal) in solids::ends(stage, "goal") {
        let (here, faces) = &states.last().unwrap().all[0];
        assert!(*here == at && goal.get("faces").is_none_or(|wanted| solids::agrees(faces, wanted)));
    }
}

fn check_tray(stage: &Value, solution: &Value) {
    let states = played(stage, solution);
    let last = &states.last().unwrap().all;
    let goals = solids::ends(stage, "goal");
    for (at, goal) in &goals {
        let (_, faces) = last.iter().find(|(here, _)| here == at).unwrap();
        assert!(solids::agrees(faces, &goal["faces"]), "{at:?}");
    }
    let holes = solids::ends(stage, "hole");
    assert!(holes.iter().all(|(at, _)| last.iter().all(|(here, _)| here != at)));
    assert!(goals.len() + holes.len() > 1);
    let cubes = last.len();
    assert_eq!(readout(stage, "in place").last().unwrap(), &format!("{cubes} of {cubes}"));
}

fn check_block(stage: &Value, solution: &Value) {
    let states = played(stage, solution);
    let under = |state: &Solids| state.covered(0).collect::<BTreeSet<_>>();
    let ends = |name| solids::ends(stage, name).into_iter().map(|(at, _)| at).collect::<BTreeSet<_>>();
    assert_eq!((under(&states[0]), under(states.last().unwrap())), (ends("start"), ends("goal")));
    for (state, value) in states.iter().zip(readout(stage, "box")) {
        let (x, y, z) = state.sizes[0];
        assert_eq!(value, format!("{x} × {y} × {z}"));
    }
}

fn check_tatham(stage: &Value, solution: &Value) {
    if let Some(shape) = stage["solids"][0].get("shape") {
        let (states, faces) = (shapes::play(stage), shape["faces"].as_array().unwrap().len());
        for (&(blue, cells), value) in states.iter().zip(readout(stage, "blue faces")) {
            assert_eq!((value, blue + cells), (format!("{blue} of {faces}"), states[0].0 + states[0].1));
        }
        assert_eq!((states.len() as u64, states.last().unwrap().0), (solution["length"].as_u64().unwrap() + 1, faces));
        return;
    }
    let states = played(stage, solution);
    let is_blue = |faces: &solids::Faces| faces.values().filter(|face| face["paint"] == "blue").count();
    for (state, value) in states.iter().zip(readout(stage, "blue faces")) {
        assert_eq!(value, format!("{} of 6", is_blue(&state.all[0].1)));
        // A colour is swapped, never lost.
        let blue = is_blue(&state.all[0].1) + state.paint.values().filter(|paint| *paint == "blue").count();
        assert_eq!(blue, states[0].paint.len());
    }
    assert_eq!(is_blue(&states.last().unwrap().all[0].1), 6);
}

fn check_sudoku(stage: &Value, solution: &Value) {
    assert_eq!(stage["kind"], "cube");
    let turns: Vec<&str> = stage["turns"].as_array().unwrap().iter().map(|turn| turn.as_str().unwrap()).collect();
    assert_eq!(turns.join(" "), solution["moves"].as_str().unwrap_or_default());
    assert_eq!(turns.is_empty() && solution["move_count"] != 0, stage.get("reason").is_some());
    for (name, face) in solution["faces"].as_object().unwrap() {
        let fields = stage["solved"][name].as_array().unwrap();
        let digits: String = fields.iter().map(|field| field["digit"].to_string()).collect();
        assert_eq!(digits, face["digits"].as_str().unwrap());
        assert!(fields.iter().all(|field| field["direction"] == face["direction"] || field["direction"].is_null()));
    }
    if !turns.is_empty() {
        cube::compare(&cube::turned(&stage["faces"], &turns), &stage["solved"], &stage["symmetric"]);
    }
}

/// A Sudoku Cube that turns cannot solve shows why, and its solved layout.
#[test]
fn an_assembly_that_turns_cannot_reach_has_a_reason() {
    let text = std::fs::read_to_string("models/sudoku_cube/unreachable.toml").unwrap();
    let problem = common::sudoku::any_assembly(&text);
    let solution = solved(&problem).unwrap();
    assert!(solution["reason"].is_string(), "{solution}");
    let replay = replay(&problem, Some(&solution));
    assert_eq!(replay["stage"]["reason"], solution["reason"]);
    check_sudoku(&replay["stage"], &solution);
}

const FAR: &str = "puzzle = \"die-path\"\n[start]\ncell = [0, 0]\ndie = { top = 1, north = 2, east = 3 }\n[goal]\n";

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

#[test]
fn solutions_that_break_the_rules_are_no_harm() {
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
    for (name, text) in shipped() {
        let problem = problem(&text);
        let Some(mut solution) = solved(&problem) else { continue };
        if solution["moves"].is_string() {
            for moves in ["", "xé", &"NNNNNNNNN".repeat(20), "WSENWSENN R2 Q"] {
                solution["moves"] = moves.into();
                let stage = &replay(&problem, Some(&solution))["stage"];
                assert!(stage.is_object(), "{name}");
            }
        }
    }
}

/// A solution may have as many moves as fit into a file. Pictures show the first of them, and nobody would play them all.
#[test]
fn very_many_moves_are_drawn_in_part_and_not_played() {
    let mut drawn = 0;
    for (name, text) in shipped() {
        let problem = problem(&text);
        let Some(mut solution) = solved(&problem).filter(|solution| solution["moves"].is_string()) else { continue };
        let pairs = if problem.puzzle.name == "sudoku-cube" { &["R R' "][..] } else { &["NS", "SN", "EW", "WE"] };
        for pair in pairs {
            solution["moves"] = pair.repeat(60_000).into();
            let solved = problem.instance.parse(&solution).unwrap();
            let places = match solved.scene() {
                Scene::Board(scene) => {
                    scene.panels.iter().map(|panel| panel.marks.len() + visits(panel)).sum::<usize>()
                }
                Scene::Net(scene) => scene.turns.map_or(0, |turns| turns.cubes.len() * 54),
                other => panic!("{name}: {other:?}"),
            };
            assert!(places <= 210_000, "{name}: {places}");
            drawn += usize::from(places > 1_000);
            let is_bounded_by_its_board = ["die-tour", "die-path"].contains(&problem.puzzle.name);
            assert!(solved.replay().stage.is_none() || is_bounded_by_its_board, "{name}");
        }
    }
    assert!(drawn > 10, "{drawn}");
}

/// The numbers of visits on a board.
fn visits(panel: &Panel) -> usize {
    panel.marks.iter().map(|mark| mark.visits.len()).sum()
}

/// Every key that is written is in the description of the format.
#[test]
fn the_format_is_described() {
    let described = std::fs::read_to_string("web/player/FORMAT.md").unwrap();
    let mut keys = BTreeSet::new();
    for (_, text) in shipped() {
        let problem = problem(&text);
        collect(&replay(&problem, None), &mut keys);
        if let Some(solution) = solved(&problem) {
            collect(&replay(&problem, Some(&solution)), &mut keys);
        }
    }
    assert!(keys.len() > 40, "{keys:?}");
    let missing: Vec<_> = keys.iter().filter(|key| !described.contains(&format!("\"{key}\""))).collect();
    assert!(missing.is_empty(), "FORMAT.md says nothing of {missing:?}");
}

fn collect(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            keys.extend(object.keys().cloned());
            for value in object.values() {
                collect(value, keys);
            }
        }
        Value::Array(values) => {
            for value in values {
                collect(value, keys);
            }
        }
        _ => {}
    }
}
