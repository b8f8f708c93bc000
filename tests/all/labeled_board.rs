//! Labeled boards: search against the models and against plain breadth-first search, facts of the sources, and the verifier
//! against wrong trails.

#![cfg_attr(
    not(all(feature = "highs", feature = "cbc")),
    allow(dead_code, unused_imports, reason = "most of it is for MILP solvers")
)]

use crate::common::{self, agree};
use std::collections::HashMap;

use serde_json::{Value, json};
use tumble::control::{Bytes, Control, Request};
use tumble::geometry::{Cell, Die, Direction, Handedness};
use tumble::model::{Assignment, Constraint, Model};
use tumble::puzzle::MovesError;
use tumble::report::Status;
use tumble::solve::{CheckError, Method, Options, Problem};

/// Random instances on boards up to 6×6, every fifth without a solution: with goals, open starts, closed and full ones.
fn random(count: u64) -> Vec<String> {
    (0..count).map(|seed| vary(seed, &common::random_of("labeled-board", seed, &options(seed)))).collect()
}

fn options(seed: u64) -> Vec<(&'static str, &'static str)> {
    let at = |n: u64| ["3", "4", "5", "6"][(n % 4) as usize];
    // Even boards have Hamiltonian cycles.
    let full = seed % 4 == 3;
    let mut options = match (full, seed % 8 == 7) {
        (true, true) => {
            vec![("columns", "4"), ("rows", ["4", "6"][(seed / 8 % 2) as usize]), ("full", ""), ("closed", "")]
        }
        (true, false) => vec![("columns", at(seed / 4)), ("rows", at(seed / 16)), ("full", "")],
        _ => vec![("columns", at(seed)), ("rows", at(seed / 4)), ("blocked", ["0", "1"][(seed / 7 % 2) as usize])],
    };
    if seed.is_multiple_of(6) && !full {
        options.push(("closed", ""));
    }
    if seed.is_multiple_of(5) {
        options.push(("unsolvable", ""));
    }
    if !full {
        options.push(("labels", ["2", "3", "5"][(seed % 3) as usize]));
    }
    options
}

/// Leaves the start open, adds a goal, or requires the orientation to be restored.
fn vary(seed: u64, text: &str) -> String {
    let closed = text.contains("closed = true");
    match seed % 11 {
        1 => text.lines().filter(|line| !line.starts_with("die =")).collect::<Vec<_>>().join("\n"),
        2 if !text.contains('.') => {
            text.lines().filter(|line| !line.starts_with("cell =")).collect::<Vec<_>>().join("\n")
        }
        3 if closed => format!("{text}restore-orientation = true\n"),
        4 if !closed => format!("{text}[goal]\ndie = {{ top = {} }}\n", seed % 6 + 1),
        5 if !closed && !map(text).contains(&'#') => format!("{text}[goal]\ncell = [0, 0]\n"),
        6 => text.replace("objective = \"min\"", "objective = \"any\""),
        7..=8 => with_order(seed, text),
        _ => text.to_owned(),
    }
}

/// Gives some labels an order, which most boards do not allow.
fn with_order(seed: u64, text: &str) -> String {
    let board = Plain::read(text);
    let wanted = 1 + seed as usize / 11 % 3;
    let first = board.labeled.iter().cycle().skip(seed as usize).take(wanted.min(board.labeled.len()));
    let cells: Vec<String> = first.map(|cell| format!("[{}, {}]", cell.x, cell.y)).collect();
    text.replace("[start]", &format!("order = [{}]\n[start]", cells.join(", ")))
}

/// The encodings as arcs, with arcs left out and without.
const AS_ARCS: [&str; 5] = ["arc-circuit", "arc-cuts", "arc-cuts+fixing", "arc-flow", "arc-flow+fixing"];

/// The other encodings that fit a board: they have no order of labels.
fn of_cells(text: &str) -> Vec<&'static str> {
    let fits =
        [("euler-flow", true), ("commodity-flow", map(text).len() <= 16), ("cp-circuit", !map(text).contains(&'.'))];
    let has_order = text.contains("order = ");
    fits.into_iter().filter(|&(_, fits)| fits && !has_order).map(|(name, _)| name).collect()
}

