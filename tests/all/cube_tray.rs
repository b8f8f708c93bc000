//! Cubes in a tray: known values, the Cubic Eight-Puzzle and other trays with letters, and the command line.

use crate::common::{self, Folder, optimum as shortest};
use crate::replays::{played, readout, replays_of, solids};
use crate::rules::{Solved, model};
use serde_json::{Value, json};
use tumble::control::Request;
use tumble::puzzle::Which;
use tumble::report::Status;
use tumble::solve::{Method, Problem};

fn tray(start: &str, goal: &str) -> Problem {
    common::problem(&common::tray(start, goal))
}

fn count(problem: &Problem) -> (u64, Option<i64>, bool) {
    let request = Request::unlimited();
    let count = common::count(problem, Which::Best, &request);
    (count.solutions.try_into().unwrap(), count.objective, count.extent.is_all())
}

#[test]
fn a_goal_that_is_there_already_takes_no_moves() {
    let same = tray("k k\n_ k", "? ?\n? k");
    assert_eq!((shortest(&same), count(&same)), (Some(0), (1, Some(0), true)));
    assert_eq!(shortest(&tray("_", "_")), Some(0));
}

#[test]
fn a_row_of_cubes_only_slides() {
    assert_eq!(shortest(&tray("k k k _", "_ e e e")), Some(3));
    assert_eq!(shortest(&tray("k k k _", "_ e e w")), None);
}

/// A game of a university course: the best end has the hole in the middle.
#[test]
fn the_hole_may_be_on_any_cell() {
    let start = "k _ s\nn w s\nc k w";
    let by_place = [21, 12, 17, 18, 9, 18, 25, 18, 25];
    for (place, rolls) in by_place.into_iter().enumerate() {
        let mut cells = ["c"; 9];
        cells[place] = "_";
        let goal: Vec<String> = cells.chunks(3).map(|row| row.join(" ")).collect();
        assert_eq!(shortest(&tray(start, &goal.join("\n"))), Some(rolls), "{goal:?}");
    }
    assert_eq!(count(&common::shipped_problem("cube_tray/any_hole")), (1, Some(9), true));
}

#[test]
fn so_many_wildcards_that_the_goals_are_not_listed() {
    let start = "k k k k\nk k k k\nk k _ k\nk k k k";
    let goal = "? ? ? ?\n? ? ? ?\n? c ? ?\n? ? ? ?";
    let problem = tray(start, goal);
    let length = shortest(&problem).unwrap();
    assert_eq!(count(&problem).1, Some(length));
    // With the far cells fixed as a solution leaves them, the solution is no shorter.
    assert!((4..=12).contains(&length), "{length}");
}

#[test]
fn parity_rules_goals_out_at_once_with_the_reason() {
    let problem = common::shipped_problem("cube_tray/oriented_parity");
    let report = common::run(&problem, Method::SEARCH, None);
    assert_eq!((report.status, report.stats.nodes), (Status::Infeasible, Some(0)));
    assert!(report.reason.unwrap().contains("stays 4, and the goal needs 3"));
}

/// The two maps of a model file that `tumble new` wrote.
fn maps(text: &str) -> (&str, &str) {
    let parts: Vec<&str> = text.split("\"\"\"").collect();
    (parts[1], parts[3])
}

fn stdout(args: &[&str], code: i32) -> String {
    common::printed(args, "", code).0
}

/// Goals that want more cubes of a kind than there are, and cubes that letters alone tell apart.
#[test]
fn cubes_of_several_kinds() {
    let text = common::shipped("cube_tray/two_kinds");
    let (head, _) = text.split_once("[goal]").unwrap();
    let report = |text: &str| common::run(&common::problem(text), Method::SEARCH, None);
    let many = report(&format!("{head}[goal]\nmap = \"\"\"\nrrwwr rrwwr rrwwr\nrrwwr _ rrwwr\n? ? ?\"\"\"\n"));
    let reason = "there are 4 cubes like `rrwwr`, and the goal needs 5 to 8";
    assert_eq!((many.status, many.reason.as_deref()), (Status::Infeasible, Some(reason)));
    let (before, drawn) = head.split_once("cubes = \"\"\"").unwrap();
    let unnamed = format!("{before}{}{}", drawn.split_once("\"\"\"\n").unwrap().1, &text[head.len()..]);
    assert_eq!(report(&unnamed).objective, Some(20));
}

