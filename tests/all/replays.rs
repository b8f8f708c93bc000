//! Replays: their form, and their steps, rolled here with solids of another make; the tests of each puzzle see where they lead.

pub mod cube;
pub mod shapes;
pub mod solids;

use std::collections::BTreeSet;
use std::time::Duration;

use crate::common::{self, problem, random_of, run_within};
use serde_json::{Value, json};
use solids::Solids;
use tumble::registry::Registry;
use tumble::render::{Panel, Replay, Scene};
use tumble::solve::{Method, Problem};

/// Models that are not solved sooner are left out.
const LIMIT: Duration = Duration::from_secs(2);

/// The replay of a problem, or of a solution, as JSON.
pub fn replay(problem: &Problem, solution: Option<&Value>) -> Value {
    let replay = match solution {
        None => problem.instance.replay(),
        Some(solution) => problem.instance.parse(solution).unwrap().replay(),
    };
    serde_json::to_value(replay).unwrap()
}

/// The search's solution, if it finds one in time.
pub fn solved(problem: &Problem) -> Option<Value> {
    run_within(problem, Method::SEARCH, None, LIMIT).solution.map(|verified| verified.json())
}

/// The shipped models: their paths and texts.
fn shipped() -> Vec<(String, String)> {
    let files = common::files_in(&common::root().join("models")).into_iter();
    files.map(|file| (file.display().to_string(), std::fs::read_to_string(file).unwrap())).collect()
}

/// Options of `tumble new`.
pub type Given = &'static [(&'static str, &'static str)];

/// The stages of the replays of a puzzle's shipped and random models, with their solutions; `kinds` are options of further random models.
pub fn replays_of(puzzle: &'static str, kinds: &[Given]) -> Vec<(Value, Value)> {
    let folder = common::root().join("models").join(puzzle.replace('-', "_"));
    let shipped = common::files_in(&folder).into_iter().map(|file| std::fs::read_to_string(file).unwrap());
    let seeds = if puzzle == "sudoku-cube" { 2 } else { 8 };
    let of_kind = |given: Given| (0..seeds).map(move |seed| random_of(puzzle, seed, given));
    let random = std::iter::once(&[][..]).chain(kinds.iter().copied()).flat_map(of_kind);
    let mut replays = Vec::new();
    for text in shipped.chain(random) {
        let problem = problem(&text);
        let unsolved = replay(&problem, None);
        check_frame(&unsolved, &problem);
        let moves = unsolved["stage"].get("steps").or(unsolved["stage"].get("turns"));
        assert_eq!(moves, Some(&json!([])), "{text}");
        let Some(solution) = solved(&problem) else { continue };
        let mut replay = replay(&problem, Some(&solution));
        check_frame(&replay, &problem);
        replays.push((replay["stage"].take(), solution));
    }
    assert!(!replays.is_empty(), "{puzzle}");
    replays
}

/// Where the moves lead is checked in the files of the puzzles, too.
#[test]
fn every_puzzle_is_replayed() {
    let replays: Vec<_> = Registry::built_in().puzzles().flat_map(|puzzle| replays_of(puzzle.name, &[])).collect();
    assert!(replays.len() > 50, "{}", replays.len());
    for (stage, solution) in replays.iter().filter(|(stage, _)| is_plain(stage)) {
        played(stage, solution);
    }
}

/// Whether each step of a board is a move of solids with six faces: long runs are drawn short, and other solids are played by `shapes`.
pub fn is_plain(stage: &Value) -> bool {
    let has_six_faces = stage["solids"][0].get("shape").is_none();
    let is_move = |step: &Value| step.get("count").is_none();
    has_six_faces
        && stage.get("readouts").is_some()
        && stage["steps"].as_array().is_some_and(|steps| steps.iter().all(is_move))
}

/// The keys around the stage.
fn check_frame(replay: &Value, problem: &Problem) {
    assert_eq!(replay["format"], Replay::FORMAT);
    assert_eq!(replay["puzzle"], problem.puzzle.name);
    assert!(!replay["title"].as_str().unwrap().is_empty());
    let facts = replay["facts"].as_array().unwrap();
    assert!(facts.iter().all(|fact| fact[0].is_string() && fact[1].is_string()), "{facts:?}");
}

/// The solids of a board after each step; the moves are those of the solution.
pub fn played(stage: &Value, solution: &Value) -> Vec<Solids> {
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

/// The values of a readout after each step.
pub fn readout(stage: &Value, name: &str) -> Vec<String> {
    let readouts = stage["readouts"].as_array().unwrap();
    let values = &readouts.iter().find(|readout| readout["name"] == name).unwrap()["values"];
    values.as_array().unwrap().iter().map(|value| value.as_str().unwrap().to_owned()).collect()
}

#[test]
fn solutions_that_break_the_rules_are_no_harm() {
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
