//! SAT and pseudo-Boolean solvers, as their competitions have it: variables by number, positive if true.
//!
//! ```text
//! s OPTIMUM FOUND        or SATISFIABLE, UNSATISFIABLE, UNKNOWN
//! o 37                   an objective, the best one last
//! v 1 -2 3 0             or: v x1 -x2 x3
//! ```
//!
//! MiniSat and programs that follow it write the status alone, and below it the variables:
//!
//! ```text
//! SAT                    or UNSAT, INDET; on standard output SATISFIABLE, …, without variables
//! 1 -2 3 0
//! ```

use super::lines::{Line, lines};
use super::{Contents, Dialect, Entry, Key, SolutionError, Stated};

pub(super) const DIALECT: Dialect = Dialect {
    name: "SAT and pseudo-Boolean solvers",
    how: "the lines that begin with s, o and v, or MiniSat's result file",
    format: "cnf",
    is_it: |text| text.lines().any(|line| status(line).is_some()),
    read,
};

/// The words of the status that a solution follows.
const SATISFIABLE: &str = "satisfiable";

/// What a line states about how the run ended, with or without `s` before it.
fn status(line: &str) -> Option<Stated> {
    let (is_marked, words) = line.strip_prefix("s ").map_or((false, line), |words| (true, words));
    Some(match words.trim() {
        "OPTIMUM FOUND" if is_marked => Stated::Optimal,
        "UNSATISFIABLE" | "UNSAT" => Stated::Infeasible,
        "SATISFIABLE" | "SAT" => Stated::Other(SATISFIABLE.to_owned()),
        "INDETERMINATE" | "INDET" | "UNKNOWN" => Stated::Other("unknown".to_owned()),
        "UNSUPPORTED" if is_marked => Stated::Other("unsupported".to_owned()),
        _ => return None,
    })
}

fn read(text: &str) -> Result<Contents, SolutionError> {
    let mut contents = Contents::default();
    // Bare numbers are variables only below a bare status.
    let mut is_bare = false;
    for line in lines(text) {
        if let Some(stated) = status(line.text) {
            contents.stated = stated;
            is_bare = !line.text.starts_with("s ");
            continue;
        }
        let literals = match line.text.split_at_checked(2) {
            Some(("o ", value)) => {
                contents.objective = line.objective(value.trim())?;
                continue;
            }
            Some(("v ", literals)) => literals,
            _ if is_bare && is_literals(line.text) => line.text,
            _ => continue,
        };
        let values = contents.values.get_or_insert_default();
        for literal in literals.split_whitespace().filter(|literal| *literal != "0") {
            values.push(entry(line, literal)?);
        }
    }
    // Values below another status are not called a solution.
    if matches!(&contents.stated, Stated::Other(words) if words != SATISFIABLE) {
        contents.beside = contents.values.take();
    }
    Ok(contents)
}

/// Whether a line has nothing but signed numbers.
fn is_literals(line: &str) -> bool {
    !line.trim().is_empty() && line.split_whitespace().all(|word| word.parse::<i64>().is_ok())
}

fn entry(line: Line<'_>, literal: &str) -> Result<Entry, SolutionError> {
    let (name, value) = literal.strip_prefix('-').map_or((literal, 1.0), |name| (name, 0.0));
    let number = line.count(name.strip_prefix('x').unwrap_or(name))?;
    Ok(Entry { key: Key::Number(number), value, span: line.span() })
}