#[test]
fn the_strip_of_states_is_drawn_as_text_and_as_svg() {
    insta::assert_snapshot!(stdout(&["solve", "models/cube_tray/wildcards.toml"], 0).split_once("rules\n").unwrap().1);
    insta::assert_snapshot!("before", stdout(&["render", "models/cube_tray/wildcards.toml", "-o", "-"], 0));
    let folder = Folder::new();
    stdout(&["solve", "models/cube_tray/classic.toml", "--picture", &folder.path("strip.svg")], 0);
    let picture = folder.read("strip.svg");
    // A sheet; 37 boards with a hole and 8 cubes that show 5 faces each; 36 cubes that were rolled; a legend of framed cells.
    let legend = 6 * (1 + 5) + 2 * (1 + 1);
    assert_eq!(picture.matches("<rect").count(), 1 + 37 * (1 + 8 * 5) + 36 + legend);
}

#[test]
fn counts_and_histograms_are_printed() {
    let classic = "models/cube_tray/classic.toml";
    let count = stdout(&["count", "--format", "json", classic], 0);
    assert_eq!(count, "{\"solutions\":16,\"objective\":36,\"complete\":true}\n");
    assert!(stdout(&["count", "--feasible", classic], 0).contains("at least 16 solutions: infinitely many"));
    let folder = Folder::new();
    let file = folder.path("table.json");
    let text = stdout(&["table", "cube-tray", "models/cube_tray/2x2_flip.toml", "-o", &file], 0);
    assert!(text.contains("of 864 states reached"), "{text}");
    let written: Value = serde_json::from_str(&folder.read("table.json")).unwrap();
    assert_eq!((&written["puzzle"], &written["histogram"][0]), (&"cube-tray".into(), &1.into()));
}

/// The number of random rolls is no distance.
#[test]
fn a_new_model_says_that_its_rolls_are_random_ones() {
    let new = |more: &[&str]| stdout(&[&["new", "cube-tray", "--seed", "7"], more].concat(), 0);
    let text = new(&["--rolls", "200"]);
    assert!(text.starts_with(
        "# A random cube tray, seed 7. The goal is the start after 200 random rolls: fewer may lead there.\n"
    ));
    assert!(shortest(&common::problem(&text)).unwrap() < 60, "{text}");
    let unsolvable = new(&["--oriented", "--unsolvable"]);
    common::says(&unsolvable, &["after 30 random rolls, and with one cube turned: no rolls lead"]);
    let help = stdout(&["new", "cube-tray", "--help"], 0).split_whitespace().collect::<Vec<_>>().join(" ");
    common::says(&help, &["number of random rolls that make the goal"]);
    // In a line of cubes a roll has to undo the one before.
    let goals = ["4", "5"].map(|rolls| new(&["--columns", "4", "--rows", "1", "--rolls", rolls]));
    let goal = |text: &str| text.split("[goal]").nth(1).unwrap().to_owned();
    assert_ne!(goal(&goals[0]), goal(&goals[1]));
}

