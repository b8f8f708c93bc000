//! One known solution in every dialect of solution files, and files as they come over the wire: in other encodings, and cut short.

use std::fmt::Write as _;
use std::iter::once;

use tumble::report::Status;

/// A column: its number in the file of the model, from 1, its name and its value.
pub type Column = (usize, String, i64);

/// A solution, its columns in the order in which a file is to have them.
#[derive(Clone)]
pub struct Written {
    pub columns: Vec<Column>,
    /// The names of the rows.
    pub rows: Vec<String>,
    pub objective: i64,
}

/// A dialect: its name, how it writes a solution that is proved best, and what the file claims.
pub struct Dialect {
    pub name: &'static str,
    pub write: fn(&Written) -> String,
    pub claims: Status,
}

const fn dialect(name: &'static str, write: fn(&Written) -> String, claims: Status) -> Dialect {
    Dialect { name, write, claims }
}

/// Every dialect that names variables, or numbers the columns.
pub const ALL: &[Dialect] = &[
    dialect("HiGHS", |w| highs(w, false, true), Status::Optimal),
    dialect("HiGHS, rows first", |w| highs(w, false, false), Status::Optimal),
    dialect("HiGHS, sparse", |w| highs(w, true, true), Status::Optimal),
    dialect("HiGHS, tables", |w| highs_tables(w, true), Status::Optimal),
    dialect("HiGHS, tables, rows first", |w| highs_tables(w, false), Status::Optimal),
    dialect("CBC", |w| cbc(&[nonzeros(w)], w), Status::Optimal),
    dialect("CBC, rows first", |w| cbc(&[rows(w, 0), numbered(&w.columns, 0)], w), Status::Optimal),
    dialect(
        "CBC, rows first and one numbering",
        |w| cbc(&[rows(w, 0), numbered(&w.columns, w.rows.len())], w),
        Status::Optimal,
    ),
    dialect("CBC, rows last", |w| cbc(&[numbered(&w.columns, 0), rows(w, 0)], w), Status::Optimal),
    dialect("GLPK, report", glpk_report, Status::Optimal),
    dialect("GLPK, plain", glpk_plain, Status::Optimal),
    dialect("SCIP", scip, Status::Optimal),
    dialect(
        "Gurobi",
        |w| pairs(w, &format!("# Solution for model obj\n# Objective value = {}\n", w.objective), false),
        Status::Feasible,
    ),
    dialect("FiberSCIP", fiberscip, Status::Feasible),
    dialect("Gurobi, JSON", gurobi_json, Status::Optimal),
    dialect("CPLEX", |w| cplex(w, false), Status::Optimal),
    dialect("CPLEX, zeros left out", |w| cplex(w, true), Status::Optimal),
    dialect(
        "cuOpt",
        |w| pairs(w, &format!("# Status: Optimal\n# Objective value: {}\n", w.objective), false),
        Status::Optimal,
    ),
    dialect("MIPLIB", |w| pairs(w, &format!("=obj= {}\n", w.objective), true), Status::Feasible),
    dialect("MIPLIB, no blank", |w| pairs(w, &format!("=obj={}\n", w.objective), true), Status::Feasible),
    dialect("MIPLIB, index, name, value", three_columns, Status::Feasible),
    dialect(
        "Exact",
        |w| format!("c a comment\n{}", pairs(w, &format!("=obj= {}\n", w.objective), true)),
        Status::Feasible,
    ),
    dialect("SYMPHONY", symphony, Status::Optimal),
    dialect("MiniZinc", minizinc, Status::Optimal),
    dialect("MiniZinc, JSON", |w| format!("{}\n----------\n==========\n", object(w)), Status::Optimal),
    dialect("MiniZinc, stream", minizinc_stream, Status::Optimal),
];

fn lines(head: &str, lines: impl IntoIterator<Item = String>, foot: &str) -> String {
    let lines: String = lines.into_iter().map(|line| line + "\n").collect();
    [head, &lines, foot].concat()
}

fn pairs(w: &Written, head: &str, sparse: bool) -> String {
    let columns = w.columns.iter().filter(|(_, _, value)| !sparse || *value != 0);
    lines(head, columns.map(|(_, name, value)| format!("{name} {value}")), "")
}

fn highs(w: &Written, sparse: bool, columns_first: bool) -> String {
    let count = w.columns.iter().filter(|(_, _, value)| *value != 0).count() as i64;
    let count = if sparse { -count } else { w.columns.len() as i64 };
    let head = format!("Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective {}\n", w.objective);
    let columns = pairs(w, &format!("# Columns {count}\n"), sparse);
    let rows = lines(&format!("# Rows {}\n", w.rows.len()), w.rows.iter().map(|row| format!("{row} 0")), "");
    let values = if columns_first { columns + &rows } else { rows + &columns };
    head + &values + "\n# Dual solution values\nNone\n"
}

