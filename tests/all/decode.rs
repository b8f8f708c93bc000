//! Solution files of other programs come back as moves, and what is wrong in them is named.

use std::process::Command;

use crate::common::{self, Folder, Ran, called, refused, root};
use serde_json::Value;

const MAX: &str = "models/die_tour/3x3_max.toml";
const SMALL: &str = "tests/solutions/2x2.toml";

fn run(args: &[&str]) -> Ran {
    called(args, "")
}

/// A folder with an exported model.
struct Exported {
    folder: Folder,
    model: &'static str,
    file: &'static str,
}

impl Exported {
    fn new(model: &'static str, file: &'static str, options: &[&str]) -> Self {
        let exported = Self { folder: Folder::new(), model, file };
        common::printed(&[&["export", model, "-o", &exported.path(file)], options].concat(), "", 0);
        exported
    }

    fn path(&self, name: &str) -> String {
        self.folder.path(name)
    }

    /// Runs a program in the folder; its standard output becomes the file `stdout`.
    fn solve(&self, program: &str, args: &[&str]) {
        let run = Command::new(program).args(args).current_dir(self.folder.0.path()).output();
        let run = run.unwrap_or_else(|error| panic!("{program}: {error}"));
        self.folder.write("stdout", run.stdout);
    }

    fn glpsol(&self) {
        let format = if self.file == "model.mps" { "--freemps" } else { "--lp" };
        self.solve("glpsol", &[format, self.file, "-o", "model.report", "-w", "model.plain"]);
    }

    fn cbc(&self) {
        self.solve("cbc", &[self.file, "-solve", "-solu", "model.sol"]);
    }

    /// Decodes a solution file; `options` may follow.
    fn decode(&self, solution: &str, options: &[&str]) -> Ran {
        run(&[&["decode", self.model, &self.path(solution)], options].concat())
    }

    fn json(&self, solution: &str, options: &[&str]) -> Value {
        let args = ["decode", self.model, &self.path(solution), "--format", "json"];
        common::json(&[&args[..], options].concat(), "", 0)
    }

    /// The exit code and the error of a solution file with this text.
    fn refused(&self, text: impl AsRef<[u8]>, options: &[&str]) -> (i32, String) {
        self.folder.write("changed.sol", text);
        let (code, answer, error) = self.decode("changed.sol", options);
        assert!(answer.is_empty(), "{answer}");
        (code, error)
    }
}

/// The objective of direct search.
fn by_search(model: &str) -> Value {
    let (_, text, error) = run(&["solve", "--format", "json", model]);
    serde_json::from_str::<Value>(&text).expect(&error)["objective"].clone()
}

#[test]
fn what_cbc_and_glpsol_write_comes_back_from_every_puzzle() {
    for (i, (model, options)) in [
        (MAX, &["-e", "arc-flow"][..]),
        ("models/die_path/corner.toml", &[]),
        ("models/labeled_board/full_cycle.toml", &["-e", "arc-flow"]),
        ("models/cube_tray/2x2_flip.toml", &[]),
        ("models/sudoku_cube/seed.toml", &["-e", "face-digit-plus+parity"]),
        ("models/tatham_cube/source.toml", &["--horizon", "9"]),
        (MAX, &["-e", "cp-table"]),
    ]
    .into_iter()
    .enumerate()
    .take(common::cases(5, 7))
    {
        let expected = by_search(model);
        // The first in both formats, the others in turn.
        let formats = if i == 0 { &["model.lp", "model.mps"][..] } else { &[["model.lp", "model.mps"][i % 2]] };
        for file in formats {
            let exported = Exported::new(model, file, options);
            exported.cbc();
            if expected.is_null() && model.contains("cube_tray") {
                // It has no solution, and the exported model is a false row.
                assert_eq!(exported.decode("model.sol", &[]).0, 1, "{model}");
                continue;
            }
            let report = exported.json("model.sol", &[]);
            assert_eq!((&report["objective"], &report["status"]), (&expected, &"optimal".into()), "{model}: {report}");
            assert_eq!((&report["verified"], &report["backend"]), (&true.into(), &"CBC".into()));
        }
    }
}

