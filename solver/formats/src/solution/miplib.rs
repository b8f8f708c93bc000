//! The solutions of the MIPLIB, which SCIP and other programs read. Variables that are 0 are left out. The file does not say how the run
//! ended.
//!
//! ```text
//! =obj= 37               or =infeas=, =unbd=
//! x 1
//! ```

use super::lines::{first_line, lines};
use super::{Contents, Dialect, SolutionError, Stated};

pub(super) const DIALECT: Dialect = Dialect {
    name: "MIPLIB",
    how: "a file that begins with =obj= and the objective",
    format: "lp",
    is_it: |text| [OBJECTIVE, INFEASIBLE, UNBOUNDED].iter().any(|head| first_line(text).starts_with(head)),
    read,
};

const OBJECTIVE: &str = "=obj=";
const INFEASIBLE: &str = "=infeas=";
const UNBOUNDED: &str = "=unbd=";

fn read(text: &str) -> Result<Contents, SolutionError> {
    let mut contents = Contents { leaves_out_zeros: true, ..Contents::default() };
    for line in lines(text) {
        // Some programs write no blank after the sign.
        if let Some(value) = line.text.trim_start().strip_prefix(OBJECTIVE) {
            contents.objective = line.objective(value.trim())?;
            contents.values.get_or_insert_default();
            continue;
        }
        match line.words().as_slice() {
            [] => {}
            [INFEASIBLE, ..] => contents.stated = Stated::Infeasible,
            [UNBOUNDED, ..] => contents.stated = Stated::Other("unbounded".to_owned()),
            [name, value] => contents.values.get_or_insert_default().push(line.named(name, value)?),
            _ => return Err(line.error("expected the name of a variable and its value")),
        }
    }
    Ok(contents)
}
