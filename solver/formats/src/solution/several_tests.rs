//! Files with several solutions, or with one beside other words: the last complete solution counts, and never a mixture of two.

use super::tests::{other, read_all, values};
use super::*;

/// The program, what is stated, the objective and the values: a name, or `#` and a number.
type Read = (&'static str, Stated, Option<f64>, Option<Vec<(String, f64)>>);

fn all_of(file: &str) -> Read {
    let (dialect, stated, values) = read_all(file);
    (dialect, stated, read(file).unwrap().contents.objective, values)
}

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
