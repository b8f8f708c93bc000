//! CBC: `cbc model.lp -solve -solu FILE`. Variables that are 0 may be left out.
//!
//! ```text
//! Optimal - objective value 37.00000000
//!       0 x                        1                       3
//! **    1 y                      2.5                       0
//! ```
//! A line has the column's number, its name, its value and its reduced cost; stars mark values that are out of bounds. With
//! `-printingOptions all` the rows come first; then the columns are numbered from 0 again, or on from the rows. If there is no solution,
//! the values are those of a relaxation.

use super::lines::{Line, first_line, lines};
use super::{Contents, Dialect, SolutionError, Stated, Trust};

pub(super) const DIALECT: Dialect = Dialect {
    name: "CBC",
    how: "cbc model.lp -solve -solu FILE",
    format: "lp",
    minimizes: false,
    trust: Trust::up_to(100_000),
    is_it: |text| first_line(text).contains(OBJECTIVE),
    read,
};

/// What separates the status from the objective.
const OBJECTIVE: &str = " - objective value ";

fn read(text: &str) -> Result<Contents, SolutionError> {
    let mut lines = lines(text).filter(|line| !line.text.is_empty());
    let head = lines.next().and_then(|line| Some((line, line.text.rsplit_once(OBJECTIVE)?)));
    let Some((line, (words, objective))) = head else { return Ok(Contents::default()) };
    let words = words.trim();
    let infeasible = ["Infeasible", "Integer infeasible", "Linear relaxation infeasible"];
    let stated = Stated::of(words, "Optimal", &infeasible);
    let is_solution = stated == Stated::Optimal || words.starts_with("Optimal (") || words.starts_with("Stopped on ");
    if !is_solution || words.contains("no integer solution") {
        let (beside, columns_from) = values(lines).map_or((None, 0), |(values, from)| (Some(values), from));
        return Ok(Contents { stated, beside, columns_from, leaves_out_zeros: true, ..Contents::default() });
    }
    let objective = line.objective(objective.trim())?;
    let (values, columns_from) = values(lines)?;
    Ok(Contents {
        stated,
        objective,
        values: Some(values),
        columns_from,
        leaves_out_zeros: true,
        ..Contents::default()
    })
}

/// The values, and the place of the first one after which the numbers begin again: those before are of rows.
fn values<'a>(lines: impl Iterator<Item = Line<'a>>) -> Result<(Vec<super::Entry>, usize), SolutionError> {
    let mut values = Vec::new();
    let mut columns_from = 0;
    let mut before = None;
    for line in lines {
        let words = line.words();
        let unmarked = if words.first().is_some_and(|word| is_mark(word)) { &words[1..] } else { &words };
        let [number, name, value, _] = unmarked else {
            return Err(line.error("expected a number, the name of a variable, its value and its reduced cost"));
        };
        let number = line.count(number)?;
        if before.replace(number).is_some_and(|before| number <= before) {
            columns_from = values.len();
        }
        values.push(line.named(name, value)?);
    }
    Ok((values, columns_from))
}

/// Whether a word is of stars alone.
fn is_mark(word: &str) -> bool {
    word.bytes().all(|byte| byte == b'*')
}
