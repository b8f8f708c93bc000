//! Die paths with labels, gates, directions, round trips and sums: facts of the sources, and numbers without end.

use std::collections::BTreeSet;

use tumble::control::{Bytes, Control, Extent, Interrupt, Request, Stop};
use tumble::puzzle::Which;
use tumble::report::Status;
use tumble::solve::{Method, Options, solve};

use crate::common::{self, cases, problem};

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
