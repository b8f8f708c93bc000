//! HiGHS: `highs model.lp --solution_file FILE`, in its default style, and in its sparse style (`write_solution_style = 4`).
//!
//! ```text
//! Model status
//! Optimal
//!
//! # Primal solution values
//! Feasible
//! Objective 37
//! # Columns 2        sparse: the number negative, zeros left out, and an index after each value
//! x 1
//! y 0
//! # Rows 1
//! ```

use super::lines::{first_line, lines};
use super::{Contents, Dialect, SolutionError, Stated};

pub(super) const DIALECT: Dialect = Dialect {
    name: "HiGHS",
    how: "highs model.lp --solution_file FILE",
    format: "lp",
    is_it: |text| first_line(text) == "Model status",
    read,
};

/// The part of the file that a line is in.
#[derive(PartialEq)]
enum Part {
    ModelStatus,
    Between,
    Primal,
    Columns,
}

fn read(text: &str) -> Result<Contents, SolutionError> {
    let mut contents = Contents::default();
    let mut part = Part::Between;
    for line in lines(text) {
        match (&part, line.text.split_whitespace().collect::<Vec<_>>().as_slice()) {
            (_, []) => {}
            (_, ["Model", "status"]) => part = Part::ModelStatus,
            (_, ["#", "Primal", ..]) => part = Part::Primal,
            (Part::Primal, ["#", "Columns", number]) if contents.values.is_some() => {
                contents.leaves_out_zeros = line.number(number)? < 0.0;
                part = Part::Columns;
            }
            // Rows and dual values follow.
            (_, ["#", ..]) if part == Part::Columns => break,
            (Part::ModelStatus, _) => {
                contents.stated = stated(line.text.trim());
                part = Part::Between;
            }
            (Part::Primal, ["Feasible"]) => contents.values = Some(Vec::new()),
            (Part::Primal, ["Objective", value]) => contents.objective = Some(line.number(value)?),
            (Part::Columns, [name, value] | [name, value, _]) => {
                contents.values.get_or_insert_default().push(line.named(name, value)?);
            }
            (Part::Columns, _) => return Err(line.error("expected the name of a variable and its value")),
            _ => {}
        }
    }
    Ok(contents)
}

/// All variables of exported models are bounded, so "unbounded or infeasible" is infeasible.
fn stated(words: &str) -> Stated {
    match words {
        "Optimal" => Stated::Optimal,
        "Infeasible" | "Primal infeasible or unbounded" => Stated::Infeasible,
        other => Stated::Other(other.to_owned()),
    }
}
