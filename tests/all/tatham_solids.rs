//! The other solids of Simon Tatham's Cube: saved games, tables, symmetries and large boards.

use crate::common::{self, printed as run};
use serde_json::Value;
use tumble::control::Request;
use tumble::puzzle::erased;
use tumble::puzzle::tatham_cube::{Grid, Solid, TathamCube, orbits};
use tumble::solve::Method;

fn model(id: &str) -> String {
    format!("puzzle = \"tatham-cube\"\nid = \"{id}\"\n")
}

#[test]
fn saved_games_of_all_solids_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let [result, save] = ["result.json", "game.sav"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    for (model, length) in [("tetrahedron", 9), ("octahedron", 15), ("icosahedron", 29)] {
        let model = format!("models/tatham_cube/{model}.toml");
        std::fs::write(&result, run(&["solve", "--format", "json", &model], "", 0).0).unwrap();
        run(&["render", &model, &result, "--force", "-o", &save], "", 0);
        let text = std::fs::read_to_string(&save).unwrap();
        for played in [1, length / 2, length - 1] {
            let position = (played + 1).to_string();
            let at = format!("STATEPOS:{}:{position}\n", position.len());
            std::fs::write(&save, text.replace("STATEPOS:1:1\n", &at)).unwrap();
            let report: Value = serde_json::from_str(&run(&["solve", "--format", "json", &save], "", 0).0).unwrap();
            assert_eq!(report["objective"].as_u64(), Some(length - played), "{model} {played}");
        }
    }
}

/// The search is compared with brute force in `oracle.rs`.
#[test]
fn tables_have_the_distances_of_the_search() {
    for id in ["t1x1:00,0", "t0x3:000,0", "o1x1:00,0"] {
        let plain = TathamCube::from_id(id).unwrap();
        let size = plain.grid.name();
        let (text, _) = run(&["table", "tatham-cube", &size, "--format", "json"], "", 0);
        let numbers: Value = serde_json::from_str(&text).unwrap();
        let squares = plain.grid.squares().len();
        let mut starts: Vec<u64> = Vec::new();
        for set in (0..1_u32 << squares).filter(|set| set.count_ones() as usize == plain.grid.solid().faces()) {
            let blue: Vec<bool> = (0..squares).map(|square| set >> square & 1 == 1).collect();
            for &start in plain.grid.squares() {
                let cube = erased(TathamCube { blue: blue.clone(), start, ..plain.clone() });
                let verdict = common::searched(&*cube, &Request::unlimited()).verdict;
                if let Some(length) = verdict.solution().map(|rolls| rolls["length"].as_u64().unwrap() as usize) {
                    starts.resize(starts.len().max(length + 1), 0);
                    starts[length] += 1;
                }
            }
        }
        assert_eq!(numbers["starts"], serde_json::to_value(starts).unwrap(), "{size}");
    }
}

#[test]
fn hexagons_have_six_symmetries_or_twelve() {
    // One blue square of a triangle of 9, whose symmetries are those of a triangle: corners, sides, and the three in the middle.
    for (size, colourings) in [([0, 3], 3), ([3, 0], 3), ([1, 1], 1), ([0, 1], 1), ([1, 2], 4)] {
        let grid = Grid::new(Solid::Tetrahedron, size).unwrap();
        assert_eq!(orbits(&grid, 1).colourings, colourings, "{size:?}");
    }
}

#[test]
fn boards_of_more_than_52_squares_are_solved() {
    for id in ["c8x7:C000000000000F,20", "c10x11:00000000000000000000000000FC,99"] {
        let length = common::run(&common::problem(&model(id)), Method::SEARCH, None).objective.unwrap();
        assert!((6..40).contains(&length), "{id}: {length}");
    }
    let cube = TathamCube::from_id("i3x3:FFFFF000000008,53").unwrap();
    assert_eq!((cube.grid.squares().len(), cube.grid.name()), (54, "i3x3".to_owned()));
}
