//! What an exported file says of itself, `complete: …`, against what it has: all values that satisfy its rows, found by an enumeration that
//! shares nothing with tumble, and all solutions of the puzzle, found by trying all moves.

use std::collections::{BTreeMap, BTreeSet};

use crate::common;
use tumble::control::Control;
use tumble::lower::Lowering;
use tumble::solve::{Problem, SolveError, prepare_whole};

/// `Σ coefficient · x >= bound`.
struct Row {
    terms: Vec<(i64, usize)>,
    bound: i64,
}

/// An OPB file.
#[derive(Default)]
struct Opb {
    complete: String,
    /// By variable, whether it tells solutions apart: it has a name, and is no flow that keeps a path in one piece.
    is_told: Vec<bool>,
    objective: Option<Vec<(i64, usize)>>,
    rows: Vec<Row>,
    /// By variable, its rows.
    rows_of: Vec<Vec<usize>>,
}

fn terms(words: &[&str]) -> Vec<(i64, usize)> {
    words.chunks(2).map(|pair| (pair[0].parse().unwrap(), pair[1][1..].parse().unwrap())).collect()
}

impl Opb {
    fn read(text: &str) -> Self {
        let mut file = Self::default();
        for line in text.lines() {
            let words: Vec<&str> = line.trim_end_matches(';').split_whitespace().collect();
            match &words[..] {
                ["*", "#variable=", count, ..] => {
                    file.is_told = vec![false; count.parse::<usize>().unwrap() + 1];
                    file.rows_of = vec![Vec::new(); file.is_told.len()];
                }
                ["*", "complete:", ..] => line["* complete: ".len()..].clone_into(&mut file.complete),
                ["*", variable, "=", name] if !name.starts_with("f_") => {
                    // Others are the names of constants.
                    if let Some(Ok(x)) = variable.strip_prefix('x').map(str::parse::<usize>) {
                        file.is_told[x] = true;
                    }
                }
                ["*", ..] | [] => {}
                ["min:", sum @ ..] => file.objective = Some(terms(sum)),
                [sum @ .., relation, bound] => {
                    let (sum, bound): (_, i64) = (terms(sum), bound.parse().unwrap());
                    if *relation == "=" {
                        let negated = sum.iter().map(|&(coefficient, x)| (-coefficient, x)).collect();
                        file.add(Row { terms: negated, bound: -bound });
                    }
                    file.add(Row { terms: sum, bound });
                }
                [_] => panic!("{line}"),
            }
        }
        file
    }

    fn add(&mut self, row: Row) {
        row.terms.iter().for_each(|&(_, x)| self.rows_of[x].push(self.rows.len()));
        self.rows.push(row);
    }

    /// Sets what these rows leave no choice, and what follows; whether no row is violated.
    fn propagate(&self, values: &mut [Option<bool>], mut open: Vec<usize>) -> bool {
        while let Some(r) = open.pop() {
            let row = &self.rows[r];
            let most = |&(c, x): &(i64, usize)| if values[x].unwrap_or(c > 0) { c } else { 0 };
            let slack = row.terms.iter().map(most).sum::<i64>() - row.bound;
            if slack < 0 {
                return false;
            }
            for &(c, x) in row.terms.iter().filter(|(c, _)| c.abs() > slack) {
                if values[x].is_none() {
                    values[x] = Some(c > 0);
                    open.extend(&self.rows_of[x]);
                }
            }
        }
        true
    }

    /// Collects all values of the variables that tell solutions apart, each with the objective; returns whether there are any.
    fn solutions(&self, values: &[Option<bool>], open: Vec<usize>, all: &mut BTreeMap<Vec<bool>, i64>) -> bool {
        let mut values = values.to_vec();
        if !self.propagate(&mut values, open) {
            return false;
        }
        let free = |is_told: bool| (1..values.len()).find(|&x| values[x].is_none() && self.is_told[x] == is_told);
        let (x, is_told) = match (free(true), free(false)) {
            (Some(x), _) => (x, true),
            (None, Some(x)) => (x, false),
            (None, None) => {
                let told = (1..values.len()).filter(|&x| self.is_told[x]).map(|x| values[x] == Some(true));
                let objective = self.objective.iter().flatten();
                let objective = objective.map(|&(c, x)| if values[x] == Some(true) { c } else { 0 }).sum();
                all.insert(told.collect(), objective);
                return true;
            }
        };
        let mut found = false;
        for value in [true, false] {
            let mut with = values.clone();
            with[x] = Some(value);
            found |= self.solutions(&with, self.rows_of[x].clone(), all);
            // The values of the other variables do not matter, if there are some.
            if found && !is_told {
                break;
            }
        }
        found
    }

