//! What is heard in the output of each program: a verdict is its last word, and a part of an output gives none that the whole does not.
//! The logs are of CBC 2.10.8, GLPK 5.0, HiGHS 1.15.1 and SCIP 10.0; those of CPLEX and Gurobi have the lines that these programs write.

use super::process::Said::{self, Infeasible, Optimal};
use super::programs::{CBC, CPLEX, GLPSOL, GUROBI, HIGHS, Program, SCIP};
use super::solver::Heard;

const PROGRAMS: [&Program; 6] = [&CBC, &CPLEX, &GLPSOL, &GUROBI, &HIGHS, &SCIP];

/// A program, its output, and the verdict that is read from it.
const LOGS: &[(&Program, &str, Option<Said>)] = &[
    (&CBC, include_str!("recorded/cbc_infeasible.log"), None),
    (&CBC, include_str!("recorded/cbc_optimal.log"), None),
    (&CBC, include_str!("recorded/cbc_presolve.log"), None),
    (&CPLEX, include_str!("recorded/cplex_infeasible.log"), Some(Infeasible)),
    (&GLPSOL, include_str!("recorded/glpsol_infeasible.log"), Some(Infeasible)),
    (&GLPSOL, include_str!("recorded/glpsol_optimal.log"), Some(Optimal)),
    (&GUROBI, include_str!("recorded/gurobi_cl_infeasible.log"), Some(Infeasible)),
    (&GUROBI, include_str!("recorded/gurobi_cl_optimal.log"), Some(Optimal)),
    (&HIGHS, include_str!("recorded/highs_infeasible.log"), None),
    (&HIGHS, include_str!("recorded/highs_optimal.log"), None),
    (&SCIP, include_str!("recorded/scip_infeasible.log"), None),
    (&SCIP, include_str!("recorded/scip_optimal.log"), None),
];

fn heard<'a>(program: &Program, lines: impl IntoIterator<Item = &'a str>) -> Heard {
    let mut heard = Heard::default();
    lines.into_iter().for_each(|line| heard.line(program, line));
    heard
}

#[test]
fn a_part_of_an_output_gives_no_verdict_that_the_whole_does_not() {
    for (program, log, verdict) in LOGS {
        let lines: Vec<&str> = log.lines().collect();
        assert_eq!(heard(program, lines.iter().copied()).verdict(), *verdict, "{}", program.name);
        for end in 0..lines.len() {
            let part = heard(program, lines[..end].iter().copied()).verdict();
            assert!(part.is_none() || part == *verdict, "{}, {end} lines: {part:?}", program.name);
        }
    }
    assert!(PROGRAMS.iter().all(|program| LOGS.iter().any(|(other, ..)| other.name == program.name)));
}

#[test]
fn words_after_which_a_run_goes_on_are_no_verdict() {
    for program in PROGRAMS {
        for (words, _) in program.says {
            let heard = heard(program, [words, "", "Restarting with 17 further cuts"]);
            assert_eq!(heard.verdict(), None, "{}: {words}", program.name);
        }
    }
}

#[test]
fn a_program_is_trusted_as_its_dialect_of_solution_files_is() {
    for program in PROGRAMS {
        let dialect = tumble_formats::solution::dialect(program.solver);
        assert!(dialect.is_some_and(|dialect| dialect.trust.largest.is_some()), "{}", program.name);
    }
}
