//! What `decode` believes of what other programs claim: no more than `external:` would, and what their files say of the objective that they had.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use crate::common::{Folder, Ran, called, printed, refused, says};

/// Sums of the sides are so large that a gap of 1e-4 leaves room for a better one.
const LARGE: &str = "puzzle = \"die-tour\"\nobjective = \"max\"\n[board]\ncolumns = 3\nrows = 2\n[faces]\n1 = 9001\n2 = 9002\n\
    3 = 9003\n4 = 9004\n5 = 9005\n6 = 9006\n[start]\ncell = [0, 0]\ndie = { top = 1, north = 2, east = 3 }\n";

/// A folder with a model, and what was exported from it.
fn with_exported(model: &str, exported: &str, options: &[&str]) -> Folder {
    let folder = Folder::new();
    let model = folder.write("model.toml", model);
    printed(&[&["export", &model, "-o", &folder.path(exported)], options].concat(), "", 0);
    folder
}

/// Decodes a file of this text.
fn decode(folder: &Folder, text: &str, exported: &str, options: &[&str]) -> Ran {
    let solution = folder.write("other.sol", text);
    let files = [&folder.path("model.toml"), &solution, "--model-file", &folder.path(exported)];
    called(&[&["decode", "--quiet"], &files[..], options].concat(), "")
}

/// The file that CBC writes of an exported file.
fn cbc(folder: &Path, exported: &str) -> String {
    let cbc = Command::new("cbc").args([exported, "-solve", "-solu", "cbc.sol"]).current_dir(folder).output();
    assert!(cbc.unwrap().status.success());
    std::fs::read_to_string(folder.join("cbc.sol")).unwrap()
}

/// The objective and the lines `name value` in it.
fn values_of(text: &str) -> (i64, String) {
    let (head, lines) = text.split_once('\n').unwrap();
    let objective = head.strip_prefix("Optimal - objective value ").unwrap().trim().parse::<f64>().unwrap();
    let words = lines.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    (objective as i64, words.map(|words| [words[1], " ", words[2], "\n"].concat()).collect())
}

fn highs(objective: i64, values: &str) -> String {
    format!(
        "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective {objective}\n# Columns -1\n{values}# Rows 0\n"
    )
}

#[test]
fn an_optimum_within_the_gap_of_a_program_is_none_if_a_better_one_fits_in_the_gap() {
    let folder = with_exported(LARGE, "model.lp", &["-e", "arc-flow"]);
    let by_cbc = cbc(folder.0.path(), "model.lp");
    let (best, values) = values_of(&by_cbc);
    let (code, text, _) = decode(&folder, &by_cbc, "model.lp", &[]);
    assert!(code == 0 && text.contains(&format!(": optimal {best};")), "CBC has no gap: {text}");
    let gurobi = |bound: i64| {
        let variables: Vec<String> = values
            .lines()
            .map(|line| line.split_once(' ').unwrap())
            .map(|(name, value)| format!("{{\"VarName\": \"{name}\", \"X\": {value}}}"))
            .collect();
        let info = format!("\"Status\": 2, \"ObjVal\": {best}, \"ObjBound\": {bound}, \"MIPGap\": 0.0001");
        format!("{{ \"SolutionInfo\": {{ {info} }}, \"Vars\": [{}]}}\n", variables.join(", "))
    };
    for (text, bound) in [(highs(best, &values), best + 5), (gurobi(best + 3), best + 3)] {
        let (code, said, _) = decode(&folder, &text, "model.lp", &[]);
        assert!(code == 0 && said.contains(&format!(": feasible {best}, bound {bound} (")), "{said}");
        assert!(said.contains("may call a solution optimal within a gap of 0.0001"), "{said}");
        assert!(said.contains("say so with --gap 0"), "{said}");
    }
    // A bound that is met is a proof, and so is a run without a gap.
    for (text, options) in [(gurobi(best), &[][..]), (highs(best, &values), &["--gap", "0"])] {
        let (_, said, _) = decode(&folder, &text, "model.lp", options);
        assert!(said.contains(&format!(": optimal {best};")), "{said}");
    }
    let (_, said, _) = decode(&folder, &highs(best, &values), "model.lp", &["--gap", "0.5"]);
    assert!(said.contains(": feasible ") && said.contains("within a gap of 0.5"), "{said}");
    for gap in ["-1", "nan", "much"] {
        let (code, _, error) = decode(&folder, "", "model.lp", &[&format!("--gap={gap}")]);
        assert!(code == 2 && error.contains("a gap is a number from 0 on"), "{error}");
    }
    // The exported file names the options.
    let head = folder.read("model.lp");
    assert!(head.contains("HiGHS mip_rel_gap = 0") && head.contains("Gurobi MIPGap=0"), "{head}");
}

/// As of a solver that tumble calls itself.
#[test]
fn coefficients_that_a_tolerance_may_swallow_leave_no_proof() {
    let wide = LARGE.replace("6 = 9006", "6 = 700006");
    let folder = with_exported(&wide, "model.lp", &["-e", "arc-flow"]);
    let by_cbc = cbc(folder.0.path(), "model.lp");
    let (best, values) = values_of(&by_cbc);
    for text in [highs(best, &values), by_cbc] {
        let (code, said, _) = decode(&folder, &text, "model.lp", &["--gap", "0"]);
        assert_eq!(code, 0, "{said}");
        says(&said, &[&format!(": feasible {best} (the model has coefficients up to 700006")]);
    }
    let (code, said, _) = decode(&folder, "Integer infeasible - objective value 0\n", "model.lp", &[]);
    assert!(code == 3 && said.contains(": unknown (the model has coefficients up to 700006"), "{said}");
}

