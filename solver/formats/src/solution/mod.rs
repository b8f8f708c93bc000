//! Solution files of other programs: text → a value by name or number of a variable, and what the file states about them.
//!
//! To add a dialect, write its row, in `named.rs` if it has lines `name value`, and add the row to [`DIALECTS`]. A dialect is recognised by
//! its first lines. Formats that are known, but not read, are at the end of this file.
//! Nothing here is trusted: values may be anything finite, names anything at all.

mod cbc;
mod cplex;
mod glpk;
mod highs;
mod json;
mod lines;
mod minizinc;
mod named;
mod sat;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use self::lines::first_line;
use super::{Column, is_own_name};
use tumble_model::model::Var;

/// A way to write solutions.
#[derive(Debug)]
pub struct Dialect {
    /// The program that writes it.
    pub name: &'static str,
    /// How to get such a file from the program.
    pub how: &'static str,
    /// The name of the format that the program reads, if nothing else is known. The program may read others too.
    pub format: &'static str,
    /// Whether it states the objective of a minimisation, whatever the file of the model has.
    pub minimizes: bool,
    /// What its word is worth that a solution is best, or that there is none.
    pub trust: Trust,
    /// Whether a text is of this dialect; earlier dialects of the list were ruled out.
    is_it: fn(&str) -> bool,
    read: fn(&str) -> Result<Contents, SolutionError>,
}

/// What a program's word is worth that a solution is best, or that there is none.
#[derive(Clone, Copy, Debug)]
pub struct Trust {
    /// The relative gap to its bound within which it calls a solution best, if it is told nothing else.
    pub gap: f64,
    /// How it is told to have no gap, where it has one by default.
    pub without_gap: Option<&'static str>,
    /// The largest coefficient with which its word counts, a tenth of the reciprocal of its integer tolerance: see
    /// [`Capabilities::largest_trusted`](tumble_model::model::Capabilities::largest_trusted). `None` if it computes in integers.
    pub largest: Option<u64>,
}

impl Trust {
    /// Of a program that computes in integers.
    const EXACT: Self = Self { gap: 0.0, without_gap: None, largest: None };

    /// Of a program that computes in floating point, and says so if it stops within a gap.
    const fn up_to(largest: u64) -> Self {
        Self { largest: Some(largest), ..Self::EXACT }
    }

    /// Of a program with a gap, which is not told of.
    const fn within(gap: f64, without_gap: &'static str, largest: u64) -> Self {
        Self { gap, without_gap: Some(without_gap), largest: Some(largest) }
    }

    /// What the objective may be at best if `objective` was called best within a relative gap to it, or to the bound: how far from it.
    pub fn slack(gap: f64, objective: f64) -> f64 {
        if gap < 1.0 { gap * objective.abs() / (1.0 - gap) } else { f64::INFINITY }
    }
}

/// How to have no gap, of each program that has one by default.
pub fn without_gap() -> String {
    let mut words: Vec<String> = Vec::new();
    for Dialect { name, trust, .. } in DIALECTS {
        words.extend(trust.without_gap.map(|option| format!("{name} {option}")));
    }
    words.dedup();
    words.join("; ")
}

/// The dialect of a program.
pub fn dialect(name: &str) -> Option<&'static Dialect> {
    DIALECTS.iter().find(|dialect| dialect.name == name)
}

/// All dialects, in the order in which they are looked for.
pub const DIALECTS: &[Dialect] = &[
    cplex::DIALECT,
    highs::DIALECT,
    highs::TABLE,
    named::MIPLIB,
    json::GUROBI,
    glpk::REPORT,
    glpk::PLAIN,
    named::SCIP,
    named::GUROBI,
    named::CUOPT,
    cbc::DIALECT,
    sat::DIALECT,
    named::SYMPHONY,
    minizinc::DIALECT,
];

/// A solution file that was read.
#[derive(Debug)]
pub struct SolutionFile {
    /// What wrote it.
    pub dialect: &'static Dialect,
    /// Its contents.
    pub contents: Contents,
}

