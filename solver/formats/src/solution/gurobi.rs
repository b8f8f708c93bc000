//! Gurobi: `gurobi_cl ResultFile=FILE.sol model.lp`. The file does not say how the run ended.
//!
//! ```text
//! # Solution for model obj
//! # Objective value = 37
//! x 1
//! y 0
//! ```

use super::lines::{first_line, lines};
use super::{Contents, Dialect, SolutionError, Trust};

pub(super) const DIALECT: Dialect = Dialect {
    name: "Gurobi",
    how: "gurobi_cl ResultFile=FILE.sol model.lp",
    format: "lp",
    minimizes: false,
    trust: TRUST,
    is_it: |text| HEADS.iter().any(|head| first_line(text).starts_with(head)),
    read,
};

/// Its files do not tell of a gap.
pub(super) const TRUST: Trust = Trust::within(1e-4, "MIPGap=0", 10_000);

/// What such files begin with, of this program and of those that follow it; the last one is of starts.
const HEADS: [&str; 3] = ["# Solution", OBJECTIVE, "# MIP start"];
const OBJECTIVE: &str = "# Objective value";

fn read(text: &str) -> Result<Contents, SolutionError> {
    let mut contents = Contents { values: Some(Vec::new()), ..Contents::default() };
    for line in lines(text) {
        if let Some(value) = line.text.strip_prefix(OBJECTIVE) {
            contents.objective = line.objective(value.trim_start_matches([' ', '=', ':']))?;
        } else if !line.text.starts_with('#') {
            match line.words().as_slice() {
                [] => {}
                [name, value] => contents.values.get_or_insert_default().push(line.named(name, value)?),
                _ => return Err(line.error("expected the name of a variable and its value")),
            }
        }
    }
    Ok(contents)
}