#[test]
#[cfg(feature = "highs")]
fn search_agrees_with_the_models_on_random_boards() {
    let highs = Method::named("highs").unwrap();
    let mut infeasible = 0;
    for text in random(common::cases(25, 80)) {
        let statuses = AS_ARCS.into_iter().chain(of_cells(&text)).map(|encoding| agree(&text, highs, encoding));
        // All agree with the search.
        infeasible += usize::from(statuses.collect::<Vec<_>>().contains(&Status::Infeasible));
    }
    assert!(common::cases(4..15, 16..40).contains(&infeasible), "{infeasible} infeasible");
}

#[test]
#[cfg(feature = "cbc")]
fn search_agrees_with_the_models_on_cbc() {
    let cbc = Method::named("cbc").unwrap();
    for text in random(common::cases(15, 40)).iter().filter(|text| map(text).len() <= 16) {
        for encoding in ["arc-cuts", "arc-flow"].into_iter().chain(of_cells(text)) {
            agree(text, cbc, encoding);
        }
    }
}

/// With CP-SAT, where it is there.
#[test]
#[cfg(all(feature = "cadical", feature = "pumpkin"))]
fn search_agrees_with_the_models_on_solvers_that_learn() {
    let solvers: Vec<Method> =
        ["cadical", "cp-sat", "pumpkin"].into_iter().filter_map(|name| Method::named(name).ok()).collect();
    for text in random(common::cases(15, 60)).iter().filter(|text| map(text).len() <= 20) {
        for &solver in &solvers {
            agree(text, solver, "arc-circuit");
            agree(text, solver, "arc-circuit+fixing");
            agree(text, solver, "arc-cuts+fixing");
        }
    }
}

/// The cells of a model's map, from the north-west.
fn map(text: &str) -> Vec<char> {
    text.split("\"\"\"").nth(1).unwrap().chars().filter(|c| !c.is_whitespace()).collect()
}

/// A labeled board, read without any of the library's readers.
struct Plain {
    rows: Vec<Vec<char>>,
    cells: Vec<Cell>,
    labeled: Vec<Cell>,
    order: Vec<Cell>,
    start: toml::Value,
    goal: toml::Value,
    closed: bool,
    restore: bool,
    dice: &'static [Die; 24],
}

/// A cell, an orientation, and a bit for each label visited.
type State = (Cell, u8, u64);

/// Whether a die agrees with a table of the model.
fn agrees(table: &toml::Value, die: Die) -> bool {
    let faces = table.get("die").and_then(|die| die.as_table()).cloned().unwrap_or_default();
    faces.iter().all(|(place, face)| {
        let place = tumble::geometry::Place::ALL.into_iter().find(|p| p.name() == place).unwrap();
        i64::from(die.face(place)) == face.as_integer().unwrap()
    })
}

/// The cell that a table of the model names.
fn cell_of(table: &toml::Value) -> Option<Cell> {
    table.get("cell").map(cell_at)
}

fn cell_at(cell: &toml::Value) -> Cell {
    Cell::new(cell[0].as_integer().unwrap(), cell[1].as_integer().unwrap())
}

impl Plain {
    fn read(text: &str) -> Self {
        let file: toml::Value = toml::from_str(text).unwrap();
        let lines = file["board"]["map"].as_str().unwrap().lines();
        let rows: Vec<Vec<char>> = lines.map(|line| line.chars().filter(|c| *c != ' ').collect()).collect();
        let rows: Vec<Vec<char>> = rows.into_iter().filter(|row| !row.is_empty()).collect();
        let table = |name: &str| file.get(name).cloned().unwrap_or_else(|| toml::Value::Table(toml::Table::new()));
        let (start, goal, tour) = (table("start"), table("goal"), table("tour"));
        let order = file["board"].get("order").and_then(|order| order.as_array()).cloned();
        let flag = |key: &str| tour.get(key).is_some_and(|value| value.as_bool().unwrap());
        let of_hand = |hand: Handedness| Die::all(hand).iter().any(|&die| agrees(&start, die));
        let left = of_hand(Handedness::Left) && !of_hand(Handedness::Right);
        let all = (0..rows.len() as i64).flat_map(|y| (0..rows[0].len() as i64).map(move |x| Cell::new(x, y)));
        let mut plain = Self {
            cells: all.collect(),
            rows,
            labeled: Vec::new(),
            order: order.into_iter().flatten().map(|cell| cell_at(&cell)).collect(),
            closed: flag("closed"),
            restore: flag("restore-orientation"),
            dice: Die::all(if left { Handedness::Left } else { Handedness::Right }),
            start,
            goal,
        };
        plain.labeled = plain.cells.iter().copied().filter(|&cell| plain.at(cell).is_ascii_digit()).collect();
        plain
    }