/// The contents of a solution file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contents {
    /// How the run ended.
    pub stated: Stated,
    /// The objective.
    pub objective: Option<f64>,
    /// A bound on the objective, where the file states one.
    pub bound: Option<f64>,
    /// The values; `None` if the file has no solution.
    pub values: Option<Vec<Entry>>,
    /// Values that the file does not call a solution: those beside "infeasible" or a status that is not known. They may be of a
    /// relaxation.
    pub beside: Option<Vec<Entry>>,
    /// Where the columns begin among the values: those before are of rows, if no other is said of their names.
    pub columns_from: usize,
    /// Whether variables that it does not mention are 0.
    pub leaves_out_zeros: bool,
    /// In words: which variables such a file lacks, and what to do.
    pub lacks: Option<&'static str>,
}

/// What a file states about how the run ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Stated {
    /// Nothing.
    #[default]
    Nothing,
    /// The solution is proved best; without an objective, that there is one.
    Optimal,
    /// It is proved that there is no solution.
    Infeasible,
    /// Something else, in the file's words.
    Other(String),
}

impl Stated {
    /// What a program's words state, by its words for the best solution and for none.
    fn of(words: &str, optimal: &str, infeasible: &[&str]) -> Self {
        match words {
            _ if words == optimal => Self::Optimal,
            _ if infeasible.contains(&words) => Self::Infeasible,
            _ => Self::Other(words.to_owned()),
        }
    }
}

/// A value in a solution file.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The variable.
    pub key: Key,
    /// Its value, a finite number.
    pub value: f64,
    /// Its place in the file, in bytes.
    pub span: Range<usize>,
}

/// How a file names a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// By its name.
    Name(String),
    /// By its number, from 1.
    Number(usize),
}

/// Why a solution file cannot be read, or does not fit a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SolutionError {
    /// Where, in bytes.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// A few words for the place.
    pub label: &'static str,
}

/// The relative difference up to which a file may round its objective: some programs write six digits.
pub const ROUNDED: f64 = 1e-5;

/// Whether the objective that a file states is this one, but for the digits that the file leaves out.
pub fn is_rounded(stated: f64, objective: i64) -> bool {
    (stated - objective as f64).abs() <= ROUNDED * stated.abs().max(1.0)
}

/// Reads a solution file of any dialect.
///
/// # Errors
/// When it is of no known dialect, or malformed.
pub fn read(text: &str) -> Result<SolutionFile, SolutionError> {
    let Some(dialect) = DIALECTS.iter().find(|dialect| (dialect.is_it)(text)) else {
        if let Some(error) = refusal(text) {
            return Err(error);
        }
        let mut names: Vec<&str> = DIALECTS.iter().map(|dialect| dialect.name).collect();
        names.sort_unstable();
        names.dedup();
        let message = format!("not a solution file that tumble knows: it reads those of {}", names.join(", "));
        let first = text.find('\n').unwrap_or(text.len()).min(60);
        return Err(SolutionError { span: 0..text.floor_char_boundary(first), message, label: "not known" });
    };
    let mut contents = (dialect.read)(text)?;
    if contents.stated == Stated::Infeasible {
        contents.beside = contents.values.take().or(contents.beside);
    }
    Ok(SolutionFile { dialect, contents })
}

/// The columns of a model file.
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a> {
    /// The written names of the variables, by index.
    pub names: &'a [Cow<'a, str>],
    /// The number of variables that need a value: the first ones.
    pub needed: usize,
    /// The columns in the order of their numbers.
    pub order: &'a [Column],
}

/// How far a value may be from an integer: solvers allow 1e-5, and some files have six digits.
pub const INTEGRAL: f64 = 1e-4;

impl SolutionFile {
    /// The numbers of the 0/1 variables that are 1, of a file with so many that are called `1` or `x1` and so on; `None` if the file has no
    /// solution.
    ///
    /// # Errors
    /// When the file has other variables, two values for one, or a value that is neither 0 nor 1.
    pub fn ones(&self, count: usize) -> Result<Option<HashSet<usize>>, SolutionError> {
        let Some(entries) = &self.contents.values else { return Ok(None) };
        let mut values = vec![None; count];
        for Entry { key, value, span } in entries {
            let wrong = |message, label| SolutionError { span: span.clone(), message, label };
            let number = match key {
                Key::Number(number) => Some(*number),
                Key::Name(name) => name.strip_prefix('x').and_then(|number| number.parse().ok()),
            };
            let Some(number) = number else {
                return Err(wrong("the variables of this file have numbers".to_owned(), "a name"));
            };
            let Some(known) = number.checked_sub(1).and_then(|place| values.get_mut(place)) else {
                return Err(wrong(format!("the file of the model has no variable {number}"), "not in the model"));
            };
            if !(value.abs() <= INTEGRAL || (value - 1.0).abs() <= INTEGRAL) {
                return Err(wrong(format!("{value} is neither 0 nor 1"), "here"));
            }
            if known.replace(*value > 0.5).is_some() {
                return Err(wrong(format!("variable {number} has a second value"), "given before"));
            }
        }
        Ok(Some((1..=count).filter(|number| values[number - 1] == Some(true)).collect()))
    }