/// Also where glpsol numbers the columns, which is another order in LP than in MPS files, and the objective has a constant.
#[test]
fn values_by_name_and_by_number_are_the_same_solution() {
    for (model, options) in [(MAX, &["-e", "arc-flow"][..]), ("models/tatham_cube/source.toml", &["--horizon", "7"])] {
        for file in ["model.lp", "model.mps"] {
            let exported = Exported::new(model, file, options);
            exported.glpsol();
            let [report, plain] = ["model.report", "model.plain"].map(|solution| exported.decode(solution, &[]));
            assert_eq!(report, plain, "{model} {file}");
            // That no solution has 7 rolls says nothing of longer ones.
            assert_eq!(report.0, if model == MAX { 0 } else { 3 }, "{}", report.2);
        }
    }
}

#[test]
fn what_minizinc_and_gecode_write_comes_back() {
    for (model, file, options) in [
        (MAX, "model.fzn", &[][..]),
        (MAX, "model.fzn", &["--format", "fzn-std", "-e", "cp-table"]),
        (MAX, "model.fzn", &["-e", "arc-flow"]),
    ] {
        let exported = Exported::new(model, file, options);
        for program in ["minizinc", "fzn-gecode"] {
            exported.solve(program, &[file]);
            let report = exported.json("stdout", &["--model-file", &exported.path(file)]);
            assert_eq!(report["objective"], by_search(model), "{model} by {program}");
            assert_eq!(report["status"], "optimal");
        }
    }
    let exported = Exported::new("models/die_tour/3x3_total_34.toml", "stdout.fzn", &["-e", "cp-table"]);
    exported.solve("fzn-gecode", &["stdout.fzn"]);
    let (code, text, _) = exported.decode("stdout", &[]);
    assert!(code == 1 && text.contains("infeasible (as the program states; tumble has not proved it)"), "{text}");
}

/// In these files variables are several 0/1 variables, and CNF files have no objective.
#[test]
fn what_clasp_writes_comes_back() {
    let solved = |model, file, options: &[&str]| {
        let exported = Exported::new(model, file, options);
        exported.solve("clasp", &["--outf=1", "--verbose=0", file]);
        exported
    };
    for (file, status) in [("model.cnf", "feasible"), ("model.opb", "optimal")] {
        for (model, options) in [(MAX, &["-e", "arc-flow"][..]), ("models/die_path/corner.toml", &[])] {
            let exported = solved(model, file, options);
            let report = exported.json("stdout", &["--model-file", &exported.path(file)]);
            assert_eq!((&report["status"], &report["verified"]), (&status.into(), &true.into()), "{model}: {report}");
            assert!(status == "feasible" || report["objective"] == by_search(model), "{report}");
        }
    }
    // The objective is compared here too, where the file has it without its constant.
    let exported = solved(MAX, "model.opb", &["-e", "arc-flow"]);
    let text = exported.folder.read("stdout");
    let other = text.lines().map(|line| if line.starts_with("o ") { "o 1\n".into() } else { format!("{line}\n") });
    exported.folder.write("stdout", other.collect::<String>());
    let report = exported.json("stdout", &["--model-file", &exported.path("model.opb")]);
    assert_eq!(report["status"], "feasible", "{report}");
    let exported = solved("models/die_tour/3x3_total_34.toml", "model.cnf", &["-e", "time-expanded"]);
    let (code, text, _) = exported.decode("stdout", &["--model-file", &exported.path("model.cnf")]);
    assert!(code == 1 && text.contains("infeasible"), "{text}");
}

/// MiniSat's result file has a form of its own; its standard output has the verdict only.
#[test]
fn what_minisat_writes_comes_back() {
    let exported = Exported::new("models/die_path/corner.toml", "model.cnf", &[]);
    exported.solve("minisat", &["-verb=0", "model.cnf", "model.sol"]);
    let report = exported.json("model.sol", &[]);
    assert_eq!((&report["status"], &report["verified"]), (&"feasible".into(), &true.into()), "{report}");
    let (code, text, _) = exported.decode("stdout", &["--model-file", &exported.path("model.cnf")]);
    assert!(code == 3 && text.contains("the program states: satisfiable"), "{text}");
    // As its result file and its standard output state that there is none.
    for text in ["UNSAT\n", "UNSATISFIABLE\n"] {
        exported.folder.write("model.sol", text);
        let (code, text, error) = exported.decode("model.sol", &[]);
        assert!(code == 1 && text.contains("infeasible"), "{text}{error}");
    }
    // A model of some horizons says nothing of longer solutions: this one has a solution of 9 moves.
    let exported = Exported::new("models/tatham_cube/source.toml", "model.cnf", &["--horizon", "7"]);
    exported.folder.write("model.sol", "UNSAT\n");
    let (code, text, error) = exported.decode("model.sol", &[]);
    assert!(code == 3 && text.contains("unknown") && text.contains("no solution has up to 7 moves"), "{text}{error}");
}

