//! Labeled boards: facts of the sources, cuts, and random boards; how moves break the rules, and where
//! their replays lead.

#![cfg_attr(
    not(all(feature = "highs", feature = "cbc")),
    allow(dead_code, unused_imports, reason = "most of it is for MILP solvers")
)]

use crate::common;
use crate::replays::{played, readout, replays_of, solids, solids::cell};
use crate::rules::{Solved, instance, model, solution};

use serde_json::json;
use tumble::control::Request;
use tumble::geometry::{Cell, Die, Direction};
use tumble::model::{Assignment, Constraint, Model};
use tumble::puzzle::Which;
use tumble::report::Status;
use tumble::solve::{Method, Problem};

fn source() -> String {
    common::shipped("labeled_board/source")
}

#[test]
fn the_source_s_board_has_the_one_solution_that_the_thesis_prints() {
    let problem = common::problem(&source());
    let report = common::run(&problem, Method::SEARCH, None);
    let solution = report.solution.unwrap().json();
    assert_eq!((solution["moves"].as_str(), solution["length"].as_i64()), (Some("ESENEESSWWWWN"), Some(13)));
    let keys: Vec<&String> = solution.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["moves", "length", "start", "tops"]);
    let count = common::count(&problem, Which::Best, &common::search_request());
    assert_eq!((count.solutions, count.objective, count.extent.is_all()), (1u8.into(), Some(13), true));
}

#[test]
fn what_cannot_be_is_said_with_the_reason() {
    let source = source();
    let with = |from: &str, to: &str| {
        assert!(source.contains(from));
        source.replace(from, to)
    };
    let cases = [
        (
            with("top = 2, north = 6, west = 4", "top = 1, north = 2, west = 4"),
            "is labeled 2, but the die starts with 1 on top",
        ),
        (
            format!("{source}[goal]\ncell = [4, 2]\ndie = {{ top = 1 }}\n"),
            "is labeled 3, but the die has to end with 1 on top",
        ),
        (format!("{source}[goal]\ncell = [0, 2]\n"), "is not entered a second time"),
        (
            with("5 6 5 . .", "5 6 5 # #").replace("3 1 .", "3 1 #").replace(". 1 3", "# 1 3"),
            "2 of 9 labeled cells are out of reach",
        ),
        (format!("{source}[goal]\ndie = {{ top = 1, north = 2, east = 4 }}\n"), "-handed at the goal"),
        (format!("{source}[goal]\ncell = [1, 0]\ndie = {{ top = 2, north = 6, west = 4 }}\n"), "parity"),
        (
            "puzzle = \"labeled-board\"\n[board]\nmap = \"\"\"\n111\n111\n111\"\"\"\n[start]\ncell = [1, 0]\n".into(),
            "rarer colour",
        ),
        (
            "puzzle = \"labeled-board\"\n[board]\nmap = \"\"\"\n111\n111\n111\"\"\"\n[tour]\nclosed = true\n".into(),
            "every roll changes the colour",
        ),
    ];
    for (text, reason) in cases {
        let problem = common::problem(&text);
        for method in Method::available() {
            assert_eq!(common::run(&problem, method, None).status, Status::Infeasible, "{text}");
        }
        let report = common::run(&problem, Method::SEARCH, None);
        assert!(report.reason.as_ref().is_some_and(|why| why.contains(reason)), "{:?}, not {reason}", report.reason);
    }
}

/// Whether the die shows more or less; the first label is that of the start.
#[test]
fn every_label_counts() {
    let text = source();
    let map = text.find("\"\"\"").unwrap()..text.rfind("\"\"\"").unwrap();
    for (i, label) in text.char_indices().filter(|(i, c)| map.contains(i) && c.is_ascii_digit()).skip(1) {
        for other in ('1'..='6').filter(|&other| other != label) {
            let other = format!("{}{other}{}", &text[..i], &text[i + 1..]);
            let problem = common::problem(&other);
            let solution = problem.instance.solution_of_moves("ESENEESSWWWWN", None).unwrap();
            assert!(common::verify(&problem, &solution).is_err(), "{other}");
        }
    }
}