fn highs_tables(w: &Written, columns_first: bool) -> String {
    let head = "    Index Status        Lower        Upper       Primal         Dual";
    let line = |(number, name, value): &Column| {
        format!("{:9}{:16}0{:13}{value:13}               Integer     {name}", number - 1, "", 9)
    };
    let columns = lines(&format!("Columns\n{head}  Type        Name\n"), w.columns.iter().map(line), "");
    let row =
        |(i, name): (usize, &String)| format!("{i:9}{:13}-inf          inf            0               {name}", "");
    let rows = lines(&format!("Rows\n{head}  Name\n"), w.rows.iter().enumerate().map(row), "");
    let tables = if columns_first { columns + &rows } else { rows + &columns };
    format!("{tables}\nModel status: Optimal\n\nObjective value: {}\n", w.objective)
}

fn numbered(columns: &[Column], from: usize) -> Vec<Column> {
    columns.iter().map(|(number, name, value)| (number - 1 + from, name.clone(), *value)).collect()
}

fn nonzeros(w: &Written) -> Vec<Column> {
    numbered(&w.columns, 0).into_iter().filter(|(_, _, value)| *value != 0).collect()
}

fn rows(w: &Written, from: usize) -> Vec<Column> {
    w.rows.iter().enumerate().map(|(i, row)| (from + i, row.clone(), 7)).collect()
}

fn cbc(parts: &[Vec<Column>], w: &Written) -> String {
    let line = |(i, (number, name, value)): (usize, &Column)| {
        let stars = ["", "**", "***"][i % 3];
        format!("{stars:3}{number:5} {name:20} {value:20} {:20}", 0)
    };
    lines(
        &format!("Optimal - objective value {}.00000000\n", w.objective),
        parts.iter().flatten().enumerate().map(line),
        "",
    )
}

fn glpk_report(w: &Written) -> String {
    let dashes = "------ ------------    ------------- ------------- -------------\n";
    let head = |what: &str| format!("   No. {what} name       Activity     Lower bound   Upper bound\n{dashes}");
    let status = format!("Problem:    \nStatus:     INTEGER OPTIMAL\nObjective:  obj = {} (MAXimum)\n\n", w.objective);
    let row = |(i, name): (usize, &String)| format!("{:6} {name:12} {:13} {:13} {:13}", i + 1, 0, 0, "=");
    let rows = lines(&(status + &head("   Row")), w.rows.iter().enumerate().map(row), "\n");
    let line = |(number, name, value): &Column| {
        let values = format!("*  {value:13} {:13} {:13}", 0, 9);
        if name.len() > 8 {
            format!("{number:6} {name}\n{:20}{values}", "")
        } else {
            format!("{number:6} {name:12} {values}")
        }
    };
    rows + &lines(&head("Column"), w.columns.iter().map(line), "\nInteger feasibility conditions:\n\nEnd of output\n")
}

fn glpk_plain(w: &Written) -> String {
    let head = format!("c Problem:    obj\nc\ns mip {} {} o {}\n", w.rows.len(), w.columns.len(), w.objective);
    let rows = (1..=w.rows.len()).map(|row| format!("i {row} 0"));
    lines(&head, rows.chain(w.columns.iter().map(|(number, _, value)| format!("j {number} {value}"))), "e o f\n")
}

fn scip(w: &Written) -> String {
    let head = format!("solution status: optimal solution found\nobjective value: {:34}\n", w.objective);
    let columns = w.columns.iter().filter(|(_, _, value)| *value != 0);
    lines(&head, columns.map(|(_, name, value)| format!("{name:33} {value:20} \t(obj:0)")), "")
}

/// With a first solution that is none any more.
fn fiberscip(w: &Written) -> String {
    let first = "[ Solution ]\nobjective value: 1\ns_c0_o0 1 \t(obj:0)\n";
    let (_, values) = scip(w).split_once('\n').map(|(head, values)| (head.to_owned(), values.to_owned())).unwrap();
    format!("{first}[ Final Solution ]\n{values}")
}

fn three_columns(w: &Written) -> String {
    let columns = nonzeros(w).into_iter().map(|(number, name, value)| format!("{number:5} {name} {value:20}"));
    lines(&format!("=obj= {}\n", w.objective), columns, "")
}

/// Its cost is that of a minimisation, though the file of the model maximises.
fn symphony(w: &Written) -> String {
    let rule = "+".repeat(51);
    let head = format!(
        "==  Welcome to the SYMPHONY MILP Solver \n{0}\n* Optimal Solution Found                           *\n{0}\n\
         Solution Found: Node 0, Level 0\nSolution Cost: {1}.0000000000\n{rule}\n\
         Column names and values of nonzeros in the solution\n{rule}\n",
        "=".repeat(60),
        -w.objective
    );
    lines(&head, nonzeros(w).into_iter().map(|(_, name, value)| format!("{name:50} {value}.0000000000")), "\n")
}

