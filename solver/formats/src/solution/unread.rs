//! Files that are known, but not read as solutions: what they are, and what to do.

use super::SolutionError;
use super::lines::first_line;

/// A kind of file.
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
const ALL: &[Unread] = &[
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
pub(super) fn refusal(text: &str) -> Option<SolutionError> {
    let Unread { name, instead, .. } = ALL.iter().find(|unread| (unread.is_it)(text))?;
    let message = format!("not a solution file that tumble knows: {name}: {instead}");
    let end = text.find('\n').unwrap_or(text.len()).min(60);
    Some(SolutionError { span: 0..text.floor_char_boundary(end), message, label: "not read" })
}