/// A model file in the folder of what was exported from it.
fn own_model(exported: &Exported, change: impl Fn(String) -> String) -> String {
    exported.folder.write("own.toml", change(std::fs::read_to_string(root().join(exported.model)).unwrap()))
}

#[test]
fn a_solution_of_another_model_is_refused() {
    for (file, options) in [("model.lp", &["-e", "arc-flow"][..]), ("model.mps", &[])] {
        let exported = Exported::new(MAX, file, options);
        exported.cbc();
        let decode = |change: &dyn Fn(String) -> String| {
            run(&["decode", &own_model(&exported, change), &exported.path("model.sol")])
        };
        let (code, text, error) = decode(&|text| format!("# A comment.\n{text}\n"));
        // Another name of the same model.
        assert!(code == 0 && text.contains("optimal 37") && error.is_empty(), "{text}{error}");
        let (code, text, error) = decode(&|text| text.replace("\"max\"", "\"min\""));
        assert!(code == 2 && text.is_empty(), "{text}");
        assert!(error.contains("the exported model was to maximize, this one is to minimize"), "{error}");
        let (code, text, error) = decode(&|text| text.replace("top = 1", "top = 6").replace("north = 2", "north = 5"));
        assert!(code == 2 && text.is_empty(), "{text}");
        common::says(&error, &["another model was exported (by its SHA-256)"]);
    }
}

#[test]
fn a_solution_that_cannot_be_compared_is_noted() {
    let exported = Exported::new(MAX, "model.lp", &["-e", "arc-flow"]);
    exported.cbc();
    let text = exported.folder.read("model.lp");
    assert!(text.contains("\\ objective: maximize\n"), "{text}");
    assert_eq!(exported.decode("model.sol", &[]).2, "");
    // As files were before.
    let old: Vec<&str> =
        text.lines().filter(|line| !line.contains("objective: ") && !line.contains("sha256")).collect();
    exported.folder.write("model.lp", old.join("\n"));
    for options in [&[][..], &["-e", "arc-flow"]] {
        let (code, text, error) = exported.decode("model.sol", options);
        assert!(code == 0 && text.contains("optimal 37"), "{text}{error}");
        assert!(error.contains("no exported file with a SHA-256 of its model to compare with"), "{error}");
    }
}

/// Recorded with HiGHS 1.15.1, SCIP 10.0.2, Gurobi 13.0.3 and CPLEX 22.2.
#[test]
fn recorded_solutions_of_other_programs_are_decoded() {
    for (file, status) in [("highs", "optimal"), ("scip", "optimal"), ("cplex", "optimal"), ("gurobi", "feasible")] {
        let file = format!("tests/solutions/{file}.sol");
        let (code, text, error) = run(&["decode", SMALL, &file, "--model-file", "tests/solutions/2x2.lp"]);
        assert_eq!(code, 0, "{file}: {error}");
        assert!(text.starts_with(&format!("{SMALL}: {status} {}", by_search(SMALL))), "{text}");
        assert!(text.contains("encoding arc-flow; replayed by the rules"), "{text}");
        assert!(error.contains("the exported file says that it is of 2x2.toml"), "{error}");
    }
}

#[test]
fn options_stand_in_for_the_exported_file_and_are_not_mixed_with_it() {
    let exported = Exported::new(MAX, "model.lp", &["-e", "arc-flow"]);
    exported.cbc();
    std::fs::rename(exported.path("model.sol"), exported.path("alone.sol")).unwrap();
    assert_eq!(exported.json("alone.sol", &["-e", "arc-flow"])["encoding"], "arc-flow");
    assert_eq!(exported.json("alone.sol", &["--model-file", &exported.path("model.lp")])["encoding"], "arc-flow");
    // What `export` writes if nothing is chosen has other variables: the encoding is found by their names.
    assert_eq!(exported.json("alone.sol", &[])["encoding"], "arc-flow");
    let (code, _, error) = exported.decode("alone.sol", &["-e", "time-expanded"]);
    let why = ["the model has no variable a_c0_o0_", "--model-file"];
    assert!(code == 2 && why.iter().all(|words| error.contains(words)), "{error}");
    for (options, why) in [
        (&["-e", "arc-flow", "--model-file", &exported.path("model.lp")][..], "cannot be used with"),
        (&["--model-file", MAX], "does not begin with the comments that `tumble export` writes"),
    ] {
        let (code, _, error) = exported.decode("alone.sol", options);
        assert!(code == 2 && error.contains(why), "{error}");
    }
}

