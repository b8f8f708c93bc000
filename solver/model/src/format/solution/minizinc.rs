//! MiniZinc and FlatZinc solvers: the solutions one after another, the best one last.
//!
//! ```text
//! x = 1;
//! y = 0;
//! _objective = 37;
//! ----------            the end of a solution
//! ==========            the search is complete: the last solution is best
//! ```

use super::lines::{Line, lines};
use super::{Contents, Dialect, Entry, SolutionError, Stated};
use crate::format::fzn;

pub(super) const DIALECT: Dialect = Dialect {
    name: "MiniZinc",
    how: "minizinc model.fzn > FILE",
    format: "fzn",
    is_it: |text| text.lines().any(|line| line == END || line.starts_with("=====") || assignment(line).is_some()),
    read,
};

/// The end of a solution.
const END: &str = "----------";

/// The name and the value in a line `name = value;`.
fn assignment(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.trim().strip_suffix(';')?.split_once('=')?;
    Some((name.trim(), value.trim()))
}

fn read(text: &str) -> Result<Contents, SolutionError> {
    let mut contents = Contents::default();
    let mut open: Option<Vec<Entry>> = None;
    let mut objective = None;
    let mut has_ends = false;
    for line in lines(text) {
        match line.text.trim() {
            "" => {}
            comment if comment.starts_with('%') => {}
            END => {
                has_ends = true;
                contents.values = Some(open.take().unwrap_or_default());
                contents.objective = objective.take();
            }
            "==========" => contents.stated = Stated::Optimal,
            "=====UNSATISFIABLE=====" => contents.stated = Stated::Infeasible,
            words if words.starts_with("=====") => {
                contents.stated = Stated::Other(words.trim_matches('=').to_lowercase());
            }
            _ => {
                let entry = entry(line)?;
                if entry.key == super::Key::Name(fzn::OBJECTIVE.to_owned()) {
                    objective = Some(entry.value);
                }
                open.get_or_insert_default().push(entry);
            }
        }
    }
    // One solution, copied without its end.
    if !has_ends && open.is_some() {
        (contents.values, contents.objective) = (open, objective);
    }
    Ok(contents)
}

fn entry(line: Line<'_>) -> Result<Entry, SolutionError> {
    let (name, value) = assignment(line.text).ok_or_else(|| line.error("expected `name = value;`"))?;
    match value {
        "true" => line.named(name, "1"),
        "false" => line.named(name, "0"),
        value => line.named(name, value),
    }
}
