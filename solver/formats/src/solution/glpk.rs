//! GLPK, and HiGHS in the styles that it has from GLPK (`write_solution_style` 2 and 3).
//!
//! `glpsol --lp model.lp -o FILE` writes a report, with six significant digits. A long name has a line of its own:
//!
//! ```text
//! Status:     INTEGER OPTIMAL
//! Objective:  obj = 37 (MAXimum)
//!    No. Column name       Activity     Lower bound   Upper bound
//! ------ ------------    ------------- ------------- -------------
//!      1 x            *              1             0             1
//!      2 quite_a_long_name
//!                     *              0             0             1
//! ```
//! `glpsol --lp model.lp -w FILE` writes values without names, by the number of the column:
//!
//! ```text
//! s mip 1 2 o 37                                 rows, columns, status, objective
//! i 1 3                                          a row
//! j 1 1                                          a column; after a simplex, its status comes before the value
//! ```

use super::lines::{first_line, lines};
use super::{Contents, Dialect, SolutionError, Stated, Trust};

pub(super) const REPORT: Dialect = Dialect {
    name: "GLPK",
    how: "glpsol --lp model.lp -o FILE",
    format: "lp",
    minimizes: false,
    trust: Trust::up_to(10_000),
    is_it: |text| first_line(text).starts_with("Problem:"),
    read: read_report,
};

pub(super) const PLAIN: Dialect = Dialect {
    name: "GLPK",
    how: "glpsol --lp model.lp -w FILE",
    format: "lp",
    minimizes: false,
    trust: Trust::up_to(10_000),
    is_it: |text| {
        let heads = ["s mip ", "s bas ", "s ipt "];
        text.lines().any(|line| line.trim_end() == END || heads.iter().any(|head| line.starts_with(head)))
    },
    read: read_plain,
};

/// The last line of values without names, also where that of the status is missing.
const END: &str = "e o f";

/// What stands between a name and a value: integer, or the status after a simplex.
const MARKS: [&str; 6] = ["*", "B", "NL", "NU", "NS", "NF"];

fn read_report(text: &str) -> Result<Contents, SolutionError> {
    let mut contents = Contents { values: Some(Vec::new()), ..Contents::default() };
    let mut in_columns = false;
    let mut name: Option<&str> = None;
    for line in lines(text) {
        if let Some(words) = line.text.strip_prefix("Status:") {
            contents.stated = stated(words.trim());
        } else if let Some((_, objective)) = line.text.strip_prefix("Objective:").and_then(|rest| rest.split_once('='))
        {
            contents.objective = line.objective(objective.split('(').next().unwrap_or_default().trim())?;
        } else if line.text.trim_start().starts_with("No. ") {
            in_columns = line.text.contains("Column name");
        } else if in_columns && line.text.is_empty() {
            break;
        } else if in_columns && !line.text.starts_with('-') {
            let words = line.words();
            let (this, rest) = match (name.take(), words.as_slice()) {
                (Some(name), rest) => (name, rest),
                (None, [_, name, rest @ ..]) => (*name, rest),
                (None, _) => return Err(line.error("expected the number and the name of a column")),
            };
            match rest.iter().find(|word| !MARKS.contains(word)) {
                Some(value) => contents.values.get_or_insert_default().push(line.named(this, value)?),
                None if rest.is_empty() => name = Some(this),
                None => return Err(line.error(format!("there is no value of {this}"))),
            }
        }
    }
    Ok(without_relaxation(contents))
}

fn read_plain(text: &str) -> Result<Contents, SolutionError> {
    let mut contents = Contents { values: Some(Vec::new()), ..Contents::default() };
    let mut is_basic = false;
    for line in lines(text) {
        match line.words().as_slice() {
            ["s", "mip" | "ipt", _, _, status, objective] => {
                contents.stated = stated(match *status {
                    "o" => "OPTIMAL",
                    "f" => "NON-OPTIMAL",
                    "n" => "EMPTY",
                    _ => "UNDEFINED",
                });
                contents.objective = line.objective(objective)?;
            }
            ["s", "bas", _, _, primal, dual, objective] => {
                is_basic = true;
                contents.stated = stated(match (*primal, *dual) {
                    ("f", "f") => "OPTIMAL",
                    ("n", _) => "EMPTY",
                    ("f", _) => "NON-OPTIMAL",
                    _ => "UNDEFINED",
                });
                contents.objective = line.objective(objective)?;
            }
            ["j", number, _, value, _] if is_basic => {
                contents.values.get_or_insert_default().push(line.numbered(number, value)?);
            }
            ["j", number, value] | ["j", number, value, _] if !is_basic => {
                contents.values.get_or_insert_default().push(line.numbered(number, value)?);
            }
            ["j" | "s", ..] => return Err(line.error("malformed")),
            _ => {}
        }
    }
    Ok(without_relaxation(contents))
}

fn stated(words: &str) -> Stated {
    match words.trim_start_matches("INTEGER ") {
        "OPTIMAL" => Stated::Optimal,
        // The last is of older versions of HiGHS.
        "EMPTY" | "INFEASIBLE (FINAL)" | "INFEASIBLE" => Stated::Infeasible,
        _ => Stated::Other(words.to_owned()),
    }
}

/// Takes the values for no solution if the status does not call them one.
fn without_relaxation(contents: Contents) -> Contents {
    let is_solution = match &contents.stated {
        Stated::Optimal | Stated::Nothing => true,
        Stated::Other(words) => words.ends_with("NON-OPTIMAL") || words == "FEASIBLE",
        Stated::Infeasible => false,
    };
    if is_solution { contents } else { Contents { values: None, beside: contents.values, objective: None, ..contents } }
}