#[test]
fn two_exported_files_are_told_apart_by_the_option() {
    let exported = Exported::new(MAX, "model.lp", &["-e", "arc-flow"]);
    exported.cbc();
    assert_eq!(run(&["export", MAX, "-o", &exported.path("model.mps"), "-e", "time-expanded"]).0, 0);
    let (code, _, error) = exported.decode("model.sol", &[]);
    assert!(code == 2 && error.contains("which one was solved,") && error.contains("model.mps"), "{error}");
    assert_eq!(exported.json("model.sol", &["--model-file", &exported.path("model.lp")])["objective"], 37);
    let [solution, lp] = ["model.sol", "model.lp"].map(|name| exported.path(name));
    let other = refused(&["decode", "models/die_path/corner.toml", &solution, "--model-file", &lp], "");
    assert!(other.contains("of the puzzle die-tour, not die-path"), "{other}");
}

#[test]
fn pictures_and_reports_are_those_of_solve() {
    let exported = Exported::new(MAX, "model.lp", &["-e", "arc-flow"]);
    exported.cbc();
    let picture = exported.path("tour.svg");
    let (_, text, _) = exported.decode("model.sol", &["--picture", &picture]);
    assert!(std::fs::read_to_string(picture).unwrap().starts_with("<svg"));
    let (_, solved, _) = run(&["solve", MAX, "-b", "cbc", "-e", "arc-flow"]);
    let total = |text: &str| text.lines().last().unwrap().to_owned();
    assert_eq!((total(&text), text.lines().count()), (total(&solved), solved.lines().count()));
    assert!(text.contains("by CBC solution file, encoding arc-flow; replayed by the rules"), "{text}");
    let (code, _, error) = exported.decode("model.sol", &["--picture", "-", "--format", "json"]);
    assert!(code == 2 && error.contains("standard output"));
    // Its own report is a result file.
    let result = exported.folder.write("result.json", exported.json("model.sol", &[]).to_string());
    assert_eq!(run(&["check", MAX, &result]).0, 0);
}

/// A solution of the small tour with one line changed.
fn changed(from: &str, to: &str) -> String {
    let text = std::fs::read_to_string("tests/solutions/gurobi.sol").unwrap();
    assert_eq!(text.matches(from).count(), 1, "{from}");
    text.replace(from, to)
}

fn small() -> Exported {
    Exported::new(SMALL, "changed.lp", &["-e", "arc-flow"])
}

#[test]
fn solutions_that_are_none_end_with_1_and_say_why() {
    let small = small();
    for (text, why) in [
        (changed("s_c0_o0 1", "s_c0_o0 0.5"), "s_c0_o0 is 0.5, which is not an integer"),
        (changed("s_c0_o0 1", "s_c0_o0 1e300"), "which is not an integer"),
        (changed("s_c0_o0 1", "s_c0_o0 2"), "it violates s_c0_o0: 2 is outside 0..=1"),
        (changed("s_c0_o0 1", "s_c0_o0 0"), "it violates one_start: the sum is 0, outside 1..=1"),
    ] {
        let (code, error) = small.refused(text, &[]);
        assert!(code == 1 && error.contains(why) && error.contains("changed.sol has no solution"), "{error}");
    }
    // Rounding errors of a solver are no fault.
    small.folder.write("changed.sol", changed("s_c0_o0 1", "s_c0_o0 0.9999951"));
    assert_eq!(small.decode("changed.sol", &[]).0, 0);
}