    /// The number of solutions, and of those among them that are best.
    fn numbers(&self) -> (usize, usize) {
        let mut all = BTreeMap::new();
        self.solutions(&vec![None; self.is_told.len()], (0..self.rows.len()).collect(), &mut all);
        let best = all.values().min().copied();
        (all.len(), all.values().filter(|&&objective| Some(objective) == best).count())
    }
}

/// All solutions of up to so many moves, by their objectives, found by trying all moves from each of the starts.
fn tried(problem: &Problem, starts: &[Option<&str>], most: usize) -> Vec<i64> {
    let mut found = BTreeSet::new();
    for &start in starts {
        let mut words = vec![String::new()];
        while let Some(word) = words.pop() {
            if let Ok(solution) = problem.instance.solution_of_moves(&word, start)
                && let Ok(objective) = common::verify(problem, &solution)
            {
                found.insert((solution.to_string(), objective.unwrap_or(0)));
            }
            if word.len() < most {
                words.extend(['N', 'E', 'S', 'W'].map(|letter| format!("{word}{letter}")));
            }
        }
    }
    found.into_iter().map(|(_, objective)| objective).collect()
}

/// Compares the file of an encoding with the solutions of up to so many moves. Returns what it says of itself.
fn check(text: &str, encoding: &str, most: usize) -> String {
    let problem = common::problem(text);
    let format = tumble::format::find("opb").unwrap();
    let prepare = |horizon| {
        let (lowering, control) = (Lowering::default(), Control::unlimited());
        prepare_whole(&problem, encoding, format.capabilities, &lowering, horizon, &control)
    };
    let prepared = match prepare(Some(most as u64)) {
        Err(SolveError::Horizon { .. }) => prepare(None),
        prepared => prepared,
    };
    let file = String::from_utf8(prepared.unwrap().file(&problem, format).unwrap()).unwrap();
    let mut file = Opb::read(&file);
    let solutions = tried(&problem, &[None], most);
    let is_maximized = problem.instance.sense() == Some(tumble::model::Sense::Maximize);
    let best = if is_maximized { solutions.iter().max() } else { solutions.iter().min() }.copied();
    let is_of_best = file.complete.ends_with("all best ones, but not all others");
    if let (Some(best), Some(sum), true) = (best, &file.objective, is_of_best) {
        // The others may go in circles.
        let terms = sum.iter().map(|&(coefficient, x)| (-coefficient, x)).collect();
        file.add(Row { terms, bound: -best });
    }
    let best = solutions.iter().filter(|&&objective| Some(objective) == best).count();
    assert!(best > 0, "nothing to compare: {text}");
    let (all, all_best) = file.numbers();
    let what = format!("{encoding}: {all} solutions in the file, {all_best} of them best: `{}`\n{text}", file.complete);
    let of_lengths =
        format!("of {} to {most} moves", prepare(Some(most as u64)).map_or(0, |made| *made.lengths.unwrap().start()));
    match file.complete.split_once(": ").unwrap_or((&file.complete, "")) {
        ("yes", "") => assert_eq!((all, all_best), (solutions.len(), best), "{what}"),
        ("up to the horizon", says) if says == format!("solutions {of_lengths}") => {
            assert_eq!((all, all_best), (solutions.len(), best), "{what}");
        }
        _ if is_of_best => assert_eq!(all_best, best, "{what}"),
        ("no", "solutions: at least one best one, but not all") => assert!((1..=best).contains(&all_best), "{what}"),
        _ => panic!("{what}"),
    }
    file.complete
}

const PLAIN: &str = "puzzle = \"block-maze\"\nsize = [1, 1, 2]\n[board]\ncolumns = 4\nrows = 3\n\
    [start]\ncell = [0, 0]\n[goal]\ncell = [3, 0]\n";
const BRIDGE: &str = "puzzle = \"block-maze\"\nsize = [1, 1, 2]\n[board]\nmap = \"\"\"\n. . . .\n. A . a\n. . . .\n\"\"\"\n\
    bridges = { a = \"closed\" }\n[switches]\nA = { press = \"soft\", opens = [\"a\"] }\n\
    [start]\ncell = [0, 0]\n[goal]\ncell = [3, 0]\n";