#[test]
fn hamiltonian_cycles_of_full_boards_are_counted() {
    // A cycle that restores the die does so in both directions: two trails from a given start.
    let text = common::random_of("labeled-board", 3, &[("columns", "4"), ("full", ""), ("closed", "")]);
    let restored = format!("{text}restore-orientation = true\n");
    for (text, expected) in [(text, 2u8), (restored, 2)] {
        let count = common::count(&common::problem(&text), Which::Best, &common::search_request());
        assert_eq!((count.solutions, count.objective, count.extent.is_all()), (expected.into(), Some(16), true));
        // All trails have this length.
        let all = common::count(&common::problem(&text), Which::All, &common::search_request());
        assert_eq!((all.solutions, all.objective, all.extent.is_all()), (expected.into(), None, true));
    }
    // Over free cells there are infinitely many trails.
    let endless = common::count(&common::problem(&source()), Which::All, &common::search_request());
    assert_eq!((endless.solutions, endless.extent.is_all()), (1u8.into(), false));
    assert!(endless.reason.unwrap().contains("infinitely many"));
    // A free cell without a free neighbour can be entered only so often.
    let text =
        "puzzle = \"labeled-board\"\n[board]\nmap = \"1 . 1\"\n[start]\ncell = [0, 0]\n[goal]\ndie = { top = 1 }\n";
    let alone = common::count(&common::problem(text), Which::All, &common::search_request());
    assert!(!alone.reason.unwrap_or_default().contains("no limit"), "{text}");
}

/// A die that rolls to a cell and back is restored. The same board as a die tour has the same answer.
#[test]
fn two_cells_are_a_closed_tour_that_restores_the_die() {
    let tour = "[tour]\nclosed = true\nrestore-orientation = true\n";
    let start = "[start]\ncell = [0, 0]\ndie = { top = 1, north = 2, east = 3 }\n";
    // East of a 1 the die shows the 4 that was to the west.
    for (map, length, total) in [("14", Some(2), Some(5)), ("1", None, None), ("143", None, None)] {
        let labeled = format!("puzzle = \"labeled-board\"\n[board]\nmap = \"{map}\"\n{start}{tour}");
        let free = ".".repeat(map.len());
        let plain = format!("puzzle = \"die-tour\"\n[board]\nmap = \"{free}\"\n{start}{tour}");
        for (text, objective) in [(labeled, length), (plain, total)] {
            let problem = common::problem(&text);
            assert_eq!(problem.instance.infeasible_because().is_some(), objective.is_none(), "{text}");
            for method in Method::serving(&*problem.instance) {
                let encodings = match method {
                    Method::Search(..) => vec![None],
                    Method::Model(_) => (problem.puzzle.encodings)().iter().map(|e| Some(e.name)).collect(),
                };
                for encoding in encodings {
                    let report = common::run(&problem, method, encoding);
                    assert_eq!(report.objective, objective, "{encoding:?} on\n{text}");
                }
            }
            if let Some(solution) = common::run(&problem, Method::SEARCH, None).solution {
                assert_eq!(solution.json()["moves"], "EW");
            }
        }
    }
}