#[test]
fn breaches_are_told() {
    Solved::new(model!("cube_tray/oriented"), "SWNEESWSENWSENNWWS", None, Some(18))
        .breaks("X", None, "? move 1 is `X`, not one of N, E, S, W")
        .breaks("N", Some("0,0"), "? the model fixes the start: leave out --start")
        .breaks("SS", None, "at the end [1, 1] holds 32, but the model requires 24")
        .breaks("SSE", None, "at the end [1, 1] holds 32, but the model requires 24")
        .breaks("www", None, "roll 2 (W): no cube can roll that way into the hole at [2, 0]")
        .breaks("", None, "at the end [1, 0] holds the hole, but the model requires 45")
        .breaks("SWNEESWSENWSENNWW", None, "at the end [2, 0] holds the hole, but the model requires 21")
        .refuses("/length", json!(17), "the length is given as 17, but there are 18 moves")
        .refuses("/moves", json!("SWn"), "move 3 is `n`, not one of N, E, S, W");
    Solved::new(model!("cube_tray/wildcards"), "ENWWSSEENNWWSSE", None, Some(15))
        .breaks("", None, "at the end [0, 0] holds k, but the model requires c")
        .breaks("ENWWSSEENNWWSS", None, "at the end [2, 2] holds the hole, but the model requires c")
        .breaks("E", None, "at the end [0, 0] holds k, but the model requires c");
    Solved::new(model!("cube_tray/any_hole"), "ENWNWSSEN", None, Some(9))
        .breaks("", None, "at the end [1, 0] holds k, but the model requires c or the hole")
        .breaks("N", None, "at the end [1, 0] holds k, but the model requires c or the hole");
    Solved::new(model!("cube_tray/cubic_eight"), "SENESWSENWNWS", None, Some(13))
        .breaks("", None, "at the end [0, 0] holds WR, but the model requires RB or RW")
        .breaks("SENESWSENWNW", None, "at the end [2, 0] holds the hole, but the model requires RB or RW");
}

#[test]
fn replays_lead_to_the_end() {
    let [oriented, colored] = [&[("oriented", ""), ("columns", "2")], &[("faces", "WWRRBB"), ("tops", "")]];
    for (stage, solution) in &replays_of("cube-tray", &[oriented, colored]) {
        let states = played(stage, solution);
        let last = &states.last().unwrap().all;
        let goals = solids::ends(stage, "goal");
        for (at, goal) in &goals {
            // If any cell may be the hole, all have a goal, and the hole is on one of them.
            let here = last.iter().find(|(here, _)| here == at);
            assert!(here.is_some() || goals.len() > last.len(), "{at:?}");
            assert!(here.is_none_or(|(_, faces)| solids::agrees(faces, &goal["faces"])), "{at:?}");
        }
        let holes = solids::ends(stage, "hole");
        assert!(holes.iter().all(|(at, _)| last.iter().all(|(here, _)| here != at)));
        assert!(goals.len() + holes.len() > 1);
        let cubes = last.len();
        assert_eq!(readout(stage, "in place").last().unwrap(), &format!("{cubes} of {cubes}"));
    }
}

/// Cubes of several kinds may show the same letter, and are drawn in colours of their own.
#[test]
fn replays_tell_kinds_of_cubes_apart() {
    let kinds = |name: &str| -> Vec<Option<u64>> {
        let problem = common::shipped_problem(&format!("cube_tray/{name}"));
        let replay = serde_json::to_value(problem.instance.replay()).unwrap();
        replay["stage"]["solids"].as_array().unwrap().iter().map(|solid| solid["kind"].as_u64()).collect()
    };
    let [corner, edge] = [Some(0), Some(1)];
    assert_eq!(kinds("two_kinds"), [corner, edge, corner, edge, edge, corner, edge, corner]);
    assert!(kinds("cubic_eight").iter().all(Option::is_none));
}

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
fn six_states_and_dice_are_cubes_with_letters() {
    for seed in 0..8 {
        let text = common::random_of("cube-tray", seed, &[("columns", "3"), ("rows", "2")]);
        let (start, goal) = maps(&text);
        let spelt = |map: &str| {
            let letters = [("n", "Gk"), ("s", "Gc"), ("e", "GGk"), ("w", "GGc"), ("G", "g")];
            letters.iter().fold(map.to_owned(), |map, (from, to)| map.replace(from, to))
        };
        assert_eq!(count(&lettered("kcgggg", &spelt(start), &spelt(goal))), count(&common::problem(&text)), "{text}");
        let text = common::random_of("cube-tray", seed, &[("columns", "2"), ("rows", "2"), ("oriented", "")]);
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