    fn at(&self, cell: Cell) -> char {
        let row = usize::try_from(self.rows.len() as i64 - 1 - cell.y).ok();
        let found = row.and_then(|row| self.rows.get(row)?.get(usize::try_from(cell.x).ok()?).copied());
        found.unwrap_or('#')
    }

    fn fits(&self, cell: Cell, die: Die) -> bool {
        self.at(cell) != '#' && self.at(cell).to_digit(10).is_none_or(|label| label == u32::from(die.top()))
    }

    fn bit(&self, cell: Cell) -> u64 {
        self.labeled.iter().position(|&c| c == cell).map_or(0, |i| 1 << i)
    }

    /// Whether a cell may be entered when the labels of some bits have been: a label in its turn.
    fn is_in_turn(&self, cell: Cell, visited: u64) -> bool {
        let turn = self.order.iter().filter(|&&first| visited & self.bit(first) != 0).count();
        match self.order.iter().position(|&first| first == cell) {
            Some(place) => place == turn,
            None => self.bit(cell) == 0 || turn == self.order.len(),
        }
    }

    fn all(&self) -> u64 {
        (1 << self.labeled.len()) - 1
    }

    fn is_done(&self, (cell, o, visited): State) -> bool {
        let at_goal = cell_of(&self.goal).is_none_or(|c| c == cell) && agrees(&self.goal, self.dice[usize::from(o)]);
        visited == self.all() && !self.closed && at_goal
    }

    /// The cells and orientations one roll away.
    fn rolls(&self, (cell, o, _): State) -> impl Iterator<Item = (Cell, Die)> + '_ {
        let die = self.dice[usize::from(o)];
        let rolled = Direction::ALL.map(|roll| (cell.step(roll).unwrap(), die.roll(roll)));
        rolled.into_iter().filter(|&(cell, die)| self.fits(cell, die))
    }

    /// The least length and the number of shortest trails from a start, layer by layer.
    fn shortest(&self, first: Cell, die: Die) -> Option<(i64, u64)> {
        let start: State = (first, die.index() as u8, self.bit(first));
        let mut seen: HashMap<State, i64> = HashMap::from([(start, 0)]);
        let mut layer = HashMap::from([(start, 1u64)]);
        for length in 0.. {
            let ways: u64 = layer.iter().filter(|(state, _)| self.is_done(**state)).map(|(_, ways)| ways).sum();
            if ways > 0 {
                return Some((length, ways));
            }
            let (mut next, mut closing) = (HashMap::new(), 0);
            for (&state, &ways) in &layer {
                for (cell, rolled) in self.rolls(state) {
                    let back = self.closed && state.2 == self.all() && cell == first;
                    closing += if back && (!self.restore || rolled == die) { ways } else { 0 };
                    if state.2 & self.bit(cell) == 0 && self.is_in_turn(cell, state.2) {
                        let state = (cell, rolled.index() as u8, state.2 | self.bit(cell));
                        if *seen.entry(state).or_insert(length + 1) == length + 1 {
                            *next.entry(state).or_insert(0) += ways;
                        }
                    }
                }
            }
            if closing > 0 {
                return Some((length + 1, closing));
            }
            if next.is_empty() {
                return None;
            }
            layer = next;
        }
        None
    }
}

