//! cuOpt: `cuopt_cli --solution-file FILE model.mps`. Without a solution the file is its first line.
//!
//! ```text
//! # Status: Optimal              or FeasibleFound, Infeasible, TimeLimit, …
//! # Objective value: 37
//! x 1
//! y 0
//! ```

use super::lines::{first_line, lines};
use super::{Contents, Dialect, Entry, SolutionError, Stated, Trust};

pub(super) const DIALECT: Dialect = Dialect {
    name: "cuOpt",
    how: "cuopt_cli --solution-file FILE model.mps",
    format: "mps",
    minimizes: false,
    trust: Trust::within(1e-4, "mip_relative_gap=0", 10_000),
    is_it: |text| first_line(text).starts_with(STATUS),
    read,
};

const STATUS: &str = "# Status:";
const OBJECTIVE: &str = "# Objective value:";
/// A solution that is not proved best.
const FEASIBLE: &str = "FeasibleFound";

fn read(text: &str) -> Result<Contents, SolutionError> {
    let mut contents = Contents::default();
    let mut values: Vec<Entry> = Vec::new();
    for line in lines(text) {
        if let Some(words) = line.text.strip_prefix(STATUS) {
            contents.stated = Stated::of(words.trim(), "Optimal", &["Infeasible"]);
        } else if let Some(value) = line.text.strip_prefix(OBJECTIVE) {
            contents.objective = line.objective(value.trim())?;
        } else if !line.text.starts_with('#') {
            match line.words().as_slice() {
                [] => {}
                [name, value] => values.push(line.named(name, value)?),
                _ => return Err(line.error("expected the name of a variable and its value")),
            }
        }
    }
    // Values are written whatever became of the run.
    let is_solution = match &contents.stated {
        Stated::Optimal => true,
        Stated::Other(words) => words == FEASIBLE,
        _ => false,
    };
    let values = Some(values).filter(|values| !values.is_empty() || contents.objective.is_some());
    Ok(if is_solution { Contents { values, ..contents } } else { Contents { beside: values, ..contents } })
}
