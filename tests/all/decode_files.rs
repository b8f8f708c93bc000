//! `decode` reads what programs write whatever became of the file: another encoding, another order, a part of it. What it claims is true.

use serde_json::Value;
use tumble::report::Status;

use crate::common::{self, Folder, Ran, called};
use crate::dialects::{ALL, Written, cuts, encodings, rows_of, shown, shuffled, written};

const SMALL: &str = "tests/solutions/2x2.toml";
const LP: &str = "tests/solutions/2x2.lp";
/// The largest sum of the tour.
const BEST: i64 = 11;

/// The recorded solution of the small tour.
fn solution() -> Written {
    let read = |path: &str| std::fs::read_to_string(common::root().join(path)).unwrap();
    written(&read("tests/solutions/gurobi.sol"), rows_of(&read(LP)), BEST)
}

/// What `decode` makes of a file of these bytes.
fn decode(bytes: &[u8], options: &[&str]) -> Ran {
    let folder = Folder::new();
    called(&[&["decode", SMALL, &folder.write("a.sol", bytes)], options].concat(), "")
}

/// The status and the objective; the error if it is refused.
fn read(bytes: &[u8]) -> Result<(String, Value), String> {
    let (code, text, error) = decode(bytes, &["--model-file", LP, "--format", "json"]);
    assert!(!error.contains("panicked") && code < 4, "{error}");
    if text.is_empty() {
        assert!(code > 0 && error.starts_with("error"), "{error}");
        return Err(error);
    }
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["verified"], !report["solution"].is_null(), "{report}");
    Ok((report["status"].as_str().unwrap().to_owned(), report["objective"].clone()))
}

fn name(status: Status) -> String {
    serde_json::to_value(status).unwrap().as_str().unwrap().to_owned()
}

#[test]
fn each_dialect_is_read_in_each_encoding_and_in_any_order() {
    let solution = solution();
    for dialect in ALL {
        let wanted = Ok((name(dialect.claims), BEST.into()));
        for written in [&solution, &shuffled(&solution)] {
            for (encoding, bytes) in encodings(&(dialect.write)(written)) {
                let what = format!("{}, {encoding}", dialect.name);
                assert_eq!(read(&bytes), wanted, "{}", shown(&what, &bytes));
            }
        }
    }
}

/// A part of a file is refused, or it claims no more than is true: never that there is no solution.
#[test]
fn no_part_of_a_file_claims_what_is_false() {
    for dialect in ALL {
        let text = (dialect.write)(&solution());
        for part in cuts(&text).step_by(common::cases(5, 1)) {
            match read(part.as_bytes()) {
                Err(_) => {}
                Ok((status, objective)) => {
                    let is_true = match status.as_str() {
                        "optimal" => objective == BEST && dialect.claims == Status::Optimal,
                        "feasible" => objective == BEST,
                        other => other == "unknown",
                    };
                    assert!(is_true, "{status} {objective}: {}", shown(dialect.name, part.as_bytes()));
                }
            }
        }
    }
}

/// In every dialect with an objective, a solution of another objective than the file states is not called best.
#[test]
fn the_objective_that_a_file_states_is_compared_in_each_dialect() {
    let other = Written { objective: BEST + 1, ..solution() };
    for dialect in ALL {
        let bytes = (dialect.write)(&other).into_bytes();
        assert_ne!(bytes, (dialect.write)(&solution()).into_bytes());
        let (code, text, error) = decode(&bytes, &["--model-file", LP]);
        assert!(code == 0 && text.contains(": feasible 11"), "{text}{error}{}", shown(dialect.name, &bytes));
        assert!(error.contains("the file states the objective 12, its solution has 11"), "{error}");
    }
}

/// What `decode` says of a file, without the name of the model.
fn said(text: &str) -> String {
    let (_, said, error) = decode(text.as_bytes(), &["--model-file", LP]);
    said.lines().next().unwrap_or(&error).split_once(": ").map(|(_, said)| said.to_owned()).unwrap()
}

/// The solution in a dialect.
fn in_dialect(name: &str) -> String {
    (ALL.iter().find(|dialect| dialect.name == name).unwrap().write)(&solution())
}