fn gurobi_json(w: &Written) -> String {
    let columns: Vec<String> = w
        .columns
        .iter()
        .filter(|(_, _, value)| *value != 0)
        .map(|(_, name, value)| format!("{{ \"VarName\": \"{name}\", \"X\": {value}}}"))
        .collect();
    let info = format!(
        "\"Status\": 2, \"Runtime\": 1.2e-03, \"ObjVal\": {}, \"ObjBound\": {}, \"MIPGap\": 0",
        w.objective, w.objective
    );
    format!("{{ \"SolutionInfo\": {{ {info}}},\n\"Vars\": [\n{}\n]}}\n", columns.join(",\n"))
}

fn cplex(w: &Written, sparse: bool) -> String {
    let head = format!(
        "<?xml version = \"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<CPLEXSolution version=\"1.2\">\n <header objectiveValue=\"{}\" \
         solutionStatusValue=\"101\" solutionStatusString=\"integer optimal solution\" writeLevel=\"{}\"/>\n <variables>\n",
        w.objective,
        if sparse { 3 } else { 1 }
    );
    let line = |(number, name, value): &Column| {
        format!("  <variable name=\"{name}\" index=\"{}\" value=\"{value}\"/>", number - 1)
    };
    let columns = w.columns.iter().filter(|(_, _, value)| !sparse || *value != 0);
    lines(&head, columns.map(line), " </variables>\n</CPLEXSolution>\n")
}

fn minizinc(w: &Written) -> String {
    let columns = w.columns.iter().map(|(_, name, value)| format!("{name} = {value};"));
    lines("", columns.chain(once(format!("_objective = {};", w.objective))), "----------\n==========\n")
}

fn object(w: &Written) -> String {
    let columns: Vec<String> = w.columns.iter().map(|(_, name, value)| format!("  \"{name}\" : {value}")).collect();
    format!("{{\n{},\n  \"_objective\" : {}\n}}", columns.join(",\n"), w.objective)
}

fn minizinc_stream(w: &Written) -> String {
    let object = object(w).replace('\n', "");
    format!(
        "{{\"type\": \"statistics\", \"statistics\": {{}}}}\n\
         {{\"type\": \"solution\", \"output\": {{\"json\": {object}}}, \"sections\": [\"json\"]}}\n\
         {{\"type\": \"status\", \"status\": \"OPTIMAL_SOLUTION\"}}\n"
    )
}

/// A text as files have it: a name, and the bytes.
pub fn encodings(text: &str) -> Vec<(&'static str, Vec<u8>)> {
    let crlf = text.replace('\n', "\r\n");
    let utf16 = |text: &str, bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
    let marked = format!("\u{feff}{text}");
    vec![
        ("UTF-8", text.as_bytes().to_vec()),
        ("UTF-8 with a mark and CRLF", format!("\u{feff}{crlf}").into_bytes()),
        ("UTF-16, little end first", utf16(&marked, u16::to_le_bytes)),
        ("UTF-16, big end first", utf16(&marked, u16::to_be_bytes)),
        ("UTF-16 without a mark, CRLF", utf16(&crlf, u16::to_le_bytes)),
        ("UTF-16 without a mark, big end first", utf16(text, u16::to_be_bytes)),
    ]
}

/// The text up to the end of each line but the last.
pub fn cuts(text: &str) -> impl Iterator<Item = &str> {
    let ends: Vec<usize> = text.match_indices('\n').map(|(end, _)| end + 1).collect();
    ends.into_iter().filter(|&end| end < text.len()).map(|end| &text[..end])
}

/// The columns in another order: every other one first.
pub fn shuffled(w: &Written) -> Written {
    let (even, odd): (Vec<_>, Vec<_>) = w.columns.iter().cloned().enumerate().partition(|(i, _)| i % 2 == 0);
    Written { columns: odd.into_iter().chain(even).rev().map(|(_, column)| column).collect(), ..w.clone() }
}

/// The names of the rows in an LP file.
pub fn rows_of(lp: &str) -> Vec<String> {
    let rows = lp.lines().skip_while(|line| *line != "Subject To").take_while(|line| *line != "Bounds");
    rows.filter_map(|line| line.strip_prefix(' ')?.split_once(": ").map(|(name, _)| name.to_owned())).collect()
}

/// A solution in lines `name value`, in the order of the columns.
pub fn written(values: &str, rows: Vec<String>, objective: i64) -> Written {
    let lines = values.lines().filter(|line| !line.starts_with('#'));
    let column = |(i, line): (usize, &str)| {
        let (name, value) = line.split_once(' ').unwrap();
        (i + 1, name.to_owned(), value.parse().unwrap())
    };
    let mut columns = Vec::new();
    columns.extend(lines.enumerate().map(column));
    Written { columns, rows, objective }
}

/// The text with a line before it, to show a failure.
pub fn shown(what: &str, bytes: &[u8]) -> String {
    let mut text = String::new();
    let _ = write!(text, "{what}:\n{}", String::from_utf8_lossy(bytes));
    text
}
