//! The solutions of the MIPLIB, which SCIP and other programs read. Variables that are 0 are left out. The file does not say how the run
//! ended.
//!
//! ```text
//! =obj= 37               or =infeas=, =unbd=, =unkn=
//! x 1                    or, with an index: 0 x 1
//! ```
//! Comments of a solver may stand before the first line.

use super::lines::lines;
use super::{Contents, Dialect, SolutionError, Stated, Trust};

pub(super) const DIALECT: Dialect = Dialect {
    name: "MIPLIB",
    how: "a file that begins with =obj= and the objective",
    format: "lp",
    minimizes: false,
    trust: Trust::up_to(10_000),
    is_it: |text| text.lines().map(str::trim).find(|line| !is_comment(line)).is_some_and(is_head),
    read,
};

const OBJECTIVE: &str = "=obj=";
const INFEASIBLE: &str = "=infeas=";
const UNBOUNDED: &str = "=unbd=";
const UNKNOWN: &str = "=unkn=";

fn is_head(line: &str) -> bool {
    [OBJECTIVE, INFEASIBLE, UNBOUNDED, UNKNOWN].iter().any(|head| line.starts_with(head))
}

/// Whether a line before the first one says nothing.
fn is_comment(line: &str) -> bool {
    line.is_empty() || line == "c" || line.starts_with("c ")
}

fn read(text: &str) -> Result<Contents, SolutionError> {
    let mut contents = Contents { leaves_out_zeros: true, ..Contents::default() };
    for line in lines(text).skip_while(|line| is_comment(line.text.trim())) {
        // Some programs write no blank after the sign.
        if let Some(value) = line.text.trim_start().strip_prefix(OBJECTIVE) {
            contents.objective = line.objective(value.trim())?;
            // Of several solutions the last one counts.
            contents.values = Some(Vec::new());
            continue;
        }
        match line.words().as_slice() {
            [] => {}
            [INFEASIBLE, ..] => contents.stated = Stated::Infeasible,
            [UNBOUNDED, ..] => contents.stated = Stated::Other("unbounded".to_owned()),
            [UNKNOWN, ..] => contents.stated = Stated::Other("unknown".to_owned()),
            [name, value] => contents.values.get_or_insert_default().push(line.named(name, value)?),
            [index, name, value] => {
                line.count(index)?;
                contents.values.get_or_insert_default().push(line.named(name, value)?);
            }
            _ => return Err(line.error("expected the name of a variable and its value")),
        }
    }
    Ok(contents)
}