#[test]
fn values_beside_a_status_that_is_not_known_are_checked() {
    let other = "the file does not call its values a solution";
    let none = "the program states that there is no solution, but its file has one";
    for (name, from, to, why) in [
        ("CBC", "Optimal - ", "Status unknown - ", "the program states: Status unknown"),
        ("CBC", "Optimal - ", "Unbounded - ", "the program states: Unbounded"),
        ("GLPK, report", "INTEGER OPTIMAL", "????", "the program states: ????"),
        ("GLPK, report", "INTEGER OPTIMAL", "INTEGER UNDEFINED", "the program states: INTEGER UNDEFINED"),
        ("GLPK, plain", " o 11", " u 11", "the program states: UNDEFINED"),
        ("HiGHS, tables", "status: Optimal", "status: Time limit reached", "the program states: Time limit reached"),
        ("HiGHS", "\nFeasible", "\nInfeasible", other),
        ("SCIP", "optimal solution found", "unbounded", "the program states: unbounded"),
        ("Gurobi, JSON", "\"Status\": 2", "\"Status\": 5", "the program states: status 5"),
        ("CBC", "Optimal - ", "Infeasible - ", none),
    ] {
        let text = in_dialect(name);
        assert_eq!(text.matches(from).count(), 1, "{name}: {from}");
        assert_eq!(said(&text.replace(from, to)), format!("feasible 11 ({why})"), "{name}: {to}");
    }
}

#[test]
fn values_that_are_no_solution_are_no_error_beside_a_status_that_does_not_call_them_one() {
    let proved = "infeasible (as the program states; tumble has not proved it)";
    for (name, from, to, half, wanted) in [
        ("CBC", "Optimal - ", "Infeasible - ", "s_c0_o0                                 1", proved),
        ("GLPK, report", "INTEGER OPTIMAL", "INTEGER INFEASIBLE", "s_c0_o0      *              1", proved),
        ("GLPK, report", "INTEGER OPTIMAL", "INTEGER EMPTY", "s_c0_o0      *              1", proved),
        ("HiGHS, tables", "status: Optimal", "status: Infeasible", "1               Integer     s_c0_o0", proved),
        ("HiGHS", "Model status\nOptimal", "Model status\nInfeasible", "s_c0_o0 1", proved),
        (
            "SCIP",
            "optimal solution found",
            "infeasible",
            "s_c0_o0                                              1",
            proved,
        ),
        ("CPLEX", "Value=\"101\"", "Value=\"103\"", "value=\"1\"/>\n  <variable name=\"a_c0_o0_N\"", proved),
        ("Gurobi, JSON", "\"Status\": 2", "\"Status\": 3", "\"s_c0_o0\", \"X\": 1", proved),
        ("MiniZinc", "==========", "=====UNSATorUNBOUNDED=====", "s_c0_o0 = 1", proved),
        (
            "CBC",
            "Optimal - ",
            "Status unknown - ",
            "s_c0_o0                                 1",
            "unknown (the program states: Status unknown; the values beside that are no solution: s_c0_o0 is 0.5, which is not an integer)",
        ),
    ] {
        let text = in_dialect(name);
        assert!(text.contains(from) && text.contains(half), "{name}: {half}\n{text}");
        let place = half.find('1').unwrap();
        let changed = [&half[..place], "0.5", &half[place + 1..]].concat();
        assert_eq!(said(&text.replace(from, to).replace(half, &changed)), wanted, "{name}: {to}");
    }
}

