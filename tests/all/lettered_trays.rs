//! Trays of cubes with any letters: the Cubic Eight-Puzzle, and the same trays in letters and without.

use crate::common;
use crate::cube_tray::{count, maps, random, shortest};
use tumble::report::Status;
use tumble::solve::{Method, Problem};

/// The Cubic Eight-Puzzle (ICPC, Asia Regional, Yokohama 2006): its data sets, with the column and the row of the hole, from 1 and from the
/// north-west, and the fewest rolls. The contest asks for -1 where there are more than 30.
const CUBIC_EIGHT: [(usize, usize, &str, i64); 8] = [
    (1, 2, "W W W\n_ W W\nW W W", 0),
    (2, 1, "R B W\nR W W\n_ W W", 3),
    (3, 3, "W B W\nB R _\nR B R", 13),
    (3, 3, "B W R\nB W R\nB _ R", 23),
    (2, 1, "B B B\nB R B\nB R _", 29),
    (1, 1, "R R R\nW W W\nR R _", 30),
    (2, 1, "R R R\nB W B\nR R _", 31),
    (3, 2, "R R R\nW _ W\nR R R", 35),
];

/// The model of a tray of cubes with these letters on top, bottom, north, south, east and west.
fn lettered(faces: &str, start: &str, goal: &str) -> Problem {
    let places = ["top", "bottom", "north", "south", "east", "west"];
    let faces = places.iter().zip(faces.chars()).map(|(place, letter)| format!("{place} = \"{letter}\""));
    let faces = faces.collect::<Vec<_>>().join(", ");
    common::problem(&format!(
        "puzzle = \"cube-tray\"\ncube.faces = {{ {faces} }}\nstart.map = \"\"\"\n{start}\"\"\"\ngoal.map = \"\"\"\n{goal}\"\"\""
    ))
}

fn cubic_eight((column, row, goal, _): (usize, usize, &str, i64)) -> Problem {
    let mut cells = ["W"; 9];
    cells[3 * (row - 1) + column - 1] = "_";
    let start: Vec<String> = cells.chunks(3).map(|row| row.join(" ")).collect();
    lettered("WWRRBB", &start.join("\n"), goal)
}

#[test]
fn the_cubic_eight_puzzle_has_the_answers_of_the_contest() {
    for set in CUBIC_EIGHT {
        assert_eq!(shortest(&cubic_eight(set)), Some(set.3), "{set:?}");
    }
}

#[test]
fn models_of_the_cubic_eight_puzzle_agree() {
    for method in ["highs", "cadical"].into_iter().filter_map(|name| Method::named(name).ok()) {
        for set in CUBIC_EIGHT.into_iter().filter(|set| set.3 <= 13) {
            let report = common::run(&cubic_eight(set), method, None);
            assert_eq!((report.status, report.objective), (Status::Optimal, Some(set.3)), "{set:?}");
        }
    }
}

#[test]
fn six_states_and_dice_are_cubes_with_letters() {
    for seed in 0..8 {
        let text = random(seed, &[("columns", "3"), ("rows", "2")]);
        let (start, goal) = maps(&text);
        let spelt = |map: &str| {
            let letters = [("n", "Gk"), ("s", "Gc"), ("e", "GGk"), ("w", "GGc"), ("G", "g")];
            letters.iter().fold(map.to_owned(), |map, (from, to)| map.replace(from, to))
        };
        assert_eq!(count(&lettered("kcgggg", &spelt(start), &spelt(goal))), count(&common::problem(&text)), "{text}");
        let text = random(seed, &[("columns", "2"), ("rows", "2"), ("oriented", "")]);
        let (start, goal) = maps(&text);
        assert_eq!(count(&lettered("162543", start, goal)), count(&common::problem(&text)), "{text}");
    }
}

#[test]
fn at_the_start_a_word_that_several_poses_agree_with_is_the_cube_as_it_is_given() {
    assert_eq!(shortest(&lettered("WWRRBB", "W _", "WR _")), Some(0));
    assert_eq!(shortest(&lettered("WWBBRR", "W _", "WR _")), None);
    assert_eq!(shortest(&lettered("WWBBRR", "WR __", "WR _")), Some(0));
}