#[test]
fn full_boards_without_a_cycle_are_refused_at_once() {
    let refused = |options: &[(&'static str, &str)]| {
        common::try_random_of("labeled-board", 1, &[options, &[("full", ""), ("closed", "")]].concat()).unwrap_err()
    };
    for options in [&[("columns", "3")][..], &[("columns", "4"), ("blocked", "3")], &[("columns", "1")]] {
        let why = refused(options);
        assert!(why.contains("odd number of cells"), "{why}");
    }
    let why = refused(&[("columns", "6"), ("rows", "1")]);
    assert!(why.contains("in a row"), "{why}");
}

#[test]
fn large_full_boards_are_searched_at_once() {
    for (columns, words) in [(6, 2), (8, 2)] {
        let side = columns.to_string();
        let text = common::random_of("labeled-board", words, &[("columns", side.as_str()), ("full", "")]);
        let report = common::run(&common::problem(&text), Method::SEARCH, None);
        assert_eq!(report.objective, Some(columns * columns - 1));
    }
}

/// The arcs of a trail in the Eulerian flow, each by cell, orientation and letter.
struct Walk {
    start: (usize, usize),
    end: (usize, usize),
    arcs: Vec<(usize, usize, char)>,
}

impl Walk {
    fn of(problem: &Problem, columns: i64, moves: &str) -> Self {
        let trail = problem.instance.solution_of_moves(moves, None).unwrap();
        let start = &trail["start"];
        let face = |place: &str| start["die"][place].as_u64().unwrap() as u8;
        let mut cell = Cell::new(start["cell"][0].as_i64().unwrap(), start["cell"][1].as_i64().unwrap());
        let mut die = Die::new(face("top"), face("north"), face("east")).unwrap();
        let state = |cell: Cell, die: Die| ((cell.y * columns + cell.x) as usize, die.index());
        let mut walk = Self { start: state(cell, die), end: (0, 0), arcs: Vec::new() };
        for letter in moves.chars() {
            let roll = Direction::ALL.into_iter().find(|roll| roll.letter() == letter).unwrap();
            let (c, o) = state(cell, die);
            walk.arcs.push((c, o, letter));
            (cell, die) = (cell.step(roll).unwrap(), die.roll(roll));
        }
        Self { end: state(cell, die), ..walk }
    }

    /// The assignment that uses these arcs; it satisfies the model.
    fn assignment(&self, model: &Model) -> Assignment {
        let named = |kind: char, (c, o): (usize, usize)| format!("{kind}_c{c}_o{o}");
        let ends = [named('s', self.start), named('z', self.end)];
        let arcs: Vec<String> = self.arcs.iter().map(|&(c, o, l)| format!("x_c{c}_o{o}_{l}")).collect();
        let uses = |name: &String| (ends.iter().chain(&arcs)).filter(|other| *other == name).count() as i64;
        let assignment = model.variables().iter().map(|v| uses(&v.name)).collect::<Vec<i64>>().into();
        model.check(&assignment).unwrap();
        assignment
    }
}

/// Cuts that are separated from arbitrary values of the relaxation hold for a shortest trail.
#[test]
fn no_trail_violates_a_cut_of_the_relaxation() {
    for seed in [1, 2, 4, 8, 16] {
        let text = common::random_of("labeled-board", seed, &[("columns", "4"), ("labels", "4")]);
        let problem = common::problem(&text);
        let formulation = common::formulation(&problem, "euler-flow");
        let report = common::run(&problem, Method::SEARCH, None);
        let moves = report.solution.unwrap().json()["moves"].as_str().unwrap().to_owned();
        let cuts = formulation.cuts.as_ref().unwrap();
        let trail = Walk::of(&problem, 4, &moves).assignment(&formulation.model);
        assert!(formulation.separate.as_ref().unwrap()(&trail).is_empty(), "{text}");
        let mut found = 0;
        for round in 0..20u64 {
            let value = |i: u64| ((i * 2_654_435_761 + round * 40_503 + seed) >> 7) % 5;
            let values: Vec<f64> =
                (0..formulation.model.variables().len() as u64).map(|i| value(i) as f64 / 40.0).collect();
            for cut in cuts.rows(&values) {
                assert!(Constraint::from(cut).holds(&trail), "{text}");
                found += 1;
            }
        }
        assert!(found > 0);
    }
}

#[test]
fn random_boards_have_an_order_and_as_many_rolls_as_are_wished() {
    for seed in 0..common::cases(5, 50) {
        let options = [("columns", "4"), ("labels", "4"), ("ordered", ""), ("rolls", "8..10"), ("unique", "")];
        let text = common::random_of("labeled-board", seed, &options);
        assert!(text.contains("order = [["), "{text}");
        let problem = common::problem(&text);
        let report = common::run(&problem, Method::SEARCH, None);
        assert!((8..=10).contains(&report.objective.unwrap()), "{text}");
        assert_eq!(common::count(&problem, Which::Best, &Request::unlimited()).solutions, 1u32.into(), "{text}");
    }
}

#[test]
fn breaches_are_told() {
    let text = model!("labeled_board/source");
    Solved::new(text, "ESENEESSWWWWN", None, Some(13))
        .breaks("ESENEESSWWWWN", Some("1,2"), "the trail starts on [1, 2], but the model requires [0, 2]")
        .breaks("N", None, "roll 1 (N) from [0, 2] leaves the board or enters a blocked cell")
        .breaks("EE", None, "7 of 9 labeled cells are not visited, the first is [2, 0]")
        .breaks("ESENEESSWWWW", None, "1 of 9 labeled cells are not visited, the first is [0, 1]")
        .breaks("", None, "8 of 9 labeled cells are not visited, the first is [2, 0]")
        .breaks("EW", None, "roll 2 (W) enters the labeled cell [0, 2] a second time")
        .breaks("S", None, "roll 1 (S) enters [0, 1], which is labeled 5, with 6 on top")
        .breaks("X", None, "? move 1 is `X`, not one of N, E, S, W")
        .refuses(
            "/start/die",
            json!({ "top": 2, "north": 3, "east": 1 }),
            "the die starts with top 2, north 3, east 1, which the model does not allow",
        )
        .refuses("/start/cell", json!([1, 2]), "the trail starts on [1, 2], but the model requires [0, 2]")
        .refuses("/moves", json!("EsEN"), "move 2 is `s`, not one of N, E, S, W")
        .refuses("/length", json!(12), "the length is given as 12, but it is 13")
        .refuses("/tops", json!([2, 4]), "2 top faces are listed for 14 visits")
        .refuses("/tops/2", json!(5), "visit 3 is listed with 5 on top, but it shows 6");
    Solved::new(model!("labeled_board/goal"), "ESENEESSWWWWNSE", None, Some(15))
        .breaks("ESENEESSWWWWN", None, "the trail ends on [0, 1], not on the goal [1, 0]")
        .breaks("ESENEESSWWWWNSES", None, "roll 16 (S) from [1, 0] leaves the board or enters a blocked cell");
    let goal = format!("{text}[goal]\ncell = [0, 1]\ndie = {{ top = 5, north = 6 }}\n");
    assert_eq!(
        solution(&*instance(&goal), "ESENEESSWWWWN", None),
        Err("the trail ends with top 5, north 4, east 1, which the goal does not allow".into())
    );
}

#[test]
fn breaches_of_open_starts_and_closed_trails_are_told() {
    let open = Solved::new(model!("labeled_board/open_start"), "ESENEESSWWWWN", Some("0,2 top=2 north=6"), Some(13));
    open.breaks("E", Some("0,3 top=2 north=6"), "the start [0, 3] is blocked or not on the board")
        .breaks("E", Some("0,2 top=1 north=2"), "the start [0, 2] is labeled 2, but the die shows 1")
        .breaks(
            "E",
            None,
            "? the model leaves the start cell open: give --start; write it like \"0,0 top=1 north=2 east=3\"",
        );
    open.refuses("/start/cell", json!([1, 0]), "roll 1 (E) enters [2, 0], which is labeled 3, with 4 on top");
    Solved::new(model!("labeled_board/full_cycle"), "SSSWNWSWWWNNESENNWWNNESENEEESWWSSENE", None, Some(36))
        .breaks("SSSWNWSWWWNNESENNWWNNESENEEESWWSSEN", None, "the last roll ends on [4, 3], not on the start [5, 3]")
        .breaks(
            "SSSWNWSWWWNNESENNWWNNESENEEESWWSSENEW",
            None,
            "roll 36 (E) enters the labeled cell [5, 3] a second time",
        )
        .breaks("", None, "35 of 36 labeled cells are not visited, the first is [0, 0]");
    let pair = "puzzle = \"labeled-board\"\n[board]\nmap = \"\"\"\n1 .\n. .\n\"\"\"\n[start]\ncell = [0, 1]\n[tour]\nclosed = true\nrestore-orientation = true\n";
    Solved::new(pair, "EW", Some("top=1 north=2"), Some(2))
        .breaks("", Some("top=1 north=2"), "a closed trail needs rolls")
        .breaks("E", Some("top=1 north=2"), "the last roll ends on [1, 1], not on the start [0, 1]")
        .breaks("EWSN", Some("top=1 north=2"), "roll 2 (W) enters the labeled cell [0, 1] a second time")
        .breaks("ESWN", Some("top=1 north=2"), "roll 4 (N) enters [0, 1], which is labeled 1, with 3 on top");
}

#[test]
fn replays_lead_to_the_end() {
    for (stage, solution) in &replays_of("labeled-board", &[]) {
        let states = played(stage, solution);
        let is_closed = stage.get("closed").is_some();
        let visits = &states[..states.len() - usize::from(is_closed && states.len() > 1)];
        let labeled = stage["cells"].as_array().unwrap().iter().filter(|cell| cell.get("label").is_some());
        let labels: Vec<_> =
            labeled.map(|labeled| (cell(&labeled["at"]), labeled["label"].as_str().unwrap())).collect();
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
}