#[test]
fn words_of_older_versions_and_of_unproved_runs_are_understood() {
    let infeasible = "infeasible (as the program states";
    for (text, wanted) in [
        ("Integer infeasible - objective value 3\n", infeasible),
        ("=====UNSATorUNBOUNDED=====\n", infeasible),
        ("{\"type\": \"status\", \"status\": \"UNSAT_OR_UNBOUNDED\"}\n", infeasible),
        ("{\"type\": \"status\", \"status\": \"UNSATISFIABLE\"}\n", infeasible),
        ("=infeas=\n", infeasible),
        ("Problem:    2x2\nStatus:     INTEGER INFEASIBLE\nObjective:  obj = 0 (MAXimum)\n", infeasible),
        ("s mip 30 21 n inf\n", infeasible),
        ("Problem:    2x2\nStatus:     INTEGER EMPTY\nObjective:  obj = inf (MAXimum)\n", infeasible),
        ("Linear relaxation infeasible - objective value 13\n", infeasible),
        ("{ \"SolutionInfo\": { \"Status\": 4, \"Runtime\": 0.1}}\n", infeasible),
        ("==========\n", "unknown (the file states that the search is complete, but it has no solution)"),
        (
            "{\"type\": \"status\", \"status\": \"OPTIMAL_SOLUTION\"}\n",
            "unknown (the file states that the search is complete",
        ),
        ("{\"type\": \"status\"}\n", "unknown (the file does not say how the run ended)"),
        ("=====\n", "unknown (the file does not say how the run ended)"),
        (
            "{\"type\": \"error\", \"what\": \"error\", \"message\": \"no such solver\"}\n",
            "unknown (the program states: error: no such solver)",
        ),
        ("=unbd=\n", "unknown (the program states: unbounded)"),
        (
            "Model status\nOptimal\n\n# Primal solution values\nNone\n",
            "unknown (the file states that the search is complete",
        ),
    ] {
        let (code, said, error) = decode(text.as_bytes(), &["--model-file", LP, "--quiet"]);
        let expected = if wanted == infeasible { 1 } else { 3 };
        assert!(code == expected && said.contains(wanted) && error.is_empty(), "{text}: {said}{error}");
    }
}

#[test]
fn a_file_that_is_not_read_is_refused_by_the_name_of_its_format() {
    for (text, why) in [
        ("21 29 : Number of columns and rows for primal or dual solution or basis\n", "HiGHS without names"),
        ("{\"format_version\": 1, \"solution\": null}\n", "`tumble check` replays it"),
        ("{\"a\": 1}\n", "JSON, but neither of Gurobi nor of MiniZinc"),
        ("NAME x\nROWS\n N obj\nCOLUMNS\nENDATA\n", "a model in the MPS format"),
        ("\\ model: x\nMaximize\n", "a model in the LP format"),
        (
            "NAME  solution\n C  s_c0_o0  1\nENDATA\n",
            "a solution of Xpress: write its values as lines `name value` below a line `=obj= OBJECTIVE`",
        ),
        ("NAME\n XU a b\n LL c\nENDATA\n", "a basis: it has no values"),
        ("NAME : \nPROBLEM STATUS : PRIMAL_FEASIBLE\n", "a solution of MOSEK"),
        ("\nValue of objective function: 11\n\nActual values of the variables:\nx 1\n", "a solution of lp_solve"),
        ("Welcome to the CBC MILP Solver\nVersion: 2.10.8\n", "a log of CBC"),
        ("hello\n", "not a solution file that tumble knows: it reads those of"),
    ] {
        let error = read(text.as_bytes()).unwrap_err();
        assert!(error.contains("not a solution file that tumble knows") && error.contains(why), "{error}");
    }
    for (bytes, why) in
        [(&b"\x1f\x8b\x08\0"[..], "packed by gzip: unpack it first"), (b"a\xe4b", "line 1 is neither UTF-8 nor UTF-16")]
    {
        let error = read(bytes).unwrap_err();
        assert!(error.contains(why), "{error}");
    }
    let transformed = "solution status: optimal solution found\nobjective value: 11\nt_s_c0_o0 1 \t(obj:1)\n";
    let error = read(transformed.as_bytes()).unwrap_err();
    assert!(error.contains("SCIP's transformed problem") && error.contains("`write solution FILE`"), "{error}");
}

