//! HiGHS: `highs model.lp --solution_file FILE`, in its default style, in its sparse style (`write_solution_style = 4`), and as tables
//! (`write_solution_style = 1`).
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
//!
//! A table leaves out what it does not have: without a solution, the values.
//!
//! ```text
//! Columns
//!     Index Status        Lower        Upper       Primal         Dual  Type        Name
//!         0                   0            1            1               Integer     x
//! Rows
//!     Index Status        Lower        Upper       Primal         Dual  Name
//!
//! Model status: Optimal
//!
//! Objective value: 37
//! ```

use super::lines::{Line, first_line, lines};
use super::{Contents, Dialect, Entry, SolutionError, Stated, Trust};

/// Its files do not tell of a gap.
const TRUST: Trust = Trust::within(1e-4, "mip_rel_gap = 0", 100_000);

pub(super) const DIALECT: Dialect = Dialect {
    name: "HiGHS",
    how: "highs model.lp --solution_file FILE",
    format: "lp",
    minimizes: false,
    trust: TRUST,
    is_it: |text| first_line(text) == "Model status",
    read,
};

pub(super) const TABLE: Dialect = Dialect {
    name: "HiGHS",
    how: "highs model.lp --solution_file FILE, with write_solution_style = 1",
    format: "lp",
    minimizes: false,
    trust: TRUST,
    is_it: |text| {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        matches!(lines.next(), Some("Columns" | "Rows")) && lines.next().is_none_or(|line| line.starts_with("Index"))
    },
    read: read_tables,
};

const MODEL_STATUS: &str = "Model status:";
const OBJECTIVE: &str = "Objective value:";
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
    let mut is_solution = false;
    let mut values: Option<Vec<Entry>> = None;
    for line in lines(text) {
        match (&part, line.text.split_whitespace().collect::<Vec<_>>().as_slice()) {
            (_, []) => {}
            (_, ["Model", "status"]) => part = Part::ModelStatus,
            (_, ["#", "Primal", ..]) => part = Part::Primal,
            (Part::Primal, ["#", "Columns", number]) => {
                contents.leaves_out_zeros = line.number(number)? < 0.0;
                part = Part::Columns;
                values.get_or_insert_default();
            }
            // Rows and dual values follow.
            (_, ["#", ..]) if part == Part::Columns => break,
            (Part::ModelStatus, _) => {
                contents.stated = stated(line.text.trim());
                part = Part::Between;
            }
            (Part::Primal, ["Feasible"]) => {
                is_solution = true;
                values = Some(Vec::new());
            }
            (Part::Primal, ["Objective", value]) => contents.objective = line.objective(value)?,
            (Part::Columns, [name, value] | [name, value, _]) => {
                values.get_or_insert_default().push(line.named(name, value)?);
            }
            (Part::Columns, _) => return Err(line.error("expected the name of a variable and its value")),
            _ => {}
        }
    }
    Ok(if is_solution { Contents { values, ..contents } } else { Contents { beside: values, ..contents } })
}

fn read_tables(text: &str) -> Result<Contents, SolutionError> {
    let mut contents = Contents::default();
    let mut in_columns = false;
    let mut values = Vec::new();
    for line in lines(text) {
        if let Some(words) = line.text.strip_prefix(MODEL_STATUS) {
            contents.stated = stated(words.trim());
        } else if let Some(value) = line.text.strip_prefix(OBJECTIVE) {
            contents.objective = line.objective(value.trim())?;
        } else {
            match line.words().as_slice() {
                [] | ["Index", ..] => {}
                ["Columns"] => in_columns = true,
                ["Rows"] => in_columns = false,
                words if in_columns => values.extend(column(line, words)?),
                _ => {}
            }
        }
    }
    let values = Some(values).filter(|values| !values.is_empty());
    // Without a proof it is not said whether the values are a solution.
    let is_doubtful = matches!(contents.stated, Stated::Other(_));
    Ok(if is_doubtful { Contents { beside: values, ..contents } } else { Contents { values, ..contents } })
}

/// The value in a line of a table of columns, the third number after the index; `None` if there is none.
fn column(line: Line<'_>, words: &[&str]) -> Result<Option<Entry>, SolutionError> {
    let [index, middle @ .., name] = words else { return Err(line.error("expected a column, its name last")) };
    line.count(index)?;
    let value = middle.iter().filter(|word| word.parse::<f64>().is_ok()).nth(2);
    value.map(|value| line.named(name, value)).transpose()
}

/// All variables of exported models are bounded, so "unbounded or infeasible" is infeasible.
fn stated(words: &str) -> Stated {
    Stated::of(words, "Optimal", &["Infeasible", "Primal infeasible or unbounded"])
}
