//! SAT and pseudo-Boolean solvers, as their competitions have it: variables by number, positive if true.
//!
//! ```text
//! s OPTIMUM FOUND        or SATISFIABLE, UNSATISFIABLE, UNKNOWN
//! o 37                   an objective, the best one last
//! v 1 -2 3 0             or: v x1 -x2 x3
//! ```

use super::lines::{Line, lines};
use super::{Contents, Dialect, Entry, Key, SolutionError, Stated};

pub(super) const DIALECT: Dialect = Dialect {
    name: "SAT and pseudo-Boolean solvers",
    how: "the lines that begin with s, o and v",
    format: "cnf",
    is_it: |text| {
        text.lines().any(|line| line.strip_prefix("s ").is_some_and(|words| STATUSES.contains(&words.trim())))
    },
    read,
};

const STATUSES: [&str; 5] = ["SATISFIABLE", "UNSATISFIABLE", "OPTIMUM FOUND", "UNKNOWN", "UNSUPPORTED"];

fn read(text: &str) -> Result<Contents, SolutionError> {
    let mut contents = Contents::default();
    for line in lines(text) {
        match line.text.split_at_checked(2) {
            Some(("s ", words)) => {
                contents.stated = match words.trim() {
                    "OPTIMUM FOUND" => Stated::Optimal,
                    "UNSATISFIABLE" => Stated::Infeasible,
                    words => Stated::Other(words.to_lowercase()),
                };
            }
            Some(("o ", value)) => contents.objective = Some(line.number(value.trim())?),
            Some(("v ", literals)) => {
                let values = contents.values.get_or_insert_default();
                for literal in literals.split_whitespace().filter(|literal| *literal != "0") {
                    values.push(entry(line, literal)?);
                }
            }
            _ => {}
        }
    }
    Ok(contents)
}

fn entry(line: Line<'_>, literal: &str) -> Result<Entry, SolutionError> {
    let (name, value) = literal.strip_prefix('-').map_or((literal, 1.0), |name| (name, 0.0));
    let number = line.count(name.strip_prefix('x').unwrap_or(name))?;
    Ok(Entry { key: Key::Number(number), value, span: line.span() })
}