#[test]
fn without_an_exported_file_the_encoding_is_found_by_the_names() {
    let text = (ALL[0].write)(&solution());
    let (code, said, error) = decode(text.as_bytes(), &[]);
    assert!(code == 0 && said.contains("optimal 11") && said.contains("encoding arc-flow"), "{said}{error}");
    assert!(error.contains("there is no exported file") && error.contains("the solution keeps the rules"), "{error}");
    let (code, said, error) = decode(text.as_bytes(), &["--quiet"]);
    let moves = said.lines().find(|line| line.starts_with("moves"));
    assert!(
        code == 0 && error.is_empty() && moves == Some("moves  NES") && !said.contains("encoding"),
        "{said}{error}"
    );
    // So are values that the file does not call a solution.
    let unknown = text.replace("Model status\nOptimal", "Model status\nUnknown").replace("\nFeasible", "\nInfeasible");
    let (_, said, error) = decode(unknown.as_bytes(), &[]);
    assert!(said.contains("feasible 11 (the program states: Unknown)"), "{said}{error}");
    // What keeps no rule is not said to keep them.
    let wrong = text.replace("s_c0_o0 1", "s_c0_o0 0");
    for options in [&["-e", "arc-flow"][..], &[]] {
        let (code, said, error) = decode(wrong.as_bytes(), options);
        assert!(code == 1 && said.is_empty() && error.contains("it violates"), "{error}");
        assert!(!error.contains("keeps the rules"), "{error}");
    }
    let infeasible = "Model status\nInfeasible\n";
    let (code, said, error) = decode(infeasible.as_bytes(), &[]);
    assert!(code == 1 && said.contains("infeasible") && !error.contains("keeps the rules"), "{error}");
}

#[test]
fn what_a_program_states_without_values_is_told() {
    for (text, wanted) in [
        ("# Status: Infeasible\n", "infeasible (as the program states; tumble has not proved it)"),
        ("# Status: TimeLimit\n# Objective value: inf\n", "unknown (the program states: TimeLimit)"),
        ("%% TIMEOUT\n", "unknown (the program states: timeout)"),
    ] {
        assert!(said(text).contains(wanted), "{text}: {}", said(text));
    }
    // Of a run that was stopped, cuOpt calls what it has found by another name.
    assert!(said(&in_dialect("Gurobi")).contains("(the file does not say how the run ended)"));
    let found = in_dialect("cuOpt").replace("Optimal", "FeasibleFound");
    assert!(said(&found).contains("feasible 11 (the program states: FeasibleFound)"), "{found}");
}

#[test]
fn a_file_that_lacks_values_says_how_to_get_one_that_has_them() {
    // As CPLEX leaves out the continuous variables.
    let text = in_dialect("CPLEX").replace("writeLevel=\"1\"", "writeLevel=\"2\"");
    let discrete: String = text.lines().filter(|line| !line.contains("\"f_")).flat_map(|line| [line, "\n"]).collect();
    let error = read(discrete.as_bytes()).unwrap_err();
    assert!(error.contains("lacks the continuous variables: write it after `set output writelevel 1`"), "{error}");
    // Also where the file does not tell its level.
    let error = read(discrete.replace("writeLevel=\"2\"", "").as_bytes()).unwrap_err();
    assert!(error.contains("lacks the continuous variables: write it after `set output writelevel 1`"), "{error}");
    let json = "{\"CPLEXSolution\": {\"version\": \"1.0\", \"variables\": []}}\n";
    let error = read(json.as_bytes()).unwrap_err();
    assert!(error.contains("JSON of CPLEX: write its solution as XML, by `write FILE.sol`"), "{error}");
}

/// Without the exported file it is not known whether the program read an LP file, or an MPS file, whose objective is negated.
#[test]
fn the_objective_of_an_mps_file_is_known_by_its_size() {
    let negated = Written { objective: -BEST, ..solution() };
    for name in ["HiGHS", "CBC", "SCIP"] {
        let text = (ALL.iter().find(|dialect| dialect.name == name).unwrap().write)(&negated);
        let (code, said, error) = decode(text.as_bytes(), &[]);
        assert!(code == 0 && said.contains(": optimal 11"), "{said}{error}");
        let (_, said, _) = decode(text.as_bytes(), &["--model-file", LP]);
        assert!(said.contains("feasible 11 (the file states the objective -11, its solution has 11)"), "{said}");
    }
}
