//! SAT and pseudo-Boolean solvers, as their competitions have it: variables by number, positive if true.
//!
//! ```text
//! s OPTIMUM FOUND        or SATISFIABLE, UNSATISFIABLE, UNKNOWN
//! o 37                   an objective, the best one last
//! v 1 -2 3 0             or: v x1 -x2 x3
//! ```
//! Of several solutions, as of a search for all or for better ones, the last one counts.
//!
//! MiniSat and programs that follow it write the status alone, and below it the variables:
//!
//! ```text
//! SAT                    or UNSAT, INDET; on standard output SATISFIABLE, …, without variables
//! 1 -2 3 0
//! ```

use std::collections::HashSet;

use super::lines::{Line, lines};
use super::{Contents, Dialect, Entry, Key, SolutionError, Stated, Trust};

pub(super) const DIALECT: Dialect = Dialect {
    name: "SAT and pseudo-Boolean solvers",
    how: "the lines that begin with s, o and v, or MiniSat's result file",
    format: "cnf",
    minimizes: false,
    trust: Trust::EXACT,
    is_it: |text| text.lines().any(|line| status(line).is_some()),
    read,
};

/// What begins a comment. Kissat states in one that it knows nothing.
const COMMENT: &str = "c ";
/// The words of the status that a solution follows.
const SATISFIABLE: &str = "satisfiable";

/// What a line states about how the run ended, with or without `s` before it.
fn status(line: &str) -> Option<Stated> {
    let (is_marked, words) = line.strip_prefix("s ").map_or((false, line), |words| (true, words));
    Some(match words.trim() {
        "OPTIMUM FOUND" if is_marked => Stated::Optimal,
        "UNSATISFIABLE" | "UNSAT" => Stated::Infeasible,
        "SATISFIABLE" | "SAT" => Stated::Other(SATISFIABLE.to_owned()),
        "INDETERMINATE" | "INDET" | "UNKNOWN" | "c UNKNOWN" => Stated::Other("unknown".to_owned()),
        "UNSUPPORTED" if is_marked => Stated::Other("unsupported".to_owned()),
        _ => return None,
    })
}

/// What is read so far of the solutions, the last one of which counts.
#[derive(Default)]
struct Found {
    /// The last one with its end, which is a 0: pseudo-Boolean solvers write none.
    complete: Option<Vec<Entry>>,
    /// The one at hand, and its variables.
    open: Option<Vec<Entry>>,
    known: HashSet<usize>,
    /// Whether the next literals are of another one.
    is_over: bool,
}

impl Found {
    /// The literals of a line. Without a word between two solutions, the second one begins with a line whose first variable is known.
    fn literals(&mut self, line: Line<'_>, literals: &str) -> Result<(), SolutionError> {
        for (i, literal) in literals.split_whitespace().enumerate() {
            if literal == "0" {
                self.complete = Some(self.open.take().unwrap_or_default());
                self.is_over = true;
                continue;
            }
            let (name, value) = literal.strip_prefix('-').map_or((literal, 1.0), |name| (name, 0.0));
            let number = line.count(name.strip_prefix('x').unwrap_or(name))?;
            if std::mem::take(&mut self.is_over) || (i == 0 && self.known.contains(&number)) {
                self.open = None;
                self.known.clear();
            }
            if !self.known.insert(number) {
                return Err(line.error(format!("variable {number} has a second value")));
            }
            let entry = Entry { key: Key::Number(number), value, span: line.span() };
            self.open.get_or_insert_default().push(entry);
        }
        // A line of a solution without variables.
        if self.complete.is_none() {
            self.open.get_or_insert_default();
        }
        Ok(())
    }
}

fn read(text: &str) -> Result<Contents, SolutionError> {
    let mut contents = Contents::default();
    let mut found = Found::default();
    // Bare numbers are variables only below a bare status.
    let mut is_bare = false;
    for line in lines(text) {
        if let Some(stated) = status(line.text) {
            // A comment counts where nothing else is stated.
            if !line.text.starts_with(COMMENT) || contents.stated == Stated::Nothing {
                contents.stated = stated;
            }
            is_bare = !line.text.starts_with("s ");
            found.is_over = true;
            continue;
        }
        match line.text.split_at_checked(2) {
            Some(("o ", value)) => {
                contents.objective = line.objective(value.trim())?;
                found.is_over = true;
            }
            Some(("v ", literals)) => found.literals(line, literals)?,
            _ if line.text == "v" => found.literals(line, "")?,
            _ if is_bare && is_literals(line.text) => found.literals(line, line.text)?,
            _ => {}
        }
    }
    contents.values = found.complete.or(found.open);
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