#[test]
fn files_that_do_not_fit_end_with_2_and_show_the_line() {
    let small = small();
    for (text, why) in [
        (changed("s_c0_o0 1", "s_c0_o7 1"), "the model has no variable s_c0_o7"),
        (changed("s_c0_o0 1", ""), "no value for s_c0_o0: Gurobi files have one for every variable"),
        (changed("s_c0_o0 1", "s_c0_o0"), "expected the name of a variable and its value"),
        (String::new(), "not a solution file that tumble knows"),
        ("s mip 1 1 o 1\nj 999 1\n".to_owned(), "the model has no column 999"),
        ("s SATISFIABLE\nv 1 -2 0\n".to_owned(), "no value for "),
    ] {
        let (code, error) = small.refused(text, &[]);
        assert!(code == 2 && error.contains(why), "{why}: {error}");
        assert!(!error.contains("panicked"), "{error}");
    }
    let (code, error) = small.refused(vec![b'x'; 17 << 20], &[]);
    assert!(code == 2 && error.contains("larger than 16 MiB"), "{error}");
    let numbered = "s mip 1 1 o 1\nj 1 1\n";
    std::fs::remove_file(small.path("changed.lp")).unwrap();
    let (code, error) = small.refused(numbered, &["-e", "arc-flow"]);
    assert!(code == 2 && error.contains("--model-file"), "{error}");
}

#[test]
fn a_violated_cut_of_a_relaxation_is_named() {
    let exported = Exported::new("models/labeled_board/source.toml", "model.lp", &["-e", "euler-flow"]);
    exported.cbc();
    let (code, text, error) = exported.decode("model.sol", &[]);
    assert!(code == 1 && text.is_empty(), "{text}");
    assert!(error.contains("it violates a cut, which the exported model lacks: x_c"), "{error}");
    assert!(error.contains(" >= 1, but the sum is 0; if it is an optimum, as the program states, "), "{error}");
    assert!(error.contains("no solution of the puzzle is better than "), "{error}");
}

#[test]
fn a_solution_from_standard_input_needs_its_model_file() {
    let text = std::fs::read_to_string("tests/solutions/scip.sol").unwrap();
    common::printed(&["decode", SMALL, "-", "--model-file", "tests/solutions/2x2.lp"], &text, 0);
}

#[test]
fn the_file_of_a_maximum_without_variables_is_its_own() {
    let folder = Folder::new();
    // Nothing is left to choose: no number follows the 6 but the 5.
    let model = "puzzle = \"die-tour\"\n[board]\nmap = \"\"\"\n. . .\n. . .\n\"\"\"\n[start]\ncell = [0, 0]\n\
                 die = { top = 1, north = 2, east = 3 }\n[tour]\nnever = [5, 6]\n";
    let (model, solution) = (folder.write("model.toml", model), folder.write("model.sol", "=infeas=\n"));
    for file in ["model.lp", "model.mps", "model.opb", "model.fzn"].map(|name| folder.path(name)) {
        assert_eq!(run(&["export", &model, "-e", "time-expanded", "-o", &file]).0, 0);
        let (code, text, error) = run(&["decode", &model, &solution, "--model-file", &file]);
        assert!(code == 1 && text.contains("infeasible (as the program states"), "{file}: {text}{error}");
    }
}

#[test]
fn the_optimum_of_a_relaxation_bounds_that_of_the_puzzle() {
    for (model, best, sign) in [("models/die_tour/3x3_max.toml", 37, 1), ("models/die_tour/4x4_min.toml", 47, -1)] {
        let exported = Exported::new(model, "model.lp", &["-e", "edge-cuts"]);
        exported.cbc();
        let text = exported.folder.read("model.sol");
        assert!(text.contains("0.5") || text.contains("0.33"), "a fractional optimum: {text}");
        let (code, answer, error) = exported.decode("model.sol", &["--format", "json"]);
        assert_eq!(code, 3, "{error}");
        let report: Value = serde_json::from_str(&answer).unwrap();
        let bound = report["bound"].as_i64().unwrap();
        assert!(report["status"] == "unknown" && sign * bound >= sign * best, "{report}");
        let reason = report["reason"].as_str().unwrap();
        common::says(reason, &["the exported model is a relaxation", "as the program states"]);
        // What is not the optimum is no bound, and what has to be an integer is one.
        let objective = text.lines().next().unwrap().rsplit(' ').next().unwrap();
        for changed in [text.replacen("Optimal", "Stopped on time", 1), text.replacen(objective, "1000.0", 1)] {
            exported.folder.write("model.sol", changed);
            let (code, answer, error) = exported.decode("model.sol", &[]);
            assert!(code == 1 && answer.is_empty() && error.contains("is a relaxation"), "{answer}{error}");
        }
    }
}
