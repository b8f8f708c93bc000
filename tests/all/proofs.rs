//! Nothing is said because nothing spoke against it: that there is no solution, that these are all, that there are infinitely many, comes from
//! a value that somebody made. Where such values are made is a table.

use std::collections::BTreeSet;

use num_bigint::BigUint;

use crate::common::{count, crates_in, files_in, problem, root};
use tumble::control::{Bytes, Control, Extent, Interrupt, Request};
use tumble::puzzle::Which;
use tumble::report::Status;
use tumble::solve::{self, Method, Options};

/// What a file may say, and which files do: those that make it, and those that ask for it.
const SAID: &[(&str, &[&str])] = &[
    (
        "Verdict::Infeasible",
        &[
            "pipeline/src/solve/answer.rs",
            "pipeline/src/solve/certificate/prove.rs",
            "pipeline/src/solve/decode.rs",
            "pipeline/src/solve/listing.rs",
            "pipeline/src/solve/relax.rs",
            "pipeline/src/solve/rounds.rs",
            "puzzles/die_path/src/search.rs",
            "puzzles/die_path/src/region.rs",
            "puzzles/die_tour/src/search/depth_first.rs",
            "puzzles/die_tour/src/search/lp_frontier.rs",
            "puzzles/labeled_board/src/new.rs",
            "puzzles/labeled_board/src/search.rs",
            "puzzles/src/puzzle/searches.rs",
            "puzzles/src/search/cases.rs",
            "puzzles/src/search/path.rs",
            "puzzles/sudoku_cube/src/new.rs",
            "puzzles/sudoku_cube/src/search.rs",
            "puzzles/sudoku_cube/src/slips.rs",
            "python/src/integer_model.rs",
            "solver/model/src/control/verdict.rs",
            "solver/model/src/session/claim.rs",
            "solver/src/solve.rs",
        ],
    ),
    (
        "Extent::All",
        &[
            "cli/src/count.rs",
            "pipeline/src/solve/answer.rs",
            "pipeline/src/solve/listing.rs",
            "puzzles/die_path/src/region.rs",
            "puzzles/die_tour/src/numbered.rs",
            "puzzles/die_tour/src/search/depth_first.rs",
            "puzzles/die_tour/src/search/plain_frontier.rs",
            "puzzles/labeled_board/src/search.rs",
            "puzzles/src/puzzle/searches.rs",
            "puzzles/sudoku_cube/src/search.rs",
            "puzzles/sudoku_cube/src/slips.rs",
            "python/src/integer_model.rs",
            "solver/model/src/control/verdict.rs",
        ],
    ),
    (
        "Extent::Endless",
        &[
            "cli/src/count.rs",
            "pipeline/src/solve/answer.rs",
            "puzzles/die_path/src/near.rs",
            "puzzles/die_path/src/region.rs",
            "puzzles/die_tour/src/search/depth_first.rs",
            "puzzles/src/puzzle/searches.rs",
            "puzzles/src/search/all_ways.rs",
            "puzzles/sudoku_cube/src/search.rs",
            "python/src/integer_model.rs",
            "solver/model/src/control/verdict.rs",
        ],
    ),
    (
        "Ending::Infeasible",
        &[
            "pipeline/src/solve/decode.rs",
            "solver/model/src/lp/cut_lp.rs",
            "solver/model/src/session/claim.rs",
            "solver/proofs/src/clauses.rs",
            "solver/src/cadical/refuter.rs",
            "solver/src/cadical/run.rs",
            "solver/src/cbc/mod.rs",
            "solver/src/cp_sat/answer.rs",
            "solver/src/cp_sat/mod.rs",
            "solver/src/external/solver.rs",
            "solver/src/highs/linear_program.rs",
            "solver/src/highs/mod.rs",
            "solver/src/linear.rs",
            "solver/src/microlp/mod.rs",
            "solver/src/pumpkin/mod.rs",
            "solver/src/pumpkin/search.rs",
            "web/wasm/src/highs.rs",
        ],
    ),
    ("Infinite {", &["pipeline/src/verify.rs"]),
];

/// The old ways to say something by leaving it out.
const GONE: &[&str] = &[concat!("Listed::", "default"), concat!("Count::", "none"), concat!("is_", "endless:")];