    /// The file with the values that it does not call a solution in place of a solution; `None` without such values.
    pub fn beside(&self) -> Option<Self> {
        let values = Some(self.contents.beside.clone()?);
        let contents = Contents { values, beside: None, objective: None, ..self.contents.clone() };
        Some(Self { dialect: self.dialect, contents })
    }

    /// The values of the variables that need one, by index; `None` if the file has no solution.
    ///
    /// # Errors
    /// When the file has an unknown variable, two values for one, or none for one that it should mention.
    pub fn values(&self, columns: &Columns<'_>) -> Result<Option<Vec<f64>>, SolutionError> {
        let Some(entries) = &self.contents.values else { return Ok(None) };
        self.of_entries(&entries[self.contents.columns_from..], columns).map(Some)
    }

    /// As [`values`](Self::values), of a file that may have the rows too, before or after the columns: `rows` are their written names.
    ///
    /// # Errors
    /// As [`values`](Self::values).
    pub fn values_without_rows(
        &self,
        columns: &Columns<'_>,
        rows: &[String],
    ) -> Result<Option<Vec<f64>>, SolutionError> {
        let Some(entries) = &self.contents.values else { return Ok(None) };
        let variables: HashSet<&str> = columns.names.iter().map(|name| &**name).collect();
        let rows: HashSet<&str> = rows.iter().map(String::as_str).collect();
        let is_row = |(i, entry): &(usize, &Entry)| match &entry.key {
            Key::Name(name) => {
                rows.contains(&**name) && (*i < self.contents.columns_from || !variables.contains(&**name))
            }
            Key::Number(_) => false,
        };
        let entries = entries.iter().enumerate().filter(|entry| !is_row(entry)).map(|(_, entry)| entry);
        self.of_entries(entries, columns).map(Some)
    }

    fn of_entries<'a>(
        &self,
        entries: impl IntoIterator<Item = &'a Entry>,
        columns: &Columns<'_>,
    ) -> Result<Vec<f64>, SolutionError> {
        let indices: HashMap<&str, usize> = columns.names.iter().enumerate().map(|(i, name)| (&**name, i)).collect();
        let mut values: Vec<Option<f64>> = vec![None; columns.names.len()];
        for entry in entries {
            let wrong = |message, label| SolutionError { span: entry.span.clone(), message, label };
            let index = match &entry.key {
                Key::Name(name) if is_own_name(name) => None,
                Key::Name(name) => match indices.get(name.as_str()) {
                    Some(&index) => Some(index),
                    None => return Err(wrong(unknown(name, &indices), "not in the model")),
                },
                Key::Number(number) => match number.checked_sub(1).and_then(|place| columns.order.get(place)) {
                    Some(&column) => column.map(Var::index),
                    None => return Err(wrong(format!("the model has no column {number}"), "not in the model")),
                },
            };
            if let Some(index) = index
                && values[index].replace(entry.value).is_some()
            {
                return Err(wrong(format!("{} has a second value", columns.names[index]), "given before"));
            }
        }
        let zero = self.contents.leaves_out_zeros.then_some(0.0);
        let needed = values.into_iter().zip(columns.names).take(columns.needed);
        let found = needed.map(|(value, name)| {
            let why = || format!("{} files have one for every variable", self.dialect.name);
            let missing = || format!("no value for {name}: {}", self.contents.lacks.map_or_else(why, str::to_owned));
            value.or(zero).ok_or_else(|| SolutionError { span: 0..0, message: missing(), label: "not in this file" })
        });
        found.collect()
    }
}

/// What SCIP puts before the names of the variables of its transformed problem.
const TRANSFORMED: &str = "t_";

/// The message for a name that is none of the model.
fn unknown(name: &str, variables: &HashMap<&str, usize>) -> String {
    if name.strip_prefix(TRANSFORMED).is_some_and(|original| variables.contains_key(original)) {
        return format!(
            "{name} is a variable of SCIP's transformed problem, in which presolving may have changed values: write the solution of \
             the original problem, in SCIP by `write solution FILE`, in PySCIPOpt by `writeBestSol`"
        );
    }
    format!("the model has no variable {name}")
}

