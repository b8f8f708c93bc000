//! SCIP and FiberSCIP: `scip -c "read model.lp" -c optimize -c "write solution FILE" -c quit`. Variables that are 0 are left out.
//!
//! ```text
//! solution status: optimal solution found
//! objective value:                                   37
//! x                                                   1   (obj:3)
//! ```
//! In place of the status FiberSCIP has headings such as `[ Final Solution ]`; of several solutions the last one is best. SCIP reads files of
//! many formats: variables of OPB and CNF files are `x1`, `x2`, …, those of FlatZinc files have their names.

use super::lines::{first_line, lines};
use super::{Contents, Dialect, SolutionError, Stated, Trust};

pub(super) const DIALECT: Dialect = Dialect {
    name: "SCIP",
    how: "write solution FILE",
    format: "lp",
    minimizes: false,
    trust: Trust::up_to(100_000),
    is_it: |text| {
        let first = first_line(text);
        first.starts_with(STATUS)
            || first.starts_with(OBJECTIVE)
            || (first.starts_with(HEADING) && text.lines().any(|line| line.starts_with(OBJECTIVE)))
    },
    read,
};

const STATUS: &str = "solution status:";
const OBJECTIVE: &str = "objective value:";
/// What begins a heading.
const HEADING: &str = "[ ";
/// All variables of exported models are bounded, so "infeasible or unbounded" is infeasible.
const INFEASIBLE: [&str; 2] = ["infeasible", "infeasible or unbounded"];

fn read(text: &str) -> Result<Contents, SolutionError> {
    let mut contents = Contents { leaves_out_zeros: true, ..Contents::default() };
    for line in lines(text) {
        if let Some(words) = line.text.strip_prefix(STATUS) {
            contents.stated = Stated::of(words.trim(), "optimal solution found", &INFEASIBLE);
        } else if let Some(value) = line.text.strip_prefix(OBJECTIVE) {
            contents.objective = line.objective(value.trim())?;
            contents.values = Some(Vec::new());
        } else if line.text.starts_with(HEADING) {
            contents.values = None;
        } else if let Some(values) = &mut contents.values {
            match line.words().as_slice() {
                [] => {}
                [name, value] | [name, value, _] => values.push(line.named(name, value)?),
                _ => return Err(line.error("expected the name of a variable and its value")),
            }
        }
    }
    Ok(contents)
}