/// The least length and the number of shortest trails, by breadth-first search over (cell, orientation, set of labels) without
/// any of the library's shortcuts.
fn by_force(text: &str) -> Option<(i64, u64)> {
    let board = Plain::read(text);
    let starts = board.cells.iter().filter(|&&cell| cell_of(&board.start).is_none_or(|c| c == cell));
    let states = starts.flat_map(|&cell| board.dice.iter().map(move |&die| (cell, die)));
    let states = states.filter(|&(cell, die)| agrees(&board.start, die) && board.fits(cell, die));
    let states = states.filter(|&(cell, _)| board.is_in_turn(cell, 0));
    let found: Vec<(i64, u64)> = states.filter_map(|(cell, die)| board.shortest(cell, die)).collect();
    let least = found.iter().map(|(length, _)| *length).min()?;
    Some((least, found.iter().filter(|(length, _)| *length == least).map(|(_, ways)| ways).sum()))
}

#[test]
fn search_agrees_with_plain_breadth_first_search_in_length_and_number() {
    let (mut feasible, mut several) = (0, 0);
    for text in random(330) {
        let text = text.replace("objective = \"any\"", "objective = \"min\"");
        let problem = common::problem(&text);
        let report = common::run(&problem, Method::SEARCH, None);
        let count = common::count(&problem, false, &common::search_request());
        assert!(count.complete);
        let expected = by_force(&text);
        assert_eq!(
            (report.objective, count.solutions),
            (expected.map(|e| e.0), expected.map_or(0, |e| e.1).into()),
            "{text}"
        );
        feasible += usize::from(expected.is_some());
        let Some((length, ways)) = expected.filter(|&(_, ways)| ways <= 500) else { continue };
        // All of them are listed, each once, and each is replayed.
        let options = Options { solutions: Some(1000), ..Options::default() };
        let control = Control::unlimited();
        let listed = tumble::solve::solve(&problem, Method::SEARCH, &options, &Request::new(control)).unwrap();
        let solutions = listed.solutions.unwrap();
        let texts: std::collections::BTreeSet<String> = solutions.iter().map(|solution| solution.to_string()).collect();
        assert_eq!((texts.len() as u64, solutions.len() as u64, listed.complete), (ways, ways, Some(true)), "{text}");
        assert!(solutions.iter().all(|solution| solution["length"] == json!(length)));
        several += usize::from(ways > 1);
    }
    assert!(feasible > 200 && several > 100, "{feasible} feasible, {several} with several");
}

/// Solves under a memory limit of `bytes` bytes.
fn within(problem: &Problem, bytes: u64) -> tumble::report::Report {
    let control = Control::unlimited().with_memory_limit(Bytes(bytes));
    tumble::solve::solve(problem, Method::SEARCH, &Options::default(), &Request::new(control)).unwrap()
}

#[test]
fn a_search_that_is_stopped_tells_a_bound_that_holds() {
    // Closed without a start: a search from every start, and the first may be far from the labels.
    let far = "puzzle = \"labeled-board\"\n[board]\nmap = \"\"\"\n............1..4\n...............2\n................\n\"\"\"\n[tour]\nclosed = true\n";
    let (mut stopped, mut feasible) = (0, 0);
    for text in random(120).into_iter().chain([far.to_owned()]) {
        let problem = common::problem(&text.replace("objective = \"any\"", "objective = \"min\""));
        let best = common::run(&problem, Method::SEARCH, None).objective;
        for bytes in [100, 300, 1000, 3000, 10_000] {
            let report = within(&problem, bytes);
            match report.status {
                Status::Optimal | Status::Infeasible => assert_eq!(report.objective, best),
                Status::Feasible => {
                    assert!(report.objective >= best && report.bound <= best, "{text}");
                    feasible += 1;
                }
                Status::Unbounded => panic!("{text}"),
                Status::Unknown => {
                    assert!(
                        report.bound.is_none() || best.is_none() || report.bound <= best,
                        "{:?}, {best:?}\n{text}",
                        report.bound
                    );
                    stopped += 1;
                }
            }
        }
    }
    assert!(stopped > 50, "{stopped} stopped, {feasible} feasible");
}

fn source() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/models/labeled_board/source.toml")).unwrap()
}