/// A kind of file that is known, but not read as a solution: what it is, and what to do.
struct Unread {
    name: &'static str,
    is_it: fn(&str) -> bool,
    instead: &'static str,
}

/// What to do with the values of a format that is not read.
const BY_HAND: &str = "write its values as lines `name value` below a line `=obj= OBJECTIVE`";
/// What to do with a log.
const LOG: &str = "it shows how the run went: let the program write its solution to a file";

/// All of them, in the order in which they are looked for.
const UNREAD: &[Unread] = &[
    Unread {
        name: "an empty file",
        is_it: |text| text.trim().is_empty(),
        instead: "the program wrote no solution, and its output may say why",
    },
    Unread {
        name: "a solution of HiGHS without names",
        is_it: |text| first_line(text).contains(": Number of columns and rows for primal or dual solution"),
        instead: "write it with write_solution_style = 0",
    },
    Unread {
        name: "a result of tumble",
        is_it: |text| text.trim_start().starts_with('{') && text.contains("\"format_version\""),
        instead: "`tumble check` replays it",
    },
    Unread {
        name: "JSON of CPLEX",
        is_it: |text| text.trim_start().starts_with('{') && text.contains("\"CPLEXSolution\""),
        instead: "write its solution as XML, by `write FILE.sol`",
    },
    Unread {
        name: "JSON, but neither of Gurobi nor of MiniZinc",
        is_it: |text| text.trim_start().starts_with(['{', '[']),
        instead: BY_HAND,
    },
    Unread {
        name: "a model in the MPS format",
        is_it: |text| has_line(text, "ROWS") && has_line(text, "COLUMNS"),
        instead: "name the file that its solver wrote",
    },
    Unread {
        name: "a model in the LP format",
        is_it: |text| first_line(text).starts_with('\\') || has_line(text, "Subject To"),
        instead: "name the file that its solver wrote",
    },
    Unread { name: "a solution of Xpress", is_it: |text| has_words(text, &["C"], 3), instead: BY_HAND },
    Unread {
        name: "a basis",
        is_it: |text| has_words(text, &["XU", "XL", "LL", "UL"], 2),
        instead: "it has no values: write the solution",
    },
    Unread { name: "a solution of MOSEK", is_it: |text| text.contains("PROBLEM STATUS"), instead: BY_HAND },
    Unread {
        name: "a solution of lp_solve",
        is_it: |text| first_line(text).starts_with("Value of objective function"),
        instead: BY_HAND,
    },
    Unread {
        name: "a response of CP-SAT",
        is_it: |text| has_words(text, &["status:"], 2),
        instead: "the backend cp-sat solves the model without files",
    },
    Unread { name: "a log of CBC", is_it: |text| first_line(text).starts_with("Welcome to the CBC"), instead: LOG },
    Unread { name: "a log of GLPK", is_it: |text| first_line(text).starts_with("GLPSOL"), instead: LOG },
    Unread { name: "a log of Gurobi", is_it: |text| text.contains("Gurobi Optimizer version"), instead: LOG },
    Unread { name: "a log of HiGHS", is_it: |text| first_line(text).starts_with("Running HiGHS"), instead: LOG },
    Unread { name: "a log of SCIP", is_it: |text| first_line(text).starts_with("SCIP version"), instead: LOG },
];

/// Whether a text has this line.
fn has_line(text: &str, line: &str) -> bool {
    text.lines().any(|other| other.trim().eq_ignore_ascii_case(line))
}

/// Whether a text has a line of so many words or more that begins with one of these.
fn has_words(text: &str, first: &[&str], least: usize) -> bool {
    text.lines().any(|line| {
        let mut words = line.split_whitespace();
        words.next().is_some_and(|word| first.contains(&word)) && words.count() + 1 >= least
    })
}

/// Why a text of no dialect is not read, if it is known what it is.
fn refusal(text: &str) -> Option<SolutionError> {
    let Unread { name, instead, .. } = UNREAD.iter().find(|unread| (unread.is_it)(text))?;
    let message = format!("not a solution file that tumble knows: {name}: {instead}");
    let end = text.find('\n').unwrap_or(text.len()).min(60);
    Some(SolutionError { span: 0..text.floor_char_boundary(end), message, label: "not read" })
}

#[cfg(test)]
mod tests;
