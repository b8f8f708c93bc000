use super::*;

/// A key as it is written: a name, or `#` and a number.
fn text(key: &Key) -> String {
    match key {
        Key::Name(name) => name.clone(),
        Key::Number(number) => format!("#{number}"),
    }
}

/// The program, what is stated, the objective and the values.
type Read = (&'static str, Stated, Option<f64>, Option<Vec<(String, f64)>>);

fn all_of(file: &str) -> Read {
    let SolutionFile { dialect, contents } = read(file).unwrap_or_else(|error| panic!("{error}\n{file}"));
    let from = contents.columns_from;
    let values = contents.values.map(|list| list[from..].iter().map(|entry| (text(&entry.key), entry.value)).collect());
    (dialect.name, contents.stated, contents.objective, values)
}

/// The same without the objective.
fn read_all(file: &str) -> (&'static str, Stated, Option<Vec<(String, f64)>>) {
    let (name, stated, _, values) = all_of(file);
    (name, stated, values)
}

fn values(list: &[(&str, f64)]) -> Vec<(String, f64)> {
    list.iter().map(|&(name, value)| (name.to_owned(), value)).collect()
}

fn other(words: &str) -> Stated {
    Stated::Other(words.to_owned())
}

/// Recorded files: from HiGHS 1.15.1, CBC 2.10.8, GLPK 5.0, SCIP 10.0.2, Gurobi 13.0.3, CPLEX 22.2, MiniZinc 2.6.4.
#[test]
fn recorded_files_are_read() {
    let model = [("x", 7.0), ("y_flow", 3.0), ("fixed", -2.0), ("one", 1.0), ("b", 0.0)];
    let numbered = [("#1", 7.0), ("#2", 3.0), ("#3", -2.0), ("#4", 1.0), ("#5", 0.0)];
    let with_b = [("x", 7.0), ("y_flow", 3.0), ("fixed", -2.0), ("one", 1.0), ("b", 1.0)];
    let of_scip = [("b", 1.0), ("fixed", -2.0), ("x", 7.0), ("one", 1.0), ("y_flow", 3.0)];
    for (file, name, expected) in [
        (include_str!("recorded/highs.sol"), "HiGHS", &model),
        (include_str!("recorded/cbc.sol"), "CBC", &model),
        (include_str!("recorded/cbc_with_rows.sol"), "CBC", &model),
        (include_str!("recorded/glpk.report"), "GLPK", &model),
        (include_str!("recorded/glpk_simplex.report"), "GLPK", &model),
        (include_str!("recorded/glpk.plain"), "GLPK", &numbered),
        (include_str!("recorded/glpk_simplex.plain"), "GLPK", &numbered),
        (include_str!("recorded/scip.sol"), "SCIP", &of_scip),
        (include_str!("recorded/cplex.sol"), "CPLEX", &with_b),
    ] {
        assert_eq!(read_all(file), (name, Stated::Optimal, Some(values(expected))));
        assert_eq!(read(file).unwrap().contents.objective, Some(-996.0), "{name}");
    }
    let sparse = read(include_str!("recorded/highs_sparse.sol")).unwrap().contents;
    assert!(sparse.leaves_out_zeros && sparse.values.is_some_and(|list| list.len() == 4));
    let gurobi = include_str!("recorded/gurobi.sol");
    assert_eq!(read_all(gurobi), ("Gurobi", Stated::Nothing, Some(values(&with_b))));
    let minizinc = [("x", 7.0), ("y_flow", 3.0), ("fixed", -2.0), ("b", 0.0), ("_objective", -996.0)];
    assert_eq!(read_all(include_str!("recorded/minizinc.out")), ("MiniZinc", Stated::Optimal, Some(values(&minizinc))));
}

#[test]
fn files_without_a_solution_have_no_values() {
    for (file, name, stated) in [
        ("Model status\nInfeasible\n\n# Primal solution values\nNone\n", "HiGHS", Stated::Infeasible),
        ("Model status\nTime limit reached\n\n# Primal solution values\nNone\n", "HiGHS", other("Time limit reached")),
        (
            "Model status\nTime limit reached\n\n# Primal solution values\nInfeasible\n# Columns 1\nx 0.5\n",
            "HiGHS",
            other("Time limit reached"),
        ),
        ("Infeasible - objective value -1162.5\n**  0 x -48.5 0\n  1 y 3 2.5\n", "CBC", Stated::Infeasible),
        ("Integer infeasible - objective value 0.5\n  0 x 0.5 0\n", "CBC", Stated::Infeasible),
        (
            "Stopped on time (no integer solution - continuous used) - objective value 80\n 0 x 0.32 0\n",
            "CBC",
            other("Stopped on time (no integer solution - continuous used)"),
        ),
        ("Unbounded - objective value -1e+50\n", "CBC", other("Unbounded")),
        (
            "Problem:    \nStatus:     INTEGER EMPTY\nObjective:  obj = 0 (MAXimum)\n\n   No. Column name  Activity\n------ ---\n     1 x  *  0  -5  7\n\n",
            "GLPK",
            Stated::Infeasible,
        ),
        (
            "Problem:\nStatus:     INTEGER UNDEFINED\nObjective:  obj = 0 (MAXimum)\n",
            "GLPK",
            other("INTEGER UNDEFINED"),
        ),
        ("s mip 3 1 n 0\nj 1 0\ne o f\n", "GLPK", Stated::Infeasible),
        ("s bas 3 5 u u 0\nj 1 b 0 0\ne o f\n", "GLPK", other("UNDEFINED")),
        ("s bas 3 5 n u 0\nj 1 b 0 0\ne o f\n", "GLPK", Stated::Infeasible),
        ("solution status: infeasible\nno solution available\n", "SCIP", Stated::Infeasible),
        ("solution status: time limit reached\nno solution available\n", "SCIP", other("time limit reached")),
        ("=====UNSATISFIABLE=====\n", "MiniZinc", Stated::Infeasible),
        ("% Time limit exceeded!\n=====UNKNOWN=====\n", "MiniZinc", other("unknown")),
        ("c a comment\ns UNSATISFIABLE\n", "SAT and pseudo-Boolean solvers", Stated::Infeasible),
        ("UNSAT\n", "SAT and pseudo-Boolean solvers", Stated::Infeasible),
        ("|  Number of variables: 3 |\nUNSATISFIABLE\n", "SAT and pseudo-Boolean solvers", Stated::Infeasible),
        ("INDET\n", "SAT and pseudo-Boolean solvers", Stated::Other("unknown".into())),
    ] {
        assert_eq!(read_all(file), (name, stated, None), "{file}");
        if name == "GLPK" {
            assert_eq!(read(file).unwrap().contents.objective, None, "{file}");
        }
    }
}

#[test]
fn solutions_that_are_not_proved_best_say_so() {
    for (file, stated, expected) in [
        ("Stopped on time - objective value 49\n  0 x 1 0\n", "Stopped on time", ("x", 1.0)),
        (
            "Optimal (within gap tolerance) - objective value 49\n  0 x 1 0\n",
            "Optimal (within gap tolerance)",
            ("x", 1.0),
        ),
        ("s mip 1 1 f 49\nj 1 1\ne o f\n", "NON-OPTIMAL", ("#1", 1.0)),
        ("solution status: time limit reached\nobjective value: 54\nx  1  (obj:0)\n", "time limit reached", ("x", 1.0)),
        (
            "Model status\nTime limit reached\n# Primal solution values\nFeasible\nObjective 3\n# Columns 1\nx 1\n# Rows 0\n",
            "Time limit reached",
            ("x", 1.0),
        ),
        (
            "<CPLEXSolution><header solutionStatusValue='107' solutionStatusString='time limit exceeded'/><variables><variable name='x' index='0' value='1'/></variables></CPLEXSolution>",
            "time limit exceeded",
            ("x", 1.0),
        ),
        ("s bas 1 1 f u 3\nj 1 b 1 0\n", "NON-OPTIMAL", ("#1", 1.0)),
        ("s SATISFIABLE\nv 1 0\n", "satisfiable", ("#1", 1.0)),
        ("SAT\n1 0\n", "satisfiable", ("#1", 1.0)),
    ] {
        let (_, found, list) = read_all(file);
        assert_eq!((found, list), (other(stated), Some(values(&[expected]))), "{file}");
    }
}

#[test]
fn long_names_have_a_line_of_their_own_and_files_may_be_without_columns() {
    let head = "Problem:    \nStatus:     OPTIMAL\nObjective:  obj = 3 (MAXimum)\n\n   No. Column name  Activity\n------ ---\n";
    let long = format!("{head}     1 a_name_of_many_letters\n                    *              3   0   9\n\n");
    assert_eq!(read_all(&long), ("GLPK", Stated::Optimal, Some(values(&[("a_name_of_many_letters", 3.0)]))));
    for file in [head, "s mip 0 0 o 3\ne o f\n", "s bas 0 0 f f 3\ne o f\n"] {
        assert_eq!(read_all(file), ("GLPK", Stated::Optimal, Some(Vec::new())));
    }
    for (code, stated, values) in [
        ("101", Stated::Optimal, Some(Vec::new())),
        ("103", Stated::Infeasible, None),
        ("119", Stated::Infeasible, None),
    ] {
        let file =
            format!("<CPLEXSolution><header solutionStatusValue='{code}' solutionStatusString='x'/></CPLEXSolution>");
        assert_eq!(read_all(&file), ("CPLEX", stated, values));
    }
    assert_eq!(read_all("# Objective value = 3\n"), ("Gurobi", Stated::Nothing, Some(Vec::new())));
}

#[test]
fn empty_lines_are_passed_over() {
    let gurobi = "# Objective value = 3\n\nx 1\n\ny 2\n";
    assert_eq!(read_all(gurobi).2, Some(values(&[("x", 1.0), ("y", 2.0)])));
    let highs = "Model status\n\nOptimal\n\n# Primal solution values\nFeasible\nObjective 3\n# Columns 2\nx 1\n\ny 2\n\n# Rows 0\n";
    assert_eq!(read_all(highs), ("HiGHS", Stated::Optimal, Some(values(&[("x", 1.0), ("y", 2.0)]))));
    let with_comment = highs.replace("Objective 3", "# a comment\nObjective 3");
    assert_eq!(read_all(&with_comment), read_all(highs));
    let minizinc = "x = 1;\n\n----------\n";
    assert_eq!(read_all(minizinc).2, Some(values(&[("x", 1.0)])));
    let scip = "solution status: optimal solution found\nobjective value: 3\nx 1 (obj:3)\n\ny 2\n";
    assert_eq!(read_all(scip).2, Some(values(&[("x", 1.0), ("y", 2.0)])));
}

#[test]
fn a_file_of_highs_leaves_out_zeros_if_it_says_so() {
    for (count, leaves_out) in [("-1", true), ("0", false), ("1", false)] {
        let file = format!("Model status\nOptimal\n# Primal solution values\nFeasible\n# Columns {count}\n");
        assert_eq!(read(&file).unwrap().contents.leaves_out_zeros, leaves_out, "{count}");
    }
}

/// Numbers alone are values below a status without `s` only.
#[test]
fn what_solvers_of_clauses_say_besides_is_passed_over() {
    let one = |stated: &str| ("SAT and pseudo-Boolean solvers", other(stated), Some(values(&[("#1", 1.0)])));
    assert_eq!(read_all("s SATISFIABLE\n7 8\nv 1 0\n"), one("satisfiable"));
    assert_eq!(read_all("SAT\n\nrestarts : 4\n1 0\n"), one("satisfiable"));
    assert_eq!(read_all("s UNSUPPORTED\n"), ("SAT and pseudo-Boolean solvers", other("unsupported"), None));
    for unmarked in ["OPTIMUM FOUND\n1 0\n", "UNSUPPORTED\n"] {
        assert!(read(unmarked).is_err_and(|error| error.message.contains("not a solution file")), "{unmarked}");
    }
}

#[test]
fn the_last_complete_solution_of_a_search_counts() {
    let file = "x = 1;\n_objective = 3;\n----------\nx = 2;\n_objective = 5;\n----------\nx = 9;\n";
    let contents = read(file).unwrap().contents;
    assert_eq!((contents.objective, contents.stated.clone()), (Some(5.0), Stated::Nothing));
    assert_eq!(read_all(file).2, Some(values(&[("x", 2.0), ("_objective", 5.0)])));
    assert_eq!(read_all("x = true;\ny = false;\n").2, Some(values(&[("x", 1.0), ("y", 0.0)])));
    let signs = "c\ns OPTIMUM FOUND\no 7\no 5\nv x1 -x2\nv x3\n";
    assert_eq!(read_all(signs).2, Some(values(&[("#1", 1.0), ("#2", 0.0), ("#3", 1.0)])));
    assert_eq!(read(signs).unwrap().contents.objective, Some(5.0));
}

#[test]
fn malformed_files_are_explained_at_the_line() {
    for (file, place, message) in [
        ("", "", "not a solution file"),
        ("hello\nworld\n", "hello", "not a solution file"),
        (
            "Model status\nOptimal\n# Primal solution values\nFeasible\n# Columns 1\nx nan\n",
            "x nan",
            "`nan` is not a number",
        ),
        (
            "Model status\nOptimal\n# Primal solution values\nFeasible\n# Columns x\n",
            "# Columns x",
            "`x` is not a number",
        ),
        ("Model status\nOptimal\n# Primal solution values\nFeasible\n# Columns 1\nx\n", "x", "expected the name"),
        ("Optimal - objective value 3\n 0 x 1\n", "0 x 1", "expected a number"),
        ("Optimal - objective value 3\n -1 x 1 0\n", "-1 x 1 0", "`-1` is not a whole number"),
        ("Optimal - objective value three\n", "Optimal - objective value three", "`three` is not a number"),
        ("Problem:\nStatus: OPTIMAL\n   No. Column name\n  1\n", "1", "expected the number and the name"),
        ("Problem:\nStatus: OPTIMAL\n   No. Column name\n  1 x * one\n", "1 x * one", "`one` is not a number"),
        ("Problem:\nStatus: OPTIMAL\n   No. Column name\n  1 x *\n", "1 x *", "there is no value of x"),
        ("s mip 1 1 o 3\nj 1\n", "j 1", "malformed"),
        ("s mip 1 1 o 3\nj 1 b 7 0\n", "j 1 b 7 0", "malformed"),
        ("s bas 1 1 f f 3\nj 1 7\n", "j 1 7", "malformed"),
        ("s mip 1 1 o 3\nj -1 3\n", "j -1 3", "`-1` is not a whole number"),
        ("solution status: optimal solution found\nobjective value: 1\nx\n", "x", "expected the name"),
        ("# Objective value = 3\nx 1e999\n", "x 1e999", "`1e999` is not a number"),
        ("<a>\n<b></a>\n", "<", "not XML"),
        ("<a/>", "<a/>", "there is no element CPLEXSolution"),
        (
            "<CPLEXSolution><variables><variable name='x'/></variables></CPLEXSolution>",
            "<variable name='x'/>",
            "needs a name and a value",
        ),
        (
            "<CPLEXSolution><header objectiveValue='x'/></CPLEXSolution>",
            "<header objectiveValue='x'/>",
            "`x` is not a number",
        ),
        ("----------\nx = [1];\n", "x = [1];", "`[1]` is not a number"),
        ("----------\nwhat\n", "what", "expected `name = value;`"),
        ("s SATISFIABLE\nv 1 two\n", "v 1 two", "`two` is not a whole number"),
    ] {
        let error = read(file).unwrap_err();
        assert!(error.message.contains(message), "{file}: {error}");
        assert_eq!(&file[error.span], place, "{file}");
    }
}

/// A document that refers to itself ten times at each of many levels is refused, not expanded.
#[test]
fn entities_are_not_expanded() {
    let entity = |i: usize| ["<!ENTITY e", &i.to_string(), " \"", &format!("&e{};", i - 1).repeat(10), "\">"].concat();
    let entities: String = (1..30).map(entity).collect();
    let file = format!(
        "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY e0 \"x\">{entities}]><CPLEXSolution>&e29;</CPLEXSolution>"
    );
    assert!(read(&file).unwrap_err().message.contains("not XML"));
}

#[test]
fn json_is_read_as_gurobi_and_minizinc_write_it() {
    let gurobi = |info: &str| {
        read_all(&format!("{{ \"SolutionInfo\": {{ {info} }},\n\"Vars\": [{{\"VarName\": \"x\", \"X\": 1}}]}}"))
    };
    let one = Some(values(&[("x", 1.0)]));
    assert_eq!(gurobi("\"Status\": 2, \"MIPGap\": 0"), ("Gurobi", Stated::Optimal, one.clone()));
    assert_eq!(gurobi("\"Status\": 2, \"MIPGap\": 9e-05").1, other("optimal within a gap that is not 0"));
    let bound = "\"Status\": 2, \"ObjVal\": 7, \"ObjBound\": 8, \"MIPGap\": 0.1";
    assert_eq!(gurobi(bound).1, Stated::Optimal);
    let contents = |info: &str| read(&format!("{{ \"SolutionInfo\": {{ {info} }}}}")).unwrap().contents;
    assert_eq!(contents(bound).bound, Some(8.0));
    assert_eq!(contents("\"Status\": 2, \"ObjVal\": 7, \"MIPGap\": 0").bound, Some(7.0));
    assert_eq!(gurobi("\"Status\": 9"), ("Gurobi", other("status 9"), one));
    assert_eq!(gurobi("\"Status\": 3"), ("Gurobi", Stated::Infeasible, None));
    let minizinc = |text: &str| read_all(text);
    let two = Some(values(&[("x", 2.0), ("y", 1.0)]));
    let json = "{\n  \"x\" : 1,\n  \"y\" : false\n}\n----------\n{\n  \"x\" : 2,\n  \"y\" : true\n}\n----------\n";
    assert_eq!(minizinc(json), ("MiniZinc", Stated::Nothing, two.clone()));
    let solution = |output: &str| format!("{{\"type\": \"solution\", \"output\": {output}}}\n");
    let of_objects = solution("{\"json\": {\"x\": 1, \"y\": 1}}") + &solution("{\"json\": {\"x\": 2, \"y\": 1}}");
    let of_texts = solution("{\"default\": \"x = 2;\\ny = true;\\n\"}");
    for stream in [of_objects, of_texts] {
        assert_eq!(minizinc(&stream), ("MiniZinc", Stated::Nothing, two.clone()));
        for (status, stated) in [
            ("OPTIMAL_SOLUTION", Stated::Optimal),
            ("SATISFIED", other("satisfied")),
            ("ALL_SOLUTIONS", other("all solutions")),
        ] {
            let text = format!("{stream}{{\"type\": \"status\", \"status\": \"{status}\"}}\n");
            assert_eq!(minizinc(&text), ("MiniZinc", stated, two.clone()));
        }
    }
    for (text, message) in [
        ("{\"type\": \"status\", \"status\": }\n", "not a JSON object: expected value"),
        ("{\"x\": [1]}\n----------\n", "the value of x is no number: [1]"),
        ("{ \"SolutionInfo\": {}, \"Vars\": [{\"VTag\": [\"x\"], \"X\": 1}]}", "a variable needs a VarName"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.message.contains(message) && text.get(error.span).is_some(), "{text}");
    }
}

#[test]
fn rows_may_stand_before_the_columns_or_after_them() {
    let names: Vec<Cow<'_, str>> = ["x", "y"].map(Cow::from).to_vec();
    let columns = Columns { names: &names, needed: 2, order: &[] };
    let rows = ["r".to_owned(), "x".to_owned()];
    let taken = |lines: &str| {
        let file = read(&format!("Optimal - objective value 1\n{lines}")).unwrap();
        file.values_without_rows(&columns, &rows).map_err(|error| error.message)
    };
    let expected = Ok(Some(vec![1.0, 2.0]));
    assert_eq!(taken("0 r 7 0\n0 x 1 0\n*** 1 y 2 0\n"), expected);
    assert_eq!(taken("0 r 7 0\n1 x 8 0\n0 x 1 0\n1 y 2 0\n"), expected, "a row and a column of one name");
    assert_eq!(taken("0 r 7 0\n1 x 1 0\n2 y 2 0\n"), expected, "one numbering");
    assert_eq!(taken("0 y 2 0\n1 x 1 0\n2 r 7 0\n"), expected);
    assert_eq!(taken("0 r 7 0\n0 z 1 0\n"), Err("the model has no variable z".into()));
}

#[test]
fn values_are_those_of_the_model() {
    let names: Vec<Cow<'_, str>> = ["x", "y", "lowered"].map(Cow::from).to_vec();
    // In the file: one, y, x, lowered.
    let order = [None, Some(1), Some(0), Some(2)].map(|place: Option<usize>| place.map(Var::from_index));
    let columns = Columns { names: &names, needed: 2, order: &order };
    let taken = |file: &str| read(file).unwrap().values(&columns).map_err(|error| error.message);
    let gurobi = |lines: &str| taken(&format!("# Objective value = 1\n{lines}"));
    assert_eq!(gurobi("y 2\nx 1\none 1\nlowered 0.5\n"), Ok(Some(vec![1.0, 2.0])));
    assert_eq!(gurobi("x 1\ny 2\n"), Ok(Some(vec![1.0, 2.0])), "only the first ones are needed");
    assert_eq!(gurobi("x 1\n"), Err("no value for y: Gurobi files have one for every variable".into()));
    assert_eq!(gurobi("x 1\ny 2\nz 3\n"), Err("the model has no variable z".into()));
    assert_eq!(gurobi("x 1\ny 2\nx 1\n"), Err("x has a second value".into()));
    let scip = "solution status: optimal solution found\nobjective value: 1\n";
    assert_eq!(taken(&format!("{scip}y 2 (obj:0)\n")), Ok(Some(vec![0.0, 2.0])), "SCIP leaves out zeros");
    assert_eq!(taken("s mip 1 4 o 1\nj 1 1\nj 2 2\nj 3 1\nj 4 0\n"), Ok(Some(vec![1.0, 2.0])));
    assert_eq!(taken("s mip 1 5 o 1\nj 5 1\n"), Err("the model has no column 5".into()));
    assert_eq!(taken("s mip 1 5 o 1\nj 0 1\n"), Err("the model has no column 0".into()));
    assert_eq!(taken("=====UNSATISFIABLE=====\n"), Ok(None));
}

mod never_panics {
    use proptest::prelude::*;

    const FILES: [&str; 14] = [
        include_str!("recorded/highs.sol"),
        include_str!("recorded/cbc.sol"),
        include_str!("recorded/glpk.report"),
        include_str!("recorded/glpk.plain"),
        include_str!("recorded/scip.sol"),
        include_str!("recorded/gurobi.sol"),
        include_str!("recorded/cplex.sol"),
        include_str!("recorded/minizinc.out"),
        "s OPTIMUM FOUND\no 5\nv x1 -x2 x3\n",
        "Columns\n    Index Status  Lower Upper Primal Dual Type Name\n 0  0  1  1  Integer x\nRows\n\nModel status: Optimal\n",
        "=obj= 37\nx 1\ny 2\n",
        "{ \"SolutionInfo\": { \"Status\": 2, \"ObjVal\": 37},\n\"Vars\": [\n{ \"VarName\": \"x\", \"X\": 1}]}\n",
        "{\n  \"x\" : 1,\n  \"y\" : true\n}\n----------\n==========\n",
        "{\"type\": \"solution\", \"output\": {\"dzn\": \"x = 1;\\n\"}}\n{\"type\": \"status\", \"status\": \"SATISFIED\"}\n",
    ];

    proptest! {
        /// A recorded file with a part replaced by anything.
        #[test]
        fn on_changed_files(file in 0..FILES.len(), start in 0usize..2000, length in 0usize..40, with in ".{0,12}") {
            let text = FILES[file];
            let start = text.floor_char_boundary(start.min(text.len()));
            let end = text.floor_char_boundary((start + length).min(text.len()));
            let changed = [&text[..start], &with, &text[end..]].concat();
            if let Err(error) = super::read(&changed) {
                prop_assert!(changed.get(error.span).is_some());
            }
        }

        #[test]
        fn on_any_text(text in "(.|\\n){0,80}") {
            let _ = super::read(&text);
        }
    }
}

// Files with several solutions, or with one beside other words: the last complete solution counts, and never a mixture of two.

const SAT: &str = "SAT and pseudo-Boolean solvers";

#[test]
fn the_last_of_several_lists_of_literals_counts() {
    let last = || Some(values(&[("#1", 0.0), ("#2", 1.0)]));
    for (file, stated, objective) in [
        // As PicoSAT finds all, as clasp does, and without a word between them.
        ("s SATISFIABLE\nv 1 2 0\ns SATISFIABLE\nv -1\nv 2 0\ns SOLUTIONS 2\n", other("satisfiable"), None),
        ("c Answer: 1\nv 1 2 0\nc Answer: 2\nv -1 2 0\ns SATISFIABLE\n", other("satisfiable"), None),
        ("v x1\nv x2\nv -x1 x2\ns SATISFIABLE\n", other("satisfiable"), None),
        // As solvers find better ones, the objective before or after the solution.
        ("o 7\nv x1 x2\no 5\nv -x1 x2\ns OPTIMUM FOUND\n", Stated::Optimal, Some(5.0)),
        ("v x1 x2\no 7\nv -x1 x2\no 5\ns OPTIMUM FOUND\n", Stated::Optimal, Some(5.0)),
        // One without an end is incomplete where others have one.
        ("s SATISFIABLE\nv -1 2 0\ns SATISFIABLE\nv 1\n", other("satisfiable"), None),
    ] {
        assert_eq!(all_of(file), (SAT, stated, objective, last()), "{file}");
    }
    assert_eq!(all_of("s SATISFIABLE\nv 0\n").3, Some(values(&[])));
    assert_eq!(all_of("s SATISFIABLE\nv\n").3, Some(values(&[])));
    let error = read("s SATISFIABLE\nv 2 1 -2 0\n").unwrap_err();
    assert_eq!(error.message, "variable 2 has a second value");
}

#[test]
fn a_comment_is_a_status_only_where_there_is_no_other() {
    assert_eq!(all_of("c --- [ result ] ---\nc\nc UNKNOWN\n"), (SAT, other("unknown"), None, None));
    assert_eq!(all_of("s UNSATISFIABLE\nc UNKNOWN\n").1, Stated::Infeasible);
    assert_eq!(all_of("c UNKNOWN\ns UNSATISFIABLE\n").1, Stated::Infeasible);
}

#[test]
fn the_last_solution_of_a_file_of_names_counts() {
    let last = || Some(values(&[("x", 2.0)]));
    for (file, name) in [
        (
            "[ Solution ]\nobjective value: 3\nx 1 (obj:3)\n[ Final Solution ]\nobjective value: 5\nx 2 (obj:3)\n",
            "SCIP",
        ),
        ("c a comment\n=obj= 3\nx 1\n=obj= 5\n  0  x  2\n", "MIPLIB"),
    ] {
        assert_eq!(all_of(file), (name, Stated::Nothing, Some(5.0), last()));
    }
    assert_eq!(all_of("c\nc Exact\n=unkn=\n"), ("MIPLIB", other("unknown"), None, None));
    assert_eq!(all_of("[ Final Solution ]\nobjective value: 5\n").3, Some(values(&[])));
    let plain = "c Problem:\nj 1 7\nj 2 0\ne o f\n";
    assert_eq!(all_of(plain), ("GLPK", Stated::Nothing, None, Some(values(&[("#1", 7.0), ("#2", 0.0)]))));
    // What was complete is not, once more is found.
    let more = "x = 1;\nobj = 3;\n----------\n==========\nx = 2;\nobj = 5;\n----------\n";
    assert_eq!(all_of(more), ("MiniZinc", Stated::Nothing, Some(5.0), Some(values(&[("x", 2.0), ("obj", 5.0)]))));
}

#[test]
fn symphony_is_not_minizinc() {
    let rule = "=".repeat(30);
    let head = format!("==  Welcome to the SYMPHONY MILP Solver \n{rule}\n");
    let found = "Solution Found: Node 0, Level 0\nSolution Cost: -5.0\n+++\nColumn names and values of nonzeros in the solution\n+++\nx  2.0\n";
    for (words, stated) in [
        ("Optimal Solution Found", Stated::Optimal),
        ("Time Limit Reached", other("Time Limit Reached")),
        ("Target Gap Achieved", other("Target Gap Achieved")),
    ] {
        let file =
            format!("{head}* {words}     *\n* Now displaying stats and best solution found...  *\n{rule}\n{found}");
        assert_eq!(all_of(&file), ("SYMPHONY", stated, Some(-5.0), Some(values(&[("x", 2.0)]))));
    }
    for words in ["Problem Infeasible", "Problem Found Infeasible in Preprocessing"] {
        assert_eq!(all_of(&format!("{head}* {words}  *\n")), ("SYMPHONY", Stated::Infeasible, None, None));
    }
    assert_eq!(all_of(&head), ("SYMPHONY", Stated::Nothing, None, None));
    assert!(read(&format!("{rule}\n")).is_err());
}

#[test]
fn a_gap_leaves_what_it_says() {
    assert_eq!(Trust::slack(0.0, 1e9).to_bits(), 0.0_f64.to_bits());
    // Of the objective, and of a bound that is farther from 0.
    assert!((Trust::slack(0.1, -90.0) - 10.0).abs() < 1e-9);
    assert!(Trust::slack(1.0, 3.0).is_infinite());
    assert!(without_gap().contains("HiGHS mip_rel_gap = 0") && without_gap().matches("Gurobi").count() == 1);
}

#[test]
fn the_ones_of_a_solution_are_those_of_numbers() {
    let ones = |file: &str| read(file).unwrap().ones(3).map_err(|error| error.message);
    assert_eq!(ones("s SATISFIABLE\nv 1 -2 3 0\n"), Ok(Some(HashSet::from([1, 3]))));
    assert_eq!(ones("s UNSATISFIABLE\n"), Ok(None));
    assert_eq!(ones("s SATISFIABLE\nv 4 0\n"), Err("the file of the model has no variable 4".to_owned()));
    assert_eq!(ones("s SATISFIABLE\nv 1\nc\nv 2 -3 0\n"), Ok(Some(HashSet::from([1, 2]))));
    // SCIP calls them by names.
    let scip = |lines: &str| ones(&format!("solution status: optimal solution found\nobjective value: 1\n{lines}"));
    assert_eq!(scip("x3  0.99999999  (obj:0)\nx1  1e-9  (obj:0)\n"), Ok(Some(HashSet::from([3]))));
    for (lines, why) in [
        ("x2 1\nx2 0\n", "variable 2 has a second value"),
        ("x0 1\n", "the file of the model has no variable 0"),
        ("x1 0.5\n", "0.5 is neither 0 nor 1"),
        ("y1 1\n", "the variables of this file have numbers"),
    ] {
        assert_eq!(scip(lines), Err(why.to_owned()));
    }
    let named = ones("x = 1;\n----------\n");
    assert_eq!(named, Err("the variables of this file have numbers".to_owned()));
    let integers = ones(include_str!("recorded/glpk.plain"));
    assert_eq!(integers, Err("7 is neither 0 nor 1".to_owned()));
}
