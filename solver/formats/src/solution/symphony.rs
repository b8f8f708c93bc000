//! SYMPHONY: `symphony -L model.lp > FILE`, or `-F model.mps`. Its output ends with the solution; variables that are 0 are left out.
//!
//! ```text
//! * Optimal Solution Found                           *
//! Solution Found: Node 0, Level 0
//! Solution Cost: -37.0000000000
//! +++++++++++++++++++++++++++++++++++++++++++++++++++
//! Column names and values of nonzeros in the solution
//! +++++++++++++++++++++++++++++++++++++++++++++++++++
//! x                                                  1.0000000000
//! ```
//! The cost is that of a minimisation, also of a file that maximises.

use super::lines::lines;
use super::{Contents, Dialect, SolutionError, Stated, Trust};

pub(super) const DIALECT: Dialect = Dialect {
    name: "SYMPHONY",
    how: "symphony -L model.lp > FILE",
    format: "lp",
    minimizes: true,
    trust: Trust::up_to(10_000),
    is_it: |text| text.lines().any(|line| line.trim() == COLUMNS) || text.contains("SYMPHONY MILP Solver"),
    read,
};

const INFEASIBLE: [&str; 2] = ["Problem Infeasible", "Problem Found Infeasible in Preprocessing"];
const COST: &str = "Solution Cost:";
const COLUMNS: &str = "Column names and values of nonzeros in the solution";

fn read(text: &str) -> Result<Contents, SolutionError> {
    let mut contents = Contents { leaves_out_zeros: true, ..Contents::default() };
    for line in lines(text) {
        let words = line.text.trim();
        if let Some(words) = words.strip_prefix("* ").and_then(|words| words.strip_suffix('*')) {
            if contents.stated == Stated::Nothing {
                contents.stated = Stated::of(words.trim(), "Optimal Solution Found", &INFEASIBLE);
            }
        } else if let Some(cost) = words.strip_prefix(COST) {
            contents.objective = line.objective(cost.trim())?;
        } else if words == COLUMNS {
            contents.values = Some(Vec::new());
        } else if let Some(values) = &mut contents.values {
            match line.words().as_slice() {
                [name, value] => values.push(line.named(name, value)?),
                [] | [_] => {}
                _ => return Err(line.error("expected the name of a variable and its value")),
            }
        }
    }
    Ok(contents)
}