/// A file of clauses has no objective, whatever a program says of its optimum.
#[test]
fn solutions_of_scip_are_those_of_any_format() {
    let small = LARGE.replace("= 900", "= ");
    for (exported, options) in [("model.opb", &["-e", "arc-flow"][..]), ("model.cnf", &["-e", "arc-flow"])] {
        let folder = with_exported(&small, exported, options);
        let clasp = Command::new("clasp").args(["--outf=1", "--verbose=0", &folder.path(exported)]).output().unwrap();
        let text = String::from_utf8(clasp.stdout).unwrap();
        let literals = text.lines().filter_map(|line| line.strip_prefix("v ")).flat_map(str::split_whitespace);
        let ones = literals.filter(|literal| !literal.starts_with('-') && *literal != "0");
        let mut values = String::new();
        for one in ones {
            writeln!(values, "x{}  1 \t(obj:0)", one.trim_start_matches('x')).unwrap();
        }
        let objective = text.lines().filter_map(|line| line.strip_prefix("o ")).next_back().unwrap_or("0");
        let scip =
            |values: &str| format!("solution status: optimal solution found\nobjective value: {objective}\n{values}");
        let (code, said, error) = decode(&folder, &scip(&values), exported, &[]);
        let wanted =
            if exported == "model.opb" { ": optimal 22;" } else { "(the program solved a file without the objective)" };
        assert!(code == 0 && said.contains(wanted), "{said}{error}");
        let (code, _, error) = decode(&folder, &scip(&(values + "x99999 1\n")), exported, &[]);
        assert!(code == 2 && error.contains("the file of the model has no variable 99999"), "{error}");
    }
    let folder = with_exported(&small, "model.fzn", &["--format", "fzn-std", "-e", "arc-flow"]);
    let text = folder.read("model.fzn");
    let declared = text.lines().filter(|line| line.starts_with("var ")).filter_map(|line| line.split_once(": "));
    let names: Vec<&str> = declared.map(|(_, name)| name.trim_end_matches(';').split(' ').next().unwrap()).collect();
    assert!(names.len() > 90 && names.iter().all(|name| name.starts_with(|first: char| first.is_ascii_alphabetic())));
    let gecode = Command::new("fzn-gecode").arg(folder.path("model.fzn")).output().unwrap();
    let text = String::from_utf8(gecode.stdout).unwrap();
    let values: String =
        text.lines().filter_map(|line| line.strip_suffix(';')).map(|line| line.replace(" = ", " ") + "\n").collect();
    // The constant, and variables of the writer's own.
    let scip = format!("solution status: optimal solution found\nobjective value: 22\ntrue 1\nv_h1 1\n{values}");
    let (code, said, error) = decode(&folder, &scip, "model.fzn", &[]);
    assert!(code == 0 && said.contains(": optimal 22;"), "{said}{error}");
}

/// The last solution counts, whatever the others are.
#[test]
fn all_solutions_of_a_program_are_not_put_together() {
    let small = LARGE.replace("= 900", "= ");
    let folder = with_exported(&small, "model.cnf", &["-e", "arc-flow"]);
    let clasp = Command::new("clasp").args(["--outf=1", "--verbose=0", "-n", "0", &folder.path("model.cnf")]).output();
    let text = String::from_utf8(clasp.unwrap().stdout).unwrap();
    assert!(text.split_whitespace().filter(|word| *word == "0").count() > 1, "{text}");
    let (code, said, error) = decode(&folder, &text, "model.cnf", &[]);
    assert!(code == 0 && said.contains(": feasible "), "{said}{error}");
}

#[test]
fn comments_are_short_whatever_the_path_and_names_survive() {
    let folder = Folder::new();
    let mut place = folder.0.path().join("Würfel \\u{e9} – 骰子");
    (0..9).for_each(|_| place.push("a long name ".repeat(9)));
    std::fs::create_dir_all(&place).unwrap();
    let model = place.join("modèle.toml").to_str().unwrap().to_owned();
    std::fs::write(&model, LARGE.replace("= 900", "= ")).unwrap();
    printed(&["export", &model, "-e", "arc-flow", "-o", &folder.path("model.mps")], "", 0);
    let text = folder.read("model.mps");
    assert!(text.is_ascii() && text.lines().all(|line| line.len() < 120));
    assert_eq!(tumble::format::Header::read(&text).unwrap().model, model);
    cbc(folder.0.path(), "model.mps");
    let (text, error) =
        printed(&["decode", &model, &folder.path("cbc.sol"), "--model-file", &folder.path("model.mps")], "", 0);
    assert!(text.contains(": optimal 22;") && error.is_empty(), "{text}{error}");
}

#[test]
fn model_and_solution_cannot_both_be_standard_input() {
    assert!(refused(&["decode", "-", "-"], "").contains("cannot both be standard input"));
}