#[test]
fn the_source_s_board_has_the_one_solution_that_the_thesis_prints() {
    let problem = common::problem(&source());
    let report = common::run(&problem, Method::SEARCH, None);
    let solution = report.solution.unwrap();
    assert_eq!((solution["moves"].as_str(), solution["length"].as_i64()), (Some("ESENEESSWWWWN"), Some(13)));
    let keys: Vec<&String> = solution.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["moves", "length", "start", "tops"]);
    let count = common::count(&problem, false, &common::search_request());
    assert_eq!((count.solutions, count.objective, count.complete), (1u8.into(), Some(13), true));
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

#[test]
fn wrong_trails_are_rejected() {
    let problem = common::problem(&source());
    let solution = common::run(&problem, Method::SEARCH, None).solution.unwrap();
    assert_eq!(common::verify(&problem, &solution).unwrap(), Some(13));
    let moves = "ESENEESSWWWWN";
    let breach = |moves: &str| matches!(problem.instance.solution_of_moves(moves, None), Err(MovesError::Breach(_)));
    for i in 0..moves.len() {
        for letter in ["N", "E", "S", "W", ""] {
            let mutated = format!("{}{letter}{}", &moves[..i], &moves[i + 1..]);
            assert!(mutated == moves || breach(&mutated), "{mutated}");
        }
    }
    assert!(breach(""));
    // Every label counts, whether the die shows more or less. The first one is that of the start.
    let text = source();
    let map = text.find("\"\"\"").unwrap()..text.rfind("\"\"\"").unwrap();
    for (i, label) in text.char_indices().filter(|(i, c)| map.contains(i) && c.is_ascii_digit()).skip(1) {
        for other in ('1'..='6').filter(|&other| other != label) {
            let other = format!("{}{other}{}", &text[..i], &text[i + 1..]);
            let told = common::problem(&other).instance.solution_of_moves(moves, None);
            assert!(matches!(told, Err(MovesError::Breach(_))), "{other}");
        }
    }
    let unreadable = problem.instance.solution_of_moves("ESENQ", None);
    assert!(matches!(unreadable, Err(MovesError::Unreadable(_))), "bad input, not a broken rule");
    // One more roll onto a free cell breaks no rule.
    assert!(problem.instance.solution_of_moves("ESENEESSWWWWNS", None).is_ok());
    for (key, value) in [
        ("length", json!(12)),
        ("tops", json!([2, 4, 6])),
        ("tops", json!([2, 4, 6, 5, 4, 1, 3, 5, 4, 1, 3, 6, 4, 6])),
        ("moves", json!("ESENEESSWWWW")),
        ("start", json!({ "cell": [0, 0], "die": { "top": 2, "north": 6, "east": 3 } })),
        ("start", json!({ "cell": [0, 2], "die": { "top": 2, "north": 3, "east": 1 } })),
    ] {
        let mut wrong: Value = solution.clone();
        wrong[key] = value;
        assert!(matches!(common::verify(&problem, &wrong), Err(CheckError::Breach(_))), "{wrong}");
    }
}

#[test]
fn hamiltonian_cycles_of_full_boards_are_counted() {
    // A cycle that restores the die does so in both directions: two trails from a given start.
    let text = common::random_of("labeled-board", 3, &[("columns", "4"), ("full", ""), ("closed", "")]);
    let restored = format!("{text}restore-orientation = true\n");
    for (text, expected) in [(text, 2u8), (restored, 2)] {
        let count = common::count(&common::problem(&text), false, &common::search_request());
        assert_eq!((count.solutions, count.objective, count.complete), (expected.into(), Some(16), true));
        // All trails have this length.
        let all = common::count(&common::problem(&text), true, &common::search_request());
        assert_eq!((all.solutions, all.objective, all.complete), (expected.into(), None, true));
    }
    // Over free cells there are infinitely many trails.
    let endless = common::count(&common::problem(&source()), true, &common::search_request());
    assert_eq!((endless.solutions, endless.complete), (1u8.into(), false));
    assert!(endless.reason.unwrap().contains("infinitely many"));
    // A free cell without a free neighbour can be entered only so often.
    let text =
        "puzzle = \"labeled-board\"\n[board]\nmap = \"1 . 1\"\n[start]\ncell = [0, 0]\n[goal]\ndie = { top = 1 }\n";
    let alone = common::count(&common::problem(text), true, &common::search_request());
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
                assert_eq!(solution["moves"], "EW");
            }
        }
    }
}