const TRAY: &str = "puzzle = \"cube-tray\"\n[start]\nmap = \"\"\"\nk k\nk _\nk k\n\"\"\"\n[goal]\nmap = \"\"\"\n? _\n? ?\n? ?\n\"\"\"\n";
const PATH: &str = "puzzle = \"die-path\"\n[board]\ncolumns = 3\nrows = 2\n\
    [start]\ncell = [0, 0]\ndie = { top = 1, north = 2, east = 3 }\n[goal]\ncell = [2, 0]\n";
const PLANE: &str =
    "puzzle = \"die-path\"\n[start]\ncell = [0, 0]\ndie = { top = 1, north = 2, east = 3 }\n[goal]\ncell = [1, 1]\n";
const SUM: &str = "puzzle = \"die-path\"\nobjective = \"min-tops\"\n[board]\ncolumns = 3\nrows = 3\n\
    [start]\ncell = [0, 0]\ndie = { top = 1, north = 2, east = 3 }\n[goal]\ncell = [2, 2]\n[path]\ndirections = \"NE\"\n";

#[test]
fn a_file_has_all_solutions_up_to_its_horizon() {
    let tetrahedron = "puzzle = \"tatham-cube\"\nid = \"t1x2:1E00,4\"\n";
    for (text, encoding, most) in [
        (PLAIN, "time-expanded", 6),
        (BRIDGE, "time-expanded", 6),
        (TRAY, "time-indexed", 5),
        (PATH, "time-expanded", 6),
        (PLANE, "time-expanded", 6),
        (tetrahedron, "time-indexed", 7),
    ] {
        let says = check(text, encoding, most);
        assert!(says.starts_with("up to the horizon: ") && !says.contains("not all"), "{says}");
    }
}

#[test]
fn flows_without_time_have_all_best_solutions() {
    for (text, most) in [(PLAIN, 4), (BRIDGE, 4), (PATH, 4)] {
        assert_eq!(check(text, "state-flow", most), "no: solutions: all best ones, but not all others");
    }
    assert_eq!(check(SUM, "state-flow", 4), "yes", "no rolls lead in a circle");
}

#[test]
fn tours_are_all_in_the_file() {
    for more in ["", "closed = true\n"] {
        let tour = common::corner(2, 3, "max", more);
        for encoding in
            ["arc-flow", "arc-flow+squares+twocycles", "edge-flow", "time-expanded", "time-indexed", "arc-mtz"]
        {
            assert_eq!(check(&tour, encoding, 6), "yes");
        }
    }
}

/// A labeled board of this map.
fn labeled(map: &str, more: &str) -> String {
    format!(
        "puzzle = \"labeled-board\"\n[board]\nmap = \"\"\"\n{map}\n\"\"\"\n[start]\ncell = [0, 0]\n\
         die = {{ top = 1, north = 2, east = 3 }}\n{more}"
    )
}

#[test]
fn arcs_over_free_cells_stand_for_one_of_several_walks() {
    let some = "no: solutions: at least one best one, but not all";
    for encoding in ["arc-flow", "arc-flow+fixing", "arc-circuit"] {
        for map in [". . 5\n1 . .", ". . . 3\n1 . . ."] {
            let says = check(&labeled(map, ""), encoding, 6);
            assert_eq!(says, some, "{encoding}");
        }
    }
}

#[test]
fn without_free_cells_arcs_tell_trails() {
    for encoding in ["arc-flow", "arc-flow+fixing", "arc-circuit", "cp-circuit", "commodity-flow"] {
        assert_eq!(check(&labeled("5 4\n1 1", ""), encoding, 4), "yes", "{encoding}");
    }
}

#[test]
fn what_is_known_of_the_file_is_in_its_header() {
    let header = |args: &[&str]| {
        let args = [&["export", "-o", "-", "--format", "lp"], args].concat();
        common::printed(&args, "", 0).0
    };
    let bridges = header(&["models/block_maze/bridges.toml", "-e", "time-expanded"]);
    assert!(bridges.contains("\\ complete: up to the horizon: solutions of 42 to 42 moves\n"), "{bridges:.900}");
    let plane = header(&["models/die_path/plane.toml", "-e", "time-expanded", "--horizon", "30"]);
    assert!(plane.contains("\\ complete: up to the horizon: solutions of 6 to 30 moves\n"), "{plane:.900}");
    let cuts = header(&["models/labeled_board/source.toml", "-e", "arc-cuts"]);
    // Comments are wrapped.
    let words = cuts.replace("\n\\     ", "");
    assert!(words.contains("solution violates them; solutions: at least one best one, but not all\n"), "{cuts:.900}");
}