/// The sources without their tests.
fn sources() -> Vec<(String, String)> {
    let top = ["cli", "pipeline", "puzzles", "python", "rolling", "solver", "web/player", "web/wasm"];
    let wings = ["cli", "puzzles", "solver"].into_iter().flat_map(crates_in);
    let folders: BTreeSet<_> = top.iter().map(|name| root().join(name)).chain(wings).collect();
    let files: BTreeSet<_> = folders.iter().flat_map(|folder| files_in(&folder.join("src"))).collect();
    let mut sources = Vec::new();
    for path in files.iter().chain(&files_in(&root().join("src"))) {
        let name = path.strip_prefix(root()).unwrap().display().to_string();
        let text = std::fs::read_to_string(path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let code: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        if !name.contains("tests") {
            sources.push((name, code.join("\n")));
        }
    }
    sources
}

#[test]
fn proofs_are_named_where_they_are_made_and_asked_for() {
    let sources = sources();
    assert!(sources.len() > 400);
    for (word, files) in SAID {
        let named = sources.iter().filter(|(_, code)| code.contains(word)).map(|(name, _)| name.as_str());
        assert_eq!(named.collect::<BTreeSet<_>>(), files.iter().copied().collect(), "files that say {word}");
    }
    for (name, code) in &sources {
        assert!(GONE.iter().all(|word| !code.contains(word)), "{name} says something by leaving it out");
    }
}

/// All solutions of a model, by search.
fn all(text: &str) -> (BigUint, Extent<solve::Infinite>) {
    let count = count(&problem(text), Which::All, &Request::unlimited());
    (count.solutions, count.extent)
}

/// Two dice that roll east only, beside each other.
const TWO_DICE: &str = r#"
puzzle = "die-path"
board = { columns = 3, rows = 2 }
path = { directions = "E" }
[[dice]]
start = { cell = [0, 0], die = { top = 1, north = 2, east = 3 } }
goal = { cell = [2, 0] }
[[dice]]
start = { cell = [0, 1], die = { top = 1, north = 2, east = 3 } }
goal = { cell = [2, 1] }
"#;

#[test]
fn what_has_no_circle_is_counted_to_its_end() {
    assert_eq!(all(TWO_DICE), (6_u8.into(), Extent::All));
    let labeled = |map: &str, goal: &str| {
        let die = "die = { top = 1, north = 2, east = 3 }";
        all(&format!(
            "puzzle = \"labeled-board\"\nboard = {{ map = \"{map}\" }}\nstart = {{ cell = [0, 0], {die} }}\n{goal}"
        ))
    };
    // The die rolls over the free cell to its label and ends there, or goes on to no free cell.
    assert_eq!(labeled("1 . 6", "").1, Extent::All);
    let goal = "goal = { die = { top = 1, north = 2, east = 3 } }";
    assert_eq!(labeled("1 . #", goal), (1_u8.into(), Extent::All));
    assert!(matches!(labeled("1 . . 3", "").1, Extent::Endless(_)));
}

#[test]
fn shortest_ways_are_counted_beyond_64_bits() {
    let maze = "puzzle = \"block-maze\"\nsize = [1, 1, 1]\nboard = { columns = 100, rows = 100 }\n";
    let text = format!("{maze}start = {{ cell = [0, 0] }}\ngoal = {{ cell = [99, 99] }}\n");
    let count = count(&problem(&text), Which::Best, &Request::unlimited());
    // C(198, 99)
    let choose = (1..=99_u32).fold(BigUint::from(1_u8), |number, i| number * (99 + i) / i);
    assert_eq!((count.solutions, count.extent, count.objective), (choose, Extent::All, Some(198)));
}

/// A board on which all paths are best, so that there are infinitely many.
fn any_sum(columns: usize) -> String {
    let faces = "faces = { 1 = 0, 2 = 0, 3 = 0, 4 = 0, 5 = 0, 6 = 0 }";
    let start = "start = { cell = [0, 0], die = { top = 1, north = 2, east = 3 } }";
    let board = format!("board = {{ columns = {columns}, rows = {columns} }}");
    format!(
        "puzzle = \"die-path\"\nobjective = \"min-tops\"\n{board}\n{faces}\n{start}\ngoal = {{ cell = [{0}, {0}] }}\n",
        columns - 1
    )
}

#[test]
fn a_list_without_an_end_is_never_infeasible_at_whatever_limit() {
    let problem = problem(&any_sum(12));
    let options = Options { solutions: Some(usize::MAX), ..Options::default() };
    let method = Method::SEARCH;
    let mut kinds = BTreeSet::new();
    let mut check = |control: Control<'_>, what: &str| {
        let report = solve::solve(&problem, method, &options, &Request::new(control)).unwrap();
        let is_endless = report.reason.as_deref().is_some_and(|why| why.starts_with("infinitely many"));
        let listed = report.solutions.as_ref().map_or(0, |solutions| solutions.len());
        match report.status {
            Status::Optimal => assert!(is_endless && listed > 0 && report.objective == Some(0), "{what}: {report:?}"),
            Status::Unknown => assert!(!is_endless && listed == 0 && report.stop.is_some(), "{what}: {report:?}"),
            status => panic!("{what}: {status}"),
        }
        assert_eq!(report.complete, Some(false), "{what}");
        kinds.insert(report.status.to_string());
    };
    let mut looks = 0;
    while looks < 4000 {
        check(Control::unlimited().interrupted_by(Interrupt::after_looks(looks)), &format!("{looks} looks"));
        looks += 1 + looks / 8;
    }
    for bytes in (10..30).map(|power| 1 << power) {
        check(Control::unlimited().with_memory_limit(Bytes(bytes)), &format!("{bytes} bytes"));
    }
    assert_eq!(kinds.len(), 2, "both ends are seen");
}

#[test]
fn a_count_under_a_limit_never_says_more_than_is_there() {
    for (text, number) in [(TWO_DICE.to_owned(), Some(6_u8)), (any_sum(6), None)] {
        let problem = problem(&text);
        for looks in 0..60 {
            let control = Control::unlimited().interrupted_by(Interrupt::after_looks(looks));
            let count = count(&problem, Which::All, &Request::new(control));
            match (&count.extent, number) {
                (Extent::All, Some(number)) => assert_eq!(count.solutions, number.into()),
                (Extent::Endless(_), None) => {}
                (Extent::Stopped(_), number) => assert!(number.is_none_or(|number| count.solutions <= number.into())),
                (extent, _) => panic!("{extent:?} of {text}"),
            }
        }
    }
}