#[test]
fn full_boards_without_a_cycle_are_refused_at_once() {
    let refused = |options: &[(&'static str, &str)]| {
        let mut choices: tumble::puzzle::Choices =
            options.iter().map(|&(key, value)| (key, value.to_owned())).collect();
        choices.extend([("seed", "1".to_owned()), ("full", String::new()), ("closed", String::new())]);
        (common::entry("labeled-board").new)(&choices, &Control::unlimited()).unwrap_err().to_string()
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

/// An arc of the Eulerian flow: cell, orientation and letter.
type FlowArc = (usize, usize, char);

/// The arcs of a trail.
struct Walk {
    start: (usize, usize),
    end: (usize, usize),
    arcs: Vec<FlowArc>,
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

    /// The assignment that uses these arcs and further ones; it satisfies the model.
    fn assignment(&self, model: &Model, more: &[FlowArc]) -> Assignment {
        let named = |kind: char, (c, o): (usize, usize)| format!("{kind}_c{c}_o{o}");
        let ends = [named('s', self.start), named('z', self.end)];
        let arcs: Vec<String> = self.arcs.iter().chain(more).map(|&(c, o, l)| format!("x_c{c}_o{o}_{l}")).collect();
        let uses = |name: &String| (ends.iter().chain(&arcs)).filter(|other| *other == name).count() as i64;
        let assignment = model.variables().iter().map(|v| uses(&v.name)).collect::<Vec<i64>>().into();
        model.check(&assignment).unwrap();
        assignment
    }
}

#[test]
fn a_circle_beside_the_trail_is_cut_off_and_the_trail_is_not() {
    let problem = common::problem(&source());
    let formulation = common::formulation(&problem, "euler-flow");
    let separate = formulation.separate.as_ref().unwrap();
    let number = |cell: Cell| (cell.y * 5 + cell.x) as usize;
    let walk = Walk::of(&problem, 5, "ESENEESSWWWWN");
    let trail = walk.assignment(&formulation.model, &[]);
    assert!(separate(&trail).is_empty());
    assert_eq!((formulation.decode)(&trail).unwrap()["moves"], "ESENEESSWWWWN");
    // There and back between two free cells, in every orientation that the model has there.
    let [west, east] = [Cell::new(3, 1), Cell::new(4, 1)];
    let mut circles = 0;
    for &die in Die::all(Handedness::Left) {
        let circle = [(number(west), die.index(), 'E'), (number(east), die.roll(Direction::East).index(), 'W')];
        let known = |&(c, o, letter): &(usize, usize, char)| {
            formulation.model.variables().iter().any(|v| v.name == format!("x_c{c}_o{o}_{letter}"))
        };
        let touches = walk.arcs.iter().any(|arc| circle.iter().any(|other| (arc.0, arc.1) == (other.0, other.1)));
        if !circle.iter().all(known) || touches {
            continue;
        }
        let assignment = walk.assignment(&formulation.model, &circle);
        let cuts = separate(&assignment);
        assert!(
            !cuts.is_empty()
                && cuts.into_iter().map(Constraint::from).all(|cut| !cut.holds(&assignment) && cut.holds(&trail))
        );
        circles += 1;
    }
    assert!(circles > 3, "{circles} circles");
}

/// Cuts that are separated from arbitrary values of the relaxation hold for a shortest trail.
#[test]
fn no_trail_violates_a_cut_of_the_relaxation() {
    for seed in [1, 2, 4, 8, 16] {
        let text = common::random_of("labeled-board", seed, &[("columns", "4"), ("labels", "4")]);
        let problem = common::problem(&text);
        let formulation = common::formulation(&problem, "euler-flow");
        let report = common::run(&problem, Method::SEARCH, None);
        let moves = report.solution.unwrap()["moves"].as_str().unwrap().to_owned();
        let cuts = formulation.cuts.as_ref().unwrap();
        let trail = Walk::of(&problem, 4, &moves).assignment(&formulation.model, &[]);
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
        assert_eq!(common::count(&problem, false, &Request::unlimited()).solutions, 1u32.into(), "{text}");
    }
}
